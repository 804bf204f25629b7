// warppool_bugs_lines.h: hooks of those named bugs of WarpPool (warppool_bugs.c) that are about
// lines: how a line and its mapping are made, what a store brings, and what is written back.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_BUGS_LINES_H
#define WL_BLOCKS_WARPPOOL_BUGS_LINES_H

#include "blocks/model_bug.h"

// Before the clock edge, for each bug that needs to know which requests have left B: marks the
// lines in B.
void warppool_mark_lines(bug_view *v);

void warppool_line_short(const bug_view *v);
void warppool_range_open(const bug_view *v);
void warppool_consecutive_part(const bug_view *v);
void warppool_broadcast_part(const bug_view *v);
void warppool_map_narrow(const bug_view *v);
void warppool_map_twice(const bug_view *v);
void warppool_hash_short(const bug_view *v);

void warppool_store_lowest(const bug_view *v);
void warppool_store_word(const bug_view *v);

void warppool_map_freed_early(const bug_view *v);
void warppool_halves(const bug_view *v, void *out);
void warppool_sign(const bug_view *v, void *out);
void warppool_range_word(const bug_view *v, void *out);

#endif
