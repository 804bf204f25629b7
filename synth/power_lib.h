// power_lib.h: what the energy of a netlist follows from in a cell library: what each cell
// computes, the capacitance of its pins, its energy per transition, its output slews, and its
// leakage.
//
// Units: fF, fJ, nW and V. Slews and loads of tables stay in the library's units of time and
// capacitance (time_unit, cap_ff).
//
// Internal energy (Liberty's internal_power). A group of an output pin is the energy of one edge of
// that pin caused by `related` (NULL: by any input); a group of an input pin is the energy of one
// edge of that pin itself. `when` restricts a group to some states of the cell's pins. Groups of a
// ground pin (related_pg_pin) are left out, because they describe the return of the same charge.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_POWER_LIB_H
#define WL_SYNTH_POWER_LIB_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { POWER_PINS = 32, POWER_OPS = 96 };
enum { EDGE_FALL, EDGE_RISE, EDGES };

// A Boolean expression in postfix order. Operands are the numbers of the cell's pins; the
// flip-flop's or latch's state and inverted state are numbered behind them.
typedef struct power_expr {
    unsigned n; // 0: there is no expression
    uint8_t op[POWER_OPS];
} power_expr;
bool power_eval(const power_expr *x, const uint8_t *values);

typedef enum power_axis { AXIS_OTHER, AXIS_SLEW, AXIS_LOAD } power_axis;

// A table of up to three axes; along an axis that is neither slew nor load its first entry counts.
typedef struct power_table {
    unsigned axes, n[3];
    power_axis axis[3];
    double *index[3], *value; // value NULL: there is no table
} power_table;
// Linear between the entries and beyond the ends, as in OpenSTA. 0 without a table.
double power_look_up(const power_table *t, double slew, double load);

typedef struct power_group {
    unsigned pin;
    int related; // number of a pin; -1: none is named
    power_expr when;
    power_table energy[EDGES];
} power_group;

typedef struct power_arc {
    unsigned from, to;
    power_table slew[EDGES]; // of the output, by its edge
} power_arc;

typedef struct power_pin {
    char *name;
    bool output, clock; // clock: of the flip-flop, by its clocked_on
    double cap_ff;      // of an input
    power_expr function;
} power_pin;

typedef enum power_kind { CELL_GATE, CELL_FLOP, CELL_LATCH } power_kind;

typedef struct power_cell {
    char *name;
    power_kind kind;
    power_pin pins[POWER_PINS];
    unsigned n_pins;
    // Flip-flop: `data` is the next state. Latch: `data` is taken over while `enable` is 1.
    // `clear` and `preset` set the state to 0 and 1 at any time.
    power_expr data, enable, clear, preset;
    power_group *groups;
    unsigned n_groups;
    power_arc *arcs;
    unsigned n_arcs;
    double leakage_nw; // cell_leakage_power, or the mean of its leakage_power groups
} power_cell;

typedef struct power_lib {
    char *name;
    double volts, cap_ff, time_ps, energy_fj, leakage_nw; // of a unit of the tables
    power_cell *cells;
    unsigned n;
} power_lib;

// Reads a library that liberty_plain has written. ST_INPUT if it has no voltage, no internal_power
// at all, or a function that cannot be read.
int power_lib_read(const char *path, power_lib *l, err *e);
void power_lib_free(power_lib *l);
const power_cell *power_lib_cell(const power_lib *l, const char *name); // NULL: not there
int power_cell_pin(const power_cell *c, const char *name);              // -1: not there

// Reads an expression of Liberty over the pins of a cell and the names of its state (may be NULL).
// False if it is none.
bool power_expr_read(const power_cell *c, const char *state, const char *opposite, const char *text,
                     power_expr *x);

#endif
