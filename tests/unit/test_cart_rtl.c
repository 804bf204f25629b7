// test_cart_rtl.c : Figure 6 of CART's paper, both orders as printed, on the emitted RTL without a
// golden model beside it.
//
// links: bench lockstep rtlgen machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cart_rig.h"
#include "tb/lockstep/build.h"

typedef struct bare {
    plugin_lib lib;
    void *rtl;
    cart_out out; // of the last evaluation
} bare;

static void bare_valid(void *self, uint64_t *out)
{
    bare *b = self;
    const cart_in none = {0};
    b->lib.api->eval(b->rtl, (const uint64_t *)(const void *)&none, out);
}

static void bare_ready(void *self, const uint64_t *in, uint64_t *out)
{
    bare *b = self;
    b->lib.api->eval(b->rtl, in, out);
}

static void bare_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    bare *b = self;
    (void)out;
    b->lib.api->eval(b->rtl, in, words(&b->out)); // look may have seen other inputs
    b->lib.api->clock(b->rtl);
}

static rig rig_of(config c, bare *b)
{
    err e = {0};
    const plugin_want want = {.sim = SIM_ICARUS, .block = "cart", .asserts = true, .quiet = true};
    CU_ASSERT_EQUAL_FATAL(config_check(&c, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(plugin_load(&c, &want, &b->lib, &e), ST_OK);
    b->rtl = b->lib.api->open(b->lib.api);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->rtl);
    b->lib.api->reset(b->rtl);
    return rig_with(
        c, (block_dev){.self = b, .valid = bare_valid, .ready = bare_ready, .commit = bare_commit});
}

static void done(bare *b)
{
    b->lib.api->close(b->rtl);
    plugin_unload(&b->lib);
}

TEST(figure_6_of_the_rtl_rotating_banks_same_or_longest_row)
{
    for (unsigned latency = 1; latency <= 3; latency++) {
        bare b = {.rtl = NULL};
        rig r = rig_of(figure_6_config(latency), &b);
        figure_6_rotating(&r);
        done(&b);
    }
}

TEST(figure_6_of_the_rtl_longest_first)
{
    for (unsigned latency = 1; latency <= 3; latency++) {
        bare b = {.rtl = NULL};
        config c = figure_6_config(latency);
        c.cart.drain = CART_LONGEST;
        rig r = rig_of(c, &b);
        figure_6_longest(&r);
        done(&b);
    }
}

UNIT_MAIN("cart_rtl", T(figure_6_of_the_rtl_rotating_banks_same_or_longest_row),
          T(figure_6_of_the_rtl_longest_first))
