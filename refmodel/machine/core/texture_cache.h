// texture_cache.h: the texture cache of an SM (L1T), after Igehy, Eldridge and Proudfoot,
// "Prefetching in a Texture Cache Architecture" (1998), with the order of events of GPGPU-Sim's
// tex_cache.
//
// It hides the latency of memory by order instead of by MSHRs. An access looks up its line's tag at
// once, and a line that misses takes its place at once, so that what follows hits. Accesses then
// wait for their data in a FIFO, the fragment FIFO, and leave it strictly in order: a hit behind a
// miss waits for the miss, and its data are there when its turn comes. Hence the cache never
// answers that data are ready: both HIT and MISS mean accepted.
//
//   tags             LRU, linear index, changed by each accepted access. The line that a miss
//                    replaces may still be awaited: whoever asks for it again misses again.
//   request FIFO     misses that wait for the request network
//   reorder buffer   a place for each miss, in order of the misses, from the access until its
//                    fragment leaves; the line comes into it whenever it comes
//   fragment FIFO    the accepted accesses
//   result FIFO      accesses whose data are ready, for the owner to write back
//
// An access is refused while the fragment FIFO, the request FIFO or the reorder buffer is full,
// even if it would hit; the first of them that is full is counted. The owner retries, and every
// attempt is counted.
//
// Call order in a cycle: results that leave (texture_cache_pop); at most one texture_cache_fill;
// texture_cache_step and at most one texture_cache_miss_pop, in either order; at most one access.
// So an access of cycle t that hits, with nothing before it, is a result in t + 1; its miss is
// offered to the network in t + 1; and a miss whose line is filled in cycle f is a result in f.
//
// The model has tags and timing; data are not stored. A request for a line carries the mark
// MREQ_TEXTURE, by which the reply finds its way back; of several misses on the same line the
// oldest takes the first reply.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_TEXTURE_CACHE_H
#define WL_MACHINE_TEXTURE_CACHE_H

#include "base/stats.h"
#include "config/config.h"
#include "machine/common/mreq_view.h"
#include "machine/common/tags.h"

typedef enum texture_cache_answer {
    TEXTURE_CACHE_HIT,
    TEXTURE_CACHE_MISS,
    TEXTURE_CACHE_FAIL
} texture_cache_answer;

#define TEXTURE_CACHE_STATS(X) \
    X(reads, "warp instructions", "reads of textures with an active lane") \
    X(lines, "lines", "lines that these touch, one access each") \
    X(accesses, "accesses", "accepted: hits + misses") \
    X(hits, "accesses", "accesses whose line has a tag, whether its data have come or not") \
    X(misses, "accesses", "accesses that took a line and read it from the network") \
    X(fail_fragment, "tries", \
      "accesses refused because the fragment FIFO was full, counted once per attempt") \
    X(fail_request, "tries", "accesses refused because the request FIFO was full") \
    X(fail_reorder, "tries", "accesses refused because the reorder buffer was full") \
    X(fills, "lines", "lines that came into the reorder buffer") \
    X(stalls, "core cycles", \
      "cycles in which the oldest memory instruction is a read of textures that stays in its " \
      "stage: there are lines to come, or the cache refused one")
typedef struct texture_cache_stats {
    TEXTURE_CACHE_STATS(STAT_FIELD)
} texture_cache_stats;
extern const stat_table l1t_stat_table;

typedef struct texture_cache_cfg {
    unsigned sets, ways, line_bytes, fragments, requests, reorder, results;
} texture_cache_cfg;
texture_cache_cfg texture_cache_cfg_of(const config *c);

// Bytes of a line: l1t.line_bytes, or L1D's.
static inline uint32_t texture_cache_line_bytes(const config *c)
{
    return c->l1t.line_bytes ? c->l1t.line_bytes : c->l1d.line_bytes;
}

// A ring of places: the oldest is at `first`.
typedef struct texture_cache_fifo {
    uint32_t first, count, size;
} texture_cache_fifo;

typedef struct texture_cache_fragment {
    mreq who;
    bool miss;
} texture_cache_fragment;

typedef struct texture_cache_awaited {
    uint64_t line;
    bool came;
} texture_cache_awaited;

typedef struct texture_cache {
    texture_cache_fifo fragments, requests, reorder, results;
    texture_cache_fragment *fragment; // [fragments]
    texture_cache_awaited *awaited;   // [reorder]
    mreq *request, *result;           // [requests], [results]
    tags tags;
    unsigned line_shift;
    texture_cache_cfg k;
    texture_cache_stats s;
} texture_cache;

void texture_cache_init(texture_cache *t, const texture_cache_cfg *k);
void texture_cache_free(texture_cache *t);  // also of one that is all zero
void texture_cache_flush(texture_cache *t); // all lines invalid; nothing may be inside

// Accesses the line of who->addr. If it is accepted, a copy of *who comes out of
// texture_cache_front when its data are ready.
texture_cache_answer texture_cache_access(texture_cache *t, const mreq *who);

// Would texture_cache_step move the oldest fragment to the results? Its data must be there.
static inline bool texture_cache_moves(const texture_cache *t)
{
    return t->fragments.count && t->results.count < t->results.size &&
           (!t->fragment[t->fragments.first].miss || t->awaited[t->reorder.first].came);
}
bool texture_cache_step(texture_cache *t); // does it; returns whether it has

// The request that leaves for the crossbar next, or NULL; texture_cache_miss_pop removes it.
static inline bool texture_cache_sends(const texture_cache *t) { return t->requests.count != 0; }
static inline const mreq *texture_cache_miss_front(const texture_cache *t)
{
    return t->requests.count ? &t->request[t->requests.first] : 0;
}
void texture_cache_miss_pop(texture_cache *t);

// A line has come. Returns false, and changes nothing, if it was not requested.
bool texture_cache_fill(texture_cache *t, const mreq *reply);

// The oldest result, or NULL; texture_cache_pop removes it.
static inline const mreq *texture_cache_front(const texture_cache *t)
{
    return t->results.count ? &t->result[t->results.first] : 0;
}
void texture_cache_pop(texture_cache *t);

static inline bool texture_cache_idle(const texture_cache *t)
{
    return !t->fragments.count && !t->results.count;
}

// What is on its way to the network, and what waits for its data or its write-back.
void texture_cache_view(const texture_cache *t, const mreq_view *v, unsigned sm);
void texture_cache_view_back(const texture_cache *t, const mreq_view *v, unsigned sm);
void texture_cache_dump(const texture_cache *t, unsigned sm, FILE *f); // the lines not there yet

#endif
