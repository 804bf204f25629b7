// kmeans.c : host program and reference of kmeans (Rodinia, features point by point), dimensions
// points x features.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/kmeans/kmeans.h"

#include "base/rng.h"

#include <float.h>
#include <math.h>
#include <string.h>

kmeans kmeans_open(host *h, const unsigned *n)
{
    kmeans k = {.points = n[0], .features = n[1], .centres = KMEANS_CENTRES};
    rng r = {1};
    k.feature = host_array(h, "feature", (size_t)k.points * k.features);
    k.membership = host_array_of(h, ELEMENT_S32, "membership", k.points);
    for (size_t i = 0; i < k.feature->count; i++)
        k.feature->at[i] = (float)rng_below(&r, 1000) / 10.0f;
    memcpy(k.centre, k.feature->at, sizeof(float) * k.centres * k.features);
    return k;
}

static int32_t nearest(const kmeans *k, const float *point)
{
    int32_t best = -1;
    float least = FLT_MAX;
    for (size_t c = 0; c < k->centres; c++) {
        const float *centre = k->centre + c * k->features;
        float sum = 0;
        for (size_t i = 0; i < k->features; i++)
            sum = fmaf(point[i] - centre[i], point[i] - centre[i], sum);
        if (sum < least) {
            least = sum;
            best = (int32_t)c;
        }
    }
    return best;
}

static void move_centres(kmeans *k)
{
    unsigned members[KMEANS_CENTRES] = {0};
    memset(k->centre, 0, sizeof k->centre);
    for (size_t p = 0; p < k->points; p++) {
        const size_t c = (size_t)k->membership->s32[p];
        members[c]++;
        for (size_t i = 0; i < k->features; i++)
            k->centre[c * k->features + i] += k->feature->at[p * k->features + i];
    }
    for (size_t at = 0; at < (size_t)k->centres * k->features; at++)
        k->centre[at] /= (float)members[at / k->features];
}

void kmeans_invert(const kmeans *k, array *by_feature)
{
    for (size_t p = 0; p < k->points; p++) {
        for (size_t i = 0; i < k->features; i++)
            by_feature->at[i * k->points + p] = k->feature->at[p * k->features + i];
    }
}

void kmeans_rounds(host *h, kmeans *k, shape s, CUdeviceptr feature)
{
    for (unsigned round = 0; round < KMEANS_ROUNDS; round++) {
        host_variable(h, "kmeans_centre", k->centre, sizeof(float) * k->centres * k->features);
        host_launch(
            h, "kmeans_point", s,
            (void *[]){&k->points, &k->features, &k->centres, &feature, &k->membership->device});
        if (!host_ended(h)) return;
        for (size_t p = 0; p < k->points; p++)
            k->membership->s32[p] = nearest(k, k->feature->at + p * k->features);
        host_check(h, k->membership);
        move_centres(k);
    }
}

static void program(host *h, const unsigned *n)
{
    kmeans k = kmeans_open(h, n);
    host_send(h);
    kmeans_rounds(h, &k, shape_line(k.points), k.feature->device);
}

const workload workload_kmeans = {
    .name = "kmeans",
    .suite = "rodinia",
    .what = "k-means, features point by point (uncoalesced), points x features",
    .class_in = {[PAPER_DWT_PRIC] = "thrashing"},
    .kernels = "kmeans_point",
    SIZES2(4096, 34, 32768, 34, 204800, 34),
    .program = program,
};
