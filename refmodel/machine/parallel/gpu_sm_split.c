// gpu_sm_split.c : see threads.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/parallel/gpu_sm_group.h"

#include "machine/structures/crossbar.h"

#include <stdlib.h>
#include <string.h>

enum { BALANCE_BLOCKS = 8 };

// ---- life

sm_split *sm_split_new(gpu *g)
{
    const config *c = &g->c;
    if (c->gpu.sms > 2 * SM_GROUP_MOST || g->clk.period[CLOCK_ICNT] != g->clk.period[CLOCK_CORE])
        return NULL;
    sm_split *d = wl_calloc_lines(1, sizeof *d);
    d->g = g;
    d->mem = g->mem;
    d->sm_words = bits_words(c->gpu.sms);
    d->flit_bytes = c->icnt.request_flit_bytes;
    d->read_flits = crossbar_packet_flits(&(mreq){.kind = MREQ_READ}, d->flit_bytes);
    d->fills_evict = c->l1d.allocate == ALLOCATE_FILL;
    d->ports = wl_calloc_lines(c->gpu.sms, sizeof *d->ports);
    d->owner = wl_calloc_lines(c->gpu.sms, sizeof *d->owner);
    d->seat = wl_calloc_lines(c->gpu.sms, sizeof *d->seat);
    d->taken = wl_calloc_lines(MEMSYS_AHEAD + 1, sizeof *d->taken);
    uint32_t **const all[] = {&d->groups[CALLER].events, &d->groups[OTHER].events, &d->theirs};
    for (unsigned k = 0; k < 3; k++)
        *all[k] = wl_calloc_lines((size_t)2 * MEMSYS_AHEAD * SM_GROUP_MOST, sizeof(uint32_t));
    return d;
}

void sm_split_free(sm_split *d)
{
    if (!d) return;
    for (unsigned k = 0; k < 2; k++) free(d->groups[k].events);
    free(d->theirs);
    free(d->ports);
    free(d->owner);
    free(d->seat);
    free(d->taken);
    free(d);
}

// ---- the front half

// False: there were none.
static bool take_events(sm_split *d, unsigned which, const uint32_t *events, uint32_t there,
                        uint64_t cycle)
{
    const uint32_t from = d->events_seen[which];
    uint32_t n = from;
    for (; n != there && events[n] >> 16 <= cycle - d->base; n++) {
        if (events[n] & 1) memsys_detached_popped(d->mem, events[n] >> 1 & 0x7fff);
        else memsys_detached_pushed(d->mem, events[n] >> 1 & 0x7fff);
    }
    d->events_seen[which] = n;
    return n != from;
}

// What the SMs have pushed and popped in cycles up to this one.
static void commit_sms(sm_split *d, uint64_t cycle)
{
    const bool any = take_events(d, OTHER, d->theirs, d->events_there, cycle);
    if (take_events(d, CALLER, d->groups[CALLER].events, d->groups[CALLER].n_events, cycle) || any)
        memsys_detached_commit_sms(d->mem);
}

// The front half has done the cycle, for all that SMs must know.
static void note_room(sm_split *d, uint64_t cycle)
{
    taken *t = &d->taken[cycle - d->base];
    bits sms = *memsys_popped(d->mem);
    memcpy(t->freed, sms.w, d->sm_words * sizeof sms.w[0]);
    memsys_add_blocked(d->mem, &sms, &d->full);
    for (unsigned k = 0; k < d->sm_words; k++) sms.w[k] &= d->groups[OTHER].members[k];
    t->n_rooms = 0;
    BITS_FOR(i, &sms, d->sm_words)
    {
        const uint32_t blocked = memsys_blocked_ticks(d->mem, (unsigned)i);
        if (t->n_rooms == LINE_ROOMS) break; // it will know later
        t->rooms[t->n_rooms].seat = d->seat[i];
        t->rooms[t->n_rooms].blocked = blocked < UINT8_MAX ? (uint8_t)blocked : UINT8_MAX;
        t->rooms[t->n_rooms++].sure = (uint16_t)memsys_guaranteed_flits(d->mem, (unsigned)i);
    }
    d->front = cycle;
    atomic_store_explicit(&t->cycle, cycle, memory_order_release);
}

