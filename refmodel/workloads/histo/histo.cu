// histo.cu : histogram of bytes in 256 bins (SDK histogram256, Parboil histo): a table a warp in shared memory, filled by shared
// atomics, summed a block into global memory; and all of it by atomics on global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { BINS = 256, WARPS = 6 };

static __device__ __attribute__((always_inline)) void count_word(unsigned *table, unsigned word)
{
    for (int byte = 0; byte < 4; byte++) __nvvm_atom_add_gen_i((int *)&table[word >> 8 * byte & 255], 1);
}

// 192 threads; data in words of four bytes.
extern "C" __global__ void histo_shared(int words, const unsigned *data, unsigned *bins)
{
    __shared__ unsigned table[WARPS * BINS];
    const int t = threadIdx.x;
    for (int i = t; i < WARPS * BINS; i += blockDim.x) table[i] = 0;
    __syncthreads();
    unsigned *mine = table + t / 32 * BINS;
    for (int i = GLOBAL_X; i < words; i += blockDim.x * gridDim.x) count_word(mine, data[i]);
    __syncthreads();
    for (int bin = t; bin < BINS; bin += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++) sum += table[w * BINS + bin];
        __nvvm_atom_add_gen_i((int *)&bins[bin], (int)sum);
    }
}

extern "C" __global__ void histo_global(int words, const unsigned *data, unsigned *bins)
{
    for (int i = GLOBAL_X; i < words; i += blockDim.x * gridDim.x) count_word(bins, data[i]);
}
