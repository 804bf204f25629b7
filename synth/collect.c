// collect.c : from the tools' figures to the result; see flow.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/flow.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MODULE_DEPTH = 64 };

// tests/synth/synth.sh shows it with a flip-flop of known energies.
#define POWER_OF_INPUT_PINS \
    "twice the library's (for each edge OpenSTA 2.0.17 takes the energies of a rising and of a " \
    "falling edge together)"

// Yosys writes public names with a backslash in some places and without in others.
static const char *plain(const char *name) { return *name == '\\' ? name + 1 : name; }

// Cells by type of a module, none if it is wires only; NULL when the part does not have it.
static const json_t *cells_of(const json_t *part, const char *module)
{
    const char *key;
    json_t *m;
    json_object_foreach(json_object_get(part, "modules"), key, m) {
        if (strcmp(plain(key), module) == 0) return json_object_get(m, "num_cells_by_type");
    }
    return NULL;
}

static const sram *macro(const flow_figures *f, const char *module)
{
    return f->macros ? sram_find(f->macros, module) : NULL;
}

static const json_t *cells_of_either(const flow_figures *f, const char *module, const char **part)
{
    const json_t *cells = cells_of(f->storage, module);
    *part = cells ? "storage" : "logic";
    return cells ? cells : cells_of(f->logic, module);
}

// Adds n instances of `module` and of all modules in it to counts (module -> instances).
static int count_instances(const flow_figures *f, const char *module, json_int_t n, unsigned depth,
                           json_t *counts, err *e)
{
    const char *part, *type;
    json_t *number;
    const json_t *cells = cells_of_either(f, module, &part);
    if (depth == MAX_MODULE_DEPTH)
        return err_add(e, ST_TOOL, "netlist: modules are nested deeper than %d", MAX_MODULE_DEPTH);
    json_object_set_new(counts, module,
                        json_integer(n + json_integer_value(json_object_get(counts, module))));
    json_object_foreach((json_t *)cells, type, number) {
        const char *name = plain(type);
        int st = ST_OK;
        if (cells_of_either(f, name, &part) || macro(f, name))
            st = count_instances(f, name, n * json_integer_value(number), depth + 1, counts, e);
        else if (!liberty_cell(f->lib, name))
            st = err_add(e, ST_TOOL, "netlist: cell %s is not in library %s", name, f->lib->name);
        if (st) return st;
    }
    return ST_OK;
}

typedef struct totals {
    double area;
    json_int_t cells, flops, unsized; // unsized: cells that the library gives no area
} totals;

// The library's cells of one instance of a module, its submodules not counted.
static totals own_cells(const flow_figures *f, const json_t *cells)
{
    totals t = {0};
    const char *type;
    json_t *number;
    json_object_foreach((json_t *)cells, type, number) {
        const lib_cell *c = liberty_cell(f->lib, plain(type));
        if (!c) continue; // a submodule
        json_int_t n = json_integer_value(number);
        t.area += c->area * (double)n;
        t.cells += n;
        t.flops += c->flop || c->latch ? n : 0;
        t.unsized += c->area > 0 ? 0 : n;
    }
    return t;
}

static json_t *module_row(const flow_figures *f, const char *module, const char *part,
                          json_int_t instances, const totals *t)
{
    const json_t *recipes = json_object_get(*part == 's' ? f->storage : f->logic, "recipes");
    return json_pack("{s:s, s:s, s:I, s:f, s:I, s:I, s:I, s:O?}", "module", module, "part", part,
                     "instances", instances, "area_um2", t->area * (double)instances, "cells",
                     t->cells * instances, "flops", t->flops * instances, "cells_without_area",
                     t->unsized * instances, "recipe", json_object_get(recipes, module));
}

