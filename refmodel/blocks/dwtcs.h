// dwtcs.h: golden model of dynamic warp throttling by core sampling, cycle-exact at the ports of
// config/ports/dwtcs.h. The simulator uses this model itself: one instance for all SMs.
//
// Source: Khairy, Zahran, Wassal, "Efficient Utilization of GPGPU Cache Hierarchy", GPGPU-8 2015,
// section 4.2 and Table 4. W is the number of warps of a scheduler, S of SMs, P the period, N =
// periods_over, M = periods_sampled, T the threshold in misses per 1000 instructions.
//
// A kernel runs from the cycle after kernel_begin_pulse_i to that of kernel_end_pulse_i, and its
// first period begins with it. It passes through these phases:
//   watch     In the first cycle of each period but the kernel's first, the sums of the period
//             before are tested. An SM is over the threshold when 1000 misses > T instructions. As
//             soon as an SM is over for the Nth period in a row, the kernel is throttled with its
//             winner if that is known already, and sampled otherwise.
//   sample    SM i (counted from 1) tries min(i, W) warps. A round lasts M periods, including the
//             one in whose first cycle sampling was decided. The vote follows: S cycles, in which
//             one comparator looks at the SMs' instructions of the round one after the other and
//             nothing counts. In the first cycle after it, with which the next period begins, the
//             SM with most wins, of equals the one with fewer warps. If the last SM wins and more
//             warps remain (S < W), a further round follows at once, in which SM i tries min(r S +
//             i, W) warps (r is the round, counted from 0), and the winner so far stays in the
//             contest with its number of instructions. Otherwise the winner is stored, and the
//             kernel is throttled with it.
//   throttle  Every SM has the winner's number of warps until the kernel ends.
// Outside of these every SM may issue from W warps. When a kernel ends, or another one begins, in
// any cycle including that of a decision, all this ends and nothing is stored. A decision shows at
// the outputs from the next cycle on, so the first cycle of a round still runs under the limits
// before it.
//
// The winners of `winners` kernels are kept, by kernel_id_i; when all places are taken, the one
// stored longest ago makes room. Reset forgets them.
//
// Counters are as wide as the largest sum that a period or a round can bring, so they never wrap.
// All outputs come from state. Call order in a cycle: dwtcs_valid, dwtcs_commit. No allocation
// after dwtcs_new.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_DWTCS_H
#define WL_BLOCKS_DWTCS_H

#include "blocks/block.h"
#include "config/ports/dwtcs.h"

// Events, counted by the model: X(name, unit, meaning). They say what a run has exercised, and are
// statistics of the machine.
#define DWTCS_EVENTS(X) \
    X(cycles, "cycles", "clock cycles of the block") \
    X(kernels, "kernels", "kernels that have begun") \
    X(periods, "periods", "periods that were tested against the threshold") \
    X(exceeded, "SM periods", "tested periods of an SM that were over the threshold") \
    X(at_threshold, "SM periods", \
      "tested periods of an SM that had misses and were exactly at the threshold, so not over it") \
    X(run_ended, "SM periods", \
      "tested periods of an SM that were not over the threshold after one that was") \
    X(samplings, "times", "times that sampling began") \
    X(rounds, "rounds", "rounds of sampling that ended with a comparison") \
    X(further_rounds, "rounds", \
      "rounds that followed because the last SM won and more warps remained to be tried") \
    X(earlier_winner, "times", \
      "times that the winner of an earlier round won against a later one") \
    X(ties, "rounds", "rounds in which the winner executed as many instructions as another SM") \
    X(full_counts, "SM rounds", "rounds of an SM in which its instruction counter was full") \
    X(stored, "times", "times that a winner was stored") \
    X(replaced, "times", "times that storing a winner replaced that of another kernel") \
    X(applied, "times", "times that a stored winner was applied, without sampling") \
    X(aborted, "times", "times that a kernel ended during its sampling") \
    X(aborted_at_vote, "times", \
      "times that a kernel ended in the very cycle in which a vote decides") \
    X(sampling_cycles, "cycles", "cycles of sampling (sampling_o)") \
    X(throttled_cycles, "cycles", \
      "cycles in which a winner's limit held for all SMs (throttled_o)") \
    X(throttled_warps, "warp cycles", "the limit of a scheduler, summed over throttled_cycles")

typedef struct dwtcs_events {
    DWTCS_EVENTS(STAT_FIELD)
} dwtcs_events;
extern const stat_table dwtcs_event_table;

typedef struct dwtcs dwtcs; // opaque; dwtcs.c

dwtcs *dwtcs_new(const config *c);
void dwtcs_free(dwtcs *d);
void dwtcs_reset(dwtcs *d); // as rst_ni low at a clock edge; events are kept

void dwtcs_valid(const dwtcs *d, dwtcs_out *out);
void dwtcs_commit(dwtcs *d, const dwtcs_in *in); // the clock edge
// The same as `cycles` cycles with all inputs 0, in which the outputs stay: none but the last may
// bring a decision.
void dwtcs_skip(dwtcs *d, uint64_t cycles);

const dwtcs_events *dwtcs_get_events(const dwtcs *d);
void dwtcs_dump(const dwtcs *d, FILE *f); // state, for stuck and mismatch reports

// The model as the machine and lockstep step it.
extern const block_model dwtcs_block;

#endif
