// trace_text.h: a text file, plain or compressed by xz or gzip, as a stream of lines. It needs one
// buffer of memory, however large the file is.
//
// Files that decompress to endless or boundless lines are rejected: a line has at most
// TEXT_LINE_MOST bytes, at most TEXT_BLANK_MOST empty lines follow each other, decompression may
// take TEXT_XZ_MEMORY bytes of memory, and the text has at most TEXT_MOST bytes, or the number that
// text_limit sets.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_TEXT_H
#define WL_TRACE_TRACE_TEXT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_LINE_MOST = 65536, TEXT_BLANK_MOST = 1024, TEXT_XZ_MEMORY = 256 << 20 };

#define TEXT_MOST ((uint64_t)1 << 40)

typedef struct text text;

// Opens a file, which is decompressed if its name ends in ".xz" or ".gz". ST_INPUT if it is no
// regular file or cannot be read. NULL after an error.
text *text_open(const char *path, err *e);
void text_close(text *t);

// Returns the next nonempty line, NUL-terminated without its line end; valid until the next call.
// *line = NULL: the file has ended and was sound. Errors are ST_INPUT, or ST_TOOL without memory to
// decompress; later calls return the same status without another message.
int text_next(text *t, const char **line, size_t *length, err *e);

// From now on, more than `bytes` decompressed bytes, counted from the beginning of the file, are an
// error that names the limit and `what` it applies to. Data read ahead, up to 4 * TEXT_LINE_MOST,
// count too.
void text_limit(text *t, uint64_t bytes, const char *what);

const char *text_path(const text *t);
unsigned text_number(const text *t); // number of the last line returned, from 1

#endif
