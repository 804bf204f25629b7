// cart.c: makes and frees CART's model, runs one cycle of it (departure, arrival, placing, choice),
// and dumps its state. See cart.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart.h"

#include "blocks/cart_choose.h"
#include "blocks/cart_put.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(cart_event_table, "cart", CART_EVENTS);

// ---- set-up

static void set_sizes(cart *x, const config *c)
{
    const struct cfg_cart *k = &c->cart;
    x->tags = k->design == CART_TREE;
    x->drain = k->drain;
    x->latency = k->latency;
    x->branches = cart_branches(c);
    x->rows = x->tags ? k->rows : 1;
    x->columns = x->tags ? k->columns : 1;
    x->entries = k->entries;
    x->queues = x->branches * x->rows * x->columns;
    x->slots = wl_calloc((size_t)x->queues * x->entries, sizeof *x->slots);
}

cart *cart_new(const config *c)
{
    const char *key;
    cart *x = wl_calloc(1, sizeof *x);
    char *wrong = cart_map_read(c, &x->map, &key);
    CHECK(!wrong, "%s: %s: configuration not checked", key, wrong);
    if (c->cart.design == CART_NONBLOCKING) {
        x->buffer = wl_calloc(1, sizeof *x->buffer);
        cart_buffer_init(x->buffer, c);
    } else {
        set_sizes(x, c);
    }
    cart_reset(x);
    return x;
}

void cart_free(cart *x)
{
    if (!x) return;
    free(x->slots);
    free(x->buffer);
    free(x);
}

void cart_reset(cart *x)
{
    if (x->buffer) cart_buffer_reset(x->buffer);
    memset(x->leaves, 0, sizeof x->leaves);
    memset(x->held, 0, sizeof x->held);
    memset(x->left, 0, sizeof x->left);
    x->inside = 0;
    for (unsigned b = 0; b < x->branches; b++) x->last_queue[b] = x->last_group[b] = CART_NONE;
    x->incoming = x->offers = false;
    x->found = CART_NONE;
}

const cart_events *cart_get_events(const cart *x) { return &x->events; }
cart_moves cart_moved(const cart *x)
{
    return (cart_moves){.offered = x->offers ? (int)x->queue : CART_NONE,
                        .left = x->left_queue,
                        .placed = x->placed_queue,
                        .goes_on = x->left_queue >= 0 && x->leaves[x->left_queue].count > 0,
                        .chained = x->placed_queue >= 0 && x->leaves[x->placed_queue].waits};
}

unsigned cart_queues(const cart *x) { return x->queues; }

bool cart_takes(const cart *x, unsigned queue)
{
    const unsigned first = queue - queue % x->columns;
    if (x->leaves[queue].count == x->entries) return false;
    for (unsigned i = 0; i < x->columns; i++) {
        if (x->leaves[first + i].waits >> (queue - first) & 1) return false;
    }
    return true;
}

// ---- a: departure

static void count_row(cart *x, unsigned b, uint64_t row)
{
    if (x->left[b].known)
        *(x->left[b].row == row ? &x->events.same_row : &x->events.other_row) += 1;
    x->left[b].row = row;
    x->left[b].known = true;
}

static void depart(cart *x)
{
    const unsigned q = x->queue, b = cart_branch_of(x, q);
    cart_leaf *f = &x->leaves[q];
    count_row(x, b,
              x->tags ? x->row_of[cart_group_of(x, q)]
                      : cart_place_of(&x->map, cart_slot_of(x, q, f->head)->line).row);
    f->head = f->head + 1 < x->entries ? f->head + 1 : 0;
    x->held[b]--;
    x->inside--;
    x->events.sent++;
    f->count--;
}

// After c, which sees who waits as it was, and keeps a queue going that it places a request in.
static void conclude_departure(cart *x)
{
    const unsigned q = x->queue, b = cart_branch_of(x, q), g = cart_group_of(x, q),
                   first = g * x->columns;
    const bool emptied = !x->leaves[q].count;
    x->last_queue[b] = emptied ? CART_NONE : (int)q;
    x->last_group[b] = (int)g;
    for (unsigned i = 0; emptied && i < x->columns; i++) {
        x->events.unchained += x->leaves[first + i].waits >> (q - first) & 1;
        x->leaves[first + i].waits &= ~(1u << (q - first));
    }
}

