// refusal.c : see refusal.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/refusal.h"

#include "ptx/lex.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REFUSALS = 20 }; // and one more, which says so

// Behind the last of a list, n of which there are.
static refusal **end_of(refusal **list, unsigned *n)
{
    for (*n = 0; *list; list = &(*list)->next) ++*n;
    return list;
}

static refusal *copy_of(place at, const char *message, pool *mem)
{
    refusal *r = pool_alloc(mem, sizeof *r);
    *r = (refusal){.at = at, .message = pool_copy(mem, message, strlen(message))};
    return r;
}

void refusal_add(function *f, place at, const char *fmt, va_list ap)
{
    unsigned n;
    refusal **end = end_of(&f->refusals, &n);
    if (n > MOST_REFUSALS) return;
    char *message = n < MOST_REFUSALS
                        ? wl_format_v(fmt, ap)
                        : wl_format("too many errors: the rest of '%s' is not told", f->name);
    *end = copy_of(at, message, &f->mem);
    free(message);
}

void refusal_append(refusal **to, const refusal *from, pool *mem)
{
    unsigned n;
    refusal **end = end_of(to, &n);
    for (; from && n <= MOST_REFUSALS; from = from->next, n++) {
        *end = copy_of(from->at, from->message, mem);
        end = &(*end)->next;
    }
}

void refusal_tell(const refusal *r, const ptx_module *m, err *e)
{
    for (; r; r = r->next) {
        char *src = lex_source_line(m->text, m->text + m->bytes, r->at.line);
        const err_pos pos = {.file = m->name, .line = r->at.line, .col = r->at.col, .src = src};
        err_add_at(e, ST_INPUT, &pos, "%s", r->message);
        free(src);
    }
}
