// test_laws.c : conservation laws and ratios over the statistics of a real run; every law is broken
// once.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/formula.h"
#include "machine/run/gpu_stats.h"
#include "machine/run/laws.h"
#include "machine/run/ratios.h"
#include "test_sm_front.h"
#include "unit.h"

#include <stdio.h>

static const step prog[] = {
    PARAM(1),
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 512, .cta_stride = 8192,
         .round_stride = 4),
    LOAD(3, 1, .base = 0xC0100000, .lane_stride = 4, .round_stride = 128),
    ALU(4, 3),
    STORE(1, 4, .base = 0xC0200000, .lane_stride = 4, .warp_stride = 128, .cta_stride = 4096),
    SHARED(5, 4, .lane_stride = 8),
    BARRIER(),
    LOOP(1, 6),
    ATOM(7, 1, .base = 0xC0300000, .lane_stride = 4)};

static json_t *statistics(bool warppool) // in the place of MRPB
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 3;
    c.warppool.enable = warppool;
    c.mrpb.enable = !warppool;
    c.streambypass.enable = c.dwtcs.enable = c.cart.enable = true;
    c.streambypass.period = 200; // caches are closed and opened
    c.streambypass.threshold = 20000;
    c.l1d.index = INDEX_LINEAR;
    script s = script_of(prog, .ctas = 12, .warps = 6, .regs = 20, .shared = 4096);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL_FATAL(r.status, ST_OK);
    json_t *stats = json_deep_copy(r.stats);
    run_end(&r, &s);
    return stats;
}

// Adds to the first counter of a formula.
static void disturb(json_t *stats, const char *text, uint64_t by)
{
    json_t *v = (json_t *)formula_at(stats, text, strcspn(text, " "));
    CU_ASSERT_FATAL(json_is_integer(v));
    json_integer_set(v, json_integer_value(v) + (json_int_t)by);
}

static bool says(const json_t *stats, const char *name)
{
    err e = {0};
    char *line = wl_format("law broken: %s: ", name);
    bool found = laws_check(stats, &e) == ST_CHECK && e.text && strstr(e.text, line);
    free(line);
    err_free(&e);
    return found;
}

TEST(all_laws_hold_after_a_run)
{
    for (unsigned k = 0; k < 2; k++) {
        json_t *stats = statistics(k);
        err e = {0};
        CU_ASSERT_EQUAL(laws_check(stats, &e), ST_OK);
        err_print(&e);
        err_free(&e);
        json_decref(stats);
    }
}

TEST(every_law_is_found_broken)
{
    json_t *with[] = {statistics(false), statistics(true)};
    for (const law *l = laws; l->name; l++) {
        json_t *wrong = json_deep_copy(with[strncmp(l->left, "warppool", 8) == 0]);
        disturb(wrong, l->left, 1);
        if (!says(wrong, l->name)) printf("# not found broken: %s\n", l->name);
        CU_ASSERT(says(wrong, l->name));
        json_decref(wrong);
    }
    json_decref(with[0]);
    json_decref(with[1]);
}

TEST(every_ceiling_holds_up_to_its_value)
{
    json_t *stats = statistics(false);
    for (const law *l = ceilings; l->name; l++) {
        uint64_t left, right;
        CU_ASSERT_FATAL(formula_value(stats, l->left, &left) &&
                        formula_value(stats, l->right, &right) && left && left < right);
        disturb(stats, l->left, right - left);
        CU_ASSERT(!says(stats, l->name));
        disturb(stats, l->left, 1);
        CU_ASSERT(says(stats, l->name));
    }
    json_decref(stats);
}

TEST(no_law_is_there_twice)
{
    for (const law *a = laws; a->name; a++) {
        for (const law *b = a + 1; b->name; b++) {
            CU_ASSERT(strcmp(a->name, b->name) != 0);
            CU_ASSERT(strcmp(a->left, b->left) != 0 || strcmp(a->right, b->right) != 0);
        }
    }
}

TEST(a_law_without_its_counters_does_not_apply)
{
    json_t *stats = statistics(false);
    json_object_del(stats, "mrpb");
    err e = {0};
    CU_ASSERT_EQUAL(laws_check(stats, &e), ST_OK);
    json_decref(stats);
}

TEST(every_ratio_finds_its_counters)
{
    json_t *stats = statistics(false);
    double v;
    for (const ratio *r = ratios; r->name; r++) {
        bool there = ratio_value(r, stats, &v);
        if (!there) printf("# no counters for %s.%s\n", r->group, r->name);
        CU_ASSERT(there);
    }
    json_decref(stats);
}

