// inject.h: looks up named bugs by their IDs, in both lists: bugs of the emitted RTL
// (rtlgen/bugs.h) and of the golden models (blocks/model_bug.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_INJECT_H
#define WL_TB_LOCKSTEP_INJECT_H

#include "blocks/model_bug.h"

#include <jansson.h>
#include <stdio.h>

typedef struct injection {
    const char *rtl;        // ID for plugin_want.bug; NULL: none
    const model_bug *model; // the bug of the golden model of `block`; NULL: none
    const char *block;      // stem
} injection;

// id NULL: no bug. ST_INPUT, with the nearest ID, for an unknown one.
int injection_find(const char *id, injection *i, err *e);

// [{"id", "side": "rtl" or "model", "module": stem, "what", "settings": KEY=VALUE pairs that the
// bug needs, separated by spaces, relative to the section structures.BLOCK or as whole paths}, ...]
json_t *injection_list(void);
void injection_print(const json_t *list, FILE *f); // prints such a list as text

#endif
