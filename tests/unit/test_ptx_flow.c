// test_ptx_flow.c : divergence, reconvergence, exits, tables, barriers: results and active lanes.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/trace.h"

TEST(if_else_splits_and_joins)
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 10; @%p1 bra THEN;\n"
        "mov.u32 %r8, 1; bra.uni JOIN;\n"
        "THEN: mov.u32 %r8, 2;\n"
        "JOIN: add.u32 %r8, %r8, 10;\n"
        "st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.masks[1], 0xfffffc00);
    CU_ASSERT_EQUAL(t.masks[2], 0x000003ff);
    CU_ASSERT_EQUAL(t.masks[3], 0xffffffff);
    CU_ASSERT_EQUAL(t.count[3], 1);
    CU_ASSERT_EQUAL(t.out[9], 12);
    CU_ASSERT_EQUAL(t.out[10], 11);
}

TEST(loop_runs_as_long_as_its_slowest_lane)
{
    trace t;
    run(&t,
        "LOOP: add.u32 %r8, %r8, 1;\n"
        "setp.le.u32 %p1, %r8, %r1;\n"
        "@%p1 bra LOOP;\n"
        "st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.count[0], 32);
    CU_ASSERT_EQUAL(t.masks[0], 0x80000000);
    CU_ASSERT_EQUAL(t.masks[3], 0xffffffff);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i + 1);
}

TEST(lanes_that_exit_do_not_come_back)
{
    trace t;
    run(&t,
        "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 1; @%p1 exit;\n"
        "mov.u32 %r8, 5;\n"
        "setp.lt.u32 %p2, %r1, 16; @!%p2 bra END;\n"
        "ret;\n"
        "END: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.masks[1], 0x55555555);
    CU_ASSERT_EQUAL(t.masks[4], 0x55550000);
    CU_ASSERT_EQUAL(t.out[16], 5);
    CU_ASSERT_EQUAL(t.out[15], 0);
    CU_ASSERT_EQUAL(t.out[17], 0);
}

TEST(exit_of_all_lanes_of_one_path_resumes_the_other)
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 4; @%p1 bra OTHER;\n"
        "st.global.u32 [%l1], 7; exit;\n"
        "OTHER: st.global.u32 [%l1], 8; exit;\n",
        32);
    CU_ASSERT_EQUAL(t.out[3], 8);
    CU_ASSERT_EQUAL(t.out[4], 7);
}

TEST(last_warp_of_a_block_starts_with_its_threads_only)
{
    trace t;
    run(&t, "st.global.u32 [%l1], 1;\nret;\n", 13);
    CU_ASSERT_EQUAL(t.masks[0], 0x1fff);
}

TEST(guard_false_for_all_lanes_still_issues)
{
    trace t;
    run(&t,
        "setp.gt.u32 %p1, %r1, 99;\n@%p1 mov.u32 %r8, 9;\n@%p1 bra FAR;\n@!%p1 add.u32 %r8, %r8, "
        "4;\nFAR: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.count[1], 1);
    CU_ASSERT_EQUAL(t.masks[1], 0);
    CU_ASSERT_EQUAL(t.out[5], 4);
}

TEST(break_and_continue_join_at_their_own_places)
{
    trace t;
    run(&t,
        "mov.u32 %r2, 0;\n"
        "HEAD: setp.eq.u32 %p1, %r2, %r1; @%p1 bra OUT;\n"               // break
        "and.b32 %r3, %r2, 1; setp.eq.u32 %p2, %r3, 0; @%p2 bra NEXT;\n" // continue
        "add.u32 %r8, %r8, 1;\n"
        "NEXT: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 20; @%p3 bra HEAD;\n"
        "OUT: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.masks[5], 0xffffffff);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], (i < 20 ? i : 20) / 2);
}

TEST(unstructured_jump_into_the_other_arm)
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 16; @%p1 bra LEFT;\n"
        "or.b32 %r8, %r8, 1; and.b32 %r2, %r1, 1; setp.eq.u32 %p2, %r2, 0; @%p2 bra MIDDLE; "
        "bra.uni END;\n"
        "LEFT: or.b32 %r8, %r8, 2;\n"
        "MIDDLE: or.b32 %r8, %r8, 4;\n"
        "END: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[0], 6);
    CU_ASSERT_EQUAL(t.out[16], 5);
    CU_ASSERT_EQUAL(t.out[17], 1);
    CU_ASSERT_EQUAL(t.masks[4], 0xffffffff);
}

TEST(every_lane_on_its_own_path) // a chain of 31 splits: the stack's worst case
{
    static char body[OP_TEXT / 2];
    trace t;
    size_t n = 0;
    for (unsigned i = 0; i < 31; i++) {
        n += (size_t)snprintf(body + n, sizeof body - n,
                              "setp.eq.u32 %%p1, %%r1, %u; @%%p1 bra L%u; add.u32 %%r8, %%r8, 1;\n",
                              i, i);
    }
    for (unsigned i = 31; i-- > 0;)
        n += (size_t)snprintf(body + n, sizeof body - n, "L%u: add.u32 %%r8, %%r8, 100;\n", i);
    snprintf(body + n, sizeof body - n, "st.global.u32 [%%l1], %%r8; ret;\n");
    run(&t, body, 32);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], i + 100 * (i < 31 ? i + 1 : 31));
    CU_ASSERT_EQUAL(t.masks[62], 0xffffffff);
}

