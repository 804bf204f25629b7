// test_sm_stalls.c : which class a scheduler cycle without an issue is counted in, when warps wait
// for different things.
//
// links: machine blocks config base
//
// One scheduler, two warps; each warp's part of a program alone gives what it would count by
// itself.
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// Steps of warp 0, and of warp 1.
#define OF_0 .only_warp = 1
#define OF_1 .only_warp = 2
// clang-format off
#define SFU(d, w) \
    {INST(.kind = W_ALU, .unit = UNIT_SFU, .n_dst = 1, .n_src = 1, .regs = {d, 9}, \
     .latency = LAT_int_div), .lanes = EVERY_LANE, w}
#define DIV(d, s, w) \
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {d, s}, \
     .latency = LAT_fp_div), .lanes = EVERY_LANE, w}
#define USE(d, s, w) \
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {d, s}), \
     .lanes = EVERY_LANE, w}
// clang-format on
#define FIRST_LINE .base = 0xC0000000

typedef struct stalls {
    uint64_t str_mem, str_alu, data_mem, data_alu, fetch;
    uint64_t before; // cycles from the placing of the CTA to its first issue
} stalls;

static stalls run_stalls(unsigned warps, const step *prog, unsigned n)
{
    config c = one_sm();
    c.sm.schedulers = 1;
    script s = script_make(prog, n, (script_size){.warps = warps});
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
#define COUNT(x) .x = count_of(&r, "sm", "stall_" #x)
    const stalls t = {COUNT(str_mem),  COUNT(str_alu), COUNT(data_mem),
                      COUNT(data_alu), COUNT(fetch),   .before = s.log[1].cycle - s.log[0].cycle};
#undef COUNT
    run_end(&r, &s);
    return t;
}
#define ALONE(...) run_stalls(1, STEPS(((const step[]){__VA_ARGS__})))
#define BOTH(...) run_stalls(2, STEPS(((const step[]){__VA_ARGS__})))

// Shared memory, all lanes on one bank: 32 cycles each.
#define LONG(d) SHARED(d, 9, .lane_stride = 128, OF_0)
#define MANY_LONG \
    LONG(1), LONG(2), LONG(3), LONG(4), LONG(5), LONG(6), LONG(7), LONG(8), LONG(10), LONG(11), \
        LONG(12), LONG(13)
#define MANY_SFU(w) \
    SFU(1, w), SFU(2, w), SFU(3, w), SFU(4, w), SFU(5, w), SFU(6, w), SFU(7, w), SFU(8, w), \
        SFU(10, w), SFU(11, w), SFU(12, w), SFU(13, w), SFU(14, w), SFU(15, w)
#define WAIT_FOR_LOAD LOAD(1, 9, FIRST_LINE, OF_0), USE(2, 1, OF_0)
#define WAIT_FOR_RESULTS(w) DIV(1, 9, w), DIV(2, 1, w), DIV(3, 2, w), USE(4, 3, w)
#define JUMPS(to, w) \
    USE(3, 9, w), \
    { \
        INST(.kind = W_ALU, .unit = UNIT_SP), .lanes = EVERY_LANE, .jump = to, .rounds = ROUNDS, w \
    }
enum { ROUNDS = 12 };

TEST(a_full_memory_unit_comes_before_a_full_alu)
{
    const stalls memory = ALONE(MANY_LONG), alu = ALONE(MANY_SFU(OF_0)),
                 both = BOTH(MANY_LONG, MANY_SFU(OF_1));
    CU_ASSERT(memory.str_mem > alu.str_alu && alu.str_alu > 0);
    CU_ASSERT_EQUAL(both.str_alu, 0);
}

TEST(a_full_unit_comes_before_registers)
{
    const stalls load = ALONE(WAIT_FOR_LOAD), alu = ALONE(MANY_SFU(OF_0)),
                 both = BOTH(WAIT_FOR_LOAD, MANY_SFU(OF_1));
    CU_ASSERT(load.data_mem > alu.str_alu && alu.str_alu > 0);
    CU_ASSERT_EQUAL(both.str_alu, alu.str_alu);
}

TEST(a_wait_for_a_load_comes_before_a_wait_for_a_result)
{
    const stalls load = ALONE(WAIT_FOR_LOAD), alu = ALONE(WAIT_FOR_RESULTS(OF_0)),
                 both = BOTH(WAIT_FOR_LOAD, WAIT_FOR_RESULTS(OF_1));
    CU_ASSERT(load.data_mem > alu.data_alu && alu.data_alu > 0 && alu.data_mem == 0);
    CU_ASSERT_EQUAL(both.data_alu, load.data_alu);
}

TEST(a_wait_for_registers_comes_before_an_empty_buffer)
{
    const stalls jumps = ALONE(JUMPS(0, OF_0)), both = BOTH(WAIT_FOR_LOAD, JUMPS(2, OF_1));
    CU_ASSERT(jumps.fetch >= jumps.before + ROUNDS);
    CU_ASSERT_EQUAL(both.fetch, both.before - 1);
}

UNIT_MAIN("sm_stalls", T(a_full_memory_unit_comes_before_a_full_alu),
          T(a_full_unit_comes_before_registers),
          T(a_wait_for_a_load_comes_before_a_wait_for_a_result),
          T(a_wait_for_registers_comes_before_an_empty_buffer))
