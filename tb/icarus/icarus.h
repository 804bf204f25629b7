// icarus.h: Icarus Verilog as a second simulator of the RTL, behind the interface of a compiled
// plug-in (abi/plugin.h), so that lockstep, benches and laws do not know which simulator they use.
//
// Icarus is a four-state simulator. Don't-care inputs are driven with X, every state register is X
// before each reset, and an output bit that is X equals nothing. So an X on a control output, or in
// data while it is valid, is a mismatch (lockstep_pair.h).
//
// Each instance is a simulation (vvp) in a child process, and a cycle is one exchange through
// shared memory (abi/icarus_link.h). A simulation that ends by itself ($fatal of an assertion) or
// stops answering is reported on stderr, and from then on all bits of its outputs are unknown.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_ICARUS_ICARUS_H
#define WL_TB_ICARUS_ICARUS_H

#include "base/err.h"
#include "config/ports/port.h"
#include "tb/abi/plugin.h"

#include <stdbool.h>

typedef struct icarus_design {
    const char *top; // top module
    const port *ports;
    unsigned n_ports;
    bool clocked; // has clk_i and rst_ni
    bool split;   // has clk2x_i, which rises with clk_i and in the middle of its cycle
    // for gates: arbitrary values replace X, since gates turn known values into X (a & ~a with a =
    // X)
    bool noise;
} icarus_design;

// Everything besides the emitted files that determines the compiled simulation: the tool's version,
// flags, the wrapper. malloc'd text; NULL and ST_TOOL if the tool is missing.
char *icarus_identity(const icarus_design *d, const char *work, bool asserts, err *e);

// Makes WORK/design.vvp from the Verilog files `files` (NULL-terminated) in the directory
// `emitted`. ST_TOOL, with the end of the tool's log, if that fails.
int icarus_compile(const icarus_design *d, const char *work, const char *emitted,
                   const char *const *files, bool asserts, err *e);

// Makes a plug-in of a compiled simulation. NULL and ST_TOOL if the program's VPI module is
// missing.
const wl_plugin *icarus_open(const icarus_design *d, const char *vvp, const char *hw_digest,
                             err *e);
void icarus_close(const wl_plugin *p); // after its instances are closed; may be NULL

// Sums over all instances, open or closed: input port values driven with X, and values of
// don't-care output ports that contained an X.
typedef struct icarus_x {
    uint64_t driven, seen;
} icarus_x;
icarus_x icarus_x_of(const wl_plugin *p);

#endif
