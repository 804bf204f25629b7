// plan_warppool.c : WarpPool as a block of the generator: its sizes, its modules, its channels, its page.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/warppool.h"
#include "rtlgen/plan.h"

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

// The miss rate as a fraction in lowest terms, DOWN / (UP + DOWN): a score rises by UP with a miss and falls by DOWN with a hit.
static void set_score(const struct cfg_warppool *k, warppool_plan *s)
{
    enum { WHOLE = 100000 }; // thousandths of a percent
    const uint32_t by = plan_common_divisor(WHOLE, k->miss_rate);
    s->up = (WHOLE - k->miss_rate) / by;
    s->down = k->miss_rate / by;
    s->quantum_w = cfg_index_bits(k->quantum);
    s->score_w = plan_bits_to_hold((uint64_t)(s->up > s->down ? s->up : s->down) * k->quantum) + 1; // and a sign
}

static void plan(rtl_plan *p)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    warppool_plan *s = &p->warppool;
    *s = (warppool_plan){.tags = k->queues * k->tags, .rows = c->l1d.merges, .lane_w = warppool_lane_bits(c), .word_w = warppool_word_bits(c)};
    s->by_age = k->select != SELECT_WARP;
    s->by_warp = k->select != SELECT_OLDEST;
    s->latches = c->rtl.storage == STORAGE_LATCH || k->queue_latches;
    s->queue_w = cfg_index_bits(k->queues);
    s->tag_w = cfg_index_bits(s->tags);
    s->map_w = cfg_index_bits(k->maps);
    s->age_w = plan_bits_to_hold(k->store_age + k->coalescers - 1);
    s->sum_w = larger(s->lane_w, s->word_w) + 2;
    set_score(k, s);
    warppool_ports(c, p->ports);
    p->n_ports = WARPPOOL_N_PORTS;
    p->clocked = true;
    p->split = plan_is_split(p);
    p->rams = "u_mshr/u_ram";
    p->late = s->latches ? "u_queues/u_keys" : NULL;
    p->widths[p->n_widths++] = (rtl_width){"INSN_W", k->insn_bits, "header of an instruction, bits", {"insn"}};
}

static void set_sizes(const rtl_plan *p, writer *w)
{
    const config *c = p->c;
    const struct cfg_warppool *k = &c->warppool;
    const struct { const char *hole; uint64_t value; } sizes[] = {
        {"WARPS", c->sm.warps}, {"WARP_W", warppool_warp_bits(c)}, {"SEQ_W", warppool_seq_bits(c)},
        {"INSN_QUEUES", k->insn_queues}, {"INSN_DEPTH", k->insn_depth}, {"INSN_PTR_W", cfg_index_bits(k->insn_depth)},
        {"INSN_COUNT_W", plan_bits_to_hold(k->insn_depth)}, {"INSN_AWAY_W", plan_bits_to_hold(k->coalescers + 1)}, {"COALESCERS", k->coalescers}, {"DONE", k->merges + 1},
        {"COUNTER_W", k->counter_bits}, {"LANES", k->lanes}, {"LANE_W", p->warppool.lane_w}, {"WORD_W", p->warppool.word_w},
        {"OFFSET_W", warppool_offset_bits(c)}, {"ADDRESS_BITS", k->address_bits}, {"LINE_W", warppool_line_bits(c)},
        {"LANE_BYTES", k->lane_bytes}, {"LANE_DATA_W", k->lane_bytes * 8}, {"PAYLOAD_W", warppool_payload_bits(c)},
        {"META_W", warppool_meta_bits(c)}, {"SUM_W", p->warppool.sum_w}, {"MAPS", k->maps}, {"MAP_W", p->warppool.map_w},
        {"QUEUES", k->queues}, {"QUEUE_W", p->warppool.queue_w}, {"TAGS", k->tags}, {"MERGES", k->merges},
        {"MERGE_COUNT_W", warppool_count_bits(c)}, {"ALL_TAGS", p->warppool.tags}, {"TAG_W", p->warppool.tag_w},
        {"STORE_AGE", k->store_age}, {"AGE_W", p->warppool.age_w}, {"MSHRS", c->l1d.mshrs}, {"MSHR_W", warppool_mshr_bits(c)},
        {"ROWS", p->warppool.rows}, {"ROW_W", cfg_index_bits(p->warppool.rows)}, {"ROWS_W", plan_bits_to_hold(p->warppool.rows)},
        {"CONSECUTIVE", WARPPOOL_CONSECUTIVE}, {"BROADCAST", WARPPOOL_BROADCAST}, {"SINGLE", WARPPOOL_SINGLE},
        {"RANGE", WARPPOOL_RANGE}, {"TABLE", WARPPOOL_TABLE},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) writer_set(w, sizes[i].hole, "%llu", (unsigned long long)sizes[i].value);
}

