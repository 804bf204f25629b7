// transpose.c : host program and reference of transpose (SDK): its eight kernels one after the
// other on an n x n matrix.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <string.h>

enum { TILE = 16 };

// Where a kernel puts element (y, x): each of the two halves of a transpose is done or left out.
static size_t place(size_t n, size_t y, size_t x, bool of_tiles, bool of_elements)
{
    const size_t tile_y = y / TILE, tile_x = x / TILE, in_y = y % TILE, in_x = x % TILE;
    const size_t to_y = (of_tiles ? tile_x : tile_y) * TILE + (of_elements ? in_x : in_y);
    const size_t to_x = (of_tiles ? tile_y : tile_x) * TILE + (of_elements ? in_y : in_x);
    return to_y * n + to_x;
}

static const struct kernel {
    const char *name;
    bool of_tiles, of_elements;
} kernels[] = {{"transpose_copy", false, false}, {"transpose_copy_shared", false, false},
               {"transpose_naive", true, true},  {"transpose_coalesced", true, true},
               {"transpose_shared", true, true}, {"transpose_coarse", true, false},
               {"transpose_fine", false, true},  {"transpose_diagonal", true, true}};

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *A = host_array(h, "A", (size_t)n * n), *B = host_array(h, "B", (size_t)n * n);
    for (size_t i = 0; i < A->count; i++) A->at[i] = (float)i;
    host_send(h);
    const shape tiles = {.grid = {n / TILE, n / TILE, 1}, .block = {TILE, TILE, 1}};
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        memset(B->host, 0, B->count * sizeof *B->at);
        host_write(h, B);
        host_launch(h, kernels[k].name, tiles, (void *[]){&B->device, &A->device, &n});
        if (!host_ended(h)) return;
        for (size_t i = 0; i < A->count; i++)
            B->at[place(n, i / n, i % n, kernels[k].of_tiles, kernels[k].of_elements)] = A->at[i];
        host_check(h, B);
    }
}

const workload workload_transpose = {
    .name = "transpose",
    .suite = "sdk",
    .what = "matrix copies and transposes, naive and through shared memory",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "transpose_copy transpose_copy_shared transpose_naive transpose_coalesced "
               "transpose_shared transpose_coarse transpose_fine transpose_diagonal",
    SIZES1(256, 512, 1024),
    .program = program,
};
