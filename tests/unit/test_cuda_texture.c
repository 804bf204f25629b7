// test_cuda_texture.c: texture and surface instructions, one at a time, against C that follows the
// CUDA C++ Programming Guide ("Texture Fetching"), over arrays and memory that the driver API made.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Thread i has four words of `in`, and four of `out`. %s: the kernel's name, and what it does.
static const char kernel_text[] =
    ".visible .entry %s(.param .u64 t, .param .u64 in, .param .u64 out)\n{\n"
    ".reg .b16 %%h<5>;\n.reg .b32 %%c<4>, %%d<4>, %%i, %%zero;\n.reg .b64 %%t, %%in, %%out, "
    "%%o;\nmov.u32 %%i, %%tid.x;\nmul.wide.u32 %%o, %%i, 16;\nld.param.u64 %%t, [t];\n"
    "ld.param.u64 %%in, [in];\nadd.u64 %%in, %%in, %%o;\nld.param.u64 %%out, [out];\n"
    "add.u64 %%out, %%out, %%o;\nld.global.v4.u32 {%%c0, %%c1, %%c2, %%c3}, [%%in];\n"
    "mov.u32 %%zero, 0;\nmov.u32 %%d0, 0;\nmov.u32 %%d1, 0;\nmov.u32 %%d2, 0;\n"
    "mov.u32 %%d3, 0;\n%s\nst.global.v4.u32 [%%out], {%%d0, %%d1, %%d2, %%d3};\nret;\n}\n";

#define FETCH(op, at) op " {%d0, %d1, %d2, %d3}, [%t, " at "];"
static const char *const kernels[][2] = {
    {"fetch1d", FETCH("tex.1d.v4.f32.s32", "{%c0}")},
    {"tex1d", FETCH("tex.1d.v4.f32.f32", "{%c0}")},
    {"tex2d", FETCH("tex.2d.v4.f32.f32", "{%c0, %c1}")},
    {"tex2du", FETCH("tex.2d.v4.u32.f32", "{%c0, %c1}")},
    {"tex2di", FETCH("tex.2d.v4.s32.s32", "{%c0, %c1}")},
    {"tex3d", FETCH("tex.3d.v4.f32.f32", "{%c0, %c1, %c2, %zero}")},
    {"texa1d", FETCH("tex.a1d.v4.f32.f32", "{%c0, %c1}")},
    {"texa2d", FETCH("tex.a2d.v4.f32.f32", "{%c0, %c1, %c2, %zero}")},
    {"texcube", FETCH("tex.cube.v4.f32.f32", "{%c0, %c1, %c2, %zero}")},
    {"gather", FETCH("tld4.g.2d.v4.f32.f32", "{%c0, %c1}")},
    {"level", "tex.level.2d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%t, {%c0, %c1}], %zero;"},
    {"queries", "txq.width.b32 %d0, [%t];\ntxq.height.b32 %d1, [%t];\n"
                "txq.depth.b32 %d2, [%t];\nsuq.array_size.b32 %d3, [%t];"},
    {"write2d", "sust.b.2d.v2.b32.zero [%t, {%c0, %c1}], {%c2, %c3};"},
    {"read2d", "suld.b.2d.v2.b32.zero {%d0, %d1}, [%t, {%c0, %c1}];"},
    {"read2dclamp", "suld.b.2d.b32.clamp {%d0}, [%t, {%c0, %c1}];"},
    {"read2dtrap", "suld.b.2d.b32.trap {%d0}, [%t, {%c0, %c1}];"},
    {"write3d", "sust.b.3d.b32.trap [%t, {%c0, %c1, %c2, %zero}], {%c3};"},
    {"reada2d", "suld.b.a2d.b32.trap {%d0}, [%t, {%c0, %c1, %c2, %zero}];"},
    {"both1d", "cvt.u16.u32 %h0, %c1;\nsust.b.1d.b8.zero [%t, {%c0}], {%h0};\n"
               "suld.b.1d.b8.zero {%h1}, [%t, {%c0}];\ncvt.u32.u16 %d0, %h1;"}};

