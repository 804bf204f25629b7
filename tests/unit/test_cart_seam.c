// test_cart_seam.c : CART in the machine: the law of order for each line.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "blocks/cart_bugs.h"
#include "machine/structures/cart_seam.h"
#include "tests/unit/unit.h"

#include <string.h>

static int with_bug(void *id, const block_model *b, const config *c, unsigned instance,
                    block_dev *dev, err *e)
{
    (void)instance;
    return model_bug_make(b, id ? model_bug_find(&cart_bugs, id) : NULL, c, dev, NULL, e);
}

// So many ticks of requests to four lines, rejected, held and accepted at random; then all leave.
static void drive(cart_seam *x, unsigned ticks)
{
    rng random = {1};
    delayed d = {0};
    for (unsigned t = 0; t < ticks || !cart_seam_idle(x); t++) {
        const delayed *offer = cart_seam_offer(x);
        const cart_seam_answer answer = !offer       ? CART_SEAM_HOLD
                                        : t >= ticks ? CART_SEAM_ACCEPT
                                                     : (cart_seam_answer)rng_below(&random, 3);
        if (cart_seam_cycle(x, answer, CART_STALL_MSHR, t < ticks ? &d : NULL))
            d.r.addr = 128 * 1024 * rng_below(&random, 4);
    }
}

// What the law says of a CART with this bug (NULL: none).
static int law_with(char *bug, err *e)
{
    config c;
    addrmap m;
    cart_seam *x = NULL;
    CU_ASSERT_EQUAL(config_load(&c, "cart", NULL, 0, e), ST_OK);
    CU_ASSERT_EQUAL(addrmap_init(&m, &c, e), ST_OK);
    CU_ASSERT_EQUAL(cart_seam_new(&x, &c, &m, &(devices){with_bug, bug}, 3, e), ST_OK);
    drive(x, 2000);
    CU_ASSERT(cart_seam_events(x)->sent > 200);
    const int status = cart_seam_check(x, 3, e);
    cart_seam_free(x);
    return status;
}

TEST(requests_to_one_line_reach_l2_in_order)
{
    err e = {0};
    CU_ASSERT_EQUAL(law_with(NULL, &e), ST_OK);
    err_free(&e);
}

TEST(a_cart_that_drains_chains_in_any_order_breaks_the_law)
{
    err e = {0};
    CU_ASSERT_EQUAL(law_with((char[]){"model-cart-chain-drains"}, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(
        e.text ? strstr(e.text,
                        "law broken: requests to one line reach L2 in order: CART of slice 3: ")
               : NULL);
    err_free(&e);
}

UNIT_MAIN("cart_seam", T(requests_to_one_line_reach_l2_in_order),
          T(a_cart_that_drains_chains_in_any_order_breaks_the_law))
