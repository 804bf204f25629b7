// warppool_identities.h: records in which bits of WarpPool's identities the bench's traffic has
// shown a difference (identity_coverage.h).
//
// In each cycle, the golden model's state says which values the hardware compares: the lines of the
// lanes in a coalescer, the tags of an inter-warp queue with the entering line, the queues of two
// coalescers, the departing tag with all others, warps, byte offsets of a store's lanes, the
// counter of a warp with zero, the ages of two stores. A pair is reported only if the comparison
// decides what happens.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_IDENTITIES_H
#define WL_TB_BENCH_WARPPOOL_IDENTITIES_H

#include "blocks/warppool.h"
#include "tb/bench/identity_coverage.h"

typedef enum warppool_identity {
    // lines of two lanes of an instruction; a comparator per lane but the first
    WARPPOOL_LINE,
    // of a queue: the line without the bits that its queue stands for; per coalescer and tag
    WARPPOOL_TAG,
    WARPPOOL_QUEUE,      // of two coalescers' requests; per pair of coalescers
    WARPPOOL_TAG_NUMBER, // queue * tags + tag: the tag that leaves, among those in use
    WARPPOOL_WARP,       // of a request, and the lowest of the tag that takes it
    WARPPOOL_CHOICE,     // lowest warps of two tags, when the lowest goes first
    WARPPOOL_OFFSET,     // of two lanes of a store in their line
    WARPPOOL_COUNTER,    // of a warp: is it zero?
    WARPPOOL_AGE,        // of the stores in two coalescers
    WARPPOOL_IDENTITIES
} warppool_identity;

typedef struct warppool_identities {
    identity_coverage apart[WARPPOOL_IDENTITIES];
    unsigned key_shift; // bits of a line that its queue stands for
} warppool_identities;

// choice: the run is long enough for the selection policy to switch.
void warppool_identities_init(warppool_identities *w, const config *c, bool choice);
void warppool_identities_free(warppool_identities *w);

// Records the comparisons of a cycle, from the model's state before the clock edge.
void warppool_identities_look(warppool_identities *w, const warppool *model);

#endif
