// store_buffer.h: the stores of an SM to device memory that are not published yet
// (machine/common/front_end.h). Other SMs read what was published last. The SM itself also reads
// its own stores, in the order in which they were issued.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_STORE_BUFFER_H
#define WL_PTX_STORE_BUFFER_H

#include "ptx/kernel.h"

enum { STORE_BUFFER_LANE_BYTES = 16 }; // maximum bytes per lane of a store

typedef struct buffered_store {
    uint64_t low, high; // the bytes of all lanes lie in [low, high)
    uintptr_t delta;    // host address minus device address
    uint32_t mask, bytes;
    bool row; // all lanes store, to consecutive addresses
    // lane after lane; copied in elements of up to 8 bytes
    _Alignas(uint64_t) unsigned char data[WARP_LANES * STORE_BUFFER_LANE_BYTES];
    uint64_t addr[WARP_LANES]; // unless row
} buffered_store;

typedef struct store_buffer {
    buffered_store *list; // oldest first
    uint32_t n, room;
    uint64_t low, high;      // all stores lie in [low, high)
    unsigned char apart[96]; // padding: lists of other SMs may be used by another thread
} store_buffer;

void store_buffer_free(store_buffer *k);
// records a store instead of performing it
void store_buffer_put(store_buffer *k, const xinst *in, xwarp *w, const uint64_t *addr,
                      uintptr_t delta, uint32_t mask);
// performs a load that sees them
void store_buffer_load(const store_buffer *k, const xinst *in, xwarp *w, const uint64_t *addr,
                       uintptr_t delta, uint32_t mask);
// lays the SM's stores to [addr, addr + bytes) over data, which was read there
void store_buffer_read(const store_buffer *k, uint64_t addr, uint32_t bytes, void *data);
void store_buffer_publish(store_buffer *k); // performs all stores

// True if one of the stores may overlap these bytes.
static inline bool store_buffer_overlaps(const store_buffer *k, uint64_t base, uint64_t bytes)
{
    return k->n && base < k->high && base + bytes > k->low;
}

#endif
