// kmeans_tex.cu : k-means as Rodinia has it: a first kernel transposes the features; the second reads them by a texture over linear
// memory, and the centres from constant memory. Blocks of the second lie in a square grid.
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

// Element i of the texture: CUDA's tex1Dfetch.
static __device__ __attribute__((always_inline)) float fetch(unsigned long long texture, int i)
{
    float r, g, b, a;
    asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "r"(i));
    return r;
}

extern "C" __global__ void kmeans_point(int points, int features, int centres, unsigned long long feature, int *membership)
{
    int p = (gridDim.x * blockIdx.y + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.x;
    int nearest = -1;
    if (p >= points) return;
    float least = 3.40282347e+38f;
    for (int c = 0; c < centres; c++) {
        float sum = 0.0f;
        for (int i = 0; i < features; i++) {
            float d = fetch(feature, p + i * points) - kmeans_centre[c * features + i];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            nearest = c;
        }
    }
    membership[p] = nearest;
}
