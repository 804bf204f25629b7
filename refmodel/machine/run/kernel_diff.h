// kernel_diff.h: the counters of one kernel: the growth of the machine's counters since the
// previous kernel.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_KERNEL_DIFF_H
#define WL_MACHINE_KERNEL_DIFF_H

#include "machine/run/gpu.h"

// Returns now - before for two statistics objects (gpu_stats_json; before may be NULL), counter by
// counter. Ratios and lists are omitted, since they cannot be subtracted. New reference.
json_t *kernel_difference(const json_t *now, const json_t *before);

// Collects the kernels of a run: for each its counters, with "kernel_cycles" (from the launch to
// the end of the last CTA).
typedef struct kernel_list {
    json_t *kernels; // array; the owner makes and drops it
    json_t *last;    // owned by the list's owner too
} kernel_list;
void kernel_list_add(void *kernel_list, const gpu *g); // fits gpu_hooks.kernel_ended

// Sums over the kernels of a run by name. "cycles" include the drain.
typedef struct kernel_sums {
    json_t *by_name; // object; the owner makes and drops it
    json_t *last;    // owned by the owner of the sums too
} kernel_sums;
void kernel_sums_add(void *kernel_sums, const gpu *g); // fits gpu_hooks.kernel_ended
void kernel_sum(json_t *sum, const json_t *more);      // adds counters, object by object

#endif
