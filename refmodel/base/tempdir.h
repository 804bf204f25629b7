// tempdir.h: one folder for the temporary files of this run and of the tools that it starts
// (Verilator, clang++, Yosys, ABC, OpenSTA, Icarus, z3, gnuplot), which get it as TMPDIR.
//
// The folder lies in $TMPDIR, else in /tmp, has the name warploom-PID-XXXXXX, and is removed
// however the program ends (cleanup.h). Folders of killed programs are removed by the next program
// that makes one: their file `lock` is no longer locked.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_TEMPDIR_H
#define WL_BASE_TEMPDIR_H

#include "base/err.h"

// Returns the folder's absolute path. The first call makes it; a forked child gets a folder of its
// own. NULL after an error: ST_INPUT if $TMPDIR cannot be used (no folder, read-only, or a name
// that a shell would split), ST_TOOL if /tmp cannot.
const char *tempdir(err *e);

// Returns the environment for a tool: that of this process, with TMPDIR set to the folder. The
// array and its first string are malloc'd.
char **tempdir_environment(const char *dir);
void tempdir_environment_free(char **environment);

#endif
