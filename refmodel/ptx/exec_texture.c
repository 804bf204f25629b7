// exec_texture.c: executes texture and surface instructions. See exec.h.
//
// A texture is read as memory was published by all SMs: CUDA leaves open what a kernel reads
// through a texture of what it has written itself. A surface access is an access to device memory,
// once its address is known.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"

#include <string.h>

// The texture of the handle in a lane; NULL: a fault was recorded.
static const ptx_texture *texture_of(const xinst *in, xwarp *w, unsigned lane)
{
    const uint64_t *handles = op_at(w, in->op[OP_BASE]);
    const ptx_texture *t = ptx_texture_find(w->cta->launch->shape.textures, handles[lane]);
    if (!t) exec_fault(w, in, FAULT_TEXTURE, lane, handles[lane], SPACE_GLOBAL);
    return t;
}

// The lanes of mask with the same handle as `lane`.
static uint32_t same_handle(const xinst *in, const xwarp *w, uint32_t mask, unsigned lane)
{
    const uint64_t *handles = op_at(w, in->op[OP_BASE]);
    uint32_t same = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctz(m);
        same |= (uint32_t)(handles[i] == handles[lane]) << i;
    }
    return same;
}

static texture_point point_of(const texture_site *site, const xwarp *w, unsigned lane)
{
    const unsigned first = site->shape.layered, most = 3;
    texture_point p = {.in_texels = site->in_texels};
    for (uint32_t i = 0; i < site->n_coordinates; i++) {
        const uint32_t bits = ((const uint32_t *)op_at(w, site->coordinates[i]))[lane];
        if (i < first) p.layer = bits;
        else if (i - first >= most) break;
        else if (site->in_texels) p.whole[i - first] = (int32_t)bits;
        else memcpy(&p.at[i - first], &bits, sizeof bits);
    }
    return p;
}

static void sample(const xinst *in, xwarp *w, const ptx_texture *t, const unsigned char *texels,
                   unsigned lane, wexec *x)
{
    const texture_site *site = in->texture;
    const texture_point p = point_of(site, w, lane);
    uint32_t v[4];
    x->addr[lane] = in->mode == TEXTURE_GATHER
                        ? texture_gather(t, texels, &site->shape, &p, site->channel, v)
                        : texture_sample(t, texels, &site->shape, &p, v);
    x->addr[lane] -= x->addr[lane] % in->w.lane_bytes;
    for (unsigned i = 0; i < 4; i++) ((uint32_t *)op_at(w, in->op[i]))[lane] = v[i];
}

static bool textures(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    while (mask) {
        const unsigned lane = (unsigned)__builtin_ctz(mask);
        const ptx_texture *t = texture_of(in, w, lane);
        if (!t) return false;
        const unsigned char *texels = devmem_at(w->cta->launch->mem, t->address, t->bytes);
        if (!texels) {
            exec_fault(w, in, FAULT_OUTSIDE, lane, t->address, SPACE_GLOBAL);
            return false;
        }
        const uint32_t here = same_handle(in, w, mask, lane);
        for (uint32_t m = here; m; m &= m - 1)
            sample(in, w, t, texels, (unsigned)__builtin_ctz(m), x);
        mask &= ~here;
    }
    return true;
}

// ---- surfaces: x counts bytes

static bool bound_one(int64_t *at, int64_t n, bool clamp)
{
    const bool inside = *at >= 0 && *at < n;
    if (!inside && clamp) *at = *at < 0 ? 0 : n - 1;
    return inside || clamp;
}

// The address of a lane's bytes. False: outside.
static bool surface_address(const xinst *in, const ptx_texture *t, const texture_point *p,
                            uint64_t *addr)
{
    const bool clamp = in->texture->bound == BOUND_CLAMP;
    const texture_shape *s = &in->texture->shape;
    const int64_t row = (int64_t)t->width * texture_texel_bytes(t), bytes = in->w.lane_bytes;
    int64_t x = p->whole[0], y = s->dimensions > 1 ? p->whole[1] : 0,
            z = s->dimensions > 2 ? p->whole[2] : 0, layer = s->layered ? p->layer : 0;
    bool inside = bound_one(&y, t->height, clamp) && bound_one(&z, t->depth, clamp) &&
                  bound_one(&layer, t->layers, clamp);
    if (clamp) x = x < 0 ? 0 : x > row - bytes ? row - bytes : x;
    inside &= x >= 0 && x <= row - bytes;
    *addr = t->address + (uint64_t)(z + layer) * t->slice + (uint64_t)y * t->pitch + (uint64_t)x;
    return inside;
}

// What an access outside of the surface reads.
static void zero(const xinst *in, xwarp *w, unsigned lane)
{
    for (unsigned i = 0; i < in->elems; i++) {
        const uint64_t nothing = 0;
        in->move(op_at(w, in->op[i]), (const uint64_t[WARP_LANES]){0}, (uintptr_t)&nothing,
                 1u << lane, in->keep);
    }
}

static bool surfaces(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    uint32_t inside = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        const ptx_texture *t = texture_of(in, w, lane);
        if (!t) return false;
        const texture_point p = point_of(in->texture, w, lane);
        if (surface_address(in, t, &p, &x->addr[lane])) {
            inside |= 1u << lane;
        } else if (in->texture->bound == BOUND_TRAP) {
            exec_fault(w, in, FAULT_SURFACE, lane, 0, SPACE_GLOBAL);
            return false;
        } else if (in->mode == SURFACE_LOAD) {
            zero(in, w, lane);
        }
    }
    x->active = inside;
    return !inside || exec_device_access(in, w, inside, x->addr);
}

bool exec_texture(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    return in->mode >= SURFACE_LOAD ? surfaces(in, w, mask, x) : textures(in, w, mask, x);
}

bool exec_query(const xinst *in, xwarp *w, uint32_t mask)
{
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        const ptx_texture *t = texture_of(in, w, lane);
        if (!t) return false;
        const uint32_t answers[] = {[QUERY_WIDTH] = t->width,
                                    [QUERY_HEIGHT] = t->height,
                                    [QUERY_DEPTH] = t->depth,
                                    [QUERY_LAYERS] = t->layers,
                                    [QUERY_NORMALIZED] = t->normalized_coordinates};
        ((uint32_t *)op_at(w, in->op[0]))[lane] = answers[in->mode];
    }
    w->pc++;
    return true;
}
