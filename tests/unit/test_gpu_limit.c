// test_gpu_limit.c : gpu.cycle_limit. links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

static const step prog[] = {LOAD(1, 9, .base = 0xC0000000, .cta_stride = 4096), ALU(2, 1), LOOP(0, 5)};

static run limited(uint64_t cycles, bool no_skip, script *s)
{
    config c = one_sm();
    c.gpu.cycle_limit = (uint32_t)cycles;
    *s = script_of(prog, .ctas = 12);
    return run_script(&c, &(gpu_hooks){.no_skip = no_skip}, s);
}

static uint64_t kernel_cycles(const run *r)
{
    return (uint64_t)json_integer_value(json_object_get(json_array_get(json_object_get(r->stats, "kernels"), 0), "cycles"));
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

UNIT_MAIN("gpu_limit", T(a_kernel_may_take_its_limit_and_not_a_cycle_more))
