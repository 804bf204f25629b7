// fpga.h: from given Verilog files to look-up tables, flip-flops and RAM blocks of an FPGA with
// Yosys, and to a routed clock where nextpnr is installed for its family.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_FPGA_H
#define WL_SYNTH_FPGA_H

#include "base/err.h"

#include <jansson.h>

// The families' names, NULL-terminated: "ice40", "ecp5", "xc7".
extern const char *const fpga_targets[];

typedef struct fpga_job {
    const char *target;         // one of fpga_targets
    const char *rtl_dir;        // directory of the sources and their include files; absolute
    const char *const *sources; // Verilog files, absolute paths
    unsigned n_sources;
    const char *top;
    double clock_ns;                           // what nextpnr aims at
    const char *work_dir;                      // absolute; receives scripts, netlist and logs
    void (*step)(void *ctx, const char *what); // as in synth_job
    void *step_ctx;
} fpga_job;

// *result: {"target", "cells", "luts", "flops", "carries", "lut_rams" (primitives of RAM in look-up
// tables), "block_rams", "cells_by_type": {TYPE: number}, "device" (that was routed for),
// "fmax_mhz" (routed, the slowest clock; null: not routed, or no register), "not_routed" (why;
// null: it was)}. Versions of tools go to `tools`. ST_TOOL if a tool fails; a missing nextpnr is
// none.
int fpga_run(const fpga_job *j, json_t *tools, json_t **result, err *e);

#endif
