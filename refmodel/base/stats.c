// stats.c : see stats.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/stats.h"

void stats_add(const stat_table *t, void *sum, const void *s)
{
    uint64_t *to = sum;
    const uint64_t *from = s;
    for (unsigned i = 0; i < t->n; i++) to[i] += from[i];
}

json_t *stats_json(const stat_table *t, const void *s)
{
    const uint64_t *v = s;
    json_t *o = json_object();
    for (unsigned i = 0; i < t->n; i++)
        json_object_set_new(o, t->rows[i].name, json_integer((json_int_t)v[i]));
    return o;
}
