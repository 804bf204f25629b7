// bench_random.h: `warploom bench --random N`: short benches over random configurations of every
// block that has a bench.
//
// A block with wide ports runs for fewer cycles than requested, but for at least an eighth of them.
//
// Configuration number i is a function of the seed, i and the options alone, so that `--random 1
// --first i` repeats it. Blocks take turns. A short run need not see every event: the floors apply
// to all configurations of a block together, once there are at least BENCH_RANDOM_FLOOR of them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_BENCH_RANDOM_H
#define WL_CLI_BENCH_RANDOM_H

#include "blocks/model_bug.h"
#include "cli/cli.h"
#include "tb/lockstep/build.h"

enum { BENCH_RANDOM_FLOOR = 20, BENCH_RANDOM_CYCLES = 1500 };

typedef struct bench_random_job {
    const config *base;
    plugin_sim sim;
    bool asserts;
    const char *block;          // NULL: all
    const char *inject;         // ID of a bug in the golden model of `block`, NULL: none
    const model_bug *model_bug; // that bug
    uint64_t seed, first, count, cycles;
    const cli_args *args; // progress, and the options of a line that repeats one
} bench_random_job;

// *result: {"configurations", "mismatches" (configurations with one or with a broken law),
// "cycles_compared", "compares", "masked", "resets", "x_driven", "x_seen", "seed", "simulator",
// "forced": {"least", "most", "odd": configurations}, "blocks": {STEM: {"configurations", "events",
// "unseen": [...]}}, "failures": [{"line", "settings", "port" or null, "broken_law" or null}]}.
// ST_CHECK: a failure, or an event that no configuration has shown.
int bench_random(const bench_random_job *j, json_t *result, err *e);

#endif
