// test_ptx_refusal.c : PTX that is not supported: the module loads, its kernels are refused.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/ptx.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"
#define REGS \
    ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %l<4>; .reg .b16 %h<4>;\n"
#define GOOD ".entry good(.param .u64 A) { ret; }\n"
#define KERNEL HEAD ".entry k(.param .u64 A) {\n" REGS // bodies start on line 6

static ptx_module *loaded(const char *text)
{
    err e = {0};
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    err_print(&e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    CU_ASSERT_EQUAL(e.count, 0);
    err_free(&e);
    return m;
}

static void runs(const char *text, const char *kernel)
{
    err e = {0};
    ptx_module *m = loaded(text);
    CU_ASSERT_PTR_NOT_NULL(ptx_find(m, kernel, &e));
    CU_ASSERT_EQUAL(e.count, 0);
    err_print(&e);
    err_free(&e);
    ptx_free(m);
}

// The kernel must be refused with all of the parts in the message (NULL ends), and be told of as
// one that there is.
static void refused(const char *text, const char *kernel, const char *const *parts)
{
    err e = {0};
    ptx_module *m = loaded(text);
    CU_ASSERT_PTR_NULL(ptx_find(m, kernel, &e));
    CU_ASSERT(ptx_has(m, kernel));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    for (; *parts; parts++) {
        bool there = e.text && strstr(e.text, *parts);
        if (!there) printf("# no '%s' in: %s\n", *parts, e.text ? e.text : "(nothing)");
        CU_ASSERT(there);
    }
    err_free(&e);
    ptx_free(m);
}
#define REFUSED(TEXT, ...) refused(TEXT, "k", (const char *const[]){__VA_ARGS__, NULL})
#define BODY(TEXT, ...) \
    REFUSED(KERNEL TEXT "\n}\n" GOOD, __VA_ARGS__); \
    runs(KERNEL TEXT "\n}\n" GOOD, "good")

// The module as a whole is wrong.
static void wrong(const char *text, const char *part)
{
    err e = {0};
    CU_ASSERT_PTR_NULL(ptx_load_text("t.ptx", text, strlen(text), &e));
    const bool there = e.text && strstr(e.text, part);
    if (!there) printf("# no '%s' in: %s\n", part, e.text ? e.text : "(nothing)");
    CU_ASSERT(there);
    err_free(&e);
}

TEST(unsupported_instructions_are_named)
{
    static const char *const names[] = {
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f1}, [%l1, %l2, {%f1, %f2}]",
        "wmma.load.a.sync.row.m16n16k16.s4 {%r1, %r2}, [%l1], 16",
        "mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2}",
        "suld.p.1d.v2.b32.trap {%r1, %r1}, [%l1, {%r2}]",
        "cp.async.bulk.wait_group 0",
        "bar.red.xor.pred %p2, 0, %p1",
        "match.any.b32 %r1, %r2, -1",
        "add.rz.f16 %h1, %h2, %h3",
        "mul.foo.s32 %r1, %r2, %r3",
        "add.rz.s32 %r1, %r2, %r3",
        "abs.sat.f32 %f1, %f2",
        "st.param.u32 [A], %r1",
        "atom.global.max.f16 %h1, [%l1], %h2",
        "red.global.cas.b32 [%l1], %r1, %r2",
        "prefetch.global.L3 [%l1]",
        "fence.proxy.alias",
        "mov.v2.u32 %r1, %r2",
        "cvt.rm.f16x2.f32 %r1, %f1, %f2",
        "cvt.f16x2.f32 %r1, %f1, %f2",
        "vadd.s32.s32.f32 %r1, %r2, %r3",
        "barrier.cluster.arrive",
        "mbarrier.expect_tx.shared.b64 [%l1], %r1",
        "createpolicy.fractional.L2::evict_last.b32 %r1",
        "max.abs.f32 %f1, %f2, %f3, %f1",
        "lop3.xor.b32 %r1|%p1, %r2, %r3, %r4, 0x80, %p2"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[1024], place[200];
        snprintf(text, sizeof text, "%s%s;\nret;\n}\n" GOOD, KERNEL, names[i]);
        snprintf(place, sizeof place,
                 "t.ptx:6:1: error: instruction is not supported: %s\n  %s;\n  ^\n", names[i],
                 names[i]);
        REFUSED(text, place);
        runs(text, "good");
    }
}

TEST(all_unsupported_instructions_of_a_kernel_are_told)
{
    BODY("wgmma.foo;\nadd.u32 %r1, %r2, %r3;\nwgmma.bar;", "t.ptx:6:1: error", "t.ptx:8:1: error");
}