// An SRAM is a row of its own kind: its area is the model's.
static json_t *macro_row(const char *module, const sram *s, json_int_t instances, double *area)
{
    *area += s->area_um2 * (double)instances;
    json_t *row =
        json_pack("{s:s, s:s, s:I, s:f, s:I, s:I, s:I}", "module", module, "part", "macro",
                  "instances", instances, "area_um2", s->area_um2 * (double)instances, "cells",
                  (json_int_t)0, "flops", (json_int_t)0, "cells_without_area", (json_int_t)0);
    json_object_set_new(row, "sram",
                        json_pack("{s:i, s:i, s:s, s:f, s:f, s:f, s:f, s:f}", "words",
                                  (int)s->words, "width", (int)s->width, "ports",
                                  s->one_port ? "1rw" : "1r1w", "access_ns", s->access_ns,
                                  "cycle_ns", s->cycle_ns, "read_pj", s->read_pj, "write_pj",
                                  s->write_pj, "leakage_mw", s->leakage_mw));
    return row;
}

static int add_area(const flow_figures *f, json_t *out, err *e)
{
    json_t *counts = json_object(), *rows = json_array(), *number;
    const char *module, *part;
    totals sum = {0};
    double storage = 0, macros = 0;
    int st = count_instances(f, f->top, 1, 0, counts, e);
    json_object_foreach(counts, module, number) {
        const sram *s = macro(f, module);
        if (s) {
            json_array_append_new(rows, macro_row(module, s, json_integer_value(number), &macros));
            continue;
        }
        totals t = own_cells(f, cells_of_either(f, module, &part));
        json_int_t n = json_integer_value(number);
        json_array_append_new(rows, module_row(f, module, part, n, &t));
        sum.area += t.area * (double)n;
        sum.cells += t.cells * n;
        sum.flops += t.flops * n;
        sum.unsized += t.unsized * n;
        if (*part == 's') storage += t.area * (double)n;
    }
    json_decref(counts);
    json_object_set_new(out, "area_um2", json_real(sum.area + macros));
    json_object_set_new(out, "logic_um2", json_real(sum.area - storage));
    json_object_set_new(out, "storage_um2", json_real(storage));
    json_object_set_new(out, "macro_um2", json_real(macros));
    json_object_set_new(out, "cells", json_integer(sum.cells));
    json_object_set_new(out, "flops", json_integer(sum.flops));
    json_object_set_new(out, "cells_without_area", json_integer(sum.unsized));
    json_object_set_new(out, "hierarchy", rows);
    return st;
}

// 1000 / min_period_ns of a path group, null when there is no such path.
static json_t *frequency(const json_t *group)
{
    double period = json_number_value(json_object_get(group, "min_period_ns"));
    return json_is_object(group) && period > 0 ? json_real(1000.0 / period) : json_null();
}

static void add_timing(const flow_figures *f, json_t *out)
{
    static const char *const groups[] = {"reg_to_reg", "in_to_reg", "reg_to_out", "in_to_out"};
    const json_t *path = json_object_get(f->sta, "reg_to_reg"),
                 *wired = json_object_get(f->sta, "reg_to_reg_wire");
    json_t *timing = json_object();
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        json_t *group = json_deep_copy(json_object_get(f->sta, groups[i]));
        json_object_del(group, "points");
        json_object_set_new(timing, groups[i], group);
    }
    json_t *points = json_object_get(path, "points");
    json_object_set_new(out, "clock_ns",
                        json_real(json_number_value(json_object_get(f->sta, "period_ns"))));
    json_object_set_new(out, "fmax_mhz", frequency(path));
    json_object_set_new(out, "fmax_logic_mhz",
                        frequency(json_object_get(f->sta, "reg_to_reg_logic")));
    json_object_set_new(out, "critical_path", points ? json_deep_copy(points) : json_array());
    json_object_set_new(out, "timing", timing);
    json_object_set_new(out, "wire",
                        json_pack("{s:{s:o}, s:{s:f, s:o}}", "none", "fmax_mhz", frequency(path),
                                  "per_fanout", "ff_per_fanout", f->wire_ff, "fmax_mhz",
                                  frequency(wired)));
}

// ABC's nets are called _NUMBER_, whatever instance they are in.
static bool has_rtl_name(const char *net)
{
    const char *slash = strrchr(net, '/'), *name = slash ? slash + 1 : net;
    const size_t digits = *name == '_' ? strspn(name + 1, "0123456789") : 0;
    return !(digits > 0 && strcmp(name + 1 + digits, "_") == 0);
}

