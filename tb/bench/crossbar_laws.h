// crossbar_laws.h : what must hold at a crossbar's ports whatever its inside is, checked without the golden model: a queue of packets a
// flow (an input and an output), and nothing else.
//
//   order     what arrives at an output is the oldest packet of one of its flows, as it came in: so nothing is lost, doubled, changed or
//             sent to a wrong output (its header tells its input: config check sees to the bits)
//   time      a packet of f flits arrives icnt.latency - 1 + f - 1 cycles after it came in at the earliest, and f cycles after the one before
//   data      (structures.crossbar.data) behind the packet before it come just the packet's flits, in order, as they came in
//   places    no more packets stand at an output than its consumer has places
//   room      a packet is accepted when no other of its input is inside; packets of an input's channel never exceed its buffer by more
//             than one packet
//   status    idle_o says that nothing is inside
//   empty     at the end nothing is left (crossbar_laws_end)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CROSSBAR_LAWS_H
#define WL_TB_BENCH_CROSSBAR_LAWS_H

#include "config/ports/crossbar.h"
#include "machine/structures/crossbar_lanes.h"

enum { CROSSBAR_LAW_TEXT = 240 };

typedef struct crossbar_token {
    uint64_t cycle; // in which it came
    uint64_t seed;  // of its flits
    unsigned meta, flits;
} crossbar_token;

typedef struct crossbar_flow {
    crossbar_token *q; // oldest first
    unsigned n;
} crossbar_flow;

typedef struct crossbar_laws {
    const config *c;
    crossbar_way way;
    unsigned inputs, outputs, dest_w, flits_w, meta_w, credit_w, input_w, most; // most: packets that a flow can have inside
    crossbar_flow *flows;   // [input * outputs + output]
    unsigned *of_input;     // packets inside
    unsigned *standing;     // [output] packets at its consumer
    uint64_t *last;         // [output] cycle of the arrival before, plus 1; 0: none
    crossbar_lanes *lanes;  // NULL: headers only
    uint64_t inside, cycle;
    char broken[CROSSBAR_LAW_TEXT]; // which law, and how; "" while all hold
} crossbar_laws;

void crossbar_laws_init(crossbar_laws *l, const config *c, crossbar_way way);
void crossbar_laws_free(crossbar_laws *l);
void crossbar_laws_reset(crossbar_laws *l); // nothing is inside any more, and at no consumer

// A cycle: its inputs, the seeds of the packets that wait, and the block's outputs. False when a law is broken.
bool crossbar_laws_cycle(crossbar_laws *l, const crossbar_in *in, const uint64_t *seed, const crossbar_out *out);
bool crossbar_laws_end(crossbar_laws *l);

#endif
