// l2.c : see l2.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/l2.h"

#include "blocks/pric.h"
#include "machine/history.h"
#include "machine/mshr.h"
#include "machine/stream.h"
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
    X(REPLY, stall_reply, "room in the reply queue") \
    X(DRAM, stall_dram, "room in the queue to DRAM")
#define L2_WAIT_NAME(name, counter, text) WAIT_##name,
typedef enum l2_wait { L2_WAITS(L2_WAIT_NAME) WAIT_COUNT } l2_wait;
#undef L2_WAIT_NAME

typedef struct delayed {
    mreq r;
    uint64_t ready;
    uint32_t set; // of its line
} delayed;

enum { MISS_REQUESTS = 2 }; // a miss may send a fetch and a write
enum { MAX_SECTORS = 8 };   // 256-byte lines of 32-byte sectors

struct l2 {
    l2_chans ch;
    const addrmap *map;
    tags tags;
    mshrs mshrs;
    uint8_t *have, *dirty; // [slot] sectors that are there, that were written
    uint8_t *want;         // [mshr] sectors asked for
    uint64_t *line_of_mshr; // [mshr] its line while it waits for it, else TAGS_NO_LINE; used when lines are replaced at the fill
    pric index;            // set index function
    stream *stream;        // NULL: none
    uint64_t stream_ticks; // that it has seen
    uint32_t slice, line_shift, line_bytes, sector_shift, port_bytes, rop_latency;
    bool on_fill, through, racb;
    // ROP delay and access queue are one ring: the first n_access entries have passed the delay. Counters run freely.
    delayed *rop;
    uint32_t rop_head, rop_seen, rop_mask, n_access, access_size; // rop_seen: end of the entries that l2_arrived told of
    mreq *missq; // ring, one longer than its size: an empty queue takes both requests of a miss
    uint32_t missq_size, missq_head, missq_count;
    uint64_t data_free, fill_free; // first ticks in which the ports are free
    l2_wait waits;
    occupancy access_levels, mshr_levels;
    uint64_t counted;
    l2_stats s;
    history open; // to requests that come: the access queue is not full
    // What l2_take alone changes: it may run in another thread.
    char apart[64];
    uint32_t rop_tail;
    uint32_t open_seen;
    uint64_t arrivals;
};

static void make_bank(l2 *l, const struct cfg_l2 *k)
{
    const size_t lines = (size_t)k->sets * k->ways;
    tags_init(&l->tags, k->sets, k->ways);
    mshr_init(&l->mshrs, k->mshrs, k->merges);
    l->have = wl_calloc(lines, sizeof *l->have);
    l->dirty = wl_calloc(lines, sizeof *l->dirty);
    l->want = wl_calloc(k->mshrs, sizeof *l->want);
    l->line_of_mshr = wl_calloc(k->mshrs, sizeof *l->line_of_mshr);
    for (uint32_t i = 0; i < k->mshrs; i++) l->line_of_mshr[i] = TAGS_NO_LINE;
}

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch)
{
    const struct cfg_l2 *k = &c->l2;
    l2 *l = wl_calloc(1, sizeof *l);
    *l = (l2){.ch = ch, .map = m, .slice = slice, .line_bytes = c->l1d.line_bytes, .port_bytes = k->port_bytes,
              .rop_latency = k->rop_latency, .access_size = k->icnt_to_l2_queue, .missq_size = k->miss_queue,
              .on_fill = k->allocate == ALLOCATE_FILL, .through = k->write == WRITE_THROUGH, .racb = k->bypass == L2_BYPASS_RACB};
    l->line_shift = (uint32_t)__builtin_ctz(l->line_bytes);
    l->sector_shift = k->sector_bytes ? (uint32_t)__builtin_ctz(k->sector_bytes) : l->line_shift;
    CHECK(l->line_bytes >> l->sector_shift <= MAX_SECTORS, "L2 lines of %u sectors", l->line_bytes >> l->sector_shift);
    make_bank(l, k);
    const index_fn f = index_fn_of_l2(c);
    pric_init(&l->index, &f);
    // Nothing is taken in while the access queue is full, so no more are ever inside than the delay and the queue hold.
    for (uint32_t n = 1; n < k->rop_latency + k->icnt_to_l2_queue + 2; n *= 2) l->rop_mask = 2 * n - 1;
    l->rop = wl_calloc(l->rop_mask + 1, sizeof *l->rop);
    l->missq = wl_calloc(k->miss_queue + 1, sizeof *l->missq);
    l->access_levels = occupancy_of(l->access_size);
    l->mshr_levels = occupancy_of(k->mshrs);
    return l;
}

