// flat.c: see flat.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/flat.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 32 };

static void add(json_t *flat, const json_t *value, const char *path)
{
    const char *key;
    json_t *inner;
    if (json_is_number(value)) json_object_set(flat, path, (json_t *)value);
    if (!json_is_object(value)) return;
    json_object_foreach((json_t *)value, key, inner) {
        if (strcmp(key, "wall_seconds") == 0 || strcmp(key, "by_kernel") == 0) continue;
        char *name = *path ? wl_format("%s.%s", path, key) : wl_strdup(key);
        add(flat, inner, name);
        free(name);
    }
}

json_t *flat_numbers(const json_t *result)
{
    json_t *flat = json_object();
    add(flat, result, "");
    return flat;
}

void flat_text(const json_t *number, char *text)
{
    const double value = json_number_value(number);
    if (json_is_integer(number)) {
        snprintf(text, TEXT, "%lld", (long long)json_integer_value(number));
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value) return;
    }
}
