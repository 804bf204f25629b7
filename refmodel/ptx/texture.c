// texture.c: see texture.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/texture.h"
#include "base/err.h"
#include "ptx/half.h"
#include "ptx/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ptx_textures {
    ptx_texture **list; // [handle - 1]; NULL: destroyed
    size_t n, room;
};

ptx_textures *ptx_textures_new(void) { return wl_calloc(1, sizeof(ptx_textures)); }

void ptx_textures_free(ptx_textures *all)
{
    if (!all) return;
    for (size_t i = 0; i < all->n; i++) free(all->list[i]);
    free(all->list);
    free(all);
}

uint64_t ptx_texture_add(ptx_textures *all, const ptx_texture *t)
{
    all->list = grow(all->list, all->n, &all->room, sizeof *all->list);
    all->list[all->n] = wl_malloc(sizeof *t);
    *all->list[all->n] = *t;
    return ++all->n;
}

const ptx_texture *ptx_texture_find(const ptx_textures *all, uint64_t handle)
{
    return all && handle && handle <= all->n ? all->list[handle - 1] : NULL;
}

bool ptx_texture_remove(ptx_textures *all, uint64_t handle)
{
    if (!ptx_texture_find(all, handle)) return false;
    free(all->list[handle - 1]);
    all->list[handle - 1] = NULL;
    return true;
}

// ---- one axis

enum { OUTSIDE = -1, MOST_TEXELS = 2 };

// Texels of a footprint along one axis, with the weight of each.
typedef struct span {
    int64_t first; // before the address mode
    int64_t index[MOST_TEXELS];
    double weight[MOST_TEXELS];
    unsigned n;
} span;

static address_mode mode_of(const ptx_texture *t, unsigned axis)
{
    const address_mode m = t->modes[axis];
    const bool repeats = m == ADDRESS_WRAP || m == ADDRESS_MIRROR;
    return repeats && !t->normalized_coordinates ? ADDRESS_CLAMP : m;
}

static int64_t clamped(int64_t i, uint32_t n) { return i < 0 ? 0 : i >= n ? (int64_t)n - 1 : i; }

static int64_t in_range(int64_t i, uint32_t n, address_mode m)
{
    const int64_t period = m == ADDRESS_MIRROR ? 2 * (int64_t)n : (int64_t)n;
    const int64_t k = (i % period + period) % period;
    switch (m) {
    case ADDRESS_WRAP: return k;
    case ADDRESS_MIRROR: return k < n ? k : period - 1 - k;
    case ADDRESS_CLAMP: return clamped(i, n);
    default: return i >= 0 && i < n ? i : OUTSIDE;
    }
}

// The coordinate in texels. Whatever lies further out than the texture's size is as good as there.
static double position(const ptx_texture *t, unsigned axis, double x, uint32_t n)
{
    const address_mode m = mode_of(t, axis);
    if (isnan(x)) return 0;
    if (t->normalized_coordinates && isfinite(x)) {
        if (m == ADDRESS_WRAP) x -= floor(x);
        if (m == ADDRESS_MIRROR) x -= 2 * floor(x / 2);
        x *= n;
    }
    return fmin(fmax(x, -(double)n - 2), 2 * (double)n + 2);
}

static span along(const ptx_texture *t, unsigned axis, uint32_t n, double x, bool linear)
{
    const address_mode m = mode_of(t, axis);
    double part = 0;
    span s = {.n = 1};
    x = position(t, axis, x, n);
    if (linear) {
        x -= 0.5;
        part = floor((x - floor(x)) * 256 + 0.5) / 256;
        s.n = 2;
    }
    s.first = (int64_t)floor(x);
    for (unsigned i = 0; i < s.n; i++) s.index[i] = in_range(s.first + i, n, m);
    s.weight[0] = 1 - part;
    s.weight[1] = part;
    return s;
}

static span at_texel(const ptx_texture *t, unsigned axis, uint32_t n, int32_t i)
{
    return (span){.first = i, .index = {in_range(i, n, mode_of(t, axis))}, .weight = {1}, .n = 1};
}

