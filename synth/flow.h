// flow.h : the synthesis flow on given Verilog files: elaborate, map (map.h), then time and collect, or
// make Verilog of the gates.
// synth.h is the way in for a configuration.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_FLOW_H
#define WL_SYNTH_FLOW_H

#include "synth/liberty.h"
#include "synth/sram.h"

#include <jansson.h>
#include <stdint.h>

typedef struct flow_job {
    const char *rtl_dir;        // where the sources and what they include are; absolute
    const char *const *sources; // Verilog files, absolute paths
    unsigned n_sources;
    const char *top;
    const char *sdc;            // constraints, absolute; NULL: a clock clk_i with period clock_ns
    double clock_ns;
    const char *liberty;        // synth.liberty: osu018 or a path
    unsigned node_nm;           // synth.node_nm: of the library's technology; 0: as node.h says
    const char *avoid;          // synth.avoid: cells that logic is not mapped to; NULL: none
    bool latches;               // the sources have latches
    bool small;                 // logic is mapped by area.abc, else by logic.abc
    bool apart;                 // each module is mapped by itself (map.h)
    const char *work_dir;       // absolute; must be there
    bool wrong;                 // flow_gates: one gate's output is inverted,
    uint64_t wrong_gate;        // of gate number so much, counted round
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} flow_job;

// *result: see synth_run, without configuration and digest.
int flow_run(const flow_job *j, json_t **result, err *e);

// The netlist as Verilog of its own, WORK/gates.v, a file that appears whole: the netlist, functions of the library's cells, macros as they
// behave. *made: {"cells": of the library, in all modules together, "types", "wrong": null or {"module", "gate", "type", "port"}}.
int flow_gates(const flow_job *j, json_t **made, err *e);

// What flow_run does after the tools: from cells by module (Yosys' stat -json of either part; storage may be NULL), OpenSTA's
// figures (sta.tcl; what has no path is null) and the library. Pure. A cell that the library does not have is ST_TOOL.
typedef struct flow_figures {
    const char *top;
    const json_t *logic, *storage, *sta;
    const liberty *lib;
    double wire_ff; // per fanout
    const sram_macros *macros; // NULL = none
    unsigned node_nm;          // that macros are scaled to
    bool node_given;           // by synth.node_nm, not by the table of known libraries
} flow_figures;
int flow_collect(const flow_figures *f, json_t **result, err *e);

// Wire load per fanout, fF: 1.5 at FreePDK45's cells, scaled with the side of the smallest inverter (a net's length grows with
// the cells that it passes): 1.5 * sqrt(area / 1.4079 um2).
double flow_wire_ff(const liberty *l);

#endif
