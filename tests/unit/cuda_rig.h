// cuda_rig.h : a machine as the driver API's device, for tests.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CUDA_RIG_H
#define WL_TESTS_CUDA_RIG_H

#include "cuda/cuda_device.h"
#include "unit.h"

// Of the default configuration, with so many SMs.
static void attach_device(config *c, gpu **g, err *e, unsigned sms)
{
    config_defaults(c);
    c->gpu.sms = sms;
    *g = gpu_new(c, NULL, e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(*g);
    CU_ASSERT_EQUAL_FATAL(cuda_attach(*g, c, 0, e), ST_OK);
}

static void detach_device(gpu *g, err *e)
{
    cuda_detach();
    gpu_free(g);
    err_free(e);
}

// A device of two SMs with a context and a module: what rigs of kernels begin with.
typedef struct device_rig {
    config c;
    gpu *g;
    err e;
    CUcontext ctx;
    CUmodule module;
} device_rig;

static inline void begin_device(device_rig *d, const char *text)
{
    *d = (device_rig){0};
    attach_device(&d->c, &d->g, &d->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&d->ctx, CU_CTX_SCHED_SPIN, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&d->module, text), CUDA_SUCCESS);
}

static inline CUfunction function_of(const device_rig *d, const char *name)
{
    CUfunction f = NULL;
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&f, d->module, name), CUDA_SUCCESS);
    return f;
}

static inline void end_device(device_rig *d) { detach_device(d->g, &d->e); }

#endif
