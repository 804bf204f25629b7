// test_wrapped.c : models of wrapped tops between two hosts: what CART and MRPB buy on an AXI4
// interface. The bench holds that the emitted adapters are these models.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { READS = 2000, IDS = 16, ROOM = 4, HIT = 4, MISS = 24, ROW_BIT = 16, MOST = 100000 };

// A memory with one open row, which takes up to ROOM reads and serves one at a time.
typedef struct memory {
    uint64_t line[ROOM], id[ROOM];
    unsigned n, busy, hits;
    bool serves, open;
    uint64_t row;
} memory;

// A manager that reads four rows of one bank in turn, one read of an ID at a time.
typedef struct manager {
    unsigned asked, answered, of_id[IDS];
} manager;

static void ask(const manager *m, axi4_in *in)
{
    const unsigned n = m->asked;
    in->s_axi_arid[0] = n % IDS;
    in->s_axi_araddr[0] = (n % 4) << ROW_BIT | (n / 4 % 16) << 9;
    in->s_axi_arcache[0] = 2; // normal memory
    in->s_axi_arvalid[0] = n < READS && !m->of_id[n % IDS];
}

static void accept(memory *x, const axi4_out *out)
{
    x->line[x->n] = out->m_axi_araddr[0];
    x->id[x->n++] = out->m_axi_arid[0];
}

static void pop(memory *x, manager *m)
{
    m->of_id[x->id[0]]--;
    m->answered++;
    x->n--;
    memmove(x->line, x->line + 1, sizeof x->line - sizeof x->line[0]);
    memmove(x->id, x->id + 1, sizeof x->id - sizeof x->id[0]);
    x->serves = false;
}

static void serve(memory *x)
{
    if (x->busy) {
        x->busy--;
    } else if (x->n && !x->serves) {
        const bool hit = x->open && x->row == x->line[0] >> ROW_BIT;
        x->hits += hit;
        x->busy = hit ? HIT : MISS;
        x->row = x->line[0] >> ROW_BIT;
        x->open = x->serves = true;
    }
}

// Without a block the two are connected.
static void connect(const axi4_in *in, axi4_out *out)
{
    out->m_axi_arvalid[0] = in->s_axi_arvalid[0];
    out->m_axi_arid[0] = in->s_axi_arid[0];
    out->m_axi_araddr[0] = in->s_axi_araddr[0];
    out->s_axi_arready[0] = in->m_axi_arready[0];
}

// The cycles until all reads are answered; their row hits in *hits. NULL: no block.
static unsigned stream(block_dev *dev, unsigned *hits)
{
    memory x = {.n = 0};
    manager m = {.asked = 0};
    unsigned cycle = 0;
    for (; m.answered < READS && cycle < MOST; cycle++) {
        axi4_in in = {0};
        axi4_out out = {0};
        ask(&m, &in);
        in.m_axi_arready[0] = x.n < ROOM;
        if (dev) dev->valid(dev->self, (uint64_t *)&out);
        if (dev) dev->ready(dev->self, (const uint64_t *)&in, (uint64_t *)&out);
        else connect(&in, &out);
        const bool answer = x.n && x.serves && !x.busy;
        if (dev) dev->commit(dev->self, (const uint64_t *)&in, (const uint64_t *)&out);
        if (in.s_axi_arvalid[0] && out.s_axi_arready[0]) m.of_id[m.asked++ % IDS]++;
        if (out.m_axi_arvalid[0] && in.m_axi_arready[0]) accept(&x, &out);
        if (answer) pop(&x, &m);
        serve(&x);
    }
    *hits = x.hits;
    return cycle;
}

static void configure(config *c, const char *preset, const char *const *sets, unsigned n)
{
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(c, preset, sets, n, &e), ST_OK);
    err_free(&e);
}

static unsigned stream_with(const char *stem, const config *c, unsigned *hits)
{
    block_dev dev;
    err e = {0};
    const adapter a = adapter_of(adapter_find(stem), c);
    CU_ASSERT_EQUAL_FATAL(wrapped_make(&a, c, &dev, &e), ST_OK);
    const unsigned cycles = stream(&dev, hits);
    dev.free(dev.self);
    err_free(&e);
    return cycles;
}

// No two reads in a row share a row: each takes MISS cycles and one to be answered, but the first
// waits a cycle to be asked.
TEST(without_a_block_no_read_hits)
{
    unsigned hits;
    CU_ASSERT_EQUAL(stream(NULL, &hits), READS * (MISS + 1) + 1);
    CU_ASSERT_EQUAL(hits, 0);
}

// A hit saves MISS - HIT cycles, and the block fills in the first ones.
static void gains(const char *stem, const config *c)
{
    unsigned hits, cycles = stream_with(stem, c, &hits);
    const unsigned least = READS * (MISS + 1) + 1 - hits * (MISS - HIT);
    CU_ASSERT(hits >= READS / 2);
    CU_ASSERT(cycles >= least && cycles <= least + 16);
    printf("# %s: %u row hits, %u cycles\n", stem, hits, cycles);
}

TEST(cart_gains_row_hits)
{
    config c;
    configure(&c, "cart", NULL, 0);
    gains("cart_axi4", &c);
}

TEST(mrpb_gains_row_hits)
{
    static const char *const sets[] = {"sm.warps=4",
                                       "structures.mrpb.queues=4",
                                       "structures.mrpb.bypass=none",
                                       "structures.mrpb.drain=rr",
                                       "structures.mrpb.drain_n=8",
                                       "structures.mrpb.latency=2"};
    config c;
    configure(&c, "mrpb-base-s", sets, sizeof sets / sizeof sets[0]);
    gains("mrpb_axi4", &c);
}

UNIT_MAIN("wrapped", T(without_a_block_no_read_hits), T(cart_gains_row_hits),
          T(mrpb_gains_row_hits))
