// kmeans_t.c : host program of kmeans_t (Rodinia's k-means: features transposed first), dimensions
// points x features.
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
    for (size_t p = 0; p < k.points; p++) {
        for (size_t i = 0; i < k.features; i++)
            by_feature->at[i * k.points + p] = k.feature->at[p * k.features + i];
    }
    host_check(h, by_feature);
    kmeans_rounds(h, &k, by_feature);
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
