// l2_rig.h : one L2 slice with DRAM and crossbars played by the test, for test_l2.c and
// test_l2_policy.c.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_UNIT_L2_RIG_H
#define WL_TESTS_UNIT_L2_RIG_H

#include "machine/memory/l2.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

enum { LINE = 128 };

typedef struct bench {
    config c;
    addrmap map;
    chan in, reply, down, up;
    l2 *l;
    uint64_t now;
    uint32_t taken;
    bool memory_off, keep_replies; // DRAM takes nothing; replies stay in their queue
    uint64_t fetches, writebacks, answered;
    uint64_t written_back; // address of the last
    uint64_t fetched_bytes, written_bytes;
    uint64_t reply_at[64]; // tick in which each reply was pushed
} bench;

static inline bench *bench_new(void)
{
    bench *b = calloc(1, sizeof *b);
    config_defaults(&b->c);
    b->c.l2.rop_latency = 0;
    b->c.l2.write = WRITE_BACK;
    return b;
}

static inline void start(bench *b)
{
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(addrmap_init(&b->map, &b->c, &e), ST_OK);
    chan_init(&b->in, 64, sizeof(mreq));
    chan_init(&b->reply, b->c.l2.l2_to_icnt_queue, sizeof(mreq));
    chan_init(&b->down, b->c.l2.l2_to_dram_queue, sizeof(mreq));
    chan_init(&b->up, b->c.l2.dram_to_l2_queue, sizeof(mreq));
    b->l = l2_new(&b->c, &b->map, 0, (l2_chans){&b->in, &b->reply, &b->down, &b->up});
}

static inline void stop(bench *b)
{
    l2_free(b->l);
    chan_free(&b->in);
    chan_free(&b->reply);
    chan_free(&b->down);
    chan_free(&b->up);
    free(b);
}

// Line i of set 0 of slice 0 (the map's formula backwards: sets of a slice are 64 lines of its
// local address).
static inline uint64_t line_address(const bench *b, uint64_t i)
{
    const uint64_t local = i * b->c.l2.sets * LINE, rest = local >> 8 << 9 | (local & 255);
    return (rest >> 8) * 6 << 8 | (rest & 255);
}

static inline void ask(bench *b, mreq_kind kind, uint64_t addr, uint16_t bytes)
{
    const mreq r = {.addr = addr, .bytes = bytes, .kind = (uint8_t)kind, .sm = 1};
    chan_push(&b->in, &r);
}

// DRAM answers a fetch in the tick after it sees it.
static inline void play_memory(bench *b)
{
    const mreq *r = chan_front(&b->down);
    if (!r || b->memory_off || !chan_can_push(&b->up)) return;
    if (r->kind == MREQ_READ) {
        chan_push(&b->up, r);
        b->fetches++;
        b->fetched_bytes += r->bytes;
    } else {
        b->writebacks++;
        b->written_back = r->addr;
        b->written_bytes += r->bytes;
    }
    chan_pop(&b->down);
}

static inline void commit(bench *b)
{
    chan_commit(&b->in);
    chan_commit(&b->reply);
    chan_commit(&b->down);
    chan_commit(&b->up);
}

static inline void tick(bench *b)
{
    if (chan_front(&b->reply) && !b->keep_replies) {
        if (b->answered < 64) b->reply_at[b->answered] = b->now - 1;
        b->answered++;
        CU_ASSERT_TRUE(((const mreq *)chan_front(&b->reply))->flags & MREQ_REPLY);
        chan_pop(&b->reply);
    }
    play_memory(b);
    l2_eval(b->l, b->now);
    l2_receive(b->l);
    if (l2_take(b->l, b->now++)) l2_arrived(b->l, ++b->taken);
    commit(b);
}

static inline void run(bench *b, unsigned ticks)
{
    commit(b);
    while (ticks--) tick(b);
}

static inline l2_stats stats(const bench *b) { return l2_get_stats(b->l, b->now); }

// One request by itself, with time enough for its answer and what it sends to DRAM.
static inline void serve(bench *b, mreq_kind kind, uint64_t addr, uint16_t bytes)
{
    ask(b, kind, addr, bytes);
    run(b, 40);
}

static inline void load_line(bench *b, uint64_t i)
{
    serve(b, MREQ_READ, line_address(b, i), LINE);
}

// A slice that has room for one line of each set.
static inline bench *one_way(write_kind write)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.write = write;
    start(b);
    return b;
}

#endif
