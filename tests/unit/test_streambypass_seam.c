// test_streambypass_seam.c : streaming bypass in the machine: exact under skipping, order and
// threads; L1 and L2 apart.
//
// links: ptx machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/streambypass_seam.h"
#include "tests/unit/test_sm_front.h"
#include "tests/unit/unit.h"

#include <string.h>

// Lines that nothing reads again, then lines that all read again and again, with a pause between;
// stores and atomics.
static const step prog[] = {PARAM(1),
                            LOAD(2, 1, .base = 0xC0000000, .lane_stride = 128, .warp_stride = 4096,
                                 .cta_stride = 65536, .round_stride = 1048576),
                            STORE(1, 2, .base = 0xC8000000, .lane_stride = 4, .warp_stride = 128,
                                  .cta_stride = 4096, .round_stride = 65536),
                            LOOP(1, 5),
                            BARRIER(),
                            LOAD(3, 1, .base = 0xC0000000, .lane_stride = 32, .round_stride = 128),
                            ALU(4, 3),
                            LOOP(5, 40),
                            ATOM(7, 1, .base = 0xC0300000, .lane_stride = 4)};

static config streaming(void)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 3;
    c.gpu.l2_mhz = 650; // clocks apart
    c.streambypass.enable = true;
    c.streambypass.period = 300;
    c.streambypass.threshold = 50000;
    return c;
}

static json_t *statistics(const config *c, const gpu_hooks *h)
{
    script s = script_of(prog, .ctas = 9, .warps = 6, .regs = 20);
    run r = run_script(c, h, &s);
    err_print(&r.e);
    CU_ASSERT_EQUAL_FATAL(r.status, ST_OK); // so all laws hold
    json_t *stats = json_deep_copy(r.stats);
    run_end(&r, &s);
    return stats;
}

static json_int_t count(const json_t *stats, const char *level, const char *name)
{
    return json_integer_value(
        json_object_get(json_object_get(json_object_get(stats, "streambypass"), level), name));
}

static void same(const config *c, const gpu_hooks *h)
{
    json_t *a = statistics(c, NULL), *b = statistics(c, h);
    CU_ASSERT_TRUE(json_equal(a, b));
    json_decref(a);
    json_decref(b);
}

TEST(caches_close_and_open_in_the_machine)
{
    const config c = streaming();
    json_t *s = statistics(&c, NULL);
    for (int k = 0; k < 2; k++) {
        const char *level = k ? "l2" : "l1";
        CU_ASSERT(count(s, level, "closed") > 0);
        CU_ASSERT(count(s, level, "opened") > 0);
        CU_ASSERT(count(s, level, "quiet") > 0);
    }
    CU_ASSERT_EQUAL(count(s, "l1", "cycles"), 3 * json_integer_value(json_object_get(
                                                      s, "cycles"))); // each SM's in each cycle
    CU_ASSERT(json_integer_value(json_object_get(json_object_get(s, "l1d"), "streamed_reads")) > 0);
    CU_ASSERT(json_integer_value(json_object_get(json_object_get(s, "l2"), "streamed_reads")) > 0);
    CU_ASSERT(json_integer_value(json_object_get(json_object_get(s, "l2"), "streamed_writes")) > 0);
    json_decref(s);
}

TEST(l1_and_l2_are_turned_on_apart)
{
    for (int k = 0; k < 2; k++) {
        config c = streaming();
        c.streambypass.l1 = k;
        c.streambypass.l2 = !k;
        json_t *s = statistics(&c, NULL);
        CU_ASSERT_EQUAL(count(s, "l1", "closed") > 0, k);
        CU_ASSERT_EQUAL(count(s, "l2", "closed") > 0, !k);
        CU_ASSERT_EQUAL(
            json_integer_value(json_object_get(json_object_get(s, "l1d"), "streamed_reads")) > 0,
            k);
        CU_ASSERT_EQUAL(
            json_integer_value(json_object_get(json_object_get(s, "l2"), "streamed_reads")) > 0,
            !k);
        json_decref(s);
    }
}

TEST(skipping_changes_nothing)
{
    config c = streaming();
    same(&c, &(gpu_hooks){.no_skip = true});
    c.l1d.ways = 1; // heads wait for a line when the mode changes
    c.l1d.miss_queue = c.l2.miss_queue = 2;
    c.streambypass.period = 37;
    same(&c, &(gpu_hooks){.no_skip = true});
    c.l2.allocate = c.l1d.allocate = ALLOCATE_FILL;
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    same(&c, &(gpu_hooks){.no_skip = true});
}

TEST(order_changes_nothing)
{
    const config c = streaming();
    for (unsigned seed = 1; seed <= 2; seed++) same(&c, &(gpu_hooks){.shuffle_seed = seed});
}

TEST(threads_change_nothing)
{
    const config c = streaming();
    same(&c, &(gpu_hooks){.threads = 2, .insist = true});
}

TEST(mrpb_and_banks_go_with_it)
{
    config c = streaming();
    c.mrpb.enable = true;
    same(&c, &(gpu_hooks){.no_skip = true});
    c.mrpb.enable = false;
    c.l1d.banks = c.streambypass.accesses = 4;
    same(&c, &(gpu_hooks){.no_skip = true});
    json_t *s = statistics(&c, NULL);
    CU_ASSERT(count(s, "l1", "crowded") > 0);
    json_decref(s);
}

TEST(a_sleeper_is_woken_when_the_mode_may_change)
{
    config c = streaming();
    err e = {0};
    streambypass_seam *s;
    CU_ASSERT_EQUAL_FATAL(streambypass_seam_new(&s, &c, NULL, 0, &e), ST_OK);
    CU_ASSERT_EQUAL(streambypass_seam_next(s), UINT64_MAX); // nothing to judge
    streambypass_seam_count(s, false);
    streambypass_seam_clock(s);
    CU_ASSERT_EQUAL(streambypass_seam_next(s),
                    299 + 1); // the rest of the period and the cycle that judges it
    streambypass_seam_skip(s, 299);
    CU_ASSERT_EQUAL(streambypass_seam_next(s), 1);
    CU_ASSERT_FALSE(streambypass_seam_closed(s));
    streambypass_seam_clock(s);
    CU_ASSERT_TRUE(streambypass_seam_closed(s));
    CU_ASSERT_EQUAL(streambypass_seam_next(s), 0);
    streambypass_seam_clock(s);
    CU_ASSERT_EQUAL(streambypass_seam_next(s), UINT64_MAX);
    streambypass_seam_free(s);
}

UNIT_MAIN("streambypass_seam", T(caches_close_and_open_in_the_machine),
          T(l1_and_l2_are_turned_on_apart), T(skipping_changes_nothing), T(order_changes_nothing),
          T(threads_change_nothing), T(mrpb_and_banks_go_with_it),
          T(a_sleeper_is_woken_when_the_mode_may_change))
