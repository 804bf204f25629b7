// test_ptx_mbarrier.c : barrier objects in shared memory: arrivals, phases, waits, tokens, drops.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

enum { THREADS = 96, WORDS = 4 * THREADS };

static uint32_t words[WORDS];

// Runs a body of THREADS threads, where %r1 is the thread, %l1 the array and %r2 the barrier's
// address. False: it did not end well.
static bool run(const char *body)
{
    static char text[OP_TEXT];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 A) {\n"
             ".reg .pred %%p<9>; .reg .b32 %%r<9>; .reg .b64 %%l<9>;\n"
             ".shared .align 8 .b64 bar; .shared .align 4 .b8 data[%d];\n"
             "mov.u32 %%r1, %%tid.x; ld.param.u64 %%l1, [A]; mul.wide.u32 %%l2, %%r1, 4;\n"
             "add.u64 %%l1, %%l1, %%l2; mov.u32 %%r2, bar;\n"
             "mov.u32 %%r3, data; shl.b32 %%r4, %%r1, 2; add.u32 %%r3, %%r3, %%r4;\n"
             "setp.eq.u32 %%p1, %%r1, 0;\n%s\nret; }\n",
             4 * THREADS + 4, body);
    err e = {0};
    ptx_module *m = op_load(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    devmem *mem = devmem_new(0xC0000000, &e);
    uint64_t a = 0;
    devmem_alloc(mem, sizeof words, &a, &e);
    const ptx_launch l = {.grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .params = &a};
    driver d = {0};
    CU_ASSERT_EQUAL_FATAL(
        ptx_launch_begin(&d.f, ptx_find(m, "k", &e), mem, &l, 1, DRIVER_SLOTS, 48, &e), ST_OK);
    const bool done = driver_run(&d, &e) == ST_OK;
    memcpy(words, devmem_at(mem, a, sizeof words), sizeof words);
    ptx_launch_end(&d.f);
    devmem_free(mem);
    ptx_free(m);
    err_free(&e);
    return done;
}

#define INIT(COUNT) "@%p1 mbarrier.init.shared.b64 [bar], " COUNT "; bar.sync 0;\n"

// Each thread reads what its neighbour in another warp wrote before it arrived, in two phases.
TEST(mbarrier_waits_for_all_arrivals)
{
    CU_ASSERT(
        run(INIT("96") "st.shared.u32 [%r3], %r1;\n"
                       "mbarrier.arrive.shared::cta.b64 %l3, [%r2];\n"
                       "L: mbarrier.test_wait.shared.b64 %p2, [bar], %l3; @!%p2 bra L;\n"
                       "add.u32 %r5, %r1, 32; rem.u32 %r5, %r5, 96; shl.b32 %r5, %r5, 2;\n"
                       "mov.u32 %r6, data; add.u32 %r5, %r5, %r6; ld.shared.u32 %r7, [%r5];\n"
                       "mbarrier.arrive.release.cta.shared.b64 _, [bar];\n"
                       "M: mbarrier.try_wait.parity.acquire.cta.shared.b64 %p2, [%r2], 1, 99;\n"
                       "@!%p2 bra M; add.u32 %r7, %r7, 1000; st.shared.u32 [%r3], %r7;\n"
                       "ld.shared.u32 %r7, [%r3]; st.global.u32 [%l1], %r7;\n"));
    for (uint32_t i = 0; i < THREADS; i++) CU_ASSERT_EQUAL(words[i], (i + 32) % THREADS + 1000);
}

