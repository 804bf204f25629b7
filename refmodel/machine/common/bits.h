// bits.h: small fixed-size sets of component numbers, such as the inputs that hold a packet or the
// components that were touched in a step.
//
// A set has room for BITS_MAX members. The functions take `words`, the number of 64-bit words that
// a set of n members needs (bits_words), so that the usual small sets cost one word.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_BITS_H
#define WL_MACHINE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BITS_MAX = 512, BITS_WORDS = BITS_MAX / 64 }; // 64 channels of 8 slices

// Returns c ? a : b without a branch, for conditions that the host cannot predict.
static inline uint64_t choose(bool c, uint64_t a, uint64_t b)
{
    return b ^ ((a ^ b) & -(uint64_t)c);
}

typedef struct bits {
    uint64_t w[BITS_WORDS];
} bits;

static inline void bits_set(bits *b, unsigned i) { b->w[i >> 6] |= (uint64_t)1 << (i & 63); }
// Adds i if `in` is true; removes i if `out` is true; makes membership of i equal to `in` (the set
// is one word, then a whole set).
static inline void bits_put(bits *b, unsigned i, bool in)
{
    b->w[i >> 6] |= (uint64_t)in << (i & 63);
}
static inline void bits_drop(bits *b, unsigned i, bool out)
{
    b->w[i >> 6] &= ~((uint64_t)out << (i & 63));
}
static inline void word_assign(uint64_t *w, unsigned i, bool in)
{
    *w = (*w & ~((uint64_t)1 << i)) | (uint64_t)in << i;
}
static inline void bits_assign(bits *b, unsigned i, bool in)
{
    b->w[i >> 6] = (b->w[i >> 6] & ~((uint64_t)1 << (i & 63))) | (uint64_t)in << (i & 63);
}
static inline void bits_clear(bits *b, unsigned i) { b->w[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
static inline bool bits_has(const bits *b, unsigned i) { return b->w[i >> 6] >> (i & 63) & 1; }
static inline unsigned bits_words(unsigned n) { return (n + 63) / 64; }

// Most sets have one word, for which memset must not be called.
static inline void bits_clear_all(bits *b, unsigned words)
{
    b->w[0] = 0;
    if (words > 1) memset(&b->w[1], 0, (words - 1) * sizeof b->w[0]);
}

static inline bool words_any(const uint64_t *w, unsigned words)
{
    uint64_t all = 0;
    for (unsigned k = 0; k < words; k++) all |= w[k];
    return all != 0;
}

static inline bool bits_any(const bits *b, unsigned words) { return words_any(b->w, words); }

// Returns the first member at or after i, wrapping around at n. The set must not be empty.
static inline unsigned bits_next_cyclic(const bits *b, unsigned i, unsigned n)
{
    const unsigned words = bits_words(n);
    uint64_t w = b->w[i >> 6] & ~(uint64_t)0 << (i & 63);
    if (words == 1) return (unsigned)__builtin_ctzll(choose(w != 0, w, b->w[0]));
    unsigned k = i >> 6;
    while (!w) {
        if (++k == words) k = 0;
        w = b->w[k];
    }
    return k * 64 + (unsigned)__builtin_ctzll(w);
}

// Iterates over the members i (a uint64_t) of b in ascending order. The body may remove i from b.
// `words` is bits_words of the set's size.
#define BITS_FOR(i, b, words) \
    for (unsigned bits_k = 0; bits_k < (words); bits_k++) \
        for (uint64_t bits_w = (b)->w[bits_k], i; \
             bits_w && (i = bits_k * 64 + (unsigned)__builtin_ctzll(bits_w), 1); \
             bits_w &= bits_w - 1)

#endif
