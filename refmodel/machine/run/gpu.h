// gpu.h : the whole machine: SMs, memory system, four clocks, CTA dispatch. Runs one kernel launch at a time, to its end.
//
// Time is simulated in steps, one for each instant at which a clock ticks: every ticking component is evaluated against the
// state of the last step, then all commit. Idle time is skipped without changing a statistic.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_H
#define WL_MACHINE_GPU_H

#include "base/stats.h"
#include "config/config.h"
#include "machine/common/devices.h"
#include "machine/common/front.h"

typedef struct gpu gpu;

typedef struct gpu_hooks {
    devices devices; // golden models, RTL, or both in lockstep
    const volatile bool *stop; // polled every core cycle, or block of them (threads.h); when true gpu_run ends with ST_CHECK. May be NULL
    void (*progress)(void *ctx, uint64_t cycle, double share); // about ten times a second; share of CTAs done. May be NULL
    void *progress_ctx;
    void (*kernel_ended)(void *ctx, const gpu *g); // after each kernel, drained and its laws checked. May be NULL
    void *kernel_ended_ctx;
    unsigned threads;      // 0, 1: one; more: two are used where they help (threads.h). It changes nothing but time
    bool insist;           // for tests: two threads even where it takes longer
    unsigned shuffle_seed; // not 0: components are evaluated in a random order, which must change nothing
    bool no_skip;          // evaluate every component in every cycle, which must change nothing
    const front *(*record)(void *ctx, const front *kernel); // stands between the front end and the machine: the front to run. May be NULL
    void *record_ctx;
} gpu_hooks;

gpu *gpu_new(const config *c, const gpu_hooks *h, err *e);
void gpu_free(gpu *g);

// Runs one launch to completion. ST_INPUT: the kernel faulted or cannot fit an SM; ST_CHECK: stopped by a hook, not ended within
// gpu.cycle_limit, a conservation law broken or the machine stuck (the error says who waits for whom). After an error the
// machine can only be freed.
// A kernel's cycles run from its launch to the end of its last CTA (stores acknowledged). Then the machine runs on until
// nothing is on its way; these cycles count in gpu_cycle and "cycles" and are "drain_cycles" too.
// Stores of an SM become visible to other SMs after the next cycle that is a multiple of GPU_PUBLISH_CYCLES, unless the front end performs
// them at once (front.h, publish). Real ones take their way through the network, too.
enum { GPU_PUBLISH_CYCLES = 128 };
int gpu_run(gpu *g, const front *kernel, err *e);
int gpu_fit(const config *c, const front *f, unsigned *slots, err *e); // CTAs that an SM can hold; ST_INPUT: none

uint64_t gpu_cycle(const gpu *g);        // core cycles so far
// All statistics so far: "cycles", "warp_insns", "thread_insns", "ipc" (thread instructions a core cycle), "kernels" (an array:
// name, cycles, warp_insns, thread_insns, ipc), one object a component, with its ratios (ratios.h): "sm", "l1i", "l1c", "l1d",
// "mrpb", "warppool" (when enabled), "streambypass" ("l1", "l2", when enabled), "dwtcs", "cart" (when enabled), "icnt", "l2", "dram", "memory"; and
// "instances": the counters of each SM and its caches, MRPB, slice and channel (gpu_report.c); with DWT-CS "throttling", its decisions
// (throttle.h).
json_t *gpu_stats_json(const gpu *g);

#endif
