// test_cart.c : cycle behaviour of CART's golden model, one fact a test.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cart_rig.h"

static rig rig_of(config c)
{
    block_dev dev;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_check(&c, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(block_dev_model(&cart_block, &c, &dev, &e), ST_OK);
    return rig_with(c, dev);
}

static const cart_events *events(const rig *r) { return cart_get_events(r->dev.self); }
static void done(rig *r) { r->dev.free(r->dev.self); }

TEST(table_1_is_the_default)
{
    const config c = cart_config();
    CU_ASSERT_EQUAL(cart_branches(&c), 16);
    CU_ASSERT_EQUAL(c.cart.rows, 4);
    CU_ASSERT_EQUAL(c.cart.columns, 2);
    CU_ASSERT_EQUAL(c.cart.entries, 2);
    CU_ASSERT_EQUAL(c.cart.drain, CART_ROTATE);
}

TEST(figure_6_rotating_banks_same_or_longest_row)
{
    for (unsigned latency = 1; latency <= 3; latency++) {
        rig r = rig_of(figure_6_config(latency));
        figure_6_rotating(&r);
        done(&r);
    }
}

TEST(figure_6_longest_first)
{
    for (unsigned latency = 1; latency <= 3; latency++) {
        config c = figure_6_config(latency);
        c.cart.drain = CART_LONGEST;
        rig r = rig_of(c);
        figure_6_longest(&r);
        done(&r);
    }
}

static config cart_of_latency(unsigned latency)
{
    config c = cart_config();
    c.cart.latency = latency;
    return c;
}

TEST(latency_1_placed_one_cycle_after_acceptance_offered_in_the_next)
{
    for (unsigned fifo = 0; fifo < 2; fifo++) {
        config c = cart_of_latency(1);
        if (fifo) c.cart.design = CART_BANK_FIFO;
        rig r = rig_of(c);
        offer(&r, 3, 5, 1, 77);
        step(&r); // accepted in cycle 0
        CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
        step(&r); // placed in cycle 1
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
        look(&r); // offered in cycle 2
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], line_of(&r, 3, 5, 1));
        CU_ASSERT_EQUAL(take(&r), 77);
        look(&r);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
        done(&r);
    }
}

// The last request of a queue leaves while another is placed in that queue: it is the next one
// offered, before a longer queue of its branch.
TEST(latency_1_a_queue_filled_as_it_empties_goes_on)
{
    rig r = rig_of(cart_of_latency(1));
    CU_ASSERT_TRUE(put(&r, 1, 1, 0, 0));
    CU_ASSERT_TRUE(put(&r, 1, 2, 0, 1));
    CU_ASSERT_TRUE(
        put(&r, 1, 2, 0, 2)); // 0 is on offer; 1 is, and 2 will be, in another row's queue
    CU_ASSERT_TRUE(put(&r, 1, 1, 0, 3)); // 2 is placed
    CU_ASSERT_EQUAL(take(&r), 0);        // 3 is placed
    CU_ASSERT_EQUAL(events(&r)->refilled, 1);
    expect(&r, (const int[]){3, 1, 2, -1}, 4);
    done(&r);
}

// Of two queues of one length in a row that is not the last one, the one that gets another request
// in this cycle is the longer.
TEST(latency_1_lengths_count_what_is_placed)
{
    for (unsigned latency = 1; latency <= 2; latency++) {
        rig r = rig_of(cart_of_latency(latency));
        CU_ASSERT_TRUE(put(&r, 1, 1, 0, 0));
        CU_ASSERT_TRUE(put(&r, 1, 2, 0, 1));
        CU_ASSERT_TRUE(put(&r, 1, 3, 0, 2));
        wait(&r, 2);
        CU_ASSERT_TRUE(put(&r, 1, 3, 0, 3));
        expect(&r, (const int[]){0, latency == 1 ? 2 : 1}, 2); // 3 is placed as 0 leaves
        done(&r);
    }
}

