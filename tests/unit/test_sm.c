// test_sm.c : timing of one SM, by formulas of sm.h and lsu.h.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// Cycles between the issue of an instruction with n_src register operands and that of one that
// needs its result.
static uint64_t dependent(const config *c, unsigned latency, unsigned n_src)
{
    return c->sm.issue_latency - 1 + n_src + latency + c->sm.writeback_latency;
}

TEST(dependent_alu_waits_operands_latency_and_writeback)
{
    static const step prog[] = {ALU_LAT(1, 2, LAT_int_add, UNIT_SP), ALU(3, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    dependent(&c, c.latency.int_add, 1));
    run_end(&r, &s);
}

TEST(each_register_operand_takes_a_cycle_to_read)
{
    static const step prog[] = {{INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_fp_mad,
                                      .n_dst = 1, .n_src = 3, .regs = {1, 2, 3, 4}),
                                 .lanes = EVERY_LANE},
                                ALU(5, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    dependent(&c, c.latency.fp_mad, 3));
    run_end(&r, &s);
}

// Register r of warp w is in bank (r + w) mod 16: registers 6 of warp 0 and 5 of warp 1 meet,
// others do not. The later one waits.
TEST(operands_of_two_warps_in_one_register_bank_are_read_in_turn)
{
    static const struct {
        unsigned banks, late;
        uint16_t other;
    } cases[] = {{16, 0, 20}, {16, 1, 5}, {16, 1, 21}, {0, 0, 5}};
    for (unsigned k = 0; k < 4; k++) {
        const step both[] = {{INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add,
                                   .n_dst = 1, .n_src = 2, .regs = {1, 9, 6}),
                              .lanes = EVERY_LANE, .only_warp = 1},
                             {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add,
                                   .n_dst = 1, .n_src = 1, .regs = {1, cases[k].other}),
                              .lanes = EVERY_LANE, .only_warp = 2},
                             ALU(3, 1)};
        config c = one_sm();
        c.sm.register_banks = cases[k].banks;
        script s = script_of(both, .ctas = 1, .warps = 2);
        run r = run_script(&c, NULL, &s);
        // Warp 1 issues a cycle after warp 0: its one operand is read in the cycle of warp 0's
        // second.
        CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - issued_at(&s, 0, 0, 0), 1);
        CU_ASSERT_EQUAL(issued_at(&s, 1, 2, 0) - issued_at(&s, 1, 1, 0),
                        dependent(&c, c.latency.int_add, 1) + cases[k].late);
        run_end(&r, &s);
    }
}

// sm.operand_reads parallel: each bank one read a cycle. Three registers in three banks take a
// cycle, two in one bank, or one that is named twice, two.
TEST(parallel_operand_reads_take_a_cycle_a_register_of_the_same_bank)
{
    static const struct {
        uint8_t n, numbers[3];
        unsigned cycles;
    } cases[] = {{0, {0}, 0},     {1, {4}, 1},       {3, {2, 3, 4}, 1},
                 {2, {2, 18}, 2}, {3, {5, 5, 6}, 2}, {3, {1, 17, 33}, 3}};
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        step prog[] = {{INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add, .n_dst = 1,
                             .n_src = 1, .regs = {1, 2}),
                        .lanes = EVERY_LANE},
                       ALU(5, 1)};
        prog[0].i.n_reads = cases[k].n;
        memcpy(prog[0].i.reads, cases[k].numbers, sizeof cases[k].numbers);
        config c = one_sm();
        c.sm.operand_reads = OPERANDS_PARALLEL;
        c.sm.register_banks = 16;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                        dependent(&c, c.latency.int_add, cases[k].cycles));
        run_end(&r, &s);
    }
}

