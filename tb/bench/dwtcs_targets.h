// dwtcs_targets.h: how many instructions each SM of the DWT-CS bench is to commit in a round.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_DWTCS_TARGETS_H
#define WL_TB_BENCH_DWTCS_TARGETS_H

#include "tb/bench/dwtcs_moments.h"
#include "tb/bench/identity_coverage.h"

// What the targets of a round are for: anything; sums of which the winner's has one bit more than
// another's; a winner. A kernel has one kind.
typedef enum target_kind { TARGET_ANY, TARGET_NEAR, TARGET_NEAR_ROUNDS, TARGET_AIM } target_kind;

typedef struct dwtcs_targets {
    rng *random;
    const dwtcs_moments *m;
    const identity_coverage *insns, *best; // whose bits are to be told apart
    uint64_t held;                         // bits that stay 0
    bool weak;                             // as many as can be, always
    target_kind kind;
    // TARGET_AIM: the SM that wins in round aim_round, -1: the winner of the rounds before; until
    // then the last SM does
    unsigned aim_round;
    int aim_sm;
    uint64_t best_bit; // TARGET_NEAR_ROUNDS: in which the next round's winner differs
    uint64_t target[DWTCS_LAW_SMS];
} dwtcs_targets;

// Sets `target` for a round that begins; the rounds before are m->round and m->best.
void dwtcs_targets_draw(dwtcs_targets *t, unsigned round, uint64_t best);

#endif
