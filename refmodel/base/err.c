// err.c : see err.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/err.h"

#include "base/printable.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void out_of_memory(size_t bytes)
{
    if (bytes) fprintf(stderr, "error: out of memory (asked for %zu bytes)\n", bytes);
    else fprintf(stderr, "error: out of memory\n");
    exit(ST_TOOL);
}

void *wl_malloc(size_t size) { return wl_realloc(NULL, size); }

// n * size. Ends the program when no size can hold that and `more` bytes behind it.
static size_t product(size_t n, size_t size, size_t more)
{
    size_t bytes, end;
    if (__builtin_mul_overflow(n, size, &bytes) || __builtin_add_overflow(bytes, more, &end))
        out_of_memory(0);
    return bytes;
}

void *wl_calloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size ? size : 1);
    if (!p) out_of_memory(product(n, size, 0));
    return p;
}

void *wl_calloc_lines(size_t n, size_t size)
{
    const size_t line = 64, lines = (product(n, size, line) + line - 1) / line,
                 bytes = (lines ? lines : 1) * line;
    void *p = aligned_alloc(line, bytes);
    if (!p) out_of_memory(bytes);
    return memset(p, 0, bytes);
}

void *wl_realloc(void *p, size_t size)
{
    p = realloc(p, size ? size : 1);
    if (!p) out_of_memory(size);
    return p;
}

char *wl_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(wl_calloc(n, 1), s, n);
}

char *wl_format_v(const char *fmt, va_list ap)
{
    char *s = NULL;
    if (vasprintf(&s, fmt, ap) < 0) out_of_memory(strlen(fmt));
    return s;
}

char *wl_format(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *s = wl_format_v(fmt, ap);
    va_end(ap);
    return s;
}

FILE *wl_memstream(char **text, size_t *bytes)
{
    FILE *f = open_memstream(text, bytes);
    if (!f) out_of_memory(0);
    return f;
}

void wl_memstream_end(FILE *f)
{
    const bool failed = ferror(f);
    if (fclose(f) != 0 || failed) out_of_memory(0);
}

static void append(err *e, const char *s)
{
    size_t n = strlen(s);
    e->text = wl_realloc(e->text, e->len + n + 1);
    memcpy(e->text + e->len, s, n + 1);
    e->len += n;
}

static int add_v(err *e, int status, const char *prefix, const char *fmt, va_list ap)
{
    char *body = wl_format_v(fmt, ap);
    printable_message(body);
    append(e, prefix);
    append(e, "error: ");
    append(e, body);
    append(e, "\n");
    free(body);
    e->count++;
    if (e->status == ST_OK) e->status = status;
    return status;
}

int err_add(err *e, int status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_v(e, status, "", fmt, ap);
    va_end(ap);
    return status;
}

// The caret stands under the column even when the line holds tabs: the padding repeats them.
static char *caret_line(const char *src, unsigned col)
{
    char *pad = wl_calloc(col + 2, 1);
    unsigned i = 0;
    for (; i + 1 < col && src[i]; i++) pad[i] = src[i] == '\t' ? '\t' : ' ';
    pad[i] = '^';
    return pad;
}

int err_add_at(err *e, int status, const err_pos *pos, const char *fmt, ...)
{
    char *prefix;
    if (pos->line && pos->col) prefix = wl_format("%s:%u:%u: ", pos->file, pos->line, pos->col);
    else if (pos->line) prefix = wl_format("%s:%u: ", pos->file, pos->line);
    else prefix = wl_format("%s: ", pos->file);
    printable_message(prefix);
    va_list ap;
    va_start(ap, fmt);
    add_v(e, status, prefix, fmt, ap);
    va_end(ap);
    free(prefix);
    if (pos->src && pos->col) {
        char *caret = caret_line(pos->src, pos->col);
        char *both = wl_format("  %s\n  %s\n", pos->src, caret);
        printable_message(both);
        append(e, both);
        free(both);
        free(caret);
    }
    return status;
}

int err_pass(err *e, const char *who, const err *own)
{
    static const char prefix[] = "error: ";
    const char *text = own->text ? own->text : "failed without a message\n";
    if (strncmp(text, prefix, sizeof prefix - 1) == 0) text += sizeof prefix - 1;
    else if (own->text) {
        append(e, text);
        e->count += own->count;
        if (e->status == ST_OK) e->status = own->status;
        return own->status;
    }
    return err_add(e, own->status, "%s: %.*s", who, (int)strlen(text) - 1, text);
}

void err_print(const err *e)
{
    if (e->text) fputs(e->text, stderr);
}

void err_free(err *e)
{
    free(e->text);
    *e = (err){0};
}

_Noreturn void wl_check_failed(const char *file, int line, const char *cond, const char *fmt, ...)
{
    fprintf(stderr, "%s:%d: internal check failed: %s: ", file, line, cond);
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    fflush(NULL);
    abort();
}
