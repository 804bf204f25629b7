// l2.c : a tick of an L2 slice: its queues and when each request may go on. See l2.h; l2_bank.c has
// what a request does in the bank, l2_life.c the making and end of a slice, its dump and view.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/l2_bank.h"

#include <stddef.h>

STAT_TABLE(l2_stat_table, "l2", L2_STATS);

void l2_attach_monitor(l2 *l, streambypass_seam *s) { l->monitor = s; }

void l2_attach_cart(l2 *l, cart_seam *x) { l->cart = x; }

void l2_launch(l2 *l, uint32_t kernel) { l->kernel = kernel; }

void l2_settle(l2 *l, uint64_t now)
{
    if (l->cart && now > l->cart_ticks) {
        cart_seam_skip(l->cart, now - l->cart_ticks);
        l->cart_ticks = now;
    }
    if (!l->monitor || now <= l->monitor_ticks) return;
    streambypass_seam_skip(l->monitor, now - l->monitor_ticks);
    l->monitor_ticks = now;
}

static inline void account(l2_stats *s, const l2 *l, uint64_t now)
{
#define L2_WAIT_COUNTER(name, counter, text) \
    [WAIT_##name] = offsetof(l2_stats, counter) / sizeof(uint64_t),
    static const uint8_t counter_of[WAIT_COUNT] = {L2_WAITS(L2_WAIT_COUNTER)};
#undef L2_WAIT_COUNTER
    const uint64_t ticks = now - l->counted;
    s->cycles += ticks;
    s->access_queue_sum += ticks * l->n_access;
    occupancy_count(&s->access_queue_empty, &l->access_levels, l->n_access, ticks);
    occupancy_count(&s->mshrs_empty, &l->mshr_levels, l->mshrs.n - l->mshrs.n_unused, ticks);
    ((uint64_t *)s)[counter_of[l->waits] + l->failed] += l->waits != WAIT_NOTHING ? ticks : 0;
}

// What any request waits for now.
static inline l2_wait wait_of_all(const l2 *l, uint64_t now)
{
    if (!chan_can_push(l->ch.down)) return WAIT_DRAM;
    if (!chan_can_push(l->ch.reply)) return WAIT_REPLY;
    return l->data_free > now ? WAIT_PORT : WAIT_NOTHING;
}

// True: it has been served; else l->waits says for what it waits.
static inline bool serve(l2 *l, const delayed *d, uint64_t now)
{
    l->waits = wait_of_all(l, now);
    return l->waits == WAIT_NOTHING && l2_bank_serve(l, d, now);
}

static void leave_access_queue(l2 *l)
{
    l->access_head++;
    l->n_access--;
}

// What CART offers is served, or rejected for what its request lacks.
static void serve_reordered(l2 *l, const delayed *head, uint64_t now)
{
    static const int8_t cause_of[WAIT_COUNT] = {[WAIT_LINE] = CART_STALL_LINE + 1,
                                                [WAIT_MSHR] = CART_STALL_MSHR + 1,
                                                [WAIT_MERGE] = CART_STALL_MERGE + 1,
                                                [WAIT_MISSQ] = CART_STALL_MISSQ + 1};
    const delayed *d = cart_seam_offer(l->cart);
    const bool served = d && serve(l, d, now);
    const int cause = cause_of[l->waits];
    const cart_seam_answer answer = served  ? CART_SEAM_ACCEPT
                                    : cause ? CART_SEAM_REJECT
                                            : CART_SEAM_HOLD;
    if (cart_seam_cycle(l->cart, answer, cause ? (cart_stall)(cause - 1) : CART_STALL_LINE, head))
        leave_access_queue(l);
    l->cart_ticks = now + 1;
}

static void serve_head(l2 *l, uint64_t now)
{
    const delayed *head = l->n_access ? access_at(l, 0) : NULL;
    l->waits = WAIT_NOTHING;
    l->failed = 0;
    if (l->cart) serve_reordered(l, head, now);
    else if (head && serve(l, head, now)) leave_access_queue(l);
}

static inline bool rop_passes(const l2 *l)
{
    return l->rop_head != l->rop_seen && l->n_access < l->access_size;
}

// The next sector of the request whose delay is over.
static void pass_part(l2 *l, const delayed *d, delayed *to)
{
    const uint32_t parts = l2_bank_parts(l, &d->r);
    if (!l->passed) {
        l->passing = l->free_splits[--l->n_free_splits];
        l->split_request[l->passing] =
            (split_request){.entered = d->r.entered, .left = (uint8_t)parts};
        l->s.sector_requests += parts - 1;
    }
    to->r = l2_bank_part(l, &d->r, l->passed++, l->passing);
    if (l->passed < parts) return;
    l->passed = 0;
    l->rop_head++;
}

// From the ROP delay to the access queue.
static void pass(l2 *l, uint64_t now)
{
    const delayed *d = rop_at(l, l->rop_head);
    if (!rop_passes(l) || d->ready > now || (l->sectored && !l->passed && !l->n_free_splits))
        return;
    delayed *to = access_at(l, l->n_access++);
    *to = *d;
    if (l->sectored) pass_part(l, d, to);
    else l->rop_head++;
}

// Is something taken in in this tick?
static bool open_now(l2 *l, uint64_t now)
{
    if (l->access_size - l->n_access < l->intake_room) return false;
    if (!l->sectored) return true;
    while (l->rop_due != l->rop_seen && rop_at(l, l->rop_due)->ready <= now) l->rop_due++;
    return l->rop_due - l->rop_head < l->rop_latency + BACKLOG;
}

static bool send_down(l2 *l)
{
    if (!l->missq_count || !chan_can_push(l->ch.down)) return false;
    l2_push_down(l, &l->missq[l->missq_head]);
    l->missq_count--;
    l->missq_head = l->missq_head + 1 == l->missq_places ? 0 : l->missq_head + 1;
    return true;
}

void l2_receive(l2 *l) { l->open_there = bit_history_receive(&l->open, &l->open_seen); }

const mreq *l2_take(l2 *l, uint64_t now)
{
    return chan_count(l->ch.in) && l2_open(l, now) ? l2_take_in(l, now) : NULL;
}

const mreq *l2_take_in(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.in);
    delayed *d = rop_at(l, l->rop_tail);
    __builtin_prefetch(rop_at(l, l->rop_tail + 1), 1);
    d->r = *r;
    d->ready = now + l->rop_latency;
    d->set = l2_set_of(l, r);
    l->rop_tail++;
    chan_pop(l->ch.in);
    l->arrivals++;
    return &d->r;
}

