// test_sm_gate.c : schedulers and issue gates in an SM: nothing hangs, what is cut, and time
// skipped changes nothing.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

static const step with_barriers[] = {
    LOAD(1, 9, .base = 0xC0000000, .warp_stride = 128, .round_stride = 4096), ALU(2, 1), BARRIER(),
    ALU(3, 2), LOOP(0, 8)};

TEST(swl_of_one_finishes_with_barriers)
{
    static const sched_kind bases[] = {SCHED_RR, SCHED_GTO, SCHED_TWO_LEVEL};
    for (unsigned k = 0; k < 3; k++) {
        config c = one_sm();
        c.sm.scheduler = bases[k];
        c.sm.gate = GATE_SWL;
        c.sm.swl_warps = 1;
        script s = script_of(with_barriers, .ctas = 12, .warps = 6);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        CU_ASSERT_EQUAL(count_of(&r, NULL, "warp_insns"), 12 * 6 * 5 * 9);
        CU_ASSERT(count_of(&r, "sm", "stall_gate") > 0);
        run_end(&r, &s);
    }
}

// Between two issues of a scheduler that come from different warps, under SWL 1 and without
// barriers, the first warp has exited.
TEST(swl_of_one_runs_warp_after_warp)
{
    static const step prog[] = {ALU(1, 2), ALU(3, 1), ALU(4, 3), LOOP(0, 4)};
    config c = one_sm();
    c.sm.gate = GATE_SWL;
    c.sm.swl_warps = 1;
    c.sm.schedulers = 1;
    script s = script_of(prog, .ctas = 1, .warps = 8);
    run r = run_script(&c, NULL, &s);
    unsigned changes = 0, last = 0;
    for (unsigned k = 0; k < s.n_log; k++) {
        if (s.log[k].step == UINT32_MAX) continue;
        changes += s.log[k].warp != last;
        last = s.log[k].warp;
    }
    CU_ASSERT_EQUAL(changes, 7);
    run_end(&r, &s);
}

// Four CTAs of six warps on two schedulers: at most 12 a scheduler. A limit of 12 is none, one of
// 11 holds one warp of each back.
TEST(a_limit_that_is_not_reached_changes_nothing)
{
    uint64_t cycles[3];
    static const unsigned limits[] = {0, 12, 11};
    for (unsigned k = 0; k < 3; k++) {
        config c = one_sm();
        c.sm.scheduler = SCHED_RR;
        c.sm.gate = k ? GATE_SWL : GATE_NONE;
        c.sm.swl_warps = limits[k];
        script s = script_of(with_barriers, .ctas = 4, .warps = 6);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        cycles[k] = count_of(&r, NULL, "cycles");
        CU_ASSERT_EQUAL(count_of(&r, "sm", "over_limit"), k == 2 ? 2 : 0);
        run_end(&r, &s);
    }
    CU_ASSERT_EQUAL(cycles[1], cycles[0]);
}

// 32 warps walk each over 8 lines again and again: 256 lines in a cache of 128. With CCWS locality
// is found lost, loads are cut, and fewer of them miss.
TEST(ccws_finds_lost_locality_and_keeps_it)
{
    static const step prog[] = {
        LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 1024), ALU(2, 1),
        LOOP(0, 40)};
    step one[3];
    memcpy(one, prog, sizeof one);
    one[0].lanes = 0xff; // 8 lines
    uint64_t misses[2];
    for (unsigned k = 0; k < 2; k++) {
        config c = one_sm();
        c.l1d.index = INDEX_LINEAR;
        c.sm.scheduler = SCHED_RR;
        c.sm.gate = k ? GATE_CCWS : GATE_NONE;
        script s = script_of(one, .ctas = 1, .warps = 32);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        misses[k] = count_of(&r, "l1d", "read_misses");
        CU_ASSERT((count_of(&r, "sm", "lost_locality") > 0) == (k == 1));
        CU_ASSERT((count_of(&r, "sm", "stall_gate") > 0) == (k == 1));
        run_end(&r, &s);
    }
    CU_ASSERT(misses[1] < misses[0] / 2);
}

TEST(two_level_leaves_a_ready_warp_outside_its_set)
{
    static const step prog[] = {ALU(1, 9), ALU(2, 9), ALU(3, 9), ALU(4, 9), LOOP(0, 3)};
    config c = one_sm();
    c.sm.scheduler = SCHED_TWO_LEVEL;
    c.sm.active_warps = 2;
    c.sm.schedulers = 1;
    script s = script_of(prog, .ctas = 1, .warps = 4);
    run r = run_script(&c, NULL, &s);
    uint64_t end[4] = {0}, begin[4];
    for (unsigned w = 0; w < 4; w++) {
        end[w] = issued_at(&s, w, 4, 3);
        begin[w] = issued_at(&s, w, 0, 0);
    }
    CU_ASSERT(end[0] && end[1]);
    CU_ASSERT(begin[2] > end[0] ||
              begin[2] > end[1]); // nothing waits for long here: a place is free when a warp exits
    CU_ASSERT(begin[3] > end[0] && begin[3] > end[1]);
    run_end(&r, &s);
}

