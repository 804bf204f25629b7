// symtab.h: a table of names in nested scopes. Scope 0 is the module; the braces of functions open
// scopes inside it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_SYMTAB_H
#define WL_PTX_SYMTAB_H

#include "ptx/ir.h"

typedef enum symbol_kind {
    SYM_REG,
    SYM_RANGE,
    SYM_VAR,
    SYM_LABEL,
    SYM_LABELS,
    SYM_FUNCTION,
    SYM_PROTO
} symbol_kind;

typedef struct symbol symbol; // one named thing
typedef struct symtab symtab;

struct symbol {
    symbol_kind kind;
    place at;
    ptx_type type;   // SYM_REG, SYM_RANGE
    uint32_t vector; // SYM_REG, SYM_RANGE: components; 0: it is no vector
    bool of_module;  // SYM_REG, SYM_RANGE: declared at module scope
    int32_t reg;     // SYM_REG: virtual register, -1 while it was not used
    // SYM_RANGE: registers name0 .. name(count-1); the name itself stays free, and the range is
    // kept as "name<"
    uint32_t count;
    uint32_t target; // SYM_LABEL: index of the statement that follows
    variable *var;
    label_list *labels;
    function *func;
};

symtab *symtab_new(void);
void symtab_free(symtab *s);
uint32_t symtab_open(symtab *s);              // a new scope inside the current one; returns it
void symtab_close(symtab *s);                 // back to the one around
void symtab_enter(symtab *s, uint32_t scope); // back into a scope that was closed
uint32_t symtab_scope(const symtab *s);

// Adds to the current scope. NULL if the name is there already: *old is that one.
symbol *symtab_add(symtab *s, const char *name, symbol_kind kind, place at, const symbol **old);

// The innermost symbol of that name as seen from a scope; NULL if there is none.
symbol *symtab_find(const symtab *s, uint32_t scope, const char *name);

// The register called `name` as seen from the current scope, made from its range on first use. NULL
// if there is none.
symbol *symtab_register(symtab *s, const char *name);

#endif
