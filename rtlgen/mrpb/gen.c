// gen.c : which files MRPB has, its channels, and what one template alone needs.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_sel(const rtl_plan *p, writer *w)
{
    const char *order = p->mrpb.rr ? "round robin" : p->mrpb.longest ? "longest first" : "fixed order";
    if (p->mrpb.drain_n) writer_set(w, "POLICY", "%s, runs of %u", order, p->mrpb.drain_n);
    else writer_set(w, "POLICY", "%s%s", order, p->mrpb.greedy ? ", greedy" : "");
    writer_set(w, "CHOICE", "%s", p->mrpb.drain_n ? "choice" : "elig_i");
    writer_set(w, "BASE", "%s", p->mrpb.sticky ? "base" : "pick_o");
    writer_set(w, "BASE_ABOVE", "%s", p->mrpb.sticky ? "base_above" : "above_o");
}

static void set_out(const rtl_plan *p, writer *w)
{
    writer_set(w, "STALL_LINE", "%d", MRPB_STALL_LINE);
    writer_set(w, "CAUSE", "%s", p->c->mrpb.bypass == BYPASS_ASSOC ? " && req_stall_i == STALL_LINE" : "");
}

// Address of entry `slot` of ring `queue` in one memory of queues x depth entries.
static void set_address(const rtl_plan *p, writer *w, const char *value, const char *queue, const char *slot)
{
    if (p->mrpb.depth == 1) {
        writer_set(w, value, "%s", queue);
    } else if (p->mrpb.queues == 1) {
        writer_set(w, value, "%s", slot);
    } else if (p->mrpb.depth_is_pow2) {
        writer_set(w, value, "{%s, %s}", queue, slot);
    } else {
        writer_set(w, value, "({%u'd0, %s} * %u'd%u) + {%u'd0, %s}", p->mrpb.addr_w - p->mrpb.queue_w, queue, p->mrpb.addr_w, p->mrpb.depth,
                   p->mrpb.addr_w - p->mrpb.slot_w, slot);
    }
}

// What registers hold the latency line by queues, one-hot: those of up to three stages; of more, the newest and the oldest stage, and all together.
static void set_stages(const rtl_plan *p, writer *w)
{
    static const char *const next[] = {"{QUEUES{store}} & in_onehot", "newest_q", "middle_q"};
    static const char *const all[] = {"ages_q", "newest_q | ages_q", "newest_q | middle_q | ages_q"};
    unsigned stages = p->mrpb.stages;
    bool large = stages && !p->mrpb.small, is_short = large && stages <= 3;
    writer_flag(w, "NEWEST", large && stages > 1);
    writer_flag(w, "MIDDLE", is_short && stages == 3);
    writer_flag(w, "SHORT", is_short);
    writer_flag(w, "LONG", large && !is_short);
    writer_set(w, "AGES_D", "%s", is_short ? next[stages - 1] : "{QUEUES{line_valid_q[STAGES-2]}} & (QUEUE_0 << line_queue_q[(STAGES-2)*QUEUE_W +: QUEUE_W])");
    writer_set(w, "STAGES_HOT", "%s", is_short ? all[stages - 1] : "");
    writer_set(w, "YOUNG", "%s", large && !is_short ? "young_q" : "young");
}

static void set_line(const rtl_plan *p, writer *w)
{
    bool wide = p->mrpb.stages > 1;
    writer_set(w, "STAGES", "%u", p->mrpb.stages);
    writer_set(w, "LINE_VALID_D", "%s", wide ? "{line_valid_q[STAGES-2:0], store}" : "store");
    writer_set(w, "LINE_QUEUE_D", "%s", wide ? "{line_queue_q[(STAGES-1)*QUEUE_W-1:0], in_queue_i}" : "in_queue_i");
    bool small = p->mrpb.small;
    writer_flag(w, "LATE", p->mrpb.slots && p->mrpb.stages);
    writer_set(w, "IN_NEWEST", "%s", small ? "in_line[0]" : wide ? "|(in_onehot & newest_q)" : "|(in_onehot & ages_q)");
    writer_set(w, "NEWEST_QUEUE", "%s", small ? "newest" : wide ? "newest_q" : "ages_q"); // with one stage, the newest is the oldest
    writer_set(w, "YOUNG_HIT", "%s", "in_line[n]");
    if (p->mrpb.slot_w > 1) writer_set(w, "YOUNG_HIT", "{%u'd0, in_line[n]}", p->mrpb.slot_w - 1);
}

