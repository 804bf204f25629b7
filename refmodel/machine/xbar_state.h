// xbar_state.h : the inside of the crossbar, shared by xbar.c (life, ticks) and xbar_report.c (statistics, waits, dump).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_XBAR_STATE_H
#define WL_MACHINE_XBAR_STATE_H

#include "machine/xbar.h"
#include "machine/xbar_plug.h"

// What a tick is made of is compiled into it, with `bug` a constant 0 where there is none.
#define IN_TICK static inline __attribute__((always_inline))

enum { LINE = 64 }; // bytes, of the computer's caches

// They stay where they are from intake to delivery; the place that became free last is taken first, so that few are in use.
typedef struct packet {
    _Alignas(LINE) mreq r;
    uint32_t out, flits;
    uint32_t next; // number of the one behind it in its queue, or of the next free place
} packet;

typedef struct queue {
    uint32_t first, last, n; // numbers of packets; how many
} queue;

// One virtual channel of an input.
typedef struct vc {
    queue q;
    uint32_t flits; // of the packets in q
} vc;

typedef struct input {
    uint32_t waiting;         // virtual channels that hold a packet, bit a channel; with one of them 0
    uint32_t holds, holds_vc; // output that it is sending to, from which channel
    uint32_t accepted;        // output accepted last
    uint32_t taken;           // flits of all packets so far
    uint32_t refused_vc, refused_flits; // of `full`: where the packet goes that its buffer has no room for
    uint64_t busy_until;      // first tick in which it may send again
} input;

typedef struct output {
    queue flying; // packets under way, oldest first
    uint32_t last; // input given last
    bits asked_by; // inputs that have a head for this output
} output;

// What a tick is compiled for.
typedef struct shape {
    unsigned in_words, out_words, vcs, bug;
    bool short_wheel; // of 64 ticks at most
} shape;

struct xbar {
    xbar_cfg k;
    bool usual; // a word of inputs, and of outputs, one channel, no plug-in, a short wheel
    xbar_plug *plug; // does the work of all that is below; NULL: none
    input *in;
    vc *vcs; // [input * k.vcs + channel]
    output *out;
    packet *packets;
    uint32_t unused; // the first free place
    bits *grants; // [input]: outputs granted in this tick; empty between ticks
    // What happens in coming ticks, five sets a tick: inputs and outputs whose packet has gone over whole; inputs of `full` whose buffer has room
    // for what is offered, since so much of their packet has left; outputs at which a tail arrives; outputs that are wanted from then on. It is
    // longer than any packet takes.
    uint64_t *wheel; // [tick & mask][in_words + out_words + in_words + out_words + out_words]
    uint64_t leaving, coming; // of a short wheel, bit t: t ticks after the last one anything is in the first two sets; in the next two
    uint32_t wheel_mask, flying; // packets under way
    bits offered;    // inputs whose channel holds something
    uint32_t n_full; // how many there are in full
    bits full;       // of these, those whose buffer has no room before a packet leaves it, or the tick of their `roomy`; not in offered
    uint32_t roomy;  // of these, how many have such a tick
    bits sending;    // inputs in the middle of a packet
    bits holding;    // inputs with packets in their buffers
    bits wanted;     // outputs that a head is for; with one channel: of an input that is not sending
    bits held;       // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint32_t refused;           // inputs whose buffer had no room for the packet that came, as of the last tick evaluated
    uint32_t stalled, buffered; // inputs waiting for an output, packets in buffers: as of the last tick evaluated
    uint32_t places;            // xbar_places
    uint64_t flit_inverse;      // 2^32 / k.flit_bytes, rounded up
    uint64_t pipe;              // ticks from the tail's leaving the input to the output channel
    uint64_t counted;           // ticks in s
    xbar_stats s;
};

static inline shape shape_of(const xbar *x) { return (shape){x->in_words, x->out_words, x->k.vcs, x->k.bug, false}; }
IN_TICK vc *vc_of(const xbar *x, uint32_t i, uint32_t v, shape k) { return &x->vcs[i * k.vcs + v]; }
IN_TICK uint32_t vc_to(uint32_t out, shape k) { return k.vcs == 1 ? 0 : out % k.vcs; }
IN_TICK packet *front_of(const xbar *x, const vc *c) { return &x->packets[c->q.first]; }

// Of the packets under way each has one.
static inline uint32_t places_of(const xbar *x, uint32_t o) { return chan_room(x->k.out[o]) - x->out[o].flying.n; }

static inline void account(xbar_stats *s, const xbar *x, uint64_t now)
{
    const uint64_t ticks = now - x->counted;
    s->cycles += ticks;
    s->stall_cycles += ticks * x->stalled;
    s->refused += ticks * x->refused;
    s->buffered += ticks * x->buffered;
}

#endif
