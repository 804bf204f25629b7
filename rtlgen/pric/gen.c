// gen.c : the index function as a module: its channels, and the XORs of its sums.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "base/gf2.h"
#include "config/ports/pric.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct namer {
    const xor_net *net;
    const char *input; // the vector whose bits the terms are
    char text[32];
} namer;

static const char *term_name(void *ctx, unsigned term)
{
    namer *n = ctx;
    if (term >= n->net->n_inputs) snprintf(n->text, sizeof n->text, "t%u", term - n->net->n_inputs);
    else if (n->net->n_inputs == 1) snprintf(n->text, sizeof n->text, "%s", n->input);
    else snprintf(n->text, sizeof n->text, "%s[%u]", n->input, term);
    return n->text;
}

// The terms that several sums share: XORs with names.
static json_t *terms_of(const xor_net *net, namer *names)
{
    json_t *terms = json_array();
    for (unsigned i = net->n_inputs; i < net->n_terms; i++) {
        json_t *t = writer_item("name", term_name(names, i), NULL);
        writer_add(t, "a", term_name(names, net->terms[i].a));
        writer_add(t, "b", term_name(names, net->terms[i].b));
        json_array_append_new(terms, t);
    }
    return terms;
}

// A long sum goes on in lines of its own, broken behind an XOR.
static char *wrapped(const char *sum)
{
    enum { COLUMNS = 74 };
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

static json_t *sums_of(const xor_net *net, namer *names, const char *output)
{
    json_t *sums = json_array();
    for (unsigned i = 0; i < net->n_sums; i++) {
        char *one = xor_net_text(net, i, term_name, names), *sum = wrapped(one);
        char *bit = net->n_sums == 1 ? wl_strdup(output) : wl_format("%s[%u]", output, i);
        char *number = net->n_sums == 1 ? wl_strdup("") : wl_format("[%u]", i);
        json_array_append_new(sums, writer_item("bit", bit, "at", number, "xor", sum, NULL));
        free(number);
        free(bit);
        free(sum);
        free(one);
    }
    return sums;
}

// The line bits above those that the slice's lowest m give, and those below the slice.
static void set_tag(const index_fn *f, unsigned line_w, writer *w)
{
    const unsigned below = f->low - f->line_bit, from = below + f->bits;
    writer_flag(w, "TAGGED", line_w > f->bits);
    if (from == line_w) writer_set(w, "TAG", "line_i[%u:0]", below ? below - 1 : 0);
    else if (below)
        writer_set(w, "TAG", "{line_i[%u:%u], line_i[%u:0]}", line_w - 1, from, below - 1);
    else writer_set(w, "TAG", "line_i[%u:%u]", line_w - 1, from);
}

static void set_what(const index_fn *f, writer *w)
{
    char *poly = f->kind == INDEX_PRIC ? gf2_text(f->polynomial) : NULL;
    switch (f->kind) {
    case INDEX_LINEAR:
        writer_set(w, "WHAT", "linear, A[%u:%u]", f->low + f->bits - 1, f->low);
        break;
    case INDEX_FERMI:
        writer_set(w, "WHAT", "Fermi hash of A[19:7] (Nugteren et al., HPCA 2014)");
        break;
    case INDEX_XOR:
        writer_set(w, "WHAT", "bitwise XOR of the two lowest fields of A[%u:%u]", f->high, f->low);
        break;
    case INDEX_PRIC:
        writer_set(w, "WHAT", "PRIC, A[%u:%u] mod %s (%u)", f->high, f->low, poly, f->polynomial);
        break;
    }
    free(poly);
}

static void set_index(const rtl_plan *p, writer *w)
{
    const pric_plan *q = &p->pric;
    namer names = {.net = &q->shared, .input = "line_i"};
    set_what(&q->fn, w);
    writer_value(w, "TERMS", terms_of(&q->shared, &names));
    writer_value(w, "SUMS", sums_of(&q->shared, &names, "index_o"));
    set_tag(&q->fn, q->line_w, w);
}

// Row `i` of the function without the slice's lowest bits, over the bits of the tag.
static uint64_t row_of_tag(const pric_plan *q, unsigned i)
{
    const unsigned below = q->fn.low - q->fn.line_bit;
    uint64_t row = 0;
    for (unsigned bit = 0; bit < q->line_w; bit++) {
        if (!q->plain.in[i][bit] || (bit >= below && bit < below + q->fn.bits)) continue;
        row |= (uint64_t)1 << (bit < below ? bit : bit - q->fn.bits);
    }
    return row;
}

void pric_set_unindex(const rtl_plan *p, writer *w)
{
    const pric_plan *q = &p->pric;
    const unsigned tag_w = q->line_w - q->fn.bits, below = q->fn.low - q->fn.line_bit;
    uint64_t rows[XOR_SUMS] = {0};
    for (unsigned i = 0; i < q->fn.bits; i++) rows[i] = row_of_tag(q, i);
    xor_net net;
    xor_net_init(&net, rows, q->fn.bits, tag_w);
    xor_net_share(&net);
    namer names = {.net = &net, .input = "tag_i"};
    writer_value(w, "TAG_TERMS", terms_of(&net, &names));
    writer_value(w, "TAG_SUMS", sums_of(&net, &names, "low"));
    writer_flag(w, "TAGGED", tag_w != 0);
    writer_flag(w, "ABOVE", tag_w > below);
    writer_flag(w, "BELOW", below != 0);
    writer_set(w, "BELOW_BITS", "%u", below);
}

void pric_set_c(const rtl_plan *p, writer *w)
{
    const pric_plan *q = &p->pric;
    json_t *masks = json_array();
    for (unsigned i = 0; i < q->fn.bits; i++) {
        uint64_t line = 0;
        for (unsigned bit = 0; bit < q->line_w; bit++) line |= (uint64_t)q->plain.in[i][bit] << bit;
        char *mask = wl_format("0x%016llx", (unsigned long long)(line << q->fn.line_bit));
        char *number = wl_format("%u", i);
        json_array_append_new(masks, writer_item("bit", number, "mask", mask, NULL));
        free(number);
        free(mask);
    }
    set_what(&q->fn, w);
    writer_value(w, "MASKS", masks);
    writer_set(w, "LOW", "%u", q->fn.low);
    writer_set(w, "ADDRESS_BITS", "%u", q->fn.address_bits);
}

static const rtl_channel channels[] = {
    {"line", "the line to look up, every cycle\n"},
    {"set", "where it is, in the same cycle\n"},
    {NULL, NULL},
};

static const rtl_module modules[] = {
    {"pric_index", "rtlgen/pric/pric_index.v.in", set_index, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->pric.enable; }

const rtl_block rtl_pric = {
    "pric_index", "structures.pric", enabled,         modules,
    channels,     pric_make_plan,    pric_set_values, "rtlgen/pric/pric.md.in"};
