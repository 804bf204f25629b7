// activity.c: see activity.h. Gates are evaluated in the netlist's order, and only those of which
// an input has changed.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/activity.h"

#include <stdlib.h>
#include <string.h>

enum { STATES = POWER_PINS + 2 };

static const net_cell *cell_at(const activity *a, unsigned i) { return &a->n->cells[i]; }
static unsigned words_of(const sram *s) { return (s->width + 63) / 64; }

void activity_init(activity *a, const netlist *n)
{
    unsigned groups = 0, widest = 0;
    *a = (activity){.n = n};
    a->edges = wl_calloc(n->n_nets, sizeof *a->edges);
    a->value = wl_calloc(n->n_nets, 1);
    a->before = wl_calloc(n->n_nets, 1);
    a->touched = wl_calloc(n->n_nets, 1);
    a->touched_list = wl_calloc(n->n_nets, sizeof *a->touched_list);
    a->dirty = wl_calloc(n->n_cells + 1, 1);
    a->state = wl_calloc(n->n_cells + 1, 1);
    a->flop_due = wl_calloc(n->n_cells + 1, 1);
    a->groups_from = wl_calloc(n->n_cells + 1, sizeof *a->groups_from);
    for (unsigned i = 0; i < n->n_cells; i++) {
        a->groups_from[i] = groups;
        groups += n->cells[i].cell->n_groups;
    }
    a->groups = wl_calloc(groups + 1, sizeof *a->groups);
    a->reads = wl_calloc(n->n_macros + 1, sizeof *a->reads);
    a->writes = wl_calloc(n->n_macros + 1, sizeof *a->writes);
    a->words = wl_calloc(n->n_macros + 1, sizeof *a->words);
    a->changed = wl_calloc(n->n_cells + 1, sizeof *a->changed);
    for (unsigned i = 0; i < n->n_macros; i++) {
        const sram *s = n->macros[i].model;
        a->words[i] = wl_calloc((size_t)s->words * words_of(s), sizeof **a->words);
        if (words_of(s) > widest) widest = words_of(s);
    }
    a->read_word = wl_calloc(widest + 1, sizeof *a->read_word);
    a->value[NET_ONE] = a->before[NET_ONE] = 1;
    memset(a->dirty, 1, n->n_gates);
    a->n_dirty = n->n_gates;
    memset(a->flop_due, 1, n->n_cells);
}

void activity_free(activity *a)
{
    for (unsigned i = 0; a->n && i < a->n->n_macros; i++) free(a->words[i]);
    free(a->words);
    free(a->read_word);
    free(a->changed);
    free(a->edges);
    free(a->value);
    free(a->before);
    free(a->touched);
    free(a->touched_list);
    free(a->dirty);
    free(a->state);
    free(a->flop_due);
    free(a->groups_from);
    free(a->groups);
    free(a->reads);
    free(a->writes);
    *a = (activity){0};
}

void activity_restart(activity *a)
{
    const netlist *n = a->n;
    const unsigned groups =
        n->n_cells ? a->groups_from[n->n_cells - 1] + n->cells[n->n_cells - 1].cell->n_groups : 0;
    memset(a->edges, 0, n->n_nets * sizeof *a->edges);
    memset(a->groups, 0, groups * sizeof *a->groups);
    memset(a->reads, 0, n->n_macros * sizeof *a->reads);
    memset(a->writes, 0, n->n_macros * sizeof *a->writes);
    a->cycles = 0;
}

void activity_set(activity *a, int net, bool value)
{
    const netlist *n = a->n;
    if (net < NET_FIRST || a->value[net] == value) return;
    a->value[net] = value;
    if (!a->touched[net]) a->touched_list[a->n_touched++] = (unsigned)net;
    a->touched[net] = 1;
    for (unsigned i = n->fanout_from[net]; i < n->fanout_from[net + 1]; i++) {
        const unsigned cell = n->fanout[i].cell;
        if (cell >= n->n_gates) {
            if (net != n->clock) a->flop_due[cell] = 1;
        } else if (!a->dirty[cell]) {
            a->dirty[cell] = 1;
            a->n_dirty++;
        }
    }
}

// Values of a cell's pins, then of its state.
static void gather(const activity *a, unsigned i, const uint8_t *from, uint8_t values[STATES])
{
    const net_cell *c = cell_at(a, i);
    const unsigned pins = c->cell->n_pins;
    for (unsigned p = 0; p < pins; p++) {
        const int net = net_at(a->n, c, p);
        values[p] = net >= 0 ? from[net] : 0;
    }
    values[pins] = a->state[i];
    values[pins + 1] = !a->state[i];
}

