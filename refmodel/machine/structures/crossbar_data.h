// crossbar_data.h: the flits in a crossbar: the part of its golden model (crossbar_block.h) that
// exists with structures.crossbar.data.
//
// The network (crossbar.h) decides which packets enter and which input sends to which output. This
// part holds the FIFOs of flits that move accordingly.
//
// Call order in a cycle: crossbar_data_valid (arrivals, from state); crossbar_data_come for each
// accepted packet; crossbar_data_lanes; crossbar_data_move for each input that sends;
// crossbar_data_clock.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_DATA_H
#define WL_MACHINE_CROSSBAR_DATA_H

#include "config/ports/crossbar.h"

typedef struct crossbar_data crossbar_data;

// Events of flits in a run.
typedef struct crossbar_data_seen {
    uint64_t arrived; // flits that arrived at the outputs
    uint64_t passed;  // flits that left in the cycle in which they entered
    // packets accepted while flits of an earlier packet were still to come on their lane
    uint64_t behind;
} crossbar_data_seen;

crossbar_data *crossbar_data_new(const config *c, crossbar_direction way);
void crossbar_data_free(crossbar_data *d); // may be NULL
void crossbar_data_reset(crossbar_data *d);

void crossbar_data_valid(const crossbar_data *d, crossbar_out *out); // out is 0
void crossbar_data_come(crossbar_data *d, unsigned input, unsigned output, unsigned flits);
// takes a flit from each lane that owes one
void crossbar_data_lanes(crossbar_data *d, const crossbar_in *in);
// sends the channel's oldest flit to the output
void crossbar_data_move(crossbar_data *d, unsigned input, unsigned channel, unsigned output);
void crossbar_data_clock(crossbar_data *d);

crossbar_data_seen crossbar_data_get_seen(const crossbar_data *d);

#endif
