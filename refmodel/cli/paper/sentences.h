// sentences.h: judges the sentences of a paper (paper_claim) by our figures, and looks among the
// changes that were tried for the reason why one does not hold.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_SENTENCES_H
#define WL_CLI_PAPER_SENTENCES_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Of the paper's sentences, not of ours (PAPER_OWN): judged: could be checked; holding: of these,
// hold; holding_by_one: of these, do not hold without the largest program of their mean.
typedef struct sentence_counts {
    unsigned judged, holding, holding_by_one;
} sentence_counts;

// A row for each sentence; what was tried for those that do not hold is added to `tried`, an array.
json_t *sentences_judge(const runset *l, json_t *tried, sentence_counts *n);

#endif
