// compile.h: compiles emitted Verilog to a shared object with Verilator and the C++ compiler.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_COMPILE_H
#define WL_TB_LOCKSTEP_COMPILE_H

#include "base/err.h"
#include "tb/lockstep/toolchain.h"

#include <stdbool.h>
#include <stdint.h>

// How long the plug-in is going to run: optimizing it has to take less time than it saves. Both
// grow with the design, so that the break-even points depend little on it: those of MRPB, CART,
// WarpPool and a crossbar lie between 140,000 and 450,000 cycles for -O0, and at several millions
// for -O1.
typedef enum plugin_run {
    PLUGIN_LONG,  // -O2: a workload of medium or paper size, a bench of millions of cycles
    PLUGIN_SHORT, // -O1: PLUGIN_SHORT_CYCLES at most; a small workload; gates and mutants, whose
                  // code is large
    PLUGIN_BRIEF  // -O0: PLUGIN_BRIEF_CYCLES at most, or until a seeded bug shows
} plugin_run;
enum { PLUGIN_BRIEF_CYCLES = 100000, PLUGIN_SHORT_CYCLES = 2000000 };

static inline plugin_run plugin_run_of(uint64_t cycles)
{
    return cycles <= PLUGIN_BRIEF_CYCLES   ? PLUGIN_BRIEF
           : cycles <= PLUGIN_SHORT_CYCLES ? PLUGIN_SHORT
                                           : PLUGIN_LONG;
}

typedef struct compile_flags {
    bool waves, asserts, select, coverage;
    plugin_run run;
} compile_flags;

typedef struct compile_job {
    // Build directory, absolute. Tools get paths relative to it, so that its name may contain any
    // character.
    const char *work;
    // Directory of the compiled Verilator runtime and of the precompiled headers, absolute: the
    // parent of `work`.
    const char *cache;
    const toolchain *tools;
    const char *top;     // top module
    const char *list;    // file list, relative to the emitted directory
    const char *shim;    // plug-in shim, relative to it
    const char *emitted; // the emitted directory, absolute: WORK/rtl
    const char *shell;   // a file besides those on the list, relative to it; NULL: none
    const char *verilog; // a file that replaces those on the list, relative to it; NULL: none
    compile_flags flags;
    bool lint; // lint warnings are errors; off for seeded bugs, which may leave a signal unused
} compile_job;

// Everything besides the emitted files that determines the plug-in: the versions of Verilator and
// of the compiler, one per line, then all flags. malloc'd text.
char *compile_identity(const toolchain *tools, const compile_flags *flags);

// Makes WORK/plugin.so. ST_TOOL if a tool is missing or fails; the error quotes the end of its log.
int compile_plugin(const compile_job *j, err *e);

#endif