static char *module_text(void)
{
    char *text = wl_strdup(".version 7.0\n.target sm_75\n.address_size 64\n");
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        char *one = wl_format(kernel_text, kernels[i][0], kernels[i][1]),
             *longer = wl_format("%s%s", text, one);
        free(one);
        free(text);
        text = longer;
    }
    return text;
}

enum { N = 64 };
static const unsigned stored = CUDA_ARRAY3D_SURFACE_LDST;
typedef union word {
    float f;
    uint32_t u;
    int32_t i;
} word;

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUmodule module;
    CUdeviceptr in, out;
    word c4[N][4], d4[N][4];
} rig;

static void set_up(rig *r)
{
    CUcontext ctx = NULL;
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
    char *text = module_text();
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&r->module, text), CUDA_SUCCESS);
    free(text);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->in, sizeof r->c4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->out, sizeof r->d4), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult run(rig *r, const char *kernel, unsigned long long handle, unsigned threads)
{
    CUfunction f = NULL;
    void *args[] = {&handle, &r->in, &r->out};
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&f, r->module, kernel), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemcpyHtoD(r->in, r->c4, sizeof r->c4), CUDA_SUCCESS);
    const CUresult result = cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL);
    if (result == CUDA_SUCCESS)
        CU_ASSERT_EQUAL_FATAL(cuMemcpyDtoH(r->d4, r->out, sizeof r->d4), CUDA_SUCCESS);
    return result;
}

static CUarray array_of(CUarray_format f, unsigned channels, size_t w, size_t h, size_t d,
                        unsigned flags)
{
    CUarray a = NULL;
    const CUDA_ARRAY3D_DESCRIPTOR as = {
        .Width = w, .Height = h, .Depth = d, .Format = f, .NumChannels = channels, .Flags = flags};
    CU_ASSERT_EQUAL_FATAL(cuArray3DCreate(&a, &as), CUDA_SUCCESS);
    return a;
}

static CUtexObject texture_of(CUarray a, CUaddress_mode mode, bool linear, unsigned flags)
{
    CUtexObject t = 0;
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a};
    const CUDA_TEXTURE_DESC how = {.addressMode = {mode, mode, mode},
                                   .filterMode =
                                       linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT,
                                   .flags = flags,
                                   .borderColor = {-7, -7, -7, -7}};
    CU_ASSERT_EQUAL_FATAL(cuTexObjectCreate(&t, &of, &how, NULL), CUDA_SUCCESS);
    return t;
}

static CUsurfObject surface_of(CUarray a)
{
    CUsurfObject s = 0;
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = a};
    CU_ASSERT_EQUAL_FATAL(cuSurfObjectCreate(&s, &of), CUDA_SUCCESS);
    return s;
}

// ---- the guide's formulas

// T[i] under an address mode of coordinates in texels.
static double texel(const float *T, int n, int i, CUaddress_mode mode)
{
    if (mode == CU_TR_ADDRESS_MODE_BORDER && (i < 0 || i >= n)) return -7;
    if (mode == CU_TR_ADDRESS_MODE_WRAP) i -= n * (int)floor((double)i / n);
    if (mode == CU_TR_ADDRESS_MODE_MIRROR) {
        const int turn = (int)floor((double)i / n);
        i -= n * turn;
        if (turn & 1) i = n - 1 - i;
    }
    return (double)T[i < 0 ? 0 : i >= n ? n - 1 : i];
}

static double fraction(double x) { return round((x - floor(x)) * 256) / 256; }

static float tex_1d(const float *T, int n, double x, CUaddress_mode mode, bool linear)
{
    if (!linear) return (float)texel(T, n, (int)floor(x), mode);
    const double b = x - 0.5, a = fraction(b);
    const int i = (int)floor(b);
    return (float)((1 - a) * texel(T, n, i, mode) + a * texel(T, n, i + 1, mode));
}

