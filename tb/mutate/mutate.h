// mutate.h: measures the quality of a block's bench by mutation. Mutants of the emitted RTL
// (mutants.h), all in one compiled model, run on the bench (bench/bench.h) until the first
// difference from the golden model or the first broken law, which kills them. Survivors are proven
// equivalent (prove.h), shown to differ, or listed.
//
// score = killed / (mutants - proven equivalent). A mutant that is proven equivalent cannot differ
// at its ports, at any time, on inputs that the block's contract allows, so that no bench could
// kill it.
//
// A run can be stopped at any time and resumes where it was: its findings are in `work_dir`, one
// line per mutant, and are reused by a run of the same design, seed, cycles and bench. The result
// equals that of an uninterrupted run. A higher `count` also reuses the findings of a lower one,
// since a module's sample is a prefix of any larger one with the same seed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_MUTATE_H
#define WL_TB_MUTATE_MUTATE_H

#include "config/config.h"
#include "config/ports/adapter.h"

#include <jansson.h>

typedef struct mutate_job {
    const config *c;
    const char *block; // stem of its top: "mrpb"
    // The wrapped top of that block, whose adapter is mutated instead of the block; NULL: none
    const adapter *adapter;
    const char *module; // only mutants of this module (choice.h); NULL: all
    unsigned count;     // maximum number of mutants per module
    uint64_t seed;      // of the sample, and of the bench's traffic
    uint64_t cycles;    // of the bench, per mutant
    bool weak;          // use the weakened bench (bench.h)
    bool prove;         // try to prove survivors equivalent
    bool list;          // only draw the sample; build and run nothing
    bool quiet;
    const char *work_dir; // made if needed; a second run in it waits for the first
    void (*progress)(void *ctx, uint64_t done, double share); // may be NULL
    void *progress_ctx;
} mutate_job;

// *result with `list`: {"block" (of a wrapped top its stem), "top", "seed", "sample": [Yosys's
// command that makes a mutant]}. Else {"block", "top", "tools": {...}, "seed", "cycles", "weak",
// "modules": [{"module", "candidates", "mutants", "killed", "equivalent", "differ", "survived",
// "score"}], "mutants", "killed", "equivalent", "score" (of all; null when nothing counts),
// "median_cycles": until a mutant is killed, "cycles_99_percent": until 99 % of those are that are
// killed at all, "survivors": [{"mutant": Yosys's command, "module", "source", "verdict":
// "equivalent", "differs" (a bench could kill it), "open"}]}. ST_CHECK: mutant 0, the design as it
// is, does not pass.
int mutate_run(const mutate_job *j, json_t **result, err *e);

#endif
