// records.c : see records.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/records.h"

#include <math.h>
#include <string.h>

enum { RECORD = 4, ROWS = 4 }; // words

tasks records_make(host *h, unsigned n, const void *key, size_t key_bytes)
{
    tasks t = {.n = n,
               .record = host_array_of(h, ELEMENT_U32, "record", (size_t)n * RECORD),
               .keys = host_array_of(h, ELEMENT_U8, "keys", n * key_bytes),
               .values = host_array_of(h, ELEMENT_U32, "values", (size_t)n * ROWS)};
    for (size_t i = 0; i < n; i++) {
        uint32_t *r = t.record->u32 + i * RECORD;
        r[0] = (uint32_t)(i * key_bytes);
        r[1] = (uint32_t)key_bytes;
        r[2] = (uint32_t)(i * ROWS * sizeof *r);
        r[3] = (uint32_t)(ROWS * sizeof *r);
        memcpy(t.keys->u8 + r[0], key, key_bytes);
    }
    return t;
}

void records_rows(tasks *t, size_t task, unsigned a, unsigned b, unsigned row_count, unsigned terms)
{
    memcpy(t->values->u32 + task * ROWS, (uint32_t[ROWS]){a, b, row_count, terms},
           ROWS * sizeof *t->values->u32);
}

records records_on_device(const tasks *t)
{
    return (records){t->record->device, t->keys->device, t->values->device};
}

float records_product(size_t n, const float *a, const float *b)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++) sum = fmaf(a[i], b[i], sum);
    return sum;
}
