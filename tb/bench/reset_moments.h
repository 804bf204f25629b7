// reset_moments.h: resets in the very cycles in which something happens, and which of these
// coincidences a run has met.
//
// A reset that an event of the same cycle undoes in one register is seen only if the two fall
// together. Resets at random rarely meet what is rare. So a bench asks at the end of each cycle,
// when it knows what has happened, whether this cycle's clock edge is to have a reset, with the
// inputs of this cycle. That is likely for what has seldom met one; and now and then a reset waits
// for something that is drawn.
//
// What can happen is a cross (cross_coverage.h): the events of the golden model, or what the bench
// numbers. A run of at least BENCH_CYCLES must meet all of it (reset_moments_asked).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_RESET_MOMENTS_H
#define WL_TB_BENCH_RESET_MOMENTS_H

#include "base/stats.h"
#include "tb/bench/bench.h"
#include "tb/bench/cross_coverage.h"

enum { RESET_MOMENTS_MOST = 64 };               // bins of one cycle
enum { RESET_REPEATS = 4, RESET_EVERY = 4000 }; // the usual ones

typedef struct reset_moments {
    rng random; // of its own, so that the traffic's draws stay as they are
    cross_coverage cross;
    bool active, asked;
    unsigned repeats;   // resets that are likely for each bin
    uint64_t every;     // average distance of the other resets; 0: there are none
    uint64_t age, from; // cycles since the last reset; age at which the next one is due
    unsigned aimed;     // the bin that it waits for, but not for ever
    unsigned bins[RESET_MOMENTS_MOST], n_bins; // of this cycle
    const stat_table *events;                  // NULL: the bench numbers the rows
    const char **names;
    uint64_t *before; // [event] counts at the end of the last cycle
} reset_moments;

// The bench has set name, meaning, rows and columns of the cross, and excludes bins after this
// call. There are no such resets with weak traffic, and where others decide on resets
// (bench_job.resets).
void reset_moments_init(reset_moments *x, const bench_job *j, cross_coverage cross,
                        unsigned repeats, uint64_t every);
// excluded(bench, event): the rule by which the event cannot occur; NULL: it can.
void reset_moments_of_events(reset_moments *x, const bench_job *j, const stat_table *events,
                             const char *(*excluded)(const void *bench, unsigned event),
                             const void *bench, unsigned repeats, uint64_t every);
void reset_moments_free(reset_moments *x);

// What happens in this cycle: a bin, or the events whose counts have grown.
void reset_moments_add(reset_moments *x, unsigned row, unsigned column);
void reset_moments_add_events(reset_moments *x, const void *seen);

bool reset_moments_wants(reset_moments *x);            // is this cycle to have a reset?
void reset_moments_end(reset_moments *x, bool resets); // it has one, or not

// All three, of events: at the end of a cycle, in which resets may come or not.
bool reset_moments_now(reset_moments *x, const void *seen, bool may);

static inline bool reset_moments_asked(const reset_moments *x) { return x->asked; }

#endif
