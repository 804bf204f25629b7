// gpu_limit.c : gpu.insn_limit: when to look, and the end of a run that is cut. See gpu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu_state.h"
#include "machine/run/threads.h"

void gpu_limit_begin(gpu *g)
{
    g->insns_at = g->cycle;
    g->counting_down = false;
    for (unsigned i = 0; i < g->n_sms; i++) sm_count_down(g->sms[i], NULL);
}

static uint64_t issued_so_far(const gpu *g)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < g->n_sms; i++) n += sm_get_stats(g->sms[i])->thread_insns;
    return n;
}

static void count_down(gpu *g, uint64_t left)
{
    g->countdown = (insn_countdown){.left = left};
    g->counting_down = true;
    g->insns_at = UINT64_MAX;
    for (unsigned i = 0; i < g->n_sms; i++) sm_count_down(g->sms[i], &g->countdown);
}

// A step or a block passes at most GPU_PUBLISH_CYCLES cycles in which something issues.
int gpu_limit_look(gpu *g, err *e)
{
    const uint64_t most = (uint64_t)g->n_sms * g->c.sm.schedulers * WARP_LANES; // a cycle
    const uint64_t left = g->c.gpu.insn_limit - issued_so_far(g);
    const uint64_t cycles = left / most; // in which the last one cannot be
    if (cycles > 2 * GPU_PUBLISH_CYCLES) {
        g->insns_at = g->cycle + cycles - 2 * GPU_PUBLISH_CYCLES;
        return ST_OK;
    }
    const int st = gpu_join_threads(g, e);
    if (st == ST_OK) count_down(g, left);
    return st;
}

void gpu_limit_cycle(gpu *g)
{
    if (g->countdown.left || g->limit_reached) return;
    g->limit_reached = true;
    g->cut = g->countdown.missed || g->next_cta < g->n_ctas;
    g->n_ctas = g->next_cta;
    g->place = false;
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (!sm_exit_all(g->sms[i], g->cycle)) continue;
        g->cut = true;
        gpu_collect(g, i, sm_take_finished(g->sms[i]));
        gpu_note(g, i);
    }
}
