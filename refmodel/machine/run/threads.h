// threads.h: the machine's interface to its second thread. The wing parallel/ implements it;
// without it, everything runs in one thread.
//
// Back half in a thread of its own (parallel/gpu_team.c). One thread, the caller's, runs the
// machine: after each team_step it does a step of the SMs and of the front half of the memory
// system (memsys.h). The other thread runs the back half. Both go through the same steps of the
// same clocks at their own pace, the back half mostly ahead by up to memsys_slack L2 ticks. Each
// publishes its progress from time to time and before it waits, because a round trip between two
// cores takes as long as a step. How far each may run ahead follows from memsys.h and never from
// timing on the host, so that results are those of one thread, to the bit. The other thread spends
// the time that the back half does not need on the work `share`. Waiting threads spin at first and
// then sleep for short times; a thread without work sleeps.
//
// SMs in two threads (parallel/gpu_duo.c, gpu_crew.c). Each thread runs a group of SMs cycle by
// cycle, at its own pace, up to the end of a block of GPU_PUBLISH_CYCLES cycles; the front half of
// the memory system runs in the caller's thread, the back half in the other one. What an SM needs
// from outside in a cycle is known earlier:
//   replies   that it sees in the cycle have been sent when the back half has done the cycle
//             before, and the back half is mostly far ahead
//   room      in its request channel, if a miss waits: known when the crossbar has done the cycle
//             before, for which it needs what SMs pushed up to two cycles before; or guaranteed,
//             while everything that the SM pushes fits into its input buffer (xbar_sure)
//   memory    stores of other SMs are published between blocks only (front.h)
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

typedef struct team team;

typedef enum team_turn { TEAM_NOTHING, TEAM_BLOCKED, TEAM_MOVED } team_turn;
// does a piece of other work: there is none; it is blocked; it has moved
typedef team_turn team_share(void *ctx);

// Returns NULL if no thread can be started, or if memsys_slack is too short for a second one to
// help.
team *team_new(memsys *m, const config *c, team_share *share, void *ctx);
void team_free(team *t);                    // must be stopped

// Starts the second thread's work. Both halves must have done the same steps. k, cycle: clocks and
// core cycle there.
void team_begin(team *t, const clocks *k, uint64_t cycle);
// returns when the front half may do its next step, which it then must do
void team_step(team *t);
// skips a step in which the front half has no work and receives nothing
void team_pass(team *t);
bool team_ready(team *t);                   // would team_step return at once?
// all replies that SMs see up to this core cycle have been sent (callable from any thread)
uint64_t team_known(const team *t);
// one iteration of the caller's waiting, after publishing its progress; spins: iterations so far
void team_relax(team *t, unsigned *spins);
// iterations so far in which the second thread had no work at all
uint64_t team_idle(const team *t);
// waits of the caller so far in which the second thread seemed to have no processor
unsigned team_long_waits(const team *t);
// ends the work after a step; returns the steps that the front half must do to catch up
uint64_t team_stop(team *t);

struct gpu;
typedef struct duo duo;

// Returns NULL if the machine has too many SMs, or if the crossbar's clock differs from the core
// clock.
duo *duo_new(struct gpu *g);
void duo_free(duo *d);
// may the kernel continue with duo_block? The second thread must be working
bool duo_ready(const duo *d);
// Runs to the end of the block, to the end of the kernel, or to a fault. All SMs have then done
// gpu.cycle cycles.
int duo_block(duo *d, err *e);
team_turn duo_share(void *d);     // the second thread's work `share`

// Chooses how the work is divided among threads, between two steps; from time to time it measures
// another division. Returns the status of a step. gpu_together returns to one thread, with all
// components at the same step.
int gpu_choose_way(struct gpu *g, err *e);
int gpu_together(struct gpu *g, err *e);

#endif
