// top.c : the interface of a block's top module: parameters, their checks, ports from the port
// table.
//
// SPDX-License-Identifier: Apache-2.0
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
        writer_print(params, "  parameter integer %-6s = %u%s // %s, >= 1\n", widths[i].name,
                     widths[i].value, --left ? "," : " ", widths[i].doc);
        writer_print(checks, "  `WL_PARAM_CHECK(%s_must_be_at_least_1, %s >= 1)\n", widths[i].name,
                     widths[i].name);
    }
    writer_hand_over(params, w, "TOP_PARAMS");
    writer_hand_over(checks, w, "TOP_CHECKS");
}

static void put_port(const rtl_plan *p, writer *t, const port *q, bool last)
{
    const char *name = plan_width_name(p, q);
    char range[32] = "";
    if (name) {
        snprintf(range, sizeof range, "[%s-1:0]", name);
    } else if (q->width > 1) {
        snprintf(range, sizeof range, "[%u:0]", q->width - 1);
    }
    writer_print(t, "  %s wire %-12s %s%s // %s\n", q->dir == PORT_IN ? "input " : "output", range,
                 q->name, last ? "" : ",", q->doc);
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
            if (first) plan_comment(t, ch->name, ch->text);
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
