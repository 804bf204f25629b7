// readonly_cache.c : see readonly_cache.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/readonly_cache.h"

#include "base/err.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(l1i_stat_table, "l1i", READONLY_CACHE_STATS);
STAT_TABLE(l1c_stat_table, "l1c", READONLY_CACHE_STATS);

void readonly_cache_init(readonly_cache *r, const readonly_cache_cfg *k)
{
    *r = (readonly_cache){.k = *k, .line_shift = (unsigned)__builtin_ctz(k->line_bytes)};
    tags_init(&r->tags, k->sets, k->ways);
    mshr_init(&r->mshrs, k->mshrs, k->merges);
    r->asked = wl_calloc(k->mshrs, sizeof *r->asked);
    r->missq = wl_calloc(k->miss_queue, sizeof *r->missq);
    for (unsigned i = 0; i < k->mshrs; i++) r->asked[i] = TAGS_NO_LINE;
}

void readonly_cache_free(readonly_cache *r)
{
    tags_free(&r->tags);
    mshr_free(&r->mshrs);
    free(r->asked);
    free(r->missq);
    *r = (readonly_cache){0};
}

void readonly_cache_flush(readonly_cache *r)
{
    CHECK(readonly_cache_idle(r), "a read-only cache is flushed with %u misses outstanding",
          r->mshrs.n - r->mshrs.n_unused);
    tags_clear(&r->tags);
}

static uint32_t set_of(const readonly_cache *r, uint64_t line)
{
    return (uint32_t)(line & (r->k.sets - 1));
}

static int mshr_of(const readonly_cache *r, uint64_t line)
{
    for (unsigned i = 0; i < r->k.mshrs; i++) {
        if (r->asked[i] == line) return (int)i;
    }
    return -1;
}

int readonly_cache_mshr_of(const readonly_cache *r, uint64_t addr)
{
    return mshr_of(r, addr >> r->line_shift);
}

static readonly_cache_answer merge(readonly_cache *r, uint32_t id, const mreq *who)
{
    if (!mshr_can_merge(&r->mshrs, id)) {
        r->s.fail_merge++;
        return READONLY_CACHE_FAIL;
    }
    mshr_merge(&r->mshrs, id, who);
    r->s.accesses++;
    r->s.pending++;
    return READONLY_CACHE_PENDING;
}

static readonly_cache_answer miss(readonly_cache *r, uint64_t line, const mreq *who)
{
    if (mshr_full(&r->mshrs)) {
        r->s.fail_mshr++;
        return READONLY_CACHE_FAIL;
    }
    r->asked[mshr_alloc(&r->mshrs, who)] = line;
    mreq q = *who;
    q.addr = line << r->line_shift;
    q.bytes = (uint16_t)r->k.line_bytes;
    q.mask = UINT32_MAX;
    r->missq[(r->missq_head + r->missq_count++) % r->k.miss_queue] = q;
    r->s.accesses++;
    r->s.misses++;
    return READONLY_CACHE_MISS;
}

static readonly_cache_answer absent(readonly_cache *r, uint64_t line, const mreq *who)
{
    if (r->missq_count == r->k.miss_queue) {
        r->s.fail_missq++;
        return READONLY_CACHE_FAIL;
    }
    int id = mshr_of(r, line);
    return id >= 0 ? merge(r, (uint32_t)id, who) : miss(r, line, who);
}

readonly_cache_answer readonly_cache_access(readonly_cache *r, const mreq *who)
{
    return readonly_cache_hit(r, who->addr) ? READONLY_CACHE_HIT
                                            : absent(r, who->addr >> r->line_shift, who);
}

void readonly_cache_miss_pop(readonly_cache *r)
{
    r->missq_head = (r->missq_head + 1) % r->k.miss_queue;
    r->missq_count--;
}

bool readonly_cache_fill(readonly_cache *r, const mreq *reply)
{
    uint64_t line = reply->addr >> r->line_shift;
    int id = mshr_of(r, line);
    if (id < 0) return false;
    int32_t slot = tags_victim(&r->tags, set_of(r, line));
    tags_put(&r->tags, slot, line, LINE_VALID);
    r->asked[id] = TAGS_NO_LINE;
    mshr_fill(&r->mshrs, (uint32_t)id);
    r->s.fills++;
    return true;
}

static bool in_miss_queue(const readonly_cache *r, uint64_t line)
{
    for (uint32_t k = 0; k < r->missq_count; k++) {
        if (r->missq[(r->missq_head + k) % r->k.miss_queue].addr >> r->line_shift == line)
            return true;
    }
    return false;
}

void readonly_cache_view(const readonly_cache *r, const mreq_view *v, const char *waiting,
                         const char *queued, unsigned sm)
{
    mshr_view(&r->mshrs, v, PLACE_SM_MSHRS, waiting, sm);
    for (uint32_t k = 0; k < r->missq_count; k++)
        mreq_show(v, &r->missq[(r->missq_head + k) % r->k.miss_queue], PLACE_IN_TRANSIT, queued,
                  sm);
}

void readonly_cache_dump(const readonly_cache *r, const char *name, unsigned sm, FILE *f)
{
    for (unsigned id = 0; id < r->k.mshrs; id++) {
        if (r->asked[id] == TAGS_NO_LINE) continue;
        fprintf(f, "  SM %u %s, MSHR %u: line 0x%" PRIx64 " %s, for warps", sm, name, id,
                r->asked[id] << r->line_shift,
                in_miss_queue(r, r->asked[id]) ? "waits in the miss queue for the crossbar"
                                               : "was asked of L2, has not come back");
        for (unsigned i = 0; i < r->mshrs.count[id]; i++)
            fprintf(f, " %u", (unsigned)r->mshrs.slots[(size_t)id * r->k.merges + i].warp);
        fprintf(f, "\n");
    }
}
