// conclude.h : what a bench's run has come to: its result, and what is wrong with it. Of all benches but those of a combinational block (which
// shares the result) and of the tops of sides.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CONCLUDE_H
#define WL_TB_BENCH_CONCLUDE_H

#include "base/stats.h"
#include "tb/bench/bench.h"
#include "tb/bench/bits_apart.h"
#include "tb/lockstep/lane.h"

typedef struct bench_end {
    const bench_job *job;
    const lane *lane;
    const stat_table *events;
    const void *seen; // uint64_t [event]: how often
    const char *(*excluded)(const void *bench, unsigned event); // the rule by which the run cannot see the event; NULL: it can
    const void *bench;
    const char *law;  // that the RTL has broken; "" or NULL: none
    const char *help; // what else than more cycles shows more events: ", or shorter periods"; NULL: nothing
    const bits_apart *identities; // what the traffic told apart: bits_apart.h; NULL: nothing is asked of it
    unsigned n_identities;
    uint64_t resets, floor; // floor: each event is to be seen so often
    bool reset;  // and some reset
    bool failed; // a mismatch or a broken law has ended it
} bench_end;

json_t *bench_result(const bench_end *x); // bench.h
// *result is bench_result's. ST_CHECK: a mismatch, a broken law, or an event below the floor.
int bench_conclude(const bench_end *x, json_t **result, err *e);

// 1 in BENCH_CYCLES_A_FLOOR cycles, at least 1.
uint64_t bench_floor(const bench_job *j);

#endif
