// wrapped_traffic.h: constrained-random traffic for a wrapped top, from a seed: a host that asks,
// and a memory or cache that accepts when it likes and answers late. Of each protocol:
//
//   AXI4      Reads of few or many IDs, rows and signatures, some of them exclusive or of device
//             memory. What passes straight through changes in every cycle.
//   Vortex    Reads and writes of all warps or of many lines, some of them ordered; answers
//             likewise. In place of the coalescer: wrapped_lanes.h.
//   HPDcache  Loads, stores, atomics, fences, uncacheable and I/O requests. The cache answers those
//             that need it in any order and without looking at a ready.
//   PRIC      Line addresses that differ in one bit or in many; what comes out of the first map
//             goes into the second.
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
    warppool_vortex_in lanes;
    pric_vortex_in bank;
    mrpb_hpdcache_in hpdcache;
} wrapped_in;
typedef union wrapped_out {
    axi4_out axi4;
    mrpb_vortex_out bus;
    cart_vortex_out mem;
    warppool_vortex_out lanes;
    pric_vortex_out bank;
    mrpb_hpdcache_out hpdcache;
} wrapped_out;

enum {
    LANES_REGIONS = 8,
    LANES_LINES = 16, // words of the cache in a region
    LANES_WORDS = LANES_REGIONS * LANES_LINES * LANES_MOST,
    LANES_IDS = 64,
    LANES_TAGS = 256,
    LANES_OFFER_WORDS = 24
};

// A cache behind the lanes of a load/store unit, which keeps what was written and serves reads with
// what it had when they came; and what each read must get, in the order in which the unit asked.
// Of a word's address the lowest bits number a word here; those above them are its region's own.
typedef struct lanes_world {
    bool begun;
    uint64_t base[LANES_REGIONS];
    uint32_t cached[LANES_WORDS], written[LANES_WORDS]; // by the cache, by the unit
    struct {
        bool waits;
        uint64_t tag, left;
        uint32_t words[LANES_MOST];
    } asked[LANES_IDS]; // reads that are not answered
    struct {
        bool waits;
        uint32_t words[LANES_MOST];
    } sent[LANES_TAGS]; // reads that the cache has accepted
    bool offered;       // not accepted in the last cycle
    uint64_t offer[LANES_OFFER_WORDS];
} lanes_world;

enum { WRAPPED_LINE_BITS = 5 };

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
    // NULL: nothing, and the laws of wrapped_laws.h
    void (*reset)(wrapped_traffic *t);
    bool (*keep)(wrapped_traffic *t, const wrapped_out *o, wrapped_laws *l); // laws of its own
} wrapped_protocol;

struct wrapped_traffic {
    const adapter *a;
    const wrapped_protocol *protocol;
    port ports[PORTS_MAX];
    rng random;
    unsigned phases, phase_left, ask, accept, answer, take; // percent
    unsigned spread;                                        // bits in which identities differ
    uint64_t home;                                          // what those have that do not
    // All are writes and none is ordered, so that slots for what they bring run out.
    bool all_writes;
    unsigned lines, line_bits[WRAPPED_LINE_BITS]; // asked for; bits in which they differ
    bool weak, draining, waits;
    uint64_t due; // responses that the cache owes
    wrapped_in in;
    lanes_world world;
};

void wrapped_traffic_init(wrapped_traffic *t, const adapter *a, uint64_t seed);
// Begins a cycle. True: model and RTL must be reset first. No resets while it drains.
bool wrapped_traffic_begin(wrapped_traffic *t);
const wrapped_in *wrapped_traffic_drive(wrapped_traffic *t);
// Ends a cycle with the model's outputs.
void wrapped_traffic_end(wrapped_traffic *t, const wrapped_out *o);

// For the protocols.
bool wrapped_chance(wrapped_traffic *t, unsigned percent);
uint64_t wrapped_bits(wrapped_traffic *t, unsigned width);
// Any values at the ports from word `first` up to word `end`.
void wrapped_noise(wrapped_traffic *t, unsigned first, unsigned end);

#endif
