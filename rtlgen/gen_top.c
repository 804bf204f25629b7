// gen_top.c : the interface of a block's top module: parameters, their checks, ports from the port table.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/align.h"
#include "rtlgen/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sets `hole` to the text made in t, and frees t.
static void set_taken(writer *w, const char *hole, writer *t)
{
    char *text = writer_take(t, NULL);
    writer_set(w, hole, "%s", text);
    free(text);
    writer_free(t);
}

static void set_parameters(const rtl_plan *p, writer *w)
{
    const rtl_width *widths = p->widths;
    writer *params = writer_new(), *checks = writer_new();
    writer_set(checks, "TOP", "%s_%s", p->c->name, p->block->stem);
    unsigned left = 0;
    for (unsigned i = 0; i < p->n_widths; i++) left += widths[i].value != 0;
    for (unsigned i = 0; i < p->n_widths; i++) {
        if (!widths[i].value) continue;
        writer_set(params, "LINE", "parameter integer %-6s = %u%s // %s, >= 1", widths[i].name, widths[i].value, --left ? "," : " ",
                   widths[i].doc);
        writer_put(params, "  @{LINE}\n");
        writer_set(checks, "W", "%s", widths[i].name);
        writer_put(checks, "  `WL_PARAM_CHECK(@{W}_must_be_at_least_1, @{W} >= 1)\n");
    }
    set_taken(w, "TOP_PARAMS", params);
    set_taken(w, "TOP_CHECKS", checks);
}

// What is said of a port stands beside it, or above it in lines of DOC_ABOVE when it is long or the line would be.
enum { DOC_BESIDE = 80, DOC_ABOVE = 100, AROUND = sizeof "  " + sizeof " // " - 2 };

static void put_doc_above(writer *t, const port *q)
{
    const char *s = q->doc;
    for (bool first = true; *s; first = false) {
        size_t n = strlen(s);
        if (n > DOC_ABOVE) {
            for (n = DOC_ABOVE; n > 1 && s[n] != ' ';) n--;
        }
        writer_set(t, "DOC_LINE", "%s%s%.*s", first ? q->name : "  ", first ? ": " : "", (int)n, s);
        writer_put(t, "  //   @{DOC_LINE}\n");
        s += n;
        s += *s == ' ';
    }
}

static void put_port(const rtl_plan *p, writer *t, const port *q, bool last)
{
    const char *name = plan_width_name(p, q);
    char range[32] = "", text[128];
    if (name) {
        snprintf(range, sizeof range, "[%s-1:0]", name);
    } else if (q->width > 1) {
        snprintf(range, sizeof range, "[%u:0]", q->width - 1);
    }
    int code = snprintf(text, sizeof text, "%s wire %-12s %s%s", q->dir == PORT_IN ? "input " : "output", range, q->name, last ? "" : ",");
    writer_set(t, "PORT", "%s", text);
    writer_set(t, "DOC", "%s", q->doc);
    bool beside = strlen(q->doc) <= DOC_BESIDE && (size_t)code + strlen(q->doc) <= ALIGN_COLUMNS - AROUND;
    if (!beside) put_doc_above(t, q);
    writer_put(t, beside ? "  @{PORT} // @{DOC}\n" : "  @{PORT}\n");
}

// Ports grouped by channel, each group under what its beat is.
static void set_ports(const rtl_plan *p, writer *w)
{
    writer *t = writer_new();
    if (p->clocked) {
        writer_flag(t, "SPLIT", p->split);
        writer_put(t, "  input  wire              clk_i,\n"
                      "@+{SPLIT}  input  wire              clk2x_i, // twice as fast, for storage; rises with clk_i\n"
                      "  input  wire              rst_ni, // synchronous, active low\n");
    }
    unsigned left = 0;
    for (unsigned i = 0; i < p->n_ports; i++) left += p->ports[i].width != 0;
    for (const rtl_channel *ch = p->block->channels; ch->name; ch++) {
        bool first = true;
        for (unsigned i = 0; i < p->n_ports; i++) {
            const port *q = &p->ports[i];
            if (q->width == 0 || strcmp(q->channel, ch->name) != 0) continue;
            if (first) plan_comment(t, "  // ", ch->name, ch->text);
            first = false;
            put_port(p, t, q, --left == 0);
        }
    }
    set_taken(w, "TOP_PORTS", t);
}

void gen_top_interface(const rtl_plan *p, writer *w)
{
    set_parameters(p, w);
    set_ports(p, w);
}
