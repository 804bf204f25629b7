// traffic.h : constrained-random traffic for a block at the ports of config/ports/mrpb.h, from a seed. It keeps the protocol (a
// waiting request holds its payload; warp and thread-block numbers are in range), and otherwise goes where a machine seldom
// does: it moves through phases, each with profiles of its own for
//   requests      how often there is one, share of writes, how many warps take part, how far apart, how likely the same one follows;
//                 signatures line and pc: how many lines take part; some lines differ in one bit, or are the first or the last one
//   L1D answers   back-pressure of 0, 25, 50, 90, 100 %, bursts (short, up to 12 or to 40 cycles), or one queue that is never accepted
//   stall causes  mixed, or one of them
//   bypass path   ready never, sometimes, always
//   don't-care    payload without valid, and answers without offer: zero or noise
// and some phases have a reset in their middle, after half of which two writes come first while L1D refuses: so the drain policy's
// first choice after a reset, too, is one between queues.
//
// A warp belongs to one thread block, as in the machine, from one reset to the next: so the queue of a request follows from its
// warp wherever it is seen. Signature pc: the program counter is a function of the line, so that here too the queue of a request
// follows from what is seen of it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_TRAFFIC_H
#define WL_TB_BENCH_TRAFFIC_H

#include "base/rng.h"
#include "config/ports/mrpb.h"

// How L1D answers in a phase.
typedef enum answer_kind { ANSWER_RATE, ANSWER_BURSTS, ANSWER_STUCK_QUEUE } answer_kind;

typedef struct traffic_phase {
    uint64_t cycles;   // left
    uint64_t reset_at; // cycles left when a reset comes; 0 = none
    unsigned valid_percent, write_percent, same_warp_percent;
    unsigned first_warp, warps, apart; // first_warp, first_warp + apart ..., as many as `warps`, modulo all
    unsigned lines; // that take part, from first_line on; 0: all there are
    uint64_t first_line;
    answer_kind answer;
    unsigned back_pressure_percent; // ANSWER_RATE
    unsigned stuck_queue;           // ANSWER_STUCK_QUEUE
    bool burst_accepts;             // ANSWER_BURSTS: what the present burst does
    unsigned burst_left, longest_burst;
    int cause; // 0..3, or mixed (-1)
    unsigned bypass_percent;
    bool noise;
} traffic_phase;

typedef struct traffic {
    const config *c;
    rng random;
    traffic_phase phase;
    unsigned warps_per_cta;
    unsigned member;  // of the phase's warps: that of the last request; beyond them before the first one
    mrpb_in in;       // the inputs of this cycle
    bool waits;       // in.in_* is a request that was not accepted
    bool draining, weak;
    const struct bench_job *job; // whose resets there are; NULL: those of the phases
    unsigned first_writes, refused; // after a reset: writes still to come, cycles in which L1D still refuses
    uint64_t line_mask, meta_mask;
    uint64_t held_line, held_queue; // bits that are kept at 0: bench_job.hold
} traffic;

void traffic_init(traffic *t, const config *c, uint64_t seed);
void traffic_weaken(traffic *t); // no back-pressure from now on: L1D accepts whatever is offered

// Begins a cycle. True: both sides are to be reset first (and the traffic has been).
bool traffic_begin(traffic *t);
// The inputs of the cycle, once it is known what the block offers. Valid until the next call.
const mrpb_in *traffic_drive(traffic *t, const mrpb_out *offered);
// Ends it: was the request at the input accepted?
void traffic_end(traffic *t, bool accepted);

// From now on: no new requests, L1D accepts everything, no resets.
void traffic_drain(traffic *t);

unsigned traffic_queue(const traffic *t, unsigned warp, uint64_t line); // queue of a warp's requests to a line, until the next reset

#endif