// ---- texels

static uint32_t channel_bits(const ptx_texture *t, const unsigned char *at)
{
    uint16_t two;
    uint32_t four;
    if (t->channel_bytes == 1) return *at;
    if (t->channel_bytes == 2) return memcpy(&two, at, 2), two;
    return memcpy(&four, at, 4), four;
}

// A channel as a fetch returns it, before any filter.
static uint32_t channel_value(const ptx_texture *t, const unsigned char *at)
{
    const uint32_t v = channel_bits(t, at), bits = 8u * t->channel_bytes;
    const double most = (double)((1ull << (bits - (t->kind == TEXEL_SIGNED))) - 1);
    const int32_t extended = (int32_t)(v << (32 - bits)) >> (32 - bits);
    if (t->kind == TEXEL_FLOAT) return bits == 16 ? float_bits((float)half_value(v)) : v;
    if (!t->reads_normalized) return t->kind == TEXEL_SIGNED ? (uint32_t)extended : v;
    if (t->kind == TEXEL_UNSIGNED) return float_bits((float)((double)v / most));
    return float_bits((float)fmax((double)extended / most, -1));
}

void texture_encode(const ptx_texture *t, uint32_t value, unsigned char *to)
{
    const unsigned bits = 8u * t->channel_bytes;
    uint32_t v = value;
    if (t->kind == TEXEL_FLOAT && bits == 16) {
        v = half_bits((double)bits_float(value));
    } else if (t->kind == TEXEL_UNSIGNED && bits < 32) {
        const uint32_t most = (1u << bits) - 1;
        v = value < most ? value : most;
    } else if (t->kind == TEXEL_SIGNED && bits < 32) {
        const int32_t most = (1 << (bits - 1)) - 1, i = (int32_t)value;
        v = (uint32_t)(i > most ? most : i < -most - 1 ? -most - 1 : i);
    }
    memcpy(to, &v, t->channel_bytes); // the host is little-endian
}

// A footprint: spans of x, y and z, and the slice that the z of one texel is counted from.
typedef struct footprint {
    span axis[3];
    uint64_t layer;
} footprint;

static void texel(const ptx_texture *t, const unsigned char *texels, const footprint *f,
                  const unsigned pick[3], uint32_t out[4])
{
    const int64_t x = f->axis[0].index[pick[0]], y = f->axis[1].index[pick[1]],
                  z = f->axis[2].index[pick[2]];
    if (x == OUTSIDE || y == OUTSIDE || z == OUTSIDE) {
        memcpy(out, t->border, 4 * sizeof *out);
        return;
    }
    const unsigned char *at = texels + ((uint64_t)z + f->layer) * t->slice +
                              (uint64_t)y * t->pitch + (uint64_t)x * texture_texel_bytes(t);
    for (unsigned c = 0; c < 4; c++)
        out[c] = c < t->channels ? channel_value(t, at + c * t->channel_bytes) : 0;
}

static uint64_t first_address(const ptx_texture *t, const footprint *f)
{
    const uint64_t x = (uint64_t)clamped(f->axis[0].first, t->width),
                   y = (uint64_t)clamped(f->axis[1].first, t->height),
                   z = (uint64_t)clamped(f->axis[2].first, t->depth);
    return t->address + (z + f->layer) * t->slice + y * t->pitch + x * texture_texel_bytes(t);
}

// The face that a direction meets, and where (CUDA C++ Programming Guide, "Cubemap Textures").
static unsigned face_of(const float d[3], float at[2])
{
    const float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    float m, s, u;
    unsigned face;
    if (x >= y && x >= z) {
        face = signbit(d[0]) ? 1 : 0;
        m = x, s = face ? d[2] : -d[2], u = -d[1];
    } else if (y >= z) {
        face = signbit(d[1]) ? 3 : 2;
        m = y, s = d[0], u = face == 3 ? -d[2] : d[2];
    } else {
        face = signbit(d[2]) ? 5 : 4;
        m = z, s = face == 5 ? -d[0] : d[0], u = -d[1];
    }
    at[0] = (s / m + 1) / 2;
    at[1] = (u / m + 1) / 2;
    return face;
}

