// gpu_back_thread.c : see threads.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

// A wait that spins is longer than a nap of the other thread (with the kernel's slack): else one
// nap makes the other thread nap too. A thread tells the other one what it has done every slack /
// TELLS steps, and when it waits: what both look at in every step is slow.
enum {
    LEAST_SLACK = 16,
    TELLS = 3,
    ENOUGH_STEPS = 48,
    FEW_STEPS = 24,
    SPINS = 16000,
    NAP_NS = 10000,
    LINE = 64
};

typedef enum order { SLEEP, WORK, END } order;

struct back_thread {
    memsys *mem;
    idle_work *share;
    void *ctx;
    unsigned slack, tell_steps;
    unsigned steps_a_cycle; // at most
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic int order;
    bool asleep; // the thread is; under the lock
    char apart_front[LINE];
    _Atomic uint64_t
        front; // steps that the front half has done, as it has told; it will do one more
    char apart_steps[LINE];
    uint64_t steps, may; // steps that it has begun; that it may do, as far as it knows
    uint64_t told;       // front
    unsigned long_waits; // in which the thread slept
    char apart_back[LINE];
    _Atomic uint64_t back;  // steps the front half may do
    _Atomic uint64_t known; // back_thread_known
    _Atomic uint64_t idle;  // back_thread_idle
    char apart_done[LINE];
    uint64_t done, met; // steps the back half has done; steps of the front half that it knows of
    bool stands; // may do none before it knows of more, and has said how long nothing comes from it
    uint64_t cycle; // core cycles that it has done
    clocks clk;
};

static inline void relax(unsigned *spins)
{
    if (*spins > 32) __builtin_ia32_pause();
    if (++*spins > SPINS) nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

// ---- the back half

// Does some load or store wait behind it?
static bool back_step(back_thread *t)
{
    const unsigned ticking = clocks_step(&t->clk);
    t->cycle += ticking >> CLOCK_CORE & 1;
    t->done++;
    return memsys_back_step(t->mem, ticking, t->cycle + 1);
}

static inline void raise(_Atomic uint64_t *to, uint64_t n)
{
    if (n > atomic_load_explicit(to, memory_order_relaxed))
        atomic_store_explicit(to, n, memory_order_release);
}

// In the next `quiet` steps nothing comes from the back half.
static inline void allow(back_thread *t, uint64_t quiet)
{
    raise(&t->known, t->cycle + 1 + quiet / t->steps_a_cycle);
    raise(&t->back, t->done + quiet);
}

// Steps in which the back half will do nothing, whatever comes in: the front half may go before it.
static uint64_t quiet_steps(const back_thread *t)
{
    uint64_t n = t->met + t->slack > t->done ? t->met + t->slack - t->done : 0;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        if (d == CLOCK_CORE) continue;
        const uint64_t quiet = memsys_back_quiet_ticks(t->mem, (clock_domain)d);
        n = quiet < n ? quiet : n;
    }
    return n;
}

// Steps that the back half may do, the ones that are ahead only while some wait.
static uint64_t may_steps(const back_thread *t)
{
    return t->done <= t->met ? t->met - t->done + 1 : memsys_back_ahead(t->mem);
}

static bool meet(back_thread *t)
{
    const uint64_t front = atomic_load_explicit(&t->front, memory_order_acquire);
    if (front == t->met) return false;
    t->met = front;
    t->stands = false;
    memsys_back_receive(t->mem);
    return true;
}

// Does as many steps as it may, up to n; false: none.
static bool back_steps(back_thread *t, unsigned n)
{
    const uint64_t done = t->done;
    if (t->stands) return meet(t);
    for (uint64_t may; n && (may = may_steps(t)) != 0;) {
        bool wait = true;
        for (; n && may && wait; n--, may--) wait = back_step(t);
    }
    allow(t, 0);
    if (t->done != done || meet(t)) return true;
    allow(t, quiet_steps(t));
    t->stands = true;
    return false;
}

// First what others wait for: the other work, while the back half is far enough ahead.
static bool far_ahead(const back_thread *t)
{
    return t->done > atomic_load_explicit(&t->front, memory_order_relaxed) + ENOUGH_STEPS;
}

static void back_half(back_thread *t)
{
    unsigned spins = 0;
    while (atomic_load_explicit(&t->order, memory_order_acquire) == WORK) {
        const thread_work shared = t->share(t->ctx);
        if (shared == WORK_DONE && far_ahead(t)) continue;
        const bool stepped = back_steps(t, shared == WORK_NONE ? t->tell_steps : FEW_STEPS);
        if (shared == WORK_DONE || stepped) {
            spins = 0;
            continue;
        }
        if (shared == WORK_BLOCKED) atomic_fetch_add_explicit(&t->idle, 1, memory_order_relaxed);
        relax(&spins);
    }
}

