// reorder.c : see reorder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/reorder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct reorder {
    block_dev dev;
    const addrmap *map;
    unsigned line_shift, places;
    uint64_t line_mask;
    delayed *held;   // [place]
    bool *taken;     // [place] something is there
    uint16_t *empty; // places without
    unsigned n_empty;
    cart_in in;
    cart_out out;
};

static uint64_t *words(void *p) { return p; }

static uint64_t line_of(const reorder *x, const mreq *r) { return addrmap_local(x->map, r->addr) >> x->line_shift & x->line_mask; }

int reorder_new(reorder **made, const config *c, const addrmap *m, const gpu_hooks *h, unsigned slice, err *e)
{
    reorder *x = wl_calloc(1, sizeof *x);
    *x = (reorder){.map = m, .line_shift = (unsigned)__builtin_ctz(c->l1d.line_bytes), .places = cart_capacity(c)};
    x->line_mask = ((uint64_t)1 << cart_line_bits(c)) - 1;
    const int st = h && h->device ? h->device(h->device_ctx, &cart_block, c, slice, &x->dev, e) : block_dev_model(&cart_block, c, &x->dev, e);
    if (st != ST_OK) {
        free(x);
        return st;
    }
    x->held = wl_calloc(x->places, sizeof *x->held);
    x->taken = wl_calloc(x->places, sizeof *x->taken);
    x->empty = wl_calloc(x->places, sizeof *x->empty);
    for (unsigned i = 0; i < x->places; i++) x->empty[x->n_empty++] = (uint16_t)(x->places - 1 - i);
    *made = x;
    return ST_OK;
}

void reorder_free(reorder *x)
{
    if (!x) return;
    x->dev.free(x->dev.self);
    free(x->held);
    free(x->taken);
    free(x->empty);
    free(x);
}

bool reorder_idle(const reorder *x) { return x->n_empty == x->places; }

const delayed *reorder_offer(reorder *x)
{
    memset(&x->in, 0, sizeof x->in);
    memset(&x->out, 0, sizeof x->out);
    x->dev.valid(x->dev.self, words(&x->out));
    if (!x->out.req_valid_o[0]) return NULL;
    const uint64_t at = x->out.req_meta_o[0], line = x->out.req_line_o[0];
    CHECK(at < x->places && x->taken[at], "CART offers request %" PRIu64 ", which is not held", at);
    CHECK(line_of(x, &x->held[at].r) == line, "CART offers line 0x%" PRIx64 " for 0x%" PRIx64, line, line_of(x, &x->held[at].r));
    return &x->held[at];
}

static void give_up(reorder *x, unsigned at)
{
    x->taken[at] = false;
    x->empty[x->n_empty++] = (uint16_t)at;
}

bool reorder_cycle(reorder *x, reorder_answer answer, cart_stall cause, const delayed *head)
{
    const unsigned at = x->n_empty ? x->empty[x->n_empty - 1] : 0;
    x->in.req_accept_i[0] = answer == REORDER_ACCEPT;
    x->in.req_reject_i[0] = answer == REORDER_REJECT;
    x->in.req_stall_i[0] = answer == REORDER_REJECT ? cause : 0;
    if (head) {
        x->in.in_valid_i[0] = 1;
        x->in.in_line_i[0] = line_of(x, &head->r);
        x->in.in_meta_i[0] = at;
    }
    x->dev.ready(x->dev.self, words(&x->in), words(&x->out));
    x->dev.commit(x->dev.self, words(&x->in), words(&x->out));
    const bool takes = head && x->out.in_ready_o[0];
    CHECK(!takes || x->n_empty, "CART takes a request while it holds %u", x->places);
    if (takes) {
        x->n_empty--;
        x->held[at] = *head;
        x->taken[at] = true;
    }
    if (answer == REORDER_ACCEPT) give_up(x, (unsigned)x->out.req_meta_o[0]);
    return takes;
}

void reorder_skip(reorder *x, uint64_t ticks) { x->dev.skip(x->dev.self, ticks); }
const cart_events *reorder_events(const reorder *x) { return (const cart_events *)(const void *)x->dev.events(x->dev.self); }

void reorder_dump(const reorder *x, FILE *f)
{
    if (x && !reorder_idle(x)) x->dev.dump(x->dev.self, f);
}

void reorder_view(const reorder *x, const mreq_view *v, uint32_t slice)
{
    for (unsigned i = 0; x && i < x->places; i++) {
        if (x->taken[i]) mreq_show(v, &x->held[i].r, "CART of L2 slice", slice);
    }
}
