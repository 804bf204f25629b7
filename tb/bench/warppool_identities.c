// warppool_identities.c: reads in each cycle from WarpPool's golden model which values the hardware
// compares, and reports each pair whose comparison matters to the collectors of
// identity_coverage.h. See warppool_identities.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_identities.h"

#include "blocks/warppool_state.h"
#include "tb/bench/warppool_needs.h"

static unsigned bits_of(uint64_t last) { return last ? 64 - (unsigned)__builtin_clzll(last) : 1; }

// An identity of the values 0..last, which the configuration may not compare at all.
static identity_coverage *begin(warppool_identities *w, warppool_identity i, const char *name,
                                uint64_t last, bool compared)
{
    identity_coverage *b = &w->apart[i];
    identity_coverage_init(b, name, bits_of(last), i == WARPPOOL_OFFSET ? WARPPOOL_LANES : 0);
    b->last = last;
    if (compared && last) return b;
    b->possible = 0;
    b->ends = false;
    return b;
}

static void init_lines(warppool_identities *w, const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const unsigned line_bits = k->address_bits - cfg_index_bits(c->l1d.line_bytes);
    const uint64_t last_line = ((uint64_t)1 << line_bits) - 1;
    const uint64_t last_tag = warppool_needs_last_tag(c);
    w->key_shift = k->queues > 1 ? cfg_index_bits(k->queues) : 0;
    identity_coverage *b = begin(w, WARPPOOL_LINE, "line", last_line, k->lanes > 1);
    if (k->lanes > 1) identity_coverage_comparators(b, k->lanes - 1);
    b = begin(w, WARPPOOL_TAG, "tag", last_line >> w->key_shift, warppool_needs_tags(c));
    identity_coverage_comparators(b, k->coalescers * k->tags);
    b = begin(w, WARPPOOL_QUEUE, "queue", k->queues - 1, warppool_needs_queues(c));
    if (k->coalescers > 1)
        identity_coverage_comparators(b, k->coalescers * (k->coalescers - 1) / 2);
    b = begin(w, WARPPOOL_TAG_NUMBER, "tag_number", (k->queues - 1) * k->tags + last_tag,
              warppool_needs_tag_numbers(c));
    b->possible &= warppool_needs_tag_bits(c);
    b->holdable = false;
}

void warppool_identities_init(warppool_identities *w, const config *c, bool choice)
{
    const struct cfg_warppool *k = &c->warppool;
    identity_coverage *b;
    init_lines(w, c);
    begin(w, WARPPOOL_WARP, "warp", c->sm.warps - 1, k->merges > 1);
    begin(w, WARPPOOL_CHOICE, "choice_warp", c->sm.warps - 1, choice && k->queues * k->tags > 1)
        ->holdable = false;
    begin(w, WARPPOOL_OFFSET, "offset", c->l1d.line_bytes - 1, k->lanes > 1);
    b = begin(w, WARPPOOL_COUNTER, "counter", supply_counter(c), true);
    b->ends = b->holdable = false;
    b = begin(w, WARPPOOL_AGE, "age", warppool_needs_age(c), true);
    b->possible &= warppool_needs_ages(c);
    b->ends = b->holdable = false;
}

void warppool_identities_free(warppool_identities *w)
{
    for (unsigned i = 0; i < WARPPOOL_IDENTITIES; i++) identity_coverage_free(&w->apart[i]);
}

// ---- what is compared in a cycle

static void look_at_lines(identity_coverage *b, const warppool_shape *s,
                          const warppool_coalescer *co)
{
    if (b->complete) return;
    for (uint64_t left = co->left & ~co->members; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        identity_coverage_pair_at(b, lane - 1, co->line, co->addr[lane] >> s->offset_bits);
    }
}

// The tags of its queue that a request could enter, were they of its line; none when one of them
// is.
static void look_at_tags(warppool_identities *w, const warppool *m, unsigned c,
                         const warppool_request *r)
{
    const warppool_queues *q = &m->queues;
    const unsigned tags = m->shape.tags, first = r->queue * tags;
    for (unsigned t = 0; t < tags; t++) {
        if (q->used[r->queue] >> t & 1 && q->line[first + t] == r->line) return;
    }
    for (unsigned t = 0; t < tags; t++) {
        const bool fits = q->used[r->queue] >> t & 1 && q->count[first + t] < m->shape.merges &&
                          (int)(first + t) != m->select.named;
        if (fits)
            identity_coverage_pair_at(&w->apart[WARPPOOL_TAG], c * tags + t,
                                      r->line >> w->key_shift, q->line[first + t] >> w->key_shift);
    }
}

