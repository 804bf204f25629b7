// transpose_l.c : host program and reference of transpose_l: B = A' naively, by column-wise loads,
// C = A' through shared memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *A = host_array(h, "A", (size_t)n * n), *B = host_array(h, "B", (size_t)n * n),
          *C = host_array(h, "C", (size_t)n * n);
    for (size_t i = 0; i < A->count; i++) A->at[i] = (float)i;
    host_send(h);
    const shape tiles = {.grid = {n / 32, n / 32, 1},
                         .block = {32, 8, 1}}; // a block moves 32 x 32 elements
    host_launch(h, "transpose_loads", tiles, (void *[]){&n, &A->device, &B->device});
    host_launch(h, "transpose_tiles", tiles, (void *[]){&n, &A->device, &C->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) B->at[j * n + i] = C->at[j * n + i] = A->at[i * n + j];
    }
    host_check(h, B);
    host_check(h, C);
}

const workload workload_transpose_l = {
    .name = "transpose_l",
    .suite = "sdk",
    .what = "matrix transpose, naive by columns of A and through shared memory",
    .kernels = "transpose_loads transpose_tiles",
    SIZES1(256, 512, 1024),
    .program = program,
};