// One thread alone sees each step: counts that are left, the phase that ends, fewer to wait for.
TEST(mbarrier_counts_down_and_drops)
{
    static const uint32_t want[] = {5, 3, 0, 1, 4, 0, 3, 1};
    CU_ASSERT(run("@!%p1 ret; mov.u32 %r5, 5; mbarrier.init.shared.b64 [%r2], %r5;\n"
                  "mov.u64 %l4, bar; cvta.shared.u64 %l4, %l4;\n"
                  "mbarrier.arrive.b64 %l3, [%l4], 2;\n" // generic
                  "mbarrier.pending_count.b64 %r6, %l3; st.global.u32 [%l1], %r6;\n"
                  "mbarrier.arrive_drop.shared.b64 %l5, [bar];\n"
                  "mbarrier.pending_count.b64 %r6, %l5; st.global.u32 [%l1+4], %r6;\n"
                  "mbarrier.test_wait.shared.b64 %p2, [bar], %l3;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1+8], %r6;\n"
                  "mbarrier.arrive.noComplete.shared.b64 %l6, [bar], 1;\n"
                  "mbarrier.arrive.shared.b64 %l6, [bar];\n" // the fifth
                  "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1+12], %r6;\n"
                  "mbarrier.arrive.shared.b64 %l6, [bar];\n" // of four
                  "mbarrier.pending_count.b64 %r6, %l6; st.global.u32 [%l1+16], %r6;\n"
                  "mbarrier.test_wait.shared.b64 %p2, [bar], %l6;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1+20], %r6;\n"
                  "cp.async.mbarrier.arrive.shared.b64 [bar];\n" // changes nothing
                  "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n"
                  "mbarrier.arrive.shared.b64 %l6, [bar], 2; mbarrier.pending_count.b64 %r6, %l6;\n"
                  "add.u32 %r6, %r6, 1; st.global.u32 [%l1+24], %r6;\n"
                  "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1+28], %r6;\n"
                  "mbarrier.inval.shared.b64 [bar];\n"));
    for (uint32_t i = 0; i < sizeof want / sizeof want[0]; i++) CU_ASSERT_EQUAL(words[i], want[i]);
}

// A parity names the phase before one that has its lowest bit: of a new barrier parity 1 is over
// and 0 is not, after one phase the reverse, after two as at first.
TEST(mbarrier_parities_alternate)
{
    CU_ASSERT(run("@!%p1 ret; mbarrier.init.shared.b64 [bar], 1; mov.u32 %r5, 0;\n"
                  "L: mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1], %r6;\n"
                  "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;\n"
                  "selp.u32 %r6, 1, 0, %p2; st.global.u32 [%l1+4], %r6;\n"
                  "mbarrier.arrive.shared.b64 _, [bar]; add.u64 %l1, %l1, 8;\n"
                  "add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 4; @%p3 bra L;\n"));
    for (uint32_t phase = 0; phase < 4; phase++) {
        CU_ASSERT_EQUAL(words[2 * phase], phase % 2);
        CU_ASSERT_EQUAL(words[2 * phase + 1], 1 - phase % 2);
    }
}

// Counts have 20 bits.
TEST(mbarrier_counts_are_large)
{
    CU_ASSERT(run("@!%p1 ret; mbarrier.init.shared.b64 [bar], 1048575;\n"
                  "mbarrier.arrive.shared.b64 %l3, [bar], 1000000;\n"
                  "mbarrier.arrive.shared.b64 %l4, [bar];\n"
                  "mbarrier.pending_count.b64 %r6, %l3; mbarrier.pending_count.b64 %r7, %l4;\n"
                  "st.global.v2.u32 [%l1], {%r6, %r7};\n"));
    CU_ASSERT_EQUAL(words[0], 1048575);
    CU_ASSERT_EQUAL(words[1], 48575);
}

TEST(mbarrier_forms_that_are_not_here_are_refused)
{
    static const char *const wrong[] = {"mbarrier.init.shared.b64 [bar];",
                                        "mbarrier.init.shared.b64 [bar], 1, 2;",
                                        "mbarrier.inval.shared.b64 [bar], 1;",
                                        "mbarrier.arrive.noinc.shared.b64 _, [bar];",
                                        "mbarrier.arrive.shared::cluster.b64 _, [bar];",
                                        "mbarrier.arrive.shared.b64 %l1;",
                                        "mbarrier.test_wait.shared.b64 %p1, [bar];",
                                        "mbarrier.pending_count.b64 %r1, %l1, 1;",
                                        "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 4;"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[512];
        err e = {0};
        snprintf(text, sizeof text,
                 ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n"
                 ".reg .pred %%p<2>; .reg .b32 %%r<2>; .reg .b64 %%l<2>; .shared .b64 bar;\n"
                 "%s\nret;\n}\n",
                 wrong[i]);
        ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
        CU_ASSERT(m && !ptx_find(m, "k", &e));
        const bool told =
            e.text && strstr(e.text, "t.ptx:6:1: error: instruction is not supported");
        if (!told) printf("# %s %s\n", wrong[i], e.text ? e.text : "taken");
        CU_ASSERT(told);
        err_free(&e);
        ptx_free(m);
    }
}

UNIT_MAIN("ptx_mbarrier", T(mbarrier_waits_for_all_arrivals), T(mbarrier_counts_down_and_drops),
          T(mbarrier_parities_alternate), T(mbarrier_counts_are_large),
          T(mbarrier_forms_that_are_not_here_are_refused))