unsigned l2_outcome(const l2 *l) { return l->outcome; }

bool l2_open(l2 *l, uint64_t now)
{
    return bit_history_at(&l->open, l->open_there, &l->open_seen, now);
}

uint64_t l2_arrived(l2 *l, uint32_t taken)
{
    for (uint32_t i = l->rop_seen; i != taken; i++)
        __builtin_prefetch(rop_at(l, i)); // the other thread wrote them
    l->rop_seen = taken;
    return rop_passes(l) ? rop_at(l, l->rop_head)->ready : UINT64_MAX;
}

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// What waits for a channel needs no time of its own. What fails in the bank waits for one of the
// others here.
static uint64_t next_wake(const l2 *l, uint64_t now, bool sent)
{
    const bool serves = l->n_access && (sent || l->waits == WAIT_NOTHING),
               sends = l->missq_count && chan_can_push(l->ch.down);
    if (serves | sends) return now + 1;
    uint64_t t = UINT64_MAX;
    if (chan_count(l->ch.up))
        t = later(now + 1,
                  ((const mreq *)chan_front(l->ch.up))->flags & MREQ_BYPASS_L2 ? 0 : l->fill_free);
    if (mshr_front(&l->mshrs) && chan_can_push(l->ch.reply)) t = now + 1;
    if (rop_passes(l)) t = sooner(t, later(now + 1, rop_at(l, l->rop_head)->ready));
    if (l->waits == WAIT_PORT) t = sooner(t, l->data_free);
    if (l->cart && (l->n_access || !cart_seam_idle(l->cart))) t = now + 1;
    const uint64_t mode = l->n_access
                              ? streambypass_seam_next(l->monitor)
                              : UINT64_MAX; // what waits may go when the slice is opened or closed
    return mode == UINT64_MAX ? t : sooner(t, now + 1 + mode);
}

uint64_t l2_eval(l2 *l, uint64_t now)
{
    account(&l->s, l, now);
    l->counted = now;
    l->outcome = 0;
    l2_settle(l, now);
    l2_bank_take_up(l, now);
    l2_bank_answer(l);
    pass(l, now);
    serve_head(l, now);
    const bool sent = send_down(l);
    const bool open = open_now(l, now);
    l->outcome |= open ? L2_OPEN : 0;
    bit_history_put(&l->open, open, now);
    if (l->monitor) streambypass_seam_clock(l->monitor);
    l->monitor_ticks = now + 1;
    return next_wake(l, now, sent);
}

// Of each cause those of all kinds.
static void sum_fails(l2_stats *s)
{
    enum { CAUSES = 4 };
    const uint64_t *kind = &s->global_read_fail_line;
    for (unsigned i = 0; i < CAUSES * L2_KINDS; i++) (&s->fail_line)[i / L2_KINDS] += kind[i];
}

l2_stats l2_get_stats(const l2 *l, uint64_t now)
{
    l2_stats s = l->s;
    account(&s, l, now);
    sum_fails(&s);
    s.arrivals = l->arrivals;
    return s;
}
