// test_ptx_mem.c : memory instructions: spaces, widths, generic addresses, atomics, addresses told,
// faults.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

enum { WORDS = 256, ARRAY = WORDS * 4, SEEN = 64 };

// A run of one CTA on an array of WORDS u32 (A) beside a neighbour of 64 bytes (B): %l1 = A, %l2 =
// B, %r1 = tid.
typedef struct memory_run {
    uint32_t words[WORDS];
    uint64_t a, b;
    wexec seen[SEEN]; // by line of the body
    const winst *static_[SEEN];
    unsigned visits[SEEN];
    front_end f;
    devmem *mem;
    ptx_module *m;
    err e;
    int status;
} memory_run;

static memory_run r;
enum { BODY_LINE = 7 };

static void watch(void *ctx, uint32_t warp, const winst *w, const wexec *x)
{
    (void)ctx;
    if (warp || w->line < BODY_LINE || w->line >= BODY_LINE + SEEN) return;
    r.seen[w->line - BODY_LINE] = *x;
    r.static_[w->line - BODY_LINE] = w;
    r.visits[w->line - BODY_LINE]++;
}

static void finish(void)
{
    ptx_launch_end(&r.f);
    devmem_free(r.mem);
    ptx_free(r.m);
    err_free(&r.e);
}

static void run_more(const char *globals, const char *body, uint32_t threads,
                     uint32_t dynamic_shared)
{
    static char text[OP_TEXT];
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_75\n.address_size 64 %s\n.entry k(.param .u64 A, .param "
             ".u64 B) {\n"
             ".reg .pred %%p<9>; .reg .b16 %%h<9>; .reg .b32 %%r<9>; .reg .b64 %%l<9>; .reg .f32 "
             "%%f<9>;\n"
             "mov.u32 %%r1, %%tid.x; ld.param.u64 %%l1, [A]; ld.param.u64 %%l2, [B];\n%s\nret; }\n",
             globals, body);
    r = (memory_run){.m = op_load(text)};
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.m);
    r.mem = devmem_new(0xC0000000, &r.e);
    devmem_alloc(r.mem, ARRAY, &r.a, &r.e), devmem_alloc(r.mem, 64, &r.b, &r.e);
    uint32_t *words = devmem_at(r.mem, r.a, ARRAY);
    for (uint32_t i = 0; i < WORDS; i++) words[i] = i;
    const uint64_t params[2] = {r.a, r.b};
    const ptx_launch l = {.grid = {1, 1, 1},
                          .block = {threads, 1, 1},
                          .params = params,
                          .dynamic_shared = dynamic_shared};
    driver d = {.watch = watch};
    CU_ASSERT_EQUAL_FATAL(
        ptx_launch_begin(&d.f, ptx_find(r.m, "k", &r.e), r.mem, &l, 1, DRIVER_SLOTS, 48, &r.e),
        ST_OK);
    r.status = driver_run(&d, &r.e);
    r.f = d.f;
    memcpy(r.words, words, ARRAY);
}

static void run(const char *body, uint32_t threads) { run_more("", body, threads, 0); }

TEST(addresses_of_active_lanes_are_told)
{
    run("shl.b32 %r2, %r1, 3; cvt.u64.u32 %l3, %r2; add.u64 %l3, %l1, %l3; setp.lt.u32 %p1, %r1, "
        "7;\n"
        "@%p1 ld.global.u32 %r3, [%l3+4];\n",
        32);
    const wexec *x = &r.seen[1];
    CU_ASSERT_EQUAL(x->active, 0x7f);
    CU_ASSERT_EQUAL(x->space, SPACE_GLOBAL);
    for (unsigned i = 0; i < 7; i++) CU_ASSERT_EQUAL(x->addr[i], r.a + 8 * i + 4);
    CU_ASSERT_EQUAL(r.static_[1]->kind, W_LOAD);
    CU_ASSERT_EQUAL(r.static_[1]->unit, UNIT_MEM);
    CU_ASSERT_EQUAL(r.static_[1]->lane_bytes, 4);
    CU_ASSERT_EQUAL(r.static_[1]->n_dst, 1);
    CU_ASSERT_EQUAL(r.static_[1]->n_src, 2); // address and guard
    finish();
}

