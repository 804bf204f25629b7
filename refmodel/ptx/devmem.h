// devmem.h : functional device memory: allocations in a heap (first at 0xC0000000, 256-byte aligned, in order), bounds known
// for every access. Addresses are given out twice only when there are no others, so that an access to a released buffer is found.
//
// Address map, for generic addresses and for the timing of the caches:
//   FUNCTION_ADDRESS(i)  what the address of the module's device function i is (mov, initialisers, indirect calls)
//   PARAM_WINDOW   kernel parameters, as the constant cache sees them (ld.param)
//   CODE_WINDOW    instructions, as the instruction cache sees them (machine/core/sm.h)
//   SHARED_WINDOW  generic addresses of the CTA's shared memory
//   LOCAL_WINDOW   generic addresses of the thread's local memory
//   STATIC_BASE    .global and .const variables of modules
//   HEAP_LOWEST    the heap; the device addresses of local memory lie above its end (ptx.h)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DEVMEM_H
#define WL_PTX_DEVMEM_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

#define FUNCTION_ADDRESS(i) (0x00100000ull + 16 * (uint64_t)(i))
#define PARAM_WINDOW 0x01000000ull
#define SHARED_WINDOW 0x10000000ull
#define LOCAL_WINDOW 0x20000000ull
#define STATIC_BASE 0x40000000ull
#define HEAP_LOWEST 0x80000000ull
#define HEAP_END (1ull << 40) // of the GPU's virtual addresses

typedef struct devmem devmem;

devmem *devmem_new(uint64_t heap_base, err *e); // 256-byte aligned, HEAP_LOWEST or more
void devmem_free(devmem *d);

// A machine whose structures carry addresses of so many bits only: the heap ends there, and so must local memory. 0: any will do.
void devmem_limit(devmem *d, unsigned address_bits);
uint64_t devmem_most(const devmem *d); // the highest address of the machine

uint64_t devmem_room(const devmem *d); // bytes that the heap has left, all gaps together

// bytes >= 1. ST_TOOL when the heap or the host is out of memory. *addr is the device address; the bytes are zero.
int devmem_alloc(devmem *d, uint64_t bytes, uint64_t *addr, err *e);
int devmem_release(devmem *d, uint64_t addr, err *e); // an address devmem_alloc returned

// A module's variable: the same (owner, index) gives the same address for the life of d. *fresh: it was made just now.
int devmem_static(devmem *d, uint64_t owner, uint32_t index, uint64_t bytes, uint64_t *addr, bool *fresh, err *e);

void devmem_drop(devmem *d, uint64_t owner); // all variables of it

// Host pointer to [addr, addr + bytes), or NULL unless the range lies inside one allocation.
void *devmem_at(devmem *d, uint64_t addr, uint64_t bytes);

// The allocation around addr (for messages and for caching bounds): false if there is none.
bool devmem_range(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes, void **host);

// Has this address ever been given out? It may be free again.
bool devmem_gave(const devmem *d, uint64_t addr);

// The allocation nearest to addr, for messages: false if there is none at all.
bool devmem_nearest(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes);

uint64_t devmem_end(const devmem *d); // the first address above every heap allocation ever made

#endif
