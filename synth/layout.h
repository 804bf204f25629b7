// layout.h: whether a routed design is the netlist that went in, and what its wires amount to.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_LAYOUT_H
#define WL_SYNTH_LAYOUT_H

#include "synth/def.h"

#include <jansson.h>

// Compares a routed design with the netlist that blif2cel.tcl has read: the same number of cells of
// each type, the same nets with the same number of pins, and wires in every net that joins two.
// ST_CHECK names the first net or type that differs.
int layout_check(const char *blif, const def *d, err *e);

// Capacitance of each net's wires in fF, in the order of d->nets; malloc'd. Vias count nothing.
double *layout_loads(const lef *l, const def *d);

// The members of place_run's result that come from the design alone.
json_t *layout_figures(const lef *l, const def *d);

#endif
