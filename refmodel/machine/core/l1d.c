// l1d.c : see l1d.h. Requests, fills, the miss queue; making it is in l1d_life.c, reports are in
// l1d_report.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d_state.h"

#include <inttypes.h>

static inline uint64_t line_of(const l1d *l, const mreq *r) { return r->addr >> l->line_shift; }
static inline uint32_t set_of(const l1d *l, uint64_t line)
{
    return line == l->looked_at ? l->looked_set : pric_index(&l->index, line);
}

// ---- where a line stands

typedef struct found {
    int32_t slot; // of the line, present or reserved, or TAGS_NONE
    int32_t mshr; // that awaits the line, or TAGS_NONE
    uint32_t set;
    int32_t victim; // once a place for the line has been looked for
    bool bare;      // slot holds its tag without data, and nobody fetches them
} found;

// slot: that tags_find says.
static inline __attribute__((always_inline)) found found_at(const l1d *l, uint64_t line,
                                                            uint32_t set, int32_t slot)
{
    found f = {slot, TAGS_NONE, set, TAGS_NONE, false};
    const bool there = slot != TAGS_NONE;
    const tag *at = &l->tags.at[choose(there, (uint64_t)f.slot, 0)];
    const line_state state = (line_state)choose(there, at->state, LINE_INVALID);
    f.mshr = (int32_t)choose(state == LINE_RESERVED, at->mshr, (uint64_t)TAGS_NONE);
    if (l->on_fill && (state == LINE_INVALID || state == LINE_TAG))
        f.mshr = linemap_find(&l->asked, line);
    f.bare = state == LINE_TAG && f.mshr == TAGS_NONE;
    return f;
}

static inline found find(const l1d *l, uint64_t line)
{
    const uint32_t set = set_of(l, line);
    return found_at(l, line, set, tags_find(&l->tags, set, line));
}

static inline bool present(const found *f)
{
    return (f->slot != TAGS_NONE) & (f->mshr == TAGS_NONE) & !f->bare;
}
static inline bool awaited(const found *f) { return f->mshr != TAGS_NONE; }

static inline bool is_dirty(const l1d *l, int32_t slot)
{
    return slot != TAGS_NONE && l->tags.at[slot].state == LINE_DIRTY;
}

// Room in the miss queue for so many at once; an empty queue takes any number that one access
// makes.
static inline bool has_room(const l1d *l, uint32_t n)
{
    return (l->missq_count + n <= l->missq_size) | !l->missq_count;
}

// ---- probe

// Where a line that is not there would go: to its own tag, or in the place of another.
static inline int32_t place_for(const l1d *l, const found *f)
{
    return f->bare ? f->slot : tags_victim(&l->tags, f->set);
}

// The cache is closed: a request for a line without data goes to L2, behind the write-back of what
// its tag replaces.
static l1d_answer probe_closed(const l1d *l, found *f)
{
    f->victim = place_for(l, f);
    return has_room(l, is_dirty(l, f->victim) ? 2 : 1) ? L1D_MISS : L1D_FAIL_MISSQ;
}

// What the miss of an absent line would be told.
static l1d_answer probe_absent(const l1d *l, found *f)
{
    uint32_t places = l->read_places;
    if (!l->on_fill) {
        f->victim = place_for(l, f);
        if (f->victim == TAGS_NONE) return L1D_FAIL_LINE;
        if (is_dirty(l, f->victim)) places = 2;
    }
    if (!has_room(l, places)) return L1D_FAIL_MISSQ;
    return mshr_full(&l->mshrs) ? L1D_FAIL_MSHR : L1D_MISS;
}

static l1d_answer probe_bypass(const l1d *l) { return has_room(l, 1) ? L1D_MISS : L1D_FAIL_MISSQ; }

