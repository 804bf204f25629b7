// test_gpu_limit.c : gpu.cycle_limit.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .cta_stride = 4096), ALU(2, 1),
                            LOOP(0, 5)};

static run limited(uint64_t cycles, bool no_skip, script *s)
{
    config c = one_sm();
    c.gpu.cycle_limit = (uint32_t)cycles;
    *s = script_of(prog, .ctas = 12);
    return run_script(&c, &(gpu_hooks){.no_skip = no_skip}, s);
}

static uint64_t kernel_cycles(const run *r)
{
    return (uint64_t)json_integer_value(
        json_object_get(json_array_get(json_object_get(r->stats, "kernels"), 0), "cycles"));
}

TEST(a_kernel_may_take_its_limit_and_not_a_cycle_more)
{
    script s;
    run r = limited(0, false, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    const uint64_t takes = kernel_cycles(&r);
    run_end(&r, &s);
    for (unsigned k = 0; k < 4; k++) {
        r = limited(takes - k % 2, k / 2, &s);
        CU_ASSERT_EQUAL(r.status, k % 2 ? ST_CHECK : ST_OK);
        if (k % 2) CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, "kernel script: has not ended in"));
        run_end(&r, &s);
    }
}

static uint64_t of_sm(const run *r, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(json_object_get(r->stats, "sm"), name));
}

TEST(what_ends_at_its_limit_has_the_statistics_of_all_its_cycles)
{
    static const char *const kinds[] = {"warp_insns", "stall_str_mem",  "stall_str_alu",
                                        "stall_gate", "stall_data_mem", "stall_data_alu",
                                        "stall_sync", "stall_fetch",    "stall_idle"};
    const config c = one_sm();
    script s;
    run r = limited(0, false, &s);
    const uint64_t takes = kernel_cycles(&r);
    run_end(&r, &s);
    for (uint64_t limit = takes / 2; limit < takes; limit++) {
        r = limited(limit, limit % 2, &s);
        CU_ASSERT_EQUAL(r.status, ST_CHECK);
        const uint64_t all =
            gpu_cycle(r.g) * c.sm.schedulers; // idle cycles are passed over at once
        uint64_t sum = 0;
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) sum += of_sm(&r, kinds[k]);
        CU_ASSERT(limit % 2 ? gpu_cycle(r.g) == limit : gpu_cycle(r.g) >= limit);
        CU_ASSERT_EQUAL(of_sm(&r, "scheduler_cycles"), all);
        CU_ASSERT_EQUAL(sum, all);
        run_end(&r, &s);
    }
}

UNIT_MAIN("gpu_limit", T(a_kernel_may_take_its_limit_and_not_a_cycle_more),
          T(what_ends_at_its_limit_has_the_statistics_of_all_its_cycles))
