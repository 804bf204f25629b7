// top.c : the interface of a block's top module: parameters, their checks, ports from the port
// table.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int longer(int column, const char *text)
{
    return (int)strlen(text) > column ? (int)strlen(text) : column;
}

static void put_parameter(const rtl_width *x, int column, writer *params, bool last)
{
    char *rule = x->baked ? wl_strdup("; baked") : wl_format(", >= %" PRIu64, x->least);
    char *value = *x->formula ? wl_strdup(x->formula) : wl_format("%" PRIu64, x->value);
    writer_print(params, "  parameter integer %-*s = %s%s // %s%s\n", column, x->name, value,
                 last ? " " : ",", x->doc, rule);
    free(value);
    free(rule);
}

static void put_check(const rtl_width *x, writer *checks)
{
    if (x->baked) {
        writer_print(checks, "  `WL_PARAM_CHECK(%s_must_be_%" PRIu64 ", %s == %" PRIu64 ")\n",
                     x->name, x->value, x->name, x->value);
    } else {
        writer_print(checks,
                     "  `WL_PARAM_CHECK(%s_must_be_at_least_%" PRIu64 ", %s >= %" PRIu64 ")\n",
                     x->name, x->least, x->name, x->least);
    }
}

static void set_parameters(const rtl_plan *p, writer *w)
{
    const rtl_width *widths = p->widths;
    writer *params = writer_new(), *checks = writer_new();
    unsigned left = 0;
    int column = 0;
    for (unsigned i = 0; i < p->n_widths; i++) {
        left += widths[i].value != 0;
        if (widths[i].value) column = longer(column, widths[i].name);
    }
    for (unsigned i = 0; i < p->n_widths; i++) {
        if (!widths[i].value) continue;
        put_parameter(&widths[i], column, params, --left == 0);
        put_check(&widths[i], checks);
    }
    writer_hand_over(params, w, "TOP_PARAMS");
    writer_hand_over(checks, w, "TOP_CHECKS");
}

static void set_range(const rtl_plan *p, const port *q, char *range, size_t size)
{
    const char *width = plan_width(p, q);
    range[0] = '\0';
    if (width) {
        snprintf(range, size, "[%s-1:0]", width);
    } else if (q->width > 1) {
        snprintf(range, size, "[%u:0]", q->width - 1);
    }
}

// The names of the ports begin in one column, but for those behind a range that is very long.
static int range_column(const rtl_plan *p)
{
    enum { LEAST = 12, MOST = 24 };
    char range[RTL_WIDTH_OF + 8];
    int column = LEAST;
    for (const port *q = p->ports; q < p->ports + p->n_ports; q++) {
        set_range(p, q, range, sizeof range);
        if (q->width && strlen(range) <= MOST) column = longer(column, range);
    }
    return column;
}

static void put_port(const rtl_plan *p, writer *t, const port *q, int column, bool last)
{
    char range[RTL_WIDTH_OF + 8];
    set_range(p, q, range, sizeof range);
    writer_print(t, "  %s wire %-*s %s%s // %s\n", q->dir == PORT_IN ? "input " : "output", column,
                 range, q->name, last ? "" : ",", q->doc);
}

static void put_clock_ports(const rtl_plan *p, writer *t, int column)
{
    writer_flag(t, "SPLIT", p->split);
    writer_set(t, "NO_RANGE", "%*s", column, "");
    if (p->clocked) writer_put(t, "rtlgen/engine/clock_ports.v.in");
}

// Ports grouped by channel, each group under what its beat is.
static void set_ports(const rtl_plan *p, writer *w)
{
    writer *t = writer_new();
    const int column = range_column(p);
    put_clock_ports(p, t, column);
    unsigned left = 0;
    for (unsigned i = 0; i < p->n_ports; i++) left += p->ports[i].width != 0;
    for (const rtl_channel *ch = p->block->channels; ch->name; ch++) {
        bool first = true;
        for (unsigned i = 0; i < p->n_ports; i++) {
            const port *q = &p->ports[i];
            if (q->width == 0 || strcmp(q->channel, ch->name) != 0) continue;
            if (first) plan_comment(t, ch->name, ch->text);
            first = false;
            put_port(p, t, q, column, --left == 0);
        }
    }
    writer_hand_over(t, w, "TOP_PORTS");
}

void top_set_values(const rtl_plan *p, writer *w)
{
    set_parameters(p, w);
    set_ports(p, w);
}