// Each warp's register lies in the bank of its own number, so nothing meets, but all share one
// collector, which an instruction keeps for a cycle of reading and the one after it.
TEST(parallel_operand_reads_wait_for_a_collector)
{
    step prog[] = {{INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add, .n_dst = 1,
                         .n_src = 1, .regs = {1, 2}, .n_reads = 1, .reads = {2}),
                    .lanes = EVERY_LANE},
                   ALU(5, 1)};
    for (unsigned collectors = 1; collectors <= 2; collectors++) {
        config c = one_sm();
        c.sm.operand_reads = OPERANDS_PARALLEL;
        c.sm.register_banks = 16;
        c.sm.sp_collectors = collectors;
        script s = script_of(prog, .ctas = 1, .warps = 2);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 1, 0, 0) - issued_at(&s, 0, 0, 0), 1);
        CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - issued_at(&s, 1, 0, 0),
                        dependent(&c, c.latency.int_add, 1) + (collectors == 1));
        run_end(&r, &s);
    }
}

// int_mad takes 5 cycles, int_add 4: issued a cycle later, it would end in the same cycle. With one
// bus it starts a cycle later.
TEST(results_of_a_cycle_are_limited_by_the_buses)
{
    static const step prog[] = {{INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_mad,
                                      .n_dst = 1, .n_src = 1, .regs = {1, 4}),
                                 .lanes = EVERY_LANE, .only_warp = 1},
                                {INST(.kind = W_ALU, .unit = UNIT_SP, .latency = LAT_int_add,
                                      .n_dst = 1, .n_src = 1, .regs = {1, 4}),
                                 .lanes = EVERY_LANE, .only_warp = 2},
                                ALU(3, 1)};
    for (unsigned buses = 0; buses <= 2; buses++) {
        config c = one_sm();
        c.sm.result_buses = buses;
        script s = script_of(prog, .ctas = 1, .warps = 2);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - issued_at(&s, 0, 0, 0), 1);
        CU_ASSERT_EQUAL(issued_at(&s, 1, 2, 0) - issued_at(&s, 1, 1, 0),
                        dependent(&c, c.latency.int_add, 1) + (buses == 1));
        run_end(&r, &s);
    }
}

TEST(independent_instructions_issue_in_successive_cycles)
{
    static const step prog[] = {ALU(1, 2), ALU(3, 4)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0), 1);
    run_end(&r, &s);
}

TEST(write_after_write_waits_for_the_first)
{
    static const step prog[] = {ALU_LAT(1, 2, LAT_fp_div, UNIT_SFU), ALU(1, 3)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    dependent(&c, c.latency.fp_div, 1));
    run_end(&r, &s);
}

// Two SFU instructions of different warps issue in successive cycles, the second starts an
// initiation interval later, which its dependent sees.
TEST(a_unit_is_held_for_the_initiation_interval)
{
    static const step prog[] = {ALU_LAT(1, 2, LAT_dp_add, UNIT_SFU), ALU(3, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    uint64_t first = issued_at(&s, 0, 0, 0), second = issued_at(&s, 1, 0, 0);
    CU_ASSERT(second > first && second < first + c.latency.dp_add_init);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - first, dependent(&c, c.latency.dp_add, 1));
    CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - first,
                    c.latency.dp_add_init + dependent(&c, c.latency.dp_add, 1));
    run_end(&r, &s);
}

// Every latency class: its latency (its dependent), and its initiation interval (the dependent of a
// second instruction of another warp that issues a cycle later and finds the only unit held).
TEST(every_class_has_its_latency_and_initiation_interval)
{
    config c = one_sm();
    c.sm.sp_units = 1;
// clang-format off
#define CLASS(name) {LAT_##name, c.latency.name, c.latency.name##_init},
    // clang-format on
    const struct {
        winst_latency class;
        unsigned latency, initiation;
    } classes[] = {WINST_LATENCIES(CLASS)};
#undef CLASS
    for (unsigned k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        for (unsigned sfu = 0; sfu < 2; sfu++) {
            step prog[] = {ALU(1, 2), ALU(3, 1)};
            prog[0].i.latency = (uint8_t)classes[k].class;
            prog[0].i.unit = (uint8_t)(sfu ? UNIT_SFU : UNIT_SP);
            script s = script_of(prog, .ctas = 1, .warps = 2);
            run r = run_script(&c, NULL, &s);
            uint64_t first = issued_at(&s, 0, 0, 0),
                     held = classes[k].initiation > 1 ? classes[k].initiation : 1;
            CU_ASSERT_EQUAL(issued_at(&s, 1, 0, 0) - first, 1);
            CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - first, dependent(&c, classes[k].latency, 1));
            CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - first,
                            held + dependent(&c, classes[k].latency, 1));
            run_end(&r, &s);
        }
    }
}

