// cart_bugs.c: see cart_bugs.h. Those of the choice are in cart_bugs_choice.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_bugs.h"

#include "blocks/cart_bugs_choice.h"
#include "blocks/cart_put.h"

#include <string.h>

// ---- what a bug needs

static const char *needs_tree(const config *c)
{
    const struct cfg_cart *k = &c->cart;
    const bool rotates = k->design == CART_TREE && k->drain == CART_ROTATE;
    return rotates && k->rows > 1 && k->columns > 1 && k->entries > 1 && cart_branches(c) > 2
               ? NULL
               : "design: tree, drain: rotate, 3 branches and at least 2 of rows, columns and "
                 "entries";
}

static const char *needs_three(const config *c)
{
    return c->cart.entries < 3 ? "3 entries" : needs_tree(c);
}
static const char *needs_latency_1(const config *c)
{
    return c->cart.latency != 1 ? "latency: 1" : needs_tree(c);
}
static const char *needs_latency_2(const config *c)
{
    return c->cart.latency != 2 ? "latency: 2" : needs_tree(c);
}
static const char *needs_latency_3(const config *c)
{
    return c->cart.latency != 3 ? "latency: 3" : needs_tree(c);
}
static const char *needs_greedy(const config *c)
{
    return c->cart.design == CART_TREE && c->cart.drain == CART_GREEDY ? NULL : "drain: greedy";
}
static const char *needs_rr(const config *c)
{
    return c->cart.design == CART_TREE && c->cart.drain == CART_RR ? NULL : "drain: rr";
}

static const char *needs_hash(const config *c)
{
    const bool branches = c->cart.design != CART_NONBLOCKING;
    return c->dram.bank_hash == BANK_HASH_XOR && branches
               ? NULL
               : "dram.bank_hash: xor and a design with branches";
}

static const char *needs_fifo(const config *c)
{
    return c->cart.design == CART_BANK_FIFO && c->cart.entries > 1
               ? NULL
               : "design: bank_fifo and 2 entries";
}

static const char *needs_buffer(const config *c)
{
    return c->cart.design == CART_NONBLOCKING && c->cart.buffer > 1
               ? NULL
               : "design: nonblocking and a buffer of 2";
}

// ---- a model of another configuration

static void lengthen_queues(config *c) { c->cart.entries++; }
static void shorten_queues(config *c) { c->cart.entries--; }
static void forget_hash(config *c) { c->dram.bank_hash = BANK_HASH_NONE; }

// ---- where an accepted request belongs

static cart_place *accepted_place(const bug_view *v)
{
    const cart_in *in = v->in;
    const cart_out *out = v->out;
    return in->in_valid_i[0] && out->in_ready_o[0] ? &((cart *)v->model)->in_place : NULL;
}

static void shorten_column(const bug_view *v)
{
    const unsigned bits = ((const cart *)v->model)->map.columns;
    cart_place *p = accepted_place(v);
    if (p && bits) p->column &= ~((uint64_t)1 << (bits - 1));
}

static void shorten_row(const bug_view *v)
{
    cart_place *p = accepted_place(v);
    if (p) p->row &= ~(uint64_t)1;
}

static void reverse_branch(const bug_view *v)
{
    const unsigned bits = ((const cart *)v->model)->map.branch_bits;
    cart_place *p = accepted_place(v);
    unsigned reversed = 0;
    for (unsigned i = 0; p && i < bits; i++) reversed |= (p->branch >> i & 1) << (bits - 1 - i);
    if (p) p->branch = reversed;
}

// ---- placing. What the model must not find is hidden from it for the cycle, from the ready phase
// and from the clock edge.

// The group that the incoming request finds, or CART_NONE.
static int group_found(const cart *x)
{
    return x->incoming ? cart_group_with(x, x->in_place.branch, x->in_place.row) : CART_NONE;
}

typedef struct hidden {
    unsigned first,
        queues; // first queue of the group; a bit for each queue of it whose column is hidden
    uint64_t column;
} hidden;

