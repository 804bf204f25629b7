// sealed.h : files of the cache with their SHA-256 beside them (FILE.sha256, as `sha256sum -c`
// reads it), so that one that has been truncated, changed, or put there under another's name is
// noticed before it is loaded.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_SEALED_H
#define WL_TB_LOCKSTEP_SEALED_H

#include "base/err.h"

typedef enum sealed_state { SEALED_ABSENT, SEALED_GOOD, SEALED_DAMAGED } sealed_state;

// Damaged: it is there, but its digest is another, names another file, or is missing.
sealed_state sealed_check(const char *path);

// Says in one sentence on stderr that the file is made anew, and removes it.
void sealed_discard(const char *path);

// Moves `made`, which `tool` has made, in the same file system, to `path`, its digest first:
// whoever is killed in between leaves no file to be doubted.
int sealed_install(const char *tool, const char *made, const char *path, err *e);

#endif
