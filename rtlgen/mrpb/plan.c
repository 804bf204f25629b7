// plan.c : MRPB as a block of the generator: its sizes and features, and the names that its
// templates know them by.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>

static void set_sizes(const config *c, mrpb_plan *m)
{
    const mrpb_cfg *k = &c->mrpb;
    *m = (mrpb_plan){.queues = mrpb_queues(c),
                     .depth = k->depth,
                     .entries = k->queues * k->depth,
                     .latency = k->single_slot ? 1 : k->latency};
    m->stages = k->latency > 2 ? k->latency - 2 : 0;
    m->queue_w = cfg_index_bits(m->queues);
    m->addr_w = cfg_index_bits(m->entries);
    m->count_w = plan_bits_to_hold(k->depth);
    m->line_w = mrpb_line_bits(c);
    m->warp_w = mrpb_warp_bits(c);
    m->cta_w = mrpb_signature(c) == SIG_CTA ? cfg_index_bits(c->sm.ctas) : 0;
    m->pc_w = mrpb_signature(c) == SIG_PC ? k->pc_bits : 0;
    m->meta_w = k->meta_bits;
    m->data_w = k->data_bits;
    m->drain_n = k->drain_n;
}

static void set_features(const config *c, mrpb_plan *m)
{
    const mrpb_cfg *k = &c->mrpb;
    m->small = c->rtl.goal == GOAL_AREA;
    m->flush = k->flush;
    m->greedy = k->greedy;
    m->rr = k->drain == DRAIN_RR;
    m->longest = k->drain == DRAIN_LONGEST;
    m->bypass = k->bypass != BYPASS_NONE;
    m->single = k->single_slot;
    m->by_pc = k->signature == SIG_PC;
    m->sticky = k->greedy || k->drain_n;
    m->data = k->data_bits != 0;
    m->stores_data = m->data && !k->flush;
    m->slots = k->depth > 1;
    m->depth_is_pow2 = (k->depth & (k->depth - 1)) == 0;
    m->lookahead = k->latency >= 2;
    m->pipelined = mrpb_input_stages(c) != 0;
    m->warp_is_queue = k->signature == SIG_WARP && m->queues > 1 && m->queue_w >= m->warp_w;
}

static const rtl_range ranges[] = {
    {"line", "LINE_W"}, {"warp", "WARP_W"},      {"cta_warp", "WARP_W"},
    {"cta", "CTA_W"},   {"pc", "PC_W"},          {"meta", "META_W"},
    {"data", "DATA_W"}, {"pending_o", "QUEUES"}, {NULL, NULL},
};

void mrpb_make_plan(rtl_plan *p)
{
    mrpb_plan *m = &p->mrpb;
    set_sizes(p->c, m);
    set_features(p->c, m);
    mrpb_ports(p->c, p->ports);
    p->n_ports = MRPB_N_PORTS;
    p->clocked = true;
    p->split = !m->single && plan_is_split(p);
    p->rams = "u_ram";
    plan_add_baked(p, "QUEUES", m->queues, "",
                   m->single ? "all requests are of one queue, which stores none"
                             : "signature queues");
    plan_add_width(p, "LINE_W", m->line_w, "line address, bits");
    plan_add_width(p, "WARP_W", m->warp_w, "warp number, bits");
    plan_add_width(p, "CTA_W", m->cta_w, "thread-block slot, bits");
    plan_add_width(p, "PC_W", m->pc_w, "program counter, bits");
    plan_add_width(p, "META_W", m->meta_w, "metadata, bits");
    plan_add_width(p, "DATA_W", m->data_w, "data of a write, bits");
    plan_name_widths(p, ranges);
}

static void set_drain_order(const mrpb_plan *m, writer *w)
{
    const char *base = m->rr        ? "round robin"
                       : m->longest ? "longest first"
                                    : "fixed order, lowest queue first";
    if (m->drain_n)
        writer_set(w, "DRAIN_ORDER", "%s, up to %u requests running from a queue", base,
                   m->drain_n);
    else
        writer_set(w, "DRAIN_ORDER", "%s%s", base,
                   m->greedy ? ", staying with a queue until it is empty" : "");
}

void mrpb_set_values(const rtl_plan *p, writer *w)
{
    char *order = mrpb_guarantee(p->c);
    writer_set(w, "QUEUES", "%u", p->mrpb.queues);
    writer_set(w, "DEPTH", "%u", p->mrpb.depth);
    writer_set(w, "LATENCY", "%u", p->mrpb.latency);
    writer_set(w, "QUEUE_W", "%u", p->mrpb.queue_w);
    writer_set(w, "ADDR_W", "%u", p->mrpb.addr_w);
    writer_set(w, "COUNT_W", "%u", p->mrpb.count_w);
    writer_flag(w, "FLUSH", p->mrpb.flush);
    writer_flag(w, "GREEDY", p->mrpb.greedy);
    writer_flag(w, "RUN", p->mrpb.drain_n != 0);
    writer_flag(w, "STICKY", p->mrpb.sticky);
    writer_flag(w, "PC", p->mrpb.by_pc);
    writer_flag(w, "SINGLE", p->mrpb.single);
    writer_flag(w, "FIXED", !p->mrpb.rr && !p->mrpb.longest);
    writer_flag(w, "RR", p->mrpb.rr);
    writer_flag(w, "LONGEST", p->mrpb.longest);
    writer_flag(w, "LOOKAHEAD", p->mrpb.lookahead);
    writer_flag(w, "LINE", p->mrpb.stages > 0);
    writer_flag(w, "PIPELINED", p->mrpb.pipelined);
    writer_flag(w, "THROUGH",
                p->mrpb.flush || !p->mrpb.lookahead ||
                    p->mrpb.single); // the incoming request itself may enter the outbound buffer
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "LOADS_WRITE", !p->mrpb.flush && !p->mrpb.single);
    writer_flag(w, "WARP_IS_QUEUE", p->mrpb.warp_is_queue);
    writer_flag(w, "BYPASS", p->mrpb.bypass);
    writer_flag(w, "BY_CAUSE", p->c->mrpb.bypass == BYPASS_ASSOC);
    writer_set(w, "STALL_LINE", "%d", MRPB_STALL_LINE);
    writer_flag(w, "META", p->mrpb.meta_w != 0);
    writer_flag(w, "DATA", p->mrpb.data);
    writer_flag(w, "STORES_DATA", p->mrpb.stores_data);
    writer_flag(w, "SLOTS", p->mrpb.slots);
    writer_flag(w, "SMALL", p->mrpb.small);
    writer_flag(w, "POW2", p->mrpb.depth_is_pow2);
    writer_set(w, "GUARANTEE", "%s", order);
    set_drain_order(&p->mrpb, w);
    free(order);
}
