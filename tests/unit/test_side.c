// test_side.c : what stands on a side of a configuration, and cycles of its structures put
// together.
//
// links: lockstep rtlgen blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/join.h"
#include "unit.h"

#include <string.h>

static config all(void) // MRPB, PRIC of L1D, both monitors, CART
{
    config c;
    config_defaults(&c);
    c.mrpb.enable = c.pric.enable = c.streambypass.enable = c.cart.enable = true;
    c.pric.kind = INDEX_FERMI;
    c.pric.index_bits = 5; // L1D: 32 sets, Fermi hash; L2: 64 sets, linear
    return c;
}

static side of(const config *c, side_kind kind)
{
    side s;
    side_of(c, kind, &s);
    return s;
}

TEST(side_has_what_its_cache_has)
{
    config c = all();
    side sm = of(&c, SIDE_SM), slice = of(&c, SIDE_SLICE);
    CU_ASSERT_EQUAL(sm.n, 3);
    CU_ASSERT_STRING_EQUAL(sm.part[sm.path].block, "mrpb");
    CU_ASSERT_STRING_EQUAL(sm.part[sm.pric].block, "pric_index");
    CU_ASSERT_EQUAL(slice.n, 2);
    CU_ASSERT_STRING_EQUAL(slice.part[slice.path].block, "cart");
    CU_ASSERT_EQUAL(slice.pric, -1); // another function
    c.pric.kind = INDEX_LINEAR;
    c.pric.index_bits = 6;
    sm = of(&c, SIDE_SM);
    slice = of(&c, SIDE_SLICE);
    CU_ASSERT_EQUAL(sm.pric, -1);
    CU_ASSERT_EQUAL(slice.n, 3);
}

TEST(side_of_one_structure_is_none)
{
    config c = all();
    c.mrpb.enable = false; // the function has nothing before it, so the monitor is alone
    CU_ASSERT_EQUAL(of(&c, SIDE_SM).n, 0);
    c.mrpb.enable = true;
    c.streambypass.l1 = false;
    CU_ASSERT_EQUAL(of(&c, SIDE_SM).n, 2);
    c.pric.enable = false;
    CU_ASSERT_EQUAL(of(&c, SIDE_SM).n, 0);
}

// Each structure's words are the side's from its own offset on, and names and qualifiers have its
// name before them.
TEST(side_ports_are_the_structures_ports)
{
    const config c = all();
    const side s = of(&c, SIDE_SM);
    port ports[PORTS_MAX], own[PORTS_MAX];
    port_table_find("sm")->fill(&c, ports);
    for (unsigned i = 0; i < s.n; i++) {
        const side_part *p = &s.part[i];
        const port_table *t = port_table_find(p->block);
        CU_ASSERT_EQUAL_FATAL(t->n, p->n_ports);
        t->fill(&c, own);
        for (unsigned k = 0; k < t->n; k++) {
            const port *q = &ports[p->first + k];
            CU_ASSERT_PTR_NOT_NULL(strstr(q->name, own[k].name));
            CU_ASSERT_EQUAL(q->word, own[k].word + (q->dir == PORT_IN ? p->in_at : p->out_at));
            CU_ASSERT_EQUAL(q->width, strcmp(q->name, "pric_line_i") == 0 ? 0 : own[k].width);
        }
    }
    const side_part *path = &s.part[s.path], *pric = &s.part[s.pric];
    unsigned line = 0;
    while (strcmp(ports[line].name, "mrpb_req_line_o") != 0) line++;
    CU_ASSERT_EQUAL(ports[line].word, s.line_word);
    CU_ASSERT_EQUAL(path->out_at + path->out_words <= pric->out_at, true);
    CU_ASSERT_STRING_EQUAL(ports[pric->first + 1].qualifier, "mrpb_req_valid_o");
}

enum { MOST = 256 };
typedef struct cycle {
    uint64_t in[MOST], out[MOST];
} cycle;

static void tell(join *j, unsigned part, uint64_t value, uint64_t repeat)
{
    cycle c;
    for (unsigned i = 0; i < MOST; i++) c.in[i] = c.out[i] = value;
    join_push(j, part, c.in, c.out, repeat);
}

static void pops(join *j, const side *s, uint64_t n, uint64_t path, uint64_t monitor)
{
    static cycle c;
    CU_ASSERT_EQUAL(join_pop(j, c.in, c.out), n);
    if (!n) return;
    const side_part *a = &s->part[0], *b = &s->part[s->n - 1];
    CU_ASSERT_EQUAL(c.in[a->in_at], path);
    CU_ASSERT_EQUAL(c.out[a->out_at + a->out_words - 1], path);
    CU_ASSERT_EQUAL(c.in[b->in_at + b->in_words - 1], monitor);
    CU_ASSERT_EQUAL(c.out[b->out_at], monitor);
}

TEST(join_waits_for_all)
{
    const config c = all();
    const side s = of(&c, SIDE_SM);
    join j;
    join_init(&j, &s);
    tell(&j, 0, 7, 1);
    pops(&j, &s, 0, 0, 0);
    CU_ASSERT_EQUAL(join_waiting(&j), 1);
    tell(&j, 2, 9, 1); // the index function tells nothing
    pops(&j, &s, 1, 7, 9);
    pops(&j, &s, 0, 0, 0);
    CU_ASSERT_EQUAL(join_waiting(&j), 0);
    join_free(&j);
}

// One is stepped cycle by cycle while the other is told to have been idle for many.
TEST(join_cuts_runs_where_either_changes)
{
    const config c = all();
    const side s = of(&c, SIDE_SM);
    join j;
    join_init(&j, &s);
    tell(&j, 2, 1, 100);
    for (uint64_t i = 0; i < 40; i++)
        tell(&j, 0, i, 2); // more than the queue has room for at first
    tell(&j, 2, 2, 5);
    tell(&j, 0, 50, 25);
    CU_ASSERT_EQUAL(join_waiting(&j), 105);
    for (uint64_t i = 0; i < 40; i++) pops(&j, &s, 2, i, 1);
    pops(&j, &s, 20, 50, 1);
    pops(&j, &s, 5, 50, 2);
    pops(&j, &s, 0, 0, 0);
    CU_ASSERT_EQUAL(join_waiting(&j), 0);
    join_free(&j);
}

UNIT_MAIN("side", T(side_has_what_its_cache_has), T(side_of_one_structure_is_none),
          T(side_ports_are_the_structures_ports), T(join_waits_for_all),
          T(join_cuts_runs_where_either_changes))
