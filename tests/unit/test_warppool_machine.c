// test_warppool_machine.c : whole machines with WarpPool, and what the laws say of a faulty block.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_bugs.h"
#include "faulty.h"
#include "machine/run/gpu_stats.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#define WIDE(d, s, bytes, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = bytes, .n_dst = 1, .n_src = 1, \
     .regs = {d, s}), .lanes = EVERY_LANE, __VA_ARGS__}
#define WIDE_STORE(a, v, bytes, ...) \
    {INST(.kind = W_STORE, .unit = UNIT_MEM, .lane_bytes = bytes, .n_src = 2, .regs = {a, v}), \
     .lanes = EVERY_LANE, __VA_ARGS__}
// clang-format on

// A line a lane, loaded, stored and loaded again by the same warp; lines that all warps share;
// lanes of 16 bytes and of one; a barrier, a fence, an atomic.
static const step prog[] = {
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
         .round_stride = 4),
    STORE(1, 2, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
          .round_stride = 4),
    LOAD(3, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 64, .cta_stride = 8192,
         .round_stride = 4),
    LOAD(4, 1, .base = 0xC0100000, .lane_stride = 4, .round_stride = 128),
    WIDE(5, 1, 16, .base = 0xC0300000, .lane_stride = 16, .cta_stride = 512),
    WIDE(6, 1, 1, .base = 0xC0400000, .lane_stride = 3, .round_stride = 128),
    WIDE_STORE(1, 3, 8, .base = 0xC0200000, .lane_stride = 8, .warp_stride = 256,
               .cta_stride = 4096),
    BARRIER(),
    FENCE(),
    ATOM(7, 1, .base = 0xC0000000, .lane_stride = 4, .warp_stride = 128),
    LOOP(0, 3)};
enum { CTAS = 8, WARPS = 6, ROUNDS = 4 };

static config machine_of(const char *settings)
{
    char *text = wl_strdup(settings), *sets[8], *rest = NULL;
    unsigned n = 0;
    sets[n++] = wl_strdup("structures.warppool.enable=true");
    sets[n++] = wl_strdup("gpu.sms=2");
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        const char *dot = strchr(word, '.');
        sets[n++] = dot && dot < strchr(word, '=') ? wl_strdup(word)
                                                   : wl_format("structures.warppool.%s", word);
    }
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "warppool", (const char *const *)sets, n, &e), ST_OK);
    while (n) free(sets[--n]);
    free(text);
    return c;
}

// Half a warp, lane i on word i.
static const step half[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1,
                                  .n_src = 1, .regs = {2, 1}),
                             .lanes = 0xffff, .base = 0xC0000000, .lane_stride = 4}};

static run ended(const char *settings, const gpu_hooks *h, script *s)
{
    const config c = machine_of(settings);
    *s = script_of(prog, .ctas = CTAS, .warps = WARPS, .regs = 20);
    return run_script(&c, h, s);
}

static const char *const modes[] = {
    "",
    "lane_bytes=4",
    "lane_bytes=8 select=warp",
    "quantum=100 miss_rate_percent=10",
    "maps=1 merges=1 tags=1",
    "coalescers=4",
    "coalescers=1 insn_queues=1 insn_depth=1",
    "data=false",
    "l1d.latency=5",
    "structures.streambypass.enable=true structures.streambypass.period=50",
    "l1d.enable=false",
    "l1d.global_write=back l1d.allocate=fill",
    "l1d.global_write=back l1d.write_allocate=true",
    "l1d.mshrs=2 l1d.merges=2",
    "store_age=0 counter_bits=3",
    "sm.loads_per_warp=4"};

