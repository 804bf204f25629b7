// test_cuda_formatted.c: formatted accesses to surfaces: sust.p in every format, and sured.p, each
// against C that follows the PTX ISA, and which forms of both there are.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, WIDTH = 6, HEIGHT = 5, DEPTH = 2, TEXELS = WIDTH * HEIGHT * DEPTH };

// Thread i has {x, y, z} in %x, %y, %z, and four values, in %c<4> and, two by two, in %w<2>. %s: a
// statement, of all threads but 7.
static const char kernel_text[] =
    ".version 8.1\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 t, .param .u64 in) {\n"
    ".reg .b16 %%h; .reg .f32 %%g<4>; .reg .u32 %%u; .reg .s32 %%s;\n"
    ".reg .b32 %%i, %%x, %%y, %%z, %%c<4>; .reg .b64 %%t, %%in, %%o, %%w<2>; .reg .pred %%p;\n"
    "mov.u32 %%i, %%tid.x; mul.wide.u32 %%o, %%i, 32; ld.param.u64 %%t, [t];\n"
    "ld.param.u64 %%in, [in]; add.u64 %%in, %%in, %%o;\n"
    "ld.global.v4.u32 {%%c0, %%c1, %%c2, %%c3}, [%%in]; ld.global.v2.u32 {%%x, %%y}, [%%in+16];\n"
    "ld.global.u32 %%z, [%%in+24]; mov.b64 %%w0, {%%c0, %%c1}; mov.b64 %%w1, {%%c2, %%c3};\n"
    "mov.b32 %%g0, %%c0; mov.b32 %%g1, %%c1; mov.u32 %%u, %%c0; mov.s32 %%s, %%c0;\n"
    "mov.u16 %%h, 0; setp.ne.u32 %%p, %%i, 7;\n@%%p %s;\nret;\n}\n";

typedef struct share { // of a thread
    uint32_t value[4];
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

static const struct {
    CUarray_format format;
    unsigned bytes;
    char kind;
} formats[] = {{CU_AD_FORMAT_UNSIGNED_INT8, 1, 'u'},  {CU_AD_FORMAT_UNSIGNED_INT16, 2, 'u'},
               {CU_AD_FORMAT_UNSIGNED_INT32, 4, 'u'}, {CU_AD_FORMAT_SIGNED_INT8, 1, 's'},
               {CU_AD_FORMAT_SIGNED_INT16, 2, 's'},   {CU_AD_FORMAT_SIGNED_INT32, 4, 's'},
               {CU_AD_FORMAT_HALF, 2, 'f'},           {CU_AD_FORMAT_FLOAT, 4, 'f'}};
enum { FORMATS = sizeof formats / sizeof formats[0], TEXEL_BYTES = 16 };
static const CUarray_format u32 = CU_AD_FORMAT_UNSIGNED_INT32, s32 = CU_AD_FORMAT_SIGNED_INT32;

static uint32_t noise(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(i ^ i >> 32);
}

static void set_up(rig *r, CUarray_format format, unsigned channels, unsigned layered)
{
    CUcontext ctx = NULL;
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
    const CUDA_ARRAY3D_DESCRIPTOR as = {.Width = WIDTH,
                                        .Height = HEIGHT,
                                        .Depth = DEPTH,
                                        .Format = format,
                                        .NumChannels = channels,
                                        .Flags = CUDA_ARRAY3D_SURFACE_LDST | layered};
    CU_ASSERT_EQUAL_FATAL(cuArray3DCreate(&r->array, &as), CUDA_SUCCESS);
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = r->array};
    CU_ASSERT_EQUAL_FATAL(cuSurfObjectCreate(&r->surface, &of), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->in, sizeof r->shares), CUDA_SUCCESS);
    for (int i = 0; i < THREADS; i++) { // some of them are outside
        r->shares[i] = (share){.x = i % 8 - 1, .y = i / 8 % 7 - 1, .z = i % 3};
        for (unsigned k = 0; k < 4; k++) r->shares[i].value[k] = noise((uint64_t)i * 4 + k);
    }
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult load(const char *statement, CUfunction *f)
{
    CUmodule m = NULL;
    char *text = wl_format(kernel_text, statement);
    CUresult e = cuModuleLoadData(&m, text);
    if (e == CUDA_SUCCESS) e = cuModuleGetFunction(f, m, "k");
    free(text);
    return e;
}

