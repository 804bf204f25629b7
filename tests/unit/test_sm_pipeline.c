// test_sm_pipeline.c : execution pipelines and the calendar of ends.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/pipeline.h"
#include "machine/core/reservation_table.h"
#include "machine/core/writeback_calendar.h"
#include "unit.h"

TEST(an_instruction_starts_when_its_operands_are_there)
{
    pipeline p = {.units = 1, .depth = 10};
    CU_ASSERT_EQUAL(pipeline_issue(&p, 104, 8), 104);
}

TEST(a_unit_starts_the_next_after_the_initiation_interval)
{
    pipeline p = {.units = 1, .depth = 10};
    pipeline_issue(&p, 104, 8);
    CU_ASSERT_EQUAL(pipeline_issue(&p, 105, 1), 112);
    CU_ASSERT_EQUAL(pipeline_issue(&p, 105, 1), 113);
}

TEST(two_units_start_two_at_a_time)
{
    pipeline p = {.units = 2, .depth = 10};
    CU_ASSERT_EQUAL(pipeline_issue(&p, 104, 8), 104);
    CU_ASSERT_EQUAL(pipeline_issue(&p, 104, 8), 104);
    CU_ASSERT_EQUAL(pipeline_issue(&p, 104, 8), 112);
}

TEST(room_is_a_unit_a_cycle_until_depth_instructions_wait)
{
    pipeline p = {.units = 2, .depth = 4};
    CU_ASSERT_EQUAL(pipeline_room(&p, 100), 2);
    for (unsigned k = 0; k < 3; k++) pipeline_issue(&p, 104, 1); // start 104, 104, 105
    CU_ASSERT_EQUAL(pipeline_room(&p, 100), 1);
    pipeline_issue(&p, 104, 1);
    CU_ASSERT_EQUAL(pipeline_room(&p, 103), 0);
    CU_ASSERT_EQUAL(pipeline_room(&p, 104), 2);
}

TEST(a_start_that_is_asked_for_changes_nothing)
{
    pipeline p = {.units = 1, .depth = 10};
    CU_ASSERT_EQUAL(pipeline_start(&p, 104), 104);
    pipeline_issue(&p, 104, 8);
    CU_ASSERT_EQUAL(pipeline_start(&p, 105), 112);
    CU_ASSERT_EQUAL(pipeline_start(&p, 113), 113);
    CU_ASSERT_EQUAL(pipeline_issue(&p, 105, 1), 112);
}

TEST(a_bank_is_read_once_a_cycle)
{
    reservation_table b;
    reservation_table_init(&b);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 40, 3, 50), 50);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 40, 3, 50), 51);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 40, 4, 50), 50);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 40, 3, 49), 49);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 40, 3, 49), 52);
    reservation_table_free(&b);
}

TEST(a_cycle_has_n_buses_and_not_one_more)
{
    reservation_table b;
    reservation_table_init(&b);
    for (unsigned n = 1; n <= 3; n++) {
        for (unsigned k = 0; k < n; k++) CU_ASSERT(reservation_table_take_any(&b, 60, n, 60 + n));
        CU_ASSERT(!reservation_table_take_any(&b, 60, n, 60 + n));
    }
    reservation_table_free(&b);
}

TEST(bookings_of_a_cycle_long_past_are_forgotten)
{
    reservation_table b;
    reservation_table_init(&b);
    reservation_table_take(&b, 10, 5, 10);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 74, 5, 74), 74);
    reservation_table_free(&b);
}

TEST(bookings_far_ahead_keep_the_near_ones)
{
    reservation_table b;
    reservation_table_init(&b);
    reservation_table_take(&b, 100, 5, 110);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 105, 5, 110 + 1024), 110 + 1024);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 105, 5, 110), 111);
    CU_ASSERT_EQUAL(reservation_table_take(&b, 110, 5, 110 + 1024), 111 + 1024);
    for (uint64_t k = 0; k < 5000; k++)
        CU_ASSERT_EQUAL(reservation_table_take(&b, 2000, 7, 2000), 2000 + k); // one bank for all
    reservation_table_free(&b);
}

