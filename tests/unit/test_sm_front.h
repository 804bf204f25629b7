// test_sm_front.h : a front end for tests: every warp runs the same list of instructions; each
// issue is logged with the core cycle in which it happened.
//
//     static const step prog[] = {ALU(1, 2), ALU(3, 1)};   // r1 = f(r2); r3 = f(r1)
//     script f = script_of(prog, 2, .ctas = 1, .warps = 1);
//     run r = run_script(&c, NULL, &f);                    // a machine, one kernel, to its end
//     ... f.log[k].cycle, r.stats, r.status, r.e.text ...
//     run_end(&r);
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_TEST_SM_FRONT_H
#define WL_TESTS_TEST_SM_FRONT_H

#include "machine/run/gpu.h"

#include <stdlib.h>
#include <string.h>

enum {
    SCRIPT_LOG = 65536,
    SCRIPT_SMS = 128,
    SCRIPT_SLOTS = 32,
    SCRIPT_WARPS = 64,
    SCRIPT_REGS = 64,
    EVERY_LANE = -1
};

// One instruction. Lane l of warp w of CTA c touches base + l * lane_stride + w * warp_stride + c *
// cta_stride
// + (how often this step was executed before) * round_stride.
typedef struct step {
    winst i;
    int lanes; // mask of active lanes, EVERY_LANE
    uint64_t base, lane_stride, warp_stride, cta_stride, round_stride;
    unsigned jump, rounds; // after the step, go to step `jump`, the first `rounds` times
    int only_warp;         // other warps of the CTA do not execute it; 0: all, n: warp n - 1
    int not_warp;          // this one does not; 0: none, n: warp n - 1
    uint8_t barrier;       // wexec
    bool pass;
    uint16_t needed;
} step;

typedef struct issue_record {
    uint64_t cycle;
    uint32_t cta;
    unsigned sm, slot, warp, step; // warp: in its CTA
} issue_record;

typedef struct script_warp {
    struct script *of;
    uint32_t cta;
    unsigned sm, slot, warp, at;
    unsigned taken[SCRIPT_WARPS], executed[SCRIPT_WARPS]; // by step
} script_warp;

typedef struct script {
    const step *prog;
    winst insts[SCRIPT_WARPS];
    unsigned n, ctas, warps, regs, shared, code_at;
    uint64_t program;
    const gpu *g;
    issue_record *log;
    unsigned n_log;
    script_warp *states;                       // [(sm * SCRIPT_SLOTS + slot) * SCRIPT_WARPS + warp]
    uint32_t placed[SCRIPT_SMS][SCRIPT_SLOTS]; // CTA in a slot, plus 1
    unsigned n_placed, most_resident;
} script;

// latency: LAT_ONE unless given
#define INST(...) .i = {__VA_ARGS__}
// clang-format off
#define ALU(d, s) \
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {d, s}), \
     .lanes = EVERY_LANE}
#define ALU_LAT(d, s, lat, u) \
    {INST(.kind = W_ALU, .unit = u, .n_dst = 1, .n_src = 1, .regs = {d, s}, .latency = lat), \
     .lanes = EVERY_LANE}
#define LOAD(d, s, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, \
     .regs = {d, s}), .lanes = EVERY_LANE, __VA_ARGS__}
#define STORE(a, v, ...) \
    {INST(.kind = W_STORE, .unit = UNIT_MEM, .lane_bytes = 4, .n_src = 2, .regs = {a, v}), \
     .lanes = EVERY_LANE, __VA_ARGS__}
#define ATOM(d, a, ...) \
    {INST(.kind = W_ATOMIC, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, \
     .regs = {d, a}), .lanes = EVERY_LANE, __VA_ARGS__}
#define SHARED(d, s, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_SHARED, .lane_bytes = 4, .n_dst = 1, \
     .n_src = 1, .regs = {d, s}), .lanes = EVERY_LANE, __VA_ARGS__}
