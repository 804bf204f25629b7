// test_cuda_resources.c: which arrays, textures and surfaces may be made, by both APIs: what CUDA's
// reference says of cuArray3DCreate, cuTexObjectCreate and cuSurfObjectCreate.
//
// links: cudart cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart_rig.h"

#include <stdlib.h>
#include <string.h>

enum { W = 16, H = 8, PITCH = 512 };

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUarray plain, stored; // floats, and such that surfaces may be of
    CUdeviceptr memory;    // H rows
} rig;

static CUresult make(CUarray *a, size_t w, size_t h, size_t d, unsigned flags)
{
    const CUDA_ARRAY3D_DESCRIPTOR as = {.Width = w,
                                        .Height = h,
                                        .Depth = d,
                                        .Format = CU_AD_FORMAT_FLOAT,
                                        .NumChannels = 1,
                                        .Flags = flags};
    return cuArray3DCreate(a, &as);
}

static void set_up(rig *r)
{
    *r = (rig){0};
    attach_runtime(&r->c, &r->g, &r->e);
    CU_ASSERT_EQUAL_FATAL(make(&r->plain, W, H, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(make(&r->stored, W, H, 0, CUDA_ARRAY3D_SURFACE_LDST), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->memory, PITCH * H), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_runtime(r->g, &r->e); }

enum {
    LAYERED = CUDA_ARRAY3D_LAYERED,
    STORED = CUDA_ARRAY3D_SURFACE_LDST,
    CUBE = CUDA_ARRAY3D_CUBEMAP,
    GATHER = CUDA_ARRAY3D_TEXTURE_GATHER
};
static const CUresult good = CUDA_SUCCESS, bad = CUDA_ERROR_INVALID_VALUE,
                      none = CUDA_ERROR_NOT_SUPPORTED;

TEST(arrays_have_the_shapes_that_their_flags_allow)
{
    static const struct {
        size_t w, h, d;
        unsigned flags;
        const CUresult *want;
    } rows[] = {
        {8, 0, 0, 0, &good},
        {8, 8, 0, 0, &good},
        {8, 8, 8, 0, &good},
        {0, 8, 0, 0, &bad},
        {8, 0, 8, 0, &bad},
        {8, 0, 3, LAYERED, &good},
        {8, 8, 3, LAYERED, &good},
        {8, 8, 0, LAYERED, &bad}, // no layers
        {8, 8, 6, CUBE, &good},
        {8, 8, 12, CUBE, &bad}, // two cubes are layers
        {8, 8, 12, CUBE | LAYERED, &good},
        {8, 8, 9, CUBE | LAYERED, &bad},
        {8, 4, 6, CUBE, &bad}, // faces are squares
        {8, 8, 0, CUBE, &bad},
        {8, 8, 0, GATHER, &good},
        {8, 8, 2, GATHER | LAYERED, &good},
        {8, 0, 0, GATHER, &bad}, // of two dimensions
        {8, 8, 8, GATHER, &bad},
        {8, 0, 3, GATHER | LAYERED, &bad},
        {8, 8, 0, STORED | GATHER, &good},
        {8, 8, 0, CUDA_ARRAY3D_SPARSE, &none},
        {8, 8, 0, CUDA_ARRAY3D_DEPTH_TEXTURE, &none},
        {8, 8, 0, 0x200, &bad}, // CUDA has no such flag
    };
    rig r;
    set_up(&r);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CUarray a = NULL;
        const CUresult got = make(&a, rows[i].w, rows[i].h, rows[i].d, rows[i].flags);
        if (got != *rows[i].want) printf("# row %u: %d\n", i, (int)got);
        CU_ASSERT_EQUAL(got, *rows[i].want);
        CU_ASSERT(got == CUDA_SUCCESS ? a && cuArrayDestroy(a) == CUDA_SUCCESS : !a);
    }
    const cudaChannelFormatDesc d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t a = NULL; // of one and two dimensions, so without layers
    CU_ASSERT_EQUAL(cudaMallocArray(&a, &d, 8, 8, cudaArrayLayered), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMallocArray(&a, &d, 8, 8, cudaArrayCubemap), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMallocArray(&a, NULL, 8, 8, 0), cudaErrorInvalidValue);
    tear_down(&r);
}

static CUDA_RESOURCE_DESC of_array(CUarray a)
{
    return (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a};
}
static CUDA_RESOURCE_DESC of_line(CUdeviceptr at, unsigned channels, size_t bytes)
{
    return (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR,
                                .res.linear = {at, CU_AD_FORMAT_UNSIGNED_INT32, channels, bytes}};
}
static CUDA_RESOURCE_DESC of_rows(CUdeviceptr at, size_t w, size_t h, size_t pitch)
{
    return (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                .res.pitch2D = {at, CU_AD_FORMAT_UNSIGNED_INT32, 1, w, h, pitch}};
}

TEST(surfaces_are_of_arrays_made_for_them)
{
    rig r;
    CUsurfObject s = 0;
    set_up(&r);
    CUarray gone = NULL;
    CU_ASSERT_EQUAL(make(&gone, 8, 0, 0, STORED), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuArrayDestroy(gone), CUDA_SUCCESS);
    CUDA_RESOURCE_DESC flagged = of_array(r.stored);
    flagged.flags = 1;
    const struct {
        CUDA_RESOURCE_DESC of;
        CUresult want;
    } rows[] = {{of_array(r.stored), CUDA_SUCCESS},
                {of_array(r.plain), CUDA_ERROR_INVALID_VALUE},
                {of_array(NULL), CUDA_ERROR_INVALID_HANDLE},
                {of_array(gone), CUDA_ERROR_INVALID_HANDLE},
                {flagged, CUDA_ERROR_INVALID_VALUE},
                {of_line(r.memory, 1, 64), CUDA_ERROR_INVALID_VALUE},
                {of_rows(r.memory, W, H, PITCH), CUDA_ERROR_INVALID_VALUE},
                {{.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY}, CUDA_ERROR_INVALID_VALUE},
                {{.resType = (CUresourcetype)9}, CUDA_ERROR_INVALID_VALUE}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CU_ASSERT_EQUAL(cuSurfObjectCreate(&s, &rows[i].of), rows[i].want);
        cudaResourceDesc same = {.resType = (cudaResourceType)rows[i].of.resType,
                                 .flags = rows[i].of.flags};
        same.res.array.array = rows[i].of.res.array.hArray;
        CU_ASSERT_EQUAL(cudaCreateSurfaceObject(&s, &same), (cudaError_t)rows[i].want);
    }
    CU_ASSERT_EQUAL(cuSurfObjectCreate(NULL, &rows[0].of), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuSurfObjectCreate(&s, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cudaCreateSurfaceObject(&s, NULL), cudaErrorInvalidValue);
    // an array that the runtime made
    const cudaChannelFormatDesc d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    for (unsigned flags = 0; flags <= cudaArraySurfaceLoadStore; flags += 2) {
        cudaResourceDesc of = {.resType = cudaResourceTypeArray};
        CU_ASSERT_EQUAL(cudaMallocArray(&of.res.array.array, &d, 8, 8, flags), cudaSuccess);
        CU_ASSERT_EQUAL(cudaCreateSurfaceObject(&s, &of),
                        flags ? cudaSuccess : cudaErrorInvalidValue);
        CU_ASSERT_EQUAL(cudaGetLastError(), flags ? cudaSuccess : cudaErrorInvalidValue);
    }
    tear_down(&r);
}

TEST(textures_are_of_what_can_be_read)
{
    rig r;
    CUtexObject t = 0;
    set_up(&r);
    const CUDA_TEXTURE_DESC how = {.flags = CU_TRSF_READ_AS_INTEGER};
    CUDA_RESOURCE_DESC flagged = of_array(r.plain);
    flagged.flags = 1;
    const struct {
        CUDA_RESOURCE_DESC of;
        CUresult want;
    } rows[] = {
        {of_array(r.plain), CUDA_SUCCESS},
        {of_array(r.stored), CUDA_SUCCESS},
        {of_array(NULL), CUDA_ERROR_INVALID_HANDLE},
        {flagged, CUDA_ERROR_INVALID_VALUE},
        {of_line(r.memory, 1, 64), CUDA_SUCCESS},
        {of_line(r.memory + 256, 1, 64), CUDA_SUCCESS},
        {of_line(r.memory + 4, 1, 64), CUDA_ERROR_INVALID_VALUE}, // alignment
        {of_line(r.memory, 3, 96), CUDA_ERROR_INVALID_VALUE},
        {of_line(r.memory, 1, 0), CUDA_ERROR_INVALID_VALUE},
        {of_line(r.memory, 1, PITCH * H + 4), CUDA_ERROR_INVALID_VALUE}, // outside of memory
        {of_line(0, 1, 64), CUDA_ERROR_INVALID_VALUE},
        {of_rows(r.memory, W, H, PITCH), CUDA_SUCCESS},
        {of_rows(r.memory, W, H, PITCH / 2), CUDA_SUCCESS},
        {of_rows(r.memory, W, H, W * 4), CUDA_SUCCESS},
        {of_rows(r.memory, W, H, W * 4 + 16), CUDA_ERROR_INVALID_VALUE}, // alignment of rows
        {of_rows(r.memory + 32, W, H - 1, PITCH), CUDA_ERROR_INVALID_VALUE},
        {of_rows(r.memory, W, H, 32), CUDA_ERROR_INVALID_VALUE}, // less than a row
        {of_rows(r.memory, 0, H, PITCH), CUDA_ERROR_INVALID_VALUE},
        {of_rows(r.memory, W, H + 1, PITCH), CUDA_ERROR_INVALID_VALUE},
        {{.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY}, CUDA_ERROR_NOT_SUPPORTED},
        {{.resType = (CUresourcetype)9}, CUDA_ERROR_INVALID_VALUE}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const CUresult got = cuTexObjectCreate(&t, &rows[i].of, &how, NULL);
        if (got != rows[i].want) printf("# row %u: %d\n", i, (int)got);
        CU_ASSERT_EQUAL(got, rows[i].want);
    }
    CU_ASSERT_EQUAL(cuTexObjectCreate(NULL, &rows[0].of, &how, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, NULL, &how, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, &rows[0].of, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    // a view is of an array, and what it may say is its format
    CUDA_RESOURCE_VIEW_DESC view = {.format = CU_RES_VIEW_FORMAT_NONE};
    const CUDA_RESOURCE_DESC line = of_line(r.memory, 1, 64), array = of_array(r.plain);
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, &array, &how, &view), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, &line, &how, &view), CUDA_ERROR_INVALID_VALUE);
    view.format = CU_RES_VIEW_FORMAT_UINT_1X32;
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, &array, &how, &view), CUDA_ERROR_NOT_SUPPORTED);
    tear_down(&r);
}

