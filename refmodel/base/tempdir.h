// tempdir.h : one folder for the temporary files of this run and of the tools that it starts
// (Verilator, g++, Yosys, ABC, OpenSTA, Icarus, z3, gnuplot), which get it as TMPDIR.
//
// It lies in $TMPDIR, else in /tmp, is called warploom-PID-XXXXXX, and goes away however the
// program ends (cleanup.h). What a killed program has left there is removed by the next one that
// makes a folder: its file `lock` is then not locked any more.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_TEMPDIR_H
#define WL_BASE_TEMPDIR_H

#include "base/err.h"

// The folder's absolute path, made when it is asked for first; a forked child has one of its own.
// NULL after an error: ST_INPUT when $TMPDIR cannot be used (no folder, read-only, or a name that
// the tools' shells would take apart), ST_TOOL when /tmp cannot.
const char *tempdir(err *e);

// The environment for a tool: this process's, with TMPDIR set to the folder. Malloc'd array, whose
// first string is malloc'd too.
char **tempdir_environment(const char *dir);
void tempdir_environment_free(char **environment);

#endif
