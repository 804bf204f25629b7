// l1d.c : see l1d.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/l1d.h"

#include "blocks/pric.h"
#include "machine/mshr.h"
#include "machine/tags.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(l1d_stat_table, "l1d", L1D_STATS);

// Who evicted a line: valid bit, warp (6 bits), CTA slot (5 bits), line number (52 bits), from bit 0 up.
enum { EVICTED_ROWS = 4096, EVICTED_WAYS = 4, EVICTED_LINE_SHIFT = 12 };

struct l1d {
    tags tags;
    mshrs mshrs;
    gate *gate; // NULL: none
    pric index; // set index function
    unsigned line_shift, sm;
    uint32_t version;
    uint16_t line_bytes;
    bool bypass_full;
    uint32_t missq_size, missq_head, missq_count;
    mreq *missq; // ring
    mreq bypass;
    uint64_t *evicted; // [row * EVICTED_WAYS + age]
    l1d_stats s;
};

static inline uint64_t line_of(const l1d *l, const mreq *r) { return r->addr >> l->line_shift; }
static inline bool missq_full(const l1d *l) { return l->missq_count == l->missq_size; }

static bool index_made(l1d *l, const config *c, err *e)
{
    const index_fn f = index_fn_of_l1d(c);
    const char *key;
    char *wrong = index_fn_wrong(&f, false, &key);
    if (!wrong) pric_init(&l->index, &f);
    else err_add(e, ST_INPUT, "%s", wrong);
    free(wrong);
    return !wrong;
}

l1d *l1d_new(const config *c, unsigned sm, err *e)
{
    const struct cfg_l1d *k = &c->l1d;
    l1d *l = wl_calloc(1, sizeof *l);
    if (!index_made(l, c, e)) {
        free(l);
        return NULL;
    }
    tags_init(&l->tags, k->sets, k->ways);
    mshr_init(&l->mshrs, k->mshrs, k->merges);
    l->line_bytes = (uint16_t)k->line_bytes;
    l->line_shift = (unsigned)__builtin_ctz(k->line_bytes);
    l->sm = sm;
    l->missq_size = k->miss_queue;
    l->missq = wl_calloc(k->miss_queue, sizeof *l->missq);
    l->evicted = wl_calloc((size_t)EVICTED_ROWS * EVICTED_WAYS, sizeof *l->evicted);
    return l;
}

void l1d_free(l1d *l)
{
    if (!l) return;
    tags_free(&l->tags);
    mshr_free(&l->mshrs);
    free(l->missq);
    free(l->evicted);
    free(l);
}

void l1d_tell(l1d *l, gate *g) { l->gate = g; }

bool l1d_idle(const l1d *l) { return mshr_idle(&l->mshrs) && !l->missq_count && !l->bypass_full; }

void l1d_flush(l1d *l)
{
    CHECK(l1d_idle(l), "L1D of SM %u flushed with requests outstanding", l->sm);
    tags_clear(&l->tags);
    memset(l->evicted, 0, (size_t)EVICTED_ROWS * EVICTED_WAYS * sizeof *l->evicted);
    l->version++;
}

// Multiplicative hashing spreads lines of power-of-two strides over the rows.
static uint64_t *evicted_row(const l1d *l, uint64_t line)
{
    return &l->evicted[((line * 0x9e3779b97f4a7c15u) >> 52) * EVICTED_WAYS];
}

static unsigned evicted_way(const uint64_t *row, uint64_t line)
{
    unsigned i = 0;
    while (i < EVICTED_WAYS && !((row[i] & 1) && row[i] >> EVICTED_LINE_SHIFT == line)) i++;
    return i;
}

static void note_eviction(l1d *l, uint64_t line, unsigned warp, unsigned cta)
{
    uint64_t *row = evicted_row(l, line);
    unsigned i = evicted_way(row, line);
    if (i == EVICTED_WAYS) i--;
    for (; i > 0; i--) row[i] = row[i - 1];
    row[0] = line << EVICTED_LINE_SHIFT | (uint64_t)(cta & 31) << 7 | (uint64_t)(warp & 63) << 1 | 1;
}

static void count_miss_class(l1d *l, uint64_t line, unsigned warp, unsigned cta)
{
    const uint64_t *row = evicted_row(l, line);
    const unsigned i = evicted_way(row, line);
    if (i == EVICTED_WAYS) l->s.cold_misses++;
    else if ((row[i] >> 7 & 31) != cta) l->s.contention_cross_cta++;
    else if ((row[i] >> 1 & 63) != warp) l->s.contention_cross_warp++;
    else l->s.contention_intra_warp++;
}

