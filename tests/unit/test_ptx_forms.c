// test_ptx_forms.c : forms of PTX that ptxas takes and that are seldom written: what they compute.
//
// links: ptx machine base
//
// Each form was tried with ptxas of CUDA 13; what it computes follows from the PTX ISA.
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

enum { WORDS = 128, MOST = 8, INPUTS = 64 }; // results from word 0 on, inputs from word INPUTS on

// A kernel of one thread, with what stands before it; the first n words that it leaves.
typedef struct form_case {
    const char *module, *body;
    unsigned n;
    uint32_t want[MOST];
} form_case;

// Words INPUTS and on; %l2 points at them.
static const uint32_t inputs[] = {0xC0490FDB, 0x0000FFFE, 0x00000080, 0x40490FDB};

static void check(const form_case *c)
{
    static char text[OP_TEXT];
    err e = {0};
    uint64_t at = 0;
    snprintf(
        text, sizeof text,
        ".version 7.0\n.target sm_75\n.address_size 64\n%s\n.visible .entry k(.param .u64 A) {\n"
        ".reg .pred %%p<9>; .reg .b16 %%h<9>; .reg .b32 %%r<9>; .reg .u32 %%u<9>; .reg .b64 "
        "%%l<9>; .reg .f32 %%f<9>;\n"
        ".reg .f64 %%d<9>; .reg .f16x2 %%x<3>;\nld.param.u64 %%l1, [A]; add.u64 %%l2, %%l1, "
        "256;\n%s\nret; }\n",
        c->module, c->body);
    ptx_module *m = op_load(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    devmem *mem = devmem_new(0xC0000000, &e);
    devmem_alloc(mem, WORDS * 4, &at, &e);
    uint32_t *words = devmem_at(mem, at, WORDS * 4);
    memset(words, 0xEE, WORDS * 4);
    memcpy(words + INPUTS, inputs, sizeof inputs);
    const ptx_launch l = {
        .grid = {1, 1, 1}, .block = {1, 1, 1}, .params = &at, .dynamic_shared = 64};
    driver d = {0};
    const ptx_kernel *k = ptx_find(m, "k", &e);
    err_print(&e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(k);
    CU_ASSERT_EQUAL_FATAL(ptx_launch_begin(&d.f, k, mem, &l, 1, DRIVER_SLOTS, 48, &e), ST_OK);
    CU_ASSERT_EQUAL(driver_run(&d, &e), ST_OK);
    for (unsigned i = 0; i < c->n; i++) {
        if (words[i] != c->want[i])
            printf("# word %u: got 0x%x, expected 0x%x: %s\n", i, words[i], c->want[i], c->body);
        CU_ASSERT_EQUAL(words[i], c->want[i]);
    }
    err_print(&e);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    err_free(&e);
}

static void check_all(const form_case *c, size_t n)
{
    for (size_t i = 0; i < n; i++) check(&c[i]);
}
#define CHECK_ALL(cases) check_all(cases, sizeof(cases) / sizeof(cases)[0])

TEST(declarations_of_functions_need_no_semicolon)
{
    static const char twice[] = ".visible .func (.reg .u32 %q) twice (.reg .u32 %a)\n",
                      body[] = "{ add.u32 %q, %a, %a; ret; }\n";
    char module[256], extern_[256];
    snprintf(module, sizeof module, "%s\n%s%s", twice, twice, body);
    snprintf(
        extern_, sizeof extern_,
        ".extern .func f()\n.global .u32 v = 5;\n.func g() .noreturn\n.func h()\n.alias g, h;\n");
    const form_case cases[] = {
        {module, "mov.u32 %r2, 21; call (%r3), twice, (%r2); st.global.u32 [%l1], %r3;", 1, {42}},
        {extern_, "ld.global.u32 %r2, [v]; st.global.u32 [%l1], %r2;", 1, {5}},
        {".visible .entry k(.param .u64 A);", "st.global.u32 [%l1], 1;", 1, {1}}};
    CHECK_ALL(cases);
}

TEST(local_variables_of_module_scope_are_every_functions)
{
    static const form_case cases[] = {
        {".local .u32 lo;\n.local .align 8 .b64 wide[2];\n.func put() { .local .u32 own; "
         "st.local.u32 [own], 8; st.local.u32 [lo], 7; ret; }\n",
         ".local .u32 own; st.local.u32 [own], 3; st.local.u32 [lo], 1; st.local.u32 [wide+8], 9; "
         "st.local.u32 [wide], 4; call put;\n"
         "ld.local.u32 %r2, [lo]; ld.local.u32 %r3, [own]; ld.local.u32 %r4, [wide+8]; "
         "ld.local.u32 %r5, [wide];\n"
         "st.global.v4.u32 [%l1], {%r2, %r3, %r4, %r5};",
         4,
         {7, 3, 9, 4}},
        {".local .u32 unused[100];\n",
         ".local .u32 own; st.local.u32 [own], 3; ld.local.u32 %r2, [own]; st.global.u32 [%l1], "
         "%r2;",
         1,
         {3}}};
    CHECK_ALL(cases);
}

TEST(registers_of_module_scope_are_a_kernels_own)
{
    static const form_case cases[] = {
        {".reg .u32 mr;\n.reg .f32 mf<3>;\n.reg .pred mp;\n",
         "mov.u32 mr, 6; add.u32 mr, mr, 1; mov.f32 mf2, 0f3F800000; setp.eq.u32 mp, mr, 7;\n"
         "st.global.u32 [%l1], mr; st.global.f32 [%l1+4], mf2; @mp st.global.u32 [%l1+8], 5;",
         3,
         {7, 0x3F800000, 5}}};
    CHECK_ALL(cases);
}

TEST(names_of_shared_and_local_variables_are_generic_addresses)
{
    static const form_case cases[] = {
        {".shared .align 16 .b32 sh[4];\n.extern .shared .align 8 .b32 dy[];\n",
         ".local .align 16 .b32 lo[4]; st.b32 [sh], 7; st.shared.b32 [sh+4], 8; st.b32 [lo], 9; "
         "st.local.b32 [lo+4], 10; st.b32 [dy+8], 11;\n"
         "ld.v2.b32 {%r2, %r3}, [sh]; ld.v2.b32 {%r4, %r5}, [lo]; ld.shared.b32 %r6, [dy+8]; "
         "st.global.v4.b32 [%l1], {%r2, %r3, %r4, %r5};\n"
         "st.global.b32 [%l1+16], %r6;",
         5,
         {7, 8, 9, 10, 11}},
        {".shared .u32 s;\n",
         "st.shared.u32 [s], 5; atom.add.u32 %r2, [s], 3; red.max.u32 [s], 20; ld.volatile.u32 "
         "%r3, [s];\n"
         "st.global.u32 [%l1], %r2; st.global.u32 [%l1+4], %r3;",
         2,
         {5, 20}}};
    CHECK_ALL(cases);
}

// PTX ISA, "Operand Size Exceeding Instruction-Type Size": what is loaded is extended, with its
// sign where the type has one; what is stored loses its upper bits.
TEST(registers_may_be_wider_than_the_type)
{
    static const form_case cases[] = {
        {"",
         "ld.global.f32 %l3, [%l2]; st.global.u64 [%l1], %l3; ld.global.s16 %l3, [%l2+4]; "
         "st.global.u64 [%l1+8], %l3;\n"
         "ld.global.b8 %f1, [%l2+8]; st.global.f32 [%l1+16], %f1; ld.global.b32 %d1, [%l2]; "
         "st.global.f64 [%l1+24], %d1;",
         8,
         {0xC0490FDB, 0, 0xFFFFFFFE, 0xFFFFFFFF, 0x80, 0xEEEEEEEE, 0xC0490FDB, 0}},
        {"",
         "ld.global.u64 %l3, [%l2]; st.global.f32 [%l1], %l3; ld.global.f32 %f1, [%l2]; "
         "st.global.b16 [%l1+4], %f1;\n"
         "ld.global.f64 %d1, [%l2]; st.global.b32 [%l1+8], %d1;",
         3,
         {0xC0490FDB, 0xEEEE0FDB, 0xC0490FDB}},
        {"",
         "ld.global.v2.f32 {%u1, %u2}, [%l2]; st.global.v2.f32 [%l1], {%u2, %u1}; ld.global.v2.f32 "
         "{%l3, %l4}, [%l2]; st.global.u64 [%l1+8], %l3;\n"
         "ld.global.s16 %x1, [%l2+4]; add.u32 %u1, %x1, 1; st.global.u32 [%l1+16], %u1;",
         5,
         {0xFFFE, 0xC0490FDB, 0xC0490FDB, 0, 0xFFFFFFFF}},
        {"",
         "mov.u32 %r2, 3; cvt.rn.f32.u32 %l3, %r2; st.global.u64 [%l1], %l3; mov.u64 %l4, "
         "0xFFFFFFFF40400000; cvt.f64.f32 %d1, %l4;\n"
         "st.global.f64 [%l1+8], %d1;",
         4,
         {0x40400000, 0, 0, 0x40080000}}}; // 3.0f; 3.0
    CHECK_ALL(cases);
}

TEST(constants_are_added_to_registers)
{
    static const form_case cases[] = {
        {"",
         "mov.u32 %r2, 5; mov.u32 %r3, %r2+7; mov.u64 %l3, %l1 + 8; mov.u16 %h1, 0xFFFE; mov.u16 "
         "%h2, %h1 + 3; cvt.u32.u16 %r4, %h2;\n"
         "st.global.u32 [%l1], %r3; st.global.u32 [%l3], %r2 + -1; st.global.u32 [%l1+4], %r4; "
         "st.global.u32 [%l1+12], %r2;",
         4,
         {12, 1, 4, 5}},
        {"",
         "mov.u32 %u2, 5; mad.lo.u32 %u3, %u2+1, %u2 + 2*3, %u2; setp.eq.u32 %p1, %u2+1, 6; "
         "selp.u32 %u4, %u2+10, %u2+20, %p1;\n"
         "@!%p1 mov.u32 %u3, %u2+1; add.u32 %u2, %u2+1, %u2+2; st.global.v2.u32 [%l1], {%u3, %u4}; "
         "st.global.u32 [%l1+8], %u2;",
         3,
         {6 * 11 + 5, 15, 6 + 7}}};
    CHECK_ALL(cases);
}

TEST(declarations_name_several_variables)
{
    static const form_case cases[] = {
        {".global .u32 ga = 1, gb[2] = {2, 3}, gc;\n.const .u32 ca = 4, cb = 5;\n.shared .u32 sa, "
         "sb[2];\n",
         ".local .u32 la, lb[2]; st.shared.u32 [sa], 6; st.shared.u32 [sb+4], 7; st.local.u32 "
         "[la], 8; st.local.u32 [lb+4], 9;\n"
         "ld.global.u32 %r2, [ga]; ld.global.u32 %r3, [gb+4]; ld.global.u32 %r4, [gc]; "
         "ld.const.u32 %r5, [cb]; ld.shared.u32 %r6, [sa];\n"
         "ld.shared.u32 %r7, [sb+4]; st.global.v4.u32 [%l1], {%r2, %r3, %r4, %r5}; ld.local.u32 "
         "%r2, [la]; ld.local.u32 %r3, [lb+4];\n"
         "st.global.v4.u32 [%l1+16], {%r6, %r7, %r2, %r3};",
         8,
         {1, 3, 0, 5, 6, 7, 8, 9}}};
    CHECK_ALL(cases);
}

TEST(variables_are_declared_before_and_behind_their_definition)
{
    static const form_case cases[] = {
        {".extern .global .u32 e;\n.func (.reg .u32 q) get() { ld.global.u32 q, [e]; ret; "
         "}\n.extern .global .u32 e;\n"
         ".visible .global .u32 e = 77;\n.extern .global .u32 e;\n",
         "call (%r2), get; ld.global.u32 %r3, [e]; st.global.v2.u32 [%l1], {%r2, %r3};",
         2,
         {77, 77}}};
    CHECK_ALL(cases);
}

TEST(elements_of_arrays_have_their_number)
{
    static const form_case cases[] = {
        {".global .u32 v[4] = {1, 2, 3, 4};\n.global .v2 .u32 w[2] = {{5, 6}, {7, 8}};\n",
         "st.global.u32 v[0], 9; ld.global.u32 %r2, v[2]; mov.u64 %l3, v[3]; ld.global.u32 %r3, "
         "[%l3]; ld.global.v2.u32 {%r4, %r5}, w[1];\n"
         "ld.global.u32 %r6, v[1-1]; st.global.v4.u32 [%l1], {%r2, %r3, %r4, %r5}; st.global.u32 "
         "[%l1+16], %r6;",
         5,
         {3, 4, 7, 8, 9}}};
    CHECK_ALL(cases);
}

TEST(predicates_are_negated_where_they_are_read)
{
    static const form_case cases[] = {
        {"",
         "mov.u32 %r1, 0; setp.eq.u32 %p1, %r1, 0; setp.ne.u32 %p2, %r1, 0; and.pred %p3, %p1, "
         "!%p2; mov.pred %p4, !%p1; xor.pred %p5, !%p1, !%p2;\n"
         "not.pred %p6, !%p1; selp.u32 %r2, 1, 2, %p3; selp.u32 %r3, 1, 2, %p4; selp.u32 %r4, 1, "
         "2, !%p5; selp.u32 %r5, 1, 2, %p6;\n"
         "st.global.v4.u32 [%l1], {%r2, %r3, %r4, %r5};",
         4,
         {1, 2, 2, 1}}};
    CHECK_ALL(cases);
}

TEST(a_range_of_registers_leaves_its_name_to_others)
{
    static const form_case cases[] = {
        {".func (.reg .u32 q) f(.reg .u32 a) { add.u32 q, a, 1; ret; }\n.global .u32 v = 3;\n",
         ".reg .u32 f<3>, v<3>, %L<3>; mov.u32 f1, 5; call (f2), f, (f1); ld.global.u32 v1, [v]; "
         "bra %L; mov.u32 v1, 9;\n"
         "%L: st.global.v2.u32 [%l1], {f2, v1};",
         2,
         {6, 3}}};
    CHECK_ALL(cases);
}

TEST(an_alias_is_the_function)
{
    static const form_case cases[] = {
        {".visible .func (.param .b32 q) g(.param .b32 a);\n.func (.param .b32 q) f(.param .b32 a) "
         "{ .reg .u32 x; ld.param.u32 x, [a]; add.u32 x, x, 1; st.param.u32 [q], x; ret; }\n"
         ".alias g, f;\n.global .u64 table[1] = {g};\n",
         "mov.u32 %r2, 5; call (%r3), g, (%r2); mov.u64 %l3, g; P: .callprototype (.param .b32 _) "
         "_ (.param .b32 _); call (%r4), %l3, (%r3), P;\n"
         "ld.global.u64 %l4, [table]; call (%r5), %l4, (%r4), P; st.global.v2.u32 [%l1], {%r3, "
         "%r4}; st.global.u32 [%l1+8], %r5;",
         3,
         {6, 7, 8}}};
    CHECK_ALL(cases);
}

TEST(floating_point_constants_are_computed)
{
    static const form_case cases[] = {
        {".global .f32 c[4] = {1.0+2.0, 2.0*3.0-1.0, -(1.5), 7.0/2.0};\n.global .b32 b = 1.5, "
         "single = 0f3FC00000;\n.global .b64 d = 1.5, e = 0f3FC00000;\n",
         "ld.global.u64 %l3, [c]; ld.global.u64 %l4, [c+8]; st.global.u64 [%l1], %l3; "
         "st.global.u64 [%l1+8], %l4; ld.global.u64 %l3, [d]; st.global.u64 [%l1+16], %l3;\n"
         "ld.global.u64 %l3, [e]; st.global.u64 [%l1+24], %l3;",
         8,
         {0x40400000, 0x40A00000, 0xBFC00000, 0x40600000, 0, 0x3FF80000, 0x3FC00000, 0}},
        {".global .b32 b = 1.5, single = 0f3FC00000;\n",
         "ld.global.u32 %r2, [b]; ld.global.u32 %r3, [single]; mov.f32 %f1, 0f3F800000; add.f32 "
         "%f1, %f1, 1.0+(2.0-0.5)*2.0; mov.u32 %r4, !5; mov.u32 %r5, !0;\n"
         "st.global.v2.u32 [%l1], {%r2, %r3}; st.global.f32 [%l1+8], %f1; st.global.v2.u32 "
         "[%l1+16], {%r4, %r5};",
         6,
         {0x3FC00000, 0x3FC00000, 0x40A00000, 0xEEEEEEEE, 0, 1}}};
    CHECK_ALL(cases);
}

TEST(marks_and_directives_without_meaning_are_read_past)
{
    static const form_case cases[] = {
        {"# 1 \"a.cu\"\n#line 7 \"b.cu\"\n.pragma \"nounroll\", \"other\";\n",
         "\n  # 12 \"a.cu\" 2\n.reg .align 8 .u32 aligned; mov.u32 aligned, 4; st.global.u32 "
         "[%l1], aligned;",
         1,
         {4}},
        {"",
         "mov.u32 %r2, %ntid.r; mov.u32 %r3, %ctaid.a; mov.u32 %r4, %nctaid.g; mov.u32 %r5, "
         "%tid.w; st.global.v4.u32 [%l1], {%r2, %r3, %r4, %r5};",
         4,
         {1, 0, 1, 0}}};
    CHECK_ALL(cases);
}

TEST(parameters_have_generic_addresses)
{
    static const form_case cases[] = {
        {".func (.param .b32 q) low(.param .b64 p) { .reg .b64 l; .reg .u32 r; ld.param.u64 l, "
         "[p]; "
         "ld.u32 r, [l]; st.param.b32 [q], r; ret; }\n",
         "mov.b64 %l3, A; cvta.param.u64 %l4, %l3; ld.u64 %l5, [%l4]; sub.u64 %l5, %l5, %l1; "
         "st.global.u64 [%l1], %l5; call (%r3), low, (%l4); cvt.u32.u64 %r4, %l1; sub.u32 %r3, "
         "%r3, "
         "%r4; st.global.u32 [%l1+8], %r3; cvta.to.param.u64 %l6, %l4; ld.param.u64 %l7, [%l6]; "
         "sub.u64 %l7, %l7, %l1; st.global.u64 [%l1+12+4], %l7;\n"
         "isspacep.param %p1, %l4; isspacep.param::entry %p2, %l1; isspacep.global %p3, %l4; "
         "isspacep.shared %p4, %l4; selp.u32 %r5, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2; selp.u32 "
         "%r7, 4, 0, %p3; selp.u32 %r8, 8, 0, %p4; add.u32 %r5, %r5, %r6; add.u32 %r7, %r7, %r8; "
         "add.u32 %r5, %r5, %r7; st.global.u32 [%l1+12], %r5; cvta.param::entry.u64 %l8, A; "
         "sub.u64 "
         "%l8, %l8, %l4; st.global.u64 [%l1+24], %l8;",
         8,
         {0, 0, 0, 1 + 4, 0, 0, 0, 0}}};
    CHECK_ALL(cases);
}

TEST(local_memory_is_allocated_by_size)
{
    static const form_case cases[] = {
        {"",
         ".local .u32 own; st.local.u32 [own], 99; mov.u64 %l3, 40; alloca.u64 %l3, %l3, 16; "
         "stacksave.u64 %l8; alloca.u64 %l4, 3; alloca.u64 %l5, 8, 64; alloca.u32 %r2, 4;\n"
         "sub.u64 %l6, %l4, %l3; st.global.u32 [%l1], %l6; and.b64 %l6, %l5, 63; st.global.u32 "
         "[%l1+4], %l6; st.local.u32 [%l3+36], 5; st.local.u8 [%l4+2], 6; st.local.u64 [%l5], 7; "
         "st.local.u32 [%r2], 8; ld.local.u32 %r3, [own]; ld.local.u32 %r4, [%l3+36]; ld.local.u8 "
         "%r5, [%l4+2]; ld.local.u32 %r6, [%l5]; ld.local.u32 %r7, [%r2]; st.global.v4.u32 "
         "[%l1+16], {%r3, %r4, %r5, %r6}; st.global.u32 [%l1+8], %r7; stackrestore.u64 %l8; "
         "alloca.u64 %l7, 1; sub.u64 %l7, %l7, %l4; st.global.u32 [%l1+12], %l7;",
         8,
         {40, 0, 8, 0, 99, 5, 6, 7}},
        {".func (.param .b32 q) sum(.param .b32 m) { .reg .u32 n, i, s, v; .reg .u64 a, p; .reg "
         ".pred c; ld.param.u32 n, [m]; cvt.u64.u32 a, n; shl.b64 a, a, 2; alloca.u64 a, a, 4; "
         "cvta.local.u64 a, a; mov.u32 i, 0; mov.u64 p, a; W: mul.lo.u32 v, i, i; st.u32 [p], v; "
         "add.u64 p, p, 4; add.u32 i, i, 1; setp.lt.u32 c, i, n; @c bra W; mov.u32 s, 0; R: "
         "sub.u64 p, p, 4; ld.u32 v, [p]; add.u32 s, s, v; setp.gt.u64 c, p, a; @c bra R; "
         "st.param.u32 [q], s; ret; }\n",
         "mov.u32 %r2, 200; call (%r3), sum, (%r2); mov.u32 %r2, 10; call (%r4), sum, (%r2); "
         "call (%r5), sum, (%r2); st.global.u32 [%l1], %r3; st.global.u32 [%l1+4], %r4; "
         "st.global.u32 [%l1+8], %r5;",
         3,
         {199 * 200 * 399 / 6, 9 * 10 * 19 / 6, 9 * 10 * 19 / 6}}};
    CHECK_ALL(cases);
}

TEST(directives_for_a_debugger_end_with_their_operands)
{
    static const form_case cases[] = {
        {".file 1 \"a.cu\" .global .u32 g1 = 3;\n.file 2 \"b.cu\", 12, 13 .global .u32 g2 = 4;\n"
         ".section .debug_str { L0: .b8 1 .b8 2 } .global .u32 g3 = 5; .pragma \"nounroll\"; "
         ".global .u32 g4 = 6;\n",
         "mov.u32 %r2, 5; .loc 1 3 5 add.u32 %r2, %r2, 2; .loc 1\n4\n5 add.u32 %r2, %r2, 10; .loc "
         "2 "
         "3 5, function_name L0+1, inlined_at 1 3 5 add.u32 %r2, %r2, 100; .pragma \"nounroll\"; "
         "add.u32 %r2, %r2, 1000;\n"
         "st.global.u32 [%l1], %r2; ld.global.u32 %r2, [g1]; ld.global.u32 %r3, [g2]; "
         "ld.global.u32 %r4, [g3]; ld.global.u32 %r5, [g4]; st.global.v4.u32 [%l1+16], {%r2, %r3, "
         "%r4, %r5};",
         8,
         {5 + 2 + 10 + 100 + 1000, 0xEEEEEEEE, 0xEEEEEEEE, 0xEEEEEEEE, 3, 4, 5, 6}},
        {"@@DWARF .section .debug_abbrev, \"\", @progbits .global .u32 g1 = 3; @@DWARF L: @@DWARF "
         ".byte 0x01, 2 .global .u32 g2 = 4; @@DWARF .4byte L-L+3 .global .u32 g3 = 5;\n",
         "ld.global.u32 %r2, [g1]; ld.global.u32 %r3, [g2]; ld.global.u32 %r4, [g3]; "
         "st.global.u32 [%l1], %r2; st.global.u32 [%l1+4], %r3; st.global.u32 [%l1+8], %r4;",
         3,
         {3, 4, 5}}};
    CHECK_ALL(cases);
}

UNIT_MAIN("ptx_forms", T(declarations_of_functions_need_no_semicolon),
          T(local_variables_of_module_scope_are_every_functions),
          T(registers_of_module_scope_are_a_kernels_own),
          T(names_of_shared_and_local_variables_are_generic_addresses),
          T(registers_may_be_wider_than_the_type), T(constants_are_added_to_registers),
          T(declarations_name_several_variables),
          T(variables_are_declared_before_and_behind_their_definition),
          T(elements_of_arrays_have_their_number), T(predicates_are_negated_where_they_are_read),
          T(a_range_of_registers_leaves_its_name_to_others), T(an_alias_is_the_function),
          T(floating_point_constants_are_computed),
          T(marks_and_directives_without_meaning_are_read_past),
          T(parameters_have_generic_addresses), T(local_memory_is_allocated_by_size),
          T(directives_for_a_debugger_end_with_their_operands))
