// ports/crossbar.h: the port table of a crossbar, the same for both networks: crossbar_request from
// the SMs to the L2 slices, crossbar_reply back. The fields of all ports of one kind form a vector,
// with port 0 in the lowest bits.
//
// Channels, all in the crossbar's clock
//   in      Packets at the inputs. A beat of input i is in_valid_i[i] && in_ready_o[i]; it
//           transfers the whole packet. The payload holds from valid to the beat. in_ready_o[i]
//           depends on state and on in_dest_i and in_flits_i of the input; a destination that does
//           not exist is never ready.
//   out     Packets at the outputs, from state only: a pulse with the header in the cycle after the
//           tail's flit. The consumer has crossbar_places places for packets and returns them by
//           credits; it never receives a packet without a place.
//   status  idle_o, from state only.
//   data    (structures.crossbar.data) Flits of the packets, header included. Each input has a lane
//           of one flit per virtual channel. The flits of a packet arrive on the lane of its
//           channel (output mod channels), one per cycle and without a handshake: the first one in
//           the cycle of the packet's beat, or after the last flit of the previous packet on that
//           lane. The beat has reserved room for them. At an output, each flit arrives as a pulse,
//           in order and not mixed with other packets, the last one together with out_pulse_o.
//           Without this key, data travel beside the block, one flit per cycle behind the header.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_CROSSBAR_H
#define WL_CONFIG_PORTS_CROSSBAR_H

#include "config/config.h"
#include "config/ports/port.h"

// inputs, outputs; bytes of a packet's header
enum { CROSSBAR_PORTS_MAX = 64, CROSSBAR_HEADER = 8 };
// of the flits of all lanes, or of all outputs
enum { CROSSBAR_DATA_WORDS = 512 };

typedef enum crossbar_direction { CROSSBAR_REQUEST, CROSSBAR_REPLY } crossbar_direction;

static inline const char *crossbar_name(crossbar_direction w)
{
    return w == CROSSBAR_REQUEST ? "request" : "reply";
}
static inline unsigned crossbar_slices(const config *c)
{
    return c->dram.channels * c->l2.slices_per_channel;
}
static inline unsigned crossbar_inputs(const config *c, crossbar_direction w)
{
    return w == CROSSBAR_REQUEST ? c->gpu.sms : crossbar_slices(c);
}
static inline unsigned crossbar_outputs(const config *c, crossbar_direction w)
{
    return w == CROSSBAR_REQUEST ? crossbar_slices(c) : c->gpu.sms;
}
static inline unsigned crossbar_flit_bytes(const config *c, crossbar_direction w)
{
    return w == CROSSBAR_REQUEST ? c->icnt.request_flit_bytes : c->icnt.reply_flit_bytes;
}

// The number of flits of a packet with `bytes` bytes of data; its minimum and maximum.
static inline unsigned crossbar_flits(const config *c, crossbar_direction w, unsigned bytes)
{
    return (CROSSBAR_HEADER + bytes + crossbar_flit_bytes(c, w) - 1) / crossbar_flit_bytes(c, w);
}
static inline unsigned crossbar_flits_least(const config *c, crossbar_direction w)
{
    return crossbar_flits(c, w, 0);
}
static inline unsigned crossbar_flits_most(const config *c, crossbar_direction w)
{
    return crossbar_flits(c, w, c->l1d.line_bytes);
}

// The number of virtual channels of an input. Channels above the number of outputs would stay empty
// and do not exist.
static inline unsigned crossbar_vcs(const config *c, crossbar_direction w)
{
    return c->icnt.vcs < crossbar_outputs(c, w) ? c->icnt.vcs : crossbar_outputs(c, w);
}

// The width of the flits of all lanes, and of all outputs; 0 without data. Lane v of input i has
// number i * crossbar_vcs + v.
static inline uint64_t crossbar_flit_bits(const config *c, crossbar_direction w)
{
    return c->crossbar.data ? 8 * (uint64_t)crossbar_flit_bytes(c, w) : 0;
}
static inline uint64_t crossbar_lanes_bits(const config *c, crossbar_direction w)
{
    return crossbar_inputs(c, w) * crossbar_vcs(c, w) * crossbar_flit_bits(c, w);
}
static inline uint64_t crossbar_away_bits(const config *c, crossbar_direction w)
{
    return crossbar_outputs(c, w) * crossbar_flit_bits(c, w);
}

