// gpu_team.h : the back half of the memory system (memsys.h) in a thread of its own, beside the thread that runs the machine.
//
// While the team is at work both threads go through the same steps of the same clocks, each at its own pace: the caller does the
// front half of a step (SMs, memsys_front_*) after team_step, the other thread the back half, mostly ahead by
// up to memsys_slack L2 ticks. Each tells the other how far it is from time to time, and before it waits: a round trip between two cores
// takes as long as a step. What one may do before the other is a matter of memsys.h and never of luck, so that results are those of
// one thread, to the bit.
//
// What the back half does not keep busy, the other thread gives to `share`.
//
// Waiting threads spin, then nap; a team that is not at work sleeps.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_TEAM_H
#define WL_MACHINE_GPU_TEAM_H

#include "machine/run/clock.h"
#include "machine/memory/memsys.h"

typedef struct team team;

typedef enum team_turn { TEAM_NOTHING, TEAM_BLOCKED, TEAM_MOVED } team_turn;
typedef team_turn team_share(void *ctx); // does a piece of other work, if there is any and it can be done

team *team_new(memsys *m, const config *c, team_share *share, void *ctx); // NULL: no thread to be had, or memsys_slack too short to be of use
void team_free(team *t);                    // not at work

void team_begin(team *t, const clocks *k, uint64_t cycle); // both halves stand at the same step; k, cycle: clocks and core cycle there
void team_step(team *t);                    // before each step of the front half: returns when it may be done, and then it must be
void team_pass(team *t);                    // a step in which the front half has nothing to do, and nothing comes from the back half
bool team_ready(team *t);                   // would team_step return at once?
uint64_t team_known(const team *t);         // replies that SMs see up to this core cycle are known (memsys_posted), in any thread
void team_relax(team *t, unsigned *spins);  // a turn of the caller's waiting, of which the other thread may know all; spins: turns so far
uint64_t team_idle(const team *t);          // so far: turns of the other thread in which `share` was blocked and the back half had nothing to do
unsigned team_long_waits(const team *t);    // so far: of the caller, in which the other thread seemed to have no processor
uint64_t team_stop(team *t);                // ends the work, after a step; returns how many more steps the front half must do to be even

#endif
