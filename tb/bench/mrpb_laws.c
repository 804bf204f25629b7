// mrpb_laws.c: checks the laws of MRPB's ports in each cycle, with one queue of the requests held
// per signature queue. Each law is one function. See mrpb_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/mrpb_laws.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { OUTBOUND = 2 };

typedef unsigned long long ull;

static bool broken(mrpb_laws *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool broken(mrpb_laws *l, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(l->broken, sizeof l->broken, fmt, args);
    va_end(args);
    return false;
}

void mrpb_laws_init(mrpb_laws *l, const config *c)
{
    memset(l, 0, sizeof *l);
    bool single = c->mrpb.single_slot;
    l->c = c;
    l->n_queues = mrpb_queues(c);
    l->depth = single ? 0 : c->mrpb.depth;
    l->latency = single ? 1 : c->mrpb.latency;
    l->flush = !single && c->mrpb.flush;
    l->by_pc = mrpb_signature(c) == SIG_PC;
    l->input = mrpb_input_stages(c);
    l->may_idle = l->input ? l->latency - l->input - 1 : 0;
    l->ring = l->input + l->depth + OUTBOUND;
    l->tokens = wl_calloc((size_t)l->n_queues * l->ring, sizeof *l->tokens);
    l->queues = wl_calloc(l->n_queues, sizeof *l->queues);
    // With flush the waiting request's own queue goes first, but for what is outbound already and
    // what the policy drains while that queue's entries are younger than the latency; else, and
    // where a write waits for all, all that is held may go first.
    uint64_t all = (uint64_t)l->n_queues * l->depth;
    // Those that wait before it, in the input's registers, wait as long each.
    l->wait_bound =
        OUTBOUND + (1 + l->input) * (l->flush && !l->by_pc ? l->depth + l->latency : all);
}

void mrpb_laws_free(mrpb_laws *l)
{
    free(l->tokens);
    free(l->queues);
    memset(l, 0, sizeof *l);
}

void mrpb_laws_reset(mrpb_laws *l)
{
    memset(l->queues, 0, l->n_queues * sizeof *l->queues);
    memset(l->pending, 0, sizeof l->pending);
    l->held = 0;
    l->offered = false;
    l->left_behind = 0;
    l->idle = 0;
}

static mrpb_token *token(const mrpb_laws *l, unsigned q, unsigned i)
{
    unsigned slot = l->queues[q].first + i;
    return &l->tokens[(size_t)q * l->ring + (slot < l->ring ? slot : slot - l->ring)];
}

static bool status_law(mrpb_laws *l, const mrpb_out *out)
{
    ull idle = out->idle_o[0];
    if (idle != (l->held == 0))
        return broken(l, "status: idle_o = %llu with %u requests held", idle, l->held);
    for (unsigned w = 0; w < (l->n_queues + 63) / 64; w++) {
        if (out->pending_o[w] == l->pending[w]) continue;
        return broken(l, "status: pending_o[%u +: 64] = 0x%llx: must be 0x%llx", 64 * w,
                      (ull)out->pending_o[w], (ull)l->pending[w]);
    }
    return true;
}

static bool same_data(const mrpb_laws *l, const uint64_t *a, const uint64_t *b)
{
    return memcmp(a, b, (l->c->mrpb.data_bits + 63) / 64 * sizeof *a) == 0;
}

static bool hold_law(mrpb_laws *l, const mrpb_out *out)
{
    const mrpb_out *was = &l->last;
    if (!l->offered) return true;
    bool same = out->req_valid_o[0] && out->req_write_o[0] == was->req_write_o[0] &&
                out->req_line_o[0] == was->req_line_o[0] &&
                out->req_warp_o[0] == was->req_warp_o[0] &&
                out->req_meta_o[0] == was->req_meta_o[0] &&
                (!out->req_write_o[0] || same_data(l, out->req_data_o, was->req_data_o));
    return same
               ? true
               : broken(l, "hold: an offered request was withdrawn or changed before it was taken");
}

static const char *kind(uint64_t write) { return write ? "write" : "read"; }

// Signature pc: nothing passes a write, and a write passes nothing.
static bool write_law(mrpb_laws *l, const mrpb_token *x)
{
    for (unsigned q = 0; q < l->n_queues; q++) {
        const mrpb_token *first = token(l, q, 0);
        if (l->queues[q].n == 0 || first->number >= x->number || !(x->write || first->write))
            continue;
        return broken(l, "order: a %s leaves before a %s of queue %u that came earlier",
                      kind(x->write), kind(first->write), q);
    }
    return true;
}

static bool order_law(mrpb_laws *l, const mrpb_out *out, unsigned q)
{
    ull warp = out->req_warp_o[0];
    if (warp >= l->c->sm.warps)
        return broken(l, "order: warp %llu is offered, warps are 0..%u", warp, l->c->sm.warps - 1);
    if (l->queues[q].n == 0)
        return broken(l, "order: a request of queue %u is offered, which holds none", q);
    const mrpb_token *x = token(l, q, 0);
    ull line = out->req_line_o[0], meta = out->req_meta_o[0], write = out->req_write_o[0];
    if (x->line != line || x->warp != warp || x->write != write || x->meta != meta) {
        return broken(l,
                      "order: queue %u offers %s line 0x%llx warp %llu meta 0x%llx: must be %s "
                      "line 0x%llx warp %llu meta 0x%llx",
                      q, kind(write), line, warp, meta, kind(x->write), (ull)x->line, (ull)x->warp,
                      (ull)x->meta);
    }
    if (write && !same_data(l, x->data, out->req_data_o))
        return broken(l, "order: queue %u offers a write with other data than it came with", q);
    if (l->by_pc && !write_law(l, x)) return false;
    if (x->due <= l->cycle) return true;
    return broken(
        l, "latency: queue %u offers in cycle %llu what may be offered in %llu at the earliest", q,
        (ull)l->cycle, (ull)x->due);
}

static bool work_law(mrpb_laws *l)
{
    if (l->idle < l->may_idle) {
        l->idle++;
        return true;
    }
    for (unsigned q = 0; l->held && q < l->n_queues; q++) {
        ull due = token(l, q, 0)->due;
        if (l->queues[q].n == 0 || due > l->cycle) continue;
        return broken(l,
                      "work: nothing is offered, but queue %u holds a request due since cycle %llu",
                      q, due);
    }
    return true;
}

static bool named(const mrpb_laws *l, uint64_t cause)
{
    switch (l->c->mrpb.bypass) {
    case BYPASS_ALL: return true;
    case BYPASS_ASSOC: return cause == MRPB_STALL_LINE;
    case BYPASS_NONE: break;
    }
    return false;
}

static bool bypass_law(mrpb_laws *l, const mrpb_in *in, const mrpb_out *out)
{
    if (l->c->mrpb.bypass == BYPASS_NONE) return true;
    bool read = out->req_valid_o[0] && !out->req_write_o[0];
    bool must = read && !in->req_ready_i[0] && named(l, in->req_stall_i[0]) && in->byp_ready_i[0];
    return out->byp_pulse_o[0] == must ? true
                                       : broken(l, "bypass: byp_pulse_o = %llu: must be %d",
                                                (ull)out->byp_pulse_o[0], must);
}

// May, and must, a request for queue q be taken? How many of the n that q holds are outbound cannot
// be seen: 0..2.
static bool capacity_law(mrpb_laws *l, const mrpb_in *in, const mrpb_out *out, unsigned q)
{
    bool through = l->flush && in->in_write_i[0], ready = out->in_ready_o[0],
         all = through && l->by_pc;
    unsigned n = all ? l->held : l->queues[q].n;
    bool may = through && !l->input ? n < OUTBOUND : n < l->input + l->depth + OUTBOUND;
    bool must = l->input        ? l->held < l->input
                : l->depth == 0 ? n < OUTBOUND
                : through       ? n == 0 && l->held < OUTBOUND
                                : n < l->depth;
    if (ready ? may : !must) return true;
    return broken(l, "capacity: a %s is %s with %u requests of %s held (queue %u)",
                  kind(in->in_write_i[0]), ready ? "accepted" : "refused", n,
                  all ? "any queue" : "its queue", q);
}

static bool wait_law(mrpb_laws *l, bool waits, bool leaves)
{
    l->left_behind = waits ? l->left_behind + leaves : 0;
    if (l->left_behind <= l->wait_bound) return true;
    return broken(l, "bounded wait: more than %llu requests left while one waited at the input",
                  (ull)l->wait_bound);
}

static void push(mrpb_laws *l, const mrpb_in *in, unsigned q)
{
    bool through = l->flush && in->in_write_i[0];
    mrpb_token *x = token(l, q, l->queues[q].n++);
    x->line = in->in_line_i[0];
    x->warp = in->in_warp_i[0];
    x->write = in->in_write_i[0];
    x->meta = in->in_meta_i[0];
    x->number = l->accepted++;
    x->due = l->cycle + (through ? 1 + l->input : l->latency);
    if (l->c->mrpb.data_bits) memcpy(x->data, in->in_data_i, sizeof x->data);
    l->held++;
    l->pending[q / 64] |= (uint64_t)1 << (q % 64);
}

static void pop(mrpb_laws *l, unsigned q)
{
    mrpb_law_queue *x = &l->queues[q];
    x->first = x->first + 1 == l->ring ? 0 : x->first + 1;
    l->held--;
    if (--x->n == 0) l->pending[q / 64] &= ~((uint64_t)1 << (q % 64));
}

bool mrpb_laws_cycle(mrpb_laws *l, const mrpb_in *in, const mrpb_out *out, unsigned in_queue,
                     unsigned out_queue)
{
    bool asks = in->in_valid_i[0], fire = asks && out->in_ready_o[0], offers = out->req_valid_o[0];
    bool leaves = offers && (in->req_ready_i[0] || out->byp_pulse_o[0]);
    bool good = status_law(l, out) && hold_law(l, out) &&
                (offers ? order_law(l, out, out_queue) : work_law(l)) && bypass_law(l, in, out) &&
                (!asks || capacity_law(l, in, out, in_queue)) && wait_law(l, asks && !fire, leaves);
    if (!good) return false;
    if (leaves) pop(l, out_queue);
    if (fire) push(l, in, in_queue);
    l->offered = offers && !leaves;
    if (offers) l->idle = 0;
    l->last = *out;
    l->cycle++;
    return true;
}

bool mrpb_laws_end(mrpb_laws *l)
{
    return l->held == 0
               ? true
               : broken(
                     l,
                     "empty: %u requests are still held at the end, with L1D accepting everything",
                     l->held);
}
