// liberty.h : what the flow must know of a cell library: areas, which cells are flip-flops, latches and their pins, the smallest inverter. Yosys, ABC
// and OpenSTA read the same file themselves.
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
    bool flop, latch, dont_use, inverter;
    struct {
        char *data, *enable, *out; // pins; NULL: it is no latch, or has a clear or preset, or another output
        bool low;                  // open while the enable is 0
    } latch_of;
    size_t from, to; // where its group stands in the file: [from, to)
} lib_cell;

typedef struct liberty {
    char *name;      // of the library, as it calls itself
    lib_cell *cells; // in file order
    unsigned n;
} liberty;

// Where `setting` (synth.liberty: "osu018" or a path) is. osu018 is taken from $WARPLOOM_LIBERTY, from Debian's package
// qflow-tech-osu018, or from build/liberty (synth/fetch_osu018.sh), in this order. *path is malloc'd.
int liberty_find(const char *setting, char **path, err *e);

// Reads a Liberty file (plain text). A file that does not parse, or has no cell with an area or no inverter, is ST_INPUT.
int liberty_read(const char *path, liberty *l, err *e);
void liberty_free(liberty *l);

// Writes the library without the cells whose names match one of `patterns` (as of a shell, with spaces between;
// NULL: none).
int liberty_without(const char *path, const char *patterns, const char *target, err *e);

const lib_cell *liberty_cell(const liberty *l, const char *name); // NULL = not there
const lib_cell *liberty_inverter(const liberty *l);               // the smallest; ties to the first
const lib_cell *liberty_latch(const liberty *l, bool low);        // the smallest that is open at this level; NULL = none

// Writes a Verilog file for Yosys' techmap: its latches as cells of the library; a level that no cell is for gets an inverter. Nothing is in it
// when the library has no latch.
int liberty_latch_map(const liberty *l, const char *path, err *e);

#endif
