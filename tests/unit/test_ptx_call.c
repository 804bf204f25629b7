// test_ptx_call.c : device functions: what is passed, who waits for whom, recursion, pointers,
// faults.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/trace.h"

enum { CALLS = 64 }; // MOST_CALLS: nested calls that a thread may have

static void run_calls(trace *t, const char *before, const char *body)
{
    run_after(t, before, body, 32);
    CU_ASSERT_EQUAL(t->status, ST_OK);
    if (t->status) printf("# %s", t->message);
}

#define ADD3 \
    ".func (.param .b32 r) add3(.param .b32 a, .param .b32 b) { .reg .b32 %x<4>; ld.param.u32 " \
    "%x1, [a]; ld.param.u32 %x2, [b]; add.u32 %x3, %x1, %x2; add.u32 %x3, %x3, 3; st.param.b32 " \
    "[r], %x3; ret; }\n"
#define CALL1(F, ARG, RESULT) \
    "{ .param .b32 p0; st.param.b32 [p0], " ARG "; .param .b32 q; call.uni (q), " F \
    ", (p0); ld.param.b32 " RESULT ", [q]; }\n"

TEST(arguments_and_result_by_param)
{
    trace t;
    run_calls(&t, ADD3,
              "{ .param .b32 p0; .param .b32 p1; .param .b32 q; st.param.b32 [p0+0], %r1; "
              "st.param.b32 [p1+0], 100;\n"
              "call.uni (q), add3, (p0, p1); ld.param.b32 %r8, [q+0]; }\nst.global.u32 [%l1], %r8; "
              "ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i + 103);
}

TEST(arguments_and_result_in_registers) // PTX 1 style, and constants passed directly
{
    trace t;
    run_calls(&t,
              ".func (.reg .u32 %d) sub(.reg .u32 %a, .reg .u32 %b) { sub.u32 %d, %a, %b; ret; }\n",
              "mov.u32 %r2, 1000; call (%r8), sub, (%r2, %r1); call (%r8), sub, (%r8, 7); "
              "st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 993 - i);
}

// The function's first register is the predicate.
TEST(a_predicate_that_is_named_first_guards)
{
    trace t;
    run_calls(&t,
              ".func (.reg .u32 %d) f(.reg .u32 %a) { .reg .pred %odd; .reg .u32 %x; setp.ge.u32 "
              "%odd, %a, 20; mov.u32 %d, %a; @%odd add.u32 %d, %d, 100; ret; }\n",
              "call (%r8), f, (%r1); st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i < 20 ? i : i + 100);
}

TEST(registers_and_params_mix)
{
    trace t;
    run_calls(&t, ADD3, "call (%r8), add3, (%r1, 5); st.global.u32 [%l1], %r8; ret;\n");
    CU_ASSERT_EQUAL(t.out[31], 39);
}

TEST(struct_by_value_with_address_in_a_register)
{
    trace t;
    run_calls(&t,
              ".func (.param .align 8 .b8 r[16]) f(.param .align 8 .b8 a[16]) { .reg .b64 %y<5>; "
              ".reg .b32 %x<3>; mov.b64 %y1, a; "
              "add.u64 %y2, %y1, 4; ld.param.u32 %x1, [%y2+4]; ld.param.v2.u32 {%x2, %x1}, [a+8]; "
              "st.param.v2.b32 [r], {%x1, %x2}; "
              "ld.param.u8 %x1, [%y1+3]; st.param.b8 [r+9], %x1; ret; }\n",
              "{ .param .align 8 .b8 p[16]; .param .align 8 .b8 q[16]; st.param.b32 [p], "
              "0x44332211; st.param.b32 [p+8], %r1; st.param.b32 [p+12], 77;\n"
              "call (q), f, (p); ld.param.b32 %r2, [q]; ld.param.b32 %r3, [q+4]; ld.param.u8 %r4, "
              "[q+9]; }\n"
              "mad.lo.u32 %r8, %r2, 1000, %r3; mad.lo.u32 %r8, %r8, 1000, %r4; st.global.u32 "
              "[%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], (77 * 1000 + i) * 1000 + 0x44);
}

TEST(caller_waits_until_all_lanes_have_returned)
{
    trace t;
    run_calls(&t,
              ".func (.param .b32 r) f(.param .b32 a) { .reg .pred %q<2>; .reg .b32 %x<3>; "
              "ld.param.u32 %x1, [a]; st.param.b32 [r], 1; "
              "setp.lt.u32 %q1, %x1, 10; @%q1 ret; st.param.b32 [r], 2; setp.lt.u32 %q1, %x1, 20; "
              "@!%q1 bra L; ret; L: st.param.b32 [r], 3; ret; }\n",
              CALL1("f", "%r1", "%r8") "add.u32 %r8, %r8, 0;\nst.global.u32 [%l1], %r8; ret;\n");
    CU_ASSERT_EQUAL(t.masks[1], 0xffffffff);
    CU_ASSERT_EQUAL(t.count[1], 1);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i < 10 ? 1u : i < 20 ? 2u : 3u);
}

TEST(guarded_call_leaves_the_other_lanes_waiting)
{
    trace t;
    run_calls(&t,
              ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %x<3>; ld.param.u32 %x1, [a]; "
              "add.u32 %x1, %x1, 40; st.param.b32 [r], %x1; ret; }\n",
              "setp.gt.u32 %p1, %r1, 20; { .param .b32 p0; .param .b32 q; st.param.b32 [p0], %r1; "
              "st.param.b32 [q], 9; @%p1 call (q), f, (p0);\n"
              "ld.param.b32 %r8, [q]; }\nst.global.u32 [%l1], %r8; ret;\n");
    CU_ASSERT_EQUAL(t.masks[1], 0xffffffff);
    CU_ASSERT_EQUAL(t.out[20], 9);
    CU_ASSERT_EQUAL(t.out[21], 61);
    run_calls(
        &t, ".func f() { ret; }\n",
        "setp.gt.u32 %p1, %r1, 99; @%p1 call f;\nst.global.u32 [%l1], 4; ret;\n"); // by nobody
    CU_ASSERT_EQUAL(t.out[3], 4);
}

TEST(exit_in_a_function_ends_the_thread)
{
    trace t;
    run_calls(&t,
              ".func f(.param .b32 a) { .reg .pred %q<2>; .reg .b32 %x<3>; ld.param.u32 %x1, [a]; "
              "setp.lt.u32 %q1, %x1, 8; @%q1 exit; ret; }\n",
              "call f, (%r1);\nst.global.u32 [%l1], 4; ret;\n");
    CU_ASSERT_EQUAL(t.masks[1], 0xffffff00);
    CU_ASSERT_EQUAL(t.out[7], 0);
    CU_ASSERT_EQUAL(t.out[8], 4);
}

#define FACT \
    ".func (.param .b32 r) fact(.param .b32 a) { .reg .pred %q<2>; .reg .b32 %x<5>; ld.param.u32 " \
    "%x1, [a]; mov.u32 %x2, 1; " \
    "setp.lt.u32 %q1, %x1, 2; @%q1 bra E; sub.u32 %x3, %x1, 1; { .param .b32 p0; .param .b32 q; " \
    "st.param.b32 [p0], %x3; call (q), fact, (p0); ld.param.b32 %x4, [q]; } " \
    "mul.lo.u32 %x2, %x4, %x1; E: st.param.b32 [r], %x2; ret; }\n"

TEST(recursion_of_different_depth_in_each_lane)
{
    trace t;
    run_calls(
        &t, FACT,
        "and.b32 %r2, %r1, 7;" CALL1("fact", "%r2", "%r8") "st.global.u32 [%l1], %r8; ret;\n");
    static const uint32_t want[8] = {1, 1, 2, 6, 24, 120, 720, 5040};
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], want[i & 7]);
}

TEST(calls_nest_64_deep_and_not_65)
{
    trace t;
    char body[OP_TEXT];
    snprintf(body, sizeof body,
             "mov.u32 %%r2, %d;" CALL1(
                 "fact", "%%r2", "%%r8") "mov.u32 %%r8, 6; st.global.u32 [%%l1], %%r8; ret;\n",
             CALLS);
    run_after(&t, FACT, body, 1);
    CU_ASSERT_EQUAL(t.status, ST_OK);
    CU_ASSERT_EQUAL(t.out[0], 6);
    snprintf(body, sizeof body, "mov.u32 %%r2, %d;" CALL1("fact", "%%r2", "%%r8") "ret;\n",
             CALLS + 1);
    run_after(&t, FACT, body, 1);
    CU_ASSERT_EQUAL(t.status, ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "op.ptx:4:"));
    CU_ASSERT_PTR_NOT_NULL(strstr(
        t.message,
        "kernel 'k', function 'fact', CTA (0,0,0), thread (0,0,0) calls deeper than 64 functions"));
}

