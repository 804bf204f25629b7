// plan.c : CART as a block of the generator: its sizes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

// Queues of a branch beyond which chains are written by groups: a simulator takes minutes to
// compile them one by one. Up to there the text and the gates are those of the papers' sizes.
enum { WIDE = 16 };

static void set_sizes(const config *c, cart_plan *m)
{
    const struct cfg_cart *k = &c->cart;
    const char *key;
    *m = (cart_plan){.tags = k->design == CART_TREE,
                     .branches = cart_branches(c),
                     .entries = k->entries,
                     .buffer = k->buffer,
                     .rotate = k->drain == CART_ROTATE,
                     .longest = k->drain == CART_LONGEST,
                     .keeps = k->drain == CART_LONGEST || k->drain == CART_GREEDY,
                     .nonblocking = k->design == CART_NONBLOCKING,
                     .early = k->latency == 1 && k->design != CART_NONBLOCKING,
                     .ahead = k->latency == 3 && k->design != CART_NONBLOCKING};
    CHECK(!cart_map_read(c, &m->map, &key), "%s: configuration not checked", key);
    m->rows = m->tags ? k->rows : 1;
    m->columns = m->tags ? k->columns : 1;
    m->local = m->rows * m->columns;
    m->queues = m->branches * m->local;
    m->count_w = cfg_index_bits((uint64_t)m->entries + 1);
    m->words = m->local > 1 && (m->entries & (m->entries - 1));
    m->word_w = cfg_index_bits((uint64_t)m->local * m->entries);
    m->tag_w = m->map.line_bits - m->map.branch_bits;
}

static const rtl_range ranges[] = {{"line", "LINE_W"}, {"meta", "META_W"}, {NULL, NULL}};

void cart_make_plan(rtl_plan *p)
{
    set_sizes(p->c, &p->cart);
    cart_ports(p->c, p->ports);
    p->n_ports = CART_N_PORTS;
    p->clocked = true;
    p->split = !p->cart.nonblocking && plan_is_split(p);
    p->rams = p->cart.tags ? "u_ram u_lines u_place/u_tags*u_ram"
                           : "u_ram"; // `*`: synthesis dissolves the tags in what is around them
    plan_add_least(p, "LINE_W", p->cart.map.line_bits, "line address, bits; more are row bits");
    plan_add_width(p, "META_W", p->c->cart.meta_bits, "metadata, bits");
    plan_name_widths(p, ranges);
}

static const char *drain_order(const cart_plan *m)
{
    if (m->longest)
        return "the longest queue, ties to the lowest; a rejected request stays on offer";
    if (m->keeps)
        return "the same queue until it is empty, then the next one round; a rejected request "
               "stays on offer";
    if (!m->rotate) return "round robin over the queues";
    return m->tags ? "the next branch round; in it the last queue until that is empty, else the "
                     "longest of the row drained last, else the longest"
                   : "the next FIFO round";
}

void cart_set_values(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    writer_set(w, "BRANCHES", "%u", m->branches);
    writer_set(w, "ROWS", "%u", m->rows);
    writer_set(w, "COLUMNS", "%u", m->columns);
    writer_set(w, "ENTRIES", "%u", m->entries);
    writer_set(w, "BUFFER", "%u", m->buffer);
    writer_set(w, "BRANCH_BITS", "%u", m->map.branch_bits);
    writer_set(w, "COUNT_W", "%u", m->count_w);
    writer_set(w, "WORD_W", "%u", m->word_w);
    writer_flag(w, "WORDS", m->words);
    writer_flag(w, "SELECTS", m->branches > 1);
    writer_set(w, "LINE_BITS", "%u", m->map.line_bits);
    writer_set(w, "COL_W", "%u", m->map.columns);
    writer_set(w, "TAG_W", "%u", m->tag_w);
    writer_flag(w, "COLUMN", m->map.columns != 0);
    writer_flag(w, "TAGS", m->tags);
    writer_flag(w, "ROTATE", m->rotate);
    writer_flag(w, "LONGEST", m->longest);
    writer_flag(w, "KEEPS", m->keeps);
    writer_flag(w, "GREEDY", m->keeps && !m->longest);
    writer_flag(w, "HISTORY", m->tags && m->rotate); // branches keep what they drained last
    writer_flag(w, "LENGTHS", m->tags && (m->rotate || m->longest));
    writer_flag(w, "TURNS", !m->longest);
    writer_flag(w, "CHAINS", m->tags && m->columns > 1);
    writer_flag(w, "WIDE", m->local > WIDE);
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "NEXT_HEADS", m->tags && m->rotate ? m->early : m->words);
    writer_flag(w, "EARLY", m->early);
    writer_flag(w, "AHEAD", m->ahead);
    writer_set(w, "FIND", "%s", m->ahead ? "find" : "fill"); // what is written into the storage
    writer_flag(w, "SINGLE", m->entries == 1);
    writer_flag(w, "ROOMY",
                m->rows > 1 &&
                    m->columns > 1); // a branch that holds one request has a place for any other
    writer_set(w, "LOCAL", "%u", m->local);
    writer_set(w, "UNITS", "%u", m->queues);
    writer_flag(w, "NONBLOCKING", m->nonblocking);
    writer_set(w, "DRAIN_ORDER", "%s", drain_order(m));
}
