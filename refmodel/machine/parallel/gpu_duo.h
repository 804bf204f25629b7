// gpu_duo.h : the SMs in two threads, beside the front half of the memory system (in the caller's) and its back half (in the other's,
// gpu_team.h).
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
#ifndef WL_MACHINE_GPU_DUO_H
#define WL_MACHINE_GPU_DUO_H

#include "base/err.h"
#include "machine/parallel/gpu_team.h"

#include <stdbool.h>

struct gpu;
typedef struct duo duo;

duo *duo_new(struct gpu *g); // NULL: the machine has too many SMs, or a crossbar whose clock is not theirs
void duo_free(duo *d);
bool duo_ready(const duo *d);     // the kernel, as it stands, may go on by duo_block; the team is at work
int duo_block(duo *d, err *e);    // to the end of the block, or of the kernel, or to a fault: all SMs stand at gpu.cycle again
team_turn duo_share(void *d);     // team_share: of the other thread

#endif
