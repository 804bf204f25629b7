// devmem.h: functional device memory: allocations in a heap that starts at 0xC0000000 and is filled
// in order, aligned to 256 bytes. Every access is checked against the bounds of the allocations. An
// address is reused only if there is no unused one, so that an access to a released buffer is
// detected.
//
// Address map, for generic addresses and for the timing of caches:
//   FUNCTION_ADDRESS(i)  the address of the module's device function i (mov, initialisers, indirect
//                        calls)
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

// Limits addresses to what the machine's structures carry: heap and local memory must end below
// 2^address_bits. 0: no limit.
void devmem_limit(devmem *d, unsigned address_bits);
uint64_t devmem_most(const devmem *d); // the highest address of the machine

uint64_t devmem_room(const devmem *d); // free bytes of the heap, summed over all gaps

// Allocates `bytes` >= 1 zeroed bytes. ST_TOOL if the heap or the host is out of memory.
int devmem_alloc(devmem *d, uint64_t bytes, uint64_t *addr, err *e);
// Memory that the host has at the same address, so that it and the device share pointers. ST_TOOL
// also if the host uses these addresses otherwise.
int devmem_alloc_shared(devmem *d, uint64_t bytes, uint64_t *addr, err *e);
// Memory that the host has already, and keeps; the device has it at another address.
int devmem_lend(devmem *d, void *host, uint64_t bytes, uint64_t *addr, err *e);
int devmem_release(devmem *d, uint64_t addr, err *e); // an address that one of these returned

// The variable `index` of module `owner`. The same pair has the same address for the life of d.
// shared: the host has it at the same address. *fresh: it was made by this call.
int devmem_static(devmem *d, uint64_t owner, uint32_t index, uint64_t bytes, bool shared,
                  uint64_t *addr, bool *fresh, err *e);

void devmem_drop(devmem *d, uint64_t owner); // releases all variables of a module

// Host pointer to [addr, addr + bytes), or NULL unless the range lies inside one allocation.
void *devmem_at(devmem *d, uint64_t addr, uint64_t bytes);

// The allocation that contains addr, for messages and for caching bounds; false if there is none.
bool devmem_range(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes, void **host);

// True if this address has ever been allocated; it may be free again.
bool devmem_gave(const devmem *d, uint64_t addr);

// The allocation nearest to addr, for messages; false if there is no allocation.
bool devmem_nearest(const devmem *d, uint64_t addr, uint64_t *base, uint64_t *bytes);

uint64_t devmem_end(const devmem *d); // the first address above every heap allocation ever made

#endif
