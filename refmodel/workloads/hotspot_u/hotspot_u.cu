// hotspot_u.cu : heat in a chip without shared memory: a step a launch, neighbours from global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../hotspot/hotspot.cuh"

extern "C" __global__ void hotspot_steps(int steps, int cols, int rows, const float *power, const float *from, float *to, conductances k)
{
    const int x = GLOBAL_X, y = GLOBAL_Y;
    if (x >= cols || y >= rows) return;
    const int at = cols * y + x;
    const int n = y == 0 ? at : at - cols, s = y == rows - 1 ? at : at + cols;
    const int w = x == 0 ? at : at - 1, e = x == cols - 1 ? at : at + 1;
    to[at] = stepped(k, power[at], from[at], from[n], from[s], from[w], from[e]);
}
