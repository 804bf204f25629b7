// sweep_points.h: how the points of a sweep are run: by the functions behind the commands sim,
// bench and synth.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SWEEP_POINTS_H
#define WL_CLI_SWEEP_POINTS_H

#include "sweep/pool.h"

// Results: of a simulation sim_run's with "by_kernel" (sums of counters by the names of kernels,
// kernel_diff.h) and without "instances" (the counters of each SM and slice, four fifths of the
// text); of a launch file the same with "by_launch" (the counters of each launch, in order); of a
// bench bench_run's, of a synthesis synth_run's.
const sweep_runner *sweep_points(void);

// Runs points that a command has made for itself, through the pool that sweeps use. Their results
// are kept in resource_cache_dir()/runs, so that a command that was killed continues where it
// stopped. `how` says everything that the points do not: processes, callbacks, stop. contexts[i] is
// the context of point i's job; NULL: they have none.
int sweep_points_run(const sweep_point *points, void *const *contexts, unsigned n, const pool *how,
                     pool_counts *counts, err *e);

#endif
