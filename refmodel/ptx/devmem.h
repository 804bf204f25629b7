// devmem.h : functional device memory: allocations in a heap (first at 0xC0000000, 256-byte aligned, in order), bounds known
// for every access.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DEVMEM_H
#define WL_PTX_DEVMEM_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct devmem devmem;

devmem *devmem_new(uint64_t heap_base, err *e); // 256-byte aligned, not 0
void devmem_free(devmem *d);

// bytes >= 1. ST_TOOL when the heap or the host is out of memory. *addr is the device address.
int devmem_alloc(devmem *d, uint64_t bytes, uint64_t *addr, err *e);
int devmem_release(devmem *d, uint64_t addr, err *e); // an address devmem_alloc returned

// Host pointer to [addr, addr + bytes), or NULL unless the range lies inside one allocation.
void *devmem_at(devmem *d, uint64_t addr, uint64_t bytes);

// The allocation around addr (for messages and for caching bounds): false if there is none.
bool devmem_range(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes, void **host);

#endif