TEST(nested_splits_both_ways) // a binary tree of branches, five deep, joined in reverse order
{
    static char body[OP_TEXT / 2];
    trace t;
    size_t n = 0;
    for (unsigned i = 0; i < 5; i++)
        n += (size_t)snprintf(body + n, sizeof body - n,
                              "and.b32 %%r2, %%r1, %u; setp.ne.u32 %%p%u, %%r2, 0; @%%p%u bra T%u; "
                              "add.u32 %%r8, %%r8, %u; T%u:\n",
                              1u << i, i, i, i, 1u << i, i);
    snprintf(body + n, sizeof body - n, "st.global.u32 [%%l1], %%r8; ret;\n");
    run(&t, body, 32);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 31 - i);
}

TEST(branch_table_goes_everywhere_and_joins)
{
    trace t;
    run(&t,
        "TS: .branchtargets C0, C1, C2, C0; and.b32 %r2, %r1, 3;\n"
        "brx.idx %r2, TS;\n"
        "C0: mov.u32 %r8, 10; bra.uni J;\n"
        "C1: mov.u32 %r8, 11; bra.uni J;\n"
        "C2: mov.u32 %r8, 12;\n"
        "J: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.masks[2], 0x99999999);
    CU_ASSERT_EQUAL(t.masks[4], 0x44444444);
    CU_ASSERT_EQUAL(t.masks[5], 0xffffffff);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 10 + i % 4 % 3);
}

TEST(guarded_branch_table_leaves_the_others_behind)
{
    trace t;
    run(&t,
        "TS: .branchtargets C0, C1; and.b32 %r2, %r1, 1; setp.lt.u32 %p1, %r1, 8;\n"
        "@%p1 brx.idx %r2, TS;\n"
        "mov.u32 %r8, 9; bra.uni J;\n"
        "C0: mov.u32 %r8, 10; bra.uni J;\n"
        "C1: mov.u32 %r8, 11;\n"
        "J: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.masks[2], 0xffffff00);
    CU_ASSERT_EQUAL(t.masks[3], 0x55);
    CU_ASSERT_EQUAL(t.masks[5], 0xffffffff);
    CU_ASSERT_EQUAL(t.out[7], 11);
}

TEST(body_without_ret_ends_at_its_brace)
{
    trace t;
    run(&t, "setp.lt.u32 %p1, %r1, 3; @%p1 bra END;\nst.global.u32 [%l1], 4;\nEND:\n", 32);
    CU_ASSERT_EQUAL(t.out[2], 0);
    CU_ASSERT_EQUAL(t.out[3], 4);
}

TEST(votes_count_active_lanes_only)
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 8; setp.lt.u32 %p2, %r1, 4; @!%p1 bra OUT;\n"
        "vote.ballot.b32 %r8, %p2; vote.all.pred %p3, %p1; selp.u32 %r2, 256, 0, %p3; or.b32 %r8, "
        "%r8, %r2;\n"
        "activemask.b32 %r3; shl.b32 %r3, %r3, 16; or.b32 %r8, %r8, %r3;\n"
        "OUT: vote.sync.any.pred %p4, %p2, 0xffffffff; @%p4 st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[0], 0x00ff010f);
    CU_ASSERT_EQUAL(t.out[31], 0);
}

