// texture_cache.c: see texture_cache.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/texture_cache.h"

#include "base/err.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(l1t_stat_table, "l1t", TEXTURE_CACHE_STATS);

texture_cache_cfg texture_cache_cfg_of(const config *c)
{
    return (texture_cache_cfg){.sets = c->l1t.sets,
                               .ways = c->l1t.ways,
                               .line_bytes = texture_cache_line_bytes(c),
                               .fragments = c->l1t.fragment_fifo,
                               .requests = c->l1t.request_fifo,
                               .reorder = c->l1t.reorder_buffer,
                               .results = c->l1t.result_fifo};
}

// ---- rings

static bool is_full(const texture_cache_fifo *f) { return f->count == f->size; }

// The i-th oldest place.
static uint32_t place_of(const texture_cache_fifo *f, uint32_t i)
{
    const uint32_t at = f->first + i;
    return at < f->size ? at : at - f->size;
}

static uint32_t push(texture_cache_fifo *f) { return place_of(f, f->count++); }

static void pop(texture_cache_fifo *f)
{
    f->first = place_of(f, 1);
    f->count--;
}

// ---- life

void texture_cache_init(texture_cache *t, const texture_cache_cfg *k)
{
    *t = (texture_cache){.fragments.size = k->fragments,
                         .requests.size = k->requests,
                         .reorder.size = k->reorder,
                         .results.size = k->results,
                         .line_shift = (unsigned)__builtin_ctz(k->line_bytes),
                         .k = *k};
    t->fragment = wl_calloc(k->fragments, sizeof *t->fragment);
    t->awaited = wl_calloc(k->reorder, sizeof *t->awaited);
    t->request = wl_calloc(k->requests, sizeof *t->request);
    t->result = wl_calloc(k->results, sizeof *t->result);
    tags_init(&t->tags, k->sets, k->ways);
}

void texture_cache_free(texture_cache *t)
{
    tags_free(&t->tags);
    free(t->fragment);
    free(t->awaited);
    free(t->request);
    free(t->result);
    *t = (texture_cache){0};
}

void texture_cache_flush(texture_cache *t)
{
    CHECK(texture_cache_idle(t), "a texture cache is flushed with %u accesses inside",
          t->fragments.count + t->results.count);
    tags_clear(&t->tags);
}

// ---- access

static uint64_t *full_of(texture_cache *t)
{
    if (is_full(&t->fragments)) return &t->s.fail_fragment;
    if (is_full(&t->requests)) return &t->s.fail_request;
    return is_full(&t->reorder) ? &t->s.fail_reorder : NULL;
}

static void request_line(texture_cache *t, uint64_t line, const mreq *who)
{
    mreq *q = &t->request[push(&t->requests)];
    *q = *who;
    q->addr = line << t->line_shift;
    q->bytes = (uint16_t)t->k.line_bytes;
    q->mask = UINT32_MAX;
    t->awaited[push(&t->reorder)] = (texture_cache_awaited){.line = line};
}

// Whether the line had a tag; now it has one, and is the newest of its set.
static bool look_up(texture_cache *t, uint64_t line)
{
    const uint32_t set = (uint32_t)(line & (t->k.sets - 1));
    const int32_t slot = tags_find(&t->tags, set, line);
    if (slot != TAGS_NONE) tags_touch(&t->tags, slot);
    else tags_put(&t->tags, tags_victim(&t->tags, set), line, LINE_VALID);
    return slot != TAGS_NONE;
}

texture_cache_answer texture_cache_access(texture_cache *t, const mreq *who)
{
    uint64_t *const full = full_of(t);
    if (full) {
        ++*full;
        return TEXTURE_CACHE_FAIL;
    }
    const uint64_t line = who->addr >> t->line_shift;
    const bool hit = look_up(t, line);
    t->fragment[push(&t->fragments)] = (texture_cache_fragment){.who = *who, .miss = !hit};
    t->s.accesses++;
    if (hit) {
        t->s.hits++;
        return TEXTURE_CACHE_HIT;
    }
    t->s.misses++;
    request_line(t, line, who);
    return TEXTURE_CACHE_MISS;
}

// ---- from cycle to cycle

bool texture_cache_step(texture_cache *t)
{
    if (!texture_cache_moves(t)) return false;
    const texture_cache_fragment *f = &t->fragment[t->fragments.first];
    t->result[push(&t->results)] = f->who;
    if (f->miss) pop(&t->reorder);
    pop(&t->fragments);
    return true;
}

void texture_cache_miss_pop(texture_cache *t) { pop(&t->requests); }
void texture_cache_pop(texture_cache *t) { pop(&t->results); }

bool texture_cache_fill(texture_cache *t, const mreq *reply)
{
    const uint64_t line = reply->addr >> t->line_shift;
    for (uint32_t i = 0; i < t->reorder.count; i++) {
        texture_cache_awaited *a = &t->awaited[place_of(&t->reorder, i)];
        if (a->line != line || a->came) continue;
        a->came = true;
        t->s.fills++;
        return true;
    }
    return false;
}

// ---- who waits for what

void texture_cache_view(const texture_cache *t, const mreq_view *v, unsigned sm)
{
    for (uint32_t i = 0; i < t->fragments.count; i++)
        mreq_show(v, &t->fragment[place_of(&t->fragments, i)].who, PLACE_SM_MSHRS,
                  "fragment FIFO of the texture cache of SM", sm);
    for (uint32_t i = 0; i < t->requests.count; i++)
        mreq_show(v, &t->request[place_of(&t->requests, i)], PLACE_IN_TRANSIT,
                  "request FIFO of the texture cache of SM", sm);
}

void texture_cache_view_back(const texture_cache *t, const mreq_view *v, unsigned sm)
{
    for (uint32_t i = 0; i < t->results.count; i++)
        mreq_show(v, &t->result[place_of(&t->results, i)], PLACE_IN_TRANSIT,
                  "result FIFO of the texture cache of SM", sm);
}

static bool in_request_fifo(const texture_cache *t, uint64_t line)
{
    for (uint32_t i = 0; i < t->requests.count; i++) {
        if (t->request[place_of(&t->requests, i)].addr >> t->line_shift == line) return true;
    }
    return false;
}

void texture_cache_dump(const texture_cache *t, unsigned sm, FILE *f)
{
    for (uint32_t i = 0; i < t->reorder.count; i++) {
        const texture_cache_awaited *a = &t->awaited[place_of(&t->reorder, i)];
        if (a->came) continue;
        fprintf(f, "  SM %u texture cache, place %u of the reorder buffer: line 0x%" PRIx64 " %s\n",
                sm, i, a->line << t->line_shift,
                in_request_fifo(t, a->line) ? "waits in the request FIFO for the crossbar"
                                            : "was asked of L2, has not come back");
    }
}
