// cart_laws.c: checks the laws of CART's ports in each cycle, with a list of the requests held in
// their order of arrival. Each law is one function. See cart_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/cart_laws.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

static bool broken(cart_laws *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool broken(cart_laws *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(l->broken, sizeof l->broken, fmt, ap);
    va_end(ap);
    return false;
}

// Fewer than `sure` requests cannot fill what a request needs: its FIFO; its row's group, or all
// groups; the buffer.
void cart_laws_init(cart_laws *l, const config *c)
{
    const struct cfg_cart *k = &c->cart;
    *l = (cart_laws){.c = c,
                     .capacity = cart_capacity(c),
                     .nonblocking = k->design == CART_NONBLOCKING,
                     .rotates = k->design != CART_NONBLOCKING && k->drain == CART_ROTATE};
    l->branches = l->nonblocking ? 1 : cart_branches(c);
    l->sure = k->design == CART_TREE        ? (k->rows < k->columns ? k->rows : k->columns)
              : k->design == CART_BANK_FIFO ? k->entries
                                            : k->buffer - 1;
    l->held = wl_calloc(l->capacity, sizeof *l->held);
}

void cart_laws_free(cart_laws *l)
{
    free(l->held);
    memset(l, 0, sizeof *l);
}

void cart_laws_reset(cart_laws *l)
{
    l->n = 0;
    memset(l->in_branch, 0, sizeof l->in_branch);
    l->answer = CART_NO_OFFER;
}

static unsigned oldest_to(const cart_laws *l, uint64_t line)
{
    unsigned i = 0;
    while (i < l->n && l->held[i].line != line) i++;
    return i;
}

static bool hold_law(cart_laws *l, const cart_out *out)
{
    if (l->answer != CART_HELD) return true;
    const bool same = out->req_valid_o[0] && out->req_line_o[0] == l->last.req_line_o[0] &&
                      out->req_meta_o[0] == l->last.req_meta_o[0];
    return same
               ? true
               : broken(l,
                        "hold: an offered request was withdrawn or changed before it was answered");
}

// Requests that came in before the last cycle (latency 3: the last two): what has come in since was
// not there when the choice was made.
static unsigned older(const cart_laws *l)
{
    const unsigned cycles = !l->nonblocking && l->c->cart.latency == 3 ? 2 : 1;
    unsigned n = l->n;
    while (n && l->held[n - 1].cycle + cycles >= l->cycle) n--;
    return n;
}

// Did a branch hold something for sure? The last of those that were there may have been in the
// incoming register.
static bool sure_in(const cart_laws *l, unsigned b)
{
    unsigned i = older(l), unsure = 0;
    for (i -= i != 0; i < l->n; i++) unsure += l->held[i].branch == b;
    return l->in_branch[b] > unsure;
}

static bool turn_law(cart_laws *l, unsigned b)
{
    if (!l->rotates || (l->answer != CART_ACCEPTED && l->answer != CART_REJECTED)) return true;
    for (unsigned i = 1; i <= l->branches; i++) {
        const unsigned k = (l->last_branch + i) % l->branches;
        if (k == b) return true;
        if (sure_in(l, k))
            return broken(
                l, "turn: branch %u is offered after branch %u, though branch %u holds something",
                b, l->last_branch, k);
    }
    return true;
}

static bool passes_law(cart_laws *l, const cart_out *out)
{
    if (!l->nonblocking || l->answer != CART_REJECTED) return true;
    bool other = false;
    for (unsigned i = 0; i < l->n; i++)
        other =
            other || (l->held[i].line != l->last.req_line_o[0] && l->held[i].cycle + 1 < l->cycle);
    const bool same =
        out->req_line_o[0] == l->last.req_line_o[0] && out->req_meta_o[0] == l->last.req_meta_o[0];
    if (!other || !same) return true;
    // others may all be stalled by the same cause, and then it is round robin: that is not the same
    // one either
    return broken(
        l, "passes: a rejected request is offered again, though requests to other lines are held");
}

static bool order_law(cart_laws *l, const cart_out *out)
{
    const ull line = out->req_line_o[0], meta = out->req_meta_o[0];
    const unsigned i = oldest_to(l, line);
    if (i == l->n)
        return broken(l, "order: line 0x%llx is offered, to which no request is held", line);
    if (l->held[i].meta != meta)
        return broken(l,
                      "order: line 0x%llx is offered with meta 0x%llx: must be 0x%llx, the oldest",
                      line, meta, (ull)l->held[i].meta);
    return turn_law(l, l->held[i].branch) && passes_law(l, out);
}

// One request more than the incoming register holds is in a queue; one alone too, if it found room
// in the cycle after it came.
static bool work_law(cart_laws *l)
{
    const unsigned n = older(l), latency = l->c->cart.latency;
    const bool room = l->readys >> (latency - 1) & 1;
    const bool late = l->nonblocking
                          ? n != 0
                          : n > 1 || (n == 1 && l->held[0].cycle + 1 + latency <= l->cycle && room);
    return late ? broken(l, "work: nothing is offered, but %u requests are held", l->n) : true;
}

static bool capacity_law(cart_laws *l, const cart_out *out)
{
    const bool ready = out->in_ready_o[0];
    if (ready && l->n == l->capacity)
        return broken(
            l,
            "capacity: a request is taken with %u requests held, which is all there is place for",
            l->n);
    if (!ready && l->n <= l->sure)
        return broken(l, "capacity: a request is refused with %u requests held", l->n);
    return true;
}

static bool status_law(cart_laws *l, const cart_out *out)
{
    return out->idle_o[0] == !l->n ? true
                                   : broken(l, "status: idle_o = %llu with %u requests held",
                                            (ull)out->idle_o[0], l->n);
}

static void pop(cart_laws *l, unsigned i)
{
    l->in_branch[l->held[i].branch]--;
    l->n--;
    memmove(&l->held[i], &l->held[i + 1], (l->n - i) * sizeof *l->held);
}

bool cart_laws_cycle(cart_laws *l, const cart_in *in, const cart_out *out, unsigned in_branch)
{
    const bool offers = out->req_valid_o[0];
    if (!status_law(l, out) || !hold_law(l, out) || !capacity_law(l, out) ||
        !(offers ? order_law(l, out) : work_law(l)))
        return false;
    l->answer = !offers               ? CART_NO_OFFER
                : in->req_accept_i[0] ? CART_ACCEPTED
                : in->req_reject_i[0] ? CART_REJECTED
                                      : CART_HELD;
    if (offers) {
        const unsigned i = oldest_to(l, out->req_line_o[0]);
        l->last_branch = l->held[i].branch;
        if (l->answer == CART_ACCEPTED) pop(l, i);
    }
    if (in->in_valid_i[0] && out->in_ready_o[0]) {
        l->held[l->n++] = (cart_token){in->in_line_i[0], in->in_meta_i[0], l->cycle, in_branch};
        l->in_branch[in_branch]++;
    }
    l->readys = l->readys << 1 | (out->in_ready_o[0] != 0);
    l->last = *out;
    l->cycle++;
    return true;
}

bool cart_laws_end(cart_laws *l)
{
    return l->n == 0
               ? true
               : broken(
                     l,
                     "empty: %u requests are still held at the end, with L2 accepting everything",
                     l->n);
}
