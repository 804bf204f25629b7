// video.c: see video.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/video.h"

#include "ptx/exec.h"

__extension__ typedef __int128 s128;

static unsigned bits_of(uint8_t part) { return part == PART_WHOLE ? 32 : part < PART_H0 ? 8 : 16; }

static unsigned place_of(uint8_t part)
{
    return part == PART_WHOLE ? 0 : part < PART_H0 ? 8u * (part - PART_B0) : 16u * (part - PART_H0);
}

static int64_t read_part(uint32_t x, uint8_t part, bool is_signed)
{
    const unsigned bits = bits_of(part);
    const uint32_t high = x >> place_of(part) << (32 - bits);
    return is_signed ? (int64_t)((int32_t)high >> (32 - bits)) : (int64_t)(high >> (32 - bits));
}

static s128 clamped(s128 x, unsigned bits, bool is_signed)
{
    const s128 most = ((s128)1 << (bits - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return x > most ? most : x < least ? least : x;
}

static bool compared(uint8_t how, int64_t a, int64_t b)
{
    switch (how) {
    case VIDEO_eq: return a == b;
    case VIDEO_ne: return a != b;
    case VIDEO_lt: return a < b;
    case VIDEO_le: return a <= b;
    case VIDEO_gt: return a > b;
    default: return a >= b;
    }
}

static s128 shifted(const video_site *v, int64_t a, int64_t b)
{
    const unsigned by = v->wrap ? (unsigned)b & 31 : b > 32 ? 32 : (unsigned)b;
    return v->op == VIDEO_shl ? (s128)a * ((s128)1 << by) : (s128)(a >> by);
}

static s128 operate(const video_site *v, int64_t a, int64_t b)
{
    switch (v->op) {
    case VIDEO_add: return (s128)a + b;
    case VIDEO_sub: return (s128)a - b;
    case VIDEO_absdiff: return a > b ? (s128)a - b : (s128)b - a;
    case VIDEO_min: return a < b ? a : b;
    case VIDEO_max: return a > b ? a : b;
    case VIDEO_set: return compared(v->compare, a, b);
    default: return shifted(v, a, b);
    }
}

static uint32_t mad(const video_site *v, int64_t a, int64_t b, uint32_t c)
{
    const s128 product = (s128)a * b;
    const s128 addend =
        v->negated_c ? -read_part(c, PART_WHOLE, v->signed_a || v->signed_b || v->negated_product)
                     : read_part(c, PART_WHOLE, v->signed_d);
    s128 sum = (v->negated_product ? -product : product) + addend + v->plus;
    sum >>= v->scale;
    return (uint32_t)(v->sat ? clamped(sum, 32, v->signed_d) : sum);
}

static uint32_t merged(uint8_t part, uint32_t c, uint32_t r)
{
    const uint32_t ones = (part < PART_H0 ? 0xffu : 0xffffu) << place_of(part);
    return (c & ~ones) | (r << place_of(part) & ones);
}

static uint32_t video(const video_site *v, uint32_t ra, uint32_t rb, uint32_t rc)
{
    const int64_t a = read_part(ra, v->part_a, v->signed_a),
                  b = read_part(rb, v->part_b, v->signed_b),
                  c = read_part(rc, PART_WHOLE, v->signed_d);
    if (v->op == VIDEO_mad) return mad(v, a, b, rc);
    s128 r = operate(v, a, b);
    if (v->sat) r = clamped(r, bits_of(v->part_d), v->signed_d);
    if (v->op == VIDEO_shl) // 32 bits leave the shifter
        r = read_part((uint32_t)r, PART_WHOLE, v->signed_d);
    switch (v->second) {
    case SECOND_add: r += c; break;
    case SECOND_min: r = r < c ? r : c; break;
    case SECOND_max: r = r > c ? r : c; break;
    default: break;
    }
    return v->merges ? merged(v->part_d, rc, (uint32_t)r) : (uint32_t)r;
}

void run_video(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]);
    const uint32_t *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]), *c = op_at(w, in->op[3]);
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctz(m);
        d[i] = video(in->video, a[i], b[i], c[i]);
    }
}