static l1d_answer probe_read(const l1d *l, found *f)
{
    if (!l->enabled) return probe_bypass(l);
    if (present(f)) return L1D_HIT;
    if (!awaited(f))
        return streambypass_seam_closed(l->monitor) ? probe_closed(l, f) : probe_absent(l, f);
    if (!has_room(l, l->read_places)) return L1D_FAIL_MISSQ;
    return mshr_can_merge(&l->mshrs, (uint32_t)f->mshr) ? L1D_PENDING : L1D_FAIL_MERGE;
}

// A write or atomic that leaves for L2, after the write-back of the dirty line that it invalidates.
static l1d_answer probe_sent(const l1d *l, const found *f, bool evicts)
{
    const uint32_t places = evicts && present(f) && is_dirty(l, f->slot) ? 2 : 1;
    if (!has_room(l, places)) return L1D_FAIL_MISSQ;
    return present(f) ? L1D_HIT : L1D_MISS;
}

static inline bool covers_line(const l1d *l, const mreq *r)
{
    return r->mask == l->line_mask && !(r->flags & MREQ_PARTIAL);
}

// A write of kind back to an absent line, with write-allocate.
static l1d_answer probe_allocating(const l1d *l, const mreq *r, found *f)
{
    if (!covers_line(l, r)) {
        const l1d_answer a = probe_absent(l, f);
        return a == L1D_MISS ? L1D_PENDING : a;
    }
    f->victim = place_for(l, f);
    if (f->victim == TAGS_NONE) return L1D_FAIL_LINE;
    return is_dirty(l, f->victim) && !has_room(l, 1) ? L1D_FAIL_MISSQ : L1D_STORED;
}

static l1d_answer probe_back(const l1d *l, const mreq *r, found *f)
{
    if (present(f)) return L1D_STORED;
    if (awaited(f))
        return mshr_can_merge(&l->mshrs, (uint32_t)f->mshr) ? L1D_PENDING : L1D_FAIL_MERGE;
    if (!l->write_allocate) return probe_sent(l, f, false);
    return streambypass_seam_closed(l->monitor) ? probe_closed(l, f) : probe_allocating(l, r, f);
}

static inline l1_write_kind policy_of(const l1d *l, const mreq *r)
{
    if (r->kind == MREQ_ATOMIC) return L1_WRITE_EVICT;
    return r->flags & MREQ_LOCAL ? l->local_write : l->global_write;
}

static l1d_answer probe_found(const l1d *l, const mreq *r, found *f)
{
    if (r->kind == MREQ_READ) return mreq_is_read(r) ? probe_read(l, f) : probe_bypass(l);
    const l1_write_kind policy = policy_of(l, r);
    return policy == L1_WRITE_BACK && l->enabled ? probe_back(l, r, f)
                                                 : probe_sent(l, f, policy == L1_WRITE_EVICT);
}

static found find_request(const l1d *l, const mreq *r)
{
    const found nowhere = {TAGS_NONE, TAGS_NONE, 0, TAGS_NONE, false};
    return l->enabled ? find(l, line_of(l, r)) : nowhere;
}

l1d_answer l1d_probe(const l1d *l, const mreq *r)
{
    found f = find_request(l, r);
    return probe_found(l, r, &f);
}

// ---- the miss queue

// Where it stands there now.
static inline mreq *missq_push(l1d *l, const mreq *r)
{
    uint32_t at = l->missq_head + l->missq_count++;
    CHECK(l->missq_count <= l->missq_places, "SM %u: miss queue of %u overflows", l->sm,
          l->missq_places);
    mreq *const q = &l->missq[at < l->missq_places ? at : at - l->missq_places];
    *q = *r;
    return q;
}

// Of a line: all of it, whatever the request needs.
static inline mreq *missq_push_line(l1d *l, const mreq *r, uint64_t line)
{
    mreq *const q = missq_push(l, r);
    q->addr = line << l->line_shift;
    q->bytes = l->line_bytes;
    q->mask = l->line_mask;
    return q;
}

static void forget_dirty(l1d *l, int32_t slot)
{
    if (l->local[slot]) l->dirty_local--;
    else l->dirty_global--;
}

