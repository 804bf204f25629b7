// gpu.h: the whole machine: SMs, memory system, four clocks and CTA dispatch. It runs one kernel
// launch at a time, to its end.
//
// Time is simulated in steps, one for each instant at which a clock ticks. Every ticking component
// is evaluated against the state of the last step, and then all of them commit. Idle time is
// skipped without changing a statistic.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_H
#define WL_MACHINE_GPU_H

#include "base/stats.h"
#include "config/config.h"
#include "machine/common/devices.h"
#include "machine/common/front_end.h"

typedef struct gpu gpu;

typedef struct gpu_hooks {
    devices devices; // golden models, RTL, or both in lockstep
    // Polled in every core cycle or block of cycles (threads.h); when true, gpu_run ends with
    // ST_CHECK. May be NULL.
    const volatile bool *stop;
    // Called about ten times per second; share: fraction of the CTAs that are done. May be NULL.
    void (*progress)(void *ctx, uint64_t cycle, double share);
    void *progress_ctx;
    // Called after each kernel, when it is drained and its laws are checked. May be NULL.
    void (*kernel_ended)(void *ctx, const gpu *g);
    void *kernel_ended_ctx;
    // 0 or 1: one; more: two are used where they help (threads.h). Results do not change
    unsigned threads;
    bool insist; // for tests: use two threads even where that is slower
    // not 0: evaluate components in a random order, which must change nothing
    unsigned shuffle_seed;
    bool no_skip; // evaluate every component in every cycle, which must change nothing
    // Wraps the front end of each kernel; the machine runs the front end returned. May be NULL.
    const front_end *(*record)(void *ctx, const front_end *kernel);
    void *record_ctx;
} gpu_hooks;

gpu *gpu_new(const config *c, const gpu_hooks *h, err *e);
void gpu_free(gpu *g);

// Runs one launch to its end. Returns ST_INPUT if the kernel faulted or does not fit on an SM;
// ST_CHECK if a hook stopped the run, the kernel exceeded gpu.cycle_limit, a conservation law was
// broken, or the machine is stuck (the error says who waits for what). After an error, the machine
// can only be freed.
//
// The cycles of a kernel are those from its launch to the end of its last CTA, with all stores
// acknowledged. Then the machine runs until it is idle; these cycles count in gpu_cycle, "cycles"
// and "drain_cycles".
//
// The stores of an SM become visible to other SMs after the next cycle that is a multiple of
// GPU_PUBLISH_CYCLES, unless the front end performs them at once (front_end.h, publish). On
// hardware, stores also take time to cross the network.
enum { GPU_PUBLISH_CYCLES = 128 };
int gpu_run(gpu *g, const front_end *kernel, err *e);
// Sets *slots to the number of CTAs that fit on an SM; ST_INPUT if none does.
int gpu_fit(const config *c, const front_end *f, unsigned *slots, err *e);

uint64_t gpu_cycle(const gpu *g); // core cycles so far

// True if gpu.insn_limit ended the run before its last instruction. gpu_run returned ST_OK then:
// the kernel that was cut has ended as any kernel does, with exactly gpu.insn_limit thread
// instructions in all kernels so far, all their requests completed and all laws checked. A launch
// after that runs nothing. What the program computes from then on is undefined.
//
// The order in which instructions count is the order of issue: by cycle, then by SM, then by
// scheduler. It depends on nothing outside of the simulated machine.
bool gpu_cut(const gpu *g);
// All statistics so far:
//   "cycles", "warp_insns", "thread_insns", "ipc" (thread instructions per core cycle)
//   "kernels"      [{name, cycles, warp_insns, thread_insns, ipc}]
//   "sm", "l1i", "l1c", "l1t", "l1d", "icnt", "l2", "dram", "memory"
//                  the counters of each component, with its ratios (ratios.h)
//   "mrpb", "warppool", "streambypass" ("l1", "l2"), "dwtcs", "cart"
//                  the same, if the structure is enabled
//   "instances"    the counters of each SM and its caches, MRPB, L2 slice and DRAM channel
//                  (gpu_report.c)
//   "throttling"   with DWT-CS, its decisions (dwtcs_seam.h)
json_t *gpu_stats_json(const gpu *g);

#endif
