// cart_bugs_choice.h: hooks of those named bugs of CART (cart_bugs.c) that make it choose a wrong
// request to offer next.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_BUGS_CHOICE_H
#define WL_BLOCKS_CART_BUGS_CHOICE_H

#include "blocks/model_bug.h"

// The queue that took a request with the clock edge before, or CART_NONE.
int cart_placed(const bug_view *v);

// Each chooses once more, after the model's choice, and wrongly.
void cart_rotate_stays(const bug_view *v);
void cart_last_ignored(const bug_view *v);
void cart_row_ignored(const bug_view *v);
void cart_tie_high(const bug_view *v);
void cart_longest_blind(const bug_view *v);
void cart_placed_seen(const bug_view *v);
void cart_placed_counts(const bug_view *v);
void cart_placed_uncounted(const bug_view *v);
void cart_greedy_leaves(const bug_view *v);
void cart_rr_stays(const bug_view *v);

// Before the clock edge: hides a rejection from the model. Needs a cart_in as its memory.
void cart_reject_stays(bug_view *v);

#endif
