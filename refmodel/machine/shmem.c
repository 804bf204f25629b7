// shmem.c : see shmem.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/shmem.h"

enum { MAX_BANKS = 64, LANE_WORDS = 5, MAX_WORDS = WARP_LANES * LANE_WORDS, WORD_BYTES = 4 };

// Distinct words of the access, in `words`; returns how many. Lanes mostly come in ascending order, so look from the end.
static unsigned distinct_words(const winst *i, const wexec *x, uint64_t words[MAX_WORDS])
{
    unsigned n = 0;
    for (uint32_t lanes = x->active; lanes; lanes &= lanes - 1) {
        uint64_t a = x->addr[__builtin_ctz(lanes)];
        for (uint64_t word = a / WORD_BYTES; word <= (a + i->lane_bytes - 1u) / WORD_BYTES; word++) {
            unsigned k = n;
            while (k > 0 && words[k - 1] != word) k--;
            if (k == 0) words[n++] = word;
        }
    }
    return n;
}

unsigned shmem_passes(unsigned banks, const winst *i, const wexec *x)
{
    uint64_t words[MAX_WORDS];
    unsigned served[MAX_BANKS] = {0}, most = 1, n = distinct_words(i, x, words);
    for (unsigned k = 0; k < n; k++) {
        unsigned *bank = &served[words[k] % banks];
        if (++*bank > most) most = *bank;
    }
    return most;
}
