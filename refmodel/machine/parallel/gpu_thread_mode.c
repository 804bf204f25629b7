// gpu_thread_mode.c: chooses, while a kernel runs, how its work is divided between threads:
// everything in one, or one of the two ways to use a second thread (run/threads.h).
//
// The first cycles of a kernel say little about the rest. A kernel therefore begins with the
// division that is best for most kernels, for HOLD_FIRST cycles. Then each division is measured for
// about PROBE_NS, and the fastest one is kept for HOLD_FIRST cycles, and for twice as long each
// time that it wins again. A division that was far slower is measured in one of ALL_ROUNDS rounds
// only. The first cycles of a measurement do not count, because data then move from one processor's
// cache to the other's.
//
// Where other programs keep the second processor busy, the threads wait for each other as long as
// the host schedules neither. THREADS_BACK_HALF notices that within a few cycles (LONG_WAITS) and
// is tried before THREADS_SM_SPLIT, which cannot end before a block does: if the other thread seems
// to have lost its processor, one thread goes on alone. What such trials have cost may be at most
// one part in TRIAL_SHARE of the time so far.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu_state.h"

#include <time.h>

enum {
    PROBE_NS = 250000,
    PROBE_LEAST = 128,
    PROBE_MOST = 512, // cycles, but PROBE_NS
    HOLD_FIRST = 1 << 12,
    HOLD_MOST = 1 << 18, // cycles
    ALL_ROUNDS = 5,
    LONG_WAITS = 3,
    TRIAL_SHARE = 32
};

int gpu_join_threads(gpu *g, err *e)
{
    int st = ST_OK;
    if (!g->apart) return st;
    g->catching_up = true;
    for (uint64_t n = back_thread_stop(g->back_thread); n && st == ST_OK && !g->faulted; n--)
        st = gpu_step(g, e);
    g->catching_up = false;
    memsys_front_publish(g->mem);
    memsys_back_receive(g->mem); // of what the SMs have popped in these steps
    g->apart = false;
    g->thread_mode = THREADS_ONE;
    return st;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static gpu_thread_mode last_way(const gpu *g)
{
    return g->sm_split && g->f->publish ? THREADS_SM_SPLIT : THREADS_BACK_HALF;
}

static gpu_thread_mode fastest_way(const gpu *g)
{
    gpu_thread_mode best = THREADS_ONE;
    for (gpu_thread_mode w = THREADS_BACK_HALF; w <= last_way(g); w++)
        best = g->ns_a_cycle[w] < g->ns_a_cycle[best] ? w : best;
    return best;
}

static bool may_be_best(const gpu *g, gpu_thread_mode w)
{
    const double far = 1.25;
    return g->rounds == 1 || g->rounds % ALL_ROUNDS == 0 ||
           g->ns_a_cycle[w] < far * g->ns_a_cycle[g->held];
}

// May the second processor be tried, after what it has cost to find it busy?
static bool may_try(const gpu *g)
{
    return g->hooks.insist || TRIAL_SHARE * g->trials_ns <= now_ns() - g->began_ns;
}

// The first way of a kernel.
static gpu_thread_mode first_way(gpu *g, bool lost)
{
    if (g->hooks.insist) return last_way(g);
    const bool tried = g->probing;
    g->probing = !tried && may_try(g);
    if (g->probing) return THREADS_BACK_HALF;
    return tried && !lost ? last_way(g) : THREADS_ONE;
}

// The way to try next; in the end of a round, or where nothing is to be compared with the one that
// was held, the best. slow: the other thread seems to have lost its processor; in a trial that is
// decided, and a division that was held is compared again.
static gpu_thread_mode next_way(gpu *g, bool slow)
{
    if (g->hooks.insist || !g->rounds) return first_way(g, slow);
    if (slow && (g->probing || !may_try(g))) {
        g->probing = false;
        return THREADS_ONE;
    }
    if (!g->probing && !may_try(g)) return g->held;
    bool others = false;
    for (gpu_thread_mode w = THREADS_ONE; w <= last_way(g) && !g->probing; w++)
        others |= w != g->held && may_be_best(g, w);
    for (gpu_thread_mode w = g->probing ? g->thread_mode + 1 : THREADS_ONE;
         w <= last_way(g) && (g->probing || others); w++) {
        if (!may_be_best(g, w)) continue;
        g->probing = true;
        return w;
    }
    g->probing = false;
    return fastest_way(g);
}

static uint64_t next_hold(gpu *g, gpu_thread_mode thread_mode)
{
    const uint64_t longer = 2 * g->hold < HOLD_MOST ? 2 * g->hold : HOLD_MOST;
    g->hold = g->hold && thread_mode == g->held ? longer : HOLD_FIRST;
    g->held = thread_mode;
    g->rounds++;
    return g->hold;
}

static int take_way(gpu *g, gpu_thread_mode thread_mode, err *e)
{
    int st = ST_OK;
    if (thread_mode == THREADS_ONE) st = gpu_join_threads(g, e);
    else if (!g->apart) back_thread_begin(g->back_thread, &g->clk, g->cycle);
    g->apart = thread_mode != THREADS_ONE;
    g->thread_mode = thread_mode;
    return st;
}

static uint64_t probe_cycles(const gpu *g)
{
    const double n = PROBE_NS / g->ns_a_cycle[g->held];
    return n < PROBE_LEAST ? PROBE_LEAST : n < PROBE_MOST ? (uint64_t)n : PROBE_MOST;
}

static void look_again(gpu *g, uint64_t cycles)
{
    g->long_waits = back_thread_long_waits(g->back_thread);
    g->looked_at = g->cycle;
    g->looked_ns = now_ns();
    g->look_at = g->cycle + cycles;
}

// From time to time: which way is faster?
int gpu_choose_thread_mode(gpu *g, err *e)
{
    if (!g->back_thread) return ST_OK;
    const bool slow = g->apart && !g->hooks.insist &&
                      back_thread_long_waits(g->back_thread) - g->long_waits >= LONG_WAITS;
    if (g->cycle < g->look_at && !slow) return ST_OK;
    if (!g->began_ns) g->began_ns = now_ns();
    if (slow && g->probing) g->trials_ns += now_ns() - g->looked_ns;
    if (g->settling && !slow) {
        g->settling = false;
        look_again(g, probe_cycles(g));
        return ST_OK;
    }
    if (g->cycle > g->looked_at)
        g->ns_a_cycle[g->thread_mode] =
            (now_ns() - g->looked_ns) / (double)(g->cycle - g->looked_at);
    const gpu_thread_mode thread_mode = next_way(g, slow);
    const int st = take_way(g, thread_mode, e);
    g->settling = g->probing;
    look_again(g, g->probing ? probe_cycles(g) : next_hold(g, thread_mode));
    return st;
}
