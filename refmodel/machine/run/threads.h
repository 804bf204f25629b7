// threads.h: the machine's interface to its second thread. The wing parallel/ implements it;
// without it, everything runs in one thread.
//
// Back half in a thread of its own (parallel/gpu_back_thread.c). One thread, the caller's, runs the
// machine: after each back_thread_step it does a step of the SMs and of the front half of the
// memory system (memsys.h). The other thread runs the back half. Both go through the same steps of
// the same clocks at their own pace, the back half mostly ahead by up to memsys_slack L2 ticks.
// Each publishes its progress from time to time and before it waits, because a round trip between
// two cores takes as long as a step. How far each may run ahead follows from memsys.h and never
// from timing on the host, so that results are those of one thread, to the bit. The other thread
// spends the time that the back half does not need on the work `share`. Waiting threads spin at
// first and then sleep for short times; a thread without work sleeps.
//
// SMs in two threads (parallel/gpu_sm_split.c, gpu_sm_group.c). Each thread runs a group of SMs
// cycle by cycle, at its own pace, up to the end of a block of GPU_PUBLISH_CYCLES cycles; the front
// half of the memory system runs in the caller's thread, the back half in the other one. What an SM
// needs from outside in a cycle is known earlier:
//   replies   that it sees in the cycle have been sent when the back half has done the cycle
//             before, and the back half is mostly far ahead
//   room      in its request channel, if a miss waits: known when the crossbar has done the cycle
//             before, for which it needs what SMs pushed up to two cycles before; or guaranteed,
//             while everything that the SM pushes fits into its input buffer
//             (crossbar_guaranteed_flits)
//   memory    stores of other SMs are published between blocks only (front_end.h)
//   CTAs      a group stops in the cycle in which a CTA ends, and a group without CTAs follows the
//             other one, so that no SM runs past the end of the kernel
// The crossbar does a cycle when both groups have done the cycle before. So everything is as in one
// thread, to the bit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_THREADS_H
#define WL_MACHINE_THREADS_H

#include "base/err.h"
#include "machine/memory/memsys.h"
#include "machine/run/clock.h"

#include <stdbool.h>

typedef struct back_thread back_thread;

typedef enum thread_work { WORK_NONE, WORK_BLOCKED, WORK_DONE } thread_work;
// does a piece of other work: there is none; it is blocked; it has moved
typedef thread_work idle_work(void *ctx);

// Returns NULL if no thread can be started, or if memsys_slack is too short for a second one to
// help.
back_thread *back_thread_new(memsys *m, const config *c, idle_work *share, void *ctx);
void back_thread_free(back_thread *t); // must be stopped

// Starts the second thread's work. Both halves must have done the same steps. k, cycle: clocks and
// core cycle there.
void back_thread_begin(back_thread *t, const clocks *k, uint64_t cycle);
// returns when the front half may do its next step, which it then must do
void back_thread_step(back_thread *t);
// skips a step in which the front half has no work and receives nothing
void back_thread_pass(back_thread *t);
bool back_thread_ready(back_thread *t); // would back_thread_step return at once?
// all replies that SMs see up to this core cycle have been sent (callable from any thread)
uint64_t back_thread_known(const back_thread *t);
// one iteration of the caller's waiting, after publishing its progress; spins: iterations so far
void back_thread_relax(back_thread *t, unsigned *spins);
// iterations so far in which the second thread had no work at all
uint64_t back_thread_idle(const back_thread *t);
// waits of the caller so far in which the second thread seemed to have no processor
unsigned back_thread_long_waits(const back_thread *t);
// ends the work after a step; returns the steps that the front half must do to catch up
uint64_t back_thread_stop(back_thread *t);

struct gpu;
typedef struct sm_split sm_split;

// Returns NULL if the machine has too many SMs, or if the crossbar's clock differs from the core
// clock.
sm_split *sm_split_new(struct gpu *g);
void sm_split_free(sm_split *d);
// may the kernel continue with sm_split_block? The second thread must be working
bool sm_split_ready(const sm_split *d);
// Runs to the end of the block, to the end of the kernel, or to a fault. All SMs have then done
// gpu.cycle cycles.
int sm_split_block(sm_split *d, err *e);
thread_work sm_split_idle_work(void *d); // the second thread's work `share`

// Chooses how the work is divided among threads, between two steps; from time to time it measures
// another division. Returns the status of a step. gpu_join_threads returns to one thread, with all
// components at the same step.
int gpu_choose_thread_mode(struct gpu *g, err *e);
int gpu_join_threads(struct gpu *g, err *e);

#endif
