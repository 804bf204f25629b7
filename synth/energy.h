// energy.h: the energy of a netlist's activity.
//
//   switching  0.5 C V^2 for each edge of a net that a cell drives. C is the sum of the input pins
//              at the net, plus the wire's load per fanout if one is given.
//   inputs     the same of the nets that come from ports, but for the clock.
//   clock      the clock net's edges at the pins of flip-flops and latches, and the internal energy
//              of flip-flops' clock pins: what the block takes in every cycle whatever happens.
//   internal   internal_power of the edges of all other pins, at the slew and the load of the pin.
//   sram       reads and writes of macros, by their model (sram.h).
//   leakage    cell_leakage_power and the macros' leakage, in mW.
//
// Left out: glitches (activity.h), the clock tree's buffers, and wires unless their load is given.
// Slews are propagated as in timing analysis: 0 at ports, and at a net the largest that any arc
// gives, for each edge; the slew at an input is the mean of its net's two.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_ENERGY_H
#define WL_SYNTH_ENERGY_H

#include "synth/activity.h"

#include <jansson.h>

typedef struct energy_parts {
    double switching_pj, inputs_pj, clock_pj, internal_pj, sram_pj; // of all cycles together
    double leakage_mw;
} energy_parts;

// *total, and by_part[n->n_parts] (nets from ports are of none).
void energy_sum(const activity *a, const power_lib *lib, double wire_ff, energy_parts *total,
                energy_parts *by_part);
double energy_dynamic_pj(const energy_parts *p);

#endif