TEST(samplers_are_what_the_resource_has_use_for)
{
    rig r;
    CUtexObject t = 0;
    CUarray whole = NULL;
    set_up(&r);
    const CUDA_ARRAY_DESCRIPTOR as = {W, H, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    CU_ASSERT_EQUAL(cuArrayCreate(&whole, &as), CUDA_SUCCESS);
    const CUfilter_mode blend = CU_TR_FILTER_MODE_LINEAR;
    const unsigned integer = CU_TRSF_READ_AS_INTEGER;
    const CUDA_RESOURCE_DESC line = of_line(r.memory, 1, 64), rows32 = of_rows(r.memory, W, H, 64),
                             bytes = of_array(whole), floats = of_array(r.plain);
    const struct {
        const CUDA_RESOURCE_DESC *of;
        CUDA_TEXTURE_DESC how;
        CUresult want;
    } rows[] = {{&floats, {.filterMode = blend}, CUDA_SUCCESS},
                {&bytes, {.filterMode = blend}, CUDA_SUCCESS}, // as fractions
                {&bytes, {.filterMode = blend, .flags = integer}, CUDA_ERROR_INVALID_VALUE},
                {&rows32, {.filterMode = blend}, CUDA_ERROR_INVALID_VALUE}, // 32 bits stay integers
                {&line, {.filterMode = blend}, CUDA_SUCCESS},               // has no filter
                {&line, {.filterMode = blend, .flags = integer}, CUDA_SUCCESS},
                {&floats, {.filterMode = (CUfilter_mode)2}, CUDA_ERROR_INVALID_VALUE},
                {&floats, {.addressMode = {(CUaddress_mode)4}}, CUDA_ERROR_INVALID_VALUE},
                {&floats, {.flags = CU_TRSF_SRGB}, CUDA_ERROR_NOT_SUPPORTED},
                {&floats, {.flags = CU_TRSF_SEAMLESS_CUBEMAP}, CUDA_ERROR_NOT_SUPPORTED},
                {&floats, {.flags = 0x100}, CUDA_ERROR_INVALID_VALUE}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const CUresult got = cuTexObjectCreate(&t, rows[i].of, &rows[i].how, NULL);
        if (got != rows[i].want) printf("# row %u: %d\n", i, (int)got);
        CU_ASSERT_EQUAL(got, rows[i].want);
    }
    tear_down(&r);
}

TEST(runtime_textures_without_support_are_refused)
{
    rig r;
    cudaTextureObject_t t = 0;
    set_up(&r);
    const unsigned view[36] = {0}, other[36] = {1};
    cudaResourceDesc of = {.resType = cudaResourceTypeArray}, line = {0};
    of.res.array.array = r.plain;
    line.resType = cudaResourceTypeLinear;
    line.res.linear.devPtr = (void *)(uintptr_t)r.memory;
    line.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    line.res.linear.sizeInBytes = 64;
    const cudaTextureDesc plain = {0}, srgb = {.sRGB = 1}, seamless = {.seamlessCubemap = 1};
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &plain, view), cudaSuccess);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &plain, other), cudaErrorNotSupported);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &line, &plain, NULL), cudaSuccess);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &line, &plain, view), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &srgb, NULL), cudaErrorNotSupported);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &seamless, NULL), cudaErrorNotSupported);
    of.resType = cudaResourceTypeMipmappedArray;
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &plain, NULL), cudaErrorNotSupported);
    of.resType = (cudaResourceType)9;
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &plain, NULL), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, NULL, &plain, NULL), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &line, NULL, NULL), cudaErrorInvalidValue);
    tear_down(&r);
}

