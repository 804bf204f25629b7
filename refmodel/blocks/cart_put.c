// cart_put.c: see cart_put.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_put.h"

cart_place cart_place_of(const cart_map *m, uint64_t line)
{
    unsigned bank = 0, at_bank = 0, at_row = 0, at_column = 0;
    cart_place p = {0};
    for (unsigned i = 0; i < m->line_bits; i++) {
        const uint64_t bit = line >> i & 1;
        if (m->use[i] == 'B') bank |= (unsigned)bit << at_bank++;
        if (m->use[i] == 'C') p.column |= bit << at_column++;
        if (m->use[i] == 'R') p.row |= bit << at_row++;
    }
    p.bank = bank ^ (unsigned)(p.row & (((uint64_t)1 << m->hashed) - 1));
    p.branch = p.bank & ((1u << m->branch_bits) - 1);
    p.row = p.row << (m->banks - m->branch_bits) | p.bank >> m->branch_bits;
    return p;
}

// Counts as they were before the departure of the same cycle, with the request that has its place
// and is not counted yet (latency 3).
typedef struct view {
    const cart *x;
    int departed; // queue that lost a request in this cycle, or CART_NONE
} view;

static unsigned before(const view *v, unsigned q)
{
    return v->x->leaves[q].count + ((int)q == v->departed) + ((int)q == v->x->found);
}

static bool group_held(const view *v, unsigned g)
{
    for (unsigned i = 0; i < v->x->columns; i++) {
        if (before(v, g * v->x->columns + i)) return true;
    }
    return false;
}

// The youngest queue of the group that has the column: nobody waits for it. CART_NONE: no queue has
// it.
static int youngest(const view *v, unsigned g, uint64_t column, unsigned *of)
{
    const cart *x = v->x;
    const unsigned first = g * x->columns;
    unsigned same = 0, waited_for = 0;
    for (unsigned i = 0; i < x->columns; i++) {
        if (!before(v, first + i) || x->leaves[first + i].column != column) continue;
        same |= 1u << i;
        waited_for |= x->leaves[first + i].waits;
    }
    *of = same;
    if (!same) return CART_NONE;
    return (int)(first + (unsigned)__builtin_ctz(same & ~waited_for));
}

static int empty_queue(const view *v, unsigned g)
{
    for (unsigned i = 0; i < v->x->columns; i++) {
        if (!before(v, g * v->x->columns + i)) return (int)(g * v->x->columns + i);
    }
    return CART_NONE;
}

// In the group that has the row.
static int place_in_group(cart *x, const view *v, unsigned g, uint64_t column)
{
    unsigned same;
    const int young = youngest(v, g, column, &same);
    if (young != CART_NONE && before(v, (unsigned)young) < x->entries) {
        x->events.placed_youngest++;
        x->events.refilled += !x->leaves[young].count;
        return young;
    }
    const int q = empty_queue(v, g);
    if (q == CART_NONE) return CART_NONE;
    cart_leaf *f = &x->leaves[q];
    f->column = column;
    f->waits =
        young != CART_NONE && x->leaves[young].count ? 1u << ((unsigned)young - g * x->columns) : 0;
    *(same ? &x->events.placed_chain : &x->events.placed_column) += 1;
    return q;
}

// The group to claim for a row that none has, or CART_NONE.
static int claim(cart *x, const view *v, unsigned b, uint64_t row)
{
    const int last = x->last_group[b];
    const bool last_free = last != CART_NONE && !group_held(v, (unsigned)last),
               returns = last_free && x->row_of[last] == row;
    if (returns) {
        x->events.placed_return++;
        return last;
    }
    int g = CART_NONE;
    for (unsigned i = x->rows; i-- > 0;) {
        const int k = (int)(b * x->rows + i);
        if (!group_held(v, (unsigned)k) && k != last) g = k;
    }
    if (g == CART_NONE && last_free) g = last;
    if (g == CART_NONE) return CART_NONE;
    if (g == last) {
        x->last_group[b] = CART_NONE;
        x->events.row_forgotten++;
    }
    x->events.placed_claim++;
    return g;
}

