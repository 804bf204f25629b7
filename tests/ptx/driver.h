// driver.h : runs a launch without a machine: every warp of the resident CTAs issues in turn,
// barriers are honoured. For tests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_DRIVER_H
#define WL_TESTS_PTX_DRIVER_H

#include "ptx/ptx.h"

#include <stdlib.h>

enum {
    DRIVER_SLOTS = 4,
    DRIVER_WARPS = 32,
    DRIVER_BARRIERS = 16,
    DRIVER_CYCLES = 16
}; // the last: from one instruction to the next
static const uint64_t DRIVER_START = (uint64_t)5 << 32; // the first instruction's cycle

typedef struct driver_warp {
    void *handle;
    const winst *next; // NULL: exited
    bool waits;
    uint8_t barrier;
} driver_warp;

typedef struct driver {
    front_end f;
    uint64_t issued, lanes; // warp-instructions; thread-instructions
    unsigned stride;        // order in which warps are visited: 1, or another odd number
    void (*watch)(void *ctx, uint32_t warp, const winst *w,
                  const wexec *x); // after each instruction; may be NULL
    void *watch_ctx;
} driver;

typedef struct driver_cta {
    driver_warp warps[DRIVER_WARPS];
    uint32_t alive;
    uint32_t arrived[DRIVER_BARRIERS], needed[DRIVER_BARRIERS]; // warps; 0: all
    bool busy;
} driver_cta;

static inline void driver_place(driver *d, driver_cta *c, uint32_t cta, uint32_t slot)
{
    d->f.cta_start(d->f.self, cta, 0, slot);
    *c = (driver_cta){.busy = true, .alive = d->f.warps_per_cta};
    for (uint32_t i = 0; i < d->f.warps_per_cta; i++)
        c->warps[i].handle = d->f.warp(d->f.self, 0, slot, i, &c->warps[i].next);
}

static inline void driver_barrier(driver_cta *c, driver_warp *w, const wexec *x)
{
    c->arrived[x->barrier]++;
    c->needed[x->barrier] = x->barrier_warps;
    w->waits = !x->barrier_pass;
    w->barrier = x->barrier;
}

static inline void driver_open(driver *d, driver_cta *c)
{
    for (unsigned b = 0; b < DRIVER_BARRIERS; b++) {
        uint32_t needed = c->needed[b] ? c->needed[b] : c->alive;
        if (!c->arrived[b] || c->arrived[b] < needed) continue;
        for (uint32_t i = 0; i < d->f.warps_per_cta; i++) {
            if (c->warps[i].barrier == b) c->warps[i].waits = false;
        }
        c->arrived[b] = 0;
    }
}

// One instruction of a warp. False: it came to a fault.
static inline bool driver_step(driver *d, driver_cta *c, uint32_t index)
{
    driver_warp *w = &c->warps[index];
    wexec x = {.now = DRIVER_START + DRIVER_CYCLES * d->issued};
    const winst *now = w->next;
    if (now->kind == W_FAULT) return false;
    w->next = d->f.issue(w->handle, &x);
    d->issued++;
    d->lanes += (unsigned)__builtin_popcount(x.active);
    if (d->watch) d->watch(d->watch_ctx, index, now, &x);
    if (!w->next) c->alive--;
    if (now->kind == W_BARRIER && x.active) driver_barrier(c, w, &x);
    if (now->kind == W_BARRIER || !w->next) driver_open(d, c);
    return true;
}

static inline bool driver_turn(driver *d, driver_cta *c)
{
    uint32_t n = d->f.warps_per_cta;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t w = i * d->stride % n;
        if (c->warps[w].next && !c->warps[w].waits && !driver_step(d, c, w)) return false;
    }
    return true;
}

// To the end; ST_OK, or what front.fault says.
static inline int driver_run(driver *d, err *e)
{
    driver_cta *ctas = calloc(DRIVER_SLOTS, sizeof *ctas);
    uint32_t next = 0, done = 0;
    bool good = true;
    if (!d->stride) d->stride = 1;
    while (good && done < d->f.n_ctas) {
        for (uint32_t s = 0; s < DRIVER_SLOTS && good; s++) {
            driver_cta *c = &ctas[s];
            if (!c->busy && next < d->f.n_ctas) driver_place(d, c, next++, s);
            if (!c->busy) continue;
            good = driver_turn(d, c);
            if (c->alive == 0) c->busy = false, done++, d->f.cta_done(d->f.self, 0, s);
        }
    }
    free(ctas);
    return good ? ST_OK : d->f.fault(d->f.self, e);
}

#endif
