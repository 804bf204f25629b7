// l2.c : see l2.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/l2.h"

#include "machine/history.h"
#include "machine/mshr.h"
#include "machine/tags.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

STAT_TABLE(l2_stat_table, "l2", L2_STATS);

// Why the head of the access queue was not served in the last tick; NOTHING: it was, or there is none.
#define L2_WAITS(X) \
    X(NOTHING, cycles, "nothing") \
    X(LINE, fail_line, "a way of its set (all reserved)") \
    X(MSHR, fail_mshr, "a free MSHR") \
    X(MERGE, fail_merge, "its line (merge list full)") \
    X(MISSQ, fail_missq, "room in the miss queue") \
    X(PORT, stall_port, "the data port") \
    X(REPLY, stall_reply, "room in the reply queue")
#define L2_WAIT_NAME(name, counter, text) WAIT_##name,
typedef enum l2_wait { L2_WAITS(L2_WAIT_NAME) WAIT_COUNT } l2_wait;
#undef L2_WAIT_NAME

typedef struct delayed {
    mreq r;
    uint64_t ready;
    uint32_t set; // of its line
} delayed;

enum { MISS_REQUESTS = 2 }; // a miss may send a fetch and a write-back

struct l2 {
    l2_chans ch;
    const addrmap *map;
    tags tags;
    mshrs mshrs;
    uint32_t slice, line_shift, line_bytes, port_bytes, rop_latency;
    // ROP delay and access queue are one ring: the first n_access entries have passed the delay. Counters run freely.
    delayed *rop;
    uint32_t rop_head, rop_seen, rop_mask, n_access, access_size; // rop_seen: end of the entries that l2_arrived told of
    mreq *missq; // ring, one longer than its size: an empty queue takes both requests of a miss
    uint32_t missq_size, missq_head, missq_count;
    uint64_t data_free, fill_free; // first ticks in which the ports are free
    l2_wait waits;
    uint64_t counted;
    l2_stats s;
    history open; // to requests that come: the access queue is not full
    // What l2_take alone changes: it may run in another thread.
    char apart[64];
    uint32_t rop_tail;
    uint32_t open_seen;
    uint64_t arrivals;
};

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch)
{
    const struct cfg_l2 *k = &c->l2;
    l2 *l = wl_calloc(1, sizeof *l);
    *l = (l2){.ch = ch, .map = m, .slice = slice, .line_bytes = c->l1d.line_bytes, .port_bytes = k->port_bytes,
              .rop_latency = k->rop_latency, .access_size = k->icnt_to_l2_queue, .missq_size = k->miss_queue};
    l->line_shift = (uint32_t)__builtin_ctz(l->line_bytes);
    tags_init(&l->tags, k->sets, k->ways);
    mshr_init(&l->mshrs, k->mshrs, k->merges);
    // Nothing is taken in while the access queue is full, so no more are ever inside than the delay and the queue hold.
    for (uint32_t n = 1; n < k->rop_latency + k->icnt_to_l2_queue + 2; n *= 2) l->rop_mask = 2 * n - 1;
    l->rop = wl_calloc(l->rop_mask + 1, sizeof *l->rop);
    l->missq = wl_calloc(k->miss_queue + 1, sizeof *l->missq);
    return l;
}

void l2_free(l2 *l)
{
    if (!l) return;
    tags_free(&l->tags);
    mshr_free(&l->mshrs);
    free(l->rop);
    free(l->missq);
    free(l);
}

static inline void account(l2_stats *s, const l2 *l, uint64_t now)
{
#define L2_WAIT_COUNTER(name, counter, text) [WAIT_##name] = offsetof(l2_stats, counter) / sizeof(uint64_t),
    static const uint8_t counter_of[WAIT_COUNT] = {L2_WAITS(L2_WAIT_COUNTER)};
#undef L2_WAIT_COUNTER
    const uint64_t ticks = now - l->counted;
    s->cycles += ticks;
    s->access_queue_sum += ticks * l->n_access;
    if (l->waits != WAIT_NOTHING) ((uint64_t *)s)[counter_of[l->waits]] += ticks;
}

static inline uint64_t port_ticks(const l2 *l, uint32_t bytes) { return (bytes + l->port_bytes - 1) / l->port_bytes; }
static inline uint64_t line_of(const l2 *l, const mreq *r) { return r->addr >> l->line_shift; }

static uint32_t set_of(const l2 *l, const mreq *r)
{
    return (uint32_t)(addrmap_local(l->map, r->addr) >> l->line_shift) & (l->tags.sets - 1);
}

static void reply(l2 *l, const mreq *r)
{
    mreq q = *r;
    q.flags |= MREQ_REPLY;
    mreq_push(l->ch.reply, &q);
    l->s.replies++;
}

