// gpu_crew.c : see gpu_crew.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/parallel/gpu_crew.h"

#include "machine/structures/xbar.h"

// ---- what it tells


// All of the cycle at once: the front half looks there again and again, and the line goes over with every look that finds it written.
static void publish(duo *d, crew *k)
{
    for (; k->n_told != k->n_events; k->n_told++) {
        atomic_store_explicit(&k->told.recent[k->n_told % RECENT], (uint64_t)k->n_told << 32 | k->events[k->n_told], memory_order_relaxed);
    }
    atomic_store_explicit(&k->told.done, (k->cycle - d->base) << 32 | k->n_events, memory_order_release);
}

// What happens at an SM's channels, for the front half: the cycle, the SM, and whether it pushes or pops.
static void tell(duo *d, crew *k, uint64_t cycle, unsigned i, bool pops)
{
    k->events[k->n_events++] = (uint32_t)(cycle - d->base) << 16 | i << 1 | pops;
}

uint32_t crew_event(const crew *k, uint32_t n)
{
    const uint64_t e = atomic_load_explicit(&k->told.recent[n % RECENT], memory_order_relaxed);
    return e >> 32 == n ? (uint32_t)e : k->events[n];
}

// ---- what it hears

// Replies that are seen up to cycle c go into the channels of the crew's SMs.
void crew_deal(duo *d, crew *k, uint64_t c)
{
    while (k->dealt != k->posted) {
        const memsys_post *p = memsys_post_of(d->mem, k->dealt);
        if (p->cycle > c) return;
        k->dealt++;
        if (&d->crews[d->owner[p->r.sm]] != k) continue;
        chan *q = d->ports[p->r.sm].reply;
        mreq_push(q, &p->r);
        q->tail_seen = q->tail;
        k->replied |= (uint64_t)1 << d->seat[p->r.sm];
    }
}

// What the crossbar has told of the room in its buffers.
static void hear_room(duo *d, crew *k, const taken *t)
{
    for (unsigned n = 0; n < t->n_rooms; n++) {
        entrance *p = &d->ports[k->sms[t->rooms[n].seat]];
        p->sure += (uint16_t)(t->rooms[n].sure - (uint16_t)p->sure);
        p->shut_to = k->heard + t->rooms[n].shut;
    }
}

// The crew's SMs get to know the room that the crossbar has made, up to cycle c if it has come so far.
static void hear(duo *d, crew *k, uint64_t c)
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
        if (k == &d->crews[OTHER]) hear_room(d, k, t);
    }
}

static bool fits(const entrance *p, uint32_t flits) { return (int32_t)(p->sure - p->flits - flits) >= 0; }

// What the SM may push next.
static uint32_t next_flits(const duo *d, unsigned i)
{
    const mreq *r = sm_next_miss(d->ports[i].s);
    const uint32_t n = r ? xbar_flits(r, d->flit_bytes) : 0;
    return n > d->read_flits ? n : d->read_flits;
}

// The caller's crew looks for itself where the crossbar stands at what it has heard; the other one has been told.
static void look_at_room(duo *d, const crew *k, unsigned i)
{
    entrance *p = &d->ports[i];
    if (k == &d->crews[OTHER] || k->heard != d->front) return;
    p->sure = memsys_sure(d->mem, i);
    p->shut_to = d->front + memsys_shut(d->mem, i);
}

// All that the crossbar took up to the cycle before c is known.
static void see_flow(duo *d, crew *k, unsigned m, uint64_t c)
{
    entrance *p = &d->ports[k->sms[m]];
    if (p->request->tail - p->request->head_seen != (p->pushed_at == c - 1)) return;
    look_at_room(d, k, k->sms[m]);
    k->flowing |= (uint64_t)fits(p, 0) << m;
}

// Its channel is full, as far as that is known. Does it stay so up to cycle c, or is there room for all that it may push?
static bool sure_of(duo *d, crew *k, unsigned m, uint64_t c)
{
    const unsigned i = k->sms[m];
    const uint64_t bit = (uint64_t)1 << m;
    look_at_room(d, k, i);
    if (!(k->flowing & bit) || d->fills_evict || !fits(&d->ports[i], next_flits(d, i))) return c - 1 <= d->ports[i].shut_to;
    d->ports[i].request->capacity = MEMSYS_AHEAD;
    k->full &= ~bit;
    return true;
}

// Those that are left of which it is known whether their request channels have room in cycle c: they have where they are not in `full`.
static uint64_t members_known(duo *d, crew *k, uint64_t c)
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
static inline void note_member(const duo *d, crew *k, unsigned m, uint64_t c)
{
    const entrance *p = &d->ports[k->sms[m]];
    const uint64_t wake = p->news->wake;
    const bool soon = wake <= c + 1;
    word_assign(&k->soon, m, soon);
    word_assign(&k->replied, m, p->reply->head != p->reply->tail_seen);
    word_assign(&k->missing, m, p->bell->miss_waits);
    word_assign(&k->full, m, !chan_can_push(p->request));
    k->wakes[m] = wake;
    k->timer = choose(!soon & (wake < k->timer), wake, k->timer);
}