TEST(mutual_recursion_with_local_arrays) // sum of 1..n kept in local memory at each level
{
    trace t;
    run_calls(&t,
              ".func (.param .b32 r) odd(.param .b32 a);\n"
              ".func (.param .b32 r) even(.param .b32 a) { .local .align 4 .b8 d[8]; .reg .pred "
              "%q<2>; .reg .b32 %x<5>; .reg .b64 %y<3>; mov.u64 %y1, d; ld.param.u32 %x1, [a]; "
              "st.local.u32 [%y1+4], %x1; mov.u32 %x4, 0; setp.eq.u32 %q1, %x1, 0; @%q1 bra E; "
              "sub.u32 %x2, %x1, 1; " CALL1(
                  "odd", "%x2",
                  "%x4") "ld.local.u32 %x3, [%y1+4]; add.u32 %x4, %x4, %x3; E: st.param.b32 [r], "
                         "%x4; ret; }\n"
                         ".func (.param .b32 r) odd(.param .b32 a) { .local .align 8 .b8 d[24]; "
                         ".reg .pred %q<2>; .reg .b32 %x<5>; .reg .b64 %y<3>; mov.u64 %y1, d; "
                         "cvta.local.u64 %y1, %y1; ld.param.u32 %x1, [a]; "
                         "st.u32 [%y1+20], %x1; mov.u32 %x4, 0; setp.eq.u32 %q1, %x1, 0; @%q1 bra "
                         "E; sub.u32 %x2, %x1, 1; " CALL1(
                             "even", "%x2", "%x4") "ld.u32 %x3, [%y1+20]; add.u32 %x4, %x4, %x3; "
                                                   "E: st.param.b32 [r], %x4; ret; }\n",
              CALL1("even", "%r1", "%r8") "st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i * (i + 1) / 2);
}

TEST(self_call_with_swapped_arguments) // gcd by registers: the arguments come from the very
                                       // registers that they replace
{
    trace t;
    run_calls(
        &t,
        ".func (.reg .u32 %d) gcd(.reg .u32 %a, .reg .u32 %b) { .reg .pred %q<2>; .reg .u32 %c; "
        "mov.u32 %d, %a; setp.eq.u32 %q1, %b, 0; @%q1 ret; "
        "rem.u32 %c, %a, %b; call (%d), gcd, (%b, %c); ret; }\n",
        "mul.lo.u32 %r2, %r1, 6; call (%r8), gcd, (%r2, 84); st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) {
        unsigned a = i * 6, b = 84;
        while (b) {
            unsigned c = a % b;
            a = b, b = c;
        }
        CU_ASSERT_EQUAL(t.out[i], a);
    }
}

#define TABLE3 \
    ".func (.param .b32 r) f0(.param .b32 a) { .reg .b32 %x<3>; ld.param.u32 %x1, [a]; add.u32 " \
    "%x1, %x1, 100; st.param.b32 [r], %x1; ret; }\n" \
    ".func (.param .b32 r) f1(.param .b32 a) { .reg .b32 %x<3>; ld.param.u32 %x1, [a]; " \
    "mul.lo.u32 %x1, %x1, %x1; st.param.b32 [r], %x1; ret; }\n" \
    ".func g() { ret; }\n.global .u64 table[3] = {f0, f1, g};\n"
#define INDIRECT \
    "mul.wide.u32 %l3, %r2, 8; mov.u64 %l4, table; add.u64 %l4, %l4, %l3; ld.global.u64 %l5, " \
    "[%l4];\n" \
    "{ .param .b32 p0; .param .b32 q; st.param.b32 [p0], %r1; PT: .callprototype (.param .b32 _) " \
    "_ (.param .b32 _); call (q), %l5, (p0), PT;\n" \
    "ld.param.b32 %r8, [q]; }\nst.global.u32 [%l1], %r8; ret;\n"

TEST(call_through_a_table_goes_everywhere_and_joins)
{
    trace t;
    run_calls(&t, TABLE3, "and.b32 %r2, %r1, 1;" INDIRECT);
    CU_ASSERT_EQUAL(t.masks[2], 0xffffffff);
    CU_ASSERT_EQUAL(t.count[2], 1);
    CU_ASSERT_EQUAL(t.count[1], 3); // st.param, and the call for each of two functions
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i & 1 ? i * i : i + 100);
    run_calls(&t, TABLE3,
              "mov.u64 %l4, f1; call (%r8), %l4, (%r1); st.global.u32 [%l1], %r8; ret;\n");
    CU_ASSERT_EQUAL(t.out[9], 81);
}

