// cart_map.h: the meaning of each bit of a line address for CART.
//
// The block sees the address as its slice does: without the bits (or, with dramid@N, the remainder)
// that select channel and slice, and without the offset in the line. dram.address_map assigns the
// other bits to the bank, the row or the column. Bits that it leaves unused count as row bits, so
// that bank, row and column together are the whole line address.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_CART_MAP_H
#define WL_CONFIG_CART_MAP_H

#include "config/config.h"

enum { CART_LINE_BITS = 57 };

typedef struct cart_map {
    unsigned line_bits;            // width of a slice's line address
    char use[CART_LINE_BITS];      // [bit] 'B', 'C' or 'R'
    unsigned banks, columns, rows; // number of bits of each kind
    // number of lowest bank bits that are XORed with as many lowest row bits
    unsigned hashed;
    unsigned branch_bits; // number of lowest bits of the (hashed) bank, which select the branch
} cart_map;

// Reads the configuration's address map, which must be well formed (check_address_map). Returns
// NULL, or a malloc'd message about what is wrong, with *key set to the key to blame.
char *cart_map_read(const config *c, cart_map *m, const char **key);

// for designs tree and bank_fifo; the address map must be well formed
unsigned cart_branches(const config *c);

#endif
