// warppool_mshr.h : the MSHR metadata table of WarpPool (MICRO 2015, section 3.6): what the
// write-back must know of the loads that wait for a line.
//
// l1d.mshrs x l1d.merges rows of `merges` metadata fields; a row is one merged load. Row r of MSHR
// m is the r-th that L1D accepted for it. Cycle t:
//   req beat of a load with req_miss_i   its count and metadata become the next row of MSHR
//                                        req_mshr_i, read from t + 1 on
//   last write-back beat of an MSHR      it has no rows from t + 1 on
// What L1D must keep to: an MSHR takes at most l1d.merges loads; from its beat on ret (fill) on it
// takes none until free_valid_o && wb_ready_i has told its number; and it gets such a beat only
// when it has at least one row.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_MSHR_H
#define WL_BLOCKS_WARPPOOL_MSHR_H

#include "blocks/warppool_state.h"

void warppool_mshr_init(warppool_mshr *m); // its shape is set already
void warppool_mshr_free(warppool_mshr *m);
void warppool_mshr_reset(warppool_mshr *m);
void warppool_mshr_put(warppool_mshr *m, unsigned mshr, unsigned count, const warppool_meta *meta);
const warppool_meta *warppool_mshr_row(const warppool_mshr *m, unsigned mshr, unsigned row,
                                       unsigned *count);
void warppool_mshr_release(warppool_mshr *m, unsigned mshr);

#endif
