// ports/streambypass.h: the port table of streambypass, the monitor that closes a cache when it
// streams (DWT-PRIC, GPGPU-8 2015, section 4.1).
//
// Channels
//   acc    The number of accesses that the cache served in this cycle, and how many did not find
//          their tag. No handshake.
//   mode   The mode of this cycle, from state only.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_STREAMBYPASS_H
#define WL_CONFIG_PORTS_STREAMBYPASS_H

#include "config/config.h"
#include "config/ports/port.h"

// The width of a number from 0 to structures.streambypass.accesses.
static inline unsigned streambypass_acc_bits(const config *c)
{
    return cfg_index_bits((uint64_t)c->streambypass.accesses + 1);
}

#define STREAMBYPASS_PORTS(X) \
    X(PORT_IN, acc_i, 1, streambypass_acc_bits(c), "acc", NULL, "accesses served in this cycle") \
    X(PORT_IN, miss_i, 1, streambypass_acc_bits(c), "acc", NULL, \
      "those of them that did not find their tag; at most acc_i") \
    X(PORT_OUT, bypass_o, 1, 1, "mode", NULL, "the cache is closed: it keeps tags only")

typedef struct streambypass_in {
    STREAMBYPASS_PORTS(PORT_IN_FIELD)
} streambypass_in;
typedef struct streambypass_out {
    STREAMBYPASS_PORTS(PORT_OUT_FIELD)
} streambypass_out;
enum { STREAMBYPASS_N_PORTS = 0 STREAMBYPASS_PORTS(PORT_COUNT) };

void streambypass_ports(const config *c, port *ports); // [STREAMBYPASS_N_PORTS]

#endif