// Lines of a warp in a round: two loads and a store of a line a lane, two lines that are shared (4
// and 1 byte a lane), 4 lines of 16 bytes a lane (a part of p bytes touches them all), 2 of the
// store of 8 bytes a lane in 8 / p parts.
TEST(every_mode_ends_with_every_law_held)
{
    for (unsigned k = 0; k < sizeof modes / sizeof modes[0]; k++) {
        script s;
        run r = ended(modes[k], NULL, &s);
        if (r.status != ST_OK) printf("# %s: %s", modes[k], r.e.text);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        const unsigned lane_bytes = machine_of(modes[k]).warppool.lane_bytes,
                       all = CTAS * WARPS * ROUNDS;
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "written"),
                        all * (2 * 32 + 1 + 1 + 4 * 16 / lane_bytes));
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "accepted_stores"),
                        all * (32 + 2 * 8 / lane_bytes));
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "pipeline_bypasses"), all);
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "halves"), lane_bytes == 8 ? all * 8 : 0);
        run_end(&r, &s);
    }
}

// Words of local memory lie apart: each is a part, a line of all lanes, however wide the block's
// lanes are.
TEST(wide_accesses_to_local_memory_go_word_by_word)
{
    static const step local[] = {
        {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 16, .n_dst = 1,
              .n_src = 1, .regs = {2, 1}),
         .lanes = EVERY_LANE, .base = 0xD0000000, .lane_stride = 4, .warp_stride = 1024},
        {INST(.kind = W_STORE, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 8, .n_src = 2,
              .regs = {1, 2}),
         .lanes = EVERY_LANE, .base = 0xD0000200, .lane_stride = 4, .warp_stride = 1024},
        LOOP(0, ROUNDS - 1)};
    static const char *const widths[] = {"lane_bytes=4", "lane_bytes=8",
                                         "lane_bytes=8 sm.loads_per_warp=4"};
    for (unsigned k = 0; k < sizeof widths / sizeof widths[0]; k++) {
        const config c = machine_of(widths[k]);
        script s = script_of(local, .ctas = CTAS, .warps = WARPS, .regs = 20);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        CU_ASSERT_EQUAL(count_of(&r, "sm", "load_requests"), CTAS * WARPS * ROUNDS * 4);
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "written"), CTAS * WARPS * ROUNDS * 4);
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "accepted_stores"), CTAS * WARPS * ROUNDS * 2);
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "halves"), 0);
        run_end(&r, &s);
    }
}

// ld.cg goes round L1D, so round WarpPool: a line that L1D holds is asked for again, in requests of
// the machine's size, and merged with nobody's. Its lane stride of a line makes 32 requests, its
// stride of a word one of the line, or four of l1d.l2_only_bytes = 32.
// clang-format off
#define CG(d, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, \
     .regs = {d, 1}, .bypasses_l1d = true), .lanes = EVERY_LANE, __VA_ARGS__}
// clang-format on
static const step bypasses_l1d[] = {
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 4),
    CG(3, .base = 0xC0000000, .lane_stride = 4),
    STORE(1, 2, .base = 0xC0100000, .lane_stride = 4, .warp_stride = 128, .cta_stride = 1024),
    CG(4, .base = 0xC0100000, .lane_stride = 128),
    ATOM(5, 1, .base = 0xC0200000, .lane_stride = 4, .warp_stride = 128),
    LOOP(0, ROUNDS - 1)};

TEST(loads_round_l1d_go_round_the_block)
{
    static const char *const ways[] = {
        "",
        "l1d.l2_only_bytes=32",
        "l1d.enable=false",
        "structures.streambypass.enable=true structures.streambypass.period=50",
        "l1d.latency=5 coalescers=4",
        "l1d.cg_bypass=false",
        "sm.loads_per_warp=4 l1d.mshrs=2"};
    for (unsigned k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        const config c = machine_of(ways[k]);
        const unsigned all = CTAS * WARPS * ROUNDS, parts = c.l1d.l2_only_bytes ? 4 : 1;
        script s = script_of(bypasses_l1d, .ctas = CTAS, .warps = WARPS, .regs = 20);
        run r = run_script(&c, NULL, &s);
        if (r.status != ST_OK) printf("# %s: %s", ways[k], r.e.text);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "pipeline_bypasses"),
                        all * (c.l1d.cg_bypass ? 3 : 1));
        CU_ASSERT_EQUAL(count_of(&r, "warppool", "written"),
                        all * (c.l1d.cg_bypass ? 1 : 1 + 1 + 32));
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "cg_reads"), c.l1d.cg_bypass ? all * (parts + 32) : 0);
        run_end(&r, &s);
    }
}