TEST(texture_of_one_dimension_follows_modes_and_filters)
{
    enum { W = 8 };
    rig r;
    float T[W];
    set_up(&r);
    for (int i = 0; i < W; i++) T[i] = (float)(i * i) + 0.25f;
    CUarray a = array_of(CU_AD_FORMAT_FLOAT, 1, W, 0, 0, 0);
    CU_ASSERT_EQUAL(cuMemcpyHtoA(a, 0, T, sizeof T), CUDA_SUCCESS);
    for (unsigned k = 0; k < 16; k++) {
        const bool linear = k & 1, normalized = k & 2;
        const CUaddress_mode mode = (CUaddress_mode)(k >> 2);
        // without normalized coordinates, wrap and mirror are clamp
        const CUaddress_mode means =
            !normalized && (mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR)
                ? CU_TR_ADDRESS_MODE_CLAMP
                : mode;
        unsigned wrong = 0;
        const CUtexObject t =
            texture_of(a, mode, linear, normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0);
        for (int i = 0; i < N; i++) {
            const float x = (float)(i - 20) * 0.6875f + 0.0078125f;
            r.c4[i][0].f = normalized ? x / W : x;
        }
        CU_ASSERT_EQUAL_FATAL(run(&r, "tex1d", t, N), CUDA_SUCCESS);
        for (int i = 0; i < N; i++) {
            const double x = (double)r.c4[i][0].f * (normalized ? W : 1);
            wrong += r.d4[i][0].f != tex_1d(T, W, x, means, linear);
            wrong += means != CU_TR_ADDRESS_MODE_BORDER && r.d4[i][1].u; // no such channel
        }
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT_EQUAL(cuTexObjectDestroy(t), CUDA_SUCCESS);
    }
    tear_down(&r);
}

enum { W2 = 7, H2 = 5, D2 = 3 };

static float at(const float *T, int x, int y, int z)
{
    const int n[3] = {W2, H2, D2};
    int i[3] = {x, y, z};
    for (int k = 0; k < 3; k++) i[k] = i[k] < 0 ? 0 : i[k] >= n[k] ? n[k] - 1 : i[k];
    return T[(i[2] * H2 + i[1]) * W2 + i[0]];
}

// Clamped; depth 1: two dimensions.
static float blended(const float *T, float x, float y, float z, bool deep)
{
    const double b[3] = {(double)x - 0.5, (double)y - 0.5, deep ? (double)z - 0.5 : 0};
    double sum = 0;
    for (int k = 0; k < (deep ? 8 : 4); k++) {
        double weight = 1;
        int i[3];
        for (int d = 0; d < 3; d++) {
            const double f = d == 2 && !deep ? 0 : fraction(b[d]);
            i[d] = (int)floor(b[d]) + (k >> d & 1);
            weight *= k >> d & 1 ? f : 1 - f;
        }
        sum += weight * (double)at(T, i[0], i[1], i[2]);
    }
    return (float)sum;
}

static void fill(float *T, int n)
{
    for (int i = 0; i < n; i++) T[i] = (float)((i * 37) % 101) - 40.5f;
}

static void points(rig *r, float scale_z)
{
    for (int i = 0; i < N; i++) {
        r->c4[i][0].f = (float)(i % 13) * 0.71f - 0.9f;
        r->c4[i][1].f = (float)(i % 9) * 0.83f - 0.6f;
        r->c4[i][2].f = (float)(i % 5) * scale_z;
    }
}

