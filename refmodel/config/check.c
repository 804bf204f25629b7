// check.c: runs all rules between keys (check.h), and checks what holds for every key: its range,
// and the name.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/check.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const cfg_assign *latest(const cfg_source *s, const cfg_row *r)
{
    for (unsigned i = s->n; i-- > 0;) {
        if (s->list[i].row == r) return &s->list[i];
    }
    return NULL;
}

// The last source that gives one of the keys. All assignments are given at once: of these it is the
// one whose key stands first.
static const cfg_assign *to_blame(const cfg_trace *t, const char *const *keys,
                                  const cfg_source **where)
{
    const cfg_assign *a = NULL;
    unsigned files = t->n;
    while (files && t->sources[files - 1]->given) files--;
    for (unsigned n = 0; !a && keys[n]; n++) {
        for (unsigned i = t->n; !a && i-- > files;)
            a = latest(*where = t->sources[i], cfg_find(keys[n], NULL));
    }
    for (unsigned i = files; !a && i-- > 0;) {
        *where = t->sources[i];
        for (unsigned n = 0; !a && keys[n]; n++) a = latest(*where, cfg_find(keys[n], NULL));
    }
    return a;
}

void check_broken(const checker *k, const char *const *keys, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    const cfg_source *s = NULL;
    const cfg_assign *a = k->t ? to_blame(k->t, keys, &s) : NULL;
    if (a) source_error(s, a->line, a->col, k->e, "%s", message);
    else err_add(k->e, ST_INPUT, "%s", message);
    free(message);
}

static void check_row(const checker *k, const cfg_section *s, const cfg_row *r)
{
    if (r->kind == CFG_STRING) return;
    uint32_t v = cfg_get(k->c, r);
    if (v >= r->min && v <= r->max && !((r->flags & POW2) && (v & (v - 1)))) return;
    char *path = cfg_path(s, r), *shown = cfg_number_text(r, v), *allowed = cfg_allowed(r);
    check_broken(k, KEYS(path), "%s = %s: must be %s", path, shown, allowed);
    free(path);
    free(shown);
    free(allowed);
}

static void check_rows(const checker *k)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < s[i].n; j++) check_row(k, &s[i], &s[i].rows[j]);
    }
}

// The name begins the name of every emitted module, and is a name of its own in scripts:
// Verilog-2005, 3.7.
static void check_name(const checker *k)
{
    const char *name = k->c->name;
    size_t n = strlen(name);
    bool word = n && (isalpha((unsigned char)*name) || *name == '_');
    for (size_t i = 0; i < n; i++)
        word = word && (isalnum((unsigned char)name[i]) || name[i] == '_');
    char *shown = source_printable(name);
    if (!word)
        check_broken(
            k, KEYS("name"),
            "name = %s: must be a Verilog identifier: letters, digits and _, no digit first",
            shown);
    else if (n > CFG_NAME)
        check_broken(k, KEYS("name"), "name = %s: must have at most %d characters, has %zu", shown,
                     CFG_NAME, n);
    else if (is_verilog_keyword(name))
        check_broken(k, KEYS("name"), "name = %s: is a keyword of Verilog", shown);
    free(shown);
}

// Placed at the key to blame, if that was given, else at another that the function is made of.
void check_index(const checker *k, const index_fn *f, bool primitive)
{
    const index_keys *n = f->keys;
    const char *key;
    char *wrong = index_fn_wrong(f, primitive, &key);
    if (wrong)
        check_broken(k, KEYS(key, n->kind, n->bits, n->line_bit, n->low, n->high), "%s", wrong);
    free(wrong);
}

int check_rules(const config *c, const cfg_trace *t, err *e)
{
    const unsigned before = e->count;
    const checker k = {c, t, e};
    check_rows(&k);
    if (e->count > before) return ST_INPUT; // the rules below count on the ranges
    check_name(&k);
    check_machine(&k);
    check_blocks(&k);
    return e->count > before ? ST_INPUT : ST_OK;
}

int config_check(const config *c, err *e) { return check_rules(c, NULL, e); }
