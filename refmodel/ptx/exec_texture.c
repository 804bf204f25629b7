// exec_texture.c: executes texture and surface instructions. See exec.h.
//
// A texture is read as memory was published by all SMs: CUDA leaves open what a kernel reads
// through a texture of what it has written itself. A surface access is an access to device memory,
// once its address is known.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/move.h"

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

// ---- surfaces: x counts bytes, or samples if the access is formatted

static bool is_formatted(const xinst *in)
{
    return in->mode == SURFACE_FORMAT || (in->mode == SURFACE_REDUCE && in->texture->atomic);
}

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
    const bool clamp = in->texture->bound == BOUND_CLAMP, formatted = is_formatted(in);
    const texture_shape *s = &in->texture->shape;
    const int64_t texel = texture_texel_bytes(t), row = (int64_t)t->width * texel,
                  bytes = formatted ? texel : in->w.lane_bytes;
    int64_t x = p->whole[0] * (formatted ? texel : 1), y = s->dimensions > 1 ? p->whole[1] : 0,
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

// A sample of a lane, as the surface has it, in `sample`: four values at most, of which a surface
// of fewer channels takes the first; channels without a value become 0, where PTX leaves it open.
static void format_sample(const xinst *in, const xwarp *w, const ptx_texture *t, unsigned lane,
                          unsigned char *sample)
{
    for (unsigned c = 0; c < t->channels; c++) {
        uint32_t value = 0;
        if (c < in->elems)
            in->move(op_at(w, in->op[c]), (const uint64_t[WARP_LANES]){0}, (uintptr_t)&value,
                     1u << lane, in->keep);
        texture_encode(t, value, sample + c * t->channel_bytes);
    }
}

// An access of another instruction, or of another warp, than the one that a fault names.
static bool access_as(const xinst *as, const xinst *in, xwarp *w, uint32_t mask,
                      const uint64_t *addr)
{
    if (exec_device_access(as, w, mask, addr)) return true;
    w->cta->launch->faults[w->cta->sm].in = in;
    return false;
}

// A store through registers of its own, which hold the samples: word i of all lanes' samples is in
// register i.
static bool store_samples(const xinst *in, xwarp *w, const ptx_texture *t, uint32_t mask,
                          const uint64_t *addr)
{
    enum { REGISTER_BYTES = WARP_LANES * 4, WORDS = 4 };
    _Alignas(uint64_t) unsigned char registers[WORDS * REGISTER_BYTES] = {0};
    const uint32_t bytes = texture_texel_bytes(t), element = bytes < 4 ? bytes : 4;
    for (uint32_t m = mask; m; m &= m - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(m);
        unsigned char sample[4 * WORDS] = {0};
        format_sample(in, w, t, lane, sample);
        for (unsigned i = 0; i < WORDS; i++)
            memcpy(registers + i * REGISTER_BYTES + lane * 4, sample + i * 4, 4);
    }
    xinst store = *in;
    xwarp own = *w;
    store.w.lane_bytes = (uint8_t)bytes;
    store.elems = (uint8_t)(bytes / element), store.element_bytes = (uint8_t)element;
    store.move = move_store(element == 4 ? T_b32 : element == 2 ? T_b16 : T_b8, false);
    own.base[0] = registers;
    for (uint32_t i = 0; i < WORDS; i++) store.op[i] = i * REGISTER_BYTES;
    return access_as(&store, in, &own, mask, addr);
}

static bool reduce_samples(const xinst *in, xwarp *w, const ptx_texture *t, uint32_t mask,
                           const uint64_t *addr)
{
    const bool whole = t->kind != TEXEL_FLOAT && t->channel_bytes == 4;
    if (!whole || texture_texel_bytes(t) != in->w.lane_bytes) {
        exec_fault(w, in, FAULT_SAMPLE, (unsigned)__builtin_ctz(mask), 0, SPACE_GLOBAL);
        return false;
    }
    xinst typed = *in;
    if (t->kind == TEXEL_SIGNED) typed.atomic = in->texture->atomic;
    return access_as(&typed, in, w, mask, addr);
}

// Surface by surface, as each has its format.
static bool samples(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    while (mask) {
        const unsigned lane = (unsigned)__builtin_ctz(mask);
        const ptx_texture *t = texture_of(in, w, lane);
        const uint32_t here = same_handle(in, w, mask, lane);
        if (!t ||
            !(in->mode == SURFACE_FORMAT ? store_samples : reduce_samples)(in, w, t, here, x->addr))
            return false;
        for (uint32_t m = here; m; m &= m - 1)
            x->addr[__builtin_ctz(m)] &= ~(uint64_t)(in->w.lane_bytes - 1u);
        mask &= ~here;
    }
    return true;
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
    if (!inside) return true;
    return is_formatted(in) ? samples(in, w, inside, x)
                            : exec_device_access(in, w, inside, x->addr);
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