static uint64_t layer_of(const ptx_texture *t, const texture_shape *shape, uint32_t layer,
                         unsigned face)
{
    const uint32_t each = shape->cube ? 6 : 1, n = t->layers / each;
    if (!n) return 0;
    return (uint64_t)(shape->layered ? (layer < n ? layer : n - 1) : 0) * each + face;
}

static footprint footprint_of(const ptx_texture *t, const texture_shape *shape,
                              const texture_point *p, bool linear)
{
    const uint32_t size[3] = {t->width, t->height, t->depth};
    ptx_texture how = *t;
    float at[3] = {p->at[0], p->at[1], p->at[2]};
    const unsigned face = shape->cube ? face_of(p->at, at) : 0;
    footprint f = {.layer = layer_of(t, shape, p->layer, face)};
    how.normalized_coordinates |= shape->cube;
    for (unsigned i = 0; i < 3; i++) {
        if (shape->cube) how.modes[i] = ADDRESS_CLAMP;                         // within the face
        if (i >= shape->dimensions) f.axis[i] = (span){.weight = {1}, .n = 1}; // 0
        else if (p->in_texels) f.axis[i] = at_texel(&how, i, size[i], p->whole[i]);
        else f.axis[i] = along(&how, i, size[i], (double)at[i], linear);
    }
    return f;
}

// A word of linear memory, by its index.
static uint64_t linear_fetch(const ptx_texture *t, const unsigned char *texels,
                             const texture_point *p, uint32_t out[4])
{
    const int64_t i = p->in_texels      ? p->whole[0]
                      : isnan(p->at[0]) ? 0
                                        : (int64_t)fmin(fmax(floor((double)p->at[0]), -1), 0x1p32);
    const footprint f = {.axis = {{.first = i, .index = {i}}, {.weight = {1}}, {.weight = {1}}}};
    if (i >= 0 && i < t->width) texel(t, texels, &f, (const unsigned[3]){0}, out);
    else memset(out, 0, 4 * sizeof *out);
    return first_address(t, &f);
}

static void blend(const ptx_texture *t, const unsigned char *texels, const footprint *f,
                  uint32_t out[4])
{
    double sum[4] = {0};
    for (unsigned k = 0; k < 8; k++) {
        const unsigned pick[3] = {k & 1, k >> 1 & 1, k >> 2};
        double weight = 1;
        uint32_t v[4];
        bool there = true;
        for (unsigned i = 0; i < 3; i++) {
            there &= pick[i] < f->axis[i].n;
            if (there) weight *= f->axis[i].weight[pick[i]];
        }
        if (!there || weight == 0) continue;
        texel(t, texels, f, pick, v);
        for (unsigned c = 0; c < 4; c++) sum[c] += weight * (double)bits_float(v[c]);
    }
    for (unsigned c = 0; c < 4; c++) out[c] = float_bits((float)sum[c]);
}

uint64_t texture_sample(const ptx_texture *t, const unsigned char *texels,
                        const texture_shape *shape, const texture_point *p, uint32_t out[4])
{
    if (t->in_linear_memory) return linear_fetch(t, texels, p, out);
    const footprint f = footprint_of(t, shape, p, t->linear && !p->in_texels);
    if (t->linear && !p->in_texels) blend(t, texels, &f, out);
    else texel(t, texels, &f, (const unsigned[3]){0}, out);
    return first_address(t, &f);
}

uint64_t texture_gather(const ptx_texture *t, const unsigned char *texels,
                        const texture_shape *shape, const texture_point *p, unsigned channel,
                        uint32_t out[4])
{
    static const unsigned picks[4][3] = {{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
    const footprint f = footprint_of(t, shape, p, true);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t v[4];
        texel(t, texels, &f, picks[i], v);
        out[i] = v[channel];
    }
    return first_address(t, &f);
}
