// readonly_cache.h: a read-only cache: the instruction cache and the constant cache of an SM
// (GPGPU-Sim's read_only_cache).
//
// It has LRU sets with a linear index. Lines are allocated on fill: a miss reserves nothing.
// Further accesses to an outstanding line wait in its MSHR. It models tags and timing; data are not
// stored.
//
// Order of the checks: line present: HIT; miss queue full: FAIL; line outstanding: FAIL if its
// merge list is full, else PENDING; no free MSHR: FAIL; else MISS. The owner retries a failed
// access, and every attempt is counted.
//
// Call order in a cycle: at most one readonly_cache_fill, then accesses. A miss requests its whole
// line. The request carries the mark of its requester (MREQ_CODE or MREQ_CONST), by which the reply
// finds its way back.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_READONLY_CACHE_H
#define WL_MACHINE_READONLY_CACHE_H

#include "base/stats.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/core/coalescer.h"

typedef enum readonly_cache_answer {
    READONLY_CACHE_HIT,
    READONLY_CACHE_MISS,
    READONLY_CACHE_PENDING,
    READONLY_CACHE_FAIL
} readonly_cache_answer;

#define READONLY_CACHE_STATS(X) \
    X(accesses, "accesses", "accepted: hits + pending hits + misses") \
    X(hits, "accesses", "accesses that found their line") \
    X(pending, "accesses", "accesses merged into an outstanding miss") \
    X(misses, "accesses", "accesses that allocated an MSHR and read their line from the network") \
    X(fail_missq, "tries", \
      "accesses refused because the miss queue was full, counted once per attempt") \
    X(fail_merge, "tries", \
      "accesses refused because the MSHR held all the requests that it can hold") \
    X(fail_mshr, "tries", "accesses refused because no MSHR was free") \
    X(fills, "lines", "lines filled")
typedef struct readonly_cache_stats {
    READONLY_CACHE_STATS(STAT_FIELD)
} readonly_cache_stats;
extern const stat_table l1i_stat_table, l1c_stat_table;

typedef struct readonly_cache_cfg {
    unsigned sets, ways, line_bytes, mshrs, merges, miss_queue;
    bool perfect;
} readonly_cache_cfg;
// From a section of the configuration: READONLY_CACHE_CFG(&c->l1i)
#define READONLY_CACHE_CFG(k) \
    (readonly_cache_cfg) \
    { \
        (k)->sets, (k)->ways, (k)->line_bytes, (k)->mshrs, (k)->merges, (k)->miss_queue, \
            (k)->perfect \
    }

typedef struct readonly_cache {
    uint32_t missq_head, missq_count; // fields used in every cycle come first
    mshrs mshrs;
    tags tags;
    uint64_t *asked; // [mshr] line number, TAGS_NO_LINE when free or filled
    mreq *missq;     // ring
    unsigned line_shift;
    readonly_cache_cfg k;
    readonly_cache_stats s;
} readonly_cache;

void readonly_cache_init(readonly_cache *r, const readonly_cache_cfg *k);
void readonly_cache_free(readonly_cache *r);
void readonly_cache_flush(readonly_cache *r); // all lines invalid; nothing may be outstanding

// Performs and counts the access if it hits; returns whether it did.
static inline bool readonly_cache_hit(readonly_cache *r, uint64_t addr)
{
    if (!r->k.perfect) {
        uint64_t line = addr >> r->line_shift;
        int32_t slot = tags_find(&r->tags, (uint32_t)(line & (r->k.sets - 1)), line);
        if (slot == TAGS_NONE) return false;
        tags_touch(&r->tags, slot);
    }
    r->s.accesses++;
    r->s.hits++;
    return true;
}

// Accesses the line of who->addr. After MISS and PENDING, a copy of *who returns through
// readonly_cache_front when the line has arrived.
readonly_cache_answer readonly_cache_access(readonly_cache *r, const mreq *who);

// The line request that leaves for the crossbar next, or NULL; readonly_cache_miss_pop removes it.
static inline const mreq *readonly_cache_miss_front(const readonly_cache *r)
{
    return r->missq_count ? &r->missq[r->missq_head] : 0;
}
void readonly_cache_miss_pop(readonly_cache *r);

// Fills a line. Returns false, and changes nothing, if the line was not requested.
bool readonly_cache_fill(readonly_cache *r, const mreq *reply);
// The oldest access whose awaited line has arrived, or NULL; readonly_cache_pop removes it. Hits do
// not appear here.
static inline const mreq *readonly_cache_front(const readonly_cache *r)
{
    return mshr_front(&r->mshrs);
}
// readonly_cache_miss_front is not NULL
static inline bool readonly_cache_sends(const readonly_cache *r) { return r->missq_count != 0; }
// readonly_cache_front is not NULL
static inline bool readonly_cache_has_ready(const readonly_cache *r)
{
    return r->mshrs.n_ready != 0;
}
static inline void readonly_cache_pop(readonly_cache *r) { mshr_pop(&r->mshrs); }

static inline bool readonly_cache_idle(const readonly_cache *r)
{
    return mshr_idle(&r->mshrs) && !r->missq_count;
}
// The MSHR that waits for the line of an address; -1: none.
int readonly_cache_mshr_of(const readonly_cache *r, uint64_t addr);
// waiting, queued: names of the places "MSHRs" and "miss queue" in the view.
void readonly_cache_view(const readonly_cache *r, const mreq_view *v, const char *waiting,
                         const char *queued, unsigned sm);
// the outstanding misses
void readonly_cache_dump(const readonly_cache *r, const char *name, unsigned sm, FILE *f);

#endif
