// test_wrapped_vortex.c : the model of CART's adapter to Vortex between two hosts: what it buys on
// a stream of bank conflicts, and that reads get what was written before them from a memory that
// answers late and in any order. The bench holds that the emitted adapter is this model.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "blocks/wrapped.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 200000 }; // cycles

typedef cart_vortex_in bus_in;
typedef cart_vortex_out bus_out;

// NULL: no block; the two sides are connected.
static void connect(const bus_in *in, bus_out *out)
{
    out->mem_req_valid_o[0] = in->core_req_valid_i[0];
    out->mem_req_rw_o[0] = in->core_req_rw_i[0];
    out->mem_req_addr_o[0] = in->core_req_addr_i[0];
    out->mem_req_data_o[0] = in->core_req_data_i[0];
    out->mem_req_tag_o[0] = in->core_req_tag_i[0];
    out->core_req_ready_o[0] = in->mem_req_ready_i[0];
    out->core_rsp_valid_o[0] = in->mem_rsp_valid_i[0];
    out->core_rsp_data_o[0] = in->mem_rsp_data_i[0];
    out->core_rsp_tag_o[0] = in->mem_rsp_tag_i[0];
}

static void settle(block_dev *dev, const bus_in *in, bus_out *out)
{
    if (dev) dev->valid(dev->self, (uint64_t *)out);
    if (dev) dev->ready(dev->self, (const uint64_t *)in, (uint64_t *)out);
    else connect(in, out);
    if (dev) dev->commit(dev->self, (const uint64_t *)in, (const uint64_t *)out);
}

