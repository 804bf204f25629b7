// test_cuda_texref.c: texture references: kernels fetch by name, and the host binds the name to
// arrays and memory between launches.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <string.h>

// Thread i fetches at (i % 8, i / 8), twice by the first name and once by the second.
static const char today[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n.global .texref one;\n.global .texref two;\n"
    ".visible .entry fetch(.param .u64 out)\n{\n.reg .f32 %f<16>; .reg .b32 %r<4>; .reg .b64 "
    "%l<3>;\nmov.u32 %r0, %tid.x; and.b32 %r1, %r0, 7; shr.u32 %r2, %r0, 3; cvt.rn.f32.u32 %f12, "
    "%r1; cvt.rn.f32.u32 %f13, %r2;\ntex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [one, {%f12, "
    "%f13}];\ntex.2d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [two, {%r1, %r2}];\ntxq.width.b32 %r3, "
    "[one];\nld.param.u64 %l0, [out]; mul.wide.u32 %l1, %r0, 16; add.u64 %l0, %l0, %l1;\n"
    "cvt.rn.f32.u32 %f8, %r3; st.global.v4.f32 [%l0], {%f0, %f1, %f4, %f8};\nret;\n}\n",
                  // as a compiler of 2010 wrote them; linear memory, whose texels have an index
    before[] =
        ".version 1.4\n.target sm_10, map_f64_to_f32\n.tex .u32 line;\n.entry fetch(.param .u32 "
        "out)\n{\n.reg .u32 %r<6>; .reg .f32 %f<8>;\ncvt.u32.u16 %r0, %tid.x;\nmov.s32 %r3, 0; "
        "tex.1d.v4.f32.s32 {%f0,%f1,%f2,%f3},[line,{%r0,%r3,%r3,%r3}];\nld.param.u32 %r1, "
        "[out]; mul.lo.u32 %r2, %r0, 16; add.u32 %r1, %r1, %r2; st.global.v4.f32 [%r1], "
        "{%f0,%f1,%f2,%f3};\nexit;\n}\n";

enum { N = 64 };

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUmodule module;
    CUfunction fetch;
    CUdeviceptr out, line;
    float got[N][4], texels[2][N];
} rig;

static void set_up(rig *r, const char *text)
{
    CUcontext ctx = NULL;
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 1);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&r->module, text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->fetch, r->module, "fetch"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->out, sizeof r->got), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->line, sizeof r->texels[0]), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) r->texels[0][i] = 3.f + (float)i, r->texels[1][i] = -(float)i;
    CU_ASSERT_EQUAL(cuMemcpyHtoD(r->line, r->texels[1], sizeof r->texels[1]), CUDA_SUCCESS);
}

static CUresult run(rig *r)
{
    void *args[] = {&r->out};
    CUresult result = cuLaunchKernel(r->fetch, 1, 1, 1, N, 1, 1, 0, NULL, args, NULL);
    if (result == CUDA_SUCCESS) result = cuMemcpyDtoH(r->got, r->out, sizeof r->got);
    return result;
}

static CUarray array_of(const float *texels)
{
    CUarray a = NULL;
    const CUDA_ARRAY_DESCRIPTOR as = {
        .Width = 8, .Height = 8, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    const CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                .srcHost = texels,
                                .srcPitch = 32,
                                .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                .WidthInBytes = 32,
                                .Height = 8};
    CU_ASSERT_EQUAL_FATAL(cuArrayCreate(&a, &as), CUDA_SUCCESS);
    CUDA_MEMCPY2D to = copy;
    to.dstArray = a;
    CU_ASSERT_EQUAL_FATAL(cuMemcpy2D(&to), CUDA_SUCCESS);
    return a;
}

static unsigned wrong_of(const rig *r, unsigned column, const float *want, float scale)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < N; i++)
        wrong += r->got[i][column] < scale * want[i] || r->got[i][column] > scale * want[i];
    return wrong;
}

static CUtexref named(const rig *r, const char *name)
{
    CUtexref t = NULL;
    CU_ASSERT_EQUAL_FATAL(cuModuleGetTexRef(&t, r->module, name), CUDA_SUCCESS);
    return t;
}

