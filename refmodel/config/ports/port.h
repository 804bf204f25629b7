// port.h: port tables. Each block has one (ports/BLOCK.h). It is the source of the C structs of the
// golden model, the Verilog port list with its comments, the plug-in shim, the per-cycle comparison
// with its masks, the names of waves, and the documentation.
//
// In C, every port is an array of 64-bit words, usually of one word. So the structs BLOCK_in and
// BLOCK_out are arrays of words, too, and cross the plug-in's C interface as such.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_PORT_H
#define WL_CONFIG_PORTS_PORT_H

#include "config/config.h"

#include <stdint.h>

typedef enum port_dir { PORT_IN, PORT_OUT } port_dir;

// One port of an instance, its width evaluated for a configuration.
typedef struct port {
    const char *name;    // Verilog name, with _i / _o
    const char *channel; // "in", "req", "byp", "status": ports are grouped by it
    // name of the 1-bit port that says when the value is defined; NULL = every cycle
    const char *qualifier;
    const char *doc; // its meaning, when a beat happens, what it depends on
    port_dir dir;
    unsigned width; // bits; 0: absent in this configuration
    unsigned word;  // index of its first word in the in or out array
    unsigned words; // number of its words there, independent of the width
} port;

// From an X-macro BLOCK_PORTS, these make the in and out structs, in which each port is an array of
// words (in.in_line_i[0]; bits above a port's width are zero), and the rows of the table.
#define PORT_FIELD_PORT_IN_PORT_IN(name, words) uint64_t name[words];
#define PORT_FIELD_PORT_IN_PORT_OUT(name, words)
#define PORT_FIELD_PORT_OUT_PORT_OUT(name, words) uint64_t name[words];
#define PORT_FIELD_PORT_OUT_PORT_IN(name, words)
#define PORT_IN_FIELD(dir, name, words, width, channel, qualifier, doc) \
    PORT_FIELD_PORT_IN_##dir(name, words)
#define PORT_OUT_FIELD(dir, name, words, width, channel, qualifier, doc) \
    PORT_FIELD_PORT_OUT_##dir(name, words)
#define PORT_COUNT(dir, name, words, width, channel, qualifier, doc) +1
#define PORT_ROW(d, nm, nwords, wd, ch, qual, dc) \
    ports[n++] = (port){.name = #nm, \
                        .channel = (ch), \
                        .qualifier = (qual), \
                        .doc = (dc), \
                        .dir = (d), \
                        .width = (wd), \
                        .word = word[d], \
                        .words = (nwords)}; \
    word[d] += (nwords);
// clang-format off
#define PORT_FILL(TABLE) \
    { unsigned n = 0, word[2] = {0, 0}; TABLE(PORT_ROW) }
// clang-format on

enum { PORTS_MAX = 96 }; // maximum number of ports of a block or a side (side.h)

// The table of a block. `fill` stores all its ports for a configuration in table order, absent ones
// (width 0) included.
typedef struct port_table {
    const char *block; // stem, "mrpb"
    unsigned n;        // up to PORTS_MAX
    void (*fill)(const config *c, port *ports);
} port_table;

const port_table *port_table_find(const char *block);             // NULL: no such block
const port_table *port_table_at(unsigned i);                      // of block i; NULL after the last
unsigned port_words(const port *ports, unsigned n, port_dir dir); // size of the in or out array

// Reads field i of a port that is a vector of fields of at most 32 bits.
static inline unsigned port_field(const uint64_t *words, unsigned i, unsigned width)
{
    const unsigned at = i * width, shift = at % 64;
    uint64_t v = words[at / 64] >> shift;
    if (shift + width > 64) v |= words[at / 64 + 1] << (64 - shift);
    return (unsigned)(v & (((uint64_t)1 << width) - 1));
}

// Writes a value into a field that is 0.
static inline void port_put_field(uint64_t *words, unsigned i, unsigned width, unsigned value)
{
    const unsigned at = i * width, shift = at % 64;
    words[at / 64] |= (uint64_t)value << shift;
    if (shift + width > 64) words[at / 64 + 1] |= (uint64_t)value >> (64 - shift);
}

#endif
