// compare.h: compares one cycle: every output of a block, as its golden model and as its RTL has
// it, word by word under width masks, over any port table.
//
// A port whose qualifier is 0 in the model is don't-care. Its comparison is skipped and counted as
// masked.
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
    uint64_t mask; // bits of the word that belong to the port
    uint32_t word; // index in the out array
    uint32_t port; // index in the table
} compare_word;

typedef struct compare_qualifier {
    const char *name; // NULL: always 1
    port_dir dir;     // direction of its port, which selects the array of its word
    unsigned word;
    unsigned ports;    // number of ports that it qualifies
    unsigned from, to; // their words in compare.words: [from, to)
} compare_qualifier;

typedef struct compare {
    const port *ports; // the caller's table
    unsigned n_ports;
    compare_word *words; // grouped by qualifier
    unsigned n_words;
    compare_qualifier qualifier[COMPARE_QUALIFIERS]; // [0] is always 1
    unsigned n_qualifiers;
    unsigned in_words, out_words; // words of the arrays up to the last port that exists
    uint64_t compares, masked;    // port comparisons made, and skipped
} compare;

// `ports` must outlive the comparison. ST_INPUT if a qualifier is not a 1-bit port of the table.
int compare_init(compare *k, const port *ports, unsigned n_ports, err *e);
void compare_free(compare *k);

// Returns the first port (in table order) that differs, or NULL. Qualifiers have the model's
// values.
const port *compare_cycle(compare *k, const uint64_t *in, const uint64_t *model,
                          const uint64_t *rtl);

// Width mask of word w (from 0) of a port.
uint64_t compare_mask(const port *p, unsigned w);

#endif
