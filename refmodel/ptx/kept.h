// kept.h : stores to device memory that an SM keeps to itself until they are published (machine/common/front.h): other SMs read what was
// published last, the SM itself its own stores too, in the order in which they were issued.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_KEPT_H
#define WL_PTX_KEPT_H

#include "ptx/kernel.h"

enum { KEPT_LANE_BYTES = 16 }; // the most that a lane stores

typedef struct kept_store {
    uint64_t low, high; // the bytes of all lanes lie in [low, high)
    uintptr_t delta;    // from a device address to the host's
    uint32_t mask, bytes;
    bool row;           // all lanes store, side by side
    _Alignas(uint64_t) unsigned char data[WARP_LANES * KEPT_LANE_BYTES]; // lane after lane; moved as elements of up to 8 bytes
    uint64_t addr[WARP_LANES]; // unless row
} kept_store;

typedef struct kept_list {
    kept_store *list; // oldest first
    uint32_t n, room;
    uint64_t low, high;  // around all of them
    unsigned char apart[96]; // other SMs' may be used by another thread
} kept_list;

void kept_free(kept_list *k);
void kept_put(kept_list *k, const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta, uint32_t mask); // a store, in place of performing it
void kept_load(const kept_list *k, const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta, uint32_t mask); // a load
void kept_publish(kept_list *k); // performs them

// May any of them be to these bytes?
static inline bool kept_in(const kept_list *k, uint64_t base, uint64_t bytes) { return k->n && base < k->high && base + bytes > k->low; }

#endif
