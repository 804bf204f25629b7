// bounds.h: why a stated figure may differ from ours: what the structure could gain at most on this
// machine (the limit studies of the paper's figure `bounds`), and what single changes of the
// machine do to our figure (the paper's ablations). All of it comes from runs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_BOUNDS_H
#define WL_CLI_PAPER_BOUNDS_H

#include "cli/paper/runset.h"

#include <jansson.h>

// The mean, over the row's programs, of the best of the ideal machines, in the form of the row's
// figure; a program for which no ideal machine is faster than the base has no bound, which the text
// says, and counts as 1. malloc'd; "" if the row's figure is no IPC over the bounds' reference, or
// nothing ran.
char *bound_text(const runset *l, const paper_stated *r);

// The ablation that closes most of the gap between our value and the paper's, with its figure, if
// that is a quarter or more; else "not found", with the number of changes that were tried.
// malloc'd.
char *cause_found(const runset *l, const paper_stated *r, double ours);

// One row for each stated figure and each ablation of its series that ran: "what", "paper_text",
// "ours_text", "change", "changed_text", "command".
json_t *ablation_rows(const runset *l);

#endif
