// histo.cu : a two-dimensional histogram whose bins stop at 255 (Parboil histo): a sample of the picture says which blocks of bins
// are busy; each pixel's bin is taken apart; busy blocks are counted in shared memory, by bytes, with their overflows in memory, and
// the other bins in memory; at last everything is added up.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { COPIES = 14, ROWS = 24, ROW = 256, BLOCK_WORDS = ROWS * ROW, BLOCK_BINS = 4 * BLOCK_WORDS, SAMPLERS = 512, LINES = 16, MOST = 255 };

#define INLINE static __device__ __attribute__((always_inline))

INLINE unsigned add(unsigned *at, unsigned value) { return (unsigned)__nvvm_atom_add_gen_i((int *)at, (int)value); }

extern "C" __global__ void histo_prescan(const unsigned *picture, int pixels, unsigned *range)
{
    __shared__ float average[SAMPLERS], deviation[SAMPLERS];
    const int t = threadIdx.x, stride = pixels / gridDim.x, first = blockIdx.x * stride, end = first + stride / 8; // an eighth
    float sum = 0.0f, squares = 0.0f, n = 0.0f;
    for (int at = first + t; at < end; at += SAMPLERS, n += 1.0f) sum += (float)picture[at];
    if (n > 0.0f) sum /= n;
    for (int at = first + t; at < end; at += SAMPLERS) {
        const float off = (float)picture[at] - sum;
        squares += off * off;
    }
    average[t] = sum;
    deviation[t] = n > 0.0f ? __nvvm_sqrt_rn_f(squares / n) : 0.0f;
    for (int half = SAMPLERS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t >= half) continue;
        average[t] += average[t + half];
        deviation[t] += deviation[t + half];
    }
    if (t != 0) return;
    const int samplers = end - first < SAMPLERS ? end - first : SAMPLERS;
    const float mean = average[0] / (float)samplers, reach = 10.0f * deviation[0] / (float)samplers;
    __nvvm_atom_min_gen_ui(&range[0], (unsigned)(mean - reach) / BLOCK_BINS);
    __nvvm_atom_max_gen_ui(&range[1], (unsigned)(mean + reach) / BLOCK_BINS);
}

// A bin's place: block, row and column of a word of its block, and bit in that word, a byte each.
INLINE unsigned place_of(unsigned bin)
{
    return bin / BLOCK_BINS | (bin >> 10) % ROWS << 8 | (bin >> 2) % ROW << 16 | 8 * (bin % 4) << 24;
}

extern "C" __global__ void histo_intermediates(const words2 *picture, int width, int pitch, unsigned *places)
{
    int at = LINES * blockIdx.x * pitch + threadIdx.x, to = LINES * blockIdx.x * width + threadIdx.x;
    for (int line = 0; line < LINES; line++, at += pitch, to += width) {
        const words2 bins = picture[at];
        places[to] = place_of(bins.x);
        places[to + blockDim.x] = place_of(bins.y);
    }
}

// A byte that overflows has carried into the next ones of its word: memory takes what is missing there, and what is too much.
INLINE void count_busy(unsigned *overflow, unsigned *table, unsigned block, unsigned place)
{
    if ((place & 255) != block) return;
    const unsigned row = place >> 8 & 255, column = place >> 16 & 255, bit = place >> 24;
    const unsigned before = add(&table[row * ROW + column], 1u << bit);
    if ((before >> bit & MOST) != MOST) return;
    const unsigned bin = block * BLOCK_BINS + bit / 8 + (column << 2) + (row << 10);
    add(&overflow[bin], MOST + 1);
    for (unsigned next = 1; bit + 8 * next < 32; next++) {
        const bool full = (before >> (bit + 8 * next) & MOST) == MOST;
        add(&overflow[bin + next], full ? MOST : 0u - 1);
        if (!full) return;
    }
}

INLINE void count_other(unsigned *others, unsigned low, unsigned high, unsigned place)
{
    const unsigned block = place & 255;
    if (block >= low && block <= high) return;
    const unsigned bin = block * BLOCK_BINS + (place >> 24) / 8 + ((place >> 16 & 255) << 2) + ((place >> 8 & 255) << 10);
    const unsigned bit = bin % 2 * 16;
    if ((others[bin / 2] >> bit & 0xffff) < MOST) add(&others[bin / 2], 1u << bit);
}

extern "C" __global__ void histo_main(const unsigned *places, int pixels, unsigned low, unsigned high, int bins, unsigned *partial,
                                      unsigned *others, unsigned *overflow)
{
    __shared__ unsigned table[BLOCK_WORDS];
    const unsigned block = low + blockIdx.y;
    for (int i = threadIdx.x; i < BLOCK_WORDS; i += blockDim.x) table[i] = 0;
    __syncthreads();
    for (int at = GLOBAL_X; at < pixels; at += blockDim.x * gridDim.x) {
        const unsigned place = places[at];
        count_busy(overflow, table, block, place);
        if (blockIdx.y == 0) count_other(others, low, high, place);
    }
    __syncthreads();
    unsigned *to = partial + blockIdx.x * (bins / 4) + block * BLOCK_WORDS;
    for (int i = threadIdx.x; i < BLOCK_WORDS; i += blockDim.x) to[i] = table[i];
}

INLINE unsigned capped(unsigned count) { return count < MOST ? count : MOST; }

INLINE void take_others(words2 *others, unsigned *final, int first, int end)
{
    for (int i = first; i < end; i += gridDim.x * blockDim.x) {
        const words2 v = others[i];
        others[i] = words2{0, 0};
        final[i] = capped(v.x & 0xffff) | capped(v.x >> 16) << 8 | capped(v.y & 0xffff) << 16 | capped(v.y >> 16) << 24;
    }
}

extern "C" __global__ void histo_final(unsigned low, unsigned high, int bins, const unsigned *partial, words2 *others, words4 *overflow,
                                       unsigned *final)
{
    const int t = GLOBAL_X, busy = low * BLOCK_WORDS, after = (high + 1) * BLOCK_WORDS;
    take_others(others, final, t, busy);
    for (int i = busy + t; i < after; i += gridDim.x * blockDim.x) {
        words4 sum = overflow[i];
        overflow[i] = words4{0, 0, 0, 0};
        for (int copy = 0; copy < COPIES; copy++) {
            const unsigned four = partial[i + copy * (bins / 4)];
            sum += words4{four & 255, four >> 8 & 255, four >> 16 & 255, four >> 24};
        }
        final[i] = capped(sum.x) | capped(sum.y) << 8 | capped(sum.z) << 16 | capped(sum.w) << 24;
    }
    take_others(others, final, after + t, bins / 4);
}
