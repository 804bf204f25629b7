// scan.c : host program and reference of scan (SDK), dimensions elements of an array x arrays: a
// power of two from 2048 to 262144.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

enum { THREADS = 256, PIECE = 4 * THREADS };

static void reference(size_t length, size_t n, const uint32_t *in, uint32_t *out)
{
    for (size_t i = 0; i < n; i++) out[i] = i % length ? out[i - 1] + in[i - 1] : 0;
}

static void program(host *h, const unsigned *dims)
{
    const unsigned n = dims[0] * dims[1];
    unsigned pieces = n / PIECE, each = dims[0] / PIECE;
    array *in = host_array_of(h, ELEMENT_U32, "in", n),
          *out = host_array_of(h, ELEMENT_U32, "out", n);
    array *before = host_array_of(h, ELEMENT_U32, "before", pieces);
    rng r = {1};
    for (size_t i = 0; i < n; i++) in->u32[i] = (uint32_t)rng_u64(&r);
    host_send(h);
    host_launch(h, "scan_pieces", shape_blocks(n / 4, THREADS),
                (void *[]){&in->device, &out->device});
    host_launch(h, "scan_totals", shape_blocks(pieces, THREADS),
                (void *[]){&pieces, &each, &in->device, &out->device, &before->device});
    host_launch(h, "scan_add", shape_blocks(n / 4, THREADS),
                (void *[]){&out->device, &before->device});
    if (!host_ended(h)) return;
    reference(dims[0], n, in->u32, out->u32);
    host_check(h, out);
}

const workload workload_scan = {
    .name = "scan",
    .suite = "sdk",
    .what = "exclusive prefix sums, elements of an array x arrays",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "scan_pieces scan_totals scan_add",
    SIZES2(16384, 4, 262144, 1, 262144, 26),
    .program = program,
};