TEST(loads_extend_by_sign_to_the_register)
{
    run("st.global.u32 [%l1], 0x8180ff80;\n"
        "ld.global.s8 %r2, [%l1]; st.global.u32 [%l1+16], %r2;\n"
        "ld.global.u8 %r2, [%l1]; st.global.u32 [%l1+20], %r2;\n"
        "ld.global.s16 %l3, [%l1]; st.global.u64 [%l1+24], %l3;\n"
        "ld.global.u16 %r2, [%l1+2]; st.global.u32 [%l1+32], %r2;\n"
        "ld.global.s8 %h1, [%l1+3]; cvt.u32.u16 %r2, %h1; st.global.u32 [%l1+36], %r2;\n"
        "ld.global.s32 %l3, [%l1]; st.global.u64 [%l1+40], %l3;\n"
        "ld.global.u32 %l3, [%l1]; st.global.u64 [%l1+48], %l3;\n",
        1);
    CU_ASSERT_EQUAL(r.words[4], 0xffffff80);
    CU_ASSERT_EQUAL(r.words[5], 0x80);
    CU_ASSERT_EQUAL(r.words[6], 0xffffff80);
    CU_ASSERT_EQUAL(r.words[7], 0xffffffff);
    CU_ASSERT_EQUAL(r.words[8], 0x8180);
    CU_ASSERT_EQUAL(r.words[9], 0xff81);
    CU_ASSERT_EQUAL(r.words[10], 0x8180ff80);
    CU_ASSERT_EQUAL(r.words[11], 0xffffffff);
    CU_ASSERT_EQUAL(r.words[13], 0);
    finish();
}

TEST(stores_write_their_width_only)
{
    run("mov.b32 %r2, 0xaabbccdd; mov.b64 %l3, 0x1122334455667788;\n"
        "st.global.u8 [%l1], %r2; st.global.u16 [%l1+4], %r2; st.global.u32 [%l1+8], %l3; "
        "st.global.u8 [%l1+12], %l3;\n",
        1);
    CU_ASSERT_EQUAL(r.words[0], 0xdd);
    CU_ASSERT_EQUAL(r.words[1], 0xccdd);
    CU_ASSERT_EQUAL(r.words[2], 0x55667788);
    CU_ASSERT_EQUAL(r.words[3], 0x88);
    finish();
}

TEST(vectors_move_all_elements)
{
    run("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%l1+16]; st.global.v2.u32 [%l1], {%r5, %r2};\n"
        "ld.global.v2.u64 {%l3, %l4}, [%l1+32]; st.global.v2.u64 [%l1+16], {%l4, %l3}; "
        "ld.global.v4.u8 {%r2, _, %r3, _}, [%l1+4];\n"
        "st.global.v4.u32 [%l1+64], {%r2, %r3, 7, %r1};\n",
        1);
    CU_ASSERT_EQUAL(r.words[0], 7);
    CU_ASSERT_EQUAL(r.words[1], 4);
    CU_ASSERT_EQUAL(r.words[4], 10);
    CU_ASSERT_EQUAL(r.words[6], 8);
    CU_ASSERT_EQUAL(r.words[16], 4);
    CU_ASSERT_EQUAL(r.words[18], 7);
    CU_ASSERT_EQUAL(r.static_[2]->lane_bytes, 16);
    finish();
}

TEST(an_address_may_be_said_to_be_unified)
{
    run("ld.global.u32 %r2, [%l1+8].unified; st.global.u32 [%l1], %r2;", 1);
    CU_ASSERT_EQUAL(r.words[0], 2);
    finish();
}

TEST(a_vector_load_may_overwrite_its_address)
{
    run("st.global.u64 [%l1+8], 5; st.global.u64 [%l1], %l2; ld.global.v2.u64 {%l1, %l3}, [%l1]; "
        "st.global.u64 [%l2+8], %l3; st.global.u64 [%l2], %l1;",
        1);
    CU_ASSERT_EQUAL(*(uint64_t *)devmem_at(r.mem, r.b, 8), r.b);
    CU_ASSERT_EQUAL(*(uint64_t *)devmem_at(r.mem, r.b + 8, 8), 5);
    finish();
}

TEST(local_memory_is_a_threads_own_and_interleaved)
{
    run(".local .align 8 .b8 depot[24]; mov.u64 %l3, depot; mul.lo.u32 %r2, %r1, 3; mul.wide.u32 "
        "%l4, %r1, 4; add.u64 %l4, %l1, %l4;\n"
        "st.local.u32 [%l3+4], %r2;\n"
        "cvta.local.u64 %l5, %l3; ld.u32 %r3, [%l5+4];\n"
        "st.global.u32 [%l4], %r3;\n",
        64);
    for (unsigned i = 0; i < 64; i++) CU_ASSERT_EQUAL(r.words[i], 3 * i);
    CU_ASSERT_EQUAL(r.seen[1].space, SPACE_LOCAL);
    CU_ASSERT_EQUAL(r.seen[2].space, SPACE_LOCAL);
    CU_ASSERT_EQUAL(r.seen[2].addr[31] - r.seen[2].addr[0], 124); // one 128-byte line
    CU_ASSERT_EQUAL(r.seen[1].addr[0] % 128, 0);
    CU_ASSERT(r.seen[1].addr[0] >= devmem_end(r.mem));
    CU_ASSERT(r.seen[1].addr[31] <= UINT32_MAX);
    finish();
}

