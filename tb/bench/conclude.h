// conclude.h: how long a bench runs, the result of its run, and the verdict. Used by all benches
// except that of a combinational block, which shares only the result, and those of the tops of
// sides.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CONCLUDE_H
#define WL_TB_BENCH_CONCLUDE_H

#include "base/stats.h"
#include "tb/bench/bench.h"
#include "tb/bench/cross_coverage.h"
#include "tb/bench/identity_coverage.h"
#include "tb/lockstep/lockstep_pair.h"

typedef struct bench_end {
    const bench_job *job;
    const lockstep_pair *pair;
    const stat_table *events;
    const void *seen; // uint64_t [event]: number of occurrences
    // the rule by which the run cannot show the event; NULL: it can
    const char *(*excluded)(const void *bench, unsigned event);
    const void *bench;
    const char *law; // the law that the RTL has broken; "" or NULL: none
    // what helps besides more cycles, such as "; shorter periods need fewer"; NULL: nothing
    const char *help;
    const identity_coverage
        *identities; // collectors that must be complete (identity_coverage.h); NULL: none
    unsigned n_identities;
    const cross_coverage *crosses; // as identities, of coincidences (cross_coverage.h)
    unsigned n_crosses;
    uint64_t ran;           // cycles of traffic so far (bench_traffic)
    uint64_t resets, floor; // resets so far; minimum occurrences of each event
    bool reset;             // at least one reset is required, too
    bool failed;            // a mismatch or a broken law has ended the run
} bench_end;

// The traffic of a bench, before its drain phase.
typedef struct bench_traffic {
    const bench_job *job;
    void *bench;
    void (*cycle)(void *bench);
    const bool *failed;            // a cycle sets it
    bench_end (*end)(void *bench); // what has been seen so far
} bench_traffic;

// Runs job.cycles cycles, and more while something is missing, up to job.most: the same traffic
// goes on. A failed run ends at once. Returns the number of cycles.
uint64_t bench_traffic_run(const bench_traffic *t);
// In cycle i of at least `of`.
void bench_progress(const bench_job *j, uint64_t i, uint64_t of);

json_t *bench_result(const bench_end *x); // bench.h
// Sets *result to bench_result. ST_CHECK if there is a mismatch, a broken law, an event below its
// floor, or an incomplete identity or cross.
int bench_conclude(const bench_end *x, json_t **result, err *e);

// bench_end.help of a block whose runs are as long as so many of its periods: the longest period,
// by its key, with which a run without --cycles is as long as it needs to be. No longer one than
// the configuration has.
typedef struct bench_help {
    char text[192];
} bench_help;
void bench_help_period(bench_help *h, const config *c, const char *key,
                       uint64_t (*cycles)(const config *c));

// The usual floor: 1 per BENCH_CYCLES_A_FLOOR cycles of job.cycles, at least 1.
uint64_t bench_floor(const bench_job *j);

#endif
