// crossbar_state.h: the internal state of the crossbar, shared by crossbar.c (creation,
// ticks) and crossbar_report.c (statistics, waits, dump).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_STATE_H
#define WL_MACHINE_CROSSBAR_STATE_H

#include "machine/structures/crossbar.h"
#include "machine/structures/crossbar_device.h"

// The functions of a tick are inlined into it, with `shape` a constant for the usual crossbars.
#define IN_TICK static inline __attribute__((always_inline))

typedef struct packet {
    mreq r;
    uint32_t out, flits;
} packet;

// One virtual channel of an input.
typedef struct vc {
    packet *ring;        // packet_mask + 1 places
    uint32_t head, tail; // running freely
    uint32_t flits;      // of the packets in it
} vc;

typedef struct input {
    // virtual channels that hold a packet, a bit per channel; unused with one channel
    uint32_t waiting;
    uint32_t holds, holds_vc; // output that it is sending to, and from which channel
    uint32_t accepted;        // output accepted last
    uint32_t taken;           // flits accepted so far
    // if in `full`: channel and size of the packet that has no room
    uint32_t refused_vc, refused_flits;
    uint64_t busy_until; // first tick in which it may send again
    uint64_t since;      // if in `holding`: the tick in which it came to hold a packet
} input;

typedef struct output {
    // packets in flight to it, stored in its channel behind those that have been pushed
    uint32_t flying;
    uint32_t last; // input granted last
    bits asked_by; // inputs with a head for this output
} output;

// The parameters that a tick is specialized for.
typedef struct shape {
    unsigned in_words, out_words, vcs;
    bool short_timing_wheel; // of 64 ticks at most
} shape;

struct crossbar {
    crossbar_cfg k;
    bool usual; // at most 64 inputs and outputs, one channel, no device, a short timing wheel
    crossbar_device *device; // a device that replaces everything below; NULL: none
    input *in;
    vc *vcs; // [input * k.vcs + channel]
    output *out;
    packet *packets; // of all rings
    uint32_t packet_mask;
    bits *grants; // [input]: outputs granted in this tick; empty between ticks
    // A timing wheel with five sets per tick: inputs and outputs whose packet has passed
    // completely; inputs in `full` whose buffer then has room for the offered packet; outputs at
    // which a tail arrives; outputs that are requested from then on. It is longer than any packet
    // takes.
    uint64_t
        *timing_wheel; // [tick & mask][in_words + out_words + in_words + out_words + out_words]
    // For a short wheel, bit t: t ticks after the last one, the first two sets are not empty; the
    // next two.
    uint64_t leaving, coming;
    uint32_t timing_wheel_mask, buffered, flying; // packets in buffers; packets in flight
    bits offered;                                 // inputs whose channel is not empty
    uint32_t n_full;                              // members of full
    // inputs without room for the offered packet until one leaves or the wheel says so; not in
    // offered
    bits full;
    uint32_t roomy; // members of full that are in the wheel
    bits sending;   // inputs in the middle of a packet
    bits holding;   // inputs with packets in their buffers
    // outputs requested by a head; with one channel: a head of an input that is not sending
    bits wanted;
    bits held; // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint64_t flit_inverse; // 2^32 / k.flit_bytes, rounded up
    // ticks from the departure of a tail to its arrival in the output channel
    uint64_t pipe;
    uint64_t evaluated; // the last tick evaluated
    crossbar_stats s;   // durations: sum of the end ticks minus sum of the start ticks
};

static inline shape shape_of(const crossbar *x)
{
    return (shape){x->in_words, x->out_words, x->k.vcs, false};
}
IN_TICK vc *vc_of(const crossbar *x, uint32_t i, uint32_t v, shape k)
{
    return &x->vcs[i * k.vcs + v];
}
IN_TICK uint32_t vc_to(uint32_t out, shape k) { return k.vcs == 1 ? 0 : out % k.vcs; }
IN_TICK uint32_t count_of(const vc *c) { return c->tail - c->head; }
IN_TICK packet *packet_at(const crossbar *x, const vc *c, uint32_t n)
{
    return &c->ring[n & x->packet_mask];
}

// The free places of an output; every packet in flight has reserved one.
static inline uint32_t places_of(const crossbar *x, uint32_t o)
{
    return chan_room(x->k.out[o]) - x->out[o].flying;
}

#endif
