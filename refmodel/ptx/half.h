// half.h: conversions between the f16 format (IEEE 754 binary16) and double.
//
// In double, sums, products and fused products of halves are exact, or round as the exact value
// would: unless they overflow an f16, their bits span at most 42 places.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_HALF_H
#define WL_PTX_HALF_H

#include "ptx/lane_kernels_gen.h"

// An f16 is an f32 with its exponent 112 lower; subnormals are counts of 2^-24.
static inline double half_value(uint32_t h)
{
    uint32_t exponent = h >> 10 & 31, mantissa = h & 1023;
    if (exponent == 0) return (h & 0x8000 ? -1.0 : 1.0) * (double)mantissa * (1.0 / 16777216);
    uint32_t top = exponent == 31 ? 0x7f800000 : (exponent + 112) << 23;
    return (double)bits_float((h & 0x8000) << 16 | top | mantissa << 13);
}

// To nearest, ties to even; every NaN becomes 0x7fff.
static inline uint16_t half_bits(double x)
{
    uint16_t sign = double_bits(x) >> 63 ? 0x8000 : 0;
    double size = __builtin_fabs(x);
    if (x != x) return 0x7fff;
    if (size >= 65520) return sign | 0x7c00; // halfway from the largest to the next power
    if (size < 1.0 / 16384) return sign | (uint16_t)__builtin_rint(size * 16777216);
    uint64_t bits = double_bits(size), low = bits & ((1ull << 42) - 1), half = 1ull << 41;
    // exponent and 10 bits; a carry goes into the exponent, as it should
    uint64_t kept = bits >> 42;
    kept += low > half || (low == half && (kept & 1));
    return sign | (uint16_t)(kept - ((uint64_t)(1023 - 15) << 10));
}

static inline uint32_t half_flush(uint32_t h) { return h & 0x7c00 ? h : h & 0x8000; }

#endif
