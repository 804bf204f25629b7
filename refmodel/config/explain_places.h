// explain_places.h: where in the source tree a key of a structure has its effect.
//
// The house gives each structure the same places under the structure's own name, so they follow
// from the key. Only files that exist are named; an installed program, which has no sources beside
// it, prints none.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_EXPLAIN_PLACES_H
#define WL_CONFIG_EXPLAIN_PLACES_H

#include "config/rows.h"

#include <stdio.h>

// One line a place, nothing for a key that is of no structure. A key that does not shape the
// hardware has no Verilog, constraints, proofs.
void explain_places(const cfg_section *s, const cfg_row *r, bool shapes_hardware, FILE *f);

#endif