TEST(shuffles_by_mode_and_segment)
{
    trace t;
    run(&t,
        "shfl.up.b32 %r2|%p1, %r1, 1, 0; selp.u32 %r8, %r2, 99, %p1;\nst.global.u32 [%l1], %r8; "
        "ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[0], 99);
    CU_ASSERT_EQUAL(t.out[31], 30);
    run(&t,
        "shfl.down.b32 %r2|%p1, %r1, 2, 0x1807; selp.u32 %r8, %r2, 99, %p1;\nst.global.u32 [%l1], "
        "%r8; ret;\n",
        32); // segments of 8
    CU_ASSERT_EQUAL(t.out[5], 7);
    CU_ASSERT_EQUAL(t.out[6], 99);
    CU_ASSERT_EQUAL(t.out[8], 10);
    run(&t, "shfl.sync.idx.b32 %r8, %r1, 3, 0x1c1f, -1;\nst.global.u32 [%l1], %r8; ret;\n",
        32); // segments of 4
    CU_ASSERT_EQUAL(t.out[13], 15);
    run(&t,
        "mov.u32 %r8, 77; setp.ge.u32 %p1, %r1, 8;\n@%p1 bra OUT;\n"
        "shfl.sync.down.b32 %r8, %r1, 4, 31, 255;\nOUT: st.global.u32 [%l1], %r8; ret;\n",
        32); // lanes 8 and up do not take part
    CU_ASSERT(t.out[3] == 7 && t.out[4] == 0 && t.out[7] == 0 && t.out[8] == 77);
    run(&t, "shfl.bfly.b32 %r1, %r1, 5, 31;\nst.global.u32 [%l1], %r1; ret;\n", 32);
    CU_ASSERT_EQUAL(t.out[9], 12);
}

TEST(barrier_orders_shared_memory_between_warps)
{
    trace t;
    run(&t,
        ".shared .align 4 .b8 s[512]; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r3, %r3, %r2; "
        "mul.lo.u32 %r4, %r1, 3;\n"
        "st.shared.u32 [%r3], %r4;\n"
        "bar.sync 0;\n"
        "mov.u32 %r5, s; sub.u32 %r6, 508, %r2; add.u32 %r5, %r5, %r6; ld.shared.u32 %r8, [%r5];\n"
        "st.global.u32 [%l1], %r8; ret;\n",
        128);
    for (unsigned i = 0; i < 128; i++) CU_ASSERT_EQUAL(t.out[i], 3 * (127 - i));
}

TEST(barriers_by_number_and_count_pass_work_on) // warps 0, 1 produce (arrive), 2, 3 consume (sync);
                                                // barrier 1 has 128 threads
{
    trace t;
    run(&t,
        ".shared .align 4 .b8 s[256]; and.b32 %r2, %r1, 63; shl.b32 %r2, %r2, 2; mov.u32 %r3, s; "
        "add.u32 %r3, %r3, %r2; setp.lt.u32 %p1, %r1, 64; @%p1 bra P;\n"
        "bar.sync 1, 128; ld.shared.u32 %r8, [%r3]; st.global.u32 [%l1], %r8; ret;\n"
        "P: add.u32 %r4, %r1, 500; st.shared.u32 [%r3], %r4; barrier.cta.arrive.aligned 1, 128; "
        "bar.sync 2, 64; ret;\n",
        128);
    for (unsigned i = 64; i < 128; i++) CU_ASSERT_EQUAL(t.out[i], 500 + i - 64);
}

TEST(barrier_of_no_lane_waits_for_nobody)
{
    trace t;
    run(&t, "setp.gt.u32 %p1, %r1, 63; @%p1 bar.sync 0, 32;\nst.global.u32 [%l1], 3; ret;\n", 96);
    CU_ASSERT_EQUAL(t.out[95], 3);
}

TEST(barrier_reductions_count_the_whole_block) // 80 threads: the last warp has 16
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 70; bar.red.popc.u32 %r2, 3, %p1; bar.red.popc.u32 %r3, 3, !%p1; "
        "bar.red.and.pred %p2, 4, %p1; bar.red.or.pred %p3, 4, !%p1;\n"
        "setp.lt.u32 %p4, %r1, 80; barrier.cta.red.and.aligned.pred %p5, 5, %p4; bar.red.or.pred "
        "%p6, 5, !%p4;\n"
        "selp.u32 %r4, 1, 0, %p2; selp.u32 %r5, 2, 0, %p3; selp.u32 %r6, 4, 0, %p5; selp.u32 %r7, "
        "8, 0, %p6; or.b32 %r4, %r4, %r5; or.b32 %r4, %r4, %r6; or.b32 %r4, %r4, %r7;\n"
        "mad.lo.u32 %r8, %r2, 1000, %r3; mad.lo.u32 %r8, %r8, 100, %r4; st.global.u32 [%l1], %r8; "
        "ret;\n",
        80);
    for (unsigned i = 0; i < 80; i++) CU_ASSERT_EQUAL(t.out[i], (70 * 1000 + 10) * 100 + 6);
}

