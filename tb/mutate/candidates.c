// candidates.c: walks over every mutant of a design in the order of Yosys's `mutate -list`, with
// the same random draws. See candidates.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/candidates.h"

#include <stdlib.h>
#include <string.h>

// Xorshift128 as Yosys uses it: seeded in its last word, 30 bits of which are a draw.
typedef struct draws {
    uint32_t x, y, z, w;
} draws;

static uint32_t next_draw(draws *d)
{
    const uint32_t t = d->x ^ (d->x << 11);
    d->x = d->y;
    d->y = d->z;
    d->z = d->w;
    d->w ^= (d->w >> 19) ^ t ^ (t >> 8);
    return d->w & 0x3fffffff;
}

static draws draws_of_seed_1(void)
{
    draws d = {.x = 123456789, .w = 1};
    for (unsigned i = 0; i < 3; i++) next_draw(&d);
    return d;
}

// 0..n-1; what is left of the range above the last multiple of n is drawn again.
static unsigned draw_below(draws *d, unsigned n)
{
    if (n < 2) return 0;
    for (;;) {
        const uint32_t k = next_draw(d), p = k % n;
        if (k - p + n <= 0x40000000) return p;
    }
}

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(name, *list) == 0) return true;
    }
    return false;
}

// Is there anything to see of a mutant of this port? See mutants.h for what is left out.
static bool port_counts(const rtlil_cell *c, const rtlil_port *p)
{
    static const char *const clocks[] = {"CLK", "WR_CLK", "RD_CLK", NULL}, *const clocked[] = {
                                                                               "RD_EN", "RD_ARST",
                                                                               "RD_SRST", NULL};
    return !is_one_of(p->name, clocks) && (c->clocked_read || !is_one_of(p->name, clocked));
}

typedef struct walk {
    draws random;
    void (*each)(void *ctx, const mutant *m);
    void *ctx;
} walk;

// The two that look at another bit, whose draws are made whether or not they count.
static void walk_controlled(walk *w, mutant m, const char *bits, bool counts)
{
    static const mutant_mode modes[] = {MUTANT_CNOT0, MUTANT_CNOT1};
    for (unsigned i = 0; i < 2; i++) {
        m.mode = modes[i];
        m.ctrl_bit = draw_below(&w->random, m.port->width);
        if (counts && m.ctrl_bit != m.bit && bits[m.ctrl_bit] == 's') w->each(w->ctx, &m);
    }
}

static void walk_port(walk *w, const rtlil_cell *c, const rtlil_port *p, const char *bits)
{
    const bool counts = port_counts(c, p);
    for (unsigned bit = 0; bit < p->width; bit++) {
        mutant m = {.mode = MUTANT_INV, .cell = c, .port = p, .bit = bit};
        if (counts) w->each(w->ctx, &m);
        m.mode = MUTANT_CONST0;
        if (counts && bits[bit] != '0') w->each(w->ctx, &m);
        m.mode = MUTANT_CONST1;
        if (counts && bits[bit] != '1') w->each(w->ctx, &m);
        walk_controlled(w, m, bits, counts);
    }
}

void candidates_walk(const rtlil *r, void (*each)(void *ctx, const mutant *m), void *ctx)
{
    walk w = {draws_of_seed_1(), each, ctx};
    for (unsigned i = 0; i < r->n_cells; i++) {
        const rtlil_cell *c = &r->cells[i];
        for (unsigned k = 0; k < c->n_ports; k++) {
            char *bits = rtlil_bits(r, &c->ports[k]);
            walk_port(&w, c, &c->ports[k], bits);
            free(bits);
        }
    }
}