#define PARAM(d) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_PARAM, .lane_bytes = 4, .n_dst = 1, \
     .regs = {d}), .lanes = EVERY_LANE}
#define BARRIER_AT(n, ...) \
    {INST(.kind = W_BARRIER, .unit = UNIT_SP), .lanes = EVERY_LANE, .barrier = n, __VA_ARGS__}
#define BARRIER() {INST(.kind = W_BARRIER, .unit = UNIT_SP), .lanes = EVERY_LANE}
#define FENCE() {INST(.kind = W_FENCE, .unit = UNIT_MEM), .lanes = EVERY_LANE}
#define FAULT() {INST(.kind = W_FAULT), .lanes = EVERY_LANE}
#define LOOP(to, times) \
    {INST(.kind = W_ALU, .unit = UNIT_SP), .lanes = EVERY_LANE, .jump = to, .rounds = times}
// clang-format on
#define STEPS(p) (p), (unsigned)(sizeof(p) / sizeof(p)[0])

static inline bool script_skips(const step *p, unsigned warp)
{
    return (p->only_warp && (unsigned)p->only_warp - 1 != warp) ||
           (p->not_warp && (unsigned)p->not_warp - 1 == warp);
}

static inline const winst *script_at(script_warp *w)
{
    const script *s = w->of;
    while (w->at < s->n && script_skips(&s->prog[w->at], w->warp)) w->at++;
    return w->at < s->n ? &s->insts[w->at] : NULL;
}

static inline void script_cta_start(void *self, uint32_t cta, uint32_t sm, uint32_t slot)
{
    script *s = self;
    s->placed[sm][slot] = cta + 1;
    unsigned resident = 0;
    for (unsigned k = 0; k < SCRIPT_SLOTS; k++) resident += s->placed[sm][k] != 0;
    if (resident > s->most_resident) s->most_resident = resident;
    s->log[s->n_log++] = (issue_record){
        .cycle = gpu_cycle(s->g), .cta = cta, .sm = sm, .slot = slot, .step = UINT32_MAX};
}

static inline void script_cta_done(void *self, uint32_t sm, uint32_t slot)
{
    ((script *)self)->placed[sm][slot] = 0;
}

static inline void *script_warp_of(void *self, uint32_t sm, uint32_t slot, uint32_t warp,
                                   const winst **first)
{
    script *s = self;
    script_warp *w = &s->states[(sm * SCRIPT_SLOTS + slot) * SCRIPT_WARPS + warp];
    *w = (script_warp){
        .of = s, .cta = s->placed[sm][slot] - 1, .sm = sm, .slot = slot, .warp = warp};
    *first = script_at(w);
    return w;
}

static inline const winst *script_issue(void *warp, wexec *x)
{
    script_warp *w = warp;
    script *s = w->of;
    const step *p = &s->prog[w->at];
    x->active = (uint32_t)p->lanes;
    x->space = p->i.space;
    x->barrier = p->barrier;
    x->barrier_pass = p->pass;
    x->barrier_warps = p->needed;
    uint64_t from = p->base + w->warp * p->warp_stride + w->cta * p->cta_stride +
                    w->executed[w->at]++ * p->round_stride;
    for (unsigned l = 0; l < WARP_LANES; l++) x->addr[l] = from + l * p->lane_stride;
    if (s->n_log < SCRIPT_LOG) {
        s->log[s->n_log++] = (issue_record){.cycle = gpu_cycle(s->g),
                                            .cta = w->cta,
                                            .sm = w->sm,
                                            .slot = w->slot,
                                            .warp = w->warp,
                                            .step = w->at};
    }
    w->at = p->rounds && w->taken[w->at]++ < p->rounds ? p->jump : w->at + 1;
    return script_at(w);
}

static inline int script_fault(void *self, err *e)
{
    (void)self;
    return err_add(e, ST_INPUT, "the script faulted");
}

