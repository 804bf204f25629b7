// test_gpu_threads.c : two threads give what one gives: statistics, memory, faults, to the bit.
//
// It runs alone, since its threads wait for each other by looking.
//
// links: ptx machine blocks config base
//
// The kernels race on purpose: what a thread reads depends on what others have written just now,
// and addresses on what it reads. Another order of two accesses, or a cycle of difference, would
// show in memory and in the statistics.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/bit_history.h"
#include "machine/run/gpu.h"
#include "ptx/ptx.h"
#include "unit.h"

#include <string.h>

static const char race[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry race(.param .u64 a, .param .u32 mask)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [a];\nld.param.u32 %r1, [mask];\n"
    "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmad.lo.s32 %r5, %r3, "
    "%r4, %r2;\nmov.u32 %r6, %r5;\nmov.u32 %r7, 0;\n"
    "LOOP:\n"
    "mad.lo.s32 %r8, %r6, 13, %r5;\nand.b32 %r8, %r8, %r1;\nmul.wide.u32 %rd2, %r8, 16;\nadd.s64 "
    "%rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r9, [%rd3];\nmad.lo.s32 %r6, %r6, 3, %r9;\n"
    "xor.b32 %r10, %r6, %r5;\nand.b32 %r10, %r10, %r1;\nmul.wide.u32 %rd4, %r10, 16;\nadd.s64 "
    "%rd5, %rd1, %rd4;\n"
    "st.global.v2.u32 [%rd5], {%r6, %r7};\nadd.s32 %r6, %r6, 7;\nst.global.u8 [%rd5+9], "
    "%r6;\nadd.s32 %r6, %r6, 1;\n"
    "atom.global.add.u32 %r11, [%rd3+12], %r6;\nadd.s32 %r6, %r6, 5;\nmov.b64 %rd6, {%r6, "
    "%r7};\nmov.u64 %rd7, 77;\n"
    "atom.global.cas.b64 %rd8, [%rd5], %rd6, %rd7;\nadd.s64 %rd7, %rd7, 9;\nmov.b64 {%r12, %r13}, "
    "%rd8;\n"
    "red.global.max.u32 [%rd3+4], %r6;\nadd.s32 %r6, %r6, %r11;\nxor.b32 %r6, %r6, %r12;\n"
    "setp.lt.u32 %p2, %r2, 40;\n@%p2 st.global.u16 [%rd3+10], %r6;\n"
    "add.s32 %r7, %r7, 1;\nsetp.lt.u32 %p1, %r7, 4;\n@%p1 bra LOOP;\nret;\n}\n"
    // Without atomics: SMs run in both threads.
    ".visible .entry stores(.param .u64 a, .param .u32 mask)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [a];\nld.param.u32 %r1, [mask];\n"
    "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmad.lo.s32 %r5, %r3, "
    "%r4, %r2;\nmov.u32 %r6, %r5;\nand.b32 %r7, %r3, 3;\n"
    "LOOP:\n"
    "mad.lo.s32 %r8, %r6, 13, %r5;\nand.b32 %r8, %r8, %r1;\nmul.wide.u32 %rd2, %r8, 16;\nadd.s64 "
    "%rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r9, [%rd3];\nmad.lo.s32 %r6, %r6, 3, %r9;\n"
    "xor.b32 %r10, %r6, %r5;\nand.b32 %r10, %r10, %r1;\nmul.wide.u32 %rd4, %r10, 16;\nadd.s64 "
    "%rd5, %rd1, %rd4;\n"
    "st.global.v2.u32 [%rd5], {%r6, %r7};\nadd.s32 %r6, %r6, 7;\nst.global.u8 [%rd5+9], "
    "%r6;\nadd.s32 %r6, %r6, 1;\n"
    "ld.global.v4.u32 {%r11, %r12, %r13, %r14}, [%rd5];\nadd.s32 %r6, %r6, %r13;\n"
    "setp.lt.u32 %p2, %r2, 40;\n@%p2 st.global.u16 [%rd3+10], %r6;\nxor.b32 %r6, %r6, %r11;\n"
    "add.s32 %r7, %r7, 1;\nsetp.lt.u32 %p1, %r7, 6;\n@%p1 bra LOOP;\nret;\n}\n"
    ".visible .entry fault(.param .u64 a, .param .u32 mask)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [a];\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmov.u32 %r7, 0;\n"
    "LOOP:\n"
    "mad.lo.s32 %r8, %r3, 37, %r7;\nrem.u32 %r8, %r8, 11;\nmul.wide.u32 %rd2, %r2, 4;\nadd.s64 "
    "%rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r9, [%rd3];\nadd.s32 %r7, %r7, 1;\nadd.s32 %r7, %r7, %r9;\nsetp.lt.u32 %p1, "
    "%r7, %r8;\n@%p1 bra LOOP;\n"
    "setp.gt.u32 %p2, %r7, 9;\n@%p2 st.global.u32 [%rd3+1048576], %r7;\nbra LOOP;\n}\n"
    // Results that nobody reads, or only one side of a branch, and next to them registers that are
    // live only after them.
    ".visible .entry unread(.param .u64 a, .param .u32 mask)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [a];\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\nmad.lo.s32 %r4, %r3, "
    "96, %r2;\nand.b32 %r4, %r4, 255;\n"
    "mul.wide.u32 %rd2, %r4, 16;\nadd.s64 %rd3, %rd1, %rd2;\nshr.u32 %r5, %r4, 5;\nand.b32 %r5, "
    "%r5, 1;\nsetp.eq.u32 %p1, %r5, 0;\n"
    "atom.global.add.u32 %r6, [%rd3], 1;\nadd.s32 %r7, %r4, 11;\nst.global.u32 [%rd3+4], %r7;\n"
    "ld.global.u32 %r8, [%rd3+8];\n@%p1 bra READ;\nadd.s32 %r9, %r4, 22;\nst.global.u32 [%rd3+12], "
    "%r9;\nret;\n"
    "READ:\nst.global.u32 [%rd3+12], %r8;\nret;\n}\n";

enum { CELLS = 512, CELL_BYTES = 16 };

static unsigned shuffle_seed; // of the runs (gpu_hooks)
static bool publish_late;     // a planted fault: stores are published at the kernel's end only

static void no_publish(void *self) { (void)self; }

typedef struct result {
    int status;
    json_t *stats;
    unsigned char memory[CELLS * CELL_BYTES];
    char *said;
} result;

static void run_on(gpu *g, const config *c, const char *kernel, unsigned ctas, result *r, err *e)
{
    uint64_t a = 0;
    devmem *mem = devmem_new(0xC0000000, e);
    ptx_module *m = ptx_load_text("race.ptx", race, sizeof race - 1, e);
    CHECK(m && devmem_alloc(mem, sizeof r->memory, &a, e) == ST_OK, "%s", e->text);
    struct {
        uint64_t a;
        uint32_t mask;
    } params = {a, CELLS - 1};
    const ptx_launch l = {.grid = {ctas, 1, 1}, .block = {96, 1, 1}, .params = &params};
    front_end f;
    CHECK(ptx_launch_begin(&f, ptx_find(m, kernel, e), mem, &l, c->gpu.sms, c->sm.ctas, c->sm.warps,
                           e) == ST_OK,
          "%s", e->text);
    if (publish_late) f.publish = no_publish;
    for (unsigned k = 0; k < 2 && r->status == ST_OK; k++) r->status = gpu_run(g, &f, e);
    memcpy(r->memory, devmem_at(mem, a, sizeof r->memory), sizeof r->memory);
    ptx_launch_end(&f);
    ptx_free(m);
    devmem_free(mem);
}

static result run(const config *c, unsigned threads, const char *kernel, unsigned ctas)
{
    result r = {0};
    err e = {0};
    gpu *g = gpu_new(
        c, &(gpu_hooks){.threads = threads, .insist = true, .shuffle_seed = shuffle_seed}, &e);
    CHECK(g, "%s", e.text);
    run_on(g, c, kernel, ctas, &r, &e);
    if (r.status == ST_OK) r.stats = gpu_stats_json(g);
    r.said = wl_strdup(e.text ? e.text : "");
    gpu_free(g);
    err_free(&e);
    return r;
}

static void forget(result *r)
{
    json_decref(r->stats);
    free(r->said);
}

static config machine_of(unsigned sms)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = sms;
    return c;
}

