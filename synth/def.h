// def.h: a placed and routed design (DEF), as qrouter writes it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_DEF_H
#define WL_SYNTH_DEF_H

#include "synth/lef.h"

#include <stdbool.h>

typedef struct def_cell {
    char *type;
    double x_um, y_um;  // lower left corner
    const lef_cell *of; // NULL: the library does not have it
    bool filler;        // has no pin in any net
    char *name;
} def_cell;

typedef struct def_pin {
    char *net;
    double x_um, y_um;
} def_pin;

typedef struct def_net {
    char *name;
    unsigned pins; // of cells and of the design
    bool power;    // the supply: vdd or gnd
    bool routed;   // has wires
} def_net;

// A straight piece of wire; x0 = x1 or y0 = y1.
typedef struct def_wire {
    unsigned net, layer; // indices into nets and the library's layers
    double x0_um, y0_um, x1_um, y1_um, width_um;
} def_wire;

typedef struct def {
    double x0_um, y0_um, x1_um, y1_um; // die
    def_cell *cells;
    def_pin *pins;
    def_net *nets;
    def_wire *wires;
    unsigned n_cells, n_pins, n_nets, n_wires, n_vias;
} def;

// Reads a DEF file; `l` must outlive it. ST_TOOL for one that is not as qrouter writes it, or that
// has a layer that the library lacks.
int def_read(const char *path, const lef *l, def *d, err *e);
void def_free(def *d);

double def_wire_um(const def_wire *w); // its length

#endif
