// test_mrpb_machine.c : whole machines with MRPB in each of its modes, and what the laws of order
// say of a faulty block.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "faulty.h"
#include "machine/core/l1d.h"
#include "machine/run/gpu_stats.h"
#include "mrpb_bug.h"

#include <stdio.h>

// Loads and stores to the same lines by different instructions, far strides that fill sets and
// queues, a barrier, a fence, atomics.
static const step prog[] = {
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
         .round_stride = 4),
    STORE(1, 2, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
          .round_stride = 4),
    LOAD(3, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
         .round_stride = 4),
    LOAD(4, 1, .base = 0xC0100000, .lane_stride = 4096, .round_stride = 128),
    STORE(1, 3, .base = 0xC0200000, .lane_stride = 4, .warp_stride = 128, .cta_stride = 4096),
    BARRIER(),
    FENCE(),
    ATOM(7, 1, .base = 0xC0000000, .lane_stride = 4, .warp_stride = 128),
    LOOP(0, 3)};

static run ended(const char *settings, const gpu_hooks *h, script *s)
{
    config c = config_with(settings);
    c.gpu.sms = 2;
    *s = script_of(prog, .ctas = 8, .warps = 6, .regs = 20);
    return run_script(&c, h, s);
}

static const char *const modes[] = {"signature=warp",
                                    "signature=block queues=8",
                                    "signature=block queues=2",
                                    "signature=block_warp queues=32",
                                    "queues=1",
                                    "signature=pc queues=16",
                                    "signature=pc queues=4 pc_bits=2 drain=rr",
                                    "signature=line queues=32",
                                    "signature=line queues=64 drain=longest flush=false",
                                    "drain_n=3",
                                    "flush=false data_bits=100",
                                    "data_bits=64",
                                    "single_slot=true",
                                    "single_slot=true data_bits=8 bypass=all"};

TEST(every_mode_ends_with_every_law_held)
{
    for (unsigned k = 0; k < sizeof modes / sizeof modes[0]; k++) {
        script s;
        run r = ended(modes[k], NULL, &s);
        if (r.status != ST_OK) printf("# %s: %s", modes[k], r.e.text);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        uint64_t in =
            count_of(&r, "mrpb", "accepted_reads") + count_of(&r, "mrpb", "accepted_writes");
        // 8 CTAs of 6 warps, 4 rounds; a warp's two loads of a line a lane, and its load over many:
        // 32 requests each
        CU_ASSERT_EQUAL(count_of(&r, "mrpb", "accepted_reads"), 8 * 6 * 4 * 3 * 32);
        CU_ASSERT_EQUAL(in, count_of(&r, "mrpb", "sent") + count_of(&r, "mrpb", "bypassed"));
        run_end(&r, &s);
    }
}

TEST(modes_do_not_depend_on_the_order_of_evaluation)
{
    for (unsigned k = 0; k < sizeof modes / sizeof modes[0]; k++) {
        script s, t;
        run r = ended(modes[k], NULL, &s),
            q = ended(modes[k], &(gpu_hooks){.shuffle_seed = 7, .no_skip = true}, &t);
        CU_ASSERT(json_equal(json_object_get(r.stats, "mrpb"), json_object_get(q.stats, "mrpb")));
        CU_ASSERT_EQUAL(count_of(&r, NULL, "cycles"), count_of(&q, NULL, "cycles"));
        run_end(&r, &s);
        run_end(&q, &t);
    }
}

TEST(laws_find_a_block_that_breaks_the_order)
{
    CU_ASSERT_TRUE(law_says(ended, mrpb_bug("model-write-passes-read"), "signature=warp",
                            "requests of a warp reach L1D once each, in order"));
    CU_ASSERT_TRUE(law_says(ended, mrpb_bug("model-line-shifted"), "signature=line queues=32",
                            "requests of a queue reach L1D once each, in order"));
    CU_ASSERT_TRUE(law_says(ended, mrpb_bug("model-pc-write-early"), "signature=pc queues=16",
                            "requests of a queue reach L1D once each, in order"));
    CU_ASSERT_TRUE(law_says(ended, mrpb_bug("model-data-stale"), "flush=false data_bits=100",
                            "writes reach L1D with the data that they brought"));
}

TEST(law_finds_a_read_that_goes_round_a_write_of_its_warp)
{
    config c;
    err e = {0};
    config_defaults(&c);
    for (unsigned warp = 0; warp < 2; warp++) {
        l1d *l = l1d_new(&c, 0, &e);
        mreq w = {.addr = 0x1000,
                  .bytes = 32,
                  .mask = 255,
                  .kind = MREQ_WRITE,
                  .load = MREQ_NO_LOAD,
                  .warp = 0};
        mreq r = {
            .addr = 0x1040, .bytes = 32, .mask = 255, .kind = MREQ_READ, .warp = (uint8_t)warp};
        l1d_offer(l, &w, 0, false);
        CU_ASSERT_EQUAL(l1d_miss_front(l)->kind, MREQ_WRITE);
        l1d_bypass(l, &r);
        l1d_check(l, &e);
        bool said =
            e.text &&
            strstr(e.text,
                   "a read that bypasses the cache overtakes no write of its warp to its line");
        CU_ASSERT_EQUAL(said, warp == 0); // another warp's threads have no order with it
        err_free(&e);
        e = (err){0};
        l1d_free(l);
    }
}

UNIT_MAIN("mrpb_machine", T(every_mode_ends_with_every_law_held),
          T(modes_do_not_depend_on_the_order_of_evaluation),
          T(laws_find_a_block_that_breaks_the_order),
          T(law_finds_a_read_that_goes_round_a_write_of_its_warp))