// Of a chain all but the oldest queue.
static void hide_younger(bug_view *v)
{
    cart *x = v->model;
    hidden *h = v->memory;
    const int g = group_found(x);
    h->queues = 0;
    if (g == CART_NONE) return;
    h->first = (unsigned)g * x->columns;
    h->column = x->in_place.column;
    cart_youngest(x, (unsigned)g, h->column, &h->queues);
    for (unsigned i = 0; i < x->columns; i++) {
        if (!(h->queues >> i & 1) || x->leaves[h->first + i].waits) continue;
        h->queues &= ~(1u << i);
        break;
    }
    for (unsigned i = 0; i < x->columns; i++) {
        if (h->queues >> i & 1) x->leaves[h->first + i].column = ~h->column;
    }
}

static void show_younger(const bug_view *v)
{
    cart *x = v->model;
    const hidden *h = v->memory;
    for (unsigned i = 0; i < x->columns; i++) {
        if (h->queues >> i & 1) x->leaves[h->first + i].column = h->column;
    }
}

static void oldest_takes_ready(const bug_view *v, const void *in, void *out)
{
    bug_view at = *v;
    hide_younger(&at);
    cart_ready(v->model, in, out);
    show_younger(&at);
}

static void drain_chains(const bug_view *v)
{
    cart *x = v->model;
    for (unsigned q = 0; q < x->queues; q++) x->leaves[q].waits = 0;
}

// Does the request wait for its youngest queue, which is full?
static bool waits_for_full(const cart *x)
{
    const int g = group_found(x);
    unsigned same;
    const int young =
        g == CART_NONE ? CART_NONE : cart_youngest(x, (unsigned)g, x->in_place.column, &same);
    return young != CART_NONE && x->leaves[young].count >= x->entries;
}

static void no_chain_ready(const bug_view *v, const void *in, void *out)
{
    (void)in;
    if (waits_for_full(v->model)) ((cart_out *)out)->in_ready_o[0] = 0;
}

static void hold_back(bug_view *v)
{
    cart *x = v->model;
    bool *held_back = v->memory;
    *held_back = waits_for_full(x);
    if (*held_back) x->incoming = false;
}

static void put_back(const bug_view *v)
{
    if (*(const bool *)v->memory) ((cart *)v->model)->incoming = true;
}

// The group that has the row and no place for the request.
static void hide_full_group(bug_view *v)
{
    cart *x = v->model;
    int *group = v->memory;
    *group = group_found(x);
    if (*group != CART_NONE && cart_can_join(x, (unsigned)*group, x->in_place.column))
        *group = CART_NONE;
    if (*group != CART_NONE) x->row_of[*group] = ~x->row_of[*group];
}

static void show_group(const bug_view *v)
{
    cart *x = v->model;
    const int group = *(const int *)v->memory;
    if (group != CART_NONE) x->row_of[group] = ~x->row_of[group];
}

static void second_group_ready(const bug_view *v, const void *in, void *out)
{
    bug_view at = *v;
    hide_full_group(&at);
    cart_ready(v->model, in, out);
    show_group(&at);
}

// ---- claiming

// The last group of the incoming request's branch, when it is empty and the request is to claim a
// group; else CART_NONE.
static int last_free(const cart *x)
{
    const int last = x->incoming ? x->last_group[x->in_place.branch] : CART_NONE;
    if (last == CART_NONE || group_found(x) != CART_NONE) return CART_NONE;
    for (unsigned i = 0; i < x->columns; i++) {
        if (x->leaves[(unsigned)last * x->columns + i].count) return CART_NONE;
    }
    return last;
}

static bool is_claimed(const bug_view *v, int group)
{
    const int placed = cart_placed(v);
    return placed != CART_NONE && (int)cart_group_of(v->model, (unsigned)placed) == group;
}

static void forget_last_group(bug_view *v)
{
    cart *x = v->model;
    int *last = v->memory;
    *last = last_free(x);
    if (*last != CART_NONE && x->row_of[*last] == x->in_place.row) *last = CART_NONE;
    if (*last != CART_NONE) x->last_group[x->in_place.branch] = CART_NONE;
}

static void remember_last_group(const bug_view *v)
{
    const int last = *(const int *)v->memory;
    int *group = &((cart *)v->model)->last_group[((const cart *)v->was)->in_place.branch];
    if (last != CART_NONE && *group == CART_NONE && !is_claimed(v, last)) *group = last;
}

