// kernel_diff.h : the counters of one kernel: what the machine's counters grew by since the kernel before.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_KERNEL_DIFF_H
#define WL_CLI_KERNEL_DIFF_H

#include "machine/gpu.h"

// now - before, of two statistics objects (gpu_stats_json; before may be NULL): counters, object by object. Ratios and lists are
// left out: they do not subtract. New reference.
json_t *kernel_difference(const json_t *now, const json_t *before);

// Collects a run's kernels: each its counters, with "kernel_cycles" (launch to the end of the last CTA).
typedef struct kernel_list {
    json_t *kernels; // array; the owner makes and drops it
    json_t *last;    // owned by the list's owner too
} kernel_list;
void kernel_list_add(void *kernel_list, const gpu *g); // fits gpu_hooks.kernel_ended

#endif
