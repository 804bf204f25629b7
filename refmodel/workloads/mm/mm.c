// mm.c : host program and reference of mm (Mars): C = A B, a map task an element.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/records.h"

static void program(host *h, const unsigned *dims)
{
    const unsigned n = dims[0];
    array *A = host_array(h, "A", (size_t)n * n), *BT = host_array(h, "BT", (size_t)n * n);
    tasks t = records_make(h, n * n, (CUdeviceptr[]){A->device, BT->device}, 2 * sizeof A->device);
    array *C = host_array(h, "C", t.n),
          *place = host_array_of(h, ELEMENT_S32, "place", 2 * (size_t)t.n);
    rng r = {1};
    for (size_t i = 0; i < A->count; i++) {
        A->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
        BT->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    }
    for (unsigned i = 0; i < t.n; i++) records_rows(&t, i, i / n, i % n, n, n);
    records in = records_on_device(&t);
    host_send(h);
    host_launch(h, "mm_map", shape_line(t.n), (void *[]){&t.n, &in, &C->device, &place->device});
    if (!host_ended(h)) return;
    for (size_t at = 0; at < t.n; at++) {
        C->at[at] = records_product(n, A->at + at / n * n, BT->at + at % n * n);
        place->s32[2 * at] = (int32_t)(at / n);
        place->s32[2 * at + 1] = (int32_t)(at % n);
    }
    host_check(h, C);
    host_check(h, place);
}

const workload workload_mm = {
    .name = "mm",
    .suite = "mapreduce",
    .what = "matrix multiply, a map task an element, B transposed",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "mm_map",
    SIZES1(96, 256, 512),
    .program = program,
};
