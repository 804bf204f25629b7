// memsys.c: moves requests and replies through the memory system, tick by tick. See memsys.h;
// statistics and dump are in memsys_report.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/memsys_state.h"

#include "machine/memory/l2.h"

#include <stdlib.h>

// ---- set-up

static chan **list_of(chan *c, uint32_t n)
{
    chan **list = wl_calloc(n, sizeof *list);
    for (uint32_t i = 0; i < n; i++) list[i] = &c[i];
    return list;
}

static crossbar *make_net(const config *c, const char *name, uint32_t flit_bytes, chan **from,
                          uint32_t inputs, chan *out, uint32_t outputs, const addrmap *map)
{
    chan **to = list_of(out, outputs);
    crossbar *x = crossbar_new(&(crossbar_cfg){.name = name,
                                               .inputs = inputs,
                                               .outputs = outputs,
                                               .in = from,
                                               .out = to,
                                               .map = map,
                                               .flit_bytes = flit_bytes,
                                               .input_buffer = c->icnt.input_buffer,
                                               .latency = c->icnt.latency,
                                               .vcs = c->icnt.vcs,
                                               .arbiter = c->icnt.arbiter});
    free(to);
    return x;
}

// The crossbar's end of the request channels.
static void set_entries(memsys *m, bool detached)
{
    front_half *f = &m->front;
    for (uint32_t i = 0; i < m->n_sms; i++)
        f->entry[i] = detached ? &f->detached[i] : &f->sm[i].request;
}

memsys *memsys_new(const config *c, err *e)
{
    addrmap map;
    if (addrmap_init(&map, c, e) != ST_OK) return NULL;
    const uint32_t out = crossbar_out_capacity(&c->icnt);
    memsys *m = wl_calloc(1, sizeof *m);
    m->map = map;
    m->n_sms = c->gpu.sms;
    m->parts = partitions_new(c, &m->map, out);
    const uint32_t slices = partitions_slices(m->parts);
    m->sm_words = bits_words(m->n_sms);
    m->slice_words = bits_words(slices);
    m->front.sm = sm_chans_new(m->n_sms, MEMSYS_AHEAD, out);
    for (uint32_t i = 0; i < m->n_sms; i++) m->front.sm[i].request.capacity = SM_REQUESTS;
    m->front.detached = wl_calloc(m->n_sms, sizeof *m->front.detached);
    m->front.entry = wl_calloc(m->n_sms, sizeof *m->front.entry);
    set_entries(m, false);
    m->back.sent = chans_new(m->n_sms, out);
    m->popped = wl_calloc(m->n_sms + 32, sizeof *m->popped); // cache lines of their own
    m->front.popped_here = wl_calloc(m->n_sms, sizeof *m->front.popped_here);
    for (uint32_t n = 1; n < m->n_sms * out; n *= 2) m->post_mask = 2 * n - 1;
    m->posts = wl_calloc_lines(m->post_mask + 1, sizeof *m->posts);
    m->front.net = make_net(c, "request", c->icnt.request_flit_bytes, m->front.entry, m->n_sms,
                            partitions_in(m->parts, 0), slices, &m->map);
    chan **const from = list_of(partitions_out(m->parts, 0), slices);
    m->back.net =
        make_net(c, "reply", c->icnt.reply_flit_bytes, from, slices, m->back.sent, m->n_sms, NULL);
    free(from);
    m->front.wake = m->back.wake = UINT64_MAX;
    m->back.slack = memsys_slack(c);
    if (c->limits.infinite_bandwidth) m->ideal = ideal_memory_new(c, &m->map, m->front.sm);
    return m;
}

int memsys_attach_devices(memsys *m, const config *c, const devices *d, err *e)
{
    int st = partitions_attach_devices(m->parts, c, d, e);
    if (!c->crossbar.enable || !d || !d->make) return st; // crossbar.h is the golden model
    if (st == ST_OK) st = crossbar_use_device(m->front.net, c, d->make, d->ctx, e);
    return st == ST_OK ? crossbar_use_device(m->back.net, c, d->make, d->ctx, e) : st;
}

void memsys_launch(memsys *m, uint32_t kernel) { partitions_launch(m->parts, kernel); }
int memsys_check(const memsys *m, err *e) { return partitions_check(m->parts, e); }
void memsys_settle(memsys *m) { partitions_settle(m->parts); }

