// test_bench_warppool.c : model against model.
//
// links: bench lockstep rtlgen machine blocks config base
//
// What is tested is the traffic, in pools of few loads: each of them was drawn at random and missed
// something at its default length.
//
// SPDX-License-Identifier: Apache-2.0
#include "model_plugin.h"

#include "blocks/warppool.h"
#include "tb/bench/bench.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_quanta.h"

enum { WORD = sizeof(uint64_t), BRIEF = 60000, SHORT = 250000 };

// Keys without a dot are of the structure.
static config pool(const char *settings)
{
    char *text = wl_strdup(settings), *sets[32], *rest = NULL;
    unsigned n = 0;
    sets[n++] = wl_strdup("structures.warppool.enable=true");
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        const char *dot = strchr(word, '.');
        sets[n++] = dot && dot < strchr(word, '=') ? wl_strdup(word)
                                                   : wl_format("structures.warppool.%s", word);
    }
    config c;
    err e = {0};
    const int status = config_load(&c, "gtx480", (const char *const *)sets, n, &e);
    if (status != ST_OK) err_print(&e);
    CU_ASSERT_EQUAL_FATAL(status, ST_OK);
    while (n) free(sets[--n]);
    free(text);
    return c;
}

// Up to BENCH_CYCLES_TIMES as many cycles; 0: the default length. *r becomes the result.
static int run(const config *c, uint64_t cycles, json_t **r, err *e)
{
    const wl_plugin p =
        model_plugin(&warppool_block, c, sizeof(warppool_in) / WORD, sizeof(warppool_out) / WORD);
    bench_job j = {.block = "warppool",
                   .c = c,
                   .plugin = &p,
                   .seed = 1,
                   .cycles = cycles,
                   .most = BENCH_CYCLES_TIMES * cycles};
    if (!cycles) bench_usual_length(&j);
    return bench_run(&j, r, e);
}

static void passes(const char *settings, uint64_t cycles)
{
    const config c = pool(settings);
    json_t *r = NULL;
    err e = {0};
    const int status = run(&c, cycles, &r, &e);
    if (status != ST_OK) printf("# %s:\n# %s", settings, e.text);
    CU_ASSERT_EQUAL(status, ST_OK);
    json_decref(r);
    err_free(&e);
}

// Two loads of four lanes: all eight lines in the last queue, and six loads in seven cycles of
// which a hit decides.
TEST(two_loads_fill_the_last_queue_and_decide_a_quantum)
{
    passes("insn_depth=1 lanes=4 lane_bytes=4 maps=2 queues=8 tags=8 merges=7 quantum=7 "
           "miss_rate_percent=19.793 store_age=2 sm.warps=2 sm.loads_per_warp=1 l1d.mshrs=2 "
           "l1d.merges=541 rtl.storage=latch",
           0);
}

// Three loads of one lane: the second coalescer's request comes two cycles behind the first one.
TEST(the_last_coalescer_compares_each_bit_of_few_loads)
{
    passes("insn_queues=3 insn_depth=1 coalescers=2 lanes=1 lane_bytes=8 maps=3 queues=4 tags=2 "
           "merges=2 select=oldest quantum=200 miss_rate_percent=100 store_age=2 counter_bits=6 "
           "address_bits=16 sm.warps=3 sm.ctas=3 sm.loads_per_warp=1 l1d.mshrs=1 l1d.merges=8",
           SHORT);
}

// 24 requests, of which 16 take all entries, while L1D has one MSHR.
TEST(few_loads_take_every_entry_of_the_thread_map_table)
{
    const config c = pool("insn_queues=3 insn_depth=3 coalescers=4 lanes=4 lane_bytes=4 maps=16 "
                          "queues=8 tags=1 merges=1 quantum=200 miss_rate_percent=50 store_age=0 "
                          "counter_bits=5 address_bits=24 sm.warps=3 sm.ctas=1 "
                          "sm.loads_per_warp=2 l1d.mshrs=1 l1d.merges=8");
    json_t *r = NULL;
    err e = {0};
    run(&c, BRIEF, &r, &e); // what else is missing prolongs it
    const json_t *events = json_object_get(r, "events");
    CU_ASSERT(json_integer_value(json_object_get(events, "map_last")) > 0);
    CU_ASSERT(json_integer_value(json_object_get(events, "map_waits")) > 0);
    json_decref(r);
    err_free(&e);
}

