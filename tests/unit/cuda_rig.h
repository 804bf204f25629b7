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

#endif
