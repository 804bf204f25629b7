// ideal_memory.c : see ideal_memory.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/ideal_memory.h"

#include "blocks/pric.h"
#include "machine/common/tags.h"

#include <inttypes.h>
#include <stdlib.h>

// A request under way; the next one of its list.
typedef struct flight {
    mreq r;
    uint32_t next;
} flight;

enum { NO_FLIGHT = UINT32_MAX };

typedef struct list {
    uint32_t first, last;
} list;

struct ideal_memory {
    const addrmap *map;
    pric index; // l2.index
    sm_chans *sm;
    uint32_t n_sms, line_shift;
    uint64_t hit_ticks, miss_ticks; // from the tick of the intake to that of the reply's push
    tags *slices;                   // [slice]
    uint64_t **comes;               // [slice][slot] tick in which the line's first reply is pushed
    uint32_t n_slices;
    flight *pool; // places for what SMs can have under way; if they should not do, requests wait in
                  // their channels
    uint32_t free_flight, under_way;
    list *timing_wheel; // [tick & mask]: due then
    uint32_t mask;
    list *ready; // [sm]: due, and waiting for room in the reply channel
    uint32_t n_ready;
    l2_stats s;
};

static uint64_t in_crossbar_ticks(const config *c, uint64_t l2_ticks)
{
    return (l2_ticks * c->gpu.icnt_mhz + c->gpu.l2_mhz - 1) / c->gpu.l2_mhz;
}

static void make_slices(ideal_memory *x, const config *c)
{
    const index_fn f = index_fn_of_l2(c);
    pric_init(&x->index, &f);
    x->n_slices = c->dram.channels * c->l2.slices_per_channel;
    x->slices = wl_calloc(x->n_slices, sizeof *x->slices);
    x->comes = wl_calloc(x->n_slices, sizeof *x->comes);
    for (uint32_t s = 0; s < x->n_slices; s++) {
        tags_init(&x->slices[s], c->l2.sets, c->l2.ways);
        x->comes[s] = wl_calloc((size_t)c->l2.sets * c->l2.ways, sizeof **x->comes);
    }
}

static void make_flights(ideal_memory *x)
{
    uint32_t span = 1;
    while (span <= x->miss_ticks) span *= 2;
    const uint32_t n = x->n_sms * 4 * span;
    x->pool = wl_calloc(n, sizeof *x->pool);
    for (uint32_t i = 0; i < n; i++) x->pool[i].next = i + 1 < n ? i + 1 : NO_FLIGHT;
    x->timing_wheel = wl_calloc(span, sizeof *x->timing_wheel);
    x->ready = wl_calloc(x->n_sms, sizeof *x->ready);
    for (uint32_t t = 0; t < span; t++) x->timing_wheel[t].first = NO_FLIGHT;
    for (uint32_t i = 0; i < x->n_sms; i++) x->ready[i].first = NO_FLIGHT;
    x->mask = span - 1;
}

ideal_memory *ideal_memory_new(const config *c, const addrmap *map, sm_chans *sm)
{
    ideal_memory *x = wl_calloc(1, sizeof *x);
    *x = (ideal_memory){.map = map,
                        .sm = sm,
                        .n_sms = c->gpu.sms,
                        .line_shift = (uint32_t)__builtin_ctz(c->l1d.line_bytes)};
    const uint64_t through = c->icnt.latency > 2 ? c->icnt.latency : 2,
                   rop = c->l2.rop_latency ? c->l2.rop_latency : 1;
    x->hit_ticks = 2 * through + in_crossbar_ticks(c, rop) - 2; // a channel at each end
    x->miss_ticks = x->hit_ticks + in_crossbar_ticks(c, c->dram.fixed_latency);
    make_slices(x, c);
    make_flights(x);
    return x;
}

void ideal_memory_free(ideal_memory *x)
{
    if (!x) return;
    for (uint32_t s = 0; s < x->n_slices; s++) {
        tags_free(&x->slices[s]);
        free(x->comes[s]);
    }
    free(x->slices);
    free(x->comes);
    free(x->pool);
    free(x->timing_wheel);
    free(x->ready);
    free(x);
}

static void append(ideal_memory *x, list *l, uint32_t i)
{
    x->pool[i].next = NO_FLIGHT;
    if (l->first == NO_FLIGHT) l->first = i;
    else x->pool[l->last].next = i;
    l->last = i;
}

static uint32_t take_first(ideal_memory *x, list *l)
{
    const uint32_t i = l->first;
    l->first = x->pool[i].next;
    return i;
}

// The line is taken for a miss at once; when it comes is kept beside it.
static int32_t allocate(ideal_memory *x, uint32_t slice, uint32_t set, uint64_t line,
                        uint64_t comes)
{
    tags *t = &x->slices[slice];
    const int32_t victim = tags_victim(t, set);
    x->s.evictions += t->at[victim].state != LINE_INVALID;
    x->s.writebacks += t->at[victim].state == LINE_DIRTY;
    tags_reserve(t, victim, line, 0);
    t->at[victim].state = LINE_VALID;
    x->comes[slice][victim] = comes;
    x->s.fills++;
    return victim;
}

