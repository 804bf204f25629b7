// identity_coverage.h: records in which bits of an identity the traffic of a bench has shown a
// difference.
//
// Hardware compares identities: line addresses and tags, warps, kernels, program counters, sequence
// numbers, inputs of a hash. A comparison that ignores one bit is detected only if two compared
// values differ in that bit and in no other. A bench therefore has one collector per identity. It
// reports which values the block holds (identity_coverage_add, identity_coverage_remove) or which
// two values it compares (identity_coverage_pair), and fails at its end if a bit was never the only
// difference (identity_coverage_check, called by bench_conclude). The all-zeros value and the
// largest value must have occurred, too.
//
// Several comparators: hardware may compare an identity in several places, with a comparator per
// lane or per tag. Pairs are then reported with the number of the comparator that decides on them
// (identity_coverage_pair_at), and a bit counts when every comparator has seen it as the only
// difference.
//
// Context: the values may have additional bits above `bits`, such as the number of a queue. Values
// of different context are never compared.
//
// Cost: an add makes one hash probe per bit that is still missing, and a complete collector returns
// at once. Only identity_coverage_init allocates memory.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_IDENTITY_COVERAGE_H
#define WL_TB_BENCH_IDENTITY_COVERAGE_H

#include "base/err.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct identity_coverage_value {
    uint64_t value, count; // count 0: the place is free
} identity_coverage_value;

typedef struct identity_coverage {
    const char *name;      // of the identity, as the ports call it: "line"
    unsigned bits;         // 1..64
    uint64_t mask;         // its bits
    uint64_t possible;     // bits that can be the only difference in this configuration (init: all)
    uint64_t last;         // the largest value that can occur (init: all bits 1)
    bool holdable;         // the traffic can keep one of its bits at 0: bench_job.hold (init: true)
    bool ends;             // zero and `last` must both occur (init: true)
    uint64_t told;         // bits that have been the only difference, in every comparator
    uint64_t zeros, lasts; // occurrences of 0 and of `last`; not counted once complete
    bool complete;         // everything has been seen
    identity_coverage_value *live; // hash table of the values held; NULL: only pairs are reported
    uint64_t places;               // size of the table, a power of two
    // [comparator] bits that it has seen as the only difference; NULL: one comparator
    uint64_t *told_by;
    unsigned comparators;
} identity_coverage;

// most_live: maximum number of different values held at once; 0: only pairs are reported. The
// fields `possible`, `last` and `ends` may be restricted between this call and the first value.
void identity_coverage_init(identity_coverage *b, const char *name, unsigned bits,
                            uint64_t most_live);
void identity_coverage_free(identity_coverage *b);

// Reports a value that the block holds from now on, and one that it no longer holds. A value may be
// held several times. Removing a value that is not held, which a faulty block may cause, has no
// effect.
void identity_coverage_add(identity_coverage *b, uint64_t value);
void identity_coverage_remove(identity_coverage *b, uint64_t value);

// After a reset: nothing is held any more. What has been seen stays.
void identity_coverage_clear(identity_coverage *b);

// Sets the number of comparators, each with pairs of its own. Call it before the first pair.
void identity_coverage_comparators(identity_coverage *b, unsigned comparators);

// Reports two values that the block compares with each other.
void identity_coverage_pair(identity_coverage *b, uint64_t x, uint64_t y);
void identity_coverage_pair_at(identity_coverage *b, unsigned comparator, uint64_t x, uint64_t y);

// {NAME: {"bits": number of bits that can be the only difference, "told_apart": number that were,
// "zeros", "lasts"}, ...}
json_t *identity_coverage_json(const identity_coverage *list, unsigned n);

// ST_CHECK if a bit of one of the identities was never the only difference, or if zero or the last
// value did not occur. The message names the identity and the bit or value.
int identity_coverage_check(const identity_coverage *list, unsigned n, err *e);

#endif