static CUresult run(rig *r, const char *statement)
{
    CUfunction f = NULL;
    void *args[] = {&r->surface, &r->in};
    CUresult e = load(statement, &f);
    if (e == CUDA_SUCCESS) e = cuMemcpyHtoD(r->in, r->shares, sizeof r->shares);
    return e == CUDA_SUCCESS ? cuLaunchKernel(f, 1, 1, 1, THREADS, 1, 1, 0, NULL, args, NULL) : e;
}

static int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// The value of a half, and the half nearest to a value: of two as near the one whose last bit is 0.
static double half(unsigned h)
{
    const int e = h >> 10 & 31, m = h & 1023;
    const double size = e == 31 ? (m ? NAN : INFINITY)
                        : e     ? ldexp(1024 + m, e - 25)
                                : ldexp(m, -24);
    return h & 0x8000 ? -size : size;
}
static unsigned nearest_half(float x)
{
    unsigned best = 0;
    const double size = fabs((double)x);
    if (isnan(x)) return 0x7fff;
    if (size >= 65520) best = 0x7c00;
    else
        for (unsigned h = 0; h < 0x7c00; h++) {
            const double d = fabs(half(h) - size), least = fabs(half(best) - size);
            if (d < least || (d == least && !(h & 1))) best = h;
        }
    return signbit(x) ? best | 0x8000 : best;
}

// A channel as the format has it.
static uint32_t written(unsigned format, uint32_t v)
{
    const unsigned bits = 8 * formats[format].bytes;
    const int64_t i = (int32_t)v, most = ((int64_t)1 << (bits - 1)) - 1;
    float f;
    memcpy(&f, &v, sizeof f);
    if (formats[format].kind == 'f') return bits == 16 ? nearest_half(f) : v;
    if (formats[format].kind == 'u') return bits == 32 || v < 1u << bits ? v : (1u << bits) - 1;
    return (uint32_t)(i > most ? most : i < -most - 1 ? -most - 1 : i);
}

typedef struct image {
    unsigned char texels[DEPTH][HEIGHT][WIDTH * TEXEL_BYTES];
} image;

static unsigned char *texel_at(image *m, int x, int y, int z, unsigned bytes)
{
    return &m->texels[z][y][(unsigned)x * bytes];
}

static void copy(rig *r, image *m, unsigned texel_bytes, bool to_device)
{
    CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = m,
                       .srcPitch = sizeof m->texels[0][0],
                       .srcHeight = HEIGHT,
                       .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                       .dstArray = r->array,
                       .WidthInBytes = WIDTH * texel_bytes,
                       .Height = HEIGHT,
                       .Depth = DEPTH};
    if (!to_device) {
        c.srcMemoryType = CU_MEMORYTYPE_ARRAY, c.srcArray = r->array;
        c.dstMemoryType = CU_MEMORYTYPE_HOST, c.dstHost = m;
        c.dstPitch = sizeof m->texels[0][0], c.dstHeight = HEIGHT;
    }
    CU_ASSERT_EQUAL_FATAL(cuMemcpy3D(&c), CUDA_SUCCESS);
}

static void compare(rig *r, const image *want, unsigned texel_bytes, const char *statement)
{
    static image got;
    memset(&got, 0, sizeof got);
    copy(r, &got, texel_bytes, false);
    unsigned wrong = 0;
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            wrong += memcmp(got.texels[z][y], want->texels[z][y], WIDTH * texel_bytes) != 0;
    if (wrong) printf("# %s: %u rows of texels of %u bytes wrong\n", statement, wrong, texel_bytes);
    CU_ASSERT_EQUAL(wrong, 0);
}

static const char *const vectors[] = {"{%c0}", "{%c0, %c1}", "{%c0, %c1, %c2, %c3}"};

