// inject.h: named bugs by their IDs, those of the emitted RTL (rtlgen/bugs.h) and those of the golden models
// (blocks/model_bug.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_INJECT_H
#define WL_TB_LOCKSTEP_INJECT_H

#include "blocks/model_bug.h"

#include <jansson.h>
#include <stdio.h>

typedef struct injection {
    const char *rtl; // ID for plugin_want.bug, NULL = none
    const model_bug *model; // of the golden model of `block`, NULL = none
    const char *block; // stem
} injection;

// id NULL: none. Unknown IDs: ST_INPUT with the nearest.
int injection_find(const char *id, injection *i, err *e);

// [{"id", "side": "rtl" or "model", "module": stem, "what", "settings": KEY=VALUE that the bug needs, of the
// section structures.BLOCK, or whole paths, with spaces between}, ...]
json_t *injection_list(void);
void injection_print(const json_t *list, FILE *f); // what injection_list made, as text

#endif
