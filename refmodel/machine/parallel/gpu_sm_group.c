// gpu_sm_group.c : see gpu_sm_group.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/parallel/gpu_sm_group.h"

#include "machine/structures/crossbar.h"

// ---- what it tells

// All of the cycle at once: the front half looks there again and again, and the line goes over with
// every look that finds it written.
static void publish(sm_split *d, sm_group *k)
{
    for (; k->n_told != k->n_events; k->n_told++) {
        atomic_store_explicit(&k->told.recent[k->n_told % RECENT],
                              (uint64_t)k->n_told << 32 | k->events[k->n_told],
                              memory_order_relaxed);
    }
    atomic_store_explicit(&k->told.done, (k->cycle - d->base) << 32 | k->n_events,
                          memory_order_release);
}

// What happens at an SM's channels, for the front half: the cycle, the SM, and whether it pushes or
// pops.
static void tell(sm_split *d, sm_group *k, uint64_t cycle, unsigned i, bool pops)
{
    k->events[k->n_events++] = (uint32_t)(cycle - d->base) << 16 | i << 1 | pops;
}

uint32_t sm_group_event(const sm_group *k, uint32_t n)
{
    const uint64_t e = atomic_load_explicit(&k->told.recent[n % RECENT], memory_order_relaxed);
    return e >> 32 == n ? (uint32_t)e : k->events[n];
}

// ---- what it hears

// Replies that are seen up to cycle c go into the channels of the group's SMs.
void sm_group_deliver(sm_split *d, sm_group *k, uint64_t c)
{
    while (k->dealt != k->posted) {
        const memsys_sent_reply *p = memsys_sent_reply_at(d->mem, k->dealt);
        if (p->cycle > c) return;
        k->dealt++;
        if (&d->groups[d->owner[p->r.sm]] != k) continue;
        chan *q = d->ports[p->r.sm].reply;
        mreq_push(q, &p->r);
        q->tail_seen = q->tail;
        k->replied |= (uint64_t)1 << d->seat[p->r.sm];
    }
}

// What the crossbar has told of the room in its buffers.
static void hear_room(sm_split *d, sm_group *k, const taken *t)
{
    for (unsigned n = 0; n < t->n_rooms; n++) {
        entrance *p = &d->ports[k->sms[t->rooms[n].seat]];
        p->sure += (uint16_t)(t->rooms[n].sure - (uint16_t)p->sure);
        p->blocked_until = k->heard + t->rooms[n].blocked;
    }
}

// The group's SMs get to know the room that the crossbar has made, up to cycle c if it has come so
// far.
static void hear(sm_split *d, sm_group *k, uint64_t c)
{
    while (k->heard < c) {
        const taken *t = &d->taken[k->heard + 1 - d->base];
        if (atomic_load_explicit(&t->cycle, memory_order_acquire) != k->heard + 1) return;
        k->heard++;
        for (unsigned w = 0; w < d->sm_words; w++) {
            for (uint64_t set = t->freed[w] & k->members[w]; set; set &= set - 1) {
                const unsigned i = w * 64 + (unsigned)__builtin_ctzll(set);
                chan *q = d->ports[i].request;
                q->head_seen++;
                word_assign(&k->full, d->seat[i], !chan_can_push(q));
            }
        }
        if (k == &d->groups[OTHER]) hear_room(d, k, t);
    }
}

static bool fits(const entrance *p, uint32_t flits)
{
    return (int32_t)(p->sure - p->flits - flits) >= 0;
}

// What the SM may push next.
static uint32_t next_flits(const sm_split *d, unsigned i)
{
    const mreq *r = sm_next_miss(d->ports[i].s);
    const uint32_t n = r ? crossbar_packet_flits(r, d->flit_bytes) : 0;
    return n > d->read_flits ? n : d->read_flits;
}

// The caller's group looks for itself where the crossbar stands at what it has heard; the other one
// has been told.
static void look_at_room(sm_split *d, const sm_group *k, unsigned i)
{
    entrance *p = &d->ports[i];
    if (k == &d->groups[OTHER] || k->heard != d->front) return;
    p->sure = memsys_guaranteed_flits(d->mem, i);
    p->blocked_until = d->front + memsys_blocked_ticks(d->mem, i);
}

