// test_mrpb_options.c : the MRPB's golden model with signatures pc and line, drain_n, data of
// writes, and as a single slot.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "mrpb_rig.h"

// Outbound full with two reads of `warp`, L1D stalled: what follows waits in the queues.
static void block_outbound(rig *r, unsigned warp)
{
    put(r, warp, false, false);
    put(r, warp, false, false);
    wait(r, r->c.mrpb.latency + 1);
}

static void fill(rig *r, unsigned warp, unsigned n)
{
    for (unsigned i = 0; i < n; i++) put(r, warp, false, false);
}

static void expect_order(rig *r, const int *warps, unsigned n)
{
    for (unsigned i = 0; i < n; i++) CU_ASSERT_EQUAL(take(r), warps[i]);
}

static config with_signature(signature_kind k, unsigned queues)
{
    config c = small_config();
    c.mrpb.signature = k;
    c.mrpb.queues = queues;
    c.mrpb.pc_bits = 16;
    return c;
}

// ---- signatures pc and line

TEST(queue_is_the_low_bits_of_pc_or_line)
{
    for (unsigned i = 0; i < 2; i++) {
        rig r = rig_of(with_signature(i ? SIG_LINE : SIG_PC, 16));
        offer(&r, 11, false);
        r.in.in_pc_i[0] = 0x1235;
        r.in.in_line_i[0] = 0x777a;
        step(&r);
        r.in.in_valid_i[0] = 0;
        look(&r);
        CU_ASSERT_EQUAL(r.out.pending_o[0], (uint64_t)1 << (i ? 0xa : 0x5));
        mrpb_free(r.m);
    }
}

// A read of instruction `pc` enters and waits.
static void put_pc(rig *r, unsigned pc)
{
    offer(r, pc, false);
    r->in.in_pc_i[0] = pc;
    r->in.req_stall_i[0] = MRPB_STALL_MSHR;
    step(r);
    CU_ASSERT_EQUAL(r->out.in_ready_o[0], 1);
    r->in.in_valid_i[0] = 0;
}

TEST(with_pc_a_write_waits_until_all_queues_are_empty)
{
    rig r = rig_of(with_signature(SIG_PC, 16));
    for (unsigned pc = 1; pc <= 5; pc++) put_pc(&r, pc);
    wait(&r, 4); // 1 and 2 are outbound; 3, 4, 5 in their queues
    offer(&r, 9, true);
    r.in.in_pc_i[0] = 9; // of an empty queue
    r.in.req_ready_i[0] = 1;
    unsigned waited = 0;
    for (step(&r); !r.out.in_ready_o[0]; step(&r)) waited++;
    // 3 is drained once 1 has left: cycles 1, 2, 3 drain, and in cycle 4 the queues are empty
    CU_ASSERT_EQUAL(waited, 4);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_write, 0);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->policy_drains, 5);
    CU_ASSERT_EQUAL(take(&r), 9);
    CU_ASSERT_EQUAL(r.out.req_write_o[0], 1);
    expect_left(&r, (const int[]){1, 2, 3, 4, 5, 9}, 6);
    mrpb_free(r.m);
}

TEST(with_line_a_write_waits_for_its_lines_queue_only)
{
    rig r = rig_of(with_signature(SIG_LINE, 16));
    block_outbound(&r, 1);
    offer(&r, 2, false);
    r.in.in_line_i[0] = 0x25;
    step(&r);
    wait(&r, 4);
    offer(&r, 3, true);
    r.in.in_line_i[0] = 0x36; // its queue, 6, is empty
    r.in.req_ready_i[0] = 1;
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0); // no room yet
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
    CU_ASSERT_EQUAL(r.out.pending_o[0] >> 5 & 1, 1); // the read of queue 5 is passed
    mrpb_free(r.m);
}

static bool refused(config c, const char *text)
{
    err e = {0};
    mrpb *m = mrpb_new(&c, &e);
    bool named = !m && e.status == ST_INPUT && e.text && strstr(e.text, text);
    mrpb_free(m);
    err_free(&e);
    return named;
}

