// laws.h : what must hold at MRPB's ports whatever its inside is, checked without the golden model: a scoreboard of the requests
// held, and nothing else.
//
//   order         a request leaves as it came in, after all earlier ones of its queue, once; signature pc: a write after all earlier
//                 ones, and all later ones after it
//   latency       a stored request is offered in accept + latency at the earliest, a write past the queue (flush) in accept + 1
//   work          when nothing is offered, nothing that is held is old enough to be
//   hold          an offered request stays, unchanged, until it is accepted or bypassed
//   capacity      a queue holds at most depth requests, and two are outbound; a request is refused only where that is full, or
//                 (flush) where a write must wait
//   bounded wait  a request that waits at the input sees a limited number of others leave
//   bypass        reads only, exactly when the answer's cause is one that the configuration names and the path is ready
//   status        idle_o and pending_o say what is held
//   empty         at the end nothing is left inside (laws_end)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_LAWS_H
#define WL_TB_BENCH_LAWS_H

#include "config/ports/mrpb.h"

// A request that is held.
typedef struct law_token {
    uint64_t line, warp, write, meta;
    uint64_t data[MRPB_DATA_WORDS]; // of a write
    uint64_t number;                // in the order of acceptance
    uint64_t due; // cycle from which on it may be offered
} law_token;

typedef struct law_queue {
    unsigned first, n; // ring of depth + 2 tokens
} law_queue;

enum { LAW_TEXT = 240 };

typedef struct laws {
    const config *c;
    unsigned n_queues, depth, latency; // as the ports see them: a single slot is one queue without a place of its own
    bool flush, by_pc;
    uint64_t accepted;
    unsigned ring;
    law_token *tokens; // [queues][ring]
    law_queue *queues;
    uint64_t pending[sizeof((mrpb_out *)0)->pending_o / sizeof(uint64_t)];
    unsigned held;
    uint64_t cycle;
    bool offered;         // last cycle's offer was not taken
    mrpb_out last;        // last cycle's outputs
    uint64_t left_behind; // requests that left while the one at the input waited
    uint64_t wait_bound;
    char broken[LAW_TEXT]; // which law, and how; "" while all hold
} laws;

void laws_init(laws *l, const config *c);
void laws_free(laws *l);
void laws_reset(laws *l); // nothing is held any more

// A cycle: its inputs, the block's outputs, and the queues of the request at the input and of the one offered. False when a law
// is broken.
bool laws_cycle(laws *l, const mrpb_in *in, const mrpb_out *out, unsigned in_queue, unsigned out_queue);
bool laws_end(laws *l);

#endif
