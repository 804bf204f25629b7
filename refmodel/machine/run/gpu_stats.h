// gpu_stats.h: all counters of the machine: the tables and their paths in the statistics object
// (gpu_stats_json).
//
// It serves whoever lists or explains counters. The counters of a component are defined in its own
// header.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_STATS_H
#define WL_MACHINE_GPU_STATS_H

#include "base/stats.h"

typedef struct gpu_stat_group {
    // path in the statistics object, such as "l1d" or "icnt.request"; "": its top level
    const char *path;
    const stat_table *table;
} gpu_stat_group;

extern const gpu_stat_group gpu_stat_groups[]; // ends with a NULL path

#endif
