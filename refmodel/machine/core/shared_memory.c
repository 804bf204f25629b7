// shared_memory.c : see shared_memory.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/shared_memory.h"

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
        for (uint64_t word = a / WORD_BYTES; word <= (a + i->lane_bytes - 1u) / WORD_BYTES; word++)
            add_word(&w, word);
    }
    unsigned served[MAX_BANKS] = {0}, most = 0;
    for (unsigned k = 0; k < w.n; k++) {
        unsigned *bank = &served[w.word[k] % banks];
        if (++*bank > most) most = *bank;
    }
    return most;
}

static unsigned largest(const unsigned served[MAX_BANKS])
{
    unsigned most = 0;
    for (unsigned b = 0; b < MAX_BANKS; b++) most = served[b] > most ? served[b] : most;
    return most;
}

static uint64_t first_word(const wexec *x, uint32_t lanes)
{
    return x->addr[__builtin_ctz(lanes)] / WORD_BYTES;
}

// How many of the lanes ask for the word.
static unsigned lanes_on(const wexec *x, uint32_t lanes, uint64_t word)
{
    unsigned n = 0;
    for (; lanes; lanes &= lanes - 1) n += first_word(x, lanes) == word;
    return n;
}

// Of the lanes on words that several ask for: how many are on the lowest word of the lowest bank;
// 0: there is no such word.
static unsigned broadcast_lanes(unsigned banks, const wexec *x, unsigned *bank)
{
    unsigned most = 0;
    uint64_t best = UINT64_MAX;
    for (uint32_t left = x->active; left; left &= left - 1) {
        const uint64_t word = first_word(x, left);
        const bool lower = !most || word % banks < *bank || (word % banks == *bank && word < best);
        const unsigned n = lower ? lanes_on(x, left, word) : 0;
        if (n < 2) continue;
        most = n;
        best = word;
        *bank = (unsigned)(word % banks);
    }
    return most;
}

// sm.shared_broadcast one
static unsigned limited_passes(unsigned banks, const wexec *x)
{
    unsigned served[MAX_BANKS] = {0}, bank;
    for (uint32_t left = x->active; left; left &= left - 1) served[first_word(x, left) % banks]++;
    const unsigned most = largest(served);
    if (most < 2) return most;
    const unsigned together = broadcast_lanes(banks, x, &bank);
    if (!together) return most;
    served[bank] -= together - 1;
    return largest(served);
}

// One group of lanes after the other.
static unsigned grouped_passes(unsigned banks, const winst *i, const wexec *x)
{
    const unsigned groups = i->lane_bytes > WORD_BYTES
                                ? (i->lane_bytes + WORD_BYTES - 1u) / WORD_BYTES
                                : 1,
                   lanes = WARP_LANES / groups;
    unsigned passes = 0;
    for (unsigned first = 0; first < WARP_LANES; first += lanes) {
        const uint32_t group = (uint32_t)((((uint64_t)1 << lanes) - 1) << first);
        passes += group_passes(banks, i, x, x->active & group);
    }
    return passes;
}

unsigned shared_memory_passes(const struct cfg_sm *c, const winst *i, const wexec *x)
{
    const bool limited = c->shared_broadcast == BROADCAST_ONE && i->kind != W_ATOMIC;
    const unsigned passes =
        limited ? limited_passes(c->shared_banks, x) : grouped_passes(c->shared_banks, i, x);
    return passes ? passes : 1;
}
