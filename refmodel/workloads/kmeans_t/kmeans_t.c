// kmeans_t.c : host program of kmeans_t (k-means, features transposed first and read from global
// memory), dimensions points x features.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/kmeans/kmeans.h"

static void program(host *h, const unsigned *n)
{
    kmeans k = kmeans_open(h, n);
    array *by_feature = host_array(h, "by_feature", k.feature->count);
    host_send(h);
    host_launch(h, "kmeans_invert", shape_line(k.points),
                (void *[]){&k.points, &k.features, &k.feature->device, &by_feature->device});
    if (!host_ended(h)) return;
    kmeans_invert(&k, by_feature);
    host_check(h, by_feature);
    kmeans_rounds(h, &k, shape_line(k.points), by_feature->device);
}

const workload workload_kmeans_t = {
    .name = "kmeans_t",
    .suite = "rodinia",
    .what = "k-means, features transposed first, points x features",
    .class_in = {[PAPER_CART] = "C"},
    .kernels = "kmeans_invert kmeans_point",
    SIZES2(8192, 34, 32768, 34, 204800, 34),
    .program = program,
};
