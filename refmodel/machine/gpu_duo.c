// gpu_duo.c : see gpu_duo.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/gpu_duo.h"

#include "machine/gpu_state.h"
#include "machine/xbar.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CREW_MOST = 64, CALLER = 0, OTHER = 1, LINE = 64, NEVER_PUSHED = 0, BALANCE_BLOCKS = 8 };
static const uint64_t NO_STOP = UINT64_MAX;

typedef enum turn { TURN_BLOCKED, TURN_MOVED, TURN_DONE } turn;

// What an SM's runner has of it, and knows of its input of the request crossbar.
typedef struct entrance {
    sm *s;
    const sm_news *news;
    const lsu_bell *bell;
    chan *request, *reply;
    uint32_t flits; // of all packets that it has pushed, running freely
    uint32_t sure;  // memsys_sure, as last read
    uint64_t pushed_at;
    bool flowing;   // each of its packets was taken in in the tick after its push, or is sure to be
} entrance;

// What a crew has told the front half, in one cache line: the last events are here with their numbers; all are in crew.events.
enum { RECENT = 7 };
typedef struct told {
    _Alignas(LINE) _Atomic uint64_t done; // cycle, and events up to it: see publish
    _Atomic uint64_t recent[RECENT];      // [number % RECENT] number << 32 | event
} told;

typedef struct crew {
    unsigned n, sms[CREW_MOST];
    uint64_t members[BITS_WORDS]; // the same as a set
    bool follows;     // has no CTA: is never ahead of the other crew
    uint64_t cycle;   // done
    uint64_t left;    // bit k: sms[k] is still to be run in the cycle after it
    bool begun;       // `left` is of that cycle
    uint64_t heard;   // cycle of the crossbar up to which its SMs know their room
    uint64_t fronted, known; // duo.fronted, team_known, as last read
    uint32_t dealt, posted;  // posts seen; that there are
    uint32_t *events, n_events;
    told told;
    _Alignas(LINE) _Atomic uint64_t stop; // it stops at the end of this cycle
} crew;

// What one thread writes in every cycle has cache lines of its own.
struct duo {
    // Nobody writes these in a session.
    gpu *g;
    memsys *mem;
    team *team;
    unsigned sm_words;
    uint32_t flit_bytes, read_flits;
    bool fills_evict;    // a fill may make a miss, which leaves in the same cycle
    uint64_t base, end;  // cycles: before the block, at the end of the session
    entrance *ports;     // [sm]
    uint8_t *owner;      // [sm] its crew
    uint64_t *freed;     // [(cycle - base) * words] SMs whose request channels the crossbar popped in the cycle, a bit each
    _Atomic uint64_t *rooms; // [sm] of the other crew: see room_of
    unsigned mine, blocks; // active SMs of the caller's crew, blocks since that was thought over
    unsigned actives;
    // The caller's own.
    _Alignas(LINE) uint64_t front, met; // cycles done by the front half; by the other crew as last read
    uint32_t *theirs;    // events of the other crew, as last read
    uint32_t events_seen[2], events_there; // of the crews; that there are of the other's, as last read
    uint64_t waited, other_waited; // turns of both threads without anything to do, in the last blocks; team_idle before them
    crew crews[2];
    uint64_t seen;       // session; the other thread's own
    _Alignas(LINE) _Atomic uint64_t fronted; // front, for the other crew
    _Alignas(LINE) _Atomic uint64_t open;    // sessions so far
    _Alignas(LINE) _Atomic uint64_t closed;  // of these, ended by the other thread
    _Alignas(LINE) _Atomic uint64_t ended;   // of these, ended by both
};

// ---- life

