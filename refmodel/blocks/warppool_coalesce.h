// warppool_coalesce.h : the intra-warp coalescers of WarpPool (MICRO 2015, section 3.3), with the
// added stage that detects the mapping and takes a place in the thread map table (3.6).
//
// Each of the C coalescers has three stages:
//   A   an instruction: the lanes that are left, their addresses, size and (store) data. Empty, or
//       with lanes left
//   B   one line of it: line address, its lanes, each lane's byte offset in the line, size, (store)
//       data. Empty or full
//   R   up to two load requests, line and metadata, on their way to the inter-warp queues
//
// Cycle t, everything judged on the state at its start unless said:
//   adr     adr_ready_o = some A is empty. A beat fills the lowest-numbered coalescer whose A is
//           empty. With narrow an A counts as empty only when its B is no store, since a store's
//           data stands in A until it has left B, and a cycle later: when both were so in t - 1,
//           too, and no beat filled it then
//   A to B  if A has lanes left, B is empty or leaves in t (below), and the line is the
//           instruction's last or emit_ok of its warp (warppool_order.h). The line is that of the
//           lowest lane left; its lanes are all lanes left on that line; they leave A. It is the
//           last when none remain. When it is not, the warp's counter rises. With narrow emit_ok
//           is asked for the last line, too
//   B to R  a load's B leaves if R holds fewer than two and, when its mapping is of kind table, an
//           entry is granted: the coalescers that want one and have that room get the free entries
//           (of the start of the cycle), ascending: the first that wants one the lowest free entry,
//           the next one the next. Those for which none is left stay. With narrow it leaves if R
//           holds fewer than two and an entry is reserved for its coalescer (warppool_maps.h),
//           whatever its mapping is; or, when it has been in B for a cycle, if its mapping is of
//           another kind than table
//   store   a store's B waits for the selector (warppool_select.h), which takes it into the
//           outbound buffer: then it leaves
//   R       its head waits for insertion (warppool_queues.h) and leaves when it is inserted
// So an instruction of n lines, met by no wait, is taken in t, makes its first line in t + 1 and
// one more in each cycle, and its coalescer takes the next instruction in t + n + 1, with narrow
// in t + n + 2; with narrow a line behind one that takes an entry waits a cycle.
//
// Mapping of a load's line (3.6, Figure 8), of the first kind that fits; only lanes of 4 bytes have
// one of the first four kinds. W words a line, L lanes, word of lane l: offset / 4.
//   kind         when                                                        payload
//   single       one lane                                                    lane, word
//   broadcast    all L lanes on one word                                     word
//   consecutive  all L lanes, lane l on word l                               0
//   range        lanes f, f+1, .. up to lane L-1 or to word W-1, whichever   f, w
//                comes first, on words w, w+1, ..
//   table        all else; the entry holds, for each lane, whether it is     entry
//                served, its byte offset, and the size
// With one lane everything of 4 bytes is single.
//
// A store's line: byte b of the line is written by the highest-numbered lane that covers it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_COALESCE_H
#define WL_BLOCKS_WARPPOOL_COALESCE_H

#include "blocks/warppool_state.h"

void warppool_coalesce_reset(warppool_coalescer *k);

// The mapping of the lanes (not none) on the words of their line, its payload without an entry of
// the table.
warppool_map warppool_mapping(const warppool_shape *s, uint64_t lanes, const uint8_t *offset,
                              unsigned size, unsigned *payload);

// may it take an instruction?
bool warppool_coalesce_free(const warppool_coalescer *k);
// with narrow: may it in the next cycle, if it takes none in this?
bool warppool_coalesce_opens(const warppool_coalescer *k);
// an adr beat
void warppool_coalesce_take(warppool_coalescer *k, const warppool_in *in);
// is that its last?
bool warppool_coalesce_last(const warppool_coalescer *k);
void warppool_coalesce_make_line(warppool_coalescer *k);                                   // A to B
void warppool_coalesce_to_request(warppool_coalescer *k, unsigned kind, unsigned payload); // B to R
// the store in B as the outbound buffer keeps it
void warppool_coalesce_store(const warppool_coalescer *k, warppool_outbound *o);

#endif
