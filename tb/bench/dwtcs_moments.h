// dwtcs_moments.h: where a DWT-CS is in its kernel, from its inputs and the golden model's outputs
// alone, and the crosses (cross_coverage.h) of what has happened there.
//
//   pulse     a kernel begins, ends, or both, or a reset comes, in each of the moments below
//   trial     the SM that tries so many warps wins its round, also those SMs that have no more
//             warps to try
//   earlier   no SM of the second round, or of the last one, beats the winner of those before
//   turn      in the vote each SM has more, as many or fewer instructions than the best before it,
//             in the first round and in a later one
//   lone      an SM alone makes the test fire
//   score     each SM's score reaches its lowest and its highest value in a tested period
//   cut       a kernel is cut off in the cycle of a decision, and the next one, which has its
//             number, must not be known
//   left      a kernel begins when so many tested periods running were over the threshold at an SM,
//             with the test of this cycle or with those before, while the kernel before is watched,
//             sampled, voted on or throttled, or has ended; and that SM alone is over in all
//             periods of the new kernel until what was left would make its test fire, or, if it has
//             fired, until it must again
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_DWTCS_MOMENTS_H
#define WL_TB_BENCH_DWTCS_MOMENTS_H

#include "config/ports/dwtcs.h"
#include "tb/bench/cross_coverage.h"
#include "tb/bench/dwtcs_laws.h"

typedef enum dwtcs_moment {
    MOMENT_IDLE,        // no kernel runs
    MOMENT_FIRST,       // a kernel's first cycle
    MOMENT_LAST,        // the last cycle of a period that is watched
    MOMENT_CALM,        // a test that does not fire
    MOMENT_SAMPLES,     // one that fires, of a kernel that is not known
    MOMENT_APPLIES,     // one that fires, of a kernel that is
    MOMENT_PERIOD,      // the first cycle of a sampled period, not of a vote
    MOMENT_BEFORE_VOTE, // the last cycle of a round
    MOMENT_STORES,      // an SM of the last round has won: its number is stored
    MOMENT_EARLIER,     // the winner of the rounds before is stored
    MOMENT_FURTHER,     // another round follows
    MOMENT_THROTTLED,
    MOMENT_VOTE, // and as many rows behind it as there are SMs: a cycle of the vote each
} dwtcs_moment;

typedef enum dwtcs_pulse { PULSE_BEGIN, PULSE_END, PULSE_BOTH, PULSE_RESET, PULSES } dwtcs_pulse;

// Where a kernel leaves periods over to the next one. Columns of CROSS_LEFT: two for each place,
// in which a kernel begins alone or as one ends.
typedef enum dwtcs_place {
    PLACE_TEST,
    PLACE_WATCH,
    PLACE_SAMPLE,
    PLACE_VOTE,
    PLACE_THROTTLE,
    PLACE_IDLE,
    DWTCS_PLACES
} dwtcs_place;
enum { DWTCS_LEFTS = 2 * DWTCS_PLACES };

typedef enum dwtcs_cross {
    CROSS_PULSE,
    CROSS_TRIAL,
    CROSS_EARLIER,
    CROSS_TURN,
    CROSS_LONE,
    CROSS_SCORE,
    CROSS_CUT,
    CROSS_LEFT,
    DWTCS_CROSSES
} dwtcs_cross;

typedef struct dwtcs_moments {
    const config *c;
    unsigned sms, warps, rounds, insn_bits;
    uint64_t most; // instructions that an SM can commit in a round
    cross_coverage crosses[DWTCS_CROSSES];
    // the kernel
    bool runs;
    unsigned kernel;
    uint64_t cycle;      // of the kernel, from 0
    uint64_t round_from; // cycle in which the round began, or will have if the test fires
    unsigned round;
    uint64_t insns[DWTCS_LAW_SMS], misses[DWTCS_LAW_SMS]; // of this period, or of the round
    unsigned run[DWTCS_LAW_SMS];                          // tested periods over the threshold
    uint64_t best;                                        // most instructions of earlier rounds
    // this cycle
    unsigned now; // bit of each moment before MOMENT_VOTE
    dwtcs_place place;
    int vote;       // cycle of the vote; -1: there is none
    unsigned fired; // SMs that make the test fire
    int cut;        // row and column of CROSS_CUT that the last kernel ended in; -1: none
    unsigned cut_kernel;
    // Periods over that each SM had when the kernel began, and how (a column of CROSS_LEFT)
    unsigned left[DWTCS_LAW_SMS], left_how;
} dwtcs_moments;

void dwtcs_moments_init(dwtcs_moments *m, const config *c);
void dwtcs_moments_free(dwtcs_moments *m);

// Can the rounds before `round` have been won by their last SM, and this one by one of its own?
bool dwtcs_round_begins(const dwtcs_moments *m, unsigned round);
bool dwtcs_round_is_won(const dwtcs_moments *m, unsigned round);

// At the beginning of a cycle, with the outputs that the model has in it. known: the winner of the
// kernel that runs is stored.
void dwtcs_moments_begin(dwtcs_moments *m, const dwtcs_out *out, bool known);
// The inputs of the cycle.
void dwtcs_moments_end(dwtcs_moments *m, const dwtcs_in *in);
// A reset instead of a cycle's inputs, after dwtcs_moments_begin.
void dwtcs_moments_reset(dwtcs_moments *m);

// Does this cycle begin a round, or would it if its test fires? Then `insns` is anew.
bool dwtcs_moments_round_starts(const dwtcs_moments *m);
uint64_t dwtcs_moments_vote_from(const dwtcs_moments *m); // cycle of the kernel
// In the cycle of a decision: most instructions of this round and those before.
uint64_t dwtcs_moments_best(const dwtcs_moments *m);
// Is this cycle in a row of CROSS_PULSE?
static inline bool dwtcs_moments_is(const dwtcs_moments *m, unsigned row)
{
    return row < MOMENT_VOTE ? m->now >> row & 1 : m->vote == (int)(row - MOMENT_VOTE);
}

#endif
