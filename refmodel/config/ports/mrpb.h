// ports/mrpb.h: the port table of MRPB, and its structs mrpb_in and mrpb_out.
//
// Channels
//   in      Requests from the coalescer. A beat is in_valid_i && in_ready_o. The payload holds from
//           valid to the beat.
//   req     Requests offered to L1D. A beat is req_valid_o && req_ready_i. L1D answers in the same
//           cycle: ready, or not ready with a cause. An offered request stays until it is accepted
//           or bypassed.
//   byp     byp_pulse_o: the offered request leaves on the bypass path in this cycle, without a
//           handshake; the payload is req_*. This is the only output that depends combinationally
//           on the answer (req_ready_i, req_stall_i, byp_ready_i).
//   status  idle_o and pending_o, from state only.
// All valids and payloads come from state only; in_ready_o from state and the payload of `in`
// (pipelined: from state only), never from in_valid_i.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_MRPB_H
#define WL_CONFIG_PORTS_MRPB_H

#include "config/config.h"
#include "config/ports/port.h"

// Why L1D did not accept a read (req_stall_i).
typedef enum mrpb_stall {
    MRPB_STALL_LINE,  // all ways of the set are reserved (associativity stall)
    MRPB_STALL_MSHR,  // no free MSHR
    MRPB_STALL_MERGE, // the line's MSHR is full
    MRPB_STALL_MISSQ  // miss queue full (also writes)
} mrpb_stall;

static inline unsigned mrpb_line_bits(const config *c)
{
    return c->mrpb.address_bits - cfg_index_bits(c->l1d.line_bytes);
}
static inline unsigned mrpb_warp_bits(const config *c) { return cfg_index_bits(c->sm.warps); }

// The effective number of queues and signature. With single_slot, there is one queue, and the
// signature does not matter.
static inline unsigned mrpb_queues(const config *c)
{
    return c->mrpb.single_slot ? 1 : c->mrpb.queues;
}
static inline signature_kind mrpb_signature(const config *c)
{
    return c->mrpb.single_slot ? SIG_WARP : c->mrpb.signature;
}

// Requests that wait at the input of a pipelined MRPB, in registers of their own, and its latency.
enum { MRPB_INPUT_STAGES = 3, MRPB_PIPELINED_LATENCY = 5 };
static inline unsigned mrpb_input_stages(const config *c)
{
    return c->mrpb.pipelined && !c->mrpb.single_slot ? MRPB_INPUT_STAGES : 0;
}

static inline const char *mrpb_ready_doc(const config *c)
{
    if (c->mrpb.single_slot) return "the outbound buffer has room";
    if (c->mrpb.pipelined) return "the first input register is empty or passes its request on";
    if (!c->mrpb.flush) return "its queue is not full";
    return c->mrpb.signature == SIG_PC ? "read: its queue is not full; write: all queues are empty "
                                         "and the outbound buffer has room"
                                       : "read: its queue is not full; write: its queue is empty "
                                         "and the outbound buffer has room";
}

static inline const char *mrpb_pending_doc(const config *c)
{
    return mrpb_input_stages(c)
               ? "bit q: a request of queue q is held, at the input, in the queue or outbound"
               : "bit q: a request of queue q is held, in the queue or outbound";
}

enum { MRPB_DATA_WORDS = 16 }; // of in_data_i, req_data_o: a line of 128 bytes

#define MRPB_PORTS(X) \
    X(PORT_IN, in_valid_i, 1, 1, "in", NULL, "a request waits") \
    X(PORT_IN, in_write_i, 1, 1, "in", "in_valid_i", "it is a write (store); else a read") \
    X(PORT_IN, in_line_i, 1, mrpb_line_bits(c), "in", "in_valid_i", "line address") \
    X(PORT_IN, in_warp_i, 1, mrpb_warp_bits(c), "in", "in_valid_i", "warp slot") \
    X(PORT_IN, in_cta_i, 1, mrpb_signature(c) == SIG_CTA ? cfg_index_bits(c->sm.ctas) : 0, "in", \
      "in_valid_i", "thread-block slot") \
    X(PORT_IN, in_cta_warp_i, 1, mrpb_signature(c) == SIG_CTA_WARP ? mrpb_warp_bits(c) : 0, "in", \
      "in_valid_i", "warp number inside its thread block") \
    X(PORT_IN, in_pc_i, 1, mrpb_signature(c) == SIG_PC ? c->mrpb.pc_bits : 0, "in", "in_valid_i", \
      "program counter, low bits") \
    X(PORT_IN, in_meta_i, 1, c->mrpb.meta_bits, "in", "in_valid_i", "opaque, carried through") \
    X(PORT_IN, in_data_i, MRPB_DATA_WORDS, c->mrpb.data_bits, "in", "in_write_i", \
      "data of a write") \
    X(PORT_IN, req_ready_i, 1, 1, "req", "req_valid_o", \
      "L1D accepts the offered request in this cycle") \
    X(PORT_IN, req_stall_i, 1, 2, "req", "req_valid_o", \
      "when not ready: 0 line, 1 MSHR, 2 merge, 3 miss queue") \
    X(PORT_IN, byp_ready_i, 1, c->mrpb.bypass == BYPASS_NONE ? 0 : 1, "byp", NULL, \
      "the bypass path can take a request") \
    X(PORT_OUT, in_ready_o, 1, 1, "in", "in_valid_i", mrpb_ready_doc(c)) \
    X(PORT_OUT, req_valid_o, 1, 1, "req", NULL, "a request is offered") \
    X(PORT_OUT, req_write_o, 1, 1, "req", "req_valid_o", "it is a write") \
    X(PORT_OUT, req_line_o, 1, mrpb_line_bits(c), "req", "req_valid_o", "line address") \
    X(PORT_OUT, req_warp_o, 1, mrpb_warp_bits(c), "req", "req_valid_o", "warp slot") \
    X(PORT_OUT, req_meta_o, 1, c->mrpb.meta_bits, "req", "req_valid_o", "metadata as it came in") \
    X(PORT_OUT, req_data_o, MRPB_DATA_WORDS, c->mrpb.data_bits, "req", "req_write_o", \
      "data of a write, as it came in") \
    X(PORT_OUT, byp_pulse_o, 1, c->mrpb.bypass == BYPASS_NONE ? 0 : 1, "byp", NULL, \
      "the offered read leaves on the bypass path: not ready, its cause is named by the " \
      "configuration, byp_ready_i") \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, "nothing is held") \
    X(PORT_OUT, pending_o, 16, mrpb_queues(c), "status", NULL, mrpb_pending_doc(c))

typedef struct mrpb_in {
    MRPB_PORTS(PORT_IN_FIELD)
} mrpb_in;
typedef struct mrpb_out {
    MRPB_PORTS(PORT_OUT_FIELD)
} mrpb_out;
enum { MRPB_N_PORTS = 0 MRPB_PORTS(PORT_COUNT) };

void mrpb_ports(const config *c, port *ports); // [MRPB_N_PORTS]

// Describes in words which order of requests the block preserves in a configuration; malloc'd.
char *mrpb_guarantee(const config *c);

#endif
