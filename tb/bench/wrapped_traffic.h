// wrapped_traffic.h: constrained-random traffic for a wrapped top, from a seed: a host that asks,
// and a memory or cache that accepts when it likes and answers late. Of each protocol:
//
//   AXI4      Reads of few or many IDs, rows and signatures, some of them exclusive or of device
//             memory. What passes straight through changes in every cycle.
//   Vortex    Reads and writes of all warps or of many lines, some of them ordered; answers
//             likewise.
//   HPDcache  Loads, stores, atomics, fences, uncacheable and I/O requests. The cache answers those
//             that need it in any order and without looking at a ready.
//   PRIC      Line addresses that differ in one bit or in many; what comes out of the first map
//   goes
//             into the second.
//
// A request that waits is held; what is not asked for is noise. Phases change how eager each side
// is, and every fourth one begins with a reset.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WRAPPED_TRAFFIC_H
#define WL_TB_BENCH_WRAPPED_TRAFFIC_H

#include "base/rng.h"
#include "tb/bench/wrapped_laws.h"

typedef union wrapped_in {
    axi4_in axi4;
    mrpb_vortex_in bus;
    pric_vortex_in bank;
    mrpb_hpdcache_in hpdcache;
} wrapped_in;
typedef union wrapped_out {
    axi4_out axi4;
    mrpb_vortex_out bus;
    cart_vortex_out mem;
    pric_vortex_out bank;
    mrpb_hpdcache_out hpdcache;
} wrapped_out;

typedef struct wrapped_traffic wrapped_traffic;

// What a bench asks of a protocol.
typedef struct wrapped_protocol {
    const char *host, *block;           // NULL: any
    void (*ask)(wrapped_traffic *t);    // draws a request, and whether it waits
    void (*answer)(wrapped_traffic *t); // draws the other side
    bool (*asks)(const wrapped_traffic *t);
    // the request at the host's port; is it accepted?
    bool (*enters)(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r);
    // the request at the memory's port; is it accepted?
    bool (*leaves)(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r);
} wrapped_protocol;

struct wrapped_traffic {
    const adapter *a;
    const wrapped_protocol *protocol;
    port ports[PORTS_MAX];
    rng random;
    unsigned phases, phase_left, ask, accept, answer, take; // percent
    unsigned spread;                                        // bits in which identities differ
    uint64_t home;                                          // what those have that do not
    bool weak, draining, waits;
    uint64_t due; // responses that the cache owes
    wrapped_in in;
};

void wrapped_traffic_init(wrapped_traffic *t, const adapter *a, uint64_t seed);
// Begins a cycle. True: model and RTL must be reset first. No resets while it drains.
bool wrapped_traffic_begin(wrapped_traffic *t);
const wrapped_in *wrapped_traffic_drive(wrapped_traffic *t);
// Ends a cycle with the model's outputs.
void wrapped_traffic_end(wrapped_traffic *t, const wrapped_out *o);

#endif
