// mergesort.c : host program and reference of mergesort (SDK): n keys, a power of two times 1024.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>

enum { TILE = 1024, SAMPLE = 128, THREADS = 256, MOST_KEYS = 65536 };

typedef struct pair {
    uint32_t key, value;
} pair;

static int by_key_and_value(const void *x, const void *y)
{
    const pair *a = x, *b = y;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

// From one pair of arrays to the other. Values are the keys' places: equal keys stay in their
// order.
static void reference(array *const from[2], array *const to[2])
{
    const size_t n = from[0]->count;
    pair *p = wl_calloc(n, sizeof *p);
    for (size_t i = 0; i < n; i++) p[i] = (pair){from[0]->u32[i], from[1]->u32[i]};
    qsort(p, n, sizeof *p, by_key_and_value);
    for (size_t i = 0; i < n; i++) {
        to[0]->u32[i] = p[i].key;
        to[1]->u32[i] = p[i].value;
    }
    free(p);
}

typedef struct samples { // of both runs: ranks in either run, and where intervals start
    array *rank[2], *limit[2];
} samples;

static samples make_samples(host *h, size_t n)
{
    return (samples){{host_array_of(h, ELEMENT_U32, "rank_a", n / SAMPLE),
                      host_array_of(h, ELEMENT_U32, "rank_b", n / SAMPLE)},
                     {host_array_of(h, ELEMENT_U32, "limit_a", n / SAMPLE),
                      host_array_of(h, ELEMENT_U32, "limit_b", n / SAMPLE)}};
}

static void merge(host *h, samples *s, unsigned run, array *const from[2], array *const to[2])
{
    const unsigned n = (unsigned)from[0]->count;
    unsigned threads = n / (2 * SAMPLE);
    const shape each = shape_blocks(threads, THREADS);
    host_launch(
        h, "mergesort_ranks", each,
        (void *[]){&s->rank[0]->device, &s->rank[1]->device, &from[0]->device, &run, &threads});
    for (unsigned i = 0; i < 2; i++) {
        host_launch(h, "mergesort_limits", each,
                    (void *[]){&s->limit[i]->device, &s->rank[i]->device, &run, &threads});
    }
    host_launch(h, "mergesort_merge", shape_blocks(n, SAMPLE),
                (void *[]){&to[0]->device, &to[1]->device, &from[0]->device, &from[1]->device,
                           &s->limit[0]->device, &s->limit[1]->device, &run});
}

static void program(host *h, const unsigned *dims)
{
    const unsigned n = dims[0];
    array *source[2] = {host_array_of(h, ELEMENT_U32, "key", n),
                        host_array_of(h, ELEMENT_U32, "value", n)};
    array *place[2][2] = {
        {host_array_of(h, ELEMENT_U32, "key1", n), host_array_of(h, ELEMENT_U32, "value1", n)},
        {host_array_of(h, ELEMENT_U32, "key2", n), host_array_of(h, ELEMENT_U32, "value2", n)}};
    samples s = make_samples(h, n);
    rng r = {1};
    for (size_t i = 0; i < n; i++) source[0]->u32[i] = (uint32_t)rng_below(&r, MOST_KEYS);
    for (size_t i = 0; i < n; i++) source[1]->u32[i] = (uint32_t)i;
    host_send(h);
    unsigned now = 0;
    host_launch(h, "mergesort_tiles", (shape){.grid = {n / TILE, 1, 1}, .block = {TILE / 2, 1, 1}},
                (void *[]){&place[0][0]->device, &place[0][1]->device, &source[0]->device,
                           &source[1]->device});
    for (unsigned run = TILE; run < n; run *= 2, now ^= 1)
        merge(h, &s, run, place[now], place[now ^ 1]);
    if (!host_ended(h)) return;
    reference(source, place[now]);
    host_check(h, place[now][0]);
    host_check(h, place[now][1]);
}

const workload workload_mergesort = {
    .name = "mergesort",
    .suite = "sdk",
    .what = "merge sort of keys with values, keys",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "mergesort_tiles mergesort_ranks mergesort_limits mergesort_merge",
    SIZES1(8192, 65536, 4194304),
    .program = program,
};
