// test_sm_caches.c : instruction and constant caches in an SM, by the formulas of sm.h and lsu.h.
//
// links: machine blocks config base
//
// What a miss costs beyond a hit is the same for a load, a fetch and a constant when all ask for a
// line of 128 bytes that L2 has: one cycle to the miss queue's head, the way to L2 and back, one
// into the cache, one to its reader, one more to the next stage.
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// clang-format off
#define CONSTANT(d, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_CONST, .lane_bytes = 4, .n_dst = 1, \
     .n_src = 1, .regs = {d, 9}), .lanes = EVERY_LANE, __VA_ARGS__}
#define NOP() {INST(.kind = W_ALU, .unit = UNIT_SP), .lanes = EVERY_LANE}
// clang-format on
#define NOPS4 NOP(), NOP(), NOP(), NOP()
#define NOPS16 NOPS4, NOPS4, NOPS4, NOPS4

enum { LINE_INSTRUCTIONS = 128 / 8, ROUNDS = 3, LAST = ROUNDS - 1 };

// Cycles from a load to its user, the last time round. `lines`: 1 a hit, 2 a miss of a cache of one
// line.
static uint64_t load_takes(unsigned lines, bool constant)
{
    step prog[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1), LOAD(1, 9, .base = 0xC0000000),
                   ALU(2, 1), LOOP(0, ROUNDS)};
    step from_constant[] = {CONSTANT(1, .base = 0x1000), ALU(2, 1), CONSTANT(1, .base = 0x1000),
                            ALU(2, 1)};
    if (constant) memcpy(prog, from_constant, sizeof from_constant);
    prog[2].base += (lines - 1) * 128;
    config c = one_sm();
    c.l1c.perfect = false;
    c.l1c.line_bytes = 128;
    c.l1d.index = INDEX_LINEAR;
    c.l1c.sets = c.l1c.ways = c.l1d.sets = c.l1d.ways = 1;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    uint64_t cycles = issued_at(&s, 0, 1, LAST) - issued_at(&s, 0, 0, LAST);
    CU_ASSERT_EQUAL(count_of(&r, constant ? "l1c" : "l1d", constant ? "misses" : "read_misses"),
                    lines == 1 ? 1 : 2 * (ROUNDS + 1));
    run_end(&r, &s);
    return cycles;
}

static uint64_t miss_costs(void) { return load_takes(2, false) - load_takes(1, false); }

TEST(a_constant_that_misses_costs_what_a_load_does)
{
    CU_ASSERT(miss_costs() > 100); // rop_latency alone is 120
    CU_ASSERT_EQUAL(load_takes(2, true) - load_takes(1, true), miss_costs());
}

// Two lines of code go round in a cache of one line.
TEST(an_instruction_that_misses_costs_what_a_load_does)
{
    static const step prog[] = {NOPS16, NOPS16, LOOP(0, ROUNDS)};
    config c = one_sm();
    c.l1i.perfect = false;
    c.l1i.sets = c.l1i.ways = 1;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    uint64_t cost =
        issued_at(&s, 0, LINE_INSTRUCTIONS, LAST) - issued_at(&s, 0, LINE_INSTRUCTIONS - 1, LAST);
    CU_ASSERT_EQUAL(cost, miss_costs());
    CU_ASSERT(count_of(&r, "sm", "stall_fetch") >= (2 * ROUNDS + 1) * (cost - 1));
    run_end(&r, &s);
}

TEST(an_instruction_cache_that_holds_the_loop_misses_once_a_line)
{
    static const step prog[] = {NOPS16, NOPS16, NOPS16, LOOP(0, 20)}; // 49 instructions
    config c = one_sm();
    c.l1i.perfect = false;
    script s = script_of(prog, .ctas = 4, .warps = 4);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "l1i", "misses"), 4);
    CU_ASSERT_EQUAL(count_of(&r, "l1i", "accesses"),
                    count_of(&r, "l1i", "hits") + count_of(&r, "l1i", "pending") + 4);
    run_end(&r, &s);
}