static void hold_data_port(l2 *l, uint32_t bytes, uint64_t now)
{
    l->data_free = now + port_ticks(l, bytes);
    l->s.data_port_cycles += l->data_free - now;
}

// A line comes: it is dirty at once when a write or an atomic waits for it.
static void fill(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.up);
    if (!r || l->fill_free > now) return;
    const int32_t slot = tags_find(&l->tags, set_of(l, r), line_of(l, r));
    CHECK(slot != TAGS_NONE && l->tags.state[slot] == LINE_RESERVED, "L2 slice %u: a line at 0x%" PRIx64 " comes that nobody waits for",
          l->slice, r->addr);
    const uint32_t id = l->tags.mshr[slot];
    bool dirty = false;
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) dirty = dirty || l->mshrs.slots[(size_t)id * l->mshrs.merges + i].kind != MREQ_READ;
    l->tags.state[slot] = dirty ? LINE_DIRTY : LINE_VALID;
    mshr_fill(&l->mshrs, id);
    chan_pop(l->ch.up);
    l->fill_free = now + port_ticks(l, l->line_bytes);
    l->s.fill_port_cycles += port_ticks(l, l->line_bytes);
    l->s.fills++;
}

static void answer_waiting(l2 *l)
{
    const mreq *r = mshr_front(&l->mshrs);
    if (!r || !chan_can_push(l->ch.reply)) return;
    reply(l, r);
    mshr_pop(&l->mshrs);
}

static void missq_push(l2 *l, const mreq *r)
{
    const uint32_t at = l->missq_head + l->missq_count++;
    l->missq[at <= l->missq_size ? at : at - l->missq_size - 1] = *r;
}

static inline bool missq_takes_miss(const l2 *l) { return !l->missq_count || l->missq_count + MISS_REQUESTS <= l->missq_size; }

static mreq line_request(const l2 *l, uint64_t line, mreq_kind kind)
{
    return (mreq){.addr = line << l->line_shift, .bytes = (uint16_t)l->line_bytes, .mask = UINT32_MAX, .load = UINT16_MAX, .kind = (uint8_t)kind};
}

static void serve_hit(l2 *l, const mreq *r, int32_t slot, uint64_t now)
{
    const bool write = r->kind == MREQ_WRITE;
    tags_touch(&l->tags, slot);
    if (r->kind != MREQ_READ) l->tags.state[slot] = LINE_DIRTY;
    hold_data_port(l, r->bytes, now);
    reply(l, r);
    *(write ? &l->s.write_hits : &l->s.read_hits) += 1;
}

static void serve_pending(l2 *l, const mreq *r, int32_t slot)
{
    tags_touch(&l->tags, slot);
    mshr_merge(&l->mshrs, l->tags.mshr[slot], r);
    *(r->kind == MREQ_WRITE ? &l->s.write_pending : &l->s.read_pending) += 1;
}

static void serve_miss(l2 *l, const mreq *r, int32_t victim, uint64_t now)
{
    const mreq fetch = line_request(l, line_of(l, r), MREQ_READ);
    missq_push(l, &fetch);
    if (l->tags.state[victim] != LINE_INVALID) l->s.evictions++;
    if (l->tags.state[victim] == LINE_DIRTY) {
        const mreq wb = line_request(l, l->tags.line[victim], MREQ_WRITEBACK);
        missq_push(l, &wb);
        hold_data_port(l, l->line_bytes, now);
        l->s.writebacks++;
    }
    tags_reserve(&l->tags, victim, line_of(l, r), mshr_alloc(&l->mshrs, r));
    *(r->kind == MREQ_WRITE ? &l->s.write_misses : &l->s.read_misses) += 1;
}

// Serves r or says what it waits for.
static l2_wait access_bank(l2 *l, const mreq *r, uint32_t set, uint64_t now)
{
    const int32_t slot = tags_find(&l->tags, set, line_of(l, r));
    if (slot != TAGS_NONE && l->tags.state[slot] != LINE_RESERVED) {
        serve_hit(l, r, slot, now);
        return WAIT_NOTHING;
    }
    const int32_t victim = slot == TAGS_NONE ? tags_victim(&l->tags, set) : TAGS_NONE;
    if (slot == TAGS_NONE && victim == TAGS_NONE) return WAIT_LINE;
    if (!missq_takes_miss(l)) return WAIT_MISSQ;
    if (slot != TAGS_NONE) {
        if (!mshr_can_merge(&l->mshrs, l->tags.mshr[slot])) return WAIT_MERGE;
        serve_pending(l, r, slot);
        return WAIT_NOTHING;
    }
    if (mshr_full(&l->mshrs)) return WAIT_MSHR;
    serve_miss(l, r, victim, now);
    return WAIT_NOTHING;
}

