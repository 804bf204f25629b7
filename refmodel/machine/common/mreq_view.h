// mreq_view.h: enumerates the requests that a component holds, each with its location, in the order
// in which requests travel.
//
// The stuck report uses this to follow a line from the SM that waits for it to the place where its
// request makes no progress.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MREQ_VIEW_H
#define WL_MACHINE_MREQ_VIEW_H

#include "machine/common/mreq.h"

// Kind of location: whose fetch of the line a request at that location waits for.
typedef enum mreq_place {
    PLACE_IN_TRANSIT, // no fetch: the request itself is in transit
    PLACE_SM_MSHRS,   // the fetch of a cache of its SM, or of WarpPool
    PLACE_L2_MSHRS,   // the fetch of L2
    PLACE_DRAM        // no fetch: between L2 and DRAM, where a read without a load is a fetch of L2
} mreq_place;

typedef struct mreq_view {
    // For example: see(ctx, r, PLACE_IN_TRANSIT, "access queue of L2 slice", 3).
    void (*see)(void *ctx, const mreq *r, mreq_place kind, const char *place, unsigned number);
    void *ctx;
} mreq_view;

static inline void mreq_show(const mreq_view *v, const mreq *r, mreq_place kind, const char *place,
                             unsigned number)
{
    v->see(v->ctx, r, kind, place, number);
}

// Enumerates all items of a channel of mreq, committed or not.
static inline void chan_view(const mreq_view *v, const chan *c, mreq_place kind, const char *place,
                             unsigned number)
{
    for (uint32_t i = c->head; i != c->tail; i++)
        mreq_show(v, chan_slot(c, i), kind, place, number);
}

// Who in an SM waits for a reply: a load or atomic, the stores of a warp, a warp that fetches
// instructions, or L1D, which waits for the acknowledgements of its write-backs.
typedef enum mreq_who {
    WAITS_LOAD,
    WAITS_STORES,
    WAITS_CODE,
    WAITS_WRITEBACK,
    WAITS_KINDS
} mreq_who;
typedef struct mreq_waiter {
    mreq_who who;
    // number of the load (WAITS_LOAD), the warp (WAITS_STORES, WAITS_CODE), else 0
    unsigned sm, number;
} mreq_waiter;

typedef struct mreq_waiters {
    void (*add)(void *ctx, const mreq_waiter *w);
    void *ctx;
} mreq_waiters;

#endif
