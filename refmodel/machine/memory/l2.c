// l2.c : a tick of an L2 slice. See l2.h; l2_life.c has its making and end, dump and view.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/l2_state.h"

#include <inttypes.h>
#include <stddef.h>

STAT_TABLE(l2_stat_table, "l2", L2_STATS);

void l2_watch(l2 *l, stream *s) { l->stream = s; }

void l2_reorder(l2 *l, reorder *x) { l->reorder = x; }

void l2_launch(l2 *l, uint32_t kernel) { l->kernel = kernel; }

void l2_settle(l2 *l, uint64_t now)
{
    if (l->reorder && now > l->reorder_ticks) {
        reorder_skip(l->reorder, now - l->reorder_ticks);
        l->reorder_ticks = now;
    }
    if (!l->stream || now <= l->stream_ticks) return;
    stream_skip(l->stream, now - l->stream_ticks);
    l->stream_ticks = now;
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
    ((uint64_t *)s)[counter_of[l->waits] + l->failed] += l->waits != WAIT_NOTHING ? ticks : 0;
}

static inline uint64_t port_ticks(const l2 *l, uint32_t bytes) { return (bytes + l->port_bytes - 1) / l->port_bytes; }
static inline uint64_t line_of(const l2 *l, const mreq *r) { return r->addr >> l->line_shift; }

static uint32_t set_of(const l2 *l, const mreq *r)
{
    return pric_index(&l->index, addrmap_local(l->map, r->addr) >> l->line_shift);
}

// ---- sectors of a line, bit 0 the lowest

static inline uint64_t sector_number(const l2 *l, uint64_t addr) { return addr >> l->sector_shift; }
static inline uint32_t sector_in_line(const l2 *l, const mreq *r) { return (uint32_t)((r->addr & (l->line_bytes - 1)) >> l->sector_shift); }
static inline uint32_t sector_index(const l2 *l, int32_t slot, const mreq *r)
{
    return ((uint32_t)slot << (l->line_shift - l->sector_shift)) + sector_in_line(l, r);
}

// The one that holds what the bank is asked for.
static inline uint8_t sector_of(const l2 *l, const mreq *r) { return (uint8_t)(1u << sector_in_line(l, r)); }

// A request for the sectors from the first to the last of the set.
static mreq sector_request(const l2 *l, uint64_t line, uint8_t sectors, mreq_kind kind)
{
    const unsigned first = (unsigned)__builtin_ctz(sectors), last = 31u - (unsigned)__builtin_clz(sectors);
    return (mreq){.addr = (line << l->line_shift) + ((uint64_t)first << l->sector_shift), .bytes = (uint16_t)((last - first + 1) << l->sector_shift),
                  .mask = UINT32_MAX, .load = UINT16_MAX, .kind = (uint8_t)kind};
}

static inline bool writes(const mreq *r) { return r->kind != MREQ_READ; } // atomics too

// ---- requests in sectors

static inline uint32_t parts_of(const l2 *l, const mreq *r)
{
    return l->sectored ? (uint32_t)(sector_number(l, r->addr + r->bytes - 1) - sector_number(l, r->addr)) + 1 : 1;
}

// Part k of the request as a request of its own.
static mreq part_of(const l2 *l, const mreq *r, uint32_t k, uint32_t record)
{
    const uint64_t from = k ? (sector_number(l, r->addr) + k) << l->sector_shift : r->addr;
    const uint64_t end = (sector_number(l, from) + 1) << l->sector_shift, all = r->addr + r->bytes;
    mreq q = *r;
    q.addr = from;
    q.bytes = (uint16_t)((end < all ? end : all) - from);
    q.entered = record;
    return q;
}

// The answer to a part: the last one is that to the request.
static void join(l2 *l, mreq *q)
{
    const uint32_t id = q->entered;
    parted *p = &l->parted[id];
    p->flags |= q->flags & MREQ_MISSED;
    q->flags |= p->flags;
    q->entered = p->entered;
    if (!--p->left) {
        l->unparted[l->n_unparted++] = (uint16_t)id;
        return;
    }
    if (q->kind == MREQ_WRITE) q->bytes = 0;
    q->kind = MREQ_PART;
}

static void reply(l2 *l, const mreq *r, unsigned flags)
{
    mreq q = *r;
    q.flags |= (uint8_t)(MREQ_REPLY | flags);
    if (l->sectored) join(l, &q);
    mreq_push(l->ch.reply, &q);
    l->outcome |= L2_REPLIED;
    l->s.replies++;
}

