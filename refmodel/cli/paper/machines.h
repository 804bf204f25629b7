// machines.h: the machines of a paper's page: the options that simulate each, and which rows of
// their presets the paper does not state.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_MACHINES_H
#define WL_CLI_PAPER_MACHINES_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Rows {"name", "base", "what", "config" (what follows -c), "inferred": rows of its preset that are
// inferred}, one a machine, the settings of a search together. New reference.
json_t *machines_json(const runset *l);

// Rows {"preset", "key", "value", "why"} of the presets of the paper's machines. New reference;
// NULL and ST_INPUT if a preset cannot be read.
json_t *machines_inferred(const paper *p, err *e);

// What follows `warploom sim -c` for a machine ("S/base"), malloc'd.
char *machines_command(const runset *l, const char *machine);

// A command line (malloc'd, taken) with one more --set, quoted for a shell. malloc'd.
char *machines_with_set(char *command, const char *set);

#endif
