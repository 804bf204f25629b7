// test_ptx_parse.c : what is accepted, and every refusal with its line and column.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/ptx.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"
#define KERNEL \
    HEAD ".entry k(.param .u64 A) {\n.reg .pred %p<4>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg " \
         ".b64 %l<4>; .reg .b16 %h<4>; .reg .s32 %s;\n"
// Bodies start on line 6.

// The text must be refused with all of the parts in the message (NULL ends).
static void refused_bytes(const char *text, size_t bytes, const char *const *parts)
{
    err e = {0};
    ptx_module *m = ptx_load_text("t.ptx", text, bytes, &e);
    CU_ASSERT_PTR_NULL(m);
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    for (; *parts; parts++) {
        bool there = e.text && strstr(e.text, *parts);
        if (!there) printf("# no '%s' in: %s", *parts, e.text ? e.text : "(nothing)\n");
        CU_ASSERT(there);
    }
    ptx_free(m);
    err_free(&e);
}
#define REFUSED(TEXT, ...) \
    refused_bytes(TEXT, strlen(TEXT), (const char *const[]){__VA_ARGS__, NULL})
#define BODY(TEXT, ...) REFUSED(KERNEL TEXT "\n}\n", __VA_ARGS__)

static ptx_module *accepted(const char *text)
{
    err e = {0};
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    err_print(&e);
    CU_ASSERT_PTR_NOT_NULL(m);
    err_free(&e);
    return m;
}
static void accept(const char *text) { ptx_free(accepted(text)); }

TEST(files_that_are_no_ptx)
{
    REFUSED("", "t.ptx: error: the file is empty");
    REFUSED("hello", "t.ptx:1:1: error: expected '.version'", "not 'hello'");
    refused_bytes("\0\0\0", 3, (const char *const[]){"t.ptx:1:1: error: NUL byte", NULL});
    REFUSED(HEAD "\x80", "t.ptx:4:1: error: byte 0x80");
    REFUSED(HEAD "/* not closed", "t.ptx:4:1: error: comment is not closed");
    REFUSED(HEAD ".pragma \"open\n;", "t.ptx:4:9: error: string is not closed");
    REFUSED(".target sm_35\n", "t.ptx:1:1: error: expected '.version'");
    REFUSED(HEAD ".address_size 16", "t.ptx:4:15: error: .address_size 16: must be 32 or 64");
}

#define FUNC(TEXT, BODY_TEXT, ...) \
    REFUSED(HEAD TEXT \
            "\n.entry k() {\n.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %l<4>;\n" BODY_TEXT \
            "\n}\n", \
            __VA_ARGS__)
// Bodies start on line 7.

TEST(calls_that_cannot_be)
{
    BODY("call.uni (%r1), vprintf, (%l1, %l2);",
         "t.ptx:6:17: error: undefined function or prototype 'vprintf'");
    FUNC(".func f(.param .b32 a) { ret; }", "call f, (%r1, %r2);",
         "t.ptx:7:1: error: 2 arguments where the function has 1");
    FUNC(".func (.param .b32 r) f() { ret; }", "call f;",
         "t.ptx:7:1: error: 0 results where the function has 1");
    FUNC(".func f(.param .b32 a) { ret; }", ".param .b64 p; call f, (p);",
         "t.ptx:7:25: error: 'p' has 8 bytes; the function takes 4 here");
    FUNC(".func f(.param .b8 a[12]) { ret; }", "call f, (%r1);",
         "t.ptx:7:10: error: a .param variable of 12 bytes is needed here");
    FUNC(".func f(.param .b32 a) { ret; }", "call f, (%p1);",
         "t.ptx:7:10: error: a predicate cannot be passed");
    FUNC(".func f(.reg .pred p) { ret; }", "call f, (%r1);",
         "t.ptx:7:10: error: a predicate is needed here");
    FUNC(".func f(.param .b32 a) { ret; }", "call (%r1, %r2;",
         "t.ptx:7:15: error: expected ')', not ';'");
    FUNC(".func f(.param .b32 a) { ret; }", "call f, %r1;",
         "error: a call through a register needs the label of a .callprototype");
    FUNC(".func f(.param .b32 a) { ret; }", "call 5;",
         "t.ptx:7:6: error: expected the function to call");
    FUNC(".func f(.param .b32 a) { ret; }", "call k;", "t.ptx:7:6: error: 'k' is a kernel");
    FUNC(".func f() { ret; }", "f: .callprototype _ ();\nf: .callprototype _ ();",
         "t.ptx:8:1: error: 'f' is already defined on line 7");
    REFUSED(HEAD ".func f(.param .b32 a);\n.func f(.param .b64 a) { ret; }",
            "t.ptx:5:7: error: 'f' is declared differently on line 4");
    REFUSED(HEAD ".func f() { ret; }\n.func f() { ret; }",
            "t.ptx:5:7: error: function 'f' is defined twice");
    accept(HEAD ".func (.param .b32 _) f(.param .b32 _, .param .b32 _);\n.func f2();\n.entry k() { "
                "ret; }\n.func f2() { ret; }\n.func f2();\n");
}