// Issues of a warp program by many warps, two schedulers: the most in one cycle.
static unsigned most_in_a_cycle(const step *prog, unsigned n)
{
    config c = one_sm();
    c.l1d.sets = 512;
    c.l1d.index = INDEX_LINEAR;
    script s = script_make(prog, n, (script_size){.warps = 32});
    run r = run_script(&c, NULL, &s);
    unsigned most = 0, here = 0;
    for (unsigned k = 0; k < s.n_log; k++) {
        if (s.log[k].step == UINT32_MAX) continue;
        here = k && s.log[k].cycle == s.log[k - 1].cycle ? here + 1 : 1;
        most = here > most ? here : most;
    }
    run_end(&r, &s);
    return most;
}

TEST(two_sp_instructions_one_sfu_and_one_memory_instruction_may_issue_in_a_cycle)
{
    static const step sp[] = {ALU(1, 9), ALU(2, 9), ALU(3, 9), ALU(4, 9), LOOP(0, 50)};
    static const step sfu[] = {ALU_LAT(1, 9, LAT_ONE, UNIT_SFU), ALU_LAT(2, 9, LAT_ONE, UNIT_SFU)};
    static const step memory[] = {LOAD(1, 9, .base = 0xC0000000), LOAD(2, 9, .base = 0xC0000000),
                                  LOAD(3, 9, .base = 0xC0000000)};
    static const step mixed[] = {ALU(1, 9), ALU_LAT(2, 9, LAT_ONE, UNIT_SFU), ALU(3, 9),
                                 LOAD(4, 9, .base = 0xC0000000), LOOP(0, 50)};
    CU_ASSERT_EQUAL(most_in_a_cycle(STEPS(sp)), 2);
    CU_ASSERT_EQUAL(most_in_a_cycle(STEPS(sfu)), 1);
    CU_ASSERT_EQUAL(most_in_a_cycle(STEPS(memory)), 1);
    CU_ASSERT_EQUAL(most_in_a_cycle(STEPS(mixed)), 2);
}

TEST(two_schedulers_issue_in_the_same_cycle)
{
    static const step prog[] = {ALU(1, 2), ALU(3, 1), ALU(4, 3)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    // Warps 0 and 1 are fetched one after the other, so warp 1 is one cycle behind; both have time
    // to spare.
    CU_ASSERT_EQUAL(issued_at(&s, 1, 1, 0) - issued_at(&s, 0, 1, 0), 1);
    c.sm.schedulers = 1;
    run_end(&r, &s);
    static const step many[] = {ALU(1, 9), ALU(2, 9), ALU(3, 9), ALU(4, 9), LOOP(0, 50)};
    for (unsigned n = 1; n <= 2; n++) {
        c.sm.schedulers = n;
        s = script_of(many, .ctas = 1, .warps = 32);
        r = run_script(&c, NULL, &s);
        uint64_t insns = count_of(&r, NULL, "warp_insns"), cycles = count_of(&r, NULL, "cycles");
        CU_ASSERT(cycles >= insns / n);
        CU_ASSERT(cycles < insns / n + insns / 4);
        run_end(&r, &s);
    }
}

TEST(three_sp_units_are_not_needed_for_two_schedulers_but_two_are)
{
    static const step prog[] = {ALU(1, 9), ALU(2, 9), ALU(3, 9), ALU(4, 9), LOOP(0, 50)};
    uint64_t cycles[3];
    for (unsigned n = 1; n <= 2; n++) {
        config c = one_sm();
        c.sm.sp_units = n;
        script s = script_of(prog, .ctas = 1, .warps = 32);
        run r = run_script(&c, NULL, &s);
        cycles[n] = count_of(&r, NULL, "cycles");
        CU_ASSERT((count_of(&r, "sm", "stall_str_alu") > 0) == (n == 1));
        run_end(&r, &s);
    }
    CU_ASSERT(cycles[1] > cycles[2] * 3 / 2);
}

TEST(a_jump_costs_a_refill)
{
    static const step prog[] = {{INST(.kind = W_ALU, .unit = UNIT_SP), .lanes = EVERY_LANE},
                                LOOP(0, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    // The jump is the second of its pair: the instructions behind it are fetched (same cycle) and
    // decoded, found stale when they could issue, 2 cycles after the jump; fetched again at once,
    // they issue 2 cycles later.
    CU_ASSERT_EQUAL(issued_at(&s, 0, 0, 1) - issued_at(&s, 0, 1, 0), 4);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "refills"), 1);
    run_end(&r, &s);
}

TEST(a_warp_fetches_two_instructions_in_three_cycles)
{
    static const step prog[] = {ALU(1, 9), ALU(2, 9), ALU(3, 9), ALU(4, 9)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    uint64_t first = issued_at(&s, 0, 0, 0);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - first, 1);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 2, 0) - first, 3);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 3, 0) - first, 4);
    run_end(&r, &s);
}

