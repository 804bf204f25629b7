// warppool_state.h : what the components of the WarpPool model keep, laid out flat. The cycle
// behaviour of each is in its own header (warppool_insn.h, _order.h, _coalesce.h, _maps.h,
// _queues.h, _select.h, _mshr.h, _wb.h), that of the whole in warppool.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_STATE_H
#define WL_BLOCKS_WARPPOOL_STATE_H

#include "blocks/warppool.h"

enum {
    WARPPOOL_WARPS = 64,
    WARPPOOL_LANES = 64,
    WARPPOOL_COALESCERS = 4,
    WARPPOOL_INSN_QUEUES = 64,
    WARPPOOL_QUEUES = 64,
    WARPPOOL_TAGS = 512,
    WARPPOOL_MERGES = 8,
    WARPPOOL_MAPS = 64,
    WARPPOOL_LINE_BYTES = 256,
    WARPPOOL_LINE_WORDS = WARPPOOL_LINE_BYTES / 8,
    WARPPOOL_MASK_WORDS = WARPPOOL_LINE_BYTES / 64,
    WARPPOOL_OUTBOUND = 2,
    WARPPOOL_WORD_SIZE = 2,
    WARPPOOL_WIDE_SIZE = 3, // log2 of the bytes of a lane
    WARPPOOL_WHOLE = 100000 // a miss rate of 100 %, in thousandths of a percent
};

// What the configuration comes down to.
typedef struct warppool_shape {
    // tags of a queue, rows of an MSHR
    unsigned warps, coalescers, lanes, maps, queues, tags, merges, mshrs, rows;
    // words of 4 bytes of a line
    unsigned address_bits, line_bytes, words;
    unsigned seq_bits, lane_bits, offset_bits, payload_bits, meta_bits;
    unsigned lane_data_bits;
    uint64_t all_lanes, lower_lanes; // lower_lanes: of the first beat of a request on wb
    unsigned beat_lanes;             // lanes of a beat on wb
    unsigned layout_lanes;           // of a store that are laid out together; with narrow
    bool data, narrow;
} warppool_shape;

// payload, kind, sequence number, warp, as config/ports/warppool.h has them
typedef uint32_t warppool_meta;

static inline unsigned warppool_meta_payload(const warppool_shape *s, warppool_meta m)
{
    return m & ((1u << s->payload_bits) - 1);
}
static inline unsigned warppool_meta_kind(const warppool_shape *s, warppool_meta m)
{
    return m >> s->payload_bits & ((1u << WARPPOOL_KIND_BITS) - 1);
}
static inline unsigned warppool_meta_seq(const warppool_shape *s, warppool_meta m)
{
    return m >> (s->payload_bits + WARPPOOL_KIND_BITS) & ((1u << s->seq_bits) - 1);
}
static inline unsigned warppool_meta_warp(const warppool_shape *s, warppool_meta m)
{
    return m >> (s->payload_bits + WARPPOOL_KIND_BITS + s->seq_bits);
}

typedef struct warppool_queued_insn {
    uint64_t insn;
    uint8_t warp, seq;
    bool store;
} warppool_queued_insn;

typedef struct warppool_insn_queues {
    unsigned queues, depth, coalescers;
    warppool_queued_insn *ring; // [queue * depth + slot]
    uint8_t first[WARPPOOL_INSN_QUEUES], count[WARPPOOL_INSN_QUEUES];
    uint64_t full, some; // bit q: the queue is full, is not empty
    uint8_t of_warp[WARPPOOL_WARPS];
    uint64_t warps[WARPPOOL_INSN_QUEUES];        // of each queue
    warppool_queued_insn out[WARPPOOL_OUTBOUND]; // channel ag, the head first
    unsigned n_out;
    unsigned away; // instructions popped and not in a coalescer
} warppool_insn_queues;

typedef struct warppool_order {
    unsigned warps, issue_most, emit_most;
    uint32_t counter[WARPPOOL_WARPS];
    uint64_t last_load;   // bit w: the last one that issued was a load
    uint64_t zero, roomy; // bit w: the counter is 0, is at most issue_most
    // with narrow: the counter is at most emit_most, now and at the start of the cycle before
    uint64_t emits, emits_before;
    // warps of what was accepted in the cycle before, in this one
    uint8_t before[WARPPOOL_MERGES + 2], now[WARPPOOL_MERGES + 2];
    unsigned n_before, n_now;
} warppool_order;