// The group that has the row, or CART_NONE.
static int group_with(const cart *x, const view *v, unsigned b, uint64_t row)
{
    for (unsigned i = 0; i < x->rows; i++) {
        const unsigned g = b * x->rows + i;
        if (group_held(v, g) && x->row_of[g] == row) return (int)g;
    }
    return CART_NONE;
}

static int place_in_fifo(cart *x, const view *v, unsigned b)
{
    if (before(v, b) >= x->entries) {
        x->events.stall_row++;
        return CART_NONE;
    }
    const bool first = !before(v, b);
    *(first ? &x->events.placed_claim : &x->events.placed_youngest) += 1;
    x->events.refilled += !first && !x->leaves[b].count;
    return (int)b;
}

static int place_in_tree(cart *x, const view *v, const cart_place *p)
{
    int g = group_with(x, v, p->branch, p->row);
    if (g != CART_NONE) {
        const int q = place_in_group(x, v, (unsigned)g, p->column);
        if (q == CART_NONE) x->events.stall_row++;
        return q;
    }
    g = claim(x, v, p->branch, p->row);
    if (g == CART_NONE) {
        x->events.stall_claim++;
        return CART_NONE;
    }
    x->row_of[g] = p->row;
    cart_leaf *f = &x->leaves[(unsigned)g * x->columns];
    f->column = p->column;
    f->waits = 0;
    return g * (int)x->columns;
}

// The queue of the incoming request, which leaves its register; CART_NONE: it stays there.
static int find(cart *x, int departed)
{
    const view v = {x, departed};
    if (!x->incoming) return CART_NONE;
    const int q =
        x->tags ? place_in_tree(x, &v, &x->in_place) : place_in_fifo(x, &v, x->in_place.branch);
    x->incoming = q == CART_NONE;
    x->inside += !x->incoming;
    return q;
}

static void fill(cart *x, int q, const cart_entry *request)
{
    if (q == CART_NONE) return;
    cart_leaf *f = &x->leaves[q];
    *cart_slot_of(x, (unsigned)q, (f->head + f->count) % x->entries) = *request;
    f->count++;
    x->held[cart_branch_of(x, (unsigned)q)]++;
}

int cart_put(cart *x, int departed)
{
    int q = x->found;
    x->found = CART_NONE;
    fill(x, q, &x->next);
    const int found = find(x, departed);
    if (x->latency == 3) {
        x->found = found;
        x->next = x->in;
    } else {
        fill(x, q = found, &x->in);
    }
    return q;
}

int cart_group_with(const cart *x, unsigned branch, uint64_t row)
{
    return group_with(x, &(view){x, CART_NONE}, branch, row);
}

int cart_youngest(const cart *x, unsigned group, uint64_t column, unsigned *same)
{
    return youngest(&(view){x, CART_NONE}, group, column, same);
}

bool cart_can_join(const cart *x, unsigned group, uint64_t column)
{
    const view v = {x, CART_NONE};
    unsigned same;
    const int young = youngest(&v, group, column, &same);
    if (young != CART_NONE && before(&v, (unsigned)young) < x->entries) return true;
    return empty_queue(&v, group) != CART_NONE;
}

bool cart_can_put(const cart *x)
{
    const view v = {x, CART_NONE};
    const cart_place *p = &x->in_place;
    if (!x->tags) return before(&v, p->branch) < x->entries;
    const int g = cart_group_with(x, p->branch, p->row);
    if (g != CART_NONE) return cart_can_join(x, (unsigned)g, p->column);
    for (unsigned i = 0; i < x->rows; i++) {
        if (!group_held(&v, p->branch * x->rows + i)) return true;
    }
    return false;
}
