// test_wrapped_vortex_lanes.c : the model of WarpPool's adapter to Vortex, in place of the host's
// coalescer: how long a request takes, and what the block saves where several requests ask for the
// same words. The bench holds that the emitted adapter is this model.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

typedef warppool_vortex_in lanes_in;
typedef warppool_vortex_out lanes_out;

enum { LANES = 4, SLOTS = 8, MSHRS = 4, MOST = 20000 };

static void make(block_dev *dev)
{
    static const char *const sets[] = {
        "sm.warps=8",
        "sm.loads_per_warp=1",
        "l1d.index=linear",
        "l1d.line_bytes=64",
        "l1i.line_bytes=64",
        "l1c.line_bytes=64",
        "l1d.mshrs=4",
        "l1d.merges=1",
        "structures.warppool.lanes=4",
        "structures.warppool.lane_bytes=4",
        "structures.warppool.address_bits=34",
        "structures.warppool.insn_queues=1",
        "structures.warppool.insn_bits=0",
        "structures.warppool.queues=4",
        "structures.warppool.select=oldest",
    };
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "warppool", sets, sizeof sets / sizeof *sets, &e), ST_OK);
    const adapter a = adapter_of(adapter_find("warppool_vortex"), &c);
    CU_ASSERT_EQUAL_FATAL(wrapped_make(&a, &c, dev, &e), ST_OK);
    err_free(&e);
}

static void step(block_dev *dev, const lanes_in *in, lanes_out *out)
{
    memset(out, 0, sizeof *out);
    dev->valid(dev->self, (uint64_t *)out);
    dev->ready(dev->self, (const uint64_t *)in, (uint64_t *)out);
    dev->commit(dev->self, (const uint64_t *)in, (const uint64_t *)out);
}

// Four consecutive words, of which all lanes write or read one each.
static void ask(lanes_in *in, bool write, uint64_t word, uint64_t tag)
{
    in->in_req_valid[0] = 1;
    in->in_req_rw[0] = write;
    in->in_req_mask[0] = 0xf;
    in->in_req_byteen[0] = 0xffff;
    in->in_req_tag[0] = tag;
    memset(in->in_req_addr, 0, sizeof in->in_req_addr);
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned k = 0; k < 30; k++)
            in->in_req_addr[(l * 30 + k) / 64] |= ((word * LANES + l) >> k & 1)
                                                  << (l * 30 + k) % 64;
}

// Cycles from a request's beat to its first offer to the cache.
static unsigned cycles_to_offer(bool write)
{
    block_dev dev;
    lanes_in in = {0};
    lanes_out out;
    unsigned cycles = 0;
    make(&dev);
    ask(&in, write, 5, 1);
    step(&dev, &in, &out);
    CU_ASSERT(out.in_req_ready[0] != 0);
    in.in_req_valid[0] = 0;
    do {
        step(&dev, &in, &out);
        cycles++;
    } while (!out.out_req_valid[0] && cycles < MOST);
    dev.free(dev.self);
    return cycles;
}

TEST(read_is_offered_after_nine_cycles) { CU_ASSERT_EQUAL(cycles_to_offer(false), 9); }

TEST(write_is_offered_after_six_cycles) { CU_ASSERT_EQUAL(cycles_to_offer(true), 6); }

// ---- what it saves

enum { REQUESTS = 2000, GROUP = 4, CACHE = 8 };

// A cache that accepts a read every CACHE cycles and answers it in the next one. Each GROUP of
// requests asks for the same word of it, with the tag of a slot.
static unsigned reads_of_the_cache(unsigned *cycles)
{
    block_dev dev;
    lanes_in in = {0};
    lanes_out out = {0};
    unsigned asked = 0, served = 0, lanes = 0, cycle = 0, tag = 0;
    bool answers = false;
    make(&dev);
    for (; lanes < REQUESTS * LANES && cycle < REQUESTS * CACHE * 2; cycle++) {
        ask(&in, false, asked / GROUP * 3, asked % SLOTS);
        in.in_req_valid[0] = asked < REQUESTS;
        in.in_rsp_ready[0] = 1;
        in.out_req_ready[0] = cycle % CACHE == 0 && !answers;
        in.out_rsp_valid[0] = answers;
        in.out_rsp_mask[0] = 1;
        in.out_rsp_tag[0] = tag;
        step(&dev, &in, &out);
        asked += in.in_req_valid[0] && out.in_req_ready[0];
        if (answers && out.out_rsp_ready[0]) answers = false;
        if (out.in_rsp_valid[0]) lanes += (unsigned)__builtin_popcountll(out.in_rsp_mask[0]);
        if (!out.out_req_valid[0] || !in.out_req_ready[0]) continue;
        CU_ASSERT_FALSE(answers);
        answers = true;
        tag = (unsigned)out.out_req_tag[0];
        served++;
    }
    dev.free(dev.self);
    *cycles = cycle;
    return served;
}

// The coalescer of the host sends one read for each of these requests, and so needs CACHE cycles
// for each.
TEST(requests_of_one_word_share_a_read)
{
    unsigned cycles;
    const unsigned reads = reads_of_the_cache(&cycles);
    printf("# warppool_vortex: %u requests, %u reads of the cache, %u cycles\n", REQUESTS, reads,
           cycles);
    CU_ASSERT(reads >= REQUESTS / GROUP && reads <= REQUESTS / 2);
    CU_ASSERT(cycles <= reads * CACHE + 64);
}

UNIT_MAIN("wrapped_vortex_lanes", T(read_is_offered_after_nine_cycles),
          T(write_is_offered_after_six_cycles), T(requests_of_one_word_share_a_read))