TEST(directives_for_a_debugger_have_a_grammar)
{
    BODY(".loc 1 2 mov.u32 %r1, 5;", "t.ptx:6:10: error: expected a number, not 'mov'");
    BODY(".loc 1 2 3, mov.u32 %r1, 5;", "t.ptx:6:13: error: expected 'function_name', not 'mov'");
    BODY(".loc 1 2 3, function_name L mov.u32 %r1, 5;",
         "t.ptx:6:29: error: expected ',', not 'mov'");
    BODY(".pragma mov.u32 %r1, 5;", "t.ptx:6:9: error: expected a string, not 'mov'");
    REFUSED(HEAD ".file 1 .global .u32 a;",
            "t.ptx:4:9: error: expected the name of a file as a string, not '.global'");
    REFUSED(HEAD ".section .debug_str .global .u32 a;",
            "t.ptx:4:21: error: expected '{', not '.global'");
    REFUSED(HEAD "@@DWARF 5 .global .u32 a;", "t.ptx:4:9: error: expected a label, .section");
}

#define REST ".address_size 64\n.entry k() { ret; }\n"

TEST(versions_and_targets_that_there_are)
{
    static const char *const versions[] = {"1.0", "1.5", "2.3", "3.2", "4.3", "5.1",
                                           "6.5", "7.8", "8.8", "9.0", "9.00"},
                             *const targets[] = {"sm_10",       "sm_13, map_f64_to_f32",
                                                 "sm_20",       "sm_75, texmode_unified",
                                                 "sm_90a",      "sm_100f",
                                                 "sm_121a",     "compute_90, debug",
                                                 "sm_90, sm_80"};
    char text[256];
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        snprintf(text, sizeof text, ".version %s\n.target sm_75\n" REST, versions[i]);
        accept(text);
    }
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        snprintf(text, sizeof text, ".version 9.0\n.target %s\n" REST, targets[i]);
        accept(text);
    }
}

TEST(versions_and_targets_that_there_are_not)
{
    static const char *const versions[] = {"99.0", "9.1", "8.9", "7.9", "5.2", "1.6", "0.1", "9"};
    char text[256], part[96];
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        snprintf(text, sizeof text, ".version %s\n.target sm_75\n" REST, versions[i]);
        snprintf(part, sizeof part,
                 "t.ptx:1:10: error: .version %s: must be a version of PTX: 1.0-1.5, ",
                 versions[i]);
        REFUSED(text, part, "5.0-5.1, 6.0-6.5, 7.0-7.8, 8.0-8.8, 9.0\n");
        CU_ASSERT(!ptx_version_is_known(text, strlen(text)));
    }
    CU_ASSERT(ptx_version_is_known(HEAD, strlen(HEAD)));
    CU_ASSERT(ptx_version_is_known("", 0));
    static const char *const targets[] = {"sm_999", "sm_73", "sm_75a", "sm_90f", "compute_999",
                                          "sm_",    "sm_9",  "sm_905", "texmode"};
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        snprintf(text, sizeof text, ".version 9.0\n.target %s\n" REST, targets[i]);
        snprintf(part, sizeof part, "t.ptx:2:9: error: .target %s: must be sm_ or compute_ and",
                 targets[i]);
        REFUSED(text, part, " 10 11 12 13 20 21 30", "90[a] 100[af]", "texmode_unified");
    }
}

