// calibration_report.h : `warploom report --calibration`: the machine beside GPGPU-Sim.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CALIBRATION_REPORT_H
#define WL_CLI_CALIBRATION_REPORT_H

#include "cli/cli.h"

// Runs the calibration, adds its results (calibration.h) to `result`, and writes the page where
// --output says.
int calibration_report(const cli_args *a, json_t *result, err *e);

// Prints the summary of what calibration_report has added.
void calibration_report_print(const json_t *result);

#endif
