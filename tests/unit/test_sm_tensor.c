// test_sm_tensor.c: timing of products of matrices on an SM's tensor pipelines.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// Cycles between the issue of a product with one register operand and that of one that needs it.
static uint64_t dependent(const config *c, unsigned latency)
{
    return c->sm.issue_latency + latency + c->sm.writeback_latency;
}

// Every class: a chain of dependent products, and independent
// ones of several warps, an interval apart; nothing else waits for it.
TEST(products_of_matrices_have_their_latency_and_interval)
{
    config c = one_sm();
    c.tensor.units = 1;
// clang-format off
#define CLASS(name) {LAT_tensor_##name, c.tensor.name, c.tensor.name##_init},
    // clang-format on
    const struct {
        winst_latency class;
        unsigned latency, initiation;
    } classes[] = {WINST_TENSOR(CLASS)};
#undef CLASS
    for (unsigned k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        const uint8_t class = (uint8_t)classes[k].class;
        const step chain[] = {ALU_LAT(1, 9, class, UNIT_TENSOR), ALU_LAT(2, 1, class, UNIT_TENSOR),
                              ALU_LAT(3, 2, class, UNIT_TENSOR), ALU(4, 3)};
        script s = script_of(chain, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        for (unsigned i = 1; i < 4; i++)
            CU_ASSERT_EQUAL(issued_at(&s, 0, i, 0) - issued_at(&s, 0, i - 1, 0),
                            dependent(&c, classes[k].latency));
        run_end(&r, &s);
        const step apart[] = {ALU_LAT(1, 9, class, UNIT_TENSOR), ALU(3, 1)};
        s = script_of(apart, .ctas = 1, .warps = 4);
        r = run_script(&c, NULL, &s);
        const uint64_t first = issued_at(&s, 0, 0, 0);
        for (unsigned w = 0; w < 4; w++)
            CU_ASSERT_EQUAL(issued_at(&s, w, 1, 0) - first,
                            w * classes[k].initiation + dependent(&c, classes[k].latency));
        run_end(&r, &s);
    }
}

UNIT_MAIN("sm_tensor", T(products_of_matrices_have_their_latency_and_interval))
