// mreq_view.h : shows the requests that a component holds, each with the place where it is, in the order of their way. For the stuck
// report, which follows a line from the SM that waits for it to the place where it does not move.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MREQ_VIEW_H
#define WL_MACHINE_MREQ_VIEW_H

#include "machine/common/mreq.h"

// What a place is: whose fetch of its line a request waits for there.
typedef enum mreq_place {
    PLACE_WAY,      // nobody's: it is on its way
    PLACE_SM_MSHRS, // that of a cache of its SM, or of WarpPool
    PLACE_L2_MSHRS, // L2's
    PLACE_DRAM      // nobody's; from L2 to DRAM and back, where reads that name no load are L2's fetches
} mreq_place;

typedef struct mreq_view {
    void (*see)(void *ctx, const mreq *r, mreq_place kind, const char *place, unsigned number); // PLACE_WAY, "access queue of L2 slice", 3
    void *ctx;
} mreq_view;

static inline void mreq_show(const mreq_view *v, const mreq *r, mreq_place kind, const char *place, unsigned number) { v->see(v->ctx, r, kind, place, number); }

// All items of a channel of mreq, pushed or committed.
static inline void chan_view(const mreq_view *v, const chan *c, mreq_place kind, const char *place, unsigned number)
{
    for (uint32_t i = c->head; i != c->tail; i++) mreq_show(v, chan_slot(c, i), kind, place, number);
}

// Who waits for a request: of an SM a load or atomic, by its number; the stores of a warp; a warp, for its instructions; L1D, for the
// acknowledgements of its write-backs.
typedef enum mreq_who { WAITS_LOAD, WAITS_STORES, WAITS_CODE, WAITS_WRITEBACK, WAITS_KINDS } mreq_who;
typedef struct mreq_waiter {
    mreq_who who;
    unsigned sm, number; // number: of the load; warp; warp; 0
} mreq_waiter;

typedef struct mreq_waiters {
    void (*add)(void *ctx, const mreq_waiter *w);
    void *ctx;
} mreq_waiters;

#endif
