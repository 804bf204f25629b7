// test_dram_bus.c : the data bus of a DRAM channel, refresh, the write queue.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/dram_rig.h"

// ---- the data bus

// Row hits of one bank: bursts tCCDL apart; over four bank groups tCCD: the bus is always busy.
TEST(dram_streams_at_full_bandwidth_over_bank_groups)
{
    bench *b = bench_new();
    start(b);
    for (uint64_t g = 0; g < 4; g++) open_row(b, g * 4, 0);
    while (next_reply(b)) chan_pop(&b->up[0]), commit(b);
    for (int i = 0; i < 16; i++) ask_read(b, (uint64_t)(i % 4) * 4, 0, (uint64_t)i);
    run(b, 200);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 16);
    CU_ASSERT_EQUAL(b->column[15] - b->column[0], 15 * 2);
    stop(b);
}

// The same with fewer beats a command cycle: column commands are as far apart as the bursts of 8
// beats are long.
TEST(dram_bursts_follow_one_another_on_the_data_bus)
{
    for (uint32_t ratio = 8; ratio; ratio /= 2) {
        bench *b = bench_new();
        b->c.dram.data_ratio = ratio;
        start(b);
        for (uint64_t g = 0; g < 4; g++) open_row(b, g * 4, 0);
        while (next_reply(b)) chan_pop(&b->up[0]), commit(b);
        for (int i = 0; i < 16; i++) ask_read(b, (uint64_t)(i % 4) * 4, 0, (uint64_t)i);
        run(b, 300);
        CU_ASSERT_EQUAL_FATAL(b->n_column, 16);
        CU_ASSERT_EQUAL(b->column[15] - b->column[0],
                        15 * (ratio < 4 ? 8 / ratio : 2)); // BL / ratio, CCD
        const dram_stats s = dram_get_stats(b->d, b->now);
        CU_ASSERT_EQUAL(s.transfer_cycles, 20 * 8 / ratio);
        CU_ASSERT_TRUE(s.transfer_cycles <= s.pending_cycles && !s.data_left);
        stop(b);
    }
}

// A write's data are still under way when the last tick is over.
TEST(dram_data_left_at_the_end_are_told)
{
    bench *b = bench_new();
    b->c.dram.data_ratio = 1;
    start(b);
    ask_write(b, 0, 0, 0);
    commit(b);
    while (!b->n_column) tick(b);
    const dram_stats s = dram_get_stats(b->d, b->now);
    CU_ASSERT_EQUAL(s.transfer_cycles, 8);
    CU_ASSERT_EQUAL(s.data_left, 4 + 8 - 1); // WL + BL, of which one tick has gone by
    stop(b);
}

static unsigned columns_of_a_line(uint32_t chips, uint32_t chip_bytes, uint32_t burst)
{
    bench *b = bench_new();
    b->c.dram.chips = chips;
    b->c.dram.chip_bytes = chip_bytes;
    b->c.dram.burst = burst;
    start(b);
    ask(b, MREQ_READ, address(0, 0, 0), 128);
    run(b, 300);
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).transfer_cycles, b->n_column * burst / 4);
    const unsigned n = b->n_column;
    stop(b);
    return n;
}

TEST(dram_a_burst_moves_beats_times_chips_times_their_width)
{
    CU_ASSERT_EQUAL(columns_of_a_line(1, 4, 8), 4);
    CU_ASSERT_EQUAL(columns_of_a_line(2, 4, 8), 2);
    CU_ASSERT_EQUAL(columns_of_a_line(4, 4, 8), 1);
    CU_ASSERT_EQUAL(columns_of_a_line(2, 8, 8), 1);
    CU_ASSERT_EQUAL(columns_of_a_line(2, 4, 4), 4);
}

// ---- refresh

static bench *refreshed(void)
{
    bench *b = bench_new();
    b->c.dram.refi = 500;
    b->c.dram.rfc = 60;
    start(b);
    return b;
}

TEST(dram_refresh_closes_rows_and_holds_activates_for_trfc)
{
    bench *b = refreshed();
    open_row(b, 0, 0); // 200 ticks
    run(b, 310);
    ask_read(b, 0, 0, 1); // of the row that was open before tick 500
    run(b, 200);
    CU_ASSERT_EQUAL_FATAL(b->n_act, 1);
    CU_ASSERT_EQUAL(b->act[0], 500 + 60);
    CU_ASSERT_EQUAL(b->n_pre, 0);
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).row_empty, 2);
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).refreshes, 1);
    stop(b);
}

// ACT in tick 495, RD possible in 507: the refresh in 500 takes the row away, and it is opened
// again.
TEST(dram_refresh_under_a_request_opens_its_row_again)
{
    bench *b = refreshed();
    run(b, 494);
    ask_read(b, 0, 0, 0);
    run(b, 200);
    const dram_stats s = dram_get_stats(b->d, b->now);
    CU_ASSERT_EQUAL_FATAL(b->n_act, 2);
    CU_ASSERT_TRUE(b->act[0] < 500);
    CU_ASSERT_EQUAL(b->act[1], 560);
    CU_ASSERT_EQUAL(s.reopened, 1);
    CU_ASSERT_EQUAL(s.activations, s.row_empty + s.row_conflicts + s.reopened);
    CU_ASSERT_EQUAL(s.reads, 1);
    stop(b);
}

// ---- write queue

// Reads keep coming; `writes` write-backs were there first.
static uint64_t writes_done_among_reads(uint32_t writes)
{
    bench *b = bench_new();
    b->c.dram.write_queue = 8;
    b->c.dram.write_high = 4;
    b->c.dram.write_low = 2;
    start(b);
    for (uint64_t i = 0; i < 12; i++) ask_read(b, 0, i % 3, i);
    for (uint64_t i = 0; i < writes; i++) ask_write(b, 8, 0, i);
    uint64_t n = 12;
    for (int t = 0; t < 400; t++) {
        while (next_reply(b)) chan_pop(&b->up[0]);
        if (chan_count(&b->down[0]) < 4) ask_read(b, 0, n % 3, n % 64), n++;
        commit(b);
        tick(b);
    }
    const uint64_t done = dram_get_stats(b->d, b->now).writes;
    run(b, 3000);
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).writes, writes); // without reads they leave
    stop(b);
    return done;
}

TEST(dram_writes_wait_until_the_high_mark_and_leave_down_to_the_low)
{
    CU_ASSERT_EQUAL(writes_done_among_reads(3), 0);
    CU_ASSERT_EQUAL(writes_done_among_reads(4), 4 - (2 - 1)); // served while at least two are there
}

UNIT_MAIN("dram_bus", T(dram_streams_at_full_bandwidth_over_bank_groups),
          T(dram_bursts_follow_one_another_on_the_data_bus), T(dram_data_left_at_the_end_are_told),
          T(dram_a_burst_moves_beats_times_chips_times_their_width),
          T(dram_refresh_closes_rows_and_holds_activates_for_trfc),
          T(dram_refresh_under_a_request_opens_its_row_again),
          T(dram_writes_wait_until_the_high_mark_and_leave_down_to_the_low))
