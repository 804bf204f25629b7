// join.c: keeps one queue of reported cycles per structure of a side, with repeated cycles as one
// entry, and takes from them the cycles that all structures have reported. See join.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/join.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 8 };

void join_init(join *j, const side *of) { *j = (join){.of = of}; }

void join_free(join *j)
{
    for (unsigned i = 0; i < SIDE_PARTS; i++) free(j->part[i].runs);
    *j = (join){0};
}

static size_t run_words(const side_part *p) { return 1 + p->in_words + p->out_words; }

static uint64_t *run(const join_queue *q, const side_part *p, unsigned i)
{
    return q->runs + (q->head + i) % q->room * run_words(p);
}

static void grow(join_queue *q, const side_part *p)
{
    const join_queue old = *q;
    q->room = old.room ? 2 * old.room : ROOM;
    q->runs = wl_calloc(q->room * run_words(p), sizeof *q->runs);
    q->head = 0;
    for (unsigned i = 0; i < old.count; i++)
        memcpy(run(q, p, i), run(&old, p, i), run_words(p) * sizeof *q->runs);
    free(old.runs);
}

void join_push(join *j, unsigned part, const uint64_t *in, const uint64_t *out, uint64_t repeat)
{
    const side_part *p = &j->of->part[part];
    join_queue *q = &j->part[part];
    if (!repeat) return;
    if (q->count == q->room) grow(q, p);
    uint64_t *r = run(q, p, q->count++);
    r[0] = repeat;
    memcpy(r + 1, in, p->in_words * sizeof *in);
    memcpy(r + 1 + p->in_words, out, p->out_words * sizeof *out);
}

static bool steps(const join *j, unsigned part) { return (int)part != j->of->pric; }

// Cycles for which the words of all structures stay the same.
static uint64_t common(const join *j)
{
    uint64_t n = UINT64_MAX;
    for (unsigned i = 0; i < j->of->n; i++) {
        if (!steps(j, i)) continue;
        if (!j->part[i].count) return 0;
        const uint64_t own = *run(&j->part[i], &j->of->part[i], 0);
        n = own < n ? own : n;
    }
    return n;
}

uint64_t join_pop(join *j, uint64_t *in, uint64_t *out)
{
    const uint64_t n = common(j);
    for (unsigned i = 0; n && i < j->of->n; i++) {
        const side_part *p = &j->of->part[i];
        join_queue *q = &j->part[i];
        if (!steps(j, i)) continue;
        uint64_t *r = run(q, p, 0);
        memcpy(in + p->in_at, r + 1, p->in_words * sizeof *in);
        memcpy(out + p->out_at, r + 1 + p->in_words, p->out_words * sizeof *out);
        r[0] -= n;
        if (r[0]) continue;
        q->head = (q->head + 1) % q->room;
        q->count--;
    }
    return n;
}

uint64_t join_waiting(const join *j)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < j->of->n; i++) {
        uint64_t cycles = 0;
        for (unsigned k = 0; k < j->part[i].count; k++)
            cycles += *run(&j->part[i], &j->of->part[i], k);
        most = cycles > most ? cycles : most;
    }
    return most;
}