duo *duo_new(gpu *g)
{
    const config *c = &g->c;
    if (c->gpu.sms > 2 * CREW_MOST || g->clk.period[CLOCK_ICNT] != g->clk.period[CLOCK_CORE]) return NULL;
    duo *d = wl_calloc_lines(1, sizeof *d);
    d->g = g;
    d->mem = g->mem;
    d->sm_words = bits_words(c->gpu.sms);
    d->flit_bytes = c->icnt.request_flit_bytes;
    d->read_flits = xbar_flits(&(mreq){.kind = MREQ_READ}, d->flit_bytes);
    d->fills_evict = c->l1d.allocate == ALLOCATE_FILL;
    d->ports = wl_calloc_lines(c->gpu.sms, sizeof *d->ports);
    d->owner = wl_calloc(c->gpu.sms, sizeof *d->owner);
    d->freed = wl_calloc((MEMSYS_AHEAD + 1) * bits_words(c->gpu.sms), sizeof *d->freed);
    d->rooms = wl_calloc(c->gpu.sms, sizeof *d->rooms);
    uint32_t **const all[] = {&d->crews[CALLER].events, &d->crews[OTHER].events, &d->theirs};
    for (unsigned k = 0; k < 3; k++) *all[k] = wl_calloc((size_t)2 * MEMSYS_AHEAD * CREW_MOST, sizeof(uint32_t));
    return d;
}

void duo_free(duo *d)
{
    if (!d) return;
    for (unsigned k = 0; k < 2; k++) free(d->crews[k].events);
    free(d->theirs);
    free(d->ports);
    free(d->owner);
    free(d->freed);
    free((void *)d->rooms);
    free(d);
}

// ---- a crew

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The cycle at whose end the session ends, as far as it is known.
static uint64_t end_of(const duo *d)
{
    const uint64_t a = atomic_load_explicit(&d->crews[0].stop, memory_order_acquire), b = atomic_load_explicit(&d->crews[1].stop, memory_order_acquire);
    return least(d->end, least(a, b));
}

static void publish(duo *d, crew *k)
{
    atomic_store_explicit(&k->told.done, (k->cycle - d->base) << 32 | k->n_events, memory_order_release);
}

// What happens at an SM's channels, for the front half: the cycle, the SM, and whether it pushes or pops.
static void tell(duo *d, crew *k, uint64_t cycle, unsigned i, bool pops)
{
    const uint32_t n = k->n_events++, e = (uint32_t)(cycle - d->base) << 16 | i << 1 | pops;
    k->events[n] = e;
    atomic_store_explicit(&k->told.recent[n % RECENT], (uint64_t)n << 32 | e, memory_order_relaxed);
}

static uint32_t told_event(const crew *k, uint32_t n)
{
    const uint64_t e = atomic_load_explicit(&k->told.recent[n % RECENT], memory_order_relaxed);
    return e >> 32 == n ? (uint32_t)e : k->events[n];
}

// Replies that are seen up to cycle c go into the channels of the crew's SMs.
static void deal(duo *d, crew *k, uint64_t c)
{
    while (k->dealt != k->posted) {
        const memsys_post *p = memsys_post_of(d->mem, k->dealt);
        if (p->cycle > c) return;
        k->dealt++;
        if (&d->crews[d->owner[p->r.sm]] != k) continue;
        chan *q = d->ports[p->r.sm].reply;
        mreq_push(q, &p->r);
        q->tail_seen = q->tail;
    }
}

