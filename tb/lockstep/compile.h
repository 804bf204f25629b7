// compile.h : from emitted Verilog to a shared object: Verilator and the C++ compiler.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_COMPILE_H
#define WL_TB_LOCKSTEP_COMPILE_H

#include "base/err.h"

#include <stdbool.h>

typedef struct compile_flags {
    bool waves, asserts, select, coverage;
    bool large; // to be compiled in a short time rather than to run fast
} compile_flags;

typedef struct compile_job {
    // directory of the build, absolute; tools get paths relative to it, so that its name may hold anything
    const char *work;
    // where the compiled Verilator runtime is kept, absolute: the parent of `work`
    const char *cache;
    const char *top;       // top module
    const char *list;      // file list, relative to the emitted directory
    const char *shim;      // plug-in shim, relative to it
    const char *emitted;   // the emitted directory, absolute: WORK/rtl
    const char *verilog;   // a file instead of those of the list, relative to it; NULL: none
    compile_flags flags;
    bool lint; // a lint warning is an error; off for seeded bugs, which may leave a signal unused
} compile_job;

// What besides the emitted files decides the plug-in: versions of the tools, and all flags. malloc'd text; NULL and ST_TOOL when
// a tool is missing.
char *compile_identity(const char *work, const compile_flags *flags, err *e);

// Makes WORK/plugin.so. ST_TOOL on a missing or failing tool; the error quotes the end of its log.
int compile_plugin(const compile_job *j, const char *identity, err *e);

#endif
