// crossbar_data.h : the flits in a crossbar: the part of its golden model (crossbar.h) that is there with structures.crossbar.data. Which
// packets come and who sends to whom is the network's (xbar.h); here are the FIFOs of flits that they move.
//
// One cycle: crossbar_data_valid (what arrives, from state); crossbar_data_come for each packet taken; crossbar_data_move for each input
// that sends, after crossbar_data_lanes; crossbar_data_clock.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_DATA_H
#define WL_MACHINE_CROSSBAR_DATA_H

#include "config/ports/crossbar.h"

typedef struct crossbar_data crossbar_data;

// What a run has seen of flits.
typedef struct crossbar_data_seen {
    uint64_t arrived; // at the outputs
    uint64_t passed;  // left in the cycle in which they came
    uint64_t behind;  // packets that came while flits of one before were still to come on their lane
} crossbar_data_seen;

crossbar_data *crossbar_data_new(const config *c, crossbar_way way);
void crossbar_data_free(crossbar_data *d); // may be NULL
void crossbar_data_reset(crossbar_data *d);

void crossbar_data_valid(const crossbar_data *d, crossbar_out *out); // out is 0
void crossbar_data_come(crossbar_data *d, unsigned input, unsigned output, unsigned flits);
void crossbar_data_lanes(crossbar_data *d, const crossbar_in *in); // each lane with a flit to come has one
void crossbar_data_move(crossbar_data *d, unsigned input, unsigned channel, unsigned output); // input sends its channel's oldest flit there
void crossbar_data_clock(crossbar_data *d);

crossbar_data_seen crossbar_data_get_seen(const crossbar_data *d);

#endif
