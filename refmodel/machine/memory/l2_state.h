// l2_state.h: the internal state of an L2 slice, shared by l2.c (its queues), l2_bank.c (its bank)
// and l2_life.c (creation, dump, view).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L2_STATE_H
#define WL_MACHINE_L2_STATE_H

#include "blocks/pric.h"
#include "machine/common/locality.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/memory/bit_history.h"
#include "machine/memory/l2.h"
#include "machine/structures/cart_seam.h"
#include "machine/structures/streambypass_seam.h"

// Why the head of the access queue was not served in the last tick. NOTHING: it was served, or the
// queue is empty. The counter of a failure is the first of its cause, in the order of l2_kind.
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

// A request that is split into sectors, which pass the bank one by one.
typedef struct split_request {
    // mreq.entered of the request; inside the slice its sectors carry this record's number there
    uint32_t entered;
    uint8_t left;  // unanswered sectors
    uint8_t flags; // MREQ_MISSED if one of the sectors missed
} split_request;

enum { MISS_REQUESTS = 2 };       // a miss may send a fetch and a write-back
enum { WRITE_MISS_REQUESTS = 3 }; // and the write itself (l2.write = miss_through)
enum { MAX_SECTORS = 8 };         // 256-byte lines of 32-byte sectors
// requests that may wait at the end of the ROP delay, whose sectors leave one per tick
enum { BACKLOG = 1024 };

// Fields read by the other thread share no cache line with fields that this thread writes.
struct l2 {
    l2_chans ch;
    const addrmap *map;
    pric index; // set index function
    uint32_t slice, line_shift, line_bytes, sector_shift, port_bytes, rop_latency, intake_room;
    bool on_fill, through, miss_through, racb, sectored;
    delayed *rop; // ROP delay: requests
    uint32_t rop_mask;
    char apart_bank[64];
    tags tags;
    mshrs mshrs;
    uint8_t *have, *dirty, *awaited; // [slot] masks of the sectors present, written, requested
    // [slot << log2 of the sectors of a line | sector] MSHR of an awaited sector
    uint16_t *mshr_at;
    // [mshr] the sector that it waits for, else TAGS_NO_LINE; with l2.allocate = fill
    uint64_t *sector_of_mshr;
    // [slot], [mshr] the last reference to the line, with l2.allocate = fill also while it is
    // absent; NULL without stats.locality
    l2_reference *last, *asked_by;
    uint32_t kernel;            // the running launch
    streambypass_seam *monitor; // streaming-bypass monitor; NULL: none
    uint64_t monitor_ticks;     // ticks that it has seen
    cart_seam *cart;            // CART; NULL: none
    uint64_t cart_ticks;
    // Free-running positions in the ROP delay: its head; the end of the entries that l2_arrived
    // reported; the end of the entries whose delay is over.
    uint32_t rop_head, rop_seen, rop_due;
    // Access queue: requests, or their sectors.
    delayed *access;
    uint32_t access_head, access_mask, n_access, access_size;
    split_request *split_request; // with sectors: records of the split requests inside the slice
    uint16_t *free_splits;        // stack of free records
    // passing: the record of the request that is leaving the delay; passed: its sectors that have
    // left
    uint32_t n_split, n_free_splits, passing, passed;
    // ring, longer than the queue's size, since an empty queue accepts all requests of a miss
    mreq *missq;
    uint32_t missq_size, missq_places, missq_head, missq_count;
    uint64_t data_free, fill_free; // first ticks in which the data port and the fill port are free
    l2_wait waits;
    // kind of the request that failed (LINE, MSHR, MERGE, MISSQ), else the first kind
    l2_kind failed;
    unsigned outcome;
    occupancy access_levels, mshr_levels;
    uint64_t counted;
    l2_stats s;
    char apart_open[64];
    bit_history open; // the access queue has room, so that requests are accepted
    // Fields that only l2_take changes, which may run in another thread.
    char apart[64];
    uint32_t rop_tail;
    // changes of `open`: up to the last tick asked for; as last received
    uint32_t open_seen, open_there;
    uint64_t arrivals;
};

static inline delayed *rop_at(const l2 *l, uint32_t i) { return &l->rop[i & l->rop_mask]; }
static inline delayed *access_at(const l2 *l, uint32_t i)
{
    return &l->access[(l->access_head + i) & l->access_mask];
}

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