static inline delayed *rop_at(const l2 *l, uint32_t i) { return &l->rop[i & l->rop_mask]; }
static inline const delayed *rop_next(const l2 *l) { return rop_at(l, l->rop_head + l->n_access); } // first in the delay

static void serve_head(l2 *l, uint64_t now)
{
    l->waits = WAIT_NOTHING;
    if (!l->n_access) return;
    const delayed *head = rop_at(l, l->rop_head);
    const mreq *r = &head->r;
    if (l->data_free > now) l->waits = WAIT_PORT;
    else if (!chan_can_push(l->ch.reply)) l->waits = WAIT_REPLY;
    else l->waits = access_bank(l, r, head->set, now);
    if (l->waits != WAIT_NOTHING) return;
    *(r->kind == MREQ_WRITE ? &l->s.write_accesses : &l->s.read_accesses) += 1;
    l->rop_head++;
    l->n_access--;
}

static inline bool rop_passes(const l2 *l) { return l->n_access < l->rop_seen - l->rop_head && l->n_access < l->access_size; }

static bool send_down(l2 *l)
{
    if (!l->missq_count || !chan_can_push(l->ch.down)) return false;
    mreq_push(l->ch.down, &l->missq[l->missq_head]);
    l->missq_count--;
    l->missq_head = l->missq_head == l->missq_size ? 0 : l->missq_head + 1;
    return true;
}

// As GPGPU-Sim's partition: nothing is taken in while the access queue is full.
const mreq *l2_take(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.in);
    if (!r || !history_at(&l->open, &l->open_seen, now)) return NULL;
    delayed *d = rop_at(l, l->rop_tail);
    d->r = *r;
    d->ready = now + l->rop_latency;
    d->set = set_of(l, r);
    l->rop_tail++;
    chan_pop(l->ch.in);
    l->arrivals++;
    return &d->r;
}

bool l2_open(l2 *l, uint64_t now) { return history_at(&l->open, &l->open_seen, now); }

uint64_t l2_arrived(l2 *l, uint32_t taken)
{
    l->rop_seen = taken;
    return rop_passes(l) ? rop_next(l)->ready : UINT64_MAX;
}

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// What waits for a channel needs no time of its own. What fails in the bank waits for one of the others here.
static uint64_t next_wake(const l2 *l, uint64_t now, bool sent)
{
    uint64_t t = UINT64_MAX;
    if (chan_count(l->ch.up)) t = later(now + 1, l->fill_free);
    if (mshr_front(&l->mshrs) && chan_can_push(l->ch.reply)) t = now + 1;
    if (rop_passes(l)) t = sooner(t, later(now + 1, rop_next(l)->ready));
    if (l->n_access && l->data_free > now) t = sooner(t, l->data_free);
    if (l->n_access && (sent || l->waits == WAIT_NOTHING)) t = now + 1;
    if (l->missq_count && chan_can_push(l->ch.down)) t = now + 1;
    return t;
}

uint64_t l2_eval(l2 *l, uint64_t now)
{
    account(&l->s, l, now);
    l->counted = now;
    fill(l, now);
    answer_waiting(l);
    if (rop_passes(l) && rop_next(l)->ready <= now) l->n_access++;
    serve_head(l, now);
    const bool sent = send_down(l);
    history_put(&l->open, l->n_access < l->access_size, now);
    return next_wake(l, now, sent);
}

bool l2_idle(const l2 *l) { return l->rop_head == l->rop_tail && !l->missq_count && mshr_idle(&l->mshrs); }

l2_stats l2_get_stats(const l2 *l, uint64_t now)
{
    l2_stats s = l->s;
    account(&s, l, now);
    s.arrivals = l->arrivals;
    return s;
}

void l2_dump(const l2 *l, FILE *f)
{
#define L2_WAIT_TEXT(name, counter, text) text,
    static const char *const for_what[] = {L2_WAITS(L2_WAIT_TEXT)};
#undef L2_WAIT_TEXT
    if (l2_idle(l)) return;
    fprintf(f, "  L2 slice %u: %u requests in the ROP delay, %u of %u in the access queue, %u of %u in the miss queue, %u of %u MSHRs in use\n",
            l->slice, l->rop_tail - l->rop_head - l->n_access, l->n_access, l->access_size, l->missq_count, l->missq_size, l->mshrs.n - l->mshrs.n_unused, l->mshrs.n);
    if (!l->n_access) return;
    const mreq *r = &rop_at(l, l->rop_head)->r;
    fprintf(f, "    the head, 0x%" PRIx64 " of SM %u warp %u, waits for %s\n", r->addr, r->sm, r->warp, for_what[l->waits]);
}
