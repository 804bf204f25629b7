// calibration.h : this machine beside GPGPU-Sim 4.2.0: the same PTX, launches and configuration, figure by figure.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CALIBRATION_H
#define WL_CLI_CALIBRATION_H

#include "base/err.h"

#include <jansson.h>

// Runs reports/calibration/*.yaml. *result: {"machine", "runs": [{name, settings, launch, seconds, rows: [{what, unit, ours, reference,
// difference (percent), bound (percent; null: none stated), verdict ("equal", "within", "outside", ""), cause}]}], "bounded", "kept"}.
int calibration_run(json_t **result, err *e);

#endif
