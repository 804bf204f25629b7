// verdicts.h : what the paper states beside ours, and its sentences, as figures.h's values have them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_VERDICTS_H
#define WL_CLI_PAPER_VERDICTS_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Adds "stated" and "claims" (rows), and "holding" and "judged" (claims that hold, of those that could be checked).
void verdicts_add(const runset *l, json_t *o);

#endif
