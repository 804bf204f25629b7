// plan.c : WarpPool as a block of the generator: its sizes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/warppool.h"

// The miss rate as a fraction in lowest terms, DOWN / (UP + DOWN): a score rises by UP with a miss
// and falls by DOWN with a hit.
static void set_score(const struct cfg_warppool *k, warppool_plan *s)
{
    enum { WHOLE = 100000 }; // thousandths of a percent
    const uint32_t by = plan_common_divisor(WHOLE, k->miss_rate);
    s->up = (WHOLE - k->miss_rate) / by;
    s->down = k->miss_rate / by;
}

static const rtl_range ranges[] = {
    {"warp", "WARP_W"},
    {"seq", "SEQ_W"},
    {"insn", "INSN_W"},
    {"mshr", "MSHR_W"},
    {"count", "COUNT_W"},
    {"req_line_o", "LINE_W"},
    {"adr_mask_i", "LANES"},
    {"adr_addr_i", "LANES*ADDR_W"},
    {"adr_data_i", "LANES*8*LANE_BYTES"},
    {"meta", "MERGES*META_W"},
    {"req_mask_o", "LINE_BYTES"},
    {"req_data_o", "8*LINE_BYTES"},
    {"ret_data_i", "8*LINE_BYTES"},
    {"wb_mask_o", "LANES"},
    {"wb_data_o", "32*LANES"},
    {"load_ok_o", "WARPS"},
    {"store_ok_o", "WARPS"},
    {"pending_o", "WARPS"},
    {NULL, NULL},
};

static const rtl_range narrow_ranges[] = {
    {"wb_data_o", "32*BEAT_LANES"},
    {NULL, NULL},
};

static void add_sizes(rtl_plan *p)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    plan_add_baked(p, "WARPS", c->sm.warps, "", "warps of the SM");
    plan_add_baked(p, "LOADS", c->sm.loads_per_warp, "", "loads of a warp that can be under way");
    plan_add_baked(p, "LANES", k->lanes, "", "lanes of a warp");
    if (k->narrow)
        plan_add_baked(p, "BEAT_LANES", warppool_beat_lanes(c), "(LANES + 1) / 2",
                       "lanes of a beat on wb");
    plan_add_baked(p, "LANE_BYTES", warppool_data(c, k->lane_bytes), "",
                   "bytes that a lane can store");
    plan_add_baked(p, "LINE_BYTES", c->l1d.line_bytes, "", "bytes of a line");
    plan_add_baked(p, "MERGES", k->merges, "", "requests of a tag");
    plan_add_baked(p, "MSHRS", c->l1d.mshrs, "", "MSHRs of L1D");
}

static void add_widths(rtl_plan *p)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    plan_add_baked(p, "ADDR_W", k->address_bits, "", "byte address, bits");
    plan_add_baked(p, "LINE_W", warppool_line_bits(c), "ADDR_W - $clog2(LINE_BYTES)",
                   "line address, bits");
    plan_add_baked(p, "WARP_W", warppool_warp_bits(c), "(WARPS > 1) ? $clog2(WARPS) : 1",
                   "warp number, bits");
    plan_add_baked(p, "SEQ_W", warppool_seq_bits(c), "(LOADS > 1) ? $clog2(LOADS) : 1",
                   "sequence number of a load in its warp, bits");
    plan_add_baked(p, "MSHR_W", warppool_mshr_bits(c), "(MSHRS > 1) ? $clog2(MSHRS) : 1",
                   "MSHR number, bits");
    plan_add_baked(p, "COUNT_W", warppool_count_bits(c), "$clog2(MERGES + 1)",
                   "number of merged requests, bits");
    plan_add_baked(p, "META_W", warppool_meta_bits(c), "", "metadata of a request, bits");
    plan_add_width(p, "INSN_W", k->insn_bits, "header of an instruction, bits");
}

// Instances of words in latches that are not used in the cycle in which they are written.
static const char *late_words(const config *c)
{
#define CONTROL "u_queues/u_keys g_co*u_co/u_addr u_insn/g_queue*u_words u_maps/g_entry*u_words"
#define NARROW CONTROL " u_queues/u_metas"
    if (c->warppool.narrow)
        return c->warppool.data ? NARROW " g_co*u_co/u_bank* u_layout/u_store_bytes u_wb/u_bank*"
                                : NARROW;
    return c->warppool.data ? CONTROL " g_co*u_co/u_bank* u_store_bytes u_wb/u_bank*" : CONTROL;
#undef NARROW
#undef CONTROL
}

void warppool_make_plan(rtl_plan *p)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    warppool_plan *s = &p->warppool;
    *s = (warppool_plan){
        .tags = k->queues * k->tags, .rows = c->l1d.merges, .word_w = warppool_word_bits(c)};
    s->by_age = k->select != SELECT_WARP;
    s->by_warp = k->select != SELECT_OLDEST;
    s->latches = c->rtl.storage == STORAGE_LATCH || k->queue_latches;
    s->queue_w = cfg_index_bits(k->queues);
    s->map_w = cfg_index_bits(k->maps);
    set_score(k, s);
    warppool_ports(c, p->ports);
    p->n_ports = WARPPOOL_N_PORTS;
    p->clocked = true;
    p->split = plan_is_split(p);
    p->rams = "u_mshr/u_ram";
    p->late = s->latches ? late_words(c) : NULL;
    add_sizes(p);
    add_widths(p);
    plan_name_widths(p, ranges);
    if (k->narrow) plan_name_widths(p, narrow_ranges);
}

