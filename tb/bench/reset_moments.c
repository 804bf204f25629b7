// reset_moments.c: see reset_moments.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/reset_moments.h"

#include <stdlib.h>

static const char *const columns[] = {"reset"};

static void draw_next(reset_moments *x)
{
    const cross_coverage *c = &x->cross;
    x->age = 0;
    x->from = rng_below(&x->random, 2 * x->every + 1);
    x->aimed = (unsigned)rng_below(&x->random, c->n_rows * c->n_columns);
}

void reset_moments_init(reset_moments *x, const bench_job *j, cross_coverage cross,
                        unsigned repeats, uint64_t every)
{
    const bool active = !j->weak && !j->resets;
    *x = (reset_moments){.random = {~j->seed},
                         .cross = cross,
                         .active = active,
                         .asked = active && j->cycles >= BENCH_CYCLES,
                         .repeats = repeats,
                         .every = every};
    cross_coverage_init(&x->cross);
    draw_next(x);
}

void reset_moments_of_events(reset_moments *x, const bench_job *j, const stat_table *events,
                             const char *(*excluded)(const void *bench, unsigned event),
                             const void *bench, unsigned repeats, uint64_t every)
{
    const char **names = wl_calloc(events->n, sizeof *names);
    for (unsigned i = 0; i < events->n; i++) names[i] = events->rows[i].name;
    const cross_coverage cross = {.name = "reset_event",
                                  .meaning = "a reset comes in a cycle with this event",
                                  .rows = names,
                                  .n_named = events->n,
                                  .n_rows = events->n,
                                  .n_columns = 1,
                                  .columns = columns};
    reset_moments_init(x, j, cross, repeats, every);
    x->events = events;
    x->names = names;
    x->before = wl_calloc(events->n, sizeof *x->before);
    for (unsigned i = 0; i < events->n; i++) {
        if (excluded(bench, i)) cross_coverage_exclude(&x->cross, i, 0);
    }
}

void reset_moments_free(reset_moments *x)
{
    cross_coverage_free(&x->cross);
    free(x->names);
    free(x->before);
    *x = (reset_moments){0};
}

void reset_moments_add(reset_moments *x, unsigned row, unsigned column)
{
    if (!x->active) return;
    CHECK(x->n_bins < RESET_MOMENTS_MOST, "more than %u bins of %s in a cycle", x->n_bins,
          x->cross.name);
    x->bins[x->n_bins++] = row * x->cross.n_columns + column;
}

void reset_moments_add_events(reset_moments *x, const void *seen)
{
    if (!x->active) return;
    const uint64_t *now = seen;
    for (unsigned i = 0; i < x->events->n; i++) {
        if (now[i] == x->before[i]) continue;
        x->before[i] = now[i];
        reset_moments_add(x, i, 0);
    }
}

bool reset_moments_wants(reset_moments *x)
{
    enum { LIKELY = 4, PATIENCE = 4 }; // one in so many; times the distance
    bool first = false, rare = false, aimed = false;
    if (!x->active) return false;
    for (unsigned i = 0; i < x->n_bins; i++) {
        first = first || !x->cross.met[x->bins[i]];
        rare = rare || x->cross.met[x->bins[i]] < x->repeats;
        aimed = aimed || x->bins[i] == x->aimed;
    }
    if (first || (rare && !rng_below(&x->random, LIKELY))) return true;
    if (!x->every) return false;
    const bool due = x->age >= x->from;
    return x->age++ >= x->from + PATIENCE * x->every || (due && aimed);
}

void reset_moments_end(reset_moments *x, bool resets)
{
    for (unsigned i = 0; resets && i < x->n_bins; i++)
        cross_coverage_meet(&x->cross, x->bins[i] / x->cross.n_columns,
                            x->bins[i] % x->cross.n_columns);
    x->n_bins = 0;
    if (resets) draw_next(x);
}

bool reset_moments_now(reset_moments *x, const void *seen, bool may)
{
    reset_moments_add_events(x, seen);
    const bool now = may && reset_moments_wants(x);
    reset_moments_end(x, now);
    return now;
}
