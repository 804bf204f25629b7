// gpu_report.c : laws, statistics, the report of a stuck machine, progress. See gpu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/gpu_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

STAT_TABLE(mrpb_event_table, "mrpb", MRPB_EVENTS);

// ---- laws

int gpu_check(const gpu *g, bool at_end, err *e)
{
    int st = ST_OK;
    for (unsigned i = 0; i < g->n_sms; i++) st |= sm_check(g->sms[i], at_end, e);
    if (at_end && memsys_check_laws(g->mem, e) != ST_OK) st = ST_CHECK;
    if (at_end && g->ctas_done != g->f->n_ctas) {
        st = err_add(e, ST_CHECK, "law broken: every CTA ends once: %u and %u", g->f->n_ctas, g->ctas_done);
    }
    return st;
}

int gpu_stuck(const gpu *g, err *e)
{
    char *text = NULL;
    size_t bytes;
    gpu_check(g, false, e); // a broken law is the likeliest cause
    FILE *f = open_memstream(&text, &bytes);
    CHECK(f, "no memory for a report");
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (!sm_idle(g->sms[i])) sm_dump(g->sms[i], f);
    }
    memsys_dump(g->mem, f);
    CHECK(!fclose(f), "no memory for a report");
    int st = err_add(e, ST_CHECK, "stuck: kernel %s: nothing has moved from core cycle %" PRIu64 " to %" PRIu64 " (gpu.stuck_cycles = %u); who waits for what:\n%s",
                     g->f->name, g->active_at, g->cycle, g->c.gpu.stuck_cycles, text);
    free(text);
    return st;
}

// ---- statistics

typedef struct totals {
    sm_stats sm;
    l1d_stats l1d;
    mrpb_events mrpb;
    bool has_mrpb;
} totals;

static void total(const gpu *g, totals *t)
{
    *t = (totals){0};
    for (unsigned i = 0; i < g->n_sms; i++) {
        stats_add(&sm_stat_table, &t->sm, sm_get_stats(g->sms[i]));
        stats_add(&l1d_stat_table, &t->l1d, sm_l1d_stats(g->sms[i]));
        const mrpb_events *m = sm_mrpb_events(g->sms[i]);
        if (m) stats_add(&mrpb_event_table, &t->mrpb, m);
        t->has_mrpb |= m != NULL;
    }
}

void gpu_kernel_ended(gpu *g, uint64_t cycles)
{
    totals t;
    total(g, &t);
    g->kernels = wl_realloc(g->kernels, (g->n_kernels + 1) * sizeof *g->kernels);
    g->kernels[g->n_kernels++] = (gpu_kernel){.name = wl_strdup(g->f->name),
                                              .cycles = cycles,
                                              .warp_insns = t.sm.warp_insns - g->warp_insns,
                                              .thread_insns = t.sm.thread_insns - g->thread_insns};
    g->warp_insns = t.sm.warp_insns;
    g->thread_insns = t.sm.thread_insns;
}

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }
static json_t *whole(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *kernels_json(const gpu *g)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < g->n_kernels; i++) {
        const gpu_kernel *k = &g->kernels[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:f}", "name", k->name, "cycles", whole(k->cycles), "warp_insns",
                                              whole(k->warp_insns), "thread_insns", whole(k->thread_insns), "ipc",
                                              ratio(k->thread_insns, k->cycles)));
    }
    return list;
}

// Quotients of the counters that papers plot.
static json_t *sm_json(const gpu *g, const sm_stats *s)
{
    json_t *o = stats_json(&sm_stat_table, s);
    json_object_set_new(o, "average_load_latency", json_real(ratio(s->load_latency, s->loads_done)));
    json_object_set_new(o, "requests_per_load", json_real(ratio(s->load_requests, s->loads)));
    json_object_set_new(o, "occupancy", json_real(ratio(s->warp_cycles, g->cycle * g->n_sms * g->c.sm.warps)));
    return o;
}

json_t *gpu_stats_json(const gpu *g)
{
    totals t;
    total(g, &t);
    json_t *o = json_object();
    json_object_set_new(o, "cycles", whole(g->cycle));
    json_object_set_new(o, "drain_cycles", whole(g->drain_cycles));
    json_object_set_new(o, "warp_insns", whole(t.sm.warp_insns));
    json_object_set_new(o, "thread_insns", whole(t.sm.thread_insns));
    json_object_set_new(o, "ipc", json_real(ratio(t.sm.thread_insns, g->cycle)));
    json_object_set_new(o, "kernels", kernels_json(g));
    json_object_set_new(o, "sm", sm_json(g, &t.sm));
    json_object_set_new(o, "l1d", stats_json(&l1d_stat_table, &t.l1d));
    if (t.has_mrpb) json_object_set_new(o, "mrpb", stats_json(&mrpb_event_table, &t.mrpb));
    json_t *m = memsys_stats_json(g->mem);
    json_object_update(o, m);
    json_decref(m);
    return o;
}

// ---- progress

enum { STEPS_A_LOOK = 4096 };

void gpu_progress(gpu *g)
{
    if (!g->hooks.progress || g->steps_to_look--) return;
    g->steps_to_look = STEPS_A_LOOK;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    if (ns - g->progress_ns < 100000000u) return;
    g->progress_ns = ns;
    g->hooks.progress(g->hooks.progress_ctx, g->cycle, ratio(g->ctas_done, g->f->n_ctas));
}
