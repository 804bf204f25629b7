// host.c : see host.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include "base/resources.h"
#include "cuda/cuda_device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Keeps the first failure. The device may have said more than a CUresult can: then that stands
// alone.
static void keep(host *h, const char *call, CUresult r)
{
    if (r == CUDA_SUCCESS || h->status != ST_OK) return;
    const char *name = "?", *text = "?";
    cuGetErrorName(r, &name);
    cuGetErrorString(r, &text);
    if (h->e->status == ST_OK)
        err_add(h->e, ST_TOOL, "workload %s: %s: %s (%s)", h->w->name, call, name, text);
    h->status = h->e->status;
}

#define TRY(h, call, ...) \
    do { \
        if ((h)->status == ST_OK) keep(h, #call, call(__VA_ARGS__)); \
    } while (0)

void host_open(host *h, const workload *w, err *e)
{
    *h = (host){.w = w, .e = e};
    CUdevice device = 0;
    TRY(h, cuInit, 0);
    TRY(h, cuDeviceGet, &device, 0);
    TRY(h, cuCtxCreate, &h->context, 0, device);
    char *relative = wl_format("refmodel/workloads/%s/%s.ptx", w->name, w->name);
    char *path = resource_path(relative);
    TRY(h, cuModuleLoad, &h->module, path);
    free(path);
    free(relative);
}

int host_close(host *h)
{
    for (unsigned i = 0; i < h->n_textures; i++) TRY(h, cuTexObjectDestroy, h->textures[i]);
    for (unsigned i = 0; i < h->n_arrays; i++) {
        TRY(h, cuMemFree, h->arrays[i].device);
        free(h->arrays[i].host);
    }
    TRY(h, cuModuleUnload, h->module);
    if (h->context) keep(h, "cuCtxDestroy", cuCtxDestroy(h->context));
    return h->status;
}

#define ELEMENT_BYTES(constant, type, member) sizeof(type),
static const size_t element_bytes[ELEMENT_COUNT] = {HOST_ELEMENTS(ELEMENT_BYTES)};

static size_t bytes(const array *a) { return a->count * element_bytes[a->of]; }

array *host_array_of(host *h, element_type of, const char *name, size_t count)
{
    CHECK(h->n_arrays < HOST_ARRAYS, "%s has more than %d arrays", h->w->name, HOST_ARRAYS);
    array *a = &h->arrays[h->n_arrays++];
    *a = (array){
        .name = name, .of = of, .count = count, .host = wl_calloc(count, element_bytes[of])};
    TRY(h, cuMemAlloc, &a->device, bytes(a));
    return a;
}

array *host_array(host *h, const char *name, size_t count)
{
    return host_array_of(h, ELEMENT_F32, name, count);
}

void host_write(host *h, const array *a) { TRY(h, cuMemcpyHtoD, a->device, a->host, bytes(a)); }
void host_read(host *h, array *a) { TRY(h, cuMemcpyDtoH, a->host, a->device, bytes(a)); }

void host_copy(host *h, array *to, const array *from)
{
    TRY(h, cuMemcpyDtoD, to->device, from->device, bytes(from));
    memcpy(to->host, from->host, bytes(from));
}

CUtexObject host_texture(host *h, const array *a)
{
    CHECK(h->n_textures < HOST_TEXTURES && a->of == ELEMENT_F32, "%s: texture %u of array %s",
          h->w->name, h->n_textures, a->name);
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_LINEAR,
                                   .res.linear = {.devPtr = a->device,
                                                  .format = CU_AD_FORMAT_FLOAT,
                                                  .numChannels = 1,
                                                  .sizeInBytes = bytes(a)}};
    const CUDA_TEXTURE_DESC how = {0};
    CUtexObject *t = &h->textures[h->n_textures];
    TRY(h, cuTexObjectCreate, t, &of, &how, NULL);
    h->n_textures += h->status == ST_OK;
    return *t;
}

void host_variable(host *h, const char *name, const void *values, size_t size)
{
    CUdeviceptr at = 0;
    TRY(h, cuModuleGetGlobal, &at, NULL, h->module, name);
    TRY(h, cuMemcpyHtoD, at, values, size);
}

void host_send(host *h)
{
    for (unsigned i = 0; i < h->n_arrays; i++) host_write(h, &h->arrays[i]);
}

