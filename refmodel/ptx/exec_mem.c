// exec_mem.c : memory instructions: addresses, bounds, and the access itself. See exec.h.
//
// Every lane is checked against the allocation that its address lies in. The allocation an instruction met last is kept, so
// that a check is one pass over the lanes.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/lanes_gen.h"
#include "ptx/move.h"

enum { WORD_BYTES = 4 };

// addr[lane] = base + offset
LANES static void addresses_wide(uint64_t *addr, const void *base, uint64_t offset)
{
    const st_u64 *b = base;
    _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) addr[i] = b[i] + offset;
}

LANES static void addresses_narrow(uint64_t *addr, const void *base, uint64_t offset)
{
    const st_u32 *b = base;
    _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) addr[i] = (uint32_t)(b[i] + (uint32_t)offset);
}

// Lanes of mask whose access does not lie in [base, base + span], span being the last allowed first byte, or is misaligned.
LANES static uint32_t outside(const uint64_t *addr, uint64_t base, uint64_t span, uint64_t low_bits, uint32_t mask)
{
    uint32_t bad = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) bad |= (uint32_t)(addr[i] - base > span || (addr[i] & low_bits)) << i;
    return bad & mask;
}

static void perform(const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta, uint32_t mask)
{
    if (in->w.kind == W_ATOMIC) {
        in->atomic(in, w, addr, delta, mask);
        return;
    }
    for (unsigned e = 0; e < in->elems; e++) in->move(op_at(w, in->op[e]), addr, delta + e * in->element_bytes, mask, in->keep);
}

static uint64_t low_bits(const xinst *in) { return in->w.lane_bytes - 1u; }

static bool fault(const xinst *in, xwarp *w, uint32_t lane, uint64_t addr, winst_space space)
{
    exec_fault(w, in, addr & low_bits(in) ? FAULT_MISALIGNED : FAULT_OUTSIDE, lane, addr, space);
    return false;
}

// Lanes that hit different allocations, or none: allocation by allocation.
static bool scattered(const xinst *in, xwarp *w, const uint64_t *addr, uint32_t mask, winst_space space, range *r)
{
    while (mask) {
        uint32_t lane = (uint32_t)__builtin_ctz(mask);
        void *host;
        if (!devmem_range(w->cta->launch->mem, addr[lane], &r->base, &r->bytes, &host)) {
            r->bytes = 0;
            return fault(in, w, lane, addr[lane], space);
        }
        r->host = host;
        if (r->bytes < in->w.lane_bytes) return fault(in, w, lane, addr[lane], space);
        uint32_t here = mask & ~outside(addr, r->base, r->bytes - in->w.lane_bytes, low_bits(in), mask);
        if (!(here >> lane & 1)) return fault(in, w, lane, addr[lane], space);
        perform(in, w, addr, (uintptr_t)r->host - (uintptr_t)r->base, here);
        mask &= ~here;
    }
    return true;
}

static bool device_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr, winst_space space)
{
    range *r = &w->cta->ranges[in->w.pc % RANGES];
    bool known = r->bytes >= in->w.lane_bytes && !outside(addr, r->base, r->bytes - in->w.lane_bytes, low_bits(in), mask);
    if (!known) return scattered(in, w, addr, mask, space, r);
    perform(in, w, addr, (uintptr_t)r->host - (uintptr_t)r->base, mask);
    return true;
}

// A block of host memory whose addresses start at 0: shared memory, parameters.
static bool block_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr, unsigned char *host, uint64_t bytes, winst_space space)
{
    uint32_t bad = bytes < in->w.lane_bytes ? mask : outside(addr, 0, bytes - in->w.lane_bytes, low_bits(in), mask);
    if (bad) {
        uint32_t lane = (uint32_t)__builtin_ctz(bad);
        return fault(in, w, lane, addr[lane], space);
    }
    perform(in, w, addr, (uintptr_t)host, mask);
    return true;
}

// Each thread has its own block. The caches see words interleaved across the warp's lanes: word k of all lanes lies in one
// 128-byte line; of an access to several words the first is told.
static bool local_access(const xinst *in, xwarp *w, uint32_t mask, uint64_t *addr)
{
    const uint64_t bytes = w->cta->launch->kernel->local_bytes;
    uint64_t host[WARP_LANES];
    uint32_t bad = bytes < in->w.lane_bytes ? mask : outside(addr, 0, bytes - in->w.lane_bytes, low_bits(in), mask);
    if (bad) {
        uint32_t lane = (uint32_t)__builtin_ctz(bad);
        return fault(in, w, lane, addr[lane], SPACE_LOCAL);
    }
    for (unsigned i = 0; i < WARP_LANES; i++) {
        host[i] = addr[i] + i * bytes;
        addr[i] = w->local_device + addr[i] / WORD_BYTES * WORD_BYTES * WARP_LANES + i * WORD_BYTES + addr[i] % WORD_BYTES;
    }
    perform(in, w, host, (uintptr_t)w->local, mask);
    return true;
}

static winst_space space_of(uint64_t addr)
{
    if (addr < SHARED_WINDOW || addr >= STATIC_BASE) return SPACE_GLOBAL;
    return addr < LOCAL_WINDOW ? SPACE_SHARED : SPACE_LOCAL;
}

// Generic addresses: the lanes in the space of the first one go now, the others when the instruction comes up again.
static uint32_t one_space(xwarp *w, uint32_t mask, wexec *x)
{
    winst_space space = space_of(x->addr[__builtin_ctz(mask)]);
    uint32_t now = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        if (space_of(x->addr[lane]) != space) continue;
        now |= 1u << lane;
        if (space == SPACE_SHARED) x->addr[lane] -= SHARED_WINDOW;
        if (space == SPACE_LOCAL) x->addr[lane] -= LOCAL_WINDOW;
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
    case SPACE_SHARED: return block_access(in, w, mask, x->addr, w->cta->shared, l->shared_bytes, SPACE_SHARED);
    case SPACE_LOCAL: return local_access(in, w, mask, x->addr);
    case SPACE_PARAM:
        if (!block_access(in, w, mask, x->addr, l->params, l->kernel->param_bytes, SPACE_PARAM)) return false;
        addresses_wide(x->addr, x->addr, PARAM_WINDOW);
        return true;
    default: return device_access(in, w, mask, x->addr, (winst_space)x->space);
    }
}