static void set_dirty(l1d *l, int32_t slot, bool local)
{
    if (l->tags.at[slot].state == LINE_DIRTY) forget_dirty(l, slot);
    l->tags.at[slot].state = LINE_DIRTY;
    l->local[slot] = local;
    if (local) l->dirty_local++;
    else l->dirty_global++;
}

// The dirty line goes to L2; `r`: what made it go.
static void write_back(l1d *l, int32_t slot, const mreq *r)
{
    mreq *const q = missq_push_line(l, r, l->tags.at[slot].line);
    q->kind = MREQ_WRITE;
    q->load = MREQ_FROM_L1D;
    q->flags = 0;
    forget_dirty(l, slot);
    l->writebacks_queued++;
    l->s.writebacks++;
}

// The slot is taken for the line of r; what it held goes.
static void replace(l1d *l, int32_t slot, const mreq *r, uint32_t block)
{
    if (l->gate) issue_gate_miss(l->gate, r->warp, line_of(l, r), (uint32_t)slot);
    if (l->tags.at[slot].state == LINE_INVALID || l->tags.at[slot].state == LINE_TAG) return;
    l->s.evictions++;
    eviction_history_note(&l->evicted, l->tags.at[slot].line, block, r->warp);
    if (l->tags.at[slot].state == LINE_DIRTY) write_back(l, slot, r);
}

// ---- accept

static void count_miss_class(l1d *l, const mreq *r, unsigned cta)
{
    uint64_t *const classes = &l->s.cold_misses; // four counters, in the order of the classes
    classes[eviction_history_class_of(&l->evicted, line_of(l, r), l->block[cta], r->warp)]++;
}

// ---- locality (stats.locality)

static reference *last_reference(const l1d *l, const found *f)
{
    return f->mshr != TAGS_NONE ? &l->asked_by[f->mshr] : &l->last[f->slot];
}

static reference reference_of(const l1d *l, const mreq *r, unsigned cta)
{
    return (reference){.lanes = r->lanes, .block = l->block[cta], .warp = r->warp};
}

// r finds its line, present or awaited.
static void count_locality(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    uint64_t *const kinds[] = {[LOCALITY_INTRA_THREAD] = &l->s.locality_intra_thread,
                               [LOCALITY_INTER_THREAD] = &l->s.locality_inter_thread,
                               [LOCALITY_BLOCK] = &l->s.locality_block,
                               [LOCALITY_CORE] = &l->s.locality_core};
    reference *last = last_reference(l, f);
    const reference now = reference_of(l, r, cta);
    ++*kinds[locality_of(last, &now)];
    *last = now;
}

// The line is asked for; r waits for it in a new MSHR.
static void fetch(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    const uint64_t line = line_of(l, r);
    const uint32_t id = mshr_alloc(&l->mshrs, r);
    if (l->asked_by) l->asked_by[id] = reference_of(l, r, cta);
    l->waits[id] = (l1d_waits){.since = l->now,
                               .block = l->block[cta],
                               .write = r->kind == MREQ_WRITE,
                               .local = (r->flags & MREQ_LOCAL) != 0};
    missq_push_line(l, r, line)->kind = MREQ_READ;
    if (l->on_fill) {
        linemap_add(&l->asked, line, (int32_t)id);
        return;
    }
    if (!f->bare) replace(l, f->victim, r, l->block[cta]);
    tags_reserve(&l->tags, f->victim, line, id);
}

static void merge(l1d *l, const found *f, const mreq *r)
{
    if (f->slot != TAGS_NONE) tags_touch(&l->tags, f->slot);
    mshr_merge(&l->mshrs, (uint32_t)f->mshr, r);
    if (r->kind != MREQ_WRITE) return;
    l->waits[f->mshr].write = true;
    l->waits[f->mshr].local = (r->flags & MREQ_LOCAL) != 0;
}

