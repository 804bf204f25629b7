// liberty.c : see liberty.h. A reader of Liberty's syntax: groups `name (args) { ... }`, attributes `name : value ;` and
// `name (args) ;`. It keeps what liberty.h names and walks over the rest.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/liberty.h"

#include "base/outfile.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 256 << 20, MAX_DEPTH = 32, WORD = 256 };

typedef enum scope { IN_FILE, IN_LIBRARY, IN_CELL, IN_PIN, IN_LATCH, IN_OTHER } scope;

typedef struct pin {
    char name[WORD], function[WORD];
    double capacitance; // in the library's unit
    bool input, output;
} pin;

typedef struct reader {
    const char *file, *text, *p, *line_start;
    unsigned line;
    size_t statement; // where the one being read begins
    liberty *l;
    err *e;
    double unit_ff; // of capacitances
    pin pin;        // the one being read
    pin in, out;    // the cell's, when it has one of each
    unsigned inputs, outputs;
    struct {
        char state[WORD], data[WORD], enable[WORD];
        bool forced; // by a clear or preset
    } latch;        // the cell's
} reader;

static int wrong(reader *r, const char *what)
{
    size_t n = strcspn(r->line_start, "\r\n");
    char *src = wl_format("%.*s", (int)(n < 200 ? n : 200), r->line_start);
    err_pos at = {r->file, r->line, (unsigned)(r->p - r->line_start) + 1, src};
    int status = err_add_at(r->e, ST_INPUT, &at, "not a Liberty file: %s", what);
    free(src);
    return status;
}

static void step(reader *r)
{
    if (*r->p++ == '\n') {
        r->line++;
        r->line_start = r->p;
    }
}

static void skip_comment(reader *r)
{
    while (*r->p && !(r->p[0] == '*' && r->p[1] == '/')) step(r);
    if (*r->p) r->p += 2;
}

// White space, comments, and the backslash that continues a line.
static void skip_space(reader *r)
{
    for (;;) {
        if (r->p[0] == '/' && r->p[1] == '*') skip_comment(r);
        else if (isspace((unsigned char)*r->p) || (*r->p == '\\' && (r->p[1] == '\n' || r->p[1] == '\r'))) step(r);
        else return;
    }
}

// A name, number or string into word (cut to fit); false when something else stands here.
static bool take_word(reader *r, char word[WORD])
{
    size_t n = 0;
    bool quoted = *r->p == '"';
    if (quoted) r->p++;
    const char *start = r->p;
    while (*r->p && (quoted ? *r->p != '"' : !isspace((unsigned char)*r->p) && !strchr("(){}:;,\"", *r->p))) {
        if (n + 1 < WORD) word[n++] = *r->p;
        step(r);
    }
    word[n] = '\0';
    if (quoted && *r->p == '"') { r->p++; return true; }
    return !quoted && r->p > start;
}

// Value of `name : value ;`. Values of several words keep the first; the semicolon may be missing at the end of a line.
static int take_value(reader *r, char word[WORD])
{
    skip_space(r);
    if (!take_word(r, word)) return wrong(r, "a value is missing after ':'");
    while (*r->p && !strchr(";\n}", *r->p)) step(r);
    if (*r->p == ';') r->p++;
    return ST_OK;
}

// Arguments after '(' up to and with ')': the first two are kept.
static int take_args(reader *r, char args[2][WORD])
{
    unsigned n = 0;
    args[0][0] = args[1][0] = '\0';
    for (;;) {
        char word[WORD];
        skip_space(r);
        if (*r->p == ')') { r->p++; return ST_OK; }
        if (*r->p == ',' || *r->p == ':') { r->p++; continue; }
        if (!take_word(r, word)) return wrong(r, "')' is missing");
        if (n < 2) memcpy(args[n++], word, WORD);
    }
}

static lib_cell *last_cell(reader *r) { return &r->l->cells[r->l->n - 1]; }

static void start_cell(reader *r, const char *name)
{
    r->l->cells = wl_realloc(r->l->cells, (r->l->n + 1) * sizeof *r->l->cells);
    r->l->cells[r->l->n++] = (lib_cell){.name = wl_strdup(name), .from = r->statement};
    r->inputs = r->outputs = 0;
    memset(&r->latch, 0, sizeof r->latch);
}

static scope start_group(reader *r, scope outer, const char *name, const char *arg)
{
    if (outer == IN_FILE && strcmp(name, "library") == 0) {
        free(r->l->name);
        r->l->name = wl_strdup(arg);
        return IN_LIBRARY;
    }
    if (outer == IN_LIBRARY && strcmp(name, "cell") == 0) {
        start_cell(r, arg);
        return IN_CELL;
    }
    if (outer == IN_CELL && strcmp(name, "pin") == 0) {
        memset(&r->pin, 0, sizeof r->pin);
        memcpy(r->pin.name, arg, WORD);
        return IN_PIN;
    }
    if (outer == IN_CELL && strncmp(name, "ff", 2) == 0) last_cell(r)->flop = true;
    if (outer == IN_CELL && strncmp(name, "latch", 5) == 0) {
        last_cell(r)->latch = true;
        memcpy(r->latch.state, arg, WORD);
        return IN_LATCH;
    }
    return IN_OTHER;
}