TEST(modes_do_not_depend_on_the_order_of_evaluation_or_on_skipping)
{
    for (unsigned k = 0; k < sizeof modes / sizeof modes[0]; k++) {
        script s, t;
        run r = ended(modes[k], NULL, &s),
            q = ended(modes[k], &(gpu_hooks){.shuffle_seed = 7, .no_skip = true}, &t);
        CU_ASSERT(
            json_equal(json_object_get(r.stats, "warppool"), json_object_get(q.stats, "warppool")));
        CU_ASSERT(json_equal(json_object_get(r.stats, "sm"), json_object_get(q.stats, "sm")));
        CU_ASSERT_EQUAL(count_of(&r, NULL, "cycles"), count_of(&q, NULL, "cycles"));
        run_end(&r, &s);
        run_end(&q, &t);
    }
}

TEST(warps_share_what_they_all_load)
{
    static const step shared[] = {LOAD(2, 1, .base = 0xC0100000, .lane_stride = 128)};
    const config c = machine_of("gpu.sms=1 coalescers=4");
    script s = script_of(shared, .ctas = 1, .warps = 8, .regs = 20);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "warppool", "allocated") + count_of(&r, "warppool", "merged"),
                    8 * 32);
    CU_ASSERT_TRUE(count_of(&r, "warppool", "merged") > 0);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "map_single"), 8 * 32);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_accesses"),
                    8 * 32 - count_of(&r, "warppool", "merged"));
    run_end(&r, &s);
}

static const model_bug *warppool_bug(const char *id) { return model_bug_find(&warppool_bugs, id); }

TEST(laws_find_a_block_that_breaks_order_or_data)
{
    static const char order[] =
        "loads and stores of a warp reach L1D in program order where one of them is a store";
    static const char lines[] =
        "each line of a load or store reaches L1D once, each lane of a load is written back once";
    static const char words[] =
        "stores reach L1D, and loads their lanes, with the words of their addresses";
    CU_ASSERT_TRUE(law_says(ended, warppool_bug("model-warppool-load-early"), "", order));
    CU_ASSERT_TRUE(law_says(ended, warppool_bug("model-warppool-halves"), "lane_bytes=8", words));
    CU_ASSERT_TRUE(law_says(ended, warppool_bug("model-warppool-sign"), "", words));
    bug_ctx bug = {warppool_bug("model-warppool-consecutive-part")};
    const config c = machine_of("");
    script s = script_of(half, .ctas = 1, .warps = 1, .regs = 20);
    run r = run_script(&c, &(gpu_hooks){.devices = {faulty, &bug}}, &s);
    CU_ASSERT(r.status == ST_CHECK && r.e.text && strstr(r.e.text, lines));
    run_end(&r, &s);
}

// What a machine of 32 lanes cannot hold is refused before it runs.
TEST(blocks_that_do_not_fit_the_machine_are_refused)
{
    static const char *const wrong[] = {"lanes=16", "insn_bits=8",
                                        "sm.loads_per_warp=3 lane_bytes=8"};
    static const char *const keys[] = {"structures.warppool.lanes", "structures.warppool.insn_bits",
                                       "sm.loads_per_warp"};
    for (unsigned k = 0; k < 3; k++) {
        script s;
        run r = ended(wrong[k], NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_INPUT);
        CU_ASSERT(r.e.text && strstr(r.e.text, keys[k]));
        run_end(&r, &s);
    }
}

UNIT_MAIN("warppool_machine", T(every_mode_ends_with_every_law_held),
          T(wide_accesses_to_local_memory_go_word_by_word), T(loads_round_l1d_go_round_the_block),
          T(modes_do_not_depend_on_the_order_of_evaluation_or_on_skipping),
          T(warps_share_what_they_all_load), T(laws_find_a_block_that_breaks_order_or_data),
          T(blocks_that_do_not_fit_the_machine_are_refused))
