// warppool_state.h : what the components of the WarpPool model keep, laid out flat. The cycle behaviour of each is in its own header
// (warppool_insn.h, _order.h, _coalesce.h, _maps.h, _queues.h, _select.h, _mshr.h, _wb.h), that of the whole in warppool.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_STATE_H
#define WL_BLOCKS_WARPPOOL_STATE_H

#include "blocks/warppool.h"

enum {
    WP_WARPS = 64, WP_LANES = 64, WP_COALESCERS = 4, WP_INSN_QUEUES = 64, WP_QUEUES = 64, WP_TAGS = 512, WP_MERGES = 8, WP_MAPS = 64,
    WP_LINE_BYTES = 256, WP_LINE_WORDS = WP_LINE_BYTES / 8, WP_MASK_WORDS = WP_LINE_BYTES / 64, WP_OUTBOUND = 2,
    WP_WORD_SIZE = 2, WP_WIDE_SIZE = 3, // log2 of the bytes of a lane
    WP_WHOLE = 100000                   // a miss rate of 100 %, in thousandths of a percent
};

// What the configuration comes down to.
typedef struct wp_shape {
    unsigned warps, coalescers, lanes, maps, queues, tags, merges, mshrs, rows; // tags of a queue, rows of an MSHR
    unsigned address_bits, line_bytes, words;                                  // words of 4 bytes of a line
    unsigned seq_bits, lane_bits, offset_bits, payload_bits, meta_bits;
    unsigned lane_data_bits;
    uint64_t all_lanes;
    bool data;
} wp_shape;

typedef uint32_t wp_meta; // payload, kind, sequence number, warp, as config/ports/warppool.h has them

static inline unsigned wp_meta_payload(const wp_shape *s, wp_meta m) { return m & ((1u << s->payload_bits) - 1); }
static inline unsigned wp_meta_kind(const wp_shape *s, wp_meta m) { return m >> s->payload_bits & ((1u << WARPPOOL_KIND_BITS) - 1); }
static inline unsigned wp_meta_seq(const wp_shape *s, wp_meta m) { return m >> (s->payload_bits + WARPPOOL_KIND_BITS) & ((1u << s->seq_bits) - 1); }
static inline unsigned wp_meta_warp(const wp_shape *s, wp_meta m) { return m >> (s->payload_bits + WARPPOOL_KIND_BITS + s->seq_bits); }

typedef struct wp_insn {
    uint64_t insn;
    uint8_t warp, seq;
    bool store;
} wp_insn;

typedef struct wp_insn_queues {
    unsigned queues, depth, coalescers;
    wp_insn *ring; // [queue * depth + slot]
    uint8_t first[WP_INSN_QUEUES], count[WP_INSN_QUEUES];
    uint64_t full, some; // bit q: the queue is full, is not empty
    uint8_t of_warp[WP_WARPS];
    uint64_t warps[WP_INSN_QUEUES]; // of each queue
    wp_insn out[WP_OUTBOUND]; // channel ag, the head first
    unsigned n_out;
    unsigned away; // instructions popped and not in a coalescer
} wp_insn_queues;

typedef struct wp_order {
    unsigned warps, issue_most, emit_most;
    uint32_t counter[WP_WARPS];
    uint64_t last_load;   // bit w: the last one that issued was a load
    uint64_t zero, roomy; // bit w: the counter is 0, is at most issue_most
    uint8_t before[WP_MERGES + 2], now[WP_MERGES + 2]; // warps of what was accepted in the cycle before, in this one
    unsigned n_before, n_now;
} wp_order;

// A line of an instruction.
typedef struct wp_line {
    bool full, store;
    uint8_t warp, seq, size; // log2 of a lane's bytes
    uint64_t line, lanes;
    uint8_t offset[WP_LANES];
    uint64_t data[WP_LANES]; // of a store, by lane
} wp_line;

// A load on its way to the queues.
typedef struct wp_request {
    uint64_t line;
    wp_meta meta;
    uint8_t warp, queue;
} wp_request;

typedef struct wp_coalescer {
    const wp_shape *s;
    uint64_t left; // A: lanes that are left, 0 when it is empty
    bool store;
    uint8_t warp, seq, size;
    uint64_t addr[WP_LANES], data[WP_LANES];
    uint64_t line, members; // the line that A makes next, and its lanes
    wp_line b;
    unsigned age; // of the store in B
    wp_request r[WP_OUTBOUND];
    unsigned n_r;
} wp_coalescer;

typedef struct wp_maps {
    const wp_shape *s;
    uint64_t free;                     // bit e: entry e is free
    uint64_t lanes[WP_MAPS];
    uint8_t size[WP_MAPS];
    uint8_t offset[WP_MAPS][WP_LANES];
} wp_maps;

// Tags are numbered queue * tags + tag.
typedef struct wp_queues {
    const wp_shape *s;
    uint8_t used[WP_QUEUES]; // bit j: tag j of the queue holds something
    uint64_t line[WP_TAGS];
    uint8_t count[WP_TAGS], lowest[WP_TAGS]; // requests; the lowest warp among them
    wp_meta meta[WP_TAGS][WP_MERGES];
    uint16_t order[WP_TAGS]; // tags that hold something, the oldest first
    unsigned n;
} wp_queues;

// An entry of the outbound buffer.
typedef struct wp_out {
    bool store;
    uint8_t warp;   // of a store
    uint8_t count;  // of a load
    uint64_t line;
    wp_meta meta[WP_MERGES];
    uint64_t mask[WP_MASK_WORDS], data[WP_LINE_WORDS];
} wp_out;

typedef struct wp_select {
    const wp_shape *s;
    select_kind kind;
    unsigned store_age;
    int named; // S: a tag, or -1
    wp_out out[WP_OUTBOUND];
    unsigned n_out;
    bool warp_first;
    uint64_t quantum, at, accesses, misses; // at: cycle of the quantum
    uint32_t miss_rate;                     // thousandths of a percent
    bool running;                           // a quantum has been counted since reset
} wp_select;

typedef struct wp_mshr {
    const wp_shape *s;
    uint16_t *rows;  // [mshr] rows in use
    uint8_t *count;  // [mshr * rows + row]
    wp_meta *meta;   // [(mshr * rows + row) * merges + i]
} wp_mshr;

typedef struct wp_returned {
    bool fill;
    uint16_t mshr;
    uint8_t count;
    wp_meta meta[WP_MERGES];
    uint64_t data[WP_LINE_WORDS];
} wp_returned;

typedef struct wp_wb {
    const wp_shape *s;
    wp_returned q[WP_OUTBOUND]; // the head first
    unsigned n;
    unsigned row, request, half; // the head's current beat
} wp_wb;

struct warppool {
    wp_shape shape;
    wp_insn_queues insns;
    wp_order order;
    wp_coalescer co[WP_COALESCERS];
    wp_maps maps;
    wp_queues queues;
    wp_select select;
    wp_mshr mshr;
    wp_wb wb;
    wp_events events;
};

#endif
