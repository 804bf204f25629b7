// liberty.c : see liberty.h. A reader of Liberty's syntax: groups `name (args) { ... }`, attributes
// `name : value ;` and `name (args) ;`. It keeps what liberty.h names and walks over the rest.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/liberty.h"

#include "base/outfile.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_BYTES = 256 << 20, MAX_DEPTH = 32, WORD = 256, OUTPUTS = 4 };

typedef enum scope {
    IN_FILE,
    IN_LIBRARY,
    IN_CELL,
    IN_PIN,
    IN_TIMING,
    IN_DELAYS,
    IN_LATCH,
    IN_TEST_CELL,
    IN_BUS,
    IN_OTHER
} scope;

typedef struct pin {
    char name[WORD], function[WORD];
    double capacitance; // in the library's unit
    bool input, output, three_state;
} pin;

typedef struct reader {
    const char *file, *text, *p, *line_start;
    unsigned line;
    size_t statement; // where the one being read begins
    liberty *l;
    err *e;
    double pin_cap; // of input pins that name none, in the library's unit
    pin pin;        // the one being read
    pin in, out;    // the cell's, when it has one of each
    unsigned inputs, outputs;
    size_t value, value_end; // where the value read last stands, quotes included
    double delay; // the shortest positive one in the cell's tables, in the library's unit; 0: none
    bool timed;   // the cell has a table of delays
    bool bus;     // the cell has a bus or a bundle
    char functions[OUTPUTS][WORD]; // of the cell's outputs
    struct {
        char state[WORD], opposite[WORD], data[WORD], enable[WORD];
        bool forced; // by a clear or preset
    } latch;         // the cell's, or its flip-flop's without enable
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
        else if (isspace((unsigned char)*r->p) ||
                 (*r->p == '\\' && (r->p[1] == '\n' || r->p[1] == '\r')))
            step(r);
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
    while (*r->p && (quoted ? *r->p != '"'
                            : !isspace((unsigned char)*r->p) && !strchr("(){}:;,\"", *r->p))) {
        if (n + 1 < WORD) word[n++] = *r->p;
        step(r);
    }
    word[n] = '\0';
    if (quoted && *r->p == '"') {
        r->p++;
        return true;
    }
    return !quoted && r->p > start;
}

// Replaces [from, to) of the file. Edits within it are dropped.
static void edit(reader *r, size_t from, size_t to, char *text)
{
    liberty *l = r->l;
    while (l->n_edits && l->edits[l->n_edits - 1].from >= from) free(l->edits[--l->n_edits].text);
    l->edits = wl_realloc(l->edits, (l->n_edits + 1) * sizeof *l->edits);
    l->edits[l->n_edits++] = (lib_edit){from, to, text};
}

static size_t here(const reader *r) { return (size_t)(r->p - r->text); }

// A value that is not in quotes: up to a semicolon, the end of the line or group, or a comment.
static void take_bare(reader *r, char word[WORD])
{
    size_t n = 0;
    while (*r->p && !strchr(";\n}\"", *r->p) && !(r->p[0] == '/' && r->p[1] == '*')) {
        if (n + 1 < WORD) word[n++] = *r->p;
        step(r);
    }
    while (n && isspace((unsigned char)word[n - 1])) n--;
    word[n] = '\0';
}