// What the selector sees and drives: next state and a register (lookahead), or this cycle's state and the choice itself.
static void set_selector(const rtl_plan *p, writer *w)
{
    bool next = p->mrpb.lookahead;
    writer_set(w, "SEL_PARAM", "%s", p->mrpb.longest ? ", .COUNT_W(COUNT_W)" : "");
    writer_set(w, "SEL_ELIG", "%s", next ? "aged_d" : "aged_q | ages");
    writer_set(w, "SEL_LAST", "%s", next ? "last_d" : "last_q");
    writer_set(w, "SEL_LEFT", "%s", next ? "left_d" : "left_q");
    writer_set(w, "SEL_ABOVE", "%s", next ? "above_d" : "above_q");
    writer_set(w, "SEL_ABOVE_PICK", "%s", next ? "pick_above_d" : "pick_above");
    writer_set(w, "SEL_PICK", "%s", next ? "pick_d" : "pick");
    writer_set(w, "SEL_ANY", "%s", next ? "pick_any_d" : "pick_any");
    writer_set(w, "PICKABLE", "%s", next ? "aged_q" : "(aged_q | ages)");
}

// Ranges of the ports, padded so that the names stand under one another.
static void set_ranges(const rtl_plan *p, writer *w)
{
    const struct {
        const char *range;
        unsigned bits;
    } ranges[] = {{"QUEUE_RANGE", p->mrpb.queue_w}, {"ADDR_RANGE", p->mrpb.addr_w}, {"QUEUES_RANGE", p->mrpb.queues}};
    char text[16];
    int widest = 0;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        int n = snprintf(text, sizeof text, "[%u:0]", ranges[i].bits - 1);
        if (n > widest) widest = n;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        snprintf(text, sizeof text, "[%u:0]", ranges[i].bits - 1);
        writer_set(w, ranges[i].range, "%-*s", widest, text);
    }
    writer_set(w, "PAD", "%*s", widest, "");
}