TEST(names_are_bound_to_arrays_and_memory)
{
    static rig r;
    set_up(&r, today);
    CUtexref one = named(&r, "one"), two = named(&r, "two");
    CU_ASSERT(one != two);
    CU_ASSERT_PTR_EQUAL(named(&r, "one"), one);
    CUarray first = array_of(r.texels[0]);
    const CUDA_ARRAY_DESCRIPTOR as = {
        .Width = 8, .Height = 8, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, first, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddress2D(two, &as, r.line, 32), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(wrong_of(&r, 0, r.texels[0], 1), 0);
    CU_ASSERT_EQUAL(wrong_of(&r, 2, r.texels[1], 1), 0);
    CU_ASSERT(r.got[5][3] > 7 && r.got[5][3] < 9); // the width

    // the other way round, for the next launch
    CU_ASSERT_EQUAL(cuTexRefSetAddress2D(one, &as, r.line, 32), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetArray(two, first, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(wrong_of(&r, 0, r.texels[1], 1), 0);
    CU_ASSERT_EQUAL(wrong_of(&r, 2, r.texels[0], 1), 0);
    detach_device(r.g, &r.e);
}

// A linear filter at a texel's corner, clamped: the mean of four texels; of rows and columns that
// rise by 8 and 1, 4.5 less, but at the edges. Coordinates of 1/8 with .normalized are as large.
TEST(how_they_are_read_is_set_apart)
{
    static rig r;
    set_up(&r, today);
    CUtexref one = named(&r, "one"), two = named(&r, "two");
    CUarray array = array_of(r.texels[0]);
    CU_ASSERT_EQUAL(cuTexRefSetFilterMode(one, CU_TR_FILTER_MODE_LINEAR), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 0, CU_TR_ADDRESS_MODE_CLAMP), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 1, CU_TR_ADDRESS_MODE_CLAMP), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, array, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetArray(two, array, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    unsigned wrong = 0;
    for (unsigned i = 0; i < N; i++) {
        const float want = r.texels[0][i] - (i % 8 ? .5f : 0) - (i / 8 ? 4.f : 0);
        wrong += r.got[i][0] < want || r.got[i][0] > want;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(cuTexRefSetFilterMode(one, CU_TR_FILTER_MODE_POINT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetFlags(one, CU_TRSF_NORMALIZED_COORDINATES), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 0, CU_TR_ADDRESS_MODE_WRAP), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 1, CU_TR_ADDRESS_MODE_WRAP), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) wrong += r.got[i][0] < 3 || r.got[i][0] > 3; // texel (0, 0)
    CU_ASSERT_EQUAL(wrong, 0);
    detach_device(r.g, &r.e);
}

// What a reference tells of itself is what was set; an array's format is that of its reference.
TEST(they_tell_how_they_are_read)
{
    static rig r;
    set_up(&r, today);
    CUtexref one = named(&r, "one"), two = named(&r, "two");
    CUarray array = array_of(r.texels[0]), bound = NULL;
    CUdeviceptr at = 0, memory = 0;
    CUaddress_mode mode = CU_TR_ADDRESS_MODE_WRAP;
    CUfilter_mode filter = CU_TR_FILTER_MODE_POINT;
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    unsigned flags = 0;
    int channels = 0;
    CU_ASSERT_EQUAL(cuTexRefGetArray(&bound, one), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefGetAddress(&at, one), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefSetFilterMode(one, CU_TR_FILTER_MODE_LINEAR), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 1, CU_TR_ADDRESS_MODE_CLAMP), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetFlags(one, CU_TRSF_NORMALIZED_COORDINATES), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetFormat(one, CU_AD_FORMAT_UNSIGNED_INT8, 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefGetFilterMode(&filter, one), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(filter, CU_TR_FILTER_MODE_LINEAR);
    CU_ASSERT_EQUAL(cuTexRefGetAddressMode(&mode, one, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(mode, CU_TR_ADDRESS_MODE_CLAMP);
    CU_ASSERT_EQUAL(cuTexRefGetAddressMode(&mode, one, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(mode, CU_TR_ADDRESS_MODE_WRAP);
    CU_ASSERT_EQUAL(cuTexRefGetAddressMode(&mode, one, 3), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefGetFlags(&flags, one), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(flags, CU_TRSF_NORMALIZED_COORDINATES);
    CU_ASSERT_EQUAL(cuTexRefGetFormat(&format, &channels, one), CUDA_SUCCESS);
    CU_ASSERT_TRUE(format == CU_AD_FORMAT_UNSIGNED_INT8 && channels == 4);
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, array, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefGetArray(&bound, one), CUDA_SUCCESS);
    CU_ASSERT_PTR_EQUAL(bound, array);
    CU_ASSERT_EQUAL(cuTexRefGetFormat(&format, &channels, one), CUDA_SUCCESS);
    CU_ASSERT_TRUE(format == CU_AD_FORMAT_FLOAT && channels == 1);
    CU_ASSERT_EQUAL(cuMemAlloc(&memory, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefSetAddress(NULL, two, memory, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexRefGetAddress(&at, two), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(at, memory);
    CU_ASSERT_EQUAL(cuTexRefGetArray(&bound, two), CUDA_ERROR_INVALID_VALUE);
    detach_device(r.g, &r.e);
}

TEST(modules_of_before_have_them_too)
{
    static rig r;
    set_up(&r, before);
    CUtexref line = named(&r, "line");
    size_t offset = 9;
    CU_ASSERT_EQUAL(cuTexRefSetAddress(&offset, line, r.line, sizeof r.texels[1]), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(offset, 0);
    CU_ASSERT_EQUAL(cuParamSetTexRef(r.fetch, CU_PARAM_TR_DEFAULT, line), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(wrong_of(&r, 0, r.texels[1], 1), 0);
    CU_ASSERT_EQUAL(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 2), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run(&r), CUDA_SUCCESS);
    CU_ASSERT(r.got[3][0] < -5 && r.got[3][1] < -6 && r.got[3][1] > -8); // texels 6 and 7
    detach_device(r.g, &r.e);
}

TEST(what_is_not_bound_faults)
{
    static rig r;
    set_up(&r, today);
    CUtexref one = named(&r, "one"), none = NULL;
    CUarray array = array_of(r.texels[0]);
    CU_ASSERT_EQUAL(cuModuleGetTexRef(&none, r.module, "three"), CUDA_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL(cuModuleGetTexRef(&none, NULL, "one"), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuTexRefSetFlags((CUtexref)&r, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, array, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefSetAddressMode(one, 3, CU_TR_ADDRESS_MODE_WRAP),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, array, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    CU_ASSERT_NOT_EQUAL(run(&r), CUDA_SUCCESS); // two is not bound
    CU_ASSERT(r.e.text && strstr(r.e.text, "there is none of that handle"));
    detach_device(r.g, &r.e);
}

TEST(they_go_with_their_module)
{
    static rig r;
    set_up(&r, today);
    CUtexref one = named(&r, "one");
    CU_ASSERT_EQUAL(cuTexRefSetArray(one, array_of(r.texels[0]), CU_TRSA_OVERRIDE_FORMAT),
                    CUDA_SUCCESS);
    CUdeviceptr at = 0;
    CUtexObject object = 0;
    CUDA_RESOURCE_DESC of;
    CU_ASSERT_EQUAL(cuModuleGetGlobal(&at, NULL, r.module, "one"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(&object, at, sizeof object), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexObjectGetResourceDesc(&of, object), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuTexObjectGetResourceDesc(&of, object), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuTexRefSetFlags(one, 0), CUDA_ERROR_INVALID_VALUE);
    detach_device(r.g, &r.e);
}

static void refused(const char *module, const char *body, const char *message)
{
    static rig r;
    CUmodule m = NULL;
    CUfunction f = NULL;
    set_up(&r, today);
    char text[1024];
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_75\n.address_size 64\n%s\n.entry k() {\n.reg .f32 %%f<4>; "
             ".reg .b64 %%l;\n%s\nret;\n}\n",
             module, body);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&m, text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, m, "k"), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT(r.e.text && strstr(r.e.text, message));
    detach_device(r.g, &r.e);
}

TEST(what_they_cannot_be_is_named)
{
    refused(".global .texref t;", "mov.u64 %l, t;", "the address of texture 't' is not supported");
    refused(".global .texref t[2];", "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0, %f1}];",
            "variable 't' is an array of textures");
    refused(".global .texref t = {filter_mode = nearest};",
            "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0, %f1}];",
            "variable 't' is a texture with a sampler of its own");
}

UNIT_MAIN("cuda_texref", T(names_are_bound_to_arrays_and_memory), T(how_they_are_read_is_set_apart),
          T(they_tell_how_they_are_read), T(modules_of_before_have_them_too),
          T(what_is_not_bound_faults), T(they_go_with_their_module),
          T(what_they_cannot_be_is_named))
