// port.h : what a port table is. Each block has one (ports/BLOCK.h), and from it come the C in/out structs of the golden
// model, the Verilog port list with its comments, the plug-in shim, the per-cycle comparison with its masks, wave names and
// the documentation page.
//
// In C every port is an array of 64-bit words (most are one word), so `struct BLOCK_in` and `struct BLOCK_out` are arrays of
// words too: that is how they cross the plug-in's C interface.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_PORT_H
#define WL_CONFIG_PORTS_PORT_H

#include <stdint.h>

typedef enum port_dir { PORT_IN, PORT_OUT } port_dir;

// One port of an instance, its width evaluated for a configuration.
typedef struct port {
    const char *name;      // Verilog name, with _i / _o
    const char *channel;   // "in", "req", "byp", "status": ports are grouped by it
    const char *qualifier; // name of the 1-bit port that says when the value is defined; NULL = every cycle
    const char *doc;       // what it means, when a beat happens, what it depends on
    port_dir dir;
    unsigned width; // bits; 0 = not there in this configuration
    unsigned word;  // index of its first word in the in or out array
    unsigned words; // words it takes there, whatever the width
} port;

#endif
