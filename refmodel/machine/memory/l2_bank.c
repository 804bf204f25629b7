// l2_bank.c: one bank of an L2 slice: looks a request up in tags, sectors and MSHRs, decides
// whether it is refused and why, and takes fills from DRAM. See l2_bank.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/l2_bank.h"

#include <inttypes.h>

static inline uint64_t port_ticks(const l2 *l, uint32_t bytes)
{
    return (bytes + l->port_bytes - 1) / l->port_bytes;
}
static inline uint64_t line_of(const l2 *l, const mreq *r) { return r->addr >> l->line_shift; }

// ---- sectors of a line, bit 0 the lowest

static inline uint64_t sector_number(const l2 *l, uint64_t addr) { return addr >> l->sector_shift; }
static inline uint32_t sector_in_line(const l2 *l, const mreq *r)
{
    return (uint32_t)((r->addr & (l->line_bytes - 1)) >> l->sector_shift);
}
static inline uint32_t sector_index(const l2 *l, int32_t slot, const mreq *r)
{
    return ((uint32_t)slot << (l->line_shift - l->sector_shift)) + sector_in_line(l, r);
}

// The one that holds what the bank is asked for.
static inline uint8_t sector_of(const l2 *l, const mreq *r)
{
    return (uint8_t)(1u << sector_in_line(l, r));
}

// A request for the sectors from the first to the last of the set.
static mreq sector_request(const l2 *l, uint64_t line, uint8_t sectors, mreq_kind kind)
{
    const unsigned first = (unsigned)__builtin_ctz(sectors),
                   last = 31u - (unsigned)__builtin_clz(sectors);
    return (mreq){.addr = (line << l->line_shift) + ((uint64_t)first << l->sector_shift),
                  .bytes = (uint16_t)((last - first + 1) << l->sector_shift),
                  .mask = UINT32_MAX,
                  .load = UINT16_MAX,
                  .kind = (uint8_t)kind};
}

static inline bool writes(const mreq *r) { return r->kind != MREQ_READ; } // atomics too

// ---- requests in sectors

uint32_t l2_bank_parts(const l2 *l, const mreq *r)
{
    return l->sectored
               ? (uint32_t)(sector_number(l, r->addr + r->bytes - 1) - sector_number(l, r->addr)) +
                     1
               : 1;
}

// Part k of the request as a request of its own.
mreq l2_bank_part(const l2 *l, const mreq *r, uint32_t k, uint32_t record)
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
    split_request *p = &l->split_request[id];
    p->flags |= q->flags & MREQ_MISSED;
    q->flags |= p->flags;
    q->entered = p->entered;
    if (!--p->left) {
        l->free_splits[l->n_free_splits++] = (uint16_t)id;
        return;
    }
    if (q->kind == MREQ_WRITE) q->bytes = 0;
    q->kind = MREQ_SECTOR;
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

static inline bool missq_takes(const l2 *l, uint32_t n)
{
    return !l->missq_count || l->missq_count + n <= l->missq_size;
}
static inline bool missq_takes_miss(const l2 *l) { return missq_takes(l, MISS_REQUESTS); }

// ---- lines