TEST(refusals_stop_at_a_limit)
{
    char text[4096] = KERNEL;
    for (unsigned i = 0; i < 40; i++) strcat(text, "wgmma.foo;\n");
    strcat(text, "}");
    err e = {0};
    ptx_module *m = loaded(text);
    CU_ASSERT_PTR_NULL(ptx_find(m, "k", &e));
    CU_ASSERT_EQUAL(e.count, 21);
    CU_ASSERT(strstr(e.text, "t.ptx:26:1: error: too many errors: the rest of 'k' is not told") !=
              NULL);
    err_free(&e);
    ptx_free(m);
}

TEST(what_calls_an_unsupported_function_is_refused_too)
{
    static const char text[] = HEAD ".func f() { tex.1d; ret; }\n.func g() { call f; ret; "
                                    "}\n.entry k() { call g; wmma.x; ret; }\n"
                                    ".entry j() { call f; ret; }\n.entry good() { ret; }\n";
    REFUSED(text, "t.ptx:6:22: error: instruction is not supported: wmma",
            "t.ptx:4:13: error: instruction is not supported: tex");
    refused(text, "j",
            (const char *const[]){"t.ptx:4:13: error: instruction is not supported: tex", NULL});
    runs(text, "good");
    runs(HEAD ".func f() { tex.1d; ret; }\n.entry k() { ret; }\n", "k"); // nobody calls it
}

TEST(what_a_pointer_may_reach_is_refused)
{
    static const char text[] =
        HEAD ".func f() { tex.1d; ret; }\n.global .u64 t = f;\n"
             ".entry k() { .reg .b64 %l; ld.global.u64 %l, [t]; P: .callprototype _ (); call %l, "
             "P; ret; }\n.entry good() { ret; }\n";
    REFUSED(text, "t.ptx:4:13: error: instruction is not supported: tex");
    runs(text, "good");
    runs(HEAD ".func f(.param .b32 a) { tex.1d; ret; }\n.func g() { ret; }\n.global .u64 t[2] = "
              "{f, g};\n" // another signature
              ".entry k() { .reg .b64 %l; ld.global.u64 %l, [t+8]; P: .callprototype _ (); call "
              "%l, P; ret; }\n",
         "k");
    REFUSED(HEAD ".func f(.param .b32 a) { tex.1d; ret; }\n.func g() { .reg .b64 %l; mov.u64 %l, "
                 "f; call %l, (1); ret; }\n.global .u64 t = g;\n"
                 ".entry k() { .reg .b64 %l; ld.global.u64 %l, [t]; P: .callprototype _ (); call "
                 "%l, P; ret; }\n",
            "t.ptx:4:26: error: instruction is not supported: tex");
}

TEST(functions_that_nobody_defines_are_named)
{
    static const char text[] =
        HEAD ".extern .func (.param .b32 r) cudaLaunch(.param .b64 a, .param .b64 b);\n" GOOD
             ".entry k() {\n" REGS "{ .param .b64 p0; .param .b64 p1; .param .b32 q;\nst.param.b64 "
             "[p0], %l1; st.param.b64 [p1], %l2;\n"
             "call.uni (q), cudaLaunch, (p0, p1);\nld.param.b32 %r1, [q]; }\nret; }\n";
    REFUSED(text, "t.ptx:10:15: error: function 'cudaLaunch' is declared, but has no body");
    runs(text, "good");
    REFUSED(HEAD ".extern .func malloc(.param .b64 n);\n" GOOD ".entry k() {\n" REGS
                 "call malloc, (8); ret; }\n",
            "t.ptx:8:6: error: 'malloc' has another signature in CUDA");
    runs(HEAD ".func f();\n.func g() { ret; }\n.alias f, g;\n.entry k() { call f; ret; }\n", "k");
    wrong(HEAD ".func f();\n.alias f, h;\n",
          "t.ptx:5:11: error: 'h' is no function that was declared before");
    wrong(KERNEL "call vprintf;\n}\n",
          "t.ptx:6:6: error: undefined function or prototype 'vprintf'");
}

TEST(variables_that_are_not_here_are_named_where_they_are_used)
{
    static const char textures[] =
        HEAD ".global .texref t;\n.global .samplerref s = {addr_mode_0 = clamp_to_border};\n" GOOD
             ".entry k() {\n" REGS "mov.u64 %l1, t;\nld.global.u64 %l1, [s];\nret; }\n";
    REFUSED(textures, "t.ptx:9:14: error: the address of texture 't' is not supported",
            "t.ptx:10:21: error: variable 's' has a type that is not supported");
    runs(textures, "good");
    static const char external[] =
        HEAD ".extern .global .u32 e[];\n.global .u64 p = e;\n" GOOD ".entry k() {\n" REGS
             "ld.global.u64 %l1, [p];\nld.global.u32 %r1, [e+4];\nret; }\n";
    REFUSED(external,
            "t.ptx:9:21: error: variable 'p' is initialised with the address of a variable that is "
            "not here",
            "t.ptx:10:21: error: variable 'e' is declared, but not defined here");
    runs(external, "good");
    REFUSED(HEAD ".entry k(.param .texref t) {\n" REGS "ld.param.u64 %l1, [t];\nret; }\n",
            "t.ptx:6:20: error: variable 't' has a type that is not supported");
}

