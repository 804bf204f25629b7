// resources.h: locates the files that come with the program (presets, PTX of the workloads,
// scripts) and its caches, in the build tree and after `make install`, and runs external tools.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_RESOURCES_H
#define WL_BASE_RESOURCES_H

#include "base/err.h"

#include <sys/types.h>

// Returns the absolute path of a file that comes with the program, such as
// "refmodel/config/presets/gtx480.yaml"; malloc'd. The root is $WARPLOOM_SHARE, else the repository
// if the program runs from build/, else PREFIX/share/warploom. In a user's host program, the
// location of libcuda.so.1 decides.
char *resource_path(const char *relative);

// Returns the directory for files that can be made again (compiled plug-ins), malloc'd:
// $WARPLOOM_CACHE, else build/cache in the build tree, else $XDG_CACHE_HOME/warploom or
// ~/.cache/warploom. It is not created here.
char *resource_cache_dir(void);

// Returns the path of a library of the program ("warploom.vpi"), malloc'd: in lib/ of the build
// tree, or in PREFIX/lib/warploom after `make install`.
char *resource_library(const char *name);

// Runs a program without a shell (argv[0] is looked up in PATH), in directory dir (NULL: the
// present one), with stdout and stderr going to log_path (NULL: discarded). Words "NAME=VALUE"
// before the program are settings of its environment, as in a shell. If the program is
// missing, fails, or dies of a signal, adds an error with its name, how it ended and the last lines
// of the log, and returns ST_TOOL; else ST_OK. If the caller ends, in whatever way, the program and
// its children are killed. The program gets a temporary folder (tempdir.h); it is an error if none
// can be made.
int tool_run(const char *const argv[], const char *dir, const char *log_path, err *e);

// Starts the program without waiting for it. The caller waits for process *pid, or ends it.
int tool_start(const char *const argv[], const char *dir, const char *log_path, pid_t *pid, err *e);

#endif
