// test_dwtcs_seam.c : DWT-CS in the machine: what it finds when a kernel thrashes; nothing hangs.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

enum { SMS = 8, PERIOD = 500, WARP_LINES = 8, WARPS = 24 }; // of a scheduler

// Every warp walks over 8 lines of its own, again and again. 16 warps, 8 a scheduler, have room in
// 128 lines.
static const step thrash[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1,
                                    .n_src = 1, .regs = {1, 9}),
                               .lanes = 0xff, .base = 0xC0000000, .lane_stride = 128,
                               .warp_stride = WARP_LINES * 128, .cta_stride = 8 * WARP_LINES * 128},
                              ALU(2, 1),
                              LOOP(0, 60)};
static const step calm[] = {ALU(1, 9), ALU(2, 1), LOOP(0, 400)};
static const step with_barriers[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4,
                                           .n_dst = 1, .n_src = 1, .regs = {1, 9}),
                                      .lanes = 0xff, .base = 0xC0000000, .lane_stride = 128,
                                      .warp_stride = 1024, .cta_stride = 8192},
                                     ALU(2, 1),
                                     BARRIER(),
                                     ALU(3, 2),
                                     LOOP(0, 60)};

static config machine(bool throttled)
{
    config c = one_sm();
    c.gpu.sms = SMS;
    c.l1d.index = INDEX_LINEAR;
    c.sm.ctas = 6; // of 8 warps: all slots
    c.dwtcs.enable = throttled;
    c.dwtcs.period = PERIOD;
    c.dwtcs.periods_over = 2;
    return c;
}

static run thrashed(const config *c, gpu_hooks h, script *s)
{
    *s = script_of(thrash, .ctas = 6 * c->gpu.sms, .warps = 8);
    run r = run_script(c, &h, s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    return r;
}

static const json_t *moment(const run *r, unsigned i)
{
    return json_array_get(json_object_get(r->stats, "throttling"), i);
}
static uint64_t of_moment(const json_t *m, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(m, key));
}
static bool does(const json_t *m, const char *what)
{
    return m && strcmp(json_string_value(json_object_get(m, "does")), what) == 0;
}

TEST(warps_that_have_room_are_found_on_a_kernel_that_thrashes)
{
    const unsigned room = 32 * 4 / WARP_LINES / 2; // of a scheduler
    uint64_t misses[2], cycles[2];
    for (unsigned k = 0; k < 2; k++) {
        const config c = machine(k);
        script s;
        run r = thrashed(&c, (gpu_hooks){0}, &s);
        misses[k] = count_of(&r, "l1d", "read_misses");
        cycles[k] = count_of(&r, NULL, "cycles");
        if (k) {
            const uint64_t warps = of_moment(moment(&r, 1), "warps");
            printf("# %llu warps a scheduler; %llu and %llu misses, %llu and %llu cycles\n",
                   (unsigned long long)warps, (unsigned long long)misses[0],
                   (unsigned long long)misses[1], (unsigned long long)cycles[0],
                   (unsigned long long)cycles[1]);
            CU_ASSERT(does(moment(&r, 0), "sample") && does(moment(&r, 1), "throttle"));
            CU_ASSERT(warps >= 1 && warps <= room);
            CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "stored"), 1);
            CU_ASSERT(count_of(&r, "sm", "stall_gate") > 0);
        }
        run_end(&r, &s);
    }
    CU_ASSERT(misses[1] < misses[0] / 2);
    CU_ASSERT(cycles[1] < cycles[0]);
}

// The test fires in the first cycle of the third period (N = 2), the vote decides M = 3 periods and
// a cycle for each SM later; each shows a cycle later. The kernel's cycle 0 is the machine's
// second: in the first the block hears of it.
TEST(decisions_fall_at_period_boundaries)
{
    const config c = machine(true);
    script s;
    run r = thrashed(&c, (gpu_hooks){0}, &s);
    const uint64_t begin = 2, shows = 1;
    CU_ASSERT_EQUAL((of_moment(moment(&r, 0), "cycle") - begin - shows) % PERIOD, 0);
    CU_ASSERT(of_moment(moment(&r, 0), "cycle") >= begin + 2 * PERIOD + shows);
    CU_ASSERT_EQUAL(of_moment(moment(&r, 1), "cycle") - of_moment(moment(&r, 0), "cycle"),
                    3 * PERIOD + SMS);
    run_end(&r, &s);
}

