// gen_pric.c : the set index function as a module: PRIC, and linear, bitwise XOR and Fermi hash beside it.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/pric.h"
#include "base/gf2.h"
#include "rtlgen/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PRIC_INDEX[] =
    "// Set index and short tag of a line address (DWT-PRIC, GPGPU-8 2015, section 4.3):\n"
    "// @{WHAT}.\n"
    "// Combinational: @{GATES} two-input XORs, @{LEVELS} deep (before terms are shared: @{GATES_BEFORE}, @{LEVELS_BEFORE}).\n"
    "// The largest index bit is a sum of @{FAN_IN_BEFORE} address bits.\n"
    "@{HEAD}\n"
    "module @{TOP} (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "@{TERMS}"
    "  // Index: each bit a sum over GF(2) of address bits; line_i[0] is A[@{LINE_BIT}]\n"
    "@{SUMS}\n"
    "@+{TAGGED}\n"
    "@+{TAGGED}  // Tag: what the index does not determine. (tag, index) identifies the line: the lowest @{INDEX_BITS} bits of the hashed slice\n"
    "@+{TAGGED}  // enter the index as they are, each in one bit of it.\n"
    "@+{TAGGED}  assign tag_o = @{TAG};\n"
    "endmodule\n";

typedef struct namer {
    const xor_net *net;
    bool one; // line_i has one bit
    char text[32];
} namer;

static const char *term_name(void *ctx, unsigned term)
{
    namer *n = ctx;
    if (term >= n->net->n_inputs) snprintf(n->text, sizeof n->text, "t%u", term - n->net->n_inputs);
    else if (n->one) snprintf(n->text, sizeof n->text, "line_i");
    else snprintf(n->text, sizeof n->text, "line_i[%u]", term);
    return n->text;
}

static void set_text(writer *w, const char *hole, writer *t)
{
    char *text = writer_take(t, NULL);
    writer_set(w, hole, "%s", text);
    free(text);
    writer_free(t);
}

static void set_terms(const xor_net *net, namer *names, writer *w)
{
    writer *t = writer_new();
    if (net->n_terms > net->n_inputs) writer_put(t, "  // Terms that several sums share\n");
    for (unsigned i = net->n_inputs; i < net->n_terms; i++) {
        writer_set(t, "T", "%s", term_name(names, i));
        writer_set(t, "A", "%s", term_name(names, net->terms[i].a));
        writer_set(t, "B", "%s", term_name(names, net->terms[i].b));
        writer_put(t, "  wire @{T} = @{A} ^ @{B};\n");
    }
    if (net->n_terms > net->n_inputs) writer_put(t, "\n");
    set_text(w, "TERMS", t);
}

// A long sum goes on in lines of its own, broken behind an XOR.
static char *wrapped(const char *sum)
{
    enum { COLUMNS = 96 };
    char *text = wl_strdup("");
    while (strlen(sum) > COLUMNS) {
        size_t n = COLUMNS;
        while (strncmp(sum + n, "^ ", 2) != 0) n--;
        char *longer = wl_format("%s%.*s^\n    ", text, (int)n, sum);
        free(text);
        text = longer;
        sum += n + 2;
    }
    char *whole = wl_format("%s%s", text, sum);
    free(text);
    return whole;
}

static void set_sums(const xor_net *net, namer *names, writer *w)
{
    writer *t = writer_new();
    for (unsigned s = 0; s < net->n_sums; s++) {
        char *one = xor_net_text(net, s, term_name, names), *sum = wrapped(one);
        writer_set(t, "BIT", net->n_sums == 1 ? "%s" : "%s[%u]", "index_o", s);
        writer_set(t, "SUM", "%s", sum);
        writer_put(t, s + 1 < net->n_sums ? "  assign @{BIT} = @{SUM};\n" : "  assign @{BIT} = @{SUM};");
        free(sum);
        free(one);
    }
    set_text(w, "SUMS", t);
}

// The line bits above those that the slice's lowest m give, and those below the slice.
static void set_tag(const index_fn *f, unsigned line_w, writer *w)
{
    const unsigned below = f->low - f->line_bit, from = below + f->bits;
    writer_flag(w, "TAGGED", line_w > f->bits);
    if (from == line_w) writer_set(w, "TAG", "line_i[%u:0]", below ? below - 1 : 0);
    else if (below) writer_set(w, "TAG", "{line_i[%u:%u], line_i[%u:0]}", line_w - 1, from, below - 1);
    else writer_set(w, "TAG", "line_i[%u:%u]", line_w - 1, from);
}

static void set_what(const index_fn *f, writer *w)
{
    char *poly = f->kind == INDEX_PRIC ? gf2_text(f->polynomial) : NULL;
    switch (f->kind) {
    case INDEX_LINEAR: writer_set(w, "WHAT", "linear, A[%u:%u]", f->low + f->bits - 1, f->low); break;
    case INDEX_FERMI: writer_set(w, "WHAT", "Fermi hash of A[19:7] (Nugteren et al., HPCA 2014)"); break;
    case INDEX_XOR: writer_set(w, "WHAT", "bitwise XOR of the two lowest fields of A[%u:%u]", f->high, f->low); break;
    case INDEX_PRIC: writer_set(w, "WHAT", "PRIC, A[%u:%u] mod %s (%u)", f->high, f->low, poly, f->polynomial); break;
    }
    free(poly);
}

void gen_pric_index(const rtl_plan *p, writer *w)
{
    const pric_plan *q = &p->pric;
    namer names = {.net = &q->shared, .one = q->line_w == 1};
    gen_top_interface(p, w);
    set_what(&q->fn, w);
    set_terms(&q->shared, &names, w);
    set_sums(&q->shared, &names, w);
    set_tag(&q->fn, q->line_w, w);
    writer_put(w, PRIC_INDEX);
}
