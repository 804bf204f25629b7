// fixedmem.h: the memory system of the limit study in which every L1D miss has the same latency
// (Bandwidth, Figure 3; limits.l1_miss_latency).
//
// A request that enters in cycle t returns in cycle t + latency. Requests stay in order, and any
// number may return in one cycle.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_FIXEDMEM_H
#define WL_MACHINE_FIXEDMEM_H

#include "machine/common/mreq.h"

#include <stdbool.h>

typedef struct fixedmem {
    mreq *r;      // ring; NULL if latency is 0
    uint64_t *at; // cycle in which it returns
    uint32_t size, head, count, latency;
} fixedmem;

// a_cycle: mean number of requests that may enter per cycle. With latency 0 the memory does not
// exist, and nothing may enter.
void fixedmem_init(fixedmem *f, uint32_t latency, uint32_t a_cycle);
void fixedmem_free(fixedmem *f);

static inline bool fixedmem_full(const fixedmem *f) { return f->count == f->size; }

void fixedmem_push(fixedmem *f, const mreq *r, uint64_t now); // not full

// The cycle in which the oldest request returns; UINT64_MAX if there is none.
static inline uint64_t fixedmem_next(const fixedmem *f) { return f->count ? f->at[f->head] : UINT64_MAX; }

static inline const mreq *fixedmem_front(const fixedmem *f) { return &f->r[f->head]; } // not empty
void fixedmem_pop(fixedmem *f);

#endif
