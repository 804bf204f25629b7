// synth_sweep.h: `warploom synth --sweep`: area and clock for several values of one key, as a table
// and as a picture. The picture's axis is logarithmic, so that a clock period that grows with the
// logarithm of the key is a straight line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTH_SWEEP_H
#define WL_CLI_SYNTH_SWEEP_H

#include "cli/cli.h"

typedef struct sweep_job {
    const char *text;     // KEY=a,b,c: numbers, rising
    const char *source;   // configuration, as of -c
    const cli_sets *sets; // before the swept one
    const char *module;   // NULL: the top
    bool apart;           // as synth_job's
    const char *dir;      // receives data/sweep.csv, pictures/sweep.svg and sweep.json
    unsigned processes;   // syntheses at a time
    cli_progress *progress;
} sweep_job;

// The syntheses are points that run as those of a sweep do (sweep_points_run): in processes of
// their own, and one that has a result is not run again, so that a stopped sweep resumes. All
// configurations are checked before the first one is synthesized. *result: {"sweep": KEY, "top",
// "config", "library", "tools", "rows": [{value, area_um2, logic_um2, storage_um2, macro_um2,
// cells, flops, period_ns, fmax_mhz, wire_fmax_mhz, from, to, target}]}: the columns of the CSV,
// and synth_run's verdict on the requested clock. ST_INPUT if `text` does not have this form.
int sweep_run(const sweep_job *j, json_t **result, err *e);

#endif
