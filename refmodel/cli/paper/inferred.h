// inferred.h: the rows of a preset that its paper does not state. In the preset, the comment on
// such a row begins with "not in" (the table, the text) or "inference"; it may go on in lines of
// comment below.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_INFERRED_H
#define WL_CLI_PAPER_INFERRED_H

#include "base/err.h"

#include <jansson.h>

// Appends {"preset", "key", "value", "why"} for each such row of the preset; "preset" names the one
// asked for, also where the row is of a preset below it. A row that a preset above sets again is
// left out. ST_INPUT if the file cannot be read.
int inferred_add(json_t *rows, const char *preset, err *e);

// The same for the text of a preset's file, without what stands below it; *base (malloc'd): the
// preset below, "" if there is none.
void inferred_read(json_t *rows, const char *preset, const char *text, char **base);

#endif
