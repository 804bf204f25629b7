// rtlil.c: reads a design in Yosys's text format, line by line, into cells, ports and widths. See
// rtlil.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/rtlil.h"

#include "base/outfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DESIGN = 256 << 20 };

// A part of a signal: a constant's bits (the highest first), or so many bits of a wire.
typedef struct part {
    const char *bits; // NULL: of a wire
    unsigned width;
} part;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct rtlil_wire *)a)->name, ((const struct rtlil_wire *)b)->name);
}

static unsigned wire_width(const rtlil *r, const char *name, size_t n)
{
    char *key = wl_format("%.*s", (int)n, name);
    const struct rtlil_wire want = {.name = key},
                            *w = bsearch(&want, r->wires, r->n_wires, sizeof *w, by_name);
    free(key);
    return w ? w->width : 0;
}

static part constant(const char *p)
{
    enum { INTEGER = 32 };
    const char *quote = strchr(p, '\'');
    part made = {"", INTEGER};
    if (quote && quote < p + strcspn(p, " "))
        made = (part){quote + 1, (unsigned)strtoul(p, NULL, 10)};
    return made;
}

// [5] or [7:3] behind a wire
static unsigned select_width(const char *p)
{
    char *end;
    const unsigned long high = strtoul(p + 1, &end, 10),
                        low = *end == ':' ? strtoul(end + 1, NULL, 10) : high;
    return (unsigned)(high - low + 1);
}

// The next part of a signal, which stands with the highest first; false: there is none. Width 0: it
// cannot be read.
static bool next_part(const rtlil *r, const char **at, part *made)
{
    const char *p = *at + strspn(*at, " {}");
    const size_t bytes = strcspn(p, " ");
    if (!bytes) return false;
    *made = isdigit((unsigned char)*p) ? constant(p) : (part){NULL, wire_width(r, p, bytes)};
    for (p += bytes; p[strspn(p, " ")] == '['; p += strcspn(p, " ")) {
        p += strspn(p, " ");
        if (made->width) made->width = select_width(p);
    }
    *at = p;
    return true;
}

// 0: it cannot be read.
static unsigned signal_width(const rtlil *r, const char *signal)
{
    unsigned width = 0;
    for (part p; next_part(r, &signal, &p); width += p.width) {
        if (!p.width) return 0;
    }
    return width;
}

char *rtlil_bits(const rtlil *r, const rtlil_port *port)
{
    char *bits = wl_calloc(port->width + 1, 1);
    unsigned above = port->width; // bits from here down are in the parts that follow
    const char *signal = port->signal;
    memset(bits, 's', port->width);
    for (part p; next_part(r, &signal, &p);) {
        for (unsigned i = 1; i <= p.width && p.bits && *p.bits; i++)
            bits[above - i] = p.bits[i - 1];
        above -= p.width;
    }
    return bits;
}

// ---- reading

static char *own(rtlil *r, char *s)
{
    enum { STEP = 1024 };
    if (r->n_owned % STEP == 0)
        r->owned = wl_realloc(r->owned, (r->n_owned + STEP) * sizeof *r->owned);
    return r->owned[r->n_owned++] = s;
}

static const char *plain(const char *name) { return name + (*name == '\\'); }

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static void split_lines(rtlil *r)
{
    unsigned room = 1;
    for (const char *p = r->text; *p; p++) room += *p == '\n';
    r->lines = wl_calloc(room, sizeof *r->lines);
    for (char *p = r->text; *p;) {
        char *end = p + strcspn(p, "\n");
        r->lines[r->n_lines++] = p;
        p = end + (*end != '\0');
        *end = '\0';
    }
}

// "  wire width 5 input 1 \name"
static void read_wire(rtlil *r, const char *line)
{
    const char *name = strrchr(line, ' ') + 1, *width = strstr(line, " width "),
               *io = strstr(line, " input ");
    if (!io) io = strstr(line, " output ");
    if (width >= name) width = NULL;
    if (io >= name) io = NULL;
    if (io) {
        const unsigned number = (unsigned)strtoul(strchr(io + 1, ' '), NULL, 10);
        if (number > r->top_ports) r->top_ports = number;
    }
    r->wires[r->n_wires++] = (struct rtlil_wire){
        name, width ? (unsigned)strtoul(width + strlen(" width "), NULL, 10) : 1,
        io ? io[1] : '\0'};
}

// Notes the first line that is not what Yosys writes.
static void cannot_read(rtlil *r, unsigned line)
{
    if (!r->wrong) r->wrong = line + 1;
}

// Value of `attribute \NAME "VALUE"`; NULL: another line.
static const char *attribute(rtlil *r, unsigned line, const char *name)
{
    char *head = wl_format("  attribute \\%s \"", name), *value = NULL;
    if (starts(r->lines[line], head)) value = own(r, wl_strdup(r->lines[line] + strlen(head)));
    free(head);
    if (!value) return NULL;
    char *quote = strrchr(value, '"');
    if (quote) *quote = '\0';
    else cannot_read(r, line);
    return value;
}