// The nets of a path that have names in the RTL, each once, in their order.
static json_t *rtl_path(const json_t *path)
{
    json_t *nets = json_array(), *point;
    const char *last = "";
    size_t i;
    json_array_foreach(json_object_get(path, "points"), i, point) {
        const char *net = json_string_value(json_object_get(point, "net"));
        if (!has_rtl_name(net) || strcmp(net, last) == 0) continue;
        json_array_append_new(nets, json_string(net));
        last = net;
    }
    return nets;
}

// Whether the worst path of a group meets the clock, null when there is none.
static json_t *verdict(const json_t *path)
{
    if (!json_is_object(path)) {
        return json_pack("{s:n, s:n, s:n, s:n}", "met", "slack_ns", "from", "to");
    }
    const double slack = json_number_value(json_object_get(path, "slack_ns"));
    return json_pack("{s:b, s:f, s:O, s:O}", "met", slack >= 0, "slack_ns", slack, "from",
                     json_object_get(path, "from"), "to", json_object_get(path, "to"));
}

// The worst of the paths that begin or end at a port; nothing is taken off for the neighbours.
static const json_t *worst_at_ports(const flow_figures *f)
{
    static const char *const groups[] = {"in_to_reg", "reg_to_out", "in_to_out"};
    const json_t *worst = NULL;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const json_t *path = json_object_get(f->sta, groups[i]);
        const double slack = json_number_value(json_object_get(path, "slack_ns"));
        if (!json_is_object(path)) continue;
        if (!worst || slack < json_number_value(json_object_get(worst, "slack_ns"))) worst = path;
    }
    return worst;
}

static void add_target(const flow_figures *f, json_t *out)
{
    const json_t *path = json_object_get(f->sta, "reg_to_reg");
    json_t *target = verdict(path);
    json_object_set(target, "clock_ns", json_object_get(out, "clock_ns"));
    json_object_set_new(target, "path", rtl_path(path));
    json_object_set_new(target, "ports", verdict(worst_at_ports(f)));
    json_object_set_new(target, "with_wire", verdict(json_object_get(f->sta, "reg_to_reg_wire")));
    json_object_set_new(out, "target", target);
}

// What the figures of the SRAM follow from.
static void add_model(const flow_figures *f, json_t *out)
{
    if (!f->macros || !f->macros->n) return;
    json_object_set_new(out, "sram_model",
                        json_pack("{s:s, s:s, s:i, s:s, s:f}", "source", SRAM_SOURCE, "rules",
                                  SRAM_RULES, "node_nm", (int)f->node_nm, "node_from",
                                  f->node_given ? "synth.node_nm" : "the table of known libraries",
                                  "scale", (double)f->node_nm / SRAM_NODE_NM));
}

static void add_power(const flow_figures *f, json_t *out)
{
    const json_t *w = json_object_get(f->sta, "power_w");
    const char *kind;
    json_t *value, *power = json_object();
    json_object_foreach((json_t *)w, kind, value) {
        char *name = wl_format("%s_mw", kind);
        json_object_set_new(power, name, json_real(1000.0 * json_number_value(value)));
        free(name);
    }
    json_object_set_new(out, "power_mw",
                        json_real(json_number_value(json_object_get(power, "total_mw"))));
    json_object_set_new(
        power, "activity",
        json_string(json_is_true(json_object_get(f->sta, "propagated"))
                        ? "assumed: every input switches 0.1 times a clock cycle, propagated "
                          "(OpenSTA's default)"
                        : "assumed: every pin switches 0.1 times a clock cycle (OpenSTA 2.0.17 "
                          "fails when it propagates the inputs' activity through this netlist)"));
    json_object_set_new(power, "input_pins", json_string(POWER_OF_INPUT_PINS));
    json_object_set_new(out, "power", power);
}

int flow_collect(const flow_figures *f, json_t **result, err *e)
{
    json_t *out = json_pack("{s:s, s:s}", "top", f->top, "library", f->lib->name);
    int st = add_area(f, out, e);
    add_timing(f, out);
    add_target(f, out);
    add_power(f, out);
    add_model(f, out);
    if (st) json_decref(out);
    else *result = out;
    return st;
}
