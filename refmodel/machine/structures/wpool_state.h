// wpool_state.h : the inside of the seam WarpPool, shared by wpool.c (issue, the cycle), wpool_l1.c (L1D) and wpool_data.c (words, checks).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WPOOL_STATE_H
#define WL_MACHINE_WPOOL_STATE_H

#include "machine/structures/wpool.h"

enum { WPOOL_WARPS = 64, WPOOL_CARRIED = 1024, WPOOL_META_WORDS = 4 };

// A part of a load or store that is on its way.
typedef struct wpool_slot {
    const winst *i;
    uint64_t addr[WARP_LANES];
    uint32_t mask;
    uint8_t warp, space, size; // log2 of a lane's bytes
    bool store;
    uint64_t born, ready;          // issued; addresses there
    uint32_t lines, accepted;      // of it
    uint32_t unwritten;            // lanes not written back
    uint64_t others, load_lines;   // of its warp before it: stores and atomics, lines of loads
} wpool_slot;

// A merged load outside the block.
typedef struct wpool_merged {
    unsigned count;
    uint64_t line, due, meta[WPOOL_META_WORDS];
} wpool_merged;

// Of a warp: what has issued and what L1D has accepted.
typedef struct wpool_order {
    uint64_t lines_in, lines_out;   // lines of loads
    uint64_t others_in, others_out; // stores and atomics
    uint64_t inside;                // lines of both, and atomics
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
    int issuing;       // slot that goes on iss in the coming cycle, -1 none
    int round;         // warp of the atomic or ld.cg that does, -1 none
    uint64_t part_warps;                     // warps with parts that have not issued
    uint16_t parts[WPOOL_WARPS][WPOOL_PARTS];
    uint8_t n_parts[WPOOL_WARPS];
    uint16_t *made;    // [sm.mem_pipeline] slots between ag and adr, a ring
    unsigned made_first, n_made;
    bool adr_shown;    // the oldest of them stands at adr
    wpool_merged *hits; // [l1d.latency], a ring
    unsigned hits_first, n_hits;
    wpool_merged carried[WPOOL_CARRIED]; // the k-th has the number n_loads + k in mreq.load
    uint16_t unused[WPOOL_CARRIED];
    unsigned n_unused;
    mreq offered;       // what the block offers
    bool stays;         // it has been put together
    uint16_t *rows;     // [mshr] merged loads that wait in it
    bool *written;      // [mshr] its line has been written back
    bool was_idle;
    uint64_t quantum, at; // of the switch of the selection: its cycles (0: it does not switch), and the number of this cycle in it
    wpool_order order[WPOOL_WARPS];
    uint64_t bad_order, bad_lines, bad_words; // broken laws
};

static inline uint64_t wpool_meta(const wpool *p, const uint64_t *words, unsigned k) { return warppool_field(words, k, p->meta_bits); }
// The slot of a request.
static inline wpool_slot *wpool_slot_of(const wpool *p, uint64_t meta)
{
    const unsigned seq = (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS)) & ((1u << p->seq_bits) - 1);
    const unsigned warp = (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS + p->seq_bits)) % p->c->sm.warps;
    return &p->slot[warp * p->c->sm.loads_per_warp + seq % p->c->sm.loads_per_warp];
}

// wpool_l1.c
void wpool_offer(wpool *p, uint64_t now, wpool_out *out);  // what the block offers goes to L1D
void wpool_return_hit(wpool *p, uint64_t now);             // the oldest hit, when it is due and ret is free
// wpool_data.c
void wpool_line_words(const wpool *p, uint64_t line, uint64_t *words);
void wpool_store_words(const wpool *p, const wpool_slot *s, uint64_t *words);
void wpool_check_load(wpool *p, uint64_t meta);  // L1D accepts one request of a load
void wpool_check_store(wpool *p, const warppool_out *o);
void wpool_check_words(wpool *p, const wpool_slot *s, const warppool_out *o);

#endif
