// kernel_diff.c : see kernel_diff.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/kernel_diff.h"

#include <string.h>

json_t *kernel_difference(const json_t *now, const json_t *before)
{
    const char *name;
    json_t *v, *o = json_object();
    json_object_foreach((json_t *)now, name, v) {
        const json_t *old = json_object_get(before, name);
        if (json_is_integer(v))
            json_object_set_new(o, name,
                                json_integer(json_integer_value(v) - json_integer_value(old)));
        else if (json_is_object(v) && strcmp(name, "instances") != 0)
            json_object_set_new(o, name, kernel_difference(v, old));
    }
    return o;
}

void kernel_list_add(void *list, const gpu *g)
{
    kernel_list *l = list;
    json_t *now = gpu_stats_json(g), *kernels = json_object_get(now, "kernels"),
           *own = kernel_difference(now, l->last);
    const json_t *k = json_array_get(kernels, json_array_size(kernels) - 1);
    json_object_set(own, "kernel_cycles", json_object_get(k, "cycles"));
    json_array_append_new(l->kernels, own);
    json_decref(l->last);
    l->last = now;
}

void kernel_sum(json_t *sum, const json_t *more)
{
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)more, name, v) {
        json_t *old = json_object_get(sum, name);
        if (!old) json_object_set_new(sum, name, json_deep_copy(v));
        else if (json_is_object(v)) kernel_sum(old, v);
        else json_integer_set(old, json_integer_value(old) + json_integer_value(v));
    }
}

void kernel_sums_add(void *sums, const gpu *g)
{
    kernel_sums *l = sums;
    json_t *now = gpu_stats_json(g), *kernels = json_object_get(now, "kernels"),
           *own = kernel_difference(now, l->last);
    const char *name = json_string_value(
        json_object_get(json_array_get(kernels, json_array_size(kernels) - 1), "name"));
    if (!json_object_get(l->by_name, name)) json_object_set_new(l->by_name, name, json_object());
    kernel_sum(json_object_get(l->by_name, name), own);
    json_decref(own);
    json_decref(l->last);
    l->last = now;
}
