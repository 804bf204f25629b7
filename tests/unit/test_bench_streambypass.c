// test_bench_streambypass.c : the traffic of the streaming bypass' bench, model against model.
//
// links: bench lockstep rtlgen machine blocks config base
//
// In any configuration a run of the length that the bench names meets every bin of its crosses, and
// traffic that does not is told so.
//
// SPDX-License-Identifier: Apache-2.0
#include "model_plugin.h"

#include "blocks/streambypass.h"
#include "tb/bench/bench.h"

enum { SEED = 3, WORD = sizeof(uint64_t) };

static int run(const config *c, uint64_t cycles, bool weak, json_t **r, err *e)
{
    const wl_plugin p = model_plugin(&streambypass_block, c, sizeof(streambypass_in) / WORD,
                                     sizeof(streambypass_out) / WORD);
    const bench_job j = {.block = "streambypass",
                         .c = c,
                         .plugin = &p,
                         .seed = SEED,
                         .cycles = cycles,
                         .weak = weak};
    return bench_run(&j, r, e);
}

static config configured(uint32_t period, uint32_t threshold, uint32_t accesses)
{
    config c;
    config_defaults(&c);
    c.streambypass.enable = true;
    c.streambypass.period = period;
    c.streambypass.threshold = threshold;
    c.streambypass.accesses = accesses;
    return c;
}

static unsigned bins(const json_t *r, const char *cross)
{
    const json_t *x = json_object_get(json_object_get(r, "coincidences"), cross);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(x, "bins")),
                    json_integer_value(json_object_get(x, "met")));
    return (unsigned)json_integer_value(json_object_get(x, "bins"));
}

TEST(every_configuration_meets_all_at_the_length_it_names)
{
    static const uint32_t periods[] = {1, 2, 3, 4, 5, 16, 100},
                          thresholds[] = {0, 1, 33333, 50000, 90000, 99999, 100000},
                          accesses[] = {1, 2, 5, 32};
    for (unsigned i = 0; i < 7 * 7 * 4; i++) {
        const config c = configured(periods[i % 7], thresholds[i / 7 % 7], accesses[i / 49]);
        err e = {0};
        json_t *r = NULL;
        const int status = run(&c, bench_streambypass_cycles(&c), false, &r, &e);
        if (status != ST_OK)
            printf("# period %u, threshold %u, accesses %u: %s", c.streambypass.period,
                   c.streambypass.threshold, c.streambypass.accesses, e.text ? e.text : "\n");
        CU_ASSERT_EQUAL(status, ST_OK);
        bins(r, "score");
        bins(r, "edge");
        bins(r, "reset");
        json_decref(r);
        err_free(&e);
    }
}

// Ten thousand cycles, as the preset has: 2 to the power of 0 to 13 above (a miss weighs 1), and
// of 0 to 16 below (a hit weighs 9); each edge in both modes;
// each moment in both modes without accesses, with hits, and with misses.
TEST(the_preset_can_show_these_bins)
{
    const config c = configured(10000, 90000, 1);
    err e = {0};
    json_t *r = NULL;
    CU_ASSERT_EQUAL(run(&c, bench_streambypass_cycles(&c), false, &r, &e), ST_OK);
    CU_ASSERT_EQUAL(bins(r, "score"), 14 + 17);
    CU_ASSERT_EQUAL(bins(r, "edge"), 8);
    CU_ASSERT_EQUAL(bins(r, "reset"), 3 * 8);
    json_decref(r);
}

TEST(traffic_that_misses_bins_is_told_so)
{
    const config c = configured(16, 90000, 1);
    err e = {0};
    json_t *r = NULL;
    CU_ASSERT_EQUAL(run(&c, bench_streambypass_cycles(&c), true, &r, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "a hit in the first cycle"));
    json_decref(r);
    err_free(&e);
}

// A run too short for all of it is not asked for any.
TEST(a_short_run_has_no_crosses)
{
    const config c = configured(16, 90000, 1);
    err e = {0};
    json_t *r = NULL;
    CU_ASSERT_EQUAL(run(&c, bench_streambypass_cycles(&c) - 1, false, &r, &e), ST_OK);
    CU_ASSERT_EQUAL(json_object_size(json_object_get(r, "coincidences")), 0);
    json_decref(r);
    err_free(&e);
}

UNIT_MAIN("bench_streambypass", T(every_configuration_meets_all_at_the_length_it_names),
          T(the_preset_can_show_these_bins), T(traffic_that_misses_bins_is_told_so),
          T(a_short_run_has_no_crosses))
