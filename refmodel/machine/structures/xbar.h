// xbar.h: one direction of the interconnect: a crossbar from n inputs to m outputs.
//
// A packet has ceil((8 + data bytes) / flit width) flits. The flit widths of the two directions are
// separate keys (icnt.request_flit_bytes, icnt.reply_flit_bytes), which makes asymmetric crossbars
// possible (Bandwidth, VII.B). Writes and atomics carry data as requests, reads and atomics as
// replies.
//
// Each input has icnt.vcs virtual channels, which are FIFO buffers of icnt.input_buffer flits. A
// packet enters channel (output mod vcs), so that the packets of one input to one output stay in
// order. One channel, as in GPGPU-Sim's Fermi, is a plain input FIFO with head-of-line blocking; as
// many channels as outputs are virtual output queues. A packet that is larger than a buffer may
// enter an empty one (its tail follows as its head leaves). In every tick:
//   - The heads of the channels of an input that is not sending request their outputs.
//   - Each free output whose channel has a place for the packet (virtual cut-through: no packet is
//     dropped) is granted to one requesting input, round robin from its pointer on.
//   - An input accepts one of its grants, round robin after the output that it accepted last, and
//     occupies both for one tick per flit.
// icnt.arbiter says when the pointer of an output moves past the granted input. With rr it moves
// with every grant; the pointers of such round-robin matching synchronize, which gives 63 % of
// saturated uniform traffic for many ports. With islip it moves only if the grant was accepted (N.
// McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", 1999), which gives 100 %.
// With one channel, an input requests one output and accepts every grant, so that the two are the
// same.
//
// Time: a packet of f flits that is pushed into an input channel in tick t is at the front of its
// output channel for the consumer's tick t + max(icnt.latency, 2) + f - 1 at the earliest (2: one
// channel at each end).
//
// The request crossbar stamps each packet with the tick in which it accepts it (mreq.entered).
//
// Call order in a tick: xbar_eval; then whoever commits the channels calls xbar_offer for the
// pushed inputs.
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

// size of a packet's header, of the largest line
enum { XBAR_HEADER_BYTES = 8, XBAR_DATA_BYTES = 256 };
enum { XBAR_VCS = 32 };

typedef struct xbar xbar;
typedef struct xbar_cfg {
    const char *name; // "request", "reply"; not copied
    uint32_t inputs, outputs;
    chan **in, **out; // items are mreq; owned by the caller, the arrays are copied
    // outputs are L2 slices, selected by address; NULL: outputs are SMs, selected by mreq.sm
    const addrmap *map;
    uint32_t flit_bytes, input_buffer, latency, vcs; // vcs: 1..XBAR_VCS
    arbiter_kind arbiter;
} xbar_cfg;

xbar *xbar_new(const xbar_cfg *k);
void xbar_free(xbar *x);
// replaces the input channels by others with the same contents
void xbar_inputs(xbar *x, chan *const *in);

// Before the first tick: lets a device of the factory do the work (xbar_plug.h), with the same
// results.
int xbar_plug_in(xbar *x, const config *c, block_factory make, void *ctx, err *e);

// The capacity that an output channel needs: the contents of the pipeline and of an input buffer.
uint32_t xbar_out_capacity(const struct cfg_icnt *k);
uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes);

// One tick, number `now` of the crossbar's clock. Outputs pushed and inputs popped are added to the
// sets. Returns the next tick that must be evaluated unless a packet is offered; xbar_get_stats
// accounts for the ticks in between.
uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped);
// The channels of these inputs were pushed. Returns whether that makes the next tick one to
// evaluate.
bool xbar_offer(xbar *x, const bits *inputs);

// The free places of the output that has the fewest; 0: unknown. A tick uses at most one place per
// output.
uint32_t xbar_places(const xbar *x);

// Free-running counts of flits of input i, since the start. xbar_taken: flits accepted so far.
// xbar_sure: flits guaranteed acceptance without waiting, each packet in the tick after its push;
// if it equals xbar_taken, nothing is guaranteed. now: the next tick.
uint32_t xbar_taken(const xbar *x, uint32_t i);
uint32_t xbar_sure(const xbar *x, uint32_t i, uint64_t now);
// The number of ticks, from the next one on, in which input i certainly accepts nothing from its
// channel, whatever the outputs do, since at most one flit per tick leaves its buffer.
uint32_t xbar_shut(const xbar *x, uint32_t i, uint64_t now);
const bits *xbar_full(const xbar *x);    // inputs whose buffer had no room for the packet offered
// inputs in the middle of a packet, as of the last tick evaluated
const bits *xbar_sending(const xbar *x);

// Does the buffer of input i for that output have room for a packet of `flits` flits, in tick `now`
// before xbar_eval?
bool xbar_has_room(const xbar *x, uint32_t i, uint32_t out, uint32_t flits, uint64_t now);

// After xbar_eval of tick `now`: does input i send a flit in this tick? Sets *out to its output and
// *channel to its virtual channel.
bool xbar_sends(const xbar *x, uint32_t i, uint64_t now, uint32_t *out, uint32_t *channel);

// Requested outputs after the last tick evaluated, by cause: occupied by another packet; no place
// in their channel; granted to an input that accepted another grant.
typedef struct xbar_waits { uint32_t contended, no_place, declined; } xbar_waits;
xbar_waits xbar_get_waits(const xbar *x);
bool xbar_idle(const xbar *x);
xbar_stats xbar_get_stats(const xbar *x, uint64_t now); // as of tick `now`
void xbar_dump(const xbar *x, FILE *f);
void xbar_view(const xbar *x, const mreq_view *v);

#endif