// A read whose reply fills nothing.
static void send_bypass(l1d *l, const mreq *r) { missq_push(l, r)->flags |= MREQ_BYPASS; }

// The cache is closed: the line of r has its tag here from now on.
static void keep_tag(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    if (f->bare) {
        tags_touch(&l->tags, f->slot);
    } else if (f->victim != TAGS_NONE) {
        replace(l, f->victim, r, l->block[cta]);
        tags_put(&l->tags, f->victim, line_of(l, r), LINE_TAG);
    }
}

static void read_closed(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    l->s.streamed_reads++;
    l->s.streamed_tag_hits += f->bare;
    keep_tag(l, r, f, cta);
    send_bypass(l, r);
}

static void read_missed(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    l->s.read_misses++;
    l->s.data_misses += f->bare;
    count_miss_class(l, r, cta);
    if (l->enabled) {
        fetch(l, r, f, cta);
        return;
    }
    l->s.uncached_reads++;
    send_bypass(l, r);
}

static void count_windows(l1d *l, uint64_t line)
{
    uint64_t *const merged[COALESCING_WINDOW_SIZES] = {
        &l->s.window_8, &l->s.window_16, &l->s.window_32, &l->s.window_64, &l->s.window_128};
    for (unsigned k = 0; k < COALESCING_WINDOW_SIZES; k++)
        *merged[k] += coalescing_window_merges(l->window, k, line);
}

static void count_local_read(l1d *l, l1d_answer a)
{
    l1d_stats *s = &l->s;
    ++*(a == L1D_HIT                           ? &s->local_read_hits
        : a == L1D_PENDING                     ? &s->local_read_pending
        : streambypass_seam_closed(l->monitor) ? &s->local_streamed_reads
                                               : &s->local_read_misses);
}

// ld.cg: the cache has nothing to do with it.
static void pass_bypass(l1d *l, const mreq *r)
{
    l->s.cg_reads++;
    missq_push(l, r);
}

static void accept_read(l1d *l, const mreq *r, const found *f, l1d_answer a, unsigned cta)
{
    l->s.read_accesses++;
    l->s.read_hits += a == L1D_HIT;
    l->s.read_pending += a == L1D_PENDING;
    if (r->flags & MREQ_LOCAL) count_local_read(l, a);
    streambypass_seam_count(l->monitor, a != L1D_MISS || f->bare);
    if (l->window) count_windows(l, line_of(l, r));
    if (a == L1D_HIT) tags_touch(&l->tags, f->slot);
    else if (a == L1D_PENDING) merge(l, f, r);
    else if (streambypass_seam_closed(l->monitor)) read_closed(l, r, f, cta);
    else read_missed(l, r, f, cta);
}

// Into the line at once: it is present, or the write covers all of it.
static void store(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    int32_t slot = f->slot;
    l->s.writes_stored++;
    if (!present(f)) {
        slot = f->victim;
        if (!f->bare) replace(l, slot, r, l->block[cta]);
        tags_put(&l->tags, slot, line_of(l, r), LINE_VALID);
        if (l->last) l->last[slot] = reference_of(l, r, cta);
    }
    tags_touch(&l->tags, slot);
    set_dirty(l, slot, (r->flags & MREQ_LOCAL) != 0);
}

static void wait_for_line(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    if (awaited(f)) {
        merge(l, f, r);
        return;
    }
    l->s.write_fetches++;
    fetch(l, r, f, cta);
}

// The line, or its tag alone, is no longer here.
static void drop_line(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    if (present(f))
        eviction_history_note(&l->evicted, l->tags.at[f->slot].line, l->block[cta], r->warp);
    if (is_dirty(l, f->slot)) write_back(l, f->slot, r);
    if (l->gate) issue_gate_drop(l->gate, (uint32_t)f->slot);
    tags_invalidate(&l->tags, f->slot);
}