TEST(a_ratio_is_over_by_under_times_scale)
{
    json_t *stats = json_pack("{s:i, s:i, s:{s:i, s:i, s:i}}", "thread_insns", 4000, "cycles", 0,
                              "l1d", "read_misses", 5, "write_misses", 7, "fills", 5);
    double v = -1;
    unsigned mpki = 0, ipc = 0, dram = 0, dram_told = 0;
    for (const ratio *r = ratios; r->name; r++) {
        const bool there = ratio_value(r, stats, &v);
        if (strcmp(r->group, "l1d") == 0 && strcmp(r->name, "mpki") == 0)
            mpki += there && v == 3;                             // 1000 x 12 / 4000
        if (strcmp(r->name, "ipc") == 0) ipc += there && v == 0; // nothing by nothing
        if (strcmp(r->group, "dram") == 0) {
            dram++;
            dram_told += there;
        }
    }
    CU_ASSERT_EQUAL(mpki, 1);
    CU_ASSERT(ipc >= 1);
    CU_ASSERT(dram > 0 && dram_told == 0);
    json_decref(stats);
}

// All lanes of every access of the script are active.
TEST(accesses_are_counted_in_threads_too)
{
    json_t *stats = statistics(false);
    uint64_t lanes, insns;
    CU_ASSERT(formula_value(stats, "sm.load_lanes", &lanes) &&
              formula_value(stats, "sm.loads + sm.atomics", &insns) && lanes == 32 * insns &&
              insns);
    CU_ASSERT(formula_value(stats, "sm.store_lanes", &lanes) &&
              formula_value(stats, "sm.stores", &insns) && lanes == 32 * insns && insns);
    CU_ASSERT(formula_value(stats, "sm.shared_lanes", &lanes) &&
              formula_value(stats, "sm.shared_accesses", &insns) && lanes == 32 * insns && insns);
    json_decref(stats);
}

static const char *defined(const char *path, const char *name)
{
    for (const gpu_stat_group *g = gpu_stat_groups; g->path; g++) {
        for (unsigned i = 0; strcmp(g->path, path) == 0 && i < g->table->n; i++) {
            if (strcmp(g->table->rows[i].name, name) == 0) return g->table->rows[i].meaning;
        }
    }
    return NULL;
}

static void all_defined(const json_t *group, const char *path)
{
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)group, name, v) {
        if (json_is_integer(v) && !defined(path, name)) {
            printf("# no definition: %s.%s\n", path, name);
            CU_FAIL("a counter without a definition");
        }
        if (!json_is_object(v) || strcmp(name, "instances") == 0) continue;
        char *below = wl_format("%s%s%s", path, *path ? "." : "", name);
        all_defined(v, below);
        free(below);
    }
}

TEST(every_counter_is_defined_once)
{
    json_t *stats = statistics(false);
    all_defined(stats, "");
    json_decref(stats);
}

// The instances of a component add up to its group.
TEST(instances_sum_to_the_totals)
{
    static const char *const groups[] = {"sm", "l1i", "l1c", "l1d", "mrpb", "l2", "dram"};
    json_t *stats = statistics(false);
    for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++) {
        const char *name;
        json_t *one, *list = json_object_get(json_object_get(stats, "instances"), groups[k]), *v;
        CU_ASSERT(json_array_size(list) > 0);
        json_object_foreach(json_array_get(list, 0), name, v) {
            json_int_t sum = 0;
            size_t i;
            json_array_foreach(list, i, one) sum += json_integer_value(json_object_get(one, name));
            CU_ASSERT_EQUAL(
                sum, json_integer_value(json_object_get(json_object_get(stats, groups[k]), name)));
        }
    }
    json_decref(stats);
}

// ---- formulas

TEST(formula_sums_and_subtracts)
{
    json_t *o = json_pack("{s:i, s:{s:i, s:{s:i}}}", "a", 7, "b", "c", 5, "d", "e", 100);
    uint64_t v = 0;
    CU_ASSERT(formula_value(o, "a", &v) && v == 7);
    CU_ASSERT(formula_value(o, "b.d.e - a + b.c", &v) && v == 98);
    CU_ASSERT(formula_value(o, "0", &v) && v == 0);
    json_decref(o);
}

TEST(formula_of_a_missing_counter_has_no_value)
{
    json_t *o = json_pack("{s:i, s:{s:f}}", "a", 7, "b", "c", 5.0);
    uint64_t v = 42;
    CU_ASSERT_FALSE(formula_value(o, "a + x", &v));
    CU_ASSERT_FALSE(formula_value(o, "b", &v));
    CU_ASSERT_FALSE(formula_value(o, "b.c", &v)); // a ratio is no counter
    CU_ASSERT_FALSE(formula_value(o, "a.c", &v));
    CU_ASSERT_EQUAL(v, 42);
    json_decref(o);
}

UNIT_MAIN("laws", T(all_laws_hold_after_a_run), T(every_law_is_found_broken),
          T(every_ceiling_holds_up_to_its_value), T(no_law_is_there_twice),
          T(a_law_without_its_counters_does_not_apply), T(every_ratio_finds_its_counters),
          T(a_ratio_is_over_by_under_times_scale), T(accesses_are_counted_in_threads_too),
          T(every_counter_is_defined_once), T(instances_sum_to_the_totals),
          T(formula_sums_and_subtracts), T(formula_of_a_missing_counter_has_no_value))