static bool is_name(const char *s) { return *s && s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0'; }

// "!A", "(!A)", "A'", "~A": true for the inverted value of the pin called `in`.
static bool inverts(const char *function, const char *in)
{
    char bare[WORD];
    size_t n = 0, bars = 0;
    for (const char *c = function; *c; c++) {
        if (*c == '!' || *c == '~' || *c == '\'') bars++;
        else if (!isspace((unsigned char)*c) && *c != '(' && *c != ')') bare[n++] = *c;
    }
    bare[n] = '\0';
    return bars == 1 && strcmp(bare, in) == 0;
}

// A latch whose output is its state, and that nothing but its enable opens.
static void end_latch(reader *r, lib_cell *c)
{
    const char *enable = r->latch.enable;
    const bool low = *enable == '!' || *enable == '~';
    enable += low;
    if (!c->latch || r->latch.forced || r->outputs != 1 || strcmp(r->out.function, r->latch.state) != 0) return;
    if (!is_name(r->latch.data) || !is_name(enable)) return;
    c->latch_of.data = wl_strdup(r->latch.data);
    c->latch_of.enable = wl_strdup(enable);
    c->latch_of.out = wl_strdup(r->out.name);
    c->latch_of.low = low;
}

static void end_group(reader *r, scope which)
{
    if (which == IN_PIN) {
        if (r->pin.input) { r->in = r->pin; r->inputs++; }
        if (r->pin.output) { r->out = r->pin; r->outputs++; }
    } else if (which == IN_CELL) {
        lib_cell *c = last_cell(r);
        c->inverter = r->inputs == 1 && r->outputs == 1 && !c->flop && !c->latch && inverts(r->out.function, r->in.name);
        c->to = (size_t)(r->p - r->text);
        end_latch(r, c);
        if (c->inverter) c->input_ff = r->in.capacitance * r->unit_ff;
    }
}

static void latch_attribute(reader *r, const char *name, const char *value)
{
    if (strcmp(name, "data_in") == 0) memcpy(r->latch.data, value, WORD);
    if (strcmp(name, "enable") == 0) memcpy(r->latch.enable, value, WORD);
    if (strcmp(name, "clear") == 0 || strcmp(name, "preset") == 0) r->latch.forced = true;
}

static void attribute(reader *r, scope where, const char *name, const char *value)
{
    if (where == IN_CELL) {
        if (strcmp(name, "area") == 0) last_cell(r)->area = strtod(value, NULL);
        if (strcmp(name, "dont_use") == 0) last_cell(r)->dont_use = strcmp(value, "true") == 0;
    } else if (where == IN_LATCH) {
        latch_attribute(r, name, value);
    } else if (where == IN_PIN) {
        if (strcmp(name, "capacitance") == 0) r->pin.capacitance = strtod(value, NULL);
        if (strcmp(name, "function") == 0) memcpy(r->pin.function, value, WORD);
        if (strcmp(name, "direction") == 0) {
            r->pin.input = strcmp(value, "input") == 0;
            r->pin.output = strcmp(value, "output") == 0;
        }
    }
}

static int statements(reader *r, scope where, unsigned depth);

// After a statement's name and '('.
static int group_or_call(reader *r, scope where, const char *name, unsigned depth)
{
    char args[2][WORD];
    int st = take_args(r, args);
    if (st) return st;
    skip_space(r);
    if (*r->p != '{') {
        if (*r->p == ';') r->p++;
        if (where == IN_LIBRARY && strcmp(name, "capacitive_load_unit") == 0) {
            r->unit_ff = strtod(args[0], NULL) * (args[1][0] == 'p' || args[1][0] == 'P' ? 1000.0 : 1.0);
        }
        return ST_OK;
    }
    r->p++;
    if (depth == MAX_DEPTH) return wrong(r, "groups are nested too deep");
    scope inner = start_group(r, where, name, args[0]);
    st = statements(r, inner, depth + 1);
    if (st) return st;
    if (*r->p != '}') return wrong(r, "the file ends inside a group; '}' is missing");
    r->p++;
    end_group(r, inner);
    return ST_OK;
}

// Up to the end of the group ('}' is left) or of the file.
static int statements(reader *r, scope where, unsigned depth)
{
    for (;;) {
        char name[WORD], value[WORD];
        skip_space(r);
        while (*r->p == ';') { r->p++; skip_space(r); }
        if (!*r->p || (*r->p == '}' && depth > 0)) return ST_OK;
        r->statement = (size_t)(r->p - r->text);
        if (!take_word(r, name)) return wrong(r, "a group or an attribute is expected");
        skip_space(r);
        int st;
        if (*r->p == ':') {
            r->p++;
            st = take_value(r, value);
            if (st == ST_OK) attribute(r, where, name, value);
        } else if (*r->p == '(') {
            r->p++;
            st = group_or_call(r, where, name, depth);
        } else {
            st = wrong(r, "':' or '(' is expected after a name");
        }
        if (st) return st;
    }
}

static int check_usable(const char *path, const liberty *l, err *e)
{
    double area = 0;
    bool flop = false;
    for (unsigned i = 0; i < l->n; i++) {
        area += l->cells[i].area;
        flop |= l->cells[i].flop;
    }
    if (!l->name) return err_add(e, ST_INPUT, "%s: not a Liberty file: there is no library group", path);
    if (!(area > 0)) return err_add(e, ST_INPUT, "%s: library %s has no cell with an area", path, l->name);
    if (!flop) return err_add(e, ST_INPUT, "%s: library %s has no flip-flop", path, l->name);
    if (!liberty_inverter(l)) return err_add(e, ST_INPUT, "%s: library %s has no inverter with an area", path, l->name);
    return ST_OK;
}

int liberty_read(const char *path, liberty *l, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    *l = (liberty){0};
    int st = infile_read(path, MAX_BYTES, &text, &bytes, e);
    if (st) return st;
    reader r = {.file = path, .text = text, .p = text, .line_start = text, .line = 1, .l = l, .e = e, .unit_ff = 1000.0};
    st = strlen(text) == bytes ? statements(&r, IN_FILE, 0) : err_add(e, ST_INPUT, "%s: not a Liberty file: it holds a NUL byte", path);
    free(text);
    if (st == ST_OK) st = check_usable(path, l, e);
    if (st) liberty_free(l);
    return st;
}

void liberty_free(liberty *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        free(l->cells[i].name);
        free(l->cells[i].latch_of.data);
        free(l->cells[i].latch_of.enable);
        free(l->cells[i].latch_of.out);
    }
    free(l->cells);
    free(l->name);
    *l = (liberty){0};
}

