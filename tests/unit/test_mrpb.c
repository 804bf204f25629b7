// test_mrpb.c : cycle behaviour of the MRPB's golden model, one fact a test.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "mrpb_rig.h"

// Fills the outbound buffer with two reads of `warp` while L1D stalls, so that what follows waits
// in the queues.
static void block_outbound(rig *r, unsigned warp)
{
    put(r, warp, false, false);
    put(r, warp, false, false);
    wait(r, r->c.mrpb.latency + 1);
}

TEST(lone_request_offered_at_exactly_latency)
{
    for (unsigned latency = 1; latency <= 18; latency++) {
        config c = small_config();
        c.mrpb.latency = latency;
        rig r = rig_of(c);
        CU_ASSERT_TRUE(put(&r, 7, false, false)); // accepted in cycle 0
        for (unsigned t = 1; t < latency; t++) {
            step(&r);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
        }
        step(&r);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_warp_o[0], 7);
        mrpb_free(r.m);
    }
}

TEST(write_past_an_empty_queue_is_offered_in_the_next_cycle)
{
    rig r = rig_of(small_config());
    CU_ASSERT_TRUE(put(&r, 7, true, false));
    step(&r);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 1);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->write_through, 1);
    mrpb_free(r.m);
}

TEST(one_in_one_out_every_cycle)
{
    for (unsigned latency = 1; latency <= 18; latency++) {
        config c = small_config();
        c.mrpb.latency = latency;
        rig r = rig_of(c);
        unsigned seen = 0;
        for (unsigned t = 0; t < 500; t++) {
            offer(&r, t % 48, false);
            r.in.req_ready_i[0] = 1;
            step(&r);
            CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], t >= latency);
            seen += (unsigned)r.out.req_valid_o[0];
        }
        CU_ASSERT_EQUAL(seen, 500 - latency);
        mrpb_free(r.m);
    }
}

TEST(full_judged_before_dequeue)
{
    rig r = rig_of(small_config());
    block_outbound(&r, 3);
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_TRUE(put(&r, 5, false, false));
    offer(&r, 5, false);
    r.in.req_ready_i[0] = 1;
    step(&r); // the outbound head leaves: from the next cycle on there is room
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    step(&r); // an entry of queue 5 is dequeued in this cycle, but does not count yet
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
    mrpb_free(r.m);
}

TEST(write_waits_until_its_queue_is_empty)
{
    rig r = rig_of(small_config());
    block_outbound(&r, 3);
    for (unsigned i = 0; i < 3; i++) CU_ASSERT_TRUE(put(&r, 5, false, false));
    put(&r, 5, true, true);
    // the reads left the queue one a cycle, each one cycle before it was sent; the write alone is
    // still there
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_write, 3);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->sent, 2 + 3);
    CU_ASSERT_EQUAL(take(&r), 5);
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 1);
    mrpb_free(r.m);
}

TEST(flush_full_drains_one_item_of_the_full_queue_first)
{
    rig r = rig_of(small_config());
    block_outbound(&r, 3);
    put(&r, 1, false, false);
    put(&r, 2, false, false);
    for (unsigned i = 0; i < 4; i++) put(&r, 9, false, false);
    wait(&r, 4);
    CU_ASSERT_TRUE(put(&r, 9, false, true)); // fixed order prefers 1, the full queue comes first
    for (unsigned i = 0; i < 3; i++) take(&r);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_full, 1);
    expect_left(&r, (const int[]){3, 3, 9, 1, 2, 9}, 6);
    mrpb_free(r.m);
}

// With flush, a read drains its full queue past the greedy one; afterwards the greedy queue goes
// on.
TEST(flush_does_not_move_greedy)
{
    config c = small_config();
    c.mrpb.greedy = true;
    rig r = rig_of(c);
    for (unsigned i = 0; i < 4; i++)
        put(&r, 20, false, false); // two go outbound by policy: queue 20 is greedy
    wait(&r, 4);
    for (unsigned i = 0; i < 4; i++) put(&r, 30, false, false);
    put(&r, 10, false, false);
    wait(&r, 4);
    put(&r, 30, false, true);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_full, 1);
    for (unsigned i = 0; i < 4; i++) take(&r);
    expect_left(&r, (const int[]){20, 20, 30, 20, 20, 10, 30}, 7);
    mrpb_free(r.m);
}

TEST(without_flush_a_full_queue_gets_no_priority)
{
    config c = small_config();
    c.mrpb.flush = false;
    rig r = rig_of(c);
    block_outbound(&r, 3);
    put(&r, 1, false, false);
    for (unsigned i = 0; i < 4; i++) put(&r, 9, false, false);
    wait(&r, 4);
    put(&r, 9, false, true);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_full, 0);
    take(&r);
    expect_left(&r, (const int[]){3, 3, 1, 9}, 4);
    mrpb_free(r.m);
}