TEST(local_and_shared_memory_start_at_zero)
{
    run(".local .b32 x[4]; .shared .b32 y[4]; ld.local.u32 %r2, [x+8]; ld.shared.u32 %r3, [y+12]; "
        "add.u32 %r2, %r2, %r3; st.global.u32 [%l1+4], %r2;",
        1);
    CU_ASSERT_EQUAL(r.words[1], 0);
    finish();
}

TEST(lanes_of_one_generic_load_in_three_spaces)
{
    run(".shared .b32 s[2]; .local .b32 q[2]; st.shared.u32 [s+4], 100; st.local.u32 [q+4], 200; "
        "mov.u64 %l3, s; cvta.shared.u64 %l3, %l3; mov.u64 %l4, q; cvta.local.u64 %l4, %l4;\n"
        "rem.u32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 1; setp.eq.u32 %p2, %r2, 2; selp.b64 %l5, %l3, "
        "%l1, %p1; selp.b64 %l5, %l4, %l5, %p2; mul.wide.u32 %l6, %r1, 4; add.u64 %l6, %l6, %l1;\n"
        "ld.u32 %r3, [%l5+4];\n"
        "st.global.u32 [%l6+512], %r3;\n",
        32);
    CU_ASSERT_EQUAL(r.visits[2], 3);
    CU_ASSERT_EQUAL(r.visits[3], 1);
    for (unsigned i = 0; i < 32; i++)
        CU_ASSERT_EQUAL(r.words[128 + i], i % 3 == 1 ? 100 : i % 3 == 2 ? 200 : 1);
    finish();
}

TEST(shared_addresses_are_offsets_and_dynamic_comes_last)
{
    run_more(".extern .shared .align 16 .b8 dyn[];",
             ".shared .b32 s[3]; st.shared.u32 [dyn], 5; ld.shared.u32 %r2, "
             "[dyn+28];\nst.shared.u32 [s+8], 6;\n",
             1, 32);
    CU_ASSERT_EQUAL(r.seen[1].addr[0], 8);
    CU_ASSERT_EQUAL(r.seen[0].addr[0], 16 + 28);
    CU_ASSERT_EQUAL(r.f.shared_bytes, 48);
    finish();
}

TEST(parameters_are_seen_in_their_window)
{
    run("ld.param.u64 %l3, [B]; mov.b64 %l4, B; ld.param.u64 %l5, [%l4];\nst.global.u64 [%l1], "
        "%l5;\n",
        1);
    CU_ASSERT_EQUAL(r.seen[0].space, SPACE_PARAM);
    CU_ASSERT_EQUAL(r.seen[0].addr[0], PARAM_WINDOW + 8);
    CU_ASSERT_EQUAL(r.words[0], (uint32_t)r.b);
    finish();
}

TEST(module_variables_have_their_initial_values)
{
    run_more(
        ".global .align 4 .u32 g[2][2] = {{1}, {3, 4}}; .const .f32 c[] = {1.5, 0f40200000, 3}; "
        ".global .u64 p[2] = {generic(g)+8, g}; .global .s16 n[3] = {-2, (3+4)*2<<1, ~0};",
        "ld.global.u64 %l3, [p]; ld.global.u32 %r2, [%l3]; ld.global.u32 %r3, [g+4]; ld.const.f32 "
        "%f1, [c+4]; ld.const.f32 %f2, [c+8];\n"
        "st.global.u32 [%l1], %r2; st.global.u32 [%l1+4], %r3; st.global.f32 [%l1+8], %f1; "
        "st.global.f32 [%l1+12], %f2;\n"
        "ld.global.s16 %r2, [n]; st.global.u32 [%l1+16], %r2; ld.global.s16 %r2, [n+2]; "
        "st.global.u32 [%l1+20], %r2; ld.global.u16 %r2, [n+4]; st.global.u32 [%l1+24], %r2;\n",
        1, 0);
    CU_ASSERT_EQUAL(r.words[0], 3);
    CU_ASSERT_EQUAL(r.words[1], 0);
    CU_ASSERT_EQUAL(r.words[2], 0x40200000);
    CU_ASSERT_EQUAL(r.words[3], 0x40400000);
    CU_ASSERT_EQUAL(r.words[4], 0xfffffffe);
    CU_ASSERT_EQUAL(r.words[5], 28);
    CU_ASSERT_EQUAL(r.words[6], 0xffff);
    finish();
}