static bool matches(const char *name, const char *patterns)
{
    char *words = wl_strdup(patterns ? patterns : ""), *rest = NULL;
    bool found = false;
    for (char *p = strtok_r(words, " ", &rest); p && !found; p = strtok_r(NULL, " ", &rest)) found = fnmatch(p, name, 0) == 0;
    free(words);
    return found;
}

int liberty_without(const char *path, const char *patterns, const char *target, err *e)
{
    liberty l;
    char *text = NULL;
    size_t bytes = 0, at = 0;
    int st = liberty_read(path, &l, e);
    if (st) return st;
    st = infile_read(path, MAX_BYTES, &text, &bytes, e);
    outfile o;
    if (st == ST_OK) st = outfile_open(&o, target, e);
    if (st == ST_OK) {
        for (unsigned i = 0; i < l.n; i++) {
            if (!matches(l.cells[i].name, patterns)) continue;
            fwrite(text + at, 1, l.cells[i].from - at, o.f);
            at = l.cells[i].to;
        }
        fwrite(text + at, 1, bytes - at, o.f);
        st = outfile_commit(&o, e);
    }
    free(text);
    liberty_free(&l);
    return st;
}

const lib_cell *liberty_cell(const liberty *l, const char *name)
{
    for (unsigned i = 0; i < l->n; i++) {
        if (strcmp(l->cells[i].name, name) == 0) return &l->cells[i];
    }
    return NULL;
}

const lib_cell *liberty_inverter(const liberty *l)
{
    const lib_cell *best = NULL;
    for (unsigned i = 0; i < l->n; i++) {
        const lib_cell *c = &l->cells[i];
        if (c->inverter && !c->dont_use && c->area > 0 && (!best || c->area < best->area)) best = c;
    }
    return best;
}

const lib_cell *liberty_latch(const liberty *l, bool low)
{
    const lib_cell *best = NULL;
    for (unsigned i = 0; i < l->n; i++) {
        const lib_cell *c = &l->cells[i];
        if (c->latch_of.out && c->latch_of.low == low && !c->dont_use && (!best || c->area < best->area)) best = c;
    }
    return best;
}

// Yosys' latch that is open at `low`, by a cell for the same level or, behind an inverter, the other.
static void put_latch(FILE *f, const liberty *l, bool low)
{
    const lib_cell *same = liberty_latch(l, low), *c = same ? same : liberty_latch(l, !low);
    if (!c) return;
    fprintf(f, "module \\$_DLATCH_%c_ (input E, input D, output Q);\n  wire e;\n", low ? 'N' : 'P');
    if (same) fprintf(f, "  assign e = E;\n");
    else fprintf(f, "  \\$_NOT_ invert (.A(E), .Y(e));\n");
    fprintf(f, "  %s _TECHMAP_REPLACE_ (.%s(e), .%s(D), .%s(Q));\nendmodule\n", c->name, c->latch_of.enable, c->latch_of.data, c->latch_of.out);
}

int liberty_latch_map(const liberty *l, const char *path, err *e)
{
    outfile o;
    int st = outfile_open(&o, path, e);
    if (st) return st;
    put_latch(o.f, l, false);
    put_latch(o.f, l, true);
    return outfile_commit(&o, e);
}
