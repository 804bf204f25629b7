// flow.h: the synthesis flow for given Verilog files: elaborate, map (map.h), then time and collect
// figures, or write the gates as Verilog. synth.h is the entry for a configuration.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_FLOW_H
#define WL_SYNTH_FLOW_H

#include "synth/liberty.h"
#include "synth/netlist.h"
#include "synth/sram.h"

#include <jansson.h>
#include <stdint.h>

// The netlist that is timed, with what its energy follows from (energy.h).
typedef struct flow_net {
    power_lib lib;
    sram_macros macros;
    netlist net;
    double wire_ff; // flow_wire_ff of the library
} flow_net;
void flow_net_free(flow_net *n);

typedef struct flow_job {
    const char *rtl_dir;        // directory of the sources and their include files; absolute
    const char *const *sources; // Verilog files, absolute paths
    unsigned n_sources;
    const char *top;
    // constraint file, absolute; NULL: a clock clk_i with period clock_ns
    const char *sdc;
    double clock_ns;
    const char *liberty;  // synth.liberty: osu018 or a path
    unsigned node_nm;     // synth.node_nm: technology node of the library; 0: as in node.h
    const char *avoid;    // synth.avoid: cells that logic must not be mapped to; NULL: none
    bool latches;         // the sources contain latches
    bool small;           // map logic with area.abc instead of logic.abc
    bool apart;           // map each module by itself (map.h)
    bool registers;       // put registers at the top's inputs and outputs
    const char *work_dir; // absolute; must exist
    bool wrong;           // flow_gates: invert the output of one gate,
    uint64_t wrong_gate;  // the one with this number modulo the number of gates
    flow_net *net;        // flow_netlist: where the netlist goes
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} flow_job;

// *result: see synth_run, without configuration and digest.
int flow_run(const flow_job *j, json_t **result, err *e);

// Writes the netlist as self-contained Verilog, WORK/gates.v, which appears as a whole: the
// netlist, the functions of the library's cells, and behavioural models of macros. *made: {"cells":
// library cells in all modules together, "types", "wrong": null or {"module", "gate", "type",
// "port"}}.
int flow_gates(const flow_job *j, json_t **made, err *e);

// Reads the netlist, WORK/netlist.blif, into j->net. *made: {"library", "cells", "srams"}. ST_INPUT
// if the library's energies or functions cannot be used.
int flow_netlist(const flow_job *j, json_t **made, err *e);

// The last step of flow_run, without tools: collects figures from the cells by module (Yosys' stat
// -json of logic and storage; storage may be NULL), OpenSTA's figures (sta.tcl; null where there is
// no path) and the library. ST_TOOL for a cell that the library does not have.
typedef struct flow_figures {
    const char *top;
    const json_t *logic, *storage, *sta;
    const liberty *lib;
    double wire_ff;            // per fanout
    const sram_macros *macros; // NULL = none
    unsigned node_nm;          // that macros are scaled to
    bool node_given;           // by synth.node_nm, not by the table of known libraries
} flow_figures;
int flow_collect(const flow_figures *f, json_t **result, err *e);

// The wire load per fanout in fF: 1.5 for the cells of FreePDK45, scaled with the side of the
// smallest inverter, since the length of a net grows with the cells that it passes: 1.5 * sqrt(area
// / 1.4079 um2).
double flow_wire_ff(const liberty *l);

#endif