void l2_watch(l2 *l, stream *s) { l->stream = s; }

void l2_settle(l2 *l, uint64_t now)
{
    if (!l->stream || now <= l->stream_ticks) return;
    stream_skip(l->stream, now - l->stream_ticks);
    l->stream_ticks = now;
}

void l2_free(l2 *l)
{
    if (!l) return;
    tags_free(&l->tags);
    mshr_free(&l->mshrs);
    free(l->have);
    free(l->dirty);
    free(l->want);
    free(l->line_of_mshr);
    free(l->access_levels.level);
    free(l->mshr_levels.level);
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
    occupancy_count(&s->access_queue_empty, &l->access_levels, l->n_access, ticks);
    occupancy_count(&s->mshrs_empty, &l->mshr_levels, l->mshrs.n - l->mshrs.n_unused, ticks);
    if (l->waits != WAIT_NOTHING) ((uint64_t *)s)[counter_of[l->waits]] += ticks;
}

static inline uint64_t port_ticks(const l2 *l, uint32_t bytes) { return (bytes + l->port_bytes - 1) / l->port_bytes; }
static inline uint64_t line_of(const l2 *l, const mreq *r) { return r->addr >> l->line_shift; }

static uint32_t set_of(const l2 *l, const mreq *r)
{
    return pric_index(&l->index, addrmap_local(l->map, r->addr) >> l->line_shift);
}

// ---- sectors of a line, bit 0 the lowest

static inline uint8_t sectors_of(const l2 *l, const mreq *r)
{
    if (l->sector_shift == l->line_shift) return 1;
    const uint64_t offset = r->addr & (l->line_bytes - 1);
    const unsigned first = (unsigned)(offset >> l->sector_shift), last = (unsigned)((offset + r->bytes - 1) >> l->sector_shift);
    return (uint8_t)((2u << last) - (1u << first));
}

// A request for the sectors from the first to the last of the set.
static mreq sector_request(const l2 *l, uint64_t line, uint8_t sectors, mreq_kind kind)
{
    const unsigned first = (unsigned)__builtin_ctz(sectors), last = 31u - (unsigned)__builtin_clz(sectors);
    return (mreq){.addr = (line << l->line_shift) + ((uint64_t)first << l->sector_shift), .bytes = (uint16_t)((last - first + 1) << l->sector_shift),
                  .mask = UINT32_MAX, .load = UINT16_MAX, .kind = (uint8_t)kind};
}

static inline bool writes(const mreq *r) { return r->kind != MREQ_READ; } // atomics too

static void reply(l2 *l, const mreq *r, unsigned flags)
{
    mreq q = *r;
    q.flags |= (uint8_t)(MREQ_REPLY | flags);
    mreq_push(l->ch.reply, &q);
    l->s.replies++;
}

static void hold_data_port(l2 *l, uint32_t bytes, uint64_t now)
{
    l->data_free = now + port_ticks(l, bytes);
    l->s.data_port_cycles += l->data_free - now;
}

static void missq_push(l2 *l, const mreq *r)
{
    const uint32_t at = l->missq_head + l->missq_count++;
    l->missq[at <= l->missq_size ? at : at - l->missq_size - 1] = *r;
}

static inline bool missq_takes_miss(const l2 *l) { return !l->missq_count || l->missq_count + MISS_REQUESTS <= l->missq_size; }

// ---- lines

// The line in the slot goes; what was written of it goes to the miss queue, which has room.
static void evict(l2 *l, int32_t slot, uint64_t now)
{
    if (l->tags.state[slot] == LINE_INVALID || !l->have[slot]) return; // a tag without data is no line
    l->s.evictions++;
    if (!l->dirty[slot]) return;
    const mreq wb = sector_request(l, l->tags.line[slot], l->dirty[slot], MREQ_WRITEBACK);
    missq_push(l, &wb);
    hold_data_port(l, wb.bytes, now);
    l->s.writebacks++;
}

static void claim(l2 *l, int32_t slot, uint64_t line, uint32_t id)
{
    tags_reserve(&l->tags, slot, line, id);
    l->have[slot] = l->dirty[slot] = 0;
}

static inline void mark_dirty(l2 *l, int32_t slot, uint8_t sectors)
{
    if (l->through) return;
    l->dirty[slot] |= sectors;
    if (l->tags.state[slot] == LINE_VALID) l->tags.state[slot] = LINE_DIRTY;
}

