// crossbar_lanes.h: the environment of a crossbar with data (structures.crossbar.data): the
// producers' lanes, on which the flits of packets arrive, and the consumers, which reassemble the
// packets. The contract of the ports is in config/ports/crossbar.h.
//
// The flits of a packet are generated from its seed, all different, and are compared with it where
// they arrive. So every flit is known to belong to its packet, to be in its place, and to be
// complete.
//
// Call order in a cycle: crossbar_lanes_arrive with the block's outputs from state, then
// crossbar_lanes_whole for each packet that has arrived; crossbar_lanes_drive with the waiting
// packets; crossbar_lanes_take for each accepted packet; crossbar_lanes_clock.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_LANES_H
#define WL_MACHINE_CROSSBAR_LANES_H

#include "config/ports/crossbar.h"

typedef struct crossbar_lanes crossbar_lanes;

crossbar_lanes *crossbar_lanes_new(const config *c, crossbar_direction way);
void crossbar_lanes_free(crossbar_lanes *l); // may be NULL
void crossbar_lanes_reset(crossbar_lanes *l);

// Drives the flits of this cycle into in->in_flit_i, which must be 0. For an input in in_valid_i,
// wait_seed[input] is the seed of its packet. An idle lane carries 0, or arbitrary bits if noise is
// not 0.
void crossbar_lanes_drive(const crossbar_lanes *l, const uint64_t *wait_seed, uint64_t noise,
                          crossbar_in *in);
// its packet is accepted
void crossbar_lanes_take(crossbar_lanes *l, const crossbar_in *in, unsigned input, uint64_t seed);
void crossbar_lanes_clock(crossbar_lanes *l);

// collects the flits at the outputs
void crossbar_lanes_arrive(crossbar_lanes *l, const crossbar_out *out);
// A packet has arrived at an output: returns whether exactly its flits have arrived since the
// previous packet, and forgets them.
bool crossbar_lanes_whole(crossbar_lanes *l, unsigned output, unsigned flits, uint64_t seed);

#endif
