// mrpb_traffic.h: constrained-random traffic for a block with the ports of config/ports/mrpb.h,
// from a seed.
//
// It obeys the protocol (a waiting request holds its payload; warp and thread-block numbers are in
// range), and otherwise goes where a machine seldom does. It consists of phases, each with its own
// profiles of
//   requests      their frequency, share of writes, number of warps and their distance, probability
//                 that the same warp follows; with signatures line and pc, the number of lines;
//                 some lines differ in one bit, or are the first or the last one
//   L1D answers   back-pressure of 0, 25, 50, 90 or 100 %, bursts (short, up to 12 or up to 40
//                 cycles), or one queue that is never accepted
//   stall causes  mixed, or a single one
//   bypass path   ready never, sometimes, or always
//   don't-care    payload without valid, and answers without an offer, are zero or noise
// Some phases have a reset in their middle. After half of these, two writes come first while L1D
// refuses, so that the drain policy's first choice after a reset is also one between queues.
//
// As in the machine, a warp belongs to one thread block from one reset to the next, so that the
// queue of a request follows from its warp. With signature pc, the program counter is a function of
// the line, so that the queue follows from the line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_MRPB_TRAFFIC_H
#define WL_TB_BENCH_MRPB_TRAFFIC_H

#include "base/rng.h"
#include "config/ports/mrpb.h"

// How L1D answers in a phase.
typedef enum answer_kind { ANSWER_RATE, ANSWER_BURSTS, ANSWER_STUCK_QUEUE } answer_kind;

typedef struct mrpb_traffic_phase {
    uint64_t cycles;   // remaining cycles
    uint64_t reset_at; // remaining cycles at a reset; 0: none
    unsigned valid_percent, write_percent, same_warp_percent;
    // `warps` warps: first_warp, first_warp + apart, ..., modulo the number of all warps
    unsigned first_warp, warps, apart;
    unsigned lines; // number of lines in use, from first_line on; 0: all lines
    uint64_t first_line;
    answer_kind answer;
    unsigned back_pressure_percent; // ANSWER_RATE
    unsigned stuck_queue;           // ANSWER_STUCK_QUEUE
    bool burst_accepts;             // ANSWER_BURSTS: what the present burst does
    unsigned burst_left, longest_burst;
    int cause; // 0..3, or mixed (-1)
    unsigned bypass_percent;
    bool noise;
} mrpb_traffic_phase;

typedef struct mrpb_traffic {
    const config *c;
    rng random;
    mrpb_traffic_phase phase;
    unsigned warps_per_cta;
    // index of the last request's warp among the phase's warps; beyond them before the first
    // request
    unsigned member;
    mrpb_in in; // the inputs of this cycle
    bool waits; // in.in_* is a request that has not been accepted
    bool draining, weak;
    const struct bench_job *job; // source of the resets; NULL: the phases
    // after a reset: remaining writes; remaining cycles in which L1D refuses
    unsigned first_writes, refused;
    uint64_t line_mask, meta_mask;
    uint64_t held_line, held_queue; // bits that are kept at 0 (bench_job.hold)
} mrpb_traffic;

void mrpb_traffic_init(mrpb_traffic *t, const config *c, uint64_t seed);
void mrpb_traffic_weaken(
    mrpb_traffic *t); // from now on, there is no back-pressure: L1D accepts every offer

// Begins a cycle. Returns true if model and RTL must be reset first; the traffic has been reset.
bool mrpb_traffic_begin(mrpb_traffic *t);
// Behind a reset that has come otherwise; there must be none while it drains.
void mrpb_traffic_reset(mrpb_traffic *t);
// Returns the inputs of the cycle, given the block's offer. Valid until the next call.
const mrpb_in *mrpb_traffic_drive(mrpb_traffic *t, const mrpb_out *offered);
// Ends the cycle. accepted: the request at the input was accepted.
void mrpb_traffic_end(mrpb_traffic *t, bool accepted);

// From now on, there are no new requests and no resets, and L1D accepts everything.
void mrpb_traffic_drain(mrpb_traffic *t);

// the queue of a warp's requests to a line, until the next reset
unsigned mrpb_traffic_queue(const mrpb_traffic *t, unsigned warp, uint64_t line);

#endif
