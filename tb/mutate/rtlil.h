// rtlil.h: reads a flattened design as Yosys writes it (write_rtlil, one module): its cells, their
// ports and widths. The text is preserved line by line, so that a copy with other connections can
// be written.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_RTLIL_H
#define WL_TB_MUTATE_RTLIL_H

#include "base/err.h"

#include <stdbool.h>

typedef struct rtlil_port {
    const char *name;   // without the backslash: "A"
    const char *signal; // as it stands in the text
    unsigned width;     // bits
    unsigned line;      // of the connection, in `lines`
} rtlil_port;

typedef struct rtlil_cell {
    const char *name, *type; // as in the text, without a leading backslash
    const char *module;      // attribute wl_module: the module that the cell comes from; "" = none
    const char *source;      // attribute src: FILE:LINE.COL-LINE.COL|...
    bool clocked_read;       // a memory whose read port has a clock
    rtlil_port *ports;
    unsigned n_ports;
    unsigned line; // of its first line
} rtlil_cell;

typedef struct rtlil {
    char *text; // the file, its lines NUL-terminated
    char **lines;
    unsigned n_lines;
    const char *top;    // module's name
    unsigned top_line;  // its line
    unsigned top_ports; // the highest number of a port
    rtlil_cell *cells;
    unsigned n_cells;
    // sorted by name; port: 'i' input, 'o' output, 0 none
    struct rtlil_wire {
        const char *name;
        unsigned width;
        char port;
    } * wires;
    unsigned n_wires;
    unsigned wrong; // number of the first line that cannot be read, from 1; 0: none
    char **owned;   // strings that other fields point into
    unsigned n_owned;
} rtlil;

int rtlil_read(rtlil *r, const char *path, err *e); // ST_TOOL if it is not what Yosys writes
void rtlil_free(rtlil *r);

const rtlil_cell *rtlil_find(const rtlil *r, const char *name); // NULL: no such cell
const rtlil_port *rtlil_find_port(const rtlil_cell *c, const char *name);
// The bits of a port's signal, the lowest first: '0', '1' or 'x' where one is a constant, 's' where
// it is not. malloc'd.
char *rtlil_bits(const rtlil *r, const rtlil_port *port);

#endif
