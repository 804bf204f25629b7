// compare.h : the comparison of one cycle: every output of a block as its golden model has it against what the RTL has, word by
// word under width masks, over any port table. A port whose qualifier is 0 in the model is don't-care: counted as masked.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_COMPARE_H
#define WL_TB_LOCKSTEP_COMPARE_H

#include "base/err.h"
#include "config/ports/port.h"

#include <stdbool.h>

enum { COMPARE_QUALIFIERS = 24 };

// One word of an output port.
typedef struct compare_word {
    uint64_t mask; // its bits that the port has
    uint32_t word; // index in the out array
    uint32_t port; // index in the table
} compare_word;

typedef struct compare_qualifier {
    const char *name; // NULL: always on
    port_dir dir;     // which array its word is in
    unsigned word;
    unsigned ports;    // ports that it qualifies
    unsigned from, to; // their words in compare.words
} compare_qualifier;

typedef struct compare {
    const port *ports; // the caller's table
    unsigned n_ports;
    compare_word *words; // grouped by qualifier
    unsigned n_words;
    compare_qualifier qualifier[COMPARE_QUALIFIERS]; // [0] is "always on"
    unsigned n_qualifiers;
    unsigned in_words, out_words; // words of the arrays up to the last port that is there
    uint64_t compares, masked;    // comparisons of a port made, and left out
} compare;

// `ports` must outlive it. ST_INPUT: a qualifier that is no 1-bit port of the table.
int compare_init(compare *k, const port *ports, unsigned n_ports, err *e);
void compare_free(compare *k);

// The first port (in table order) that differs, or NULL. Qualifiers are the model's.
const port *compare_cycle(compare *k, const uint64_t *in, const uint64_t *model, const uint64_t *rtl);

// Width mask of word w (from 0) of a port.
uint64_t compare_mask(const port *p, unsigned w);

#endif