TEST(vectors_have_a_list_of_initial_values_each)
{
    run_more(
        ".global .align 16 .v4 .u32 v[2] = {{1, 2}, {5, 6, 7, 8}}; .const .v2 .u16 w = {9, 10};",
        "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [v+16]; st.global.v4.u32 [%l1], {%r2, %r3, %r4, "
        "%r5}; ld.global.v2.u32 {%r2, %r3}, [v];\n"
        "st.global.v2.u32 [%l1+16], {%r2, %r3}; ld.const.u16 %r2, [w+2]; st.global.u32 [%l1+24], "
        "%r2;\n",
        1, 0);
    static const uint32_t want[] = {5, 6, 7, 8, 1, 2, 10};
    for (unsigned i = 0; i < 7; i++) CU_ASSERT_EQUAL(r.words[i], want[i]);
    finish();
}

// PTX ISA, "Integer Constant Expression Evaluation": .s64 unless written with U or too large; ~ and
// % are unsigned.
// clang-format off
#define CONSTANTS(X) \
    X(2 + 3 * 4 - 10 / 3, 11) X(1 << 3 + 1, 16) X(1 | 2 ^ 3 & 4, 3) X(5 & 3 == 3, 1) \
    X(-(3) + ~4, -8) X(5 - - 3, 8) X(-(5 - 7), 2) \
    X(-7 / 2, -3) X(-7 / 2U, 9223372036854775804) X(-7 % 3, 0) X(7 % -3, 7) X(-8 >> 1, -4) \
    X(-8 >> 1U, -4) X(-5 >> 100, -1) \
    X(0xFFFFFFFFFFFFFFFF >> 4, 1152921504606846975) X(~0 >> 60, 15) X(~5 / 2, 9223372036854775805) \
    X((.s64) ~5 / 2, -3) \
    X(-1 < 1, 1) X(-1 < 1U, 0) X((.u64) -1 < 1, 0) X((.s64) 0xFFFFFFFFFFFFFFFF < 1, 1) \
    X(4 <= 4, 1) X(4 >= 5, 0) X(4 != 5, 1) \
    X((3 == 2) || 1, 1) X(1 && 0 || 1, 1) X(2 && 0, 0) X((!5) + 1, 1) X(3 > 2 ? 5 : 6, 5) \
    X(0 ? 2 : 0 ? 4 : 5, 5) X(WARP_SZ * 2 - 1, 63)
// clang-format on

TEST(constant_expressions_are_evaluated_as_the_isa_says)
{
#define INITIAL(TEXT, VALUE) #TEXT ","
#define OPERAND(TEXT, VALUE) \
    "mov.s64 %l3, " #TEXT "; st.global.u64 [%l4], %l3; add.u64 %l4, %l4, 8;"
#define WANTED(TEXT, VALUE) VALUE,
    static const int64_t want[] = {CONSTANTS(WANTED)};
    const unsigned n = sizeof want / sizeof want[0];
    run_more("", "mov.u64 %l4, %l1;" CONSTANTS(OPERAND), 1, 0);
    CU_ASSERT(!memcmp(r.words, want, sizeof want));
    finish();
    char copies[WORDS] = "";
    snprintf(copies, sizeof copies,
             "mov.u32 %%r2, 0; L: cvt.u64.u32 %%l3, %%r2; add.u64 %%l4, %%l1, %%l3; mov.u64 %%l5, "
             "x; add.u64 %%l3, %%l3, %%l5;"
             "ld.global.u64 %%l6, [%%l3]; st.global.u64 [%%l4], %%l6; add.u32 %%r2, %%r2, 8; "
             "setp.lt.u32 %%p1, %%r2, %u; @%%p1 bra L;",
             8 * n);
    run_more(".global .s64 x[] = {" CONSTANTS(INITIAL) "0};", copies, 1, 0);
    CU_ASSERT(!memcmp(r.words, want, sizeof want));
    finish();
}