static void set_sizes(const rtl_plan *p, writer *w)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    const struct {
        const char *hole;
        uint64_t value;
    } sizes[] = {{"WARPS", c->sm.warps},
                 {"WARP_W", warppool_warp_bits(c)},
                 {"SEQ_W", warppool_seq_bits(c)},
                 {"LOADS", c->sm.loads_per_warp},
                 {"LINE_BYTES", c->l1d.line_bytes},
                 {"INSN_QUEUES", k->insn_queues},
                 {"INSN_DEPTH", k->insn_depth},
                 {"COALESCERS", k->coalescers},
                 {"DONE", k->merges + 1},
                 {"COUNTER_W", k->counter_bits},
                 {"LANES", k->lanes},
                 {"WORD_W", p->warppool.word_w},
                 {"OFFSET_W", warppool_offset_bits(c)},
                 {"ADDRESS_BITS", k->address_bits},
                 {"LINE_W", warppool_line_bits(c)},
                 {"LANE_BYTES", k->lane_bytes},
                 {"LANE_DATA_W", k->lane_bytes * 8},
                 {"LAYOUT_LANES", warppool_layout_lanes(c)},
                 {"LAYOUTS", warppool_layouts(c)},
                 {"BEAT_LANES", warppool_beat_lanes(c)},
                 {"BEATS_W", k->lane_bytes == 8 ? 3u : 2u}, // a half each, and two words
                 {"LAST_LOWER_LANE", warppool_beat_lanes(c) - 1},
                 {"PAYLOAD_W", warppool_payload_bits(c)},
                 {"META_W", warppool_meta_bits(c)},
                 {"MAPS", k->maps},
                 {"MAP_W", p->warppool.map_w},
                 {"QUEUES", k->queues},
                 {"QUEUE_W", p->warppool.queue_w},
                 {"TAGS", k->tags},
                 {"MERGES", k->merges},
                 {"ALL_TAGS", p->warppool.tags},
                 {"STORE_AGE", k->store_age},
                 {"MSHRS", c->l1d.mshrs},
                 {"MSHR_W", warppool_mshr_bits(c)},
                 {"ROWS", p->warppool.rows},
                 {"ROW_W", cfg_index_bits(p->warppool.rows)},
                 {"CONSECUTIVE", WARPPOOL_CONSECUTIVE},
                 {"BROADCAST", WARPPOOL_BROADCAST},
                 {"SINGLE", WARPPOOL_SINGLE},
                 {"RANGE", WARPPOOL_RANGE},
                 {"TABLE", WARPPOOL_TABLE}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        writer_set(w, sizes[i].hole, "%llu", (unsigned long long)sizes[i].value);
}

void warppool_set_values(const rtl_plan *p, writer *w)
{
    const struct cfg_warppool *k = &p->c->warppool;
    const warppool_plan *s = &p->warppool;
    set_sizes(p, w);
    writer_set(w, "QUANTUM", "%u", k->quantum);
    writer_set(w, "PERCENT", "%u.%03u", k->miss_rate / 1000, k->miss_rate % 1000);
    writer_set(w, "RATIO", "%u/%u", s->down, s->up + s->down);
    writer_set(w, "UP", "%u", s->up);
    writer_set(w, "DOWN", "%u", s->down);
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "DATA", k->data);
    writer_flag(w, "NARROW", k->narrow);
    writer_flag(w, "BANKED", k->data && !k->narrow);
    writer_flag(w, "WIDE", k->lane_bytes == 8);
    writer_flag(w, "INSN", k->insn_bits != 0);
    writer_flag(w, "QUEUED", k->queues > 1);
    writer_flag(w, "ALONE", k->coalescers == 1);
    writer_flag(w, "MERGING", k->merges > 1);
    writer_flag(w, "ROWED", s->rows > 1);
    writer_flag(w, "AGED", k->store_age != 0);
    writer_flag(w, "LATCH", s->latches);
    writer_flag(w, "HELD", s->latches || k->narrow);
    writer_flag(w, "FIFO_LATCH", s->latches);
    writer_set(w, "HOLD_KIND", "%s", s->latches ? "latches" : "flip-flops");
    writer_set(w, "STORAGE", "%s", config_word_storage_kind(p->c->rtl.storage));
    writer_set(w, "QUEUE_WORDS", "%s", s->latches ? "latches" : "flip-flops");
    writer_flag(w, "BY_AGE", s->by_age);
    writer_flag(w, "BY_WARP", s->by_warp);
    writer_flag(w, "BOTH", s->by_age && s->by_warp);
    writer_flag(w, "WIDE_PAYLOAD", warppool_payload_bits(p->c) > s->map_w);
}
