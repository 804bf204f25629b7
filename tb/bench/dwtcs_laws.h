// dwtcs_laws.h: the laws of the ports of DWT-CS, independent of its implementation. They are
// checked without the golden model.
//
//   kernel    idle_o is 1 exactly while no kernel runs; at most one of idle_o, sampling_o and
//             throttled_o is 1.
//   free      Every SM has W warps while there is neither sampling nor throttling.
//   tries     While sampling, SM i (from 1) has min(b + i, W) warps, with b a multiple of the
//             number of SMs that starts at 0 and grows in each round.
//   decision  The outputs change in the second cycle of a period, with the begin or end of a
//             kernel, or not at all; not before N periods.
//   round     A round has M periods, and a vote of a cycle for each SM, in which nothing counts.
//   most      The winner has the most instructions of all rounds, and no smaller number of warps
//             had as many.
//   further   Another round follows exactly if the last SM has won and more warps remain.
//   keeps     A stored number is applied to the same kernel again, without sampling, as long as it
//             has its place, and to no other kernel.
//   hold      It stays until the kernel ends.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_DWTCS_LAWS_H
#define WL_TB_BENCH_DWTCS_LAWS_H

#include "config/ports/dwtcs.h"

enum { DWTCS_LAW_TEXT = 200, DWTCS_LAW_SMS = 128, DWTCS_LAW_WARPS = 65, DWTCS_LAW_PLACES = 64 };

typedef struct dwtcs_laws {
    const config *c;
    unsigned warps, limit_bits, insn_bits;
    bool runs; // a kernel is running
    unsigned kernel;
    uint64_t cycle;                   // cycle of the kernel, from 0
    bool was_sampling, was_throttled; // in the previous cycle
    unsigned limits[DWTCS_LAW_SMS];   // in the previous cycle
    uint64_t round_from;              // first cycle of the round
    uint64_t sums[DWTCS_LAW_SMS];     // instructions of this period or round
    // [warps] most instructions of an SM that tried so many warps, plus 1; 0: none has
    uint64_t most_of[DWTCS_LAW_WARPS];
    struct {
        unsigned kernel, warps;
    } kept[DWTCS_LAW_PLACES]; // stored winners, the oldest first
    unsigned n_kept;
    uint64_t stores; // winners stored since the reset; the next one goes to place stores % winners
    char broken[DWTCS_LAW_TEXT]; // the broken law and how it was broken; "" while all hold
} dwtcs_laws;

void dwtcs_laws_init(dwtcs_laws *l, const config *c);
void dwtcs_laws_reset(dwtcs_laws *l);
// false: a law is broken
bool dwtcs_laws_cycle(dwtcs_laws *l, const dwtcs_in *in, const dwtcs_out *out);

#endif
