// csv_file.c: see csv_file.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/csv_file.h"

#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>

int csv_file_open(csv_file *f, const char *path, size_t max_bytes, err *e)
{
    size_t bytes;
    *f = (csv_file){.path = path};
    const int st = infile_read_named(path, max_bytes, &f->text, &bytes, e);
    f->next = f->text;
    return st;
}

int csv_file_open_own(csv_file *f, const char *path, size_t max_bytes, err *e)
{
    size_t bytes;
    *f = (csv_file){.path = path};
    const int st = infile_read(path, max_bytes, &f->text, &bytes, e);
    f->next = f->text;
    return st;
}

static int error_at(const csv_file *f, unsigned column, err *e, const char *format, va_list ap)
{
    const err_pos pos = {.file = f->path, .line = f->line, .col = column};
    char *message = wl_format_v(format, ap);
    err_add_at(e, ST_INPUT, &pos, "%s", message);
    free(message);
    return ST_INPUT;
}

int csv_file_error(const csv_file *f, unsigned field, err *e, const char *format, ...)
{
    va_list ap;
    unsigned column = f->n ? f->columns[f->n - 1] + (unsigned)strlen(f->fields[f->n - 1]) : 1;
    if (field < f->n) column = f->columns[field];
    va_start(ap, format);
    const int st = error_at(f, column, e, format, ap);
    va_end(ap);
    return st;
}

static int damaged(const csv_file *f, unsigned column, err *e, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    const int st = error_at(f, column, e, format, ap);
    va_end(ap);
    return st;
}

static void add(csv_file *f, char *field, unsigned column)
{
    if (f->n == f->room) {
        f->room = f->room ? 2 * f->room : 128;
        f->fields = wl_realloc(f->fields, f->room * sizeof *f->fields);
        f->columns = wl_realloc(f->columns, f->room * sizeof *f->columns);
    }
    f->fields[f->n] = field;
    f->columns[f->n++] = column;
}

// Takes the quotes away, in place; returns what follows the closing one, NULL if there is none.
static char *unquote(char *field)
{
    char *to = field, *from = field + 1;
    for (; *from; from++) {
        if (*from == '"' && *++from != '"') {
            *to = '\0';
            return from;
        }
        *to++ = *from;
    }
    return NULL;
}

bool csv_file_next(csv_file *f, err *e)
{
    if (!f->next || !*f->next) return false;
    char *row = f->next, *end = row + strcspn(row, "\n"), *at = row;
    f->cut = *end == '\0';
    f->next = end + (*end == '\n');
    *end = '\0';
    if (end > row && end[-1] == '\r') end[-1] = '\0';
    f->line++;
    f->n = 0;
    for (bool more = true; more;) {
        char *field = at, *after = *at == '"' ? unquote(at) : at + strcspn(at, ",");
        const unsigned column = (unsigned)(field - row) + 1;
        if (!after) return !damaged(f, column, e, "this quote is not closed within its line");
        more = *after == ',';
        if (*after && !more)
            return !damaged(f, (unsigned)(after - row) + 1, e,
                            "a field in quotes ends here: a comma or the line's end must follow");
        at = after + 1;
        if (more) *after = '\0';
        add(f, field, column);
    }
    return true;
}

void csv_file_free(csv_file *f)
{
    free(f->fields);
    free(f->columns);
    free(f->text);
}
