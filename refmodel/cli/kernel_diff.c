// kernel_diff.c : see kernel_diff.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/kernel_diff.h"

#include <string.h>

json_t *kernel_difference(const json_t *now, const json_t *before)
{
    const char *name;
    json_t *v, *o = json_object();
    json_object_foreach((json_t *)now, name, v) {
        const json_t *old = json_object_get(before, name);
        if (json_is_integer(v)) json_object_set_new(o, name, json_integer(json_integer_value(v) - json_integer_value(old)));
        else if (json_is_object(v) && strcmp(name, "instances") != 0) json_object_set_new(o, name, kernel_difference(v, old));
    }
    return o;
}

void kernel_list_add(void *list, const gpu *g)
{
    kernel_list *l = list;
    json_t *now = gpu_stats_json(g), *kernels = json_object_get(now, "kernels"), *own = kernel_difference(now, l->last);
    const json_t *k = json_array_get(kernels, json_array_size(kernels) - 1);
    json_object_set(own, "kernel_cycles", json_object_get(k, "cycles"));
    json_array_append_new(l->kernels, own);
    json_decref(l->last);
    l->last = now;
}
