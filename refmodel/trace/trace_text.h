// trace_text.h : a text file, plain or packed by xz or gzip, as a stream of lines. However large the file is, memory is one buffer.
//
// What unpacks to endless or boundless lines is refused: a line has at most TEXT_LINE_MOST bytes, at most TEXT_BLANK_MOST empty
// lines follow each other, unpacking may take TEXT_XZ_MEMORY bytes, and the text has at most
// TEXT_MOST bytes, or what text_limit says.
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

// path: unpacked when it ends in ".xz" or ".gz". What is no regular file or cannot be read is ST_INPUT. NULL after an error.
text *text_open(const char *path, err *e);
void text_close(text *t);

// The next line that is not empty, without its end, NUL-terminated; valid until the next call. *line = NULL: the file has ended,
// and all of it was sound. Errors: ST_INPUT, or ST_TOOL without memory to unpack, and any later call gives the same again without another message.
int text_next(text *t, const char **line, size_t *length, err *e);

// From here on: more than `bytes`, counted from the file's beginning (unpacked), are an error that
// names the limit and `what` it is of. What is read ahead counts too, up to 4 * TEXT_LINE_MOST.
void text_limit(text *t, uint64_t bytes, const char *what);

const char *text_path(const text *t);
unsigned text_number(const text *t); // of the line last given, from 1

#endif