static void set_ctl(const rtl_plan *p, writer *w)
{
    set_ranges(p, w);
    set_line(p, w);
    set_stages(p, w);
    set_selector(p, w);
    set_address(p, w, "STORE_ADDR", "in_queue_i", "free_slot");
    set_address(p, w, "LOAD_ADDR", p->mrpb.flush ? "load_queue" : "pick_queue", p->mrpb.flush ? "load_slot" : "pick_head");
    writer_set(w, "READY_ON", "%s", p->mrpb.flush ? "state, in_queue_i and in_write_i" : "state and in_queue_i");
    writer_set(w, "LAST_SLOT", "%u", p->mrpb.depth - 1);
    writer_flag(w, "SLOTS", p->mrpb.slots);
    writer_flag(w, "FORK", p->mrpb.flush && p->mrpb.lookahead && p->mrpb.slots && !p->mrpb.longest && !p->mrpb.small); // longest first would double its counts too
    writer_flag(w, "SMALL", p->mrpb.small);
    bool two = p->mrpb.slots && p->mrpb.depth_is_pow2 && !p->mrpb.small; // of all queues at once is faster and larger
    writer_flag(w, "TWO", two);
    writer_flag(w, "ONE_READ", p->mrpb.slots && !two);
    writer_set(w, "TWO_LEFT", "%s", two ? "two" : "{QUEUES{leaves_one}}");
    writer_flag(w, "LAST", p->mrpb.slots && !two);
    writer_flag(w, "DECODES", p->mrpb.stages && (p->mrpb.small || p->mrpb.stages > 3));
    bool any = !p->mrpb.slots || !p->mrpb.lookahead || (p->mrpb.flush && !p->mrpb.by_pc), aged = any || p->mrpb.flush;
    writer_flag(w, "ANY", any);
    writer_flag(w, "BY_LINE", any && p->mrpb.stages);
    writer_set(w, "YOUNG_AND_ONE", "%s%u'd1", p->mrpb.stages ? "in_young + " : "", p->mrpb.slot_w);
    writer_flag(w, "AGED", aged);
    writer_set(w, "IN_AGED", "%s", aged ? "in_aged" : "|(in_onehot & aged_q)");
    writer_set(w, "OR_LINE", "%s", p->mrpb.stages ? " || |in_line" : "");
    writer_set(w, "AND_ONE", "%s", p->mrpb.slots ? " & one_q" : "");
    writer_flag(w, "DEEP", p->mrpb.slots || p->mrpb.longest); // is the depth said anywhere?
    writer_flag(w, "POW2", p->mrpb.depth_is_pow2);
    writer_flag(w, "MEMORY", p->mrpb.sticky || p->mrpb.rr);
    writer_set(w, "LEFT_W", "%u", p->mrpb.left_w);
    writer_set(w, "MORE", "%u", p->mrpb.drain_n ? p->mrpb.drain_n - 1 : 0);
}

// A concatenation of the fields that are there, the first on top.
typedef struct field {
    const char *name; // NULL: not there
} field;

static void set_list(writer *w, const char *value, const char *between, const field *f, unsigned n)
{
    char *text = wl_strdup("");
    for (unsigned i = 0; i < n; i++) {
        if (!f[i].name) continue;
        char *longer = wl_format("%s%s%s", text, *text ? between : "", f[i].name);
        free(text);
        text = longer;
    }
    writer_set(w, value, "%s", text);
    free(text);
}

#define LIST(w, value, between, ...) set_list(w, value, between, (const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))
#define IF(condition, name) {(condition) ? (name) : NULL}

// What a queue stores of a request: no write bit and no data where writes are not stored, no warp where the queue stands for it.
static void set_entry(const mrpb_plan *m, writer *w)
{
    bool meta = m->meta_w != 0;
    LIST(w, "ENTRY_WIDTH", " + ", IF(!m->flush, "1"), {"LINE_W"}, IF(!m->warp_is_queue, "WARP_W"), IF(meta, "META_W"), IF(m->stores_data, "DATA_W"));
    LIST(w, "IN_ENTRY", ", ", IF(!m->flush, "in_write_i"), {"in_line_i"}, IF(!m->warp_is_queue, "in_warp_i"), IF(meta, "in_meta_i"),
         IF(m->stores_data, "in_data_i"));
    LIST(w, "LOADED_ENTRY", ", ", IF(!m->flush, "loaded_write"), {"loaded_line"}, IF(!m->warp_is_queue, "loaded_warp"), IF(meta, "loaded_meta"),
         IF(m->stores_data, "loaded_data"));
    LIST(w, "LOADED_PAYLOAD", ", ", {"loaded_line"}, IF(!m->warp_is_queue, "loaded_warp"), IF(meta, "loaded_meta"), IF(m->stores_data, "loaded_data"),
         IF(m->data && !m->stores_data, "{DATA_W{1'b0}}"));
    writer_set(w, "ENTRY_WHY", "%s%s%s", m->flush ? ": reads only" : ": reads and writes", m->stores_data ? " with data" : "",
               m->warp_is_queue ? ", and not the warp, which is the queue's number" : "");
    writer_flag(w, "STORES_DATA", m->stores_data);
}