static bool force(const power_cell *c, const uint8_t *values, uint8_t *state)
{
    if (c->clear.n && power_eval(&c->clear, values)) *state = 0;
    else if (c->preset.n && power_eval(&c->preset, values)) *state = 1;
    else return false;
    return true;
}

static void put_outputs(activity *a, unsigned i, uint8_t values[STATES])
{
    const net_cell *c = cell_at(a, i);
    values[c->cell->n_pins] = a->state[i];
    values[c->cell->n_pins + 1] = !a->state[i];
    for (unsigned p = 0; p < c->cell->n_pins; p++) {
        const power_pin *pin = &c->cell->pins[p];
        const int net = net_at(a->n, c, p);
        if (pin->output && pin->function.n && net >= 0)
            activity_set(a, net, power_eval(&pin->function, values));
    }
}

static void evaluate(activity *a, unsigned i)
{
    const power_cell *c = cell_at(a, i)->cell;
    uint8_t values[STATES];
    gather(a, i, a->value, values);
    if (c->kind == CELL_LATCH && !force(c, values, &a->state[i]) && power_eval(&c->enable, values))
        a->state[i] = power_eval(&c->data, values);
    put_outputs(a, i, values);
}

void activity_settle(activity *a)
{
    const unsigned n = a->n->n_gates;
    for (unsigned i = 0; a->n_dirty; i++) {
        const uint8_t *next = memchr(a->dirty + i, 1, n - i);
        i = (unsigned)(next - a->dirty);
        a->dirty[i] = 0;
        a->n_dirty--;
        evaluate(a, i);
    }
}

// ---- counting

static bool changed(const activity *a, int net)
{
    return net >= 0 && a->value[net] != a->before[net];
}

static bool holds(const power_group *g, const uint8_t *values)
{
    return !g->when.n || power_eval(&g->when, values);
}

static void count_output(activity *a, unsigned i, unsigned pin, unsigned edge)
{
    const net_cell *c = cell_at(a, i);
    const power_cell *type = c->cell;
    uint8_t values[STATES];
    int first = -1, held = -1, best = -1;
    gather(a, i, a->value, values);
    for (unsigned g = 0; g < type->n_groups && best < 0; g++) {
        const power_group *group = &type->groups[g];
        if (group->pin != pin || !group->energy[edge].value) continue;
        if (first < 0) first = (int)g;
        if (!holds(group, values)) continue;
        if (held < 0) held = (int)g;
        const bool clock = group->related >= 0 && type->pins[group->related].clock;
        if (group->related < 0 || clock || changed(a, net_at(a->n, c, (unsigned)group->related)))
            best = (int)g;
    }
    const int counted = best >= 0 ? best : held >= 0 ? held : first;
    if (counted >= 0) a->groups[a->groups_from[i] + (unsigned)counted][edge]++;
}

static void count_input(activity *a, unsigned i, unsigned pin, unsigned edge)
{
    const power_cell *type = cell_at(a, i)->cell;
    uint8_t values[STATES];
    bool gathered = false;
    if (type->pins[pin].clock) return; // by the cycle
    for (unsigned g = 0; g < type->n_groups; g++) {
        if (type->groups[g].pin != pin) continue;
        if (!gathered) gather(a, i, a->value, values);
        gathered = true;
        if (holds(&type->groups[g], values)) a->groups[a->groups_from[i] + g][edge]++;
    }
}

static void count_edge(activity *a, unsigned net)
{
    const netlist *n = a->n;
    const unsigned edge = a->value[net] ? EDGE_RISE : EDGE_FALL;
    const int driver = n->driver[net];
    if ((int)net != n->clock) a->edges[net][edge]++;
    for (unsigned p = 0; driver >= 0 && p < n->cells[driver].cell->n_pins; p++)
        if (n->cells[driver].cell->pins[p].output && net_at(n, &n->cells[driver], p) == (int)net)
            count_output(a, (unsigned)driver, p, edge);
    for (unsigned i = n->fanout_from[net]; i < n->fanout_from[net + 1]; i++)
        count_input(a, n->fanout[i].cell, n->fanout[i].pin, edge);
}

// The settled values are counted against those settled before.
static void count(activity *a)
{
    for (unsigned i = 0; i < a->n_touched; i++)
        if (changed(a, (int)a->touched_list[i])) count_edge(a, a->touched_list[i]);
    for (unsigned i = 0; i < a->n_touched; i++) {
        const unsigned net = a->touched_list[i];
        a->before[net] = a->value[net];
        a->touched[net] = 0;
    }
    a->n_touched = 0;
}

uint64_t activity_group(const activity *a, unsigned i, unsigned group, unsigned edge)
{
    const power_cell *type = cell_at(a, i)->cell;
    const power_group *g = &type->groups[group];
    if (type->pins[g->pin].clock && !g->when.n) return a->cycles;
    return a->groups[a->groups_from[i] + group][edge];
}