static void same_up_to(unsigned most_threads, const config *c, const char *kernel, unsigned ctas,
                       int status)
{
    result one = run(c, 1, kernel, ctas);
    CU_ASSERT_EQUAL(one.status, status);
    for (unsigned threads = 2; threads <= most_threads; threads += 2) {
        result two = run(c, threads, kernel, ctas);
        CU_ASSERT_EQUAL(two.status, status);
        CU_ASSERT(status != ST_OK || json_equal(one.stats, two.stats));
        CU_ASSERT(status != ST_OK || memcmp(one.memory, two.memory, sizeof one.memory) == 0);
        CU_ASSERT_STRING_EQUAL(one.said, two.said);
        forget(&two);
    }
    forget(&one);
}

static void same(const config *c, const char *kernel, unsigned ctas, int status)
{
    same_up_to(2, c, kernel, ctas, status);
}

TEST(two_threads_give_the_statistics_and_the_memory_of_one)
{
    config c = machine_of(5);
    same_up_to(4, &c, "race", 44, ST_OK);
    same_up_to(4, &c, "stores", 50, ST_OK);
    c.gpu.sms = 2;
    same(&c, "race", 9, ST_OK);
    same(&c, "stores", 25, ST_OK);
    c.gpu.sms = 1;
    same(&c, "race", 3, ST_OK);
}

