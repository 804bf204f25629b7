// writer.h : text made of templates (base/template.h) and of lines that are computed, in memory.
// The templates are files of Verilog and of what goes with it, *.in below rtlgen/; the build puts
// them into the program.
//
//   - A template that does not fill (a name without a value, an open block) is a broken invariant
//     of the generator: the program aborts with its file and line.
//   - Verilog and C++ must balance their brackets, comments and strings apart: writer_take checks
//     it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_WRITER_H
#define WL_RTLGEN_ENGINE_WRITER_H

#include "base/template.h"

#include <stdbool.h>

extern const template_file rtlgen_templates[]; // made by the build; NULL-name-terminated

typedef struct writer writer;

writer *writer_new(void);                          // with the generator's templates
writer *writer_new_of(const template_file *files); // with others
void writer_free(writer *w);

// Sets (or replaces) a value: a text, yes or no, a list or object (the reference goes to the
// writer).
void writer_set(writer *w, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void writer_flag(writer *w, const char *name, bool on);
void writer_value(writer *w, const char *name, json_t *value);

// An object of texts for a list: `name, text, name, text, .., NULL`. Texts are any bytes.
json_t *writer_item(const char *name, ...);
void writer_add(json_t *item, const char *name, const char *text); // one more

// Appends a template, filled; a text as it is.
void writer_put(writer *w, const char *name);
void writer_print(writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

// The text, malloc'd; the writer is empty again, its values stay. `what` names the file in the
// message of an unbalanced bracket; NULL: text without such rules.
char *writer_take(writer *w, const char *what);
// The text becomes the value `name` of another writer, and this one ends.
void writer_hand_over(writer *from, writer *to, const char *name);

#endif
