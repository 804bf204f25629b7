// dram_state.h: the internal state of a DRAM channel, shared by dram_front.c (L2 clock) and dram.c
// (DRAM clock).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_DRAM_STATE_H
#define WL_MACHINE_DRAM_STATE_H

#include "machine/memory/dram.h"

typedef struct delayed {
    mreq r;
    uint64_t ready;
    uint32_t slice; // within the channel
} delayed;

typedef struct delay_ring {
    delayed *slots; // mask + 1
    uint32_t mask, head, tail;
} delay_ring;

// A request in the scheduler queue or at a bank.
typedef struct dreq {
    mreq r;
    uint64_t row;
    uint32_t bank, slice, bursts; // slice within the channel; remaining column commands
    uint16_t next;                // in the list in which it waits
    bool write;
} dreq;

enum { NO_ENTRY = 0xffff };

// Classes of waiting requests. With a write queue, writes form a class of their own; otherwise all
// requests belong to CLASS_ALL.
enum { CLASS_ALL, CLASS_WRITE, CLASSES };

typedef struct list {
    uint16_t first, last; // oldest first
} list;

enum { WINDOW = 4 }; // activations that tFAW spans

typedef struct bank {
    dreq cur;                // when active
    uint64_t open_row;       // when open
    uint64_t act_ok, pre_ok; // first ticks in which this bank allows ACT and PRE
    uint64_t act_at;         // tick of the last ACT
    list waiting[CLASSES];
    bool open;
} bank;

typedef struct group {
    uint64_t col_ok, pre_ok;
} group;

struct dram {
    const addrmap *map;
    struct cfg_dram k;
    // a bank's group: bank >> shift & mask
    uint32_t channel, slices, atom_bytes, burst_cycles, ccd, rcdw, rtw, wtr, wtp, group_shift,
        group_mask;
    chan *const *down, *const *up;
    // L2 clock
    delay_ring delay;
    uint32_t last_slice;
    uint64_t issued; // requests taken from the slices
    uint32_t credits;
    chan entry;
    // DRAM clock
    dreq *pool; // [queue + write_queue]
    uint16_t free_entry;
    uint32_t queued[CLASSES];
    bool write_mode; // the write queue is being served
    bank *banks;
    group *groups;
    // banks with waiting requests, banks with an assigned request
    uint64_t waiting[CLASSES], active;
    uint32_t n_active;
    uint32_t prio; // bank considered first
    // first ticks for any column command, a read, a write, an ACT
    uint64_t col_ok, read_ok, write_ok, act_ok;
    // ticks of the last ACTs plus tFAW; the oldest is at window_at
    uint64_t activated[WINDOW];
    uint32_t window_at;
    uint64_t command_at;   // no command can be issued before this tick
    uint64_t next_refresh; // first tick of the next refresh
    delay_ring returns;
    uint64_t bus_until; // the data bus is occupied before this tick
    // requests finished, and the number that the front half knows of
    uint64_t finished, finished_seen;
    occupancy levels;
    uint64_t counted;
    dram_stats s;
    delay_ring *ideal; // [slice] limits.infinite_dram: reads in flight; else NULL
};

static inline uint32_t delay_count(const delay_ring *q) { return q->tail - q->head; }
static inline delayed *delay_front(const delay_ring *q) { return &q->slots[q->head & q->mask]; }
static inline void delay_push(delay_ring *q, const mreq *r, uint64_t ready, uint32_t slice)
{
    q->slots[q->tail++ & q->mask] = (delayed){*r, ready, slice};
}

static inline bool has_credit(const dram *d) { return d->issued - d->finished_seen < d->credits; }

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

#endif