TEST(texture_of_two_dimensions_blends_four_texels)
{
    rig r;
    float T[W2 * H2], two[W2 * H2][2];
    unsigned wrong = 0;
    set_up(&r);
    fill(T, W2 * H2);
    for (int i = 0; i < W2 * H2; i++) two[i][0] = -1, two[i][1] = T[i];
    CUarray a = array_of(CU_AD_FORMAT_FLOAT, 1, W2, H2, 0, 0),
            b = array_of(CU_AD_FORMAT_FLOAT, 2, W2, H2, 0, 0);
    CU_ASSERT(cuMemcpyHtoA(a, 0, T, sizeof T) == CUDA_SUCCESS &&
              cuMemcpyHtoA(b, 0, two, sizeof two) == CUDA_SUCCESS);
    const CUtexObject t = texture_of(a, CU_TR_ADDRESS_MODE_CLAMP, true, 0),
                      green = texture_of(b, CU_TR_ADDRESS_MODE_CLAMP, true, 0);
    points(&r, 0);
    for (unsigned k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL_FATAL(run(&r, k ? "level" : "tex2d", t, N), CUDA_SUCCESS);
        for (int i = 0; i < N; i++)
            wrong += r.d4[i][0].f != blended(T, r.c4[i][0].f, r.c4[i][1].f, 0, false);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    // the four, counterclockwise from the lower left, where y grows downwards
    CU_ASSERT_EQUAL_FATAL(run(&r, "gather", green, N), CUDA_SUCCESS);
    for (int i = 0; i < N; i++) {
        const int x = (int)floorf(r.c4[i][0].f - 0.5f), y = (int)floorf(r.c4[i][1].f - 0.5f);
        wrong += r.d4[i][0].f != at(T, x, y + 1, 0) || r.d4[i][1].f != at(T, x + 1, y + 1, 0) ||
                 r.d4[i][2].f != at(T, x + 1, y, 0) || r.d4[i][3].f != at(T, x, y, 0);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

TEST(texture_of_three_dimensions_blends_eight_texels)
{
    rig r;
    float T[W2 * H2 * D2];
    unsigned wrong = 0;
    set_up(&r);
    fill(T, W2 * H2 * D2);
    CUarray a = array_of(CU_AD_FORMAT_FLOAT, 1, W2, H2, D2, 0);
    const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                .srcHost = T,
                                .srcPitch = W2 * sizeof(float),
                                .srcHeight = H2,
                                .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                .dstArray = a,
                                .WidthInBytes = W2 * sizeof(float),
                                .Height = H2,
                                .Depth = D2};
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_SUCCESS);
    const CUtexObject t = texture_of(a, CU_TR_ADDRESS_MODE_CLAMP, true, 0);
    points(&r, 0.77f);
    CU_ASSERT_EQUAL_FATAL(run(&r, "tex3d", t, N), CUDA_SUCCESS);
    for (int i = 0; i < N; i++)
        wrong += r.d4[i][0].f != blended(T, r.c4[i][0].f, r.c4[i][1].f, r.c4[i][2].f, true);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL_FATAL(run(&r, "queries", t, 1), CUDA_SUCCESS);
    CU_ASSERT(r.d4[0][0].u == W2 && r.d4[0][1].u == H2 && r.d4[0][2].u == D2);
    tear_down(&r);
}

// A layer is the first coordinate, clamped; nothing is blended between layers.
TEST(texture_layers_and_faces_of_a_cube)
{
    // direction, face, and a texel of a face of 2 x 2 (guide: s and t from +x: -z, -y; ...)
    static const float directions[][3] = {{2, 0.5f, 0.5f},   {-2, 0.5f, 0.5f}, {0.5f, 2, 0.5f},
                                          {0.5f, -2, 0.5f},  {0.5f, 0.5f, 2},  {0.5f, 0.5f, -2},
                                          {2, -0.5f, -0.5f}, {0.5f, 0.5f, -3}};
    static const unsigned faces[][3] = {{0, 0, 0}, {1, 1, 0}, {2, 1, 1}, {3, 1, 0},
                                        {4, 1, 0}, {5, 0, 0}, {0, 1, 1}, {5, 0, 0}};
    rig r;
    float T[24];
    unsigned wrong = 0;
    set_up(&r);
    fill(T, 24);
    CUarray rows = array_of(CU_AD_FORMAT_FLOAT, 1, 8, 0, 3, CUDA_ARRAY3D_LAYERED),
            planes = array_of(CU_AD_FORMAT_FLOAT, 1, 4, 2, 3, CUDA_ARRAY3D_LAYERED),
            cube = array_of(CU_AD_FORMAT_FLOAT, 1, 2, 2, 6, CUDA_ARRAY3D_CUBEMAP);
    CU_ASSERT(cuMemcpyHtoA(rows, 0, T, sizeof T) == CUDA_SUCCESS &&
              cuMemcpyHtoA(planes, 0, T, sizeof T) == CUDA_SUCCESS &&
              cuMemcpyHtoA(cube, 0, T, sizeof T) == CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++)
        r.c4[i][0].u = i % 5, r.c4[i][1].f = (float)(i % 4) + 0.25f,
        r.c4[i][2].f = (float)(i / 4 % 2) + 0.25f;
    CU_ASSERT_EQUAL_FATAL(
        run(&r, "texa1d", texture_of(rows, CU_TR_ADDRESS_MODE_CLAMP, false, 0), N), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++)
        wrong += r.d4[i][0].f != T[(i % 5 < 3 ? i % 5 : 2) * 8 + i % 4];
    CU_ASSERT_EQUAL_FATAL(
        run(&r, "texa2d", texture_of(planes, CU_TR_ADDRESS_MODE_CLAMP, false, 0), N), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++)
        wrong += r.d4[i][0].f != T[(i % 5 < 3 ? i % 5 : 2) * 8 + i / 4 % 2 * 4 + i % 4];
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < 3; k++) r.c4[i][k].f = directions[i][k];
    CU_ASSERT_EQUAL_FATAL(
        run(&r, "texcube", texture_of(cube, CU_TR_ADDRESS_MODE_CLAMP, false, 0), 8), CUDA_SUCCESS);
    for (unsigned i = 0; i < 8; i++)
        wrong += r.d4[i][0].f != T[faces[i][0] * 4 + faces[i][2] * 2 + faces[i][1]];
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

TEST(texture_read_modes)
{
    rig r;
    unsigned wrong = 0;
    const unsigned char bytes[4][4] = {{0, 255, 128, 127}, {1, 2, 3, 4}, {254, 129, 0, 1}, {9}};
    const uint16_t halves[4] = {0x3c00, 0xc000, 0x0001, 0x7c00}; // 1, -2, 2^-24, infinity
    set_up(&r);
    CUarray u = array_of(CU_AD_FORMAT_UNSIGNED_INT8, 4, 4, 1, 0, 0),
            s = array_of(CU_AD_FORMAT_SIGNED_INT8, 4, 4, 1, 0, 0),
            h = array_of(CU_AD_FORMAT_HALF, 1, 4, 1, 0, 0);
    CU_ASSERT(cuMemcpyHtoA(u, 0, bytes, sizeof bytes) == CUDA_SUCCESS &&
              cuMemcpyHtoA(s, 0, bytes, sizeof bytes) == CUDA_SUCCESS &&
              cuMemcpyHtoA(h, 0, halves, sizeof halves) == CUDA_SUCCESS);
    for (int i = 0; i < 4; i++) r.c4[i][0].f = (float)i + 0.5f, r.c4[i][1].f = 0;
    const CUaddress_mode clamp = CU_TR_ADDRESS_MODE_CLAMP;
    CU_ASSERT_EQUAL(run(&r, "tex2d", texture_of(u, clamp, false, 0), 4), CUDA_SUCCESS);
    for (int i = 0; i < 16; i++)
        wrong += r.d4[i / 4][i % 4].f != (float)bytes[i / 4][i % 4] / 255.0f;
    CU_ASSERT_EQUAL(run(&r, "tex2d", texture_of(s, clamp, false, 0), 4), CUDA_SUCCESS);
    for (int i = 0; i < 16; i++) {
        const float v = (float)(signed char)bytes[i / 4][i % 4] / 127.0f;
        wrong += r.d4[i / 4][i % 4].f != (v < -1 ? -1 : v);
    }
    CU_ASSERT_EQUAL(run(&r, "tex2d", texture_of(h, clamp, false, 0), 4), CUDA_SUCCESS);
    wrong +=
        r.d4[0][0].f != 1 || r.d4[1][0].f != -2 || r.d4[2][0].f != 0x1p-24f || !isinf(r.d4[3][0].f);
    CU_ASSERT_EQUAL(run(&r, "tex2du", texture_of(u, clamp, false, CU_TRSF_READ_AS_INTEGER), 4),
                    CUDA_SUCCESS);
    for (int i = 0; i < 16; i++) wrong += r.d4[i / 4][i % 4].u != bytes[i / 4][i % 4];
    for (int i = 0; i < 4; i++) r.c4[i][0].i = i - 1, r.c4[i][1].i = 0;
    CU_ASSERT_EQUAL(run(&r, "tex2di", texture_of(s, clamp, false, CU_TRSF_READ_AS_INTEGER), 4),
                    CUDA_SUCCESS);
    for (int i = 0; i < 16; i++)
        wrong += r.d4[i / 4][i % 4].i != (signed char)bytes[i < 4 ? 0 : i / 4 - 1][i % 4];
    CU_ASSERT_EQUAL(wrong, 0);
    CUtexObject t = 0; // between integers there is nothing
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = u};
    const CUDA_TEXTURE_DESC how = {.filterMode = CU_TR_FILTER_MODE_LINEAR,
                                   .flags = CU_TRSF_READ_AS_INTEGER};
    CU_ASSERT_EQUAL(cuTexObjectCreate(&t, &of, &how, NULL), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(texture_of_linear_and_pitched_memory)
{
    enum { WORDS = 40, PITCH = 512 };
    rig r;
    CUdeviceptr line = 0, rows = 0;
    CUtexObject t = 0, p = 0;
    float T[WORDS], R[H2][PITCH / sizeof(float)] = {{0}};
    unsigned wrong = 0;
    set_up(&r);
    fill(T, WORDS);
    CU_ASSERT(cuMemAlloc(&line, sizeof T) == CUDA_SUCCESS &&
              cuMemAlloc(&rows, sizeof R) == CUDA_SUCCESS);
    for (int i = 0; i < H2 * W2; i++) R[i / W2][i % W2] = T[i];
    CU_ASSERT(cuMemcpyHtoD(line, T, sizeof T) == CUDA_SUCCESS &&
              cuMemcpyHtoD(rows, R, sizeof R) == CUDA_SUCCESS);
    CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_LINEAR,
                             .res.linear = {line, CU_AD_FORMAT_FLOAT, 1, sizeof T}};
    CUDA_TEXTURE_DESC how = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP}};
    CU_ASSERT_EQUAL_FATAL(cuTexObjectCreate(&t, &of, &how, NULL), CUDA_SUCCESS);
    for (int i = 0; i < N; i++) r.c4[i][0].i = i - 10;
    CU_ASSERT_EQUAL_FATAL(run(&r, "fetch1d", t, N), CUDA_SUCCESS);
    for (int i = 0; i < N; i++)
        wrong += r.d4[i][0].f != (i < 10 || i >= 10 + WORDS ? 0 : T[i - 10]);
    of.res.linear.sizeInBytes = sizeof T + 512; // more than there is
    CU_ASSERT_EQUAL(cuTexObjectCreate(&p, &of, &how, NULL), CUDA_ERROR_INVALID_VALUE);
    of = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                              .res.pitch2D = {rows, CU_AD_FORMAT_FLOAT, 1, W2, H2, PITCH}};
    how.filterMode = CU_TR_FILTER_MODE_LINEAR;
    CU_ASSERT_EQUAL_FATAL(cuTexObjectCreate(&p, &of, &how, NULL), CUDA_SUCCESS);
    points(&r, 0);
    CU_ASSERT_EQUAL_FATAL(run(&r, "tex2d", p, N), CUDA_SUCCESS);
    for (int i = 0; i < N; i++)
        wrong += r.d4[i][0].f != blended(T, r.c4[i][0].f, r.c4[i][1].f, 0, false);
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

