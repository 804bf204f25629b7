// port.c : the port tables of all blocks. See port.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/port.h"

#include "config/ports/cart.h"
#include "config/ports/crossbar.h"
#include "config/ports/dwtcs.h"
#include "config/ports/mrpb.h"
#include "config/ports/pric.h"
#include "config/ports/side.h"
#include "config/ports/streambypass.h"
#include "config/ports/warppool.h"

#include <string.h>

void mrpb_ports(const config *c, port *ports) PORT_FILL(MRPB_PORTS)
void cart_ports(const config *c, port *ports) PORT_FILL(CART_PORTS)
void crossbar_request_ports(const config *c, port *ports) PORT_FILL(CROSSBAR_REQUEST_PORTS)
void crossbar_reply_ports(const config *c, port *ports) PORT_FILL(CROSSBAR_REPLY_PORTS)
void dwtcs_ports(const config *c, port *ports) PORT_FILL(DWTCS_PORTS)
void pric_ports(const config *c, port *ports) PORT_FILL(PRIC_PORTS)
void streambypass_ports(const config *c, port *ports) PORT_FILL(STREAMBYPASS_PORTS)
void warppool_ports(const config *c, port *ports) PORT_FILL(WARPPOOL_PORTS)

static const port_table tables[] = {
    {"mrpb", MRPB_N_PORTS, mrpb_ports},
    {"cart", CART_N_PORTS, cart_ports},
    {"crossbar_request", CROSSBAR_N_PORTS, crossbar_request_ports},
    {"crossbar_reply", CROSSBAR_N_PORTS, crossbar_reply_ports},
    {"dwtcs", DWTCS_N_PORTS, dwtcs_ports},
    {"pric_index", PRIC_N_PORTS, pric_ports},
    {"streambypass", STREAMBYPASS_N_PORTS, streambypass_ports},
    {"warppool", WARPPOOL_N_PORTS, warppool_ports},
    {"sm", SIDE_SM_N_PORTS, side_sm_ports},
    {"slice", SIDE_SLICE_N_PORTS, side_slice_ports},
};

const port_table *port_table_find(const char *block)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (strcmp(tables[i].block, block) == 0) return &tables[i];
    }
    return NULL;
}

const port_table *port_table_at(unsigned i) { return i < sizeof tables / sizeof tables[0] ? &tables[i] : NULL; }

unsigned port_words(const port *ports, unsigned n, port_dir dir)
{
    unsigned words = 0;
    for (unsigned i = 0; i < n; i++) words += ports[i].dir == dir ? ports[i].words : 0;
    return words;
}
