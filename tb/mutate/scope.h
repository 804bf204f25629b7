// scope.h: the instances of a design, as scopes in which a mutant is proven equivalent. Each
// contains cells of the flattened design under the names that they have if the instance's module is
// flattened alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_SCOPE_H
#define WL_TB_MUTATE_SCOPE_H

#include "tb/mutate/rtlil.h"

typedef struct scope {
    char *module; // name in modules.il
    // its path as a prefix of cell names that Yosys made: "\u_insn.\g_queue[0].u_fifo."
    char *marked;
    char *path; // and as a prefix of names from the source: "u_insn.g_queue[0].u_fifo."
} scope;

typedef struct scope_list {
    scope *s; // from the top down: an instance follows the one that contains it
    unsigned n;
} scope_list;

// reads prep.tcl's instances.txt; ST_TOOL if it is something else
int scopes_read(scope_list *l, const char *path, err *e);
void scopes_free(scope_list *l);

// The instance that contains the cell and is `above` levels above the innermost one; NULL if there
// is none. The top does not count.
const scope *scope_of(const scope_list *l, const rtlil_cell *cell, unsigned above);

// The cell's name in the instance's module, flattened alone, malloc'd; NULL if the instance does
// not contain it.
char *scope_name(const scope *s, const rtlil_cell *cell);

#endif
