// cart_traffic.h: constrained-random traffic for CART and the designs that it is compared with.
//
// The traffic consists of phases. A phase draws its lines, its rates and the behaviour of L2, and
// is of one of four kinds:
//   general  Arbitrary banks, rows and columns: one value, a few or all of each.
//   near     All banks (or one), and rows and columns that differ in one bit. A counter selects the
//            bit, so that each has its turn. As many rows as there are groups, or one more.
//   focus    One branch at a time, in turn, with an occasional request to another one.
//   crowd    A few lines of one branch, of a few, or of all in any order, so that queues chain.
//
// Besides, some phases only look for pairs of queues (cart_pairs.h), and with latency 3 some have
// spurts: a few requests to a few lines of an empty branch, some of which leave while others find
// their place. So a queue that is filled as its last request leaves is one for which others wait,
// and which they outgrow.
//
// Some phases have links: rows of a branch fill until queues wait for each other, and otherwise
// behind a reset, so that a link that it forgot to clear holds up what is drained first.
//
// The base of near rows and columns is 0, all ones, or arbitrary. Some phases have requests to the
// very first and last line.
//
// L2 accepts, rejects or answers nothing: at random rates, in bursts, or never for one bank; or as
// a tide: it holds or rejects until no more requests are accepted, and then accepts until few are
// left. So the large states are reached (all groups in use, all queues full, all chains made), and
// the way back from there. Some phases have a reset in their middle. After half of these resets, L2
// waits before it accepts anything, so that the first action of each branch is a choice between
// several queues, in which history that the reset forgot to clear would show.
//
// Requests hold their payload until they are accepted. Don't-care values are zero or noise.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CART_TRAFFIC_H
#define WL_TB_BENCH_CART_TRAFFIC_H

#include "base/rng.h"
#include "tb/bench/bench.h"
#include "tb/bench/cart_laws.h"
#include "tb/bench/cart_pairs.h"

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
    uint64_t cycles, reset_at; // remaining cycles; remaining cycles at the next reset, 0: none
    unsigned reset_every;      // resets follow each other after so many cycles; 0: there is one
    unsigned valid_percent, same_line_percent, same_row_percent;
    unsigned stray_percent; // requests to any bank
    unsigned end_percent;   // requests to the very first or last line
    unsigned sweep_percent; // requests to the lines in turn, so that all queues fill evenly
    uint64_t swept;         // number of these so far
    unsigned most;          // no request arrives while so many are held
    cart_list bank, row, column;
    unsigned accept_percent, reject_percent; // otherwise, the offer waits
    bool bursts, burst_accepts;
    unsigned burst_left, cause;
    unsigned stuck_percent, stuck_bank; // percentage of the branch's offers that are rejected
    bool stuck_moves;                   // stuck_bank changes from time to time
    cart_tide tide;
    bool ebbs;
    unsigned low;   // number of held requests at which a tide turns
    unsigned quiet; // cycles since a request was accepted
    unsigned waits; // remaining cycles before L2 accepts anything
    bool noise;
    // a phase for pairs: it lets everything leave; it fills up to a number of held requests; cycles
    // until the request is placed that shall make a pair
    bool pairs, empties, fills;
    unsigned level, aimed;
    bool spurts, spurt_began;          // the latter: one of a spurt has left
    unsigned spurt_taken, spurt_holds; // requests of it so far, and before a second one leaves
    // rows are filled, and filled otherwise behind a reset; requests of this filling so far
    bool links, links_reset;
    unsigned links_taken;
} cart_phase;

typedef struct cart_traffic {
    const bench_job *job;
    const cart_pairs *pairs;
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

void cart_traffic_init(cart_traffic *t, const bench_job *j, const cart_pairs *pairs);

// Begins a cycle. Returns true if model and RTL must be reset first.
bool cart_traffic_begin(cart_traffic *t);

// Behind a reset that has come otherwise; there must be none while the traffic steers.
void cart_traffic_reset(cart_traffic *t);
static inline bool cart_traffic_steers(const cart_traffic *t)
{
    return t->draining || t->phase.pairs;
}

// Draws the inputs of the cycle, given the block's offer and the requests that it holds (l).
void cart_traffic_drive(cart_traffic *t, const cart_laws *l, const cart_out *offered);

// Ends the cycle.
void cart_traffic_end(cart_traffic *t, const cart_out *out);

cart_spot cart_traffic_spot(const cart_traffic *t, uint64_t line);

#endif