TEST(file_that_cannot_be_read)
{
    err e = {0};
    CU_ASSERT_PTR_NULL(ptx_load_file("no/such.ptx", &e));
    CU_ASSERT_PTR_NULL(ptx_load_file(".", &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    CU_ASSERT(strstr(e.text, "cannot read no/such.ptx: No such file") != NULL);
    CU_ASSERT(strstr(e.text, "cannot read .: it is a directory") != NULL);
    err_free(&e);
}

TEST(fifo_is_refused) // and does not wait for somebody who writes
{
    char dir[] = "/tmp/ptx_parse.XXXXXX";
    err e = {0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    char *fifo = wl_format("%s/k.ptx", dir);
    CU_ASSERT_EQUAL_FATAL(mkfifo(fifo, 0600), 0);
    CU_ASSERT_PTR_NULL(ptx_load_file(fifo, &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    CU_ASSERT(strstr(e.text, "it is not a regular file") != NULL);
    unlink(fifo), rmdir(dir);
    free(fifo);
    err_free(&e);
}

TEST(byte_order_mark_and_carriage_returns_are_taken)
{
    accept(
        "\xef\xbb\xbf.version 7.0\r\n.target sm_75\r\n.address_size 64\r\n.entry k() { ret; }\r\n");
}

TEST(truncated_anywhere_is_refused_without_harm)
{
    static const char text[] = KERNEL
        "ld.param.u64 %l1, [A];\nL: @%p1 bra L;\nst.global.u32 [%l1+-4], 0f3F800000;\nret; }\n";
    size_t n = strlen(text), refused = 0, first = strlen(HEAD);
    for (size_t i = 0; i < n; i++) {
        err e = {0};
        ptx_module *m = ptx_load_text("t.ptx", text, i, &e);
        refused += m == NULL && e.count > 0;
        ptx_free(m);
        err_free(&e);
    }
    CU_ASSERT(refused >=
              n - first - 1); // but for the header alone, which is a module without kernels
}

// Functions, prototypes, calls, initialisers, tables: cut at every byte, so at every token too.
TEST(truncated_functions_are_refused_without_harm)
{
    static const char text[] =
        HEAD ".func (.param .b32 r) f(.param .align 8 .b8 a[16], .param .b32 b);\n.global .b32 "
             "z[4];\n.global .align 8 .u64 t[2] = {f, z+8};\n.const .b8 c[2][2] = {{1, 2}, {3}};\n"
             ".func (.param .b32 r) f(.param .align 8 .b8 a[16], .param .b32 b) {\n.reg .b32 "
             "%r<4>; .reg .b64 %l<3>; .reg .pred %p;\n"
             "mov.b64 %l1, a; ld.param.v2.u32 {%r1, %r2}, [%l1+8]; T: .branchtargets A, "
             "B;\nbrx.idx %r1, T;\nA: st.param.b32 [r+0], %r1;\nB: ret; }\n"
             ".visible .entry k(.param .u64 .ptr .global .align 4 A) .maxntid 64, 1, 1\n{ .reg "
             ".b32 %r<4>; .reg .b64 %l<3>; .shared .align 4 .f32 s[4][8];\n"
             "{ .param .align 8 .b8 p0[16]; .param .b32 p1; .param .b32 q;\nst.param.v2.b32 "
             "[p0+8], {%r1, %r2}; call.uni (q), f, (p0, p1);\n"
             "P: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16], .param .b32 "
             "_);\nld.global.u64 %l1, [t]; call (q), %l1, (p0, p1), P;\nld.param.b32 %r1, [q]; }\n"
             "bar.red.popc.u32 %r2, 1, 64, 1; bar.sync 0; ret; }\n";
    size_t n = strlen(text), accepted_ones = 0, placed = 0, bare = 0;
    accept(text);
    for (size_t i = 1; i < n; i++) {
        err e = {0};
        ptx_module *m = ptx_load_text("t.ptx", text, i, &e);
        accepted_ones += m != NULL;
        if (!m) placed += e.status == ST_INPUT && e.text && !strncmp(e.text, "t.ptx:", 6);
        bare += !m;
        ptx_free(m);
        err_free(&e);
    }
    CU_ASSERT_EQUAL(placed, bare);
    CU_ASSERT(accepted_ones > 0 && accepted_ones < 40); // between module items a file may end
}

TEST(names)
{
    BODY("mov.u32 %r1, %r9;", "t.ptx:6:14: error: undefined register '%r9'");
    BODY("mov.u32 %q, 1;", "t.ptx:6:9: error: undefined register '%q'");
    BODY("bra NOWHERE;", "t.ptx:6:5: error: undefined label 'NOWHERE'", "  bra NOWHERE;\n      ^");
    BODY("L: ret;\nL: ret;", "t.ptx:7:1: error: 'L' is already defined on line 6");
    BODY(".reg .f32 %f<2>;", "t.ptx:6:11: error: '%f' is declared twice (first on line 5)");
    BODY("ld.param.u64 %l1, [B];", "t.ptx:6:20: error: no register or variable is called 'B'");
    REFUSED(HEAD ".entry k() { ret; }\n.entry k() { ret; }",
            "t.ptx:5:8: error: kernel 'k' is defined twice");
    BODY("mov.u32 %r1, %ntid.q;", "t.ptx:6:14: error: undefined register '%ntid'");
}

TEST(operands)
{
    BODY("add.u32 %r1, %r2;", "t.ptx:6:1: error: add takes 3 operands, not 2: add.u32 %r1, %r2");
    BODY("add.u32 %r1, %r2, %r3, %r4;", "t.ptx:6:1: error: add takes 3 operands, not 4");
    BODY("bar.arrive 1;", "t.ptx:6:1: error: bar takes 2 operands, not 1");
    BODY("add.u32 %r1, %r2, ;", "t.ptx:6:19: error: expected an operand, not ';'");
    BODY("add.u32 %r1 %r2, %r3;", "t.ptx:6:13: error: expected ',' or ';', not '%r2'");
    BODY("add.u32 %r1, %r2, %r3", "t.ptx:7:1: error: expected ',' or ';', not '}'");
    BODY("add.u32 1, %r2, %r3;", "t.ptx:6:9: error: the destination must be a register");
    BODY("ld.global.u32 %r1, %l1;",
         "t.ptx:6:20: error: this operand of ld must be an address in []");
    BODY("ld.global.v2.u32 %r1, [%l1];", "t.ptx:6:18: error: 1 registers where 2 are moved");
    BODY("mov.u32 %r1, 0x;", "t.ptx:6:14: error: malformed number");
    BODY("mov.u32 %r1, 99999999999999999999;", "t.ptx:6:14: error: number does not fit 64 bits");
    BODY("mov.f32 %f1, 0f3F80;", "t.ptx:6:14: error: 0f needs 8 hexadecimal digits");
    BODY("@%r1 ret;", "t.ptx:6:2: error: the guard must be a predicate register");
    BODY("ld.global.u32 %r1, [%l1;", "t.ptx:6:24: error: expected ']'");
}

TEST(types)
{
    BODY("add.u32 %r1, %r2, %l1;",
         "t.ptx:6:19: error: register '%l1' is .b64; add needs .u32 here");
    BODY("add.f32 %f1, %f2, %s;", "t.ptx:6:19: error: register '%s' is .s32; add needs .f32 here");
    BODY("add.s32 %r1, %f2, %r1;",
         "t.ptx:6:14: error: register '%f2' is .f32; add needs .s32 here");
    BODY("setp.eq.u32 %r1, %r2, %r3;",
         "t.ptx:6:13: error: register '%r1' is .b32; setp needs .pred here");
    BODY("add.f32 %f1, %f2, 1;", "t.ptx:6:19: error: an integer where .f32 is needed");
    BODY("add.u32 %r1, %r2, 1.5;",
         "t.ptx:6:19: error: a floating-point value where .u32 is needed");
    BODY("ld.global.u64 %r1, [%l1];",
         "t.ptx:6:15: error: register '%r1' is .b32; ld needs .u64 here");
    BODY("ld.global.u32 %r1, [%h1];",
         "t.ptx:6:21: error: register '%h1' is .b16; an address has 32 or 64 bits");
    BODY("mov.f32 %f1, %f2 + 1;", "t.ptx:6:18: error: register '%f2' is .f32: only to an integer "
                                  "may a constant be added here");
    BODY("mov.b32 %r1, 1.5;", "t.ptx:6:14: error: a floating-point value where .b32 is needed");
    BODY("mov.b64 %l1, 0f3F800000;",
         "t.ptx:6:14: error: a floating-point value where .b64 is needed");
    BODY("mov.b16 %h1, 1.5;", "t.ptx:6:14: error: a floating-point value where .b16 is needed");
    BODY("ld.global.f32 %l1, [%l1]; ld.global.f32 %s, [%l1];",
         "t.ptx:6:41: error: register '%s' is .s32; ld needs .f32 here");
    BODY("ld.global.u32 %f1, [%l1];",
         "t.ptx:6:15: error: register '%f1' is .f32; ld needs .u32 here");
    BODY("selp.b32 %r1, %r2, %r3, %r4;",
         "t.ptx:6:25: error: register '%r4' is .b32; selp needs .pred here");
    BODY("cvt.s32.f32 %r1, %f1;",
         "t.ptx:6:1: error: this conversion needs a rounding modifier: cvt.s32.f32 %r1, %f1");
}

TEST(errors_stop_at_a_limit)
{
    char text[4096] = KERNEL;
    for (unsigned i = 0; i < 40; i++) strcat(text, "add.u32;\n");
    strcat(text, "}");
    err e = {0};
    CU_ASSERT_PTR_NULL(ptx_load_text("t.ptx", text, strlen(text), &e));
    CU_ASSERT_EQUAL(e.count, 21);
    CU_ASSERT(strstr(e.text, "too many errors") != NULL);
    err_free(&e);
}

TEST(declarations)
{
    REFUSED(HEAD ".texref t;", "t.ptx:4:1: error: directive '.texref' is not supported");
    REFUSED(HEAD ".global .u32 a[2] = {1, 2, 3};",
            "t.ptx:4:28: error: more initial values than 'a' has room for");
    REFUSED(HEAD ".global .u32 a = 1.5;",
            "t.ptx:4:18: error: a u32 cannot hold a floating-point value");
    REFUSED(HEAD ".global .u64 a = b;",
            "t.ptx:4:18: error: 'b' is no variable whose address is known here");
    REFUSED(HEAD ".global .u8 a = 0xFF0(a);",
            "t.ptx:4:17: error: mask 0xff0: must be one byte, 0xFF, 0xFF00, ...");
    REFUSED(HEAD ".global .u8 a = 0(a);", "t.ptx:4:17: error: mask 0x0: must be one byte");
    REFUSED(HEAD ".global .attribute(.shared) .u8 a;",
            "t.ptx:4:20: error: expected '.managed', not '.shared'");
    REFUSED(HEAD ".shared .u32 a = 1;",
            "t.ptx:4:14: error: only .global and .const variables have initial values");
    REFUSED(HEAD ".global .u32 a[];", "t.ptx:4:14: error: 'a' has no size");
    REFUSED(HEAD ".global .align 3 .u32 a;", "t.ptx:4:9: error: .align 3: must be a power of two");
    REFUSED(HEAD ".global .u32 a[99999999999];",
            "t.ptx:4:15: error: an array of 99999999999 elements: must be 0..");
    REFUSED(HEAD ".global .u32 a;\n.const .f32 a;",
            "t.ptx:5:13: error: 'a' is declared twice (first on line 4)");
    REFUSED(HEAD ".global .foo a;", "t.ptx:4:9: error: expected a type such as .u32, not '.foo'");
    REFUSED(HEAD ".global .u32 a = 1/0;", "t.ptx:4:19: error: division by zero in a constant");
    REFUSED(HEAD ".global .v2 .u32 a = {{1, 2}};",
            "t.ptx:4:23: error: initial values are nested deeper than the array");
    REFUSED(HEAD ".global .u32 a = 1 ? 2;", "t.ptx:4:23: error: expected ':', not ';'");
    REFUSED(HEAD ".global .u32 a = (1/0);", "t.ptx:4:20: error: division by zero in a constant");
    REFUSED(HEAD ".entry k(.param .u64 A", "the file ends here; expected ')'");
    REFUSED(HEAD ".entry k;", "t.ptx:4:8: error: kernel 'k' is declared, but has no body");
    REFUSED(KERNEL "ret;", "t.ptx:4:25: error: '{' is not closed: the file ends first");
}

TEST(number_forms)
{
    accept(KERNEL
           "mov.u32 %r1, 0x1F; mov.u32 %r1, 017; mov.u32 %r1, 0b101; mov.u32 %r1, 42U; mov.u32 "
           "%r1, -1; mov.u32 %r1, ~0; mov.u32 %r1, (1<<4)|3; mov.u32 %r1, WARP_SZ;\n"
           "mov.f32 %f1, 0fBF800000; mov.f32 %f1, -0f3F800000; mov.f32 %f1, 1.5e-3; mov.f32 %f1, "
           ".5; mov.f32 %f1, 0d3FF0000000000000; mov.u64 %l1, 0xFFFFFFFFFFFFFFFF; ret; }\n");
}

TEST(directives_that_say_nothing_about_execution)
{
    accept(HEAD ".file 1 \"a.cu\"\n.visible .entry k(.param .u64 .ptr .global .align 4 A) .maxntid "
                "256, 1, 1 .minnctapersm 2 {\n.loc 1 2 3\n.pragma \"nounroll\";\nret;\n}\n"
                ".section .debug_abbrev { .b8 1 \n .b8 2 }\n@@DWARF .byte 1\n// end\n");
}

TEST(device_functions_are_read_past)
{
    accept(
        HEAD
        ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n.weak .func (.reg "
        ".b32 %o) f(.reg .b32 %i) { add.u32 %o, %i, 1; ret; }\n"
        ".func (.param .b32 r) h(.param .b32 i) { .reg .b32 %r<2>; ld.param.b32 %r1, [i]; { .param "
        ".b32 q; st.param.b32 [q], %r1; } st.param.b32 [r], %r1; ret; }\n.visible .func g(.param "
        ".b64 p) { .reg .b64 %l<2>; ld.param.u64 %l1, [p]; ret; }\n.entry k() { ret; }\n");
}

TEST(inner_blocks_have_their_own_names)
{
    accept(KERNEL "{ .reg .f32 %r<3>; mov.f32 %r1, 0f00000000; bra L; L: }\nmov.u32 %r1, 5; { bra "
                  "L; L: mov.u32 %r1, 6; } ret; }\n");
}

TEST(parameters_are_laid_out_by_alignment)
{
    ptx_module *m = accepted(HEAD ".entry k(.param .u8 a, .param .u64 b, .param .f32 c, .param "
                                  ".align 16 .b8 d[20], .param .u16 e) { ret; }");
    err e = {0};
    const ptx_param *p;
    const ptx_kernel *k = ptx_find(m, "k", &e);
    CU_ASSERT_EQUAL_FATAL(ptx_params(k, &p), 5);
    const uint32_t offset[] = {0, 8, 16, 32, 52}, bytes[] = {1, 8, 4, 20, 2};
    for (unsigned i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(p[i].offset, offset[i]);
        CU_ASSERT_EQUAL(p[i].bytes, bytes[i]);
    }
    CU_ASSERT_STRING_EQUAL(p[2].type, "f32");
    CU_ASSERT_STRING_EQUAL(p[3].name, "d");
    CU_ASSERT_EQUAL(p[3].align, 16);
    CU_ASSERT_EQUAL(ptx_param_bytes(k), 54);
    ptx_free(m);
}

TEST(unknown_kernel_is_told_with_those_there_are)
{
    ptx_module *m = accepted(HEAD ".entry first() { ret; }\n.entry second() { ret; }\n");
    err e = {0};
    CU_ASSERT_PTR_NULL(ptx_find(m, "frist", &e));
    CU_ASSERT(
        strstr(e.text,
               "t.ptx: no kernel 'frist' (did you mean 'first'?); there are: first, second") !=
        NULL);
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    err_free(&e);
    ptx_free(m);
}

// A launch that must be refused with the part in its message.
static void launch_refused(const char *text, ptx_launch l, const char *part)
{
    ptx_module *m = accepted(text);
    err e = {0};
    front_end f;
    devmem *mem = devmem_new(0xC0000000, &e);
    CU_ASSERT_EQUAL(ptx_launch_begin(&f, ptx_find(m, "k", &e), mem, &l, 15, 8, 48, &e), ST_INPUT);
    CU_ASSERT(e.text && strstr(e.text, part));
    ptx_launch_end(&f);
    err_free(&e);
    devmem_free(mem);
    ptx_free(m);
}

TEST(launches_that_cannot_be)
{
    static const char plain[] = HEAD ".entry k() { ret; }",
                      tuned[] = HEAD ".entry k() .reqntid 32, 2 { ret; }",
                      most[] = HEAD ".entry k() .maxntid 64 { ret; }";
    launch_refused(plain, (ptx_launch){.grid = {0, 1, 1}, .block = {1, 1, 1}}, "grid 0x1x1");
    launch_refused(plain, (ptx_launch){.grid = {65536, 65536, 1}, .block = {1, 1, 1}},
                   "at most 2^32 - 1 CTAs");
    launch_refused(plain, (ptx_launch){.grid = {1, 1, 1}, .block = {1025, 1, 1}},
                   "at most 1024 threads");
    launch_refused(plain, (ptx_launch){.grid = {1, 1, 1}, .block = {1, 1, 0}}, "block 1x1x0");
    launch_refused(tuned, (ptx_launch){.grid = {1, 1, 1}, .block = {64, 1, 1}},
                   ".reqntid wants 32x2x1");
    launch_refused(most, (ptx_launch){.grid = {1, 1, 1}, .block = {65, 1, 1}},
                   ".maxntid allows 64 threads");
    launch_refused(HEAD ".entry k(.param .u32 a) { ret; }",
                   (ptx_launch){.grid = {1, 1, 1}, .block = {1, 1, 1}},
                   "needs 4 bytes of parameters");
}

TEST(registers_a_thread_grow_with_what_is_live)
{
    ptx_module *m =
        accepted(HEAD ".entry few(.param .u64 A) { .reg .b64 %l<2>; ld.param.u64 %l1, [A]; "
                      "st.global.u32 [%l1], 1; ret; }\n"
                      ".entry many(.param .u64 A) { .reg .b64 %l<2>; .reg .b32 %r<11>; "
                      "ld.param.u64 %l1, [A]; ld.global.u32 %r1, [%l1]; ld.global.u32 %r2, [%l1];\n"
                      "ld.global.u32 %r3, [%l1]; ld.global.u32 %r4, [%l1]; ld.global.u32 %r5, "
                      "[%l1]; ld.global.u32 %r6, [%l1]; ld.global.u32 %r7, [%l1];\n"
                      "st.global.v4.u32 [%l1], {%r1, %r2, %r3, %r4}; st.global.v4.u32 [%l1], {%r5, "
                      "%r6, %r7, %r1}; ret; }\n");
    err e = {0};
    CU_ASSERT_EQUAL(ptx_regs_per_thread(ptx_find(m, "few", &e)), 4);   // 2, to a multiple of 4
    CU_ASSERT_EQUAL(ptx_regs_per_thread(ptx_find(m, "many", &e)), 12); // 2 + 7, to a multiple of 4
    ptx_free(m);
}

// In the order of the bodies in the text; declarations and labels are no instructions.
TEST(kernels_lie_behind_what_stands_before_them)
{
    static const struct {
        const char *name;
        uint32_t at;
    } kernels[] = {{"first", 0}, {"second", 3}, {"third", 3 + 2 + 1 + 4}};
    ptx_module *m = accepted(
        HEAD ".func late(.param .b32 a);\n.entry first() { .reg .b32 %r<2>; mov.u32 %r1, 1; bra L; "
             "L: ret; }\n"
             ".entry second() { .reg .b32 %r<2>; mov.u32 %r1, 2; ret; }\n.func early() { ret; }\n"
             ".func late(.param .b32 a) { .reg .b32 %r<3>; ld.param.u32 %r1, [a]; { add.u32 %r2, "
             "%r1, 1; } call early; ret; }\n"
             ".entry third() { ret; }\n");
    err e = {0};
    devmem *mem = devmem_new(0xC0000000, &e);
    for (unsigned k = 0; k < 3; k++) {
        front_end f;
        CU_ASSERT_EQUAL_FATAL(
            ptx_launch_begin(&f, ptx_find(m, kernels[k].name, &e), mem,
                             &(ptx_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}}, 1, 1, 48, &e),
            ST_OK);
        CU_ASSERT_EQUAL(f.code_at, kernels[k].at);
        ptx_launch_end(&f);
    }
    devmem_free(mem);
    ptx_free(m);
}

UNIT_MAIN("ptx_parse", T(files_that_are_no_ptx), T(calls_that_cannot_be),
          T(directives_for_a_debugger_have_a_grammar), T(versions_and_targets_that_there_are),
          T(versions_and_targets_that_there_are_not), T(file_that_cannot_be_read),
          T(fifo_is_refused), T(byte_order_mark_and_carriage_returns_are_taken),
          T(truncated_anywhere_is_refused_without_harm),
          T(truncated_functions_are_refused_without_harm), T(names), T(operands), T(types),
          T(errors_stop_at_a_limit), T(declarations), T(number_forms),
          T(directives_that_say_nothing_about_execution), T(device_functions_are_read_past),
          T(inner_blocks_have_their_own_names), T(parameters_are_laid_out_by_alignment),
          T(unknown_kernel_is_told_with_those_there_are), T(launches_that_cannot_be),
          T(registers_a_thread_grow_with_what_is_live),
          T(kernels_lie_behind_what_stands_before_them))
