// bits_apart.h: collects which bits of an identity the traffic of a bench has told apart.
//
// Hardware compares identities: line addresses and tags, warps, kernels, program counters, sequence
// numbers, inputs of a hash. A comparison that ignores one bit is seen only when two values that
// are compared differ in this bit and in no other. So a bench keeps one collector per identity,
// tells it which values the block holds (bits_apart_add, bits_apart_remove) or which two values it
// compares (bits_apart_pair), and fails at its end when a bit was never the only difference
// (bits_apart_check, called by bench_conclude). The all-zeros value and the largest one must have
// occurred too.
//
// Several comparators: hardware may compare an identity in more than one place, a comparator per lane or
// per tag. Then pairs are given with the number of the comparator that decides on them
// (bits_apart_pair_at), and a bit counts when every comparator has told it apart.
//
// Context: bits above `bits` (a queue's number, say) may be set in the values. Values of different
// context are never compared.
//
// Cost: an add makes one hash probe for each bit that is still to be told apart, and a collector
// that has seen everything returns at once. Memory is allocated by bits_apart_init alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_BITS_APART_H
#define WL_TB_BENCH_BITS_APART_H

#include "base/err.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct bits_apart_value {
    uint64_t value, count; // count 0: the place is free
} bits_apart_value;

typedef struct bits_apart {
    const char *name;  // of the identity, as the ports call it: "line"
    unsigned bits;     // 1..64
    uint64_t mask;     // its bits
    uint64_t possible; // bits that can be the only difference in this configuration (init: all)
    uint64_t last;     // the largest value that can occur (init: all bits 1)
    bool holdable;     // the traffic can keep one of its bits at 0: bench_job.hold (init: true)
    bool ends;         // zero and `last` must both occur (init: true)
    uint64_t told;     // bits that were the only difference so far, in every comparator
    uint64_t zeros, lasts; // how often a value was 0, or `last`; not counted once complete
    bool complete;         // nothing is left to be seen
    bits_apart_value *live; // hash table of the values held; NULL: only pairs are compared
    uint64_t places;        // of the table, a power of two
    uint64_t *told_by;      // [comparator]: bits that it has told apart; NULL: there is one
    unsigned comparators;
} bits_apart;

// most_live: so many different values may be held at once; 0: the identity is given in pairs only.
// The fields `possible`, `last` and `ends` may be narrowed between this call and the first value.
void bits_apart_init(bits_apart *b, const char *name, unsigned bits, uint64_t most_live);
void bits_apart_free(bits_apart *b);

// A value that the block holds from now on, and one that it no longer holds. A value may be held
// several times; one that is not held, which a faulty block may hand over, is not removed.
void bits_apart_add(bits_apart *b, uint64_t value);
void bits_apart_remove(bits_apart *b, uint64_t value);

// Nothing is held any more: a reset. What has been told apart stays.
void bits_apart_clear(bits_apart *b);

// The identity has so many comparators, each with pairs of its own; before the first pair.
void bits_apart_comparators(bits_apart *b, unsigned comparators);

// Two values that the block compares with each other.
void bits_apart_pair(bits_apart *b, uint64_t x, uint64_t y);
void bits_apart_pair_at(bits_apart *b, unsigned comparator, uint64_t x, uint64_t y);

// {NAME: {"bits": that can be told apart, "told_apart": of them, "zeros", "lasts"}, ...}
json_t *bits_apart_json(const bits_apart *list, unsigned n);

// ST_CHECK: a bit of one of the identities was never told apart, or zero or the last value did not
// occur; the message names the identity and the bit or value.
int bits_apart_check(const bits_apart *list, unsigned n, err *e);

#endif
