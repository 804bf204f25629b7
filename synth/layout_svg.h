// layout_svg.h: draws a routed design.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_LAYOUT_SVG_H
#define WL_SYNTH_LAYOUT_SVG_H

#include "synth/def.h"

// Writes a picture of about 900 points: the cells by kind (flip-flops, others, fillers), the wires
// by layer, the pins, with a legend and the die's size. Wires of the supply are left out.
int layout_svg(const lef *l, const def *d, const char *path, err *e);

#endif