TEST(pc_without_flush_is_refused)
{
    config c = with_signature(SIG_PC, 16);
    c.mrpb.flush = false;
    CU_ASSERT_TRUE(refused(c, "flush"));
    CU_ASSERT_TRUE(refused(with_signature(SIG_PC, 24), "queues = 24"));
    CU_ASSERT_TRUE(refused(with_signature(SIG_LINE, 48), "queues = 48"));
}

// ---- drain_n

static config with_runs(drain_kind drain, unsigned n)
{
    config c = small_config();
    c.mrpb.drain = drain;
    c.mrpb.drain_n = n;
    c.mrpb.depth = 8;
    return c;
}

TEST(fixed_order_in_runs_leaves_the_queue_for_the_next)
{
    rig r = rig_of(with_runs(DRAIN_FIXED, 2));
    block_outbound(&r, 40); // a run of two of queue 40: over
    fill(&r, 5, 5);
    fill(&r, 9, 3);
    wait(&r, 4);
    expect_order(&r, (const int[]){40, 40, 5, 5, 9, 9, 5, 5, 9, 5}, 10);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->run_ends,
                    3); // 5 to 9, 9 to 5, 5 to 9; the last change is from an empty queue
    mrpb_free(r.m);
}

TEST(longest_first_in_runs)
{
    rig r = rig_of(with_runs(DRAIN_LONGEST, 3));
    block_outbound(&r, 40);
    fill(&r, 5, 6);
    fill(&r, 9, 2);
    fill(&r, 12, 4);
    wait(&r, 4);
    // 5 (6): three; of the others 12 (4): three; 5 (3) again: three; 9 (2); 12
    expect_order(&r, (const int[]){40, 40, 5, 5, 5, 12, 12, 12, 5, 5, 5, 9, 9, 12}, 14);
    mrpb_free(r.m);
}

TEST(round_robin_in_runs)
{
    rig r = rig_of(with_runs(DRAIN_RR, 2));
    block_outbound(&r, 40);
    fill(&r, 3, 3);
    fill(&r, 41, 3);
    wait(&r, 4);
    expect_order(&r, (const int[]){40, 40, 41, 41, 3, 3, 41, 3}, 8);
    mrpb_free(r.m);
}

TEST(a_run_that_is_over_goes_on_when_no_other_queue_has_anything)
{
    rig r = rig_of(with_runs(DRAIN_FIXED, 2));
    block_outbound(&r, 40);
    fill(&r, 5, 5);
    wait(&r, 4);
    expect_order(&r, (const int[]){40, 40, 5, 5, 5, 5, 5}, 7);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->run_ends, 0);
    mrpb_free(r.m);
}

// The flush item of queue 30 neither ends the run of queue 20 nor counts in it.
TEST(a_flush_item_does_not_touch_the_run)
{
    config c = with_runs(DRAIN_FIXED, 3);
    c.mrpb.depth = 4;
    rig r = rig_of(c);
    fill(&r, 20, 4); // two outbound by policy: one more is left of the run
    wait(&r, 4);
    fill(&r, 30, 4);
    put(&r, 10, false, false);
    wait(&r, 4);
    put(&r, 30, false, true);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->flush_full, 1);
    while (r.n_left < 6) take(&r);
    expect_left(&r, (const int[]){20, 20, 30, 20, 10, 20}, 6);
    mrpb_free(r.m);
}

// ---- data of writes

static void offer_data(rig *r, unsigned warp, uint64_t value)
{
    offer(r, warp, true);
    for (unsigned k = 0; k < 3; k++) r->in.in_data_i[k] = value + k;
}

static void expect_data(const rig *r, uint64_t value)
{
    CU_ASSERT_EQUAL(r->out.req_write_o[0], 1);
    for (unsigned k = 0; k < 3; k++) CU_ASSERT_EQUAL(r->out.req_data_o[k], value + k);
}

