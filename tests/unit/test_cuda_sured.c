// test_cuda_sured.c: reductions on surfaces (sured.b), each operation on each of its types against
// C, with coordinates inside and outside of the surface.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, WIDTH = 6, HEIGHT = 5, DEPTH = 2 };

// Thread i reduces with a value of 64 bits at (x in bytes, y, z). %s: type of c, statement.
static const char kernel_text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 t, .param .u64 in) {\n"
    ".reg .b32 %%i, %%x, %%y, %%z, %%c; .reg .b64 %%t, %%in, %%o, %%w; .reg .pred %%p;\n"
    "mov.u32 %%i, %%tid.x; mul.wide.u32 %%o, %%i, 24; ld.param.u64 %%t, [t];\n"
    "ld.param.u64 %%in, [in]; add.u64 %%in, %%in, %%o; ld.global.u64 %%w, [%%in];\n"
    "cvt.u32.u64 %%c, %%w; ld.global.u32 %%x, [%%in+8]; ld.global.u32 %%y, [%%in+12];\n"
    "ld.global.u32 %%z, [%%in+16]; setp.ne.u32 %%p, %%i, 7;\n@%%p %s;\nret;\n}\n";

typedef struct share { // of a thread
    uint64_t value;
    int32_t x, y, z, unused;
} share;

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUdeviceptr in;
    CUarray array;
    CUsurfObject surface;
    share shares[THREADS];
} rig;

// A surface of whole numbers of `bytes`, all of which begin as `first`.
static void set_up(rig *r, unsigned bytes, uint64_t first)
{
    CUcontext ctx = NULL;
    uint64_t wide[DEPTH * HEIGHT * WIDTH];
    uint32_t narrow[DEPTH * HEIGHT * WIDTH];
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
    for (unsigned i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        wide[i] = first, narrow[i] = (uint32_t)first;
    const CUDA_ARRAY3D_DESCRIPTOR as = {.Width = WIDTH,
                                        .Height = HEIGHT,
                                        .Depth = DEPTH,
                                        .Format = CU_AD_FORMAT_UNSIGNED_INT32,
                                        .NumChannels = bytes / 4,
                                        .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CU_ASSERT_EQUAL_FATAL(cuArray3DCreate(&r->array, &as), CUDA_SUCCESS);
    const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                .srcHost = bytes == 8 ? (const void *)wide : narrow,
                                .srcPitch = WIDTH * bytes,
                                .srcHeight = HEIGHT,
                                .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                .dstArray = r->array,
                                .WidthInBytes = WIDTH * bytes,
                                .Height = HEIGHT,
                                .Depth = DEPTH};
    CU_ASSERT_EQUAL_FATAL(cuMemcpy3D(&copy), CUDA_SUCCESS);
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = r->array};
    CU_ASSERT_EQUAL_FATAL(cuSurfObjectCreate(&r->surface, &of), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->in, sizeof r->shares), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult run(rig *r, const char *statement)
{
    CUmodule m = NULL;
    CUfunction f = NULL;
    void *args[] = {&r->surface, &r->in};
    char *text = wl_format(kernel_text, statement);
    CUresult e = cuModuleLoadData(&m, text);
    if (e == CUDA_SUCCESS) e = cuModuleGetFunction(&f, m, "k");
    if (e == CUDA_SUCCESS) e = cuMemcpyHtoD(r->in, r->shares, sizeof r->shares);
    free(text);
    return e == CUDA_SUCCESS ? cuLaunchKernel(f, 1, 1, 1, THREADS, 1, 1, 0, NULL, args, NULL) : e;
}

static int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// The operation on bits, by the definition.
static uint64_t reduced(const char *op, const char *type, uint64_t a, uint64_t b)
{
    const bool wide = strstr(type, "64"), sign = type[0] == 's';
    const int64_t x = wide   ? (int64_t)a
                      : sign ? (int32_t)a
                             : (int64_t)(uint32_t)a,
                  y = wide   ? (int64_t)b
                      : sign ? (int32_t)b
                             : (int64_t)(uint32_t)b;
    const bool less = wide && !sign ? (uint64_t)x < (uint64_t)y : x < y;
    const uint64_t all = !strcmp(op, "add")   ? (uint64_t)x + (uint64_t)y
                         : !strcmp(op, "and") ? (uint64_t)x & (uint64_t)y
                         : !strcmp(op, "or")  ? (uint64_t)x | (uint64_t)y
                         : !strcmp(op, "min") ? (uint64_t)(less ? x : y)
                                              : (uint64_t)(less ? y : x);
    return wide ? all : (uint32_t)all;
}

static uint64_t noise64(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return i ^ i >> 32;
}

// Threads go about the surface, many of them to the same word, and a few outside of it.
static void check(const char *op, const char *type, bool clamps)
{
    rig r;
    const unsigned bytes = strstr(type, "64") ? 8 : 4;
    const uint64_t first = noise64(77);
    uint64_t want[DEPTH][HEIGHT][WIDTH], got[DEPTH][HEIGHT][WIDTH];
    set_up(&r, bytes, first);
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        want[i / (HEIGHT * WIDTH)][i / WIDTH % HEIGHT][i % WIDTH] =
            bytes == 8 ? first : (uint32_t)first;
    for (int i = 0; i < THREADS; i++) {
        const int x = i % 8 - 1, y = i / 8 % 7 - 1, z = i % 3; // some of them are outside
        const bool inside = x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && z < DEPTH;
        r.shares[i] = (share){noise64((uint64_t)i), x * (int)bytes, y, z, 0};
        if ((!inside && !clamps) || i == 7) continue; // 7: its guard is false
        uint64_t *at = &want[clamped(z, DEPTH)][clamped(y, HEIGHT)][clamped(x, WIDTH)];
        *at = reduced(op, type, *at, r.shares[i].value);
    }
    char *statement = wl_format("sured.b.%s.3d.%s.%s [%%t, {%%x, %%y, %%z, %%z}], %s", op, type,
                                clamps ? "clamp" : "zero", bytes == 8 ? "%w" : "%c");
    CU_ASSERT_EQUAL(run(&r, statement), CUDA_SUCCESS);
    memset(got, 0, sizeof got);
    uint32_t narrow[DEPTH * HEIGHT * WIDTH];
    const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                                .srcArray = r.array,
                                .dstMemoryType = CU_MEMORYTYPE_HOST,
                                .dstHost = bytes == 8 ? (void *)got : narrow,
                                .dstPitch = WIDTH * bytes,
                                .dstHeight = HEIGHT,
                                .WidthInBytes = WIDTH * bytes,
                                .Height = HEIGHT,
                                .Depth = DEPTH};
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_SUCCESS);
    unsigned wrong = 0;
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++) {
        const int z = i / (HEIGHT * WIDTH), y = i / WIDTH % HEIGHT, x = i % WIDTH;
        wrong += (bytes == 8 ? got[z][y][x] : narrow[i]) != want[z][y][x];
    }
    if (wrong) printf("# %s: %u wrong\n", statement, wrong);
    CU_ASSERT_EQUAL(wrong, 0);
    free(statement);
    tear_down(&r);
}

