// warppool_seam_state.h: the internal state of WarpPool's seam, shared by warppool_seam.c (issue,
// the cycle), warppool_seam_l1.c (L1D) and warppool_seam_data.c (words, checks).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WARPPOOL_SEAM_STATE_H
#define WL_MACHINE_WARPPOOL_SEAM_STATE_H

#include "machine/structures/warppool_seam.h"

enum { WARPPOOL_SEAM_WARPS = 64, WARPPOOL_SEAM_CARRIED = 1024, WARPPOOL_SEAM_META_WORDS = 4 };

// A part of an outstanding load or store.
typedef struct warppool_seam_slot {
    const winst *i;
    uint64_t addr[WARP_LANES];
    uint32_t mask;
    uint8_t warp, space, size; // size: log2 of the bytes per lane
    bool store;
    uint64_t born, ready;     // cycle of issue; cycle in which the addresses are available
    uint32_t lines, accepted; // its lines; those that L1D has accepted
    uint32_t unwritten;       // mask of the lanes not written back
    // issued before it by its warp: stores and atomics; lines of loads
    uint64_t others, load_lines;
} warppool_seam_slot;

// A merged load that has left the block.
typedef struct warppool_seam_merged {
    unsigned count;
    uint64_t line, due, meta[WARPPOOL_SEAM_META_WORDS];
} warppool_seam_merged;

// Per warp: what it has issued (in) and what L1D has accepted (out).
typedef struct warppool_seam_order {
    uint64_t lines_in, lines_out;   // lines of loads
    uint64_t others_in, others_out; // stores and atomics
    // lines of loads and stores, and atomics, that L1D has not accepted
    uint64_t inside;
} warppool_seam_order;

struct warppool_seam {
    const config *c;
    warppool_seam_sm sm;
    block_dev dev;
    warppool_in in;
    warppool_out next; // valid phase of the coming cycle
    unsigned line_shift, meta_bits, seq_bits, payload_bits, n_loads;
    bool data;
    warppool_seam_slot *slot; // [load number], [n_loads + part * warps + warp]
    int issuing;              // slot on iss in the coming cycle; -1: none
    int round;                // warp of the atomic or ld.cg on iss in the coming cycle; -1: none
    uint64_t part_warps;      // warps with parts that have not issued
    uint16_t parts[WARPPOOL_SEAM_WARPS][WARPPOOL_SEAM_PARTS];
    uint8_t n_parts[WARPPOOL_SEAM_WARPS];
    uint16_t *made; // [sm.mem_pipeline] slots between ag and adr, a ring
    unsigned made_first, n_made;
    bool adr_shown;             // the oldest of them is on adr
    warppool_seam_merged *hits; // [l1d.latency], a ring
    unsigned hits_first, n_hits;
    warppool_seam_merged
        carried[WARPPOOL_SEAM_CARRIED]; // the k-th has the number n_loads + k in mreq.load
    uint16_t unused[WARPPOOL_SEAM_CARRIED];
    unsigned n_unused;
    mreq offered;   // the request that the block offers
    bool stays;     // `offered` is up to date, as the offer holds
    uint16_t *rows; // [mshr] merged loads that wait in it
    bool *written;  // [mshr] its line has been written back
    bool was_idle;
    // quantum of the selection policy in cycles (0: it never switches); the cycle within it
    uint64_t quantum, at;
    warppool_seam_order order[WARPPOOL_SEAM_WARPS];
    uint64_t bad_order, bad_lines, bad_words; // broken laws
};

static inline uint64_t warppool_seam_meta(const warppool_seam *p, const uint64_t *words, unsigned k)
{
    return warppool_field(words, k, p->meta_bits);
}
// The slot of the load that a request with this metadata belongs to.
static inline warppool_seam_slot *warppool_seam_slot_of(const warppool_seam *p, uint64_t meta)
{
    const unsigned seq =
        (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS)) & ((1u << p->seq_bits) - 1);
    const unsigned warp =
        (unsigned)(meta >> (p->payload_bits + WARPPOOL_KIND_BITS + p->seq_bits)) % p->c->sm.warps;
    return &p->slot[warp * p->c->sm.loads_per_warp + seq % p->c->sm.loads_per_warp];
}

// warppool_seam_l1.c
void warppool_seam_offer(warppool_seam *p, uint64_t now,
                         warppool_seam_out *out); // offers the block's request to L1D
// returns the oldest hit if it is due and ret is free
void warppool_seam_return_hit(warppool_seam *p, uint64_t now);
// warppool_seam_data.c
void warppool_seam_line_words(const warppool_seam *p, uint64_t line, uint64_t *words);
void warppool_seam_store_words(const warppool_seam *p, const warppool_seam_slot *s,
                               uint64_t *words);
void warppool_seam_check_load(warppool_seam *p, uint64_t meta); // L1D accepts one request of a load
void warppool_seam_check_store(warppool_seam *p, const warppool_out *o);
void warppool_seam_check_words(warppool_seam *p, const warppool_seam_slot *s,
                               const warppool_out *o);

#endif
