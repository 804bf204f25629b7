// cart_pairs.c: see cart_pairs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/cart_pairs.h"

#include "config/cart_map.h"

#include <stdlib.h>

enum { NAME = 32, MOST_QUEUES = 128 }; // as many as at the paper's size

static unsigned queues_of_branch(const config *c)
{
    const struct cfg_cart *k = &c->cart;
    return k->design == CART_TREE ? k->rows * k->columns : 1;
}

// Those whose pairs are asked for; 0: none.
static unsigned queues_of(const config *c)
{
    enum { MOST_GREEDY = 2 };
    const struct cfg_cart *k = &c->cart;
    const unsigned queues = cart_branches(c) * queues_of_branch(c);
    if (k->design == CART_NONBLOCKING || k->entries == 1 || queues > MOST_QUEUES) return 0;
    if (k->design == CART_TREE && k->drain == CART_GREEDY && k->columns > MOST_GREEDY) return 0;
    return queues;
}

// One branch has many pairs and a departure at a time.
uint64_t bench_cart_cycles(const config *c)
{
    enum { CYCLES_A_PAIR = 200 };
    const uint64_t queues = queues_of(c) ? queues_of_branch(c) : 0;
    return CYCLES_A_PAIR * queues * queues;
}

bool cart_pairs_can_place(const config *c, unsigned queue)
{
    const struct cfg_cart *k = &c->cart;
    cart_map m;
    const char *key;
    if (k->design != CART_TREE) return true;
    CHECK(!cart_map_read(c, &m, &key), "%s: configuration not checked", key);
    const unsigned bits = m.rows + m.banks - m.branch_bits, group = queue / k->columns % k->rows;
    return bits >= 32 || group < (uint64_t)1 << bits;
}

static void name_columns(cart_pairs *x)
{
    x->text = wl_calloc(x->queues, NAME);
    x->names = wl_calloc(x->queues, sizeof *x->names);
    for (unsigned q = 0; q < x->queues; q++) {
        x->names[q] = x->text + (size_t)NAME * q;
        snprintf(x->text + (size_t)NAME * q, NAME, "placed in queue %u", q);
    }
}

void cart_pairs_init(cart_pairs *x, const bench_job *j, const cart *golden)
{
    const unsigned queues = queues_of(j->c);
    *x = (cart_pairs){.golden = golden};
    if (!queues || j->cycles < BENCH_CYCLES) return;
    x->queues = queues;
    x->placed = wl_calloc(queues, sizeof *x->placed);
    name_columns(x);
    x->cross = (cross_coverage){.name = CART_PAIR,
                                .meaning = "a request is placed as another one leaves",
                                .numbered = "a departure from queue",
                                .n_rows = queues,
                                .n_columns = queues,
                                .columns = x->names,
                                .holdable = true};
    cross_coverage_init(&x->cross);
    for (unsigned q = 0; q < queues; q++) {
        for (unsigned i = 0; i < queues && !cart_pairs_can_place(j->c, q); i++) {
            cross_coverage_exclude(&x->cross, q, i);
            cross_coverage_exclude(&x->cross, i, q);
        }
    }
}

void cart_pairs_free(cart_pairs *x)
{
    if (!x->queues) return;
    cross_coverage_free(&x->cross);
    free(x->placed);
    free(x->names);
    free(x->text);
}

void cart_pairs_reset(cart_pairs *x) { x->unplaced = 0; }

void cart_pairs_note(cart_pairs *x, bool taken, uint64_t line)
{
    if (!x->queues) return;
    const cart_moves m = cart_moved(x->golden);
    if (m.placed >= 0) {
        x->placed[m.placed].line = x->inside[0];
        x->placed[m.placed].known = true;
        x->inside[0] = x->inside[1];
        x->unplaced--;
        if (m.left >= 0) cross_coverage_meet(&x->cross, (unsigned)m.left, (unsigned)m.placed);
    }
    if (!taken) return;
    CHECK(x->unplaced < CART_UNPLACED, "CART holds %u requests without a queue", x->unplaced);
    x->inside[x->unplaced++] = line;
}

// The line of a queue, at random, that takes one more request and whose bin in the row is missing;
// row -1: of any queue.
static bool find(const cart_pairs *x, rng *random, int row, uint64_t *line)
{
    const unsigned first = (unsigned)rng_below(random, x->queues);
    for (unsigned i = 0; i < x->queues; i++) {
        const unsigned q = (first + i) % x->queues;
        if (!x->placed[q].known || !cart_takes(x->golden, q)) continue;
        if (row >= 0 && cross_coverage_met(&x->cross, (unsigned)row, q)) continue;
        *line = x->placed[q].line;
        return true;
    }
    return false;
}

bool cart_pairs_wanted(const cart_pairs *x, rng *random, uint64_t *line)
{
    const int offered = cart_moved(x->golden).offered;
    return offered >= 0 && find(x, random, offered, line);
}

bool cart_pairs_longer(const cart_pairs *x, rng *random, uint64_t *line)
{
    return find(x, random, -1, line);
}

bool cart_pairs_held(const cart_pairs *x, const bench_job *j)
{
    return x->queues && bench_holds(j, CART_PAIR) && x->unplaced &&
           cart_moved(x->golden).offered == (int)(j->hold_bit / x->queues);
}
