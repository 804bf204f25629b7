// test_chan.c : the two-phase FIFO.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/chan.h"
#include "base/rng.h"
#include "unit.h"

static chan make(uint32_t capacity)
{
    chan c;
    chan_init(&c, capacity, sizeof(uint64_t));
    return c;
}

static void push(chan *c, uint64_t v) { chan_push(c, &v); }
static uint64_t front(const chan *c)
{
    uint64_t v;
    memcpy(&v, chan_front(c), sizeof v);
    return v;
}

TEST(push_is_seen_after_commit_not_before)
{
    chan c = make(4);
    push(&c, 5);
    CU_ASSERT_PTR_NULL(chan_front(&c));
    CU_ASSERT_EQUAL(chan_count(&c), 0);
    CU_ASSERT_FALSE(chan_empty(&c));
    chan_commit(&c);
    CU_ASSERT_EQUAL(front(&c), 5);
    CU_ASSERT_EQUAL(chan_count(&c), 1);
    chan_free(&c);
}

TEST(room_of_a_pop_is_there_after_commit_not_before)
{
    chan c = make(2);
    push(&c, 1);
    push(&c, 2);
    chan_commit(&c);
    CU_ASSERT_FALSE(chan_can_push(&c));
    chan_pop(&c);
    CU_ASSERT_FALSE(chan_can_push(&c));
    CU_ASSERT_EQUAL(chan_room(&c), 0);
    chan_commit(&c);
    CU_ASSERT_TRUE(chan_can_push(&c));
    CU_ASSERT_EQUAL(chan_room(&c), 1);
    chan_free(&c);
}

TEST(capacity_need_not_be_a_power_of_two)
{
    chan c = make(3);
    for (uint64_t i = 0; i < 3; i++) {
        CU_ASSERT_TRUE(chan_can_push(&c));
        push(&c, i);
    }
    CU_ASSERT_FALSE(chan_can_push(&c));
    chan_free(&c);
}

TEST(capacity_one_passes_one_item_every_other_cycle)
{
    chan c = make(1);
    unsigned passed = 0;
    for (unsigned cycle = 0; cycle < 10; cycle++) {
        bool room = chan_can_push(&c);
        if (chan_front(&c)) {
            chan_pop(&c);
            passed++;
        }
        if (room) push(&c, cycle);
        chan_commit(&c);
    }
    CU_ASSERT_EQUAL(passed, 5); // pushed in 0, 2, 4, 6, 8; popped in 1, 3, 5, 7, 9
    chan_free(&c);
}

// Producer and consumer in the order that `swap` says; returns a hash of what the consumer saw and
// when.
static uint64_t run_in_order(bool swap)
{
    chan c = make(5);
    rng producer = {1}, consumer = {2};
    uint64_t seen = 0, next = 0;
    for (uint64_t cycle = 0; cycle < 2000; cycle++) {
        for (unsigned turn = 0; turn < 2; turn++) {
            if ((turn == 0) == swap) {
                if (rng_percent(&consumer, 60) && chan_front(&c)) {
                    seen = seen * 31 + front(&c) * 7 + cycle;
                    chan_pop(&c);
                }
            } else if (rng_percent(&producer, 60) && chan_can_push(&c)) {
                push(&c, next++);
            }
        }
        chan_commit(&c);
    }
    CU_ASSERT(next > 500);
    chan_free(&c);
    return seen;
}

TEST(order_of_evaluation_does_not_matter)
{
    CU_ASSERT_EQUAL(run_in_order(false), run_in_order(true));
}

TEST(items_come_out_in_order_across_counter_wrap)
{
    chan c = make(5);
    c.head = c.tail = c.head_seen = c.tail_seen = UINT32_MAX - 3;
    for (uint64_t i = 0; i < 20; i++) {
        push(&c, i);
        chan_commit(&c);
        CU_ASSERT_EQUAL(front(&c), i);
        chan_pop(&c);
        chan_commit(&c);
    }
    CU_ASSERT_TRUE(chan_empty(&c));
    chan_free(&c);
}

UNIT_MAIN("chan", T(push_is_seen_after_commit_not_before),
          T(room_of_a_pop_is_there_after_commit_not_before), T(capacity_need_not_be_a_power_of_two),
          T(capacity_one_passes_one_item_every_other_cycle), T(order_of_evaluation_does_not_matter),
          T(items_come_out_in_order_across_counter_wrap))
