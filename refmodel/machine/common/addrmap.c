// addrmap.c : see addrmap.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/addrmap.h"

#include <stdlib.h>
#include <string.h>

// Adds bit `from` of the address as the next higher bit of the field.
static void add_bit(addrmap_field *f, unsigned from, unsigned to)
{
    if (f->n) {
        const unsigned width = (unsigned)__builtin_popcountll(f->run[f->n - 1].mask);
        if (f->run[f->n - 1].from + width == from) {
            f->run[f->n - 1].mask = f->run[f->n - 1].mask << 1 | 1;
            return;
        }
    }
    f->run[f->n].from = (uint8_t)from;
    f->run[f->n].to = (uint8_t)to;
    f->run[f->n++].mask = 1;
}

static inline uint64_t pick(const addrmap_field *f, uint64_t a)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < f->n; i++) v |= (a >> f->run[i].from & f->run[i].mask) << f->run[i].to;
    return v;
}

// The letters by bit number: map[i] stands for bit i; the prefix is read into m.
static void read_letters(addrmap *m, const char *text, char map[64])
{
    const char *semicolon = strchr(text, ';');
    m->divides = semicolon != NULL;
    if (m->divides) {
        m->shift = (unsigned)strtoul(strchr(text, '@') + 1, NULL, 10);
        text = semicolon + 1;
    }
    unsigned bit = 64;
    for (; *text && bit; text++) {
        if (*text != '.') map[--bit] = *text;
    }
    CHECK(bit == 0, "address map '%s' is too short: configuration not checked", text);
}

static void sort_bits(addrmap *m, const char map[64])
{
    unsigned row = 0, bank = 0, column = 0, channel = 0, local = 0, slice_bits = 0;
    while (1u << slice_bits < m->slices_per_channel) slice_bits++;
    for (unsigned i = 0; i < 64; i++) {
        const char c = map[i];
        const int goes = c == 'D' || (c == 'B' && bank < slice_bits); // chooses the slice
        if (!goes) add_bit(&m->local, i, local++);
        if (c == 'R') add_bit(&m->row, i, row++);
        if (c == 'B' && goes) add_bit(&m->slice, i, bank);
        if (c == 'B') add_bit(&m->bank, i, bank++);
        if (c == 'C' || c == 'S') add_bit(&m->column, i, column++);
        if (c == 'D') add_bit(&m->channel, i, channel++);
    }
}

int addrmap_init(addrmap *m, const config *c, err *e)
{
    char map[64] = {0};
    *m = (addrmap){.channels = c->dram.channels, .slices_per_channel = c->l2.slices_per_channel};
    m->reciprocal = UINT64_MAX / m->channels + 1;
    read_letters(m, c->dram.address_map, map);
    sort_bits(m, map);
    m->hash_shift = (unsigned)__builtin_ctz(m->slices_per_channel);
    m->hash_mask = c->dram.bank_hash == BANK_HASH_XOR ? (c->dram.banks >> m->hash_shift) - 1 : 0;
    const uint64_t line = c->l1d.line_bytes;
    for (unsigned bit = 0; (uint64_t)1 << bit < line; bit++) {
        if (addrmap_slice(m, 0) == addrmap_slice(m, (uint64_t)1 << bit) &&
            (!m->divides || m->shift > bit))
            continue;
        return err_add(e, ST_INPUT,
                       "dram.address_map: bit %u chooses channel or slice, so a line of "
                       "l1d.line_bytes = %u would be split; "
                       "channel and slice bits must be %d and up",
                       bit, c->l1d.line_bytes, __builtin_ctzll(line));
    }
    return ST_OK;
}

__extension__ typedef unsigned __int128 wide;

// n / channels: exact for n < 2^64 / channels, since the reciprocal is less than 1 too large.
static inline uint64_t divide(const addrmap *m, uint64_t n)
{
    return m->channels == 1 ? n : (uint64_t)((wide)n * m->reciprocal >> 64);
}

static inline uint64_t rest_of(const addrmap *m, uint64_t addr, uint32_t *channel)
{
    if (!m->divides) {
        *channel = (uint32_t)pick(&m->channel, addr);
        return addr;
    }
    const uint64_t upper = addr >> m->shift, quotient = divide(m, upper);
    *channel = (uint32_t)(upper - quotient * m->channels);
    return quotient << m->shift | (addr & (((uint64_t)1 << m->shift) - 1));
}

addrmap_place addrmap_decode(const addrmap *m, uint64_t addr)
{
    addrmap_place p;
    const uint64_t rest = rest_of(m, addr, &p.channel);
    p.bank = (uint32_t)pick(&m->bank, rest);
    p.row = pick(&m->row, rest);
    p.bank ^= (uint32_t)((p.row & m->hash_mask) << m->hash_shift);
    p.column = (uint32_t)pick(&m->column, rest);
    p.slice = p.channel * m->slices_per_channel + (uint32_t)pick(&m->slice, rest);
    return p;
}

uint32_t addrmap_slice(const addrmap *m, uint64_t addr)
{
    uint32_t channel;
    const uint64_t rest = rest_of(m, addr, &channel);
    return channel * m->slices_per_channel + (uint32_t)pick(&m->slice, rest);
}

uint64_t addrmap_local(const addrmap *m, uint64_t addr)
{
    uint32_t channel;
    return pick(&m->local, rest_of(m, addr, &channel));
}
