// sim_run.h: one simulation from start to end: machine, program, checks, statistics. The commands
// sim, cosim, report and bench use it, and so do tests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SIM_RUN_H
#define WL_CLI_SIM_RUN_H

#include "config/config.h"
#include "machine/run/gpu.h"

#include <jansson.h>

typedef struct sim_job {
    const config *c;
    const char *workload;    // a name of `warploom workloads`, or NULL
    const char *size;        // "small", "medium" or "paper" (workloads only); NULL = small
    const char *launch;      // a launch file instead of a workload, or NULL
    bool dump_anywhere;      // its dumps may lie outside of its folder
    const char *trace;       // an Accel-Sim kernelslist instead, or NULL
    bool unknown_as_add;     // unknown opcodes of the trace count as integer additions
    const char *synthetic;   // a file of synthetic kernels instead, or NULL
    const uint64_t *seed;    // its seed, instead of the one in the file, or NULL
    const char *write_trace; // a directory for an Accel-Sim trace of all that runs, or NULL
    const gpu_hooks *hooks;  // NULL: none
} sim_job;

// *result: everything of gpu_stats_json; for a workload "workload", "size" and "check" ("passed":
// the results equal those of the C reference to the bit; "failed"; or "cut": gpu.insn_limit ended
// the run, and they were not checked); for a launch file "launch", "buffers" (name -> SHA-256 of
// the final contents) and, if the run was cut, "dumps_not_written" (launch_dumps_json); for a trace
// "trace" (and "trace_ignored", see trace_run.h); or "synthetic"; and "config", "config_digest",
// "wall_seconds". It is set after ST_OK and ST_CHECK, and NULL after other errors. A wrong result
// is ST_CHECK.
int sim_run(const sim_job *j, json_t **result, err *e);

// Reports on stderr that the run was cut, and what was ignored in the trace of a result; prints
// nothing if neither was.
void sim_print_notes(const json_t *result);

#endif
