// kmeans_tex.c : host program of kmeans_tex (Rodinia's k-means: features transposed first, then
// read by a texture), dimensions points x features.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/kmeans/kmeans.h"

// Rodinia's grids: a square number of blocks, in a line for the first kernel.
static unsigned square_side(unsigned points)
{
    const unsigned blocks = (points + KMEANS_BLOCK - 1) / KMEANS_BLOCK;
    unsigned side = 1;
    while (side * side < blocks) side++;
    return side;
}

static void program(host *h, const unsigned *n)
{
    kmeans k = kmeans_open(h, n);
    array *by_feature = host_array(h, "by_feature", k.feature->count);
    const unsigned side = square_side(k.points);
    host_send(h);
    host_launch(h, "kmeans_invert",
                (shape){.grid = {side * side, 1, 1}, .block = {KMEANS_BLOCK, 1, 1}},
                (void *[]){&k.points, &k.features, &k.feature->device, &by_feature->device});
    if (!host_ended(h)) return;
    kmeans_invert(&k, by_feature);
    host_check(h, by_feature);
    kmeans_rounds(h, &k, (shape){.grid = {side, side, 1}, .block = {KMEANS_BLOCK, 1, 1}},
                  host_texture(h, by_feature));
}

const workload workload_kmeans_tex = {
    .name = "kmeans_tex",
    .suite = "rodinia",
    .what = "k-means, features transposed and read by a texture, points x features",
    .kernels = "kmeans_invert kmeans_point",
    SIZES2(8192, 34, 32768, 34, 494020, 34),
    .program = program,
};
