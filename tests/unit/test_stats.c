// test_stats.c : statistics tables.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/occupancy.h"
#include "base/stats.h"
#include "unit.h"

#include <stdlib.h>

// clang-format off
#define EVENTS(X) \
    X(hits, "accesses", "found") X(misses, "accesses", "not found") X(stalls, "cycles", "waited")
// clang-format on
typedef struct events {
    EVENTS(STAT_FIELD)
} events;
STAT_TABLE(event_table, "l1d", EVENTS);

TEST(table_has_a_row_a_field)
{
    CU_ASSERT_EQUAL(event_table.n, 3);
    CU_ASSERT_EQUAL(sizeof(events), 3 * sizeof(uint64_t));
    CU_ASSERT_STRING_EQUAL(event_table.rows[1].name, "misses");
    CU_ASSERT_STRING_EQUAL(event_table.rows[2].unit, "cycles");
}

TEST(add_sums_every_field)
{
    events sum = {1, 2, 3}, more = {10, 20, 30};
    stats_add(&event_table, &sum, &more);
    CU_ASSERT(sum.hits == 11 && sum.misses == 22 && sum.stalls == 33);
    CU_ASSERT(more.hits == 10 && more.misses == 20 && more.stalls == 30);
}

TEST(json_has_every_field_by_name)
{
    const events s = {7, 8, 9};
    json_t *o = stats_json(&event_table, &s);
    CU_ASSERT_EQUAL(json_object_size(o), 3);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "hits")), 7);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "stalls")), 9);
    json_decref(o);
}

TEST(json_keeps_63_bits)
{
    const events s = {INT64_MAX, 0, 0};
    json_t *o = stats_json(&event_table, &s);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "hits")), INT64_MAX);
    json_decref(o);
}

// The least number of quarters that holds so many; a full queue is full whatever its size.
TEST(occupancy_levels_are_quarters_of_the_capacity)
{
    enum { FULL = OCCUPANCY_LEVELS - 1 };
    for (uint32_t capacity = 1; capacity <= 37; capacity++) {
        const occupancy o = occupancy_of(capacity);
        for (uint32_t items = 0; items <= capacity; items++) {
            uint64_t ticks[OCCUPANCY_LEVELS] = {0};
            uint32_t quarters = 0;
            while (quarters * capacity < 4 * items) quarters++;
            occupancy_count(ticks, &o, items, 7);
            CU_ASSERT_EQUAL(ticks[items == capacity ? FULL : quarters], 7);
        }
        free(o.level);
    }
}

UNIT_MAIN("stats", T(table_has_a_row_a_field), T(add_sums_every_field),
          T(json_has_every_field_by_name), T(json_keeps_63_bits),
          T(occupancy_levels_are_quarters_of_the_capacity))
