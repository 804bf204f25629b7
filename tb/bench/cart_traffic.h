// cart_traffic.h: constrained-random traffic for CART and the designs that it is compared with.
//
// Traffic moves through phases. A phase draws its lines, its rates and L2's manner, and is of one
// of four kinds:
//   general  any banks, rows and columns: one value, a few or all of each
//   near     all banks (or one), and rows and columns that differ in one bit: which bit follows a
//            counter, so that each has its turn; as many rows as there are groups, or one more
//   focus    one branch, each in its turn, with now and then a request to another one
//   crowd    a few lines of one branch, of a few, or of all in any order, so that queues chain
// The base of near rows and columns is 0, all ones, or any value, and some phases have requests to
// the first line of all and to the last.
//
// L2 accepts, rejects or looks at nothing: in rates, in bursts, or never for one bank; or as a
// tide: it holds, or rejects, until nothing more comes in, and then accepts until little is left.
// So the large states are reached: all groups in use, all queues full, all chains made, and the
// way back from there. After half of the resets, which some phases have in their middle, L2
// waits before it accepts anything, so that each branch chooses between several queues as the
// first thing it does, where a history that the reset forgot to clear would show.
//
// Requests hold their payload until they are taken. What nobody may look at is zero or noise.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CART_TRAFFIC_H
#define WL_TB_BENCH_CART_TRAFFIC_H

#include "base/rng.h"
#include "tb/bench/bench.h"
#include "tb/bench/cart_laws.h"

enum { CART_LIST = 24 };

// Values of a field that take part in a phase; n == 0: all of them.
typedef struct cart_list {
    uint64_t value[CART_LIST];
    unsigned n;
} cart_list;

// The fields of a line as the drain policy sees them: the bank is the hashed one.
typedef struct cart_spot {
    uint64_t bank, row, column;
} cart_spot;

typedef enum cart_tide { NO_TIDE, TIDE_HOLDS, TIDE_REJECTS } cart_tide;

typedef struct cart_phase {
    uint64_t cycles, reset_at; // left; left when a reset comes, 0: none
    unsigned valid_percent, same_line_percent, same_row_percent;
    unsigned stray_percent; // requests to any bank
    unsigned end_percent;   // requests to the first line of all or to the last
    unsigned sweep_percent; // requests to the lines in turn, so that all queues fill up alike
    uint64_t swept;         // so many of these
    unsigned most;          // no request comes while so many are held
    cart_list bank, row, column;
    unsigned accept_percent, reject_percent; // the rest is held
    bool bursts, burst_accepts;
    unsigned burst_left, cause;
    unsigned stuck_percent, stuck_bank; // offers of that branch that are rejected
    bool stuck_moves;                   // to another branch now and then
    cart_tide tide;
    bool ebbs;
    unsigned low;   // requests held at which a tide turns
    unsigned quiet; // cycles since a request was taken in
    unsigned waits; // cycles before L2 accepts anything
    bool noise;
} cart_phase;

typedef struct cart_traffic {
    const bench_job *job;
    cart_map map;
    unsigned branches, capacity;
    rng random;
    cart_phase phase;
    cart_in in;
    cart_spot spot;     // of the request at the input
    unsigned in_branch; // its branch
    bool waits, draining;
    unsigned bank_turn, row_turn, column_turn, branch_turn; // which bit, which branch is next
} cart_traffic;

void cart_traffic_init(cart_traffic *t, const bench_job *j);

// Begins a cycle. True: both sides are to be reset first.
bool cart_traffic_begin(cart_traffic *t);

// The inputs of the cycle, once it is known what the block offers; l: what it holds.
void cart_traffic_drive(cart_traffic *t, const cart_laws *l, const cart_out *offered);

// Ends it.
void cart_traffic_end(cart_traffic *t, const cart_out *out);

cart_spot cart_traffic_spot(const cart_traffic *t, uint64_t line);

#endif
