// share.h : where the files that come with the program are (presets, PTX of the workloads, scripts), in the
// build tree and after `make install` alike, and where caches go.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_SHARE_H
#define WL_BASE_SHARE_H

#include "base/err.h"

#include <sys/types.h>

// "refmodel/config/presets/gtx480.yaml" -> absolute path, malloc'd. The root is $WARPLOOM_SHARE, else the repository when the
// program runs as build/warploom (or a program under build/), else PREFIX/share/warploom; in a user's host program those of libcuda.so.1.
char *share_path(const char *relative);

// Directory for things that can be made again (compiled plug-ins), malloc'd: $WARPLOOM_CACHE, else build/cache in the build
// tree, else $XDG_CACHE_HOME/warploom or ~/.cache/warploom. Not created here.
char *share_cache_dir(void);

// A library of the program ("warploom.vpi"), malloc'd: in lib/ beside it in the build tree, in PREFIX/lib/warploom after `make install`.
char *share_library(const char *name);

// Runs a program (argv[0] looked up in PATH; no shell), stdout and stderr to log_path (or discarded when NULL), with the
// current directory set to dir (NULL: unchanged). A missing program, a non-zero status or a signal adds an error that names
// the program, how it ended and the last lines of the log; returns ST_OK or ST_TOOL. When the caller ends, however it does, the program
// and what it has started are killed. Its temporary files lie in a folder of ours (tempdir.h);
// where none can be made, that is the error.
int share_run(const char *const argv[], const char *dir, const char *log_path, err *e);

// Starts it and does not wait: *pid is the caller's to wait for, and to end.
int share_start(const char *const argv[], const char *dir, const char *log_path, pid_t *pid, err *e);

#endif
