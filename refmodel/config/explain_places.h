// explain_places.h: where in the source tree a key of the configuration has its effect.
//
// C files are listed if they read the key (key_reads.h). What a structure's numbers shape (its
// templates, those of the library that it instantiates, its page, its constraints and proofs) has
// the structure's name, and tests are listed if they name the key. Only files that exist are
// listed. An installed program, which has no sources beside it, says so in a sentence instead.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_EXPLAIN_PLACES_H
#define WL_CONFIG_EXPLAIN_PLACES_H

#include "config/rows.h"

#include <jansson.h>
#include <stdio.h>

// One line per place to `f`, each file once to the array `files`; either may be NULL. A key that
// does not shape the hardware has no templates, constraints, proofs.
void explain_places(const cfg_section *s, const cfg_row *r, bool shapes_hardware, FILE *f,
                    json_t *files);

#endif
