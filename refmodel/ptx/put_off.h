// put_off.h : accesses to device memory that are performed later than they are issued, so that SMs can execute side by side: each
// SM keeps its own in order; who runs the SMs has them performed in the order of a single thread (front.h, front.perform).
//
// Addresses and what a store writes are taken when the access is issued; a load's registers change when it is performed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_PUT_OFF_H
#define WL_PTX_PUT_OFF_H

#include "ptx/kernel.h"

typedef struct put_off_entry put_off_entry;

// Of one SM.
typedef struct put_off {
    put_off_entry *ring; // mask + 1 entries
    uint32_t mask, head, tail;
    char apart[40];      // two SMs never share a cache line
} put_off;

void put_off_free(put_off *p);

// An access of `in` to host memory at addr[lane] + delta, for the lanes of mask.
void put_off_add(put_off *p, const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta, uint32_t mask);
void put_off_perform(put_off *p); // the oldest

#endif