// The statement writes `values` values from the registers that are meant.
static void check_store(rig *r, unsigned format, unsigned channels, unsigned values, bool clamps,
                        const char *statement)
{
    static image want;
    const unsigned bytes = channels * formats[format].bytes;
    memset(&want, 0x5a, sizeof want);
    copy(r, &want, bytes, true);
    for (int i = 0; i < THREADS; i++) {
        const share *s = &r->shares[i];
        const bool inside = s->x >= 0 && s->x < WIDTH && s->y >= 0 && s->y < HEIGHT && s->z < DEPTH;
        if ((!inside && !clamps) || i == 7) continue; // 7: its guard is false
        unsigned char *at = texel_at(&want, clamped(s->x, WIDTH), clamped(s->y, HEIGHT),
                                     clamped(s->z, DEPTH), bytes);
        for (unsigned k = 0; k < channels; k++) {
            const uint32_t v = k < values ? written(format, s->value[k]) : 0;
            memcpy(at + k * formats[format].bytes, &v, formats[format].bytes);
        }
    }
    CU_ASSERT_EQUAL(run(r, statement), CUDA_SUCCESS);
    compare(r, &want, bytes, statement);
}

// Values that fit and that do not; floats around the ends of f16.
static void choose_values(rig *r, unsigned format)
{
    const unsigned bits = 8 * formats[format].bytes;
    for (unsigned i = 0; i < THREADS; i++) {
        for (unsigned k = 0; k < 4; k++) {
            uint32_t v = noise(i * 4 + k);
            const float f = ldexpf((float)(int32_t)v, (int)(i % 11) * 5 - 57);
            if (formats[format].kind == 'f') memcpy(&v, &f, sizeof v);
            else if (i % 2 && formats[format].kind == 's')
                v = (uint32_t)((int32_t)v >> (32 - bits));
            else if (i % 2) v >>= 32 - bits;
            r->shares[i].value[k] = v;
        }
    }
}

TEST(sust_p_writes_each_format)
{
    for (unsigned f = 0; f < FORMATS; f++) {
        for (unsigned c = 0; c < 3; c++) {
            rig r;
            set_up(&r, formats[f].format, 1u << c, 0);
            choose_values(&r, f);
            for (unsigned v = 0; v < 3; v++) {
                static const char *const names[] = {"", ".v2", ".v4"};
                for (unsigned clamps = 0; clamps < 2; clamps++) {
                    char *s = wl_format("sust.p.3d%s.b32.%s [%%t, {%%x, %%y, %%z, %%z}], %s",
                                        names[v], clamps ? "clamp" : "zero", vectors[v]);
                    check_store(&r, f, 1u << c, 1u << v, clamps, s);
                    free(s);
                }
            }
            tear_down(&r);
        }
    }
}

// x counts samples, of lines, planes and layers too.
TEST(sust_p_geometries_and_registers)
{
    static const struct {
        const char *statement;
        unsigned layered;
        bool y, z;
    } rows[] = {
        {"sust.p.1d.b32.zero [%t, {%x}], {%c0}", 0, false, false},
        {"sust.p.1d.b32.zero [%t, %x], %c0", 0, false, false},
        {"sust.p.2d.b32.zero [%t, {%x, %y}], {%g0}", 0, true, false},
        {"sust.p.2d.cg.b32.zero [%t, {%x, %y, %z, %z}], {%w0}", 0, true, false},
        {"sust.p.a2d.b32.zero [%t, {%z, %x, %y, %y}], {%c0}", CUDA_ARRAY3D_LAYERED, true, true},
        {"sust.p.3d.wt.b32.zero [%t, {%x, %y, %z, %z}], {%u}", 0, true, true}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rig r;
        set_up(&r, u32, 1, rows[i].layered);
        for (unsigned k = 0; k < THREADS; k++) {
            if (!rows[i].y) r.shares[k].y = 0;
            if (!rows[i].z) r.shares[k].z = 0;
        }
        check_store(&r, 2, 1, 1, false, rows[i].statement);
        tear_down(&r);
    }
    rig r; // two values of wide registers, and a literal
    set_up(&r, u32, 2, 0);
    for (unsigned k = 0; k < THREADS; k++)
        r.shares[k].value[1] = 9, r.shares[k].value[2] = r.shares[k].value[0];
    check_store(&r, 2, 2, 2, true, "sust.p.3d.v2.b32.clamp [%t, {%x, %y, %z, %z}], {%w1, 9}");
    check_store(&r, 2, 2, 2, true, "sust.p.3d.v2.b32.clamp [%t, {%x, %y, %z, %z}], {%c0, 9}");
    tear_down(&r);
}