static l1d_answer probe_read(const l1d *l, const mreq *r)
{
    const uint64_t line = line_of(l, r);
    const uint32_t set = pric_index(&l->index, line);
    const int32_t slot = tags_find(&l->tags, set, line);
    if (slot != TAGS_NONE) {
        if (l->tags.state[slot] == LINE_VALID) return L1D_HIT;
        if (missq_full(l)) return L1D_FAIL_MISSQ;
        return mshr_can_merge(&l->mshrs, l->tags.mshr[slot]) ? L1D_PENDING : L1D_FAIL_MERGE;
    }
    if (tags_victim(&l->tags, set) == TAGS_NONE) return L1D_FAIL_LINE;
    if (missq_full(l)) return L1D_FAIL_MISSQ;
    return mshr_full(&l->mshrs) ? L1D_FAIL_MSHR : L1D_MISS;
}

static int32_t slot_of(const l1d *l, uint64_t line) { return tags_find(&l->tags, pric_index(&l->index, line), line); }

l1d_answer l1d_probe(const l1d *l, const mreq *r)
{
    if (r->kind == MREQ_READ) return probe_read(l, r);
    if (missq_full(l)) return L1D_FAIL_MISSQ;
    const int32_t slot = slot_of(l, line_of(l, r));
    return slot != TAGS_NONE && l->tags.state[slot] == LINE_VALID ? L1D_HIT : L1D_MISS;
}

static void missq_push(l1d *l, const mreq *r)
{
    uint32_t at = l->missq_head + l->missq_count++;
    l->missq[at < l->missq_size ? at : at - l->missq_size] = *r;
}

// Of a line: all of it is asked for, whatever the request needs.
static mreq line_request(const l1d *l, const mreq *r)
{
    mreq q = *r;
    q.addr = line_of(l, r) << l->line_shift;
    q.bytes = l->line_bytes;
    q.mask = l->line_bytes < 128 ? (1u << l->line_bytes / 4) - 1 : UINT32_MAX;
    return q;
}

static void accept_miss(l1d *l, const mreq *r, unsigned cta)
{
    const uint64_t line = line_of(l, r);
    const int32_t slot = tags_victim(&l->tags, pric_index(&l->index, line));
    l->s.read_misses++;
    count_miss_class(l, line, r->warp, cta);
    if (l->tags.state[slot] == LINE_VALID) {
        l->s.evictions++;
        note_eviction(l, l->tags.line[slot], r->warp, cta);
    }
    if (l->gate) gate_miss(l->gate, r->warp, line, (uint32_t)slot);
    tags_reserve(&l->tags, slot, line, mshr_alloc(&l->mshrs, r));
    const mreq q = line_request(l, r);
    missq_push(l, &q);
}

static void accept_read(l1d *l, const mreq *r, l1d_answer a, unsigned cta)
{
    l->s.read_accesses++;
    if (a == L1D_MISS) {
        accept_miss(l, r, cta);
        return;
    }
    const int32_t slot = slot_of(l, line_of(l, r));
    tags_touch(&l->tags, slot);
    if (a == L1D_HIT) {
        l->s.read_hits++;
    } else {
        l->s.read_pending++;
        mshr_merge(&l->mshrs, l->tags.mshr[slot], r);
    }
}

// A write or an atomic leaves for L2; a valid line goes, a reserved one stays for those that wait for it.
static void accept_write(l1d *l, const mreq *r, l1d_answer a, unsigned cta)
{
    const uint64_t line = line_of(l, r);
    const int32_t slot = slot_of(l, line);
    const bool write = r->kind == MREQ_WRITE;
    if (a == L1D_HIT) {
        if (l->gate) gate_drop(l->gate, (uint32_t)slot);
        tags_invalidate(&l->tags, slot);
        note_eviction(l, line, r->warp, cta);
    }
    l->s.write_accesses += write;
    l->s.atomics += !write;
    l->s.write_hits += write && a == L1D_HIT;
    l->s.write_pending += write && a != L1D_HIT && slot != TAGS_NONE;
    l->s.write_misses += write && slot == TAGS_NONE;
    missq_push(l, r);
}