TEST(barrier_releases_all_warps_when_the_last_comes)
{
    static const step prog[] = {ALU_LAT(1, 2, LAT_fp_div, UNIT_SFU),
                                {INST(.kind = W_ALU, .unit = UNIT_SP, .n_src = 1, .regs = {1}),
                                 .lanes = EVERY_LANE, .only_warp = 3},
                                BARRIER(),
                                ALU(4, 5)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 4);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    uint64_t last = 0;
    for (unsigned w = 0; w < 4; w++)
        last = issued_at(&s, w, 2, 0) > last ? issued_at(&s, w, 2, 0) : last;
    CU_ASSERT_EQUAL(last, issued_at(&s, 2, 2, 0));
    for (unsigned w = 0; w < 4; w++) {
        CU_ASSERT(issued_at(&s, w, 3, 0) > last);
        CU_ASSERT(issued_at(&s, w, 3, 0) <= last + 4);
    }
    CU_ASSERT_EQUAL(count_of(&r, "sm", "barriers"), 4);
    run_end(&r, &s);
}

TEST(a_warp_that_exits_no_longer_counts_at_a_barrier)
{
    step prog[] = {ALU(1, 2), BARRIER(), ALU(3, 4)};
    prog[1].only_warp = 1;
    prog[2].only_warp = 1;
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, NULL, "warp_insns"), 4);
    run_end(&r, &s);
}

TEST(parameter_load_is_there_when_it_enters_the_unit)
{
    static const step prog[] = {PARAM(1), ALU(2, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0), c.sm.issue_latency);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "const_accesses"), 1);
    run_end(&r, &s);
}

TEST(shared_memory_takes_a_pass_for_each_conflict)
{
    for (unsigned degree = 1; degree <= 32; degree *= 2) {
        step prog[] = {SHARED(1, 2, .lane_stride = 4 * degree), ALU(3, 1)};
        config c = one_sm();
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                        c.sm.issue_latency + 1 + degree - 1 + c.sm.shared_latency - 1 +
                            c.sm.writeback_latency);
        CU_ASSERT_EQUAL(count_of(&r, "sm", "shared_conflict_cycles"), degree - 1);
        run_end(&r, &s);
    }
}