TEST(two_threads_give_the_same_with_mrpb)
{
    config c = machine_of(4);
    c.mrpb.enable = true;
    c.l1d.index = INDEX_LINEAR;
    same(&c, "race", 40, ST_OK);
    same(&c, "stores", 20, ST_OK);
}

TEST(two_threads_give_the_same_with_uneven_clocks)
{
    config c = machine_of(3);
    c.gpu.icnt_mhz = 1400;
    c.gpu.l2_mhz = 650;
    same(&c, "race", 25, ST_OK);
    same(&c, "stores", 50, ST_OK);
}

TEST(two_threads_give_the_same_when_queues_are_short)
{
    config c = machine_of(4);
    c.icnt.input_buffer = 5;
    c.l2.icnt_to_l2_queue = c.l2.l2_to_icnt_queue = 1;
    c.l2.rop_latency = 20;
    same(&c, "race", 30, ST_OK);
    same(&c, "stores", 24, ST_OK);
    c.l2.rop_latency = 3; // too short for a second thread to be of use
    same(&c, "race", 10, ST_OK);
}

// Wherever a result is late, its place in the registers is not yet another's.
TEST(two_threads_give_the_same_when_results_are_not_read)
{
    config c = machine_of(3);
    for (c.sm.issue_latency = 2; c.sm.issue_latency <= 32; c.sm.issue_latency *= 4)
        same(&c, "unread", 24, ST_OK);
    c.sm.issue_latency = 4;
    result r = run(&c, 2, "unread", 24);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t cell[4];
        memcpy(cell, r.memory + i * CELL_BYTES, sizeof cell);
        CU_ASSERT_EQUAL(cell[1], i + 11);
        CU_ASSERT_EQUAL(cell[3], i / 32 % 2 ? i + 22 : 0);
    }
    forget(&r);
}

TEST(of_two_threads_faults_the_first_is_told)
{
    config c = machine_of(7);
    same(&c, "fault", 50, ST_INPUT);
}

TEST(two_threads_keep_the_cycle_limit)
{
    config c = machine_of(3);
    c.gpu.cycle_limit = 3001;
    same(&c, "race", 60, ST_CHECK);
    same(&c, "stores", 60, ST_CHECK);
}