TEST(without_flush_a_write_is_stored_behind_reads)
{
    config c = small_config();
    c.mrpb.flush = false;
    rig r = rig_of(c);
    block_outbound(&r, 3);
    put(&r, 5, false, false);
    CU_ASSERT_TRUE(put(&r, 5, true, false));
    wait(&r, 3);
    CU_ASSERT_EQUAL(take(&r), 3);
    CU_ASSERT_EQUAL(take(&r), 3);
    CU_ASSERT_EQUAL(take(&r), 5);
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 0);
    CU_ASSERT_EQUAL(take(&r), 5);
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 1);
    mrpb_free(r.m);
}

// Which of two answers bypasses: cause by cause, for each setting of the option.
TEST(bypass_only_named_cause)
{
    for (bypass_kind kind = BYPASS_NONE; kind <= BYPASS_ALL; kind++) {
        for (uint64_t cause = MRPB_STALL_LINE; cause <= MRPB_STALL_MISSQ; cause++) {
            config c = small_config();
            c.mrpb.bypass = kind;
            rig r = rig_of(c);
            put(&r, 5, false, false);
            wait(&r, 2);
            r.in.req_stall_i[0] = cause;
            r.in.byp_ready_i[0] = 1;
            look(&r);
            bool named = kind == BYPASS_ALL || (kind == BYPASS_ASSOC && cause == MRPB_STALL_LINE);
            CU_ASSERT_EQUAL(r.out.byp_pulse_o[0], named);
            mrpb_free(r.m);
        }
    }
}

TEST(bypassed_read_leaves_the_buffer)
{
    rig r = rig_of(small_config());
    put(&r, 5, false, false);
    wait(&r, 2);
    r.in.req_stall_i[0] = MRPB_STALL_LINE;
    step(&r); // the bypass path is not ready: the read stays
    CU_ASSERT_EQUAL(r.out.byp_pulse_o[0], 0);
    r.in.byp_ready_i[0] = 1;
    step(&r);
    CU_ASSERT_EQUAL(r.out.byp_pulse_o[0], 1);
    look(&r);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->bypassed, 1);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->bypass_blocked, 1);
    mrpb_free(r.m);
}

TEST(write_never_bypasses)
{
    config c = small_config();
    c.mrpb.bypass = BYPASS_ALL;
    rig r = rig_of(c);
    put(&r, 5, true, false);
    wait(&r, 2);
    r.in.byp_ready_i[0] = 1;
    for (uint64_t cause = MRPB_STALL_LINE; cause <= MRPB_STALL_MISSQ; cause++) {
        r.in.req_stall_i[0] = cause;
        look(&r);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
        CU_ASSERT_EQUAL(r.out.byp_pulse_o[0], 0);
    }
    mrpb_free(r.m);
}

TEST(outbound_buffer_has_two_entries)
{
    rig r = rig_of(small_config());
    for (unsigned w = 0; w < 4; w++) put(&r, w, false, false);
    wait(&r, 10);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->policy_drains, 2);
    CU_ASSERT_TRUE(mrpb_get_events(r.m)->outbound_full > 0);
    mrpb_free(r.m);
}

TEST(offered_request_is_never_withdrawn)
{
    rig r = rig_of(small_config());
    put(&r, 40, false, false);
    wait(&r, 3);
    mrpb_out held = r.out;
    put(&r, 0, false, false); // of higher priority
    put(&r, 1, false, false);
    wait(&r, 5);
    CU_ASSERT_EQUAL(r.out.req_warp_o[0], 40);
    CU_ASSERT_EQUAL(r.out.req_line_o[0], held.req_line_o[0]);
    CU_ASSERT_EQUAL(r.out.req_meta_o[0], held.req_meta_o[0]);
    mrpb_free(r.m);
}

TEST(fixed_order_takes_the_lowest_queue)
{
    rig r = rig_of(small_config());
    block_outbound(&r, 3);
    static const unsigned warps[] = {47, 12, 0, 31};
    for (unsigned i = 0; i < 4; i++) put(&r, warps[i], false, false);
    wait(&r, 3);
    take(&r);
    take(&r);
    CU_ASSERT_EQUAL(take(&r), 0);
    CU_ASSERT_EQUAL(take(&r), 12);
    CU_ASSERT_EQUAL(take(&r), 31);
    CU_ASSERT_EQUAL(take(&r), 47);
    CU_ASSERT_EQUAL(take(&r), -1);
    mrpb_free(r.m);
}