void memsys_free(memsys *m)
{
    if (!m) return;
    ideal_memory_free(m->ideal);
    crossbar_free(m->front.net);
    crossbar_free(m->back.net);
    partitions_free(m->parts);
    sm_chans_free(m->front.sm, m->n_sms);
    chans_free(m->back.sent, m->n_sms);
    free(m->front.detached);
    free(m->front.entry);
    free((void *)m->popped);
    free(m->front.popped_here);
    free(m->posts);
    free(m);
}

chan *memsys_request(memsys *m, unsigned sm) { return &m->front.sm[sm].request; }
chan *memsys_reply(memsys *m, unsigned sm) { return &m->front.sm[sm].reply; }
bits *memsys_freed(memsys *m) { return &m->front.freed; }
const bits *memsys_replied(const memsys *m) { return &m->front.reply_moves; }

void memsys_sms_moved(memsys *m, unsigned word, uint64_t sms)
{
    m->front.ran.w[word] |= sms;
    m->front.busy = true;
}

unsigned memsys_slack(const config *c)
{
    const uint32_t n =
        c->limits.infinite_bandwidth ? 0 : partitions_slack(c); // infinite bandwidth is all front
    return n > 1 ? n - 1 < L2_BEHIND ? n - 1 : L2_BEHIND : 0;
}

void memsys_shuffle(memsys *m, unsigned seed)
{
    m->shuffled = seed != 0;
    m->shuffle = (rng){seed};
    partitions_shuffle(m->parts, seed);
}

// ---- a tick

static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// here: the back half is in this thread, as far as this one.
static inline bool front_eval(memsys *m, clock_domain d, bool here)
{
    front_half *f = &m->front;
    if (d == CLOCK_L2) {
        const bool any = here ? partitions_take_here(m->parts) : partitions_take(m->parts);
        f->busy |= any;
        return any;
    }
    if (d != CLOCK_ICNT) return false;
    const uint64_t now = f->ticks++;
    if (f->wake > now && !m->shuffled) return false;
    f->busy = true;
    f->wake = m->ideal ? ideal_memory_eval(m->ideal, now, &f->popped, &f->given)
                       : crossbar_eval(f->net, now, &f->joined, &f->popped);
    return true;
}

static inline bool back_eval(memsys *m, clock_domain d)
{
    back_half *b = &m->back;
    if (d != CLOCK_ICNT) {
        const bool any = partitions_eval(m->parts, d);
        b->busy |= any;
        return any;
    }
    const uint64_t now = b->ticks++;
    if (b->wake > now && !m->shuffled) return false;
    b->busy = true;
    b->wake = crossbar_eval(b->net, now, &b->pushed, &b->joined);
    return true;
}

bool memsys_front_eval(memsys *m, clock_domain d, uint64_t core_cycle)
{
    m->front.core_cycle = core_cycle;
    return front_eval(m, d, false);
}

// The slices' intake comes after their tick.
bool memsys_eval(memsys *m, clock_domain d, uint64_t core_cycle)
{
    m->front.core_cycle = core_cycle;
    const bool front_first = m->shuffled && d != CLOCK_L2 && rng_below(&m->shuffle, 2);
    bool any = front_first && front_eval(m, d, true);
    any |= back_eval(m, d);
    if (!front_first) any |= front_eval(m, d, true);
    return any;
}

bool memsys_tick(memsys *m, unsigned ticking, uint64_t core_cycle)
{
    static const clock_domain clocks[] = {CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM};
    bool any = false;
    m->front.core_cycle = core_cycle;
    for (unsigned k = 0; k < sizeof clocks / sizeof *clocks; k++) {
        if (!(ticking >> clocks[k] & 1)) continue;
        any |= back_eval(m, clocks[k]);
        any |= front_eval(m, clocks[k], true);
    }
    return any;
}

// ---- the edge: compiled apart for sets of one word

#define AT_EDGE static inline __attribute__((always_inline))

typedef struct sizes {
    unsigned sms, slices; // words of a set
} sizes;

static inline sizes sizes_of(const memsys *m) { return (sizes){m->sm_words, m->slice_words}; }

// Inputs that have been pushed; *wake tells of the crossbar's next tick.
static inline void offer(crossbar *net, uint64_t *wake, const bits *inputs)
{
    *wake = choose(crossbar_offer(net, inputs), 0, *wake);
}