// The second load of a line hits: enters at issue_latency + 1 register, is offered to L1D
// l1d.latency later and has its data. Four lines, one a cycle: the instruction stays three more
// cycles. Shared: one cycle for each further pass.
TEST(memory_stage_counts_the_cycles_in_which_its_instruction_stays)
{
    static const step lines[] = {
        LOAD(1, 9, .base = 0xC0000000, .lane_stride = 16)}; // 32 lanes of 16 bytes: four lines
    static const step passes[] = {SHARED(1, 2, .lane_stride = 4 * 8)}; // eight lanes a bank
    config c = one_sm();
    script s = script_of(lines, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "mem_stall_global_more"), 3);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "mem_stalls"), 3);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "replies"), 4);
    run_end(&r, &s);
    s = script_of(passes, .ctas = 1);
    r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "mem_stall_shared"), 7);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "mem_stalls"), 7);
    run_end(&r, &s);
}

// One request to L2: what the network and L2 take of it (memory.dram_latency, from the network's
// intake), and before it issue, unit, head register and miss queue; after it the reply register.
TEST(reply_latency_is_from_issue_to_the_reply)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "replies"), 1);
    const uint64_t inside = count_of(&r, "memory", "dram_latency"),
                   before = c.sm.issue_latency + 1 + 1;
    CU_ASSERT(count_of(&r, "sm", "reply_latency") >= before + inside);
    CU_ASSERT(count_of(&r, "sm", "reply_latency") <= before + inside + 4);
    run_end(&r, &s);
}

// A miss and a hit: what waits for either issues when it is done.
TEST(load_latency_is_from_issue_to_the_last_return)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1),
                                LOAD(3, 2, .base = 0xC0000000), ALU(4, 3)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    const uint64_t miss = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                   hit = issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "loads_done"), 2);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "load_latency"), miss + hit);
    run_end(&r, &s);
}

TEST(l1_hit_latency)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1),
                                LOAD(3, 2, .base = 0xC0000000), ALU(4, 3)};
    for (unsigned latency = 1; latency <= 20; latency += 19) {
        config c = one_sm();
        c.l1d.latency = latency;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0),
                        c.sm.issue_latency + 1 + latency);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_hits"), 1);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), 1);
        run_end(&r, &s);
    }
}

// The first load misses: its request waits for the tags as long as a hit's.
TEST(l1_latency_is_before_the_tags)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1)};
    uint64_t cycles[2];
    for (unsigned k = 0; k < 2; k++) {
        config c = one_sm();
        c.l1d.latency = k ? 36 : 1;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        cycles[k] = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), 1);
        run_end(&r, &s);
    }
    CU_ASSERT_EQUAL(cycles[1], cycles[0] + 35);
}

// 32 lines that are there, latency 20: the last is at the tags 31 cycles after the first, however
// long the way is.
TEST(l1_latency_is_a_pipeline)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128), ALU(2, 1),
                                LOAD(3, 2, .base = 0xC0000000, .lane_stride = 128), ALU(4, 3)};
    config c = one_sm();
    c.l1d.index = INDEX_LINEAR;
    c.l1d.latency = 20;
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0),
                    c.sm.issue_latency + 1 + 20 + 31);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_hits"), 32);
    run_end(&r, &s);
}

TEST(requests_of_a_load_leave_one_a_cycle)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128), ALU(2, 1),
                                LOAD(3, 2, .base = 0xC0000000, .lane_stride = 128), ALU(4, 3)};
    config c = one_sm();
    c.l1d.index = INDEX_LINEAR; // 32 lines in 32 sets
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0),
                    c.sm.issue_latency + 1 + 1 + 31);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_hits"), 32);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "load_requests"), 64);
    run_end(&r, &s);
}

TEST(a_fence_waits_for_the_stores_of_its_warp)
{
    static const step prog[] = {STORE(1, 2, .base = 0xC0000000, .lane_stride = 4), FENCE(),
                                ALU(3, 4)};
    static const step plain[] = {STORE(1, 2, .base = 0xC0000000, .lane_stride = 4), ALU(5, 6),
                                 ALU(3, 4)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1), t = script_of(plain, .ctas = 1);
    run r = run_script(&c, NULL, &s), q = run_script(&c, NULL, &t);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT(issued_at(&s, 0, 2, 0) - issued_at(&s, 0, 0, 0) >
              100); // to L2 and back: rop_latency alone is 120
    CU_ASSERT(issued_at(&t, 0, 2, 0) - issued_at(&t, 0, 0, 0) < 10);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "acks"), 1);
    run_end(&r, &s);
    run_end(&q, &t);
}

