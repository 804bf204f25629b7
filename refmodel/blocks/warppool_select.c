// warppool_select.c : see warppool_select.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_select.h"

#include <string.h>

void warppool_select_init(warppool_select *s, const config *c)
{
    const unsigned bits = warppool_warp_bits(c);
    s->group_bits = bits > 2 ? (bits - 1) / 2 * 2 : 0;
    s->kind = c->warppool.select;
    s->store_age = c->warppool.store_age;
    s->quantum = c->warppool.quantum;
    s->miss_rate = c->warppool.miss_rate;
}

void warppool_select_reset(warppool_select *s)
{
    s->named = s->laying = -1;
    s->n_out = 0;
    s->unlaid = 0;
    s->merged = false;
    s->warp_first = s->kind == SELECT_WARP;
    s->at = s->accesses = s->misses = 0;
    s->running = false;
    memset(s->group, 0, sizeof s->group);
}

// ---- grant

// The store that has waited longest, -1 none.
static int oldest_store(const warppool_select *s, const warppool_coalescer *k)
{
    int best = -1;
    for (unsigned c = 0; c < s->s->coalescers; c++) {
        const bool waits = k[c].b.full && k[c].b.store;
        if (waits && (best < 0 || k[c].age > k[best].age)) best = (int)c;
    }
    return best;
}

bool warppool_select_has_store(const warppool_select *s)
{
    bool has = false;
    for (unsigned k = 0; k < s->n_out; k++) has = has || s->out[k].store;
    return has;
}

// Of the lanes those behind the group of the lowest.
static uint64_t behind_group(const warppool_select *s, uint64_t lanes)
{
    const unsigned n = s->s->layout_lanes;
    if (!n || !lanes) return 0;
    const unsigned end = ((unsigned)__builtin_ctzll(lanes) / n + 1) * n;
    return end < 64 ? lanes >> end << end : 0;
}

warppool_grant warppool_select_grant(const warppool_select *s, const warppool_coalescer *k)
{
    warppool_grant g = {-1, -1};
    if (s->n_out == WARPPOOL_OUTBOUND) return g;
    const int oldest = oldest_store(s, k), laid = s->unlaid ? -1 : s->laying,
              store = s->s->narrow ? laid : oldest;
    const bool aged = oldest >= 0 && k[oldest].age >= s->store_age;
    if (!aged && s->named >= 0) g.tag = s->merged ? -1 : s->named;
    else if (store >= 0 && !warppool_select_has_store(s)) g.store = store;
    return g;
}

warppool_layout warppool_select_layout(const warppool_select *s, const warppool_coalescer *k,
                                       warppool_grant grant)
{
    warppool_layout l = {s->laying, s->unlaid};
    if (!s->s->narrow || grant.store >= 0) return (warppool_layout){-1, 0};
    if (l.store < 0) {
        l.store = oldest_store(s, k);
        l.unlaid = l.store < 0 ? 0 : k[l.store].b.lanes;
        return l;
    }
    if (!warppool_select_has_store(s)) l.unlaid = behind_group(s, l.unlaid);
    return l;
}

void warppool_select_age(warppool_select *s, warppool_coalescer *k, warppool_grant g)
{
    if (g.tag < 0 && g.store < 0) return;
    for (unsigned c = 0; c < s->s->coalescers; c++) {
        const bool waits = k[c].b.full && k[c].b.store && (int)c != g.store;
        k[c].age += waits;
    }
}

// ---- choice

static int oldest(const warppool_select *s, const warppool_queues *q)
{
    for (unsigned k = 0; k < q->aged; k++) {
        if (q->order[k] != s->named) return q->order[k];
    }
    return -1;
}

void warppool_select_group(const warppool_select *s, const warppool_queues *q,
                           uint64_t group[WARPPOOL_TAGS / 64])
{
    unsigned least = ~0u;
    memset(group, 0, sizeof s->group);
    for (unsigned k = 0; k < q->n; k++) {
        const unsigned t = q->order[k], high = q->lowest[t] >> s->group_bits;
        if ((int)t == s->named || high > least) continue;
        if (high < least) memset(group, 0, sizeof s->group);
        least = high;
        group[t / 64] |= (uint64_t)1 << t % 64;
    }
}

static int lowest_warp(const warppool_select *s, const warppool_queues *q)
{
    const unsigned bits = s->s->narrow ? (1u << s->group_bits) - 1 : ~0u;
    unsigned least = 0;
    int best = -1;
    for (unsigned k = 0; k < q->n; k++) {
        const unsigned t = q->order[k], warp = q->lowest[t] & bits;
        if ((int)t == s->named || (s->s->narrow && !(s->group[t / 64] >> t % 64 & 1))) continue;
        if (best >= 0 && (warp > least || (warp == least && (int)t > best))) continue;
        best = (int)t;
        least = warp;
    }
    return best;
}

int warppool_select_choice(const warppool_select *s, const warppool_queues *q)
{
    return s->warp_first ? lowest_warp(s, q) : oldest(s, q);
}

// ---- policy

static void judge(warppool_select *s, warppool_events *v)
{
    const bool over = s->misses * WARPPOOL_WHOLE > s->accesses * s->miss_rate;
    v->quanta++;
    v->switches += over;
    if (over) s->warp_first = !s->warp_first;
    s->accesses = s->misses = 0;
}

// What L1D accepts in the first cycle of a quantum belongs to it; the quantum before is judged
// beside it.
void warppool_select_count(warppool_select *s, bool access, bool miss, warppool_events *v)
{
    if (s->kind != SELECT_SWITCH) return;
    if (s->at == 0 && s->running) judge(s, v);
    s->running = true;
    if (++s->at == s->quantum) s->at = 0;
    s->accesses += access;
    s->misses += access && miss;
}

// The first cycle of the next quantum judges what has been counted; all quanta after it are without
// an access.
void warppool_select_skip(warppool_select *s, uint64_t cycles, warppool_events *v)
{
    if (s->kind != SELECT_SWITCH) return;
    const uint64_t first =
        (s->quantum - s->at) % s->quantum; // cycles before the first cycle of a quantum
    if (cycles > first) {
        s->at = 0;
        warppool_select_count(s, false, false, v);
        cycles -= first + 1;
    }
    v->quanta +=
        (s->at + cycles + s->quantum - 1) / s->quantum - (s->at + s->quantum - 1) / s->quantum;
    s->at = (s->at + cycles) % s->quantum;
}
