// gen.c : which files MRPB has, its channels, and what one template alone needs.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

static void set_sel(const rtl_plan *p, writer *w)
{
    const char *order = p->mrpb.rr        ? "round robin"
                        : p->mrpb.longest ? "longest first"
                                          : "fixed order";
    if (p->mrpb.drain_n) writer_set(w, "POLICY", "%s, runs of %u", order, p->mrpb.drain_n);
    else writer_set(w, "POLICY", "%s%s", order, p->mrpb.greedy ? ", greedy" : "");
    writer_set(w, "CHOICE", "%s", p->mrpb.drain_n ? "choice" : "eligible_i");
    writer_set(w, "BASE", "%s", p->mrpb.sticky ? "base" : "pick_o");
}

// Address of entry `slot` of ring `queue` in one memory of queues x depth entries.
static void set_address(const rtl_plan *p, writer *w, const char *value, const char *queue,
                        const char *slot)
{
    if (p->mrpb.depth == 1) writer_set(w, value, "%s", queue);
    else if (p->mrpb.queues == 1) writer_set(w, value, "%s", slot);
    else if (p->mrpb.depth_is_pow2) writer_set(w, value, "{%s, %s}", queue, slot);
    else writer_set(w, value, "address(%s, %s)", queue, slot);
}

// Which registers hold the latency line by queues, one-hot: those of up to three stages; of more,
// the newest and the oldest stage, and all together.
static void set_stages(const mrpb_plan *m, writer *w)
{
    const bool large = m->stages && !m->small, is_short = large && m->stages <= 3;
    writer_set(w, "STAGES", "%u", m->stages);
    writer_flag(w, "WIDE_LINE", m->stages > 1);
    writer_flag(w, "NEWEST", large && m->stages > 1); // with one stage, the newest is the oldest
    writer_flag(w, "MIDDLE", is_short && m->stages == 3);
    writer_flag(w, "SHORT", is_short);
    writer_flag(w, "LONG", large && !is_short);
    writer_flag(w, "LATE", m->slots && m->stages);
    writer_flag(w, "DECODES", m->stages && (m->small || m->stages > 3));
}

// Which of its facts about the queues the control module needs.
static void set_facts(const mrpb_plan *m, writer *w)
{
    const bool two =
        m->slots && m->depth_is_pow2 && !m->small; // of all queues at once is faster and larger
    const bool any = !m->slots || !m->lookahead || (m->flush && !m->by_pc);
    writer_flag(w, "TWO", two);
    writer_flag(w, "ONE_READ", m->slots && !two);
    writer_flag(w, "LAST", m->slots && !two);
    writer_flag(w, "ANY", any);
    writer_flag(w, "BY_LINE", any && m->stages);
    writer_flag(w, "AGED", any || m->flush);
    writer_flag(w, "FORK",
                m->flush && m->lookahead && m->slots && !m->longest &&
                    !m->small); // longest first would double its counts too
    writer_flag(w, "MEMORY", m->sticky || m->rr);
    writer_flag(w, "DEEP", m->slots || m->longest); // is the depth said anywhere?
}

static void set_ctl(const rtl_plan *p, writer *w)
{
    const mrpb_plan *m = &p->mrpb;
    set_stages(m, w);
    set_facts(m, w);
    set_address(p, w, "STORE_ADDR", "in_queue_i", "free_slot");
    set_address(p, w, "LOAD_ADDR", m->flush ? "load_queue" : "pick_queue",
                m->flush ? "load_slot" : "pick_head");
    writer_set(w, "NEWEST_STAGE", "%s",
               m->small        ? "line_newest"
               : m->stages > 1 ? "line_newest_q"
                               : "aging_q");
    writer_set(w, "IN_AGED", "%s",
               !m->slots || !m->lookahead || m->flush ? "in_eligible"
                                                      : "|(in_onehot & eligible_q)");
    writer_set(w, "PICKABLE", "%s", m->lookahead ? "eligible_q" : "(eligible_q | aging)");
    writer_set(w, "D", "%s",
               m->lookahead ? "d" : "q"); // what the selector sees: next state, or this cycle's
    writer_flag(w, "PARTS", m->queues > 1 && !m->depth_is_pow2);
    writer_set(w, "DRAIN_N", "%u", m->drain_n);
}

static void set_pipelined_ctl(const rtl_plan *p, writer *w)
{
    set_address(p, w, "STORE_ADDR", "act_queue_q", "act_tail_q");
    set_address(p, w, "LOAD_ADDR", "load_queue", "load_slot");
    writer_flag(w, "PARTS", p->mrpb.queues > 1 && !p->mrpb.depth_is_pow2);
}