static const winst a_inst = {.pc = 1}, b_inst = {.pc = 2};

TEST(calendar_gives_events_in_their_cycle_only)
{
    writeback_calendar w;
    writeback_calendar_event e;
    writeback_calendar_init(&w);
    writeback_calendar_add(&w, 140, 150, 3, &a_inst);
    writeback_calendar_add(&w, 140, 150, 4, &b_inst);
    CU_ASSERT(!writeback_calendar_has(&w, 149));
    CU_ASSERT(writeback_calendar_has(&w, 150));
    CU_ASSERT(writeback_calendar_take(&w, 150, &e) && e.warp == 4 && e.i == &b_inst);
    CU_ASSERT(writeback_calendar_take(&w, 150, &e) && e.warp == 3 && e.i == &a_inst);
    CU_ASSERT(!writeback_calendar_take(&w, 150, &e));
    CU_ASSERT(!writeback_calendar_has(&w, 150));
    writeback_calendar_free(&w);
}

TEST(calendar_uses_places_again)
{
    writeback_calendar w;
    writeback_calendar_event e;
    writeback_calendar_init(&w);
    for (uint64_t now = 1; now <= 10u * w.capacity; now++) {
        writeback_calendar_add(&w, now, now + 5, 2, &a_inst);
        CU_ASSERT_EQUAL(writeback_calendar_has(&w, now), now > 5);
        while (writeback_calendar_take(&w, now, &e)) CU_ASSERT_EQUAL(e.warp, 2);
    }
    CU_ASSERT(w.fresh <= 6);
    writeback_calendar_free(&w);
}

TEST(calendar_finds_the_next_event_at_every_distance)
{
    writeback_calendar w;
    writeback_calendar_event e;
    writeback_calendar_init(&w);
    CU_ASSERT_EQUAL(writeback_calendar_next(&w), UINT64_MAX);
    for (uint64_t now = 1000; now < 1300; now += 37) {
        for (uint64_t ahead = 1; ahead <= 255; ahead++) {
            writeback_calendar_add(&w, now, now + ahead, 0, &a_inst);
            CU_ASSERT_EQUAL(writeback_calendar_next(&w), now + ahead);
            while (writeback_calendar_take(&w, now + ahead, &e)) CU_ASSERT_EQUAL(e.i, &a_inst);
        }
    }
    writeback_calendar_free(&w);
}

TEST(an_event_far_ahead_keeps_the_near_ones)
{
    writeback_calendar w;
    writeback_calendar_event e;
    writeback_calendar_init(&w);
    for (uint64_t at = 161; at <= 223; at++)
        writeback_calendar_add(&w, 160, at, (unsigned)at % 64, &a_inst);
    writeback_calendar_add(&w, 160, 5000, 1, &b_inst);
    for (uint64_t at = 161; at <= 223; at++) {
        CU_ASSERT_EQUAL(writeback_calendar_next(&w), at);
        CU_ASSERT(writeback_calendar_take(&w, at, &e) && e.warp == at % 64 && e.i == &a_inst);
        CU_ASSERT(!writeback_calendar_take(&w, at, &e));
    }
    CU_ASSERT_EQUAL(writeback_calendar_next(&w), 5000);
    CU_ASSERT(writeback_calendar_take(&w, 5000, &e) && e.i == &b_inst);
    writeback_calendar_free(&w);
}

UNIT_MAIN("sm_pipeline", T(an_instruction_starts_when_its_operands_are_there),
          T(a_unit_starts_the_next_after_the_initiation_interval), T(two_units_start_two_at_a_time),
          T(room_is_a_unit_a_cycle_until_depth_instructions_wait),
          T(a_start_that_is_asked_for_changes_nothing), T(a_bank_is_read_once_a_cycle),
          T(a_cycle_has_n_buses_and_not_one_more), T(bookings_of_a_cycle_long_past_are_forgotten),
          T(bookings_far_ahead_keep_the_near_ones), T(calendar_gives_events_in_their_cycle_only),
          T(calendar_finds_the_next_event_at_every_distance), T(calendar_uses_places_again),
          T(an_event_far_ahead_keeps_the_near_ones))
