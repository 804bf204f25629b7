// crossbar_block.h: the crossbar as a hardware block: the model of crossbar.h behind the ports of
// config/ports/crossbar.h, cycle-exact. There are two kinds, for the request and the reply network.
//
// Cycle t of the block is a tick of the crossbar:
//   valid   out_pulse_o and out_meta_o show the packets whose tail reached their output channel in
//           t - 1; idle_o.
//   ready   in_ready_o[i]: the packet that in_dest_i and in_flits_i of input i describe would find
//           its virtual channel empty, or with room for all its flits, as the channel stands at the
//           start of t.
//   commit  out_credit_i returns places, which can be used in t; packets with valid and ready
//           enter; then crossbar_eval.
// A packet of f flits that enters in t is at its output port in t + 1 + (icnt.latency - 2) + f - 1
// at the earliest.
//
// With structures.crossbar.data, flits pass through the block in the same cycles (crossbar_data.h).
//
// The payload of an input that is valid but not ready must hold until it is accepted.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_BLOCK_H
#define WL_MACHINE_CROSSBAR_BLOCK_H

#include "blocks/block.h"
#include "config/ports/crossbar.h"
#include "machine/structures/crossbar.h"

// Events: the counters of crossbar.h, then events of a bench or lockstep run.
#define CROSSBAR_EVENTS(X) \
    CROSSBAR_STATS(X) \
    X(large, "packets", "larger than a buffer") \
    X(contended, "output cycles", "in which an output was asked for and sent another packet") \
    X(no_place, "output cycles", "in which an output was asked for and its consumer had no place") \
    X(declined, "output cycles", "in which an output's grant was not accepted") \
    X(credits_many, "output cycles", "in which several places were given back") \
    X(flits_arrived, "flits", "that arrived at the outputs, of structures.crossbar.data") \
    X(flits_passed, "flits", "that left in the cycle in which they came") \
    X(flits_behind, "packets", "that came while flits of the one before were still to come")
typedef struct crossbar_events {
    CROSSBAR_EVENTS(STAT_FIELD)
} crossbar_events;
extern const stat_table crossbar_event_table;

extern const block_model crossbar_request_block, crossbar_reply_block;

#endif
