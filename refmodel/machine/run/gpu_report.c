// gpu_report.c: reports on the whole machine: laws, statistics, progress, and who waits for what
// when it is stuck. See gpu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"
#include "blocks/cart.h"
#include "machine/memory/dram.h"
#include "machine/memory/l2.h"
#include "machine/run/gpu_state.h"
#include "machine/run/gpu_stats.h"
#include "machine/run/laws.h"
#include "machine/run/ratios.h"
#include "machine/run/stuck.h"
#include "machine/structures/crossbar.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define GPU_STATS(X) \
    X(cycles, "core cycles", "from the first launch to the end of the last drain") \
    X(drain_cycles, "core cycles", "after a kernel's last CTA, until nothing is on its way") \
    X(warp_insns, "warp instructions", "issued by all SMs") \
    X(thread_insns, "thread instructions", "active lanes of the issued instructions") \
    X(cut, "runs", "1: gpu.insn_limit has ended the run before its last instruction; else 0")
typedef struct gpu_totals {
    GPU_STATS(STAT_FIELD)
} gpu_totals;
STAT_TABLE(gpu_stat_table, "", GPU_STATS);

#define SM_DERIVED(X) \
    X(slot_cycles, "warp cycles", "core cycles x SMs x sm.warps") \
    X(active_slot_cycles, "warp cycles", "active_cycles x sm.warps")
typedef struct sm_derived {
    SM_DERIVED(STAT_FIELD)
} sm_derived;
STAT_TABLE(sm_derived_table, "sm", SM_DERIVED);

const gpu_stat_group gpu_stat_groups[] = {{"", &gpu_stat_table},
                                          {"sm", &sm_stat_table},
                                          {"sm", &sm_derived_table},
                                          {"l1i", &l1i_stat_table},
                                          {"l1c", &l1c_stat_table},
                                          {"l1t", &l1t_stat_table},
                                          {"l1d", &l1d_stat_table},
                                          {"mrpb", &mrpb_event_table},
                                          {"warppool", &warppool_event_table},
                                          {"dwtcs", &dwtcs_event_table},
                                          {"streambypass.l1", &streambypass_event_table},
                                          {"streambypass.l2", &streambypass_event_table},
                                          {"icnt.request", &crossbar_stat_table},
                                          {"icnt.reply", &crossbar_stat_table},
                                          {"cart", &cart_event_table},
                                          {"l2", &l2_stat_table},
                                          {"dram", &dram_stat_table},
                                          {"memory", &memory_stat_table},
                                          {NULL, NULL}};

// ---- counters

typedef struct totals {
    sm_stats sm;
    readonly_cache_stats l1i, l1c;
    texture_cache_stats l1t;
    l1d_stats l1d;
    mrpb_events mrpb;
    warppool_events warppool;
    streambypass_events monitor; // of the L1Ds
    bool has_mrpb, has_warppool, has_stream;
} totals;

static void total(const gpu *g, totals *t)
{
    *t = (totals){0};
    for (unsigned i = 0; i < g->n_sms; i++) {
        stats_add(&sm_stat_table, &t->sm, sm_get_stats(g->sms[i]));
        stats_add(&l1i_stat_table, &t->l1i, sm_l1i_stats(g->sms[i]));
        stats_add(&l1c_stat_table, &t->l1c, sm_l1c_stats(g->sms[i]));
        stats_add(&l1t_stat_table, &t->l1t, sm_l1t_stats(g->sms[i]));
        stats_add(&l1d_stat_table, &t->l1d, sm_l1d_stats(g->sms[i]));
        const mrpb_events *m = sm_mrpb_events(g->sms[i]);
        if (m) stats_add(&mrpb_event_table, &t->mrpb, m);
        t->has_mrpb |= m != NULL;
        const warppool_events *p = sm_warppool_events(g->sms[i]);
        if (p) stats_add(&warppool_event_table, &t->warppool, p);
        t->has_warppool |= p != NULL;
        const streambypass_events *x = sm_streambypass_events(g->sms[i]);
        if (x) stats_add(&streambypass_event_table, &t->monitor, x);
        t->has_stream |= x != NULL;
    }
}