// All that the crossbar took up to the cycle before c is known.
static void see_flow(sm_split *d, sm_group *k, unsigned m, uint64_t c)
{
    entrance *p = &d->ports[k->sms[m]];
    if (p->request->tail - p->request->head_seen != (p->pushed_at == c - 1)) return;
    look_at_room(d, k, k->sms[m]);
    k->flowing |= (uint64_t)fits(p, 0) << m;
}

// Its channel is full, as far as that is known. Does it stay so up to cycle c, or is there room for
// all that it may push?
static bool sure_of(sm_split *d, sm_group *k, unsigned m, uint64_t c)
{
    const unsigned i = k->sms[m];
    const uint64_t bit = (uint64_t)1 << m;
    look_at_room(d, k, i);
    if (!(k->flowing & bit) || d->fills_evict || !fits(&d->ports[i], next_flits(d, i)))
        return c - 1 <= d->ports[i].blocked_until;
    d->ports[i].request->capacity = MEMSYS_AHEAD;
    k->full &= ~bit;
    return true;
}

// Those that are left of which it is known whether their request channels have room in cycle c:
// they have where they are not in `full`.
static uint64_t members_known(sm_split *d, sm_group *k, uint64_t c)
{
    const uint64_t asking = k->left & k->full & (d->fills_evict ? UINT64_MAX : k->missing);
    uint64_t known = k->left;
    if (!asking) return known;
    hear(d, k, c - 1);
    const bool all = k->heard == c - 1;
    if (all) k->flowing &= ~asking;
    for (uint64_t set = asking & (all ? ~k->full : k->full); set; set &= set - 1) {
        const unsigned m = (unsigned)__builtin_ctzll(set);
        if (all) see_flow(d, k, m, c);
        else if (!sure_of(d, k, m, c)) known &= ~((uint64_t)1 << m);
    }
    return known;
}

// ---- its SMs

// The SM stands at the end of cycle c.
static inline void note_member(const sm_split *d, sm_group *k, unsigned m, uint64_t c)
{
    const entrance *p = &d->ports[k->sms[m]];
    const uint64_t wake = p->activity->wake;
    const bool soon = wake <= c + 1;
    word_assign(&k->soon, m, soon);
    word_assign(&k->replied, m, p->reply->head != p->reply->tail_seen);
    word_assign(&k->missing, m, p->signals->miss_waits);
    word_assign(&k->full, m, !chan_can_push(p->request));
    k->wakes[m] = wake;
    k->timer = choose(!soon & (wake < k->timer), wake, k->timer);
}

static void run_sm(sm_split *d, sm_group *k, unsigned m, uint64_t c)
{
    const unsigned i = k->sms[m];
    entrance *p = &d->ports[i];
    chan *q = p->request;
    const uint32_t tail = q->tail, head = p->reply->head;
    sm_cycle(p->s, c);
    if (q->tail != tail) {
        p->flits += crossbar_packet_flits(chan_slot(q, tail), d->flit_bytes);
        p->pushed_at = c;
        k->flowing &= ~((uint64_t)!fits(p, 0) << m);
        CHECK(q->capacity == SM_REQUESTS || k->flowing >> m & 1,
              "SM %u, cycle %llu: pushes what was not sure to fit", i, (unsigned long long)c);
        tell(d, k, c, i, false);
    }
    q->capacity = SM_REQUESTS;
    if (p->reply->head != head) tell(d, k, c, i, true);
    if ((p->activity->finished != 0) | p->activity->fault)
        atomic_store_explicit(&k->stop, c, memory_order_release);
    note_member(d, k, m, c);
}

// SMs that sleep and whose time has come by cycle c join `soon`.
static void wake_members(sm_group *k, uint64_t c)
{
    k->timer = UINT64_MAX;
    for (unsigned m = 0; m < k->n; m++) {
        const uint64_t wake = k->wakes[m];
        word_assign(&k->soon, m, wake <= c);
        k->timer = choose((wake > c) & (wake < k->timer), wake, k->timer);
    }
}

// SMs that may have to be run in cycle c.
static uint64_t members_due(sm_group *k, uint64_t c)
{
    if (k->timer <= c) wake_members(k, c);
    return k->soon | k->replied | k->missing;
}

