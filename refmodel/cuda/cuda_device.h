// cuda_device.h : joins the driver API to a simulated machine: the device that a thread has for itself. (Threads that attach none
// share one: cuda_own.h.)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_DEVICE_H
#define WL_CUDA_CUDA_DEVICE_H

#include "cuda/cuda.h"
#include "machine/run/gpu.h"
#include "ptx/devmem.h"
#include "ptx/ptx.h"

#define CUDA_HEAP_BASE 0xC0000000u // where the device's memory begins unless said otherwise

// Attaches a machine to the calling thread (thread-local); heap_base 0 = CUDA_HEAP_BASE. What a CUresult cannot hold (an error in
// a PTX file, a fault in a kernel, a stuck machine) goes to *e as full messages until cuda_detach; g, c and e must live as long.
int cuda_attach(gpu *g, const config *c, uint64_t heap_base, err *e);
void cuda_detach(void); // frees contexts, modules and memory that are left
devmem *cuda_memory(void);
bool cuda_launches_ended(void); // no launch has faulted or been stopped
const err *cuda_errors(void); // what happened so far: the e of cuda_attach

// What is wrong with the shape of a launch ("grid[1] = 0: must be 1..65535"), malloc'd; NULL = nothing.
char *cuda_shape_fault(const uint32_t grid[3], const uint32_t block[3]);

// Runs one launch to its end. Messages go to the device's e. Returns ST_*.
int cuda_launch(const ptx_kernel *k, const ptx_launch *l);

#endif
