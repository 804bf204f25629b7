// crossbar_lanes.h : what stands around a crossbar that has its data (structures.crossbar.data): the producers' lanes, on which packets' flits
// come, and the consumers, who put them together again. The ports' contract: config/ports/crossbar.h.
//
// A packet's flits are made from its seed, all different, and are checked against it where they arrive: so each flit is known to be of its packet,
// in its place, and complete.
//
// A cycle: crossbar_lanes_arrive (the block's outputs of state), then crossbar_lanes_whole for each packet that has arrived; crossbar_lanes_drive
// with the packets that wait; crossbar_lanes_take for each one accepted; crossbar_lanes_clock.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_LANES_H
#define WL_MACHINE_CROSSBAR_LANES_H

#include "config/ports/crossbar.h"

typedef struct crossbar_lanes crossbar_lanes;

crossbar_lanes *crossbar_lanes_new(const config *c, crossbar_way way);
void crossbar_lanes_free(crossbar_lanes *l); // may be NULL
void crossbar_lanes_reset(crossbar_lanes *l);

// The flits of this cycle; in->in_flit_i is 0. Of an input in in_valid_i, wait_seed[input] is the packet's. Lanes on which nothing comes have
// 0, or with `noise` something else.
void crossbar_lanes_drive(const crossbar_lanes *l, const uint64_t *wait_seed, uint64_t noise, crossbar_in *in);
void crossbar_lanes_take(crossbar_lanes *l, const crossbar_in *in, unsigned input, uint64_t seed); // its packet is accepted
void crossbar_lanes_clock(crossbar_lanes *l);

void crossbar_lanes_arrive(crossbar_lanes *l, const crossbar_out *out); // flits at the outputs are kept
// A packet has arrived whole at an output: have just its flits come since the one before? Forgets them.
bool crossbar_lanes_whole(crossbar_lanes *l, unsigned output, unsigned flits, uint64_t seed);

#endif
