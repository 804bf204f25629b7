// cart_seam.c : see cart_seam.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/cart_seam.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct cart_seam {
    block_dev dev;
    const addrmap *map;
    unsigned line_shift, places;
    uint64_t line_mask;
    delayed *held;   // [place]
    bool *taken;     // [place] something is there
    uint16_t *empty; // places without
    unsigned n_empty;
    uint64_t *line, *number; // [place] as the block sees it; how many came before
    uint64_t came, passed;   // requests; of these left before an older one to their line
    cart_in in;
    cart_out out;
};

static uint64_t *words(void *p) { return p; }

static uint64_t line_of(const cart_seam *x, const mreq *r)
{
    return addrmap_local(x->map, r->addr) >> x->line_shift & x->line_mask;
}

int cart_seam_new(cart_seam **made, const config *c, const addrmap *m, const devices *d,
                  unsigned slice, err *e)
{
    cart_seam *x = wl_calloc(1, sizeof *x);
    *x = (cart_seam){.map = m,
                     .line_shift = (unsigned)__builtin_ctz(c->l1d.line_bytes),
                     .places = cart_capacity(c)};
    x->line_mask = ((uint64_t)1 << cart_line_bits(c)) - 1;
    const int st = devices_make(d, &cart_block, c, slice, &x->dev, e);
    if (st != ST_OK) {
        free(x);
        return st;
    }
    x->held = wl_calloc_lines(x->places, sizeof *x->held);
    x->taken = wl_calloc(x->places, sizeof *x->taken);
    x->empty = wl_calloc(x->places, sizeof *x->empty);
    x->line = wl_calloc(x->places, sizeof *x->line);
    x->number = wl_calloc(x->places, sizeof *x->number);
    for (unsigned i = 0; i < x->places; i++) x->empty[x->n_empty++] = (uint16_t)(x->places - 1 - i);
    *made = x;
    return ST_OK;
}

void cart_seam_free(cart_seam *x)
{
    if (!x) return;
    x->dev.free(x->dev.self);
    free(x->held);
    free(x->taken);
    free(x->empty);
    free(x->line);
    free(x->number);
    free(x);
}

bool cart_seam_idle(const cart_seam *x) { return x->n_empty == x->places; }

const delayed *cart_seam_offer(cart_seam *x)
{
    memset(&x->in, 0, sizeof x->in);
    memset(&x->out, 0, sizeof x->out);
    x->dev.valid(x->dev.self, words(&x->out));
    if (!x->out.req_valid_o[0]) return NULL;
    const uint64_t at = x->out.req_meta_o[0], line = x->out.req_line_o[0];
    CHECK(at < x->places && x->taken[at], "CART offers request %" PRIu64 ", which is not held", at);
    CHECK(line_of(x, &x->held[at].r) == line, "CART offers line 0x%" PRIx64 " for 0x%" PRIx64, line,
          line_of(x, &x->held[at].r));
    return &x->held[at];
}

static void take(cart_seam *x, unsigned at, const delayed *d)
{
    x->n_empty--;
    x->held[at] = *d;
    x->taken[at] = true;
    x->line[at] = x->in.in_line_i[0];
    x->number[at] = x->came++;
}

static bool is_oldest(const cart_seam *x, unsigned at)
{
    for (unsigned i = 0; i < x->places; i++) {
        if (x->taken[i] && x->line[i] == x->line[at] && x->number[i] < x->number[at]) return false;
    }
    return true;
}

static void give_up(cart_seam *x, unsigned at)
{
    x->passed += !is_oldest(x, at);
    x->taken[at] = false;
    x->empty[x->n_empty++] = (uint16_t)at;
}

bool cart_seam_cycle(cart_seam *x, cart_seam_answer answer, cart_stall cause, const delayed *head)
{
    const unsigned at = x->n_empty ? x->empty[x->n_empty - 1] : 0;
    x->in.req_accept_i[0] = answer == CART_SEAM_ACCEPT;
    x->in.req_reject_i[0] = answer == CART_SEAM_REJECT;
    x->in.req_stall_i[0] = answer == CART_SEAM_REJECT ? cause : 0;
    if (head) {
        x->in.in_valid_i[0] = 1;
        x->in.in_line_i[0] = line_of(x, &head->r);
        x->in.in_meta_i[0] = at;
    }
    x->dev.ready(x->dev.self, words(&x->in), words(&x->out));
    x->dev.commit(x->dev.self, words(&x->in), words(&x->out));
    const bool takes = head && x->out.in_ready_o[0];
    CHECK(!takes || x->n_empty, "CART takes a request while it holds %u", x->places);
    if (takes) take(x, at, head);
    if (answer == CART_SEAM_ACCEPT) give_up(x, (unsigned)x->out.req_meta_o[0]);
    return takes;
}

void cart_seam_skip(cart_seam *x, uint64_t ticks) { x->dev.skip(x->dev.self, ticks); }
const cart_events *cart_seam_events(const cart_seam *x)
{
    return (const cart_events *)(const void *)x->dev.events(x->dev.self);
}

int cart_seam_check(const cart_seam *x, unsigned slice, err *e)
{
    if (!x || !x->passed) return ST_OK;
    return err_add(e, ST_CHECK,
                   "law broken: requests to one line reach L2 in order: CART of slice %u: %" PRIu64
                   " of %" PRIu64 " passed an older one",
                   slice, x->passed, x->came);
}

void cart_seam_dump(const cart_seam *x, FILE *f)
{
    if (x && !cart_seam_idle(x)) x->dev.dump(x->dev.self, f);
}

void cart_seam_view(const cart_seam *x, const mreq_view *v, uint32_t slice)
{
    for (unsigned i = 0; x && i < x->places; i++) {
        if (x->taken[i]) mreq_show(v, &x->held[i].r, PLACE_IN_TRANSIT, "CART of L2 slice", slice);
    }
}
