// gen.c : which files CART has, its channels, and what one template alone needs.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

// The parts of an address side by side, of those numbers that can differ; one of a single word is
// the branch's number, which is 0.
static void set_address(writer *w, const char *value, const cart_plan *m, const char *queue,
                        const char *slot, const char *number)
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

static void set_addresses(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    const char *local = m->ahead ? "find_local" : "fill_local",
               *slot = m->ahead ? "find_slot" : "fill_slot",
               *word = m->ahead ? "find_word" : "fill_word",
               *number = m->ahead ? "find_number" : "fill_number";
    set_address(w, "FILL_QUEUE", m, local, NULL, number);
    set_address(w, "NEXT_QUEUE", m, "next_local", NULL, "next_number");
    set_address(w, "FILL_AT", m, m->words ? word : local, m->words ? NULL : slot, number);
    set_address(w, "NEXT_AT", m, m->words ? "next_word" : "next_local",
                m->words ? NULL : "next_slot", "next_number");
    writer_flag(w, "SPARE",
                m->words || !m->tags || m->branches == 1 || m->local == 1 || m->entries == 1);
}

static const rtl_channel channels[] = {
    {"in", "requests from the slice's access queue. Beat when in_valid_i && in_ready_o; the "
           "payload holds from valid until the beat.\n"
           "in_ready_o comes from state only.\n"},
    {"req", "requests offered to L2, which answers in the same cycle: req_accept_i, it leaves; "
            "req_reject_i, it stays inside\n"
            "and another one is offered next; neither, the offer holds. Never both. Valid and "
            "payload come from state only.\n"},
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
    {"cart_queues", "rtlgen/cart/cart_queues.v.in", NULL, is_queued},
    {"cart_best", "rtlgen/cart/cart_best.v.in", NULL, has_history},
    {"cart_reach", "rtlgen/cart/cart_reach.v.in", NULL, is_early},
    {"cart_early", "rtlgen/cart/cart_early.v.in", NULL, is_early},
    {"cart_turn", "rtlgen/cart/cart_turn.v.in", NULL, has_history},
    {"cart_pick", "rtlgen/cart/cart_pick.v.in", NULL, has_none},
    {"cart", "rtlgen/cart/cart.v.in", set_addresses, is_queued},
    {"cart", "rtlgen/cart/cart_buffer.v.in", NULL, is_buffer},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->cart.enable; }

const rtl_block rtl_cart = {"cart",   "structures.cart", enabled,         modules,
                            channels, cart_make_plan,    cart_set_values, "rtlgen/cart/cart.md.in"};