// The MSHR that waits for the line, or -1: tags know it of a reserved line.
static inline int32_t mshr_of(const l2 *l, int32_t slot, uint64_t line)
{
    if (!l->on_fill) return slot != TAGS_NONE && l->tags.state[slot] == LINE_RESERVED ? l->tags.mshr[slot] : -1;
    for (uint32_t i = 0; i < l->mshrs.n; i++) {
        if (l->line_of_mshr[i] == line) return (int32_t)i;
    }
    return -1;
}

// ---- what comes from DRAM

// All that MSHR id asked for is in the slot: its requests may leave.
static void complete(l2 *l, int32_t slot, uint32_t id)
{
    l->tags.state[slot] = l->dirty[slot] ? LINE_DIRTY : LINE_VALID;
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) {
        const mreq *r = &l->mshrs.slots[(size_t)id * l->mshrs.merges + i];
        if (writes(r)) mark_dirty(l, slot, sectors_of(l, r));
    }
    l->line_of_mshr[id] = TAGS_NO_LINE;
    mshr_fill(&l->mshrs, id);
}

// The slot that the fill goes to; TAGS_NONE when its victim must wait for the miss queue.
static int32_t slot_for_fill(l2 *l, const mreq *r, uint32_t set, uint64_t now)
{
    const int32_t found = tags_find(&l->tags, set, line_of(l, r));
    if (found != TAGS_NONE || !l->on_fill) return found;
    if (!missq_takes_miss(l)) return TAGS_NONE;
    const int32_t victim = tags_victim(&l->tags, set);
    evict(l, victim, now);
    claim(l, victim, line_of(l, r), 0);
    l->tags.state[victim] = LINE_VALID;
    return victim;
}

static void fill(l2 *l, const mreq *r, uint64_t now)
{
    const int32_t slot = slot_for_fill(l, r, set_of(l, r), now);
    if (slot == TAGS_NONE && l->on_fill) return;
    const int32_t id = slot == TAGS_NONE ? -1 : mshr_of(l, slot, line_of(l, r));
    CHECK(id >= 0, "L2 slice %u: a line at 0x%" PRIx64 " comes that nobody waits for", l->slice, r->addr);
    l->have[slot] |= sectors_of(l, r);
    l->fill_free = now + port_ticks(l, r->bytes);
    l->s.fill_port_cycles += l->fill_free - now;
    l->s.fills++;
    if (!(l->want[id] & ~l->have[slot])) complete(l, slot, (uint32_t)id);
    chan_pop(l->ch.up);
}

static void take_from_dram(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.up);
    if (!r) return;
    if (!(r->flags & MREQ_ROUND_L2)) {
        if (l->fill_free <= now) fill(l, r, now);
    } else if (chan_can_push(l->ch.reply)) {
        reply(l, r, MREQ_MISSED);
        chan_pop(l->ch.up);
    }
}

static void answer_waiting(l2 *l)
{
    const mreq *r = mshr_front(&l->mshrs);
    if (!r || !chan_can_push(l->ch.reply)) return;
    reply(l, r, MREQ_MISSED);
    mshr_pop(&l->mshrs);
}

// ---- accesses

static void serve_hit(l2 *l, const delayed *d, int32_t slot, uint8_t sectors, uint64_t now)
{
    const mreq *r = &d->r;
    tags_touch(&l->tags, slot);
    if (writes(r)) mark_dirty(l, slot, sectors);
    hold_data_port(l, r->bytes, now);
    reply(l, r, 0);
    l->s.hit_latency += now - (d->ready - l->rop_latency);
    *(r->kind == MREQ_WRITE ? &l->s.write_hits : &l->s.read_hits) += 1;
}

static void serve_pending(l2 *l, const mreq *r, int32_t slot, uint32_t id)
{
    if (slot != TAGS_NONE) tags_touch(&l->tags, slot);
    mshr_merge(&l->mshrs, id, r);
    *(r->kind == MREQ_WRITE ? &l->s.write_pending : &l->s.read_pending) += 1;
}

// Fetches the sectors that are missing. id: the MSHR that already waits for others of the line, or -1.
static void serve_miss(l2 *l, const mreq *r, int32_t slot, int32_t id, uint8_t missing)
{
    const uint64_t line = line_of(l, r);
    const mreq fetch = sector_request(l, line, missing, MREQ_READ);
    missq_push(l, &fetch);
    if (id >= 0) {
        mshr_merge(&l->mshrs, (uint32_t)id, r);
        l->want[id] |= missing;
    } else {
        id = (int32_t)mshr_alloc(&l->mshrs, r);
        l->want[id] = missing;
        l->line_of_mshr[id] = line;
    }
    if (slot != TAGS_NONE && !l->on_fill) {
        l->tags.state[slot] = LINE_RESERVED;
        l->tags.mshr[slot] = (uint16_t)id;
        tags_touch(&l->tags, slot);
    }
    *(r->kind == MREQ_WRITE ? &l->s.write_misses : &l->s.read_misses) += 1;
}