// Requests pushed by the SMs that ran, and popped by the crossbar.
AT_EDGE void commit_requests(memsys *m, sizes k)
{
    front_half *f = &m->front;
    bits pushed;
    bits_clear_all(&pushed, k.sms);
    for (unsigned w = 0; w < k.sms; w++) {
        f->freed.w[w] |= f->popped.w[w];
        f->popped.w[w] |= f->ran.w[w];
    }
    BITS_FOR(i, &f->popped, k.sms)
    {
        const uint32_t n = chan_edge_commit(f->entry[i]).pushed;
        f->s.requests += n;
        bits_put(&pushed, (unsigned)i, n != 0);
    }
    bits_clear_all(&f->popped, k.sms);
    if (!m->ideal) offer(f->net, &f->wake, &pushed);
    else if (bits_any(&pushed, k.sms)) f->wake = 0;
}

// The SM sees the reply in crossbar tick `now`.
static inline void count_reply(memory_stats *s, const mreq *r, uint64_t now)
{
    const uint32_t latency = (uint32_t)now - r->entered;
    if (r->kind == MREQ_SECTOR) {
        s->sector_replies++;
    } else if (r->kind == MREQ_WRITE) {
        s->write_replies++;
        s->write_latency += latency;
    } else if (r->flags & MREQ_MISSED) {
        s->dram_replies++;
        s->dram_latency += latency;
    } else {
        s->hit_replies++;
        s->hit_latency += latency;
    }
}

// What infinite bandwidth has pushed is committed with what SMs have popped: both by
// chan_edge_commit.
static void count_given(front_half *f, unsigned words)
{
    BITS_FOR(i, &f->given, words)
    {
        const chan *c = &f->sm[i].reply;
        for (uint32_t n = c->tail_seen; n != c->tail; n++)
            count_reply(&f->s, chan_slot(c, n), f->ticks);
    }
    for (unsigned k = 0; k < words; k++) {
        f->reply_moves.w[k] |= f->given.w[k];
        f->ran.w[k] |= f->given.w[k];
        f->given.w[k] = 0;
    }
}

static inline bool arrived(const memsys *m)
{
    const front_half *f = &m->front;
    return f->received != f->posted && m->posts[f->received & m->post_mask].instant <= f->steps;
}

// The reply enters its SM's channel, and the statistics; the SM sees it from now on.
static inline void enter(front_half *f, const mreq *r)
{
    chan *c = &f->sm[r->sm].reply;
    mreq_push(c, r);
    c->tail_seen = c->tail;
    bits_set(&f->reply_moves, r->sm);
    count_reply(&f->s, r, f->ticks);
}

// Those that arrived in this step or before.
static inline void receive(memsys *m)
{
    while (arrived(m)) enter(&m->front, &m->posts[m->front.received++ & m->post_mask].r);
}

static inline void note_popped(memsys *m, uint32_t i)
{
    front_half *f = &m->front;
    chan *c = &f->sm[i].reply;
    f->popped_here[i] = c->head;
    f->s.replies += c->head - c->head_seen;
    chan_commit(c);
    bits_assign(&f->reply_moves, i, !chan_empty(c));
}

// What SMs have popped. here: the reply crossbar hears of it.
AT_EDGE void commit_popped(memsys *m, bool here, sizes k)
{
    front_half *f = &m->front;
    if (m->ideal) count_given(f, k.sms);
    for (unsigned w = 0; w < k.sms; w++) f->ran.w[w] &= f->reply_moves.w[w];
    BITS_FOR(i, &f->ran, k.sms)
    {
        note_popped(m, (uint32_t)i);
        if (here) m->back.sent[i].head_seen = f->sm[i].reply.head;
    }
    bits_clear_all(&f->ran, k.sms);
}

AT_EDGE void commit_intake(memsys *m, sizes k)
{
    front_half *f = &m->front;
    partitions_take_commit(m->parts, &f->joined);
    bits_clear_all(&f->joined, k.slices);
}

void memsys_front_commit(memsys *m)
{
    front_half *f = &m->front;
    if (f->busy || arrived(m)) {
        commit_requests(m, sizes_of(m));
        commit_intake(m, sizes_of(m));
        commit_popped(m, false, sizes_of(m));
        receive(m);
        f->busy = false;
    }
    f->steps++;
}

void memsys_front_skip_dram(memsys *m) { m->front.steps++; }

// ---- SMs that are ahead

void memsys_detach_sms(memsys *m)
{
    front_half *f = &m->front;
    for (uint32_t i = 0; i < m->n_sms; i++) f->detached[i] = f->sm[i].request;
    set_entries(m, true);
    crossbar_set_inputs(f->net, f->entry);
    bits_clear_all(&f->freed, m->sm_words);
}

