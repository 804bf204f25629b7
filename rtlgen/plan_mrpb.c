// plan_mrpb.c : MRPB as a block of the generator: its sizes and features, its modules, its channels, its page.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdlib.h>

static void set_sizes(const config *c, mrpb_plan *m)
{
    const mrpb_cfg *k = &c->mrpb;
    *m = (mrpb_plan){.queues = mrpb_queues(c), .depth = k->depth, .entries = k->queues * k->depth, .latency = k->single_slot ? 1 : k->latency};
    m->stages = k->latency > 2 ? k->latency - 2 : 0;
    m->queue_w = cfg_index_bits(m->queues);
    m->slot_w = cfg_index_bits(k->depth);
    m->addr_w = cfg_index_bits(m->entries);
    m->count_w = plan_bits_to_hold(k->depth);
    m->line_w = mrpb_line_bits(c);
    m->warp_w = mrpb_warp_bits(c);
    m->cta_w = mrpb_signature(c) == SIG_CTA ? cfg_index_bits(c->sm.ctas) : 0;
    m->pc_w = mrpb_signature(c) == SIG_PC ? k->pc_bits : 0;
    m->meta_w = k->meta_bits;
    m->data_w = k->data_bits;
    m->drain_n = k->drain_n;
    m->left_w = k->drain_n ? plan_bits_to_hold(k->drain_n - 1) : 0;
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
    m->warp_is_queue = k->signature == SIG_WARP && m->queues > 1 && m->queue_w >= m->warp_w;
}

static void plan(rtl_plan *p)
{
    mrpb_plan *m = &p->mrpb;
    set_sizes(p->c, m);
    set_features(p->c, m);
    mrpb_ports(p->c, p->ports);
    p->n_ports = MRPB_N_PORTS;
    p->clocked = true;
    p->split = !m->single && plan_is_split(p);
    p->rams = "u_ram";
    p->widths[p->n_widths++] = (rtl_width){"LINE_W", m->line_w, "line address, bits", {"line"}};
    p->widths[p->n_widths++] = (rtl_width){"WARP_W", m->warp_w, "warp number, bits", {"warp", "cta_warp"}};
    p->widths[p->n_widths++] = (rtl_width){"CTA_W", m->cta_w, "thread-block slot, bits", {"cta"}};
    p->widths[p->n_widths++] = (rtl_width){"PC_W", m->pc_w, "program counter, bits", {"pc"}};
    p->widths[p->n_widths++] = (rtl_width){"META_W", m->meta_w, "metadata, bits", {"meta"}};
    p->widths[p->n_widths++] = (rtl_width){"DATA_W", m->data_w, "data of a write, bits", {"data"}};
}

static void holes(const rtl_plan *p, writer *w)
{
    writer_set(w, "QUEUES", "%u", p->mrpb.queues);
    writer_set(w, "DEPTH", "%u", p->mrpb.depth);
    writer_set(w, "ENTRIES", "%u", p->mrpb.entries);
    writer_set(w, "LATENCY", "%u", p->mrpb.latency);
    writer_set(w, "QUEUE_W", "%u", p->mrpb.queue_w);
    writer_set(w, "SLOT_W", "%u", p->mrpb.slot_w);
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
    writer_flag(w, "THROUGH", p->mrpb.flush || !p->mrpb.lookahead || p->mrpb.single); // the incoming request itself may enter the outbound buffer
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "LOADS_WRITE", !p->mrpb.flush && !p->mrpb.single);
    writer_flag(w, "WARP_IS_QUEUE", p->mrpb.warp_is_queue);
    writer_flag(w, "BYPASS", p->mrpb.bypass);
    writer_flag(w, "BY_CAUSE", p->c->mrpb.bypass == BYPASS_ASSOC);
}

