// locality.h : kinds of data locality that a cache sees (DWT-PRIC section 3.1, Figure 3), counted with stats.locality.
//
// "Occurs when a cache line is referenced and re-referenced by ...": an access that finds its line in the cache, present or awaited
// (a hit or pending hit), is a re-reference; it is classed against the reference to the line just before it, the one that last
// found or asked for it. With the caches unbounded (l1d.ways large) this is the locality that is there, else what the cache keeps.
//
//   intra-thread   the same warp, with a lane in common
//   inter-thread   the same warp, other lanes only
//   block          another warp of the same thread block
//   core           a warp of another thread block, on the same core
//
// A thread block is one placement of a CTA; its number counts the SM's CTAs. The paper's two kinds beyond cannot occur in L1D,
// which is an SM's own and is flushed between kernels. L2 sees no lanes and no blocks, so its kinds are
//
//   core           the same SM in the same kernel: the four above together
//   inter-core     another SM, in the same kernel
//   inter-kernel   another kernel; each launch is one, as each reads what those before it have written
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LOCALITY_H
#define WL_MACHINE_LOCALITY_H

#include <stdint.h>

typedef struct reference {
    uint32_t lanes, block;
    uint8_t warp; // slot
} reference;

typedef enum locality { LOCALITY_INTRA_THREAD, LOCALITY_INTER_THREAD, LOCALITY_BLOCK, LOCALITY_CORE } locality;

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

typedef enum l2_locality { L2_LOCALITY_CORE, L2_LOCALITY_INTER_CORE, L2_LOCALITY_INTER_KERNEL } l2_locality;

static inline l2_locality l2_locality_of(const l2_reference *before, const l2_reference *now)
{
    if (before->kernel != now->kernel) return L2_LOCALITY_INTER_KERNEL;
    return before->sm != now->sm ? L2_LOCALITY_INTER_CORE : L2_LOCALITY_CORE;
}

#endif
