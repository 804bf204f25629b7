// fuzz.c : see fuzz.h.
//
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fuzz_path(const char *name)
{
    static char paths[4][512];
    static unsigned turn;
    const char *dir = getenv("FUZZ_DIR");
    char *path = paths[turn++ % 4];
    CHECK(dir, "FUZZ_DIR names the directory for the files of this run");
    snprintf(path, sizeof paths[0], "%s/%s", dir, name);
    return path;
}

const char *fuzz_put(const char *name, const void *data, size_t size)
{
    const char *path = fuzz_path(name);
    FILE *f = fopen(path, "we");
    CHECK(f && (!size || fwrite(data, 1, size, f) == size) && fclose(f) == 0, "cannot write %s",
          path);
    return path;
}

fuzz_parts fuzz_split(const uint8_t *data, size_t size)
{
    static const char mark[] = "\n----\n";
    const uint8_t *at = size ? memmem(data, size, mark, sizeof mark - 1) : NULL;
    if (!at) return (fuzz_parts){.first = data, .first_size = size};
    const uint8_t *second = at + sizeof mark - 1;
    return (fuzz_parts){data, second, (size_t)(at - data) + 1, size - (size_t)(second - data)};
}

void fuzz_verdict(bool taken, err *e)
{
    CHECK(taken == !e->count, "%s, but %u messages: %s", taken ? "taken" : "refused", e->count,
          e->text);
    CHECK(taken || e->status == ST_INPUT, "refused with status %d: %s", e->status, e->text);
    err_free(e);
}