static void holes(const rtl_plan *p, writer *w)
{
    const struct cfg_warppool *k = &p->c->warppool;
    const warppool_plan *s = &p->warppool;
    set_sizes(p, w);
    writer_set(w, "QUANTUM", "%u", k->quantum);
    writer_set(w, "QUANTUM_W", "%u", s->quantum_w);
    writer_set(w, "QUANTUM_LAST", "%u", k->quantum - 1);
    writer_set(w, "PERCENT", "%u.%03u", k->miss_rate / 1000, k->miss_rate % 1000);
    writer_set(w, "RATIO", "%u/%u", s->down, s->up + s->down);
    writer_set(w, "SCORE_W", "%u", s->score_w);
    writer_set(w, "UP", "%u", s->up);
    writer_set(w, "DOWN", "%u", s->down);
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "DATA", k->data);
    writer_flag(w, "WIDE", k->lane_bytes == 8);
    writer_flag(w, "INSN", k->insn_bits != 0);
    writer_flag(w, "QUEUED", k->queues > 1);
    writer_flag(w, "MERGING", k->merges > 1);
    writer_flag(w, "ROWED", s->rows > 1);
    writer_flag(w, "AGED", k->store_age != 0);
    writer_flag(w, "LATCH", s->latches);
    writer_set(w, "STORAGE", "%s", config_word_storage_kind(p->c->rtl.storage));
    writer_set(w, "QUEUE_WORDS", "%s", s->latches ? "latches" : "flip-flops");
    writer_flag(w, "BY_AGE", s->by_age);
    writer_flag(w, "BY_WARP", s->by_warp);
    writer_flag(w, "BOTH", s->by_age && s->by_warp);
    writer_flag(w, "WIDE_PAYLOAD", warppool_payload_bits(p->c) > s->map_w);
}

static const rtl_channel channels[] = {
    {"iss", "an instruction issues. Beat when iss_valid_i && iss_ready_o, which depends on state, iss_kind_i and iss_warp_i.\n"},
    {"ag", "its registers are read, its addresses made. Beat when ag_valid_o && ag_ready_i; from state only.\n"},
    {"adr", "the addresses, in any order of warps. Beat when adr_valid_i && adr_ready_o; ready from state only.\n"},
    {"req", "requests offered to L1D, which answers in the same cycle. Beat when req_valid_o && req_ready_i; valid and payload from\n"
            "state only, held until the request leaves.\n"},
    {"round", "fire and forget.\n"},
    {"ret", "lines from L1D. Beat when ret_valid_i && ret_ready_o; ready from state only.\n"},
    {"wb", "words for the register file. Beat when wb_valid_o && wb_ready_i; from state only.\n"},
    {"status", "from state only.\n"},
    {NULL, NULL},
};

static bool is_queued(const rtl_plan *p) { return p->c->warppool.queues > 1; }
static bool is_by_age(const rtl_plan *p) { return p->warppool.by_age; }
static bool is_by_warp(const rtl_plan *p) { return p->warppool.by_warp; }
static bool switches(const rtl_plan *p) { return is_by_age(p) && is_by_warp(p); }

