// cudart_rig.h : a machine as the device of both APIs, for tests that call the runtime's too.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CUDART_RIG_H
#define WL_TESTS_CUDART_RIG_H

#include "cuda_rig.h"
#include "cudart/cudart.h"

extern const int cudart_version;
const int cudart_version = 13000; // of which there is one in each of the shared libraries

// The primary context is current after it.
static void attach_runtime(config *c, gpu **g, err *e)
{
    attach_device(c, g, e, 2);
    cudaGetLastError();
    CU_ASSERT_EQUAL_FATAL(cudaFree(NULL), cudaSuccess);
}

static void detach_runtime(gpu *g, err *e)
{
    cudaDeviceReset();
    detach_device(g, e);
}

#endif
