// sweep_points.h: how the points of a sweep are run: by the functions behind the commands sim,
// bench and synth.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SWEEP_POINTS_H
#define WL_CLI_SWEEP_POINTS_H

#include "sweep/sweep.h"

// Results: of a simulation sim_run's with "by_kernel" (sums of counters by the names of kernels,
// kernel_diff.h) and without "instances" (the counters of each SM and slice, four fifths of the
// text); of a bench bench_run's, of a synthesis synth_run's.
const sweep_runner *sweep_points(void);

#endif