TEST(placed_one_cycle_after_acceptance_offered_two_later)
{
    rig r = rig_of(cart_of_latency(2));
    offer(&r, 3, 5, 1, 77);
    step(&r); // accepted in cycle 0
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    step(&r); // placed in cycle 1
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
    step(&r); // chosen in cycle 2
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
    look(&r); // offered in cycle 3
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
    CU_ASSERT_EQUAL(r.out.req_meta_o[0], 77);
    CU_ASSERT_EQUAL(r.out.req_line_o[0], line_of(&r, 3, 5, 1));
    CU_ASSERT_EQUAL(take(&r), 77);
    look(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    done(&r);
}

TEST(one_in_one_out_every_cycle)
{
    for (unsigned latency = 1; latency <= 3; latency++) {
        rig r = rig_of(cart_of_latency(latency));
        for (unsigned t = 0; t < 500; t++) {
            offer(&r, t % 16, t / 16, 0, t);
            r.in.req_accept_i[0] = 1;
            step(&r);
            CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], t >= 1 + latency);
            if (t >= 1 + latency) CU_ASSERT_EQUAL(r.out.req_meta_o[0], t - 1 - latency);
        }
        done(&r);
    }
}

// The queue that it goes to is found in the cycle after acceptance; it goes there in the next one.
TEST(latency_3_found_one_cycle_after_acceptance_offered_three_later)
{
    for (unsigned fifo = 0; fifo < 2; fifo++) {
        config c = cart_of_latency(3);
        if (fifo) c.cart.design = CART_BANK_FIFO;
        rig r = rig_of(c);
        offer(&r, 3, 5, 1, 77);
        step(&r); // accepted in cycle 0, found in 1, placed in 2, chosen in 3
        for (unsigned t = 1; t < 4; t++) {
            step(&r);
            CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
            CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
        }
        look(&r); // offered in cycle 4
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], line_of(&r, 3, 5, 1));
        CU_ASSERT_EQUAL(take(&r), 77);
        look(&r);
        CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
        done(&r);
    }
}

// The request whose place has been found is seen by the next one: of a full queue, and as the
// youngest of its line, which the next one goes behind.
TEST(latency_3_a_found_place_is_taken)
{
    config c = cart_of_latency(3);
    c.cart.entries = 1;
    rig r = rig_of(c);
    for (unsigned i = 0; i < 3; i++) {
        offer(&r, 1, 1, 0, i);
        step(&r);
    }
    CU_ASSERT_EQUAL(events(&r)->placed_claim, 1);
    CU_ASSERT_EQUAL(events(&r)->placed_chain, 1); // two queues, so the third waits
    look(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    expect(&r, (const int[]){-1, 0, 1}, 3);
    wait(&r, 2);
    expect(&r, (const int[]){2, -1}, 2);
    done(&r);
}

// The last request of a queue leaves in the cycle in which another one is to go there. With latency
// 3 that only finds its place in this cycle: the queue has emptied, so the branch goes on with the
// longest queue of the row, and not with this one.
TEST(latency_3_a_queue_empties_before_what_is_found)
{
    for (unsigned latency = 2; latency <= 3; latency++) {
        rig r = rig_of(cart_of_latency(latency));
        CU_ASSERT_TRUE(put(&r, 1, 1, 0, 0));
        for (unsigned i = 1; i < 3; i++) CU_ASSERT_TRUE(put(&r, 1, 1, 1, i));
        for (unsigned i = 5; i < 7; i++) CU_ASSERT_TRUE(put(&r, i, 1, 0, i));
        wait(&r, 4);
        CU_ASSERT_TRUE(put(&r, 1, 1, 0, 3)); // 0 is on offer
        CU_ASSERT_EQUAL(take(&r), 0);
        CU_ASSERT_EQUAL(events(&r)->refilled, 1);
        expect(&r, (const int[]){5, 6, latency == 2 ? 3 : 1}, 3);
        done(&r);
    }
}

// One line's requests, more than a queue holds: they chain, and leave as they came.
TEST(requests_to_one_line_leave_in_order)
{
    rig r = rig_of(cart_config());
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_TRUE(put(&r, 1, 1, 1, i)); // two queues of two
    CU_ASSERT_TRUE(put(&r, 1, 1, 1, 4)); // in the incoming register
    CU_ASSERT_FALSE(
        put(&r, 1, 1, 1, 5)); // no place in the row's group, though other groups are empty
    CU_ASSERT_EQUAL(events(&r)->placed_chain, 1);
    expect(&r, (const int[]){0, 1, 2},
           3); // the older queue is empty: 4 takes it, and waits for the other
    wait(&r, 2);
    CU_ASSERT_EQUAL(events(&r)->placed_chain, 2);
    expect(&r, (const int[]){3, 4, -1}, 3);
    done(&r);
}

TEST(a_place_that_becomes_free_does_not_count_in_its_cycle)
{
    config c = cart_config();
    c.cart.rows = c.cart.columns = c.cart.entries = 1;
    rig r = rig_of(c);
    CU_ASSERT_TRUE(put(&r, 1, 1, 1, 0));
    CU_ASSERT_TRUE(put(&r, 1, 1, 1, 1)); // in the incoming register
    wait(&r, 1);
    offer(&r, 2, 1, 1, 2);
    r.in.req_accept_i[0] = 1;
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    offer(&r, 2, 1, 1, 2);
    step(&r);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 1); // placed in this cycle
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    expect(&r, (const int[]){-1, 1}, 2);
    done(&r);
}

