// gpu_stats.h : all counters of the machine: which table stands under which key of the statistics object (gpu_stats_json).
// For whoever lists or explains counters; a component's counters are defined in its own header, once.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_STATS_H
#define WL_MACHINE_GPU_STATS_H

#include "base/stats.h"

typedef struct gpu_stat_group {
    const char *path; // "" or a path of the statistics object: "l1d", "icnt.request"
    const stat_table *table;
} gpu_stat_group;

extern const gpu_stat_group gpu_stat_groups[]; // ends with a NULL path

#endif
