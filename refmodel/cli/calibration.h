// calibration.h: compares this machine with GPGPU-Sim 4.2.0: the same PTX, launches and
// configuration, figure by figure.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CALIBRATION_H
#define WL_CLI_CALIBRATION_H

#include "cli/calibration_batch.h"

// Runs reports/calibration/*.yaml and micro/*.yaml. *result: {"machine", "runs": [{name, settings,
// launch, seconds, latencies, rows: [{what, unit, ours, least, most, reference, difference
// (percent), bound (percent; null: none stated), verdict ("equal", "within", "outside", ""),
// cause}]}], "bounded", "kept", latencies: how many runs `ours` is the mean of, each with another
// dram.fixed_latency from 98 to 104; `least` and `most` are those of one run. "micro": see
// calibration_micro.h}.
int calibration_run(const calibration_how *how, json_t **result, err *e);

#endif
