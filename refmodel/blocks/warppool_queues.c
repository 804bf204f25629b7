// warppool_queues.c : see warppool_queues.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_queues.h"

#include <string.h>

void warppool_queues_reset(warppool_queues *q)
{
    memset(q->used, 0, sizeof q->used);
    q->n = q->aged = 0;
}

unsigned warppool_queue_of(const warppool_shape *s, uint64_t line)
{
    const uint64_t other = (line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    return (unsigned)((line ^ other) & (s->queues - 1));
}

static int free_tag(const warppool_queues *q, unsigned queue)
{
    const unsigned none = ~(unsigned)q->used[queue] & ((1u << q->s->tags) - 1);
    return none ? (int)(queue * q->s->tags + (unsigned)__builtin_ctz(none)) : -1;
}

warppool_insert warppool_queues_probe(const warppool_queues *q, unsigned queue, uint64_t line,
                                      int leaving, unsigned *tag)
{
    bool full = false;
    for (unsigned used = q->used[queue]; used; used &= used - 1) {
        const unsigned t = queue * q->s->tags + (unsigned)__builtin_ctz(used);
        if (q->line[t] != line || (int)t == leaving) continue;
        *tag = t;
        if (q->count[t] < q->s->merges) return WARPPOOL_INSERT_MERGES;
        full = true;
    }
    const int t = free_tag(q, queue);
    if (t < 0) return WARPPOOL_INSERT_WAITS;
    *tag = (unsigned)t;
    return full ? WARPPOOL_INSERT_SPLITS : WARPPOOL_INSERT_ALLOCATES;
}

static void leave_order(warppool_queues *q, unsigned tag)
{
    unsigned at = 0;
    while (q->order[at] != tag) at++;
    q->n--;
    for (; at < q->n; at++) q->order[at] = q->order[at + 1];
}

static void merge(warppool_queues *q, unsigned tag, const warppool_request *r)
{
    q->meta[tag][q->count[tag]++] = r->meta;
    if (r->warp < q->lowest[tag]) q->lowest[tag] = r->warp;
}

static void allocate(warppool_queues *q, unsigned tag, const warppool_request *r)
{
    q->used[r->queue] |= (uint8_t)(1u << (tag - r->queue * q->s->tags));
    q->line[tag] = r->line;
    q->meta[tag][0] = r->meta;
    q->count[tag] = 1;
    q->lowest[tag] = r->warp;
    q->order[q->n++] = (uint16_t)tag;
    if (!q->s->narrow) q->aged = q->n;
}

void warppool_queues_put(warppool_queues *q, unsigned tag, warppool_insert how,
                         const warppool_request *r)
{
    if (how == WARPPOOL_INSERT_MERGES) merge(q, tag, r);
    else allocate(q, tag, r);
}

void warppool_queues_remove(warppool_queues *q, unsigned tag)
{
    const unsigned queue = tag / q->s->tags;
    q->used[queue] &= (uint8_t) ~(1u << (tag - queue * q->s->tags));
    leave_order(q, tag);
}

void warppool_queues_age(warppool_queues *q) { q->aged = q->n; }
