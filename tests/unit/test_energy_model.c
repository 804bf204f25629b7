// test_energy_model.c: the energy model where a run gives no counters: nothing ran, and counters
// that are not there.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/energy_model.h"

#include "unit.h"

static double total_of(const char *stats)
{
    config c;
    energy_model m;
    config_defaults(&c);
    energy_model_init(&m);
    json_t *s = json_loads(stats, 0, NULL), *o = energy_model_json(&m, &c, s);
    const double total = json_number_value(json_object_get(o, "total_uj")),
                 watts = json_number_value(json_object_get(o, "watts"));
    CU_ASSERT(watts >= 0); // no quotient of nothing
    json_decref(s);
    json_decref(o);
    return total;
}

TEST(energy_of_a_run_without_cycles_is_none)
{
    CU_ASSERT_EQUAL(total_of("{\"cycles\": 0, \"sm\": {\"warp_insns\": 0}}"), 0);
    CU_ASSERT_EQUAL(total_of("{}"), 0);
}

// A million events take as many uJ as one takes pJ.
TEST(energy_of_counters_that_are_there_alone)
{
    CU_ASSERT_DOUBLE_EQUAL(total_of("{\"sm\": {\"warp_insns\": 1000000}}"), 39, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(total_of("{\"l1d\": {\"fills\": 1000000, \"read_hits\": 5}}"), 226,
                           1e-9);
}

TEST(energy_rows_have_sources_and_names_of_their_own)
{
    for (unsigned i = 0; i < ENERGY_ROWS; i++) {
        CU_ASSERT(*energy_rows[i].source && *energy_unit_text(energy_rows[i].unit));
        CU_ASSERT(energy_rows[i].value > 0);
        for (unsigned k = 0; k < i; k++)
            CU_ASSERT_STRING_NOT_EQUAL(energy_rows[i].name, energy_rows[k].name);
    }
}

UNIT_MAIN("energy_model", T(energy_of_a_run_without_cycles_is_none),
          T(energy_of_counters_that_are_there_alone),
          T(energy_rows_have_sources_and_names_of_their_own))
