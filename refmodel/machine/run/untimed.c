// untimed.c : see untimed.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/untimed.h"

#include <inttypes.h>
#include <string.h>

enum {
    MOST_WARPS = 64, // of a CTA
    BARRIERS = 16,
    TURN = 4096 // instructions of a warp before the next warp's: one may wait for another's store
};

typedef struct untimed_barrier {
    uint64_t arrived, waiting;
    unsigned arrivals, needed;
} untimed_barrier;

typedef struct untimed_cta {
    const front_end *f;
    untimed_counts *n;
    uint64_t live, waiting; // warps
    void *warps[MOST_WARPS];
    const winst *next[MOST_WARPS];
    untimed_barrier barriers[BARRIERS];
    bool faulted;
    bool cut; // no further instruction may issue, and there was one
    wexec x;
} untimed_cta;

// As sm_issue.c opens them.
static void open_barriers(untimed_cta *c)
{
    for (unsigned k = 0; k < BARRIERS; k++) {
        untimed_barrier *b = &c->barriers[k];
        const bool opens = b->needed ? b->arrivals >= b->needed : !(c->live & ~b->arrived);
        if (!b->arrivals || !opens) continue;
        c->waiting &= ~b->waiting;
        *b = (untimed_barrier){0};
    }
}

static void arrive(untimed_cta *c, unsigned w)
{
    untimed_barrier *b = &c->barriers[c->x.barrier];
    b->arrived |= (uint64_t)1 << w;
    b->arrivals++;
    b->needed = c->x.barrier_warps;
    if (!c->x.barrier_pass) {
        b->waiting |= (uint64_t)1 << w;
        c->waiting |= (uint64_t)1 << w;
    }
    open_barriers(c);
}

// One instruction of a warp. Returns whether it may go on.
static bool step(untimed_cta *c, unsigned w)
{
    const winst *i = c->next[w];
    c->faulted = i->kind == W_FAULT;
    if (c->faulted) return false;
    c->next[w] = c->f->issue(c->warps[w], &c->x);
    c->n->warp_insns++;
    c->n->thread_insns += lanes_of(c->x.active);
    c->x.now++;
    if (i->kind == W_BARRIER && c->x.active) arrive(c, w);
    if (!c->next[w]) {
        c->live &= ~((uint64_t)1 << w);
        open_barriers(c);
    }
    return c->live & ~c->waiting & (uint64_t)1 << w;
}

// The same, close to the limit. As count_lanes of sm_issue.c, it counts only the first lanes of the
// last instruction.
static bool step_within_limit(untimed_cta *c, unsigned w)
{
    untimed_counts *n = c->n;
    c->cut = n->thread_insns == n->limit;
    if (c->cut) return false;
    const bool goes_on = step(c, w);
    if (n->thread_insns > n->limit) {
        n->thread_insns = n->limit;
        c->cut = true;
    }
    return goes_on && !c->cut;
}

// A turn of a warp. Only one in which the limit may lie looks for it.
static void turn_of(untimed_cta *c, unsigned w)
{
    if (c->n->limit - c->n->thread_insns < (uint64_t)TURN * WARP_LANES) {
        for (unsigned k = 0; k < TURN && step_within_limit(c, w); k++) {}
    } else {
        for (unsigned k = 0; k < TURN && step(c, w); k++) {}
    }
}

static bool run_turn(untimed_cta *c)
{
    const uint64_t ready = c->live & ~c->waiting;
    for (uint64_t left = ready; left && !c->faulted && !c->cut; left &= left - 1)
        turn_of(c, (unsigned)__builtin_ctzll(left));
    return ready != 0;
}

static int run_cta(untimed_cta *c, uint32_t cta, const volatile bool *stop, err *e)
{
    const front_end *f = c->f;
    f->cta_start(f->self, cta, 0, 0);
    c->live = c->waiting = 0;
    memset(c->barriers, 0, sizeof c->barriers);
    for (unsigned w = 0; w < f->warps_per_cta; w++) {
        c->warps[w] = f->warp(f->self, 0, 0, w, &c->next[w]);
        c->live |= (uint64_t)1 << w;
    }
    while (c->live && !c->faulted && !c->cut) {
        if (stop && *stop) return err_add(e, ST_CHECK, "stopped in CTA %" PRIu32, cta);
        if (!run_turn(c))
            return err_add(e, ST_CHECK, "kernel %s: CTA %" PRIu32 ": every warp waits at a barrier",
                           f->name, cta);
    }
    if (c->faulted) return f->fault(f->self, e);
    f->cta_done(f->self, 0, 0);
    return ST_OK;
}

int untimed_run(const front_end *f, const volatile bool *stop, untimed_counts *n, bool *cut, err *e)
{
    untimed_cta c = {.f = f, .n = n, .x = {.word_step = f->local_step}};
    int st = ST_OK;
    CHECK(f->warps_per_cta <= MOST_WARPS, "a CTA of %u warps", f->warps_per_cta);
    for (uint32_t cta = 0; cta < f->n_ctas && st == ST_OK && !c.cut; cta++) {
        c.cut = n->thread_insns == n->limit;
        if (!c.cut) st = run_cta(&c, cta, stop, e);
    }
    *cut = c.cut;
    return st;
}
