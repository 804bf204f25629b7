// test_bench_warppool.c : model against model.
//
// links: bench lockstep rtlgen machine blocks config base
//
// What is tested is the traffic, in pools of few loads: each of them was drawn at random and missed
// something at its default length.
//
// SPDX-License-Identifier: Apache-2.0
#include "model_plugin.h"

#include "blocks/warppool_state.h"
#include "tb/bench/bench.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_quanta.h"
#include "tb/bench/warppool_stack.h"

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

// One tag: two loads are before it as a quantum of 20 cycles begins, and seven go through it.
TEST(a_quantum_has_no_more_loads_than_its_tags_let_through)
{
    const char *const settings = "coalescers=2 lanes=3 maps=16 queues=1 merges=3 quantum=20 "
                                 "miss_rate_percent=10 sm.warps=3 sm.ctas=1 sm.loads_per_warp=1";
    char *one = wl_format("%s tags=1", settings), *two = wl_format("%s tags=2", settings);
    const config few = pool(one), enough = pool(two);
    CU_ASSERT_EQUAL(warppool_quanta_most_loads(&few), 9);
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&few, "quantum_ties"));
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&enough, "quantum_ties"));
    free(one);
    free(two);
}

// Three misses and a hit in four cycles: two rows have two of them, and the MSHR has none again
// before its line has come and gone.
TEST(a_quantum_has_no_more_misses_than_mshrs_have_rows)
{
    const char *const settings = "coalescers=1 lanes=8 queues=8 tags=1 quantum=4 "
                                 "miss_rate_percent=75 sm.warps=2 sm.ctas=1 sm.loads_per_warp=4";
    char *two = wl_format("%s l1d.mshrs=1 l1d.merges=2", settings),
         *three = wl_format("%s l1d.mshrs=1 l1d.merges=3", settings);
    const config few = pool(two), enough = pool(three);
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&few, "quantum_ties"));
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&enough, "quantum_ties"));
    free(two);
    free(three);
}

// With narrow a line behind another one in B finds no entry reserved: of seven single
// lines two are in the outbound buffer, one in the tag, and four in a coalescer. Of six each has
// its entry.
TEST(a_coalescer_that_backs_up_has_no_entry_reserved)
{
    const char *const settings = "coalescers=2 lanes=1 maps=16 queues=2 narrow=true store_age=0";
    char *seven = wl_format("%s tags=1 sm.warps=1 sm.ctas=1 sm.loads_per_warp=7", settings),
         *six = wl_format("%s tags=1 sm.warps=1 sm.ctas=1 sm.loads_per_warp=6", settings);
    const config enough = pool(seven), few = pool(six);
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&enough, "map_waits"));
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&few, "map_waits"));
    free(seven);
    free(six);
}

// Three loads beside two stores: two pass both, and then they come again behind the stores.
TEST(three_loads_let_two_stores_grow_no_older_than_three)
{
    const char *const settings = "coalescers=3 lanes=1 maps=1 queues=1 tags=1 merges=3 sm.warps=3 "
                                 "sm.ctas=2 sm.loads_per_warp=3";
    char *three = wl_format("%s store_age=3", settings),
         *four = wl_format("%s store_age=4", settings);
    const config met = pool(three), apart = pool(four);
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&met, "store_waits_store"));
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&apart, "store_waits_store"));
    free(three);
    free(four);
}

// Beside a store three loads are in the coalescers when the last one gets one, and four stay before
// L1D with the last tag: of eight loads six are another warp's than the store.
TEST(the_last_coalescer_gets_no_single_line_while_the_last_tag_is_in_use)
{
    const char *const settings = "coalescers=3 lanes=1 maps=16 queues=4 tags=4 merges=4 sm.ctas=3 "
                                 "counter_bits=5 store_age=2 sm.loads_per_warp=2";
    char *four = wl_format("%s sm.warps=4", settings), *five = wl_format("%s sm.warps=5", settings);
    const config few = pool(four), enough = pool(five);
    CU_ASSERT_FALSE(warppool_needs_tags(&few));
    CU_ASSERT_TRUE(warppool_needs_tags(&enough));
    free(four);
    free(five);
}

// ---- phases of one warp's loads on the same lines

static bool moves(const world *w)
{
    const warppool_in *in = &w->in;
    const warppool_out *out = &w->out;
    return (in->iss_valid_i[0] && out->iss_ready_o[0]) ||
           (in->adr_valid_i[0] && out->adr_ready_o[0]) ||
           (out->req_valid_o[0] && in->req_ready_i[0]) || (out->wb_valid_o[0] && in->wb_ready_i[0]);
}

static void step(warppool *m, world *w, bool reset)
{
    warppool_valid(m, &w->out);
    world_inputs(w);
    warppool_ready(m, &w->in, &w->out);
    world_check(w);
    warppool_commit(m, &w->in, &w->out);
    if (!reset) return;
    warppool_reset(m);
    world_reset(w);
}

