// gunzip.h: reads a .gz file as text in memory, with a limit on its decompressed size.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_GUNZIP_H
#define WL_SYNTH_GUNZIP_H

#include "base/err.h"

// Decompresses all members of the file at `path` into *data, malloc'd and NUL-terminated. ST_INPUT
// if the file cannot be read, is no .gz file, is damaged or truncated, or decompresses to more than
// max_bytes, at which point decompression stops.
int gunzip_file(const char *path, size_t max_bytes, char **data, size_t *bytes, err *e);

#endif
