// histo.c : host program and reference of histo (SDK, Parboil): bytes of which some are far more
// frequent than others.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

enum { BINS = 256, THREADS = 192 };

static void program(host *h, const unsigned *dims)
{
    unsigned words = dims[0] / 4;
    array *data = host_array_of(h, ELEMENT_U32, "data", words);
    array *shared = host_array_of(h, ELEMENT_U32, "shared", BINS),
          *global = host_array_of(h, ELEMENT_U32, "global", BINS);
    rng r = {1};
    for (size_t i = 0; i < (size_t)words * 4; i++)
        ((uint8_t *)data->host)[i] = (uint8_t)(rng_below(&r, 256) & rng_below(&r, 256));
    host_send(h);
    const shape blocks = {.grid = {60, 1, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "histo_shared", blocks, (void *[]){&words, &data->device, &shared->device});
    host_launch(h, "histo_global", blocks, (void *[]){&words, &data->device, &global->device});
    for (size_t i = 0; i < (size_t)words * 4; i++) {
        const uint8_t byte = ((const uint8_t *)data->host)[i];
        shared->u32[byte]++;
        global->u32[byte]++;
    }
    host_check(h, shared);
    host_check(h, global);
}

const workload workload_histo = {
    .name = "histo",
    .suite = "parboil",
    .what = "histogram of bytes, by shared and by global atomics, bytes",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "histo_shared histo_global",
    SIZES1(65536, 1048576, 16777216),
    .program = program,
};