void l1d_accept(l1d *l, const mreq *r, l1d_answer a, unsigned cta)
{
    CHECK(a <= L1D_PENDING, "SM %u: L1D cannot accept a failing request (answer %d)", l->sm, (int)a);
    if (r->kind == MREQ_READ) accept_read(l, r, a, cta);
    else accept_write(l, r, a, cta);
    l->version++;
}

void l1d_count_fail(l1d *l, l1d_answer a, uint64_t cycles)
{
    uint64_t *const cause[] = {&l->s.fail_line, &l->s.fail_mshr, &l->s.fail_merge, &l->s.fail_missq};
    CHECK(a >= L1D_FAIL_LINE && a <= L1D_FAIL_MISSQ, "SM %u: answer %d is no reservation failure", l->sm, (int)a);
    *cause[a - L1D_FAIL_LINE] += cycles;
}

bool l1d_bypass_ready(const l1d *l) { return !l->bypass_full; }

void l1d_bypass(l1d *l, const mreq *r)
{
    CHECK(!l->bypass_full && r->kind == MREQ_READ, "SM %u: bypass of a request of kind %u, slot full: %d", l->sm, r->kind, l->bypass_full);
    l->bypass = *r;
    l->bypass.flags |= MREQ_BYPASS;
    l->bypass_full = true;
    l->s.bypassed_reads++;
    l->version++;
}

const mreq *l1d_miss_front(const l1d *l)
{
    if (l->bypass_full) return &l->bypass;
    return l->missq_count ? &l->missq[l->missq_head] : NULL;
}

void l1d_miss_pop(l1d *l)
{
    l->version++;
    if (l->bypass_full) {
        l->bypass_full = false;
        return;
    }
    CHECK(l->missq_count, "SM %u: pop of an empty miss queue", l->sm);
    l->missq_count--;
    if (++l->missq_head == l->missq_size) l->missq_head = 0;
}

void l1d_fill(l1d *l, const mreq *reply)
{
    const int32_t slot = slot_of(l, line_of(l, reply));
    CHECK(slot != TAGS_NONE && l->tags.state[slot] == LINE_RESERVED, "SM %u: a line at 0x%" PRIx64 " comes that nobody waits for", l->sm,
          reply->addr);
    l->tags.state[slot] = LINE_VALID;
    mshr_fill(&l->mshrs, l->tags.mshr[slot]);
    l->s.fills++;
    l->version++;
}

const mreq *l1d_ready_front(const l1d *l) { return mshr_front(&l->mshrs); }

void l1d_ready_pop(l1d *l)
{
    mshr_pop(&l->mshrs);
    l->version++;
}

uint32_t l1d_version(const l1d *l) { return l->version; }

const l1d_stats *l1d_get_stats(const l1d *l) { return &l->s; }

static bool in_missq(const l1d *l, uint64_t addr)
{
    for (uint32_t k = 0; k < l->missq_count; k++) {
        const mreq *r = &l->missq[(l->missq_head + k) % l->missq_size];
        if (r->kind == MREQ_READ && r->addr == addr) return true;
    }
    return false;
}

static void dump_reserved(const l1d *l, FILE *f)
{
    for (uint32_t i = 0; i < l->tags.sets * l->tags.ways; i++) {
        if (l->tags.state[i] != LINE_RESERVED) continue;
        const uint32_t id = l->tags.mshr[i];
        const uint64_t addr = l->tags.line[i] << l->line_shift;
        fprintf(f, "    MSHR %u: line 0x%" PRIx64 " of set %u %s, for loads", id, addr, i / l->tags.ways,
                in_missq(l, addr) ? "waits in the miss queue for the crossbar" : "was asked of L2, has not come back");
        for (uint32_t k = 0; k < l->mshrs.count[id]; k++) fprintf(f, " %u", l->mshrs.slots[(size_t)id * l->mshrs.merges + k].load);
        fprintf(f, "\n");
    }
}

void l1d_dump(const l1d *l, FILE *f)
{
    fprintf(f, "  L1D of SM %u: %u of %u MSHRs in use, %u of %u in the miss queue, %s\n", l->sm, l->mshrs.n - l->mshrs.n_unused,
            l->mshrs.n, l->missq_count, l->missq_size, l->bypass_full ? "a bypassed read waits for the network" : "no bypass waits");
    dump_reserved(l, f);
}
