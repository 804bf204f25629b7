// pric.h : set index and short tag of a line address: PRIC (polynomial modulus), and linear,
// bitwise XOR and Fermi hash beside it. The golden model of the module pric_index, and the index
// function of the simulator's caches. Combinational: no state, no clock.
//
// Source: DWT-PRIC (GPGPU-8 2015), section 4.3 and Figure 7; Rau, ISCA 1991.
//   index = A[high:low](x) mod P(x): the slice of the address, as a polynomial over GF(2), divided
//           by P
//   tag   = the line's bits that the index does not determine: A[N-1:low+m], and below it
//           A[low-1:line_bit] when the slice starts above the line bit. (tag, index) identifies a
//           line, because the lowest m bits of the slice enter the index as they are, each in one
//           index bit: the index less what the tag's bits put into it gives them back.
// A line is a byte address without its lowest line_bit bits.
//
// The map is linear over GF(2), so an index is the XOR of one table entry for each four bits of the
// line address.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_PRIC_H
#define WL_BLOCKS_PRIC_H

#include "config/index_fn.h"
#include "config/ports/pric.h"

// PRIC_USUAL: parts of a line address that enter most indices
enum { PRIC_PARTS = 16, PRIC_USUAL = 4 };

typedef struct pric {
    unsigned parts;       // of the line address that enter the index
    unsigned below, bits; // line bits below the slice; index bits
    // mask of the index in the slice when it is its lowest bits; 0: it is another function
    uint64_t linear;
    // [four bits of the line address][their value]: their share of the index
    uint16_t table[PRIC_PARTS][16];
} pric;

void pric_init(pric *p, const index_fn *f);

static inline uint32_t pric_index(const pric *p, uint64_t line)
{
    if (p->linear) return (uint32_t)(line >> p->below & p->linear);
    uint32_t index = 0;
    // what does not enter has no share
    for (unsigned i = 0; i < PRIC_USUAL; i++) index ^= p->table[i][line >> 4 * i & 15];
    for (unsigned i = PRIC_USUAL; i < p->parts; i++) index ^= p->table[i][line >> 4 * i & 15];
    return index;
}

static inline uint64_t pric_tag(const pric *p, uint64_t line)
{
    const uint64_t low = line & (((uint64_t)1 << p->below) - 1);
    return line >> (p->below + p->bits) << p->below | low;
}

// The module at its ports.
void pric_eval(const pric *p, const pric_in *in, pric_out *out);

#endif
