// cuda_device.h: connects the driver API with a simulated machine: the device that a thread has for
// itself. Threads that attach no machine share one (cuda_default.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_DEVICE_H
#define WL_CUDA_CUDA_DEVICE_H

#include "cuda/cuda.h"
#include "machine/run/gpu.h"
#include "ptx/devmem.h"
#include "ptx/ptx.h"

#define CUDA_HEAP_BASE 0xC0000000u // default start of the device's memory

// Attaches a machine to the calling thread. heap_base 0: CUDA_HEAP_BASE. Messages that a CUresult
// cannot convey (an error in a PTX file, a fault in a kernel, a stuck machine) go to *e. g, c and e
// must live until cuda_detach.
int cuda_attach(gpu *g, const config *c, uint64_t heap_base, err *e);
void cuda_detach(void); // frees all remaining contexts, modules and memory
devmem *cuda_memory(void);
bool cuda_cut(void);            // gpu_cut of the machine
bool cuda_launches_ended(void); // true if no launch has faulted or been stopped
const err *cuda_errors(void);   // the errors so far: the e of cuda_attach

// Returns what is wrong with the shape of a launch ("grid[1] = 0: must be 1..65535"), malloc'd, or
// NULL.
char *cuda_shape_fault(const uint32_t grid[3], const uint32_t block[3]);

// Runs one launch to its end. Messages go to the device's e. Returns ST_*. A launch that
// gpu.insn_limit cuts, or keeps from beginning, is ST_OK with gpu_cut; to the program it has failed
// with CUDA_ERROR_LAUNCH_TIMEOUT, and so does every later call.
int cuda_launch(const ptx_kernel *k, const ptx_launch *l);

#endif