TEST(initial_values_may_be_one_byte_of_an_address) // as nvcc writes pointers that are not aligned
{
    run_more(".global .attribute(.managed) .align 4 .u32 g = 77; .global .align 1 .u8 p[9] = {3, "
             "0xFF(generic(g)), 0XFF00(g), 0xFF0000(g), 0xFF000000(g), 0xFF00000000(g), "
             "0xFF0000000000(g),\n"
             "0xFF000000000000(g), 0xFF00000000000000(g)}; .global .u32 c[2] = {0xFF00(0x12345), "
             "0xFF(g+4)};",
             "mov.u64 %l3, 0;\n"
             "ld.global.u8 %l4, [p+4]; or.b64 %l3, %l3, %l4; shl.b64 %l3, %l3, 8; ld.global.u8 "
             "%l4, [p+3]; or.b64 %l3, %l3, %l4; shl.b64 %l3, %l3, 8;\n"
             "ld.global.u8 %l4, [p+2]; or.b64 %l3, %l3, %l4; shl.b64 %l3, %l3, 8; ld.global.u8 "
             "%l4, [p+1]; or.b64 %l3, %l3, %l4; ld.global.u32 %r2, [%l3];\n"
             "ld.global.u32 %r3, [c]; st.global.u32 [%l1], %r2; st.global.u32 [%l1+4], %r3; "
             "ld.global.u32 %r3, [c+4]; cvt.u32.u64 %r2, %l3; sub.u32 %r3, %r3, %r2; and.b32 %r3, "
             "%r3, 255; st.global.u32 [%l1+8], %r3;\n",
             1, 0);
    CU_ASSERT_EQUAL(r.words[0], 77);
    CU_ASSERT_EQUAL(r.words[1], 0x23);
    CU_ASSERT_EQUAL(r.words[2], 4);
    finish();
}

TEST(variables_of_other_files_that_nobody_reads_take_no_room)
{
    run_more(".extern .global .u32 e[]; .extern .const .u64 c; .global .u32 g = 5;",
             "ld.global.u32 %r2, [g]; st.global.u32 [%l1], %r2;\n", 1, 0);
    CU_ASSERT_EQUAL(r.words[0], 5);
    finish();
}

TEST(short_lists_of_an_open_array_leave_zeros) // up to the last element
{
    static const uint32_t want[] = {0, 0, 5, 0, 0, 0, 7, 8, 0};
    run_more(
        ".global .u32 g[][3] = {{}, {}, {7, 8}}; .global .u32 h[][40] = {{5}, {}};",
        "ld.global.u32 %r2, [g]; ld.global.u32 %r3, [g+20]; ld.global.u32 %r4, [h]; ld.global.u32 "
        "%r5, [h+156]; ld.global.u32 %r6, [h+160]; ld.global.u32 %r7, [h+316];\n"
        "st.global.u32 [%l1], %r2; st.global.u32 [%l1+4], %r3; st.global.u32 [%l1+8], %r4; "
        "st.global.u32 [%l1+12], %r5; st.global.u32 [%l1+16], %r6; st.global.u32 [%l1+20], %r7;\n"
        "ld.global.u32 %r2, [g+24]; ld.global.u32 %r3, [g+28]; ld.global.u32 %r4, [g+32]; "
        "st.global.u32 [%l1+24], %r2; st.global.u32 [%l1+28], %r3; st.global.u32 [%l1+32], %r4;\n",
        1, 0);
    for (unsigned i = 0; i < 9; i++) CU_ASSERT_EQUAL(r.words[i], want[i]);
    finish();
}

TEST(registers_read_before_written_are_zero)
{
    run("setp.gt.u32 %p1, %r1, 99; @%p1 mov.u32 %r5, 7; st.global.u32 [%l1+4], %r5; st.global.u64 "
        "[%l1+8], %l6;",
        1);
    CU_ASSERT_EQUAL(r.words[1], 0);
    CU_ASSERT_EQUAL(r.words[2], 0);
    finish();
}

TEST(atomics_return_the_old_value_lane_by_lane)
{
    run("mul.wide.u32 %l3, %r1, 4; add.u64 %l3, %l1, %l3; mov.u32 %r4, 1;\n"
        "atom.global.add.u32 %r2, [%l1], %r4;\nst.global.u32 [%l3+512], %r2;\n",
        32);
    CU_ASSERT_EQUAL(r.words[0], 32);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(r.words[128 + i], i);
    CU_ASSERT_EQUAL(r.static_[1]->kind, W_ATOMIC);
    finish();
}

