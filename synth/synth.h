// synth.h: from emitted Verilog to area, clock and power, with Yosys, ABC and OpenSTA (the scripts
// are beside this file).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_SYNTH_H
#define WL_SYNTH_SYNTH_H

#include "config/config.h"

#include <jansson.h>

typedef struct synth_job {
    const config *c;
    // module to synthesize instead of the top (a name without the configuration's prefix), or NULL;
    // of one that there is not (ST_INPUT) nothing is written
    const char *module;
    // made if needed; receives emitted RTL (rtl/), scripts, netlists (logic.v, storage.v) and logs;
    // a second run in the same directory waits for the first
    const char *work_dir;
    // synth_run: reuse the figures in work_dir if sources, library, scripts and program are the
    // same
    bool keep;
    // map each module by itself, for large blocks; a stopped run resumes after the last module
    bool apart;
    // put a register before each input and behind each output of the module, which must have none
    // (ST_INPUT: it has a clock), so that its paths run from register to register
    bool registers;
    // synth_run: place and route the netlist as well (place.h)
    bool place;
    unsigned fill_percent; // place_job.fill_percent, where `place` is set
    // synth_gates: invert the output of gate number wrong_gate, modulo the number of gates
    bool wrong;
    uint64_t wrong_gate;
    struct flow_net *net;                      // synth_netlist: where the netlist goes
    void (*step)(void *ctx, const char *what); // called with the name of each step; may be NULL
    void *step_ctx;
} synth_job;

// *result: {"area_um2", "logic_um2", "storage_um2" (words in cells), "macro_um2" (words in SRAM;
// sram.h), "cells", "flops" (and latches), "cells_without_area" (in the library, so that they are
// missing in the areas), "fmax_mhz", "fmax_logic_mhz" (paths that touch no storage), "power_mw",
// "power": {...}, "clock_ns", "hierarchy": [{module, part, instances, area_um2, cells, flops,
// cells_without_area, recipe (of ABC: recipe.tcl) or, of a macro, sram: {...}}] (all instances of a
// module together, its submodules not counted, so that the rows add up), "critical_path": [{net,
// cell, arrival_ns}] in RTL names, "timing": {reg_to_reg, in_to_reg, ...: {slack_ns, min_period_ns,
// from, to}}, "wire": {none: {fmax_mhz}, per_fanout: {ff_per_fanout, fmax_mhz}}, "target":
// {clock_ns, met, slack_ns, from, to, path: [nets with RTL names], with_wire, ports: {met,
// slack_ns, from, to}} (whether the clock asked for is met from register to register without wire,
// the same with wire, and of paths that begin or end at a port without wire, nothing taken off for
// the neighbours; null where there is no path), "sram_model": {source, rules, node_nm, node_from,
// scale} (only where there is SRAM), "layout": {...} (with `place` only: as place_run), "top",
// "library", "config", "digest", "tools": {yosys, opensta}, "wall_seconds"}. fmax is 1 / (T -
// slack) of the worst setup path from register to register, or in a module without registers from
// port to port; null when there is none.
int synth_run(const synth_job *j, json_t **result, err *e);

// Maps to an FPGA of the family `target` (fpga_targets). *result: as fpga_run, and "top", "config",
// "digest", "clock_ns", "tools", "wall_seconds".
int synth_fpga(const synth_job *j, const char *target, json_t **result, err *e);

// Writes the gates of j->module as one Verilog file with the module's ports: the netlist that
// synth_run times, the library's cells with their functions in Liberty, and behavioural models of
// SRAM macros. *verilog: its path, malloc'd. *result: {"top", "cells": library cells in all modules
// together, "types": number of distinct cells used, "wrong": null or {"module", "gate", "type",
// "port"}, "tools": {yosys}}.
int synth_gates(const synth_job *j, char **verilog, json_t **result, err *e);

// Reads the netlist that synth_run times, with the library's energies, into *j->net
// (flow_net_free). *result: {"top", "library", "cells", "srams", "tools": {yosys}}.
int synth_netlist(const synth_job *j, json_t **result, err *e);

#endif
