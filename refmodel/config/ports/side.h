// ports/side.h : composition: what stands on one side of a configuration when several structures are enabled, and the port table of
// the top that holds them.
//
//   sm     MRPB or WarpPool, the set index function of L1D (structures.pric) and L1D's streaming bypass; one an SM, in the core clock
//   slice  CART, the set index function of L2 (structures.pric) and L2's streaming bypass; one an L2 slice, in the L2 clock
// A side of two structures or more has a top, NAME_sm or NAME_slice. DWT-CS and the two crossbars are of no side: there is one of each for
// the whole GPU, a top of its own.
//
// The table is that of the structures one after the other, a structure's name before each port and channel (mrpb_in_valid_i); of a
// structure that the side does not have, all ports are absent. Wired inside: the line of the request that MRPB, WarpPool or CART offers
// is what the index function looks up, so pric_line_i is no port of a side, and pric_index_o, pric_tag_o belong to that request. The index function is on
// a side only behind such a structure, and only if it is that cache's own: the same function over the same bits.
//
// Every structure on a side works by itself: no output of one depends on an input of another, but for that wire.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_SIDE_H
#define WL_CONFIG_PORTS_SIDE_H

#include "config/ports/port.h"

typedef enum side_kind { SIDE_SM, SIDE_SLICE, SIDES } side_kind;

enum { SIDE_PARTS = 3 };

// One structure of a side: where its ports and their words stand in the side's.
typedef struct side_part {
    const char *block; // stem: "mrpb"
    unsigned first, n_ports;
    unsigned in_at, in_words, out_at, out_words;
} side_part;

typedef struct side {
    const char *stem; // "sm"
    unsigned n; // structures; 0: fewer than two, so the configuration has no such top
    side_part part[SIDE_PARTS];
    int path;           // index of MRPB, WarpPool or CART; -1: none of them
    int pric;           // of the index function
    unsigned line_word; // word of the out array with the line that it looks up
} side;

void side_of(const config *c, side_kind kind, side *s); // c has not both MRPB and WarpPool

// Is it the stem of a side ("sm")? Then *kind is which.
bool side_find(const char *stem, side_kind *kind);

void side_sm_ports(const config *c, port *ports);
void side_slice_ports(const config *c, port *ports);
enum { SIDE_SM_N_PORTS = 85, SIDE_SLICE_N_PORTS = 17 };

#endif