static inline void push_down(l2 *l, const mreq *r)
{
    mreq_push(l->ch.down, r);
    l->outcome |= L2_DRAM_MOVED;
}

static inline void pop_up(l2 *l)
{
    chan_pop(l->ch.up);
    l->outcome |= L2_DRAM_MOVED;
}

static void hold_data_port(l2 *l, uint32_t bytes, uint64_t now)
{
    l->data_free = now + port_ticks(l, bytes);
    l->s.data_port_cycles += l->data_free - now;
}

static void missq_push(l2 *l, const mreq *r)
{
    const uint32_t at = l->missq_head + l->missq_count++;
    l->missq[at < l->missq_places ? at : at - l->missq_places] = *r;
}

static inline bool missq_takes(const l2 *l, uint32_t n) { return !l->missq_count || l->missq_count + n <= l->missq_size; }
static inline bool missq_takes_miss(const l2 *l) { return missq_takes(l, MISS_REQUESTS); }

// ---- lines

// The line in the slot goes; what was written of it goes to the miss queue, which has room.
static void evict(l2 *l, int32_t slot, uint64_t now)
{
    if (l->tags.at[slot].state == LINE_INVALID || !l->have[slot]) return; // a tag without data is no line
    l->s.evictions++;
    if (!l->dirty[slot]) return;
    const mreq wb = sector_request(l, l->tags.at[slot].line, l->dirty[slot], MREQ_WRITEBACK);
    missq_push(l, &wb);
    hold_data_port(l, wb.bytes, now);
    l->s.writebacks++;
}

static void claim(l2 *l, int32_t slot, uint64_t line, uint32_t id)
{
    tags_reserve(&l->tags, slot, line, id);
    l->have[slot] = l->dirty[slot] = l->awaited[slot] = 0;
}

static inline void mark_dirty(l2 *l, int32_t slot, uint8_t sectors)
{
    if (l->through) return;
    l->dirty[slot] |= sectors;
    if (l->tags.at[slot].state == LINE_VALID) l->tags.at[slot].state = LINE_DIRTY;
}

// Does r, which has not found its line, go to DRAM beside the fetch? Then the line is not dirty for it.
static inline bool sent_on(const l2 *l, const mreq *r) { return l->miss_through && r->kind == MREQ_WRITE; }

// The MSHR that waits for the sector, or -1: the slot knows it of a reserved line.
static inline int32_t mshr_of(const l2 *l, int32_t slot, const mreq *r)
{
    if (!l->on_fill) return slot != TAGS_NONE && l->awaited[slot] & sector_of(l, r) ? l->mshr_at[sector_index(l, slot, r)] : -1;
    for (uint32_t i = 0; i < l->mshrs.n; i++) {
        if (l->sector_of_mshr[i] == sector_number(l, r->addr)) return (int32_t)i;
    }
    return -1;
}

// ---- locality (stats.locality)

// The line of r, in the slot unless it is absent, is referenced. Absent lines (allocation on fill) have the MSHRs of their sectors.
static void refer(l2 *l, const mreq *r, int32_t slot)
{
    const l2_reference now = {.kernel = l->kernel, .sm = r->sm};
    if (slot != TAGS_NONE) l->last[slot] = now;
    if (!l->on_fill) return;
    for (uint32_t i = 0; i < l->mshrs.n; i++) {
        const uint64_t sector = l->sector_of_mshr[i];
        if (sector != TAGS_NO_LINE && sector >> (l->line_shift - l->sector_shift) == line_of(l, r)) l->asked_by[i] = now;
    }
}

// r finds its line, present in the slot or awaited by MSHR id.
static void count_locality(l2 *l, const mreq *r, int32_t slot, int32_t id)
{
    uint64_t *const kinds[] = {[L2_LOCALITY_CORE] = &l->s.locality_core,
                               [L2_LOCALITY_INTER_CORE] = &l->s.locality_inter_core,
                               [L2_LOCALITY_INTER_KERNEL] = &l->s.locality_inter_kernel};
    const l2_reference now = {.kernel = l->kernel, .sm = r->sm};
    ++*kinds[l2_locality_of(slot == TAGS_NONE ? &l->asked_by[id] : &l->last[slot], &now)];
    refer(l, r, slot);
}

// ---- what comes from DRAM