// The crew's SMs get to know the room that the crossbar has made, up to cycle c if it has come so far.
static void hear(duo *d, crew *k, uint64_t c)
{
    if (k->fronted < c) k->fronted = atomic_load_explicit(&d->fronted, memory_order_acquire);
    while (k->heard < c && k->heard < k->fronted) {
        const uint64_t *freed = &d->freed[(++k->heard - d->base) * d->sm_words];
        for (unsigned w = 0; w < d->sm_words; w++) {
            for (uint64_t set = freed[w] & k->members[w]; set; set &= set - 1) {
                d->ports[w * 64 + (unsigned)__builtin_ctzll(set)].request->head_seen++;
            }
        }
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

// Of the room behind the front half's last cycle: memsys_sure, which never falls; the cycle; memsys_shut.
static uint64_t room_of(const duo *d, unsigned i)
{
    return (uint64_t)memsys_sure(d->mem, i) << 32 | (d->front - d->base) << 16 | memsys_shut(d->mem, i);
}

static uint64_t read_room(duo *d, const crew *k, unsigned i)
{
    const uint64_t room = k == &d->crews[CALLER] ? room_of(d, i) : atomic_load_explicit(&d->rooms[i], memory_order_acquire);
    d->ports[i].sure = (uint32_t)(room >> 32);
    return room;
}

// The crossbar's cycle and the number of cycles behind it in which it takes nothing: does that tell what it takes up to cycle c?
static bool is_shut(const duo *d, const crew *k, uint64_t room, uint64_t c)
{
    const uint64_t of = d->base + (room >> 16 & 0xffff), shut = room & 0xffff;
    return k->heard >= of && c <= of + shut;
}

// Is it known whether the SM's request channel has room in cycle c? Then the channel says it. There is no less than when it was last heard.
static bool room_known(duo *d, crew *k, unsigned i, uint64_t c)
{
    entrance *p = &d->ports[i];
    chan *q = p->request;
    q->capacity = SM_REQUESTS;
    if (chan_can_push(q)) return true;
    hear(d, k, c - 1);
    if (k->heard == c - 1) {
        p->flowing = q->tail - q->head_seen == (p->pushed_at == c - 1);
        if (p->flowing) read_room(d, k, i);
        p->flowing &= fits(p, 0);
        return true;
    }
    if (chan_can_push(q)) return true;
    const uint64_t room = read_room(d, k, i);
    if (!p->flowing || d->fills_evict || !fits(p, next_flits(d, i))) return is_shut(d, k, room, c - 1);
    q->capacity = MEMSYS_AHEAD;
    return true;
}

static void run_sm(duo *d, crew *k, unsigned i, uint64_t c)
{
    entrance *p = &d->ports[i];
    chan *q = p->request;
    const uint32_t tail = q->tail, head = p->reply->head;
    sm_cycle(p->s, c);
    if (q->tail != tail) {
        p->flits += xbar_flits(chan_slot(q, tail), d->flit_bytes);
        p->pushed_at = c;
        p->flowing &= fits(p, 0);
        CHECK(q->capacity == SM_REQUESTS || p->flowing, "SM %u, cycle %llu: pushes what was not sure to fit", i, (unsigned long long)c);
        tell(d, k, c, i, false);
    }
    if (p->reply->head != head) tell(d, k, c, i, true);
    if ((p->news->finished != 0) | p->news->fault) atomic_store_explicit(&k->stop, c, memory_order_release);
}

static inline bool is_due(const entrance *p, uint64_t c) { return (p->news->wake <= c) | (p->reply->head != p->reply->tail_seen); }

// SMs that may have to be run in cycle c; *next: the first cycle after it in which one wakes.
static uint64_t members_due(const duo *d, const crew *k, uint64_t c, uint64_t *next)
{
    uint64_t due = 0, first = UINT64_MAX;
    for (unsigned m = 0; m < k->n; m++) {
        const entrance *p = &d->ports[k->sms[m]];
        due |= (uint64_t)(is_due(p, c) | p->bell->miss_waits) << m;
        first = choose(p->news->wake < first, p->news->wake, first);
    }
    *next = first;
    return due;
}

static bool front_turn(duo *d);

// The caller's crew lets the front half go on between any two of its SMs: the other crew may wait for it.
static void run_members(duo *d, crew *k, uint64_t c)
{
    for (uint64_t set = k->left; set; set &= set - 1) {
        const unsigned m = (unsigned)__builtin_ctzll(set), i = k->sms[m];
        const entrance *p = &d->ports[i];
        if ((p->bell->miss_waits || d->fills_evict || sm_misses_wait(p->s)) && !room_known(d, k, i, c)) continue;
        if (is_due(p, c) || chan_can_push(p->request)) run_sm(d, k, i, c);
        k->left &= ~((uint64_t)1 << m);
        if (k == &d->crews[CALLER]) front_turn(d);
    }
}

// Nothing of the crew is due in cycle c: the last cycle of which that is known, at most `end`.
static uint64_t idle_until(const duo *d, const crew *k, uint64_t wake, uint64_t end)
{
    const uint64_t post = k->dealt == k->posted ? UINT64_MAX : memsys_post_of(d->mem, k->dealt)->cycle;
    return least(least(wake, post) - 1, least(k->known, end));
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

static turn crew_turn(duo *d, crew *k, const crew *other)
{
    const uint64_t c = k->cycle + 1;
    uint64_t next = 0;
    if (k->cycle >= end_of(d)) return TURN_DONE; // what it has begun waits
    if (!k->begun) {
        const uint64_t limit = limit_of(d, k, other);
        if (c > limit || !may_begin(d, k, c)) return TURN_BLOCKED;
        deal(d, k, c);
        k->left = members_due(d, k, c, &next);
        k->begun = true;
        if (!k->left) next = idle_until(d, k, next, limit);
    }
    const uint64_t left = k->left;
    if (left) run_members(d, k, c);
    if (k->left) return k->left == left ? TURN_BLOCKED : TURN_MOVED;
    k->begun = false;
    k->cycle = left || next < c ? c : next;
    publish(d, k);
    return TURN_MOVED;
}

// ---- the front half

// False: there were none.
static bool take_events(duo *d, unsigned which, const uint32_t *events, uint32_t there, uint64_t cycle)
{
    const uint32_t from = d->events_seen[which];
    uint32_t n = from;
    for (; n != there && events[n] >> 16 <= cycle - d->base; n++) {
        if (events[n] & 1) memsys_apart_popped(d->mem, events[n] >> 1 & 0x7fff);
        else memsys_apart_pushed(d->mem, events[n] >> 1 & 0x7fff);
    }
    d->events_seen[which] = n;
    return n != from;
}

// What the SMs have pushed and popped in cycles up to this one.
static void commit_sms(duo *d, uint64_t cycle)
{
    const bool any = take_events(d, OTHER, d->theirs, d->events_there, cycle);
    if (take_events(d, CALLER, d->crews[CALLER].events, d->crews[CALLER].n_events, cycle) || any) memsys_apart_commit_sms(d->mem);
}

// The front half has done the cycle, for all that SMs must know.
static void note_room(duo *d, uint64_t cycle)
{
    const memsys *m = d->mem;
    bits sms = *memsys_freed(d->mem);
    memsys_popped(m, &sms);
    memcpy(&d->freed[(cycle - d->base) * d->sm_words], sms.w, d->sm_words * sizeof sms.w[0]);
    memsys_moving(m, &sms);
    d->front = cycle;
    for (unsigned k = 0; k < d->sm_words; k++) sms.w[k] &= d->crews[OTHER].members[k];
    BITS_FOR(i, &sms, d->sm_words) atomic_store_explicit(&d->rooms[i], room_of(d, (unsigned)i), memory_order_release);
    atomic_store_explicit(&d->fronted, cycle, memory_order_release);
}

static void meet_other(duo *d)
{
    const uint64_t done = atomic_load_explicit(&d->crews[OTHER].told.done, memory_order_acquire);
    d->met = d->base + (done >> 32);
    for (uint32_t n = d->events_there; n != (uint32_t)done; n++) {
        const uint32_t e = d->theirs[n] = told_event(&d->crews[OTHER], n);
        if (!(e & 1)) memsys_fetch(d->mem, e >> 1 & 0x7fff);
    }
    d->events_there = (uint32_t)done;
}

// As much of the next cycle as may be done; false: nothing.
static bool front_turn(duo *d)
{
    const uint64_t c = d->front + 1;
    bool any = false;
    if (d->crews[CALLER].cycle < c - 1) return false;
    if (d->met < c - 1) meet_other(d);
    if (d->met < c - 1 || c > end_of(d)) return false;
    commit_sms(d, c - 1);
    for (unsigned ticking; d->front < c; any = true) {
        if (!(ticking = gpu_front_next(d->g))) return any;
        gpu_front_begin(d->g, ticking, c);
        if (ticking >> CLOCK_CORE & 1) note_room(d, c);
        gpu_front_end(d->g, ticking, c);
    }
    bits_clear_all(memsys_freed(d->mem), d->sm_words);
    return true;
}

// ---- a session: until the first crew stops, or the end of the block

team_turn duo_share(void *self)
{
    duo *d = self;
    const uint64_t open = atomic_load_explicit(&d->open, memory_order_acquire);
    if (open == d->seen) return atomic_load_explicit(&d->ended, memory_order_relaxed) == open ? TEAM_NOTHING : TEAM_BLOCKED;
    const turn t = crew_turn(d, &d->crews[OTHER], &d->crews[CALLER]);
    if (t == TURN_DONE) {
        d->seen = open;
        atomic_store_explicit(&d->closed, open, memory_order_release);
    }
    return t == TURN_MOVED ? TEAM_MOVED : TEAM_BLOCKED;
}

static void run_session(duo *d)
{
    const uint64_t session = atomic_load_explicit(&d->open, memory_order_relaxed) + 1;
    unsigned spins = 0;
    atomic_store_explicit(&d->open, session, memory_order_release);
    for (;;) {
        const bool went_on = front_turn(d);
        const turn t = crew_turn(d, &d->crews[CALLER], &d->crews[OTHER]);
        if (went_on || t == TURN_MOVED) {
            spins = 0;
            continue;
        }
        if (t == TURN_DONE && atomic_load_explicit(&d->closed, memory_order_acquire) == session && d->front == end_of(d)) break;
        d->waited++;
        team_relax(d->team, &spins);
    }
    atomic_store_explicit(&d->ended, session, memory_order_relaxed);
    meet_other(d);
    commit_sms(d, d->front);
}

// ---- a block

// The caller's crew has d->mine of the SMs that have CTAs, the first ones.
static void share_out(duo *d)
{
    gpu *g = d->g;
    unsigned active = 0, n = 0;
    for (unsigned i = 0; i < g->n_sms; i++) active += sm_resident(g->sms[i]);
    d->mine = d->actives ? (d->mine * active + d->actives / 2) / d->actives : active / 2;
    d->actives = active;
    for (unsigned k = 0; k < 2; k++) {
        d->crews[k].n = 0;
        memset(d->crews[k].members, 0, sizeof d->crews[k].members);
    }
    for (unsigned i = 0; i < g->n_sms; i++) {
        const bool resident = sm_resident(g->sms[i]);
        d->owner[i] = CALLER;
        if (g->next_cta == g->f->n_ctas && gpu_empty(g, i)) continue; // nothing happens in it any more in this kernel
        unsigned to = resident && n >= d->mine ? OTHER : CALLER;
        n += resident;
        if (d->crews[to].n == CREW_MOST) to = !to;
        crew *k = &d->crews[to];
        k->sms[k->n++] = i;
        k->members[i / 64] |= (uint64_t)1 << i % 64;
        d->owner[i] = (uint8_t)to;
    }
}

// From time to time an SM changes over to the thread that waits more.
static void balance(duo *d)
{
    if (++d->blocks < BALANCE_BLOCKS) return;
    const uint64_t idle = team_idle(d->team), a = d->waited, b = idle - d->other_waited;
    if (a > b + b / 2 && d->mine + 1 < d->actives) d->mine++;
    if (b > a + a / 2 && d->mine > 1) d->mine--;
    d->blocks = 0;
    d->waited = 0;
    d->other_waited = idle;
}

static void begin_port(duo *d, unsigned i)
{
    gpu *g = d->g;
    const uint32_t sure = memsys_sure(g->mem, i);
    entrance *p = &d->ports[i];
    *p = (entrance){.s = g->sms[i], .news = g->looks[i].news, .bell = g->looks[i].bell, .request = memsys_request(g->mem, i),
                    .reply = memsys_reply(g->mem, i), .flits = memsys_taken(g->mem, i), .sure = sure, .pushed_at = NEVER_PUSHED};
    const chan *q = p->request;
    p->flowing = chan_empty(q);
    for (uint32_t n = q->head; n != q->tail; n++) p->flits += xbar_flits(chan_slot(q, n), d->flit_bytes);
    atomic_store_explicit(&d->rooms[i], (uint64_t)sure << 32, memory_order_relaxed);
}

static void begin_crew(duo *d, crew *k)
{
    k->cycle = k->heard = k->fronted = d->base;
    k->known = 0;
    k->dealt = k->posted = memsys_received(d->mem);
    k->n_events = 0;
    k->begun = false;
    atomic_store_explicit(&k->stop, NO_STOP, memory_order_relaxed);
    publish(d, k);
}

static void begin_block(duo *d)
{
    d->team = d->g->team;
    balance(d);
    share_out(d);
    d->base = d->front = d->met = d->g->cycle;
    d->events_seen[0] = d->events_seen[1] = d->events_there = 0;
    atomic_store_explicit(&d->fronted, d->base, memory_order_relaxed);
    for (unsigned i = 0; i < d->g->n_sms; i++) begin_port(d, i);
    for (unsigned k = 0; k < 2; k++) begin_crew(d, &d->crews[k]);
    memsys_part(d->mem);
}

static void end_block(duo *d)
{
    gpu *g = d->g;
    for (unsigned k = 0; k < 2; k++) {
        d->crews[k].posted = memsys_received(g->mem); // what SMs see in the next cycle
        deal(d, &d->crews[k], UINT64_MAX);
    }
    memsys_join(g->mem);
    g->timer = UINT64_MAX;
    for (unsigned i = 0; i < g->n_sms; i++) gpu_note(g, i);
}

// What the machine must know of the crews that stand in this cycle.
static void collect(duo *d)
{
    gpu *g = d->g;
    unsigned first = g->n_sms;
    bits_clear_all(&g->ahead, g->sm_words);
    for (unsigned i = 0; i < g->n_sms; i++) {
        const crew *k = &d->crews[d->owner[i]];
        if (k->cycle > g->cycle || k->begun) {
            bits_set(&g->ahead, i);
            continue;
        }
        gpu_collect(g, i, g->looks[i].news->finished ? sm_take_finished(g->sms[i]) : 0);
        if (g->looks[i].news->fault && i < first) first = i;
    }
    for (unsigned k = 0; k < 2; k++) {
        const uint64_t stop = atomic_load_explicit(&d->crews[k].stop, memory_order_relaxed);
        if (stop <= g->cycle) atomic_store_explicit(&d->crews[k].stop, NO_STOP, memory_order_relaxed);
    }
    if (g->faulted && g->f->first_fault) g->f->first_fault(g->f->self, first);
}

static void see_who_follows(duo *d)
{
    for (unsigned which = 0; which < 2; which++) {
        crew *k = &d->crews[which];
        k->follows = true;
        for (unsigned m = 0; m < k->n; m++) k->follows &= !sm_resident(d->g->sms[k->sms[m]]);
    }
}

// All CTAs have ended, the last one in the cycle of the crew that is ahead: the other one goes there. Else: to the end of the block, or one
// cycle further while CTAs are being placed.
static uint64_t session_end(const duo *d, uint64_t block)
{
    const uint64_t a = d->crews[0].cycle, b = d->crews[1].cycle;
    if (d->g->ctas_done == d->g->f->n_ctas) return a > b ? a : b;
    return d->g->place ? least(d->g->cycle + 1, block) : block;
}

static uint64_t block_end(const gpu *g)
{
    const uint64_t most = g->c.gpu.cycle_limit, block = (g->cycle / GPU_PUBLISH_CYCLES + 1) * GPU_PUBLISH_CYCLES;
    const uint64_t end = least(block, g->active_at + g->stuck_cycles);
    return most ? least(end, g->launched_at + most) : end;
}

bool duo_ready(const duo *d)
{
    const gpu *g = d->g;
    unsigned active = 0;
    if (!g->apart || !g->f->publish || g->place || g->ctas_done == g->f->n_ctas || block_end(g) <= g->cycle) return false;
    for (unsigned i = 0; i < g->n_sms && active < 2; i++) active += sm_resident(g->sms[i]);
    return active == 2;
}

int duo_block(duo *d, err *e)
{
    gpu *g = d->g;
    const uint64_t block = block_end(g);
    if (g->hooks.stop && *g->hooks.stop) return err_add(e, ST_CHECK, "stopped in core cycle %llu", (unsigned long long)g->cycle);
    gpu_begin_cycle(g, g->cycle + 1);
    begin_block(d);
    do {
        see_who_follows(d);
        d->end = session_end(d, block);
        run_session(d);
        g->cycle = d->front;
        collect(d);
        if (g->faulted) return ST_OK;
        gpu_dispatch(g);
    } while (session_end(d, block) > g->cycle);
    bits_clear_all(&g->ahead, g->sm_words);
    end_block(d);
    return ST_OK;
}
