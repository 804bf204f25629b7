// gpu_window.c : see gpu_window.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/gpu_window.h"

#include "machine/gpu_state.h"

#include <stdlib.h>

enum { STEPS = 64, CYCLES = 64, SHARE_LOOKS = 16 };

// One SM's progress.
typedef struct lane {
    uint64_t at;             // step that it does next
    uint64_t active_at;      // sm_active_at
    unsigned finished;       // CTAs that ended in its last cycle
    bool blocked;            // it must wait until the machine is there
    bool faulted, empty;
    uint32_t put_off;        // accesses, up to now
    uint32_t performed;      // accesses put off, of those later counts
    uint32_t later[CYCLES];  // [cycle % CYCLES] put off up to the end of it
} lane;

struct window {
    lane *lanes; // [sm]
    uint64_t first, end;             // steps
    unsigned n_steps;
    unsigned ticking[STEPS];         // [step - first]
    uint64_t cycle[STEPS];           // core cycle of it
    unsigned split;                  // SMs from here on are the other thread's
    int waits, windows;              // whom waiting was for: > 0 the other thread
};

window *window_new(unsigned n_sms)
{
    window *w = wl_calloc(1, sizeof *w);
    w->lanes = wl_calloc(n_sms, sizeof *w->lanes);
    w->split = (n_sms + 1) / 2;
    return w;
}

void window_free(window *w)
{
    if (!w) return;
    free(w->lanes);
    free(w);
}

// ---- one SM

// A cycle of the SM; false: it must stop after it.
static bool core_cycle(gpu *g, lane *l, unsigned i, uint64_t step, uint64_t cycle)
{
    sm *s = g->sms[i];
    memsys_port_before(g->mem, i, step);
    if (gpu_due(g, i, cycle)) {
        sm_eval(s, cycle);
        sm_commit(s, cycle);
    }
    l->later[cycle % CYCLES] = l->put_off = g->f->later[i * FRONT_LATER_STRIDE];
    l->finished += sm_take_finished(s);
    l->faulted = g->looks[i].news->fault;
    l->active_at = g->looks[i].news->active_at;
    return !l->finished && !l->faulted && (sm_resident(s) || gpu_empty(g, i));
}

static void run_sm(gpu *g, unsigned i)
{
    const window *w = g->window;
    lane *l = &w->lanes[i];
    memsys_port_open(g->mem, i, l->at == w->first);
    for (; l->at < w->end && !l->blocked; l->at++) {
        const unsigned k = (unsigned)(l->at - w->first);
        if (w->ticking[k] >> CLOCK_CORE & 1) l->blocked = !core_cycle(g, l, i, l->at, w->cycle[k]);
        if (!memsys_port_after(g->mem, i, l->at, w->ticking[k] >> CLOCK_ICNT & 1)) l->blocked |= g->looks[i].bell->miss_waits;
    }
    l->empty = gpu_empty(g, i);
}

static void run_upper(void *self)
{
    gpu *g = self;
    for (unsigned i = g->window->split; i < g->n_sms; i++) run_sm(g, i);
}

// ---- all of them

// How many core cycles the next window may have.
static uint64_t most_cycles(const gpu *g)
{
    const uint64_t limit = g->c.gpu.cycle_limit, left = limit ? g->launched_at + limit - g->cycle : UINT64_MAX;
    const uint64_t most = g->place ? 1 : g->c.sm.issue_latency; // dependents of what is put off do not issue before
    return left < most ? left : most;
}

// Its steps, the last one with a core cycle if there are as many.
static void plan(gpu *g, uint64_t most)
{
    window *w = g->window;
    clocks k = g->clk;
    uint64_t cycle = g->cycle;
    const uint64_t last = cycle + most_cycles(g);
    w->first = memsys_window_step(g->mem);
    for (w->n_steps = 0; w->n_steps < most && w->n_steps < STEPS && cycle != last; w->n_steps++) {
        w->ticking[w->n_steps] = clocks_step(&k);
        cycle += w->ticking[w->n_steps] >> CLOCK_CORE & 1;
        w->cycle[w->n_steps] = cycle;
    }
    w->end = w->first + w->n_steps;
}