// A line of an instruction.
typedef struct warppool_line {
    bool full, store;
    uint8_t warp, seq, size; // log2 of a lane's bytes
    uint64_t line, lanes;
    uint8_t offset[WARPPOOL_LANES];
    uint64_t data[WARPPOOL_LANES]; // of a store, by lane
} warppool_line;

// A load on its way to the queues.
typedef struct warppool_request {
    uint64_t line;
    warppool_meta meta;
    uint8_t warp, queue;
} warppool_request;

typedef struct warppool_coalescer {
    const warppool_shape *s;
    uint64_t left; // A: lanes that are left, 0 when it is empty
    bool store;
    uint8_t warp, seq, size;
    uint64_t addr[WARPPOOL_LANES], data[WARPPOOL_LANES];
    uint64_t line, members; // the line that A makes next, and its lanes
    bool open;              // with narrow: it takes an instruction
    warppool_line b;
    bool mapped;  // with narrow: the line has been in B for a cycle
    unsigned age; // of the store in B
    warppool_request r[WARPPOOL_OUTBOUND];
    unsigned n_r;
} warppool_coalescer;

typedef struct warppool_maps {
    const warppool_shape *s;
    uint64_t free;                     // bit e: entry e is free
    int reserved[WARPPOOL_COALESCERS]; // with narrow: the entry of each coalescer, -1: none
    uint64_t lanes[WARPPOOL_MAPS];
    uint8_t size[WARPPOOL_MAPS];
    uint8_t offset[WARPPOOL_MAPS][WARPPOOL_LANES];
} warppool_maps;

// Tags are numbered queue * tags + tag.
typedef struct warppool_queues {
    const warppool_shape *s;
    uint8_t used[WARPPOOL_QUEUES]; // bit j: tag j of the queue holds something
    uint64_t line[WARPPOOL_TAGS];
    uint8_t count[WARPPOOL_TAGS], lowest[WARPPOOL_TAGS]; // requests; the lowest warp among them
    warppool_meta meta[WARPPOOL_TAGS][WARPPOOL_MERGES];
    uint16_t order[WARPPOOL_TAGS]; // tags that hold something, the oldest first
    unsigned n;
    unsigned aged; // of these, how many the policy oldest sees; with narrow not the newest
} warppool_queues;

// An entry of the outbound buffer.
typedef struct warppool_outbound {
    bool store;
    uint8_t warp;  // of a store
    uint8_t count; // of a load
    uint64_t line;
    warppool_meta meta[WARPPOOL_MERGES];
    uint64_t mask[WARPPOOL_MASK_WORDS], data[WARPPOOL_LINE_WORDS];
} warppool_outbound;

typedef struct warppool_select {
    const warppool_shape *s;
    select_kind kind;
    unsigned store_age;
    int named;   // S: a tag, or -1
    bool merged; // with narrow: it took a request in the cycle before
    warppool_outbound out[WARPPOOL_OUTBOUND];
    unsigned n_out;
    int laying;      // coalescer whose store is laid out, -1: none
    uint64_t unlaid; // of its lanes those that have not been laid out
    bool warp_first;
    // with narrow: tags that warp first chose from in the cycle before, and the bits of a warp by
    // which it does now
    uint64_t group[WARPPOOL_TAGS / 64];
    unsigned group_bits;
    uint64_t quantum, at, accesses, misses; // at: cycle of the quantum
    uint32_t miss_rate;                     // thousandths of a percent
    bool running;                           // a quantum has been counted since reset
} warppool_select;

typedef struct warppool_mshr {
    const warppool_shape *s;
    uint16_t *rows;      // [mshr] rows in use
    uint8_t *count;      // [mshr * rows + row]
    warppool_meta *meta; // [(mshr * rows + row) * merges + i]
} warppool_mshr;

typedef struct warppool_returned {
    bool fill;
    uint16_t mshr;
    uint8_t count;
    warppool_meta meta[WARPPOOL_MERGES];
    uint64_t data[WARPPOOL_LINE_WORDS];
} warppool_returned;

typedef struct warppool_wb {
    const warppool_shape *s;
    warppool_returned q[WARPPOOL_OUTBOUND]; // the head first
    unsigned n;
    unsigned row, request, half; // the head's current beat
    bool upper;                  // it is for the upper half of the warp
} warppool_wb;

struct warppool {
    warppool_shape shape;
    warppool_insn_queues insns;
    warppool_order order;
    warppool_coalescer co[WARPPOOL_COALESCERS];
    warppool_maps maps;
    warppool_queues queues;
    warppool_select select;
    warppool_mshr mshr;
    warppool_wb wb;
    warppool_events events;
};

#endif
