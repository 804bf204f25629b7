// wrapped_state.h: what the models of wrapped tops share. Inside blocks/wrapped*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WRAPPED_STATE_H
#define WL_BLOCKS_WRAPPED_STATE_H

#include "blocks/cart.h"
#include "blocks/mrpb.h"
#include "blocks/pric.h"
#include "blocks/warppool.h"
#include "blocks/wrapped.h"

typedef struct wrapped {
    adapter a;
    config inside;   // the block's, with the adapter's widths
    block_dev block; // NULL self: PRIC, which has no state
    union {
        mrpb_in mrpb;
        cart_in cart;
        warppool_in warppool;
    } in;
    union {
        mrpb_out mrpb;
        cart_out cart;
        warppool_out warppool;
    } out;
    pric index;
    bool behind;    // the last request that entered keeps its place
    uint64_t *host; // state of the host's own; NULL: none
    wrapped_events events;
} wrapped;

// The phases of one adapter; the block's own have been run by neither.
typedef struct wrapped_host {
    const char *stem;
    void (*configure)(const adapter *a, config *inside);
    size_t words;              // of wrapped.host, which a reset clears
    void (*reset)(wrapped *w); // what it then sets; NULL: nothing
    void (*valid)(wrapped *w, uint64_t *out);
    void (*ready)(wrapped *w, const uint64_t *in, uint64_t *out);
    void (*commit)(wrapped *w, const uint64_t *in, const uint64_t *out);
} wrapped_host;

extern const wrapped_host wrapped_mrpb_vortex, wrapped_cart_vortex, wrapped_warppool_vortex,
    wrapped_pric_vortex, wrapped_mrpb_axi4, wrapped_cart_axi4, wrapped_mrpb_hpdcache;

// The block's own phases, with w->in and w->out.
static inline void wrapped_block_valid(wrapped *w)
{
    w->block.valid(w->block.self, (uint64_t *)&w->out);
}
static inline void wrapped_block_ready(wrapped *w)
{
    w->block.ready(w->block.self, (const uint64_t *)&w->in, (uint64_t *)&w->out);
}
static inline void wrapped_block_commit(wrapped *w)
{
    w->block.commit(w->block.self, (const uint64_t *)&w->in, (const uint64_t *)&w->out);
}

// May a request enter, by the order that it keeps?
static inline bool wrapped_in_order(const wrapped *w, bool empty, bool ordered)
{
    return empty || !(ordered || w->behind);
}
// Counts why a request waits, of which `in_order` is false or all else would let it in.
static inline void wrapped_count_wait(wrapped *w, bool ordered)
{
    w->events.wait_ordered += ordered;
    w->events.wait_behind += !ordered;
}
static inline void wrapped_enter(wrapped *w, bool ordered, bool write)
{
    w->events.entered++;
    w->events.ordered += ordered;
    w->events.writes += write;
    w->behind = ordered;
}

// The field of `width` bits at bit *at of a word, and *at behind it.
static inline uint64_t wrapped_take(uint64_t word, unsigned *at, unsigned width)
{
    const uint64_t field = word >> *at & (width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0);
    *at += width;
    return field;
}
static inline void wrapped_put(uint64_t *word, unsigned *at, unsigned width, uint64_t field)
{
    *word |= field << *at;
    *at += width;
}

#endif
