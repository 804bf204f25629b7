// gpu_dispatch.c : which CTA goes to which SM. As GPGPU-Sim does it: at the end of each core cycle, starting after the SM
// that was served last, every SM that has room takes one CTA, in order of CTA number.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/gpu_state.h"

enum { REGISTER_UNIT = 4 }; // registers a thread are allotted in fours

static unsigned least(unsigned a, uint64_t b) { return b < a ? (unsigned)b : a; }

// What limits residency: X(name, CTAs an SM has room for, asked for a CTA, there is in an SM)
#define LIMITS(X) \
    X("warps", c->sm.warps / f->warps_per_cta, f->warps_per_cta, c->sm.warps) \
    X("registers", registers ? c->sm.registers / registers : UINT32_MAX, registers, c->sm.registers) \
    X("bytes of shared memory", f->shared_bytes ? c->sm.shared_bytes / f->shared_bytes : UINT32_MAX, f->shared_bytes, c->sm.shared_bytes)

int gpu_fit(const gpu *g, const front *f, unsigned *slots, err *e)
{
    const config *c = &g->c;
    if (!f->n_ctas || !f->warps_per_cta) return err_add(e, ST_INPUT, "kernel %s: an empty grid or block", f->name);
    uint64_t registers = (uint64_t)f->warps_per_cta * WARP_LANES * ((f->regs_per_thread + REGISTER_UNIT - 1) / REGISTER_UNIT * REGISTER_UNIT);
    unsigned n = c->sm.ctas;
#define LIMIT(what, fit, asked, there) \
    if (!(fit)) { \
        return err_add(e, ST_INPUT, "kernel %s: a block of %u threads needs %llu %s, an SM has %llu", f->name, f->threads_per_cta, \
                       (unsigned long long)(asked), what, (unsigned long long)(there)); \
    } \
    n = least(n, fit);
    LIMITS(LIMIT)
#undef LIMIT
    *slots = n;
    return ST_OK;
}

void gpu_dispatch(gpu *g)
{
    if (!g->place || g->cycle < g->launched_at + g->c.gpu.kernel_launch_cycles) return;
    unsigned after = g->last_sm;
    g->place = false;
    for (unsigned k = 1; k <= g->n_sms && g->next_cta < g->f->n_ctas; k++) {
        unsigned i = (after + k) % g->n_sms;
        if (bits_has(&g->ahead, i) || !sm_place(g->sms[i], g->next_cta, g->cycle)) continue;
        g->next_cta++;
        g->last_sm = i;
        gpu_note(g, i);
        g->place = true;
        g->active_at = g->cycle;
        g->faulted |= g->looks[i].news->fault;
    }
    g->place = g->place && g->next_cta < g->f->n_ctas;
}
