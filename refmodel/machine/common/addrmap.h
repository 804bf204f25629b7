// addrmap.h: maps a byte address to its DRAM channel, L2 slice, bank, row and column.
//
// The mapping is a GPGPU-Sim mapping string: an optional prefix dramid@N; and 64 letters for bits
// 63 down to 0. R is a row bit, B a bank bit, C and S are column bits (S: the byte within a burst),
// D is a channel bit, and 0 is unused. Dots separate groups of letters and have no meaning.
//
// Without the prefix, the D bits form the channel and the letters describe the address A itself.
// With dramid@N, any number of channels is possible, and the letters describe `rest`:
//     channel = (A >> N) mod channels
//     rest    = ((A >> N) / channels) << N | A[N-1:0]
//
// The low bank bits select the slice: slice = channel * slices_per_channel + (bank mod
// slices_per_channel). With dram.bank_hash = xor, the remaining bank bits are XORed with as many of
// the lowest row bits, so that consecutive rows of one bank spread over all banks
// (permutation-based page interleaving, Zhang et al., MICRO 2000).
//
// A slice computes its set index from `local`, the address without the channel and slice bits, so
// that it uses all of its sets.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_ADDRMAP_H
#define WL_MACHINE_ADDRMAP_H

#include "base/err.h"
#include "config/config.h"

#include <stdint.h>

enum { ADDRMAP_RUNS = 64 };

// A field gathered from an address: run i moves the bits selected by `mask` from bit `from` to bit
// `to`. The lowest run comes first.
typedef struct addrmap_field {
    struct {
        uint8_t from, to;
        uint64_t mask;
    } run[ADDRMAP_RUNS];
    unsigned n;
} addrmap_field;

typedef struct addrmap {
    addrmap_field row, bank, column, channel, local, slice; // slice: the low bank bits
    uint32_t channels, slices_per_channel;
    unsigned shift;      // N
    int divides;         // dramid@N given
    unsigned hash_shift; // dram.bank_hash: row bits enter the bank from this bit on
    uint64_t hash_mask;  // those of them that do; 0: no hash
    uint64_t reciprocal; // 2^64 / channels, rounded up; replaces the division in a lookup
} addrmap;

typedef struct addrmap_place {
    uint32_t channel, slice, bank, column; // slice counts over all channels
    uint64_t row;
} addrmap_place;

// The mapping string must have passed config_check. Returns ST_INPUT if a line would be split
// across slices.
int addrmap_init(addrmap *m, const config *c, err *e);

addrmap_place addrmap_decode(const addrmap *m, uint64_t addr);
uint32_t addrmap_slice(const addrmap *m, uint64_t addr); // only the slice of addrmap_decode
// the address without channel and slice bits
uint64_t addrmap_local(const addrmap *m, uint64_t addr);

#endif
