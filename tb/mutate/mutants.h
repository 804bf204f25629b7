// mutants.h : the mutants of a flattened design: what Yosys lists (`mutate -list`), less those that are none (candidates.h); a sample of
// them by module; and the one design that holds the sample behind an input.
//
// A mutant changes one bit of one port of one cell: inverted, 0, 1, or inverted where another bit of the port is 0 or 1. Left out:
// pins of clocks; pins of an unclocked read port that belong to its clock; a constant that stands there anyway.
//
// The design that holds them: each port that a chosen mutant is about goes through mutant.v, which applies the mutant that the
// input wl_select names (mutant_select), so a port costs one comparison a cycle whatever the number of its mutants.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_MUTANTS_H
#define WL_TB_MUTATE_MUTANTS_H

#include "tb/mutate/rtlil.h"

#include <stdint.h>

typedef enum mutant_mode { MUTANT_INV = 0, MUTANT_CONST0 = 1, MUTANT_CONST1 = 2, MUTANT_CNOT0 = 4, MUTANT_CNOT1 = 5 } mutant_mode;

typedef struct mutant {
    mutant_mode mode;
    const rtlil_cell *cell;
    const rtlil_port *port;
    unsigned bit, ctrl_bit; // ctrl_bit: of the cnot modes
    unsigned module;        // index into mutant_list.modules
    unsigned place;         // number of its port in the design that holds all, from 1
} mutant;

typedef struct mutant_module {
    const char *name;
    unsigned candidates, chosen; // mutants that there are, and of the sample
} mutant_module;

typedef struct mutant_list {
    mutant *m; // by module, in the sample's order
    unsigned n;
    mutant_module *modules; // by name
    unsigned n_modules;
} mutant_list;

// At most `count` mutants of each module, or of the one named (NULL: all). Each set of so many of a module's is equally likely over the
// seeds, and a sample is the beginning of any larger one of its seed. The memory taken grows with the sample, not with what it is drawn
// from. No such module: ST_INPUT.
int mutants_sample(mutant_list *l, const rtlil *r, const char *module, unsigned count, uint64_t seed, err *e);
void mutants_free(mutant_list *l);

// The design with every chosen mutant's port behind mutant.v, as RTLIL; gives the mutants their places.
int mutants_write(mutant_list *l, const rtlil *r, const char *path, err *e);
uint64_t mutant_select(const mutant *m); // value of wl_select

char *mutant_command(const mutant *m, const char *top); // the Yosys command that makes it, malloc'd
char *mutant_source(const mutant *m);                   // FILE:LINE.COL-LINE.COL in the emitted RTL, malloc'd

#endif
