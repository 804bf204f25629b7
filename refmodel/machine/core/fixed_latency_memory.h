// fixed_latency_memory.h: the memory system of the limit study in which every L1D miss has the same
// latency (Bandwidth, Figure 3; limits.l1_miss_latency).
//
// A request that enters in cycle t returns in cycle t + latency. Requests stay in order, and any
// number may return in one cycle.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_FIXED_LATENCY_MEMORY_H
#define WL_MACHINE_FIXED_LATENCY_MEMORY_H

#include "machine/common/mreq.h"

#include <stdbool.h>

typedef struct fixed_latency_memory {
    mreq *r;      // ring; NULL if latency is 0
    uint64_t *at; // cycle in which it returns
    uint32_t size, head, count, latency;
} fixed_latency_memory;

// a_cycle: mean number of requests that may enter per cycle. With latency 0 the memory does not
// exist, and nothing may enter.
void fixed_latency_memory_init(fixed_latency_memory *f, uint32_t latency, uint32_t a_cycle);
void fixed_latency_memory_free(fixed_latency_memory *f);

static inline bool fixed_latency_memory_full(const fixed_latency_memory *f)
{
    return f->count == f->size;
}

void fixed_latency_memory_push(fixed_latency_memory *f, const mreq *r, uint64_t now); // not full

// The cycle in which the oldest request returns; UINT64_MAX if there is none.
static inline uint64_t fixed_latency_memory_next(const fixed_latency_memory *f)
{
    return f->count ? f->at[f->head] : UINT64_MAX;
}

static inline const mreq *fixed_latency_memory_front(const fixed_latency_memory *f)
{
    return &f->r[f->head];
} // not empty
void fixed_latency_memory_pop(fixed_latency_memory *f);

#endif
