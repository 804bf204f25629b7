// bits.h : floats and their bits.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_BITS_H
#define WL_TESTS_PTX_BITS_H

#include <stdint.h>
#include <string.h>

static inline float as_f32(uint64_t v)
{
    const uint32_t low = (uint32_t)v;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}
static inline double as_f64(uint64_t v)
{
    double f;
    memcpy(&f, &v, sizeof f);
    return f;
}
static inline uint32_t bits32(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static inline uint64_t bits64(double f)
{
    uint64_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

#endif
