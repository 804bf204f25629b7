// writer.h : text made from templates. Straight-line Verilog stands as one multi-line C string with named holes, @{NAME}; the
// writer fills them, owns indentation, and keeps everything in memory.
//
//   - A hole that was not set, or is not closed, is a broken invariant of the generator: the program aborts with its name.
//   - A hole alone on its line is a block: each line of its text gets the line's indentation, and an empty text removes the line.
//   - A line that begins with @+{NAME} is there only when the hole NAME has a text, one with @-{NAME} only when it has none;
//     several such marks on a line must all hold.
//   - Texts of holes may hold holes themselves; they are filled with the values at the time of writer_put.
//   - Verilog and C++ must balance their brackets: writer_take checks it (comments and strings apart).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_WRITER_H
#define WL_RTLGEN_WRITER_H

#include <stdbool.h>

typedef struct writer writer;

writer *writer_new(void);
void writer_free(writer *w);

// Sets (or replaces) a hole's text. Names are upper case, digits and _.
void writer_set(writer *w, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void writer_flag(writer *w, const char *name, bool on); // a hole with a text or without one, for @+ and @-
void writer_put(writer *w, const char *tpl); // appends the template, its holes filled

// The text, malloc'd; the writer is empty again, its holes stay. `what` names the file in the message of an unbalanced bracket;
// NULL: text without such rules.
char *writer_take(writer *w, const char *what);

#endif