// Looks r up in L2: the tick in which its reply is to be pushed. Marks r when it waits for DRAM.
static uint64_t look_up(ideal_memory *x, mreq *r, uint64_t now)
{
    const uint32_t slice = addrmap_slice(x->map, r->addr);
    tags *t = &x->slices[slice];
    const uint64_t line = r->addr >> x->line_shift, hit = now + x->hit_ticks;
    const uint32_t set = pric_index(&x->index, addrmap_local(x->map, r->addr) >> x->line_shift);
    int32_t slot = tags_find(t, set, line);
    if (slot == TAGS_NONE) {
        slot = allocate(x, slice, set, line, now + x->miss_ticks);
        l2_count(&x->s, r, L2_MISS);
    } else if (x->comes[slice][slot] > hit) {
        l2_count(&x->s, r, L2_PENDING);
    } else {
        l2_count(&x->s, r, L2_HIT);
    }
    tags_touch(t, slot);
    if (r->kind != MREQ_READ) t->at[slot].state = LINE_DIRTY;
    if (x->comes[slice][slot] <= hit) return hit;
    r->flags |= MREQ_MISSED;
    return x->comes[slice][slot];
}

static void take_in(ideal_memory *x, uint32_t sm, uint64_t now, bits *popped)
{
    for (const mreq *r; (r = chan_front(&x->sm[sm].request)) != NULL && x->free_flight != NO_FLIGHT;
         bits_set(popped, sm)) {
        const uint32_t i = x->free_flight;
        x->free_flight = x->pool[i].next;
        mreq *f = &x->pool[i].r;
        *f = *r;
        f->entered = (uint32_t)now;
        const uint64_t due = look_up(x, f, now);
        f->flags |= MREQ_REPLY;
        append(x, &x->timing_wheel[due & x->mask], i);
        x->under_way++;
        x->s.arrivals++;
        chan_pop(&x->sm[sm].request);
    }
}

static void send(ideal_memory *x, uint32_t sm, bits *pushed)
{
    list *l = &x->ready[sm];
    while (l->first != NO_FLIGHT && chan_can_push(&x->sm[sm].reply)) {
        const uint32_t i = take_first(x, l);
        mreq_push(&x->sm[sm].reply, &x->pool[i].r);
        bits_set(pushed, sm);
        x->pool[i].next = x->free_flight;
        x->free_flight = i;
        x->under_way--;
        x->n_ready--;
        x->s.replies++;
    }
}

static uint64_t next_due(const ideal_memory *x, uint64_t now)
{
    bool more = x->n_ready != 0;
    for (uint32_t sm = 0; sm < x->n_sms; sm++) more = more || chan_count(&x->sm[sm].request);
    if (more) return now + 1;
    if (!x->under_way) return UINT64_MAX;
    uint64_t t = now + 1;
    while (x->timing_wheel[t & x->mask].first == NO_FLIGHT) t++;
    return t;
}

uint64_t ideal_memory_eval(ideal_memory *x, uint64_t now, bits *popped, bits *pushed)
{
    for (uint32_t sm = 0; sm < x->n_sms; sm++) take_in(x, sm, now, popped);
    for (list *due = &x->timing_wheel[now & x->mask]; due->first != NO_FLIGHT;) {
        const uint32_t i = take_first(x, due);
        append(x, &x->ready[x->pool[i].r.sm], i);
        x->n_ready++;
    }
    for (uint32_t sm = 0; sm < x->n_sms && x->n_ready; sm++) send(x, sm, pushed);
    return next_due(x, now);
}

bool ideal_memory_idle(const ideal_memory *x) { return !x->under_way; }

l2_stats ideal_memory_get_stats(const ideal_memory *x) { return x->s; }

void ideal_memory_dump(const ideal_memory *x, FILE *f)
{
    if (x->under_way)
        fprintf(
            f,
            "  memory of infinite bandwidth: %u requests under way, %u of them wait for their SM\n",
            x->under_way, x->n_ready);
}

static void view_list(const ideal_memory *x, const list *l, const char *place, unsigned number,
                      const mreq_view *v)
{
    for (uint32_t i = l->first; i != NO_FLIGHT; i = x->pool[i].next)
        mreq_show(v, &x->pool[i].r, PLACE_IN_TRANSIT, place, number);
}

void ideal_memory_view(const ideal_memory *x, const mreq_view *v)
{
    for (uint32_t t = 0; t <= x->mask; t++)
        view_list(x, &x->timing_wheel[t], "memory system of infinite bandwidth, due in a tick of",
                  t, v);
    for (uint32_t sm = 0; sm < x->n_sms; sm++)
        view_list(x, &x->ready[sm], "memory system of infinite bandwidth, ready for SM", sm, v);
}
