// toolchain.h: the tools that compile a plug-in: their versions, and where Verilator's headers are.
// To ask Verilator takes a tenth of a second, which a bench whose plug-in is in the cache would
// mostly wait for. So the answers are kept there for as long as the programs that gave them stay
// what they were.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_TOOLCHAIN_H
#define WL_TB_LOCKSTEP_TOOLCHAIN_H

#include "base/err.h"

typedef struct toolchain {
    char *versions; // of Verilator and of the C++ compiler, a line each
    char *include;  // directory of Verilator's headers and runtime
} toolchain;

// From CACHE/toolchain-*.txt, or from the tools, which are run in directory `work`. What is kept
// there counts for the programs of these names in all directories of PATH (a compiler may be a
// script that calls the next one), each by its real path, size, inode and times, and for the
// settings VERILATOR_ROOT and VERILATOR_BIN. ST_TOOL if a tool is missing or fails.
int toolchain_find(const char *cache, const char *work, toolchain *t, err *e);
void toolchain_free(toolchain *t);

#endif