// On to L2. A present line goes, is kept up to date, or (kind back without write-allocate) is not
// there.
static void send_on(l1d *l, const mreq *r, const found *f, unsigned cta)
{
    const l1_write_kind policy = policy_of(l, r);
    const bool here = present(f) || f->bare;
    if (here && policy == L1_WRITE_EVICT) drop_line(l, r, f, cta);
    else if (here) tags_touch(&l->tags, f->slot);
    else if (policy == L1_WRITE_BACK && l->write_allocate)
        keep_tag(l, r, f, cta); // closed, or it would have a line
    missq_push(l, r);
}

static void count_write(l1d *l, const mreq *r, const found *f, l1d_answer a)
{
    l1d_stats *s = &l->s;
    const bool sent = a == L1D_HIT || a == L1D_MISS, local = r->flags & MREQ_LOCAL;
    s->write_accesses++;
    ++*(present(f) ? &s->write_hits : awaited(f) ? &s->write_pending : &s->write_misses);
    s->writes_sent += sent;
    if (!local) return;
    ++*(present(f)   ? &s->local_write_hits
        : awaited(f) ? &s->local_write_pending
                     : &s->local_write_misses);
    s->local_writes_sent += sent;
}

static void accept_write(l1d *l, const mreq *r, const found *f, l1d_answer a, unsigned cta)
{
    if (r->kind == MREQ_WRITE) {
        count_write(l, r, f, a);
    } else {
        l->s.atomics++;
    }
    if (a == L1D_STORED) store(l, r, f, cta);
    else if (a == L1D_PENDING) wait_for_line(l, r, f, cta);
    else send_on(l, r, f, cta);
}

static inline bool in_cache(const mreq *r, l1d_answer a)
{
    return a == L1D_STORED || (a == L1D_HIT && r->kind == MREQ_READ);
}

l1d_answer l1d_offer(l1d *l, const mreq *r, unsigned cta, bool hits_only)
{
    found f = find_request(l, r);
    const l1d_answer a = probe_found(l, r, &f);
    if (a >= L1D_FAIL_LINE) return a;
    if (hits_only && !in_cache(r, a)) {
        l->s.bank_waits++;
        return L1D_HELD;
    }
    if (l->last && r->kind != MREQ_ATOMIC && !(r->flags & MREQ_BYPASS) &&
        (present(&f) || awaited(&f)))
        count_locality(l, r, &f, cta);
    if (mreq_is_read(r)) accept_read(l, r, &f, a, cta);
    else if (r->kind == MREQ_READ) pass_bypass(l, r);
    else accept_write(l, r, &f, a, cta);
    return a;
}

l1d_answer l1d_read_absent(l1d *l, const mreq *r, unsigned cta)
{
    found f = found_at(l, l->looked_at, l->looked_set, l->looked_slot);
    const l1d_answer a = probe_read(l, &f);
    if (a < L1D_FAIL_LINE) accept_read(l, r, &f, a, cta);
    return a;
}

void l1d_count_busy(l1d *l) { l->s.busy_cycles++; }

// ---- to L2 and back

const mreq *l1d_miss_front(const l1d *l)
{
    if (l->bypass_full) return &l->bypass;
    return l->missq_count ? &l->missq[l->missq_head] : NULL;
}

void l1d_miss_pop(l1d *l)
{
    l->ended |= l1d_cause_bit(L1D_FAIL_MISSQ);
    if (l->bypass_full) {
        l->bypass_full = false;
        return;
    }
    CHECK(l->missq_count, "SM %u: pop of an empty miss queue", l->sm);
    if (l->missq[l->missq_head].load == MREQ_FROM_L1D) l->writebacks_queued--;
    l->missq_count--;
    if (++l->missq_head == l->missq_places) l->missq_head = 0;
}

void l1d_count_left_out(l1d *l) { l->s.left_out++; }

