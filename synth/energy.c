// energy.c: see energy.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/energy.h"

#include <stdlib.h>

typedef struct sum {
    const activity *a;
    const netlist *n;
    const power_lib *lib;
    double wire_ff;
    double *load_ff;       // [net]
    double (*slew)[EDGES]; // [net], in the library's unit
} sum;

static void find_loads(sum *s)
{
    const netlist *n = s->n;
    for (unsigned net = 0; net < n->n_nets; net++) {
        for (unsigned i = n->fanout_from[net]; i < n->fanout_from[net + 1]; i++) {
            const power_cell *c = n->cells[n->fanout[i].cell].cell;
            s->load_ff[net] += c->pins[n->fanout[i].pin].cap_ff + s->wire_ff;
        }
    }
}

static double load_of(const sum *s, int net) { return net < 0 ? 0 : s->load_ff[net]; }

static double larger(double a, double b) { return a > b ? a : b; }

static double input_slew(const sum *s, int net, unsigned edge)
{
    return net < 0 ? 0 : s->slew[net][edge];
}

// A cell's output slews, from those of its inputs.
static void find_slew(sum *s, const net_cell *c)
{
    for (unsigned i = 0; i < c->cell->n_arcs; i++) {
        const power_arc *arc = &c->cell->arcs[i];
        const int from = net_at(s->n, c, arc->from), to = net_at(s->n, c, arc->to);
        const double in = larger(input_slew(s, from, EDGE_FALL), input_slew(s, from, EDGE_RISE));
        if (to < 0) continue;
        for (unsigned edge = 0; edge < EDGES; edge++) {
            const double out = power_look_up(&arc->slew[edge], in, load_of(s, to) / s->lib->cap_ff);
            s->slew[to][edge] = larger(s->slew[to][edge], out);
        }
    }
}

// Flip-flops first: their clock is a port's.
static void find_slews(sum *s)
{
    for (unsigned i = s->n->n_gates; i < s->n->n_cells; i++) find_slew(s, &s->n->cells[i]);
    for (unsigned i = 0; i < s->n->n_gates; i++) find_slew(s, &s->n->cells[i]);
}

static double mean_slew(const sum *s, int net)
{
    return 0.5 * (input_slew(s, net, EDGE_FALL) + input_slew(s, net, EDGE_RISE));
}

// One edge of a group, fJ.
static double group_fj(const sum *s, const net_cell *c, const power_group *g, unsigned edge)
{
    const bool output = c->cell->pins[g->pin].output;
    const int net = net_at(s->n, c, g->pin), from = !output ? net
                                                    : g->related >= 0
                                                        ? net_at(s->n, c, (unsigned)g->related)
                                                        : NO_NET;
    const double load = output ? load_of(s, net) / s->lib->cap_ff : 0;
    return s->lib->energy_fj * power_look_up(&g->energy[edge], mean_slew(s, from), load);
}

static void add_cell(const sum *s, unsigned i, energy_parts *p)
{
    const net_cell *c = &s->n->cells[i];
    for (unsigned g = 0; g < c->cell->n_groups; g++) {
        const power_group *group = &c->cell->groups[g];
        double *into = c->cell->pins[group->pin].clock ? &p->clock_pj : &p->internal_pj;
        for (unsigned edge = 0; edge < EDGES; edge++) {
            const uint64_t n = activity_group(s->a, i, g, edge);
            if (n) *into += (double)n * group_fj(s, c, group, edge) / 1000;
        }
    }
    p->leakage_mw += c->cell->leakage_nw / 1e6;
}

static double net_pj(const sum *s, unsigned net)
{
    const double edges = (double)(s->a->edges[net][EDGE_FALL] + s->a->edges[net][EDGE_RISE]);
    return 0.5 * edges * s->load_ff[net] * s->lib->volts * s->lib->volts / 1000;
}

static void add_nets(const sum *s, energy_parts *total, energy_parts *by_part)
{
    for (unsigned net = NET_FIRST; net < s->n->n_nets; net++) {
        const int driver = s->n->driver[net];
        const double pj = net_pj(s, net);
        if ((int)net == s->n->clock) total->clock_pj += pj;
        else if (driver < 0) total->inputs_pj += pj;
        else by_part[s->n->cells[driver].part].switching_pj += pj;
    }
}

static void add_macro(const sum *s, unsigned i, energy_parts *p)
{
    const sram *m = s->n->macros[i].model;
    p->sram_pj += (double)s->a->reads[i] * m->read_pj + (double)s->a->writes[i] * m->write_pj;
    p->leakage_mw += m->leakage_mw;
}

static void add_part(energy_parts *total, const energy_parts *p)
{
    total->switching_pj += p->switching_pj;
    total->inputs_pj += p->inputs_pj;
    total->clock_pj += p->clock_pj;
    total->internal_pj += p->internal_pj;
    total->sram_pj += p->sram_pj;
    total->leakage_mw += p->leakage_mw;
}

void energy_sum(const activity *a, const power_lib *lib, double wire_ff, energy_parts *total,
                energy_parts *by_part)
{
    const netlist *n = a->n;
    sum s = {.a = a, .n = n, .lib = lib, .wire_ff = wire_ff};
    s.load_ff = wl_calloc(n->n_nets, sizeof *s.load_ff);
    s.slew = wl_calloc(n->n_nets, sizeof *s.slew);
    *total = (energy_parts){0};
    for (unsigned i = 0; i < n->n_parts; i++) by_part[i] = (energy_parts){0};
    find_loads(&s);
    find_slews(&s);
    for (unsigned i = 0; i < n->n_cells; i++) add_cell(&s, i, &by_part[n->cells[i].part]);
    for (unsigned i = 0; i < n->n_macros; i++) add_macro(&s, i, &by_part[n->macros[i].part]);
    add_nets(&s, total, by_part);
    for (unsigned i = 0; i < n->n_parts; i++) add_part(total, &by_part[i]);
    free(s.load_ff);
    free(s.slew);
}

double energy_dynamic_pj(const energy_parts *p)
{
    return p->switching_pj + p->inputs_pj + p->clock_pj + p->internal_pj + p->sram_pj;
}
