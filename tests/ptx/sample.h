// sample.h : runs kernels of tests/ptx/samples on host arrays: for tests against C.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_SAMPLE_H
#define WL_TESTS_PTX_SAMPLE_H

#include "tests/ptx/driver.h"
#include "tests/unit/unit.h"

#include <string.h>

#define SAMPLES "tests/ptx/samples/"
enum { N = 1000, MOST_BUFFERS = 4, MOST_BYTES = 65536 };

// A kernel's run: buffers are copied in, and out again.
typedef struct sample {
    ptx_module *m;
    devmem *mem;
    err e;
    unsigned char params[128];
    uint32_t n_params;
    uint64_t addr[MOST_BUFFERS];
    void *host[MOST_BUFFERS];
    size_t bytes[MOST_BUFFERS];
    unsigned n_buffers, stride;
    uint32_t shared;
} sample;

static inline void open_sample(sample *s, const char *path)
{
    *s = (sample){.stride = 1};
    s->m = ptx_load_file(path, &s->e);
    err_print(&s->e);
    s->mem = devmem_new(0xC0000000, &s->e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s->m);
}

static inline void close_sample(sample *s)
{
    ptx_free(s->m);
    devmem_free(s->mem);
    err_free(&s->e);
}

static inline void put(sample *s, const void *value, uint32_t bytes)
{
    s->n_params = (s->n_params + bytes - 1) / bytes * bytes;
    memcpy(s->params + s->n_params, value, bytes);
    s->n_params += bytes;
}

static inline void buffer(sample *s, void *host, size_t bytes)
{
    unsigned i = s->n_buffers++;
    CU_ASSERT_EQUAL_FATAL(devmem_alloc(s->mem, bytes, &s->addr[i], &s->e), ST_OK);
    memcpy(devmem_at(s->mem, s->addr[i], bytes), host, bytes);
    s->host[i] = host;
    s->bytes[i] = bytes;
    put(s, &s->addr[i], 8);
}

static inline void number(sample *s, int n) { put(s, &n, 4); }

static inline void launch(sample *s, const char *kernel, uint32_t grid_x, uint32_t grid_y,
                          uint32_t block_x, uint32_t block_y)
{
    const ptx_launch l = {.grid = {grid_x, grid_y, 1},
                          .block = {block_x, block_y, 1},
                          .dynamic_shared = s->shared,
                          .params = s->params};
    driver d = {.stride = s->stride};
    const ptx_kernel *k = ptx_find(s->m, kernel, &s->e);
    int st = k ? ptx_launch_begin(&d.f, k, s->mem, &l, 1, DRIVER_SLOTS, 48, &s->e) : ST_INPUT;
    if (!st) st = driver_run(&d, &s->e);
    err_print(&s->e);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    if (k) CU_ASSERT_EQUAL(ptx_param_bytes(k), s->n_params);
    for (unsigned i = 0; i < s->n_buffers; i++)
        memcpy(s->host[i], devmem_at(s->mem, s->addr[i], s->bytes[i]), s->bytes[i]);
    ptx_launch_end(&d.f);
    s->n_buffers = s->n_params = 0;
}

// Numbers without a pattern, the same each time.
static inline uint32_t noise(uint32_t i)
{
    i = (i ^ 61) ^ (i >> 16);
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    return i ^ i >> 15;
}

#endif
