// netlist.c: see netlist.h. Names of nets are kept in a hash table while the file is read.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/netlist.h"

#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { MAX_BYTES = 1 << 30, SEEN_NONE = 0, SEEN_OPEN, SEEN_DONE };

typedef struct named {
    char *name;
    int number;
    UT_hash_handle hh;
} named;

typedef struct reader {
    const char *path;
    const power_lib *lib;
    const sram_macros *models;
    netlist *n;
    err *e;
    named *nets, *parts, *types;
    unsigned room, n_pins, pin_room;
    char *line; // .gate or .subckt that waits for its .cname
    int *alias; // [net] the net that it is another name of, or itself
    unsigned alias_room;
} reader;

static int wrong(reader *r, const char *what, const char *name)
{
    return err_add(r->e, ST_TOOL, "%s: %s: %s", r->path, what, name);
}

static named *find_or_add(named **table, const char *name, int number)
{
    named *found;
    HASH_FIND_STR(*table, name, found);
    if (found) return found;
    found = wl_calloc(1, sizeof *found);
    found->name = wl_strdup(name);
    found->number = number;
    HASH_ADD_KEYPTR(hh, *table, found->name, strlen(found->name), found);
    return found;
}

static void free_names(named **table)
{
    named *one, *next;
    HASH_ITER(hh, *table, one, next) {
        HASH_DEL(*table, one);
        free(one->name);
        free(one);
    }
}

static int net_of(reader *r, const char *name)
{
    netlist *n = r->n;
    if (strcmp(name, "$true") == 0) return NET_ONE;
    if (strcmp(name, "$false") == 0 || strcmp(name, "$undef") == 0) return NET_ZERO;
    const int net = find_or_add(&r->nets, name, (int)n->n_nets)->number;
    if ((unsigned)net < n->n_nets) return net;
    if (n->n_nets == r->alias_room)
        r->alias = wl_realloc(r->alias, (r->alias_room *= 2) * sizeof *r->alias);
    r->alias[n->n_nets] = net;
    n->n_nets++;
    return net;
}

static int real_net(const reader *r, int net)
{
    while (net >= 0 && r->alias[net] != net) net = r->alias[net];
    return net;
}

// "u_ctl.u_sel._12_" is of the part u_ctl.
static unsigned part_of(reader *r, const char *instance)
{
    const size_t k = strcspn(instance, ".");
    char *name = instance[k] ? wl_format("%.*s", (int)k, instance) : wl_strdup("(top)");
    netlist *n = r->n;
    const unsigned part = (unsigned)find_or_add(&r->parts, name, (int)n->n_parts)->number;
    if (part == n->n_parts) {
        n->parts = wl_realloc(n->parts, (n->n_parts + 1) * sizeof *n->parts);
        n->parts[n->n_parts++] = wl_strdup(name);
    }
    free(name);
    return part;
}