// x counts bytes; outside nothing is written and 0 is read, or the edge is.
TEST(surfaces_are_read_and_written)
{
    rig r;
    uint32_t T[D2][H2][W2][2] = {{{{0}}}};
    unsigned wrong = 0;
    set_up(&r);
    CUarray a = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 2, W2, H2, 0, stored);
    const CUsurfObject s = surface_of(a);
    for (int i = 0; i < N; i++) {
        r.c4[i][0].i = (i % 9 - 1) * 8, r.c4[i][1].i = i / 9 - 1;
        r.c4[i][2].u = 100 + (uint32_t)i, r.c4[i][3].u = 1000 + (uint32_t)i;
    }
    CU_ASSERT_EQUAL_FATAL(run(&r, "write2d", s, N), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyAtoH(T, a, 0, sizeof T[0]), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) {
        const unsigned x = i % 9 - 1, y = i / 9 - 1;
        if (x < W2 && y < H2) wrong += T[0][y][x][0] != 100 + i || T[0][y][x][1] != 1000 + i;
    }
    CU_ASSERT_EQUAL_FATAL(run(&r, "read2d", s, N), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) {
        const unsigned x = i % 9 - 1, y = i / 9 - 1;
        const bool inside = x < W2 && y < H2;
        wrong += r.d4[i][0].u != (inside ? 100 + i : 0) || r.d4[i][1].u != (inside ? 1000 + i : 0);
    }
    CU_ASSERT_EQUAL_FATAL(run(&r, "read2dclamp", s, N), CUDA_SUCCESS);
    for (int i = 0; i < N; i++) {
        const int x = i % 9 - 1, y = i / 9 - 1, k = y < 0 ? 0 : y >= H2 ? H2 - 1 : y;
        // clamped to the last four bytes of the row, which are the second word of its last texel
        const uint32_t want = x >= W2 ? T[0][k][W2 - 1][1] : T[0][k][x < 0 ? 0 : x][0];
        wrong += r.d4[i][0].u != want;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

TEST(surfaces_of_volumes_layers_and_bytes)
{
    rig r;
    uint32_t T[D2][H2][W2] = {{{0}}};
    unsigned wrong = 0;
    set_up(&r);
    CUarray a = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 1, W2, H2, D2, stored),
            b = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 1, W2, H2, D2, CUDA_ARRAY3D_LAYERED | stored),
            c = array_of(CU_AD_FORMAT_UNSIGNED_INT8, 1, N - 4, 0, 0, stored);
    for (int i = 0; i < N; i++) {
        r.c4[i][0].i = i % W2 * 4, r.c4[i][1].i = i / W2 % H2, r.c4[i][2].i = i / W2 / H2;
        r.c4[i][3].u = (uint32_t)i + 1;
    }
    CU_ASSERT_EQUAL_FATAL(run(&r, "write3d", surface_of(a), N), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyAtoH(T, a, 0, sizeof T), CUDA_SUCCESS);
    for (unsigned i = 0; i < W2 * H2 * D2; i++) wrong += (&T[0][0][0])[i] != (i < N ? i + 1 : 0);
    CU_ASSERT_EQUAL(cuMemcpyAtoA(b, 0, a, 0, sizeof T), CUDA_SUCCESS);
    for (int i = 0; i < N; i++) {
        r.c4[i][0].i = i / W2 / H2, r.c4[i][1].i = i % W2 * 4, r.c4[i][2].i = i / W2 % H2;
    }
    CU_ASSERT_EQUAL_FATAL(run(&r, "reada2d", surface_of(b), N), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) wrong += r.d4[i][0].u != i + 1;
    // a warp sees what it wrote; the last four bytes are not there
    for (unsigned i = 0; i < N; i++) r.c4[i][0].u = i, r.c4[i][1].u = 300 + i;
    CU_ASSERT_EQUAL_FATAL(run(&r, "both1d", surface_of(c), N), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) wrong += r.d4[i][0].u != (i < N - 4 ? (300 + i) % 256 : 0);
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

