// synth.h : emitted Verilog to area, clock and power: Yosys, ABC, OpenSTA (scripts beside this file).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_SYNTH_H
#define WL_SYNTH_SYNTH_H

#include "config/config.h"

#include <jansson.h>

typedef struct synth_job {
    const config *c;
    const char *module;   // module to synthesize instead of the top (a name without the configuration's prefix), or NULL
    const char *work_dir; // scripts, netlists and logs stay here
    bool quiet;
} synth_job;

// *result: {"area_um2", "logic_um2", "storage_um2", "fmax_mhz", "power_mw", "hierarchy": [{module, instances, area_um2, cells,
// flops}], "critical_path": [...] in RTL names, "wire": {...}, "library", "tools": {...}, "wall_seconds"}.
int synth_run(const synth_job *j, json_t **result, err *e);

#endif
