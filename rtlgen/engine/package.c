// package.c : see package.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/package.h"

#include "base/err.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- what a module's header says

static const char *line_end(const char *at) { return at + strcspn(at, "\n"); }

static bool begins(const char *at, const char *word)
{
    return strncmp(at, word, strlen(word)) == 0;
}

static void add_text(json_t *o, const char *key, const char *from, size_t n)
{
    json_object_set_new(o, key, json_stringn(from, n));
}

// What stands behind `//` in the line, or nothing.
static void add_comment(json_t *o, const char *at)
{
    const char *end = line_end(at), *doc = strstr(at, "// ");
    const bool there = doc && doc < end;
    add_text(o, "doc", there ? doc + 3 : "", there ? (size_t)(end - doc - 3) : 0);
}

// An expression ends with its line, before a comment, or at a comma outside of all brackets.
static size_t value_length(const char *at)
{
    size_t n = 0;
    for (int depth = 0; at[n] != '\n' && !begins(at + n, "//"); n++) {
        depth += (at[n] == '(') - (at[n] == ')');
        if (at[n] == ',' && depth == 0) break;
    }
    while (n && at[n - 1] == ' ') n--;
    return n;
}

// NAME = VALUE of a parameter's line.
static json_t *parameter_at(const char *at)
{
    json_t *o = json_object();
    const char *value = strstr(at, "= ");
    CHECK(value && value < line_end(at), "a parameter without a value: %.60s", at);
    add_text(o, "name", at, strcspn(at, " "));
    add_text(o, "value", value + 2, value_length(value + 2));
    add_comment(o, at);
    return o;
}

// It follows from others, or a check of the module refuses any value but the declared one.
static void set_baked(json_t *o, const char *module)
{
    const char *name = json_string_value(json_object_get(o, "name")),
               *value = json_string_value(json_object_get(o, "value"));
    char *check = wl_format("`WL_PARAM_CHECK(%s_must_be_%s, ", name, value);
    const bool derived = value[strspn(value, "0123456789")] != '\0';
    json_object_set_new(o, "baked", json_boolean(derived || strstr(module, check)));
    free(check);
}

// Finds the term `NAME OPERATOR NUMBER` of a condition, which begins with a space and ends with its
// line; false if it is not there.
static bool bound_in(const char *condition, const char *name, const char *operator, long * bound)
{
    char *want = wl_format(" %s %s ", name, operator);
    const char *found = strstr(condition, want);
    const char *number = found && found < line_end(condition) ? found + strlen(want) : NULL;
    const size_t digits = number ? strspn(number, "0123456789") : 0;
    free(want);
    if (!digits || !strchr(")&", number[digits + (number[digits] == ' ')])) return false;
    *bound = strtol(number, NULL, 10);
    return found == condition || found[-1] == '&';
}

static void set_bound(json_t *o, const char *key, long n, long none)
{
    char *text = n == none ? NULL : wl_format("%ld", n);
    json_object_set_new(o, key, json_string(text ? text : ""));
    free(text);
}

// The closest numbers between which the module's checks hold a parameter, as "minimum" and
// "maximum", "" without one. A check's condition ends its line, or stands in the next one;
// one with an alternative bounds nothing.
static void set_range(json_t *o, const char *module)
{
    const char *name = json_string_value(json_object_get(o, "name")), *at = module;
    long minimum = LONG_MIN, maximum = LONG_MAX, bound;
    while ((at = strstr(at, "`WL_PARAM_CHECK(")) != NULL) {
        const char *condition = strchr(at, ',') + 1, *end;
        if (*condition == '\n') condition += strspn(condition, "\n ") - 1;
        end = line_end(condition);
        at = end;
        const char *either = strstr(condition, "||");
        if (either && either < end) continue;
        if (bound_in(condition, name, ">=", &bound) && bound > minimum) minimum = bound;
        if (bound_in(condition, name, "<=", &bound) && bound < maximum) maximum = bound;
    }
    set_bound(o, "minimum", minimum, LONG_MIN);
    set_bound(o, "maximum", maximum, LONG_MAX);
}

// [LEFT:RIGHT] NAME or NAME of a port's line.
static json_t *port_at(const char *at, const char *dir)
{
    json_t *o = json_pack("{s:s}", "dir", dir);
    at += strspn(at, " ");
    if (*at == '[') {
        const size_t left = strcspn(at, ":"), range = strcspn(at, "]");
        CHECK(left < range && at + range < line_end(at), "a range without its bounds: %.60s", at);
        add_text(o, "left", at + 1, left - 1);
        add_text(o, "right", at + left + 1, range - left - 1);
        at += range + 1;
        at += strspn(at, " ");
    }
    add_text(o, "name", at, strcspn(at, ", \n"));
    return o;
}

static void add_parameter(json_t *parameters, const char *module, const char *at)
{
    json_t *o = parameter_at(at);
    set_baked(o, module);
    set_range(o, module);
    json_array_append_new(parameters, o);
}

