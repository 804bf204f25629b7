// lsu_plain.c : the cycle of the plain load/store unit: one head, which L1D answers itself. It does
// what the general cycle does (lsu.c), without asking the request path, and saves about a tenth of
// a simulation.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

// L1D has accepted the only head, r.
static inline void went(lsu *l, const mreq *r, lsu_out *out)
{
    l->heads = 0;
    l->head_stuck = false;
    l->unsent[r->warp]--;
    l->left = (uint64_t)1 << r->warp;
    out->touched |= l->left;
    out->progress = true;
    l->accepted++;
    l->w.l1->s.busy_cycles++;
}

// The head is a read that hits; false: it is not, and nothing has been done.
static inline bool hit_at_once(lsu *l, uint64_t now, lsu_out *out)
{
    const mreq *r = &l->head[0];
    if (!mreq_is_read(r) || !l1d_read_hit(l->w.l1, r)) return false;
    went(l, r, out);
    lsu_returned(l, r->load, now, out);
    return true;
}

// The head goes to L1D as it is. One that was refused is not looked at until something has changed
// that may let it in.
static inline void step(lsu *l, uint64_t now, lsu_out *out)
{
    const mreq *r = &l->head[0];
    const bool refused = l->head_stuck && l1d_still_refuses(l->w.l1, l->cause[0]);
    out->touched |= l->left;
    l->left = 0;
    if (refused) l1d_count_refusal(l->w.l1, r, l->cause[0], 1);
    if (refused | !l->heads || hit_at_once(l, now, out)) return;
    const unsigned cta = l->w.cta_of[r->warp];
    const l1d_answer a =
        mreq_is_read(r) ? l1d_read_absent(l->w.l1, r, cta) : l1d_offer(l->w.l1, r, cta, false);
    l->head_stuck = a >= L1D_FAIL_LINE;
    l->cause[0] = a;
    l1d_note_refusal(l->w.l1);
    if (l->head_stuck) {
        l1d_count_refusal(l->w.l1, r, a, 1);
        return;
    }
    went(l, r, out);
    if (r->kind == MREQ_WRITE && a == L1D_STORED) lsu_acknowledged(l, r, out);
    else if (r->kind != MREQ_READ) l->stores_in_l1[r->warp]++;
}

void lsu_plain_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    lsu_begin_cycle(l, now, out);
    if (lsu_writes_back(l)) lsu_write_back(l, now, out);
    if (l->reply_full | (chan_count(l->w.reply) != 0) | l->textured) lsu_replies(l, now, out);
    if (lsu_sends(l)) lsu_send(l, out);
    step(l, now, out);
    if (lsu_may_enter(l, now)) lsu_enter(l, now, out);
    lsu_end_cycle(l, now, out);
}
