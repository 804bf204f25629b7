// netlist.h: a mapped netlist, flat: cells of the library, SRAM macros, and the nets between them.
//
// It is read from BLIF that Yosys has written (blif.tcl), in which every cell has the name of its
// instance, with dots between the levels of the hierarchy. All flip-flops must have clk_i at their
// clock; logic may use clk_i too (latches).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_NETLIST_H
#define WL_SYNTH_NETLIST_H

#include "synth/power_lib.h"
#include "synth/sram.h"

enum { NET_ZERO, NET_ONE, NET_FIRST }; // the constants, and the first other net
enum { NO_NET = -1 };

typedef struct net_cell {
    const power_cell *cell; // NULL: a macro
    unsigned pins;          // its first pin in netlist.pin_net; as many as the cell has
    unsigned part;          // number of its part of the design
} net_cell;

// A macro: the nets of its ports (sram.h), NO_NET where one is not connected.
typedef struct net_macro {
    const sram *model;
    unsigned part, address_bits;
    int enable, write;             // one port
    int write_enable, read_enable; // two ports
    int *address, *write_address;  // [address_bits]; one port: `address` alone
    int *write_data, *read_data;   // [model->width]
} net_macro;

typedef struct net_port {
    char *name; // with the index of the bit, "in_line_i[3]"
    int net;
} net_port;

typedef struct netlist {
    unsigned n_nets;
    // gates and latches first, each behind those that its inputs come from; then flip-flops
    net_cell *cells;
    unsigned n_cells, n_gates;
    int *pin_net; // by net_cell.pins
    net_macro *macros;
    unsigned n_macros;
    net_port *inputs, *outputs;
    unsigned n_inputs, n_outputs;
    // the parts of the design: instances in the top; the top's own cells are "(top)"
    char **parts;
    unsigned n_parts;
    int clock;   // net of clk_i; NO_NET: there is no such port
    int *driver; // [n_nets] the cell that drives a net; NO_NET: a port, a macro, a constant
    unsigned *fanout_from; // [n_nets + 1] the cells at a net: fanout[fanout_from[net]] and on
    struct net_fanout {
        unsigned cell, pin;
    } * fanout;
} netlist;

// ST_TOOL for a netlist that is not as described above, such as one with a loop of gates.
int netlist_read(const char *path, const power_lib *lib, const sram_macros *macros, netlist *n,
                 err *e);
void netlist_free(netlist *n);

static inline int net_at(const netlist *n, const net_cell *c, unsigned pin)
{
    return n->pin_net[c->pins + pin];
}

#endif
