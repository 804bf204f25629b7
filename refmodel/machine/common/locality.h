// locality.h: the kinds of data locality that a cache sees (DWT-PRIC section 3.1, Figure 3),
// counted with stats.locality.
//
// The paper's definition begins "occurs when a cache line is referenced and re-referenced by ...".
// An access that finds its line present or awaited (a hit or a pending hit) is a re-reference. It
// is classified against the previous reference to that line, which is the access that last found or
// requested it. With unbounded caches (a large l1d.ways) the counters show the locality that the
// program has; otherwise they show what the cache preserves.
//
//   intra-thread   the same warp, with a lane in common
//   inter-thread   the same warp, but other lanes
//   block          another warp of the same thread block
//   core           a warp of another thread block on the same core
//
// A thread block is one placement of a CTA, numbered per SM. The paper's two other kinds cannot
// occur in L1D, which belongs to one SM and is flushed between kernels. L2 sees neither lanes nor
// blocks, so that it distinguishes
//
//   core           the same SM in the same kernel: the four kinds above together
//   inter-core     another SM in the same kernel
//   inter-kernel   another kernel. Each launch counts as a kernel, as it reads its predecessors'
//                  results.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LOCALITY_H
#define WL_MACHINE_LOCALITY_H

#include <stdint.h>

typedef struct reference {
    uint32_t lanes, block;
    uint8_t warp; // slot
} reference;

typedef enum locality {
    LOCALITY_INTRA_THREAD,
    LOCALITY_INTER_THREAD,
    LOCALITY_BLOCK,
    LOCALITY_CORE
} locality;

static inline locality locality_of(const reference *before, const reference *now)
{
    if (before->block != now->block) return LOCALITY_CORE;
    if (before->warp != now->warp) return LOCALITY_BLOCK;
    return before->lanes & now->lanes ? LOCALITY_INTRA_THREAD : LOCALITY_INTER_THREAD;
}

typedef struct l2_reference {
    uint32_t kernel; // number of its launch
    uint8_t sm;
} l2_reference;

typedef enum l2_locality {
    L2_LOCALITY_CORE,
    L2_LOCALITY_INTER_CORE,
    L2_LOCALITY_INTER_KERNEL
} l2_locality;

static inline l2_locality l2_locality_of(const l2_reference *before, const l2_reference *now)
{
    if (before->kernel != now->kernel) return L2_LOCALITY_INTER_KERNEL;
    return before->sm != now->sm ? L2_LOCALITY_INTER_CORE : L2_LOCALITY_CORE;
}

#endif
