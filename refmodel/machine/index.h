// index.h : set index functions of the caches: which set a line belongs to.
//
// A line number is address / line_bytes. Sources: spec of the GTX480 (linear; Fermi hash), Nugteren et al., HPCA 2014 (Fermi).
// The Fermi hash is A[11:7] XOR {A19,A17,A15,A14,A13}, and with 64 sets A12 on top. It is defined for 128-byte lines and 32 or
// 64 sets only; index_check refuses the rest.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_INDEX_H
#define WL_MACHINE_INDEX_H

#include "base/err.h"
#include "config/config.h"

#include <stdint.h>

// ST_OK, or ST_INPUT with an error that names `section` ("l1d"). sets is a power of two (the tables' rule).
int index_check(const char *section, index_kind kind, uint32_t sets, uint32_t line_bytes, err *e);

// Line bits are address bits less 7: A13..A15 = l6..l8, A17 = l10, A19 = l12, A12 = l5.
static inline uint32_t index_fermi(uint64_t line, uint32_t sets)
{
    const uint64_t upper = ((line >> 6) & 7) | ((line >> 7) & 8) | ((line >> 8) & 16);
    return (uint32_t)(((line & 31) ^ upper) | (line & (sets - 1) & 32));
}

static inline uint32_t index_set(index_kind kind, uint64_t line, uint32_t sets)
{
    return kind == INDEX_FERMI ? index_fermi(line, sets) : (uint32_t)(line & (sets - 1));
}

#endif
