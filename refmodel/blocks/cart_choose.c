// cart_choose.c: see cart_choose.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_choose.h"

typedef struct choice {
    cart *x;
    int unseen; // queue of what was placed in this cycle if the choice does not see it, or
                // CART_NONE
} choice;

static unsigned length(const choice *h, unsigned q)
{
    return h->x->leaves[q].count - ((int)q == h->unseen);
}
static bool eligible(const choice *h, unsigned q) { return length(h, q) && !h->x->leaves[q].waits; }

// The longest eligible queue of n from `first` on, or CART_NONE; how many are as long.
static int longest(const choice *h, unsigned first, unsigned n, unsigned *as_long)
{
    int best = CART_NONE;
    *as_long = 0;
    for (unsigned q = first; q < first + n; q++) {
        if (!eligible(h, q)) continue;
        const unsigned l = length(h, q), most = best == CART_NONE ? 0 : length(h, (unsigned)best);
        if (best != CART_NONE && l < most) continue;
        *as_long = best == CART_NONE || l > most ? 1 : *as_long + 1;
        if (best == CART_NONE || l > most) best = (int)q;
    }
    return best;
}

static unsigned choose_in_branch(const choice *h, unsigned b)
{
    cart *x = h->x;
    const unsigned n = x->rows * x->columns;
    const int last = x->last_queue[b], group = x->last_group[b];
    unsigned as_long;
    if (last != CART_NONE && eligible(h, (unsigned)last)) {
        x->events.chose_last++;
        return (unsigned)last;
    }
    int q = group == CART_NONE ? CART_NONE
                               : longest(h, (unsigned)group * x->columns, x->columns, &as_long);
    if (q != CART_NONE) {
        x->events.chose_row++;
    } else {
        q = longest(h, b * n, n, &as_long);
        CHECK(q != CART_NONE, "CART: branch %u holds something and no queue of it can be drained",
              b);
        x->events.chose_longest++;
    }
    x->events.ties += as_long > 1;
    return (unsigned)q;
}

static unsigned branch_in_turn(const cart *x)
{
    const unsigned from = x->turn + 1;
    const uint64_t above = from < 64 ? x->busy & ~(uint64_t)0 << from : 0;
    return (unsigned)__builtin_ctzll(above ? above : x->busy);
}

static void rotate(const choice *h, bool rejected)
{
    cart *x = h->x;
    if (rejected && !(x->busy & ~((uint64_t)1 << x->turn))) {
        x->events.repeats++;
        return;
    }
    const unsigned b = branch_in_turn(x);
    *(b == x->turn ? &x->events.choice_stays : &x->events.choice_changes) += 1;
    x->turn = b;
    x->queue = choose_in_branch(h, b);
}

// The first eligible queue after the last one offered, itself last; CART_NONE: none.
static int queue_in_turn(const choice *h)
{
    const cart *x = h->x;
    const unsigned from = x->queue + 1;
    for (unsigned i = 0; i < x->queues; i++) {
        const unsigned q = (from + i) % x->queues;
        if (eligible(h, q)) return (int)q;
    }
    return CART_NONE;
}

static int by_policy(const choice *h)
{
    cart *x = h->x;
    unsigned as_long = 0;
    int q = CART_NONE;
    if (x->drain == CART_LONGEST) q = longest(h, 0, x->queues, &as_long);
    else if (x->drain == CART_GREEDY && eligible(h, x->queue)) q = (int)x->queue;
    else q = queue_in_turn(h);
    x->events.ties += as_long > 1;
    return q;
}

static void choose_of_all(const choice *h, bool rejected)
{
    cart *x = h->x;
    if (rejected && x->drain != CART_RR) {
        x->events.repeats++;
        return;
    }
    int q = by_policy(h);
    CHECK(q != CART_NONE, "CART: something is held and no queue can be drained");
    x->events.repeats += rejected && q == (int)x->queue;
    *(q == (int)x->queue ? &x->events.choice_stays : &x->events.choice_changes) += 1;
    x->queue = (unsigned)q;
}

void cart_choose(cart *x, int placed, bool rejected)
{
    const choice h = {x, x->latency == 1 ? CART_NONE : placed};
    x->busy = 0;
    for (unsigned b = 0; b < x->branches; b++) {
        const unsigned unseen = h.unseen != CART_NONE && cart_branch_of(x, (unsigned)h.unseen) == b;
        x->busy |= (uint64_t)(x->held[b] != unseen) << b;
    }
    x->offers = x->busy != 0;
    if (!x->offers) return;
    if (x->drain == CART_ROTATE) rotate(&h, rejected);
    else choose_of_all(&h, rejected);
    x->events.chose_placed += placed == (int)x->queue && x->leaves[placed].count == 1;
}
