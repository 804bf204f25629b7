// csv_file.h: reads rows of CSV (RFC 4180, without line ends in a field), with the place of each
// field for messages.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CSV_FILE_H
#define WL_BASE_CSV_FILE_H

#include "base/err.h"

#include <stdbool.h>

// A file that is being read, and its row read last. Everything is owned by the struct; a row's
// fields are valid until the next one is read. csv_file_free is called also after an error.
typedef struct csv_file {
    const char *path; // the caller's
    unsigned line;    // from 1; 0: nothing has been read
    char **fields;
    unsigned *columns; // where each field begins, from 1
    unsigned n;
    bool cut; // the row has no line end: the file may have been cut off there
    char *text, *next;
    unsigned room;
} csv_file;

// ST_INPUT for a file that cannot be read or has more than max_bytes.
int csv_file_open(csv_file *f, const char *path, size_t max_bytes, err *e);
// The same for a file of an earlier run that this one may write again.
int csv_file_open_own(csv_file *f, const char *path, size_t max_bytes, err *e);
// Reads the next row. False at the end of the file, and on an error: a quote that is not closed, or
// text after one that is.
bool csv_file_next(csv_file *f, err *e);
// Adds an error (ST_INPUT) at a field of the row read last; `field` may be n, the row's end.
int csv_file_error(const csv_file *f, unsigned field, err *e, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void csv_file_free(csv_file *f);

#endif
