// cart_map.h : what each bit of a line address means to CART. The block sees the address as its slice does: without the bits (or,
// with dramid@N, the remainder) that choose channel and slice, and without the offset in a line. dram.address_map says of the others
// whether they are of the bank, of the row or of the column; those that it leaves unused count as row bits, so that bank, row and
// column together are the whole line address.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_CART_MAP_H
#define WL_CONFIG_CART_MAP_H

#include "config/config.h"

enum { CART_LINE_BITS = 57 };

typedef struct cart_map {
    unsigned line_bits;       // of a slice's line address
    char use[CART_LINE_BITS]; // of bit i of it: 'B', 'C' or 'R'
    unsigned banks, columns, rows; // how many there are of each
    unsigned hashed;          // so many bank bits, from the lowest on, are XORed with as many of the lowest row bits
    unsigned branch_bits;     // the lowest bits of the (hashed) bank, which are the branch
} cart_map;

// The configuration's address map is well formed (check_address_map). NULL, or what is wrong, malloc'd; *key is to blame.
char *cart_map_read(const config *c, cart_map *m, const char **key);

unsigned cart_branches(const config *c); // of design tree and bank_fifo; the address map is well formed

#endif
