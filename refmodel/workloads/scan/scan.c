// scan.c : host program and reference of scan (SDK), up to 1024 x 1024 elements.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

enum { PIECE = 1024, THREADS = 256 };

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], pieces = (n + PIECE - 1) / PIECE;
    array *in = host_array_of(h, ELEMENT_U32, "in", n),
          *out = host_array_of(h, ELEMENT_U32, "out", n);
    array *total = host_array_of(h, ELEMENT_U32, "total", pieces),
          *before = host_array_of(h, ELEMENT_U32, "before", pieces);
    array *all = host_array_of(h, ELEMENT_U32, "all", 1);
    rng r = {1};
    for (size_t i = 0; i < n; i++) in->u32[i] = (uint32_t)rng_below(&r, 1 << 16);
    host_send(h);
    const shape blocks = {.grid = {pieces, 1, 1}, .block = {THREADS, 1, 1}},
                one = {.grid = {1, 1, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "scan_pieces", blocks,
                (void *[]){&n, &in->device, &out->device, &total->device});
    host_launch(h, "scan_pieces", one,
                (void *[]){&pieces, &total->device, &before->device, &all->device});
    host_launch(h, "scan_add", blocks, (void *[]){&n, &out->device, &before->device});
    for (size_t i = 1; i < n; i++) out->u32[i] = out->u32[i - 1] + in->u32[i - 1];
    all->u32[0] = out->u32[n - 1] + in->u32[n - 1];
    host_check(h, out);
    host_check(h, all);
}

const workload workload_scan = {
    .name = "scan",
    .suite = "sdk",
    .what = "exclusive prefix sums, elements",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "scan_pieces scan_add",
    SIZES1(65536, 262144, 1048576),
    .program = program,
};
