// err.h: errors as values. A function that can fail because of bad input or a failing tool takes an
// `err *`, adds one message per cause, and returns the exit status. Nothing below the command line
// (refmodel/cli) prints or exits.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_ERR_H
#define WL_BASE_ERR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

// Exit status of the program, and the return value of everything that takes an `err *`: X(name,
// number, meaning, more about it). ST_READER_LEFT is the shell's number of an end by SIGPIPE; only
// the command line ends so (cli.c).
#define ST_TABLE(X) \
    X(OK, 0, "done", "") \
    X(CHECK, 1, "a check failed", ": a mismatch, a failed proof, a wrong result") \
    X(INPUT, 2, "wrong input", \
      "; a path cannot be used: it is missing, of another kind, or may not be written") \
    X(TOOL, 3, "a tool or the machine failed", \
      ": a tool is missing or ends with an error, the disk is full") \
    X(READER_LEFT, 141, "the reader of the output left", \
      ", as `head` does when it has its lines: the work is done, nothing is said, and SIGPIPE " \
      "ends the program as it ends other Unix programs (status 1, 2 or 3 takes precedence)")
#define ST_ENUM(name, number, meaning, more) ST_##name = number,
enum { ST_TABLE(ST_ENUM) };
#undef ST_ENUM

// Zero-initialise before use. `text` holds `count` messages, newline-terminated; owned by the
// struct.
typedef struct err {
    int status;     // the first status added; ST_OK while nothing was
    unsigned count; // messages
    char *text;
    size_t len;
} err;

// A position in a text file. line and col count from 1; 0: unknown. `src` is the whole line without
// its newline, or NULL.
typedef struct err_pos {
    const char *file;
    unsigned line, col;
    const char *src;
} err_pos;

// Adds "error: <message>" and returns `status`. e must not be NULL.
int err_add(err *e, int status, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

// Adds "file:line:col: error: <message>", then the source line and a caret below the column when
// pos->src is given.
int err_add_at(err *e, int status, const err_pos *pos, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

// Adds the messages of `own`, which belong to a part of the work: as they are, if the first begins
// with a file's position, else under the part's name ("error: atax: <message>"). Returns the status
// of `own`.
int err_pass(err *e, const char *who, const err *own);

// Writes all messages to stderr.
void err_print(const err *e);
void err_free(err *e);

// Checks an invariant of the program: if it is broken, prints file, line, condition and message,
// and aborts. Never used for user input.
#define CHECK(cond, ...) \
    ((cond) ? (void)0 : wl_check_failed(__FILE__, __LINE__, #cond, __VA_ARGS__))
_Noreturn void wl_check_failed(const char *file, int line, const char *cond, const char *fmt, ...)
    __attribute__((format(printf, 4, 5), cold));

// malloc, calloc and realloc that end the program with a message and status ST_TOOL if memory is
// exhausted. Used at set-up, and where something grows to the size that a run needs.
void *wl_malloc(size_t size);
void *wl_calloc(size_t n, size_t size);
void *wl_calloc_lines(size_t n, size_t size); // wl_calloc in cache lines (64 bytes) of its own
void *wl_realloc(void *p, size_t size);
char *wl_strdup(const char *s);
char *wl_format(const char *fmt, ...) __attribute__((format(printf, 1, 2))); // malloc'd sprintf
char *wl_format_v(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

// A stream that writes into memory. After wl_memstream_end, *text (malloc'd) and *bytes are valid.
// Ends the program if memory is exhausted.
FILE *wl_memstream(char **text, size_t *bytes);
void wl_memstream_end(FILE *f);

#endif
