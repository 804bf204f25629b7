// ports/side.h: composition: the structures on one side of a configuration that enables several,
// and the port table of the top that contains them.
//
//   sm     MRPB or WarpPool, the set index function of L1D (structures.pric), and L1D's streaming
//          bypass; one per SM, in the core clock
//   slice  CART, the set index function of L2 (structures.pric), and L2's streaming bypass; one per
//          L2 slice, in the L2 clock
// A side of two or more structures has a top, NAME_sm or NAME_slice. DWT-CS and the two crossbars
// belong to no side: there is one of each per GPU, with a top of its own.
//
// The table lists the ports of the structures one after the other, with the structure's name before
// each port and channel (mrpb_in_valid_i). If the side does not have a structure, all its ports are
// absent. One connection is inside: the index function looks up the line of the request that MRPB,
// WarpPool or CART offers. So pric_line_i is no port of a side, and pric_index_o and pric_tag_o
// belong to that request. The index function is on a side only behind such a structure, and only if
// it is that cache's own: the same function over the same bits.
//
// The structures of a side are independent: apart from this connection, no output of one depends on
// an input of another.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_SIDE_H
#define WL_CONFIG_PORTS_SIDE_H

#include "config/ports/port.h"

typedef enum side_kind { SIDE_SM, SIDE_SLICE, SIDES } side_kind;

enum { SIDE_PARTS = 3 };

// One structure of a side: the position of its ports and words among those of the side.
typedef struct side_part {
    const char *block; // stem: "mrpb"
    unsigned first, n_ports;
    unsigned in_at, in_words, out_at, out_words;
} side_part;

typedef struct side {
    const char *stem; // "sm"
    unsigned n;       // number of structures; 0 if there are fewer than two, and therefore no top
    side_part part[SIDE_PARTS];
    int path;           // index of MRPB, WarpPool or CART; -1: none of them
    int pric;           // index of the set index function; -1: none
    unsigned line_word; // word of the out array with the line that the index function looks up
} side;

void side_of(const config *c, side_kind kind, side *s); // c must not enable both MRPB and WarpPool

// True if `stem` is that of a side ("sm"), which *kind then names.
bool side_find(const char *stem, side_kind *kind);

void side_sm_ports(const config *c, port *ports);
void side_slice_ports(const config *c, port *ports);
enum { SIDE_SM_N_PORTS = 85, SIDE_SLICE_N_PORTS = 17 };

#endif