// What MSHR id asked for is in the slot: its requests may leave.
static void complete(l2 *l, int32_t slot, uint32_t id, uint8_t sector)
{
    l->awaited[slot] &= (uint8_t)~sector;
    if (!l->awaited[slot]) l->tags.at[slot].state = l->dirty[slot] ? LINE_DIRTY : LINE_VALID;
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) {
        const mreq *r = &l->mshrs.slots[(size_t)id * l->mshrs.merges + i];
        if (writes(r) && !sent_on(l, r)) mark_dirty(l, slot, sector);
    }
    l->sector_of_mshr[id] = TAGS_NO_LINE;
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
    l->tags.at[victim].state = LINE_VALID;
    return victim;
}

static void fill(l2 *l, const mreq *r, uint64_t now)
{
    const int32_t slot = slot_for_fill(l, r, set_of(l, r), now);
    if (slot == TAGS_NONE && l->on_fill) return;
    const int32_t id = slot == TAGS_NONE ? -1 : mshr_of(l, slot, r);
    CHECK(id >= 0, "L2 slice %u: a line at 0x%" PRIx64 " comes that nobody waits for", l->slice, r->addr);
    if (l->last && l->on_fill && !l->have[slot]) l->last[slot] = l->asked_by[id];
    l->have[slot] |= sector_of(l, r);
    l->fill_free = now + port_ticks(l, r->bytes);
    l->s.fill_port_cycles += l->fill_free - now;
    l->s.fills++;
    complete(l, slot, (uint32_t)id, sector_of(l, r));
    pop_up(l);
}

static void take_from_dram(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.up);
    if (!r) return;
    if (!(r->flags & MREQ_ROUND_L2)) {
        if (l->fill_free <= now) fill(l, r, now);
    } else if (chan_can_push(l->ch.reply)) {
        reply(l, r, MREQ_MISSED);
        pop_up(l);
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

static void serve_hit(l2 *l, const delayed *d, int32_t slot, uint64_t now)
{
    const mreq *r = &d->r;
    tags_touch(&l->tags, slot);
    if (writes(r)) mark_dirty(l, slot, sector_of(l, r));
    if (l->last) count_locality(l, r, slot, -1);
    hold_data_port(l, r->bytes, now);
    reply(l, r, 0);
    l->s.hit_latency += now - (d->ready - l->rop_latency);
    l2_count(&l->s, r, L2_HIT);
}

static void serve_pending(l2 *l, const mreq *r, int32_t slot, uint32_t id)
{
    if (slot != TAGS_NONE) tags_touch(&l->tags, slot);
    mshr_merge(&l->mshrs, id, r);
    if (l->last) count_locality(l, r, slot, (int32_t)id);
    l2_count(&l->s, r, L2_PENDING);
}

// Fetches the sector. slot: where its line is, or has got its place.
static void serve_miss(l2 *l, const mreq *r, int32_t slot)
{
    const mreq fetch = sector_request(l, line_of(l, r), sector_of(l, r), MREQ_READ);
    missq_push(l, &fetch);
    const uint32_t id = mshr_alloc(&l->mshrs, r);
    l->sector_of_mshr[id] = sector_number(l, r->addr);
    if (slot != TAGS_NONE && !l->on_fill) {
        l->tags.at[slot].state = LINE_RESERVED;
        l->awaited[slot] |= sector_of(l, r);
        l->mshr_at[sector_index(l, slot, r)] = (uint16_t)id;
        tags_touch(&l->tags, slot);
    }
    if (l->last) refer(l, r, slot);
    l2_count(&l->s, r, L2_MISS);
}

static void write_through(l2 *l, const mreq *r)
{
    mreq w = *r;
    w.kind = MREQ_WRITEBACK;
    missq_push(l, &w);
    l->s.write_throughs++;
}

// A request that is not a hit: serves it or says what it waits for.
static l2_wait access_miss(l2 *l, const delayed *d, int32_t slot, int32_t id, uint64_t now)
{
    const mreq *r = &d->r;
    const int32_t victim = slot == TAGS_NONE && !l->on_fill ? tags_victim(&l->tags, d->set) : slot;
    if (victim == TAGS_NONE && !l->on_fill) return WAIT_LINE;
    if (!missq_takes(l, sent_on(l, r) ? WRITE_MISS_REQUESTS : MISS_REQUESTS)) return WAIT_MISSQ;
    if (id >= 0 && !mshr_can_merge(&l->mshrs, (uint32_t)id)) return WAIT_MERGE;
    if (id < 0 && mshr_full(&l->mshrs)) return WAIT_MSHR;
    if (sent_on(l, r)) write_through(l, r);
    if (id >= 0) {
        serve_pending(l, r, slot, (uint32_t)id);
        return WAIT_NOTHING;
    }
    l->s.sector_misses += slot != TAGS_NONE;
    if (slot == TAGS_NONE && !l->on_fill) {
        evict(l, victim, now);
        claim(l, victim, line_of(l, r), 0);
    }
    serve_miss(l, r, victim);
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
        l->tags.at[place].state = LINE_VALID;
    }
    if (l->last) refer(l, r, place);
    if (r->kind == MREQ_WRITE) {
        write_through(l, r);
        reply(l, r, 0);
        l->s.streamed_writes++;
        l2_count(&l->s, r, L2_ROUND);
        return WAIT_NOTHING;
    }
    mreq q = *r;
    q.flags |= MREQ_ROUND_L2;
    missq_push(l, &q);
    l->s.streamed_reads++;
    l2_count(&l->s, r, L2_ROUND);
    return WAIT_NOTHING;
}

