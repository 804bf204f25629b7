// index_fn.h: a set index function with all its parameters resolved: the meaning of a
// configuration's index keys.
//
// Every function is linear over GF(2): each index bit is the XOR of some address bits. Sources:
// DWT-PRIC section 4.3 and Figure 7 (polynomial modulus; Rau, ISCA 1991), Nugteren et al., HPCA
// 2014 (Fermi hash), GPGPU-Sim (bitwise XOR).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_INDEX_FN_H
#define WL_CONFIG_INDEX_FN_H

#include "config/config.h"

// The keys of a function's parameters, for messages.
typedef struct index_keys {
    const char *kind, *bits, *polynomial, *primitive, *line_bit, *low, *high, *address_bits;
} index_keys;

typedef struct index_fn {
    const index_keys *keys;
    index_kind kind;
    unsigned bits;         // m, 1..16; 0: one set
    uint32_t polynomial;   // pric: P, of degree m
    unsigned line_bit;     // lowest bit of a line address
    unsigned low, high;    // hashed slice of the byte address, A[high:low]; line_bit <= low
    unsigned address_bits; // N: line addresses are A[N-1:line_bit]
} index_fn;

// The emitted module's function (structures.pric).
index_fn index_fn_of_pric(const config *c);

// L1D's (l1d.index); the slice starts at the line bit.
index_fn index_fn_of_l1d(const config *c);

// That of an L2 slice (l2.index), over the slice's own byte address, which lacks the bits that
// select the slice (machine/memory/l2.h). The hashed bits start at the line bit.
index_fn index_fn_of_l2(const config *c);

// Returns NULL if the function is legal, else a malloc'd reason ("structures.pric.polynomial = 33:
// ..."), with *key set to the key to blame.
char *index_fn_wrong(const index_fn *f, bool primitive, const char **key);

#endif
