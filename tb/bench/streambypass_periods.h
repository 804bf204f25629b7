// streambypass_periods.h: the traffic of the streaming bypass' bench, a plan for each period.
//
// The monitor adds a weight for each miss and takes one for each hit, and the sign of the sum, the
// score, decides at the end of a period. Random traffic is far from a decision nearly always, and a
// reset seldom meets the one cycle in which it matters. So a period's plan is a number of hits and
// of misses, spread at random over its cycles, and the plans go through a list of kinds, which
// covers every transition between the modes, and then to what these crosses (cross_coverage.h)
// miss:
//
//   score   a period ends a power of two below the threshold while the cache is closed, or above it
//           while it is open
//   edge    a hit or a miss in the first or in the last cycle of a period decides the mode
//   reset   a reset comes in each moment of a period, in either mode: in the first cycle, in which
//           the mode would have changed, in the second, in the last, and between; with no access
//           in that cycle, with hits and with misses
//
// After each reset of the last cross, the cache closes at the end of the next period by a single
// miss, so that what the reset has left shows.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_STREAMBYPASS_PERIODS_H
#define WL_TB_BENCH_STREAMBYPASS_PERIODS_H

#include "base/rng.h"
#include "config/config.h"
#include "config/ports/streambypass.h"
#include "tb/bench/cross_coverage.h"

typedef enum access_kind { ACCESS_ANY, ACCESS_HIT, ACCESS_MISS } access_kind;

typedef struct period {
    uint64_t accesses, misses;           // planned
    uint64_t accesses_left, misses_left; // not drawn yet
    access_kind first, last;             // of an access in its first and in its last cycle
} period;

typedef enum period_cross { CROSS_SCORE, CROSS_EDGE, CROSS_RESET, PERIOD_CROSSES } period_cross;

typedef struct streambypass_periods {
    const struct cfg_streambypass *k;
    uint64_t most;    // accesses of a period
    int64_t up, down; // weights of a miss and of a hit
    bool weak, resets;
    rng random;
    cross_coverage crosses[PERIOD_CROSSES];
    uint64_t number;   // of periods begun
    uint64_t reset_at; // cycle of this period before which a reset comes; UINT64_MAX: none
    unsigned with;     // what the reset's cycle has: no access, hits, misses
    bool shows;        // the next one shows what a reset has left
    period now;
    unsigned hits_of[2], misses_of[2]; // accesses in the first and in the last cycle
} streambypass_periods;

// weak: only hits and only misses in turn, and no resets (bench_job.weak). resets: the plans have
// resets.
void streambypass_periods_init(streambypass_periods *p, const config *c, uint64_t seed, bool weak,
                               bool resets);
void streambypass_periods_free(streambypass_periods *p);

// Begins the next period, in which the cache will be in this mode (from its second cycle on, if the
// verdict on the one before changes it).
void streambypass_periods_next(streambypass_periods *p, bool closed);

// The accesses of cycle `at` of the period: what is left of the plan fits in the cycles that are
// left.
streambypass_in streambypass_periods_draw(streambypass_periods *p, uint64_t at);

// The period ends, and its verdict falls on a cache in this mode.
void streambypass_periods_end(streambypass_periods *p, bool closed);

// The accesses of a reset's cycle: none, or as many as can be.
streambypass_in streambypass_periods_with(const streambypass_periods *p);

// A reset comes in the place of cycle `at`, in this mode. changes: the verdict on the period before
// would have changed the mode.
void streambypass_periods_reset(streambypass_periods *p, uint64_t at, bool closed, bool changes);

// Periods that have a plan of the list's, whatever the configuration; and those, at the most, until
// all crosses are complete too.
enum { STREAMBYPASS_KINDS = 16 };
uint64_t streambypass_periods_all(const config *c);

// Does the miss rate of any period equal the threshold?
bool streambypass_periods_can_be_at(const struct cfg_streambypass *k);

#endif
