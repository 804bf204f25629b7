// slurm.h: has Slurm run a sweep, as an array of jobs.
//
// Each job of the array runs one task: `warploom sweep run -m MANIFEST --task N --chunk K`, N being
// SLURM_ARRAY_TASK_ID. What a task prints goes to DIR/slurm/JOB_N.log. The numbers of the submitted
// arrays are kept in DIR/slurm/jobs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_SLURM_H
#define WL_SWEEP_SLURM_H

#include "sweep/manifest.h"

typedef struct slurm_job {
    const sweep_manifest *m;
    const char *program;                  // absolute path of this program
    const char *partition, *nodes, *time; // passed through; NULL: not given
    unsigned chunk;                       // points per task
    unsigned limit;                       // jobs of the array at a time; 0: no limit
    bool dry_run; // the script and the command line are described, nothing is submitted
} slurm_job;

// *result: {"tasks": number, "array": "0-3,7%2", "script", "command", "job": number, unless
// dry_run}. Submits the tasks that have points without result; none left is ST_OK and "tasks": 0.
// When sbatch refuses, or no controller answers, the error has Slurm's own words (ST_TOOL).
int slurm_submit(const slurm_job *j, json_t *result, err *e);

// Adds "slurm": {"pending", "running", "reasons": [{"job", "state", "reason", "tasks"}], "lost":
// [{"index", "state" and "reason" or null, "log": last lines}]} for the arrays submitted before:
// what Slurm says of tasks that wait, and points that are neither done nor failed though no job of
// theirs is left. ST_TOOL when Slurm does not answer. Nothing is added when nothing was submitted.
int slurm_describe(const sweep_manifest *m, json_t *result, err *e);

#endif