// "sm", with what ratios need of the machine's size.
static json_t *sm_counters(const gpu *g, const sm_stats *s)
{
    const sm_derived d = {.slot_cycles = g->cycle * g->n_sms * g->c.sm.warps,
                          .active_slot_cycles = s->active_cycles * g->c.sm.warps};
    json_t *o = stats_json(&sm_stat_table, s), *more = stats_json(&sm_derived_table, &d);
    json_object_update(o, more);
    json_decref(more);
    return o;
}

// {"l1", "l2"} of the monitors, where they are: `with` has those of L2.
static void add_monitors(json_t *o, const json_t *with, json_t *of_l1)
{
    json_t *of_l2 = json_object_get(json_object_get(with, "streambypass"), "l2");
    if (!of_l1 && !of_l2) return;
    json_t *both = json_object();
    if (of_l1) json_object_set_new(both, "l1", of_l1);
    if (of_l2) json_object_set(both, "l2", of_l2);
    json_object_set_new(o, "streambypass", both);
}

// Every counter, summed over instances; no ratios.
static json_t *counters(const gpu *g)
{
    totals t;
    total(g, &t);
    const gpu_totals all = {g->cycle, g->drain_cycles, t.sm.warp_insns + g->untimed.warp_insns,
                            t.sm.thread_insns + g->untimed.thread_insns, g->cut};
    json_t *o = stats_json(&gpu_stat_table, &all), *m = memsys_stats_json(g->mem);
    json_object_set_new(o, "sm", sm_counters(g, &t.sm));
    json_object_set_new(o, "l1i", stats_json(&l1i_stat_table, &t.l1i));
    json_object_set_new(o, "l1c", stats_json(&l1c_stat_table, &t.l1c));
    json_object_set_new(o, "l1t", stats_json(&l1t_stat_table, &t.l1t));
    json_object_set_new(o, "l1d", stats_json(&l1d_stat_table, &t.l1d));
    if (t.has_mrpb) json_object_set_new(o, "mrpb", stats_json(&mrpb_event_table, &t.mrpb));
    if (t.has_warppool)
        json_object_set_new(o, "warppool", stats_json(&warppool_event_table, &t.warppool));
    if (g->dwtcs)
        json_object_set_new(o, "dwtcs",
                            stats_json(&dwtcs_event_table, dwtcs_seam_events(g->dwtcs)));
    json_object_update(o, m);
    add_monitors(o, m, t.has_stream ? stats_json(&streambypass_event_table, &t.monitor) : NULL);
    json_decref(m);
    return o;
}

// ---- laws

static int check_laws(const gpu *g, err *e)
{
    json_t *stats = counters(g);
    int st = laws_check(stats, e);
    json_decref(stats);
    return st;
}

int gpu_check(const gpu *g, bool at_end, err *e)
{
    int st = ST_OK;
    for (unsigned i = 0; i < g->n_sms; i++) st |= sm_check(g->sms[i], at_end, e);
    if (at_end) st |= memsys_check(g->mem, e) | check_laws(g, e);
    if (at_end && g->ctas_done != g->n_ctas) {
        st = err_add(e, ST_CHECK, "law broken: every CTA ends once: %u and %u", g->n_ctas,
                     g->ctas_done);
    }
    return st;
}

int gpu_stuck(const gpu *g, err *e)
{
    char *text = NULL;
    size_t bytes;
    gpu_check(g, false, e); // a broken law is the likeliest cause
    FILE *f = wl_memstream(&text, &bytes);
    stuck_chains(g, f);
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (!sm_idle(g->sms[i])) sm_dump(g->sms[i], f);
    }
    if (g->dwtcs) dwtcs_seam_dump(g->dwtcs, f);
    memsys_dump(g->mem, f);
    wl_memstream_end(f);
    int st = err_add(e, ST_CHECK,
                     "stuck: kernel %s: nothing has moved from core cycle %" PRIu64 " to %" PRIu64
                     " (gpu.stuck_cycles = %u); who waits for what:\n%s",
                     g->f->name, g->active_at, g->cycle, g->c.gpu.stuck_cycles, text);
    free(text);
    return st;
}

// ---- statistics

