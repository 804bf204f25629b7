// synth_sweep.h: `warploom synth --sweep`: area, clock and verdict for several values of a key, or
// for all combinations of those of several keys, as tables and as a page. For one key with numbers,
// clock and area are drawn over it on a logarithmic axis, so that a clock period that grows with
// the logarithm of the key is a straight line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SYNTH_SWEEP_H
#define WL_CLI_SYNTH_SWEEP_H

#include "cli/cli.h"

typedef struct sweep_job {
    const char *const *texts; // KEY=a,b,c: rising numbers, or words that differ
    unsigned n_texts;
    const char *source;   // configuration, as of -c
    const cli_sets *sets; // before the swept one
    const char *module;   // NULL: the top
    bool apart;           // as synth_job's
    const char *dir;      // receives index.html, data/*.csv, pictures/*.svg and sweep.json
    unsigned processes;   // syntheses at a time
    cli_progress *progress;
} sweep_job;

// The syntheses are points that run as those of a sweep do (sweep_points_run): in processes of
// their own, and one that has a result is not run again, so that a stopped sweep resumes. All
// configurations are checked before the first one is synthesized. *result: what report_synth_sweep
// takes. ST_INPUT if one of `texts` does not have this form.
int sweep_run(const sweep_job *j, json_t **result, err *e);

#endif
