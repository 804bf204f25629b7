// test_sweep_filter.c : filters of sweeps: what holds, and what is no filter.
//
// links: sweep config base
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/filter.h"
#include "unit.h"

#include <string.h>

static char queues[] = "structures.mrpb.queues", depth[] = "structures.mrpb.depth",
            drain[] = "structures.mrpb.drain";
static sweep_axis axes[] = {{.key = queues}, {.key = depth}, {.key = drain}};

static bool holds(const char *text)
{
    static const char *const values[] = {"8", "16", "rr"};
    const sweep_spec s = {.axes = axes, .n_axes = 3};
    return filter_holds(&s, text, values);
}

static bool is_filter(const char *text, const char *says)
{
    static char source[] = "";
    static char name[] = "test";
    err e = {0};
    const yaml_node_t at = {.type = YAML_SCALAR_NODE};
    const sweep_spec s = {
        .axes = axes, .n_axes = 3, .tree = {.source = {.name = name, .text = source}, .e = &e}};
    const bool good = filter_check(&s, &at, text) == ST_OK,
               said = !says || (e.text && strstr(e.text, says));
    err_free(&e);
    return said && good == !says;
}

static void filter_compares_products(void)
{
    CU_ASSERT_TRUE(holds("structures.mrpb.queues * structures.mrpb.depth == 128"));
    CU_ASSERT_TRUE(holds("structures.mrpb.queues*structures.mrpb.depth<=128"));
    CU_ASSERT_FALSE(holds("structures.mrpb.queues * structures.mrpb.depth < 128"));
    CU_ASSERT_TRUE(holds("structures.mrpb.queues < structures.mrpb.depth"));
    CU_ASSERT_TRUE(holds("2 * structures.mrpb.queues >= structures.mrpb.depth"));
    CU_ASSERT_FALSE(holds("structures.mrpb.depth != 16"));
    CU_ASSERT_TRUE(holds("structures.mrpb.depth > 15.5"));
}

static void filter_compares_words(void)
{
    CU_ASSERT_TRUE(holds("structures.mrpb.drain == rr"));
    CU_ASSERT_FALSE(holds("structures.mrpb.drain != rr"));
    CU_ASSERT_TRUE(holds("structures.mrpb.drain != fixed"));
    CU_ASSERT_FALSE(holds("structures.mrpb.drain == 8"));
}

static void filter_is_checked(void)
{
    CU_ASSERT_TRUE(is_filter("structures.mrpb.queues * 2 <= structures.mrpb.depth", NULL));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.drain == rr", NULL));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.queues 8", "needs one of"));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.queues <=", "must be products"));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.queues * <= 8", "must be products"));
    CU_ASSERT_TRUE(
        is_filter("structures.mrpb.queues structures.mrpb.depth <= 8", "must be products"));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.queue <= 8", "did you mean structures.mrpb.queues?"));
    CU_ASSERT_TRUE(is_filter("structures.mrpb.drain < rr", "rr is no axis and no number"));
    CU_ASSERT_TRUE(is_filter("8 < 9", "names no axis"));
}

UNIT_MAIN("sweep_filter", T(filter_compares_products), T(filter_compares_words),
          T(filter_is_checked))
