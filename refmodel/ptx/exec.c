// exec.c: executes a warp's next instruction when the machine issues it, and keeps the stack of
// diverged lanes (SIMT stack). See exec.h.
//
// Divergent lanes wait at the immediate post-dominator of the branch. The stack entry below holds
// all of them there, and the paths above it leave the stack as they arrive. Of two paths, the one
// that falls through runs first. If some lanes exit, the others may reach a barrier on paths that
// do not meet before it. Each of these paths lets the others go first, and all that have reached
// the barrier pass it together.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/run.h"

#include <string.h>

void exec_fault(xwarp *w, const xinst *in, fault_kind kind, uint32_t lane, uint64_t addr,
                winst_space space)
{
    xfault *f = &w->cta->launch->faults[w->cta->sm];
    if (f->kind != FAULT_none) return;
    f->kind = kind;
    f->in = in;
    for (unsigned i = 0; i < 3; i++) f->cta[i] = w->cta->id[i];
    f->thread = w->index * WARP_LANES + lane;
    f->addr = addr;
    f->space = space;
    f->bytes = in->w.lane_bytes;
    f->inst = (winst){.pc = in->w.pc, .line = in->w.line, .kind = W_FAULT};
}

void exec_push(xwarp *w, uint32_t pc, uint32_t reconverge, uint32_t mask)
{
    CHECK(w->depth < SIMT_DEPTH + MOST_CALLS, "SIMT stack overflow: warp %u of CTA %u at %u",
          w->index, w->cta->cta, pc);
    w->stack[w->depth++] = (simt_entry){w->pc, w->reconverge, w->active};
    w->pc = pc;
    w->reconverge = reconverge;
    w->active = mask;
}

static void pop(xwarp *w)
{
    const simt_entry e = w->stack[--w->depth];
    w->pc = e.pc;
    w->reconverge = e.reconverge;
    w->active = e.mask;
}

// Paths that have arrived, or have no lanes left, make way for what waits below. False: the warp
// has ended.
static bool resume_below(xwarp *w)
{
    while (w->active == 0 || w->pc == w->reconverge) {
        if (w->depth == 0) {
            exec_warp_ended(w);
            return false;
        }
        pop(w);
        if (w->calls && w->calls->n && w->calls->frames[w->calls->n - 1].depth == w->depth)
            exec_return(w);
    }
    return true;
}

// Entries of the stack from here on are paths of the function that runs.
static uint32_t first_path(const xwarp *w)
{
    return w->calls && w->calls->n ? w->calls->frames[w->calls->n - 1].depth + 1 : 0;
}

// Looking down the stack: this entry has lanes, has not arrived and waits for none of those above
// it, whose lanes are in *above.
static bool waits_for_none(const simt_entry *e, uint32_t *above)
{
    const bool waits = e->mask == 0 || (e->mask & *above) || e->pc == e->reconverge;
    *above |= e->mask;
    return !waits;
}

// The path stands at a barrier: the next below it that can run and does not stand at one becomes
// the top.
static void let_others_go(xwarp *w)
{
    uint32_t above = w->active;
    for (uint32_t k = w->depth; k-- > first_path(w);) {
        const simt_entry e = w->stack[k];
        if (!waits_for_none(&e, &above) || w->code[e.pc].exec == EX_BARRIER) continue;
        memmove(&w->stack[k], &w->stack[k + 1], (--w->depth - k) * sizeof e);
        exec_push(w, e.pc, e.reconverge, e.mask);
        return;
    }
}

// All of the warp's lanes that stand at the barrier; the other paths of them pass it.
static uint32_t meet(xwarp *w)
{
    uint32_t above = w->active, here = w->active;
    for (uint32_t k = w->depth; k-- > first_path(w);) {
        simt_entry *e = &w->stack[k];
        if (!waits_for_none(e, &above) || e->pc != w->pc) continue;
        here |= e->mask;
        e->pc++;
    }
    return here;
}

// The next instruction that runs. False: the warp has ended.
static inline bool settle(xwarp *w)
{
    if ((w->active == 0 || w->pc == w->reconverge) && !resume_below(w)) return false;
    if (w->depth && w->code[w->pc].exec == EX_BARRIER) let_others_go(w);
    return true;
}

// The current path splits into `taken` lanes at target and `rest` lanes at next.
void exec_diverge(xwarp *w, uint32_t join, uint32_t target, uint32_t taken, uint32_t next,
                  uint32_t rest)
{
    if (join == w->reconverge ||
        join == NO_PC) { // the entry below, or the exit, already waits for all of them
        w->pc = target;
        w->active = taken;
        exec_push(w, next, w->reconverge, rest);
        return;
    }
    w->pc = join;
    exec_push(w, target, join, taken);
    exec_push(w, next, join, rest);
}

