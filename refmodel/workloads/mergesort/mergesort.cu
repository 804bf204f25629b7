// mergesort.cu : sorts keys with their values (SDK mergeSort): tiles of 1024 by merges in shared memory, then passes that merge
// pairs of sorted runs: every 128th key of both runs gets its rank in either, the ranks cut both runs into intervals of at most 128
// keys, and a block merges an interval in shared memory. Equal keys keep their order.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { TILE = 1024, THREADS = TILE / 2, SAMPLE = 128 };

#define INLINE static __device__ __attribute__((always_inline))

// How many of the n sorted keys come before `key`; with `upto`, equal ones too. `reach`: a power of two, at least n.
INLINE int rank_of(unsigned key, const unsigned *keys, int n, int reach, bool upto)
{
    int rank = 0;
    if (n == 0) return 0;
    for (; reach > 0; reach /= 2) {
        const int next = rank + reach < n ? rank + reach : n;
        const unsigned last = keys[next - 1];
        if (upto ? last <= key : last < key) rank = next;
    }
    return rank;
}

extern "C" __global__ void mergesort_tiles(unsigned *to_key, unsigned *to_value, const unsigned *key, const unsigned *value)
{
    __shared__ unsigned k[TILE], v[TILE];
    const int t = threadIdx.x, at = blockIdx.x * TILE + t;
    for (int half = 0; half < TILE; half += THREADS) {
        k[t + half] = key[at + half];
        v[t + half] = value[at + half];
    }
    for (int run = 1; run < TILE; run *= 2) {
        const int in = t & (run - 1), first = 2 * (t - in);
        unsigned *a = k + first, *b = a + run, *va = v + first, *vb = va + run;
        __syncthreads();
        const unsigned ka = a[in], kb = b[in], wa = va[in], wb = vb[in];
        const int to_a = rank_of(ka, b, run, run, false) + in, to_b = rank_of(kb, a, run, run, true) + in;
        __syncthreads();
        a[to_a] = ka;
        va[to_a] = wa;
        a[to_b] = kb;
        va[to_b] = wb;
    }
    __syncthreads();
    for (int half = 0; half < TILE; half += THREADS) {
        to_key[at + half] = k[t + half];
        to_value[at + half] = v[t + half];
    }
}

// Ranks of the samples of each pair of runs: those of the first run's samples, then those of the second's.
extern "C" __global__ void mergesort_ranks(int *rank_a, int *rank_b, const unsigned *key, int run, int threads)
{
    const int t = GLOBAL_X, samples = run / SAMPLE, i = t & (samples - 1), base = (t - i) * 2;
    if (t >= threads) return;
    const unsigned *a = key + base * SAMPLE, *b = a + run;
    rank_a[base + i] = i * SAMPLE;
    rank_b[base + i] = rank_of(a[i * SAMPLE], b, run, run, false);
    rank_b[base + samples + i] = i * SAMPLE;
    rank_a[base + samples + i] = rank_of(b[i * SAMPLE], a, run, run, true);
}

// Merges both lists of ranks of each pair.
extern "C" __global__ void mergesort_limits(int *limit, const unsigned *rank, int run, int threads)
{
    const int t = GLOBAL_X, samples = run / SAMPLE, i = t & (samples - 1), base = (t - i) * 2;
    if (t >= threads) return;
    const unsigned *a = rank + base, *b = a + samples;
    limit[base + rank_of(a[i], b, samples, samples, false) + i] = a[i];
    limit[base + rank_of(b[i], a, samples, samples, true) + i] = b[i];
}

extern "C" __global__ void mergesort_merge(unsigned *to_key, unsigned *to_value, const unsigned *key, const unsigned *value,
                                           const int *limit_a, const int *limit_b, int run)
{
    __shared__ unsigned k[2 * SAMPLE], v[2 * SAMPLE];
    __shared__ volatile int part[4]; // first and number of the elements from either run
    const int t = threadIdx.x, block = blockIdx.x, i = block & (2 * run / SAMPLE - 1), base = (block - i) * SAMPLE;
    if (t == 0) {
        const bool last = i + 1 == 2 * run / SAMPLE;
        const int a = limit_a[block], b = limit_b[block];
        part[0] = a;
        part[1] = (last ? run : limit_a[block + 1]) - a;
        part[2] = b;
        part[3] = (last ? run : limit_b[block + 1]) - b;
    }
    __syncthreads();
    const int a = part[0], in_a = part[1], b = part[2], in_b = part[3];
    const bool has_a = t < in_a, has_b = t < in_b;
    if (has_a) {
        k[t] = key[base + a + t];
        v[t] = value[base + a + t];
    }
    if (has_b) {
        k[t + SAMPLE] = key[base + run + b + t];
        v[t + SAMPLE] = value[base + run + b + t];
    }
    __syncthreads();
    const unsigned ka = k[t], va = v[t], kb = k[t + SAMPLE], vb = v[t + SAMPLE];
    const int place_a = has_a ? rank_of(ka, k + SAMPLE, in_b, SAMPLE, false) + t : 0;
    const int place_b = has_b ? rank_of(kb, k, in_a, SAMPLE, true) + t : 0;
    __syncthreads();
    if (has_a) {
        k[place_a] = ka;
        v[place_a] = va;
    }
    if (has_b) {
        k[place_b] = kb;
        v[place_b] = vb;
    }
    __syncthreads();
    if (has_a) {
        to_key[base + a + b + t] = k[t];
        to_value[base + a + b + t] = v[t];
    }
    if (has_b) {
        to_key[base + a + b + in_a + t] = k[in_a + t];
        to_value[base + a + b + in_a + t] = v[in_a + t];
    }
}
