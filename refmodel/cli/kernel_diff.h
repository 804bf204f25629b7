// kernel_diff.h : the counters of one kernel: what the machine's counters grew by since the kernel before.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_KERNEL_DIFF_H
#define WL_CLI_KERNEL_DIFF_H

#include "machine/run/gpu.h"

// now - before, of two statistics objects (gpu_stats_json; before may be NULL): counters, object by object. Ratios and lists are
// left out: they do not subtract. New reference.
json_t *kernel_difference(const json_t *now, const json_t *before);

// Collects a run's kernels: each its counters, with "kernel_cycles" (launch to the end of the last CTA).
typedef struct kernel_list {
    json_t *kernels; // array; the owner makes and drops it
    json_t *last;    // owned by the list's owner too
} kernel_list;
void kernel_list_add(void *kernel_list, const gpu *g); // fits gpu_hooks.kernel_ended

// Sums of a run's kernels by their names: "cycles" of each with its drain.
typedef struct kernel_sums {
    json_t *by_name; // object; the owner makes and drops it
    json_t *last;    // owned by the owner of the sums too
} kernel_sums;
void kernel_sums_add(void *kernel_sums, const gpu *g); // fits gpu_hooks.kernel_ended
void kernel_sum(json_t *sum, const json_t *more);      // adds counters, object by object

#endif
