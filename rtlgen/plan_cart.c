// plan_cart.c : CART as a block of the generator: its sizes, its modules, its channels, its page.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static void set_sizes(const config *c, cart_plan *m)
{
    const struct cfg_cart *k = &c->cart;
    const char *key;
    *m = (cart_plan){.tags = k->design == CART_TREE, .branches = cart_branches(c), .entries = k->entries, .buffer = k->buffer,
                     .rotate = k->drain == CART_ROTATE, .longest = k->drain == CART_LONGEST, .keeps = k->drain == CART_LONGEST || k->drain == CART_GREEDY,
                     .nonblocking = k->design == CART_NONBLOCKING, .early = k->latency == 1 && k->design != CART_NONBLOCKING};
    CHECK(!cart_map_read(c, &m->map, &key), "%s: configuration not checked", key);
    m->rows = m->tags ? k->rows : 1;
    m->columns = m->tags ? k->columns : 1;
    m->local = m->rows * m->columns;
    m->groups = m->branches * m->rows;
    m->queues = m->branches * m->local;
    m->branch_w = cfg_index_bits(m->branches);
    m->queue_w = cfg_index_bits(m->queues);
    m->slot_w = cfg_index_bits(m->entries);
    m->count_w = cfg_index_bits((uint64_t)m->entries + 1);
    m->addr_w = cfg_index_bits((uint64_t)m->queues * m->entries);
    m->words = m->local > 1 && (m->entries & (m->entries - 1));
    m->word_w = cfg_index_bits((uint64_t)m->local * m->entries);
    m->place_w = cfg_index_bits(m->buffer);
    m->tag_w = m->map.line_bits - m->map.branch_bits;
    m->row_w = m->tag_w - m->map.columns;
}

static void plan(rtl_plan *p)
{
    set_sizes(p->c, &p->cart);
    cart_ports(p->c, p->ports);
    p->n_ports = CART_N_PORTS;
    p->clocked = true;
    p->split = !p->cart.nonblocking && plan_is_split(p);
    p->rams = p->cart.tags ? "u_ram u_lines u_place/u_tags*u_ram" : "u_ram"; // `*`: synthesis dissolves the tags in what is around them
    p->widths[p->n_widths++] = (rtl_width){"LINE_W", p->cart.map.line_bits, "line address, bits; more are row bits", {"line"}};
    p->widths[p->n_widths++] = (rtl_width){"META_W", p->c->cart.meta_bits, "metadata, bits", {"meta"}};
}

static void holes(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    writer_set(w, "BRANCHES", "%u", m->branches);
    writer_set(w, "ROWS", "%u", m->rows);
    writer_set(w, "COLUMNS", "%u", m->columns);
    writer_set(w, "ENTRIES", "%u", m->entries);
    writer_set(w, "BUFFER", "%u", m->buffer);
    writer_set(w, "BRANCH_W", "%u", m->branch_w);
    writer_set(w, "LOCAL_W", "%u", cfg_index_bits(m->local));
    writer_set(w, "BRANCH_BITS", "%u", m->map.branch_bits);
    writer_set(w, "QUEUE_W", "%u", m->queue_w);
    writer_set(w, "SLOT_W", "%u", m->slot_w);
    writer_set(w, "COUNT_W", "%u", m->count_w);
    writer_set(w, "ADDR_W", "%u", m->addr_w);
    writer_set(w, "WORD_W", "%u", m->word_w);
    writer_flag(w, "WORDS", m->words);
    writer_set(w, "PLACE_W", "%u", m->place_w);
    writer_set(w, "LINE_BITS", "%u", m->map.line_bits);
    writer_set(w, "COL_W", "%u", m->map.columns);
    writer_set(w, "ROW_W", "%u", m->row_w);
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
    writer_flag(w, "SPLIT", p->split);
    writer_flag(w, "EARLY", m->early);
    writer_flag(w, "SINGLE", m->entries == 1);
    writer_flag(w, "ROOMY", m->rows > 1 && m->columns > 1); // a branch that holds one request has a place for any other
    gen_cart_of_branch(w);
}

