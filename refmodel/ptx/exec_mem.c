// exec_mem.c: executes memory instructions: computes the addresses, checks them against the
// allocations, and accesses memory. See exec.h.
//
// Every lane is checked against the allocation that its address lies in. The allocation an
// instruction met last is kept, so that a check is one pass over the lanes.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/lane_kernels_gen.h"
#include "ptx/move.h"

enum { WORD_BYTES = 4 };

// addr[lane] = base + offset
SIMD_CLONES static void addresses_wide(uint64_t *addr, const void *base, uint64_t offset)
{
    const st_u64 *b = base;
    _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) addr[i] = b[i] + offset;
}

SIMD_CLONES static void addresses_narrow(uint64_t *addr, const void *base, uint64_t offset)
{
    const st_u32 *b = base;
    _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) addr[i] =
        (uint32_t)(b[i] + (uint32_t)offset);
}

// Bytes of [base, base + bytes) in which an access may start, less one; addresses are far below
// 2^63.
typedef struct bounds {
    uint64_t base, span, low_bits; // low_bits: must be zero in an aligned address
} bounds;

// Whether the access of every lane of mask lies inside: one pass, no decision a lane.
SIMD_CLONES static bool all_inside(const uint64_t *addr, const bounds *b, uint32_t mask)
{
    const uint64_t base = b->base, span = b->span;
    uint64_t wrong = 0, ored = 0;
    if (mask == UINT32_MAX) {
        for (unsigned i = 0; i < WARP_LANES; i++) {
            uint64_t at = addr[i] - base;
            wrong |= at | (span - at);
            ored |= addr[i];
        }
    } else {
        for (unsigned i = 0; i < WARP_LANES; i++) {
            uint64_t idle = ((uint64_t)mask >> i & 1) - 1, at = (addr[i] - base) & ~idle;
            wrong |= at | (span - at);
            ored |= addr[i] & ~idle;
        }
    }
    return !(wrong >> 63) && !(ored & b->low_bits);
}

// Lanes of mask whose access does not.
static uint32_t outside(const uint64_t *addr, const bounds *b, uint32_t mask)
{
    uint32_t bad = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        bad |= (uint32_t)(addr[i] - b->base > b->span || (addr[i] & b->low_bits)) << i;
    return bad & mask;
}

static inline void perform(const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta,
                           uint32_t mask)
{
    if (in->w.kind == W_ATOMIC) {
        in->atomic(in, w, addr, delta, mask);
        return;
    }
    for (unsigned e = 0; e < in->elems; e++)
        in->move(op_at(w, in->op[e]), addr, delta + e * in->element_bytes, mask, in->keep);
}

// False: not even one access fits.
static bool bounds_of(const xinst *in, uint64_t base, uint64_t bytes, bounds *b)
{
    *b = (bounds){base, bytes - in->w.lane_bytes, in->w.lane_bytes - 1u};
    return bytes >= in->w.lane_bytes;
}

// Device memory, which SMs share.
static inline void perform_shared(const xinst *in, xwarp *w, const uint64_t *addr, const range *r,
                                  uint32_t mask)
{
    store_buffer *k = w->cta->store_buffer;
    const uintptr_t delta = (uintptr_t)r->host - (uintptr_t)r->base;
    if (k && in->w.kind == W_STORE) store_buffer_put(k, in, w, addr, delta, mask);
    else if (k && store_buffer_overlaps(k, r->base, r->bytes))
        store_buffer_load(k, in, w, addr, delta, mask);
    else perform(in, w, addr, delta, mask);
}

static bool fault(const xinst *in, xwarp *w, uint32_t lane, uint64_t addr, winst_space space)
{
    exec_fault(w, in, addr & (in->w.lane_bytes - 1u) ? FAULT_MISALIGNED : FAULT_OUTSIDE, lane, addr,
               space);
    return false;
}

// Lanes that hit different allocations, or none: allocation by allocation.
static bool scattered(const xinst *in, xwarp *w, const uint64_t *addr, uint32_t mask,
                      winst_space space, range *r)
{
    while (mask) {
        uint32_t lane = (uint32_t)__builtin_ctz(mask);
        void *host;
        if (!devmem_range(w->cta->launch->mem, addr[lane], &r->base, &r->bytes, &host)) {
            r->bytes = 0;
            return fault(in, w, lane, addr[lane], space);
        }
        r->host = host;
        bounds b;
        uint32_t here = bounds_of(in, r->base, r->bytes, &b) ? mask & ~outside(addr, &b, mask) : 0;
        if (!(here >> lane & 1)) return fault(in, w, lane, addr[lane], space);
        perform_shared(in, w, addr, r, here);
        mask &= ~here;
    }
    return true;
}

