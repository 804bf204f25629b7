// cart_pairs.h: the pairs of CART's leaf queues of which a request leaves one in the very cycle in
// which one is placed in the other.
//
// Logic that counts or chooses with the wrong one of two queues is wrong only in such a cycle, and
// only for that pair. So a run of at least BENCH_CYCLES must have met every pair, and steers its
// traffic to those that it has not: while a queue is on offer, a line that was placed in the queue
// wanted arrives, and L2 accepts the offer a cycle later. Not asked for: pairs of more than 128
// queues; of queues of one entry, in which a request joins none that is held; of rows of more than
// two columns with drain greedy, where a row's last queue is filled again long after it was
// drained.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CART_PAIRS_H
#define WL_TB_BENCH_CART_PAIRS_H

#include "blocks/cart.h"
#include "tb/bench/bench.h"
#include "tb/bench/cross_coverage.h"

#define CART_PAIR "pair" // name of the cross

enum { CART_UNPLACED = 2 }; // requests at most

typedef struct cart_pairs {
    const cart *golden;   // the model, which knows its queues
    unsigned queues;      // 0: the run does not ask for pairs
    cross_coverage cross; // [queue left][queue placed in]
    struct {
        uint64_t line; // that was placed there last
        bool known;
    } * placed;
    uint64_t inside[CART_UNPLACED]; // lines accepted and not yet placed, the oldest first
    unsigned unplaced;
    const char **names;
    char *text; // of all names
} cart_pairs;

// Can a request be placed in this queue? A branch uses as many row groups as it has rows, so that
// with few address bits some stay empty.
bool cart_pairs_can_place(const config *c, unsigned queue);

void cart_pairs_init(cart_pairs *x, const bench_job *j, const cart *golden);
void cart_pairs_free(cart_pairs *x);

void cart_pairs_reset(cart_pairs *x); // nothing is inside

// After a cycle of the model. taken: it accepted a request, to this line.
void cart_pairs_note(cart_pairs *x, bool taken, uint64_t line);

// A line that is expected in a queue whose pair with the queue on offer is missing. False: there is
// no offer, or no such line is known.
bool cart_pairs_wanted(const cart_pairs *x, rng *random, uint64_t *line);

// The line of any queue that takes one more request. False: none does.
bool cart_pairs_longer(const cart_pairs *x, rng *random, uint64_t *line);

// True if the bin of bench_job.hold could be met in this cycle by accepting the offer: it is of
// that bin's queue, and a request may be placed.
bool cart_pairs_held(const cart_pairs *x, const bench_job *j);

#endif