// The highest value of warp 0's counter in so many phases.
static unsigned most_counted(const char *settings, unsigned phases)
{
    enum { A_PHASE = 128 };
    const config c = pool(settings);
    err e = {0};
    warppool *m = warppool_new(&c, &e);
    world *w = wl_calloc(1, sizeof *w);
    warppool_pace pace;
    rng r = {1};
    unsigned most = 0, still = 0;
    world_init(w, &c, 1, (w_profile){0});
    for (unsigned i = 0; i < phases * A_PHASE; i++) {
        const bool begins = i % A_PHASE == 0;
        if (begins) warppool_stack_begin(&w->p, &pace, &c, &r);
        warppool_pace_steer(&pace, m, &r, still, w);
        step(m, w, begins);
        still = moves(w) ? 0 : still + 1;
        if (m->order.counter[0] > most) most = m->order.counter[0];
    }
    CU_ASSERT_EQUAL(w->errors, 0);
    world_free(w);
    free(w);
    warppool_free(m);
    return most;
}

// A single queue: of two loads of eight lines one waits behind a store until the other one has
// filled the tags, so that all 16 wait; of four loads the first has six lines and the second those
// in the tags, and the others four in a coalescer each, one of them two more in the tags; of three
// coalescers the first load waits behind a store's last line, and the counter is at its end.
TEST(a_counter_goes_up_behind_a_store_with_a_single_queue)
{
    CU_ASSERT(most_counted("insn_queues=6 insn_depth=1 coalescers=3 lanes=8 lane_bytes=8 maps=3 "
                           "queues=1 tags=4 merges=2 select=oldest store_age=1 counter_bits=6 "
                           "address_bits=16 sm.warps=6 sm.ctas=5 sm.loads_per_warp=2",
                           2000) >= 16);
    CU_ASSERT(most_counted("insn_queues=2 insn_depth=3 coalescers=2 lanes=8 lane_bytes=4 maps=1 "
                           "queues=1 tags=2 merges=4 select=oldest store_age=8 counter_bits=6 "
                           "address_bits=24 sm.warps=3 sm.ctas=1 sm.loads_per_warp=4",
                           500) >= 16);
    CU_ASSERT(most_counted("insn_queues=1 insn_depth=2 coalescers=3 lanes=8 lane_bytes=8 maps=16 "
                           "queues=1 tags=4 merges=4 select=warp store_age=2 counter_bits=5 "
                           "address_bits=16 sm.warps=2 sm.ctas=1 sm.loads_per_warp=4",
                           3000) >= 28);
}

// ---- stores, and loads behind them

// Two stores of two lanes in both coalescers: the first one's second line waits with the other one,
// and of a load's two lines one passes both, or of three two. Single lines do not.
TEST(a_load_passes_two_stores_behind_a_line_of_one)
{
    const char *const settings = "coalescers=2 maps=16 queues=2 tags=1 sm.warps=3 sm.ctas=1 "
                                 "sm.loads_per_warp=1";
    char *two = wl_format("%s lanes=2 store_age=2", settings),
         *three = wl_format("%s lanes=3 store_age=3", settings),
         *older = wl_format("%s lanes=2 store_age=3", settings),
         *single = wl_format("%s lanes=1 store_age=2", settings);
    const config met[] = {pool(two), pool(three)}, apart[] = {pool(older), pool(single)};
    for (unsigned i = 0; i < 2; i++) {
        CU_ASSERT_PTR_NULL(warppool_needs_excluded(&met[i], "store_waits_store"));
        CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&apart[i], "store_waits_store"));
    }
    free(two);
    free(three);
    free(older);
    free(single);
}

// Of two warps that store one's store is in the outbound buffer and the other one's in a coalescer,
// behind which a load waits for another one to come beside it.
TEST(two_loads_share_the_thread_map_table_beside_two_stores)
{
    const char *const settings = "coalescers=2 lanes=1 maps=16 sm.ctas=1 sm.loads_per_warp=1";
    char *three = wl_format("%s sm.warps=3", settings),
         *four = wl_format("%s sm.warps=4", settings);
    const config few = pool(three), enough = pool(four);
    CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(&few, "map_shared"));
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(&enough, "map_shared"));
    free(three);
    free(four);
}

UNIT_MAIN("bench_warppool", T(two_loads_fill_the_last_queue_and_decide_a_quantum),
          T(the_last_coalescer_compares_each_bit_of_few_loads),
          T(few_loads_take_every_entry_of_the_thread_map_table),
          T(a_single_coalescer_splits_a_tag_only_behind_a_full_outbound_buffer),
          T(a_single_coalescer_fills_no_third_tag_with_four_loads),
          T(tag_numbers_of_few_loads_differ_in_few_bits), T(three_single_lines_leave_no_choice),
          T(a_quantum_has_no_more_loads_than_come_back),
          T(a_quantum_has_no_more_loads_than_its_tags_let_through),
          T(a_quantum_has_no_more_misses_than_mshrs_have_rows),
          T(a_coalescer_that_backs_up_has_no_entry_reserved),
          T(three_loads_let_two_stores_grow_no_older_than_three),
          T(the_last_coalescer_gets_no_single_line_while_the_last_tag_is_in_use),
          T(a_counter_goes_up_behind_a_store_with_a_single_queue),
          T(a_load_passes_two_stores_behind_a_line_of_one),
          T(two_loads_share_the_thread_map_table_beside_two_stores))