TEST(every_atomic_operation)
{
    run("atom.global.inc.u32 %r2, [%l1+4], 1; atom.global.inc.u32 %r2, [%l1+4], 1; "
        "atom.global.dec.u32 %r2, [%l1+8], 9; red.global.max.s32 [%l1+12], -5;\n"
        "atom.global.min.s32 %r2, [%l1+16], -5; atom.global.exch.b32 %r2, [%l1+20], 77; "
        "atom.global.cas.b32 %r2, [%l1+24], 6, 60; atom.global.cas.b32 %r2, [%l1+28], 6, 60;\n"
        "red.global.and.b32 [%l1+32], 12; red.global.or.b32 [%l1+36], 64; "
        "atom.relaxed.gpu.global.xor.b32 %r2, [%l1+40], 3; atom.add.u64 %l3, [%l1+48], "
        "0x100000000; red.global.add.f32 [%l1+56], 0f3f800000;\n",
        1);
    const uint32_t want[] = {0, 1, 1, 3, 0xfffffffb, 77, 60, 7, 8, 73, 9, 11, 12, 14, 0x3f800000};
    for (unsigned i = 1; i < 15; i++) CU_ASSERT_EQUAL(r.words[i], want[i]);
    finish();
}

TEST(atomics_of_16_and_64_bits_and_of_floats)
{
    run("mov.b32 %r4, 0x00070005; st.global.u32 [%l1], %r4; mov.b16 %h1, 7; mov.b16 %h2, 9; "
        "atom.global.cas.b16 %h3, [%l1+2], %h1, %h2; atom.global.cas.b16 %h4, [%l1], %h1, %h2; "
        "mov.b32 %r4, {%h3, %h4}; st.global.u32 [%l1+4], %r4;\n"
        "mov.b64 %l3, -5; st.global.u64 [%l1+8], %l3; atom.global.max.s64 %l4, [%l1+8], 3; "
        "red.global.min.u64 [%l1+8], 2; st.global.u64 [%l1+16], %l4; atom.global.exch.b64 %l4, "
        "[%l1+16], 1; red.global.add.s64 [%l1+16], %l4;\n"
        "mov.b32 %r4, 0x3c00c000; st.global.u32 [%l1+24], %r4; mov.b16 %h1, 0x4000; "
        "atom.global.add.noftz.f16 %h2, [%l1+24], %h1; mov.b32 %r5, 0x3c003c00; "
        "red.global.add.noftz.f16x2 [%l1+24], %r5;\n"
        "st.global.f64 [%l1+32], 0d3ff8000000000000; red.global.add.f64 [%l1+32], "
        "0d4000000000000000; st.global.f32 [%l1+40], 0f40000000; red.global.add.f32 [%l1+40], "
        "0f3f800000; atom.global.cas.b64 %l3, [%l1+48], 3, 4;\n"
        "atom.global.or.b64 %l3, [%l1+56], 0x100000000; red.global.and.b64 [%l1+56], 0x10000000f; "
        "red.relaxed.sys.global.xor.b64 [%l1+56], 1; atom.acq_rel.cta.global.add.u32 %r4, "
        "[%l1+64], 9;\n",
        1);
    CU_ASSERT_EQUAL(r.words[0], 0x00090005);
    CU_ASSERT_EQUAL(r.words[1], 0x00050007);
    CU_ASSERT_EQUAL(r.words[2], 2);          // max(-5, 3), then the unsigned minimum with 2
    CU_ASSERT_EQUAL(r.words[4], 0xfffffffc); // 1 + -5
    CU_ASSERT_EQUAL(r.words[5], 0xffffffff);
    CU_ASSERT_EQUAL(r.words[6], 0x40003c00); // -2 + 2 + 1, 1 + 1
    CU_ASSERT_EQUAL(r.words[9], 0x400c0000); // 3.5
    CU_ASSERT_EQUAL(r.words[10], 0x40400000);
    CU_ASSERT_EQUAL(r.words[12], 12);
    CU_ASSERT_EQUAL(r.words[14], 15); // 14 and 0xf, then xor 1
    CU_ASSERT_EQUAL(r.words[15], 1);
    CU_ASSERT_EQUAL(r.words[16], 25);
    finish();
}

TEST(addition_of_inc_wraps_at_its_bound)
{
    run("mov.u32 %r4, 3; atom.global.inc.u32 %r2, [%l1], %r4;\n", 6); // 0 1 2 3 0 1 -> 2
    CU_ASSERT_EQUAL(r.words[0], 2);
    finish();
}

TEST(barriers_and_fences_have_their_kinds)
{
    run("bar.sync 0;\nmembar.gl;\nfence.acq_rel.gpu;\nbarrier.cta.sync.aligned 0;\nbar.warp.sync "
        "-1;\n",
        1);
    const uint8_t want[] = {W_BARRIER, W_FENCE, W_FENCE, W_BARRIER, W_ALU};
    for (unsigned i = 0; i < 5; i++) CU_ASSERT_EQUAL(r.static_[i]->kind, want[i]);
    finish();
}