TEST(what_old_front_ends_write_is_named)
{
    REFUSED(HEAD ".reg .u32 mr<4>;\n.func f() { ret; }\n.entry k() {\ncall f;\nmov.u32 mr2, "
                 "1;\nret; }\n" GOOD,
            "t.ptx:6:8: error: register 'mr2' of module scope in a kernel that calls functions is "
            "not supported");
    REFUSED(
        HEAD
        ".reg .u32 mr;\n.func f() { mov.u32 mr, 1; ret; }\n.entry k() {\ncall f;\nret; }\n" GOOD,
        "register 'mr' of module scope in a kernel that calls functions is not supported");
    REFUSED(HEAD ".tex .u32 tx, ty;\n.entry k() {\n" REGS "mov.u64 %l1, ty;\nret; }\n" GOOD,
            "t.ptx:7:14: error: the address of texture 'ty' is not supported");
    BODY(".shared .u32 v[4];\nld.shared.u32 %r1, v[%r2];",
         "arrays with an index in a register are not supported: 'v'");
    wrong(HEAD ".reg .v2 .f32 mr;\n" GOOD,
          "t.ptx:4:6: error: registers of this type are not supported at module scope");
}

TEST(registers_that_are_not_here_are_named)
{
    BODY("mov.u32 %r1, %envreg3;",
         "t.ptx:6:14: error: special register '%envreg3' is not supported");
    BODY("mov.pred %p1, %is_explicit_cluster;",
         "t.ptx:6:15: error: special register '%is_explicit_cluster' is not supported");
    BODY("add.u32 %r1, %clock, 1;",
         "t.ptx:6:14: error: %clock is not supported: only mov reads a clock");
    BODY("vadd2.s32.s32.s32 %r1.h10, %r2, %r3.h32, %r4;\nvadd4.u32.u32.u32 %r1.b3210, %r2, %r3, "
         "%r4;",
         "t.ptx:6:22: error: parts of registers are not supported: .h10",
         "t.ptx:7:22: error: parts of registers are not supported: .b3210");
    BODY(".reg .b128 %q<3>;\natom.global.cas.b128 %q1, [%l1], %q2, %q0;",
         "t.ptx:6:6: error: registers of this type are not supported");
    REFUSED(HEAD ".entry k() .reqnctapercluster 2, 1, 1 { ret; }",
            "t.ptx:4:12: error: clusters are not supported");
}

TEST(what_is_wrong_refuses_the_module)
{
    wrong(KERNEL "wgmma.foo;\nadd.u32 %r1, %r2, %l1;\n}\n" GOOD,
          "t.ptx:7:19: error: register '%l1' is .b64; add needs .u32 here");
    wrong(KERNEL "wgmma.foo;\nadd.u32 %r1, %r2, %r77;\n}\n" GOOD,
          "t.ptx:7:19: error: undefined register '%r77'");
    wrong(KERNEL "lop3.b32 %r1, %r2, %r3, %r4, 256;\n}\n" GOOD,
          "lop3: table 256: must be 0 to 255");
    wrong(KERNEL "add.u32 %r1, %r2.b8, %r3;\n}\n" GOOD,
          "t.ptx:6:17: error: expected ',' or ';', not '.b8'");
    wrong(KERNEL "wgmma.foo\n}\n" GOOD, "t.ptx:7:1: error: expected ';', not '}'");
    wrong(KERNEL "mov.u32 %r1, %envreg3;\nadd.u32 %r1 %r2;\n}\n" GOOD,
          "t.ptx:7:13: error: expected ',' or ';'");
    wrong(HEAD ".extern .global .u32 e;\n.entry k() {\n" REGS
               "ld.global.u32 %r1, [e];\nadd.u32 %r1, %r2, %l1;\n}\n" GOOD,
          "t.ptx:8:19: error: register '%l1' is .b64");
    wrong(KERNEL ".reg .v2 .f32 %v;\nbra NOWHERE;\n}\n" GOOD,
          "t.ptx:7:5: error: undefined label 'NOWHERE'");
}

UNIT_MAIN("ptx_refusal", T(unsupported_instructions_are_named),
          T(all_unsupported_instructions_of_a_kernel_are_told), T(refusals_stop_at_a_limit),
          T(what_calls_an_unsupported_function_is_refused_too),
          T(what_a_pointer_may_reach_is_refused), T(functions_that_nobody_defines_are_named),
          T(variables_that_are_not_here_are_named_where_they_are_used),
          T(what_old_front_ends_write_is_named), T(registers_that_are_not_here_are_named),
          T(what_is_wrong_refuses_the_module))
