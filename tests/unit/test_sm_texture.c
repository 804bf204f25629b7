// test_sm_texture.c : reads of textures in an SM, by the formulas of lsu.h and texture_cache.h.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// clang-format off
#define TEXTURE(d, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, \
     .regs = {d, 9}, .texture = true), .lanes = EVERY_LANE, __VA_ARGS__}
// clang-format on

enum { LINE = 128, BASE = 0x40000000, ROUNDS = 3, LAST = ROUNDS - 1 };

static config textured(void)
{
    config c = one_sm();
    c.l1d.index = INDEX_LINEAR;
    return c;
}

// Cycles from a read of 32 words to its user, the last time round. lines: 1 a hit, 2 a miss of a
// cache of one line (which L2 has). A texture if `texture`, else global memory.
static uint64_t read_takes(unsigned lines, bool texture)
{
    const step tex = TEXTURE(1, .base = BASE, .lane_stride = 4),
               load = LOAD(1, 9, .base = BASE, .lane_stride = 4), use = ALU(2, 1);
    step prog[] = {texture ? tex : load, use, texture ? tex : load, use, LOOP(0, ROUNDS)};
    prog[2].base += (lines - 1) * LINE;
    config c = textured();
    c.l1t.sets = c.l1t.ways = c.l1d.sets = c.l1d.ways = 1;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    const uint64_t cycles = issued_at(&s, 0, 1, LAST) - issued_at(&s, 0, 0, LAST);
    const uint64_t misses = lines == 1 ? 1 : 2 * (ROUNDS + 1);
    CU_ASSERT_EQUAL(count_of(&r, "l1t", "misses"), texture ? misses : 0);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), texture ? 0 : misses);
    run_end(&r, &s);
    return cycles;
}

// issue_latency 4 and one operand: it enters in 5, and has returned 3 cycles later.
TEST(a_texture_that_hits_takes_eight_cycles) { CU_ASSERT_EQUAL(read_takes(1, true), 8); }

// It reaches its tags a cycle before a load does, and pays the same from there on.
TEST(a_texture_that_misses_takes_a_cycle_less_than_a_load)
{
    CU_ASSERT(read_takes(2, false) > 100); // rop_latency alone is 120
    CU_ASSERT_EQUAL(read_takes(2, true), read_takes(2, false) - 1);
}

// Program: line B comes in; then A misses and B hits. The user of A goes when A has returned, that
// of B a cycle later, though its line is there.
TEST(a_hit_returns_the_cycle_after_the_miss_before_it)
{
    uint64_t at[2];
    for (unsigned second = 0; second < 2; second++) {
        step prog[] = {TEXTURE(1, .base = BASE + LINE), ALU(2, 1), TEXTURE(3, .base = BASE),
                       TEXTURE(4, .base = BASE + LINE), ALU(5, 3)};
        prog[4].i.regs[1] = second ? 4 : 3;
        config c = textured();
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        at[second] = issued_at(&s, 0, 4, 0) - issued_at(&s, 0, 2, 0);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "hits"), 1);
        run_end(&r, &s);
    }
    CU_ASSERT(at[0] > 100);
    CU_ASSERT_EQUAL(at[1], at[0] + 1);
}

// Lane l reads l x stride: a line a cycle in, and a line a cycle out.
TEST(textures_are_read_a_line_a_cycle)
{
    static const unsigned strides[] = {0, 4, 8, 64, 128};
    for (unsigned k = 0; k < 5; k++) {
        const unsigned lines = strides[k] * 31 / LINE + 1;
        step prog[] = {TEXTURE(1, .base = BASE), ALU(2, 1), LOOP(0, 2)};
        prog[0].lane_stride = strides[k];
        config c = textured();
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 1) - issued_at(&s, 0, 0, 1), 8 + lines - 1);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "reads"), 3);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "lines"), 3 * lines);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "hits"), 2 * lines);
        run_end(&r, &s);
    }
}

// 32 lines miss with 8 places to reorder: the instruction stays until the first lines have come.
TEST(a_read_waits_while_the_reorder_buffer_is_full)
{
    step prog[] = {TEXTURE(1, .base = BASE, .lane_stride = LINE), ALU(2, 1)};
    uint64_t cycles[2];
    for (unsigned few = 0; few < 2; few++) {
        config c = textured();
        c.l1t.request_fifo = 64;
        if (few) c.l1t.reorder_buffer = 8;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(r.status, ST_OK);
        cycles[few] = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "misses"), 32);
        CU_ASSERT((count_of(&r, "l1t", "fail_reorder") > 100) == few);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "fail_fragment") + count_of(&r, "l1t", "fail_request"),
                        0);
        CU_ASSERT(count_of(&r, "l1t", "stalls") ==
                  count_of(&r, "l1t", "fail_reorder") + 31); // a line went, and there are more
        run_end(&r, &s);
    }
    CU_ASSERT(cycles[1] > cycles[0] + 100);
}

