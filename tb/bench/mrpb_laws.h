// mrpb_laws.h: the laws of MRPB's ports, independent of its implementation. They are checked
// without the golden model, with a scoreboard of the requests held.
//
//   order         A request leaves unchanged, after all earlier ones of its queue, and once. With
//                 signature pc: a write leaves after all earlier requests and before all later
//                 ones.
//   latency       A stored request is offered in accept + latency at the earliest; a write that
//                 bypasses the queue (flush) in accept + 1 (pipelined: + 4).
//   work          If nothing is offered, no held request is old enough to be offered. (Pipelined:
//                 not for as many cycles as a read takes from the last input register; the requests
//                 behind one that waits there come so much later.)
//   hold          An offered request stays, unchanged, until it is accepted or bypassed.
//   capacity      A queue holds at most `depth` requests, and two are outbound. A request is
//                 refused only if that is full, or (flush) if a write must wait. Pipelined: three
//                 more are at the input, and a request is refused only if they are.
//   bounded wait  While a request waits at the input, only a bounded number of other requests
//                 leave.
//   bypass        Only reads are bypassed, and exactly if the configuration names the cause of the
//                 refusal and the path is ready.
//   status        idle_o and pending_o reflect the held requests.
//   empty         At the end, nothing is left inside (mrpb_laws_end).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_MRPB_LAWS_H
#define WL_TB_BENCH_MRPB_LAWS_H

#include "config/ports/mrpb.h"

// A request that is held.
typedef struct mrpb_token {
    uint64_t line, warp, write, meta;
    uint64_t data[MRPB_DATA_WORDS]; // of a write
    uint64_t number;                // in the order of acceptance
    uint64_t due;                   // first cycle in which it may be offered
} mrpb_token;

typedef struct mrpb_law_queue {
    unsigned first, n; // ring of input registers + depth + 2 tokens
} mrpb_law_queue;

enum { LAW_TEXT = 240 };

typedef struct mrpb_laws {
    const config *c;
    // as seen from the ports: a single slot is one queue of depth 0
    unsigned n_queues, depth, latency;
    unsigned input;          // registers at the input
    unsigned idle, may_idle; // cycles running without an offer though a request is due; allowed
    bool flush, by_pc;
    uint64_t accepted;
    unsigned ring;
    mrpb_token *tokens; // [queues][ring]
    mrpb_law_queue *queues;
    uint64_t pending[sizeof((mrpb_out *)0)->pending_o / sizeof(uint64_t)];
    unsigned held;
    uint64_t cycle;
    bool offered;         // the offer of the last cycle was not accepted
    mrpb_out last;        // outputs of the last cycle
    uint64_t left_behind; // requests that left while the one at the input waited
    uint64_t wait_bound;
    char broken[LAW_TEXT]; // the broken law and how it was broken; "" while all hold
} mrpb_laws;

void mrpb_laws_init(mrpb_laws *l, const config *c);
void mrpb_laws_free(mrpb_laws *l);
void mrpb_laws_reset(mrpb_laws *l); // after a reset: nothing is held

// Checks a cycle: its inputs, the block's outputs, and the queues of the request at the input and
// of the offered one. False if a law is broken.
bool mrpb_laws_cycle(mrpb_laws *l, const mrpb_in *in, const mrpb_out *out, unsigned in_queue,
                     unsigned out_queue);
bool mrpb_laws_end(mrpb_laws *l);

#endif
