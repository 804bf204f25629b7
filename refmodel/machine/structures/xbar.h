// xbar.h : one direction of the interconnect: a crossbar from n inputs to m outputs.
//
// A packet has ceil((8 + data bytes) / flit width) flits, the widths of the two directions being keys of their own
// (icnt.request_flit_bytes, icnt.reply_flit_bytes: an asymmetric crossbar, Bandwidth VII.B): writes and atomics carry data as
// requests, reads and atomics as replies.
//
// Each input has icnt.vcs virtual channels, FIFO buffers of icnt.input_buffer flits each; a packet goes into channel (output mod
// vcs), so the packets of one input to one output stay in order. One channel (GPGPU-Sim's Fermi) is a plain input FIFO whose
// head blocks what is behind it; as many as there are outputs are virtual output queues. A packet larger than a buffer enters an
// empty one (its tail follows as its head leaves). Every tick:
//   - the heads of the channels of an input that is not sending ask for their outputs;
//   - each free output whose channel has a place for the packet (virtual cut-through: nothing is lost or dropped) is granted to
//     one input that asks, round robin from the input after its pointer;
//   - an input accepts one of its grants, round robin after the output accepted last, and holds both for one tick a flit.
// icnt.arbiter says when the pointer of an output moves to the granted input: rr with every grant (round-robin matching, whose
// pointers fall into step: 63 % of saturated uniform traffic for many ports), islip only when the grant was accepted (N. McKeown,
// "The iSLIP Scheduling Algorithm for Input-Queued Switches", 1999; 100 %). With one channel an input has one wish, every grant
// is accepted, and the two are the same.
//
// Time: a packet of f flits pushed into an input channel in tick t is at the output channel's front for its consumer's tick
// t + max(icnt.latency, 2) + f - 1 at the earliest (2: one channel at each end).
//
// The request crossbar stamps each packet with the tick in which it takes it in (mreq.entered).
//
// Call order in a tick: xbar_eval; then whoever commits the channels calls xbar_offer for inputs that were pushed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_XBAR_H
#define WL_MACHINE_XBAR_H

#include "base/chan.h"
#include "base/stats.h"
#include "blocks/block.h"
#include "config/config.h"
#include "machine/common/addrmap.h"
#include "machine/common/bits.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#include <stdio.h>

#define XBAR_STATS(X) \
    X(cycles, "crossbar cycles", "ticks") \
    X(packets, "packets", "taken in") \
    X(delivered, "packets", "handed to their output") \
    X(flits, "flits", "of the packets taken in") \
    X(stall_cycles, "input cycles", "in which an input had packets and none was given its output") \
    X(refused, "input cycles", "in which a packet came to an input whose buffer had no room for it") \
    X(buffered, "packet cycles", "packets in input buffers, summed over ticks")
typedef struct xbar_stats { XBAR_STATS(STAT_FIELD) } xbar_stats;
extern const stat_table xbar_stat_table;

enum { XBAR_HEADER_BYTES = 8, XBAR_DATA_BYTES = 256 }; // of a packet's header, of the largest line
enum { XBAR_VCS = 32 };

typedef struct xbar xbar;
typedef struct xbar_cfg {
    const char *name; // "request", "reply"; not copied
    uint32_t inputs, outputs;
    chan **in, **out; // items are mreq; owned by the caller, the arrays are copied
    const addrmap *map; // outputs are L2 slices, by address; NULL: outputs are SMs, by mreq.sm
    uint32_t flit_bytes, input_buffer, latency, vcs; // vcs: 1..XBAR_VCS
    arbiter_kind arbiter;
} xbar_cfg;

xbar *xbar_new(const xbar_cfg *k);
void xbar_free(xbar *x);
void xbar_inputs(xbar *x, chan *const *in); // others in the place of the input channels, which hold the same

// Before the first tick: a device of the factory does the work (xbar_plug.h), with the same results.
int xbar_plug_in(xbar *x, const config *c, block_factory make, void *ctx, err *e);

// Capacity that an output channel needs: what the pipeline holds, and as much again as an input buffer.
uint32_t xbar_out_capacity(const struct cfg_icnt *k);
uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes);

// One tick; now counts the crossbar's ticks. Outputs pushed and inputs popped are added to the sets. Returns the first tick that
// must be evaluated next, as long as nothing is offered; ticks before it change nothing that xbar_get_stats does not add.
uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped);
bool xbar_offer(xbar *x, const bits *inputs); // their channels were pushed; must the next tick be evaluated for that?

// Places for packets that no packet has, of the output that has fewest; 0: it is not known. A tick takes at most one place of an output.
uint32_t xbar_places(const xbar *x);

// In flits, since the start, of all packets of input i: taken in so far; and how many are sure to be taken in without waiting, each in the tick
// after its push (as many as are taken in: nothing is sure). Both run freely.
uint32_t xbar_taken(const xbar *x, uint32_t i);
uint32_t xbar_sure(const xbar *x, uint32_t i, uint64_t now); // now: the next tick
// Ticks from the next one on in which input i takes nothing from its channel, whatever the outputs do: no more than a flit leaves its buffer in
// a tick.
uint32_t xbar_shut(const xbar *x, uint32_t i, uint64_t now);
const bits *xbar_full(const xbar *x);    // inputs whose buffer had no room for the packet that came
const bits *xbar_sending(const xbar *x); // inputs in the middle of a packet, as of the last tick evaluated

// Has input i's buffer of that output room for a packet of so many flits, in tick `now` before xbar_eval?
bool xbar_has_room(const xbar *x, uint32_t i, uint32_t out, uint32_t flits, uint64_t now);

// Does input i send a flit in tick `now`, behind its xbar_eval? Then *out is where to, and *channel of which of its channels.
bool xbar_sends(const xbar *x, uint32_t i, uint64_t now, uint32_t *out, uint32_t *channel);

// Outputs that are asked for after the last tick evaluated, by why: held by another packet; no place in their channel; granted to an
// input that accepted another.
typedef struct xbar_waits { uint32_t contended, no_place, declined; } xbar_waits;
xbar_waits xbar_get_waits(const xbar *x);
bool xbar_idle(const xbar *x);
xbar_stats xbar_get_stats(const xbar *x, uint64_t now); // as of tick now
void xbar_dump(const xbar *x, FILE *f);
void xbar_view(const xbar *x, const mreq_view *v);

#endif
