// Calibration probe: dependent loads by one thread, 64 a pass, each with the address arithmetic of i = next[i]. A pass begins at
// element first + pass * step.
//
// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void chase(const unsigned *next, unsigned *out, unsigned first, unsigned step, unsigned passes)
{
    unsigned i = first, sum = 0;
    for (unsigned p = 0; p < passes; p++) {
        i = first + p * step;
#pragma unroll
        for (int k = 0; k < 64; k++) i = next[i];
        sum += i;
    }
    *out = sum;
}
