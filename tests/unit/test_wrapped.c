// test_wrapped.c : models of wrapped tops between two hosts: what CART and MRPB buy on an AXI4
// interface, and MRPB in front of an HPDcache. The bench holds that the emitted adapters are these
// models.
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

// ---- HPDcache

enum { THREADS = 4, TIDS = 64, WORDS = 8, SETS = 16, LINE_BIT = 6, OFFSET_BITS = 12, FILL = 24 };

// A cache of one way: a load that hits is answered in the next cycle, one that misses after FILL
// more, in which the cache accepts nothing. Its responses look at no ready, as the HPDcache's.
typedef struct cache {
    uint64_t line[SETS], tid;
    bool valid[SETS], answers;
    unsigned busy, hits;
} cache;

// Threads that take turns, each loading the words of line after line. Lines of one turn share a
// set.
typedef struct requester {
    unsigned asked, answered;
    bool waits[TIDS];
} requester;

static void ask_cache(const requester *r, mrpb_hpdcache_in *in)
{
    const uint64_t n = r->asked, line = n % THREADS * SETS + n / THREADS / WORDS % SETS;
    const uint64_t address = line << LINE_BIT | n / THREADS % WORDS * 8;
    in->core_req_tid_i[0] = n % TIDS;
    in->core_req_addr_tag_i[0] = address >> OFFSET_BITS;
    in->core_req_addr_offset_i[0] = address & ((1u << OFFSET_BITS) - 1);
    in->core_req_op_i[0] = HPDCACHE_LOAD;
    in->core_req_need_rsp_i[0] = in->core_req_phys_indexed_i[0] = 1;
    in->core_req_valid_i[0] = n < READS && !r->waits[n % TIDS];
    in->core_rsp_ready_i[0] = 1;
}

static void connect_cache(const mrpb_hpdcache_in *in, mrpb_hpdcache_out *out)
{
    out->cache_req_valid_o[0] = in->core_req_valid_i[0];
    out->cache_req_tid_o[0] = in->core_req_tid_i[0];
    out->cache_req_addr_tag_o[0] = in->core_req_addr_tag_i[0];
    out->cache_req_addr_offset_o[0] = in->core_req_addr_offset_i[0];
    out->core_req_ready_o[0] = in->cache_req_ready_i[0];
    out->core_rsp_valid_o[0] = in->cache_rsp_valid_i[0];
    out->core_rsp_tid_o[0] = in->cache_rsp_tid_i[0];
}

static void look_up(cache *x, const mrpb_hpdcache_out *out)
{
    const uint64_t address =
        out->cache_req_addr_tag_o[0] << OFFSET_BITS | out->cache_req_addr_offset_o[0];
    const uint64_t line = address >> LINE_BIT, set = line % SETS;
    const bool hit = x->valid[set] && x->line[set] == line;
    x->hits += hit;
    x->busy = hit ? 0 : FILL;
    x->tid = out->cache_req_tid_o[0];
    x->line[set] = line;
    x->valid[set] = x->answers = true;
}

// A cycle of all three; NULL: no block.
static void cycle_of_cache(block_dev *dev, requester *r, cache *x)
{
    mrpb_hpdcache_in in = {0};
    mrpb_hpdcache_out out = {0};
    ask_cache(r, &in);
    in.cache_req_ready_i[0] = !x->busy;
    in.cache_rsp_valid_i[0] = x->answers && !x->busy;
    in.cache_rsp_tid_i[0] = x->tid;
    if (dev) dev->valid(dev->self, (uint64_t *)&out);
    if (dev) dev->ready(dev->self, (const uint64_t *)&in, (uint64_t *)&out);
    else connect_cache(&in, &out);
    if (dev) dev->commit(dev->self, (const uint64_t *)&in, (const uint64_t *)&out);
    if (in.core_req_valid_i[0] && out.core_req_ready_o[0]) r->waits[r->asked++ % TIDS] = true;
    if (out.core_rsp_valid_o[0]) r->waits[out.core_rsp_tid_o[0]] = false, r->answered++;
    if (x->busy) x->busy--;
    else x->answers = false;
    if (out.cache_req_valid_o[0] && in.cache_req_ready_i[0]) look_up(x, &out);
}

static unsigned loads(block_dev *dev, unsigned *hits)
{
    cache x = {.busy = 0};
    requester r = {.asked = 0};
    unsigned cycles = 0;
    for (; r.answered < READS && cycles < MOST; cycles++) cycle_of_cache(dev, &r, &x);
    *hits = x.hits;
    return cycles;
}

// Each load evicts the line of the thread before: one cycle and FILL, and the first waits for none.
TEST(without_a_block_no_load_hits)
{
    unsigned hits;
    CU_ASSERT_EQUAL(loads(NULL, &hits), READS * (FILL + 1) + 1);
    CU_ASSERT_EQUAL(hits, 0);
}

static unsigned loads_with(const char *flush)
{
    const char *const sets[] = {"sm.warps=4",
                                "structures.mrpb.queues=4",
                                "structures.mrpb.bypass=none",
                                "structures.mrpb.data_bits=72",
                                "structures.mrpb.drain=rr",
                                "structures.mrpb.drain_n=8",
                                "structures.mrpb.latency=2",
                                flush};
    config c;
    block_dev dev;
    err e = {0};
    unsigned hits;
    configure(&c, "mrpb-base-s", sets, sizeof sets / sizeof sets[0]);
    adapter a = adapter_of(adapter_find("mrpb_hpdcache"), &c);
    CU_ASSERT_EQUAL_FATAL(adapter_set(&a, &c, "CL_OFFSET_W=6 RSP_SLOTS=64", &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(wrapped_make(&a, &c, &dev, &e), ST_OK);
    const unsigned cycles = loads(&dev, &hits), least = READS * (FILL + 1) + 1 - hits * FILL;
    CU_ASSERT(cycles >= least && cycles <= least + 32);
    printf("# mrpb_hpdcache, %s: %u hits, %u cycles\n", flush, hits, cycles);
    dev.free(dev.self);
    err_free(&e);
    return hits;
}

// Runs of eight of a thread are the words of one or two lines, so that at least six of them hit.
TEST(mrpb_gains_hits_of_a_cache)
{
    const unsigned hits = loads_with("structures.mrpb.flush=false");
    CU_ASSERT(hits >= READS * 6 / 8);
}

// The requester fills all queues, and a full one drains first: one load of each thread in turn.
TEST(full_queues_drain_in_turn)
{
    CU_ASSERT(loads_with("structures.mrpb.flush=true") < READS / 20);
}

UNIT_MAIN("wrapped", T(without_a_block_no_read_hits), T(cart_gains_row_hits),
          T(mrpb_gains_row_hits), T(without_a_block_no_load_hits), T(mrpb_gains_hits_of_a_cache),
          T(full_queues_drain_in_turn))