static void run_sm(duo *d, crew *k, unsigned m, uint64_t c)
{
    const unsigned i = k->sms[m];
    entrance *p = &d->ports[i];
    chan *q = p->request;
    const uint32_t tail = q->tail, head = p->reply->head;
    sm_cycle(p->s, c);
    if (q->tail != tail) {
        p->flits += xbar_flits(chan_slot(q, tail), d->flit_bytes);
        p->pushed_at = c;
        k->flowing &= ~((uint64_t)!fits(p, 0) << m);
        CHECK(q->capacity == SM_REQUESTS || k->flowing >> m & 1, "SM %u, cycle %llu: pushes what was not sure to fit", i, (unsigned long long)c);
        tell(d, k, c, i, false);
    }
    q->capacity = SM_REQUESTS;
    if (p->reply->head != head) tell(d, k, c, i, true);
    if ((p->news->finished != 0) | p->news->fault) atomic_store_explicit(&k->stop, c, memory_order_release);
    note_member(d, k, m, c);
}

// SMs that sleep and whose time has come by cycle c join `soon`.
static void wake_members(crew *k, uint64_t c)
{
    k->timer = UINT64_MAX;
    for (unsigned m = 0; m < k->n; m++) {
        const uint64_t wake = k->wakes[m];
        word_assign(&k->soon, m, wake <= c);
        k->timer = choose((wake > c) & (wake < k->timer), wake, k->timer);
    }
}

// SMs that may have to be run in cycle c.
static uint64_t members_due(crew *k, uint64_t c)
{
    if (k->timer <= c) wake_members(k, c);
    return k->soon | k->replied | k->missing;
}

// The caller's crew lets the front half go on between any two of its SMs: the other crew may wait for it.
static void run_members(duo *d, crew *k, uint64_t c)
{
    const uint64_t known = members_known(d, k, c);
    k->left &= ~known;
    for (uint64_t set = known & (k->soon | k->replied | ~k->full); set; set &= set - 1) {
        run_sm(d, k, (unsigned)__builtin_ctzll(set), c);
        if (k == &d->crews[CALLER] && d->front < c) duo_front_turn(d);
    }
}

// Nothing of the crew is due in its next cycle: the last cycle of which that is known, at most `end`.
static uint64_t idle_until(const duo *d, const crew *k, uint64_t end)
{
    const uint64_t post = k->dealt == k->posted ? UINT64_MAX : memsys_post_of(d->mem, k->dealt)->cycle;
    return least(least(k->timer, post) - 1, least(k->known, end));
}

// May the crew do cycle c? It has stopped, or the other is not so far, or replies are not known.
static bool may_begin(duo *d, crew *k, uint64_t c)
{
    if (c > k->known) {
        k->known = team_known(d->team);
        const uint32_t posted = memsys_posted(d->mem);
        for (uint32_t n = k->posted; n != posted; n++) __builtin_prefetch(memsys_post_of(d->mem, n)); // the other thread writes them
        k->posted = posted;
    }
    return c <= k->known;
}

static uint64_t limit_of(const duo *d, const crew *k, const crew *other)
{
    const uint64_t end = end_of(d);
    return k->follows ? least(end, d->base + (atomic_load_explicit(&other->told.done, memory_order_acquire) >> 32)) : end;
}

turn crew_turn(duo *d, crew *k, const crew *other)
{
    const uint64_t c = k->cycle + 1;
    uint64_t last = c; // that it does now
    if (k->cycle >= end_of(d)) return TURN_DONE; // what it has begun waits
    if (!k->begun) {
        const uint64_t limit = limit_of(d, k, other);
        if (c > limit || !may_begin(d, k, c)) return TURN_BLOCKED;
        crew_deal(d, k, c);
        k->left = members_due(k, c);
        k->begun = true;
        if (!k->left) last = idle_until(d, k, limit);
    }
    const uint64_t left = k->left;
    if (left) run_members(d, k, c);
    if (k->left) return k->left == left ? TURN_BLOCKED : TURN_MOVED;
    k->begun = false;
    k->cycle = last;
    publish(d, k);
    return TURN_MOVED;
}

// ---- beginnings

void crew_look_over(duo *d, crew *k)
{
    k->soon = k->replied = k->missing = 0;
    k->timer = UINT64_MAX;
    for (unsigned m = 0; m < k->n; m++) note_member(d, k, m, k->cycle);
}

static void begin_port(const duo *d, unsigned i)
{
    const sm_look *look = &d->g->looks[i];
    entrance *p = &d->ports[i];
    *p = (entrance){.s = look->s, .news = look->news, .bell = look->bell, .request = memsys_request(d->mem, i), .reply = memsys_reply(d->mem, i),
                    .flits = memsys_taken(d->mem, i), .sure = memsys_sure(d->mem, i), .pushed_at = NEVER_PUSHED};
    const chan *q = p->request;
    for (uint32_t n = q->head; n != q->tail; n++) p->flits += xbar_flits(chan_slot(q, n), d->flit_bytes);
}

void crew_begin(duo *d, crew *k)
{
    k->cycle = k->heard = d->base;
    k->known = 0;
    k->dealt = k->posted = memsys_received(d->mem);
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
