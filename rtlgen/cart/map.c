// map.c : the address extractor, and its inverse: from dram.address_map, one expression a bit, runs
// of bits together.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A concatenation that is made from the highest bit down.
typedef struct bits {
    char text[4096];
    const char *run; // vector of the run that is open; NULL: none
    const char *top; // its highest bit as it is printed; NULL: the number
    unsigned high, low;
    unsigned column; // of the line that the text ends with
} bits;

static void append(bits *b, const char *text)
{
    enum { COLUMNS = 62 };
    CHECK(strlen(b->text) + strlen(text) + 8 < sizeof b->text, "a line address of too many pieces");
    const bool wraps = b->column + strlen(text) > COLUMNS;
    if (*b->text) strcat(b->text, wraps ? ",\n    " : ", ");
    b->column = (wraps ? 0 : b->column) + (unsigned)strlen(text) + 2;
    strcat(b->text, text);
}

static void close_run(bits *b)
{
    char text[64];
    if (!b->run) return;
    if (b->top) snprintf(text, sizeof text, "%s[%s:%u]", b->run, b->top, b->low);
    else if (b->high == b->low) snprintf(text, sizeof text, "%s[%u]", b->run, b->high);
    else snprintf(text, sizeof text, "%s[%u:%u]", b->run, b->high, b->low);
    append(b, text);
    b->run = NULL;
}

static void add_bit(bits *b, const char *vector, unsigned i, const char *top)
{
    if (!b->run || strcmp(b->run, vector) != 0 || b->low != i + 1) {
        close_run(b);
        b->run = vector;
        b->top = top;
        b->high = i;
    }
    b->low = i;
}

static void add_xor(bits *b, const char *v, unsigned i, const char *with, unsigned k)
{
    char text[64];
    close_run(b);
    snprintf(text, sizeof text, "%s[%u] ^ %s[%u]", v, i, with, k);
    append(b, text);
}

static void set_bits(writer *w, const char *value, bits *b)
{
    close_run(b);
    writer_set(w, value, "%s", b->text);
    *b = (bits){.run = NULL};
}

// Number of the line bit that is the n-th one of a use.
static unsigned nth(const cart_map *m, char use, unsigned n)
{
    for (unsigned i = 0; i < m->line_bits; i++) {
        if (m->use[i] == use && n-- == 0) return i;
    }
    return 0;
}

static void add_bank(const cart_map *m, bits *b, unsigned i)
{
    if (i < m->hashed) add_xor(b, "line_i", nth(m, 'B', i), "line_i", nth(m, 'R', i));
    else add_bit(b, "line_i", nth(m, 'B', i), NULL);
}

static void add_line(const cart_map *m, bits *b, char use, unsigned n)
{
    for (unsigned i = n; i-- > 0;) {
        const unsigned at = nth(m, use, i);
        add_bit(b, "line_i", at, at + 1 == m->line_bits ? "LINE_W-1" : NULL);
    }
}

static void set_use(const cart_map *m, writer *w)
{
    char letters[CART_LINE_BITS + 1] = "";
    for (unsigned i = 0; i < m->line_bits; i++) letters[i] = m->use[m->line_bits - 1 - i];
    writer_set(w, "USE", "line bits %u..0 are %s%s", m->line_bits - 1, letters,
               m->hashed ? ", banks hashed by the lowest row bits" : "");
}

void cart_set_split(const rtl_plan *p, writer *w)
{
    const cart_map *m = &p->cart.map;
    bits b = {.run = NULL};
    set_use(m, w);
    for (unsigned i = m->branch_bits; i-- > 0;) add_bank(m, &b, i);
    set_bits(w, "BRANCH", &b);
    add_line(m, &b, 'R', m->rows);
    for (unsigned i = m->banks; i-- > m->branch_bits;) add_bank(m, &b, i);
    add_line(m, &b, 'C', m->columns);
    set_bits(w, "TAG", &b);
}

void cart_set_join(const rtl_plan *p, writer *w)
{
    const cart_map *m = &p->cart.map;
    const unsigned above = m->columns,
                   rows = above + m->banks -
                          m->branch_bits; // tag bits of the bank's upper bits, of the row
    unsigned bank = m->banks, row = m->rows, column = m->columns;
    bits b = {.run = NULL};
    for (unsigned i = m->line_bits; i-- > 0;) {
        if (m->use[i] == 'C') add_bit(&b, "tag_i", --column, NULL);
        if (m->use[i] == 'R') {
            row--;
            add_bit(&b, "tag_i", rows + row, i + 1 == m->line_bits ? "TAG_W-1" : NULL);
        }
        if (m->use[i] != 'B') continue;
        const char *from = --bank < m->branch_bits ? "branch_i" : "tag_i";
        const unsigned at = bank < m->branch_bits ? bank : above + bank - m->branch_bits;
        if (bank < m->hashed) add_xor(&b, from, at, "tag_i", rows + bank);
        else add_bit(&b, from, at, NULL);
    }
    set_bits(w, "LINE", &b);
}