TEST(runtime_textures_tell_how_they_were_made)
{
    rig r;
    cudaTextureObject_t t = 0;
    set_up(&r);
    cudaResourceDesc of = {.resType = cudaResourceTypeArray};
    of.res.array.array = r.plain;
    const cudaTextureDesc how = {.addressMode = {cudaAddressModeMirror, cudaAddressModeBorder, 1},
                                 .filterMode = cudaFilterModeLinear,
                                 .readMode = cudaReadModeNormalizedFloat,
                                 .borderColor = {1, 2, 3, 4},
                                 .normalizedCoords = 1,
                                 .maxAnisotropy = 2,
                                 .mipmapLevelBias = 0.5f,
                                 .disableTrilinearOptimization = 1};
    cudaTextureDesc told;
    memset(&told, 0x55, sizeof told);
    CU_ASSERT_EQUAL(cudaCreateTextureObject(&t, &of, &how, NULL), cudaSuccess);
    CU_ASSERT_EQUAL(cudaGetTextureObjectTextureDesc(&told, t), cudaSuccess);
    CU_ASSERT(!memcmp(&told, &how, sizeof how));
    CU_ASSERT_EQUAL(cudaGetTextureObjectTextureDesc(NULL, t), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaGetTextureObjectTextureDesc(&told, 99), cudaErrorInvalidValue);
    tear_down(&r);
}

// The attributes are the limits that the calls have.
TEST(limits_are_those_that_the_device_tells)
{
    rig r;
    CUarray a = NULL;
    int most = 0, mipmapped = -1;
    set_up(&r);
    CU_ASSERT_EQUAL(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 0),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(make(&a, (size_t)most, 0, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(make(&a, (size_t)most + 1, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(
        cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 0),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(make(&a, 1, 1, (size_t)most + 1, LAYERED), CUDA_ERROR_INVALID_VALUE);
    for (int k = CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH;
         k <= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS; k++)
        CU_ASSERT(cuDeviceGetAttribute(&most, (CUdevice_attribute)k, 0) == CUDA_SUCCESS && most);
    CU_ASSERT_EQUAL(
        cuDeviceGetAttribute(&mipmapped, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 0),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(mipmapped, 0);
    tear_down(&r);
}

UNIT_MAIN("cuda_resources", T(arrays_have_the_shapes_that_their_flags_allow),
          T(surfaces_are_of_arrays_made_for_them), T(textures_are_of_what_can_be_read),
          T(samplers_are_what_the_resource_has_use_for),
          T(runtime_textures_without_support_are_refused),
          T(runtime_textures_tell_how_they_were_made), T(limits_are_those_that_the_device_tells))
