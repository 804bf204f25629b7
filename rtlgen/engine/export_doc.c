// export_doc.c : the page of an instance: what it is, its ports, its options with their values, its
// behaviour in cycles.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/rows.h"
#include "rtlgen/engine/plan.h"

#include <stdlib.h>
#include <string.h>

static json_t *ports_of(const rtl_plan *p)
{
    json_t *ports = json_array();
    for (const port *q = p->ports; q < p->ports + p->n_ports; q++) {
        if (!q->width) continue;
        const char *param = plan_width(p, q), *mark = q->qualifier ? "`" : "";
        char *width = wl_format("%s%s%u", param ? param : "", param ? " = " : "", q->width);
        char *qualifier = wl_format("%s%s%s", mark, q->qualifier ? q->qualifier : "always", mark);
        json_array_append_new(ports, writer_item("name", q->name, "dir",
                                                 q->dir == PORT_IN ? "in" : "out", "width", width,
                                                 "qualifier", qualifier, "doc", q->doc, NULL));
        free(width);
        free(qualifier);
    }
    return ports;
}

static bool has_channel(const rtl_plan *p, const char *name)
{
    for (unsigned i = 0; i < p->n_ports; i++) {
        if (p->ports[i].width && strcmp(p->ports[i].channel, name) == 0) return true;
    }
    return false;
}

static json_t *channels_of(const rtl_plan *p)
{
    json_t *channels = json_array();
    for (const rtl_channel *ch = p->block->channels; ch->name; ch++) {
        if (!has_channel(p, ch->name)) continue;
        const size_t n = strcspn(ch->text, "\n");
        char *first = wl_format("%.*s", (int)n, ch->text);
        json_array_append_new(channels, writer_item("name", ch->name, "first", first, "rest",
                                                    ch->text + n + 1, NULL));
        free(first);
    }
    return channels;
}

static json_t *options_of(const rtl_plan *p)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    json_t *options = json_array();
    for (unsigned i = 0; i < n; i++) {
        for (const cfg_row *r = s[i].rows; r < s[i].rows + s[i].n; r++) {
            if (!cfg_shapes_hw(p->c, &s[i], r) || !s[i].path[0]) continue;
            char *key = cfg_path(&s[i], r), *value = cfg_text(p->c, r);
            json_array_append_new(options, writer_item("key", key, "value", value, "meaning",
                                                       r->doc, "source", r->src, NULL));
            free(value);
            free(key);
        }
    }
    return options;
}

void export_doc(const rtl_plan *p, writer *w)
{
    writer_value(w, "PORTS", ports_of(p));
    writer_value(w, "CHANNELS", channels_of(p));
    writer_value(w, "OPTIONS", options_of(p));
    writer_set(w, "PAGE", "%s", p->block->page);
    writer_put(w, p->block->page);
}