static const rtl_channel channels[] = {
    {"in", "requests from the slice's access queue. Beat when in_valid_i && in_ready_o; the payload holds from valid until the beat.\n"
           "in_ready_o comes from state only.\n"},
    {"req", "requests offered to L2, which answers in the same cycle: req_accept_i, it leaves; req_reject_i, it stays inside\n"
            "and another one is offered next; neither, the offer holds. Never both. Valid and payload come from state only.\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static bool is_queued(const rtl_plan *p) { return !p->cart.nonblocking; }
static bool is_buffer(const rtl_plan *p) { return p->cart.nonblocking; }
static bool has_words(const rtl_plan *p) { return is_queued(p) && p->cart.words; }
static bool is_tagged(const rtl_plan *p) { return p->cart.tags; }
static bool has_sram(const rtl_plan *p) { return is_queued(p) && plan_has_sram(p); }
static bool has_history(const rtl_plan *p) { return p->cart.tags && p->cart.rotate; }
static bool is_early(const rtl_plan *p) { return has_history(p) && p->cart.early; }
static bool has_none(const rtl_plan *p) { return is_queued(p) && !has_history(p); }

static const rtl_module modules[] = {
    {"lib_first", "gen_lib.c", gen_lib_first, NULL},
    {"lib_encode", "gen_lib.c", gen_lib_encode, is_queued},
    {"cart_split", "gen_cart_map.c", gen_cart_split, is_queued},
    {"cart_join", "gen_cart_map.c", gen_cart_join, is_queued},
    {"lib_sram", "gen_ram.c", gen_lib_sram, has_sram},
    {"lib_ram", "gen_ram.c", gen_lib_ram, is_queued},
    {"cart_tags", "gen_cart_tags.c", gen_cart_tags, is_tagged},
    {"cart_place", "gen_cart_place.c", gen_cart_place, is_queued},
    {"cart_word", "gen_cart_word.c", gen_cart_word, has_words},
    {"cart_queues", "gen_cart_queues.c", gen_cart_queues, is_queued},
    {"cart_best", "gen_cart_turn.c", gen_cart_best, has_history},
    {"cart_reach", "gen_cart_early.c", gen_cart_reach, is_early},
    {"cart_early", "gen_cart_early.c", gen_cart_early, is_early},
    {"cart_turn", "gen_cart_turn.c", gen_cart_turn, has_history},
    {"cart_pick", "gen_cart_pick.c", gen_cart_pick, has_none},
    {"cart", "gen_cart.c", gen_cart, is_queued},
    {"cart", "gen_cart_buffer.c", gen_cart_buffer, is_buffer},
    {NULL, NULL, NULL, NULL},
};

static const char TREE_PAGE[] =
    "@+{TAGS}# @{TOP}: cache access reordering tree\n"
    "@-{TAGS}# @{TOP}: request FIFOs by DRAM bank\n"
    "\n"
    "After Gu, Chen, \"CART: Cache Access Reordering Tree for Efficient Cache and Memory Accesses in GPUs\", ICCD 2018@{SECTION}. It stands\n"
    "@+{TAGS}before the tags of an L2 slice: requests wait in leaf queues, one a line, in row groups, one a DRAM row, in @{BRANCHES} branches of banks,\n"
    "@+{TAGS}and leave in an order that is good to cache and DRAM. A branch has @{ROWS} groups of @{COLUMNS} queues of @{ENTRIES}.\n"
    "@-{TAGS}before the tags of an L2 slice: @{BRANCHES} FIFOs of @{ENTRIES}, drained in turn.\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough).\n"
    "\n"
    "- A request accepted in cycle t is in the incoming register in t + 1, is placed in a queue in t + 1 at the earliest, chosen in\n"
    "@-{EARLY}  t + 2 and offered in t + 3 at the earliest. One request comes in and one goes out a cycle.\n"
    "@+{EARLY}  that cycle and offered in t + 2 at the earliest. One request comes in and one goes out a cycle.\n"
    "@+{TAGS}- Placing: the youngest queue with its line, if that has room; else an empty queue of its row's group; else, when no group has its row,\n"
    "@+{TAGS}  an empty group: the one drained last if its row was this one, else one that was not drained last; else the request stays in the\n"
    "@+{TAGS}  incoming register. Room that this cycle's departure makes does not count.\n"
    "@-{TAGS}- A request waits in the incoming register until its FIFO has room at the start of a cycle.\n"
    "@+{TAGS}- Only the oldest queue of a line is drained, so requests to one line keep their order.\n"
    "@-{EARLY}- After an answer the next choice is made on the lengths without this cycle's departure and without what is placed in the same cycle:\n"
    "@+{EARLY}- After an answer the next choice is made on the lengths without this cycle's departure and with what is placed in the same cycle:\n"
    "  @{POLICY}.\n"
    "\n";

static const char BUFFER_PAGE[] =
    "# @{TOP}: non-blocking request buffer\n"
    "\n"
    "After Gu, Chen, \"CART\", ICCD 2018, section III.B: up to @{BUFFER} requests before the tags of an L2 slice, which leave in any order but for\n"
    "those to one line.\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough).\n"
    "\n"
    "- A request accepted in cycle t is offered in t + 1 at the earliest. It is accepted when a place is free at the cycle's start.\n"
    "- Choice: round robin over the requests that wait for no older one to their line; after a rejection without those that were last rejected\n"
    "  for the same cause, unless all were. What comes in the same cycle counts only when nothing else is held.\n"
    "\n";

static const char *policy(const cart_plan *m)
{
    if (m->longest) return "the longest queue, ties to the lowest; a rejected request stays on offer";
    if (m->keeps) return "the same queue until it is empty, then the next one round; a rejected request stays on offer";
    if (!m->rotate) return "round robin over the queues";
    return m->tags ? "the next branch round; in it the last queue until that is empty, else the longest of the row drained last, else the longest"
                   : "the next FIFO round";
}

static void page(const rtl_plan *p, writer *w)
{
    writer_set(w, "SECTION", "%s", p->cart.tags ? "" : ", section III.C");
    writer_set(w, "POLICY", "%s", policy(&p->cart));
    writer_put(w, p->cart.nonblocking ? BUFFER_PAGE : TREE_PAGE);
}

static bool enabled(const config *c) { return c->cart.enable; }

const rtl_block rtl_cart = {"cart", "structures.cart", enabled, modules, channels, plan, holes, page};
