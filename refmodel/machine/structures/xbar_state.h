// xbar_state.h : the inside of the crossbar, shared by xbar.c (life, ticks) and xbar_report.c (statistics, waits, dump).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_XBAR_STATE_H
#define WL_MACHINE_XBAR_STATE_H

#include "machine/structures/xbar.h"
#include "machine/structures/xbar_plug.h"

// What a tick is made of is compiled into it.
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
    uint32_t waiting;         // virtual channels that hold a packet, bit a channel; with one of them 0
    uint32_t holds, holds_vc; // output that it is sending to, from which channel
    uint32_t accepted;        // output accepted last
    uint32_t taken;           // flits of all packets so far
    uint32_t refused_vc, refused_flits; // of `full`: where the packet goes that its buffer has no room for
    uint64_t busy_until;      // first tick in which it may send again
    uint64_t since;           // of `holding`: the tick in which it came to hold a packet
} input;

typedef struct output {
    uint32_t flying; // packets under way: they are in its channel, behind what has been pushed
    uint32_t last;   // input given last
    bits asked_by; // inputs that have a head for this output
} output;

// What a tick is compiled for.
typedef struct shape {
    unsigned in_words, out_words, vcs;
    bool short_wheel; // of 64 ticks at most
} shape;

struct xbar {
    xbar_cfg k;
    bool usual; // a word of inputs, and of outputs, one channel, no plug-in, a short wheel
    xbar_plug *plug; // does the work of all that is below; NULL: none
    input *in;
    vc *vcs; // [input * k.vcs + channel]
    output *out;
    packet *packets; // of all rings
    uint32_t packet_mask;
    bits *grants; // [input]: outputs granted in this tick; empty between ticks
    // What happens in coming ticks, five sets a tick: inputs and outputs whose packet has gone over whole; inputs of `full` whose buffer has room
    // for what is offered, since so much of their packet has left; outputs at which a tail arrives; outputs that are wanted from then on. It is
    // longer than any packet takes.
    uint64_t *wheel; // [tick & mask][in_words + out_words + in_words + out_words + out_words]
    uint64_t leaving, coming; // of a short wheel, bit t: t ticks after the last one anything is in the first two sets; in the next two
    uint32_t wheel_mask, buffered, flying; // packets in buffers, under way
    bits offered;    // inputs whose channel holds something
    uint32_t n_full; // how many there are in full
    bits full;       // of these, those whose buffer has no room before a packet leaves it, or the tick of their `roomy`; not in offered
    uint32_t roomy;  // of these, how many have such a tick
    bits sending;    // inputs in the middle of a packet
    bits holding;    // inputs with packets in their buffers
    bits wanted;     // outputs that a head is for; with one channel: of an input that is not sending
    bits held;       // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint64_t flit_inverse; // 2^32 / k.flit_bytes, rounded up
    uint64_t pipe;         // ticks from the tail's leaving the input to the output channel
    uint64_t evaluated;    // the last tick that was
    xbar_stats s;          // of what lasts: the ticks in which it ended, less those in which it began
};

static inline shape shape_of(const xbar *x) { return (shape){x->in_words, x->out_words, x->k.vcs, false}; }
IN_TICK vc *vc_of(const xbar *x, uint32_t i, uint32_t v, shape k) { return &x->vcs[i * k.vcs + v]; }
IN_TICK uint32_t vc_to(uint32_t out, shape k) { return k.vcs == 1 ? 0 : out % k.vcs; }
IN_TICK uint32_t count_of(const vc *c) { return c->tail - c->head; }
IN_TICK packet *packet_at(const xbar *x, const vc *c, uint32_t n) { return &c->ring[n & x->packet_mask]; }

// Of the packets under way each has one.
static inline uint32_t places_of(const xbar *x, uint32_t o) { return chan_room(x->k.out[o]) - x->out[o].flying; }

#endif
