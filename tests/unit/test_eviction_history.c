// test_eviction_history.c : who evicted a line last, beside a list of all evictions.
//
// links: machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "machine/core/eviction_history.h"
#include "tests/unit/unit.h"

enum { LINES = 3000, TOP = 58 };

// Of k, no two alike: neighbours, lines far apart in strides of two powers, lines at the top of the
// address space.
static uint64_t line_of(uint64_t k)
{
    switch (k % 4) {
    case 0: return k / 4;
    case 1: return ((uint64_t)1 << 40) + (k / 4 << 10);
    case 2: return ((uint64_t)1 << 50) + (k / 4 << 32);
    default: return ((uint64_t)1 << (TOP + 1)) - 1 - k / 4;
    }
}

typedef struct evictor {
    uint32_t cta; // 0: nobody
    unsigned warp;
} evictor;

static eviction_class class_of(const evictor *last, uint32_t cta, unsigned warp)
{
    if (!last->cta) return EVICTED_NEVER;
    if (last->cta != cta) return EVICTED_BY_OTHERS;
    return last->warp != warp ? EVICTED_BY_CTA : EVICTED_BY_WARP;
}

// CTAs come one after the other, eight at a time; four warps of each.
TEST(every_line_keeps_its_last_evictor)
{
    eviction_history v = {0};
    evictor last[LINES] = {0};
    rng g = {2014};
    for (unsigned round = 0; round < 60000; round++) {
        const uint64_t k = rng_below(&g, LINES), asked = rng_below(&g, LINES);
        const uint32_t cta = round / 1000 + 1 + (uint32_t)rng_below(&g, 8);
        const unsigned warp = (unsigned)rng_below(&g, 4) * 21; // 0 to 63
        CU_ASSERT_EQUAL(eviction_history_class_of(&v, line_of(asked), cta, warp),
                        class_of(&last[asked], cta, warp));
        eviction_history_note(&v, line_of(k), cta, warp);
        last[k] = (evictor){cta, warp};
    }
    for (unsigned k = 0; k < LINES; k++)
        CU_ASSERT_EQUAL(eviction_history_class_of(&v, line_of(k), last[k].cta, last[k].warp),
                        last[k].cta ? EVICTED_BY_WARP : EVICTED_NEVER);
    eviction_history_clear(&v);
}

TEST(a_cleared_table_knows_nobody)
{
    eviction_history v = {0};
    for (int kernel = 0; kernel < 2; kernel++) {
        for (uint64_t line = 0; line < LINES; line++)
            CU_ASSERT_EQUAL(eviction_history_class_of(&v, line, 1, 0), EVICTED_NEVER);
        for (uint64_t line = 0; line < LINES; line++) eviction_history_note(&v, line, 1, 0);
        for (uint64_t line = 0; line < LINES; line++)
            CU_ASSERT_EQUAL(eviction_history_class_of(&v, line, 1, 0), EVICTED_BY_WARP);
        eviction_history_clear(&v);
    }
}

// Six neighbours share a group of 32 bytes; a table that has just grown is a quarter full.
TEST(neighbours_take_little_room)
{
    eviction_history v = {0};
    for (uint64_t line = 0; line < 100000; line++) {
        eviction_history_note(&v, line, 1, 0);
        CU_ASSERT_TRUE(line < 1000 || ((uint64_t)v.mask + 1) * sizeof *v.groups <= 22 * (line + 1));
    }
    eviction_history_clear(&v);
}

UNIT_MAIN("eviction_history", T(every_line_keeps_its_last_evictor), T(a_cleared_table_knows_nobody),
          T(neighbours_take_little_room))
