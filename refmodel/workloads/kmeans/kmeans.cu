// kmeans.cu : the nearest of k centres for each point, features point by point in memory: the lanes of a warp read as many
// lines as there are lanes, and each thread comes back to its own line.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"
#include "../nearest.cuh"

extern "C" __global__ void kmeans_point(int points, int features, int centres, const float *feature, int *membership)
{
    int p = GLOBAL_X;
    if (p < points) membership[p] = nearest_centre(features, centres, feature + p * features, 1);
}
