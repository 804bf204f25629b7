// wpool_state.h: the internal state of WarpPool's seam, shared by wpool.c (issue, the cycle),
// wpool_l1.c (L1D) and wpool_data.c (words, checks).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WPOOL_STATE_H
#define WL_MACHINE_WPOOL_STATE_H

#include "machine/structures/wpool.h"

enum { WPOOL_WARPS = 64, WPOOL_CARRIED = 1024, WPOOL_META_WORDS = 4 };

// A part of an outstanding load or store.
typedef struct wpool_slot {
    const winst *i;
    uint64_t addr[WARP_LANES];
    uint32_t mask;
    uint8_t warp, space, size;     // size: log2 of the bytes per lane
    bool store;
    uint64_t born, ready;          // cycle of issue; cycle in which the addresses are available
    uint32_t lines, accepted;      // its lines; those that L1D has accepted
    uint32_t unwritten;            // mask of the lanes not written back
    // issued before it by its warp: stores and atomics; lines of loads
    uint64_t others, load_lines;
} wpool_slot;

// A merged load that has left the block.
typedef struct wpool_merged {
    unsigned count;
    uint64_t line, due, meta[WPOOL_META_WORDS];
} wpool_merged;

// Per warp: what it has issued (in) and what L1D has accepted (out).
typedef struct wpool_order {
    uint64_t lines_in, lines_out;   // lines of loads
    uint64_t others_in, others_out; // stores and atomics
    // lines of loads and stores, and atomics, that L1D has not accepted
    uint64_t inside;
} wpool_order;

struct wpool {
    const config *c;
    wpool_sm sm;
    block_dev dev;
    warppool_in in;
    warppool_out next; // valid phase of the coming cycle
    unsigned line_shift, meta_bits, seq_bits, payload_bits, n_loads;
    bool data;
    wpool_slot *slot;  // [load number], [n_loads + part * warps + warp]
    int issuing;       // slot on iss in the coming cycle; -1: none
    int round;         // warp of the atomic or ld.cg on iss in the coming cycle; -1: none
    uint64_t part_warps;                     // warps with parts that have not issued
    uint16_t parts[WPOOL_WARPS][WPOOL_PARTS];
    uint8_t n_parts[WPOOL_WARPS];
    uint16_t *made;    // [sm.mem_pipeline] slots between ag and adr, a ring
    unsigned made_first, n_made;
    bool adr_shown;    // the oldest of them is on adr
    wpool_merged *hits; // [l1d.latency], a ring
    unsigned hits_first, n_hits;
    wpool_merged carried[WPOOL_CARRIED]; // the k-th has the number n_loads + k in mreq.load
    uint16_t unused[WPOOL_CARRIED];
    unsigned n_unused;
    mreq offered;       // the request that the block offers
    bool stays;         // `offered` is up to date, as the offer holds
    uint16_t *rows;     // [mshr] merged loads that wait in it
    bool *written;      // [mshr] its line has been written back
    bool was_idle;
    // quantum of the selection policy in cycles (0: it never switches); the cycle within it
    uint64_t quantum, at;
    wpool_order order[WPOOL_WARPS];
    uint64_t bad_order, bad_lines, bad_words; // broken laws
};

static inline uint64_t wpool_meta(const wpool *p, const uint64_t *words, unsigned k) { return warppool_field(words, k, p->meta_bits); }
// The slot of the load that a request with this metadata belongs to.
static inline wpool_slot *wpool_slot_of(const wpool *p, uint64_t meta)
{
    const unsigned seq = (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS)) & ((1u << p->seq_bits) - 1);
    const unsigned warp = (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS + p->seq_bits)) % p->c->sm.warps;
    return &p->slot[warp * p->c->sm.loads_per_warp + seq % p->c->sm.loads_per_warp];
}

// wpool_l1.c
void wpool_offer(wpool *p, uint64_t now, wpool_out *out);  // offers the block's request to L1D
// returns the oldest hit if it is due and ret is free
void wpool_return_hit(wpool *p, uint64_t now);
// wpool_data.c
void wpool_line_words(const wpool *p, uint64_t line, uint64_t *words);
void wpool_store_words(const wpool *p, const wpool_slot *s, uint64_t *words);
void wpool_check_load(wpool *p, uint64_t meta);  // L1D accepts one request of a load
void wpool_check_store(wpool *p, const warppool_out *o);
void wpool_check_words(wpool *p, const wpool_slot *s, const warppool_out *o);

#endif