TEST(barrier_reduction_is_complete_when_a_warp_exits_instead)
{
    trace t;
    run(&t,
        "setp.lt.u32 %p1, %r1, 32; setp.ge.u32 %p2, %r1, 0; @%p1 bra W;\nmov.u32 %r2, 1; mov.u32 "
        "%r2, 2; ret;\nW: bar.red.popc.u32 %r8, 0, %p2; st.global.u32 [%l1], %r8; ret;\n",
        96);
    CU_ASSERT_EQUAL(t.out[31], 32);
}

// Lane 6 of each even path leaves for the end, so that both paths meet nowhere before it: not at
// the barrier either.
TEST(paths_that_meet_nowhere_pass_a_barrier_as_one)
{
    trace t;
    run(&t,
        ".shared .align 4 .b8 s[256]; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2; "
        "st.shared.u32 [%r4], 100; and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 1; @%p1 bra ODD;\n"
        "setp.eq.u32 %p2, %r1, 6; mov.u32 %r8, 777; @%p2 bra END; add.u32 %r6, %r1, 1; bra MEET;\n"
        "ODD: add.u32 %r6, %r1, 1001;\n"
        "MEET: st.shared.u32 [%r4], %r6;\n"
        "bar.sync 0;\n"
        "add.u32 %r7, %r1, 1; and.b32 %r7, %r7, 63; shl.b32 %r7, %r7, 2; add.u32 %r7, %r3, %r7; "
        "ld.shared.u32 %r8, [%r7];\n"
        "END: st.global.u32 [%l1], %r8; ret;\n",
        64);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned of = (i + 1) % 64, there = of == 6 ? 100 : of % 2 ? of + 1001 : of + 1;
        CU_ASSERT_EQUAL(t.out[i], i == 6 ? 777 : there);
    }
    CU_ASSERT_EQUAL(t.count[4], 2); // a warp each
    CU_ASSERT_EQUAL(t.masks[4] | 1u << 6, 0xffffffff);
}

// Three such paths, one of them in a nested branch and one in a loop; what waits below the
// barrier's paths still comes to its turn.
TEST(paths_that_meet_nowhere_reduce_as_one)
{
    trace t;
    run(&t,
        "and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 1; setp.lt.u32 %p3, "
        "%r1, 40; setp.eq.u32 %p4, %r1, 8; @%p1 bra EVEN;\n"
        "@%p2 bra LOOP; mov.u32 %r3, 3; bra MEET;\n"
        "EVEN: mov.u32 %r3, 0; @%p4 bra END; bra MEET;\n"
        "LOOP: add.u32 %r3, %r3, 1; setp.lt.u32 %p5, %r3, %r1; @%p5 bra LOOP; setp.eq.u32 %p6, "
        "%r1, 13; @%p6 bra END;\n"
        "MEET: bar.red.popc.u32 %r8, 1, %p3;\n"
        "bar.red.popc.u32 %r4, 1, !%p3; mad.lo.u32 %r8, %r8, 100, %r4;\n"
        "END: st.global.u32 [%l1], %r8; ret;\n",
        96);
    for (unsigned i = 0; i < 96; i++)
        CU_ASSERT_EQUAL(t.out[i], i == 8 || i == 13 ? 0 : 38 * 100 + 56);
}

