// rocache.h: a read-only cache: the instruction cache and the constant cache of an SM (GPGPU-Sim's
// read_only_cache).
//
// It has LRU sets with a linear index. Lines are allocated on fill: a miss reserves nothing.
// Further accesses to an outstanding line wait in its MSHR. It models tags and timing; data are not
// stored.
//
// Order of the checks: line present: HIT; miss queue full: FAIL; line outstanding: FAIL if its
// merge list is full, else PENDING; no free MSHR: FAIL; else MISS. The owner retries a failed
// access, and every attempt is counted.
//
// Call order in a cycle: at most one rocache_fill, then accesses. A miss requests its whole line.
// The request carries the mark of its requester (MREQ_CODE or MREQ_CONST), by which the reply finds
// its way back.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_ROCACHE_H
#define WL_MACHINE_ROCACHE_H

#include "base/stats.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/core/coalescer.h"

typedef enum rocache_answer { ROCACHE_HIT, ROCACHE_MISS, ROCACHE_PENDING, ROCACHE_FAIL } rocache_answer;

#define ROCACHE_STATS(X) \
    X(accesses, "accesses", "accepted: hits + pending hits + misses") \
    X(hits, "accesses", "that found their line") \
    X(pending, "accesses", "merged into an outstanding miss") \
    X(misses, "accesses", "that allocated an MSHR: reads of the network") \
    X(fail_missq, "tries", "refused: miss queue full") \
    X(fail_merge, "tries", "refused: merge list full") \
    X(fail_mshr, "tries", "refused: no free MSHR") \
    X(fills, "lines", "lines filled")
typedef struct rocache_stats { ROCACHE_STATS(STAT_FIELD) } rocache_stats;
extern const stat_table l1i_stat_table, l1c_stat_table;

typedef struct rocache_cfg {
    unsigned sets, ways, line_bytes, mshrs, merges, miss_queue;
    bool perfect;
} rocache_cfg;
// From a section of the configuration: ROCACHE_CFG(&c->l1i)
#define ROCACHE_CFG(k) \
    (rocache_cfg){(k)->sets, (k)->ways, (k)->line_bytes, (k)->mshrs, (k)->merges, (k)->miss_queue, (k)->perfect}

typedef struct rocache {
    uint32_t missq_head, missq_count; // fields used in every cycle come first
    mshrs mshrs;
    tags tags;
    uint64_t *asked; // [mshr] line number, TAGS_NO_LINE when free or filled
    mreq *missq;     // ring
    unsigned line_shift;
    rocache_cfg k;
    rocache_stats s;
} rocache;

void rocache_init(rocache *r, const rocache_cfg *k);
void rocache_free(rocache *r);
void rocache_flush(rocache *r); // all lines invalid; nothing may be outstanding

// Fills `out` with the lines that the active lanes of a load touch, each once, in ascending order.
// The load makes one access per line. Returns their number.
unsigned rocache_lines(const rocache *r, const winst *i, const wexec *x, segment out[COALESCE_MAX]);

// Performs and counts the access if it hits; returns whether it did.
static inline bool rocache_hit(rocache *r, uint64_t addr)
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
// rocache_front when the line has arrived.
rocache_answer rocache_access(rocache *r, const mreq *who);

// The line request that leaves for the crossbar next, or NULL; rocache_miss_pop removes it.
static inline const mreq *rocache_miss_front(const rocache *r) { return r->missq_count ? &r->missq[r->missq_head] : 0; }
void rocache_miss_pop(rocache *r);

// Fills a line. Returns false, and changes nothing, if the line was not requested.
bool rocache_fill(rocache *r, const mreq *reply);
// The oldest access whose awaited line has arrived, or NULL; rocache_pop removes it. Hits do not
// appear here.
static inline const mreq *rocache_front(const rocache *r) { return mshr_front(&r->mshrs); }
// rocache_miss_front is not NULL
static inline bool rocache_sends(const rocache *r) { return r->missq_count != 0; }
// rocache_front is not NULL
static inline bool rocache_has_ready(const rocache *r) { return r->mshrs.n_ready != 0; }
static inline void rocache_pop(rocache *r) { mshr_pop(&r->mshrs); }

static inline bool rocache_idle(const rocache *r) { return mshr_idle(&r->mshrs) && !r->missq_count; }
// The MSHR that waits for the line of an address; -1: none.
int rocache_mshr_of(const rocache *r, uint64_t addr);
// waiting, queued: names of the places "MSHRs" and "miss queue" in the view.
void rocache_view(const rocache *r, const mreq_view *v, const char *waiting, const char *queued, unsigned sm);
// the outstanding misses
void rocache_dump(const rocache *r, const char *name, unsigned sm, FILE *f);

#endif
