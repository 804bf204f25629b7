// test_unknown.c : outputs that are neither 0 nor 1, and random configurations of a block.
//
// links: bench lockstep rtlgen machine blocks config base
//
// A plug-in of the test's own stands for a simulator of four states.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/rows.h"
#include "fake_plugin.h"
#include "tb/bench/random_config.h"
#include "tb/lockstep/lockstep_pair.h"
#include "unit.h"

enum { SEED = 3, MANY = 120 };

static config cfg;
static port ports[MRPB_N_PORTS];
static uint64_t unknown[FAKE_OUT];

static const uint64_t *some_unknown(void *self)
{
    (void)self;
    return unknown;
}

static void base_config(void)
{
    config_defaults(&cfg);
    cfg.mrpb.enable = true;
    mrpb_ports(&cfg, ports);
    fake_plan(&cfg);
    memset(unknown, 0, sizeof unknown);
}

static const port *find(const char *name)
{
    for (unsigned i = 0; i < MRPB_N_PORTS; i++) {
        if (strcmp(ports[i].name, name) == 0) return &ports[i];
    }
    return NULL;
}

// One idle cycle in which this bit of a port is unknown; the mismatch, or null.
static json_t *mismatch_with(const char *name, unsigned bit)
{
    err e = {0};
    lockstep_pair l;
    mrpb_in in;
    mrpb_out out;
    wl_plugin four = fake_plugin;
    base_config();
    four.unknown = some_unknown;
    const port *p = find(name);
    unknown[p->word + bit / 64] = (uint64_t)1 << (bit % 64);
    CU_ASSERT_EQUAL_FATAL(lockstep_pair_init(&l, &four, ports, MRPB_N_PORTS, &e), ST_OK);
    memset(&in, 0, sizeof in);
    memcpy(&out, lockstep_pair_eval(&l, (const uint64_t *)&in), sizeof out);
    const bool same = lockstep_pair_compare(&l, (const uint64_t *)&in, (const uint64_t *)&out);
    json_t *r = lockstep_pair_mismatch(&l);
    CU_ASSERT_EQUAL(same, json_is_null(r));
    lockstep_pair_free(&l);
    return r;
}

TEST(an_unknown_bit_is_never_what_the_model_has)
{
    json_t *r = mismatch_with("idle_o", 0); // the model has 1
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(r, "port")), "idle_o");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(r, "model")), "0x1");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(r, "rtl")), "0xx");
    json_decref(r);
    r = mismatch_with("pending_o", 7); // the model has 0
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(r, "rtl")), "0xx0");
    json_decref(r);
}

TEST(an_unknown_bit_of_a_dont_care_output_is_no_mismatch)
{
    json_t *r = mismatch_with("req_line_o", 3); // nothing is offered
    CU_ASSERT(json_is_null(r));
    json_decref(r);
}

static random_config draw(uint64_t number)
{
    err e = {0};
    random_config r;
    CU_ASSERT_EQUAL_FATAL(random_config_draw(&cfg, "structures.mrpb", SEED, number, &r, &e), ST_OK);
    return r;
}

TEST(a_random_configuration_is_legal_and_drawn_again_by_its_number)
{
    base_config();
    for (uint64_t i = 0; i < MANY; i++) {
        err e = {0};
        random_config a = draw(i), b = draw(i);
        CU_ASSERT_EQUAL(config_check(&a.c, &e), ST_OK);
        CU_ASSERT_STRING_EQUAL(a.sets, b.sets);
        random_config_free(&a);
        random_config_free(&b);
    }
}

TEST(keys_are_forced_to_their_ends_in_turn)
{
    unsigned seen[FORCED_ENDS] = {0};
    base_config();
    for (uint64_t i = 0; i < MANY; i++) {
        random_config r = draw(i);
        const cfg_row *row = r.forced ? cfg_find(r.forced, NULL) : NULL;
        const uint32_t v = row ? cfg_get(&r.c, row) : 0;
        CU_ASSERT_EQUAL(r.end, i % FORCED_ENDS);
        if (row && r.end == FORCED_LEAST) CU_ASSERT_EQUAL(v, row->min);
        if (row && r.end == FORCED_MOST) CU_ASSERT_EQUAL(v, row->max);
        seen[r.end] += row != NULL;
        random_config_free(&r);
    }
    for (unsigned i = 0; i < FORCED_ENDS; i++) CU_ASSERT(seen[i] > MANY / FORCED_ENDS / 2);
}

UNIT_MAIN("unknown", T(an_unknown_bit_is_never_what_the_model_has),
          T(an_unknown_bit_of_a_dont_care_output_is_no_mismatch),
          T(a_random_configuration_is_legal_and_drawn_again_by_its_number),
          T(keys_are_forced_to_their_ends_in_turn))