static void *thread(void *self)
{
    back_thread *t = self;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        t->asleep = true;
        pthread_cond_broadcast(&t->changed);
        while (atomic_load(&t->order) == SLEEP) pthread_cond_wait(&t->changed, &t->lock);
        if (atomic_load(&t->order) == END) break;
        t->asleep = false;
        pthread_mutex_unlock(&t->lock);
        back_half(t);
        pthread_mutex_lock(&t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void give_order(back_thread *t, order o, bool wait)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->order, o);
    pthread_cond_broadcast(&t->changed);
    while (wait && !t->asleep) pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

// ---- life

// Steps from one core edge to the next.
static unsigned steps_a_cycle(const config *c)
{
    const uint32_t others[] = {c->gpu.icnt_mhz, c->gpu.l2_mhz, c->gpu.dram_mhz};
    unsigned n = 1;
    for (unsigned i = 0; i < 3; i++) n += (others[i] + c->gpu.core_mhz - 1) / c->gpu.core_mhz;
    return n;
}

back_thread *back_thread_new(memsys *m, const config *c, idle_work *share, void *ctx)
{
    const unsigned slack = memsys_slack(c);
    if (slack < LEAST_SLACK) return NULL;
    back_thread *t = wl_calloc(1, sizeof *t);
    t->mem = m;
    t->share = share;
    t->ctx = ctx;
    t->slack = slack;
    t->tell_steps = slack / TELLS;
    t->steps_a_cycle = steps_a_cycle(c);
    t->asleep = true;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    if (pthread_create(&t->thread, NULL, thread, t) == 0) return t;
    free(t);
    return NULL;
}

void back_thread_free(back_thread *t)
{
    if (!t) return;
    give_order(t, END, false);
    pthread_join(t->thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

// ---- the front half

static void tell(back_thread *t, uint64_t steps)
{
    memsys_front_publish(t->mem);
    t->told = steps;
    atomic_store_explicit(&t->front, steps, memory_order_release);
}

void back_thread_begin(back_thread *t, const clocks *k, uint64_t cycle)
{
    t->clk = *k;
    t->cycle = cycle;
    atomic_store(&t->known, 0);
    t->done = t->met = t->steps = t->may = 0;
    t->stands = false;
    atomic_store(&t->back, 0);
    tell(t, 0);
    memsys_back_receive(t->mem);
    pthread_mutex_lock(&t->lock);
    t->asleep = false;
    pthread_mutex_unlock(&t->lock);
    give_order(t, WORK, false);
}

static void wait_for_back(back_thread *t, uint64_t steps)
{
    unsigned spins = 0;
    while ((t->may = atomic_load_explicit(&t->back, memory_order_acquire)) < steps) relax(&spins);
    t->long_waits += spins > SPINS;
    memsys_front_receive(t->mem);
}

void back_thread_step(back_thread *t)
{
    const uint64_t done = t->steps++;
    if (t->may < t->steps || done >= t->told + t->tell_steps) tell(t, done);
    if (t->may < t->steps) wait_for_back(t, t->steps);
}

void back_thread_pass(back_thread *t) { t->steps++; }

bool back_thread_ready(back_thread *t)
{
    if (t->may > t->steps) return true;
    if (t->told != t->steps) tell(t, t->steps);
    t->may = atomic_load_explicit(&t->back, memory_order_acquire);
    if (t->may <= t->steps) return false;
    memsys_front_receive(t->mem);
    return true;
}

uint64_t back_thread_known(const back_thread *t)
{
    return atomic_load_explicit(&t->known, memory_order_acquire);
}

void back_thread_relax(back_thread *t, unsigned *spins)
{
    if (t->told + 1 < t->steps) tell(t, t->steps - 1); // whether it will do one more is not known
    relax(spins);
    t->long_waits += *spins == SPINS + 1;
}

uint64_t back_thread_idle(const back_thread *t)
{
    return atomic_load_explicit(&t->idle, memory_order_relaxed);
}
unsigned back_thread_long_waits(const back_thread *t) { return t->long_waits; }

uint64_t back_thread_stop(back_thread *t)
{
    give_order(t, SLEEP, true);
    memsys_front_receive(t->mem);
    tell(t, t->steps);
    while (t->done < t->steps) {
        meet(t);
        back_step(t);
    }
    t->may = t->done;
    return t->done - t->steps;
}
