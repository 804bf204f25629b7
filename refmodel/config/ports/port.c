// port.c: makes the port tables of all blocks from their X-macros. See port.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/port.h"

#include "config/ports/blocks.h"
#include "config/ports/side.h"

#include <string.h>

#define FILL(name, stem, PORTS, bench, cycles) \
    void name##_ports(const config *c, port *ports) PORT_FILL(PORTS)
BLOCKS(FILL)

// clang-format off
#define TABLE(name, stem, PORTS, bench, cycles) {stem, 0 PORTS(PORT_COUNT), name##_ports},
// clang-format on
static const port_table tables[] = {
    BLOCKS(TABLE){"sm", SIDE_SM_N_PORTS, side_sm_ports},
    {"slice", SIDE_SLICE_N_PORTS, side_slice_ports},
};

const port_table *port_table_find(const char *block)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (strcmp(tables[i].block, block) == 0) return &tables[i];
    }
    return NULL;
}

const port_table *port_table_at(unsigned i)
{
    return i < sizeof tables / sizeof tables[0] ? &tables[i] : NULL;
}

unsigned port_words(const port *ports, unsigned n, port_dir dir)
{
    unsigned words = 0;
    for (unsigned i = 0; i < n; i++) words += ports[i].dir == dir ? ports[i].words : 0;
    return words;
}
