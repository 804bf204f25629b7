// exec_call.c: executes calls of device functions and their returns, and keeps their frames. See
// exec.h.
//
// A call is a path of its own on the SIMT stack. The caller waits below it, at the instruction
// after the call, until all lanes have returned or exited. Functions own their registers, so that
// only arguments and results are copied. If a function can be called again while it is active, the
// call saves its registers of all lanes and the return restores them; lanes that did not call do
// not run in between. Saving takes no time: hardware's spills are not modelled.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"
#include "ptx/exec.h"

#include <string.h>

static unsigned char *keep_area(xwarp *w, const callee *c, call_frame *f)
{
    call_stack *s = w->calls;
    if (!c->recursive) return NULL;
    if (s->used + c->area_bytes >= s->room) {
        s->room = 2 * (s->used + c->area_bytes) + 1;
        s->saved = wl_realloc(s->saved, s->room);
    }
    f->saved = s->used;
    s->used += c->area_bytes;
    return memcpy(s->saved + f->saved, w->base[0] + c->area, c->area_bytes);
}

// Where a spot is; `kept`: what was saved of the area of c, which stands for it.
static unsigned char *spot_at(const xwarp *w, const spot *s, const callee *c, unsigned char *kept)
{
    if (kept && !(s->at & OP_CONST) && s->at >= c->area && s->at < c->area + c->area_bytes)
        return kept + (s->at - c->area);
    return op_at(w, s->at);
}

static void pass(unsigned char *to, const spot *t, const unsigned char *from, const spot *f,
                 uint32_t mask)
{
    if (!t->bytes || !f->bytes) return;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(m);
        unsigned char *d = to + (size_t)i * t->stride;
        if (t->bytes < 4 && t->stride == 4) memset(d, 0, 4); // narrow registers are zero-extended
        memcpy(d, from + (size_t)i * f->stride, t->bytes < f->bytes ? t->bytes : f->bytes);
    }
}

static void set_locals(xwarp *w, const callee *c, uint64_t base)
{
    for (uint32_t n = 0; n < c->n_locals; n++) {
        const local_address *a = &c->locals[n];
        const uint64_t addr = base + a->offset;
        for (uint32_t i = 0; i < WARP_LANES; i++)
            memcpy(w->base[0] + a->at + i * a->bytes, &addr, a->bytes);
    }
}

static void enter(xwarp *w, const xinst *in, const callee *c, uint32_t mask)
{
    const ptx_kernel *k = w->cta->launch->kernel;
    call_stack *s = w->calls;
    const call_frame *from = s->n ? &s->frames[s->n - 1] : NULL;
    call_frame *f = &s->frames[s->n];
    *f = (call_frame){.in = in, .to = c, .depth = w->depth, .mask = mask, .saved = s->used};
    f->local = from ? from->local + from->to->local_bytes : k->callees[0].local_bytes;
    unsigned char *kept = keep_area(w, c, f);
    for (uint32_t i = 0; i < c->n_in; i++) {
        pass(op_at(w, c->in[i].at), &c->in[i], spot_at(w, &in->call->in[i], c, kept),
             &in->call->in[i], mask);
    }
    if (k->stacked) set_locals(w, c, f->local);
    s->n++;
    w->pc++;
    exec_push(w, c->first, NO_PC, mask);
}

void exec_return(xwarp *w)
{
    call_stack *s = w->calls;
    const call_frame *f = &s->frames[--s->n];
    const callee *c = f->to;
    const call_site *site = f->in->call;
    unsigned char *kept = c->recursive ? s->saved + f->saved : NULL;
    for (uint32_t i = 0; i < c->n_out; i++) {
        pass(spot_at(w, &site->out[i], c, kept), &site->out[i], op_at(w, c->out[i].at), &c->out[i],
             f->mask & w->active);
    }
    if (kept) memcpy(w->base[0] + c->area, kept, c->area_bytes);
    s->used = f->saved;
}

