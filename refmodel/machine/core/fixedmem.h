// fixedmem.h : the memory system of the limit study with one latency for every L1D miss (Bandwidth, Figure 3; limits.l1_miss_latency):
// what goes in in cycle t comes out in cycle t + latency, in order, any number at a time.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_FIXEDMEM_H
#define WL_MACHINE_FIXEDMEM_H

#include "machine/common/mreq.h"

#include <stdbool.h>

typedef struct fixedmem {
    mreq *r;      // ring; NULL: there is none
    uint64_t *at; // when it comes out
    uint32_t size, head, count, latency;
} fixedmem;

// a_cycle: requests that may go in in a cycle, on average. latency 0: none, nothing may go in.
void fixedmem_init(fixedmem *f, uint32_t latency, uint32_t a_cycle);
void fixedmem_free(fixedmem *f);

static inline bool fixedmem_full(const fixedmem *f) { return f->count == f->size; }

void fixedmem_push(fixedmem *f, const mreq *r, uint64_t now); // not full

// When the oldest comes out, UINT64_MAX: nothing is inside.
static inline uint64_t fixedmem_next(const fixedmem *f) { return f->count ? f->at[f->head] : UINT64_MAX; }

static inline const mreq *fixedmem_front(const fixedmem *f) { return &f->r[f->head]; } // not empty
void fixedmem_pop(fixedmem *f);

#endif
