// gpu_window.h : SMs side by side. With the back half of the memory system ahead (gpu_team.h), each SM by itself does some cycles,
// half of them in each thread; then the rest of the front half (request crossbar, intake, dispatch, accesses to shared memory that were
// put off) does the same steps for all.
//
// Why the results are those of one thread: within a window an SM hears only of replies, whose times are fixed, and of room in its
// request channel, which it takes for granted only where it is sure (memsys_port_after). A window is shorter than the way of a memory
// instruction through the SM, so that what was put off is performed, in the order of cycle and SM, before anyone reads the
// registers. An SM stops at the end of a CTA or at a fault, and no CTA is placed, and no kernel ends, in a cycle that others have passed.
//
// Off unless gpu_hooks.windows asks for it: cfd on gtx480 differed in 1 of 14 runs by one cycle in icnt "buffered" and DRAM latency,
// in none of 40 without windows. The cause is not found.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_WINDOW_H
#define WL_MACHINE_GPU_WINDOW_H

#include "machine/clock.h"
#include "machine/front.h"

typedef struct gpu gpu;
typedef struct window window;

window *window_new(unsigned n_sms);
void window_free(window *w);

void window_begin(gpu *g);     // the team has begun: windows may follow
void window_end(gpu *g);       // no SM is ahead any more: what was put off is performed
bool window_usable(const gpu *g); // may windows begin?
bool window_ahead(const gpu *g);  // is some SM ahead of the machine's cycle?
bool window_even(const gpu *g, unsigned sm); // is this one not?
void window_run(gpu *g);       // one window; at least one step

#endif
