// warppool_queues.h : the inter-warp coalescing queues of WarpPool (MICRO 2015, section 3.4), and
// the order of their tags.
//
// `queues` queues of `tags` tags; a tag is free, or holds a line and 1..merges requests (metadata)
// in order of arrival, and has an age. The queue of a line: bits of the line address L (the byte
// address without the offset; bits beyond it are 0)
//   q0 = L0^L6, q1 = L1^L7, q2 = L2^L8, q3 = L3^L10, q4 = L4^L12, q5 = L5; as many of them as
//     log2(queues)
// which is the Fermi L1 hash of Nugteren et al. (HPCA 2014) with lines of 128 bytes. With one queue
// none is used.
//
// Insertion, cycle t, everything judged on the state at its start. Of the coalescers whose R is not
// empty and whose head is for queue q the lowest-numbered one tries, the others wait. A tag that
// leaves in t (the selector moves it to the outbound buffer, which the state at the start of t
// decides) is not seen: it neither matches nor counts as free.
//   a tag of q holds the line and fewer      the request is merged into it
//   than `merges` requests
//   else a tag of q is free                  the lowest-numbered free one is allocated for the line
//   else                                     the request waits
// So a full tag's line gets another tag. At most one tag of a line has room at a time. What is
// inserted in t can be chosen from t + 1 on.
//
// Age: a tag is older than all that are allocated later; of those allocated in one cycle, that of
// the lower coalescer is older. A merge keeps the age. However long one tag stays, the order of the
// others never runs out of places.
// With structures.warppool.narrow a tag enters this order a cycle after it is allocated: of what is
// inserted in t, a new tag can be chosen as the oldest from t + 2 on. And a tag into which a
// request is merged in t does not leave in t + 1 (warppool_select.h), in which that request is
// written: so what is read has been there since the cycle's start. It waits a cycle for each
// request that comes so late, of which there are fewer than `merges`.
//
// A tag is free from the cycle after it has left.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_QUEUES_H
#define WL_BLOCKS_WARPPOOL_QUEUES_H

#include "blocks/warppool_state.h"

void warppool_queues_reset(warppool_queues *q);

unsigned warppool_queue_of(const warppool_shape *s, uint64_t line);

typedef enum warppool_insert {
    WARPPOOL_INSERT_WAITS,
    WARPPOOL_INSERT_MERGES,
    WARPPOOL_INSERT_ALLOCATES,
    WARPPOOL_INSERT_SPLITS // allocates because the line's tag is full
} warppool_insert;
// leaving: number of the tag, -1 none
warppool_insert warppool_queues_probe(const warppool_queues *q, unsigned queue, uint64_t line,
                                      int leaving, unsigned *tag);
void warppool_queues_put(warppool_queues *q, unsigned tag, warppool_insert how,
                         const warppool_request *r);
void warppool_queues_remove(warppool_queues *q, unsigned tag); // it has left
// the start of a cycle's insertions: with narrow the policy oldest sees what was allocated before
void warppool_queues_age(warppool_queues *q);

#endif
