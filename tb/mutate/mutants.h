// mutants.h: the mutants of a flattened design: those that Yosys lists (`mutate -list`), without
// those that change nothing (candidates.h); a sample of them per module; and a single design that
// holds the sample, selected by an input.
//
// A mutant changes one bit of one port of one cell: inverted, 0, 1, or inverted if another bit of
// the port is 0 or 1. Excluded are clock pins, pins of an unclocked read port that belong to its
// clock, and constants that are already there.
//
// In the design that holds them, each port with chosen mutants passes through mutant.v, which
// applies the mutant that the input wl_select names (mutant_select). So a port costs one comparison
// per cycle, however many mutants it has.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_MUTANTS_H
#define WL_TB_MUTATE_MUTANTS_H

#include "tb/mutate/rtlil.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum mutant_mode {
    MUTANT_INV = 0,
    MUTANT_CONST0 = 1,
    MUTANT_CONST1 = 2,
    MUTANT_CNOT0 = 4,
    MUTANT_CNOT1 = 5
} mutant_mode;

typedef struct mutant {
    mutant_mode mode;
    const rtlil_cell *cell;
    const rtlil_port *port;
    unsigned bit, ctrl_bit; // ctrl_bit: of the cnot modes
    unsigned module;        // index into mutant_list.modules
    unsigned place;         // number of its port in the design that holds all mutants, from 1
} mutant;

typedef struct mutant_module {
    const char *name;
    unsigned candidates, chosen; // number of mutants, and number in the sample
} mutant_module;

typedef struct mutant_list {
    mutant *m; // by module, in the sample's order
    unsigned n;
    mutant_module *modules; // by name
    unsigned n_modules;
} mutant_list;

// Draws at most `count` mutants of each of these emitted modules (a list that ends with NULL; NULL:
// of all modules). Over the seeds, each set of `count` mutants of a module is equally likely, and a
// sample is a prefix of any larger one with its seed. Memory grows with the sample, not with the
// number of mutants. False if none of these modules has mutants.
bool mutants_sample(mutant_list *l, const rtlil *r, const char *const *modules, unsigned count,
                    uint64_t seed);
void mutants_free(mutant_list *l);

// Writes the design with the port of every chosen mutant behind mutant.v, as RTLIL, and sets
// mutant.place.
int mutants_write(mutant_list *l, const rtlil *r, const char *path, err *e);
uint64_t mutant_select(const mutant *m); // value of wl_select

char *mutant_command(const mutant *m, const char *top); // the Yosys command that makes it, malloc'd
// FILE:LINE.COL-LINE.COL in the emitted RTL, malloc'd
char *mutant_source(const mutant *m);

#endif