// Stored, and with flush past the queues: five writes of one warp, a read among them, come out with
// their own data.
TEST(each_write_brings_its_own_data)
{
    for (unsigned flush = 0; flush < 2; flush++) {
        config c = small_config();
        c.mrpb.flush = flush;
        c.mrpb.data_bits = 192;
        rig r = rig_of(c);
        for (unsigned sent = 0, seen = 0; seen < 6;) {
            if (sent == 3) offer(&r, 7, false);
            else offer_data(&r, 7, 1000 * sent);
            r.in.in_valid_i[0] = sent < 6;
            r.in.req_ready_i[0] = sent == 6;
            r.in.req_stall_i[0] = MRPB_STALL_MSHR;
            if (flush) r.in.req_ready_i[0] = 1;
            step(&r);
            sent += r.in.in_valid_i[0] && r.out.in_ready_o[0];
            if (!r.out.req_valid_o[0] || !r.in.req_ready_i[0]) continue;
            if (seen != 3) expect_data(&r, 1000 * seen);
            else CU_ASSERT_EQUAL(r.out.req_data_o[0], 0);
            seen++;
        }
        mrpb_free(r.m);
    }
}

// ---- single slot

static config one_slot(void)
{
    config c = small_config();
    c.mrpb.single_slot = true;
    return c;
}

TEST(single_slot_offers_in_the_next_cycle_one_a_cycle)
{
    rig r = rig_of(one_slot());
    for (unsigned t = 0; t < 100; t++) {
        offer(&r, t % 48, t % 3 == 0);
        r.in.req_ready_i[0] = 1;
        step(&r);
        CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], t >= 1);
        if (t >= 1)
            CU_ASSERT(r.out.req_warp_o[0] == (t - 1) % 48 &&
                      r.out.req_write_o[0] == ((t - 1) % 3 == 0));
    }
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->slot_through, 100);
    CU_ASSERT_EQUAL(mrpb_get_events(r.m)->write_through, 0);
    mrpb_free(r.m);
}

TEST(single_slot_takes_while_it_has_room_and_keeps_order)
{
    rig r = rig_of(one_slot());
    CU_ASSERT_TRUE(put(&r, 9, false, false));
    CU_ASSERT_TRUE(put(&r, 4, false, false));
    offer(&r, 1, true);
    r.in.req_ready_i[0] = 1;
    step(&r); // full: the place that is freed in this cycle does not count
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    CU_ASSERT(r.out.pending_o[0] == 1 && !r.out.idle_o[0]);
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
    CU_ASSERT_EQUAL(take(&r), 1);
    expect_left(&r, (const int[]){9, 4, 1}, 3);
    wait(&r, 1);
    CU_ASSERT(r.out.idle_o[0] && r.out.pending_o[0] == 0);
    mrpb_free(r.m);
}

TEST(single_slot_bypasses_a_stalled_read)
{
    rig r = rig_of(one_slot());
    CU_ASSERT_TRUE(put(&r, 9, false, false));
    r.in.req_stall_i[0] = MRPB_STALL_LINE;
    r.in.byp_ready_i[0] = 1;
    step(&r);
    CU_ASSERT_EQUAL(r.out.byp_pulse_o[0], 1);
    look(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    mrpb_free(r.m);
}

UNIT_MAIN("mrpb_options", T(queue_is_the_low_bits_of_pc_or_line),
          T(with_pc_a_write_waits_until_all_queues_are_empty),
          T(with_line_a_write_waits_for_its_lines_queue_only), T(pc_without_flush_is_refused),
          T(fixed_order_in_runs_leaves_the_queue_for_the_next), T(longest_first_in_runs),
          T(round_robin_in_runs), T(a_run_that_is_over_goes_on_when_no_other_queue_has_anything),
          T(a_flush_item_does_not_touch_the_run), T(each_write_brings_its_own_data),
          T(single_slot_offers_in_the_next_cycle_one_a_cycle),
          T(single_slot_takes_while_it_has_room_and_keeps_order),
          T(single_slot_bypasses_a_stalled_read))