static void write_through(l2 *l, const mreq *r)
{
    mreq w = *r;
    w.kind = MREQ_WRITEBACK;
    missq_push(l, &w);
    l->s.write_throughs++;
}

// A request that is not a hit: serves it or says what it waits for.
static l2_wait access_miss(l2 *l, const delayed *d, int32_t slot, int32_t id, uint8_t sectors, uint64_t now)
{
    const mreq *r = &d->r;
    const uint8_t missing = (uint8_t)(sectors & ~(slot == TAGS_NONE ? 0 : l->have[slot]) & ~(id < 0 ? 0 : l->want[id]));
    const int32_t victim = slot == TAGS_NONE && !l->on_fill ? tags_victim(&l->tags, d->set) : slot;
    if (victim == TAGS_NONE && !l->on_fill) return WAIT_LINE;
    if (!missq_takes_miss(l)) return WAIT_MISSQ;
    if (id >= 0 && !mshr_can_merge(&l->mshrs, (uint32_t)id)) return WAIT_MERGE;
    if (id < 0 && mshr_full(&l->mshrs)) return WAIT_MSHR;
    if (id >= 0 && !missing) {
        serve_pending(l, r, slot, (uint32_t)id);
        return WAIT_NOTHING;
    }
    l->s.sector_misses += slot != TAGS_NONE || id >= 0;
    if (slot == TAGS_NONE && !l->on_fill) {
        evict(l, victim, now);
        claim(l, victim, line_of(l, r), 0);
    }
    serve_miss(l, r, victim, id, missing);
    return WAIT_NOTHING;
}

// The slice is closed, and what is asked for is not here: a read or write goes to DRAM, the tag stays.
static l2_wait access_closed(l2 *l, const delayed *d, int32_t slot, uint64_t now)
{
    const mreq *r = &d->r;
    if (!missq_takes_miss(l)) return WAIT_MISSQ;
    const int32_t place = slot == TAGS_NONE ? tags_victim(&l->tags, d->set) : slot;
    if (slot != TAGS_NONE) {
        tags_touch(&l->tags, slot);
        l->s.streamed_tag_hits++;
    } else if (place != TAGS_NONE) {
        evict(l, place, now);
        claim(l, place, line_of(l, r), 0);
        l->tags.state[place] = LINE_VALID;
    }
    if (r->kind == MREQ_WRITE) {
        write_through(l, r);
        reply(l, r, 0);
        l->s.streamed_writes++;
        return WAIT_NOTHING;
    }
    mreq q = *r;
    q.flags |= MREQ_ROUND_L2;
    missq_push(l, &q);
    l->s.streamed_reads++;
    return WAIT_NOTHING;
}

// Serves the head or says what it waits for.
static l2_wait access_bank(l2 *l, const delayed *d, uint64_t now)
{
    const mreq *r = &d->r;
    const int32_t slot = tags_find(&l->tags, d->set, line_of(l, r));
    const uint8_t sectors = sectors_of(l, r);
    const bool through = l->through && writes(r);
    if (through && !missq_takes_miss(l)) return WAIT_MISSQ;
    const bool hit = slot != TAGS_NONE && !(sectors & ~l->have[slot]);
    const int32_t id = hit ? -1 : mshr_of(l, slot, line_of(l, r));
    const bool closed = !hit && id < 0 && r->kind != MREQ_ATOMIC && stream_closed(l->stream);
    l2_wait w = WAIT_NOTHING;
    if (hit) serve_hit(l, d, slot, sectors, now);
    else if (closed) w = access_closed(l, d, slot, now);
    else w = access_miss(l, d, slot, id, sectors, now);
    if (w != WAIT_NOTHING) return w;
    if (through && !closed) write_through(l, r);
    stream_count(l->stream, slot != TAGS_NONE || id >= 0);
    return w;
}

// A read that has failed goes round L2, unless a write is before it.
static bool goes_round(const l2 *l, const delayed *d, l2_wait why)
{
    if (!l->racb || d->r.kind != MREQ_READ || l->missq_count) return false;
    if (why != WAIT_MERGE) return why == WAIT_LINE || why == WAIT_MSHR || why == WAIT_MISSQ;
    const uint32_t id = (uint32_t)mshr_of(l, tags_find(&l->tags, d->set, line_of(l, &d->r)), line_of(l, &d->r));
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) {
        if (writes(&l->mshrs.slots[(size_t)id * l->mshrs.merges + i])) return false;
    }
    return true;
}