// ---- a cycle

static bool is_idle(const cart *x) { return !x->incoming && !x->inside; }

void cart_valid(const cart *x, cart_out *out)
{
    if (x->buffer) {
        cart_buffer_valid(x->buffer, out);
        return;
    }
    const cart_entry *head = cart_slot_of(x, x->queue, x->leaves[x->queue].head);
    out->req_valid_o[0] = x->offers;
    out->req_line_o[0] = head->line;
    out->req_meta_o[0] = head->meta;
    out->idle_o[0] = is_idle(x);
}

void cart_ready(const cart *x, const cart_in *in, cart_out *out)
{
    (void)in; // from state only
    if (x->buffer) cart_buffer_ready(x->buffer, out);
    else out->in_ready_o[0] = !x->incoming || cart_can_put(x);
}

static void tree_commit(cart *x, const cart_in *in, const cart_out *out)
{
    const bool accept = x->offers && in->req_accept_i[0], reject = x->offers && in->req_reject_i[0],
               looked = !x->offers || accept || reject;
    if (accept) depart(x);
    const int placed = cart_put(x, accept ? (int)x->queue : CART_NONE);
    x->left_queue = accept ? (int)x->queue : CART_NONE;
    x->placed_queue = placed;
    if (accept) conclude_departure(x);
    if (looked) cart_choose(x, placed, reject);
    if (!in->in_valid_i[0] || !out->in_ready_o[0]) return;
    x->incoming = true;
    x->in = (cart_entry){in->in_line_i[0], in->in_meta_i[0]};
    x->in_place = cart_place_of(&x->map, in->in_line_i[0]);
}

void cart_commit(cart *x, const cart_in *in, const cart_out *out)
{
    cart_events *v = &x->events;
    const uint64_t offers = out->req_valid_o[0];
    v->cycles++;
    v->busy_cycles += !out->idle_o[0];
    v->accepted += in->in_valid_i[0] && out->in_ready_o[0];
    v->in_stall += in->in_valid_i[0] && !out->in_ready_o[0];
    v->rejected += offers && in->req_reject_i[0];
    v->unanswered += offers && !in->req_accept_i[0] && !in->req_reject_i[0];
    if (x->buffer) {
        v->sent += offers && in->req_accept_i[0];
        cart_buffer_commit(x->buffer, in, out, v);
    } else {
        tree_commit(x, in, out);
    }
}

void cart_skip(cart *x, uint64_t cycles) { x->events.cycles += cycles; }

void cart_dump(const cart *x, FILE *f)
{
    if (x->buffer) {
        cart_buffer_dump(x->buffer, f);
        return;
    }
    fprintf(f, "    CART: %s",
            x->incoming ? "a request in the incoming register" : "incoming register free");
    if (x->offers) fprintf(f, ", queue %u on offer", x->queue);
    if (x->found != CART_NONE) fprintf(f, ", a request goes to queue %d", x->found);
    fprintf(f, "\n");
    for (unsigned q = 0; q < x->queues; q++) {
        const cart_leaf *k = &x->leaves[q];
        if (!k->count) continue;
        fprintf(f, "      branch %u queue %u: %u of %u, row 0x%" PRIx64 " column 0x%" PRIx64 "%s\n",
                cart_branch_of(x, q), q, k->count, x->entries, x->row_of[cart_group_of(x, q)],
                k->column, k->waits ? ", behind an older one" : "");
    }
}

// ---- as a device

static void *dev_make(const config *c, err *e)
{
    (void)e;
    return cart_new(c);
}

static bool dev_used(const uint64_t *in)
{
    return ((const cart_in *)(const void *)in)->in_valid_i[0] != 0;
}

static int dev_exercised(const uint64_t *events, err *e)
{
    const cart_events *v = (const cart_events *)(const void *)events;
    if (v->accepted && v->sent) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the run has not exercised CART: %" PRIu64 " requests taken in, %" PRIu64
                   " sent on: both must be at least 1",
                   v->accepted, v->sent);
}

BLOCK_MODEL(cart);
