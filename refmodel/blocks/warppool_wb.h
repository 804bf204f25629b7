// warppool_wb.h : write-back of WarpPool (MICRO 2015, section 3.7): a line that came from L1D is
// given to every request that is merged in it, one a cycle.
//
// A queue of two lines. Cycle t, everything judged on the state at its start:
//   ret   ret_ready_o = the queue holds fewer than two (what leaves in t does not count). A beat
//         enters its tail: the line, and the hit's metadata, or the MSHR's number
//   wb    while the queue is not empty, wb_* is the current beat of its head, from the cycle after
//         the line entered an empty queue (or became its head) on and without gaps: the requests of
//         a hit in the order of ret_meta_i, those of an MSHR row by row, in a row ascending; each
//         request one beat, of 8-byte lanes two (bytes 0..3, then 4..7). With narrow these are for
//         the lanes in the lower half of the warp (rounded up), and as many follow for those in the
//         upper half; where it has lanes in one half only, the other has none. A taken beat
//         (wb_ready_i) is followed by the next one in t + 1; after the last one of a line it has
//         left. Of kind table, the last beat of a request frees its entry of the thread map table;
//         the last beat of an MSHR frees that
//
// Words: with `offset` of a lane in its line (consecutive 4 l, broadcast 4 word, single 4 word,
// range 4 (w + l - f), table as kept) and the size of 4 bytes but in table: the bytes offset ..
// offset + size - 1 of the line, little endian, zero-extended to 32 bits; of 8 bytes the low four
// in the first beat and the high four in the second. Range serves lanes f .. up to the last lane or
// the last word.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_WB_H
#define WL_BLOCKS_WARPPOOL_WB_H

#include "blocks/warppool_state.h"

void warppool_wb_reset(warppool_wb *w);
// a ret beat
void warppool_wb_take(warppool_wb *w, const warppool_in *in);
// wb_*, free_*, ret_ready_o
void warppool_wb_out(const warppool_wb *w, const warppool_mshr *m, const warppool_maps *t,
                     warppool_out *o);

// The request that the current beat is of; while the queue is not empty.
typedef struct warppool_beat {
    warppool_meta meta;
    bool last_request; // of its line
} warppool_beat;
warppool_beat warppool_wb_beat(const warppool_wb *w, const warppool_mshr *m);
// the current beat is taken
void warppool_wb_step(warppool_wb *w, warppool_mshr *m, warppool_maps *t, warppool_events *v);

#endif
