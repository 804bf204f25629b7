// liberty.h: what the flow needs to know about a cell library: its units, areas, flip-flops and
// latches with their pins, and the smallest inverter. Yosys, ABC and OpenSTA read the library
// themselves, from a copy that liberty_plain makes and that all three understand in the same way.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_LIBERTY_H
#define WL_SYNTH_LIBERTY_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct lib_cell {
    char *name;
    double area;     // um2
    double input_ff; // inverters: capacitance of the input, fF
    double delay_ps; // inverters: the shortest delay in their tables, ps; 0: there is none
    bool flop, latch, dont_use, inverter;
    bool only_inverted; // a flip-flop that has inverted outputs only
    bool untimed;       // a gate of one output and no table of delays
    struct {
        // pins; NULL: no latch, or one with a clear, a preset, or another output
        char *data, *enable, *out;
        bool low;     // transparent while the enable is 0
        bool inverts; // the output is the inverted data
    } latch_of;
    size_t from, to; // position of its group in the file: [from, to)
} lib_cell;

// A piece of the file that liberty_plain replaces: [from, to) by text.
typedef struct lib_edit {
    size_t from, to;
    char *text;
} lib_edit;

typedef struct liberty {
    char *name;      // of the library, as in the file
    double time_ps;  // time unit: 1, 10, 100 or 1000; 1000 if the file names none
    size_t time_at;  // position of the time unit in the file; 0: none
    double cap_ff;   // capacitance unit; 1000 if the file names none
    lib_cell *cells; // in file order
    unsigned n;
    lib_edit *edits; // in file order, none within another
    unsigned n_edits;
} liberty;

// Locates the library that `setting` names (synth.liberty: "osu018" or a path). osu018 is taken
// from $WARPLOOM_LIBERTY, from Debian's package qflow-tech-osu018, or from build/liberty
// (synth/fetch_osu018.sh), in this order. *path is malloc'd.
int liberty_find(const char *setting, char **path, err *e);

// Reads a Liberty file (plain text). ST_INPUT if it does not parse, if it has no cell with an area,
// no flip-flop or no inverter, if its time unit is not 1ps, 10ps, 100ps or 1ns, or if its
// capacitance unit is not ff or pf.
int liberty_read(const char *path, liberty *l, err *e);
void liberty_free(liberty *l);

// Writes the library in a form that Yosys, ABC and OpenSTA all understand: units and expressions
// are quoted, and parts that no tool uses but some cannot read are omitted: test_cell groups, and
// cells with a bus or a bundle of pins.
int liberty_plain(const char *path, const char *target, err *e);

// The first cell that logic may be mapped to (not those that match `patterns`, as below) and that
// has no table of delays, which ABC does not survive. NULL: there is none.
const lib_cell *liberty_untimed(const liberty *l, const char *patterns);

// Writes the library for ABC: without the cells whose names match one of `patterns` (as of a shell,
// with spaces between; NULL: none).
//
// ABC compares delays with a fixed tolerance, and the recipes (*.abc) name slews in ps, so that a
// library of much faster cells would be mapped worse. Where the smallest inverter's delay is below
// 3 ps, which no public library's is, the unit of time in the copy is ten times as long, or a
// hundred times, as far as ABC's longest unit, 1 ns, allows. All delays grow alike, so the mapping
// is that of a library whose cells are as much slower; OpenSTA reads the true unit.
int liberty_for_abc(const char *path, const char *patterns, const char *target, err *e);

const char *liberty_time_unit(double ps); // "100ps"; NULL: Liberty has no such unit of time
const lib_cell *liberty_cell(const liberty *l, const char *name); // NULL = not there
// the smallest one, the first of several
const lib_cell *liberty_inverter(const liberty *l);
// The smallest latch that is transparent at this level; one that inverts its data only if all of
// them do. NULL: none.
const lib_cell *liberty_latch(const liberty *l, bool low);

// Writes a Verilog file for Yosys' techmap that maps latches to cells of the library. An inverter
// is added for an enable level without a cell, and for the data if all latches of the library
// invert it. The file is empty if the library has no latch.
int liberty_latch_map(const liberty *l, const char *path, err *e);

#endif
