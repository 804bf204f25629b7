// file_set.c : see file_set.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/file_set.h"

#include "base/version.h"
#include "rtlgen/engine/bus.h"
#include "rtlgen/engine/package.h"

#include <stdlib.h>
#include <string.h>

void file_set_add(file_set *s, char *name, char *text)
{
    CHECK(s->n < FILE_SET_MOST, "more than %d files", FILE_SET_MOST);
    s->f[s->n++] = (text_file){.name = name, .text = text};
}

void file_set_free(file_set *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        free(s->f[i].name);
        free(s->f[i].text);
    }
}

text_file *file_set_find(file_set *s, const char *name)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (strcmp(s->f[i].name, name) == 0) return &s->f[i];
    }
    return NULL;
}

// ---- packages

typedef struct packer {
    file_set *s;
    const rtl_plan *plans;
    unsigned n;
    json_t *tops;
    writer *w;
} packer;

static void add_file(packer *k, const char *name, const char *suffix)
{
    file_set_add(k->s, wl_format("%s%s", name, suffix), writer_take(k->w, NULL));
}

// The modules of a top: its block's, those of the structures within a side, those of an adapter.
static json_t *modules_of(const packer *k, const rtl_plan *p, const rtl_wrap *wrap)
{
    json_t *modules = json_array();
    side_kind kind;
    const bool within = side_find(p->block->stem, &kind);
    for (unsigned i = 0; within && i < k->n; i++) {
        for (unsigned part = 0; part < p->side.of.n; part++) {
            if (strcmp(k->plans[i].block->stem, p->side.of.part[part].block) == 0)
                export_modules(modules, &k->plans[i], k->plans[i].block->modules);
        }
    }
    export_modules(modules, p, p->block->modules);
    if (wrap) export_modules(modules, p, wrap->modules);
    return modules;
}

// The last module of an adapter is its top.
static const char *wrapped_stem(const rtl_plan *p, const rtl_wrap *wrap)
{
    const char *stem = NULL;
    for (const rtl_module *m = plan_next(p, wrap->modules); m->stem; m = plan_next(p, m + 1))
        stem = m->stem;
    return stem;
}

// Two adapters of one host define the same bus; the definition that has more signals stays.
static void add_bus_file(packer *k, const char *name, const char *suffix)
{
    char *file = wl_format("%s%s", name, suffix), *text = writer_take(k->w, NULL);
    text_file *before = file_set_find(k->s, file);
    if (!before) {
        file_set_add(k->s, file, text);
        return;
    }
    const bool fuller = strlen(text) > strlen(before->text);
    char *less = fuller ? before->text : text;
    before->text = fuller ? text : before->text;
    free(less);
    free(file);
}

// The interfaces of an adapter's top, and files that define their bus.
static void add_buses(packer *k, const adapter_kind *a, json_t *top)
{
    const json_t *ports = json_object_get(top, "ports");
    json_t *definition = bus_definition(a, ports);
    json_object_set_new(top, "interfaces", bus_interfaces(a, ports));
    if (!definition) return;
    const char *name =
        json_string_value(json_object_get(json_object_get(definition, "bus"), "name"));
    package_bus(definition, k->w);
    add_bus_file(k, name, ".xml");
    package_bus_rtl(definition, k->w);
    add_bus_file(k, name, "_rtl.xml");
    json_decref(definition);
}

static void add_top(packer *k, const rtl_plan *p, const char *stem, const rtl_wrap *wrap)
{
    char *top = rtlgen_top(p->c, stem), *source = wl_format("%s.v", top),
         *constraints = wl_format("%s.sdc", top);
    const text_file *module = file_set_find(k->s, source);
    CHECK(module, "no file of top %s", top);
    json_t *o = package_top(top, modules_of(k, p, wrap), file_set_find(k->s, constraints) != NULL,
                            module->text);
    if (wrap) add_buses(k, adapter_find(stem), o);
    json_array_append_new(k->tops, o);
    free(top);
    free(source);
    free(constraints);
}

static void pack_each(packer *k)
{
    size_t i;
    const json_t *top;
    json_array_foreach(k->tops, i, top) {
        const char *name = json_string_value(json_object_get(top, "name"));
        package_ipxact(top, k->w);
        add_file(k, name, ".xml");
        package_vivado(top, k->w);
        add_file(k, name, "_vivado.tcl");
        package_quartus(top, k->w);
        add_file(k, name, ".qip");
    }
}

static void pack_all(packer *k, const char *vlnv)
{
    const char *name = k->plans[0].c->name;
    export_all_modules(k->plans, k->n, k->w);
    package_core(k->tops, vlnv, k->w);
    add_file(k, name, ".core");
    package_make(k->tops, k->w);
    add_file(k, name, ".mk");
    package_bender(k->w);
    add_file(k, "Bender", ".yml");
}

void file_set_package(file_set *s, const rtl_plan *plans, unsigned n, const char *vlnv)
{
    packer k = {.s = s, .plans = plans, .n = n, .tops = json_array(), .w = writer_new()};
    writer_set(k.w, "NAME", "%s", plans[0].c->name);
    writer_set(k.w, "VERSION", "%s", WL_VERSION);
    writer_set(k.w, "HW_DIGEST", "%s", plans[0].hw.hex);
    for (unsigned i = 0; i < n; i++) add_top(&k, &plans[i], plans[i].block->stem, NULL);
    for (unsigned i = 0; i < n; i++) {
        const rtl_wrap *wrap = plan_wrap(&plans[i]);
        if (wrap) add_top(&k, &plans[i], wrapped_stem(&plans[i], wrap), wrap);
    }
    pack_each(&k);
    pack_all(&k, vlnv);
    json_decref(k.tops);
    writer_free(k.w);
}
