// host.c : see host.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include "base/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Keeps the first failure. The device may have said more than a CUresult can: then that stands alone.
static void keep(host *h, const char *call, CUresult r)
{
    if (r == CUDA_SUCCESS || h->status != ST_OK) return;
    const char *name = "?", *text = "?";
    cuGetErrorName(r, &name);
    cuGetErrorString(r, &text);
    if (h->e->status == ST_OK) err_add(h->e, ST_TOOL, "workload %s: %s: %s (%s)", h->w->name, call, name, text);
    h->status = h->e->status;
}

#define TRY(h, call, ...) do { if ((h)->status == ST_OK) keep(h, #call, call(__VA_ARGS__)); } while (0)

void host_open(host *h, const workload *w, err *e)
{
    *h = (host){.w = w, .e = e};
    CUdevice device = 0;
    TRY(h, cuInit, 0);
    TRY(h, cuDeviceGet, &device, 0);
    TRY(h, cuCtxCreate, &h->context, 0, device);
    char *relative = wl_format("refmodel/workloads/%s/%s.ptx", w->name, w->name);
    char *path = share_path(relative);
    TRY(h, cuModuleLoad, &h->module, path);
    free(path);
    free(relative);
}

int host_close(host *h)
{
    for (unsigned i = 0; i < h->n_arrays; i++) {
        TRY(h, cuMemFree, h->arrays[i].device);
        free(h->arrays[i].at);
    }
    TRY(h, cuModuleUnload, h->module);
    if (h->context) keep(h, "cuCtxDestroy", cuCtxDestroy(h->context));
    return h->status;
}

array *host_array(host *h, const char *name, size_t count)
{
    CHECK(h->n_arrays < HOST_ARRAYS, "%s has more than %d arrays", h->w->name, HOST_ARRAYS);
    array *a = &h->arrays[h->n_arrays++];
    *a = (array){.name = name, .count = count, .at = wl_calloc(count, sizeof *a->at)};
    TRY(h, cuMemAlloc, &a->device, count * sizeof *a->at);
    return a;
}

void host_send(host *h)
{
    for (unsigned i = 0; i < h->n_arrays; i++) {
        const array *a = &h->arrays[i];
        TRY(h, cuMemcpyHtoD, a->device, a->at, a->count * sizeof *a->at);
    }
}

static unsigned blocks(unsigned n, unsigned block) { return (n + block - 1) / block; }

shape shape_line(unsigned n)
{
    return (shape){{blocks(n, 256), 1, 1}, {256, 1, 1}};
}

shape shape_plane(unsigned cols, unsigned rows)
{
    return (shape){{blocks(cols, 32), blocks(rows, 8), 1}, {32, 8, 1}};
}

void host_launch(host *h, const char *kernel, shape s, void **params)
{
    CUfunction f = NULL;
    TRY(h, cuModuleGetFunction, &f, h->module, kernel);
    TRY(h, cuLaunchKernel, f, s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2], 0, NULL, params, NULL);
}

static int equal(const float *a, const float *b)
{
    return memcmp(a, b, sizeof *a) == 0 || (isnan(*a) && isnan(*b));
}

static void compare(host *h, const array *a, const float *got)
{
    size_t first = a->count, wrong = 0;
    for (size_t i = a->count; i-- > 0;) {
        if (equal(&got[i], &a->at[i])) continue;
        first = i;
        wrong++;
    }
    if (!wrong) return;
    h->status = err_add(h->e, ST_CHECK, "workload %s: %s[%zu] = %.9g (%a), the reference has %.9g (%a); tolerance 0, to the bit; %zu of %zu elements differ",
                        h->w->name, a->name, first, (double)got[first], (double)got[first], (double)a->at[first], (double)a->at[first],
                        wrong, a->count);
}

void host_check(host *h, const array *a)
{
    if (h->status != ST_OK) return;
    float *got = wl_calloc(a->count, sizeof *got);
    TRY(h, cuMemcpyDtoH, got, a->device, a->count * sizeof *got);
    if (h->status == ST_OK) compare(h, a, got);
    free(got);
}

void host_fill(array *a, unsigned rows, unsigned cols, unsigned shift, unsigned by)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++) a->at[i * cols + j] = (float)i * (float)(j + shift) / (float)by;
    }
}

void host_matmul(unsigned n, const array *a, const array *b, array *c)
{
    for (size_t i = 0; i < n; i++) {
        float *row = c->at + i * n;
        for (size_t j = 0; j < n; j++) row[j] = 0;
        for (size_t k = 0; k < n; k++) { // every element still sums over rising k
            for (size_t j = 0; j < n; j++) row[j] = fmaf(a->at[i * n + k], b->at[k * n + j], row[j]);
        }
    }
}