TEST(units_and_latencies)
{
    run("add.u32 %r2, %r1, 1;\nmul.lo.u32 %r2, %r1, %r1;\nmad.lo.u32 %r2, %r1, %r1, %r1;\nadd.f32 "
        "%f1, %f2, %f3;\nfma.rn.f32 %f1, %f2, %f3, %f4;\n"
        "div.rn.f32 %f1, %f2, %f3;\nsqrt.rn.f32 %f1, %f2;\nmov.u32 %r2, %r1;\nsetp.eq.u32 %p1, "
        "%r1, 0;\nmax.s32 %r2, %r1, 3;\nrem.u32 %r2, %r1, 3;\n",
        1);
    static const struct {
        uint8_t unit, latency;
    } want[] = {{UNIT_SP, LAT_int_add}, {UNIT_SP, LAT_int_mul}, {UNIT_SP, LAT_int_mad},
                {UNIT_SP, LAT_fp_add},  {UNIT_SP, LAT_fp_mad},  {UNIT_SFU, LAT_fp_div},
                {UNIT_SFU, LAT_dp_mul}, {UNIT_SP, LAT_ONE},     {UNIT_SP, LAT_ONE},
                {UNIT_SP, LAT_int_max}, {UNIT_SFU, LAT_int_div}};
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        CU_ASSERT_EQUAL(r.static_[i]->unit, want[i].unit);
        CU_ASSERT_EQUAL(r.static_[i]->latency, want[i].latency);
    }
    finish();
}

// A body that must fault: status, and what the message holds.
static void faults(const char *body, uint32_t threads, const char *const *parts)
{
    run(body, threads);
    CU_ASSERT_EQUAL(r.status, ST_INPUT);
    for (; *parts; parts++) {
        bool there = r.e.text && strstr(r.e.text, *parts);
        if (!there) printf("# no '%s' in: %s", *parts, r.e.text ? r.e.text : "(nothing)\n");
        CU_ASSERT(there);
    }
    finish();
}
#define FAULTS(BODY, THREADS, ...) faults(BODY, THREADS, (const char *const[]){__VA_ARGS__, NULL})

TEST(fault_names_kernel_line_thread_and_address)
{
    FAULTS("mul.wide.u32 %l3, %r1, 80; add.u64 %l3, %l3, %l1;\nst.global.u32 [%l3], %r1;\n", 96,
           "op.ptx:8:1: error: kernel 'k'", "CTA (0,0,0), thread (14,0,0)",
           "writes 4 bytes of global memory at 0xc0000460, which is out of bounds",
           "the nearest allocation, of 64 bytes at 0xc0000400, ended 32 bytes below",
           "st.global.u32 [%l3], %r1;");
}

TEST(fault_of_the_second_warp_names_its_thread)
{
    FAULTS("setp.eq.u32 %p1, %r1, 40; @%p1 ld.global.u32 %r2, [%l2+64];", 64,
           "thread (40,0,0) reads 4 bytes", "64 bytes at 0xc0000400, ended 0 bytes below");
}

TEST(fault_of_a_null_pointer)
{
    FAULTS("mov.u64 %l4, 0; ld.global.u64 %l3, [%l4];", 1, "at 0, which is out of bounds",
           "starts 3221225472 bytes above");
}

TEST(fault_of_a_misaligned_access)
{
    FAULTS("ld.global.u32 %r2, [%l1+2];", 1,
           "reads 4 bytes of global memory at 0xc0000002, which is not a multiple of that");
    FAULTS("st.global.v2.u32 [%l1+4], {%r1, %r1};", 1, "writes 8 bytes", "not a multiple");
}

TEST(fault_in_shared_local_and_parameter_memory)
{
    FAULTS(".shared .b32 s[4]; mov.u32 %r2, s; ld.shared.u32 %r3, [%r2+16];", 1,
           "shared memory at 0x10", "the CTA has 16 bytes of shared memory");
    FAULTS(".local .b8 q[16]; st.local.u32 [q+16], %r1;", 1, "local memory at 0x10",
           "the thread has 16 bytes of local memory");
    FAULTS("ld.shared.u32 %r3, [0];", 1, "the CTA has 0 bytes");
    FAULTS("mov.b64 %l3, A; ld.param.u32 %r2, [%l3+16];", 1, "parameter memory",
           "16 bytes of parameters");
}

