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

static uint64_t insns_left(const gpu *g)
{
    uint64_t issued = 0;
    for (unsigned i = 0; i < g->n_sms; i++) issued += sm_get_stats(g->sms[i])->thread_insns;
    return g->c.gpu.insn_limit - issued;
}

static void count_down(gpu *g)
{
    g->countdown = (insn_countdown){.left = insns_left(g)};
    g->counting_down = true;
    g->insns_at = UINT64_MAX;
    for (unsigned i = 0; i < g->n_sms; i++) sm_count_down(g->sms[i], &g->countdown);
}

// Core cycles that may pass before everything is in one thread: a block, and those in which the
// front half of the memory system catches up with the back half.
static uint64_t cycles_to_join(const gpu *g)
{
    const struct cfg_gpu *k = &g->c.gpu;
    return GPU_PUBLISH_CYCLES + (uint64_t)memsys_slack(&g->c) * k->core_mhz / k->l2_mhz + 2;
}

int gpu_limit_look(gpu *g, err *e)
{
    const uint64_t most = (uint64_t)g->n_sms * g->c.sm.schedulers * WARP_LANES; // a cycle
    const uint64_t cycles = insns_left(g) / most; // in which the last one cannot be
    if (cycles > cycles_to_join(g)) {
        g->insns_at = g->cycle + cycles - cycles_to_join(g);
        return ST_OK;
    }
    const int st = gpu_join_threads(g, e);
    if (st == ST_OK) count_down(g);
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
