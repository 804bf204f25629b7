// shmem.c : see shmem.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/shmem.h"

enum { MAX_BANKS = 64, LANE_WORDS = 5, MAX_WORDS = WARP_LANES * LANE_WORDS, WORD_BYTES = 4 };

typedef struct words {
    uint64_t word[MAX_WORDS];
    unsigned n;
    bool each; // count a word once for each lane that asks for it
} words;

// Lanes mostly come in ascending order, so look from the end.
static void add_word(words *w, uint64_t word)
{
    unsigned k = w->each ? 0 : w->n;
    while (k > 0 && w->word[k - 1] != word) k--;
    if (k == 0) w->word[w->n++] = word;
}

static unsigned group_passes(unsigned banks, const winst *i, const wexec *x, uint32_t lanes)
{
    words w;
    w.n = 0;
    w.each = i->kind == W_ATOMIC;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t a = x->addr[__builtin_ctz(lanes)];
        for (uint64_t word = a / WORD_BYTES; word <= (a + i->lane_bytes - 1u) / WORD_BYTES; word++) add_word(&w, word);
    }
    unsigned served[MAX_BANKS] = {0}, most = 0;
    for (unsigned k = 0; k < w.n; k++) {
        unsigned *bank = &served[w.word[k] % banks];
        if (++*bank > most) most = *bank;
    }
    return most;
}

unsigned shmem_passes(unsigned banks, const winst *i, const wexec *x)
{
    const unsigned groups = i->lane_bytes > WORD_BYTES ? (i->lane_bytes + WORD_BYTES - 1u) / WORD_BYTES : 1, lanes = WARP_LANES / groups;
    unsigned passes = 0;
    for (unsigned first = 0; first < WARP_LANES; first += lanes) {
        const uint32_t group = (uint32_t)((((uint64_t)1 << lanes) - 1) << first);
        passes += group_passes(banks, i, x, x->active & group);
    }
    return passes ? passes : 1;
}