TEST(call_of_what_is_no_function_is_named)
{
    trace t;
    run_after(&t, TABLE3, "mov.u32 %r2, 2;" INDIRECT, 32); // another signature
    CU_ASSERT_EQUAL(t.status, ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "thread (0,0,0) calls 0x1000"));
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "which is no function of that signature"));
    static const char *const others[] = {TABLE3, ""}; // a module with functions, one without
    for (unsigned i = 0; i < 2; i++) {
        run_after(&t, others[i], "mov.u64 %l4, 64; call %l4; ret;\n", 32);
        CU_ASSERT_PTR_NOT_NULL(
            strstr(t.message, "thread (0,0,0) calls 0x40, which is no function of that signature"));
    }
}

TEST(faults_inside_a_function_name_it)
{
    trace t;
    run_after(&t,
              "\n.func f(.param .b64 a) { .reg .b64 %y<3>; .reg .b32 %x; ld.param.u64 %y1, "
              "[a];\nld.global.u32 %x, [%y1+2]; ret; }\n",
              "call f, (%l1); ret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        t.message, "op.ptx:6:1: error: kernel 'k', function 'f', CTA (0,0,0), thread (0,0,0) reads "
                   "4 bytes of global memory at 0xc0000002, which is not a multiple of that"));
    run_after(&t,
              ".func f(.param .b64 a) { .reg .b64 %y<3>; .reg .b32 %x; mov.u64 %y1, "
              "a;\nld.param.u32 %x, [%y1+16]; ret; }\n",
              "call f, (%l1); ret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        t.message, "function 'f', CTA (0,0,0), thread (0,0,0) reads 4 bytes of parameter memory at "
                   "0x10, which is out of bounds; the function has 16 bytes of them"));
    run_after(&t,
              ".func f() { .local .b8 d[16]; .reg .b64 %y<3>; mov.u64 %y1, d;\nst.local.u64 "
              "[%y1+16], %y1; ret; }\n",
              "call f; ret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(t.message, "function 'f', CTA (0,0,0), thread (0,0,0) writes 8 bytes of local "
                          "memory at 0x10, which is out of bounds; the thread has 16 bytes"));
    run_after(&t,
              ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 "
              "d, .param .b64 e);\n.func f() { .reg .b64 %y; mov.b64 %y, 0;\ncall __assertfail, "
              "(%y, %y, 7, %y, 1); ret; }\n",
              "call f; ret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "op.ptx:6:1: error: kernel 'k', function 'f', CTA "
                                             "(0,0,0), thread (0,0,0) fails an assertion"));
}

