// xbar.h : one direction of the interconnect: a crossbar from n inputs to m outputs.
//
// A packet has ceil((8 + data bytes) / icnt.flit_bytes) flits: writes and atomics carry data as requests, reads and atomics as
// replies. Each input has one FIFO buffer of icnt.input_buffer flits (GPGPU-Sim's one virtual channel): its head alone asks for
// an output. A packet larger than the buffer enters an empty one (its tail follows as its head leaves). Every tick each free
// output is given to one of the inputs that ask for it, round robin from the input after the last one given; the packet then
// holds input and output for one tick a flit. An output is given only if the packet has a place in the output's channel
// (virtual cut-through), so nothing is lost or dropped, and the packets of one input to one output stay in order.
//
// One input asks for one output at a time, so every grant is accepted: one-iteration iSLIP and round robin are then the same
// allocation, and icnt.arbiter = rr and islip give equal results.
//
// Time: a packet of f flits pushed into an input channel in tick t is at the output channel's front for its consumer's tick
// t + max(icnt.latency, 2) + f - 1 at the earliest (2: one channel at each end).
//
// Call order in a tick: xbar_eval; then whoever commits the channels calls xbar_offer for inputs that were pushed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_XBAR_H
#define WL_MACHINE_XBAR_H

#include "base/chan.h"
#include "base/stats.h"
#include "config/config.h"
#include "machine/addrmap.h"
#include "machine/bits.h"
#include "machine/mreq.h"

#include <stdio.h>

#define XBAR_STATS(X) \
    X(cycles, "crossbar cycles", "ticks") \
    X(packets, "packets", "taken in") \
    X(delivered, "packets", "handed to their output") \
    X(flits, "flits", "of the packets taken in") \
    X(stall_cycles, "input cycles", "in which a packet at the head of an input buffer was not given its output") \
    X(buffered, "packet cycles", "packets in input buffers, summed over ticks")
typedef struct xbar_stats { XBAR_STATS(STAT_FIELD) } xbar_stats;
extern const stat_table xbar_stat_table;

enum { XBAR_HEADER_BYTES = 8, XBAR_DATA_BYTES = 256 }; // of a packet's header, of the largest line

typedef struct xbar xbar;
typedef struct xbar_cfg {
    const char *name; // "request", "reply"; not copied
    uint32_t inputs, outputs;
    chan **in, **out; // items are mreq; owned by the caller, the arrays are copied
    const addrmap *map; // outputs are L2 slices, by address; NULL: outputs are SMs, by mreq.sm
    uint32_t flit_bytes, input_buffer, latency;
} xbar_cfg;

xbar *xbar_new(const xbar_cfg *k);
void xbar_free(xbar *x);

// Capacity that an output channel needs: what the pipeline holds, and as much again as an input buffer.
uint32_t xbar_out_capacity(const struct cfg_icnt *k);
uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes);

// One tick; now counts the crossbar's ticks. Outputs pushed and inputs popped are added to the sets. Returns the first tick that
// must be evaluated next, as long as nothing is offered; ticks before it change nothing that xbar_get_stats does not add.
uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped);
void xbar_offer(xbar *x, const bits *inputs); // their channels were pushed: the next tick must be evaluated

bool xbar_idle(const xbar *x);
xbar_stats xbar_get_stats(const xbar *x, uint64_t now); // as of tick now
void xbar_dump(const xbar *x, FILE *f);

#endif
