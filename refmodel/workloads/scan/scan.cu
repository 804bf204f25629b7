// scan.cu : exclusive prefix sums (SDK scan, its large arrays): pieces of 1024, sums of the pieces of each array, addition. Whole
// vectors of four words move.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { THREADS = 256, PIECE = 4 * THREADS };

// Inclusive sums over groups of `size` threads; the lower half of a group's words stays 0.
static __device__ __attribute__((always_inline)) unsigned across(unsigned value, unsigned *sums, int size)
{
    const int t = threadIdx.x, zero = 2 * t - (t & (size - 1)), at = zero + size;
    sums[zero] = 0;
    sums[at] = value;
    for (int step = 1; step < size; step *= 2) {
        __syncthreads();
        const unsigned sum = sums[at] + sums[at - step];
        __syncthreads();
        sums[at] = sum;
    }
    return sums[at];
}

extern "C" __global__ void scan_pieces(const words4 *in, words4 *out)
{
    __shared__ unsigned sums[2 * THREADS];
    const int at = GLOBAL_X;
    const words4 v = in[at];
    const unsigned x = v.x, xy = x + v.y, xyz = xy + v.z, all = xyz + v.w;
    const unsigned before = across(all, sums, THREADS) - all;
    out[at] = words4{before, before + x, before + xy, before + xyz};
}

// The last sum of each piece and its last element; `each` pieces an array.
extern "C" __global__ void scan_totals(int pieces, int each, const unsigned *in, const unsigned *out, unsigned *before)
{
    __shared__ unsigned sums[2 * THREADS];
    const int piece = GLOBAL_X;
    unsigned total = 0;
    if (piece < pieces) total = out[PIECE - 1 + PIECE * piece] + in[PIECE - 1 + PIECE * piece];
    const unsigned sum = across(total, sums, each) - total;
    if (piece < pieces) before[piece] = sum;
}

extern "C" __global__ void scan_add(words4 *out, const unsigned *before)
{
    __shared__ volatile unsigned sum; // else the compiler takes the barrier for no write of it
    if (threadIdx.x == 0) sum = before[blockIdx.x];
    __syncthreads();
    out[GLOBAL_X] += sum;
}