TEST(a_row_has_one_group_and_a_full_group_stalls)
{
    rig r = rig_of(cart_config());
    CU_ASSERT_TRUE(put(&r, 1, 1, 0, 0));
    CU_ASSERT_TRUE(put(&r, 1, 1, 1, 1));
    CU_ASSERT_TRUE(put(&r, 1, 1, 2, 2)); // third column of the row: waits in the incoming register
    CU_ASSERT_FALSE(put(&r, 1, 2, 0, 3));
    CU_ASSERT_TRUE(events(&r)->stall_row > 0);
    CU_ASSERT_EQUAL(take(&r), 0);
    CU_ASSERT_TRUE(put(&r, 1, 2, 0, 3));
    done(&r);
}

TEST(with_all_groups_in_use_another_row_stalls)
{
    rig r = rig_of(cart_config());
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_TRUE(put(&r, 1, i, 0, i));
    CU_ASSERT_TRUE(put(&r, 1, 9, 0, 4));
    CU_ASSERT_FALSE(put(&r, 2, 0, 0, 5));
    CU_ASSERT_TRUE(events(&r)->stall_claim > 0);
    expect(&r, (const int[]){0}, 1);
    CU_ASSERT_TRUE(put(&r, 2, 0, 0, 5));
    done(&r);
}

TEST(rejected_the_next_bank_is_offered)
{
    rig r = rig_of(cart_config());
    put(&r, 4, 1, 0, 4);
    put(&r, 9, 1, 0, 9);
    put(&r, 12, 1, 0, 12);
    wait(&r, 1);
    CU_ASSERT_EQUAL(reject(&r), 4);
    CU_ASSERT_EQUAL(reject(&r), 9);
    CU_ASSERT_EQUAL(take(&r), 12);
    CU_ASSERT_EQUAL(take(&r), 4);
    CU_ASSERT_EQUAL(reject(&r), 9); // nothing else is there
    CU_ASSERT_EQUAL(take(&r), 9);
    done(&r);
}

TEST(neither_accepted_nor_rejected_the_offer_holds)
{
    rig r = rig_of(cart_config());
    put(&r, 4, 1, 0, 4);
    put(&r, 9, 1, 0, 9);
    for (unsigned i = 0; i < 10; i++) {
        step(&r);
        if (i) CU_ASSERT_EQUAL(r.out.req_meta_o[0], 4);
    }
    expect(&r, (const int[]){4, 9}, 2);
    done(&r);
}

