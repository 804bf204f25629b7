// threads.h : what the machine knows of its second thread. The wing parallel/ implements it; without it everything runs in one.
//
// The team (parallel/gpu_team.c): the back half of the memory system (memsys.h) in a thread of its own, beside the thread that runs
// the machine.
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
// The duo (parallel/gpu_duo.c, gpu_crew.c): the SMs in two threads, beside the front half of the memory system (in the caller's) and
// its back half (in the other's).
//
// Each thread runs its crew of SMs cycle by cycle at its own pace, up to the end of a block of GPU_PUBLISH_CYCLES. What an SM needs from
// outside in a cycle is known before:
//   replies   that it sees in the cycle: they have been sent when the back half has done the cycle before (it is mostly far ahead)
//   room      in its request channel, when a miss waits: known when the crossbar has done the cycle before, in which it may use what SMs
//             pushed up to two cycles before; or as long as all that the SM pushes is sure to fit into its input buffer (xbar_sure)
//   memory    what others stored: published between blocks only (front.h)
//   CTAs      a crew stops in the cycle in which one ends; a crew without any follows the other one: so no SM is ahead of the kernel's end
// The crossbar does a cycle when both crews have done the one before. So all is as it is in one thread, to the bit.
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

struct gpu;
typedef struct duo duo;

duo *duo_new(struct gpu *g); // NULL: the machine has too many SMs, or a crossbar whose clock is not theirs
void duo_free(duo *d);
bool duo_ready(const duo *d);     // the kernel, as it stands, may go on by duo_block; the team is at work
int duo_block(duo *d, err *e);    // to the end of the block, or of the kernel, or to a fault: all SMs stand at gpu.cycle again
team_turn duo_share(void *d);     // team_share: of the other thread

// The choice between the ways, between two steps: from time to time another one is tried. Returns what a step returns.
int gpu_choose_way(struct gpu *g, err *e);
int gpu_together(struct gpu *g, err *e); // back to one thread; all components stand at the same step again

#endif