TEST(two_level_takes_another_when_a_load_makes_one_wait)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .warp_stride = 128), ALU(2, 1)};
    config c = one_sm();
    c.sm.scheduler = SCHED_TWO_LEVEL;
    c.sm.active_warps = 1;
    c.sm.schedulers = 1;
    script s = script_of(prog, .ctas = 1, .warps = 4);
    run r = run_script(&c, NULL, &s);
    for (unsigned w = 1; w < 4; w++)
        CU_ASSERT(issued_at(&s, w, 0, 0) <
                  issued_at(&s, 0, 1, 0)); // all loads before the first use
    run_end(&r, &s);
}

// Statistics of a run, whatever is evaluated when.
static json_t *statistics(const config *c, gpu_hooks h)
{
    static const step prog[] = {
        PARAM(5),
        LOAD(1, 9, .base = 0xC0000000, .lane_stride = 64, .warp_stride = 512, .round_stride = 64),
        ALU(2, 1),
        SHARED(3, 2, .lane_stride = 8),
        BARRIER(),
        ALU_LAT(4, 3, LAT_fp_div, UNIT_SFU),
        STORE(4, 2, .base = 0xC8000000, .lane_stride = 4, .warp_stride = 128),
        ALU(6, 4),
        ALU(7, 6),
        ALU(8, 7),
        ALU(9, 8),
        ALU(10, 9),
        ALU(11, 10),
        ALU(12, 11),
        ALU(13, 12),
        ALU(14, 13),
        ALU(15, 14),
        ALU(16, 15),
        ALU(17, 16),
        LOOP(0, 6),
        ALU(18, 9),
        FENCE(),
        ALU(19, 4)};
    script s = script_of(prog, .ctas = 20, .warps = 6);
    run r = run_script(c, &h, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    json_t *stats = json_incref(r.stats);
    run_end(&r, &s);
    return stats;
}

static void same_whatever_is_skipped(const config *c)
{
    json_t *plain = statistics(c, (gpu_hooks){0}),
           *all = statistics(c, (gpu_hooks){.no_skip = true});
    json_t *shuffled = statistics(c, (gpu_hooks){.shuffle_seed = 7});
    CU_ASSERT(json_equal(plain, all));
    CU_ASSERT(json_equal(plain, shuffled));
    CU_ASSERT(json_integer_value(json_object_get(json_object_get(plain, "l1i"), "misses")) > 0);
    json_decref(plain);
    json_decref(all);
    json_decref(shuffled);
}

TEST(skipping_changes_nothing_with_any_scheduler_and_gate)
{
    static const sched_kind scheds[] = {SCHED_RR, SCHED_GTO, SCHED_TWO_LEVEL};
    static const gate_kind gates[] = {GATE_NONE, GATE_SWL, GATE_CCWS};
    for (unsigned k = 0; k < 9; k++) {
        config c = one_sm();
        c.gpu.sms = 2;
        c.l1i.perfect = c.l1c.perfect = false;
        c.l1d.sets = 8;
        c.l1d.index = INDEX_LINEAR;
        c.sm.scheduler = scheds[k % 3];
        c.sm.gate = gates[k / 3];
        c.sm.swl_warps = k / 3 == 1 ? 3 : 0;
        same_whatever_is_skipped(&c);
    }
}

TEST(skipping_changes_nothing_with_an_instruction_cache_of_one_line)
{
    config c = one_sm();
    c.gpu.sms = 2;
    c.l1i.perfect = c.l1c.perfect = false;
    c.l1i.sets = c.l1i.ways = c.l1i.mshrs = c.l1i.miss_queue = 1;
    c.l1i.merges = 2;
    same_whatever_is_skipped(&c);
}

UNIT_MAIN("sm_gate", T(swl_of_one_finishes_with_barriers), T(swl_of_one_runs_warp_after_warp),
          T(a_limit_that_is_not_reached_changes_nothing), T(ccws_finds_lost_locality_and_keeps_it),
          T(two_level_leaves_a_ready_warp_outside_its_set),
          T(two_level_takes_another_when_a_load_makes_one_wait),
          T(skipping_changes_nothing_with_any_scheduler_and_gate),
          T(skipping_changes_nothing_with_an_instruction_cache_of_one_line))
