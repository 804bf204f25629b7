// test_tags.c : tag array: LRU for few and many ways, lookup by hash table.
//
// links: machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "machine/common/tags.h"
#include "tests/unit/unit.h"

enum { MOST = 64 };

// A set by definition: lines in order of use, oldest first.
typedef struct lru {
    uint64_t line[MOST];
    unsigned n;
} lru;

static void lru_use(lru *r, uint64_t line, unsigned ways)
{
    unsigned k = 0;
    while (k < r->n && r->line[k] != line) k++;
    if (k == r->n && r->n == ways) k = 0;
    else if (k == r->n) r->n++;
    for (; k + 1 < r->n; k++) r->line[k] = r->line[k + 1];
    r->line[r->n - 1] = line;
}

static void lru_drop(lru *r, unsigned k)
{
    for (r->n--; k < r->n; k++) r->line[k] = r->line[k + 1];
}

static void same_contents(const tags *t, const lru *r, uint32_t set)
{
    unsigned held = 0;
    for (uint32_t i = set * t->ways; i < (set + 1) * t->ways; i++)
        held += t->at[i].state != LINE_INVALID;
    CU_ASSERT_EQUAL(held, r->n);
    for (unsigned k = 0; k < r->n; k++)
        CU_ASSERT_NOT_EQUAL(tags_find(t, set, r->line[k]), TAGS_NONE);
}

static void random_use(unsigned ways)
{
    enum { SETS = 4 };
    tags t;
    lru r[SETS] = {{{0}, 0}};
    rng g = {ways};
    tags_init(&t, SETS, ways);
    for (unsigned n = 0; n < 20000; n++) {
        const uint64_t line = rng_below(&g, SETS * ways * 3 / 2);
        const uint32_t set = (uint32_t)(line % SETS);
        int32_t slot = tags_find(&t, set, line);
        if (slot != TAGS_NONE) {
            tags_touch(&t, slot);
        } else {
            slot = tags_victim(&t, set);
            tags_put(&t, slot, line, LINE_VALID);
        }
        lru_use(&r[set], line, ways);
        if (n % 7 == 0) { // the oldest but one goes
            const unsigned k = r[set].n > 1;
            tags_invalidate(&t, tags_find(&t, set, r[set].line[k]));
            lru_drop(&r[set], k);
        }
        same_contents(&t, &r[set], set);
    }
    tags_free(&t);
}

TEST(lru_is_exact_with_few_ways) { random_use(TAGS_FEW); }
TEST(lru_is_exact_with_many_ways) { random_use(TAGS_FEW + 1); }
TEST(lru_is_exact_with_64_ways) { random_use(64); }

static void victim_passes_reserved(unsigned ways)
{
    tags t;
    tags_init(&t, 2, ways);
    for (unsigned k = 0; k < ways; k++) tags_reserve(&t, tags_victim(&t, 1), 100 + k, k);
    CU_ASSERT_EQUAL(tags_victim(&t, 1), TAGS_NONE);
    const int32_t third = tags_find(&t, 1, 102), second = tags_find(&t, 1, 101);
    CU_ASSERT_EQUAL(t.at[third].mshr, 2);
    t.at[third].state = LINE_VALID;
    CU_ASSERT_EQUAL(tags_victim(&t, 1), third);
    t.at[second].state = LINE_DIRTY;
    CU_ASSERT_EQUAL(tags_victim(&t, 1), second);
    tags_invalidate(&t, third);
    CU_ASSERT_EQUAL(tags_victim(&t, 1), third);
    CU_ASSERT_EQUAL(tags_find(&t, 1, 102), TAGS_NONE);
    tags_free(&t);
}

TEST(victim_is_the_oldest_line_that_is_not_reserved)
{
    victim_passes_reserved(4);
    victim_passes_reserved(TAGS_FEW + 4);
}

TEST(clear_forgets_all_lines)
{
    tags t;
    tags_init(&t, 1, 100);
    for (unsigned k = 0; k < 100; k++) tags_put(&t, tags_victim(&t, 0), k, LINE_VALID);
    tags_clear(&t);
    for (unsigned k = 0; k < 100; k++) CU_ASSERT_EQUAL(tags_find(&t, 0, k), TAGS_NONE);
    for (unsigned k = 0; k < 100; k++) {
        const int32_t slot = tags_victim(&t, 0);
        CU_ASSERT_EQUAL(t.at[slot].state, LINE_INVALID);
        tags_put(&t, slot, 1000 + k, LINE_VALID);
    }
    tags_free(&t);
}

// A lookup that looked at each way would need 65536 x 200000 looks: hours, not a fraction of a
// second.
TEST(lookup_does_not_grow_with_the_ways)
{
    enum { WAYS = 65536 };
    tags t;
    tags_init(&t, 1, WAYS);
    for (uint64_t n = 0; n < 200000; n++) {
        const uint64_t line = n % (WAYS + 1); // one too many: LRU always misses
        CU_ASSERT_EQUAL(tags_find(&t, 0, line), TAGS_NONE);
        tags_put(&t, tags_victim(&t, 0), line, LINE_VALID);
    }
    tags_free(&t);
}

TEST(hash_table_finds_what_is_there_after_removals)
{
    enum { N = 200 };
    linemap m;
    bool there[4 * N] = {false};
    unsigned count = 0;
    rng g = {1};
    linemap_init(&m, N);
    for (unsigned n = 0; n < 50000; n++) {
        const uint64_t k = rng_below(&g, 4 * N), line = k << 12;
        if (there[k]) linemap_remove(&m, line), there[k] = false, count--;
        else if (count < N) linemap_add(&m, line, (int32_t)k), there[k] = true, count++;
        const uint64_t look = rng_below(&g, 4 * N);
        CU_ASSERT_EQUAL(linemap_find(&m, look << 12), there[look] ? (int32_t)look : LINEMAP_NONE);
    }
    linemap_free(&m);
}

UNIT_MAIN("tags", T(lru_is_exact_with_few_ways), T(lru_is_exact_with_many_ways),
          T(lru_is_exact_with_64_ways), T(victim_is_the_oldest_line_that_is_not_reserved),
          T(clear_forgets_all_lines), T(lookup_does_not_grow_with_the_ways),
          T(hash_table_finds_what_is_there_after_removals))
