// rocache.h : read-only cache with misses: the instruction cache and the constant cache of an SM (GPGPU-Sim's read_only_cache).
//
// Sets x ways of lines, LRU, linear index. A line is allocated when it comes (on fill): a miss reserves nothing. A line that is
// asked for already is waited for in its MSHR. Contents are not kept, only tags and timing.
//
// Order of checks: line there = HIT; miss queue full = FAIL; line asked for: merge list full = FAIL, else PENDING; no free
// MSHR = FAIL; else MISS. A failing access is tried again by its owner and counted each time.
//
// A cycle of its owner: at most one rocache_fill, then accesses. A miss asks for its whole line; the request carries the
// requester's mark (MREQ_CODE or MREQ_CONST), by which its reply finds the way back.
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
    uint32_t missq_head, missq_count; // first what is looked at in every cycle
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

// The lines that the active lanes of a load touch, each once, in ascending order: the accesses that it makes. Returns how many.
unsigned rocache_lines(const rocache *r, const winst *i, const wexec *x, segment out[COALESCE_MAX]);

// Is the line there? Then the access is done, and counted.
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

// Does the access to the line of `who->addr`. A copy of `who` comes back through rocache_front after MISS and PENDING.
rocache_answer rocache_access(rocache *r, const mreq *who);

// Towards the crossbar: the line request that leaves next, NULL if none; pop takes it.
static inline const mreq *rocache_miss_front(const rocache *r) { return r->missq_count ? &r->missq[r->missq_head] : 0; }
void rocache_miss_pop(rocache *r);

// A line has come. False: nobody has asked for it, and nothing is changed.
bool rocache_fill(rocache *r, const mreq *reply);
// Accesses whose line is there: the oldest, NULL if none; pop takes it. (Hits do not pass here.)
static inline const mreq *rocache_front(const rocache *r) { return mshr_front(&r->mshrs); }
static inline bool rocache_sends(const rocache *r) { return r->missq_count != 0; }         // rocache_miss_front is not NULL
static inline bool rocache_has_ready(const rocache *r) { return r->mshrs.n_ready != 0; } // rocache_front is not NULL
static inline void rocache_pop(rocache *r) { mshr_pop(&r->mshrs); }

static inline bool rocache_idle(const rocache *r) { return mshr_idle(&r->mshrs) && !r->missq_count; }
// The MSHR that waits for the line of an address; -1: none.
int rocache_mshr_of(const rocache *r, uint64_t addr);
void rocache_view(const rocache *r, const mreq_view *v, const char *waiting, const char *queued, unsigned sm); // these are the places' names
void rocache_dump(const rocache *r, const char *name, unsigned sm, FILE *f); // its outstanding misses, where they are and whose

#endif
