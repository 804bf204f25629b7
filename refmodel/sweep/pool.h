// pool.h: runs points on this machine, each in a process of its own.
//
// A point that crashes, or is killed, fails alone. Processes end with the one that started them,
// whatever ends it. Points whose result is in the store do not run again, so a pool that was killed
// goes on where it stood; results do not depend on the number of processes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_POOL_H
#define WL_SWEEP_POOL_H

#include "sweep/sweep.h"

typedef struct pool_job {
    const sweep_point *point;
    const char *hash;
    const char *digest; // that the configuration must have when the point loads it; NULL: any
    void *ctx;          // the caller's
} pool_job;

typedef struct pool {
    const sweep_runner *runner;
    const char *store; // directory, see store.h
    const pool_job *jobs;
    unsigned n, processes;
    bool stop; // a failure ends the pool and becomes its error; none is kept. Otherwise failures
               // are kept in the store
    // All of these may be NULL. Asked before a point begins: false, and it does not run.
    bool (*needed)(void *ctx, const pool_job *job);
    // Told of each job whose result is in the store, be it from before: in no particular order.
    void (*take)(void *ctx, const pool_job *job, const json_t *result);
    void (*progress)(void *ctx, uint64_t done, double share);
    void *ctx, *progress_ctx;
} pool;

typedef struct pool_counts {
    unsigned ran, kept, spared,
        failed; // ran well; were there before, failures among them; were not needed; failed now
} pool_counts;

// ST_OK although points have failed, unless pool.stop. A result that cannot be written ends the
// pool (ST_TOOL).
int pool_run(const pool *p, pool_counts *counts, err *e);

#endif
