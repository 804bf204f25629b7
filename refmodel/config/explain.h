// explain.h: what `config explain --json` says of a key or a section beside the text of
// config_explain, as members of an object.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_EXPLAIN_H
#define WL_CONFIG_EXPLAIN_H

#include <jansson.h>

// Adds to `to`, for a key: doc, type, allowed, default, unit, source, shapes_hardware; min and max
// of a number, words of a word; files, the places of explain_places.h. For a section: keys, an
// object of these (without files) by path. An unknown key adds nothing.
void explain_members(const char *key, json_t *to);

#endif