void gpu_kernel_ended(gpu *g, uint64_t cycles)
{
    totals t;
    total(g, &t);
    t.sm.warp_insns += g->untimed.warp_insns;
    t.sm.thread_insns += g->untimed.thread_insns;
    g->kernels = wl_realloc(g->kernels, (g->n_kernels + 1) * sizeof *g->kernels);
    g->kernels[g->n_kernels++] = (gpu_kernel){.name = wl_strdup(g->f->name),
                                              .cycles = cycles,
                                              .warp_insns = t.sm.warp_insns - g->warp_insns,
                                              .thread_insns = t.sm.thread_insns - g->thread_insns};
    g->warp_insns = t.sm.warp_insns;
    g->thread_insns = t.sm.thread_insns;
}

static json_t *whole(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *kernels_json(const gpu *g)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < g->n_kernels; i++) {
        const gpu_kernel *k = &g->kernels[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:f}", "name", printable_json(k->name), "cycles",
                            whole(k->cycles), "warp_insns", whole(k->warp_insns), "thread_insns",
                            whole(k->thread_insns), "ipc",
                            k->cycles ? (double)k->thread_insns / (double)k->cycles : 0));
    }
    return list;
}

// One array a component, each in the order of the instances: {"sm": [...], "l1i", "l1c", "l1t",
// "l1d", "mrpb", "warppool" (when there), "l2", "dram"}.
static json_t *instances_json(const gpu *g)
{
    json_t *o = memsys_instances_json(g->mem), *sms = json_array(), *caches = json_array(),
           *blocks = json_array(), *pools = json_array();
    json_t *code = json_array(), *constants = json_array(), *textures = json_array(),
           *monitors = json_array();
    for (unsigned i = 0; i < g->n_sms; i++) {
        const mrpb_events *m = sm_mrpb_events(g->sms[i]);
        json_array_append_new(sms, stats_json(&sm_stat_table, sm_get_stats(g->sms[i])));
        json_array_append_new(code, stats_json(&l1i_stat_table, sm_l1i_stats(g->sms[i])));
        json_array_append_new(constants, stats_json(&l1c_stat_table, sm_l1c_stats(g->sms[i])));
        json_array_append_new(textures, stats_json(&l1t_stat_table, sm_l1t_stats(g->sms[i])));
        json_array_append_new(caches, stats_json(&l1d_stat_table, sm_l1d_stats(g->sms[i])));
        if (m) json_array_append_new(blocks, stats_json(&mrpb_event_table, m));
        const warppool_events *p = sm_warppool_events(g->sms[i]);
        if (p) json_array_append_new(pools, stats_json(&warppool_event_table, p));
        const streambypass_events *x = sm_streambypass_events(g->sms[i]);
        if (x) json_array_append_new(monitors, stats_json(&streambypass_event_table, x));
    }
    add_monitors(o, o, json_array_size(monitors) ? json_incref(monitors) : NULL);
    json_decref(monitors);
    json_object_set_new(o, "sm", sms);
    json_object_set_new(o, "l1i", code);
    json_object_set_new(o, "l1c", constants);
    json_object_set_new(o, "l1t", textures);
    json_object_set_new(o, "l1d", caches);
    if (json_array_size(blocks)) json_object_set(o, "mrpb", blocks);
    json_decref(blocks);
    if (json_array_size(pools)) json_object_set(o, "warppool", pools);
    json_decref(pools);
    return o;
}

json_t *gpu_stats_json(const gpu *g)
{
    json_t *o = counters(g);
    ratios_add(o);
    json_object_set_new(o, "kernels", kernels_json(g));
    json_object_set_new(o, "instances", instances_json(g));
    if (g->dwtcs) json_object_set_new(o, "throttling", dwtcs_seam_history(g->dwtcs));
    return o;
}

// ---- progress

enum { STEPS_A_LOOK = 4096 };

void gpu_progress(gpu *g)
{
    if (g->steps_to_look--) return;
    g->steps_to_look = STEPS_A_LOOK;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    if (ns - g->progress_ns < 100000000u) return;
    g->progress_ns = ns;
    g->hooks.progress(g->hooks.progress_ctx, g->cycle, (double)g->ctas_done / g->n_ctas);
}
