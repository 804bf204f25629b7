// addrmap.h : which DRAM channel, L2 slice, bank, row and column an address belongs to (GPGPU-Sim's mapping strings).
//
// The string is [dramid@N;] and 64 letters from bit 63 down to bit 0: R row, B bank, C and S column (S: byte of a burst),
// D channel, 0 unused; dots are for the eye. With dramid@N, for any number of channels:
//     channel = (A >> N) mod channels;   rest = ((A >> N) / channels) << N | A[N-1:0]
// and the letters are those of `rest`. Without it the D bits are the channel and the letters are those of A.
// With dram.bank_hash = xor the bank bits that choose no slice are XORed with as many of the lowest row bits (permutation-based page
// interleaving, Zhang et al., MICRO 2000): rows of one bank lie in all of them.
// The low bank bits choose the slice: slice = channel * slices_per_channel + (bank mod slices_per_channel).
// A slice indexes its sets by the address without channel and slice bits (`local`), so that all its sets are used.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_ADDRMAP_H
#define WL_MACHINE_ADDRMAP_H

#include "base/err.h"
#include "config/config.h"

#include <stdint.h>

enum { ADDRMAP_RUNS = 64 };

// Bits picked out of an address: run i is width bits from bit `from`, put at bit `to`. Lowest run first.
typedef struct addrmap_field {
    struct { uint8_t from, to; uint64_t mask; } run[ADDRMAP_RUNS];
    unsigned n;
} addrmap_field;

typedef struct addrmap {
    addrmap_field row, bank, column, channel, local, slice; // slice: the low bank bits
    uint32_t channels, slices_per_channel;
    unsigned shift;      // N
    int divides;         // dramid@N given
    unsigned hash_shift; // dram.bank_hash: row bits enter the bank from this bit on
    uint64_t hash_mask;  // those of them that do; 0: no hash
    uint64_t reciprocal; // 2^64 / channels, rounded up: dividing is what a lookup would spend its time on
} addrmap;

typedef struct addrmap_place {
    uint32_t channel, slice, bank, column; // slice counts over all channels
    uint64_t row;
} addrmap_place;

// The string has passed config_check. ST_INPUT when a line would not lie in one slice whole.
int addrmap_init(addrmap *m, const config *c, err *e);

addrmap_place addrmap_decode(const addrmap *m, uint64_t addr);
uint32_t addrmap_slice(const addrmap *m, uint64_t addr);  // of decode, alone
uint64_t addrmap_local(const addrmap *m, uint64_t addr);

#endif