static void set_fields(const rtl_plan *p, writer *w)
{
    const mrpb_plan *m = &p->mrpb;
    bool meta = m->meta_w != 0;
    LIST(w, "PAYLOAD_WIDTH", " + ", {"LINE_W"}, IF(!m->warp_is_queue, "WARP_W"), IF(meta, "META_W"), IF(m->data, "DATA_W"));
    LIST(w, "IN_PAYLOAD", ", ", {"in_line_i"}, IF(!m->warp_is_queue, "in_warp_i"), IF(meta, "in_meta_i"), IF(m->data, "in_data_i"));
    LIST(w, "REQ_PAYLOAD", ", ", {"req_line_o"}, IF(!m->warp_is_queue, "req_warp_o"), IF(meta, "req_meta_o"), IF(m->data, "req_data_o"));
    writer_flag(w, "META", meta);
    writer_set(w, "AND_BYPASS", "%s", m->bypass ? ", cache bypass" : "");
    set_entry(m, w);
}

static void set_end(const rtl_plan *p, writer *w)
{
    writer_set(w, "CHK_QUEUE", "%s", p->mrpb.warp_is_queue ? "req_queue, " : "");
    writer_set(w, "CHK_QUEUE_WIDTH", "%s", p->mrpb.warp_is_queue ? "QUEUE_W + " : "");
    writer_set(w, "CHK_NOT_BYP", "%s", p->mrpb.bypass ? " && !byp_pulse_o" : "");
}

static void set_signature(const rtl_plan *p, writer *w)
{
    static const struct {
        const char *text, *port, *width;
    } by_kind[] = {[SIG_WARP] = {"warp number", "in_warp_i", "WARP_W"},
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
    writer_set(w, "CHK_SIG", "%s%s", carried ? "" : by_kind[k].port, carried ? "" : ", ");
    writer_set(w, "CHK_IN_WIDTH", "1 + PAYLOAD_W%s%s", carried ? "" : " + ", carried ? "" : by_kind[k].width);
}

static void set_top(const rtl_plan *p, writer *w)
{
    set_signature(p, w);
    set_fields(p, w);
    set_end(p, w);
    writer_set(w, "WRITE_LATENCY", "%s", p->mrpb.flush ? "a write in t + 1" : "a write too");
}

static void set_slot(const rtl_plan *p, writer *w)
{
    set_fields(p, w);
    set_end(p, w);
    writer_set(w, "CHK_SIG", "%s", "");
    writer_set(w, "CHK_IN_WIDTH", "%s", "1 + PAYLOAD_W");
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
    {"lib_first", "rtlgen/lib/lib_first.v.in", NULL, has_queues},
    {"lib_encode", "rtlgen/lib/lib_encode.v.in", NULL, has_queues},
    {"lib_onehot", "rtlgen/lib/lib_onehot.v.in", NULL, has_queues},
    {"lib_count_bank", "rtlgen/lib/lib_count_bank.v.in", NULL, has_counts},
    {"lib_slot_bank", "rtlgen/lib/lib_slot_bank.v.in", NULL, has_slots},
    {"mrpb_sel", "rtlgen/mrpb/mrpb_sel.v.in", set_sel, has_queues},
    {"lib_sram", "rtlgen/lib/lib_sram.v.in", NULL, has_sram},
    {"lib_ram", "rtlgen/lib/lib_ram.v.in", NULL, has_queues},
    {"mrpb_out", "rtlgen/mrpb/mrpb_out.v.in", set_out, NULL},
    {"mrpb_ctl", "rtlgen/mrpb/mrpb_ctl.v.in", set_ctl, has_queues},
    {"mrpb", "rtlgen/mrpb/mrpb.v.in", set_top, has_queues},
    {"mrpb", "rtlgen/mrpb/mrpb_slot.v.in", set_slot, has_no_queues},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->mrpb.enable; }

const rtl_block rtl_mrpb = {"mrpb", "structures.mrpb", enabled, modules, channels, mrpb_make_plan, mrpb_set_values, "rtlgen/mrpb/mrpb.md.in"};
