// gpu_fit.c: computes how many CTAs of a kernel an SM can hold at a time, from warps, registers and
// shared memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu.h"

enum { REGISTER_UNIT = 4 }; // registers a thread are allotted in fours

static unsigned least(unsigned a, uint64_t b) { return b < a ? (unsigned)b : a; }

// What limits residency: X(name, CTAs an SM has room for, asked for a CTA, there is in an SM)
#define LIMITS(X) \
    X("warps", c->sm.warps / f->warps_per_cta, f->warps_per_cta, c->sm.warps) \
    X("registers", registers ? c->sm.registers / registers : UINT32_MAX, registers, \
      c->sm.registers) \
    X("bytes of shared memory", \
      f->shared_bytes ? c->sm.shared_bytes / f->shared_bytes : UINT32_MAX, f->shared_bytes, \
      c->sm.shared_bytes)

int gpu_fit(const config *c, const front_end *f, unsigned *slots, err *e)
{
    if (!f->n_ctas || !f->warps_per_cta)
        return err_add(
            e, ST_INPUT,
            "kernel %s: the grid or the block is empty: each dimension must be at least 1",
            f->name);
    uint64_t registers = (uint64_t)f->warps_per_cta * WARP_LANES *
                         ((f->regs_per_thread + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT);
    unsigned n = c->sm.ctas;
#define LIMIT(what, fit, asked, there) \
    if (!(fit)) { \
        return err_add(e, ST_INPUT, \
                       "kernel %s: a block of %u threads needs %llu %s, an SM has %llu", f->name, \
                       f->threads_per_cta, (unsigned long long)(asked), what, \
                       (unsigned long long)(there)); \
    } \
    n = least(n, fit);
    LIMITS(LIMIT)
#undef LIMIT
    *slots = n;
    return ST_OK;
}
