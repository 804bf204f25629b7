// runner.h: executes many simulations, each in its own process, a given number at a time, and
// stores each result.
//
// A result is stored in share_cache_dir()/runs/PROGRAM, where PROGRAM is the digest of the
// program's own file. Its name is the digest of everything else that determines it: the
// configuration, the workload with its PTX, the size. It is written as a whole or not at all, so
// that a killed batch resumes where it stopped. Results do not depend on the number of processes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_RUNNER_H
#define WL_CLI_PAPER_RUNNER_H

#include "cli/cli.h"
#include "config/config.h"

typedef struct run_job {
    const config *c;
    const char *machine;  // the caller's name for the configuration, for messages
    const char *workload, *size;
    void *ctx;            // the caller's
} run_job;

typedef struct run_batch {
    const run_job *jobs;
    unsigned n, processes;
    // Called once per finished job, in no particular order, with sim_run's result and "by_kernel":
    // sums of counters (kernel_diff.h).
    void (*take)(void *ctx, const run_job *job, const json_t *result);
    // Called before a job begins; if it returns false, the job is skipped ("spared"). NULL: all
    // jobs run.
    bool (*needed)(void *ctx, const run_job *job);
    void *ctx;
    cli_progress *progress; // shows finished runs and time left; may be NULL
} run_batch;

typedef struct run_counts {
    unsigned simulated, kept, spared; // jobs simulated now, jobs with a stored result, jobs skipped
} run_counts;

// A failing run (wrong results, a stuck machine, a signal) ends the batch: its message is passed
// on, active runs are ended, and stored results remain.
int runner_run(const run_batch *b, run_counts *counts, err *e);

#endif