// The tag that takes a request, and its lowest warp.
static void look_at_warps(identity_coverage *b, const warppool *m, const warppool_request *r)
{
    const warppool_queues *q = &m->queues;
    const unsigned tags = m->shape.tags, first = r->queue * tags;
    for (unsigned t = 0; t < tags; t++) {
        const bool takes = q->used[r->queue] >> t & 1 && q->line[first + t] == r->line &&
                           q->count[first + t] < m->shape.merges;
        if (takes) identity_coverage_pair(b, r->warp, q->lowest[first + t]);
    }
}

static void look_at_requests(warppool_identities *w, const warppool *m)
{
    if (w->apart[WARPPOOL_TAG].complete && w->apart[WARPPOOL_QUEUE].complete &&
        w->apart[WARPPOOL_WARP].complete)
        return;
    for (unsigned c = 0, pair = 0; c < m->shape.coalescers; c++) {
        bool blocked = false;
        for (unsigned d = 0; d < c; d++, pair++) {
            if (!m->co[c].n_r || !m->co[d].n_r) continue;
            identity_coverage_pair_at(&w->apart[WARPPOOL_QUEUE], pair, m->co[c].r[0].queue,
                                      m->co[d].r[0].queue);
            blocked = blocked || m->co[c].r[0].queue == m->co[d].r[0].queue;
        }
        if (!m->co[c].n_r || blocked) continue;
        look_at_tags(w, m, c, &m->co[c].r[0]);
        look_at_warps(&w->apart[WARPPOOL_WARP], m, &m->co[c].r[0]);
    }
}

static void look_at_selection(warppool_identities *w, const warppool *m)
{
    const warppool_queues *q = &m->queues;
    identity_coverage *number = &w->apart[WARPPOOL_TAG_NUMBER],
                      *choice = &w->apart[WARPPOOL_CHOICE];
    if (number->complete && (choice->complete || !m->select.warp_first)) return;
    unsigned lowest = ~0u;
    for (unsigned i = 0; i < q->n; i++) {
        const unsigned tag = q->order[i];
        if (m->select.named >= 0 && (int)tag != m->select.named)
            identity_coverage_pair(number, tag, (unsigned)m->select.named);
        if ((int)tag != m->select.named && q->lowest[tag] < lowest) lowest = q->lowest[tag];
    }
    for (unsigned i = 0; m->select.warp_first && i < q->n; i++) {
        if ((int)q->order[i] != m->select.named)
            identity_coverage_pair(choice, q->lowest[q->order[i]], lowest);
    }
}

static void look_at_offsets(identity_coverage *b, const warppool_shape *s,
                            const warppool_line *line)
{
    if (b->complete || !line->full || !line->store) return;
    identity_coverage_clear(b);
    for (unsigned l = 0; l < s->lanes; l++) {
        if (line->lanes >> l & 1) identity_coverage_add(b, line->offset[l]);
    }
}

static void look_at_counters(identity_coverage *b, const warppool_order *o)
{
    for (unsigned k = 0; k < o->warps && !b->complete; k++)
        identity_coverage_pair(b, o->counter[k], 0);
}

static void look_at_ages(identity_coverage *b, const warppool *m)
{
    for (unsigned c = 1; c < m->shape.coalescers; c++) {
        for (unsigned d = 0; d < c; d++) {
            const bool both =
                m->co[c].b.full && m->co[c].b.store && m->co[d].b.full && m->co[d].b.store;
            if (both) identity_coverage_pair(b, m->co[c].age, m->co[d].age);
        }
    }
}

void warppool_identities_look(warppool_identities *w, const warppool *m)
{
    for (unsigned c = 0; c < m->shape.coalescers; c++) {
        look_at_lines(&w->apart[WARPPOOL_LINE], &m->shape, &m->co[c]);
        look_at_offsets(&w->apart[WARPPOOL_OFFSET], &m->shape, &m->co[c].b);
    }
    look_at_requests(w, m);
    look_at_selection(w, m);
    look_at_counters(&w->apart[WARPPOOL_COUNTER], &m->order);
    if (!w->apart[WARPPOOL_AGE].complete) look_at_ages(&w->apart[WARPPOOL_AGE], m);
}