// What PTX lists: add of u32, s32, u64; min and max of u32, s32, u64, s64; and, or of b32.
TEST(sured_reduces_each_type)
{
    static const char *const forms[][2] = {
        {"add", "u32"}, {"add", "s32"}, {"add", "u64"}, {"min", "u32"}, {"min", "s32"},
        {"min", "u64"}, {"min", "s64"}, {"max", "u32"}, {"max", "s32"}, {"max", "u64"},
        {"max", "s64"}, {"and", "b32"}, {"or", "b32"}};
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        check(forms[i][0], forms[i][1], false);
        check(forms[i][0], forms[i][1], true);
    }
}

TEST(sured_outside_is_a_fault_if_it_traps)
{
    rig r;
    set_up(&r, 4, 0);
    r.shares[9].y = HEIGHT;
    CU_ASSERT_EQUAL(run(&r, "sured.b.add.2d.u32.trap [%t, {%x, %y}], %c"),
                    CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT(r.e.text && strstr(r.e.text, "thread (9,0,0) updates 4 bytes outside of a surface"));
    tear_down(&r);
}

TEST(sured_of_other_types_is_refused)
{
    static const char *const wrong[] = {
        "sured.b.add.2d.b32.zero [%t, {%x, %y}], %c", "sured.b.and.2d.u32.zero [%t, {%x, %y}], %c",
        "sured.b.add.2d.f32.zero [%t, {%x, %y}], %c", "sured.b.or.2d.b64.zero [%t, {%x, %y}], %w",
        "sured.b.2d.u32.zero [%t, {%x, %y}], %c",     "sured.b.add.2d.s64.zero [%t, {%x, %y}], %w",
        "sured.b.add.a1d.u32.zero [%t, {%x, %y}], %c"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rig r;
        set_up(&r, 4, 0);
        CU_ASSERT_EQUAL(run(&r, wrong[i]), CUDA_ERROR_NOT_SUPPORTED);
        tear_down(&r);
    }
}

UNIT_MAIN("cuda_sured", T(sured_reduces_each_type), T(sured_outside_is_a_fault_if_it_traps),
          T(sured_of_other_types_is_refused))
