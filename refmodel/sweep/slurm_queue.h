// slurm_queue.h: what Slurm says of the arrays that a sweep has submitted.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_SLURM_QUEUE_H
#define WL_SWEEP_SLURM_QUEUE_H

#include "sweep/manifest.h"

typedef struct slurm_task {
    uint64_t job;
    unsigned first, n; // points
    unsigned task;
    char *state, *reason; // Slurm's words
    bool live;            // waits or runs
} slurm_task;

typedef struct slurm_queue {
    uint64_t *jobs; // submitted, the oldest first
    unsigned *chunks, n_jobs;
    slurm_task *tasks; // those that Slurm still knows
    unsigned n;
} slurm_queue;

char *slurm_dir(const sweep_manifest *m); // slurm/ beside the manifest, malloc'd

// Asks squeue. When nothing was submitted, nothing is asked, and the queue is empty. Free it in any
// case.
int slurm_queue_read(slurm_queue *q, const sweep_manifest *m, err *e);
void slurm_queue_free(slurm_queue *q);

// Does a task that waits or runs have the point?
bool slurm_queue_has(const slurm_queue *q, unsigned point);

// Remembers a submitted array.
int slurm_queue_note(const sweep_manifest *m, uint64_t job, unsigned chunk, err *e);

#endif
