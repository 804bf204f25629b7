// state.c: see state.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/state.h"

#include "sweep/store.h"

#include <stdlib.h>

char *sweep_store_dir(const sweep_manifest *m) { return wl_format("%s/results", m->dir); }

static json_t *failure_of(const sweep_planned *p, unsigned index, const char *dir)
{
    json_t *row = json_object(), *failure = store_get_failure(dir, p->hash);
    char *text = sweep_point_text(&p->point);
    json_object_set_new(row, "index", json_integer(index));
    json_object_set_new(row, "point", json_string(text));
    if (failure) json_object_update(row, failure);
    json_decref(failure);
    free(text);
    return row;
}

void state_describe(const sweep_manifest *m, json_t *result)
{
    unsigned counts[3] = {0};
    json_t *failures = json_array();
    char *dir = sweep_store_dir(m);
    for (unsigned i = 0; i < m->n; i++) {
        const store_state s = store_look(dir, m->points[i].hash);
        counts[s]++;
        if (s == STORE_FAILED) json_array_append_new(failures, failure_of(&m->points[i], i, dir));
    }
    free(dir);
    json_object_set_new(result, "name", json_string(m->name));
    json_object_set_new(result, "points", json_integer(m->n));
    json_object_set_new(result, "done", json_integer(counts[STORE_DONE]));
    json_object_set_new(result, "failed", json_integer(counts[STORE_FAILED]));
    json_object_set_new(result, "missing", json_integer(counts[STORE_NONE]));
    json_object_set_new(result, "failures", failures);
}
