// warppool_needs.h: what a configuration of WarpPool must have for an event to occur, by how much
// it can hold. The bench does not ask for an event that cannot.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_NEEDS_H
#define WL_TB_BENCH_WARPPOOL_NEEDS_H

#include "tb/bench/warppool_supply.h"

#include <stdbool.h>

// The rule by which an event, by its name, cannot occur; NULL: it can.
const char *warppool_needs_excluded(const config *c, const char *event);

// Of the identities of warppool_identities.h: bits in which the ages of two stores can be the only
// difference; can every comparator of tags, and of queues, tell all bits apart? the last tag of a
// queue that is ever in use; is one beside that which leaves? the bits in which alone the numbers
// of two such tags can differ
uint64_t warppool_needs_ages(const config *c);
uint64_t warppool_needs_last_tag(const config *c);
uint64_t warppool_needs_age(const config *c); // the greatest of a store
bool warppool_needs_tag_numbers(const config *c);
uint64_t warppool_needs_tag_bits(const config *c);
bool warppool_needs_tags(const config *c);
bool warppool_needs_queues(const config *c);

// While so many warps store, do those of the others come without a gap in which a store leaves?
bool warppool_loads_pass(const config *c, unsigned stores);

bool warppool_has_quanta(const config *c);     // the selection may change by the miss rate
bool warppool_compares_warps(const config *c); // of tags that wait

#endif
