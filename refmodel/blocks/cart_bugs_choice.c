// cart_bugs_choice.c: see cart_bugs_choice.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_bugs_choice.h"

#include "blocks/cart_choose.h"

#include <string.h>

static bool departs(const bug_view *v)
{
    return ((const cart *)v->was)->offers && ((const cart_in *)v->in)->req_accept_i[0];
}
static bool rejects(const bug_view *v)
{
    return ((const cart *)v->was)->offers && ((const cart_in *)v->in)->req_reject_i[0];
}
static bool looks(const bug_view *v)
{
    return !((const cart *)v->was)->offers || departs(v) || rejects(v);
}

// Has the model made a choice, with something to choose from?
static bool chooses(const bug_view *v) { return looks(v) && ((const cart *)v->model)->offers; }

int cart_placed(const bug_view *v)
{
    const cart *x = v->model, *was = v->was;
    for (unsigned q = 0; q < x->queues; q++) {
        const unsigned gone = departs(v) && q == was->queue;
        if (x->leaves[q].count + gone > was->leaves[q].count) return (int)q;
    }
    return CART_NONE;
}

void cart_reject_stays(bug_view *v)
{
    const cart *x = v->model;
    cart_in *other = v->memory;
    if (!x->offers) return;
    *other = *(const cart_in *)v->in;
    other->req_reject_i[0] = 0;
    v->in = other;
}

// ---- choosing once more, from a changed state

static void from_queue(const bug_view *v, unsigned queue, unsigned turn, bool rejected)
{
    cart *x = v->model;
    x->queue = queue;
    x->turn = turn;
    cart_choose(x, cart_placed(v), rejected);
}

static void again(const bug_view *v)
{
    from_queue(v, ((const cart *)v->was)->queue, ((const cart *)v->was)->turn, rejects(v));
}

void cart_rotate_stays(const bug_view *v)
{
    const cart *was = v->was, *x = v->model;
    const bool alone = !(x->busy & ~((uint64_t)1 << was->turn));
    if (!chooses(v) || (rejects(v) && alone)) return;
    from_queue(v, was->queue, (was->turn + x->branches - 1) % x->branches, false);
}

static void without(const bug_view *v, int *last)
{
    int kept[CART_MAX_BRANCHES];
    memcpy(kept, last, sizeof kept);
    for (unsigned b = 0; b < CART_MAX_BRANCHES; b++) last[b] = CART_NONE;
    again(v);
    memcpy(last, kept, sizeof kept);
}

void cart_last_ignored(const bug_view *v)
{
    if (chooses(v)) without(v, ((cart *)v->model)->last_queue);
}

void cart_row_ignored(const bug_view *v)
{
    if (chooses(v)) without(v, ((cart *)v->model)->last_group);
}

void cart_placed_seen(const bug_view *v)
{
    const cart *was = v->was;
    cart *x = v->model;
    if (!looks(v)) return;
    x->queue = was->queue;
    x->turn = was->turn;
    cart_choose(x, CART_NONE, rejects(v));
}

void cart_greedy_leaves(const bug_view *v)
{
    cart *x = v->model;
    if (!chooses(v)) return;
    x->drain = CART_LONGEST;
    again(v);
    x->drain = CART_GREEDY;
}

void cart_rr_stays(const bug_view *v)
{
    const cart *was = v->was, *x = v->model;
    if (chooses(v)) from_queue(v, (was->queue + x->queues - 1) % x->queues, was->turn, rejects(v));
}

// ---- picking another queue of those that the model has compared the lengths of

typedef struct queues {
    unsigned first, n;
} queues;

static queues compared(const bug_view *v)
{
    const cart *x = v->model, *was = v->was;
    const unsigned of_branch = x->rows * x->columns;
    if (!chooses(v)) return (queues){0, 0};
    if (x->events.chose_row != was->events.chose_row)
        return (queues){cart_group_of(x, x->queue) * x->columns, x->columns};
    if (x->events.chose_longest != was->events.chose_longest)
        return (queues){x->turn * of_branch, of_branch};
    return (queues){0, 0};
}

// The requests of a queue that the choice sees, none when the queue waits.
static unsigned seen(const cart *x, unsigned q, int placed)
{
    const unsigned unseen = x->latency > 1 && (int)q == placed;
    return x->leaves[q].waits ? 0 : x->leaves[q].count - unseen;
}

// The queue with most by `length`, of several the lowest or the highest.
static void pick(const bug_view *v, unsigned (*length)(const cart *x, unsigned q, int placed),
                 bool high)
{
    cart *x = v->model;
    const queues of = compared(v);
    const int placed = cart_placed(v);
    int best = CART_NONE;
    unsigned most = 0;
    for (unsigned q = of.first; q < of.first + of.n; q++) {
        const unsigned l = length(x, q, placed);
        if (!seen(x, q, placed) || (best != CART_NONE && (high ? l < most : l <= most))) continue;
        best = (int)q;
        most = l;
    }
    if (best != CART_NONE) x->queue = (unsigned)best;
}

static unsigned halved(const cart *x, unsigned q, int placed) { return seen(x, q, placed) >> 1; }

static unsigned with_placed(const cart *x, unsigned q, int placed)
{
    (void)placed;
    return x->leaves[q].count;
}

static unsigned without_placed(const cart *x, unsigned q, int placed)
{
    return x->leaves[q].count - ((int)q == placed);
}

void cart_tie_high(const bug_view *v) { pick(v, seen, true); }
void cart_longest_blind(const bug_view *v) { pick(v, halved, false); }
void cart_placed_counts(const bug_view *v) { pick(v, with_placed, false); }
void cart_placed_uncounted(const bug_view *v) { pick(v, without_placed, false); }
