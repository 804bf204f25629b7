// kmeans_t.cu : k-means as Rodinia has it: the first kernel transposes the features, so that the second reads them coalesced.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"
#include "../nearest.cuh"

extern "C" __global__ void kmeans_invert(int points, int features, const float *by_point, float *by_feature)
{
    int p = GLOBAL_X;
    if (p >= points) return;
    for (int i = 0; i < features; i++) by_feature[p + points * i] = by_point[p * features + i];
}

extern "C" __global__ void kmeans_point(int points, int features, int centres, const float *feature, int *membership)
{
    int p = GLOBAL_X;
    if (p < points) membership[p] = nearest_centre(features, centres, feature + p, points);
}
