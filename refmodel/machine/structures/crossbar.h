// crossbar.h: one direction of the interconnect: a crossbar from n inputs to m outputs.
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
// Call order in a tick: crossbar_eval; then whoever commits the channels calls crossbar_offer for
// the pushed inputs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_H
#define WL_MACHINE_CROSSBAR_H

#include "base/chan.h"
#include "base/stats.h"
#include "blocks/block.h"
#include "config/config.h"
#include "machine/common/addrmap.h"
#include "machine/common/bits.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#include <stdio.h>

#define CROSSBAR_STATS(X) \
    X(cycles, "crossbar cycles", "clock cycles of the network") \
    X(packets, "packets", "packets accepted at the inputs") \
    X(delivered, "packets", "packets handed to their output") \
    X(flits, "flits", "flits of the packets accepted") \
    X(stall_cycles, "input cycles", \
      "cycles in which an input held packets and no output was granted to it") \
    X(refused, "input cycles", \
      "cycles in which an input's buffer had no room for the packet that came") \
    X(buffered, "packet cycles", "packets in the input buffers, summed over cycles")
typedef struct crossbar_stats {
    CROSSBAR_STATS(STAT_FIELD)
} crossbar_stats;
extern const stat_table crossbar_stat_table;

// size of a packet's header, of the largest line
enum { CROSSBAR_HEADER_BYTES = 8, CROSSBAR_DATA_BYTES = 256 };
enum { CROSSBAR_VCS = 32 };

typedef struct crossbar crossbar;
typedef struct crossbar_cfg {
    const char *name; // "request", "reply"; not copied
    uint32_t inputs, outputs;
    chan **in, **out; // items are mreq; owned by the caller, the arrays are copied
    // outputs are L2 slices, selected by address; NULL: outputs are SMs, selected by mreq.sm
    const addrmap *map;
    uint32_t flit_bytes, input_buffer, latency, vcs; // vcs: 1..CROSSBAR_VCS
    arbiter_kind arbiter;
} crossbar_cfg;

crossbar *crossbar_new(const crossbar_cfg *k);
void crossbar_free(crossbar *x);
// replaces the input channels by others with the same contents
void crossbar_set_inputs(crossbar *x, chan *const *in);

// Before the first tick: lets a device of the factory do the work (crossbar_device.h), with the
// same results.
int crossbar_use_device(crossbar *x, const config *c, block_factory make, void *ctx, err *e);

// The capacity that an output channel needs: the contents of the pipeline and of an input buffer.
uint32_t crossbar_out_capacity(const struct cfg_icnt *k);
uint32_t crossbar_packet_flits(const mreq *r, uint32_t flit_bytes);

// One tick, number `now` of the crossbar's clock. Outputs pushed and inputs popped are added to the
// sets. Returns the next tick that must be evaluated unless a packet is offered; crossbar_get_stats
// accounts for the ticks in between.
uint64_t crossbar_eval(crossbar *x, uint64_t now, bits *pushed, bits *popped);
// The channels of these inputs were pushed. Returns whether that makes the next tick one to
// evaluate.
bool crossbar_offer(crossbar *x, const bits *inputs);

// The free places of the output that has the fewest; 0: unknown. A tick uses at most one place per
// output.
uint32_t crossbar_free_places(const crossbar *x);

// Free-running counts of flits of input i, since the start. crossbar_accepted_flits: flits accepted
// so far. crossbar_guaranteed_flits: flits guaranteed acceptance without waiting, each packet in
// the tick after its push; if it equals crossbar_accepted_flits, nothing is guaranteed. now: the
// next tick.
uint32_t crossbar_accepted_flits(const crossbar *x, uint32_t i);
uint32_t crossbar_guaranteed_flits(const crossbar *x, uint32_t i, uint64_t now);
// The number of ticks, from the next one on, in which input i certainly accepts nothing from its
// channel, whatever the outputs do, since at most one flit per tick leaves its buffer.
uint32_t crossbar_blocked_ticks(const crossbar *x, uint32_t i, uint64_t now);
const bits *crossbar_full_inputs(
    const crossbar *x); // inputs whose buffer had no room for the packet offered
// inputs in the middle of a packet, as of the last tick evaluated
const bits *crossbar_sending(const crossbar *x);

// Does the buffer of input i for that output have room for a packet of `flits` flits, in tick `now`
// before crossbar_eval?
bool crossbar_has_room(const crossbar *x, uint32_t i, uint32_t out, uint32_t flits, uint64_t now);

// After crossbar_eval of tick `now`: does input i send a flit in this tick? Sets *out to its output
// and *channel to its virtual channel.
bool crossbar_sends(const crossbar *x, uint32_t i, uint64_t now, uint32_t *out, uint32_t *channel);

// Requested outputs after the last tick evaluated, by cause: occupied by another packet; no place
// in their channel; granted to an input that accepted another grant.
typedef struct crossbar_waits {
    uint32_t contended, no_place, declined;
} crossbar_waits;
crossbar_waits crossbar_get_waits(const crossbar *x);
bool crossbar_idle(const crossbar *x);
crossbar_stats crossbar_get_stats(const crossbar *x, uint64_t now); // as of tick `now`
void crossbar_dump(const crossbar *x, FILE *f);
void crossbar_view(const crossbar *x, const mreq_view *v);

#endif
