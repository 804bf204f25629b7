// gunzip.h : a .gz file as text in memory, of which no more is unpacked than is allowed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_GUNZIP_H
#define WL_SYNTH_GUNZIP_H

#include "base/err.h"

// Unpacks all members of the file at `path` into *data, malloc'd and NUL-terminated. ST_INPUT when
// the file cannot be read, is no .gz file, is damaged or cut off, or unpacks to more than
// max_bytes, which is noticed when so many have come.
int gunzip_file(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);

#endif