void memsys_attach_sms(memsys *m)
{
    front_half *f = &m->front;
    for (uint32_t i = 0; i < m->n_sms; i++) {
        f->sm[i].request = f->detached[i];
        f->sm[i].request.head_seen = f->detached[i].head;
        f->sm[i].reply.head_seen = f->sm[i].reply.head;
        bits_clear(&f->reply_moves, i);
        bits_put(&f->reply_moves, i, !chan_empty(&f->sm[i].reply));
        bits_set(&f->freed, i); // a runner's view of room may be older
    }
    set_entries(m, false);
    crossbar_set_inputs(f->net, f->entry);
}

const bits *memsys_popped(const memsys *m) { return &m->front.popped; }

void memsys_prefetch_sm(const memsys *m, unsigned sm)
{
    __builtin_prefetch(chan_slot(m->front.entry[sm], m->front.entry[sm]->tail));
}

void memsys_detached_pushed(memsys *m, unsigned sm)
{
    front_half *f = &m->front;
    f->entry[sm]->tail_seen = ++f->entry[sm]->tail;
    f->s.requests++;
    bits_set(&f->ran, sm);
}

void memsys_detached_popped(memsys *m, unsigned sm)
{
    m->front.s.replies++;
    m->front.popped_here[sm]++;
}

void memsys_detached_commit_sms(memsys *m)
{
    front_half *f = &m->front;
    offer(f->net, &f->wake, &f->ran);
    bits_clear_all(&f->ran, m->sm_words);
}

void memsys_detached_commit(memsys *m)
{
    front_half *f = &m->front;
    while (arrived(m)) {
        const memsys_sent_reply *p = &m->posts[f->received++ & m->post_mask];
        count_reply(&f->s, &p->r, f->ticks);
    }
    if (f->busy) {
        bits_clear_all(&f->popped, m->sm_words);
        commit_intake(m, sizes_of(m));
        f->busy = false;
    }
    f->steps++;
}

uint32_t memsys_guaranteed_flits(const memsys *m, unsigned sm)
{
    return crossbar_guaranteed_flits(m->front.net, sm, m->front.ticks);
}
uint32_t memsys_accepted_flits(const memsys *m, unsigned sm)
{
    return crossbar_accepted_flits(m->front.net, sm);
}
uint32_t memsys_blocked_ticks(const memsys *m, unsigned sm)
{
    return crossbar_blocked_ticks(m->front.net, sm, m->front.ticks);
}

void memsys_add_blocked(const memsys *m, bits *sms, bits *full)
{
    const bits *sending = crossbar_sending(m->front.net), *now = crossbar_full_inputs(m->front.net);
    for (unsigned k = 0; k < m->sm_words; k++) {
        sms->w[k] |= now->w[k] & ~(sending->w[k] & full->w[k]);
        full->w[k] = now->w[k];
    }
}

uint32_t memsys_replies_delivered(const memsys *m) { return m->front.received; }
uint32_t memsys_replies_sent(const memsys *m)
{
    return atomic_load_explicit(&m->posted, memory_order_acquire);
}
const memsys_sent_reply *memsys_sent_reply_at(const memsys *m, uint32_t number)
{
    return &m->posts[number & m->post_mask];
}

void memsys_front_receive(memsys *m)
{
    const uint32_t posted = atomic_load_explicit(&m->posted, memory_order_acquire);
    for (uint32_t n = m->front.posted; n != posted; n++)
        __builtin_prefetch(&m->posts[n & m->post_mask]); // the other thread wrote them
    m->front.posted = posted;
    partitions_receive(m->parts);
}

void memsys_front_publish(memsys *m)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        atomic_store_explicit(&m->popped[i], m->front.popped_here[i], memory_order_release);
    partitions_publish(m->parts);
}

static inline void send_posts(memsys *m)
{
    enum { FETCH_AHEAD = 2 };
    back_half *b = &m->back;
    uint32_t n = atomic_load_explicit(&m->posted, memory_order_relaxed);
    BITS_FOR(i, &b->pushed, m->sm_words)
    {
        memsys_sent_reply *p = &m->posts[n++ & m->post_mask];
        __builtin_prefetch(&m->posts[(n + FETCH_AHEAD) & m->post_mask], 1);
        *p = (memsys_sent_reply){*(const mreq *)chan_slot(&b->sent[i], b->sent[i].tail - 1),
                                 b->steps, b->seen_in};
        b->answered += mreq_awaited(&p->r);
    }
    bits_clear_all(&b->pushed, m->sm_words);
    atomic_store_explicit(&m->posted, n, memory_order_release);
}

