// cart_map.c : see cart_map.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/cart_map.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

static unsigned log2_floor(uint64_t n)
{
    unsigned b = 0;
    while (n >> (b + 1)) b++;
    return b;
}

// The letters by bit number, the prefix dramid@N passed over: N, or -1 without it.
static int read_letters(const char *text, char map[64])
{
    const char *semicolon = strchr(text, ';');
    const int shift = semicolon ? (int)strtoul(strchr(text, '@') + 1, NULL, 10) : -1;
    unsigned bit = 64;
    for (text = semicolon ? semicolon + 1 : text; *text && bit; text++) {
        if (*text != '.') map[--bit] = *text;
    }
    return shift;
}

// Bits of the address that the letters speak of: with dramid@N what is above N has been divided by
// the channels.
static unsigned rest_bits(const config *c, int shift)
{
    const unsigned bits = c->cart.address_bits;
    if (shift < 0) return bits;
    if (bits <= (unsigned)shift) return 0;
    const uint64_t most = (((uint64_t)1 << (bits - (unsigned)shift)) - 1) / c->dram.channels;
    return (unsigned)shift + (most ? log2_floor(most) + 1 : 0);
}

static void add_bit(cart_map *m, char letter)
{
    const char use = letter == 'B' ? 'B' : letter == 'C' || letter == 'S' ? 'C' : 'R';
    m->banks += use == 'B';
    m->columns += use == 'C';
    m->rows += use == 'R';
    m->use[m->line_bits++] = use;
}

unsigned cart_branches(const config *c)
{
    const unsigned banks = c->dram.banks / c->l2.slices_per_channel;
    return c->cart.branches && c->cart.branches < banks ? c->cart.branches : banks;
}

char *cart_map_read(const config *c, cart_map *m, const char **key)
{
    char map[64];
    const int shift = read_letters(c->dram.address_map, map);
    const unsigned line = log2_floor(c->l1d.line_bytes),
                   slices = log2_floor(c->l2.slices_per_channel), bits = rest_bits(c, shift);
    unsigned banks = 0, rows = 0, offset = 0, banks_before = 0;
    *m = (cart_map){.branch_bits = log2_floor(cart_branches(c))};
    *key = "dram.address_map";
    for (unsigned i = 0; i < bits; i++) {
        if (map[i] == 'D' || (map[i] == 'B' && banks_before++ < slices))
            continue; // chooses the slice
        if (offset++ >= line) add_bit(m, map[i]);
        else if (map[i] != 'C' && map[i] != 'S')
            return wl_format(
                "bit %u, inside a line, is of bank or row: CART needs a line whole in one row", i);
    }
    for (unsigned i = 0; i < 64; i++) {
        banks += map[i] == 'B';
        rows += map[i] == 'R' && i < bits;
    }
    m->hashed = c->dram.bank_hash == BANK_HASH_XOR ? (m->banks < rows ? m->banks : rows) : 0;
    *key = "structures.cart.address_bits";
    if (!m->line_bits || banks != banks_before || m->use[m->line_bits - 1] != 'R') {
        return wl_format(
            "must reach beyond the highest bank and column bit of dram.address_map, to a row bit");
    }
    return NULL;
}