// Serves the head or says what it waits for.
static l2_wait access_bank(l2 *l, const delayed *d, uint64_t now)
{
    const mreq *r = &d->r;
    const int32_t slot = tags_find(&l->tags, d->set, line_of(l, r));
    const bool through = l->through && writes(r);
    if (through && !missq_takes_miss(l)) return WAIT_MISSQ;
    const bool hit = slot != TAGS_NONE && l->have[slot] & sector_of(l, r);
    const int32_t id = hit ? -1 : mshr_of(l, slot, r);
    const bool closed = !hit && id < 0 && r->kind != MREQ_ATOMIC && stream_closed(l->stream);
    l2_wait w = WAIT_NOTHING;
    if (hit) serve_hit(l, d, slot, now);
    else if (closed) w = access_closed(l, d, slot, now);
    else w = access_miss(l, d, slot, id, now);
    if (w != WAIT_NOTHING) return w;
    if (through && !closed) write_through(l, r);
    stream_count(l->stream, slot != TAGS_NONE || id >= 0);
    return w;
}

// A read that has failed goes round L2, unless a write is before it.
static bool goes_round(const l2 *l, const delayed *d, l2_wait why)
{
    if (!l->racb || d->r.kind != MREQ_READ || l->missq_count) return false;
    if (why != WAIT_MERGE) return why == WAIT_LINE || why == WAIT_MSHR; // a full miss queue is not empty
    const uint32_t id = (uint32_t)mshr_of(l, tags_find(&l->tags, d->set, line_of(l, &d->r)), &d->r);
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) {
        if (writes(&l->mshrs.slots[(size_t)id * l->mshrs.merges + i])) return false;
    }
    return true;
}

static void go_round(l2 *l, const mreq *r)
{
    mreq q = *r;
    q.flags |= MREQ_ROUND_L2;
    push_down(l, &q);
    l->s.bypassed_reads++;
    l2_count(&l->s, r, L2_ROUND);
}

// What any request waits for now.
static inline l2_wait wait_of_all(const l2 *l, uint64_t now)
{
    if (!chan_can_push(l->ch.down)) return WAIT_DRAM;
    if (!chan_can_push(l->ch.reply)) return WAIT_REPLY;
    return l->data_free > now ? WAIT_PORT : WAIT_NOTHING;
}

static bool serve_or_round(l2 *l, const delayed *d, uint64_t now)
{
    l->waits = access_bank(l, d, now);
    if (l->waits != WAIT_NOTHING && goes_round(l, d, l->waits)) {
        go_round(l, &d->r);
        l->waits = WAIT_NOTHING;
    }
    if (l->waits == WAIT_NOTHING) return true;
    l->failed = l2_kind_of(&d->r);
    return false;
}

// True: it has been served; else l->waits says for what it waits.
static inline bool serve(l2 *l, const delayed *d, uint64_t now)
{
    l->waits = wait_of_all(l, now);
    return l->waits == WAIT_NOTHING && serve_or_round(l, d, now);
}

static void leave_access_queue(l2 *l)
{
    l->access_head++;
    l->n_access--;
}

// What CART offers is served, or rejected for what its request lacks.
static void serve_reordered(l2 *l, const delayed *head, uint64_t now)
{
    static const int8_t cause_of[WAIT_COUNT] = {[WAIT_LINE] = CART_STALL_LINE + 1, [WAIT_MSHR] = CART_STALL_MSHR + 1, [WAIT_MERGE] = CART_STALL_MERGE + 1,
                                                [WAIT_MISSQ] = CART_STALL_MISSQ + 1};
    const delayed *d = reorder_offer(l->reorder);
    const bool served = d && serve(l, d, now);
    const int cause = cause_of[l->waits];
    const reorder_answer answer = served ? REORDER_ACCEPT : cause ? REORDER_REJECT : REORDER_HOLD;
    if (reorder_cycle(l->reorder, answer, cause ? (cart_stall)(cause - 1) : CART_STALL_LINE, head)) leave_access_queue(l);
    l->reorder_ticks = now + 1;
}

