// test_random_config.c : random configurations of WarpPool keep to sizes that a simulator
// elaborates.
//
// links: bench lockstep rtlgen blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/random_config.h"
#include "unit.h"

enum { WORDS = 8192, DRAWS = 400 };

typedef struct seen {
    unsigned latches, most_mshrs, large;
} seen;

static void draw(const config *base, uint64_t number, seen *s)
{
    random_config r;
    err e = {0};
    CU_ASSERT_EQUAL(random_config_draw(base, "structures.warppool", 3, number, &r, &e), ST_OK);
    const uint64_t words = (uint64_t)r.c.l1d.mshrs * r.c.l1d.merges * r.c.warppool.merges;
    const bool latch = r.c.rtl.storage == STORAGE_LATCH;
    CU_ASSERT_TRUE(!latch || words <= WORDS);
    s->latches += latch;
    s->most_mshrs += r.c.l1d.mshrs == 1024;
    s->large += words > WORDS;
    random_config_free(&r);
    err_free(&e);
}

// In other storage the table may be as large as config_check lets it be, and its keys reach their
// ends.
TEST(metadata_in_latches_has_at_most_8192_words)
{
    config base;
    seen s = {0};
    config_defaults(&base);
    base.warppool.enable = true;
    for (uint64_t i = 0; i < DRAWS; i++) draw(&base, i, &s);
    CU_ASSERT_TRUE(s.latches > DRAWS / 20);
    CU_ASSERT_TRUE(s.most_mshrs > 0);
    CU_ASSERT_TRUE(s.large > 0);
}

UNIT_MAIN("random_config", T(metadata_in_latches_has_at_most_8192_words))