// Attributes whose values Yosys and OpenSTA take in quotes only.
static bool wants_quotes(const char *name)
{
    static const char *const names[] = {"function",    "three_state",
                                        "x_function",  "state_function",
                                        "when",        "next_state",
                                        "clocked_on",  "clocked_on_also",
                                        "data_in",     "enable",
                                        "enable_also", "clear",
                                        "preset",      "power_down_function"};
    const size_t n = strlen(name);
    if (n > 5 && strcmp(name + n - 5, "_unit") == 0) return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

static void quote_value(reader *r)
{
    size_t to = r->value_end;
    while (isspace((unsigned char)r->text[to - 1])) to--;
    edit(r, r->value, to, wl_format("\"%.*s\"", (int)(to - r->value), r->text + r->value));
}

// Value of `name : value ;`. The semicolon may be missing at the end of a line.
static int take_value(reader *r, const char *name, char word[WORD])
{
    skip_space(r);
    const bool quoted = *r->p == '"';
    r->value = here(r);
    if (quoted) take_word(r, word);
    else take_bare(r, word);
    r->value_end = here(r);
    if (!quoted && !*word) return wrong(r, "a value is missing after ':'");
    if (!quoted && wants_quotes(name)) quote_value(r);
    while (*r->p && !strchr(";\n}", *r->p)) step(r);
    if (*r->p == ';') r->p++;
    return ST_OK;
}

// The shortest positive number of a table's row.
static void note_delays(reader *r, const char *from, const char *to)
{
    while (from < to) {
        char *end;
        const double d = strtod(from, &end);
        if (end > from && d > 0 && (!(r->delay > 0) || d < r->delay)) r->delay = d;
        from = end > from ? end : from + 1;
    }
}

// Arguments after '(' up to and with ')': the first two are kept. `delays`: they are a table's
// rows.
static int take_args(reader *r, bool delays, char args[2][WORD])
{
    unsigned n = 0;
    args[0][0] = args[1][0] = '\0';
    for (;;) {
        char word[WORD];
        skip_space(r);
        if (*r->p == ')') {
            r->p++;
            return ST_OK;
        }
        if (*r->p == ',' || *r->p == ':') {
            r->p++;
            continue;
        }
        const char *from = r->p;
        if (!take_word(r, word)) return wrong(r, "')' is missing");
        if (delays) note_delays(r, from, r->p);
        if (n < 2) memcpy(args[n++], word, WORD);
    }
}

static lib_cell *last_cell(reader *r) { return &r->l->cells[r->l->n - 1]; }

static void start_cell(reader *r, const char *name)
{
    r->l->cells = wl_realloc(r->l->cells, (r->l->n + 1) * sizeof *r->l->cells);
    r->l->cells[r->l->n++] = (lib_cell){.name = wl_strdup(name), .from = r->statement};
    r->inputs = r->outputs = 0;
    r->delay = 0;
    r->timed = false;
    r->bus = false;
    memset(&r->latch, 0, sizeof r->latch);
}

static scope start_group(reader *r, scope outer, const char *name, char args[2][WORD])
{
    const char *arg = args[0];
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
    if (outer == IN_CELL && strcmp(name, "test_cell") == 0) return IN_TEST_CELL;
    if (outer == IN_CELL && (strcmp(name, "bus") == 0 || strcmp(name, "bundle") == 0)) {
        return IN_BUS;
    }
    if (outer == IN_PIN && strcmp(name, "timing") == 0) return IN_TIMING;
    if (outer == IN_TIMING && (strcmp(name, "cell_rise") == 0 || strcmp(name, "cell_fall") == 0)) {
        return IN_DELAYS;
    }
    const bool flop = strncmp(name, "ff", 2) == 0, latch = strncmp(name, "latch", 5) == 0;
    if (outer == IN_CELL && (flop || latch)) {
        last_cell(r)->flop |= flop;
        last_cell(r)->latch |= latch;
        memcpy(r->latch.state, args[0], WORD);
        memcpy(r->latch.opposite, args[1], WORD);
        return IN_LATCH;
    }
    return IN_OTHER;
}

static bool is_name(const char *s)
{
    return *s &&
           s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

// "A", "(!A)", "A'", "~A": the name of which the value is, and whether it is inverted; false for
// anything else.
static bool literal(const char *function, char name[WORD], bool *inverted)
{
    size_t n = 0, bars = 0;
    for (const char *c = function; *c; c++) {
        if (*c == '!' || *c == '~' || *c == '\'') bars++;
        else if (!isspace((unsigned char)*c) && *c != '(' && *c != ')') name[n++] = *c;
    }
    name[n] = '\0';
    *inverted = bars % 2;
    return is_name(name);
}

static bool inverts(const char *function, const char *in)
{
    char name[WORD];
    bool inverted;
    return literal(function, name, &inverted) && inverted && strcmp(name, in) == 0;
}

// A flip-flop of which no output is its data, but for inverted ones. The state may be the inverted
// data.
static bool only_inverted(const reader *r)
{
    char name[WORD];
    bool stored, shown;
    if (!literal(r->latch.data, name, &stored)) stored = false; // of several inputs
    for (unsigned i = 0; i < r->outputs && i < OUTPUTS; i++) {
        if (!literal(r->functions[i], name, &shown)) continue;
        if (strcmp(name, stored == shown ? r->latch.state : r->latch.opposite) == 0) return false;
    }
    return true;
}

// A latch whose output is its state or the inverted state, and that nothing but its enable opens.
// The data may be inverted on the way in and on the way out.
static void end_latch(reader *r, lib_cell *c)
{
    char data[WORD], enable[WORD], out[WORD];
    bool data_inverted, low, out_inverted;
    if (!c->latch || r->latch.forced || r->outputs != 1) return;
    if (!literal(r->latch.data, data, &data_inverted) || !literal(r->latch.enable, enable, &low)) {
        return;
    }
    if (!literal(r->out.function, out, &out_inverted)) return;
    const bool opposite = strcmp(out, r->latch.opposite) == 0;
    if (!opposite && strcmp(out, r->latch.state) != 0) return;
    c->latch_of.data = wl_strdup(data);
    c->latch_of.enable = wl_strdup(enable);
    c->latch_of.out = wl_strdup(r->out.name);
    c->latch_of.low = low;
    c->latch_of.inverts = data_inverted ^ out_inverted ^ opposite;
}

// from: where the group begins.
static void end_group(reader *r, scope which, size_t from)
{
    if (which == IN_TEST_CELL) edit(r, from, here(r), wl_strdup(""));
    if (which == IN_BUS) r->bus = true;
    if (which == IN_PIN) {
        if (r->pin.input) {
            r->in = r->pin;
            r->inputs++;
        }
        if (r->pin.output) {
            r->out = r->pin;
            if (r->outputs < OUTPUTS) memcpy(r->functions[r->outputs], r->pin.function, WORD);
            r->outputs++;
        }
    } else if (which == IN_CELL) {
        lib_cell *c = last_cell(r);
        c->inverter = r->inputs == 1 && r->outputs == 1 && !c->flop && !c->latch &&
                      inverts(r->out.function, r->in.name);
        c->to = here(r);
        c->untimed = !r->timed && r->inputs && r->outputs == 1 && *r->out.function &&
                     !r->out.three_state && !r->bus && !c->flop && !c->latch;
        end_latch(r, c);
        c->only_inverted = c->flop && only_inverted(r);
        if (c->inverter) c->input_ff = r->in.capacitance > 0 ? r->in.capacitance : r->pin_cap;
        if (c->inverter) c->delay_ps = r->delay;
        if (r->bus) edit(r, c->from, c->to, wl_strdup(""));
    }
}

static void latch_attribute(reader *r, const char *name, const char *value)
{
    if (strcmp(name, "data_in") == 0 || strcmp(name, "next_state") == 0) {
        memcpy(r->latch.data, value, WORD);
    }
    if (strcmp(name, "enable") == 0) memcpy(r->latch.enable, value, WORD);
    if (strcmp(name, "clear") == 0 || strcmp(name, "preset") == 0) r->latch.forced = true;
}

const char *liberty_time_unit(double ps)
{
    static const struct {
        double ps;
        const char *text;
    } units[] = {{1, "1ps"}, {10, "10ps"}, {100, "100ps"}, {1000, "1ns"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (ps == units[i].ps) return units[i].text;
    }
    return NULL;
}

static int time_unit(reader *r, const char *value)
{
    static const struct {
        const char *suffix;
        double ps;
    } suffixes[] = {{"ps", 1}, {"ns", 1000}};
    liberty *l = r->l;
    char *end;
    const double number = strtod(value, &end);
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const double ps = number * suffixes[i].ps;
        if (strcasecmp(end, suffixes[i].suffix) == 0 && liberty_time_unit(ps)) l->time_ps = ps;
    }
    if (!(l->time_ps > 0)) return wrong(r, "time_unit must be 1ps, 10ps, 100ps or 1ns");
    l->time_at = r->value;
    edit(r, r->value, r->value_end, wl_format("\"%s\"", liberty_time_unit(l->time_ps)));
    return ST_OK;
}

static int cap_unit(reader *r, char args[2][WORD])
{
    const double number = strtod(args[0], NULL);
    const bool pf = strcasecmp(args[1], "pf") == 0;
    if (!(number > 0) || (!pf && strcasecmp(args[1], "ff") != 0)) {
        return wrong(r, "capacitive_load_unit must be a number of ff or pf");
    }
    r->l->cap_ff = number * (pf ? 1000 : 1);
    edit(r, r->statement, here(r),
         wl_format("capacitive_load_unit (%s,%s)", args[0], pf ? "pf" : "ff"));
    return ST_OK;
}

static int library_attribute(reader *r, const char *name, const char *value)
{
    if (strcmp(name, "default_input_pin_cap") == 0) r->pin_cap = strtod(value, NULL);
    return strcmp(name, "time_unit") == 0 ? time_unit(r, value) : ST_OK;
}

// A negative one would be taken off the sum of others.
static int cell_area(reader *r, const char *value)
{
    char *end;
    const double area = strtod(value, &end);
    end += strspn(end, " \t\r");
    if (end == value || *end || !(area >= 0) || isinf(area))
        return wrong(r, "area must be a number of at least 0");
    last_cell(r)->area = area;
    return ST_OK;
}

static int attribute(reader *r, scope where, const char *name, const char *value)
{
    if (where == IN_CELL) {
        if (strcmp(name, "area") == 0) return cell_area(r, value);
        if (strcmp(name, "dont_use") == 0) last_cell(r)->dont_use = strcmp(value, "true") == 0;
    } else if (where == IN_LATCH) {
        latch_attribute(r, name, value);
    } else if (where == IN_PIN) {
        if (strcmp(name, "capacitance") == 0) r->pin.capacitance = strtod(value, NULL);
        if (strcmp(name, "function") == 0) memcpy(r->pin.function, value, WORD);
        if (strcmp(name, "three_state") == 0) r->pin.three_state = true;
        if (strcmp(name, "direction") == 0) {
            r->pin.input = strcmp(value, "input") == 0;
            r->pin.output = strcmp(value, "output") == 0;
        }
    }
    return ST_OK;
}

static int statements(reader *r, scope where, unsigned depth);

// After a statement's name and '('.
static int group_or_call(reader *r, scope where, const char *name, unsigned depth)
{
    char args[2][WORD];
    const size_t from = r->statement;
    // beside the values stand the slews and loads for which they hold (index_1, index_2)
    const bool delays = where == IN_DELAYS && strcmp(name, "values") == 0;
    int st = take_args(r, delays, args);
    if (st) return st;
    r->timed |= delays;
    if (where == IN_LIBRARY && strcmp(name, "capacitive_load_unit") == 0) st = cap_unit(r, args);
    if (st) return st;
    skip_space(r);
    if (*r->p != '{') {
        if (*r->p == ';') r->p++;
        return ST_OK;
    }
    r->p++;
    if (depth == MAX_DEPTH) return wrong(r, "groups are nested too deep");
    scope inner = start_group(r, where, name, args);
    st = statements(r, inner, depth + 1);
    if (st) return st;
    if (*r->p != '}') return wrong(r, "the file ends inside a group; '}' is missing");
    r->p++;
    end_group(r, inner, from);
    return ST_OK;
}

// Up to the end of the group ('}' is left) or of the file.
static int statements(reader *r, scope where, unsigned depth)
{
    for (;;) {
        char name[WORD], value[WORD];
        skip_space(r);
        while (*r->p == ';') {
            r->p++;
            skip_space(r);
        }
        if (!*r->p || (*r->p == '}' && depth > 0)) return ST_OK;
        r->statement = here(r);
        if (!take_word(r, name)) return wrong(r, "a group or an attribute is expected");
        skip_space(r);
        int st;
        if (*r->p == ':') {
            r->p++;
            st = take_value(r, name, value);
            if (st == ST_OK) st = attribute(r, where, name, value);
            if (st == ST_OK && where == IN_LIBRARY) st = library_attribute(r, name, value);
        } else if (*r->p == '(') {
            r->p++;
            st = group_or_call(r, where, name, depth);
        } else {
            st = wrong(r, strncmp(name, "//", 2) == 0
                              ? "':' or '(' is expected after a name; a comment is /* ... */"
                              : "':' or '(' is expected after a name");
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
    if (!l->name)
        return err_add(e, ST_INPUT, "%s: not a Liberty file: there is no library group", path);
    if (!(area > 0))
        return err_add(e, ST_INPUT, "%s: library %s has no cell with an area", path, l->name);
    if (!flop) return err_add(e, ST_INPUT, "%s: library %s has no flip-flop", path, l->name);
    if (!liberty_inverter(l))
        return err_add(e, ST_INPUT, "%s: library %s has no inverter with an area", path, l->name);
    return ST_OK;
}

// Units may be named behind the cells.
static void apply_units(liberty *l)
{
    if (!(l->time_ps > 0)) l->time_ps = 1000;
    if (!(l->cap_ff > 0)) l->cap_ff = 1000;
    for (unsigned i = 0; i < l->n; i++) {
        l->cells[i].input_ff *= l->cap_ff;
        l->cells[i].delay_ps *= l->time_ps;
    }
}

int liberty_read(const char *path, liberty *l, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    *l = (liberty){0};
    int st = infile_read(path, MAX_BYTES, &text, &bytes, e);
    if (st) return st;
    reader r = {.file = path, .text = text, .p = text, .line_start = text, .line = 1, .l = l};
    r.e = e;
    st = strlen(text) == bytes
             ? statements(&r, IN_FILE, 0)
             : err_add(e, ST_INPUT, "%s: not a Liberty file: it holds a NUL byte", path);
    free(text);
    apply_units(l);
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
    for (unsigned i = 0; i < l->n_edits; i++) free(l->edits[i].text);
    free(l->edits);
    free(l->cells);
    free(l->name);
    *l = (liberty){0};
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
        if (!c->latch_of.out || c->latch_of.low != low || c->dont_use) continue;
        const bool plainer = best && c->latch_of.inverts < best->latch_of.inverts;
        if (!best || plainer ||
            (c->latch_of.inverts == best->latch_of.inverts && c->area < best->area)) {
            best = c;
        }
    }
    return best;
}
