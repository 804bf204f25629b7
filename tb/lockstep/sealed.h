// sealed.h: files of the cache with their SHA-256 beside them (FILE.sha256, as `sha256sum -c` reads
// it), so that a file that was truncated, changed or renamed is detected before it is loaded.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_SEALED_H
#define WL_TB_LOCKSTEP_SEALED_H

#include "base/err.h"

typedef enum sealed_state { SEALED_ABSENT, SEALED_GOOD, SEALED_DAMAGED } sealed_state;

// SEALED_DAMAGED: the file exists, but its digest differs, names another file, or is missing.
sealed_state sealed_check(const char *path);

// Removes the file, and reports on stderr that it will be made again.
void sealed_discard(const char *path);

// Moves `made`, the output of `tool` in the same file system, to `path`. The digest is written
// first, so that a process that is killed in between leaves no file without a digest.
int sealed_install(const char *tool, const char *made, const char *path, err *e);

// The error of a rename into the cache, errno = why. Says so when a file or directory must go
// first.
int sealed_cannot_rename(const char *made, const char *path, int why, err *e);

#endif
