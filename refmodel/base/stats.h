// stats.h: statistics tables. A component lists its counters once, in an X-macro LIST(X) with rows
// X(name, unit, meaning). The macro makes a struct of uint64_t, which the component increments with
// plain `s->hits++`, and a table that everything else iterates: sums, JSON, text, differences, the
// reference page.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_STATS_H
#define WL_BASE_STATS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef struct stat_row {
    const char *name, *unit, *meaning;
} stat_row;

// The struct that the rows describe is exactly n consecutive uint64_t, in row order.
typedef struct stat_table {
    const char *group; // "l1d", "dram", ...
    const stat_row *rows;
    unsigned n;
} stat_table;

#define STAT_FIELD(name, unit, meaning) uint64_t name;
// clang-format off
#define STAT_ROW(name, unit, meaning) {#name, unit, meaning},
// clang-format on
// STAT_TABLE(mrpb_event_table, "mrpb", MRPB_EVENTS) defines `const stat_table mrpb_event_table`.
#define STAT_TABLE(table, group, LIST) \
    static const stat_row table##_rows[] = {LIST(STAT_ROW)}; \
    const stat_table table = {group, table##_rows, sizeof table##_rows / sizeof table##_rows[0]}

void stats_add(const stat_table *t, void *sum, const void *s); // sum[i] += s[i]
// {"name": value, ...}; new reference
json_t *stats_json(const stat_table *t, const void *s);

#endif