static void change_last_row(bug_view *v)
{
    cart *x = v->model;
    int *last = v->memory;
    *last = last_free(x);
    if (*last != CART_NONE && x->row_of[*last] != x->in_place.row) *last = CART_NONE;
    if (*last != CART_NONE) x->row_of[*last] = ~x->row_of[*last];
}

static void change_last_row_back(const bug_view *v)
{
    const int last = *(const int *)v->memory;
    cart *x = v->model;
    if (last != CART_NONE && !is_claimed(v, last)) x->row_of[last] = ~x->row_of[last];
}

// ---- departure, reset, status

static bool departs(const bug_view *v)
{
    return ((const cart *)v->was)->offers && ((const cart_in *)v->in)->req_accept_i[0];
}

static void keep_last_queue(const bug_view *v)
{
    cart *x = v->model;
    const unsigned q = ((const cart *)v->was)->queue;
    if (departs(v)) x->last_queue[cart_branch_of(x, q)] = (int)q;
}

static void keep_queue_found(const bug_view *v)
{
    cart *x = v->model;
    const unsigned q = ((const cart *)v->was)->queue;
    if (departs(v) && x->found == (int)q) x->last_queue[cart_branch_of(x, q)] = (int)q;
}

static void wrap_to_second(const bug_view *v)
{
    const cart *was = v->was;
    cart *x = v->model;
    if (departs(v) && x->entries > 1 && was->leaves[was->queue].head + 1 == x->entries)
        x->leaves[was->queue].head = 1;
}

static void keep_history(const bug_view *v)
{
    const cart *was = v->was;
    cart *x = v->model;
    memcpy(x->last_queue, was->last_queue, sizeof x->last_queue);
    memcpy(x->last_group, was->last_group, sizeof x->last_group);
}

static void keep_incoming(const bug_view *v)
{
    ((cart *)v->model)->incoming = ((const cart *)v->was)->incoming;
}
static void idle_early(const bug_view *v, void *out)
{
    ((cart_out *)out)->idle_o[0] = !((const cart *)v->model)->inside;
}

// ---- the non-blocking buffer. `was` has only the pointer to it, so what it held is noted before.

static void note_buffer(bug_view *v)
{
    *(cart_buffer *)v->memory = *((const cart *)v->model)->buffer;
}

static void forget_order(const bug_view *v)
{
    cart_buffer *b = ((const cart *)v->model)->buffer;
    for (unsigned i = 0; i < b->n; i++) b->slots[i].waits = 0;
}

// Chooses once more, from another last offer and with or without its rejection, when the model has
// chosen among several.
static void choose_again(const bug_view *v, unsigned last, bool rejected)
{
    cart *x = v->model;
    const cart_buffer *was = v->memory;
    const cart_in *in = v->in;
    const bool accept = was->offers && in->req_accept_i[0],
               reject = was->offers && in->req_reject_i[0];
    const uint64_t held = accept ? was->held & ~((uint64_t)1 << was->last) : was->held;
    if (!held || (was->offers && !accept && !reject)) return;
    x->buffer->last = last;
    cart_buffer_choose(x->buffer, held, reject && rejected, (unsigned)in->req_stall_i[0],
                       &x->events);
}

static void buffer_stays(const bug_view *v)
{
    const cart_buffer *was = v->memory;
    choose_again(v, (was->last + was->n - 1) % was->n, true);
}

static void any_cause(const bug_view *v)
{
    choose_again(v, ((const cart_buffer *)v->memory)->last, false);
}

// ---- the table

enum { BUFFER = sizeof(cart_buffer) };

