// sweep_names.h: what a sweep's page calls its gain and its cost, with their units.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_SWEEP_NAMES_H
#define WL_CLI_SWEEP_NAMES_H

#include <jansson.h>

// Adds to what designs_describe has made (sweep/designs.h): "gain_name" and "cost_name", short, as
// in a table's head ("IPC", "area (um2)"); "gain_title" and "cost_title", as at a picture's axis
// ("IPC (thread instructions per core cycle), geometric mean"). A name without a unit stands as it
// is.
void sweep_names_add(json_t *result);

#endif