typedef struct script_size {
    unsigned ctas, warps, regs, shared; // of the grid; of a CTA; of a thread; of a CTA
    unsigned code_at;                   // front.code_at
    uint64_t program;                   // front.program
} script_size;

static inline script script_make(const step *prog, unsigned n, script_size z)
{
    script s = {.prog = prog,
                .n = n,
                .ctas = z.ctas ? z.ctas : 1,
                .warps = z.warps ? z.warps : 1,
                .regs = z.regs,
                .shared = z.shared,
                .code_at = z.code_at,
                .program = z.program};
    for (unsigned k = 0; k < n; k++) {
        s.insts[k] = prog[k].i;
        s.insts[k].pc = k;
        s.insts[k].line = k + 1;
    }
    s.log = wl_calloc(SCRIPT_LOG + 4096, sizeof *s.log);
    s.states = wl_calloc((size_t)SCRIPT_SMS * SCRIPT_SLOTS * SCRIPT_WARPS, sizeof *s.states);
    return s;
}
#define script_of(prog, ...) script_make(STEPS(prog), (script_size){__VA_ARGS__})

static inline front_end script_front(script *s)
{
    return (front_end){.self = s,
                       .n_ctas = s->ctas,
                       .warps_per_cta = s->warps,
                       .threads_per_cta = s->warps * WARP_LANES,
                       .regs_per_thread = s->regs,
                       .shared_bytes = s->shared,
                       .n_regs = SCRIPT_REGS,
                       .code_at = s->code_at,
                       .program = s->program,
                       .local_step = WINST_WORD * WARP_LANES,
                       .name = "script",
                       .cta_start = script_cta_start,
                       .cta_done = script_cta_done,
                       .warp = script_warp_of,
                       .issue = script_issue,
                       .fault = script_fault};
}

typedef struct run {
    gpu *g;
    json_t *stats;
    int status;
    err e;
} run;

static inline run run_script(const config *c, const gpu_hooks *h, script *s)
{
    run r = {0};
    r.g = gpu_new(c, h, &r.e);
    s->g = r.g;
    front_end f = script_front(s);
    r.status = r.g ? gpu_run(r.g, &f, &r.e) : r.e.status;
    if (r.g) r.stats = gpu_stats_json(r.g);
    return r;
}

// Once more on the same machine, as a kernel of this name ("script" before); the log is of this
// run, the statistics are of all.
static inline void run_again(run *r, script *s, const char *name)
{
    front_end f = script_front(s);
    f.name = name;
    s->n_log = 0;
    r->status = gpu_run(r->g, &f, &r->e);
    CHECK(r->status == ST_OK, "%s", r->e.text);
    json_decref(r->stats);
    r->stats = gpu_stats_json(r->g);
}

static inline void run_end(run *r, script *s)
{
    json_decref(r->stats);
    gpu_free(r->g);
    err_free(&r->e);
    free(s->log);
    free(s->states);
}

// A counter by its path, "sm.loads".
static inline uint64_t count_of(const run *r, const char *group, const char *name)
{
    const json_t *o = group ? json_object_get(r->stats, group) : r->stats;
    return (uint64_t)json_integer_value(json_object_get(o, name));
}

// The n-th time (from 0) that a warp of CTA 0 issued a step; 0 when it did not.
static inline uint64_t issued_at(const script *s, unsigned warp, unsigned the_step, unsigned n)
{
    for (unsigned k = 0; k < s->n_log; k++) {
        const issue_record *r = &s->log[k];
        if (r->cta == 0 && r->warp == warp && r->step == the_step && n-- == 0) return r->cycle;
    }
    return 0;
}

// One SM whose instruction and constant caches always hit, without conflicts at register banks and
// result buses, everything else as in the default configuration.
static inline config one_sm(void)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 1;
    c.l1i.perfect = c.l1c.perfect = true;
    c.sm.register_banks = c.sm.result_buses = 0;
    return c;
}

#endif