// A warp reads what it wrote, and two surfaces have each its own format.
TEST(sust_p_of_two_surfaces_and_a_read)
{
    rig r;
    CUarray other = NULL;
    CUsurfObject both[2];
    uint32_t back[WIDTH];
    uint16_t halves[WIDTH];
    set_up(&r, u32, 1, 0);
    const CUDA_ARRAY3D_DESCRIPTOR as = {.Width = WIDTH,
                                        .Format = CU_AD_FORMAT_HALF,
                                        .NumChannels = 1,
                                        .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CU_ASSERT_EQUAL_FATAL(cuArray3DCreate(&other, &as), CUDA_SUCCESS);
    const CUDA_RESOURCE_DESC of = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = other};
    both[0] = r.surface;
    CU_ASSERT_EQUAL_FATAL(cuSurfObjectCreate(&both[1], &of), CUDA_SUCCESS);
    for (int i = 0; i < THREADS; i++) {
        r.shares[i].x = i / 2, r.shares[i].y = 0, r.shares[i].value[0] = 0x3f800000;
        memcpy(&r.shares[i].value[2], &both[i % 2], 8); // in %w1
    }
    CU_ASSERT_EQUAL(run(&r, "sust.p.1d.b32.zero [%w1, {%x}], {%c0};\nshl.b32 %y, %x, 2;\n"
                            "suld.b.1d.b32.zero {%c0}, [%t, {%y}];\nadd.u32 %c0, %c0, 1;\n"
                            "sust.p.1d.b32.zero [%t, {%x}], {%c0}"),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyAtoH(back, r.array, 0, sizeof back), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyAtoH(halves, other, 0, sizeof halves), CUDA_SUCCESS);
    for (unsigned i = 0; i < WIDTH; i++) {
        CU_ASSERT_EQUAL(back[i], 0x3f800001);
        CU_ASSERT_EQUAL(halves[i], i == 3 ? 0 : 0x3c00); // 7's guard
    }
    tear_down(&r);
}

static uint64_t reduced(const char *op, bool sign, bool wide, uint64_t a, uint64_t b)
{
    const bool less = wide   ? sign ? (int64_t)a < (int64_t)b : a < b
                      : sign ? (int32_t)a < (int32_t)b
                             : (uint32_t)a < (uint32_t)b;
    return !strcmp(op, "add")   ? a + b
           : !strcmp(op, "and") ? a & b
           : !strcmp(op, "or")  ? a | b
           : !strcmp(op, "min") ? (less ? a : b)
                                : (less ? b : a);
}

static void check_reduction(const char *op, bool sign, bool wide, bool clamps)
{
    rig r;
    static image want;
    const unsigned bytes = wide ? 8 : 4;
    set_up(&r, sign ? s32 : u32, wide ? 2 : 1, 0);
    memset(&want, 0x5a, sizeof want);
    for (int i = 0; i < TEXELS; i++) {
        const uint64_t first = (uint64_t)noise((uint64_t)i + 999) << 32 | noise((uint64_t)i + 888);
        memcpy(texel_at(&want, i % WIDTH, i / WIDTH % HEIGHT, i / WIDTH / HEIGHT, bytes), &first,
               bytes);
    }
    copy(&r, &want, bytes, true);
    for (int i = 0; i < THREADS; i++) {
        const share *s = &r.shares[i];
        const bool inside = s->x >= 0 && s->x < WIDTH && s->y >= 0 && s->y < HEIGHT && s->z < DEPTH;
        if ((!inside && !clamps) || i == 7) continue;
        unsigned char *at = texel_at(&want, clamped(s->x, WIDTH), clamped(s->y, HEIGHT),
                                     clamped(s->z, DEPTH), bytes);
        uint64_t a = 0, b = (uint64_t)s->value[1] << 32 | s->value[0];
        memcpy(&a, at, bytes);
        a = reduced(op, sign, wide, a, b);
        memcpy(at, &a, bytes);
    }
    char *statement =
        wl_format("sured.p.%s.3d.%s.%s [%%t, {%%x, %%y, %%z, %%z}], %s", op, wide ? "b64" : "b32",
                  clamps ? "clamp" : "zero", wide ? "%w0" : "%c0");
    CU_ASSERT_EQUAL(run(&r, statement), CUDA_SUCCESS);
    compare(&r, &want, bytes, statement);
    free(statement);
    tear_down(&r);
}

