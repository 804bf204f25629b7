// gen.c : which files CART has, its channels, and what one template alone needs.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

static void set_queues(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    const bool history = m->tags && m->rotate;
    writer_flag(w, "NEXT_HEADS", (m->early && history) || (m->words && !history));
    writer_set(w, "TOO", "%s", m->tags ? "; chains of queues of one line; history of the branches" : "");
    writer_set(w, "WHEN", "%s", m->tags && m->rotate ? "at the start of the cycle" : "after this cycle's departure");
    writer_set(w, "WITH", "%s", m->early && !(m->tags && m->rotate) ? "with" : "without");
    writer_set(w, "AND_FILL", "%s", m->early ? " and what is placed" : "");
    writer_set(w, "LAST_TOO", "%s", m->rotate ? ", and in it the last queue until that empties" : "");
}

static void set_turn(const rtl_plan *p, writer *w)
{
    writer_set(w, "ROOM", "%s", p->cart.rows > 1 && p->cart.columns > 1 ? ", and one that holds one request" : "");
    writer_set(w, "INPUTS", "%s", p->cart.early ? "Inputs are registers of cart_queues" : "All inputs are registers of cart_queues");
}

static const char *policy(const cart_plan *m)
{
    if (m->longest) return "longest first, of all queues";
    if (m->keeps) return "a queue until it is empty, then the next one round";
    return m->tags ? "round robin over all queues" : "round robin over the banks' FIFOs (section III.C)";
}

static void set_pick(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    writer_set(w, "POLICY", "%s", policy(m));
}

// The parts of an address side by side, of those numbers that can differ; one of a single word is the branch's number, which is 0.
static void set_address(writer *w, const char *value, const cart_plan *m, const char *queue, const char *slot, const char *number)
{
    const char *parts[3];
    unsigned n = 0;
    if (queue && m->local > 1) parts[n++] = queue;
    if (slot && m->entries > 1) parts[n++] = slot;
    if (m->branches > 1 || !n) parts[n++] = number;
    if (n == 1) writer_set(w, value, "%s", parts[0]);
    else if (n == 2) writer_set(w, value, "{%s, %s}", parts[0], parts[1]);
    else writer_set(w, value, "{%s, %s, %s}", parts[0], parts[1], parts[2]);
}

static void set_addresses(writer *w, const cart_plan *m)
{
    set_address(w, "FILL_QUEUE", m, "fill_local", NULL, "fill_number");
    set_address(w, "NEXT_QUEUE", m, "next_local", NULL, "next_number");
    set_address(w, "FILL_AT", m, m->words ? "fill_word" : "fill_local", m->words ? NULL : "fill_slot", "fill_number");
    set_address(w, "NEXT_AT", m, m->words ? "next_word" : "next_local", m->words ? NULL : "next_slot", "next_number");
    writer_flag(w, "SPARE", m->words || !m->tags || m->branches == 1 || m->local == 1 || m->entries == 1);
    writer_set(w, "SLOT_PARAMS", ".SLOT_W(SLOT_W)%s", m->words ? ", .WORD_W(WORD_W)" : "");
}

static void set_top(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    set_addresses(w, m);
    writer_set(w, "LINES", "%s", m->tags ? ", its line one word of another memory" : "");
    writer_set(w, "BYPASS", "%s", m->early ? "; what is placed then goes round the storage" : "");
    writer_set(w, "FILL_ENTRY", "%s", m->tags ? "fill_meta" : "fill_tag, fill_meta");
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
    {"lib_first", "rtlgen/lib/lib_first.v.in", NULL, NULL},
    {"lib_encode", "rtlgen/lib/lib_encode.v.in", NULL, is_queued},
    {"cart_split", "rtlgen/cart/cart_split.v.in", cart_set_split, is_queued},
    {"cart_join", "rtlgen/cart/cart_join.v.in", cart_set_join, is_queued},
    {"lib_sram", "rtlgen/lib/lib_sram.v.in", NULL, has_sram},
    {"lib_ram", "rtlgen/lib/lib_ram.v.in", NULL, is_queued},
    {"cart_tags", "rtlgen/cart/cart_tags.v.in", NULL, is_tagged},
    {"cart_place", "rtlgen/cart/cart_place.v.in", NULL, is_queued},
    {"cart_word", "rtlgen/cart/cart_word.v.in", NULL, has_words},
    {"cart_queues", "rtlgen/cart/cart_queues.v.in", set_queues, is_queued},
    {"cart_best", "rtlgen/cart/cart_best.v.in", NULL, has_history},
    {"cart_reach", "rtlgen/cart/cart_reach.v.in", NULL, is_early},
    {"cart_early", "rtlgen/cart/cart_early.v.in", NULL, is_early},
    {"cart_turn", "rtlgen/cart/cart_turn.v.in", set_turn, has_history},
    {"cart_pick", "rtlgen/cart/cart_pick.v.in", set_pick, has_none},
    {"cart", "rtlgen/cart/cart.v.in", set_top, is_queued},
    {"cart", "rtlgen/cart/cart_buffer.v.in", NULL, is_buffer},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->cart.enable; }

const rtl_block rtl_cart = {"cart", "structures.cart", enabled, modules, channels, cart_make_plan, cart_set_values, "rtlgen/cart/cart.md.in"};
