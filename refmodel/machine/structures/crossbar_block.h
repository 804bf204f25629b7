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
    X(large, "packets", "packets larger than an input buffer") \
    X(contended, "output cycles", \
      "cycles in which an output was requested while it sent another packet") \
    X(no_place, "output cycles", \
      "cycles in which an output was requested while its consumer had no room") \
    X(declined, "output cycles", \
      "cycles in which an output was requested and the input accepted another output's grant") \
    X(credits_many, "output cycles", \
      "cycles in which an output got back room for several packets") \
    X(flits_arrived, "flits", "flits that arrived at the outputs (structures.crossbar.data)") \
    X(flits_passed, "flits", "flits that left the output in the cycle in which they arrived") \
    X(flits_behind, "packets", "packets that arrived before all flits of the previous one had left")
typedef struct crossbar_events {
    CROSSBAR_EVENTS(STAT_FIELD)
} crossbar_events;
extern const stat_table crossbar_event_table;

extern const block_model crossbar_request_block, crossbar_reply_block;

#endif
