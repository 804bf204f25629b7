// runset.h: the runs that a paper's figures require, each once, with the values measured in them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_RUNSET_H
#define WL_CLI_PAPER_RUNSET_H

#include "cli/paper/paper.h"
#include "sweep/pool.h"

#include <jansson.h>

typedef struct runset_machine {
    const paper_base *base;
    const paper_variant *variant;
    unsigned setting; // value of the key variant->search; 0 if there is no search
    char *name;       // "S/swl, sm.swl_warps=3"
    config c;
} runset_machine;

enum { RUNSET_INPUT = 17 };

typedef struct runset_run {
    const runset_machine *machine;
    const char *workload, *size; // figures may require several sizes of one workload on one machine
    // values of paper_metrics, in their order, of ten digits, as runs.csv has them: every figure
    // follows from that file. NAN: the run is not done, or lacks the counter
    double *values;
    json_t *kernels;          // the same by kernel, as arrays; NULL: the run is not done
    char input[RUNSET_INPUT]; // of the workload's PTX and dimensions, see published.h
    char *build;              // the program that simulated it, likewise; NULL: the run is not done
    const char *source;       // the file that it was taken from (published.h); NULL: none
} runset_run;

typedef struct runset {
    const paper *p;
    const char *size;     // as requested
    const char *programs; // only these ("atax gemm"), or NULL
    const char *figures;  // only these ids, or NULL
    uint32_t insn_limit;  // of each run, unless its variant says otherwise; 0: none
    bool only_kept;       // use stored results only, and simulate nothing
    runset_machine **machines;
    unsigned n_machines;
    runset_run *runs;
    unsigned n_runs;
} runset;

// programs (workloads) and figures: names separated by commas; NULL: all. insn_limit: NULL: the
// paper's. Where runs may be cut, each program's instructions are counted as well (variant "count",
// gpu.timing = false), unless it turns out that they are not cut. ST_INPUT for unknown names and
// for rows that refer to nothing. Call runset_free also after an error.
int runset_make(runset *l, const paper *p, const char *size, const char *programs,
                const char *figures, const uint32_t *insn_limit, err *e);
// Runs those that were not taken from a file, by the pool of the sweeps (sweep/pool.h). Results are
// kept in resource_cache_dir()/runs, so that a report that was killed goes on where it stood.
// progress (NULL: none) is called with the runs done and their share.
int runset_execute(runset *l, unsigned processes,
                   void (*progress)(void *ctx, uint64_t done, double share), void *progress_ctx,
                   pool_counts *counts, err *e);
void runset_free(runset *l);

char *runset_build(void); // this program, as the build of a run: "0.2.0+895884ca1f03", malloc'd
bool runset_has_figure(const runset *l, const paper_figure *f);
bool runset_has_cost(const runset *l); // is "cost" among the requested figures?
bool runset_has_program(const runset *l, const paper_program *p);
// The size in which the program runs for the figure.
const char *runset_size_of(const runset *l, const paper_figure *f, const paper_program *p);

// The workload of a program, malloc'd; its kernel, "" for all kernels.
char *runset_workload(const paper_program *p);
const char *runset_kernel(const paper_program *p);

// Returns the run of a workload of this name and size on a machine. If a key is searched, it is the
// fastest run, with the lowest setting among equally fast ones. NULL if there is none, or if a
// setting is not done.
const runset_run *runset_find(const runset *l, const char *machine, const char *name,
                              const char *size);
// The thread instructions of a program that the runs have executed, and those of the whole program;
// both NAN if they are not known.
typedef struct runset_share {
    double executed, whole;
} runset_share;
runset_share runset_share_of(const runset *l, const char *name, const char *size);
// kernel "": the whole run; NAN if run is NULL
double runset_value(const runset_run *run, const char *kernel, const char *metric);

#endif