static void meet_other(sm_split *d)
{
    const uint64_t done = atomic_load_explicit(&d->groups[OTHER].told.done, memory_order_acquire);
    d->met = d->base + (done >> 32);
    for (uint32_t n = d->events_there; n != (uint32_t)done; n++) {
        const uint32_t e = d->theirs[n] = sm_group_event(&d->groups[OTHER], n);
        if (!(e & 1)) memsys_prefetch_sm(d->mem, e >> 1 & 0x7fff);
    }
    d->events_there = (uint32_t)done;
}

// As much of the next cycle as may be done; false: nothing.
bool sm_split_advance_front(sm_split *d)
{
    const uint64_t c = d->front + 1;
    bool any = false;
    if (d->groups[CALLER].cycle < c - 1) return false;
    if (d->met < c - 1) meet_other(d);
    if (d->met < c - 1 || c > end_of(d)) return false;
    commit_sms(d, c - 1);
    for (unsigned ticking; d->front < c; any = true) {
        if (!(ticking = gpu_front_next(d->g))) return any;
        gpu_front_begin(d->g, ticking, c);
        if (ticking >> CLOCK_CORE & 1) note_room(d, c);
        gpu_front_end(d->g, ticking, c);
    }
    return true;
}

// ---- a session: until the first group stops, or the end of the block

thread_work sm_split_idle_work(void *self)
{
    sm_split *d = self;
    const uint64_t open = atomic_load_explicit(&d->open, memory_order_acquire);
    if (open == d->seen)
        return atomic_load_explicit(&d->ended, memory_order_relaxed) == open ? WORK_NONE
                                                                             : WORK_BLOCKED;
    const group_progress t = sm_group_advance(d, &d->groups[OTHER], &d->groups[CALLER]);
    if (t == GROUP_DONE) {
        d->seen = open;
        atomic_store_explicit(&d->closed, open, memory_order_release);
    }
    return t == GROUP_MOVED ? WORK_DONE : WORK_BLOCKED;
}

static void run_session(sm_split *d)
{
    const uint64_t session = atomic_load_explicit(&d->open, memory_order_relaxed) + 1;
    unsigned spins = 0;
    for (unsigned k = 0; k < 2; k++) sm_group_survey(d, &d->groups[k]);
    atomic_store_explicit(&d->open, session, memory_order_release);
    for (;;) {
        const bool went_on = sm_split_advance_front(d);
        const group_progress t = sm_group_advance(d, &d->groups[CALLER], &d->groups[OTHER]);
        if (went_on || t == GROUP_MOVED) {
            spins = 0;
            continue;
        }
        if (t == GROUP_DONE && atomic_load_explicit(&d->closed, memory_order_acquire) == session &&
            d->front == end_of(d))
            break;
        d->waited++;
        back_thread_relax(d->back_thread, &spins);
    }
    atomic_store_explicit(&d->ended, session, memory_order_relaxed);
    meet_other(d);
    commit_sms(d, d->front);
}

// ---- a block

// The caller's group has d->mine of the SMs that have CTAs, the first ones.
static void share_out(sm_split *d)
{
    gpu *g = d->g;
    unsigned active = 0, n = 0;
    for (unsigned i = 0; i < g->n_sms; i++) active += sm_resident(g->sms[i]);
    d->mine = d->actives ? (d->mine * active + d->actives / 2) / d->actives : active / 2;
    d->actives = active;
    for (unsigned k = 0; k < 2; k++) {
        d->groups[k].n = 0;
        memset(d->groups[k].members, 0, sizeof d->groups[k].members);
    }
    for (unsigned i = 0; i < g->n_sms; i++) {
        const bool resident = sm_resident(g->sms[i]);
        d->owner[i] = CALLER;
        if (g->next_cta == g->n_ctas && gpu_empty(g, i))
            continue; // nothing happens in it any more in this kernel
        unsigned to = resident && n >= d->mine ? OTHER : CALLER;
        n += resident;
        if (d->groups[to].n == SM_GROUP_MOST) to = !to;
        sm_group *k = &d->groups[to];
        d->seat[i] = (uint8_t)k->n;
        k->sms[k->n++] = i;
        k->members[i / 64] |= (uint64_t)1 << i % 64;
        d->owner[i] = (uint8_t)to;
    }
}

// From time to time an SM changes over to the thread that waits more.
static void balance(sm_split *d)
{
    if (++d->blocks < BALANCE_BLOCKS) return;
    const uint64_t idle = back_thread_idle(d->back_thread), a = d->waited,
                   b = idle - d->other_waited;
    if (a > b + b / 2 && d->mine + 1 < d->actives) d->mine++;
    if (b > a + a / 2 && d->mine > 1) d->mine--;
    d->blocks = 0;
    d->waited = 0;
    d->other_waited = idle;
}