// The line in the slot goes; what was written of it goes to the miss queue, which has room.
static void evict(l2 *l, int32_t slot, uint64_t now)
{
    if (l->tags.at[slot].state == LINE_INVALID || !l->have[slot])
        return; // a tag without data is no line
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

// Does r, which has not found its line, go to DRAM beside the fetch? Then the line is not dirty for
// it.
static inline bool sent_on(const l2 *l, const mreq *r)
{
    return l->miss_through && r->kind == MREQ_WRITE;
}

// The MSHR that waits for the sector, or -1: the slot knows it of a reserved line.
static inline int32_t mshr_of(const l2 *l, int32_t slot, const mreq *r)
{
    if (!l->on_fill)
        return slot != TAGS_NONE && l->awaited[slot] & sector_of(l, r)
                   ? l->mshr_at[sector_index(l, slot, r)]
                   : -1;
    for (uint32_t i = 0; i < l->mshrs.n; i++) {
        if (l->sector_of_mshr[i] == sector_number(l, r->addr)) return (int32_t)i;
    }
    return -1;
}

// ---- locality (stats.locality)

// The line of r, in the slot unless it is absent, is referenced. Absent lines (allocation on fill)
// have the MSHRs of their sectors.
static void refer(l2 *l, const mreq *r, int32_t slot)
{
    const l2_reference now = {.kernel = l->kernel, .sm = r->sm};
    if (slot != TAGS_NONE) l->last[slot] = now;
    if (!l->on_fill) return;
    for (uint32_t i = 0; i < l->mshrs.n; i++) {
        const uint64_t sector = l->sector_of_mshr[i];
        if (sector != TAGS_NO_LINE && sector >> (l->line_shift - l->sector_shift) == line_of(l, r))
            l->asked_by[i] = now;
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
    const int32_t slot = slot_for_fill(l, r, l2_set_of(l, r), now);
    if (slot == TAGS_NONE && l->on_fill) return;
    const int32_t id = slot == TAGS_NONE ? -1 : mshr_of(l, slot, r);
    CHECK(id >= 0, "L2 slice %u: a line at 0x%" PRIx64 " comes that nobody waits for", l->slice,
          r->addr);
    if (l->last && l->on_fill && !l->have[slot]) l->last[slot] = l->asked_by[id];
    l->have[slot] |= sector_of(l, r);
    l->fill_free = now + port_ticks(l, r->bytes);
    l->s.fill_port_cycles += l->fill_free - now;
    l->s.fills++;
    complete(l, slot, (uint32_t)id, sector_of(l, r));
    pop_up(l);
}

void l2_bank_take_up(l2 *l, uint64_t now)
{
    const mreq *r = chan_front(l->ch.up);
    if (!r) return;
    if (!(r->flags & MREQ_BYPASS_L2)) {
        if (l->fill_free <= now) fill(l, r, now);
    } else if (chan_can_push(l->ch.reply)) {
        reply(l, r, MREQ_MISSED);
        pop_up(l);
    }
}

void l2_bank_answer(l2 *l)
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

// The slice is closed, and what is asked for is not here: a read or write goes to DRAM, the tag
// stays.
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
        l2_count(&l->s, r, L2_UNCACHED);
        return WAIT_NOTHING;
    }
    mreq q = *r;
    q.flags |= MREQ_BYPASS_L2;
    missq_push(l, &q);
    l->s.streamed_reads++;
    l2_count(&l->s, r, L2_UNCACHED);
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
    const bool closed =
        !hit && id < 0 && r->kind != MREQ_ATOMIC && streambypass_seam_closed(l->monitor);
    l2_wait w = WAIT_NOTHING;
    if (hit) serve_hit(l, d, slot, now);
    else if (closed) w = access_closed(l, d, slot, now);
    else w = access_miss(l, d, slot, id, now);
    if (w != WAIT_NOTHING) return w;
    if (through && !closed) write_through(l, r);
    streambypass_seam_count(l->monitor, slot != TAGS_NONE || id >= 0);
    return w;
}

// A read that has failed bypasses L2, unless a write is before it.
static bool is_bypass(const l2 *l, const delayed *d, l2_wait why)
{
    if (!l->racb || d->r.kind != MREQ_READ || l->missq_count) return false;
    if (why != WAIT_MERGE)
        return why == WAIT_LINE || why == WAIT_MSHR; // a full miss queue is not empty
    const uint32_t id = (uint32_t)mshr_of(l, tags_find(&l->tags, d->set, line_of(l, &d->r)), &d->r);
    for (uint32_t i = 0; i < l->mshrs.count[id]; i++) {
        if (writes(&l->mshrs.slots[(size_t)id * l->mshrs.merges + i])) return false;
    }
    return true;
}

static void go_round(l2 *l, const mreq *r)
{
    mreq q = *r;
    q.flags |= MREQ_BYPASS_L2;
    l2_push_down(l, &q);
    l->s.bypassed_reads++;
    l2_count(&l->s, r, L2_UNCACHED);
}

bool l2_bank_serve(l2 *l, const delayed *d, uint64_t now)
{
    l->waits = access_bank(l, d, now);
    if (l->waits != WAIT_NOTHING && is_bypass(l, d, l->waits)) {
        go_round(l, &d->r);
        l->waits = WAIT_NOTHING;
    }
    if (l->waits == WAIT_NOTHING) return true;
    l->failed = l2_kind_of(&d->r);
    return false;
}