static const rtl_module modules[] = {
    {"lib_first", "gen_lib.c", gen_lib_first, NULL},
    {"lib_encode", "gen_lib.c", gen_lib_encode, NULL},
    {"lib_select", "gen_buffer.c", gen_lib_select, NULL},
    {"lib_buffer", "gen_buffer.c", gen_lib_buffer, NULL},
    {"lib_fifo", "gen_buffer.c", gen_lib_fifo, NULL},
    {"lib_sram", "gen_ram.c", gen_lib_sram, plan_has_sram},
    {"lib_ram", "gen_ram.c", gen_lib_ram, NULL},
    {"warppool_insn", "gen_warppool_insn.c", gen_warppool_insn, NULL},
    {"warppool_order", "gen_warppool_insn.c", gen_warppool_order, NULL},
    {"warppool_map", "gen_warppool_co.c", gen_warppool_map, NULL},
    {"warppool_hash", "gen_warppool_co.c", gen_warppool_hash, is_queued},
    {"warppool_coalescer", "gen_warppool_co.c", gen_warppool_coalescer, NULL},
    {"warppool_maps", "gen_warppool_co.c", gen_warppool_maps, NULL},
    {"warppool_row", "gen_warppool_ram.c", gen_warppool_row, NULL},
    {"warppool_ram", "gen_warppool_ram.c", gen_warppool_ram, NULL},
    {"warppool_queues", "gen_warppool_queues.c", gen_warppool_queues, NULL},
    {"warppool_age", "gen_warppool_queues.c", gen_warppool_age, is_by_age},
    {"warppool_choice", "gen_warppool_select.c", gen_warppool_choice, is_by_warp},
    {"warppool_select", "gen_warppool_select.c", gen_warppool_select, NULL},
    {"warppool_quantum", "gen_warppool_select.c", gen_warppool_quantum, switches},
    {"warppool_store", "gen_warppool_select.c", gen_warppool_store, NULL},
    {"warppool_mshr", "gen_warppool_wb.c", gen_warppool_mshr, NULL},
    {"warppool_unmap", "gen_warppool_wb.c", gen_warppool_unmap, NULL},
    {"warppool_wb", "gen_warppool_wb.c", gen_warppool_wb, NULL},
    {"warppool", "gen_warppool.c", gen_warppool, NULL},
    {NULL, NULL, NULL, NULL},
};

static const char PAGE[] =
    "# @{TOP}: inter-warp coalescing\n"
    "\n"
    "After Kloosterman et al., \"WarpPool: Sharing Requests with Inter-Warp Coalescing for Throughput Processors\", MICRO 2015. It stands\n"
    "between an SM's warp schedulers and its L1D: requests of different warps for one line wait in one tag and go to L1D as one, and the\n"
    "line that comes back is given to each of them.\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough). Valid and payload come from state only.\n"
    "\n"
    "- An instruction that issues in t is offered on ag in t + 2 at the earliest; the lowest of @{INSN_QUEUES} queues goes first.\n"
    "- Addresses taken in t: the first line is made in t + 1, one more each cycle, by each of @{COALESCERS} coalescers. With nothing in\n"
    "  the way a load's request is offered in t + 6, a store's in t + 3.\n"
    "- A request is merged into a tag of its line with fewer than @{MERGES} requests, or gets a free tag of its queue (@{TAGS} of\n"
    "  @{QUEUES} queues), or waits.\n"
    "- Loads go before stores until a store has seen @{STORE_AGE} grants to others.\n"
    "- A line that returns gives each of its requests one beat on wb, of lanes of 8 bytes two.\n"
    "- A load of a warp issues when the warp has nothing on its way to L1D, or its last instruction was a load; a store when nothing is.\n"
    "\n"
    "## What keeps it\n"
    "\n"
    "MSHR metadata: `rtl.storage`, here @{STORAGE}. The queues' lines and requests, several of which are read in a cycle: @{QUEUE_WORDS};\n"
    "latches with `rtl.storage` latch, or with sram_1r1w and `structures.warppool.queue_latches`, else flip-flops. Instruction queues,\n"
    "coalescers, thread map table, the order of tags, outbound and write-back queues: flip-flops always.\n"
    "\n";

static void page(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, PAGE);
}

static bool enabled(const config *c) { return c->warppool.enable; }

const rtl_block rtl_warppool = {
    .stem = "warppool",
    .key = "structures.warppool",
    .enabled = enabled,
    .modules = modules,
    .channels = channels,
    .plan = plan,
    .holes = holes,
    .page = page,
};
