// synth_sweep.h: `warploom synth --sweep`: area and clock for several values of one key, as a table
// and as a picture. The picture's axis is logarithmic, so that a clock period that grows with the
// logarithm of the key is a straight line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTH_SWEEP_H
#define WL_CLI_SYNTH_SWEEP_H

#include "cli/cli.h"
#include "synth/synth.h"

typedef struct sweep_job {
    const char *text;     // KEY=a,b,c: numbers, rising
    const char *source;   // configuration, as of -c
    const cli_sets *sets; // before the swept one
    // data/sweep.csv, pictures/sweep.svg, sweep.json, and a directory of synth_run for each number
    const char *dir;
    synth_job run; // module, step, keep; the rest is filled in
} sweep_job;

// A stopped sweep resumes: a value is not synthesized again if its directory has figures of the
// same sources, library and scripts. All configurations are checked before the first one is
// synthesized. *result: {"sweep": KEY, "top", "config", "library", "tools", "rows": [{value,
// area_um2, logic_um2, storage_um2, macro_um2, cells, flops, period_ns, fmax_mhz, wire_fmax_mhz,
// from, to, target}]}: the columns of the CSV, and synth_run's verdict on the requested clock.
// ST_INPUT if `text` does not have this form.
int sweep_run(const sweep_job *j, json_t **result, err *e);

#endif
