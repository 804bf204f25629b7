// lef.h: what place and route needs of a library's layout (LEF): routing layers with their
// capacitance, and the sizes of cells.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_LEF_H
#define WL_SYNTH_LEF_H

#include "base/err.h"

typedef struct lef_layer {
    char *name;
    double width_um;       // of a wire, unless it says otherwise
    double pf_per_um2;     // CAPACITANCE CPERSQDIST: of a wire's area
    double edge_pf_per_um; // EDGECAPACITANCE: of each um of a wire's outline
} lef_layer;

typedef struct lef_cell {
    char *name;
    double width_um, height_um;
} lef_cell;

typedef struct lef {
    lef_layer *layers; // that wires are in, in the file's order
    unsigned n_layers;
    lef_cell *cells;
    unsigned n_cells;
} lef;

// ST_INPUT for a file that cannot be read or has no routing layer or no cell.
int lef_read(const char *path, lef *l, err *e);
void lef_free(lef *l);

// The index of the layer with this name; l->n_layers if there is none.
unsigned lef_layer_index(const lef *l, const char *name);
const lef_cell *lef_find_cell(const lef *l, const char *name); // NULL: there is none

// The capacitance of a piece of wire in fF, as the LEF reference defines it: area x CPERSQDIST +
// outline x EDGECAPACITANCE.
double lef_wire_ff(const lef_layer *layer, double length_um, double width_um);

#endif
