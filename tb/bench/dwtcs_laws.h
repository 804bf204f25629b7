// dwtcs_laws.h : what must hold at the ports of DWT-CS whatever its inside is, checked without the golden model.
//
//   kernel    idle_o is 1 exactly while no kernel runs; at most one of idle_o, sampling_o, throttled_o
//   free      every SM has W warps while nothing is sampled or throttled
//   tries     while sampling, SM i (from 1) has min(b + i, W), b a multiple of the SMs, from 0 on in steps of one round
//   decision  the outputs change in the second cycle of a period, with a kernel's begin or end, or not at all; not before N periods
//   round     of M periods, each
//   most      the winner's instructions are the most of all rounds, and nobody with fewer warps had as many
//   further   another round follows exactly when the last SM has won and more warps remain
//   keeps     a number that was stored is what the same kernel gets, without sampling, as long as it has its place; nobody else does
//   hold      it stays until the kernel ends
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_DWTCS_LAWS_H
#define WL_TB_BENCH_DWTCS_LAWS_H

#include "config/ports/dwtcs.h"

enum { DWTCS_LAW_TEXT = 200, DWTCS_LAW_SMS = 128, DWTCS_LAW_WARPS = 65, DWTCS_LAW_PLACES = 64 };

typedef struct dwtcs_laws {
    const config *c;
    unsigned warps, limit_bits, insn_bits;
    bool runs;           // a kernel
    unsigned kernel;
    uint64_t cycle;      // of it, from 0
    bool was_sampling, was_throttled; // in the cycle before
    unsigned limits[DWTCS_LAW_SMS];   // then
    uint64_t round_from;              // first cycle of the round
    uint64_t sums[DWTCS_LAW_SMS];     // instructions of this period or round
    uint64_t most_of[DWTCS_LAW_WARPS]; // [warps] most instructions of an SM that tried so many, plus 1; 0: nobody has
    struct { unsigned kernel, warps; } kept[DWTCS_LAW_PLACES]; // the oldest first
    unsigned n_kept;
    uint64_t stores; // since the reset: the next one goes to place stores % winners
    char broken[DWTCS_LAW_TEXT]; // which law, and how; "" while all hold
} dwtcs_laws;

void dwtcs_laws_init(dwtcs_laws *l, const config *c);
void dwtcs_laws_reset(dwtcs_laws *l);
bool dwtcs_laws_cycle(dwtcs_laws *l, const dwtcs_in *in, const dwtcs_out *out); // false: one is broken

#endif