void exec_leave_function(xwarp *w, uint32_t mask)
{
    const call_stack *s = w->calls;
    w->active &= ~mask;
    w->pc++;
    for (uint32_t i = s->frames[s->n - 1].depth + 1; i < w->depth; i++) w->stack[i].mask &= ~mask;
}

static bool fits(const call_site *s, const callee *c)
{
    bool same = s->n_in == c->n_in && s->n_out == c->n_out;
    for (uint32_t i = 0; same && i < s->n_in; i++)
        same = s->in[i].bytes == c->in[i].bytes || !c->in[i].bytes;
    for (uint32_t i = 0; same && i < s->n_out; i++)
        same = s->out[i].bytes == c->out[i].bytes || !c->out[i].bytes;
    return same;
}

// The function at an address; NULL after a fault.
static const callee *function_at(xwarp *w, const xinst *in, uint32_t lane, uint64_t addr)
{
    const ptx_kernel *k = w->cta->launch->kernel;
    uint64_t index = (addr - FUNCTION_ADDRESS(0)) / 16;
    const callee *c = addr >= FUNCTION_ADDRESS(0) && addr % 16 == 0 && index < k->n_functions &&
                              k->by_index[index] >= 0
                          ? &k->callees[k->by_index[index]]
                          : NULL;
    if (c && fits(in->call, c)) return c;
    exec_fault(w, in, FAULT_FUNCTION, lane, addr, SPACE_GLOBAL);
    return NULL;
}

// Lanes that call another function than the first lane's come back to the call when those have
// returned.
static bool indirect(xwarp *w, const xinst *in, uint32_t mask)
{
    const uint64_t *addr = op_at(w, in->op[0]);
    const uint32_t first = (uint32_t)__builtin_ctz(mask);
    uint32_t here = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        if (addr[lane] == addr[first]) here |= 1u << lane;
    }
    const callee *c = function_at(w, in, first, addr[first]);
    if (!c) return false;
    if (here != mask) exec_diverge(w, w->pc + 1, w->pc, mask & ~here, w->pc, here);
    enter(w, in, c, here);
    return true;
}

bool exec_call(xwarp *w, const xinst *in, uint32_t mask)
{
    const ptx_kernel *k = w->cta->launch->kernel;
    if (!mask) {
        w->pc++;
        return true;
    }
    if (w->calls && w->calls->n == MOST_CALLS) { // a kernel that reaches no function has no frames
        exec_fault(w, in, FAULT_DEPTH, (uint32_t)__builtin_ctz(mask), 0, SPACE_LOCAL);
        return false;
    }
    if (in->call->callee < 0) return indirect(w, in, mask);
    enter(w, in, &k->callees[in->call->callee], mask);
    return true;
}

bool exec_frame(xwarp *w, const xinst *in, uint32_t mask)
{
    uint64_t addr[WARP_LANES];
    const uint64_t *base = op_at(w, in->op[OP_BASE]);
    const uint32_t *narrow = op_at(w, in->op[OP_BASE]), bytes = in->w.lane_bytes;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint64_t at = in->wide_address ? base[i] + (uint64_t)in->imm
                                       : (uint32_t)(narrow[i] + (uint32_t)in->imm);
        bool bad = at > in->frame_bytes || at + bytes > in->frame_bytes, odd = at & (bytes - 1);
        if ((bad || odd) && mask >> i & 1) {
            exec_fault(w, in, odd ? FAULT_MISALIGNED : FAULT_OUTSIDE, i, at, SPACE_PARAM);
            return false;
        }
        addr[i] = at + (uint64_t)i * in->frame_bytes;
    }
    uintptr_t frame = (uintptr_t)(w->base[0] + in->frame);
    for (unsigned e = 0; e < in->elems; e++)
        in->move(op_at(w, in->op[e]), addr, frame + e * in->element_bytes, mask, in->keep);
    w->pc++;
    return true;
}