TEST(other_warps_run_while_one_waits_for_its_instructions)
{
    // Warp 0 goes round in the first line (its fetch runs on past the jump, so not up to the end of
    // it); warp 1 goes on to the second.
    step prog[] = {NOPS4, NOPS4, LOOP(0, 60), NOP(), NOPS4, NOPS4};
    enum { JUMP = 8, STEPS_IN_ALL = 18 };
    prog[JUMP].only_warp = 1;
    for (unsigned k = JUMP + 1; k < STEPS_IN_ALL; k++) prog[k].only_warp = 2;
    config c = one_sm();
    c.sm.fetch_pair = false;
    c.l1i.perfect = false;
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    uint64_t asked = issued_at(&s, 1, LINE_INSTRUCTIONS - 1, 0),
             came = issued_at(&s, 1, LINE_INSTRUCTIONS, 0);
    unsigned meanwhile = 0;
    for (unsigned k = 0; k < s.n_log; k++)
        meanwhile += s.log[k].warp == 0 && s.log[k].cycle > asked && s.log[k].cycle < came;
    CU_ASSERT(came > asked + 100);
    CU_ASSERT(meanwhile > (came - asked) / 3);
    run_end(&r, &s);
}

// A jump to the last instruction of a line brings that one alone, so that the next is fetched when
// it has issued; or the next one with it.
TEST(a_fetch_ends_with_its_line_or_brings_a_pair)
{
    static const step prog[] = {NOPS16, NOPS4, LOOP(LINE_INSTRUCTIONS - 1, 1)};
    for (unsigned pair = 0; pair < 2; pair++) {
        config c = one_sm();
        c.sm.fetch_pair = pair;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        uint64_t last = issued_at(&s, 0, LINE_INSTRUCTIONS - 1, 1);
        CU_ASSERT_EQUAL(issued_at(&s, 0, LINE_INSTRUCTIONS, 1) - last, pair ? 1 : 2);
        CU_ASSERT_EQUAL(issued_at(&s, 0, LINE_INSTRUCTIONS + 1, 1) - last, 3);
        run_end(&r, &s);
    }
}

// A kernel that begins within a line waits for the next one so much earlier. (Instructions come in
// pairs, the second without its line.)
TEST(a_kernel_begins_behind_the_one_before_or_with_a_line)
{
    enum { BEFORE = 5 };
    static const step prog[] = {NOPS16, NOPS16, NOPS4, NOPS4, NOPS4};
    for (unsigned packed = 0; packed < 2; packed++) {
        config c = one_sm();
        c.sm.code_packed = packed;
        c.l1i.perfect = false;
        script s = script_of(prog, .ctas = 1, .code_at = 3 * LINE_INSTRUCTIONS + BEFORE);
        run r = run_script(&c, NULL, &s);
        const unsigned first = packed ? LINE_INSTRUCTIONS - BEFORE : LINE_INSTRUCTIONS;
        for (unsigned k = 2; k < 2 * LINE_INSTRUCTIONS; k++) {
            const bool waits = issued_at(&s, 0, k, 0) - issued_at(&s, 0, k - 1, 0) > 100;
            CU_ASSERT_EQUAL(waits,
                            k == first + first % 2 || k == first + LINE_INSTRUCTIONS + first % 2);
        }
        run_end(&r, &s);
    }
}

// The second kernel begins in the line in which the first one ends: of one program it finds it
// there.
TEST(kernels_of_one_program_share_a_line_of_code)
{
    static const struct {
        uint64_t first, second;
        bool packed;
        unsigned misses;
    } cases[] = {{7, 7, true, 1}, {7, 8, true, 2}, {0, 0, true, 2}, {7, 7, false, 2}};
    static const step prog[] = {NOPS4};
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        config c = one_sm();
        c.sm.code_packed = cases[k].packed;
        c.l1i.perfect = false;
        script s = script_of(prog, .ctas = 1, .program = cases[k].first);
        run r = run_script(&c, NULL, &s);
        s.code_at = 4;
        s.program = cases[k].second;
        run_again(&r, &s, "another");
        CU_ASSERT_EQUAL(count_of(&r, "l1i", "misses"), cases[k].misses);
        run_end(&r, &s);
    }
}

// The second of a pair does not need its line: a warp that jumps to the last instruction of a line
// asks for the next line one instruction later.
TEST(the_second_of_a_pair_comes_without_its_line)
{
    static const step prog[] = {NOPS16, NOPS4, LOOP(LINE_INSTRUCTIONS - 1, 1)};
    for (unsigned pair = 0; pair < 2; pair++) {
        config c = one_sm();
        c.sm.fetch_pair = pair;
        c.l1i.perfect = false;
        c.l1i.sets = c.l1i.ways = 1;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        const unsigned waits = LINE_INSTRUCTIONS + pair;
        CU_ASSERT(issued_at(&s, 0, waits, 1) - issued_at(&s, 0, waits - 1, 1) > 100);
        if (pair)
            CU_ASSERT_EQUAL(issued_at(&s, 0, waits - 1, 1) - issued_at(&s, 0, waits - 2, 1), 1);
        run_end(&r, &s);
    }
}

