// cart_buffer.c : see cart_buffer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_buffer.h"

#include <inttypes.h>
#include <string.h>

void cart_buffer_init(cart_buffer *b, const config *c) { *b = (cart_buffer){.n = c->cart.buffer}; }

void cart_buffer_reset(cart_buffer *b)
{
    b->held = 0;
    b->offers = false;
    b->last = 0; // the first request that comes is alone, so whose turn it is does not matter
}

static uint64_t places(const cart_buffer *b)
{
    return b->n == 64 ? UINT64_MAX : ((uint64_t)1 << b->n) - 1;
}

void cart_buffer_valid(const cart_buffer *b, cart_out *out)
{
    out->req_valid_o[0] = b->offers;
    out->req_line_o[0] = b->slots[b->last].line;
    out->req_meta_o[0] = b->slots[b->last].meta;
    out->idle_o[0] = !b->held;
}

void cart_buffer_ready(const cart_buffer *b, cart_out *out)
{
    out->in_ready_o[0] = b->held != places(b);
}

static void leave(cart_buffer *b, unsigned k)
{
    b->held &= ~((uint64_t)1 << k);
    for (unsigned i = 0; i < b->n; i++) b->slots[i].waits &= ~((uint64_t)1 << k);
}

// Returns its place.
static unsigned arrive(cart_buffer *b, uint64_t held_before, const cart_in *in)
{
    const unsigned k = (unsigned)__builtin_ctzll(~held_before);
    cart_slot *s = &b->slots[k];
    *s = (cart_slot){.line = in->in_line_i[0], .meta = in->in_meta_i[0]};
    for (uint64_t h = b->held; h; h &= h - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(h);
        if (b->slots[i].line == s->line) s->waits |= (uint64_t)1 << i;
    }
    return k;
}

static unsigned first_after(const cart_buffer *b, uint64_t set)
{
    const unsigned from = b->last + 1;
    const uint64_t above = from < 64 ? set & ~(uint64_t)0 << from : 0;
    return (unsigned)__builtin_ctzll(above ? above : set);
}

// Of the places that were held, those free to go; after a rejection not those with the same cause,
// unless all have it.
void cart_buffer_choose(cart_buffer *b, uint64_t held, bool rejected, unsigned cause,
                        cart_events *v)
{
    uint64_t free_to_go = 0, others = 0;
    for (uint64_t h = held; h; h &= h - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(h);
        if (b->slots[i].waits & held) continue;
        free_to_go |= (uint64_t)1 << i;
        if (!rejected || !b->slots[i].stalled || b->slots[i].cause != cause)
            others |= (uint64_t)1 << i;
    }
    const uint64_t rejected_one = rejected ? (uint64_t)1 << b->last : 0;
    v->skipped_cause += others && (free_to_go & ~others & ~rejected_one);
    v->waited_line += held != free_to_go;
    v->repeats += rejected && free_to_go == rejected_one;
    const unsigned k = first_after(b, others ? others : free_to_go);
    v->choice_changes += k != b->last;
    b->last = k;
}

void cart_buffer_commit(cart_buffer *b, const cart_in *in, const cart_out *out, cart_events *v)
{
    const bool accept = b->offers && in->req_accept_i[0], reject = b->offers && in->req_reject_i[0];
    const bool comes = in->in_valid_i[0] && out->in_ready_o[0];
    const uint64_t before = b->held;
    if (accept) leave(b, b->last);
    if (reject) {
        b->slots[b->last].stalled = true;
        b->slots[b->last].cause = (unsigned)in->req_stall_i[0];
    }
    const uint64_t after = b->held;
    unsigned k = 0;
    if (comes) {
        k = arrive(b, before, in);
        b->held |= (uint64_t)1 << k;
    }
    if (b->offers && !accept && !reject) return;
    if (after) {
        cart_buffer_choose(b, after, reject, (unsigned)in->req_stall_i[0], v);
    } else if (comes) {
        v->chose_placed++;
        b->last = k;
    }
    b->offers = b->held != 0;
}

void cart_buffer_dump(const cart_buffer *b, FILE *f)
{
    fprintf(f, "    non-blocking buffer: %d of %u requests\n", __builtin_popcountll(b->held), b->n);
    for (uint64_t h = b->held; h; h &= h - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(h);
        const cart_slot *s = &b->slots[i];
        fprintf(f, "      place %u: line 0x%" PRIx64 "%s%s\n", i, s->line,
                s->waits ? ", behind an older one" : "",
                b->offers && i == b->last ? ", on offer" : "");
    }
}