TEST(barriers_that_cannot_be_are_named)
{
    trace t;
    run_after(&t, "", "bar.sync 1, 48;\nret;\n", 96);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        t.message, "op.ptx:6:1: error: kernel 'k', CTA (0,0,0), thread (0,0,0) waits at a barrier "
                   "for 48 threads: must be a multiple of 32, at most the CTA's 96"));
    run_after(&t, "", "bar.sync 1, 96; bar.sync 1, 128;\nret;\n", 96);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "waits at a barrier for 128 threads"));
    run_after(&t, "", "mov.u32 %r2, 16; bar.sync %r2;\nret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(t.message, "thread (0,0,0) names barrier 16: must be one of 0..15"));
    run_after(&t, "", "bar.sync %r1;\nret;\n", 32);
    CU_ASSERT_PTR_NOT_NULL(strstr(t.message, "thread (1,0,0) names barrier 1"));
}

TEST(match_finds_lanes_with_the_same_value)
{
    trace t;
    run(&t,
        "and.b32 %r2, %r1, 3; match.any.sync.b32 %r8, %r2, 0xffffffff; st.global.u32 [%l1], %r8; "
        "ret;\n",
        32);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 0x11111111u << (i & 3));
    run(&t,
        "cvt.u64.u32 %l3, %r1; shl.b64 %l3, %l3, 40; and.b64 %l3, %l3, 0x10000000000; "
        "match.any.sync.b64 %r8, %l3, 0x0000ffff; st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[0], 0x5555);
    CU_ASSERT_EQUAL(t.out[1], 0xaaaa);
    run(&t,
        "shr.u32 %r2, %r1, 4; match.all.sync.b32 %r3|%p1, %r2, -1; match.all.sync.b32 %r4|%p2, 7, "
        "-1; selp.u32 %r5, 1, 2, %p1; selp.u32 %r6, 4, 8, %p2;\n"
        "or.b32 %r8, %r5, %r6; add.u32 %r8, %r8, %r3; add.u32 %r8, %r8, %r4; st.global.u32 [%l1], "
        "%r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[9], 6 + 0xffffffff);
}

TEST(redux_and_elect_take_members_only)
{
    trace t;
    run(&t,
        "sub.u32 %r2, %r1, 10; redux.sync.add.s32 %r3, %r2, -1; redux.sync.min.s32 %r4, %r2, -1; "
        "redux.sync.min.u32 %r5, %r2, -1; redux.sync.max.u32 %r6, %r2, 0xff000000;\n"
        "mad.lo.u32 %r8, %r3, 7, %r4; mad.lo.u32 %r8, %r8, 31, %r5; mad.lo.u32 %r8, %r8, 31, %r6; "
        "st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[30], (uint32_t)(((496 - 320) * 7 - 10) * 31 * 31 + 0 * 31 + 21));
    run(&t,
        "redux.sync.or.b32 %r3, %r1, 0x6; redux.sync.and.b32 %r4, %r1, 0xc000; redux.sync.xor.b32 "
        "%r5, %r1, 0x30; setp.gt.u32 %p1, %r1, 4; @!%p1 bra E;\n"
        "elect.sync %r6|%p2, 0xffffffe0; @!%p2 bra E; mad.lo.u32 %r8, %r3, 100, %r4; mad.lo.u32 "
        "%r8, %r8, 100, %r5; mad.lo.u32 %r8, %r8, 100, %r6; E: st.global.u32 [%l1], %r8; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[5], ((3 * 100 + 14) * 100 + 1) * 100 + 5);
    CU_ASSERT_EQUAL(t.out[6], 0);
}

TEST(groups_of_a_warp_that_name_different_members_meet_apart)
{
    static const char *const ops[][2] = {
        {"setp.eq.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r8, %p1, %r3;", "8 0"},
        {"setp.eq.u32 %p1, %r1, 3; vote.sync.any.pred %p2, %p1, %r3; selp.u32 %r8, 7, 9, %p2;",
         "7 9"},
        {"shr.u32 %r8, %r1, 4; match.any.sync.b32 %r8, %r8, %r3;", "65535 4294901760"},
        {"shr.u32 %r2, %r1, 4; match.all.sync.b32 %r8, %r2, %r3;", "65535 4294901760"},
        {"redux.sync.add.u32 %r8, %r1, %r3;", "120 376"},
        {"elect.sync %r8|%p1, %r3;", "0 16"}};
    for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++) {
        trace t;
        char body[256], got[32];
        snprintf(body, sizeof body,
                 "setp.lt.u32 %%p3, %%r1, 16; selp.b32 %%r3, 0x0000ffff, 0xffff0000, %%p3; %s "
                 "st.global.u32 [%%l1], %%r8; ret;\n",
                 ops[k][0]);
        run(&t, body, 32);
        snprintf(got, sizeof got, "%u %u", t.out[5], t.out[21]);
        CU_ASSERT_STRING_EQUAL(got, ops[k][1]);
    }
}

TEST(match_may_write_what_it_reads)
{
    trace t;
    run(&t,
        "and.b32 %r8, %r1, 1; match.any.sync.b32 %r8, %r8, -1; st.global.u32 [%l1], %r8; ret;\n",
        32);
    for (unsigned i = 0; i < 32; i++) CU_ASSERT_EQUAL(t.out[i], 0x55555555u << (i & 1));
}

TEST(clocks_tell_the_cycle_of_their_issue)
{
    trace t;
    const char *body =
        "mov.u32 %r2, %clock; mov.u64 %l3, %clock64; mov.u64 %l4, %globaltimer; mov.u32 %r3, "
        "%clock_hi; sub.u64 %l4, %l4, %l3; cvt.u32.u64 %r4, %l4; cvt.u32.u64 %r5, %l3;\n"
        "sub.u32 %r5, %r5, %r2; mad.lo.u32 %r8, %r4, 1000, %r5; add.u32 %r8, %r8, %r3; "
        "st.global.u32 [%l1], %r8; ret;\n";
    run(&t, body, 64);
    CU_ASSERT_EQUAL(t.out[0], 32 * 1000 + 32 + 5); // two warps take turns
    CU_ASSERT_EQUAL(t.out[63], t.out[0]);
}

TEST(hints_do_nothing)
{
    trace t;
    run(&t,
        "prefetch.global.L2 [%l1]; prefetchu.L1 [%l1]; prefetch.L1 [%l1+64]; discard.global.L2 "
        "[%l1], 128; applypriority.global.L2::evict_normal [%l1], 128; nanosleep.u32 100;\n"
        "st.global.u32 [%l1], 5; ret;\n",
        32);
    CU_ASSERT_EQUAL(t.out[31], 5);
}

UNIT_MAIN("ptx_flow", T(if_else_splits_and_joins), T(loop_runs_as_long_as_its_slowest_lane),
          T(lanes_that_exit_do_not_come_back), T(exit_of_all_lanes_of_one_path_resumes_the_other),
          T(last_warp_of_a_block_starts_with_its_threads_only),
          T(guard_false_for_all_lanes_still_issues), T(break_and_continue_join_at_their_own_places),
          T(unstructured_jump_into_the_other_arm), T(every_lane_on_its_own_path),
          T(nested_splits_both_ways), T(branch_table_goes_everywhere_and_joins),
          T(guarded_branch_table_leaves_the_others_behind), T(body_without_ret_ends_at_its_brace),
          T(votes_count_active_lanes_only), T(shuffles_by_mode_and_segment),
          T(barrier_orders_shared_memory_between_warps),
          T(barriers_by_number_and_count_pass_work_on), T(barrier_of_no_lane_waits_for_nobody),
          T(barrier_reductions_count_the_whole_block),
          T(barrier_reduction_is_complete_when_a_warp_exits_instead),
          T(paths_that_meet_nowhere_pass_a_barrier_as_one),
          T(paths_that_meet_nowhere_reduce_as_one), T(barriers_that_cannot_be_are_named),
          T(match_finds_lanes_with_the_same_value), T(redux_and_elect_take_members_only),
          T(groups_of_a_warp_that_name_different_members_meet_apart),
          T(match_may_write_what_it_reads), T(clocks_tell_the_cycle_of_their_issue),
          T(hints_do_nothing))
