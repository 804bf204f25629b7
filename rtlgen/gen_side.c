// gen_side.c : the top of one side of a configuration: its structures, their ports passed through, and the wire between them.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdlib.h>
#include <string.h>

static const char SIDE[] =
    "// The structures of @{WHERE}, each with its ports under its own name.\n"
    "@+{WIRED}// The index function looks up the line that @{PATH} offers, in the same cycle.\n"
    "@{HEAD}\n"
    "module @{TOP} (\n"
    "@{TOP_PORTS}\n"
    ");\n";

// What the index function looks up: the offered line, with zeros above it when the function's address is wider.
static void set_line(const rtl_plan *p, const rtl_plan *pric, writer *w)
{
    const port *line = p->ports + p->side.of.part[p->side.of.path].first;
    while (!strstr(line->name, "_req_line_o")) line++;
    const unsigned above = pric->ports[0].width - line->width;
    if (above) writer_set(w, "NET", "{%u'd0, %s}", above, line->name);
    else writer_set(w, "NET", "%s", line->name);
}

static void put_instance(const rtl_plan *p, unsigned i, writer *w)
{
    const side_part *part = &p->side.of.part[i];
    rtl_plan *own = wl_calloc(1, sizeof *own);
    plan_make(plan_block(part->block), p->c, p->source, p->folder, own);
    writer_set(w, "BLOCK", "%s", part->block);
    writer_put(w, "\n  @{NAME}_@{BLOCK} u_@{BLOCK} (\n");
    if (p->side.clocked[i]) writer_put(w, "    .clk_i(clk_i),\n");
    if (p->side.split[i]) writer_put(w, "    .clk2x_i(clk2x_i),\n");
    if (p->side.clocked[i]) writer_put(w, "    .rst_ni(rst_ni),\n");
    unsigned left = 0;
    for (unsigned k = 0; k < own->n_ports; k++) left += own->ports[k].width != 0;
    for (unsigned k = 0; k < own->n_ports; k++) {
        if (!own->ports[k].width) continue;
        writer_set(w, "PORT", "%s", own->ports[k].name);
        writer_set(w, "NET", "%s", p->ports[part->first + k].name);
        if (!p->ports[part->first + k].width) set_line(p, own, w);
        writer_put(w, --left ? "    .@{PORT}(@{NET}),\n" : "    .@{PORT}(@{NET})\n");
    }
    writer_put(w, "  );\n");
    free(own);
}

void gen_side(const rtl_plan *p, writer *w)
{
    gen_top_interface(p, w);
    writer_put(w, SIDE);
    for (unsigned i = 0; i < p->side.of.n; i++) put_instance(p, i, w);
    writer_put(w, "endmodule\n");
}
