// export_files.c : what other tools read beside the Verilog: file list, timing constraints.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>
#include <string.h>

void export_modules(json_t *modules, const rtl_plan *p, const rtl_module *list)
{
    for (const rtl_module *m = plan_next(p, list); m->stem; m = plan_next(p, m + 1)) {
        char *name = rtlgen_top(p->c, m->stem);
        bool listed = false;
        for (size_t i = 0; i < json_array_size(modules); i++)
            listed = listed || strcmp(json_string_value(json_array_get(modules, i)), name) == 0;
        if (!listed) json_array_append_new(modules, json_string(name));
        free(name);
    }
}

void export_all_modules(const rtl_plan *plans, unsigned n, writer *w)
{
    json_t *modules = json_array();
    for (unsigned i = 0; i < n; i++) {
        export_modules(modules, &plans[i], plans[i].block->modules);
        if (plan_wrap(&plans[i])) export_modules(modules, &plans[i], plan_wrap(&plans[i])->modules);
    }
    writer_value(w, "MODULES", modules);
}

void export_filelist(const rtl_plan *plans, unsigned n, writer *w)
{
    export_all_modules(plans, n, w);
    writer_put(w, "rtlgen/engine/filelist.in");
}

void export_index_c(const rtl_plan *p, writer *w)
{
    pric_set_c(p, w);
    writer_put(w, "rtlgen/pric/index.h.in");
}

enum { DELAY_SHARE = 5 }; // a fifth of the clock for the neighbours

static void set_ns(writer *w, const char *value, unsigned ps)
{
    writer_set(w, value, "%u.%03u", ps / 1000, ps % 1000);
}

static json_t *port_delays(const rtl_plan *p)
{
    json_t *delays = json_array();
    for (const port *q = p->ports; q < p->ports + p->n_ports; q++) {
        if (q->width == 0) continue;
        const bool vector = q->width > 1 || plan_width(p, q);
        json_array_append_new(delays,
                              writer_item("kind", q->dir == PORT_IN ? "input" : "output", "port",
                                          q->name, "bits", vector ? "[*]" : "", NULL));
    }
    return delays;
}

// Pins of instances in the block; of a side, in the structure that has them, of which `part` says
// so.
static void set_pins(const rtl_plan *p, writer *w, const char *value, const char *instances,
                     unsigned part, const char *pins)
{
    side_kind kind;
    const bool within = side_find(p->block->stem, &kind);
    char *text = wl_strdup("");
    for (const char *at = instances; *at; at += strcspn(at, " "), at += *at == ' ') {
        char *above = within ? wl_format("u_%s/", p->side.of.part[part].block) : wl_strdup("");
        char *longer = wl_format("%s%s%s%.*s/%s", text, *text ? " " : "", above,
                                 (int)strcspn(at, " "), at, pins);
        free(above);
        free(text);
        text = longer;
    }
    writer_set(w, value, "%s", text);
    free(text);
}

void export_sdc(const rtl_plan *p, writer *w)
{
    const unsigned ps = p->c->synth.clock_ps;
    set_ns(w, "CLOCK_NS", ps);
    set_pins(p, w, "WRITES", p->split ? p->rams : "", p->ram, "wr_*_i*");
    set_pins(p, w, "LATE", p->late ? p->late : "", p->late_in, "rd_words_o*");
    writer_flag(w, "LATCHED", p->late || (p->rams && p->c->rtl.storage == STORAGE_LATCH));
    writer_set(w, "HALF_NS", "%u.%03u%s", ps / 2000, ps / 2 % 1000,
               ps % 2 ? "5" : ""); // to the last digit, or the clocks drift apart
    set_ns(w, "DELAY_NS", ps / DELAY_SHARE);
    writer_value(w, "DELAYS", port_delays(p));
    writer_put(w, "constraints/block.sdc.in");
}