TEST(a_read_without_active_lanes_reads_nothing)
{
    step prog[] = {TEXTURE(1, .base = BASE), ALU(2, 1)};
    prog[0].lanes = 0;
    config c = textured();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1t", "reads") + count_of(&r, "l1t", "accesses"), 0);
    run_end(&r, &s);
}

// Without a texture cache it is a load, to the cycle.
TEST(without_the_cache_a_texture_is_a_load)
{
    step prog[] = {TEXTURE(1, .base = BASE, .lane_stride = 8), ALU(2, 1), LOOP(0, 2)};
    uint64_t end[2];
    for (unsigned load = 0; load < 2; load++) {
        prog[0].i.texture = !load;
        config c = textured();
        c.l1t.enable = false;
        script s = script_of(prog, .ctas = 4, .warps = 8);
        run r = run_script(&c, NULL, &s);
        end[load] = count_of(&r, NULL, "cycles");
        CU_ASSERT_EQUAL(count_of(&r, "sm", "loads"), 3 * 4 * 8);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "reads"), 0);
        run_end(&r, &s);
    }
    CU_ASSERT_EQUAL(end[0], end[1]);
}

// A kernel that runs again finds its lines, unless the cache is flushed.
TEST(between_kernels_lines_stay_or_are_flushed)
{
    step prog[] = {TEXTURE(1, .base = BASE), ALU(2, 1)};
    for (unsigned flush = 0; flush < 2; flush++) {
        config c = textured();
        c.l1t.flush = flush;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        run_again(&r, &s, "another");
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "misses"), flush ? 2 : 1);
        run_end(&r, &s);
    }
}

// Loads, constants, stores and textures of many warps, in machines of every kind: all laws hold,
// which a run checks, and each line is accessed once.
TEST(textures_keep_the_laws_beside_all_else)
{
    step prog[] = {
        TEXTURE(1, .base = BASE, .lane_stride = 36, .warp_stride = 512, .round_stride = 64),
        LOAD(2, 9, .base = BASE + 0x100000, .lane_stride = 64, .warp_stride = 4096),
        TEXTURE(3, .base = BASE, .lane_stride = 4, .cta_stride = 8192),
        PARAM(4),
        STORE(9, 3, .base = BASE + 0x200000, .lane_stride = 4, .warp_stride = 128),
        ATOM(5, 9, .base = BASE + 0x300000, .lane_stride = 4),
        ALU(6, 1),
        BARRIER(),
        LOOP(0, 4)};
    for (unsigned k = 0; k < 6; k++) {
        config c = textured();
        c.gpu.sms = 2;
        c.l1c.perfect = false;
        c.l1t.sets = c.l1t.ways = 1;
        c.l1t.fragment_fifo = 5;
        c.l1t.result_fifo = 1;
        if (k == 1) c.mrpb.enable = true;
        if (k == 2) c.warppool.enable = true;
        if (k == 3) c.l1d.banks = 4, c.l1d.latency = 3;
        if (k == 4) c.limits.l1_miss_latency = 50;
        if (k == 5) c.l1d.enable = false;
        script s = script_of(prog, .ctas = 12, .warps = 6, .regs = 20);
        run r = run_script(&c, NULL, &s);
        if (r.status != ST_OK) printf("# machine %u: %s\n", k, r.e.text ? r.e.text : "");
        CU_ASSERT_EQUAL(r.status, ST_OK);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "reads"), 2 * 5 * 12 * 6);
        CU_ASSERT(count_of(&r, "l1t", "fail_fragment") > 0);
        CU_ASSERT_EQUAL(count_of(&r, "l1t", "accesses"), count_of(&r, "l1t", "lines"));
        run_end(&r, &s);
    }
}

UNIT_MAIN("sm_texture", T(a_texture_that_hits_takes_eight_cycles),
          T(a_texture_that_misses_takes_a_cycle_less_than_a_load),
          T(a_hit_returns_the_cycle_after_the_miss_before_it), T(textures_are_read_a_line_a_cycle),
          T(a_read_waits_while_the_reorder_buffer_is_full),
          T(a_read_without_active_lanes_reads_nothing), T(without_the_cache_a_texture_is_a_load),
          T(between_kernels_lines_stay_or_are_flushed), T(textures_keep_the_laws_beside_all_else))