// The last queue while it holds something; then its row; then the longest.
TEST(same_queue_then_same_row_then_longest)
{
    config c = cart_config();
    c.cart.entries = 4;
    rig r = rig_of(c);
    put_run(&r, 1, 1, 0, 1, 0);
    put(&r, 1, 1, 1, 2);
    put_run(&r, 1, 2, 0, 6, 3); // longer, of another row
    put(&r, 1, 3, 0, 7);
    wait(&r, 1);
    expect(&r, (const int[]){1, 0, 2, 6, 5, 4, 3, 7, -1}, 9);
    CU_ASSERT_EQUAL(events(&r)->chose_row, 1);
    done(&r);
}

// A row that comes back while nobody needed its group is preferred to a longer queue of another
// row.
TEST(a_row_that_comes_back_is_preferred)
{
    rig r = rig_of(cart_config());
    put(&r, 1, 1, 0, 0);
    wait(&r, 2);
    expect(&r, (const int[]){0, -1}, 2);
    put(&r, 0, 0, 0, 9); // on offer
    wait(&r, 2);
    put_run(&r, 1, 2, 0, 2, 1);
    put(&r, 1, 1, 5, 3);
    wait(&r, 1);
    CU_ASSERT_EQUAL(events(&r)->placed_return, 1);
    expect(&r, (const int[]){9, 3, 2, 1}, 4);
    done(&r);
}

TEST(a_row_is_forgotten_when_its_group_is_needed)
{
    config c = cart_config();
    c.cart.rows = 1;
    rig r = rig_of(c);
    put(&r, 1, 1, 0, 0);
    wait(&r, 2);
    expect(&r, (const int[]){0, -1}, 2);
    put(&r, 1, 2, 0, 1);
    wait(&r, 1);
    CU_ASSERT_EQUAL(events(&r)->row_forgotten, 1);
    done(&r);
}