TEST(round_robin_starts_after_the_queue_drained_last)
{
    config c = small_config();
    c.mrpb.drain = DRAIN_RR;
    rig r = rig_of(c);
    block_outbound(&r, 30);
    for (unsigned i = 0; i < 2; i++) {
        put(&r, 47, false, false);
        put(&r, 12, false, false);
        put(&r, 30, false, false);
    }
    wait(&r, 3);
    static const int order[] = {30, 30, 47, 12, 30, 47, 12, 30};
    for (unsigned i = 0; i < 8; i++) CU_ASSERT_EQUAL(take(&r), order[i]);
    mrpb_free(r.m);
}

TEST(longest_first_ties_to_the_lowest_queue)
{
    config c = small_config();
    c.mrpb.drain = DRAIN_LONGEST;
    rig r = rig_of(c);
    block_outbound(&r, 3);
    static const unsigned warps[] = {9, 9, 9, 4, 4, 30};
    for (unsigned i = 0; i < 6; i++) put(&r, warps[i], false, false);
    wait(&r, 3);
    static const int order[] = {3, 3, 9, 4, 9, 4, 9, 30}; // 3:2:1, 2:2:1, 2:1:1 (of 9), 1:1:1
    for (unsigned i = 0; i < 8; i++) CU_ASSERT_EQUAL(take(&r), order[i]);
    mrpb_free(r.m);
}

TEST(greedy_stays_until_its_queue_is_empty)
{
    config c = small_config();
    c.mrpb.greedy = true;
    rig r = rig_of(c);
    for (unsigned i = 0; i < 4; i++) put(&r, 20, false, false);
    put(&r, 1, false, false);
    wait(&r, 4);
    static const int order[] = {20, 20, 20, 20, 1};
    for (unsigned i = 0; i < 5; i++) CU_ASSERT_EQUAL(take(&r), order[i]);
    mrpb_free(r.m);
}

TEST(queue_number_is_the_signature)
{
    static const signature_kind kinds[] = {SIG_WARP, SIG_CTA, SIG_CTA_WARP};
    for (unsigned i = 0; i < 3; i++) {
        config c = small_config();
        c.mrpb.signature = kinds[i];
        c.mrpb.queues =
            kinds[i] == SIG_CTA ? 4 : 48; // four queues for eight thread blocks: the low two bits
        rig r = rig_of(c);
        offer(&r, 11, false);
        r.in.in_cta_i[0] = 6;
        r.in.in_cta_warp_i[0] = 21;
        step(&r);
        r.in.in_valid_i[0] = 0;
        look(&r);
        static const unsigned queue[] = {11, 6 % 4, 21};
        CU_ASSERT_EQUAL(r.out.pending_o[0], (uint64_t)1 << queue[i]);
        mrpb_free(r.m);
    }
}

TEST(pending_from_accept_until_it_leaves)
{
    rig r = rig_of(small_config());
    put(&r, 17, false, false);
    for (unsigned t = 0; t < 5; t++) {
        wait(&r, 1);
        CU_ASSERT_EQUAL(r.out.pending_o[0], (uint64_t)1 << 17);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
    }
    CU_ASSERT_EQUAL(take(&r), 17);
    look(&r);
    CU_ASSERT_EQUAL(r.out.pending_o[0], 0);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    mrpb_free(r.m);
}

TEST(reset_in_mid_traffic_empties_it)
{
    rig r = rig_of(small_config());
    for (unsigned w = 0; w < 20; w++) put(&r, w, false, false);
    mrpb_reset(r.m);
    rig fresh = rig_of(r.c);
    memset(&r.in, 0, sizeof r.in);
    look(&r);
    look(&fresh);
    CU_ASSERT_EQUAL(memcmp(&r.out, &fresh.out, sizeof r.out), 0);
    CU_ASSERT_EQUAL(take(&r), -1);
    mrpb_free(r.m);
    mrpb_free(fresh.m);
}

UNIT_MAIN("mrpb", T(lone_request_offered_at_exactly_latency),
          T(write_past_an_empty_queue_is_offered_in_the_next_cycle), T(one_in_one_out_every_cycle),
          T(full_judged_before_dequeue), T(write_waits_until_its_queue_is_empty),
          T(flush_full_drains_one_item_of_the_full_queue_first), T(flush_does_not_move_greedy),
          T(without_flush_a_full_queue_gets_no_priority),
          T(without_flush_a_write_is_stored_behind_reads), T(bypass_only_named_cause),
          T(bypassed_read_leaves_the_buffer), T(write_never_bypasses),
          T(outbound_buffer_has_two_entries), T(offered_request_is_never_withdrawn),
          T(fixed_order_takes_the_lowest_queue), T(round_robin_starts_after_the_queue_drained_last),
          T(longest_first_ties_to_the_lowest_queue), T(greedy_stays_until_its_queue_is_empty),
          T(queue_number_is_the_signature), T(pending_from_accept_until_it_leaves),
          T(reset_in_mid_traffic_empties_it))
