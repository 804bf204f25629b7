// plan.c : one side of a configuration (config/ports/side.h) as a block of the generator: which
// structures it holds, and what of them is said at its top. Each structure is a block of its own,
// and its files are emitted for it; the side adds the one module around them.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A formula of a structure's parameters with `prefix` before each of their names, which are its
// words in capitals.
static void put_prefixed(char *to, size_t size, const char *prefix, const char *formula)
{
    size_t n = 0;
    char before = ' ';
    for (const char *at = formula; *at; before = *at++) {
        const bool within = isalnum((unsigned char)before) || before == '_' || before == '$';
        if (!within && isupper((unsigned char)*at))
            n += (size_t)snprintf(to + n, size - n, "%s_", prefix);
        CHECK(n + 2 < size, "%s: too long", formula);
        to[n++] = *at;
        to[n] = '\0';
    }
}

// The structure's parameters and the widths of its ports, under the side's names. The side has no
// width that could be set: its structures are instantiated as the configuration has them.
static void take_widths(rtl_plan *p, const side_part *part, const rtl_plan *own)
{
    char prefix[24] = "", text[120];
    for (unsigned i = 0; part->block[i] && i + 1 < sizeof prefix; i++)
        prefix[i] = (char)toupper((unsigned char)part->block[i]);
    for (const rtl_width *x = own->widths; x < own->widths + own->n_widths; x++) {
        char name[sizeof x->name];
        put_prefixed(name, sizeof name, prefix, x->name);
        text[0] = '\0';
        put_prefixed(text, sizeof text, prefix, x->formula);
        plan_add_baked(p, name, x->value, text, x->doc);
    }
    for (unsigned k = 0; k < own->n_ports; k++) {
        const unsigned at = part->first + k;
        if (p->ports[at].width > 1)
            put_prefixed(p->width_of[at], RTL_WIDTH_OF, prefix, own->width_of[k]);
    }
}

static void plan(rtl_plan *p, side_kind kind)
{
    side_plan *x = &p->side;
    side_of(p->c, kind, &x->of);
    p->n_ports = port_table_find(x->of.stem)->n;
    for (unsigned i = 0; i < x->of.n; i++) {
        rtl_plan *part = wl_calloc(1, sizeof *part);
        plan_make(plan_block(x->of.part[i].block), p->c, p->source, p->folder, part);
        take_widths(p, &x->of.part[i], part);
        x->clocked[i] = part->clocked;
        x->split[i] = part->split;
        p->clocked = p->clocked || part->clocked;
        if (part->split) p->ram = i;
        if (part->split) p->rams = part->rams;
        if (part->late) p->late_in = i;
        if (part->late) p->late = part->late;
        p->split = p->split || part->split;
        free(part);
    }
}

void side_make_sm_plan(rtl_plan *p)
{
    side_sm_ports(p->c, p->ports);
    plan(p, SIDE_SM);
}

void side_make_slice_plan(rtl_plan *p)
{
    side_slice_ports(p->c, p->ports);
    plan(p, SIDE_SLICE);
}

// What the index function looks up: the offered line, with zeros above it when the function's
// address is wider. malloc'd.
static char *line_of(const rtl_plan *p, const rtl_plan *pric)
{
    const port *line = p->ports + p->side.of.part[p->side.of.path].first;
    while (!strstr(line->name, "_req_line_o")) line++;
    const unsigned above = pric->ports[0].width - line->width;
    return above ? wl_format("{%u'd0, %s}", above, line->name) : wl_strdup(line->name);
}

static json_t *ports_of(const rtl_plan *p, const side_part *part, const rtl_plan *own)
{
    json_t *ports = json_array();
    unsigned left = 0;
    for (unsigned k = 0; k < own->n_ports; k++) left += own->ports[k].width != 0;
    for (unsigned k = 0; k < own->n_ports; k++) {
        if (!own->ports[k].width) continue;
        const port *outside = &p->ports[part->first + k];
        char *net = outside->width ? wl_strdup(outside->name) : line_of(p, own);
        json_array_append_new(ports, writer_item("port", own->ports[k].name, "net", net, "comma",
                                                 --left ? "," : "", NULL));
        free(net);
    }
    return ports;
}

static json_t *structure_of(const rtl_plan *p, unsigned i)
{
    const side_part *part = &p->side.of.part[i];
    rtl_plan *own = wl_calloc(1, sizeof *own);
    plan_make(plan_block(part->block), p->c, p->source, p->folder, own);
    char *module = rtlgen_top(p->c, part->block);
    json_t *s = writer_item("block", part->block, "module", module, NULL);
    free(module);
    json_object_set_new(s, "clocked", json_boolean(p->side.clocked[i]));
    json_object_set_new(s, "split", json_boolean(p->side.split[i]));
    json_object_set_new(s, "ports", ports_of(p, part, own));
    free(own);
    return s;
}

void side_set_values(const rtl_plan *p, writer *w)
{
    writer_set(w, "WHERE", "%s",
               strcmp(p->block->stem, "sm") == 0 ? "an SM, around L1D" : "an L2 slice");
    writer_set(w, "PATH", "%s", p->side.of.path >= 0 ? p->side.of.part[p->side.of.path].block : "");
    writer_flag(w, "WIRED", p->side.of.pric >= 0);
    json_t *structures = json_array();
    for (unsigned i = 0; i < p->side.of.n; i++)
        json_array_append_new(structures, structure_of(p, i));
    writer_value(w, "STRUCTURES", structures);
}
