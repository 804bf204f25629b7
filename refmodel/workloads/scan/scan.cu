// scan.cu : exclusive prefix sums of many elements (SDK scan): pieces of 1024 in shared memory; the pieces' sums, scanned in the same
// way; and the addition of these to the pieces.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { PIECE = 1024, THREADS = 256 };

// Sum of the values of all threads up to this one: Hillis and Steele, over words of which those before the first are zero.
static __device__ __attribute__((always_inline)) unsigned across(unsigned value, unsigned *sums)
{
    const int t = threadIdx.x;
    sums[t] = 0;
    sums[t + THREADS] = value;
    for (int step = 1; step < THREADS; step *= 2) {
        __syncthreads();
        const unsigned sum = sums[t + THREADS] + sums[t + THREADS - step];
        __syncthreads();
        sums[t + THREADS] = sum;
    }
    return sums[t + THREADS];
}

// A block a piece, a thread four elements; total[piece]: the piece's sum.
extern "C" __global__ void scan_pieces(int n, const unsigned *in, unsigned *out, unsigned *total)
{
    __shared__ unsigned sums[2 * THREADS];
    const int at = blockIdx.x * PIECE + 4 * threadIdx.x;
    unsigned v[4], sum = 0;
    for (int i = 0; i < 4; i++) {
        v[i] = at + i < n ? in[at + i] : 0;
        sum += v[i];
    }
    const unsigned upto = across(sum, sums);
    unsigned before = upto - sum;
    for (int i = 0; i < 4; i++) {
        if (at + i < n) out[at + i] = before;
        before += v[i];
    }
    if (threadIdx.x == THREADS - 1) total[blockIdx.x] = upto;
}

extern "C" __global__ void scan_add(int n, unsigned *out, const unsigned *before)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = before[blockIdx.x];
    __syncthreads();
    const int at = blockIdx.x * PIECE + threadIdx.x;
    for (int i = at; i < n && i < at + PIECE - threadIdx.x; i += THREADS) out[i] += sum;
}
