// crossbar_state.h: the crossbar as a block, behind its ports. Inside
// machine/structures/crossbar*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_STATE_H
#define WL_MACHINE_CROSSBAR_STATE_H

#include "machine/structures/crossbar.h"
#include "machine/structures/crossbar_data.h"

typedef struct crossbar {
    const config *c;
    crossbar_way way;
    unsigned inputs, outputs, dest_w, flits_w, credit_w;
    uint32_t flit_bytes;
    xbar *x;
    crossbar_data *data; // NULL: headers only
    chan *in, *out;   // one place an input; of out only the number of places taken counts
    uint64_t now;
    bits offered;     // inputs whose packet waits
    uint64_t pulse;   // outputs at which a packet arrived in the last tick
    uint64_t meta[CROSSBAR_PORTS_MAX]; // their headers
    xbar_stats before; // counted before the last reset
    crossbar_events events;
} crossbar;

#endif
