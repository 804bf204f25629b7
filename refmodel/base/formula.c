// formula.c : see formula.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/formula.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const json_t *formula_at(const json_t *stats, const char *path, size_t bytes)
{
    while (stats && bytes) {
        const char *dot = memchr(path, '.', bytes);
        const size_t n = dot ? (size_t)(dot - path) : bytes;
        stats = json_object_getn(stats, path, n);
        path += n + (dot != NULL);
        bytes -= n + (dot != NULL);
    }
    return stats;
}

static bool term(const json_t *stats, const char *text, size_t bytes, uint64_t *value)
{
    if (isdigit((unsigned char)*text)) {
        *value = strtoull(text, NULL, 10);
        return true;
    }
    const json_t *v = formula_at(stats, text, bytes);
    if (!json_is_integer(v)) return false;
    *value = (uint64_t)json_integer_value(v);
    return true;
}

bool formula_value(const json_t *stats, const char *text, uint64_t *value)
{
    uint64_t sum = 0, one;
    bool minus = false;
    for (;;) {
        const size_t n = strcspn(text, " ");
        if (!term(stats, text, n, &one)) return false;
        sum = minus ? sum - one : sum + one;
        text += n;
        if (!*text) break;
        minus = text[1] == '-';
        text += strlen(" + ");
    }
    *value = sum;
    return true;
}
