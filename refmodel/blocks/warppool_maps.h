// warppool_maps.h : the thread map table of WarpPool (MICRO 2015, section 3.6): the mappings of
// lanes to words that no short code has.
//
// `maps` entries, each: taken or free, and for each lane whether it is served, its byte offset in
// the line, and the size (1, 2, 4, 8 bytes; the same for all lanes of an entry). After reset all
// are free. In one cycle up to one entry a coalescer is taken (warppool_coalesce.h has who gets
// which) and up to one freed, in the cycle of the last write-back beat of its request; that one can
// be taken from the next cycle on. An entry taken in t is read from t + 1 on.
//
// With structures.warppool.narrow an entry is reserved for each coalescer, which takes that alone;
// all are free and none is reserved after reset. In cycle t the coalescers for which none is
// reserved at its start get the free ones, ascending both, from t + 1 on, as far as there are any.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_MAPS_H
#define WL_BLOCKS_WARPPOOL_MAPS_H

#include "blocks/warppool_state.h"

void warppool_maps_reset(warppool_maps *m);
void warppool_maps_take(warppool_maps *m, unsigned entry, const warppool_line *b);
void warppool_maps_release(warppool_maps *m, unsigned entry);
// with narrow: the entry of coalescer k is taken
void warppool_maps_take_reserved(warppool_maps *m, unsigned k, const warppool_line *b);
// with narrow, the end of the cycle: wants has a bit for each coalescer that had none at its start,
// free the entries that were free then
void warppool_maps_reserve(warppool_maps *m, unsigned wants, uint64_t free);

#endif