AT_EDGE void commit_partitions(memsys *m, sizes k)
{
    back_half *b = &m->back;
    bits replied;
    partitions_commit(m->parts, &b->joined, &replied);
    offer(b->net, &b->wake, &replied);
    bits_clear_all(&b->joined, k.slices);
}

static inline void commit_back(memsys *m)
{
    if (bits_any(&m->back.pushed, m->sm_words)) send_posts(m);
    commit_partitions(m, sizes_of(m));
    m->back.busy = false;
}

bool memsys_back_step(memsys *m, unsigned ticking, uint64_t cycle)
{
    back_half *b = &m->back;
    if (ticking >> CLOCK_ICNT & 1) back_eval(m, CLOCK_ICNT);
    if (ticking >> CLOCK_L2 & 1) back_eval(m, CLOCK_L2);
    if (ticking >> CLOCK_DRAM & 1) back_eval(m, CLOCK_DRAM);
    b->seen_in = cycle;
    if (b->busy) commit_back(m);
    b->steps++;
    return b->asked != b->answered;
}

void memsys_back_receive(memsys *m)
{
    back_half *b = &m->back;
    for (uint32_t i = 0; i < m->n_sms; i++)
        b->sent[i].head_seen = atomic_load_explicit(&m->popped[i], memory_order_acquire);
    b->asked = partitions_arrivals(m->parts);
}

uint64_t memsys_back_ahead(const memsys *m)
{
    const back_half *b = &m->back;
    const uint64_t ahead = partitions_ahead(m->parts), places = crossbar_free_places(b->net);
    if (b->asked == b->answered || ahead >= b->slack) return 0;
    return sooner(b->slack - ahead, places);
}

// What would be posted, in one thread.
AT_EDGE void hand_over(memsys *m, sizes k)
{
    back_half *b = &m->back;
    BITS_FOR(i, &b->pushed, k.sms)
    {
        const mreq *r = chan_slot(&b->sent[i], b->sent[i].tail - 1);
        enter(&m->front, r);
        b->answered += mreq_awaited(r);
    }
    bits_clear_all(&b->pushed, k.sms);
}

AT_EDGE void commit_both(memsys *m, sizes k)
{
    commit_partitions(m, k);
    commit_requests(m, k);
    commit_intake(m, k);
    commit_popped(m, true, k);
    hand_over(m, k);
    m->front.busy = m->back.busy = false;
}

static __attribute__((noinline)) void commit_usual(memsys *m) { commit_both(m, (sizes){1, 1}); }
static __attribute__((noinline)) void commit_any(memsys *m) { commit_both(m, sizes_of(m)); }

void memsys_commit(memsys *m)
{
    if (m->front.busy | m->back.busy) {
        if (m->sm_words == 1 && m->slice_words == 1) commit_usual(m);
        else commit_any(m);
    }
    m->front.steps++;
    m->back.steps++;
}

static inline uint64_t ticks_until(uint64_t wake, uint64_t now)
{
    if (wake == UINT64_MAX) return UINT64_MAX;
    return wake > now ? wake - now : 0;
}

uint64_t memsys_back_quiet_ticks(const memsys *m, clock_domain d)
{
    if (m->shuffled) return 0;
    return d == CLOCK_ICNT ? ticks_until(m->back.wake, m->back.ticks)
                           : partitions_quiet_ticks(m->parts, d);
}

static uint64_t front_quiet_ticks(const memsys *m, clock_domain d)
{
    if (d == CLOCK_ICNT) return ticks_until(m->front.wake, m->front.ticks);
    return d == CLOCK_L2 ? partitions_take_quiet(m->parts) : UINT64_MAX;
}

uint64_t memsys_quiet_ticks(const memsys *m, clock_domain d)
{
    return sooner(memsys_back_quiet_ticks(m, d), front_quiet_ticks(m, d));
}

static void back_skip(memsys *m, clock_domain d, uint64_t ticks)
{
    if (d == CLOCK_ICNT) m->back.ticks += ticks;
    else partitions_skip(m->parts, d, ticks);
}

void memsys_skip(memsys *m, clock_domain d, uint64_t ticks)
{
    back_skip(m, d, ticks);
    if (d == CLOCK_ICNT) m->front.ticks += ticks;
    if (d == CLOCK_L2) partitions_take_skip(m->parts, ticks);
}

bool memsys_skip_dram_tick(memsys *m)
{
    return !m->shuffled && partitions_skip_dram_tick(m->parts);
}
