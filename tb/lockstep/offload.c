// offload.c: passes records from one thread to another in a ring of batches, with one mutex and one
// condition variable. See offload.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/offload.h"

#include "base/err.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct offload {
    size_t record_bytes;
    void (*take)(void *ctx, const void *record);
    void *ctx;
    char *records; // [OFFLOAD_BATCHES][OFFLOAD_RECORDS]
    pthread_t thread;
    unsigned filled; // records in the producer's batch; the producer's own

    pthread_mutex_t lock; // of what follows
    pthread_cond_t moved;
    unsigned head, tail;             // batches handed over, and taken
    unsigned count[OFFLOAD_BATCHES]; // records of a batch handed over
    bool ending;
};

static char *record(const offload *o, unsigned batch, unsigned i)
{
    return o->records + ((size_t)(batch % OFFLOAD_BATCHES) * OFFLOAD_RECORDS + i) * o->record_bytes;
}

// Waits for a batch; false when there will be none.
static bool next_batch(offload *o)
{
    pthread_mutex_lock(&o->lock);
    while (o->tail == o->head && !o->ending) pthread_cond_wait(&o->moved, &o->lock);
    bool there = o->tail != o->head;
    pthread_mutex_unlock(&o->lock);
    return there;
}

static void *taker(void *arg)
{
    offload *o = arg;
    while (next_batch(o)) {
        unsigned n = o->count[o->tail % OFFLOAD_BATCHES];
        for (unsigned i = 0; i < n; i++) o->take(o->ctx, record(o, o->tail, i));
        pthread_mutex_lock(&o->lock);
        o->tail++;
        pthread_cond_broadcast(&o->moved);
        pthread_mutex_unlock(&o->lock);
    }
    return NULL;
}

// Hands the producer's batch over, and waits until at most `behind` batches are not taken.
static void hand_over(offload *o, unsigned behind)
{
    pthread_mutex_lock(&o->lock);
    if (o->filled) {
        o->count[o->head % OFFLOAD_BATCHES] = o->filled;
        o->head++;
        pthread_cond_broadcast(&o->moved);
    }
    while (o->head - o->tail > behind) pthread_cond_wait(&o->moved, &o->lock);
    pthread_mutex_unlock(&o->lock);
    o->filled = 0;
}

offload *offload_new(size_t record_bytes, void (*take)(void *ctx, const void *record), void *ctx)
{
    offload *o = wl_calloc(1, sizeof *o);
    *o = (offload){.record_bytes = record_bytes, .take = take, .ctx = ctx};
    o->records = wl_calloc((size_t)OFFLOAD_BATCHES * OFFLOAD_RECORDS, record_bytes);
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->moved, NULL);
    if (pthread_create(&o->thread, NULL, taker, o) == 0) return o;
    free(o->records);
    free(o);
    return NULL;
}

void offload_free(offload *o)
{
    if (!o) return;
    offload_finish(o);
    pthread_mutex_lock(&o->lock);
    o->ending = true;
    pthread_cond_broadcast(&o->moved);
    pthread_mutex_unlock(&o->lock);
    pthread_join(o->thread, NULL);
    pthread_cond_destroy(&o->moved);
    pthread_mutex_destroy(&o->lock);
    free(o->records);
    free(o);
}

void *offload_slot(offload *o) { return record(o, o->head, o->filled); }

void offload_push(offload *o)
{
    if (++o->filled == OFFLOAD_RECORDS) hand_over(o, OFFLOAD_BATCHES - 1);
}

void offload_finish(offload *o) { hand_over(o, 0); }
