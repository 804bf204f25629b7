// nearest.cuh : the centre nearest to a point, shared by kmeans and kmeans_t (and the centres, in constant memory, by kmeans_tex).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_NEAREST_CUH
#define WL_WORKLOADS_NEAREST_CUH

#include "prelude.cuh"

enum { MOST_CENTRES = 5, MOST_FEATURES = 34 };

extern "C" {
__constant__ float kmeans_centre[MOST_CENTRES * MOST_FEATURES];
}

// The point's features lie `stride` apart; the first of the nearest wins.
static __device__ __attribute__((always_inline)) int nearest_centre(int features, int centres, const float *point, int stride)
{
    int nearest = -1;
    float least = 3.40282347e+38f;
    for (int c = 0; c < centres; c++) {
        float sum = 0.0f;
        for (int i = 0; i < features; i++) {
            float d = point[i * stride] - kmeans_centre[c * features + i];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            nearest = c;
        }
    }
    return nearest;
}

#endif