// The words of a line behind so many letters, the first cut off: *second is the rest. NULL: there
// is one only.
static char *two_words(rtlil *r, unsigned line, size_t from, char **second)
{
    char *copy = own(r, wl_strdup(r->lines[line] + from)), *space = strchr(copy, ' ');
    if (!space) cannot_read(r, line);
    if (!space) return NULL;
    *space = '\0';
    *second = space + 1;
    return copy;
}

static void read_connection(rtlil *r, rtlil_cell *c, unsigned line)
{
    char *signal, *port = two_words(r, line, strlen("    connect "), &signal);
    if (!port) return;
    c->ports = wl_realloc(c->ports, (c->n_ports + 1) * sizeof *c->ports);
    c->ports[c->n_ports++] = (rtlil_port){plain(port), signal, 0, line};
}

// From a cell's first line to its "end"; the line after it.
static unsigned read_cell(rtlil *r, unsigned line, const char *module, const char *source)
{
    const unsigned first = line;
    char *name, *type = two_words(r, line, strlen("  cell "), &name);
    if (!type) return line + 1;
    rtlil_cell *c = &r->cells[r->n_cells++];
    *c = (rtlil_cell){.name = plain(name),
                      .type = plain(type),
                      .module = module ? module : "",
                      .source = source ? source : "",
                      .line = line};
    while (++line < r->n_lines && strcmp(r->lines[line], "  end") != 0) {
        if (starts(r->lines[line], "    connect ")) read_connection(r, c, line);
        if (strcmp(r->lines[line], "    parameter \\RD_CLK_ENABLE 1'1") == 0)
            c->clocked_read = true;
    }
    if (line == r->n_lines) cannot_read(r, first);
    return line + 1;
}

static void read_lines(rtlil *r)
{
    const char *module = NULL, *source = NULL;
    for (unsigned i = 0; i < r->n_lines;) {
        char *line = r->lines[i];
        const char *value;
        if ((value = attribute(r, i, "wl_module"))) module = value;
        else if ((value = attribute(r, i, "src"))) source = value;
        else if (starts(line, "  wire ")) read_wire(r, line);
        else if (starts(line, "module ")) {
            r->top = plain(line + strlen("module "));
            r->top_line = i;
        } else if (starts(line, "  cell ")) {
            i = read_cell(r, i, module, source);
            module = source = NULL;
            continue;
        }
        if (starts(line, "  wire ") || starts(line, "  memory ")) module = source = NULL;
        i++;
    }
}

static int check(const rtlil *r, const char *path, err *e)
{
    if (r->wrong)
        return err_add(e, ST_TOOL, "%s:%u: this line, or what begins here, cannot be read", path,
                       r->wrong);
    if (!r->n_lines || strcmp(r->lines[r->n_lines - 1], "end") != 0)
        return err_add(e, ST_TOOL, "%s: cut off: the last line is not that of a module", path);
    if (!r->top || !r->n_cells) return err_add(e, ST_TOOL, "%s: no module with cells", path);
    for (unsigned i = 0; i < r->n_cells; i++) {
        for (unsigned k = 0; k < r->cells[i].n_ports; k++) {
            const rtlil_port *p = &r->cells[i].ports[k];
            if (!p->width)
                return err_add(e, ST_TOOL, "%s:%u: port %s: its signal cannot be read", path,
                               p->line + 1, p->name);
        }
    }
    return ST_OK;
}

int rtlil_read(rtlil *r, const char *path, err *e)
{
    size_t bytes;
    *r = (rtlil){0};
    int status = infile_read_made("yosys", path, MAX_DESIGN, &r->text, &bytes, e);
    if (status != ST_OK) return status;
    split_lines(r);
    r->wires = wl_calloc(r->n_lines + 1, sizeof *r->wires);
    r->cells = wl_calloc(r->n_lines + 1, sizeof *r->cells);
    read_lines(r);
    qsort(r->wires, r->n_wires, sizeof *r->wires, by_name);
    for (unsigned i = 0; i < r->n_cells; i++) {
        for (unsigned k = 0; k < r->cells[i].n_ports; k++)
            r->cells[i].ports[k].width = signal_width(r, r->cells[i].ports[k].signal);
    }
    return check(r, path, e);
}

void rtlil_free(rtlil *r)
{
    free(r->text);
    free(r->lines);
    free(r->wires);
    for (unsigned i = 0; i < r->n_cells; i++) free(r->cells[i].ports);
    free(r->cells);
    for (unsigned i = 0; i < r->n_owned; i++) free(r->owned[i]);
    free(r->owned);
    *r = (rtlil){0};
}

const rtlil_cell *rtlil_find(const rtlil *r, const char *name)
{
    for (unsigned i = 0; i < r->n_cells; i++) {
        if (strcmp(r->cells[i].name, name) == 0) return &r->cells[i];
    }
    return NULL;
}

const rtlil_port *rtlil_find_port(const rtlil_cell *c, const char *name)
{
    for (unsigned k = 0; k < c->n_ports; k++) {
        if (strcmp(c->ports[k].name, name) == 0) return &c->ports[k];
    }
    return NULL;
}