// A table of functions, as a class with a virtual destructor has it, whose last one frees what
// malloc would have given.
TEST(free_in_a_table_of_functions_is_no_hindrance)
{
    trace t;
    const char *const table = ".extern .func free(.param .b64 a);\n.func good() { ret; }\n.func "
                              "drop() { .reg .b64 %y; mov.b64 %y, 8;\ncall free, (%y); ret; }\n"
                              ".global .u64 both[2] = {good, drop};\n";
    run_after(&t, table,
              "ld.global.u64 %l2, [both];\np: .callprototype ()_ ();\ncall %l2, p; ret;\n", 32);
    CU_ASSERT_STRING_EQUAL(t.message, "");
    run_after(&t, table,
              "ld.global.u64 %l2, [both+8];\np: .callprototype ()_ ();\ncall %l2, p; ret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        t.message,
        "function 'drop', CTA (0,0,0), thread (0,0,0) frees memory, which malloc did not give"));
}

// The scoreboard sees what a call passes: st.param writes the register that the callee's ld.param
// reads.
TEST(what_is_passed_has_registers)
{
    trace t;
    run_calls(&t, ".func f(.param .b32 a, .param .b32 b) { ret; }\n",
              "{ .param .b32 p0; .param .b32 p1;\nst.param.b32 [p0], %r1;\nst.param.b32 [p1], "
              "%r1;\ncall f, (p0, p1);\n}\nret;\n");
    CU_ASSERT_EQUAL(t.inst[1].n_dst, 1);
    CU_ASSERT_EQUAL(t.inst[2].n_dst, 1);
    CU_ASSERT_EQUAL(t.inst[2].regs[0], t.inst[1].regs[0] + 1);
    CU_ASSERT(t.inst[2].regs[0] < t.n_regs);
    const uint32_t second = t.n_regs - t.inst[2].regs[0];
    run_calls(&t, ".func f(.param .b32 a, .param .b32 b);\n",
              "call f, (1, 2); ret; }\n.func f(.param .b32 a, .param .b32 b) { .reg .b32 "
              "%x;\nld.param.b32 %x, [b];\nret;\n");
    CU_ASSERT_EQUAL(t.inst[2].kind, W_ALU);
    CU_ASSERT_EQUAL_FATAL(t.inst[2].n_src, 1);
    CU_ASSERT_EQUAL(t.n_regs - t.inst[2].regs[1], second);
}

