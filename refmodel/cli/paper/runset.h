// runset.h : the runs that a paper's figures ask for, each once, and what was measured in them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_RUNSET_H
#define WL_CLI_PAPER_RUNSET_H

#include "cli/paper/paper.h"
#include "cli/paper/runner.h"

#include <jansson.h>

typedef struct runset_machine {
    const paper_base *base;
    const paper_variant *variant;
    unsigned setting; // of variant->search; 0 when nothing is searched
    char *name;       // "S/swl, sm.swl_warps=3"
    config c;
} runset_machine;

typedef struct runset_run {
    const runset_machine *machine;
    const char *workload, *size; // a workload runs on a machine in more than one size when figures ask for them
    double *values; // of paper_metrics, in their order; NAN: the run is not done, or has no such counter
    json_t *kernels; // the same by kernel: arrays; NULL: not done
} runset_run;

typedef struct runset {
    const paper *p;
    const char *size;      // as asked for
    const char *programs;  // only these ("atax gemm"), or NULL
    const char *figures;   // only these ids, or NULL
    bool only_kept;        // runs that are not kept from before are left out
    runset_machine **machines;
    unsigned n_machines;
    runset_run *runs;
    unsigned n_runs;
} runset;

// Programs (workloads) and figures in words separated by commas, or NULL: all. Bad words, and rows that lead nowhere, are ST_INPUT; runset_free in any case.
int runset_make(runset *l, const paper *p, const char *size, const char *programs, const char *figures, err *e);
int runset_execute(runset *l, unsigned processes, cli_progress *progress, run_counts *counts, err *e);
void runset_free(runset *l);

bool runset_has_figure(const runset *l, const paper_figure *f);
bool runset_has_cost(const runset *l); // "cost" stands among the figures
bool runset_has_program(const runset *l, const paper_program *p);
// The program's size word in the figure.
const char *runset_size_of(const runset *l, const paper_figure *f, const paper_program *p);

// A program without its kernel, malloc'd; its kernel, "" for all of them.
char *runset_workload(const paper_program *p);
const char *runset_kernel(const paper_program *p);

// The run of a machine with the workload of this name and size, the fastest where a key is searched (the lowest setting of equally fast ones). NULL:
// none, or not all settings are done.
const runset_run *runset_find(const runset *l, const char *machine, const char *name, const char *size);
double runset_value(const runset_run *run, const char *kernel, const char *metric); // NAN for no run; kernel "": the whole run

#endif