// A line has come: it may be the one that is asked for, or a way for it. It frees no MSHR, but
// behind a dirty victim, which takes a second place in the miss queue, the answer may be MISSQ
// instead.
static inline void note_fill(l1d *l)
{
    l->ended |= l1d_cause_bit(L1D_FAIL_LINE) | l1d_cause_bit(L1D_FAIL_MERGE) |
                l1d_cause_bit(L1D_FAIL_MISSQ);
    if (l->on_fill || l->dirty_global || l->dirty_local) l->ended |= l1d_cause_bit(L1D_FAIL_MSHR);
}

// A line has come that was asked for in cycle `since`.
static inline void count_fill(l1d *l, const mreq *reply, uint64_t since)
{
    const uint64_t latency = l->now - since;
    const bool hit = !(reply->flags & MREQ_MISSED);
    l->s.fills++;
    l->s.miss_latency += latency;
    l->s.l2_hit_fills += hit;
    l->s.l2_hit_latency += hit ? latency : 0;
}

void l1d_fill(l1d *l, const mreq *reply)
{
    const uint64_t line = line_of(l, reply);
    const found f = find(l, line);
    CHECK(awaited(&f), "SM %u: a line at 0x%" PRIx64 " comes that nobody waits for", l->sm,
          reply->addr);
    const l1d_waits *w = &l->waits[f.mshr];
    int32_t slot = f.slot;
    if (l->on_fill) {
        linemap_remove(&l->asked, line);
        const mreq *first = &l->mshrs.slots[(size_t)f.mshr * l->mshrs.merges];
        const bool tagged = slot != TAGS_NONE; // a closed cache has kept its tag
        slot = tagged ? slot : tags_victim(&l->tags, f.set);
        if (!tagged) replace(l, slot, first, w->block);
        tags_put(&l->tags, slot, line, LINE_VALID);
    }
    l->tags.at[slot].state = LINE_VALID;
    if (w->write) set_dirty(l, slot, w->local);
    if (l->last) l->last[slot] = l->asked_by[f.mshr];
    mshr_fill(&l->mshrs, (uint32_t)f.mshr);
    note_fill(l);
    count_fill(l, reply, w->since);
}

void l1d_writeback_acked(l1d *l) { l->s.writeback_acks++; }

const mreq *l1d_ready_front(const l1d *l) { return mshr_front(&l->mshrs); }

void l1d_ready_pop(l1d *l)
{
    const uint32_t unused = l->mshrs.n_unused;
    l->s.writes_waited += mshr_front(&l->mshrs)->kind == MREQ_WRITE;
    mshr_pop(&l->mshrs);
    if (l->mshrs.n_unused != unused) l->ended |= l1d_cause_bit(L1D_FAIL_MSHR);
}

int32_t l1d_awaiting_mshr(const l1d *l, const mreq *r) { return find(l, line_of(l, r)).mshr; }
uint32_t l1d_ready_mshr(const l1d *l) { return l->mshrs.ready[l->mshrs.ready_head]; }
bool l1d_forwards_misses(const l1d *l)
{
    return !l->enabled || streambypass_seam_closed(l->monitor);
}

unsigned l1d_bank(const l1d *l, uint64_t addr)
{
    return l->bank_mask ? set_of(l, addr >> l->line_shift) & l->bank_mask : 0;
}

// ---- dirty lines at the end of a kernel

bool l1d_dirty(const l1d *l) { return l->dirty_global != 0; }

bool l1d_drain(l1d *l)
{
    if (!l->dirty_global || !has_room(l, 1)) return false;
    const uint32_t n = l->tags.sets * l->tags.ways;
    while (l->tags.at[l->drain_at].state != LINE_DIRTY || l->local[l->drain_at])
        l->drain_at = l->drain_at + 1 < n ? l->drain_at + 1 : 0;
    const mreq r = {.sm = (uint8_t)l->sm};
    write_back(l, (int32_t)l->drain_at, &r);
    l->tags.at[l->drain_at].state = LINE_VALID;
    return true;
}

const l1d_stats *l1d_get_stats(const l1d *l) { return &l->s; }