static void faults(const char *kernel, bool made, const char *message)
{
    rig r;
    set_up(&r);
    CUarray a = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 1, W2, H2, 0, stored);
    const CUsurfObject s = made ? surface_of(a) : 77;
    r.c4[1][0].i = W2 * 4;
    CU_ASSERT_EQUAL(run(&r, kernel, s, 2), CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, message));
    tear_down(&r);
}

TEST(textures_that_are_none_and_surfaces_left_are_faults)
{
    faults("tex2d", false, "thread (0,0,0) names texture or surface 0x4d: there is none");
    faults("read2d", false, "thread (0,0,0) names texture or surface 0x4d: there is none");
    faults("queries", false, "thread (0,0,0) names texture or surface 0x4d: there is none");
    faults("read2dtrap", true, "thread (1,0,0) reads 4 bytes outside of a surface");
}

TEST(arrays_are_made_copied_and_destroyed)
{
    rig r;
    CUarray a = NULL;
    CUDA_ARRAY3D_DESCRIPTOR as = {.Width = 6, .Height = 4, .Depth = 2, .NumChannels = 1};
    CUDA_ARRAY_DESCRIPTOR flat;
    unsigned char from[2][4][6], to[2][4][6] = {{{0}}};
    set_up(&r);
    CU_ASSERT_EQUAL(cuArray3DCreate(&a, &as), CUDA_ERROR_NOT_SUPPORTED); // no format
    as.Format = CU_AD_FORMAT_UNSIGNED_INT8, as.NumChannels = 3;
    CU_ASSERT_EQUAL(cuArray3DCreate(&a, &as), CUDA_ERROR_INVALID_VALUE);
    as.NumChannels = 1;
    CU_ASSERT_EQUAL_FATAL(cuArray3DCreate(&a, &as), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuArrayGetDescriptor(&flat, a), CUDA_SUCCESS);
    CU_ASSERT(flat.Width == 6 && flat.Height == 4 && flat.NumChannels == 1);
    for (int i = 0; i < 48; i++) (&from[0][0][0])[i] = (unsigned char)(i + 1);
    CU_ASSERT_EQUAL(cuMemcpyHtoA(a, 0, from, sizeof from), CUDA_SUCCESS);
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                          .srcArray = a,
                          .srcXInBytes = 2,
                          .srcY = 1,
                          .srcZ = 1,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = to,
                          .dstPitch = 6,
                          .dstHeight = 4,
                          .WidthInBytes = 4,
                          .Height = 3,
                          .Depth = 1};
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_SUCCESS);
    for (int y = 0; y < 3; y++) CU_ASSERT(!memcmp(to[0][y], &from[1][y + 1][2], 4));
    copy.Height = 4, copy.srcZ = 0; // leaves the layer, though not the array
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.srcZ = 1; // leaves the array
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.Height = 3, copy.WidthInBytes = 5; // leaves the row
    CU_ASSERT_EQUAL(cuMemcpy3D(&copy), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyHtoA(a, 1, from, sizeof from), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuArrayDestroy(a), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuArrayDestroy(a), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuMemcpyHtoA(a, 0, from, 1), CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

static json_int_t texture_lines(const gpu *g)
{
    json_t *all = gpu_stats_json(g);
    const json_int_t n = json_integer_value(json_object_get(json_object_get(all, "l1t"), "lines"));
    json_decref(all);
    return n;
}

// 32 neighbours of four bytes are one line of the texture cache.
TEST(texture_fetch_reads_a_word_of_each_thread)
{
    rig r;
    set_up(&r);
    CUarray a = array_of(CU_AD_FORMAT_FLOAT, 1, 32, 2, 0, 0);
    const CUtexObject t = texture_of(a, CU_TR_ADDRESS_MODE_CLAMP, true, 0);
    json_int_t before = 0, after[2] = {0};
    for (unsigned k = 0; k < 2; k++) {
        // of one row, then of two in turn
        for (unsigned i = 0; i < N; i++)
            r.c4[i][0].f = (float)(i % 32) + 0.5f, r.c4[i][1].f = k && i % 2 ? 1.5f : 0.5f;
        before = texture_lines(r.g);
        CU_ASSERT_EQUAL_FATAL(run(&r, "tex2d", t, 32), CUDA_SUCCESS);
        after[k] = texture_lines(r.g) - before;
    }
    CU_ASSERT_EQUAL(after[0], 1);
    CU_ASSERT_EQUAL(after[1], 2);
    tear_down(&r);
}

UNIT_MAIN("cuda_texture", T(texture_of_one_dimension_follows_modes_and_filters),
          T(texture_of_two_dimensions_blends_four_texels),
          T(texture_of_three_dimensions_blends_eight_texels), T(texture_layers_and_faces_of_a_cube),
          T(texture_read_modes), T(texture_of_linear_and_pitched_memory),
          T(surfaces_are_read_and_written), T(surfaces_of_volumes_layers_and_bytes),
          T(textures_that_are_none_and_surfaces_left_are_faults),
          T(arrays_are_made_copied_and_destroyed), T(texture_fetch_reads_a_word_of_each_thread))