// Lane l reads byte l x stride of the constants: one cycle a line of 64 bytes.
TEST(constants_are_read_a_line_a_cycle)
{
    static const unsigned strides[] = {0, 4, 8, 32, 64, 128};
    for (unsigned k = 0; k < 6; k++) {
        const unsigned lines = strides[k] * 31 / 64 + 1 < 32 ? strides[k] * 31 / 64 + 1 : 32;
        step prog[] = {CONSTANT(1, .base = 0x1000), ALU(2, 1), LOOP(0, 2)};
        prog[0].lane_stride = strides[k];
        config c = one_sm();
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        uint64_t cycles = issued_at(&s, 0, 1, 1) - issued_at(&s, 0, 0, 1);
        CU_ASSERT_EQUAL(cycles, load_takes(1, true) + lines - 1);
        CU_ASSERT_EQUAL(count_of(&r, "sm", "const_lines"), 3 * lines);
        CU_ASSERT_EQUAL(count_of(&r, "l1c", "hits"), 3 * lines);
        run_end(&r, &s);
    }
}

TEST(a_constant_load_without_active_lanes_reads_nothing)
{
    step prog[] = {CONSTANT(1, .base = 0x1000), ALU(2, 1)};
    prog[0].lanes = 0;
    config c = one_sm();
    c.l1c.perfect = false;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1c", "accesses"), 0);
    run_end(&r, &s);
}

// 2 MSHRs: of 3 lines two are asked for at once, the third when the first has come.
TEST(constants_wait_for_a_free_mshr)
{
    step prog[] = {CONSTANT(1, .base = 0x1000, .lane_stride = 64), ALU(2, 1)};
    uint64_t cycles[4];
    for (unsigned n = 1; n <= 3; n++) {
        prog[0].lanes = (1 << n) - 1;
        config c = one_sm();
        c.l1c.perfect = false;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        cycles[n] = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0);
        CU_ASSERT_EQUAL(count_of(&r, "l1c", "misses"), n);
        CU_ASSERT((count_of(&r, "l1c", "fail_mshr") > 100) == (n == 3));
        run_end(&r, &s);
    }
    CU_ASSERT(cycles[2] < cycles[1] + 100);
    CU_ASSERT(cycles[3] > cycles[2] + 100);
}

// A kernel that runs again finds its code, and its parameters unless they are flushed.
static void between_kernels(bool flush)
{
    static const step prog[] = {CONSTANT(1, .base = 0x1000), ALU(2, 1), NOPS4};
    config c = one_sm();
    c.l1i.perfect = c.l1c.perfect = false;
    c.l1c.flush = flush;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    run_again(&r, &s, "script");
    CU_ASSERT_EQUAL(count_of(&r, "l1i", "misses"), 1);
    CU_ASSERT_EQUAL(count_of(&r, "l1c", "misses"), flush ? 2 : 1);
    run_again(&r, &s, "another");
    CU_ASSERT_EQUAL(count_of(&r, "l1i", "misses"), 2);
    run_end(&r, &s);
}

TEST(between_kernels_code_and_constants_stay) { between_kernels(false); }
TEST(between_kernels_constants_go_when_flushed) { between_kernels(true); }

UNIT_MAIN("sm_caches", T(a_constant_that_misses_costs_what_a_load_does),
          T(an_instruction_that_misses_costs_what_a_load_does),
          T(an_instruction_cache_that_holds_the_loop_misses_once_a_line),
          T(other_warps_run_while_one_waits_for_its_instructions),
          T(a_fetch_ends_with_its_line_or_brings_a_pair),
          T(the_second_of_a_pair_comes_without_its_line),
          T(kernels_of_one_program_share_a_line_of_code),
          T(a_kernel_begins_behind_the_one_before_or_with_a_line),
          T(constants_are_read_a_line_a_cycle),
          T(a_constant_load_without_active_lanes_reads_nothing), T(constants_wait_for_a_free_mshr),
          T(between_kernels_code_and_constants_stay), T(between_kernels_constants_go_when_flushed))
