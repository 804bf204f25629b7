// dwtcs_kernels.h: the kernels of the DWT-CS bench: which number each has, what it is for, and when
// it begins and ends. Inside bench_dwtcs.c and dwtcs_kernels.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_DWTCS_KERNELS_H
#define WL_TB_BENCH_DWTCS_KERNELS_H

#include "tb/bench/bench.h"
#include "tb/bench/conclude.h"
#include "tb/bench/dwtcs_laws.h"
#include "tb/bench/dwtcs_moments.h"
#include "tb/bench/dwtcs_targets.h"
#include "tb/bench/identity_coverage.h"
#include "tb/lockstep/lockstep_pair.h"

// While watched: some SM misses in every cycle and commits little; none misses; at the threshold to
// an instruction; over in every other period; as many instructions as can be, and no miss; no
// instruction, and a miss of each SM in each cycle; anything.
typedef enum watch_kind {
    WATCH_THRASH,
    WATCH_CALM,
    WATCH_EXACT,
    WATCH_FLICKER,
    WATCH_LOWEST,
    WATCH_HIGHEST,
    WATCH_NOISE,
    WATCH_KINDS
} watch_kind;

// What a kernel is for: its number differs in one bit from the base, and its winner is stored,
// after one round or after two; an SM is to win that has not; it ends, or there is a reset, in a
// certain moment; it has the number of the base, and ends while it is sampled; another begins when
// periods were over, and is over in its own; it has been there before; anything.
typedef enum kernel_plan {
    KERNEL_STORED,
    KERNEL_ROUNDS,
    KERNEL_TRIAL,
    KERNEL_CUT,
    KERNEL_BASE,
    KERNEL_LEAVES,
    KERNEL_LEFT, // the one that begins
    KERNEL_AGAIN,
    KERNEL_ANY
} kernel_plan;

enum { DWTCS_RECENT = 16 };

typedef enum dwtcs_identity {
    DWTCS_KERNEL, // that runs, and those whose winners are kept, when the test fires; a comparator
                  // per place
    DWTCS_INSNS,  // instructions of the round's winner and of the other SMs
    // of a round's winner and of the winner of the rounds before; a comparator where SM 0 wins,
    // which is compared with the latter itself, and one for all others
    DWTCS_BEST,
    DWTCS_IDENTITIES
} dwtcs_identity;

typedef struct dwtcs_bench {
    const bench_job *job;
    port ports[DWTCS_N_PORTS];
    block_dev model;
    lockstep_pair pair;
    dwtcs_laws laws;
    dwtcs_moments moments; // where the kernel is
    dwtcs_targets targets; // of each SM in this round
    rng random;
    uint64_t resets, next_reset;
    bool reset_due; // the next kernel's plan is a reset
    unsigned sms, insn_bits, insn_max;
    bool failed;
    uint64_t ran; // cycles of traffic
    // the kernel
    uint64_t ends_at; // cycle of it; between kernels: cycles of rest
    watch_kind watch;
    unsigned thrasher;
    kernel_plan plan;
    unsigned cut_row; // KERNEL_CUT: of CROSS_PULSE
    dwtcs_pulse cut_pulse;
    // KERNEL_LEAVES: from this cycle of the kernel on, in this place; the SM that has so many
    // periods over then, and how the next kernel begins
    uint64_t cut_at;
    dwtcs_place left_place;
    unsigned left_sm, left_periods;
    dwtcs_pulse left_pulse;
    bool left_idle; // such a kernel has ended
    bool follows;   // the next kernel has the number of this one, which a decision's cycle cut off
    unsigned followed;
    uint64_t base; // number of the kernel from which others differ in one bit
    unsigned kernels, recent[DWTCS_RECENT]; // kernels so far, the numbers of the last ones
    bool was_sampling, was_throttled;
    identity_coverage apart[DWTCS_IDENTITIES];
    uint64_t insns_left[DWTCS_LAW_SMS], misses_left[DWTCS_LAW_SMS]; // WATCH_EXACT: of this period
    bench_help help;                                                // of the verdict
} dwtcs_bench;

static inline unsigned dwtcs_below(dwtcs_bench *b, uint64_t n)
{
    return (unsigned)rng_below(&b->random, n);
}

static inline uint64_t dwtcs_round_cycles(const dwtcs_bench *b)
{
    return (uint64_t)b->job->c->dwtcs.period * b->job->c->dwtcs.periods_sampled;
}

// Is the winner of this kernel stored?
bool dwtcs_is_kept(const dwtcs_bench *b, uint64_t kernel);

// Drives the kernel channel of a cycle, after dwtcs_moments_begin.
void dwtcs_drive_kernel(dwtcs_bench *b, dwtcs_in *in);

// KERNEL_LEAVES: is this SM over the threshold from this period on, to leave so many periods?
bool dwtcs_leaver_is_over(const dwtcs_bench *b, unsigned sm);

// Is this the moment in which the plan has a reset?
bool dwtcs_plan_resets(dwtcs_bench *b);

// Is there a moment that has met no reset, though it can?
bool dwtcs_misses_a_reset(const dwtcs_bench *b);

#endif