static void add_ports(reader *r, char *words, net_port **ports, unsigned *count)
{
    char *rest = NULL;
    for (char *w = strtok_r(words, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        *ports = wl_realloc(*ports, (*count + 1) * sizeof **ports);
        (*ports)[(*count)++] = (net_port){wl_strdup(w), net_of(r, w)};
    }
}

// ---- cells

static const power_cell *type_of(reader *r, const char *name)
{
    named *found;
    HASH_FIND_STR(r->types, name, found);
    if (found) return &r->lib->cells[found->number];
    const power_cell *c = power_lib_cell(r->lib, name);
    if (c) find_or_add(&r->types, name, (int)(c - r->lib->cells));
    return c;
}

static int connect_pins(reader *r, const power_cell *c, char *rest)
{
    netlist *n = r->n;
    const unsigned first = r->n_pins;
    if (r->n_pins + c->n_pins > r->pin_room) {
        r->pin_room = 2 * r->pin_room + c->n_pins;
        n->pin_net = wl_realloc(n->pin_net, r->pin_room * sizeof *n->pin_net);
    }
    for (unsigned i = 0; i < c->n_pins; i++) n->pin_net[r->n_pins++] = NO_NET;
    for (char *w = strtok_r(NULL, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        char *eq = strchr(w, '=');
        if (!eq) return wrong(r, "a pin without a net", w);
        *eq = '\0';
        const int pin = power_cell_pin(c, w);
        if (pin < 0) return wrong(r, "the library's cell has no such pin", w);
        n->pin_net[first + (unsigned)pin] = net_of(r, eq + 1);
    }
    return ST_OK;
}

static int add_cell(reader *r, const power_cell *c, const char *instance, char *rest)
{
    netlist *n = r->n;
    if (n->n_cells == r->room)
        n->cells = wl_realloc(n->cells, (r->room = 2 * r->room + 64) * sizeof *n->cells);
    n->cells[n->n_cells++] = (net_cell){c, r->n_pins, part_of(r, instance)};
    return connect_pins(r, c, rest);
}

// Where the net of a macro's pin is kept: "wr_addr_i[3]" or "wr_en_i".
static int *macro_pin(net_macro *m, const char *pin)
{
    const char *bracket = strchr(pin, '[');
    const size_t k = bracket ? (size_t)(bracket - pin) : strlen(pin);
    const unsigned bit = bracket ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
    const struct {
        const char *name;
        int *nets;
        unsigned bits;
    } pins[] = {{"en_i", &m->enable, 1},
                {"wr_i", &m->write, 1},
                {"wr_en_i", &m->write_enable, 1},
                {"rd_en_i", &m->read_enable, 1},
                {"addr_i", m->address, m->address_bits},
                {"rd_addr_i", m->address, m->address_bits},
                {"wr_addr_i", m->write_address, m->address_bits},
                {"wr_data_i", m->write_data, m->model->width},
                {"rd_data_o", m->read_data, m->model->width}};
    for (size_t i = 0; i < sizeof pins / sizeof pins[0]; i++)
        if (strlen(pins[i].name) == k && memcmp(pins[i].name, pin, k) == 0 && bit < pins[i].bits)
            return &pins[i].nets[bit];
    return NULL;
}

static int *no_nets(unsigned n)
{
    int *nets = wl_calloc(n, sizeof *nets);
    for (unsigned i = 0; i < n; i++) nets[i] = NO_NET;
    return nets;
}

static int add_macro(reader *r, const sram *model, const char *instance, char *rest)
{
    netlist *n = r->n;
    unsigned bits = 1;
    while ((1U << bits) < model->words) bits++;
    n->macros = wl_realloc(n->macros, (n->n_macros + 1) * sizeof *n->macros);
    net_macro *m = &n->macros[n->n_macros++];
    *m = (net_macro){.model = model, .part = part_of(r, instance), .address_bits = bits};
    m->enable = m->write = m->write_enable = m->read_enable = NO_NET;
    m->address = no_nets(bits);
    m->write_address = no_nets(bits);
    m->write_data = no_nets(model->width);
    m->read_data = no_nets(model->width);
    for (char *w = strtok_r(NULL, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        char *eq = strchr(w, '=');
        if (!eq) return wrong(r, "a pin without a net", w);
        *eq = '\0';
        int *pin = macro_pin(m, w), net = net_of(r, eq + 1);
        if (!pin && strcmp(w, "clk_i") == 0 && strcmp(eq + 1, "clk_i") == 0) continue;
        if (!pin) return wrong(r, "an SRAM has an unknown pin, or another clock than clk_i", w);
        *pin = net;
    }
    return ST_OK;
}

// The instance whose line was read, and whose name is now known.
static int add_instance(reader *r, const char *instance)
{
    char *rest = NULL, *type = r->line ? strtok_r(r->line, " ", &rest) : NULL;
    if (!type) return wrong(r, "a name without an instance", instance);
    const power_cell *c = type_of(r, type);
    const sram *model = c ? NULL : sram_find(r->models, type);
    int st = c       ? add_cell(r, c, instance, rest)
             : model ? add_macro(r, model, instance, rest)
                     : wrong(r, "the library has no such cell", type);
    free(r->line);
    r->line = NULL;
    return st;
}

static void add_alias(reader *r, char *words)
{
    char *rest = NULL, *from = strtok_r(words, " ", &rest), *to = strtok_r(NULL, " ", &rest);
    if (!from || !to) return;
    const int a = net_of(r, from), b = net_of(r, to);
    r->alias[b] = a;
}

static int take_line(reader *r, char *line)
{
    static const char *const instances[] = {".gate ", ".subckt "};
    for (size_t i = 0; i < 2; i++) {
        const size_t k = strlen(instances[i]);
        if (strncmp(line, instances[i], k) != 0) continue;
        r->line = wl_strdup(line + k);
        return ST_OK;
    }
    if (strncmp(line, ".cname ", 7) == 0) return add_instance(r, line + 7);
    if (strncmp(line, ".conn ", 6) == 0) add_alias(r, line + 6);
    if (strncmp(line, ".inputs ", 8) == 0) add_ports(r, line + 8, &r->n->inputs, &r->n->n_inputs);
    if (strncmp(line, ".outputs ", 9) == 0)
        add_ports(r, line + 9, &r->n->outputs, &r->n->n_outputs);
    return ST_OK;
}

static int read_lines(reader *r, char *text)
{
    int st = ST_OK;
    char *rest = NULL;
    r->alias_room = 1024;
    r->alias = wl_calloc(r->alias_room, sizeof *r->alias);
    r->alias[NET_ONE] = NET_ONE;
    r->n->n_nets = NET_FIRST;
    for (char *line = strtok_r(text, "\n", &rest); line && st == ST_OK;
         line = strtok_r(NULL, "\n", &rest))
        st = take_line(r, line);
    return st;
}

// ---- what follows from the lines

static void resolve_all(const reader *r, int *nets, unsigned n)
{
    for (unsigned i = 0; i < n; i++) nets[i] = real_net(r, nets[i]);
}

static void resolve(reader *r)
{
    netlist *n = r->n;
    resolve_all(r, n->pin_net, r->n_pins);
    for (unsigned i = 0; i < n->n_inputs; i++) resolve_all(r, &n->inputs[i].net, 1);
    for (unsigned i = 0; i < n->n_outputs; i++) resolve_all(r, &n->outputs[i].net, 1);
    for (unsigned i = 0; i < n->n_macros; i++) {
        net_macro *m = &n->macros[i];
        int *single[] = {&m->enable, &m->write, &m->write_enable, &m->read_enable};
        for (unsigned k = 0; k < 4; k++) resolve_all(r, single[k], 1);
        resolve_all(r, m->address, m->address_bits);
        resolve_all(r, m->write_address, m->address_bits);
        resolve_all(r, m->write_data, m->model->width);
        resolve_all(r, m->read_data, m->model->width);
    }
    n->clock = NO_NET;
    for (unsigned i = 0; i < n->n_inputs; i++)
        if (strcmp(n->inputs[i].name, "clk_i") == 0) n->clock = n->inputs[i].net;
}

static void find_drivers(netlist *n)
{
    free(n->driver);
    n->driver = no_nets(n->n_nets);
    for (unsigned i = 0; i < n->n_cells; i++) {
        const net_cell *c = &n->cells[i];
        for (unsigned p = 0; p < c->cell->n_pins; p++)
            if (c->cell->pins[p].output && net_at(n, c, p) >= 0)
                n->driver[net_at(n, c, p)] = (int)i;
    }
}

static void find_fanout(netlist *n)
{
    n->fanout_from = wl_calloc(n->n_nets + 1, sizeof *n->fanout_from);
    unsigned *at = wl_calloc(n->n_nets + 1, sizeof *at), sum = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < n->n_cells; i++) {
            const net_cell *c = &n->cells[i];
            for (unsigned p = 0; p < c->cell->n_pins; p++) {
                const int net = c->cell->pins[p].output ? NO_NET : net_at(n, c, p);
                if (net >= 0 && pass) n->fanout[at[net]++] = (struct net_fanout){i, p};
                else if (net >= 0) n->fanout_from[net]++;
            }
        }
        for (unsigned k = 0; k <= n->n_nets && !pass; k++) {
            const unsigned here = n->fanout_from[k];
            n->fanout_from[k] = at[k] = sum;
            sum += here;
        }
        if (!pass) n->fanout = wl_calloc(sum + 1, sizeof *n->fanout);
    }
    free(at);
}

// Depth first over the gates that drive a cell's inputs, with a stack of its own: a chain of gates
// may be long.
static bool visit(const netlist *n, unsigned first, uint8_t *seen, unsigned *order, unsigned *count)
{
    unsigned *stack = wl_calloc(n->n_cells + 1, sizeof *stack), top = 0;
    bool good = true;
    stack[top++] = first;
    while (top && good) {
        const unsigned i = stack[top - 1];
        const net_cell *c = &n->cells[i];
        bool ready = true;
        seen[i] = SEEN_OPEN;
        for (unsigned p = 0; p < c->cell->n_pins && ready && good; p++) {
            const int net = c->cell->pins[p].output ? NO_NET : net_at(n, c, p),
                      from = net < 0 ? NO_NET : n->driver[net];
            if (from < 0 || n->cells[from].cell->kind == CELL_FLOP || seen[from] == SEEN_DONE)
                continue;
            good = seen[from] != SEEN_OPEN;
            ready = false;
            if (good) stack[top++] = (unsigned)from;
        }
        if (!ready) continue;
        seen[i] = SEEN_DONE;
        order[(*count)++] = i;
        top--;
    }
    free(stack);
    return good;
}

static int sort_cells(reader *r)
{
    netlist *n = r->n;
    uint8_t *seen = wl_calloc(n->n_cells + 1, 1);
    unsigned *order = wl_calloc(n->n_cells + 1, sizeof *order), count = 0;
    int st = ST_OK;
    for (unsigned i = 0; i < n->n_cells && st == ST_OK; i++)
        if (n->cells[i].cell->kind != CELL_FLOP && seen[i] == SEEN_NONE &&
            !visit(n, i, seen, order, &count))
            st = wrong(r, "a loop of gates goes through a cell", n->cells[i].cell->name);
    n->n_gates = count;
    for (unsigned i = 0; i < n->n_cells; i++)
        if (n->cells[i].cell->kind == CELL_FLOP) order[count++] = i;
    net_cell *sorted = wl_calloc(n->n_cells + 1, sizeof *sorted);
    for (unsigned i = 0; i < count; i++) sorted[i] = n->cells[order[i]];
    free(n->cells);
    n->cells = sorted;
    free(order);
    free(seen);
    return st;
}

static int check_clocks(reader *r)
{
    const netlist *n = r->n;
    for (unsigned i = n->n_gates; i < n->n_cells; i++) {
        const net_cell *c = &n->cells[i];
        for (unsigned p = 0; p < c->cell->n_pins; p++)
            if (c->cell->pins[p].clock && (n->clock < 0 || net_at(n, c, p) != n->clock))
                return wrong(r, "a flip-flop whose clock is not clk_i", c->cell->name);
    }
    return ST_OK;
}

int netlist_read(const char *path, const power_lib *lib, const sram_macros *macros, netlist *n,
                 err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    reader r = {.path = path, .lib = lib, .models = macros, .n = n, .e = e};
    *n = (netlist){0};
    int st = infile_read_made("yosys", path, MAX_BYTES, &text, &bytes, e);
    if (st == ST_OK) st = read_lines(&r, text);
    if (st == ST_OK) {
        resolve(&r);
        find_drivers(n);
        st = sort_cells(&r);
    }
    if (st == ST_OK) st = check_clocks(&r);
    if (st == ST_OK) {
        find_drivers(n); // by their numbers in the new order
        find_fanout(n);
    }
    if (st != ST_OK) netlist_free(n);
    free_names(&r.nets);
    free_names(&r.parts);
    free_names(&r.types);
    free(r.line);
    free(r.alias);
    free(text);
    return st;
}

static void free_ports(net_port *ports, unsigned n)
{
    for (unsigned i = 0; i < n; i++) free(ports[i].name);
    free(ports);
}

void netlist_free(netlist *n)
{
    for (unsigned i = 0; i < n->n_macros; i++) {
        free(n->macros[i].address);
        free(n->macros[i].write_address);
        free(n->macros[i].write_data);
        free(n->macros[i].read_data);
    }
    for (unsigned i = 0; i < n->n_parts; i++) free(n->parts[i]);
    free_ports(n->inputs, n->n_inputs);
    free_ports(n->outputs, n->n_outputs);
    free(n->parts);
    free(n->macros);
    free(n->cells);
    free(n->pin_net);
    free(n->driver);
    free(n->fanout_from);
    free(n->fanout);
    *n = (netlist){0};
}
