// gpu_state.h: the internal state of the machine, shared by gpu.c (time), gpu_sm_split.c (SMs in
// two threads), gpu_dispatch.c (CTAs), gpu_report.c (laws, statistics) and stuck.c (the stuck
// report).
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
#include "machine/run/untimed.h"
#include "machine/structures/dwtcs_seam.h"

typedef struct gpu_kernel {
    char *name;
    uint64_t cycles, warp_insns, thread_insns;
} gpu_kernel;

// What to inspect in order to see whether an SM is due.
typedef struct sm_probe {
    sm *s;
    const sm_activity *activity;
    const lsu_signals *signals;
} sm_probe;

// How the work is divided among threads (threads.h): everything in one thread; the back half of the
// memory system in a second one; or also SMs in both threads, if the kernel allows it.
typedef enum gpu_thread_mode {
    THREADS_ONE,
    THREADS_BACK_HALF,
    THREADS_SM_SPLIT,
    THREADS_MODES
} gpu_thread_mode;

struct gpu {
    config c;
    gpu_hooks hooks;
    clocks clk;
    bool slow_core; // another clock may tick several times between two core edges
    memsys *mem;
    unsigned n_sms;
    sm **sms;
    unsigned *order;  // SMs that are due in a cycle, in their order of evaluation if it is shuffled
    sm_probe *probes; // [sm]
    uint64_t *wakes;  // [sm] the SM's wake cycle, as last noted
    // SMs due in the next cycle without any input; all others wake no earlier than `timer`
    bits soon;
    bits missing; // SMs in which a miss waits for the crossbar
    uint64_t timer;
    unsigned sm_words;
    dwtcs_seam *dwtcs; // NULL: none
    rng shuffle;

    back_thread *back_thread;  // second thread for the back half of the memory system; NULL: none
    struct sm_split *sm_split; // SMs in both threads; NULL: not possible
    bits ahead;                // SMs ahead of `cycle`: between the sessions of a block (threads.h)
    bool apart;                // the second thread is running the back half
    bool catching_up;          // it has stopped, and the front half catches up with the back half
    gpu_thread_mode thread_mode;
    // the divisions are being measured in turn; the present one has just begun
    bool probing, settling;
    uint64_t looked_at, look_at; // cycle of the last measurement, and of the next one
    gpu_thread_mode held;        // the division that was fastest last, and
    uint64_t hold;               // the number of cycles for which it was kept; 0: none yet
    unsigned rounds;             // measurements so far
    double looked_ns, ns_a_cycle[THREADS_MODES];
    double began_ns, trials_ns; // of the first cycle; spent on a processor that was busy
    unsigned long_waits;        // back_thread_long_waits at the last measurement

    uint64_t cycle;        // core cycles so far; cycle numbers count from 1
    uint64_t active_at;    // last cycle in which anything moved in an SM
    uint64_t stuck_cycles; // cycles without progress after which the machine counts as stuck
    uint64_t drain_cycles;
    unsigned front_ticking; // result of gpu_front_next until the step is done; 0: unknown
    unsigned steps_to_look; // hooks.progress: steps until wall-clock time is read next
    uint64_t progress_ns;   // when it was last called

    const front_end *f; // the kernel that runs; NULL: none
    uint64_t launched_at;
    uint32_t next_cta, ctas_done;
    uint32_t n_ctas;  // of the launch; those placed so far, when the run has been cut
    unsigned last_sm; // SM that received the last CTA; dispatch continues after it
    // after this cycle, the stores issued so far are published to all SMs (front_end.h)
    uint64_t publish_at;
    bool place;   // an SM may have room for a CTA
    bool faulted; // the kernel has faulted

    // gpu.insn_limit: the last instruction cannot issue soon after cycle insns_at, in which they
    // are counted again. Near the limit, everything stays in one thread and the SMs count down.
    uint64_t insns_at;
    bool counting_down;
    insn_countdown countdown;
    bool limit_reached; // no further instruction may issue
    bool cut;           // and there was one

    gpu_kernel *kernels;
    unsigned n_kernels;
    uint64_t *programs; // distinct front.program of the kernels so far
    unsigned n_programs;
    uint64_t warp_insns, thread_insns; // totals of the kernels that ended
    untimed_counts untimed;            // of the kernels executed without time (gpu.timing)
};

// gpu.c
// advances to the next instant at which something may happen, in this thread
int gpu_step(gpu *g, err *e);
void gpu_begin_cycle(gpu *g, uint64_t cycle); // called before the SMs run the cycle
// A step of the front half while its SMs are ahead of it. gpu_front_next returns the clocks that
// tick in the step, or 0 if it must not be done yet. After gpu_front_begin it is known what the
// crossbar pops.
unsigned gpu_front_next(gpu *g);
void gpu_front_begin(gpu *g, unsigned ticking, uint64_t cycle);
void gpu_front_end(gpu *g, unsigned ticking, uint64_t cycle);
void gpu_note(gpu *g, unsigned sm); // updates the sets for an SM that has run or received a CTA
// the SM is idle, and not due before a CTA is placed on it
bool gpu_empty(const gpu *g, unsigned sm);
// collects the results of an SM that has run and ended `finished` CTAs
void gpu_collect(gpu *g, unsigned sm, unsigned finished);

// gpu_code.c
// number of the beginning kernel, the same for all launches of its name
unsigned gpu_kernel_number(const gpu *g);
uint64_t gpu_code_address(gpu *g); // device address of its instruction 0

// gpu_dispatch.c
// places CTAs, at the end of a core cycle
void gpu_dispatch(gpu *g);

// gpu_limit.c: gpu.insn_limit
void gpu_limit_begin(gpu *g); // a kernel begins
// Before a step or block. Everything is in one thread from some time before the limit on, so that
// the last instruction is the same for any number of threads.
int gpu_limit_look(gpu *g, err *e);
void gpu_limit_cycle(gpu *g); // after the SMs' cycle, while counting_down

// gpu_report.c
int gpu_check(const gpu *g, bool at_end, err *e);
int gpu_stuck(const gpu *g, err *e);
void gpu_kernel_ended(gpu *g, uint64_t cycles);
void gpu_progress(gpu *g); // calls hooks.progress when it is due; hooks.progress is not NULL

#endif
