// mergesort.c : host program and reference of mergesort (SDK): n keys, a power of two times 1024.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>

enum { TILE = 1024, THREADS = 512 };

typedef struct pair {
    uint32_t key, value;
} pair;

static int by_key_and_value(const void *x, const void *y)
{
    const pair *a = x, *b = y;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

static void sort(array *key, array *value)
{
    pair *p = wl_calloc(key->count, sizeof *p);
    for (size_t i = 0; i < key->count; i++) p[i] = (pair){key->u32[i], value->u32[i]};
    qsort(p, key->count, sizeof *p, by_key_and_value);
    for (size_t i = 0; i < key->count; i++) {
        key->u32[i] = p[i].key;
        value->u32[i] = p[i].value;
    }
    free(p);
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *key = host_array_of(h, ELEMENT_U32, "key", n),
          *value = host_array_of(h, ELEMENT_U32, "value", n);
    array *key2 = host_array_of(h, ELEMENT_U32, "key2", n),
          *value2 = host_array_of(h, ELEMENT_U32, "value2", n);
    rng r = {1};
    for (size_t i = 0; i < n; i++) key->u32[i] = (uint32_t)rng_below(&r, n);
    for (size_t i = 0; i < n; i++) value->u32[i] = (uint32_t)i;
    host_send(h);
    const shape tiles = {.grid = {n / TILE, 1, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "mergesort_tiles", tiles, (void *[]){&key->device, &value->device});
    array *from[2] = {key, value}, *to[2] = {key2, value2};
    for (unsigned run = TILE; run < n; run *= 2) {
        host_launch(h, "mergesort_merge", shape_line(n),
                    (void *[]){&n, &run, &from[0]->device, &from[1]->device, &to[0]->device,
                               &to[1]->device});
        for (unsigned i = 0; i < 2; i++) {
            array *held = from[i];
            from[i] = to[i];
            to[i] = held;
        }
    }
    for (unsigned i = 0; i < n && from[0] == key2; i++) {
        key2->u32[i] = key->u32[i];
        value2->u32[i] = value->u32[i];
    }
    sort(from[0], from[1]);
    host_check(h, from[0]);
    host_check(h, from[1]);
}

const workload workload_mergesort = {
    .name = "mergesort",
    .suite = "sdk",
    .what = "merge sort of keys with values, keys",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "mergesort_tiles mergesort_merge",
    SIZES1(8192, 65536, 1048576),
    .program = program,
};
