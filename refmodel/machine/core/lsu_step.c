// lsu_step.c: offers the head requests of the load/store unit to the request path, and moves on
// those that it accepts. See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

static void at_l1(lsu *l, const request_path_out *o, uint64_t now, lsu_out *out)
{
    out->progress = true;
    l->left |= l->shares ? ~(uint64_t)0 : (uint64_t)1 << o->r->warp;
    out->touched |= l->left;
    if (o->event == REQUEST_PATH_BYPASSED) {
        l->bypassed_requests++;
        return;
    }
    l->accepted++;
    if (o->r->kind == MREQ_READ) {
        if (o->answer == L1D_HIT) lsu_returned(l, o->r->load, now, out);
    } else if (o->r->kind == MREQ_WRITE && o->answer == L1D_STORED) {
        lsu_acknowledged(l, o->r, out);
    } else {
        l->stores_in_l1[o->r->warp]++;
    }
}

// The head of a bank has left for the request path.
static void head_gone(lsu *l, unsigned bank, lsu_out *out)
{
    const unsigned warp = l->head[bank].warp;
    l->heads &= ~((uint32_t)1 << bank);
    l->unsent[warp]--;
    out->touched |= (uint64_t)1 << warp;
    out->progress = true;
    if (l->pool && !--l->round_left[warp]) l->atomic_done = (int)warp;
}

static void step_one(lsu *l, uint64_t now, lsu_out *out)
{
    request_path_out o;
    request_path_cycle(l->path, l->heads ? &l->head[0] : NULL, &o);
    if (o.taken) head_gone(l, 0, out);
    if (o.event == REQUEST_PATH_ACCEPTED || o.event == REQUEST_PATH_BYPASSED) {
        at_l1(l, &o, now, out);
        l1d_count_busy(l->w.l1);
    }
    l->head_stuck = o.event == REQUEST_PATH_FAILED && !request_path_must_step(l->path);
    l->cause[0] = o.answer;
    l1d_note_refusal(l->w.l1);
}

// Each bank's head to its bank; after the first that is no hit only hits go.
static void step_banks(lsu *l, uint64_t now, lsu_out *out)
{
    bool hits_only = false, stuck = true, busy = false;
    for (uint32_t set = l->heads; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        request_path_out o;
        request_path_offer(l->path, &l->head[bank], hits_only, &o);
        l->cause[bank] = o.answer;
        stuck = stuck && o.event == REQUEST_PATH_FAILED;
        if (!o.taken) continue;
        hits_only =
            hits_only || o.event == REQUEST_PATH_BYPASSED || !request_path_is_hit(o.r, o.answer);
        head_gone(l, bank, out);
        at_l1(l, &o, now, out);
        busy = true;
    }
    if (busy) l1d_count_busy(l->w.l1);
    l->head_stuck = stuck;
}

static void at_l1_pooled(lsu *l, const warppool_seam_out *o, lsu_out *out)
{
    l->accepted += o->count;
    l1d_count_busy(l->w.l1);
    if (o->r.kind != MREQ_WRITE) return;
    if (o->answer == L1D_STORED) lsu_acknowledged(l, &o->r, out);
    else l->stores_in_l1[o->r.warp]++;
}

// A request of an atomic or ld.cg, if there is one, goes to L1D first.
static void step_pool(lsu *l, uint64_t now, lsu_out *out)
{
    warppool_seam_out o;
    const bool open = !l->heads;
    if (!open) step_one(l, now, out);
    if (l->atomic_done >= 0) warppool_seam_atomic_done(l->pool, (unsigned)l->atomic_done);
    l->atomic_done = -1;
    if (open && !warppool_seam_must_step(l->pool)) {
        warppool_seam_skip(l->pool, 1);
        return;
    }
    warppool_seam_cycle(l->pool, now, open, !l->file_taken, &o);
    if (o.accepted) at_l1_pooled(l, &o, out);
    if (o.returned) lsu_returned(l, o.number, now, out);
    out->touched |= o.touched;
    out->progress = out->progress || o.progress;
    out->may_issue = o.changed;
}

// A head that L1D has refused is offered again in every cycle; nothing says beforehand that it must
// fail.
void lsu_step(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->pool) {
        step_pool(l, now, out);
        return;
    }
    out->touched |= l->left;
    l->left = 0;
    l->head_stuck = false;
    if (!l->heads && !request_path_must_step(l->path)) request_path_skip(l->path, 1);
    else if (l->banks == 1) step_one(l, now, out);
    else step_banks(l, now, out);
}
