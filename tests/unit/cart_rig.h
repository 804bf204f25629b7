// cart_rig.h : what the tests of CART share: a block behind its ports, be it the golden model or
// the RTL, and requests named by branch, row and column.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CART_RIG_H
#define WL_TESTS_CART_RIG_H

#include "blocks/cart.h"
#include "tests/unit/unit.h"

#include <string.h>

typedef struct rig {
    config c;
    cart_map map;
    block_dev dev;
    cart_in in;
    cart_out out;
    uint64_t next_meta;
} rig;

// The paper's machine as far as CART sees it: 16 banks, one slice a channel.
static config cart_config(void)
{
    config c;
    config_defaults(&c);
    strcpy(c.name, "t");
    c.l2.slices_per_channel = 1;
    c.dram.channels = 8;
    c.cart.enable = true;
    return c;
}

static inline uint64_t *words(void *p) { return p; }

static void look(rig *r)
{
    memset(&r->out, 0, sizeof r->out);
    r->dev.valid(r->dev.self, words(&r->out));
    r->dev.ready(r->dev.self, words(&r->in), words(&r->out));
}

// A cycle with the inputs as they are set; r->out is what it showed. Inputs are off afterwards.
static void step(rig *r)
{
    look(r);
    r->dev.commit(r->dev.self, words(&r->in), words(&r->out));
    memset(&r->in, 0, sizeof r->in);
}

static void wait(rig *r, unsigned cycles)
{
    while (cycles--) step(r);
}

// The line of a place: the inverse of the model's address extractor, found bit by bit.
static uint64_t line_of(const rig *r, unsigned bank, uint64_t row, uint64_t column)
{
    const unsigned hash = (unsigned)(row & (((uint64_t)1 << r->map.hashed) - 1));
    uint64_t line = 0, b = bank ^ hash;
    for (unsigned i = 0; i < r->map.line_bits; i++) {
        uint64_t *from = r->map.use[i] == 'B' ? &b : r->map.use[i] == 'C' ? &column : &row;
        line |= (*from & 1) << i;
        *from >>= 1;
    }
    return line;
}

static rig rig_with(config c, block_dev dev)
{
    rig r = {.c = c, .dev = dev};
    const char *key;
    CU_ASSERT_PTR_NULL_FATAL(cart_map_read(&c, &r.map, &key));
    return r;
}

static void offer(rig *r, unsigned bank, uint64_t row, uint64_t column, uint64_t meta)
{
    r->in.in_valid_i[0] = 1;
    r->in.in_line_i[0] = line_of(r, bank, row, column);
    r->in.in_meta_i[0] = meta;
}

// Puts a request in, L2 looking at nothing; false: it was not taken within 20 cycles.
static bool put(rig *r, unsigned bank, uint64_t row, uint64_t column, uint64_t meta)
{
    for (unsigned i = 0; i < 20; i++) {
        offer(r, bank, row, column, meta);
        step(r);
        if (r->out.in_ready_o[0]) return true;
    }
    return false;
}

// L2 takes what is on offer, if anything: its metadata, else -1.
static int take(rig *r)
{
    look(r);
    r->in.req_accept_i[0] = r->out.req_valid_o[0];
    step(r);
    return r->out.req_valid_o[0] ? (int)r->out.req_meta_o[0] : -1;
}

static int reject(rig *r)
{
    look(r);
    r->in.req_reject_i[0] = r->out.req_valid_o[0];
    step(r);
    return r->out.req_valid_o[0] ? (int)r->out.req_meta_o[0] : -1;
}

static void expect(rig *r, const int *metas, unsigned n)
{
    for (unsigned i = 0; i < n; i++) CU_ASSERT_EQUAL(take(r), metas[i]);
}

// Figure 6 of the paper: banks 1, 2, 3 hold MR0 to MR18 in Q0 to Q5; the rightmost request of the
// figure is the head.
static config figure_6_config(unsigned latency)
{
    config c = cart_config();
    c.cart.latency = latency;
    c.cart.rows = 2;
    c.cart.columns = 2;
    c.cart.entries = 5;
    return c;
}

static void put_run(rig *r, unsigned bank, uint64_t row, uint64_t column, int from, int to)
{
    for (int i = from; i >= to; i--) CU_ASSERT_TRUE(put(r, bank, row, column, (uint64_t)i));
}

// Q3 is full when MR15 comes, so MR15 and MR14 are in Q4; then three leave.
static void fill_bank_2(rig *r)
{
    put_run(r, 2, 1, 1, 102, 100);
    put_run(r, 2, 1, 1, 13, 12);
    put_run(r, 2, 1, 1, 15, 14);
    wait(r, 2);
}

static void fill_others(rig *r)
{
    put_run(r, 1, 1, 0, 2, 0);
    put_run(r, 1, 1, 1, 7, 3);
    put_run(r, 1, 2, 2, 11, 8);
    put_run(r, 3, 3, 1, 18, 16);
    wait(r, 2);
}

// The rotation: a request of bank 0 is on offer while the tree is filled; behind it comes bank 1.
static void figure_6_rotating(rig *r)
{
    fill_bank_2(r);
    expect(r, (const int[]){102, 101, 100}, 3);
    put(r, 0, 0, 0, 103);
    wait(r, 2);
    CU_ASSERT_EQUAL(reject(r), 13); // bank 0 is next
    fill_others(r);
    expect(r,
           (const int[]){103, 7, 13, 18, 6, 12, 17, 5, 15, 16, 4, 14, 3, 2, 1, 0, 11, 10, 9, 8, -1},
           21);
}

// Longest first: the paper prints the first six. Three requests of bank 0 are what is chosen while
// the tree is filled; one of them stays.
static void figure_6_longest(rig *r)
{
    fill_bank_2(r);
    expect(r, (const int[]){102, 101}, 2);
    put_run(r, 0, 0, 0, 105, 103);
    wait(r, 2);
    expect(r, (const int[]){100, 105}, 2);
    fill_others(r);
    expect(r, (const int[]){104, 7, 6, 11, 2, 5, 10}, 7);
}

#endif
