// aiger.c: copies gates in binary AIGER with one input vector replaced by a constant; this turns a
// miter of many mutants into a miter of one. See aiger.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/aiger.h"

#include "base/outfile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_AIGER = 256 << 20, NAME_BITS = 64 };

typedef struct aiger {
    const char *at, *end; // what is left to read
    unsigned max, inputs, latches, outputs, ands, bad, constraints;
    unsigned lines;     // of a literal each: latches, outputs, bad, constraints
    unsigned *constant; // [inputs + 1], by an input's variable: literal 0 or 1 that it becomes, or
                        // its own
    FILE *to;
} aiger;

// A literal: variables above the inputs stay.
static unsigned fixed(const aiger *a, unsigned literal)
{
    const unsigned variable = literal >> 1;
    return variable && variable <= a->inputs ? a->constant[variable] ^ (literal & 1) : literal;
}

// ---- symbols: "i3 wl_select[0]", behind the gates

static bool read_symbol(aiger *a, const char *line, const char *name, uint64_t value)
{
    unsigned input, bit;
    char word[NAME_BITS];
    if (sscanf(line, "i%u %63[^[ \n][%u]", &input, word, &bit) != 3 || strcmp(word, name) != 0)
        return false;
    if (input >= a->inputs || bit >= NAME_BITS) return false;
    a->constant[input + 1] = value >> bit & 1;
    return true;
}

static bool read_symbols(aiger *a, const char *symbols, const char *name, uint64_t value)
{
    bool found = false;
    for (const char *p = symbols; p && p < a->end && *p == 'i'; p = strchr(p, '\n') + 1) {
        if (!strchr(p, '\n')) break;
        if (read_symbol(a, p, name, value)) found = true;
    }
    return found;
}

// ---- numbers

// A line that begins with a literal: the rest of it is copied.
static bool copy_line(aiger *a)
{
    char *after;
    const char *line_end = memchr(a->at, '\n', (size_t)(a->end - a->at));
    if (!line_end) return false;
    const unsigned literal = (unsigned)strtoul(a->at, &after, 10);
    fprintf(a->to, "%u%.*s\n", fixed(a, literal), (int)(line_end - after), after);
    a->at = line_end + 1;
    return after <= line_end;
}

// Seven bits a byte, the lowest first; the top bit says that there are more.
static bool read_delta(aiger *a, unsigned *delta)
{
    *delta = 0;
    for (unsigned shift = 0; a->at < a->end && shift < 32; shift += 7) {
        const unsigned char byte = (unsigned char)*a->at++;
        *delta |= (unsigned)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return true;
    }
    return false;
}

static void put_delta(aiger *a, unsigned delta)
{
    for (; delta > 0x7f; delta >>= 7) putc((int)(delta & 0x7f) | 0x80, a->to);
    putc((int)delta, a->to);
}

// Both operands are below the gate, the greater first.
static bool each_and(aiger *a, bool writes)
{
    for (unsigned i = 0; i < a->ands; i++) {
        const unsigned own = 2 * (a->inputs + a->latches + i + 1);
        unsigned first, second;
        if (!read_delta(a, &first) || !read_delta(a, &second) || first > own ||
            second > own - first)
            return false;
        const unsigned x = fixed(a, own - first), y = fixed(a, own - first - second),
                       high = x > y ? x : y;
        if (!writes) continue;
        put_delta(a, own - high);
        put_delta(a, high - (x > y ? y : x));
    }
    return true;
}

// ---- the file

static bool read_head(aiger *a)
{
    char head[8 * 12] = "";
    const char *line_end = memchr(a->at, '\n', (size_t)(a->end - a->at));
    if (!line_end || line_end - a->at >= (ptrdiff_t)sizeof head) return false;
    memcpy(
        head, a->at,
        (size_t)(line_end - a->at)); // alone: the last two numbers may be missing, and more follow
    if (sscanf(head, "aig %u %u %u %u %u %u %u", &a->max, &a->inputs, &a->latches, &a->outputs,
               &a->ands, &a->bad, &a->constraints) < 5)
        return false;
    if (a->max != a->inputs + a->latches + a->ands) return false;
    a->lines = a->latches + a->outputs + a->bad + a->constraints;
    a->at = line_end + 1;
    a->constant = wl_calloc((size_t)a->inputs + 1, sizeof *a->constant);
    for (unsigned i = 0; i <= a->inputs; i++) a->constant[i] = 2 * i;
    return true;
}

static bool read_names(aiger *a, const char *name, uint64_t value)
{
    const char *begin = a->at;
    for (unsigned i = 0; i < a->lines; i++) {
        const char *line_end = memchr(a->at, '\n', (size_t)(a->end - a->at));
        if (!line_end) return false;
        a->at = line_end + 1;
    }
    const bool good = each_and(a, false) && read_symbols(a, a->at, name, value);
    a->at = begin;
    return good;
}

static bool write_fixed(aiger *a)
{
    fprintf(a->to, "aig %u %u %u %u %u", a->max, a->inputs, a->latches, a->outputs, a->ands);
    if (a->bad || a->constraints) fprintf(a->to, " %u %u", a->bad, a->constraints);
    putc('\n', a->to);
    for (unsigned i = 0; i < a->lines; i++) {
        if (!copy_line(a)) return false;
    }
    return each_and(a, true);
}

int aiger_fix(const char *from, const char *name, uint64_t value, const char *to, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    int status = infile_read_made("yosys", from, MAX_AIGER, &text, &bytes, e);
    if (status != ST_OK) return status;
    aiger a = {.at = text, .end = text + bytes};
    outfile o;
    if (!read_head(&a) || !read_names(&a, name, value))
        status = err_add(e, ST_TOOL, "%s: not gates in AIGER with an input %s", from, name);
    if (status == ST_OK) status = outfile_open(&o, to, e);
    if (status == ST_OK) {
        a.to = o.f;
        if (write_fixed(&a)) status = outfile_commit(&o, e);
        else outfile_abandon(&o), status = err_add(e, ST_TOOL, "%s: not gates in AIGER", from);
    }
    free(a.constant);
    free(text);
    return status;
}
