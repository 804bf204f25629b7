// exec_barrier.c : barriers of a CTA: who arrived, and the results of reductions. Waiting is the
// machine's (machine/common/front_end.h). See exec.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/exec.h"
#include "ptx/run.h"

// The barrier opens: every warp that waits for a reduction gets its result, and the next round
// begins.
static void open_barrier(xcta *c, barrier *b)
{
    for (uint32_t i = 0; i < c->launch->warps_per_cta; i++) {
        xwarp *w = warp_at(c, i);
        const xinst *in = w->reduces;
        if (!(b->reducing >> i & 1)) continue;
        uint32_t *d = op_at(w, in->op[0]);
        if (in->mode == BAR_POPC) {
            for (uint32_t m = w->reducing; m; m &= m - 1) d[__builtin_ctz(m)] = b->count;
        } else {
            bool yes = in->mode == BAR_AND ? b->count == b->threads : b->count > 0;
            *d = (*d & ~w->reducing) | (yes ? w->reducing : 0);
        }
    }
    *b = (barrier){0};
}

static void try_open(xcta *c, barrier *b)
{
    uint32_t needed = b->warps ? b->warps : c->alive;
    if (b->arrived && b->arrived >= needed) open_barrier(c, b);
}

void exec_warp_ended(xwarp *w)
{
    w->cta->alive--;
    for (unsigned i = 0; i < BARRIERS; i++) try_open(w->cta, &w->cta->barriers[i]);
}

// The same value in all lanes of mask, below `end`; else a fault.
static bool uniform(xwarp *w, const xinst *in, uint32_t mask, unsigned op, fault_kind kind,
                    uint32_t *value)
{
    const uint32_t *v = op_at(w, in->op[op]), first = (uint32_t)__builtin_ctz(mask);
    *value = v[first];
    for (uint32_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        if (v[lane] == *value) continue;
        exec_fault(w, in, kind, lane, v[lane], SPACE_SHARED);
        return false;
    }
    return true;
}

static bool parts(xwarp *w, const xinst *in, uint32_t mask, uint32_t *number, uint32_t *threads)
{
    const uint32_t lane = (uint32_t)__builtin_ctz(mask),
                   most = w->cta->launch->warps_per_cta * WARP_LANES;
    *threads = 0;
    if (!uniform(w, in, mask, 1, FAULT_BARRIER, number)) return false;
    if (*number >= BARRIERS) {
        exec_fault(w, in, FAULT_BARRIER, lane, *number, SPACE_SHARED);
        return false;
    }
    if (!in->flag) return true;
    if (!uniform(w, in, mask, 2, FAULT_BARRIER_THREADS, threads)) return false;
    if (*threads && *threads % WARP_LANES == 0 && *threads <= most) return true;
    exec_fault(w, in, FAULT_BARRIER_THREADS, lane, *threads, SPACE_SHARED);
    return false;
}

bool exec_barrier(xwarp *w, const xinst *in, uint32_t mask, wexec *x)
{
    uint32_t number, threads;
    w->pc++;
    if (!mask) return true;
    if (!parts(w, in, mask, &number, &threads)) return false;
    barrier *b = &w->cta->barriers[number];
    x->barrier = (uint8_t)number;
    x->barrier_pass = in->mode == BAR_ARRIVE;
    x->barrier_warps = (uint16_t)(threads / WARP_LANES);
    b->warps = x->barrier_warps;
    b->arrived++;
    if (in->mode >= BAR_POPC) {
        const uint32_t *p = op_at(w, in->op[3]);
        b->count += (uint32_t)__builtin_popcount((in->negate ? ~*p : *p) & mask);
        b->threads += (uint32_t)__builtin_popcount(mask);
        b->reducing |= 1ull << w->index;
        w->reduces = in;
        w->reducing = mask;
    }
    try_open(w->cta, b);
    return true;
}
