// top.c : the interface of a block's top module: parameters, their checks, ports from the port table.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/align.h"
#include "rtlgen/engine/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_parameters(const rtl_plan *p, writer *w)
{
    const rtl_width *widths = p->widths;
    writer *params = writer_new(), *checks = writer_new();
    unsigned left = 0;
    for (unsigned i = 0; i < p->n_widths; i++) left += widths[i].value != 0;
    for (unsigned i = 0; i < p->n_widths; i++) {
        if (!widths[i].value) continue;
        writer_print(params, "  parameter integer %-6s = %u%s // %s, >= 1\n", widths[i].name, widths[i].value, --left ? "," : " ", widths[i].doc);
        writer_print(checks, "  `WL_PARAM_CHECK(%s_must_be_at_least_1, %s >= 1)\n", widths[i].name, widths[i].name);
    }
    writer_hand_over(params, w, "TOP_PARAMS");
    writer_hand_over(checks, w, "TOP_CHECKS");
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
        writer_print(t, "  //   %s%s%.*s\n", first ? q->name : "  ", first ? ": " : "", (int)n, s);
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
    bool beside = strlen(q->doc) <= DOC_BESIDE && (size_t)code + strlen(q->doc) <= ALIGN_COLUMNS - AROUND;
    if (!beside) put_doc_above(t, q);
    writer_print(t, "  %s%s%s\n", text, beside ? " // " : "", beside ? q->doc : "");
}

// Ports grouped by channel, each group under what its beat is.
static void set_ports(const rtl_plan *p, writer *w)
{
    writer *t = writer_new();
    writer_flag(t, "SPLIT", p->split);
    if (p->clocked) writer_put(t, "rtlgen/engine/clock_ports.v.in");
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
    writer_hand_over(t, w, "TOP_PORTS");
}

void top_set_values(const rtl_plan *p, writer *w)
{
    set_parameters(p, w);
    set_ports(p, w);
}