// Of samples: .b32 is u32 or s32, and .b64 u64 or s64, as the surface's format is.
TEST(sured_p_reduces_samples_of_the_surfaces_type)
{
    static const char *const ops[] = {"min", "max", "add", "and", "or"};
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned i = 0; i < 5; i++) check_reduction(ops[i], k & 1, false, k & 2);
        for (unsigned i = 0; i < 2; i++) check_reduction(ops[i], k & 1, true, k & 2);
    }
}

static void faults(const char *statement, CUarray_format format, unsigned channels, bool inside,
                   const char *message)
{
    rig r;
    set_up(&r, format, channels, 0);
    for (unsigned i = 0; i < THREADS; i++) r.shares[i].x = r.shares[i].y = r.shares[i].z = 0;
    if (!inside) r.shares[9].x = WIDTH;
    CU_ASSERT_EQUAL(run(&r, statement), CUDA_ERROR_ILLEGAL_ADDRESS);
    if (!r.e.text || !strstr(r.e.text, message)) printf("# %s\n", r.e.text ? r.e.text : "nothing");
    CU_ASSERT(r.e.text && strstr(r.e.text, message));
    tear_down(&r);
}

TEST(formatted_accesses_fault)
{
    static const char add[] = "sured.p.add.1d.b32.clamp [%t, {%x}], %c0",
                      least[] = "sured.p.min.1d.b64.clamp [%t, {%x}], %w0",
                      none[] = "thread (0,0,0) reduces samples of a surface that are no integers "
                               "of %u bits",
                      outside[] = "thread (9,0,0) writes a sample outside of a surface";
    faults("sust.p.1d.b32.trap [%t, {%x}], {%c0}", u32, 1, false, outside);
    faults("sust.p.2d.v4.b32.trap [%t, {%x, %y}], {%c0, %c1, %c2, %c3}", CU_AD_FORMAT_FLOAT, 4,
           false, outside);
    faults("sured.p.add.1d.b32.trap [%t, {%x}], %c0", u32, 1, false,
           "thread (9,0,0) updates 4 bytes outside of a surface");
    char *words = wl_format(none, 32), *wide = wl_format(none, 64);
    faults(add, CU_AD_FORMAT_FLOAT, 1, true, words);
    faults(add, CU_AD_FORMAT_UNSIGNED_INT16, 1, true, words);
    faults(add, CU_AD_FORMAT_UNSIGNED_INT16, 2, true, words);
    faults(add, u32, 2, true, words);
    faults(least, u32, 1, true, wide);
    faults(least, s32, 4, true, wide);
    faults(least, CU_AD_FORMAT_FLOAT, 2, true, wide);
    free(words);
    free(wide);
    rig r; // the array is gone: the fault names the line, as any other
    set_up(&r, u32, 1, 0);
    CU_ASSERT_EQUAL(cuArrayDestroy(r.array), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r, "sust.p.1d.b32.clamp [%t, {%x}], {%c0}"), CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT(r.e.text && strstr(r.e.text, "@%p sust.p.1d.b32.clamp"));
    tear_down(&r);
}

// Each was tried with ptxas of CUDA 13.
#define YES(statement) \
    { \
        statement, true \
    }
#define NO(statement) \
    { \
        statement, false \
    }
static const struct {
    const char *statement;
    bool taken;
} forms[] = {
#include "tests/ptx/surface_forms.h"
};

TEST(forms_of_surface_instructions_are_those_of_ptxas)
{
    rig r;
    set_up(&r, u32, 1, 0);
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        CUfunction f = NULL;
        const bool taken = load(forms[i].statement, &f) == CUDA_SUCCESS;
        if (taken != forms[i].taken)
            printf("# %s: is %staken\n", forms[i].statement, taken ? "" : "not "), wrong++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    tear_down(&r);
}

UNIT_MAIN("cuda_formatted", T(sust_p_writes_each_format), T(sust_p_geometries_and_registers),
          T(sust_p_of_two_surfaces_and_a_read), T(sured_p_reduces_samples_of_the_surfaces_type),
          T(formatted_accesses_fault), T(forms_of_surface_instructions_are_those_of_ptxas))