static bool device_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr,
                          winst_space space)
{
    range *r = &w->cta->ranges[in->w.pc % RANGES];
    bounds b;
    if (!bounds_of(in, r->base, r->bytes, &b) || !all_inside(addr, &b, mask))
        return scattered(in, w, addr, mask, space, r);
    perform_shared(in, w, addr, r, mask);
    return true;
}

bool exec_device_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr)
{
    return device_access(in, w, mask, addr, SPACE_GLOBAL);
}

static bool inside_block(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr,
                         uint64_t bytes, winst_space space)
{
    bounds b;
    bool any = bounds_of(in, 0, bytes, &b);
    if (any && all_inside(addr, &b, mask)) return true;
    uint32_t bad = any ? outside(addr, &b, mask) : mask, lane = (uint32_t)__builtin_ctz(bad);
    return fault(in, w, lane, addr[lane], space);
}

// A block of host memory whose addresses start at 0: shared memory, parameters.
static bool block_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr,
                         unsigned char *host, uint64_t bytes, winst_space space)
{
    if (!inside_block(in, w, mask, addr, bytes, space)) return false;
    perform(in, w, addr, (uintptr_t)host, mask);
    return true;
}

// Each thread has its own block. The caches see words interleaved across the warp's lanes: word k
// of all lanes lies in one 128-byte line, the next word in the line behind it.
static bool local_access(const xinst *in, xwarp *w, uint32_t mask, uint64_t *addr)
{
    const uint64_t bytes = w->cta->launch->kernel->local_bytes;
    uint64_t host[WARP_LANES];
    if (!inside_block(in, w, mask, addr, bytes, SPACE_LOCAL)) return false;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        host[i] = addr[i] + i * bytes;
        addr[i] = w->local_device + addr[i] / WORD_BYTES * WORD_BYTES * WARP_LANES +
                  i * WORD_BYTES + addr[i] % WORD_BYTES;
    }
    perform(in, w, host, (uintptr_t)w->local, mask);
    return true;
}

static winst_space space_of(const xwarp *w, uint64_t addr)
{
    if (addr >= STATIC_BASE) return SPACE_GLOBAL;
    if (addr < SHARED_WINDOW) {
        const bool param = addr - PARAM_WINDOW < w->cta->launch->kernel->param_bytes;
        return param ? SPACE_PARAM : SPACE_GLOBAL;
    }
    return addr < LOCAL_WINDOW ? SPACE_SHARED : SPACE_LOCAL;
}

// Generic addresses: the lanes in the space of the first one go now, the others when the
// instruction comes up again.
static uint32_t one_space(xwarp *w, uint32_t mask, wexec *x)
{
    winst_space space = space_of(w, x->addr[__builtin_ctz(mask)]);
    uint32_t now = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        if (space_of(w, x->addr[lane]) != space) continue;
        now |= 1u << lane;
        if (space == SPACE_SHARED) x->addr[lane] -= SHARED_WINDOW;
        if (space == SPACE_LOCAL) x->addr[lane] -= LOCAL_WINDOW;
        if (space == SPACE_PARAM) x->addr[lane] -= PARAM_WINDOW;
    }
    w->pending = mask & ~now;
    x->space = (uint8_t)space;
    x->active = now;
    return now;
}

bool exec_memory(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    const xlaunch *l = w->cta->launch;
    const void *base = op_at(w, in->op[OP_BASE]);
    if (in->wide_address) addresses_wide(x->addr, base, (uint64_t)in->imm);
    else addresses_narrow(x->addr, base, (uint64_t)in->imm);
    if (in->generic) mask = one_space(w, mask, x);
    switch (x->space) {
    case SPACE_SHARED:
        return block_access(in, w, mask, x->addr, w->cta->shared, l->shared_bytes, SPACE_SHARED);
    case SPACE_LOCAL: return local_access(in, w, mask, x->addr);
    case SPACE_PARAM:
        if (in->w.kind != W_LOAD) // through a generic address: they are not written
            return fault(in, w, (uint32_t)__builtin_ctz(mask), x->addr[__builtin_ctz(mask)],
                         SPACE_PARAM);
        if (!block_access(in, w, mask, x->addr, l->params, l->kernel->param_bytes, SPACE_PARAM))
            return false;
        addresses_wide(x->addr, x->addr, PARAM_WINDOW);
        return true;
    default: return device_access(in, w, mask, x->addr, (winst_space)x->space);
    }
}
