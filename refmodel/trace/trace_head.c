// trace_head.c : see trace_head.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_head.h"

#include "machine/common/front_end.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, SHOWN = 200, HEAD_BYTES = 1 << 20 };

int trace_error(const text *t, const char *line, unsigned col, err *e, const char *fmt, ...)
{
    char *shown = line ? wl_format("%.*s", SHOWN, line) : NULL;
    va_list ap;
    va_start(ap, fmt);
    char *what = wl_format_v(fmt, ap);
    va_end(ap);
    for (char *p = shown; p && *p; p++) *p = isprint((unsigned char)*p) ? *p : '?';
    const bool in_sight = shown && col && col <= SHOWN;
    const err_pos at = {.file = text_path(t),
                        .line = text_number(t),
                        .col = line ? col : 0,
                        .src = in_sight ? shown : NULL};
    int st = err_add_at(e, ST_INPUT, &at, "%s", what);
    free(what);
    free(shown);
    return st;
}

typedef enum head_kind { HEAD_NAME, HEAD_DIMS, HEAD_NUMBER, HEAD_ADDRESS } head_kind;

static const struct head_key {
    const char *key;
    uint8_t kind;
    bool required;
    size_t at;
    uint64_t min, max;
} keys[] = {
    {"-kernel name", HEAD_NAME, true, offsetof(trace_head, name), 0, 0},
    {"-grid dim", HEAD_DIMS, true, offsetof(trace_head, grid), 1, INT32_MAX},
    {"-block dim", HEAD_DIMS, true, offsetof(trace_head, block), 1, MOST_THREADS},
    {"-shmem", HEAD_NUMBER, false, offsetof(trace_head, shared_bytes), 0, 1 << 24},
    // 0: registers do not limit the blocks of an SM, as in Accel-Sim
    {"-nregs", HEAD_NUMBER, false, offsetof(trace_head, regs), 0, 65535},
    {"-registers named", HEAD_NUMBER, false, offsetof(trace_head, named), TRACE_REGISTERS, 65535},
    {"-binary version", HEAD_NUMBER, false, offsetof(trace_head, sm), 20, 999},
    {"-accelsim tracer version", HEAD_NUMBER, true, offsetof(trace_head, version), TRACE_OLDEST,
     TRACE_NEWEST},
    {"-enable lineinfo", HEAD_NUMBER, false, offsetof(trace_head, lineinfo), 0, 1},
    {"-shmem base_addr", HEAD_ADDRESS, false, offsetof(trace_head, shared_base), 0, UINT64_MAX},
    {"-code at", HEAD_NUMBER, false, offsetof(trace_head, code_at), 0, UINT32_MAX},
    {"-code of", HEAD_ADDRESS, false, offsetof(trace_head, program), 0, UINT64_MAX},
    {"-local word step", HEAD_NUMBER, false, offsetof(trace_head, local_step), WINST_WORD,
     INT32_MAX},
    {"-local mem base_addr", HEAD_ADDRESS, false, offsetof(trace_head, local_base), 0, UINT64_MAX},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

typedef struct reading {
    trace_head *h;
    text *t;
    err *e;
    bool given[KEYS];
} reading;

bool trace_whole(const char *s, char **end, int base, uint64_t *n)
{
    if (!isxdigit((unsigned char)*s)) return false;
    errno = 0;
    *n = strtoull(s, end, base);
    return *end != s && errno == 0;
}

static int read_number(const reading *r, const struct head_key *k, const char *line,
                       const char *value)
{
    char *end;
    uint64_t n = 0;
    const unsigned col = (unsigned)(value - line) + 1;
    if (!trace_whole(value, &end, k->kind == HEAD_ADDRESS ? 16 : 10, &n) || *end) {
        return trace_error(r->t, line, col, r->e,
                           "%s = %.40s: must be a %s number of at most 64 bits", k->key, value,
                           k->kind == HEAD_ADDRESS ? "hexadecimal" : "decimal");
    }
    if (n < k->min || n > k->max) {
        return trace_error(r->t, line, col, r->e, "%s = %.40s: must be %llu..%llu", k->key, value,
                           (unsigned long long)k->min, (unsigned long long)k->max);
    }
    if (k->kind == HEAD_ADDRESS) *(uint64_t *)((char *)r->h + k->at) = n;
    else *(uint32_t *)((char *)r->h + k->at) = (uint32_t)n;
    return ST_OK;
}

// (x,y,z)
static int read_dims(const reading *r, const struct head_key *k, const char *line,
                     const char *value)
{
    uint32_t *dims = (uint32_t *)((char *)r->h + k->at);
    const char *p = value;
    for (unsigned i = 0; i < 3; i++) {
        char *end;
        uint64_t n = 0;
        if (*p++ != (i ? ',' : '(') || !trace_whole(p, &end, 10, &n) || n < k->min || n > k->max)
            p = NULL;
        if (!p) break;
        dims[i] = (uint32_t)n;
        p = end;
    }
    if (p && strcmp(p, ")") == 0) return ST_OK;
    return trace_error(r->t, line, (unsigned)(value - line) + 1, r->e,
                       "%s = %.60s: must be (x,y,z), each %llu..%llu", k->key, value,
                       (unsigned long long)k->min, (unsigned long long)k->max);
}

static int read_key(reading *r, const struct head_key *k, const char *line, const char *value)
{
    switch (k->kind) {
    case HEAD_NAME:
        free(r->h->name);
        r->h->name = wl_strdup(value);
        return ST_OK;
    case HEAD_DIMS: return read_dims(r, k, line, value);
    default: return read_number(r, k, line, value);
    }
}

// "-key = value"; keys of newer tracers are passed over.
static int read_line(reading *r, const char *line)
{
    const char *equals = strchr(line, '=');
    if (!equals) return trace_error(r->t, line, 1, r->e, "must be a header line \"-key = value\"");
    size_t n = (size_t)(equals - line);
    while (n && line[n - 1] == ' ') n--;
    const char *value = equals + 1 + strspn(equals + 1, " ");
    for (unsigned k = 0; k < KEYS; k++) {
        if (strlen(keys[k].key) != n || strncmp(keys[k].key, line, n) != 0) continue;
        r->given[k] = true;
        return read_key(r, &keys[k], line, value);
    }
    return ST_OK;
}

static int check(const reading *r)
{
    const trace_head *h = r->h;
    for (unsigned k = 0; k < KEYS; k++) {
        if (keys[k].required && !r->given[k])
            return trace_error(r->t, NULL, 0, r->e, "the header has no %s", keys[k].key);
    }
    const uint64_t ctas = (uint64_t)h->grid[0] * h->grid[1],
                   threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
    if (ctas > UINT32_MAX / h->grid[2])
        return trace_error(r->t, NULL, 0, r->e, "the grid has more than %u CTAs", UINT32_MAX);
    if (h->local_step % WINST_WORD)
        return trace_error(r->t, NULL, 0, r->e, "-local word step = %u: must be a multiple of %d",
                           h->local_step, WINST_WORD);
    if (threads > MOST_THREADS) {
        return trace_error(r->t, NULL, 0, r->e,
                           "the block has %llu threads: at most %d are allowed",
                           (unsigned long long)threads, MOST_THREADS);
    }
    return ST_OK;
}

int head_read(trace_head *h, text *t, err *e)
{
    reading r = {.h = h, .t = t, .e = e};
    const char *line;
    size_t n;
    *h =
        (trace_head){.sm = 70, .registers = TRACE_REGISTERS, .local_step = WINST_WORD * WARP_LANES};
    int st;
    text_limit(t, HEAD_BYTES, "the header");
    while ((st = text_next(t, &line, &n, e)) == ST_OK) {
        if (!line) return trace_error(t, NULL, 0, e, "the trace ends in its header");
        if (*line == '#') break;
        if (*line != '-')
            return trace_error(t, line, 1, e,
                               "must be a header line \"-key = value\" or \"#traces format\"");
        if (read_line(&r, line) != ST_OK) return ST_INPUT;
    }
    if (st == ST_OK && strncmp(line, "#traces format", 14) != 0)
        return trace_error(t, line, 1, e, "must be the line \"#traces format = ...\"");
    text_limit(t, TEXT_MOST, "the file");
    if (h->named) h->registers = h->named;
    return st == ST_OK ? check(&r) : st;
}

void head_free(trace_head *h)
{
    free(h->name);
    *h = (trace_head){0};
}