json_t *package_interface(const char *module)
{
    json_t *parameters = json_array(), *ports = json_array();
    for (const char *at = module; *at && !begins(at, ");");
         at = line_end(at) + (*line_end(at) != 0)) {
        if (begins(at, "  parameter integer "))
            add_parameter(parameters, module, at + strlen("  parameter integer "));
        else if (begins(at, "  input  wire "))
            json_array_append_new(ports, port_at(at + strlen("  input  wire "), "in"));
        else if (begins(at, "  output wire "))
            json_array_append_new(ports, port_at(at + strlen("  output wire "), "out"));
    }
    CHECK(json_array_size(ports), "a module without ports");
    return json_pack("{s:o, s:o}", "parameters", parameters, "ports", ports);
}

static json_t *free_parameters(const json_t *parameters)
{
    json_t *free_ones = json_array(), *o;
    size_t i;
    json_array_foreach(parameters, i, o) {
        if (!json_is_true(json_object_get(o, "baked"))) json_array_append(free_ones, o);
    }
    return free_ones;
}

json_t *package_top(const char *name, json_t *modules, bool constraints, const char *text)
{
    json_t *top = package_interface(text);
    json_object_set_new(top, "name", json_string(name));
    json_object_set_new(top, "modules", modules);
    json_object_set_new(top, "constraints", json_boolean(constraints));
    json_object_set_new(top, "free", free_parameters(json_object_get(top, "parameters")));
    return top;
}

// ---- the files

static bool has_name(const json_t *list, const char *name)
{
    size_t i;
    const json_t *o;
    json_array_foreach(list, i, o) {
        if (strcmp(json_string_value(json_object_get(o, "name")), name) == 0) return true;
    }
    return false;
}

// As YAML has it between single quotes.
static void quote_doc(json_t *o)
{
    const char *doc = json_string_value(json_object_get(o, "doc"));
    char *out = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&out, &bytes);
    for (; *doc; doc++) fputs(*doc == '\'' ? "''" : (char[]){*doc, '\0'}, f);
    wl_memstream_end(f);
    json_object_set_new(o, "doc", json_string(out));
    free(out);
}

// What may be set of all tops, each name once: tops give their own defaults.
static json_t *all_parameters(const json_t *tops)
{
    json_t *all = json_array(), *top, *o;
    size_t i, k;
    json_array_foreach(tops, i, top) {
        json_array_foreach(json_object_get(top, "parameters"), k, o) {
            if (!json_is_true(json_object_get(o, "baked")) &&
                !has_name(all, json_string_value(json_object_get(o, "name"))))
                json_array_append_new(all, json_deep_copy(o));
        }
    }
    json_array_foreach(all, i, o) quote_doc(o);
    return all;
}

static void set_tops(const json_t *tops, writer *w)
{
    writer_value(w, "TOPS", json_deep_copy(tops));
    writer_set(w, "FIRST", "%s",
               json_string_value(json_object_get(json_array_get(tops, 0), "name")));
}

void package_core(const json_t *tops, const char *vlnv, writer *w)
{
    json_t *parameters = all_parameters(tops);
    set_tops(tops, w);
    writer_set(w, "VLNV", "%s", vlnv ? vlnv : "");
    writer_flag(w, "PARAMETRIC", json_array_size(parameters));
    writer_value(w, "PARAMETERS", parameters);
    writer_put(w, "rtlgen/package/core.in");
}

void package_bender(writer *w) { writer_put(w, "rtlgen/package/bender.yml.in"); }

void package_make(const json_t *tops, writer *w)
{
    set_tops(tops, w);
    writer_put(w, "rtlgen/package/make.mk.in");
}

static void put_top(const json_t *top, writer *w, const char *template)
{
    writer_value(w, "TOP", json_deep_copy(top));
    writer_put(w, template);
}

void package_vivado(const json_t *top, writer *w)
{
    put_top(top, w, "rtlgen/package/vivado.tcl.in");
}

void package_quartus(const json_t *top, writer *w)
{
    put_top(top, w, "rtlgen/package/quartus.qip.in");
}

// XML's own characters as it writes them. malloc'd.
static char *escaped(const char *text)
{
    char *out = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&out, &bytes);
    for (; *text; text++) {
        if (*text == '&') fputs("&amp;", f);
        else if (*text == '<') fputs("&lt;", f);
        else if (*text == '>') fputs("&gt;", f);
        else fputc(*text, f);
    }
    wl_memstream_end(f);
    return out;
}

static void escape_member(json_t *o, const char *key)
{
    const json_t *member = json_object_get(o, key);
    if (!member) return;
    char *text = escaped(json_string_value(member));
    json_object_set_new(o, key, json_string(text));
    free(text);
}

void package_ipxact(const json_t *top, writer *w)
{
    json_t *copy = json_deep_copy(top), *o;
    size_t i;
    json_array_foreach(json_object_get(copy, "parameters"), i, o) {
        escape_member(o, "doc");
        escape_member(o, "value");
    }
    json_array_foreach(json_object_get(copy, "ports"), i, o) {
        escape_member(o, "left");
        escape_member(o, "right");
    }
    put_top(copy, w, "rtlgen/package/ipxact.xml.in");
    json_decref(copy);
}

static void put_bus(const json_t *definition, writer *w, const char *template)
{
    writer_value(w, "BUS", json_deep_copy(definition));
    writer_put(w, template);
}

void package_bus(const json_t *definition, writer *w)
{
    put_bus(definition, w, "rtlgen/package/ipxact_bus.xml.in");
}

void package_bus_rtl(const json_t *definition, writer *w)
{
    put_bus(definition, w, "rtlgen/package/ipxact_bus_rtl.xml.in");
}