static void set_signature(const rtl_plan *p, writer *w)
{
    static const struct {
        const char *text, *port, *width;
    } by_kind[] = {
        [SIG_WARP] = {"warp number", "in_warp_i", "WARP_W"},
        [SIG_CTA] = {"thread-block slot", "in_cta_i", "CTA_W"},
        [SIG_CTA_WARP] = {"warp number inside the thread block", "in_cta_warp_i", "WARP_W"},
        [SIG_PC] = {"program counter", "in_pc_i", "PC_W"},
        [SIG_LINE] = {"line address", "in_line_i", "LINE_W"}};
    signature_kind k = p->c->mrpb.signature;
    writer_flag(w, "ONE", p->mrpb.queues == 1);
    bool carried = (k == SIG_WARP && !p->mrpb.warp_is_queue) || k == SIG_LINE; // it is payload too
    writer_flag(w, "SIG_IS_PAYLOAD", carried);
    writer_set(w, "SIG_TEXT", "%s", by_kind[k].text);
    writer_set(w, "SIG_PORT", "%s", by_kind[k].port);
    writer_set(w, "SIG_WIDTH", "%s", by_kind[k].width);
}

static const rtl_channel channels[] = {
    {"in", "requests from the coalescer. Beat when in_valid_i && in_ready_o; the payload holds "
           "from valid until the beat.\n"
           "in_ready_o depends on state and this channel's payload, never on in_valid_i.\n"},
    {"req", "requests offered to L1D, which answers in the same cycle: req_ready_i, or a stall "
            "with its cause. Beat when\n"
            "req_valid_o && req_ready_i. Valid and payload come from state only and hold until the "
            "request leaves.\n"},
    {"byp", "bypass path (MRPB section 3.4): in a cycle with byp_pulse_o the request on req leaves "
            "for it. Fire and forget;\n"
            "depends on state, req_ready_i, req_stall_i and byp_ready_i.\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static bool has_queues(const rtl_plan *p) { return !p->mrpb.single; }
static bool has_no_queues(const rtl_plan *p) { return p->mrpb.single; }
static bool has_slots(const rtl_plan *p) { return has_queues(p) && p->mrpb.slots; }
static bool has_sram(const rtl_plan *p) { return has_queues(p) && plan_has_sram(p); }
static bool has_counts(const rtl_plan *p) { return has_queues(p) && p->mrpb.longest; }
static bool is_pipelined(const rtl_plan *p) { return has_queues(p) && p->mrpb.pipelined; }
static bool is_not_pipelined(const rtl_plan *p) { return has_queues(p) && !p->mrpb.pipelined; }

static const rtl_module modules[] = {
    {"lib_first", "rtlgen/lib/lib_first.v.in", NULL, has_queues},
    {"lib_encode", "rtlgen/lib/lib_encode.v.in", NULL, has_queues},
    {"lib_onehot", "rtlgen/lib/lib_onehot.v.in", NULL, has_queues},
    {"lib_count_bank", "rtlgen/lib/lib_count_bank.v.in", NULL, has_counts},
    {"lib_slot_bank", "rtlgen/lib/lib_slot_bank.v.in", NULL, has_slots},
    {"mrpb_sel", "rtlgen/mrpb/mrpb_sel.v.in", set_sel, is_not_pipelined},
    {"lib_sram", "rtlgen/lib/lib_sram.v.in", NULL, has_sram},
    {"lib_ram", "rtlgen/lib/lib_ram.v.in", NULL, has_queues},
    {"mrpb_out", "rtlgen/mrpb/mrpb_out.v.in", NULL, NULL},
    {"mrpb_ctl", "rtlgen/mrpb/mrpb_ctl.v.in", set_ctl, is_not_pipelined},
    {"mrpb_ctl", "rtlgen/mrpb/mrpb_ctl_pipelined.v.in", set_pipelined_ctl, is_pipelined},
    {"mrpb", "rtlgen/mrpb/mrpb.v.in", set_signature, has_queues},
    {"mrpb", "rtlgen/mrpb/mrpb_slot.v.in", set_signature, has_no_queues},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->mrpb.enable; }

const rtl_block rtl_mrpb = {"mrpb",   "structures.mrpb", enabled,         modules,
                            channels, mrpb_make_plan,    mrpb_set_values, "rtlgen/mrpb/mrpb.md.in"};
