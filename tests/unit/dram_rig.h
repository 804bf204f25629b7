// dram_rig.h : a DRAM channel alone for tests: GTX480's channel 0. Command times are read from the
// counters of the tick in which they change.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_DRAM_RIG_H
#define WL_TESTS_DRAM_RIG_H

#include "machine/memory/dram.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { SLICES = 2, ATOM = 64, MOST = 64 };

typedef struct bench {
    config c;
    addrmap map;
    chan down[SLICES], up[SLICES];
    chan *downs[SLICES], *ups[SLICES];
    dram *d;
    uint64_t now;
    uint64_t act[MOST], pre[MOST], column[MOST]; // ticks of the commands so far
    unsigned n_act, n_pre, n_column;
} bench;

// GTX480's channel 0, without the fixed delay so that the queue fills at once.
static inline bench *bench_new(void)
{
    bench *b = calloc(1, sizeof *b);
    config_defaults(&b->c);
    b->c.dram.fixed_latency = 0;
    return b;
}

static inline void start(bench *b)
{
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(addrmap_init(&b->map, &b->c, &e), ST_OK);
    for (int s = 0; s < SLICES; s++) {
        chan_init(&b->down[s], 32, sizeof(mreq));
        chan_init(&b->up[s], 32, sizeof(mreq));
        b->downs[s] = &b->down[s];
        b->ups[s] = &b->up[s];
    }
    b->d = dram_new(&b->c, &b->map, 0, b->downs, b->ups);
}

static inline void stop(bench *b)
{
    dram_free(b->d);
    for (int s = 0; s < SLICES; s++) {
        chan_free(&b->down[s]);
        chan_free(&b->up[s]);
    }
    free(b);
}

// The address of channel 0 with this bank, row and column atom: the map's formula backwards.
static inline uint64_t address(uint64_t bank, uint64_t row, uint64_t atom)
{
    const uint64_t rest =
        row << 16 | (bank >> 1) << 13 | (atom >> 2) << 9 | (bank & 1) << 8 | (atom & 3) << 6;
    return (rest >> 8) * 6 << 8 | (rest & 255);
}

static inline void ask(bench *b, mreq_kind kind, uint64_t addr, uint16_t bytes)
{
    const mreq r = {.addr = addr, .bytes = bytes, .kind = (uint8_t)kind};
    chan_push(&b->down[addrmap_slice(&b->map, addr) % SLICES], &r);
}
static inline void ask_read(bench *b, uint64_t bank, uint64_t row, uint64_t atom)
{
    ask(b, MREQ_READ, address(bank, row, atom), ATOM);
}
static inline void ask_write(bench *b, uint64_t bank, uint64_t row, uint64_t atom)
{
    ask(b, MREQ_WRITEBACK, address(bank, row, atom), ATOM);
}

static inline void commit(bench *b)
{
    for (int s = 0; s < SLICES; s++) {
        chan_commit(&b->down[s]);
        chan_commit(&b->up[s]);
    }
    dram_commit(b->d);
}

static inline void note(uint64_t before, uint64_t after, uint64_t *times, unsigned *n, uint64_t now)
{
    if (after != before && *n < MOST) times[(*n)++] = now;
}

static inline void tick(bench *b)
{
    uint64_t popped = 0, pushed = 0;
    const dram_stats s = dram_get_stats(b->d, b->now);
    dram_front_eval(b->d, b->now, &popped);
    dram_eval(b->d, b->now, &pushed);
    const dram_stats t = dram_get_stats(b->d, b->now);
    CU_ASSERT_TRUE(t.activations + t.precharges + t.column_commands <=
                   s.activations + s.precharges + s.column_commands + (b->c.dram.dual_bus ? 2 : 1));
    note(s.activations, t.activations, b->act, &b->n_act, b->now);
    note(s.precharges, t.precharges, b->pre, &b->n_pre, b->now);
    note(s.column_commands, t.column_commands, b->column, &b->n_column, b->now);
    b->now++;
    commit(b);
}

static inline void run(bench *b, unsigned ticks)
{
    commit(b);
    while (ticks--) tick(b);
}

// Opens `row` of `bank` with a read and lets everything settle; commands noted so far are
// forgotten.
static inline void open_row(bench *b, uint64_t bank, uint64_t row)
{
    ask_read(b, bank, row, 0);
    run(b, 200);
    b->n_act = b->n_pre = b->n_column = 0;
}

static inline const mreq *next_reply(bench *b)
{
    for (int s = 0; s < SLICES; s++) {
        if (chan_front(&b->up[s])) return chan_front(&b->up[s]);
    }
    return NULL;
}

#endif
