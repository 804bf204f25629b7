// test_mrpb_pipelined.c : the MRPB's golden model with registers at the input, one fact a test.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "mrpb_rig.h"

static config pipelined(void)
{
    config c = small_config();
    c.mrpb.latency = 5;
    c.mrpb.pipelined = true;
    return c;
}

TEST(lone_read_is_offered_at_exactly_latency)
{
    rig r = rig_of(pipelined());
    CU_ASSERT_TRUE(put(&r, 7, false, false)); // accepted in cycle 0
    for (unsigned t = 1; t <= 5; t++) {
        step(&r);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], t == 5);
    }
    CU_ASSERT_EQUAL(r.out.req_warp_o[0], 7);
    mrpb_free(r.m);
}

TEST(lone_write_is_offered_three_cycles_later_than_without)
{
    rig r = rig_of(pipelined());
    CU_ASSERT_TRUE(put(&r, 7, true, false)); // accepted in cycle 0
    for (unsigned t = 1; t <= 4; t++) {
        step(&r);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], t == 4);
    }
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 1);
    mrpb_free(r.m);
}

TEST(reads_pass_one_a_cycle)
{
    rig r = rig_of(pipelined());
    for (unsigned t = 0; t < 500; t++) {
        offer(&r, t % 48, false);
        r.in.req_ready_i[0] = 1;
        step(&r);
        CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], t >= 5);
    }
    mrpb_free(r.m);
}

TEST(held_at_the_input_is_pending_and_not_idle)
{
    rig r = rig_of(pipelined());
    CU_ASSERT_TRUE(put(&r, 9, false, false));
    for (unsigned t = 1; t <= 5; t++) {
        step(&r);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
        CU_ASSERT_EQUAL(r.out.pending_o[0], (uint64_t)1 << 9);
    }
    mrpb_free(r.m);
}

// Queue of 4, two places outbound, three registers: of one warp's requests, nine go in.
TEST(three_more_requests_of_a_full_queue_are_held)
{
    rig r = rig_of(pipelined());
    unsigned n = 0;
    for (unsigned t = 0; t < 100; t++) {
        offer(&r, 3, false);
        r.in.req_stall_i[0] = MRPB_STALL_MSHR;
        step(&r);
        n += (unsigned)r.out.in_ready_o[0];
    }
    CU_ASSERT_EQUAL(n, 4 + 2 + 3);
    mrpb_free(r.m);
}

// Whether a request is accepted does not depend on what it is.
TEST(ready_sees_no_payload)
{
    rig r = rig_of(pipelined());
    for (unsigned t = 0; t < 300; t++) {
        bool ready[2];
        for (unsigned write = 0; write < 2; write++) {
            offer(&r, (t * 7 + write * 5) % 3, write);
            look(&r);
            ready[write] = r.out.in_ready_o[0];
        }
        CU_ASSERT_EQUAL(ready[0], ready[1]);
        offer(&r, t % 3, t % 5 == 0);
        r.in.req_ready_i[0] = t % 4 == 0;
        step(&r);
    }
    mrpb_free(r.m);
}

// A write waits in the last register until its queue, which the policy would drain last, is empty;
// its queue goes first.
TEST(write_flushes_its_queue_from_the_last_register)
{
    rig r = rig_of(pipelined());
    put(&r, 3, false, false);
    put(&r, 3, false, false);
    wait(&r, 6); // both outbound
    put(&r, 20, false, false);
    put(&r, 1, false, false);
    put(&r, 20, true, false);
    wait(&r, 4);
    for (unsigned i = 0; i < 5; i++) take(&r);
    expect_left(&r, (const int[]){3, 3, 20, 20, 1}, 5);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_write, 1);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->write_through, 1);
    mrpb_free(r.m);
}

UNIT_MAIN("mrpb_pipelined", T(lone_read_is_offered_at_exactly_latency),
          T(lone_write_is_offered_three_cycles_later_than_without), T(reads_pass_one_a_cycle),
          T(held_at_the_input_is_pending_and_not_idle),
          T(three_more_requests_of_a_full_queue_are_held), T(ready_sees_no_payload),
          T(write_flushes_its_queue_from_the_last_register))
