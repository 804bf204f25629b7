// l2_state.h : the inside of an L2 slice, shared by l2.c (its queues), l2_bank.c (its bank) and l2_life.c (making and end, dump, view).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L2_STATE_H
#define WL_MACHINE_L2_STATE_H

#include "blocks/pric.h"
#include "machine/common/locality.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/memory/history.h"
#include "machine/memory/l2.h"
#include "machine/structures/reorder.h"
#include "machine/structures/stream.h"

// Why the head of the access queue was not served in the last tick; NOTHING: it was, or there is none. A failure's counter is the first
// of those of its cause, in the order of l2_kind.
#define L2_WAITS(X) \
    X(NOTHING, cycles, "nothing") \
    X(LINE, global_read_fail_line, "a way of its set (all reserved)") \
    X(MSHR, global_read_fail_mshr, "a free MSHR") \
    X(MERGE, global_read_fail_merge, "its line (merge list full)") \
    X(MISSQ, global_read_fail_missq, "room in the miss queue") \
    X(PORT, stall_port, "the data port") \
    X(REPLY, stall_reply, "room in the reply queue") \
    X(DRAM, stall_dram, "room in the queue to DRAM")
#define L2_WAIT_NAME(name, counter, text) WAIT_##name,
typedef enum l2_wait { L2_WAITS(L2_WAIT_NAME) WAIT_COUNT } l2_wait;
#undef L2_WAIT_NAME

// A request whose sectors go through the bank one by one.
typedef struct parted {
    uint32_t entered; // its own; in the slice its sectors carry the number of this record there
    uint8_t left;     // sectors without an answer
    uint8_t flags;    // MREQ_MISSED: one of them was
} parted;

enum { MISS_REQUESTS = 2 }; // a miss may send a fetch and a write-back
enum { WRITE_MISS_REQUESTS = 3 }; // one of a write that goes to DRAM itself: that too
enum { MAX_SECTORS = 8 };   // 256-byte lines of 32-byte sectors
enum { BACKLOG = 1024 };    // requests that may wait at the end of the ROP delay, when their sectors leave it one a tick

// What the other thread reads has cache lines without anything that this one writes.
struct l2 {
    l2_chans ch;
    const addrmap *map;
    pric index;   // set index function
    uint32_t slice, line_shift, line_bytes, sector_shift, port_bytes, rop_latency, intake_room;
    bool on_fill, through, miss_through, racb, sectored;
    delayed *rop; // ROP delay: requests
    uint32_t rop_mask;
    char apart_bank[64];
    tags tags;
    mshrs mshrs;
    uint8_t *have, *dirty, *awaited; // [slot] sectors that are there, that were written, that were asked for
    uint16_t *mshr_at;        // [slot << log2 of the sectors of a line | sector] of one that is awaited
    uint64_t *sector_of_mshr; // [mshr] its sector while it waits for it, else TAGS_NO_LINE; used when lines are replaced at the fill
    l2_reference *last, *asked_by; // [slot], [mshr]: the last reference to the line, with l2.allocate = fill also where it is absent; NULL
                                   // without stats.locality
    uint32_t kernel;       // launch that runs
    stream *stream;        // NULL: none
    uint64_t stream_ticks; // that it has seen
    reorder *reorder;      // NULL: none
    uint64_t reorder_ticks;
    // Counters run freely; seen: end of the entries of the ROP delay that l2_arrived told of, due: of those whose delay is over.
    uint32_t rop_head, rop_seen, rop_due;
    // Access queue: requests, or their sectors.
    delayed *access;
    uint32_t access_head, access_mask, n_access, access_size;
    parted *parted;           // with sectors: requests some of whose sectors have passed the delay
    uint16_t *unparted;       // stack of free records
    uint32_t n_parted, n_unparted, passing, passed; // passing: the record of the request whose sectors pass now; passed: so many have
    mreq *missq; // ring, longer than its size: an empty queue takes all requests of a miss
    uint32_t missq_size, missq_places, missq_head, missq_count;
    uint64_t data_free, fill_free; // first ticks in which the ports are free
    l2_wait waits;
    l2_kind failed; // LINE, MSHR, MERGE, MISSQ: of the request; else the first
    unsigned outcome;
    occupancy access_levels, mshr_levels;
    uint64_t counted;
    l2_stats s;
    char apart_open[64];
    history open; // to requests that come: the access queue is not full
    // What l2_take alone changes: it may run in another thread.
    char apart[64];
    uint32_t rop_tail;
    uint32_t open_seen, open_there; // of its changes: as of the last tick asked for; as last heard
    uint64_t arrivals;
};

static inline delayed *rop_at(const l2 *l, uint32_t i) { return &l->rop[i & l->rop_mask]; }
static inline delayed *access_at(const l2 *l, uint32_t i) { return &l->access[(l->access_head + i) & l->access_mask]; }

static inline uint32_t l2_set_of(const l2 *l, const mreq *r)
{
    return pric_index(&l->index, addrmap_local(l->map, r->addr) >> l->line_shift);
}

static inline void l2_push_down(l2 *l, const mreq *r)
{
    mreq_push(l->ch.down, r);
    l->outcome |= L2_DRAM_MOVED;
}

#endif
