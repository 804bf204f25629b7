// exact.c : see exact.h. Rounding modes are the host's (fenv); operands pass through volatile
// objects, so that the compiler neither folds nor moves an operation across the change of mode.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exact.h"

#include "ptx/bf16.h"
#include "ptx/exec.h"

#include <fenv.h>

static int host_mode(uint8_t round)
{
    switch (round) {
    case ROUND_rz: return FE_TOWARDZERO;
    case ROUND_rm: return FE_DOWNWARD;
    case ROUND_rp: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

static float single(uint8_t math, float a, float b, float c)
{
    volatile float x = a, y = b, z = c, r = 0;
    switch (math) {
    case EXACT_add: r = x + y; break;
    case EXACT_sub: r = x - y; break;
    case EXACT_mul: r = x * y; break;
    case EXACT_fma: r = fmaf(x, y, z); break;
    case EXACT_div: r = x / y; break;
    case EXACT_rcp: r = 1.0f / x; break;
    case EXACT_sqrt: r = sqrtf(x); break;
    default: CHECK(false, "math %u", math);
    }
    return r;
}

static double dual(uint8_t math, double a, double b, double c)
{
    volatile double x = a, y = b, z = c, r = 0;
    switch (math) {
    case EXACT_add: r = x + y; break;
    case EXACT_sub: r = x - y; break;
    case EXACT_mul: r = x * y; break;
    case EXACT_fma: r = fma(x, y, z); break;
    case EXACT_div: r = x / y; break;
    case EXACT_rcp: r = 1.0 / x; break;
    case EXACT_sqrt: r = sqrt(x); break;
    default: CHECK(false, "math %u", math);
    }
    return r;
}

// .sat: to [0, 1], NaN to +0
static float saturate(float f) { return f >= 1 ? 1 : f > 0 ? f : 0; }

static unsigned operands_of(uint8_t math)
{
    if (math == EXACT_fma) return 3;
    return math == EXACT_rcp || math == EXACT_sqrt ? 1 : 2;
}

static float lane_single(const xinst *in, const float *v)
{
    float x[3];
    for (unsigned k = 0; k < 3; k++) x[k] = in->ftz ? flush32(v[k]) : v[k];
    float r = nan32(single(in->math, x[0], x[1], x[2]));
    if (in->ftz) r = flush32(r);
    return in->sat ? saturate(r) : r;
}

void exact_run(const xinst *in, xwarp *w, uint32_t mask)
{
    bool is_double = in->dtype == T_f64;
    unsigned n = operands_of(in->math);
    fesetround(host_mode(in->round));
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        if (is_double) {
            double x[3] = {0};
            for (unsigned k = 0; k < n; k++) x[k] = ((const st_f64 *)op_at(w, in->op[1 + k]))[i];
            ((st_f64 *)op_at(w, in->op[0]))[i] =
                nan64_3(x[0], x[1], x[2], dual(in->math, x[0], x[1], x[2]));
        } else {
            float x[3] = {0};
            for (unsigned k = 0; k < n; k++) x[k] = ((const st_f32 *)op_at(w, in->op[1 + k]))[i];
            ((st_f32 *)op_at(w, in->op[0]))[i] = lane_single(in, x);
        }
    }
    fesetround(FE_TONEAREST);
}

// A value on its way through a conversion.
typedef struct number {
    char class; // 'u', 's' or 'f'
    uint64_t u; // 'u', and 's' as its bits
    double f;
    bool single; // 'f' that came from an f32 or f16
} number;

static double from_half(uint16_t h)
{
    int e = h >> 10 & 31;
    double mantissa = h & 1023, sign = h & 0x8000 ? -1.0 : 1.0;
    if (e == 31) return mantissa != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (e ? ldexp(mantissa + 1024, e - 25) : ldexp(mantissa, -24));
}

static number read_number(const xinst *in, uint64_t raw)
{
    ptx_type t = in->stype;
    uint32_t bits = 8 * type_bytes(t);
    number n = {.class = type_class(t) == 'b' ? 'u' : type_class(t)};
    if (n.class == 'f') {
        n.single = t != T_f64;
        if (t == T_f16) n.f = from_half((uint16_t)raw);
        else if (t == T_bf16) n.f = bf16_value((uint32_t)raw & 0xffff);
        else if (t == T_f32)
            n.f =
                (double)(in->ftz ? flush32(bits_float((uint32_t)raw)) : bits_float((uint32_t)raw));
        else n.f = bits_double(raw);
        return n;
    }
    n.u = bits < 64 ? raw & ((1ull << bits) - 1) : raw;
    if (n.class == 's' && bits < 64 && n.u >> (bits - 1)) n.u |= UINT64_MAX << bits;
    return n;
}

static double to_integral(double x, uint8_t round)
{
    switch (round) {
    case ROUND_rni: return nearbyint(x); // the host rounds to nearest even
    case ROUND_rmi: return floor(x);
    case ROUND_rpi: return ceil(x);
    default: return trunc(x);
    }
}

static uint64_t least_of(char class, uint32_t bits)
{
    return class == 's' ? UINT64_MAX << (bits - 1) : 0;
}
static uint64_t most_of(char class, uint32_t bits)
{
    uint64_t all = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
    return class == 's' ? all >> 1 : all;
}

// PTX ISA, "cvt": from 64 bits or to 64 bits a NaN becomes the upper bit alone.
static uint64_t nan_integer(const number *n, uint32_t bits)
{
    return n->single && bits < 64 ? 0 : 1ull << (bits - 1);
}

// To an integer: clamped when it comes from a float or with .sat, else cut.
static uint64_t to_integer(const xinst *in, const number *n)
{
    uint32_t bits = 8 * type_bytes(in->dtype);
    char class = type_class(in->dtype);
    uint64_t least = least_of(class, bits), most = most_of(class, bits);
    if (n->class == 'f') {
        double x = to_integral(n->f, in->round),
               above = ldexp(1, class == 's' ? (int)bits - 1 : (int)bits);
        if (x != x) return nan_integer(n, bits);
        if (x >= above) return most;
        if (x < (class == 's' ? -above : 0)) return least;
        return class == 's' ? (uint64_t)(int64_t)x : (uint64_t)x;
    }
    if (!in->sat) return n->u;
    bool negative = n->class == 's' && n->u >> 63;
    if (negative) return class == 's' && (int64_t)n->u >= (int64_t)least ? n->u : least;
    return n->u > most ? most : n->u;
}

// To f16 in the rounding mode that the host is in, from a double that holds the value exactly.
static uint16_t to_half(double x)
{
    uint16_t sign = double_bits(x) >> 63 ? 0x8000 : 0;
    int e;
    if (x != x) return 0x7fff;
    if (isinf(x)) return sign | 0x7c00;
    frexp(x, &e);
    int quantum = (e < -13 ? -13 : e) - 11;
    volatile double scaled = ldexp(x, -quantum);
    double units = fabs(nearbyint(scaled)); // below 2^11 + 1
    double value = ldexp(units, quantum);
    if (value > 65504) {
        volatile float huge = x < 0 ? -3e38f : 3e38f,
                       over = huge * 10.0f; // infinite, or the largest, as the mode says
        return sign | (isinf(over) ? 0x7c00 : 0x7bff);
    }
    if (value < ldexp(1, -14)) return sign | (uint16_t)ldexp(value, 24);
    frexp(value, &e);
    return sign | (uint16_t)((uint32_t)(e + 14) << 10 | ((uint32_t)ldexp(value, 11 - e) & 1023));
}

// To bf16, likewise.
static uint16_t to_bf16(double x)
{
    const uint16_t sign = double_bits(x) >> 63 ? 0x8000 : 0;
    int e;
    if (x != x) return 0x7fff;
    if (isinf(x)) return sign | 0x7f80;
    if (!(x < 0 || x > 0)) return sign;
    frexp(x, &e);
    const int quantum = (e < -125 ? -125 : e) - 8;
    volatile double scaled = ldexp(x, -quantum);
    const double units = fabs(nearbyint(scaled)); // at most 2^8
    const uint32_t code = ((uint32_t)(quantum + 133) << 7) + (uint32_t)units;
    volatile double huge = x < 0 ? -1e300 : 1e300, over = huge * 1e300;
    if (code < 0x7f80) return sign | (uint16_t)code;
    return sign | (isinf(over) ? 0x7f80 : 0x7f7f);
}

static double as_double(const number *n)
{
    volatile uint64_t u = n->u;
    volatile int64_t s = (int64_t)n->u;
    return n->class == 's' ? (double)s : (double)u;
}

// Rounded to odd, so that it can be rounded once more to a shorter format.
static double as_odd_double(const number *n)
{
    const bool negative = n->class == 's' && n->u >> 63;
    uint64_t size = negative ? 0 - n->u : n->u;
    if (size >> 53) size = (size & ~0xfffull) | (size & 0xfff ? 0x800 : 0);
    return negative ? -(double)size : (double)size;
}

static float as_single(const number *n)
{
    volatile uint64_t u = n->u;
    volatile int64_t s = (int64_t)n->u;
    volatile double f = n->f;
    return n->class == 'f' ? (float)f : n->class == 's' ? (float)s : (float)u;
}

static uint64_t to_float(const xinst *in, number n)
{
    if (n.class == 'f' && in->round >= ROUND_rni) n.f = to_integral(n.f, in->round);
    if (in->dtype == T_f64) {
        double r = n.class == 'f' ? (n.f != n.f ? quiet64(n.f) : n.f) : as_double(&n);
        return double_bits(in->sat ? (r >= 1 ? 1 : r > 0 ? r : 0) : r);
    }
    if (in->dtype == T_f16) {
        double r = n.class == 'f' ? n.f : as_double(&n);
        return to_half(in->sat ? (r >= 1 ? 1 : r > 0 ? r : 0) : r);
    }
    if (in->dtype == T_bf16) {
        double r = n.class == 'f' ? n.f : as_odd_double(&n);
        return to_bf16(in->sat ? (r >= 1 ? 1 : r > 0 ? r : 0) : r);
    }
    float r = nan32(as_single(&n));
    if (in->ftz) r = flush32(r);
    return float_bits(in->sat ? saturate(r) : r);
}

static uint64_t widen(const xinst *in, uint64_t v)
{
    uint32_t bits = 8 * type_bytes(in->dtype);
    if (bits == 64) return v;
    v &= (1ull << bits) - 1;
    if (type_class(in->dtype) == 's' && v >> (bits - 1)) v |= UINT64_MAX << bits;
    return v;
}

void exact_cvt(const xinst *in, xwarp *w, uint32_t mask)
{
    void *d = op_at(w, in->op[0]);
    const void *a = op_at(w, in->op[1]);
    bool to_real = type_class(in->dtype) == 'f';
    fesetround(in->round < ROUND_rni ? host_mode(in->round) : FE_TONEAREST);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        number n = read_number(in, in->swide ? ((const uint64_t *)a)[i] : ((const uint32_t *)a)[i]);
        uint64_t v = to_real ? to_float(in, n) : widen(in, to_integer(in, &n));
        if (in->dwide) ((uint64_t *)d)[i] = v;
        else ((uint32_t *)d)[i] = (uint32_t)v & in->keep;
    }
    fesetround(FE_TONEAREST);
}