static void begin_block(sm_split *d)
{
    d->back_thread = d->g->back_thread;
    balance(d);
    share_out(d);
    d->base = d->front = d->met = d->g->cycle;
    d->events_seen[0] = d->events_seen[1] = d->events_there = 0;
    for (unsigned k = 0; k < 2; k++) sm_group_begin(d, &d->groups[k]);
    bits_clear_all(&d->full, d->sm_words);
    memsys_detach_sms(d->mem);
}

static void end_block(sm_split *d)
{
    gpu *g = d->g;
    for (unsigned k = 0; k < 2; k++) {
        d->groups[k].posted = memsys_replies_delivered(g->mem); // what SMs see in the next cycle
        sm_group_deliver(d, &d->groups[k], UINT64_MAX);
    }
    memsys_attach_sms(g->mem);
    g->timer = UINT64_MAX;
    for (unsigned i = 0; i < g->n_sms; i++) gpu_note(g, i);
}

// What the machine must know of the crews that stand in this cycle.
static void collect(sm_split *d)
{
    gpu *g = d->g;
    unsigned first = g->n_sms;
    bits_clear_all(&g->ahead, g->sm_words);
    for (unsigned i = 0; i < g->n_sms; i++) {
        const sm_group *k = &d->groups[d->owner[i]];
        if (k->cycle > g->cycle || k->begun) {
            bits_set(&g->ahead, i);
            continue;
        }
        gpu_collect(g, i, g->probes[i].activity->finished ? sm_take_finished(g->sms[i]) : 0);
        if (g->probes[i].activity->fault && i < first) first = i;
    }
    for (unsigned k = 0; k < 2; k++) {
        const uint64_t stop = atomic_load_explicit(&d->groups[k].stop, memory_order_relaxed);
        if (stop <= g->cycle)
            atomic_store_explicit(&d->groups[k].stop, NO_STOP, memory_order_relaxed);
    }
    if (g->faulted && g->f->first_fault) g->f->first_fault(g->f->self, first);
}

static void see_who_follows(sm_split *d)
{
    for (unsigned which = 0; which < 2; which++) {
        sm_group *k = &d->groups[which];
        k->follows = true;
        for (unsigned m = 0; m < k->n; m++) k->follows &= !sm_resident(d->g->sms[k->sms[m]]);
    }
}

// All CTAs have ended, the last one in the cycle of the group that is ahead: the other one goes
// there. Else: to the end of the block, or one cycle further while CTAs are being placed.
static uint64_t session_end(const sm_split *d, uint64_t block)
{
    const uint64_t a = d->groups[0].cycle, b = d->groups[1].cycle;
    if (d->g->ctas_done == d->g->n_ctas) return a > b ? a : b;
    return d->g->place ? least(d->g->cycle + 1, block) : block;
}

static uint64_t block_end(const gpu *g)
{
    const uint64_t most = g->c.gpu.cycle_limit,
                   block = (g->cycle / GPU_PUBLISH_CYCLES + 1) * GPU_PUBLISH_CYCLES;
    const uint64_t end = least(block, g->active_at + g->stuck_cycles);
    return most ? least(end, g->launched_at + most) : end;
}

bool sm_split_ready(const sm_split *d)
{
    const gpu *g = d->g;
    unsigned active = 0;
    if (!g->apart || !g->f->publish || g->place || g->ctas_done == g->n_ctas ||
        block_end(g) <= g->cycle)
        return false;
    for (unsigned i = 0; i < g->n_sms && active < 2; i++) active += sm_resident(g->sms[i]);
    return active == 2;
}

int sm_split_block(sm_split *d, err *e)
{
    gpu *g = d->g;
    const uint64_t block = block_end(g);
    if (g->hooks.stop && *g->hooks.stop)
        return err_add(e, ST_CHECK, "stopped in core cycle %llu", (unsigned long long)g->cycle);
    gpu_begin_cycle(g, g->cycle + 1);
    begin_block(d);
    do {
        see_who_follows(d);
        d->end = session_end(d, block);
        run_session(d);
        g->cycle = d->front;
        collect(d);
        if (g->faulted) return ST_OK;
        gpu_dispatch(g);
    } while (session_end(d, block) > g->cycle);
    bits_clear_all(&g->ahead, g->sm_words);
    end_block(d);
    return ST_OK;
}