static void make(block_dev *dev, const char *parameters)
{
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "cart", NULL, 0, &e), ST_OK);
    adapter a = adapter_of(adapter_find("cart_vortex"), &c);
    CU_ASSERT_EQUAL_FATAL(adapter_set(&a, &c, parameters, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(wrapped_make(&a, &c, dev, &e), ST_OK);
    err_free(&e);
}

// ---- what it buys

enum { REQUESTS = 2000, TAGS = 16, ROOM = 4, HIT = 4, MISS = 24, ROW_BIT = 9 };

// A memory with one open row, which takes up to ROOM requests and serves one at a time.
typedef struct memory {
    uint64_t line[ROOM], tag[ROOM], write[ROOM];
    unsigned n, busy, hits, served;
    bool serves, open;
    uint64_t row;
} memory;

// Caches that ask for lines of four rows of one bank in turn, with a tag for each read that waits.
typedef struct caches {
    unsigned asked, writes_of_eight;
    bool waits[TAGS];
} caches;

static void ask(const caches *h, bus_in *in)
{
    const unsigned n = h->asked;
    in->core_req_addr_i[0] = (n % 4) << ROW_BIT | (n / 4 % 16) << 2;
    in->core_req_rw_i[0] = n % 8 < h->writes_of_eight;
    in->core_req_tag_i[0] = n % TAGS;
    in->core_req_valid_i[0] = n < REQUESTS && !h->waits[n % TAGS];
}

static void take(memory *x, const bus_out *out)
{
    x->line[x->n] = out->mem_req_addr_o[0];
    x->tag[x->n] = out->mem_req_tag_o[0];
    x->write[x->n++] = out->mem_req_rw_o[0];
}

static void pop(memory *x, caches *h)
{
    if (!x->write[0]) h->waits[x->tag[0]] = false;
    x->n--;
    x->served++;
    memmove(x->line, x->line + 1, sizeof x->line - sizeof x->line[0]);
    memmove(x->tag, x->tag + 1, sizeof x->tag - sizeof x->tag[0]);
    memmove(x->write, x->write + 1, sizeof x->write - sizeof x->write[0]);
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

// The cycles until everything is served; its row hits in *hits. NULL: no block.
static unsigned stream(block_dev *dev, unsigned writes_of_eight, unsigned *hits)
{
    memory x = {.n = 0};
    caches h = {.writes_of_eight = writes_of_eight};
    unsigned cycle = 0;
    for (; x.served < REQUESTS && cycle < MOST; cycle++) {
        bus_in in = {0};
        bus_out out = {0};
        ask(&h, &in);
        in.mem_req_ready_i[0] = x.n < ROOM;
        const bool ends = x.n && x.serves && !x.busy;
        settle(dev, &in, &out);
        if (in.core_req_valid_i[0] && out.core_req_ready_o[0])
            h.waits[h.asked++ % TAGS] = !in.core_req_rw_i[0];
        if (out.mem_req_valid_o[0] && in.mem_req_ready_i[0]) take(&x, &out);
        if (ends) pop(&x, &h);
        serve(&x);
    }
    *hits = x.hits;
    return cycle;
}

// No two requests in a row share a row: each takes MISS cycles and one to end, but the first one
// waits a cycle to be asked for.
TEST(without_a_block_no_request_hits)
{
    for (unsigned writes = 0; writes <= 2; writes += 2) {
        unsigned hits;
        CU_ASSERT_EQUAL(stream(NULL, writes, &hits), REQUESTS * (MISS + 1) + 1);
        CU_ASSERT_EQUAL(hits, 0);
    }
}

// A hit saves MISS - HIT cycles, and the block fills in the first ones.
TEST(cart_gains_row_hits)
{
    for (unsigned writes = 0; writes <= 2; writes += 2) {
        block_dev dev;
        unsigned hits;
        make(&dev, "");
        const unsigned cycles = stream(&dev, writes, &hits);
        const unsigned least = REQUESTS * (MISS + 1) + 1 - hits * (MISS - HIT);
        CU_ASSERT(hits >= REQUESTS / 2);
        CU_ASSERT(cycles >= least && cycles <= least + 16);
        printf("# cart_vortex, %u writes of 8: %u row hits, %u cycles\n", writes, hits, cycles);
        dev.free(dev.self);
    }
}

// ---- what reads get

enum { LINES = 32, CHECKED = 20000, SLOW = 64 };

// A memory that writes at once, and answers reads late and in any order with what it had then.
typedef struct scoreboard {
    uint64_t memory[LINES], host[LINES], answer[SLOW], expected[SLOW];
    bool asked[SLOW], served[SLOW];
    unsigned reads;
    rng random;
} scoreboard;

static uint64_t line_of(unsigned i) { return (uint64_t)(i % 8) << ROW_BIT | (i / 8) << 2; }

static unsigned index_of(uint64_t line)
{
    return (unsigned)(line >> ROW_BIT | line >> 2 << 3) % LINES;
}

// A tag that is free, SLOW if none is.
static unsigned free_tag(const scoreboard *s)
{
    unsigned tag = 0;
    while (tag < SLOW && s->asked[tag]) tag++;
    return tag;
}

static void draw(scoreboard *s, bus_in *in)
{
    const unsigned tag = free_tag(s), any = (unsigned)rng_below(&s->random, SLOW);
    in->core_req_addr_i[0] = line_of((unsigned)rng_below(&s->random, LINES));
    in->core_req_rw_i[0] = tag == SLOW || rng_percent(&s->random, 40);
    in->core_req_ordered_i[0] = rng_percent(&s->random, 1) != 0;
    in->core_req_data_i[0] = rng_u64(&s->random);
    in->core_req_tag_i[0] = tag % SLOW;
    in->core_req_valid_i[0] = 1;
    in->mem_rsp_valid_i[0] = s->served[any];
    in->mem_rsp_tag_i[0] = any;
    in->mem_rsp_data_i[0] = s->answer[any];
    in->mem_req_ready_i[0] = rng_percent(&s->random, 50) != 0;
    in->core_rsp_ready_i[0] = rng_percent(&s->random, 80) != 0;
}

static void enter(scoreboard *s, const bus_in *in)
{
    const unsigned line = index_of(in->core_req_addr_i[0]);
    if (in->core_req_rw_i[0]) {
        s->host[line] = in->core_req_data_i[0];
        return;
    }
    s->asked[in->core_req_tag_i[0]] = true;
    s->expected[in->core_req_tag_i[0]] = s->host[line];
}

static void leave(scoreboard *s, const bus_out *out)
{
    const unsigned line = index_of(out->mem_req_addr_o[0]);
    if (out->mem_req_rw_o[0]) {
        s->memory[line] = out->mem_req_data_o[0];
        return;
    }
    s->served[out->mem_req_tag_o[0]] = true;
    s->answer[out->mem_req_tag_o[0]] = s->memory[line];
}

static void answered(scoreboard *s, const bus_out *out)
{
    const uint64_t tag = out->core_rsp_tag_o[0];
    CU_ASSERT_FATAL(s->asked[tag] && s->served[tag]);
    CU_ASSERT_EQUAL_FATAL(out->core_rsp_data_o[0], s->expected[tag]);
    s->asked[tag] = s->served[tag] = false;
    s->reads++;
}

TEST(reads_get_what_was_written_before_them)
{
    static scoreboard s;
    block_dev dev;
    bus_in in = {0};
    bool waits = false;
    s = (scoreboard){.random = {7}};
    make(&dev, "DATA_W=64 RSP_W=64 DATA_SLOTS=5");
    for (unsigned cycle = 0; cycle < CHECKED; cycle++) {
        const bus_in before = in;
        bus_out out = {0};
        draw(&s, &in);
        if (waits) { // a request that waits holds
            memcpy(in.core_req_addr_i, before.core_req_addr_i, sizeof in.core_req_addr_i);
            memcpy(in.core_req_data_i, before.core_req_data_i, sizeof in.core_req_data_i);
            in.core_req_rw_i[0] = before.core_req_rw_i[0];
            in.core_req_tag_i[0] = before.core_req_tag_i[0];
            in.core_req_ordered_i[0] = before.core_req_ordered_i[0];
        }
        settle(&dev, &in, &out);
        if (out.core_rsp_valid_o[0] && in.core_rsp_ready_i[0]) answered(&s, &out);
        waits = !out.core_req_ready_o[0];
        if (!waits) enter(&s, &in);
        if (out.mem_req_valid_o[0] && in.mem_req_ready_i[0]) leave(&s, &out);
    }
    CU_ASSERT(s.reads > CHECKED / 8);
    dev.free(dev.self);
}

UNIT_MAIN("wrapped_vortex", T(without_a_block_no_request_hits), T(cart_gains_row_hits),
          T(reads_get_what_was_written_before_them))
