// crossbar_laws.h: the laws of a crossbar's ports, independent of its implementation. They are
// checked without the golden model, with a queue of packets per flow (an input and an output).
//
//   order     A packet that arrives at an output is the oldest one of a flow to it, unchanged. So
//             nothing is lost, duplicated, changed or sent to a wrong output. (The header
//             identifies the input; config check ensures that it has enough bits.)
//   time      A packet of f flits arrives at the earliest icnt.latency - 1 + f - 1 cycles after it
//             entered, and f cycles after the previous packet.
//   data      (structures.crossbar.data) After the previous packet, exactly the packet's flits
//             arrive, in order and unchanged.
//   places    No more packets are at an output than its consumer has places.
//   room      A packet is accepted if no other packet of its input is inside. The packets of an
//             input's channel never exceed its buffer by more than one packet.
//   status    idle_o says that nothing is inside.
//   empty     At the end, nothing is left (crossbar_laws_end).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CROSSBAR_LAWS_H
#define WL_TB_BENCH_CROSSBAR_LAWS_H

#include "config/ports/crossbar.h"
#include "machine/structures/crossbar_lanes.h"

enum { CROSSBAR_LAW_TEXT = 240 };

typedef struct crossbar_token {
    uint64_t cycle; // in which it entered
    uint64_t seed;  // of its flits
    unsigned meta, flits;
} crossbar_token;

typedef struct crossbar_flow {
    crossbar_token *q; // oldest first
    unsigned n;
} crossbar_flow;

typedef struct crossbar_laws {
    const config *c;
    crossbar_direction way;
    // most: maximum number of packets of a flow inside
    unsigned inputs, outputs, dest_w, flits_w, meta_w, credit_w, input_w, most;
    crossbar_flow *flows;  // [input * outputs + output]
    unsigned *of_input;    // [input] packets inside
    unsigned *standing;    // [output] packets at its consumer
    uint64_t *last;        // [output] cycle of the last arrival, plus 1; 0: none
    crossbar_lanes *lanes; // NULL: headers only
    uint64_t inside, cycle;
    char broken[CROSSBAR_LAW_TEXT]; // the broken law and how it was broken; "" while all hold
} crossbar_laws;

void crossbar_laws_init(crossbar_laws *l, const config *c, crossbar_direction way);
void crossbar_laws_free(crossbar_laws *l);
void crossbar_laws_reset(crossbar_laws *l); // after a reset: nothing is inside or at a consumer

// Checks a cycle: its inputs, the seeds of the waiting packets, and the block's outputs. False if a
// law is broken.
bool crossbar_laws_cycle(crossbar_laws *l, const crossbar_in *in, const uint64_t *seed,
                         const crossbar_out *out);
bool crossbar_laws_end(crossbar_laws *l);

#endif
