// icarus.h : Icarus Verilog as a second simulator of the RTL, behind the same interface as a compiled plug-in (abi/plugin.h): lockstep,
// bench and laws do not know which one they have. It knows X: don't-care inputs are driven with X, every register of state is X before
// each reset, and a bit of an output that is X is never equal to anything, so an X on control, or in data while it is valid, is
// a mismatch (lane.h).
//
// Each instance is a simulation (vvp) of its own, a child process; a cycle is one exchange through shared memory
// (abi/icarus_link.h). One that ends by itself ($fatal of an assertion) or answers no more says so on stderr, and from then on every
// bit of its outputs is unknown.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_ICARUS_ICARUS_H
#define WL_TB_ICARUS_ICARUS_H

#include "base/err.h"
#include "config/ports/port.h"
#include "tb/abi/plugin.h"

#include <stdbool.h>

typedef struct icarus_design {
    const char *top;     // top module
    const port *ports;
    unsigned n_ports;
    bool clocked;        // has clk_i and rst_ni
    bool split;          // has clk2x_i, which rises with clk_i and in the middle of its cycle
    bool noise;          // gates: where X would stand, an arbitrary value does. Gates make X of what is known (a and not a, both X)
} icarus_design;

// What besides the emitted files decides the compiled simulation: the tool's version, flags, the wrapper. malloc'd text; NULL and
// ST_TOOL when the tool is missing.
char *icarus_identity(const icarus_design *d, const char *work, bool asserts, err *e);

// Makes WORK/design.vvp of the Verilog files `files` (NULL-terminated) in the directory `emitted`. ST_TOOL and the end of its log.
int icarus_compile(const icarus_design *d, const char *work, const char *emitted, const char *const *files, bool asserts, err *e);

// A compiled simulation as a plug-in. NULL and ST_TOOL: the program's VPI module is not where it should be.
const wl_plugin *icarus_open(const icarus_design *d, const char *vvp, const char *hw_digest, err *e);
void icarus_close(const wl_plugin *p); // after its instances; NULL is fine

// Of all instances, those that are closed included: values of input ports driven with X, and values of output ports that were don't-care
// and had an X.
typedef struct icarus_x {
    uint64_t driven, seen;
} icarus_x;
icarus_x icarus_x_of(const wl_plugin *p);

#endif
