// symtab.c : see symtab.h. One hash table (uthash) for all scopes; a key is the scope's number and
// the name.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/symtab.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

typedef struct entry {
    symbol sym;
    char *key;
    UT_hash_handle hh;
} entry;

struct symtab {
    entry *table;
    uint32_t *parents; // of each scope
    size_t n_scopes, scopes_room;
    uint32_t current;
};

symtab *symtab_new(void)
{
    symtab *s = wl_calloc(1, sizeof *s);
    s->parents = grow(s->parents, s->n_scopes, &s->scopes_room, sizeof *s->parents);
    s->parents[s->n_scopes++] = 0;
    return s;
}

void symtab_free(symtab *s)
{
    if (!s) return;
    entry *x, *next;
    HASH_ITER(hh, s->table, x, next) {
        HASH_DEL(s->table, x);
        free(x->key);
        free(x);
    }
    free(s->parents);
    free(s);
}

uint32_t symtab_open(symtab *s)
{
    s->parents = grow(s->parents, s->n_scopes, &s->scopes_room, sizeof *s->parents);
    s->parents[s->n_scopes] = s->current;
    s->current = (uint32_t)s->n_scopes++;
    return s->current;
}

void symtab_close(symtab *s) { s->current = s->parents[s->current]; }
void symtab_enter(symtab *s, uint32_t scope) { s->current = scope; }
uint32_t symtab_scope(const symtab *s) { return s->current; }

static entry *find_in(const symtab *s, uint32_t scope, const char *name)
{
    char *key = wl_format("%u %s", scope, name);
    entry *x = NULL;
    HASH_FIND_STR(s->table, key, x);
    free(key);
    return x;
}

symbol *symtab_add(symtab *s, const char *name, symbol_kind kind, place at, const symbol **old)
{
    entry *x = find_in(s, s->current, name);
    if (x) {
        if (old) *old = &x->sym;
        return NULL;
    }
    x = wl_calloc(1, sizeof *x);
    x->key = wl_format("%u %s", s->current, name);
    x->sym = (symbol){.kind = kind, .at = at, .reg = -1, .of_module = s->current == 0};
    HASH_ADD_KEYPTR(hh, s->table, x->key, strlen(x->key), x);
    return &x->sym;
}

symbol *symtab_find(const symtab *s, uint32_t scope, const char *name)
{
    for (;; scope = s->parents[scope]) {
        entry *x = find_in(s, scope, name);
        if (x) return &x->sym;
        if (scope == 0) return NULL;
    }
}

// %r12 of the range %r<20> in one scope: the digits at the end, without leading zeros, below the
// count.
static symbol *from_range(symtab *s, uint32_t scope, const char *name)
{
    size_t n = strlen(name), cut = n;
    while (cut > 1 && isdigit((unsigned char)name[cut - 1])) cut--;
    if (cut == n || n - cut > 9 || (name[cut] == '0' && n - cut > 1)) return NULL;
    char *prefix = wl_format("%.*s<", (int)cut, name);
    const entry *range = find_in(s, scope, prefix);
    free(prefix);
    if (!range || range->sym.kind != SYM_RANGE || strtoul(name + cut, NULL, 10) >= range->sym.count)
        return NULL;
    const place at = range->sym.at;
    const ptx_type type = range->sym.type;
    const uint32_t vector = range->sym.vector;
    uint32_t here = s->current;
    s->current = scope;
    symbol *made = symtab_add(s, name, SYM_REG, at, NULL);
    s->current = here;
    if (made) made->type = type, made->vector = vector;
    return made;
}

symbol *symtab_register(symtab *s, const char *name)
{
    for (uint32_t scope = s->current;; scope = s->parents[scope]) {
        entry *x = find_in(s, scope, name);
        if (x) return x->sym.kind == SYM_REG ? &x->sym : NULL;
        symbol *made = from_range(s, scope, name);
        if (made || scope == 0) return made;
    }
}
