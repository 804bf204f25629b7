// mergesort.cu : sorts keys with their values (SDK mergeSort): tiles of 1024 by a bitonic network in shared memory, then passes that
// merge pairs of sorted runs, each element finding its place by a binary search in the other run.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { TILE = 1024, THREADS = 512 };

// Values are the keys' first places, so that (key, value) pairs are all different and the order is one.
static __device__ __attribute__((always_inline)) bool after(unsigned ka, unsigned va, unsigned kb, unsigned vb)
{
    return ka > kb || (ka == kb && va > vb);
}

static __device__ __attribute__((always_inline)) void order(unsigned *key, unsigned *value, int a, int b, bool rising)
{
    if (after(key[a], value[a], key[b], value[b]) != rising) return;
    const unsigned k = key[a], v = value[a];
    key[a] = key[b];
    value[a] = value[b];
    key[b] = k;
    value[b] = v;
}

extern "C" __global__ void mergesort_tiles(unsigned *key, unsigned *value)
{
    __shared__ unsigned k[TILE], v[TILE];
    const int t = threadIdx.x, from = blockIdx.x * TILE;
    for (int i = t; i < TILE; i += THREADS) {
        k[i] = key[from + i];
        v[i] = value[from + i];
    }
    for (int size = 2; size <= TILE; size *= 2) {
        const bool rising = size == TILE || (t & (size / 2)) == 0;
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int at = 2 * t - (t & (stride - 1));
            order(k, v, at, at + stride, rising);
        }
    }
    __syncthreads();
    for (int i = t; i < TILE; i += THREADS) {
        key[from + i] = k[i];
        value[from + i] = v[i];
    }
}

// Runs of `run` elements, in pairs, from `key` to `to_key`; a thread an element.
extern "C" __global__ void mergesort_merge(int n, int run, const unsigned *key, const unsigned *value, unsigned *to_key, unsigned *to_value)
{
    const int at = GLOBAL_X;
    if (at >= n) return;
    const int mine = at / run * run, other = mine / run % 2 ? mine - run : mine + run, first = mine < other ? mine : other;
    const unsigned k = key[at], v = value[at];
    int low = 0, high = other < n ? run : 0;
    while (low < high) { // elements of the other run that come before this one
        const int middle = (low + high) / 2;
        if (after(k, v, key[other + middle], value[other + middle])) low = middle + 1;
        else high = middle;
    }
    const int place = first + (at - mine) + low;
    to_key[place] = k;
    to_value[place] = v;
}
