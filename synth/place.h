// place.h: places and routes the netlist that synth_run has made in a directory, with the tools of
// Debian's qflow (graywolf, qrouter), and times it with the wires as they are routed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_PLACE_H
#define WL_SYNTH_PLACE_H

#include "base/err.h"

#include <jansson.h>

enum { PLACE_FILL_MIN = 20 };

typedef struct place_job {
    const char *work_dir; // of synth_run; absolute. WORK/layout is made in it
    const char *liberty;  // synth.liberty: must be osu018, for whose cells there is a layout
    // of the rows' length, how many percent cells may take (PLACE_FILL_MIN to 100). The rest is
    // fillers between them, over which wires have less to cross; 100: none are put in
    unsigned fill_percent;
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} place_job;

// Checks what needs no tool: ST_INPUT for another library than osu018.
int place_check(const char *library, err *e);

// WORK/layout/routed.def is the layout, layout.svg its picture, loads.txt each net's capacitance.
// A stage (placement, routing) that is there from before for the same netlist, fill and layout of
// cells is not run again. *result: {"width_um", "height_um" (of the die), "cells", "fillers",
// "nets", "pins", "filled" (area of cells that are no fillers over the die's), "wire_um",
// "wire_um_by_layer": {LAYER: um}, "vias", "wire_ff" (all nets together), "timing": {"none",
// "per_fanout", "routed": {min_period_ns, from, to} of the worst path from register to register;
// null: no such path}, "def", "svg" (paths)}. Versions of tools go to `tools`. ST_TOOL if a tool is
// missing or fails; ST_CHECK, naming nets, if some could not be routed or the layout's nets are not
// the netlist's.
int place_run(const place_job *j, json_t *tools, json_t **result, err *e);

#endif