static unsigned blocks(unsigned n, unsigned block) { return (n + block - 1) / block; }

shape shape_line(unsigned n) { return shape_blocks(n, 256); }

shape shape_blocks(unsigned n, unsigned block)
{
    return (shape){.grid = {blocks(n, block), 1, 1}, .block = {block, 1, 1}};
}

shape shape_plane(unsigned cols, unsigned rows)
{
    return (shape){.grid = {blocks(cols, 32), blocks(rows, 8), 1}, .block = {32, 8, 1}};
}

void host_launch(host *h, const char *kernel, shape s, void **params)
{
    CUfunction f = NULL;
    TRY(h, cuModuleGetFunction, &f, h->module, kernel);
    TRY(h, cuLaunchKernel, f, s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2],
        s.shared_bytes, NULL, params, NULL);
}

#define ELEMENT_VALUE(constant, type, member) \
    case constant: return (double)((const type *)from)[i];
static double value(const array *a, const void *from,
                    size_t i) // every element type fits a double exactly
{
    switch (a->of) {
        HOST_ELEMENTS(ELEMENT_VALUE)
    default: return 0;
    }
}

typedef struct bound { // exact: to the bit
    bool exact;
    double relative, absolute;
} bound;

static bool agrees(const array *a, const void *got, size_t i, const bound *within)
{
    const size_t size = element_bytes[a->of];
    if (memcmp((const char *)got + i * size, (const char *)a->host + i * size, size) == 0)
        return true;
    const double is = value(a, got, i), must = value(a, a->host, i);
    if (isnan(is) || isnan(must)) return isnan(is) && isnan(must);
    return !within->exact && fabs(is - must) <= within->absolute + within->relative * fabs(must);
}

static char *show(const array *a, double v)
{
    if (a->of == ELEMENT_F32) return wl_format("%.9g (%a)", v, v);
    return a->of == ELEMENT_F64 ? wl_format("%.17g (%a)", v, v) : wl_format("%.0f", v);
}

static void tell(host *h, const array *a, const void *got, size_t first, size_t wrong,
                 const bound *within)
{
    char *is = show(a, value(a, got, first)), *must = show(a, value(a, a->host, first));
    char *tolerance = within->exact
                          ? wl_strdup("0, to the bit")
                          : wl_format("%g + %g x |reference|", within->absolute, within->relative);
    h->status = err_add(
        h->e, ST_CHECK,
        "workload %s: %s[%zu] = %s, the reference has %s; tolerance %s; %zu of %zu elements differ",
        h->w->name, a->name, first, is, must, tolerance, wrong, a->count);
    free(is);
    free(must);
    free(tolerance);
}

static void compare(host *h, const array *a, const void *got, const bound *within)
{
    size_t first = a->count, wrong = 0;
    for (size_t i = a->count; i-- > 0;) {
        if (agrees(a, got, i, within)) continue;
        first = i;
        wrong++;
    }
    if (wrong) tell(h, a, got, first, wrong, within);
}

bool host_ended(const host *h) { return h->status == ST_OK && cuda_launches_ended(); }

static void check(host *h, const array *a, bound within)
{
    if (!host_ended(h)) return;
    void *got = wl_calloc(a->count, element_bytes[a->of]);
    TRY(h, cuMemcpyDtoH, got, a->device, bytes(a));
    if (h->status == ST_OK) compare(h, a, got, &within);
    free(got);
}

void host_check(host *h, const array *a) { check(h, a, (bound){.exact = true}); }

void host_check_within(host *h, const array *a, double relative, double absolute)
{
    check(h, a, (bound){.relative = relative, .absolute = absolute});
}

void host_fill(array *a, unsigned rows, unsigned cols, unsigned shift, unsigned by)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++)
            a->at[i * cols + j] = (float)i * (float)(j + shift) / (float)by;
    }
}

void host_matmul(unsigned n, const array *a, const array *b, array *c)
{
    for (size_t i = 0; i < n; i++) {
        float *row = c->at + i * n;
        for (size_t j = 0; j < n; j++) row[j] = 0;
        for (size_t k = 0; k < n; k++) { // every element still sums over rising k
            for (size_t j = 0; j < n; j++)
                row[j] = fmaf(a->at[i * n + k], b->at[k * n + j], row[j]);
        }
    }
}
