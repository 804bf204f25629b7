// gpu_state.h : the inside of the machine, shared by gpu.c (time), gpu_duo.c (SMs in two threads), gpu_dispatch.c (CTAs), gpu_report.c
// (laws, statistics) and stuck.c (who waits for whom).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_STATE_H
#define WL_MACHINE_GPU_STATE_H

#include "base/rng.h"
#include "machine/common/bits.h"
#include "machine/core/sm.h"
#include "machine/run/clock.h"
#include "machine/run/gpu.h"
#include "machine/run/threads.h"
#include "machine/structures/throttle.h"

typedef struct gpu_kernel {
    char *name;
    uint64_t cycles, warp_insns, thread_insns;
} gpu_kernel;

// Where to look to see whether an SM is due.
typedef struct sm_look {
    sm *s;
    const sm_news *news;
    const lsu_bell *bell;
} sm_look;

// Ways to go: one thread; the back half of the memory system apart (threads.h); SMs in both threads, when the kernel lets them (threads.h).
typedef enum gpu_way { WAY_ALONE, WAY_APART, WAY_DUO, WAY_COUNT } gpu_way;

struct gpu {
    config c;
    gpu_hooks hooks;
    clocks clk;
    bool slow_core;          // another clock ticks several times between its edges
    memsys *mem;
    unsigned n_sms;
    sm **sms;
    unsigned *order; // SMs that are due in a cycle, in the order in which they are evaluated when that is shuffled
    sm_look *looks;  // [sm]
    uint64_t *wakes; // [sm] news.wake, as last noted
    bits soon;       // SMs that are due in the next cycle by themselves: of the others no wake is before `timer`
    bits missing;    // SMs in which a miss waits for the crossbar
    uint64_t timer;
    unsigned sm_words;
    throttle *throttle; // NULL: none
    rng shuffle;

    team *team;              // a second thread for the memory system; NULL: none
    struct duo *duo;         // SMs in both threads; NULL: never
    bits ahead;              // SMs that have done more cycles than `cycle`: between the sessions of a block (threads.h)
    bool apart;              // the team is at work
    bool evening;            // it has stopped, and the front half does, step by step, what the back half has done
    gpu_way way;
    bool probing, settling;  // ways are tried one after the other; this one's first cycles
    uint64_t looked_at, look_at; // cycles in which it was thought about, and will be
    gpu_way held;                // the last one that was the best, and for how many cycles it was kept; 0: none yet
    uint64_t hold;
    unsigned rounds;             // holds so far
    double looked_ns, ns_a_cycle[WAY_COUNT];
    unsigned long_waits;     // team_long_waits then

    uint64_t cycle;          // core cycles so far; cycle numbers count from 1
    uint64_t active_at;      // last cycle in which anything moved in an SM
    uint64_t stuck_cycles;   // without anything moving: the machine is stuck
    uint64_t drain_cycles;
    unsigned front_ticking;  // gpu_front_next, until the step is done; 0: it is to be found
    unsigned steps_to_look;  // hooks.progress: steps until the next look at the clock
    uint64_t progress_ns;    // when it was last called

    const front *f;          // the kernel that runs; NULL: none
    uint64_t launched_at;
    uint32_t next_cta, ctas_done;
    unsigned last_sm;        // dispatch goes on after it
    uint64_t publish_at;     // after this cycle, stores issued so far are published to all SMs (front.h)
    bool place;              // CTAs may find room
    bool faulted;            // the front end has found an error in the kernel

    gpu_kernel *kernels;
    unsigned n_kernels;
    uint64_t *programs;      // front.program of those that have run, each once
    unsigned n_programs;
    uint64_t warp_insns, thread_insns; // of the kernels that ended
};

// gpu.c
int gpu_step(gpu *g, err *e); // to the next instant at which something may happen, in this thread
void gpu_begin_cycle(gpu *g, uint64_t cycle);          // before the SMs do it
// A step of the front half, whose SMs are ahead, to or in this core cycle. next: the clocks that tick in it, 0: it may not be done yet. What the
// crossbar pops is known after begin.
unsigned gpu_front_next(gpu *g);
void gpu_front_begin(gpu *g, unsigned ticking, uint64_t cycle);
void gpu_front_end(gpu *g, unsigned ticking, uint64_t cycle);
void gpu_note(gpu *g, unsigned sm); // puts an SM that has run, or has a new CTA, into the sets
bool gpu_empty(const gpu *g, unsigned sm); // nothing resident and nothing on its way: not due before a CTA is placed
void gpu_collect(gpu *g, unsigned sm, unsigned finished); // what the machine must know of an SM that has run; CTAs that ended

// gpu_code.c
unsigned gpu_kernel_number(const gpu *g);  // of the kernel that begins: one for all of its name
uint64_t gpu_code_address(gpu *g);         // of its instruction 0

// gpu_dispatch.c
void gpu_dispatch(gpu *g);                                          // at the end of a core cycle

// gpu_report.c
int gpu_check(const gpu *g, bool at_end, err *e);
int gpu_stuck(const gpu *g, err *e);
void gpu_kernel_ended(gpu *g, uint64_t cycles);
void gpu_progress(gpu *g); // when there is hooks.progress

#endif