// 16 registers live across the call and 16 in the callee do not share.
TEST(callee_counts_in_the_register_estimate)
{
    char wide[OP_TEXT / 2] = "", body[OP_TEXT / 2];
    size_t n = 0;
    trace t;
    for (unsigned i = 0; i < 16; i++)
        n += (size_t)snprintf(wide + n, sizeof wide - n, "mov.u32 %%x%u, %%tid.x; ", i);
    for (unsigned i = 1; i < 16; i++)
        n += (size_t)snprintf(wide + n, sizeof wide - n, "add.u32 %%x0, %%x0, %%x%u; ", i);
    char func[OP_TEXT];
    snprintf(func, sizeof func, ".func f() { .reg .b32 %%x<16>; %s ret; }\n", wide);
    run_calls(&t, func, "call f; ret;\n");
    const uint32_t alone = t.regs_per_thread;
    CU_ASSERT(alone >= 16 && alone <= 20);
    n = (size_t)snprintf(body, sizeof body, ".reg .b32 %%x<16>; ");
    for (unsigned i = 0; i < 16; i++)
        n += (size_t)snprintf(body + n, sizeof body - n, "ld.global.u32 %%x%u, [%%l1]; ", i);
    n += (size_t)snprintf(body + n, sizeof body - n, "call f; ");
    for (unsigned i = 1; i < 16; i++)
        n += (size_t)snprintf(body + n, sizeof body - n, "add.u32 %%x0, %%x0, %%x%u; ", i);
    snprintf(body + n, sizeof body - n, "st.global.u32 [%%l1], %%x0; ret;\n");
    run_calls(&t, func, body);
    CU_ASSERT(t.regs_per_thread >= 16 + alone &&
              t.regs_per_thread <= 16 + alone + 4); // and the address, two registers
}

TEST(functions_keep_their_registers_apart_under_divergence)
{
    trace t;
    run_calls(
        &t,
        ".func (.param .b32 r) g(.param .b32 a) { .reg .b32 %x<3>; ld.param.u32 %x1, [a]; add.u32 "
        "%x2, %x1, %x1; st.param.b32 [r], %x2; ret; }\n"
        ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %x<3>; ld.param.u32 %x1, [a]; " CALL1(
            "g", "%x1", "%x2") " add.u32 %x2, %x2, %x1; st.param.b32 [r], %x2; ret; }\n",
        "setp.lt.u32 %p1, %r1, 7; @%p1 bra L;\n" CALL1("f", "%r1", "%r8") "bra J;\nL:" CALL1(
            "g", "%r1", "%r8") "J: st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i < 7 ? 2 * i : 3 * i);
}

TEST(registers_of_prototypes_need_no_names)
{
    trace t;
    run_calls(&t,
              ".func (.reg .u32 _) f(.reg .u32 _, .reg .u32 _);\n.func (.reg .u32 %d) f(.reg .u32 "
              "%a, .reg .u32 %b) { mad.lo.u32 %d, %a, 10, %b; ret; }\n",
              "mov.u64 %l4, f; P: .callprototype (.reg .u32 _) _ (.reg .u32 _, .reg .u32 _);\ncall "
              "(%r8), %l4, (%r1, 3), P; st.global.u32 [%l1], %r8; ret;\n");
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 10 * i + 3);
}

UNIT_MAIN("ptx_call", T(arguments_and_result_by_param), T(arguments_and_result_in_registers),
          T(a_predicate_that_is_named_first_guards), T(registers_and_params_mix),
          T(struct_by_value_with_address_in_a_register),
          T(caller_waits_until_all_lanes_have_returned),
          T(guarded_call_leaves_the_other_lanes_waiting), T(exit_in_a_function_ends_the_thread),
          T(recursion_of_different_depth_in_each_lane), T(calls_nest_64_deep_and_not_65),
          T(mutual_recursion_with_local_arrays), T(self_call_with_swapped_arguments),
          T(call_through_a_table_goes_everywhere_and_joins),
          T(call_of_what_is_no_function_is_named), T(faults_inside_a_function_name_it),
          T(free_in_a_table_of_functions_is_no_hindrance), T(what_is_passed_has_registers),
          T(callee_counts_in_the_register_estimate),
          T(functions_keep_their_registers_apart_under_divergence),
          T(registers_of_prototypes_need_no_names))
