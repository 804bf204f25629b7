// trace_run.h: runs Accel-Sim traces on a machine, and records traces of what a machine executes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_TRACE_RUN_H
#define WL_CLI_TRACE_RUN_H

#include "config/config.h"
#include "machine/run/gpu.h"
#include "trace/trace.h"
#include "trace/trace_write.h"

#include <jansson.h>

// Opens a kernelslist for the machine of c. Addresses are bounded by structures.mrpb.address_bits
// where MRPB is in the machine.
trace *trace_load(const char *path, const config *c, bool unknown_as_add, err *e);

// Runs all kernels, one after the other.
int trace_run(trace *t, gpu *g, err *e);

// Adds "trace_ignored" to a result, which says what was ignored in list and kernels
// (trace_ignored). Adds nothing if nothing was.
void trace_ignored_describe(const trace *t, json_t *result);

// Makes hooks->record write an Accel-Sim trace to dir. End it with recorder_end.
trace_recorder *trace_record(const char *dir, const config *c, gpu_hooks *hooks, err *e);

#endif