TEST(an_atomic_returns_its_value_from_l2)
{
    static const step prog[] = {ATOM(1, 9, .base = 0xC0000000), ALU(2, 1)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "atomic_requests"), 32); // all lanes on one word
    CU_ASSERT_EQUAL(count_of(&r, "sm", "returned"), 32);
    CU_ASSERT(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0) > c.l2.rop_latency);
    run_end(&r, &s);
}

TEST(loads_in_flight_are_limited_by_their_numbers)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000), LOAD(2, 9, .base = 0xC0001000),
                                ALU(3, 9)};
    for (unsigned n = 1; n <= 2; n++) {
        config c = one_sm();
        c.sm.loads_per_warp = n;
        script s = script_of(prog, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        uint64_t apart = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0);
        CU_ASSERT(n == 1 ? apart > c.l2.rop_latency : apart == 1);
        run_end(&r, &s);
    }
}

TEST(every_scheduler_cycle_is_issued_or_in_one_stall_class)
{
    static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128,
                                     .warp_stride = 4096, .round_stride = 128),
                                ALU(2, 1), BARRIER(), LOOP(0, 10)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 4, .warps = 8);
    run r = run_script(&c, NULL, &s);
    static const char *const classes[] = {"warp_insns",     "stall_str_mem",  "stall_str_alu",
                                          "stall_data_mem", "stall_data_alu", "stall_sync",
                                          "stall_fetch",    "stall_idle"};
    uint64_t sum = 0;
    for (unsigned k = 0; k < sizeof classes / sizeof *classes; k++)
        sum += count_of(&r, "sm", classes[k]);
    CU_ASSERT_EQUAL(sum, count_of(&r, NULL, "cycles") * c.sm.schedulers);
    CU_ASSERT(count_of(&r, "sm", "stall_data_mem") > count_of(&r, "sm", "stall_data_alu"));
    run_end(&r, &s);
}

UNIT_MAIN("sm", T(dependent_alu_waits_operands_latency_and_writeback),
          T(each_register_operand_takes_a_cycle_to_read),
          T(operands_of_two_warps_in_one_register_bank_are_read_in_turn),
          T(parallel_operand_reads_take_a_cycle_a_register_of_the_same_bank),
          T(parallel_operand_reads_wait_for_a_collector),
          T(results_of_a_cycle_are_limited_by_the_buses),
          T(independent_instructions_issue_in_successive_cycles),
          T(write_after_write_waits_for_the_first), T(a_unit_is_held_for_the_initiation_interval),
          T(every_class_has_its_latency_and_initiation_interval),
          T(two_sp_instructions_one_sfu_and_one_memory_instruction_may_issue_in_a_cycle),
          T(two_schedulers_issue_in_the_same_cycle),
          T(three_sp_units_are_not_needed_for_two_schedulers_but_two_are), T(a_jump_costs_a_refill),
          T(a_warp_fetches_two_instructions_in_three_cycles),
          T(barrier_releases_all_warps_when_the_last_comes),
          T(a_warp_that_exits_no_longer_counts_at_a_barrier),
          T(parameter_load_is_there_when_it_enters_the_unit),
          T(shared_memory_takes_a_pass_for_each_conflict),
          T(load_latency_is_from_issue_to_the_last_return), T(l1_hit_latency),
          T(memory_stage_counts_the_cycles_in_which_its_instruction_stays),
          T(reply_latency_is_from_issue_to_the_reply), T(l1_latency_is_before_the_tags),
          T(l1_latency_is_a_pipeline), T(requests_of_a_load_leave_one_a_cycle),
          T(a_fence_waits_for_the_stores_of_its_warp), T(an_atomic_returns_its_value_from_l2),
          T(loads_in_flight_are_limited_by_their_numbers),
          T(every_scheduler_cycle_is_issued_or_in_one_stall_class))