static void branch(xwarp *w, const xinst *in, uint32_t taken)
{
    uint32_t rest = w->active & ~taken;
    if (rest == 0) w->pc = in->target;
    else if (taken == 0) w->pc++;
    else exec_diverge(w, in->reconverge, in->target, taken, w->pc + 1, rest);
}

// brx.idx: lanes of the highest index split off one target at a time; the lanes of the last remain.
// False: out of range.
static bool branch_table(xwarp *w, const xinst *in, uint32_t mask)
{
    const uint32_t *index = op_at(w, in->op[0]);
    uint32_t left = mask, idle = w->active & ~mask, next = w->pc + 1;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        if (index[lane] < in->n_targets) continue;
        exec_fault(w, in, FAULT_TABLE, lane, index[lane], SPACE_GLOBAL);
        return false;
    }
    if (idle && mask)
        exec_diverge(w, in->reconverge, next, idle, in->targets[index[__builtin_ctz(mask)]], mask);
    else if (!mask) w->pc = next;
    while (left) {
        uint32_t target = in->targets[index[__builtin_ctz(left)]], here = 0;
        for (uint32_t m = left; m; m &= m - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(m);
            if (in->targets[index[lane]] == target) here |= 1u << lane;
        }
        left &= ~here;
        if (left) exec_diverge(w, in->reconverge, target, here, target, left);
        else w->pc = target;
    }
    return true;
}

static void leave(xwarp *w, uint32_t mask)
{
    w->active &= ~mask;
    w->pc++;
    for (uint32_t i = 0; i < w->depth; i++) w->stack[i].mask &= ~mask;
}

// Everything that changes the flow. False: a fault.
static bool control(xwarp *w, const xinst *in, uint32_t mask, wexec *x)
{
    switch (in->exec) {
    case EX_BRANCH: branch(w, in, mask); return true;
    case EX_TABLE: return branch_table(w, in, mask);
    case EX_EXIT: leave(w, mask); return true;
    case EX_BARRIER: return exec_barrier(w, in, mask, x);
    case EX_CALL: return exec_call(w, in, mask);
    case EX_RETURN: exec_leave_function(w, mask); return true;
    case EX_FRAME: return exec_frame(w, in, mask);
    case EX_CLOCK: run_clock(in, w, mask, x->now); return true;
    case EX_DEVICE: return exec_device(w, in, mask, x->now);
    case EX_QUERY: return exec_query(in, w, mask);
    case EX_TRAP:
        if (mask) exec_fault(w, in, FAULT_TRAP, (uint32_t)__builtin_ctz(mask), 0, SPACE_GLOBAL);
        w->pc++;
        return mask == 0;
    default: CHECK(false, "exec %u", in->exec);
    }
    return false;
}

static const winst *memory(xwarp *w, const xinst *in, uint32_t mask, wexec *x)
{
    if (w->pending) mask = w->pending;
    w->pending = 0;
    x->active = mask;
    x->space = in->w.space;
    const bool done = !mask                    ? true
                      : in->exec == EX_TEXTURE ? exec_texture(in, w, mask, x)
                                               : exec_memory(in, w, mask, x);
    if (!done) {
        x->active = 0;
        return &w->cta->launch->faults[w->cta->sm].inst;
    }
    if (!w->pending) w->pc++;
    return settle(w) ? &w->code[w->pc].w : NULL;
}

static const winst *copy(xwarp *w, const xinst *in, uint32_t mask, wexec *x)
{
    x->active = mask;
    x->space = in->w.space;
    if (!(in->exec == EX_COPY ? exec_copy : exec_matrix)(in, w, mask, x)) {
        x->active = 0;
        return &w->cta->launch->faults[w->cta->sm].inst;
    }
    w->pc++;
    return settle(w) ? &w->code[w->pc].w : NULL;
}

const winst *exec_issue(void *warp, wexec *x)
{
    xwarp *w = warp;
    const xinst *in = &w->code[w->pc];
    uint32_t mask = w->active & (*pred_at(w, in->guard) ^ in->guard_flip);
    switch (in->exec) {
    case EX_LANES:
        in->lane(op_at(w, in->op[0]), op_at(w, in->op[1]), op_at(w, in->op[2]), op_at(w, in->op[3]),
                 mask);
        w->pc++;
        break;
    case EX_RUN:
        in->run(in, w, mask);
        w->pc++;
        break;
    case EX_NOTHING: w->pc++; break;
    case EX_TEXTURE:
    case EX_MEMORY: return memory(w, in, mask, x);
    case EX_COPY:
    case EX_MATRIX: return copy(w, in, mask, x);
    case EX_BARRIER:
        mask =
            w->depth ? meet(w) & (*pred_at(w, in->guard) ^ in->guard_flip) : mask; // fall through
    default:
        if (!control(w, in, mask, x)) {
            x->active = 0;
            return &w->cta->launch->faults[w->cta->sm].inst;
        }
    }
    x->active = mask;
    x->space = in->w.space;
    return settle(w) ? &w->code[w->pc].w : NULL;
}
