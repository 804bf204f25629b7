// check_map.c: checks that dram.address_map is well formed: [dramid@N;] and then 64 letters for
// bits 63 down to 0, in groups separated by dots. R is a row bit, B a bank bit, C a column bit, S a
// bit of the byte in a burst (part of the column), D a channel bit, 0 unused. With dramid@N, the
// channel is (address >> N) mod channels, and the letters describe the rest.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct map_count {
    unsigned positions, row, bank, column, burst, channel,
        unused_below; // unused_below: 0s below the highest used bit
} map_count;

// Counts the letters; an unknown one is *odd.
static map_count count_letters(const char *p, char *odd)
{
    map_count n = {0};
    for (; *p; p++) {
        switch (*p) {
        case '.': continue;
        case 'R': n.row++; break;
        case 'B': n.bank++; break;
        case 'C': n.column++; break;
        case 'S': n.burst++; break;
        case 'D': n.channel++; break;
        case '0': n.unused_below += n.row + n.bank + n.column + n.burst + n.channel > 0; break;
        default: *odd = *p;
        }
        n.positions++;
    }
    return n;
}

// Passes over "dramid@N;"; NULL when it is malformed.
static const char *skip_dramid(const char *map, bool *there)
{
    static const char prefix[] = "dramid@";
    *there = strncmp(map, prefix, strlen(prefix)) == 0;
    if (!*there) return map;
    char *end;
    const char *digits = map + strlen(prefix);
    unsigned long shift = strtoul(digits, &end, 10);
    if (strspn(digits, "0123456789") != (size_t)(end - digits) || end == digits || *end != ';' ||
        shift > 63)
        return NULL;
    return end + 1;
}

static unsigned log2_exact(uint32_t n)
{
    unsigned b = 0;
    while (b < 31 && (1u << b) < n) b++;
    return b;
}

static char *check_channel(const config *c, const map_count *n, bool dramid)
{
    const uint32_t channels = c->dram.channels;
    if (dramid)
        return n->channel ? wl_strdup("D (channel) bits and dramid@ exclude each other") : NULL;
    if (channels & (channels - 1))
        return wl_format("must begin with dramid@N; when dram.channels = %u is no power of two",
                         channels);
    if (n->channel == log2_exact(channels)) return NULL;
    return wl_format("has %u D (channel) bits, must have %u (dram.channels = %u)", n->channel,
                     log2_exact(channels), channels);
}

char *check_address_map(const config *c)
{
    const struct cfg_dram *d = &c->dram;
    const uint32_t access = d->chips * d->chip_bytes * d->burst;
    bool dramid;
    char odd = 0;
    const char *map = skip_dramid(d->address_map, &dramid);
    if (!map) return wl_strdup("dramid@N; must hold a bit number N of 0..63");
    const map_count n = count_letters(map, &odd);
    if (odd)
        return wl_format("'%c' is none of R (row), B (bank), C (column), S (byte of a burst), D "
                         "(channel), 0 (unused)",
                         odd);
    if (n.positions != 64)
        return wl_format("has %u positions, must have 64, one an address bit", n.positions);
    if (n.unused_below)
        return wl_format("%u unused bits stand below used ones: addresses would share a place",
                         n.unused_below);
    if (n.bank != log2_exact(d->banks))
        return wl_format("has %u B (bank) bits, must have %u (dram.banks = %u)", n.bank,
                         log2_exact(d->banks), d->banks);
    if (n.burst != log2_exact(access)) {
        return wl_format("has %u S (byte of a burst) bits, must have %u (an access is %u bytes: "
                         "dram.burst x dram.chips x dram.chip_bytes)",
                         n.burst, log2_exact(access), access);
    }
    if (!n.row || !n.column)
        return wl_format("must have R (row) and C (column) bits, has %u and %u", n.row, n.column);
    return check_channel(c, &n, dramid);
}
