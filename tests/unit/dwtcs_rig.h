// dwtcs_rig.h : a small DWT-CS for tests: kernels of cycles in which every SM commits and misses at
// a rate of its own.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_DWTCS_RIG_H
#define WL_TESTS_DWTCS_RIG_H

#include "blocks/dwtcs.h"

#include <string.h>

enum { RIG_SMS = 16, RIG_PERIOD = 10 };

typedef struct rig {
    config c;
    dwtcs *d;
    unsigned insns[RIG_SMS]; // instructions of each SM in each cycle
    bool miss[RIG_SMS];      // each SM: a miss in each cycle
    uint64_t cycle;          // since the kernel's begin
} rig;

// S SMs, W warps a scheduler, one scheduler; periods of RIG_PERIOD cycles, N = 2, M = 2, a
// threshold of 500.
static inline rig rig_of(unsigned sms, unsigned warps)
{
    rig r = {.cycle = 0};
    config_defaults(&r.c);
    r.c.gpu.sms = sms;
    r.c.sm.warps = warps;
    r.c.sm.schedulers = 1;
    r.c.dwtcs.enable = true;
    r.c.dwtcs.period = RIG_PERIOD;
    r.c.dwtcs.periods_over = r.c.dwtcs.periods_sampled = 2;
    r.c.dwtcs.threshold = 500;
    r.c.dwtcs.winners = 2;
    r.d = dwtcs_new(&r.c);
    return r;
}

static inline dwtcs_out rig_out(const rig *r)
{
    dwtcs_out out;
    dwtcs_valid(r->d, &out);
    return out;
}

static inline unsigned rig_limit(const rig *r, unsigned sm)
{
    const dwtcs_out out = rig_out(r);
    return port_field(out.sm_limit_o, sm, dwtcs_limit_bits(&r->c));
}

static inline bool rig_idle(const rig *r) { return rig_out(r).idle_o[0]; }
static inline bool rig_samples(const rig *r) { return rig_out(r).sampling_o[0]; }
static inline bool rig_throttles(const rig *r) { return rig_out(r).throttled_o[0]; }

static inline void rig_step(rig *r, bool begin, bool end, unsigned kernel)
{
    dwtcs_in in;
    memset(&in, 0, sizeof in);
    in.kernel_begin_pulse_i[0] = begin;
    in.kernel_end_pulse_i[0] = end;
    in.kernel_id_i[0] = kernel;
    for (unsigned i = 0; i < r->c.gpu.sms; i++) {
        port_put_field(in.sm_insn_i, i, dwtcs_insn_bits(&r->c), r->insns[i]);
        port_put_field(in.sm_miss_i, i, 1, r->miss[i]);
    }
    dwtcs_commit(r->d, &in);
    r->cycle++;
}

static inline void rig_begin(rig *r, unsigned kernel)
{
    rig_step(r, true, false, kernel);
    r->cycle = 0;
}

static inline void rig_end(rig *r) { rig_step(r, false, true, 0); }

static inline void rig_run(rig *r, unsigned cycles)
{
    while (cycles--) rig_step(r, false, false, 0);
}

static inline void rig_all(rig *r, unsigned insns, bool miss)
{
    for (unsigned i = 0; i < r->c.gpu.sms; i++) {
        r->insns[i] = insns;
        r->miss[i] = miss;
    }
}

// A kernel that thrashes in every SM, to the cycle in which the test fires; the outputs follow in
// the next.
static inline void rig_thrash(rig *r, unsigned kernel)
{
    rig_all(r, 1, true);
    rig_begin(r, kernel);
    rig_run(r, 2 * RIG_PERIOD + 1);
}

// A round and its vote, from one decision to the next.
static inline unsigned rig_round_cycles(const rig *r) { return 2 * RIG_PERIOD + r->c.gpu.sms; }

// The rest of a round, up to the cycle in which the vote shows; SM `winner` has most instructions.
static inline void rig_round(rig *r, unsigned winner)
{
    rig_all(r, 1, false);
    r->insns[winner] = 2;
    rig_run(r, rig_round_cycles(r));
}

#endif
