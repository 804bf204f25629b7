// pric.c : see pric.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/pric.h"

#include "base/gf2.h"

static uint64_t low_bits(uint64_t v, unsigned n)
{
    return n < 64 ? v & (((uint64_t)1 << n) - 1) : v;
}

// Nugteren et al., HPCA 2014: A[11:7] XOR {A19, A17, A15, A14, A13}; with 64 sets A12 on top. Slice
// bit i is address bit 7 + i.
static uint64_t fermi(uint64_t slice, unsigned bits)
{
    const uint64_t upper = (slice >> 6 & 7) | (slice >> 10 & 1) << 3 | (slice >> 12 & 1) << 4;
    return low_bits(slice, bits) ^ upper;
}

static uint64_t by_definition(const index_fn *f, uint64_t line)
{
    const uint64_t slice = low_bits(line >> (f->low - f->line_bit), f->high - f->low + 1);
    switch (f->kind) {
    case INDEX_LINEAR: return low_bits(slice, f->bits);
    case INDEX_XOR: return low_bits(slice ^ slice >> f->bits, f->bits);
    case INDEX_FERMI: return fermi(slice, f->bits);
    case INDEX_PRIC: return gf2_mod(slice, f->polynomial);
    }
    CHECK(false, "index function %u", (unsigned)f->kind);
    return 0;
}

void pric_init(pric *p, const index_fn *f)
{
    *p = (pric){.below = f->low - f->line_bit, .bits = f->bits};
    if (!f->bits) return; // one set
    if (f->kind == INDEX_LINEAR) p->linear = ((uint64_t)1 << f->bits) - 1;
    for (unsigned i = 0; i < PRIC_PARTS; i++) {
        for (uint64_t v = 1; v < 16; v++) {
            p->table[i][v] = (uint16_t)by_definition(f, v << 4 * i);
            if (p->table[i][v]) p->parts = i + 1;
        }
    }
}

void pric_eval(const pric *p, const pric_in *in, pric_out *out)
{
    out->index_o[0] = pric_index(p, in->line_i[0]);
    out->tag_o[0] = pric_tag(p, in->line_i[0]);
}