static void serve_head(l2 *l, uint64_t now)
{
    const delayed *head = l->n_access ? access_at(l, 0) : NULL;
    l->waits = WAIT_NOTHING;
    l->failed = 0;
    if (l->reorder) serve_reordered(l, head, now);
    else if (head && serve(l, head, now)) leave_access_queue(l);
}

static inline bool rop_passes(const l2 *l) { return l->rop_head != l->rop_seen && l->n_access < l->access_size; }

// The next sector of the request whose delay is over.
static void pass_part(l2 *l, const delayed *d, delayed *to)
{
    const uint32_t parts = parts_of(l, &d->r);
    if (!l->passed) {
        l->passing = l->unparted[--l->n_unparted];
        l->parted[l->passing] = (parted){.entered = d->r.entered, .left = (uint8_t)parts};
        l->s.parts += parts - 1;
    }
    to->r = part_of(l, &d->r, l->passed++, l->passing);
    if (l->passed < parts) return;
    l->passed = 0;
    l->rop_head++;
}

// From the ROP delay to the access queue.
static void pass(l2 *l, uint64_t now)
{
    const delayed *d = rop_at(l, l->rop_head);
    if (!rop_passes(l) || d->ready > now || (l->sectored && !l->passed && !l->n_unparted)) return;
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
    push_down(l, &l->missq[l->missq_head]);
    l->missq_count--;
    l->missq_head = l->missq_head + 1 == l->missq_places ? 0 : l->missq_head + 1;
    return true;
}

void l2_hear(l2 *l) { l->open_there = history_hear(&l->open, &l->open_seen); }

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
    d->set = set_of(l, r);
    l->rop_tail++;
    chan_pop(l->ch.in);
    l->arrivals++;
    return &d->r;
}

unsigned l2_outcome(const l2 *l) { return l->outcome; }

bool l2_open(l2 *l, uint64_t now) { return history_at(&l->open, l->open_there, &l->open_seen, now); }

uint64_t l2_arrived(l2 *l, uint32_t taken)
{
    for (uint32_t i = l->rop_seen; i != taken; i++) __builtin_prefetch(rop_at(l, i)); // the other thread wrote them
    l->rop_seen = taken;
    return rop_passes(l) ? rop_at(l, l->rop_head)->ready : UINT64_MAX;
}

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// What waits for a channel needs no time of its own. What fails in the bank waits for one of the others here.
static uint64_t next_wake(const l2 *l, uint64_t now, bool sent)
{
    const bool serves = l->n_access && (sent || l->waits == WAIT_NOTHING), sends = l->missq_count && chan_can_push(l->ch.down);
    if (serves | sends) return now + 1;
    uint64_t t = UINT64_MAX;
    if (chan_count(l->ch.up)) t = later(now + 1, ((const mreq *)chan_front(l->ch.up))->flags & MREQ_ROUND_L2 ? 0 : l->fill_free);
    if (mshr_front(&l->mshrs) && chan_can_push(l->ch.reply)) t = now + 1;
    if (rop_passes(l)) t = sooner(t, later(now + 1, rop_at(l, l->rop_head)->ready));
    if (l->waits == WAIT_PORT) t = sooner(t, l->data_free);
    if (l->reorder && (l->n_access || !reorder_idle(l->reorder))) t = now + 1;
    const uint64_t mode = l->n_access ? stream_next(l->stream) : UINT64_MAX; // what waits may go when the slice is opened or closed
    return mode == UINT64_MAX ? t : sooner(t, now + 1 + mode);
}

uint64_t l2_eval(l2 *l, uint64_t now)
{
    account(&l->s, l, now);
    l->counted = now;
    l->outcome = 0;
    l2_settle(l, now);
    take_from_dram(l, now);
    answer_waiting(l);
    pass(l, now);
    serve_head(l, now);
    const bool sent = send_down(l);
    const bool open = open_now(l, now);
    l->outcome |= open ? L2_OPEN : 0;
    history_put(&l->open, open, now);
    if (l->stream) stream_edge(l->stream);
    l->stream_ticks = now + 1;
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