// A single coalescer makes the four lines of a full tag and the next one behind no more than one
// other line, which does not fill the outbound buffer: the tag goes before. With a load more it
// stays.
TEST(a_single_coalescer_splits_a_tag_only_behind_a_full_outbound_buffer)
{
    const char *const settings = "insn_depth=3 coalescers=1 lanes=2 maps=16 queues=4 tags=2 "
                                 "merges=3 select=oldest counter_bits=6 sm.warps=1 sm.ctas=1";
    char *four = wl_format("%s sm.loads_per_warp=4", settings),
         *five = wl_format("%s sm.loads_per_warp=5", settings);
    const config few = pool(four), enough = pool(five);
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&few, "split_tags"));
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&enough, "split_tags"));
    free(four);
    free(five);
}

// Four single lines of one coalescer: two fill the outbound buffer, or two come in a row.
TEST(a_single_coalescer_fills_no_third_tag_with_four_loads)
{
    const config c = pool("coalescers=1 lanes=1 maps=1 queues=4 tags=3 merges=4 sm.warps=4 "
                          "sm.ctas=4 sm.loads_per_warp=1");
    CU_ASSERT_EQUAL(warppool_needs_last_tag(&c), 1);
}

// Of two loads, whose tags are the first of two queues of three tags, or the first two of one:
// numbers 0, 3, 6 and 9, or 0 and 1. With a load more 3 and 1 differ in bit 1.
TEST(tag_numbers_of_few_loads_differ_in_few_bits)
{
    const char *const settings = "coalescers=2 lanes=1 maps=4 queues=4 tags=3 store_age=0 "
                                 "sm.ctas=2 sm.loads_per_warp=1";
    char *two = wl_format("%s sm.warps=2", settings), *six = wl_format("%s sm.warps=6", settings);
    const config few = pool(two), more = pool(six);
    CU_ASSERT_EQUAL(warppool_needs_tag_bits(&few), 1);
    CU_ASSERT_EQUAL(warppool_needs_tag_bits(&more), 15);
    free(two);
    free(six);
}

// Single lines of two coalescers come one a cycle: no two of them wait beside the one that goes
// unless something keeps them, which three cannot.
TEST(three_single_lines_leave_no_choice)
{
    const config c = pool("coalescers=2 lanes=1 maps=3 queues=2 tags=2 select=warp sm.warps=3 "
                          "sm.ctas=1 sm.loads_per_warp=1");
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&c, "holes"));
    CU_ASSERT_FALSE(warppool_compares_warps(&c));
}

// Two requests, each at L1D again 12 cycles after it was accepted: two each in 20 cycles.
TEST(a_quantum_has_no_more_loads_than_come_back)
{
    const config c = pool("coalescers=3 lanes=1 quantum=20 miss_rate_percent=10 sm.warps=2 "
                          "sm.ctas=2 sm.loads_per_warp=1");
    CU_ASSERT_EQUAL(warppool_quanta_tie_loads(&c), 10);
    CU_ASSERT_EQUAL(warppool_quanta_most_loads(&c), 4);
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&c, "quantum_ties"));
}

UNIT_MAIN("bench_warppool", T(two_loads_fill_the_last_queue_and_decide_a_quantum),
          T(the_last_coalescer_compares_each_bit_of_few_loads),
          T(few_loads_take_every_entry_of_the_thread_map_table),
          T(a_single_coalescer_splits_a_tag_only_behind_a_full_outbound_buffer),
          T(a_single_coalescer_fills_no_third_tag_with_four_loads),
          T(tag_numbers_of_few_loads_differ_in_few_bits), T(three_single_lines_leave_no_choice),
          T(a_quantum_has_no_more_loads_than_come_back))
