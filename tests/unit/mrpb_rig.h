// mrpb_rig.h : one MRPB model and its two neighbours, cycle by cycle, for the unit tests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_MRPB_RIG_H
#define WL_TESTS_MRPB_RIG_H

#include "blocks/model_bug.h"
#include "blocks/mrpb.h"
#include "unit.h"

#include <string.h>

// One buffer and its two neighbours; step() makes one cycle with the inputs as they stand.
typedef struct rig {
    config c;
    block_dev d;
    mrpb *m; // its state
    mrpb_in in;
    mrpb_out out;
    uint64_t sequence; // of the next request, sent as its metadata
    int left[16];      // warps of the first requests that left, in order
    unsigned n_left;
} rig;

static inline config small_config(void)
{
    config c;
    config_defaults(&c);
    c.mrpb = (mrpb_cfg){.enable = true,
                        .signature = SIG_WARP,
                        .queues = 48,
                        .depth = 4,
                        .drain = DRAIN_FIXED,
                        .flush = true,
                        .latency = 2,
                        .bypass = BYPASS_ASSOC,
                        .address_bits = 32,
                        .meta_bits = 32,
                        .pc_bits = 16};
    return c;
}

static inline rig rig_with(config c, const model_bug *bug)
{
    err e = {0};
    rig r = {.c = c};
    void *state = NULL;
    CU_ASSERT_EQUAL_FATAL(model_bug_make(&mrpb_block, bug, &c, &r.d, &state, &e), ST_OK);
    r.m = state;
    err_free(&e);
    return r;
}

static inline rig rig_of(config c) { return rig_with(c, NULL); }

static inline void look(rig *r) // both phases, no edge
{
    r->d.valid(r->d.self, (uint64_t *)&r->out);
    r->d.ready(r->d.self, (const uint64_t *)&r->in, (uint64_t *)&r->out);
}

static inline void step(rig *r)
{
    look(r);
    bool leaves = r->out.req_valid_o[0] && (r->in.req_ready_i[0] || r->out.byp_pulse_o[0]);
    if (leaves && r->n_left < 16) r->left[r->n_left++] = (int)r->out.req_warp_o[0];
    r->d.commit(r->d.self, (const uint64_t *)&r->in, (const uint64_t *)&r->out);
}

static inline void offer(rig *r, unsigned warp, bool write)
{
    memset(&r->in, 0, sizeof r->in);
    r->in.in_valid_i[0] = 1;
    r->in.in_write_i[0] = write;
    r->in.in_warp_i[0] = warp;
    r->in.in_line_i[0] = 0x1000 + r->sequence;
    r->in.in_meta_i[0] = r->sequence;
}

// Offers a request until it is accepted, with L1D answering `ready`; false if that takes more than
// 1000 cycles.
static inline bool put(rig *r, unsigned warp, bool write, bool ready)
{
    offer(r, warp, write);
    r->in.req_ready_i[0] = ready;
    r->in.req_stall_i[0] = MRPB_STALL_MSHR;
    for (unsigned i = 0; i < 1000; i++) {
        step(r);
        if (r->out.in_ready_o[0]) {
            r->in.in_valid_i[0] = 0;
            r->sequence++;
            return true;
        }
    }
    return false;
}

// Steps with L1D ready until a request is offered; its warp, or -1 after 1000 cycles.
static inline int take(rig *r)
{
    r->in.in_valid_i[0] = 0;
    r->in.req_ready_i[0] = 1;
    for (unsigned i = 0; i < 1000; i++) {
        step(r);
        if (r->out.req_valid_o[0]) return (int)r->out.req_warp_o[0];
    }
    return -1;
}

static inline void wait(rig *r, unsigned cycles) // nothing comes in, L1D stalls
{
    r->in.in_valid_i[0] = 0;
    r->in.req_ready_i[0] = 0;
    r->in.req_stall_i[0] = MRPB_STALL_MSHR;
    for (unsigned i = 0; i < cycles; i++) step(r);
}

static inline void expect_left(const rig *r, const int *warps, unsigned n)
{
    CU_ASSERT_TRUE(r->n_left >= n);
    for (unsigned i = 0; i < n; i++) CU_ASSERT_EQUAL(r->left[i], warps[i]);
}

#endif