static const model_bug rows[] = {
    {"model-cart-full-late", "a leaf queue takes one request more than it has entries", "",
     needs_tree, .configure = lengthen_queues},
    {"model-cart-oldest-takes", "of two queues with a line the older one takes new requests", "",
     needs_tree, sizeof(hidden), .ready = oldest_takes_ready, .before = hide_younger,
     .after = show_younger},
    {"model-cart-chain-drains",
     "a queue is drained while an older one with its line holds something", "", needs_tree,
     .after = drain_chains},
    {"model-cart-no-chain", "a request whose queue is full waits instead of taking another queue",
     "", needs_tree, sizeof(bool), .ready = no_chain_ready, .before = hold_back, .after = put_back},
    {"model-cart-rotate-stays", "rotation starts at the branch of the last offer, not behind it",
     "", needs_tree, .after = cart_rotate_stays},
    {"model-cart-reject-stays", "a rejected request stays on offer though other branches have some",
     "", needs_tree, sizeof(cart_in), .before = cart_reject_stays},
    {"model-cart-last-ignored", "a branch does not go on with its last queue", "", needs_tree,
     .after = cart_last_ignored},
    {"model-cart-row-ignored", "a branch takes its longest queue, whatever the row", "", needs_tree,
     .after = cart_row_ignored},
    {"model-cart-tie-high", "of queues of one length the highest is taken", "", needs_tree,
     .after = cart_tie_high},
    {"model-cart-longest-blind", "lengths are compared without their lowest bit", "entries=4",
     needs_three, .after = cart_longest_blind},
    {"model-cart-claim-last", "the last group is claimed like any other, its row forgotten", "",
     needs_tree, sizeof(int), .before = forget_last_group, .after = remember_last_group},
    {"model-cart-return-lost", "a row that comes back claims another group than its own", "",
     needs_tree, sizeof(int), .before = change_last_row, .after = change_last_row_back},
    {"model-cart-last-survives",
     "the last queue is still preferred after it has emptied and been taken by another line", "",
     needs_tree, .after = keep_last_queue},
    {"model-cart-reset-history", "reset keeps the branches' history", "", needs_tree,
     .reset = keep_history},
    {"model-cart-reset-incoming", "reset leaves a request in the incoming register", "", needs_tree,
     .reset = keep_incoming},
    {"model-cart-column-short", "the highest column bit is not compared", "", needs_tree,
     .after = shorten_column},
    {"model-cart-row-short", "the lowest row bit is not compared", "", needs_tree,
     .after = shorten_row},
    {"model-cart-branch-reversed", "the bank bits of the branch are in reverse order", "",
     needs_tree, .after = reverse_branch},
    {"model-cart-head-wrap", "after the last entry of a queue the first but one is read", "",
     needs_tree, .after = wrap_to_second},
    {"model-cart-idle-early", "idle_o does not see the incoming register", "", needs_tree,
     .valid = idle_early},
    {"model-cart-second-group", "a row whose group is full claims a second one", "", needs_tree,
     sizeof(int), .ready = second_group_ready, .before = hide_full_group, .after = show_group},
    {"model-cart-placed-seen", "what is placed is chosen in the same cycle", "latency=2",
     needs_latency_2, .after = cart_placed_seen},
    {"model-cart-placed-counts", "lengths are compared with what is placed in the same cycle",
     "latency=2", needs_latency_2, .after = cart_placed_counts},
    {"model-cart-placed-uncounted", "lengths are compared without what is placed in the same cycle",
     "latency=1", needs_latency_1, .after = cart_placed_uncounted},
    {"model-cart-found-keeps", "a request that finds its place keeps its queue from emptying",
     "latency=3", needs_latency_3, .after = keep_queue_found},
    {"model-cart-hash-missing", "the bank is not hashed", "dram.bank_hash=xor", needs_hash,
     .configure = forget_hash},
    {"model-cart-greedy-leaves", "greedy leaves its queue for one that is longer", "drain=greedy",
     needs_greedy, .after = cart_greedy_leaves},
    {"model-cart-rr-stays", "round robin starts at the queue of the last offer, not behind it",
     "drain=rr", needs_rr, .after = cart_rr_stays},
    {"model-cart-fifo-full-early", "a bank's FIFO counts as full one entry early",
     "design=bank_fifo entries=8", needs_fifo, .configure = shorten_queues},
    {"model-cart-buffer-line-order",
     "the non-blocking buffer does not keep requests to one line in order", "design=nonblocking",
     needs_buffer, .after = forget_order},
    {"model-cart-buffer-stays", "round robin of the non-blocking buffer starts at the last offer",
     "design=nonblocking", needs_buffer, BUFFER, .before = note_buffer, .after = buffer_stays},
    {"model-cart-buffer-any-cause",
     "a request stalled by the same resource is offered again at once", "design=nonblocking",
     needs_buffer, BUFFER, .before = note_buffer, .after = any_cause}};

const model_bugs cart_bugs = {&cart_block, rows, sizeof rows / sizeof rows[0]};