static uint64_t counter(const result *r, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(r->stats, name));
}

// Each kernel runs twice, so that the limits lie in the first launch, at its end and in the second.
TEST(two_threads_cut_at_the_same_instruction)
{
    static const char *const kernels[] = {"race", "stores"};
    config c = machine_of(5);
    for (unsigned k = 0; k < 2; k++) {
        result whole = run(&c, 1, kernels[k], 40);
        const uint64_t n = counter(&whole, "thread_insns");
        const uint64_t limits[] = {1, n / 3, n / 2 + 1, n - 1, n};
        for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
            c.gpu.insn_limit = (uint32_t)limits[i];
            same(&c, kernels[k], 40, ST_OK);
            result cut = run(&c, 1, kernels[k], 40);
            shuffle_seed = 5 + i;
            result shuffled = run(&c, 1, kernels[k], 40);
            shuffle_seed = 0;
            CU_ASSERT_EQUAL(counter(&cut, "thread_insns"), limits[i] < n ? limits[i] : n);
            CU_ASSERT_EQUAL(counter(&cut, "cut"), limits[i] < n);
            CU_ASSERT(json_equal(cut.stats, shuffled.stats));
            forget(&shuffled);
            forget(&cut);
        }
        c.gpu.insn_limit = 0;
        forget(&whole);
    }
}

TEST(two_threads_give_the_same_with_l1d_lines_replaced_by_fills)
{
    config c = machine_of(6);
    c.l1d.allocate = ALLOCATE_FILL;
    c.l1d.global_write = L1_WRITE_BACK;
    same(&c, "stores", 24, ST_OK);
}

// What the comparisons above would find.
TEST(stores_that_are_published_late_give_another_result)
{
    config c = machine_of(5);
    result r = run(&c, 1, "stores", 24), late = {0};
    publish_late = true;
    late = run(&c, 1, "stores", 24);
    publish_late = false;
    CU_ASSERT(memcmp(r.memory, late.memory, sizeof r.memory) != 0);
    CU_ASSERT_FALSE(json_equal(r.stats, late.stats));
    forget(&r);
    forget(&late);
}

// ---- bit_history.h

TEST(a_history_has_the_new_value_from_its_tick_on_not_before)
{
    bit_history h = {0};
    uint32_t seen = 0, later = 0;
    bit_history_put(&h, false, 10);
    bit_history_put(&h, true, 12);
    bit_history_put(&h, false, 40);
    CU_ASSERT_TRUE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 9));
    CU_ASSERT_FALSE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 10));
    CU_ASSERT_FALSE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 11));
    CU_ASSERT_TRUE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 12));
    CU_ASSERT_TRUE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 39));
    CU_ASSERT_FALSE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 40));
    CU_ASSERT_FALSE(bit_history_at(&h, bit_history_receive(&h, &later), &later, 100));
}

TEST(a_history_read_seldom_is_still_right)
{
    bit_history h = {0};
    uint32_t seen = 0;
    for (uint64_t t = 0; t < 1000; t++) bit_history_put(&h, t % 2, t);
    CU_ASSERT_FALSE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 990));
    CU_ASSERT_TRUE(bit_history_at(&h, bit_history_receive(&h, &seen), &seen, 991));
}

UNIT_MAIN("gpu_threads", T(two_threads_give_the_statistics_and_the_memory_of_one),
          T(two_threads_give_the_same_with_mrpb), T(two_threads_give_the_same_with_uneven_clocks),
          T(two_threads_give_the_same_when_queues_are_short),
          T(two_threads_give_the_same_when_results_are_not_read),
          T(of_two_threads_faults_the_first_is_told), T(two_threads_keep_the_cycle_limit),
          T(two_threads_cut_at_the_same_instruction),
          T(two_threads_give_the_same_with_l1d_lines_replaced_by_fills),
          T(stores_that_are_published_late_give_another_result),
          T(a_history_has_the_new_value_from_its_tick_on_not_before),
          T(a_history_read_seldom_is_still_right))
