// export_shim.c : the plug-in's shim: the one place where the C interface (tb/abi/plugin.h) meets
// the class that Verilator makes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>

enum {
    WORD = 64,
    HALF = 32
}; // bits of a word of the interface, of a word of Verilator's wide ports

static unsigned words_of(const port *q) { return (q->width + WORD - 1) / WORD; }

// Bits above a port's width must be 0 for Verilator, whatever the caller left there.
static void put_input(const port *q, writer *t)
{
    for (unsigned bit = 0; bit < q->width; bit += WORD) {
        const unsigned left = q->width - bit, i = bit / HALF;
        char *word = wl_format("in[%u]", q->word + bit / WORD);
        if (left < WORD) {
            free(word);
            word = wl_format("in[%u] & 0x%llxu", q->word + bit / WORD, (1ull << left) - 1);
        }
        if (q->width <= WORD) writer_print(t, "  t.%s = %s;\n", q->name, word);
        else writer_print(t, "  t.%s[%u] = static_cast<uint32_t>(%s);\n", q->name, i, word);
        if (q->width > WORD && left > HALF)
            writer_print(t, "  t.%s[%u] = static_cast<uint32_t>((%s) >> 32);\n", q->name, i + 1,
                         word);
        free(word);
    }
}

static void put_output(const port *q, writer *t)
{
    const unsigned first = q->word + words_of(q), end = q->word + q->words;
    for (unsigned i = 0; i < words_of(q); i++) {
        const unsigned word = q->word + i, low = 2 * i;
        if (q->width <= WORD) writer_print(t, "  out[%u] = t.%s;\n", word, q->name);
        else if (q->width - i * WORD <= HALF)
            writer_print(t, "  out[%u] = t.%s[%u];\n", word, q->name, low);
        else
            writer_print(t, "  out[%u] = t.%s[%u] | static_cast<uint64_t>(t.%s[%u]) << 32;\n", word,
                         q->name, low, q->name, low + 1);
    }
    if (end == first + 1) writer_print(t, "  out[%u] = 0;\n", first);
    if (end > first + 1)
        writer_print(t, "  for (unsigned i = %u; i < %u; i++) out[i] = 0;\n", first, end);
}

static void set_ports(const rtl_plan *p, writer *w, port_dir dir, const char *lines,
                      const char *n_words)
{
    writer *t = writer_new();
    unsigned words = 0;
    for (const port *q = p->ports; q < p->ports + p->n_ports; q++) {
        if (q->dir != dir) continue;
        words = q->word + q->words;
        if (dir == PORT_OUT) put_output(q, t);
        else put_input(q, t);
    }
    writer_hand_over(t, w, lines);
    writer_set(w, n_words, "%u", words);
}

void export_shim(const rtl_plan *p, writer *w)
{
    set_ports(p, w, PORT_IN, "INPUTS", "IN_WORDS");
    set_ports(p, w, PORT_OUT, "OUTPUTS", "OUT_WORDS");
    writer_put(w, "rtlgen/engine/shim.cpp.in");
}
