// fastWalsh.cu : dyadic convolution by the Walsh-Hadamard transform (SDK fastWalshTransform): radix-4 stages in global memory while
// the stride is large, the rest of a 2048-element piece in shared memory; then the spectra's product.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { PIECE = 2048 };

// One radix-4 stage of vectors of `n` elements: stride n / 4; a thread four elements.
extern "C" __global__ void fwt_global(float *data, int stride)
{
    const int at = GLOBAL_X, low = at & (stride - 1), i0 = ((at - low) << 2) + low;
    const int i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    const float d0 = data[i0], d1 = data[i1], d2 = data[i2], d3 = data[i3];
    const float s02 = d0 + d2, m02 = d0 - d2, s13 = d1 + d3, m13 = d1 - d3;
    data[i0] = s02 + s13;
    data[i1] = s02 - s13;
    data[i2] = m02 + m13;
    data[i3] = m02 - m13;
}

// The stages within pieces of 2048 elements: five of radix 4 and one of radix 2; 512 threads a piece.
extern "C" __global__ void fwt_shared(float *data)
{
    __shared__ float s[PIECE];
    float *piece = data + blockIdx.x * PIECE;
    const int t = threadIdx.x;
    for (int i = t; i < PIECE; i += blockDim.x) s[i] = piece[i];
    for (int stride = PIECE / 4; stride > 1; stride /= 4) {
        const int low = t & (stride - 1), i0 = ((t - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
        __syncthreads();
        const float d0 = s[i0], d1 = s[i1], d2 = s[i2], d3 = s[i3];
        const float s02 = d0 + d2, m02 = d0 - d2, s13 = d1 + d3, m13 = d1 - d3;
        s[i0] = s02 + s13;
        s[i1] = s02 - s13;
        s[i2] = m02 + m13;
        s[i3] = m02 - m13;
    }
    __syncthreads();
    for (int pair = t; pair < PIECE / 2; pair += blockDim.x) {
        const float a = s[2 * pair], b = s[2 * pair + 1];
        s[2 * pair] = a + b;
        s[2 * pair + 1] = a - b;
    }
    __syncthreads();
    for (int i = t; i < PIECE; i += blockDim.x) piece[i] = s[i];
}

extern "C" __global__ void fwt_modulate(int n, float scale, float *a, const float *b)
{
    for (int i = GLOBAL_X; i < n; i += blockDim.x * gridDim.x) a[i] = a[i] * (b[i] * scale);
}
