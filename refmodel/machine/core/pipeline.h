// pipeline.h: one kind of execution pipeline of an SM (SP or SFU): decides when an issued
// instruction starts.
//
// There are `units` parallel units. A unit is occupied for the initiation interval of the
// instruction that it started. Up to `depth` instructions may be between issue and start; they
// stand for the issue registers, collector units and read-operand registers. With sm.operand_reads
// = parallel, an instruction starts to read its operands when it has one of the n_collectors
// collector units. It keeps that unit until its operands are read and a read-operand register, of
// which each unit has one, is free.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_PIPELINE_H
#define WL_MACHINE_PIPELINE_H

#include <stdint.h>

enum {
    PIPELINE_UNITS = 8,
    // 2 issue registers, 6 collector units, 2 read-operand registers (GPGPU-Sim, GTX480)
    SP_DEPTH = 10,
    SFU_DEPTH = 10,    // 1 issue register, 8 collector units, 1 read-operand register
    TENSOR_DEPTH = 10, // as the SP pipelines
    PIPELINE_DEPTH = 10,
    PIPELINE_COLLECTORS = 8
};

typedef struct pipeline {
    _Alignas(64) unsigned units; // fields used in every cycle come first
    unsigned depth, oldest;
    uint64_t latest;                  // maximum of `started`
    uint64_t started[PIPELINE_DEPTH]; // start cycles of the last `depth` instructions, a ring
    uint64_t free_at[PIPELINE_UNITS];
    unsigned n_collectors;
    uint64_t collector_at[PIPELINE_COLLECTORS]; // cycle from which the collector unit is free
} pipeline;

// The collector unit that becomes free first.
static inline uint64_t *pipeline_collector(pipeline *p)
{
    uint64_t *first = &p->collector_at[0];
    for (unsigned k = 1; k < p->n_collectors; k++)
        first = p->collector_at[k] < *first ? &p->collector_at[k] : first;
    return first;
}

// How many instructions may issue in cycle `now`: 0..units.
static inline unsigned pipeline_room(const pipeline *p, uint64_t now)
{
    unsigned n = 0;
    if (p->latest <= now) return p->units < p->depth ? p->units : p->depth;
    for (unsigned at = p->oldest; n < p->units && n < p->depth && p->started[at] <= now; n++)
        at = at + 1 < p->depth ? at + 1 : 0;
    return n;
}

// The cycle in which an instruction would start if its operands are available in cycle `ready`.
static inline uint64_t pipeline_start(const pipeline *p, uint64_t ready)
{
    uint64_t free = p->free_at[0];
    for (unsigned u = 1; u < p->units; u++) free = p->free_at[u] < free ? p->free_at[u] : free;
    return ready > free ? ready : free;
}

// Issues an instruction whose operands are available in cycle `ready`. Returns its start cycle.
static inline uint64_t pipeline_issue(pipeline *p, uint64_t ready, unsigned initiation)
{
    unsigned best = 0;
    for (unsigned u = 1; u < p->units; u++) best = p->free_at[u] < p->free_at[best] ? u : best;
    uint64_t start = ready > p->free_at[best] ? ready : p->free_at[best];
    p->free_at[best] = start + initiation;
    p->started[p->oldest] = start;
    p->latest = start > p->latest ? start : p->latest;
    p->oldest = p->oldest + 1 < p->depth ? p->oldest + 1 : 0;
    return start;
}

#endif
