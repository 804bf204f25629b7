// crossbar_report.c: reports on a crossbar: statistics, the packets inside it, and who waits for
// what. See crossbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_state.h"

#include <inttypes.h>

STAT_TABLE(crossbar_stat_table, "icnt", CROSSBAR_STATS);

crossbar_waits crossbar_get_waits(const crossbar *x)
{
    crossbar_waits w = {0};
    BITS_FOR(o, &x->wanted, x->out_words)
    {
        const output *p = &x->out[o];
        bits asking;
        for (unsigned k = 0; k < x->in_words; k++)
            asking.w[k] = p->asked_by.w[k] & ~x->sending.w[k];
        if (!bits_any(&asking, x->in_words)) continue;
        if (bits_has(&x->held, (unsigned)o)) w.contended++;
        else if (!places_of(x, (uint32_t)o)) w.no_place++;
        else w.declined++;
    }
    return w;
}

bool crossbar_idle(const crossbar *x)
{
    if (x->device) return crossbar_device_idle(x->device);
    return !x->buffered && !x->flying && !x->roomy && !bits_any(&x->offered, x->in_words);
}

crossbar_stats crossbar_get_stats(const crossbar *x, uint64_t now)
{
    if (x->device) return crossbar_device_stats(x->device, now);
    crossbar_stats s = x->s;
    s.cycles = now;
    s.refused += x->n_full * now;
    s.buffered += x->buffered * now;
    BITS_FOR(i, &x->holding, x->in_words)
    {
        const uint64_t from =
            x->in[i].since > x->in[i].busy_until ? x->in[i].since : x->in[i].busy_until;
        s.stall_cycles += now > from ? now - from : 0;
    }
    return s;
}

static void dump_vc(const crossbar *x, uint32_t i, uint32_t v, FILE *f)
{
    const vc *n = vc_of(x, i, v, shape_of(x));
    if (!count_of(n)) return;
    const packet *p = packet_at(x, n, n->head);
    const chan *c = x->k.out[p->out];
    fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits)", x->k.name, i, count_of(n),
            n->flits);
    if (x->k.vcs > 1) fprintf(f, " in virtual channel %u", v);
    fprintf(f,
            "; its head, 0x%" PRIx64
            " of SM %u, waits for output %u, where %u of %u places are taken\n",
            p->r.addr, p->r.sm, p->out, c->tail - c->head_seen + x->out[p->out].flying,
            c->capacity);
}

void crossbar_dump(const crossbar *x, FILE *f)
{
    if (x->device) crossbar_device_dump(x->device, f);
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        for (uint32_t v = 0; v < x->k.vcs; v++) dump_vc(x, i, v, f);
    }
}

void crossbar_view(const crossbar *x, const mreq_view *v)
{
    char place[64];
    if (x->device) crossbar_device_view(x->device, v);
    snprintf(place, sizeof place, "%s crossbar, input", x->k.name);
    for (uint32_t i = 0; i < x->k.inputs * x->k.vcs; i++) {
        for (uint32_t n = x->vcs[i].head; n != x->vcs[i].tail; n++)
            mreq_show(v, &packet_at(x, &x->vcs[i], n)->r, PLACE_IN_TRANSIT, place, i / x->k.vcs);
    }
    snprintf(place, sizeof place, "%s crossbar, on the way to output", x->k.name);
    for (uint32_t o = 0; o < x->k.outputs; o++) {
        const chan *to = x->k.out[o];
        for (uint32_t n = 0; n < x->out[o].flying; n++)
            mreq_show(v, chan_slot(to, to->tail + n), PLACE_IN_TRANSIT, place, o);
    }
}