TEST(reset_empties_and_forgets)
{
    rig r = rig_of(cart_config());
    put(&r, 1, 1, 0, 0);
    put(&r, 7, 2, 0, 1);
    wait(&r, 2);
    take(&r);
    cart_reset(r.dev.self);
    look(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    put(&r, 9, 1, 0, 2);
    offer(&r, 0, 1, 0, 3);
    step(&r);
    wait(&r, 1);
    expect(&r, (const int[]){2, 3}, 2);
    done(&r);
}

TEST(round_robin_over_queues)
{
    config c = cart_config();
    c.cart.drain = CART_RR;
    rig r = rig_of(c);
    put_run(&r, 1, 1, 0, 1, 0);
    put_run(&r, 1, 2, 0, 3, 2);
    put_run(&r, 5, 1, 0, 5, 4);
    wait(&r, 1);
    expect(&r, (const int[]){1, 3, 5, 0, 2, 4}, 6);
    done(&r);
}

TEST(greedy_stays_until_its_queue_is_empty)
{
    config c = cart_config();
    c.cart.drain = CART_GREEDY;
    rig r = rig_of(c);
    put_run(&r, 1, 1, 0, 1, 0);
    put_run(&r, 1, 2, 0, 3, 2);
    put_run(&r, 5, 1, 0, 5, 4);
    wait(&r, 1);
    CU_ASSERT_EQUAL(reject(&r), 1);
    expect(&r, (const int[]){1, 0, 3, 2, 5, 4}, 6);
    done(&r);
}

// Section III.C: the bank modulo the branches; in a FIFO order of arrival; round robin over those
// that hold something.
TEST(bank_fifos)
{
    config c = cart_config();
    c.cart.design = CART_BANK_FIFO;
    c.cart.branches = 4;
    c.cart.entries = 3;
    rig r = rig_of(c);
    put(&r, 1, 1, 0, 0);
    put(&r, 5, 2, 0, 1); // 5 mod 4
    put(&r, 2, 1, 0, 2);
    put(&r, 13, 1, 0, 3);
    put(&r, 9, 1, 0, 4); // the FIFO is full
    CU_ASSERT_FALSE(put(&r, 0, 0, 0, 5));
    expect(&r, (const int[]){0, 2, 1, 3}, 4);
    done(&r);
}

// Section III.B: the three cases in which a FIFO blocks are all this: what follows a stalled
// request goes on.
TEST(non_blocking_buffer_passes_a_stalled_request)
{
    config c = cart_config();
    c.cart.design = CART_NONBLOCKING;
    c.cart.buffer = 4;
    rig r = rig_of(c);
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_TRUE(put(&r, i, 0, 0, i));
    r.in.req_reject_i[0] = 1;
    r.in.req_stall_i[0] = CART_STALL_MSHR;
    step(&r);
    CU_ASSERT_EQUAL(r.out.req_meta_o[0], 0);
    CU_ASSERT_EQUAL(r.out.in_ready_o[0], 0);
    expect(&r, (const int[]){1, 2, 3, 0, -1}, 5);
    done(&r);
}

TEST(non_blocking_buffer_skips_requests_stalled_by_the_same_resource)
{
    config c = cart_config();
    c.cart.design = CART_NONBLOCKING;
    c.cart.buffer = 3;
    rig r = rig_of(c);
    static const int order[] = {0, 1, 2, 0},
                     cause[] = {CART_STALL_MSHR, CART_STALL_LINE, CART_STALL_MSHR, CART_STALL_MSHR};
    for (unsigned i = 0; i < 3; i++) CU_ASSERT_TRUE(put(&r, i, 0, 0, i));
    for (unsigned i = 0; i < 2; i++) {
        r.in.req_reject_i[0] = 1;
        r.in.req_stall_i[0] = (uint64_t)cause[i];
        step(&r);
        CU_ASSERT_EQUAL(r.out.req_meta_o[0], (uint64_t)order[i]);
    }
    r.in.req_reject_i[0] = 1; // 2 is stalled by the MSHRs, as 0 was: 1 is next
    r.in.req_stall_i[0] = CART_STALL_MSHR;
    step(&r);
    CU_ASSERT_EQUAL(r.out.req_meta_o[0], 2);
    CU_ASSERT_EQUAL(take(&r), 1);
    done(&r);
}

TEST(non_blocking_buffer_keeps_requests_to_one_line_in_order)
{
    config c = cart_config();
    c.cart.design = CART_NONBLOCKING;
    rig r = rig_of(c);
    put(&r, 1, 0, 0, 0);
    put(&r, 1, 0, 0, 1);
    put(&r, 2, 0, 0, 2);
    CU_ASSERT_EQUAL(reject(&r), 0);
    CU_ASSERT_EQUAL(reject(&r), 2);
    expect(&r, (const int[]){0, 1, 2}, 3);
    done(&r);
}

UNIT_MAIN("cart", T(table_1_is_the_default), T(figure_6_rotating_banks_same_or_longest_row),
          T(figure_6_longest_first),
          T(latency_1_placed_one_cycle_after_acceptance_offered_in_the_next),
          T(latency_1_a_queue_filled_as_it_empties_goes_on),
          T(latency_1_lengths_count_what_is_placed),
          T(latency_3_found_one_cycle_after_acceptance_offered_three_later),
          T(latency_3_a_found_place_is_taken), T(latency_3_a_queue_empties_before_what_is_found),
          T(placed_one_cycle_after_acceptance_offered_two_later), T(one_in_one_out_every_cycle),
          T(requests_to_one_line_leave_in_order),
          T(a_place_that_becomes_free_does_not_count_in_its_cycle),
          T(a_row_has_one_group_and_a_full_group_stalls),
          T(with_all_groups_in_use_another_row_stalls), T(rejected_the_next_bank_is_offered),
          T(neither_accepted_nor_rejected_the_offer_holds),
          T(same_queue_then_same_row_then_longest), T(a_row_that_comes_back_is_preferred),
          T(a_row_is_forgotten_when_its_group_is_needed), T(reset_empties_and_forgets),
          T(round_robin_over_queues), T(greedy_stays_until_its_queue_is_empty), T(bank_fifos),
          T(non_blocking_buffer_passes_a_stalled_request),
          T(non_blocking_buffer_skips_requests_stalled_by_the_same_resource),
          T(non_blocking_buffer_keeps_requests_to_one_line_in_order))