static void go_round(l2 *l, const mreq *r)
{
    mreq q = *r;
    q.flags |= MREQ_ROUND_L2;
    mreq_push(l->ch.down, &q);
    l->s.bypassed_reads++;
}

static inline delayed *rop_at(const l2 *l, uint32_t i) { return &l->rop[i & l->rop_mask]; }
static inline const delayed *rop_next(const l2 *l) { return rop_at(l, l->rop_head + l->n_access); } // first in the delay

static inline void count_access(l2 *l, const mreq *r)
{
    *(r->kind == MREQ_WRITE ? &l->s.write_accesses : &l->s.read_accesses) += 1;
    l->s.code_reads += (r->flags & MREQ_CODE) != 0;
    l->s.const_reads += (r->flags & MREQ_CONST) != 0;
}

static void serve_head(l2 *l, uint64_t now)
{
    l->waits = WAIT_NOTHING;
    if (!l->n_access) return;
    const delayed *head = rop_at(l, l->rop_head);
    if (!chan_can_push(l->ch.down)) l->waits = WAIT_DRAM;
    else if (!chan_can_push(l->ch.reply)) l->waits = WAIT_REPLY;
    else if (l->data_free > now) l->waits = WAIT_PORT;
    else l->waits = access_bank(l, head, now);
    if (l->waits != WAIT_NOTHING && goes_round(l, head, l->waits)) {
        go_round(l, &head->r);
        l->waits = WAIT_NOTHING;
    }
    if (l->waits != WAIT_NOTHING) return;
    count_access(l, &head->r);
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
    if (chan_count(l->ch.up)) t = later(now + 1, ((const mreq *)chan_front(l->ch.up))->flags & MREQ_ROUND_L2 ? 0 : l->fill_free);
    if (mshr_front(&l->mshrs) && chan_can_push(l->ch.reply)) t = now + 1;
    if (rop_passes(l)) t = sooner(t, later(now + 1, rop_next(l)->ready));
    if (l->n_access && l->data_free > now) t = sooner(t, l->data_free);
    if (l->n_access && (sent || l->waits == WAIT_NOTHING)) t = now + 1;
    if (l->missq_count && chan_can_push(l->ch.down)) t = now + 1;
    const uint64_t mode = l->n_access ? stream_next(l->stream) : UINT64_MAX; // what waits may go when the slice is opened or closed
    return mode == UINT64_MAX ? t : sooner(t, now + 1 + mode);
}

uint64_t l2_eval(l2 *l, uint64_t now)
{
    account(&l->s, l, now);
    l->counted = now;
    l2_settle(l, now);
    take_from_dram(l, now);
    answer_waiting(l);
    if (rop_passes(l) && rop_next(l)->ready <= now) l->n_access++;
    serve_head(l, now);
    const bool sent = send_down(l);
    history_put(&l->open, l->n_access < l->access_size, now);
    if (l->stream) stream_edge(l->stream);
    l->stream_ticks = now + 1;
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
    stream_dump(l->stream, f);
    fprintf(f, "  L2 slice %u: %u requests in the ROP delay, %u of %u in the access queue, %u of %u in the miss queue, %u of %u MSHRs in use\n",
            l->slice, l->rop_tail - l->rop_head - l->n_access, l->n_access, l->access_size, l->missq_count, l->missq_size, l->mshrs.n - l->mshrs.n_unused, l->mshrs.n);
    if (!l->n_access) return;
    const mreq *r = &rop_at(l, l->rop_head)->r;
    fprintf(f, "    the head, 0x%" PRIx64 " of SM %u warp %u, waits for %s\n", r->addr, r->sm, r->warp, for_what[l->waits]);
}

void l2_view(const l2 *l, const mreq_view *v)
{
    const mshrs *m = &l->mshrs;
    for (uint32_t i = l->rop_head; i != l->rop_tail; i++) {
        mreq_show(v, &l->rop[i & l->rop_mask].r, i - l->rop_head < l->n_access ? "access queue of L2 slice" : "ROP delay of L2 slice", l->slice);
    }
    for (uint32_t id = 0; id < m->n; id++) {
        bool free_one = false;
        for (uint32_t k = 0; k < m->n_unused && !free_one; k++) free_one = m->unused[k] == id;
        for (uint32_t k = m->left[id]; !free_one && k < m->count[id]; k++) mreq_show(v, &m->slots[(size_t)id * m->merges + k], "MSHR of L2 slice", l->slice);
    }
    for (uint32_t k = 0; k < l->missq_count; k++) mreq_show(v, &l->missq[(l->missq_head + k) % (l->missq_size + 1)], "miss queue of L2 slice", l->slice);
}