// The caller's group lets the front half go on between any two of its SMs: the other group may wait
// for it.
static void run_members(sm_split *d, sm_group *k, uint64_t c)
{
    const uint64_t known = members_known(d, k, c);
    k->left &= ~known;
    for (uint64_t set = known & (k->soon | k->replied | ~k->full); set; set &= set - 1) {
        run_sm(d, k, (unsigned)__builtin_ctzll(set), c);
        if (k == &d->groups[CALLER] && d->front < c) sm_split_advance_front(d);
    }
}

// Nothing of the group is due in its next cycle: the last cycle of which that is known, at most
// `end`.
static uint64_t idle_until(const sm_split *d, const sm_group *k, uint64_t end)
{
    const uint64_t post =
        k->dealt == k->posted ? UINT64_MAX : memsys_sent_reply_at(d->mem, k->dealt)->cycle;
    return least(least(k->timer, post) - 1, least(k->known, end));
}

// May the group do cycle c? It has stopped, or the other is not so far, or replies are not known.
static bool may_begin(sm_split *d, sm_group *k, uint64_t c)
{
    if (c > k->known) {
        k->known = back_thread_known(d->back_thread);
        const uint32_t posted = memsys_replies_sent(d->mem);
        for (uint32_t n = k->posted; n != posted; n++)
            __builtin_prefetch(memsys_sent_reply_at(d->mem, n)); // the other thread writes them
        k->posted = posted;
    }
    return c <= k->known;
}

static uint64_t limit_of(const sm_split *d, const sm_group *k, const sm_group *other)
{
    const uint64_t end = end_of(d);
    return k->follows
               ? least(end,
                       d->base +
                           (atomic_load_explicit(&other->told.done, memory_order_acquire) >> 32))
               : end;
}

group_progress sm_group_advance(sm_split *d, sm_group *k, const sm_group *other)
{
    const uint64_t c = k->cycle + 1;
    uint64_t last = c;                            // that it does now
    if (k->cycle >= end_of(d)) return GROUP_DONE; // what it has begun waits
    if (!k->begun) {
        const uint64_t limit = limit_of(d, k, other);
        if (c > limit || !may_begin(d, k, c)) return GROUP_BLOCKED;
        sm_group_deliver(d, k, c);
        k->left = members_due(k, c);
        k->begun = true;
        if (!k->left) last = idle_until(d, k, limit);
    }
    const uint64_t left = k->left;
    if (left) run_members(d, k, c);
    if (k->left) return k->left == left ? GROUP_BLOCKED : GROUP_MOVED;
    k->begun = false;
    k->cycle = last;
    publish(d, k);
    return GROUP_MOVED;
}

// ---- beginnings

void sm_group_survey(sm_split *d, sm_group *k)
{
    k->soon = k->replied = k->missing = 0;
    k->timer = UINT64_MAX;
    for (unsigned m = 0; m < k->n; m++) note_member(d, k, m, k->cycle);
}

static void begin_port(const sm_split *d, unsigned i)
{
    const sm_probe *look = &d->g->probes[i];
    entrance *p = &d->ports[i];
    *p = (entrance){.s = look->s,
                    .activity = look->activity,
                    .signals = look->signals,
                    .request = memsys_request(d->mem, i),
                    .reply = memsys_reply(d->mem, i),
                    .flits = memsys_accepted_flits(d->mem, i),
                    .sure = memsys_guaranteed_flits(d->mem, i),
                    .pushed_at = NEVER_PUSHED};
    const chan *q = p->request;
    for (uint32_t n = q->head; n != q->tail; n++)
        p->flits += crossbar_packet_flits(chan_slot(q, n), d->flit_bytes);
}

void sm_group_begin(sm_split *d, sm_group *k)
{
    k->cycle = k->heard = d->base;
    k->known = 0;
    k->dealt = k->posted = memsys_replies_delivered(d->mem);
    k->n_events = k->n_told = 0;
    k->begun = false;
    k->flowing = 0;
    for (unsigned m = 0; m < k->n; m++) {
        begin_port(d, k->sms[m]);
        k->flowing |= (uint64_t)chan_empty(d->ports[k->sms[m]].request) << m;
    }
    atomic_store_explicit(&k->stop, NO_STOP, memory_order_relaxed);
    publish(d, k);
}