TEST(faults_of_misaligned_accesses_in_every_space)
{
    FAULTS(".shared .b32 s[4]; mov.u32 %r2, s; ld.shared.u32 %r3, [%r2+6];", 1,
           "reads 4 bytes of shared memory at 0x6, which is not a multiple of that");
    FAULTS(".local .b8 q[16]; st.local.u64 [q+4], %l1;", 1,
           "writes 8 bytes of local memory at 0x4, which is not a multiple of that");
    FAULTS("ld.param.u64 %l3, [A+4];", 1,
           "reads 8 bytes of parameter memory at 0x4, which is not a multiple of that");
    FAULTS(".const .align 8 .b32 c[2]; mov.u64 %l3, c; ld.const.u16 %h1, [%l3+1];", 1,
           "reads 2 bytes of constant memory at", "which is not a multiple of that");
    FAULTS(".const .align 8 .b32 c[2]; mov.u64 %l3, c; ld.const.u32 %r2, [%l3+8];", 1,
           "reads 4 bytes of constant memory at", "which is out of bounds", "of 8 bytes");
    FAULTS(".shared .b32 s[4]; cvta.shared.u64 %l3, s; st.u16 [%l3+1], %h1;", 1,
           "writes 2 bytes of shared memory at 0x1, which is not a multiple of that");
    FAULTS(".local .b32 q[4]; cvta.local.u64 %l3, q; ld.u32 %r2, [%l3+16];", 1,
           "reads 4 bytes of local memory at 0x10, which is out of bounds",
           "16 bytes of local memory");
    FAULTS("atom.global.cas.b16 %h1, [%l1+1], 0, 1;", 1,
           "updates 2 bytes of global memory at 0xc0000001, which is not a multiple of that");
}

TEST(fault_of_a_write_to_a_parameter)
{
    FAULTS("cvta.param.u64 %l4, A; st.u32 [%l4], %r1;", 1,
           "writes 4 bytes of parameter memory at 0", "a kernel does not write its parameters");
}

TEST(fault_of_too_large_an_allocation)
{
    FAULTS("alloca.u64 %l4, 1000; alloca.u64 %l4, 32;", 1,
           "allocates more than 1024 bytes with alloca");
    FAULTS("alloca.u64 %l4, -8;", 1, "allocates more than 1024 bytes with alloca");
}

TEST(fault_of_an_atomic)
{
    FAULTS("atom.global.add.u32 %r2, [%l2+100], 1;", 1, "updates 4 bytes of global memory");
}
TEST(trap_is_a_fault)
{
    FAULTS("setp.eq.u32 %p1, %r1, 3; @%p1 trap;", 8, "thread (3,0,0) executes trap");
}
TEST(table_index_out_of_range_is_a_fault)
{
    FAULTS("T: .branchtargets X; brx.idx %r1, T; X: ", 2,
           "thread (1,0,0) branches by index 1 of a table of 1");
}

UNIT_MAIN("ptx_mem", T(addresses_of_active_lanes_are_told), T(loads_extend_by_sign_to_the_register),
          T(stores_write_their_width_only), T(vectors_move_all_elements),
          T(an_address_may_be_said_to_be_unified), T(a_vector_load_may_overwrite_its_address),
          T(local_memory_is_a_threads_own_and_interleaved),
          T(local_and_shared_memory_start_at_zero), T(lanes_of_one_generic_load_in_three_spaces),
          T(shared_addresses_are_offsets_and_dynamic_comes_last),
          T(parameters_are_seen_in_their_window), T(module_variables_have_their_initial_values),
          T(vectors_have_a_list_of_initial_values_each),
          T(constant_expressions_are_evaluated_as_the_isa_says),
          T(initial_values_may_be_one_byte_of_an_address),
          T(variables_of_other_files_that_nobody_reads_take_no_room),
          T(short_lists_of_an_open_array_leave_zeros), T(registers_read_before_written_are_zero),
          T(atomics_return_the_old_value_lane_by_lane), T(every_atomic_operation),
          T(atomics_of_16_and_64_bits_and_of_floats), T(addition_of_inc_wraps_at_its_bound),
          T(barriers_and_fences_have_their_kinds), T(units_and_latencies),
          T(fault_names_kernel_line_thread_and_address),
          T(fault_of_the_second_warp_names_its_thread), T(fault_of_a_null_pointer),
          T(fault_of_a_misaligned_access), T(fault_in_shared_local_and_parameter_memory),
          T(faults_of_misaligned_accesses_in_every_space), T(fault_of_a_write_to_a_parameter),
          T(fault_of_too_large_an_allocation), T(fault_of_an_atomic), T(trap_is_a_fault),
          T(table_index_out_of_range_is_a_fault))
