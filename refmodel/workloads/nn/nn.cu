// nn.cu : distance of every record (latitude, longitude) to a place, a thread a record; the host picks the nearest.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

struct position {
    float latitude, longitude;
};

extern "C" __global__ void nn_distance(const position *records, float *distance, int n, float latitude, float longitude)
{
    const int at = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
    if (at >= n) return;
    const float dy = latitude - records[at].latitude, dx = longitude - records[at].longitude;
    distance[at] = __nvvm_sqrt_rn_f(dy * dy + dx * dx);
}