// From time to time the other thread gets an SM more or less.
static void balance(window *w, unsigned n_sms, bool other_was_late)
{
    w->waits += other_was_late ? 1 : -1;
    if (++w->windows < SHARE_LOOKS) return;
    if (w->waits > SHARE_LOOKS / 4 && w->split < n_sms) w->split++;
    if (w->waits < -SHARE_LOOKS / 4 && w->split > 1) w->split--;
    w->waits = w->windows = 0;
}

static void run_sms(gpu *g)
{
    window *w = g->window;
    memsys_window_open(g->mem, w->n_steps);
    team_share(g->team, run_upper, g);
    for (unsigned i = 0; i < w->split; i++) run_sm(g, i);
    balance(w, g->n_sms, team_join(g->team));
}

// ---- the rest

static void perform_put_off(gpu *g, uint64_t cycle)
{
    for (unsigned i = 0; i < g->n_sms; i++) {
        lane *l = &g->window->lanes[i];
        if (l->performed == l->put_off) continue;
        for (; l->performed != l->later[cycle % CYCLES]; l->performed++) g->f->perform(g->f->self, i);
    }
}

static void rest_step(gpu *g, unsigned ticking)
{
    if (ticking >> CLOCK_CORE & 1) perform_put_off(g, ++g->cycle);
    if (ticking >> CLOCK_ICNT & 1) memsys_front_eval(g->mem, CLOCK_ICNT, g->cycle);
    if (ticking >> CLOCK_L2 & 1) memsys_front_eval(g->mem, CLOCK_L2, g->cycle);
    memsys_window_commit(g->mem);
}

static void settle(gpu *g, uint64_t now)
{
    window *w = g->window;
    for (unsigned i = 0; i < g->n_sms; i++) {
        lane *l = &w->lanes[i];
        if (l->empty && !l->blocked) l->at = now; // it has done nothing
        if (l->at != now) continue;
        if (l->faulted && !g->faulted) g->f->first_fault(g->f->self, i);
        if (l->finished || l->faulted) gpu_collect(g, i, l->finished);
        if (l->active_at > g->active_at) g->active_at = l->active_at;
        l->blocked = false;
        l->finished = 0;
    }
}

void window_run(gpu *g)
{
    window *w = g->window;
    plan(g, team_steps(g->team));
    run_sms(g);
    uint64_t now = w->end;
    for (unsigned i = 0; i < g->n_sms; i++) now = w->lanes[i].at < now ? w->lanes[i].at : now;
    for (uint64_t k = w->first; k < now; k++) {
        clocks_step(&g->clk);
        rest_step(g, w->ticking[k - w->first]);
    }
    memsys_window_close(g->mem);
    team_took(g->team, now - w->first);
    settle(g, now);
    if (w->ticking[now - 1 - w->first] >> CLOCK_CORE & 1) gpu_dispatch(g);
}

// ---- when

void window_begin(gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++) {
        lane *l = &g->window->lanes[i];
        l->at = memsys_window_step(g->mem);
        l->finished = 0;
        l->blocked = false;
        l->performed = l->put_off = g->f->later[i * FRONT_LATER_STRIDE];
        l->active_at = 0;
        l->faulted = l->empty = false;
    }
    g->f->side_by_side(g->f->self, true);
    g->sides = true;
}

void window_end(gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++) memsys_port_open(g->mem, i, true);
    g->f->side_by_side(g->f->self, false);
    g->sides = false;
}

bool window_usable(const gpu *g) { return g->hooks.windows && g->window && g->f->side_by_side && !g->hooks.device && !g->hooks.record && !g->throttle && g->c.sm.issue_latency > 1; }

bool window_even(const gpu *g, unsigned i) { return g->window->lanes[i].at == memsys_window_step(g->mem); }

bool window_ahead(const gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (!window_even(g, i)) return true;
    }
    return false;
}
