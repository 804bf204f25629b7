// cuda_device.h : joins the driver API to a simulated machine: the device that cuInit finds on this thread.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_DEVICE_H
#define WL_CUDA_CUDA_DEVICE_H

#include "cuda/cuda.h"
#include "machine/gpu.h"
#include "ptx/devmem.h"

// Attaches a machine to the calling thread (thread-local); heap_base 0 = 0xC0000000. Errors of launches (a fault in a kernel,
// a stuck machine) are kept in the device's err as full messages, since a CUresult cannot hold them.
int cuda_attach(gpu *g, const config *c, uint64_t heap_base, err *e);
void cuda_detach(void);
devmem *cuda_memory(void);
const err *cuda_errors(void); // what happened so far; status is the worst
void cuda_regs_per_thread(unsigned regs); // override for following launches, 0 = estimate

#endif