TEST(a_kernel_that_does_not_miss_is_left_alone)
{
    const config c = machine(true), plain = machine(false);
    script s = script_of(calm, .ctas = 48, .warps = 8), t = script_of(calm, .ctas = 48, .warps = 8);
    run r = run_script(&c, NULL, &s), p = run_script(&plain, NULL, &t);
    CU_ASSERT(count_of(&r, "dwtcs", "periods") >= 2);
    CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "exceeded"), 0);
    CU_ASSERT_EQUAL(count_of(&r, NULL, "cycles"), count_of(&p, NULL, "cycles"));
    CU_ASSERT_TRUE(json_equal(json_object_get(r.stats, "sm"), json_object_get(p.stats, "sm")));
    run_end(&r, &s);
    run_end(&p, &t);
}

// One SM that tries 1 warp, and stays with it or with others: its CTAs of 8 warps meet at barriers
// all the time.
TEST(a_limit_of_one_does_not_hang_a_barrier)
{
    config c = machine(true);
    c.gpu.sms = 1;
    c.dwtcs.period = 200;
    script s = script_of(with_barriers, .ctas = 12, .warps = 8);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_TRUE(does(moment(&r, 0), "sample"));
    CU_ASSERT_EQUAL(of_moment(moment(&r, 0), "warps"), 1);
    CU_ASSERT(count_of(&r, "dwtcs", "rounds") >= 1);
    CU_ASSERT_EQUAL(count_of(&r, NULL, "warp_insns"), 12 * 8 * 5 * 61);
    run_end(&r, &s);
}

TEST(the_second_launch_of_a_kernel_takes_its_winner_without_sampling)
{
    const config c = machine(true);
    script s;
    run r = thrashed(&c, (gpu_hooks){0}, &s);
    run_again(&r, &s, "script");
    CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "kernels"), 2);
    CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "samplings"), 1);
    CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "applied"), 1);
    CU_ASSERT_TRUE(does(moment(&r, 2), "throttle"));
    CU_ASSERT_EQUAL(of_moment(moment(&r, 2), "warps"), of_moment(moment(&r, 1), "warps"));
    run_end(&r, &s);
}

// The block counts every cycle of the machine, what SMs issue, and what their caches miss.
TEST(every_cycle_is_the_blocks)
{
    const config c = machine(true);
    script s;
    run r = thrashed(&c, (gpu_hooks){0}, &s);
    CU_ASSERT_EQUAL(count_of(&r, "dwtcs", "cycles"), count_of(&r, NULL, "cycles"));
    run_end(&r, &s);
}

TEST(order_skipping_and_threads_change_nothing)
{
    static const gpu_hooks others[] = {
        {.no_skip = true}, {.shuffle_seed = 7}, {.threads = 2, .insist = true}};
    config c = machine(true);
    c.gpu.kernel_launch_cycles = 3 * PERIOD + 7; // idle time over period boundaries
    for (unsigned unit = 0; unit < 2; unit++) {
        c.dwtcs.instructions = unit ? INSN_WARP : INSN_THREAD;
        script s, t;
        run plain = thrashed(&c, (gpu_hooks){0}, &s);
        CU_ASSERT_EQUAL(count_of(&plain, "dwtcs", "stored"), 1);
        for (unsigned k = 0; k < 3; k++) {
            run other = thrashed(&c, others[k], &t);
            CU_ASSERT_TRUE(json_equal(plain.stats, other.stats));
            run_end(&other, &t);
        }
        run_end(&plain, &s);
    }
}

UNIT_MAIN("dwtcs_seam", T(warps_that_have_room_are_found_on_a_kernel_that_thrashes),
          T(decisions_fall_at_period_boundaries), T(a_kernel_that_does_not_miss_is_left_alone),
          T(a_limit_of_one_does_not_hang_a_barrier),
          T(the_second_launch_of_a_kernel_takes_its_winner_without_sampling),
          T(every_cycle_is_the_blocks), T(order_skipping_and_threads_change_nothing))
