// test_bench_dwtcs.c : the traffic of the DWT-CS bench, model against model.
//
// links: bench lockstep rtlgen machine blocks config base
//
// A run of the length that the bench names meets every bin of its crosses, also those of what a
// kernel leaves to the next, and traffic that does not is told so.
//
// SPDX-License-Identifier: Apache-2.0
#include "model_plugin.h"

#include "blocks/dwtcs.h"
#include "config/ports/dwtcs.h"
#include "tb/bench/bench.h"

enum { SEED = 3, WORD = sizeof(uint64_t) };

static config configured(unsigned sms, unsigned period, unsigned periods_over, unsigned sampled)
{
    config c;
    config_defaults(&c);
    c.dwtcs.enable = true;
    c.gpu.sms = sms;
    c.dwtcs.period = period;
    c.dwtcs.periods_over = periods_over;
    c.dwtcs.periods_sampled = sampled;
    return c;
}

static int run(const config *c, uint64_t cycles, bool weak, json_t **r, err *e)
{
    const wl_plugin p =
        model_plugin(&dwtcs_block, c, sizeof(dwtcs_in) / WORD, sizeof(dwtcs_out) / WORD);
    const bench_job j = {
        .block = "dwtcs", .c = c, .plugin = &p, .seed = SEED, .cycles = cycles, .weak = weak};
    return bench_run(&j, r, e);
}

static unsigned bins(const json_t *r, const char *key)
{
    const json_t *left = json_object_get(json_object_get(r, "coincidences"), "left");
    CU_ASSERT_PTR_NOT_NULL_FATAL(left);
    return (unsigned)json_integer_value(json_object_get(left, key));
}

TEST(every_configuration_meets_all_at_the_length_it_names)
{
    static const struct {
        unsigned sms, period, over, sampled, bins;
    } list[] = {{1, 1, 1, 2, 10},  {2, 1, 2, 15, 20}, {3, 2, 2, 1, 22},  {15, 2, 3, 1, 34},
                {6, 20, 3, 4, 34}, {1, 8, 4, 1, 28},  {4, 3, 15, 2, 178}};
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        const config c = configured(list[i].sms, list[i].period, list[i].over, list[i].sampled);
        err e = {0};
        json_t *r = NULL;
        const int status = run(&c, bench_cycles(&c, "dwtcs"), false, &r, &e);
        if (status != ST_OK) printf("# configuration %u: %s", i, e.text ? e.text : "\n");
        CU_ASSERT_EQUAL(status, ST_OK);
        CU_ASSERT_EQUAL(bins(r, "bins"), list[i].bins);
        CU_ASSERT_EQUAL(bins(r, "met"), list[i].bins);
        json_decref(r);
        err_free(&e);
    }
}

TEST(weak_traffic_leaves_no_periods_that_tell)
{
    const config c = configured(4, 3, 15, 2);
    err e = {0};
    json_t *r = NULL;
    CU_ASSERT_EQUAL(run(&c, bench_cycles(&c, "dwtcs"), true, &r, &e), ST_CHECK);
    CU_ASSERT(bins(r, "met") < bins(r, "bins"));
    json_decref(r);
    err_free(&e);
}

// A run without --cycles takes up to 50,000,000 and may take as many again as it needs.
TEST(a_period_too_long_for_a_run_names_the_longest_that_is_not)
{
    static const char *const key = "--set structures.dwtcs.period=";
    config c = configured(1, 552294, 8, 7);
    err e = {0};
    json_t *r = NULL;
    CU_ASSERT_EQUAL(run(&c, 3000, false, &r, &e), ST_CHECK);
    const char *at = e.text ? strstr(e.text, key) : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    c.dwtcs.period = (uint32_t)strtoul(at + strlen(key), NULL, 10);
    CU_ASSERT(bench_cycles(&c, "dwtcs") <= BENCH_CYCLES_MOST / 2);
    c.dwtcs.period++;
    CU_ASSERT(bench_cycles(&c, "dwtcs") > BENCH_CYCLES_MOST / 2);
    json_decref(r);
    err_free(&e);
}

UNIT_MAIN("bench_dwtcs", T(every_configuration_meets_all_at_the_length_it_names),
          T(weak_traffic_leaves_no_periods_that_tell),
          T(a_period_too_long_for_a_run_names_the_longest_that_is_not))
