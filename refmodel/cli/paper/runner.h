// runner.h : many simulations, each in a process of its own, so many at a time, each result kept.
//
// A result lies in share_cache_dir()/runs/PROGRAM, PROGRAM the digest of the program's own file, and is named by the digest of what
// else it follows from: the configuration, the workload with its PTX, the size. It is written whole or not at all, so a batch that was killed goes on where
// it stood. Results do not depend on the number of processes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_RUNNER_H
#define WL_CLI_PAPER_RUNNER_H

#include "cli/cli.h"
#include "config/config.h"

typedef struct run_job {
    const config *c;
    const char *machine;  // for messages: what the caller calls the configuration
    const char *workload, *size;
    void *ctx;            // the caller's
} run_job;

typedef struct run_batch {
    const run_job *jobs;
    unsigned n, processes;
    // Called once a job that ran, in no particular order, with sim_run's result, and "by_kernel": sums of counters (kernel_diff.h).
    void (*take)(void *ctx, const run_job *job, const json_t *result);
    // Asked before a job begins: false, and it is not run ("spared"). NULL: all run.
    bool (*needed)(void *ctx, const run_job *job);
    void *ctx;
    cli_progress *progress; // may be NULL: runs done, and time left
} run_batch;

typedef struct run_counts {
    unsigned simulated, kept, spared; // done here, those that were there before, those left out
} run_counts;

// A run that fails (wrong results, a stuck machine, a signal) ends the batch: its message is passed on, runs under way are
// ended, what is done stays kept.
int runner_run(const run_batch *b, run_counts *counts, err *e);

#endif
