// xbar_report.c : what a crossbar says of itself: statistics, who waits for what, its packets. See xbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/xbar_state.h"

#include <inttypes.h>

STAT_TABLE(xbar_stat_table, "icnt", XBAR_STATS);

xbar_waits xbar_get_waits(const xbar *x)
{
    xbar_waits w = {0};
    BITS_FOR(o, &x->wanted, x->out_words) {
        const output *p = &x->out[o];
        bits asking;
        for (unsigned k = 0; k < x->in_words; k++) asking.w[k] = p->asked_by.w[k] & ~x->sending.w[k];
        if (!bits_any(&asking, x->in_words)) continue;
        if (bits_has(&x->held, (unsigned)o)) w.contended++;
        else if (!places_of(x, (uint32_t)o)) w.no_place++;
        else w.declined++;
    }
    return w;
}

bool xbar_idle(const xbar *x)
{
    if (x->plug) return xbar_plug_idle(x->plug);
    return !x->buffered && !x->flying && !x->roomy && !bits_any(&x->offered, x->in_words);
}

xbar_stats xbar_get_stats(const xbar *x, uint64_t now)
{
    if (x->plug) return xbar_plug_stats(x->plug, now);
    xbar_stats s = x->s;
    account(&s, x, now);
    return s;
}

static void dump_vc(const xbar *x, uint32_t i, uint32_t v, FILE *f)
{
    const vc *n = vc_of(x, i, v, shape_of(x));
    if (!n->q.n) return;
    const packet *p = front_of(x, n);
    const chan *c = x->k.out[p->out];
    fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits)", x->k.name, i, n->q.n, n->flits);
    if (x->k.vcs > 1) fprintf(f, " in virtual channel %u", v);
    fprintf(f, "; its head, 0x%" PRIx64 " of SM %u, waits for output %u, where %u of %u places are taken\n", p->r.addr, p->r.sm, p->out,
            c->tail - c->head_seen + x->out[p->out].flying.n, c->capacity);
}

void xbar_dump(const xbar *x, FILE *f)
{
    if (x->plug) xbar_plug_dump(x->plug, f);
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        for (uint32_t v = 0; v < x->k.vcs; v++) dump_vc(x, i, v, f);
    }
}

static void view_queue(const xbar *x, const queue *q, const mreq_view *v, const char *place, unsigned number)
{
    for (uint32_t k = 0, at = q->first; k < q->n; k++, at = x->packets[at].next) mreq_show(v, &x->packets[at].r, place, number);
}

void xbar_view(const xbar *x, const mreq_view *v)
{
    char place[64];
    if (x->plug) xbar_plug_view(x->plug, v);
    snprintf(place, sizeof place, "%s crossbar, input", x->k.name);
    for (uint32_t i = 0; i < x->k.inputs * x->k.vcs; i++) view_queue(x, &x->vcs[i].q, v, place, i / x->k.vcs);
    snprintf(place, sizeof place, "%s crossbar, on the way to output", x->k.name);
    for (uint32_t o = 0; o < x->k.outputs; o++) view_queue(x, &x->out[o].flying, v, place, o);
}
