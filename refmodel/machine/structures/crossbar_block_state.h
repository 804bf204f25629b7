// crossbar_block_state.h: the crossbar as a block, behind its ports. Inside
// machine/structures/crossbar*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_BLOCK_STATE_H
#define WL_MACHINE_CROSSBAR_BLOCK_STATE_H

#include "machine/structures/crossbar_block.h"
#include "machine/structures/crossbar_data.h"

typedef struct crossbar_block {
    const config *c;
    crossbar_direction way;
    unsigned inputs, outputs, dest_w, flits_w, credit_w;
    uint32_t flit_bytes;
    crossbar *x;
    crossbar_data *data; // NULL: headers only
    chan *in, *out;      // one place an input; of out only the number of places taken counts
    uint64_t now;
    bits offered;                      // inputs whose packet waits
    uint64_t pulse;                    // outputs at which a packet arrived in the last tick
    uint64_t meta[CROSSBAR_PORTS_MAX]; // their headers
    crossbar_stats before;             // counted before the last reset
    crossbar_events events;
} crossbar_block;

#endif