// Both edges of a flip-flop's clock, for the groups that depend on its state.
static void count_clock(activity *a, unsigned i)
{
    const power_cell *type = cell_at(a, i)->cell;
    uint8_t values[STATES];
    bool gathered = false;
    for (unsigned g = 0; g < type->n_groups; g++) {
        if (!type->pins[type->groups[g].pin].clock || !type->groups[g].when.n) continue;
        if (!gathered) gather(a, i, a->value, values);
        gathered = true;
        for (unsigned edge = 0; edge < EDGES && holds(&type->groups[g], values); edge++)
            a->groups[a->groups_from[i] + g][edge]++;
    }
}

// ---- the clock edge

static unsigned long number(const activity *a, const int *nets, unsigned bits)
{
    unsigned long v = 0;
    for (unsigned i = 0; i < bits; i++) v |= (unsigned long)activity_get(a, nets[i]) << i;
    return v;
}

static void write_word(activity *a, unsigned i, unsigned long at)
{
    const net_macro *m = &a->n->macros[i];
    a->writes[i]++;
    if (at >= m->model->words) return;
    uint64_t *word = a->words[i] + at * words_of(m->model);
    memset(word, 0, words_of(m->model) * sizeof *word);
    for (unsigned b = 0; b < m->model->width; b++)
        word[b / 64] |= (uint64_t)activity_get(a, m->write_data[b]) << b % 64;
}

// Into a->read_word; false: nothing is read.
static bool read_word(activity *a, unsigned i)
{
    uint64_t *into = a->read_word;
    const net_macro *m = &a->n->macros[i];
    const bool one = m->model->one_port,
               reads = one ? activity_get(a, m->enable) && !activity_get(a, m->write)
                           : activity_get(a, m->read_enable);
    const unsigned long at = number(a, m->address, m->address_bits);
    if (!reads) return false;
    a->reads[i]++;
    memset(into, 0, words_of(m->model) * sizeof *into);
    if (at < m->model->words)
        memcpy(into, a->words[i] + at * words_of(m->model), words_of(m->model) * sizeof *into);
    return true;
}

// Reads before it writes, as the RTL's SRAM does. What is read appears when flip-flops change.
static bool clock_macro(activity *a, unsigned i)
{
    const net_macro *m = &a->n->macros[i];
    const bool one = m->model->one_port,
               writes = one ? activity_get(a, m->enable) && activity_get(a, m->write)
                            : activity_get(a, m->write_enable);
    const bool reads = read_word(a, i);
    if (writes) write_word(a, i, number(a, one ? m->address : m->write_address, m->address_bits));
    return reads;
}

static void next_state(activity *a, unsigned i)
{
    const power_cell *c = cell_at(a, i)->cell;
    uint8_t values[STATES], state = a->state[i];
    gather(a, i, a->value, values);
    if (!force(c, values, &state)) state = power_eval(&c->data, values);
    a->flop_due[i] = state != a->state[i]; // its next state may depend on this one
    if (state != a->state[i]) a->changed[a->n_changed++] = i;
    a->state[i] = state;
}

static void clock_macros(activity *a)
{
    const netlist *n = a->n;
    for (unsigned i = 0; i < n->n_macros; i++) {
        const net_macro *m = &n->macros[i];
        const bool reads = clock_macro(a, i);
        for (unsigned b = 0; reads && b < m->model->width; b++)
            activity_set(a, m->read_data[b], a->read_word[b / 64] >> b % 64 & 1);
    }
}

// While the clock is high, latches keep what they hold.
static void pulse(activity *a)
{
    const netlist *n = a->n;
    bool gated = false;
    for (unsigned i = n->fanout_from[n->clock]; i < n->fanout_from[n->clock + 1]; i++)
        gated |= n->fanout[i].cell < n->n_gates;
    if (!gated) return;
    activity_set(a, n->clock, true);
    activity_settle(a);
    count(a);
}

void activity_clock(activity *a)
{
    const netlist *n = a->n;
    activity_settle(a);
    count(a);
    a->cycles++;
    if (n->clock < 0) return;
    for (unsigned edge = 0; edge < EDGES; edge++) a->edges[n->clock][edge]++;
    for (unsigned i = n->n_gates; i < n->n_cells; i++) count_clock(a, i);
    for (unsigned i = n->n_gates; i < n->n_cells; i++)
        if (a->flop_due[i]) next_state(a, i);
    pulse(a);
    clock_macros(a);
    for (unsigned k = 0; k < a->n_changed; k++) {
        uint8_t values[STATES];
        gather(a, a->changed[k], a->value, values);
        put_outputs(a, a->changed[k], values);
    }
    a->n_changed = 0;
    activity_set(a, n->clock, false);
}