static const rtl_channel channels[] = {
    {"in", "requests from the coalescer. Beat when in_valid_i && in_ready_o; the payload holds from valid until the beat.\n"
           "in_ready_o depends on state and this channel's payload, never on in_valid_i.\n"},
    {"req", "requests offered to L1D, which answers in the same cycle: req_ready_i, or a stall with its cause. Beat when\n"
            "req_valid_o && req_ready_i. Valid and payload come from state only and hold until the request leaves.\n"},
    {"byp", "bypass path (MRPB section 3.4): in a cycle with byp_pulse_o the request on req leaves for it. Fire and forget;\n"
            "depends on state, req_ready_i, req_stall_i and byp_ready_i.\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static bool has_queues(const rtl_plan *p) { return !p->mrpb.single; }
static bool has_no_queues(const rtl_plan *p) { return p->mrpb.single; }
static bool has_slots(const rtl_plan *p) { return has_queues(p) && p->mrpb.slots; }
static bool has_sram(const rtl_plan *p) { return has_queues(p) && plan_has_sram(p); }
static bool has_counts(const rtl_plan *p) { return has_queues(p) && p->mrpb.longest; }

static const rtl_module modules[] = {
    {"lib_first", "gen_lib.c", gen_lib_first, has_queues},
    {"lib_encode", "gen_lib.c", gen_lib_encode, has_queues},
    {"lib_onehot", "gen_lib.c", gen_lib_onehot, has_queues},
    {"lib_count_bank", "gen_bank.c", gen_lib_count_bank, has_counts},
    {"lib_slot_bank", "gen_bank.c", gen_lib_slot_bank, has_slots},
    {"mrpb_sel", "gen_mrpb_sel.c", gen_mrpb_sel, has_queues},
    {"lib_sram", "gen_ram.c", gen_lib_sram, has_sram},
    {"lib_ram", "gen_ram.c", gen_lib_ram, has_queues},
    {"mrpb_out", "gen_mrpb_out.c", gen_mrpb_out, NULL},
    {"mrpb_ctl", "gen_mrpb_ctl.c", gen_mrpb_ctl, has_queues},
    {"mrpb", "gen_mrpb.c", gen_mrpb, has_queues},
    {"mrpb", "gen_mrpb_slot.c", gen_mrpb_slot, has_no_queues},
    {NULL, NULL, NULL, NULL},
};

static const char INTRODUCTION[] =
    "# @{NAME}_mrpb: memory request prioritization buffer\n"
    "\n"
    "After Jia, Shaw, Martonosi, \"MRPB: Memory Request Prioritization for Massively Parallel Processors\", HPCA 2014. It stands\n"
    "@-{SINGLE}between an SM's coalescer and its L1D: @{STORED} wait in @{QUEUES} FIFOs of @{DEPTH}, one a signature value, a drain selector takes\n"
    "@-{SINGLE}them out, and a two-entry outbound buffer offers them to L1D.\n"
    "@+{SINGLE}between an SM's coalescer and its L1D, as the single slot of section 5.4: no queues, a two-entry buffer offers requests to L1D\n"
    "@+{SINGLE}in the order in which they come.\n"
    "@+{BYPASS}A read that L1D cannot take may go round it.\n"
    "\n"
;

static const char BEHAVIOUR[] =
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough).\n"
    "\n"
    "@+{SINGLE}- A request accepted in cycle t is offered in t + 1 at the earliest. One request comes in and one goes out a cycle; it is\n"
    "@+{SINGLE}  accepted when a place of the two is free at the cycle's start.\n"
    "@-{SINGLE}- A read accepted in cycle t takes its slot in t and is offered in t + @{LATENCY} at the earliest, and in exactly that cycle\n"
    "@-{SINGLE}  when the buffer is otherwise empty (section 5.3 of the paper). One request comes in and one goes out a cycle.\n"
    "@-{SINGLE}- A queue is full with @{DEPTH} entries; this cycle's dequeue does not count.\n"
    "@-{SINGLE}@+{FLUSH}@-{PC}- Flush (section 3.3): a read at its full queue has one of its entries drained first (part 1). A write empties its queue,\n"
    "@-{SINGLE}@+{FLUSH}@-{PC}  one entry a cycle, and then enters the outbound buffer itself in the first cycle with room; it is never stored (part 2).\n"
    "@-{SINGLE}@+{PC}- Flush (section 3.3): a read at its full queue has one of its entries drained first (part 1). A write waits until all queues\n"
    "@-{SINGLE}@+{PC}  are empty, and then enters the outbound buffer itself in the first cycle with room; it is never stored.\n"
    "@-{SINGLE}@-{FLUSH}- No flush: writes are stored like reads, @{WITH_DATA}.\n"
    "@-{SINGLE}- Otherwise the drain policy chooses among the queues with an entry old enough (part 3): @{POLICY}.\n"
    "@-{SINGLE}- At most one request enters the outbound buffer in a cycle, when it has room at the cycle's start.\n"
    "- An offered request is never withdrawn and stays as it is until L1D takes it@{OR_BYPASS}.\n"
    "- Order: @{GUARANTEE}.\n"
    "\n";

static void set_policy(const mrpb_plan *m, writer *w)
{
    const char *base = m->rr ? "round robin" : m->longest ? "longest first" : "fixed order, lowest queue first";
    if (m->drain_n) writer_set(w, "POLICY", "%s, up to %u requests running from a queue", base, m->drain_n);
    else writer_set(w, "POLICY", "%s%s", base, m->greedy ? ", staying with a queue until it is empty" : "");
}

static void page(const rtl_plan *p, writer *w)
{
    char *order = mrpb_guarantee(p->c);
    writer_set(w, "OR_BYPASS", "%s", p->mrpb.bypass ? ", or it leaves on the bypass path" : "");
    writer_set(w, "STORED", "%s", p->mrpb.flush ? "reads" : "requests");
    writer_set(w, "WITH_DATA", "%s", p->mrpb.data ? "with their data" : "with their payload's header only");
    writer_set(w, "GUARANTEE", "%s", order);
    free(order);
    set_policy(&p->mrpb, w);
    writer_put(w, INTRODUCTION);
    writer_put(w, BEHAVIOUR);
}

static bool enabled(const config *c) { return c->mrpb.enable; }

const rtl_block rtl_mrpb = {"mrpb", "structures.mrpb", enabled, modules, channels, plan, holes, page};
