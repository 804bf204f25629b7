// ports/pric.h: the port table of pric_index, the set index function as a module (DWT-PRIC, GPGPU-8
// 2015, section 4.3).
//
// It is combinational: every output is a function of line_i in the same cycle.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_PRIC_H
#define WL_CONFIG_PORTS_PRIC_H

#include "config/config.h"
#include "config/ports/port.h"

static inline unsigned pric_line_bits(const config *c)
{
    return c->pric.address_bits - c->pric.line_bit;
}

#define PRIC_PORTS(X) \
    X(PORT_IN, line_i, 1, pric_line_bits(c), "line", NULL, \
      "line address: the byte address without its lowest line_bit bits") \
    X(PORT_OUT, index_o, 1, c->pric.index_bits, "set", NULL, "set index") \
    X(PORT_OUT, tag_o, 1, pric_line_bits(c) - c->pric.index_bits, "set", NULL, \
      "short tag: with index_o it identifies the line")

typedef struct pric_in {
    PRIC_PORTS(PORT_IN_FIELD)
} pric_in;
typedef struct pric_out {
    PRIC_PORTS(PORT_OUT_FIELD)
} pric_out;
enum { PRIC_N_PORTS = 0 PRIC_PORTS(PORT_COUNT) };

void pric_ports(const config *c, port *ports); // [PRIC_N_PORTS]

#endif
