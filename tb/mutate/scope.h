// scope.h : the instances of a design, as places in which a mutant is proven: each holds cells of the flattened design under the names that
// they have when its module is flattened alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_SCOPE_H
#define WL_TB_MUTATE_SCOPE_H

#include "tb/mutate/rtlil.h"

typedef struct scope {
    char *module; // as it stands in modules.il
    char *marked; // its place, as Yosys puts it before the names of cells without one of the source: "\u_insn.\g_queue[0].u_fifo."
    char *path;   // and before names of the source: "u_insn.g_queue[0].u_fifo."
} scope;

typedef struct scope_list {
    scope *s; // from the top down: an instance follows the one that it is in
    unsigned n;
} scope_list;

int scopes_read(scope_list *l, const char *path, err *e); // prep.tcl's instances.txt; ST_TOOL: something else
void scopes_free(scope_list *l);

// The instance that holds the cell and is `above` others away from the innermost that does; NULL: there are fewer. The top is none.
const scope *scope_of(const scope_list *l, const rtlil_cell *cell, unsigned above);

// The cell's name in the instance's module, flattened alone, malloc'd; NULL: the instance does not hold it.
char *scope_name(const scope *s, const rtlil_cell *cell);

#endif