// The maximum number of complete packets in the buffer of a virtual channel.
static inline unsigned crossbar_packets(const config *c, crossbar_direction w)
{
    const unsigned n = c->icnt.input_buffer / crossbar_flits_least(c, w);
    return n ? n : 1;
}
// places of a consumer
static inline unsigned crossbar_places(const config *c)
{
    return c->icnt.latency + c->icnt.input_buffer;
}
// maximum number of packets inside and at the consumers
static inline uint64_t crossbar_capacity(const config *c, crossbar_direction w)
{
    return (uint64_t)crossbar_inputs(c, w) * c->icnt.vcs * crossbar_packets(c, w) +
           (uint64_t)crossbar_outputs(c, w) * crossbar_places(c);
}

static inline unsigned crossbar_dest_bits(const config *c, crossbar_direction w)
{
    return cfg_index_bits(crossbar_outputs(c, w));
}
static inline unsigned crossbar_flits_bits(const config *c, crossbar_direction w)
{
    return cfg_index_bits((uint64_t)crossbar_flits_most(c, w) + 1);
}
static inline unsigned crossbar_credit_bits(const config *c)
{
    return cfg_index_bits((uint64_t)crossbar_places(c) + 1);
}

// The maximum number of flits in a channel. A packet larger than the buffer may enter an empty one.
static inline unsigned crossbar_depth(const config *c, crossbar_direction w)
{
    return c->icnt.input_buffer > crossbar_flits_most(c, w) ? c->icnt.input_buffer
                                                            : crossbar_flits_most(c, w);
}

// Words for 64 ports: 6 bits of a destination, 9 of a number of flits (264 of a byte), 32 of a
// header, 14 of credits (2000 places).
#define CROSSBAR_PORTS(X, W) \
    X(PORT_IN, in_valid_i, 1, crossbar_inputs(c, W), "in", NULL, "each input: a packet waits") \
    X(PORT_IN, in_dest_i, 6, crossbar_inputs(c, W) * crossbar_dest_bits(c, W), "in", NULL, \
      "output that it goes to") \
    X(PORT_IN, in_flits_i, 9, crossbar_inputs(c, W) * crossbar_flits_bits(c, W), "in", NULL, \
      "its length, header included") \
    X(PORT_IN, in_meta_i, 32, crossbar_inputs(c, W) * c->crossbar.meta_bits, "in", NULL, \
      "opaque, carried through") \
    X(PORT_IN, out_credit_i, 14, crossbar_outputs(c, W) * crossbar_credit_bits(c), "out", NULL, \
      "places that each output's consumer gives back, of use from this cycle on") \
    X(PORT_OUT, in_ready_o, 1, crossbar_inputs(c, W), "in", NULL, \
      "the packet's virtual channel is empty or has room for all its flits") \
    X(PORT_OUT, out_pulse_o, 1, crossbar_outputs(c, W), "out", NULL, \
      "each output: a packet has arrived whole") \
    X(PORT_OUT, out_meta_o, 32, crossbar_outputs(c, W) * c->crossbar.meta_bits, "out", NULL, \
      "its header as it came in; 0 where there is no pulse") \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, "nothing is held and nothing arrives") \
    X(PORT_OUT, out_flit_pulse_o, 1, c->crossbar.data ? crossbar_outputs(c, W) : 0, "data", NULL, \
      "each output: a flit has arrived") \
    X(PORT_IN, in_flit_i, CROSSBAR_DATA_WORDS, (unsigned)crossbar_lanes_bits(c, W), "data", NULL, \
      "flit on each lane; looked at while one is to come") \
    X(PORT_OUT, out_flit_o, CROSSBAR_DATA_WORDS, (unsigned)crossbar_away_bits(c, W), "data", NULL, \
      "the flit; 0 where none has arrived")
#define CROSSBAR_REQUEST_PORTS(X) CROSSBAR_PORTS(X, CROSSBAR_REQUEST)
#define CROSSBAR_REPLY_PORTS(X) CROSSBAR_PORTS(X, CROSSBAR_REPLY)

typedef struct crossbar_in {
    CROSSBAR_REQUEST_PORTS(PORT_IN_FIELD)
} crossbar_in;
typedef struct crossbar_out {
    CROSSBAR_REQUEST_PORTS(PORT_OUT_FIELD)
} crossbar_out;
enum { CROSSBAR_N_PORTS = 0 CROSSBAR_REQUEST_PORTS(PORT_COUNT) };

void crossbar_request_ports(const config *c, port *ports); // [CROSSBAR_N_PORTS]
void crossbar_reply_ports(const config *c, port *ports);

#endif
