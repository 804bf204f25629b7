// test_dram.c : DRAM channel. Command times are read from the counters of the tick in which they
// change.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/dram_rig.h"

TEST(dram_read_not_before_trcd_and_at_trcd)
{
    for (uint32_t rcd = 1; rcd < 40; rcd += 6) {
        bench *b = bench_new();
        b->c.dram.rcd = rcd;
        start(b);
        ask_read(b, 0, 0, 0);
        run(b, 150);
        CU_ASSERT_EQUAL(b->n_act, 1);
        CU_ASSERT_EQUAL(b->n_column, 1);
        CU_ASSERT_EQUAL(b->column[0] - b->act[0], rcd);
        stop(b);
    }
}

TEST(dram_trrd_between_activates_of_two_banks)
{
    bench *b = bench_new();
    start(b);
    ask_read(b, 0, 0, 0);
    ask_read(b, 8, 0, 0);
    run(b, 200);
    CU_ASSERT_EQUAL(b->n_act, 2);
    CU_ASSERT_EQUAL(b->act[1] - b->act[0], b->c.dram.rrd);
    stop(b);
}

static uint64_t activates_of_one_bank(uint32_t ras, uint32_t rp, uint32_t rc)
{
    bench *b = bench_new();
    b->c.dram.ras = ras;
    b->c.dram.rp = rp;
    b->c.dram.rc = rc;
    start(b);
    ask_read(b, 0, 0, 0);
    ask_read(b, 0, 1, 0);
    run(b, 400);
    CU_ASSERT_EQUAL_FATAL(b->n_act, 2);
    const uint64_t gap = b->act[1] - b->act[0];
    stop(b);
    return gap;
}

TEST(dram_trc_between_activates_of_one_bank)
{
    CU_ASSERT_EQUAL(activates_of_one_bank(28, 12, 70), 70);
}
TEST(dram_tras_and_trp_between_activates_of_one_bank)
{
    CU_ASSERT_EQUAL(activates_of_one_bank(40, 25, 65), 40 + 25);
}

// Two reads of open rows, waiting together.
static uint64_t columns_in(group_kind bits, uint64_t bank_a, uint64_t bank_b)
{
    bench *b = bench_new();
    b->c.dram.group_bits = bits;
    b->c.dram.ccd = 5;
    b->c.dram.ccdl = 9;
    start(b);
    open_row(b, bank_a, 0);
    open_row(b, bank_b, 0);
    ask_read(b, bank_a, 0, 1);
    ask_read(b, bank_b, 0, 2);
    run(b, 100);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 2);
    const uint64_t gap = b->column[1] - b->column[0];
    stop(b);
    return gap;
}

static uint64_t columns_of(uint64_t bank_a, uint64_t bank_b)
{
    return columns_in(GROUP_HIGH, bank_a, bank_b);
}

TEST(dram_tccd_between_bank_groups)
{
    CU_ASSERT_EQUAL(columns_of(0, 4), 5);
} // 16 banks in 4 groups: group = bank / 4
TEST(dram_tccdl_within_a_bank_group) { CU_ASSERT_EQUAL(columns_of(0, 3), 9); }
TEST(dram_group_of_low_bits_spreads_neighbours)
{
    CU_ASSERT_EQUAL(columns_in(GROUP_LOW, 0, 3), 5); // banks 0 to 3 are in four groups
    CU_ASSERT_EQUAL(columns_in(GROUP_LOW, 0, 4), 9);
}
TEST(dram_tccdl_within_a_bank) { CU_ASSERT_EQUAL(columns_of(0, 0), 9); }

TEST(dram_write_to_read_takes_twtr)
{
    bench *b = bench_new();
    start(b);
    open_row(b, 0, 0);
    ask_write(b, 0, 0, 1);
    ask_read(b, 0, 0, 2);
    run(b, 100);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 2);
    CU_ASSERT_EQUAL(b->column[1] - b->column[0], 4 + 8 / 4 + 5); // WL + BL/4 + CDLR = 11
    stop(b);
}

TEST(dram_read_to_write_takes_trtw)
{
    bench *b = bench_new();
    start(b);
    open_row(b, 0, 0);
    ask_read(b, 0, 0, 2);
    ask_write(b, 0, 0, 1);
    run(b, 100);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 2);
    CU_ASSERT_EQUAL(b->column[1] - b->column[0], 12 + 8 / 4 + 2 - 4); // CL + BL/4 + 2 - WL = 12
    stop(b);
}

TEST(dram_write_to_precharge_takes_twtp)
{
    bench *b = bench_new();
    start(b);
    open_row(b, 0, 0); // long enough ago for tRAS
    ask_write(b, 0, 0, 1);
    ask_read(b, 0, 1, 0);
    run(b, 100);
    CU_ASSERT_EQUAL_FATAL(b->n_pre, 1);
    CU_ASSERT_EQUAL(b->pre[0] - b->column[0], 4 + 8 / 4 + 12); // WL + BL/4 + WR = 18
    stop(b);
}

TEST(dram_read_to_precharge_takes_trtpl)
{
    bench *b = bench_new();
    b->c.dram.rtpl = 7;
    start(b);
    open_row(b, 0, 0);
    ask_read(b, 0, 0, 1);
    ask_read(b, 0, 1, 0);
    run(b, 100);
    CU_ASSERT_EQUAL_FATAL(b->n_pre, 1);
    CU_ASSERT_EQUAL(b->pre[0] - b->column[0], 7);
    stop(b);
}

// A line is two bursts of 64 bytes; its data is whole CL + BL/4 after the second command, and is
// handed on in that tick.
TEST(dram_line_comes_cl_and_a_burst_after_its_last_command)
{
    bench *b = bench_new();
    start(b);
    ask(b, MREQ_READ, address(0, 0, 0), 128);
    commit(b);
    while (!next_reply(b) && b->now < 500) tick(b);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 2);
    CU_ASSERT_EQUAL(b->column[1] - b->column[0], 3); // tCCDL
    CU_ASSERT_EQUAL(b->now - 1 - b->column[1], 12 + 2);
    CU_ASSERT_EQUAL(next_reply(b)->flags, MREQ_REPLY);
    stop(b);
}

// Lines of rows 0, 1, 0 of one bank, the last two waiting while the first has the bank: the second
// of row 0 overtakes.
static void three_reads(dram_sched_kind sched, const uint64_t expected[3])
{
    bench *b = bench_new();
    b->c.dram.scheduler = sched;
    start(b);
    open_row(b, 0, 0);
    chan_pop(&b->up[0]);
    for (uint64_t i = 1; i <= 3; i++) ask(b, MREQ_READ, address(0, i == 2, 2 * i), 128);
    run(b, 300);
    for (int i = 0; i < 3; i++) {
        const mreq *r = next_reply(b);
        CU_ASSERT_PTR_NOT_NULL_FATAL(r);
        CU_ASSERT_EQUAL(r->addr, address(0, expected[i] == 2, 2 * expected[i]));
        chan_pop(&b->up[0]);
    }
    stop(b);
}

TEST(dram_row_hit_first_out_of_order) { three_reads(DRAM_FRFCFS, (const uint64_t[]){1, 3, 2}); }
TEST(dram_fcfs_keeps_the_order) { three_reads(DRAM_FCFS, (const uint64_t[]){1, 2, 3}); }

TEST(dram_counts_row_hits_conflicts_and_empty)
{
    bench *b = bench_new();
    start(b);
    ask_read(b, 0, 0, 0); // empty
    run(b, 100);
    ask_read(b, 0, 0, 1); // hit
    run(b, 100);
    ask_read(b, 0, 1, 0); // conflict
    run(b, 200);
    const dram_stats s = dram_get_stats(b->d, b->now);
    CU_ASSERT_EQUAL(s.row_empty, 1);
    CU_ASSERT_EQUAL(s.row_hits, 1);
    CU_ASSERT_EQUAL(s.row_conflicts, 1);
    CU_ASSERT_EQUAL(s.activations, 2);
    CU_ASSERT_EQUAL(s.precharges, 1);
    CU_ASSERT_EQUAL(s.transfer_cycles, 3 * 2);
    stop(b);
}

// One burst of an idle bank: pending from its arrival to its last beat.
TEST(dram_pending_cycles_of_a_lone_read)
{
    bench *b = bench_new();
    start(b);
    ask_read(b, 0, 0, 0);
    run(b, 200);
    const dram_stats s = dram_get_stats(b->d, b->now);
    CU_ASSERT_EQUAL(s.pending_cycles, 12 + 12 + 2); // RCD + CL + BL/4
    CU_ASSERT_EQUAL(s.cycles, 200);
    stop(b);
}

// They come one a tick; the first is with its bank at once, each further one in the tick after the
// column command of the one before it.
static void queue_sum_of(mreq_kind kind, uint32_t write_queue)
{
    for (uint64_t n = 1; n <= 8; n++) {
        bench *b = bench_new();
        b->c.dram.write_queue = write_queue;
        start(b);
        uint64_t sum = 0;
        for (uint64_t k = 0; k < n; k++) ask(b, kind, address(0, 0, k), ATOM);
        run(b, 400);
        CU_ASSERT_EQUAL_FATAL(b->n_column, n);
        for (uint64_t k = 1; k < n; k++) sum += b->column[k - 1] + 1 - (b->act[0] + k);
        CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).queue_sum, sum);
        stop(b);
    }
}

TEST(dram_queue_sum_is_what_all_wait_for_their_bank)
{
    queue_sum_of(MREQ_READ, 0);
    queue_sum_of(MREQ_WRITEBACK, 0);
    queue_sum_of(MREQ_WRITEBACK, 16);
}

// The second request comes a tick later; its row may open RRD after the first one's, and each bank
// is done with its column command.
TEST(dram_bank_level_parallelism_is_banks_with_a_request_over_ticks_with_any)
{
    for (uint64_t banks = 1; banks <= 2; banks++) {
        bench *b = bench_new();
        start(b);
        for (uint64_t k = 0; k < banks; k++) ask_read(b, k, 0, 0);
        run(b, 200);
        const dram_stats s = dram_get_stats(b->d, b->now);
        CU_ASSERT_EQUAL(s.bank_cycles, banks == 1 ? 12 : 6 + 12);
        CU_ASSERT_EQUAL(s.bank_sum, banks == 1 ? 12 : 12 + (6 + 12 - 1));
        stop(b);
    }
}

TEST(dram_fixed_latency_counts_l2_ticks)
{
    uint64_t first[2];
    for (uint32_t i = 0; i < 2; i++) {
        bench *b = bench_new();
        b->c.dram.fixed_latency = i * 100;
        start(b);
        ask_read(b, 0, 0, 0);
        run(b, 200);
        CU_ASSERT_EQUAL(b->n_act, 1);
        first[i] = b->act[0];
        stop(b);
    }
    CU_ASSERT_EQUAL(first[1] - first[0], 100);
}

TEST(dram_slices_take_turns)
{
    bench *b = bench_new();
    start(b);
    for (uint64_t i = 0; i < 8; i++) {
        ask_read(b, 0, 0, i); // slice 0
        ask_read(b, 1, 0, i); // slice 1
    }
    run(b, 6);
    CU_ASSERT_TRUE(chan_count(&b->down[0]) <= 8 - 2);
    CU_ASSERT_EQUAL(chan_count(&b->down[0]), chan_count(&b->down[1]));
    stop(b);
}

// L2 takes no fills: the channel stops at its credits, then at the places of the fill queue.
TEST(dram_outstanding_is_bounded)
{
    bench *b = bench_new();
    b->c.dram.queue = 4;
    b->c.dram.return_queue = 3;
    start(b);
    uint64_t asked = 0;
    for (int t = 0; t < 3000; t++) {
        if (chan_can_push(&b->down[0])) ask_read(b, 0, asked % 3, asked % 64), asked++;
        commit(b);
        tick(b);
    }
    const dram_stats s = dram_get_stats(b->d, b->now);
    CU_ASSERT_EQUAL(s.reads, 32); // the places of `up`
    CU_ASSERT_EQUAL(s.requests - s.reads, 4 + 3);
    CU_ASSERT_FALSE(dram_idle(b->d));
    while (!dram_idle(b->d) && b->now < 20000) {
        if (chan_front(&b->up[0])) chan_pop(&b->up[0]);
        tick(b);
    }
    CU_ASSERT_TRUE(dram_idle(b->d));
    stop(b);
}

TEST(dram_write_back_needs_no_reply)
{
    bench *b = bench_new();
    start(b);
    ask_write(b, 0, 0, 0);
    run(b, 100);
    CU_ASSERT_PTR_NULL(next_reply(b));
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).writes, 1);
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).column_writes,
                    ATOM / (2 * 4 * 8)); // bursts of 8 beats, 2 chips of 4 bytes
    CU_ASSERT_TRUE(dram_idle(b->d));
    stop(b);
}

// Five banks, activated as fast as tRRD lets: the fifth waits for the window, the fourth does not.
TEST(dram_tfaw_from_one_activate_to_the_fifth)
{
    for (uint32_t faw = 0; faw <= 60; faw += 30) {
        bench *b = bench_new();
        b->c.dram.faw = faw;
        b->c.dram.rcd = 100; // no column command among them
        start(b);
        for (uint64_t i = 0; i < 6; i++) ask_read(b, 2 * i, 0, 0);
        run(b, 300);
        CU_ASSERT_EQUAL_FATAL(b->n_act, 6);
        CU_ASSERT_EQUAL(b->act[3] - b->act[0], 3 * 6); // tRRD
        CU_ASSERT_EQUAL(b->act[4] - b->act[0], faw > 4 * 6 ? faw : 4 * 6);
        CU_ASSERT_EQUAL(b->act[5] - b->act[1], faw > 4 * 6 ? faw : 4 * 6);
        stop(b);
    }
}

static uint64_t activate_to_write(uint32_t rcdw)
{
    bench *b = bench_new();
    b->c.dram.rcdw = rcdw;
    start(b);
    ask_write(b, 0, 0, 0);
    run(b, 150);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 1);
    const uint64_t gap = b->column[0] - b->act[0];
    stop(b);
    return gap;
}

TEST(dram_write_not_before_trcdw_and_at_trcdw)
{
    CU_ASSERT_EQUAL(activate_to_write(0), 12 - (4 + 1)); // RCD - (WL + 1)
    CU_ASSERT_EQUAL(activate_to_write(9), 9);
}

// Bank 0 has a column command in every tick for twelve; bank 8 is to be activated meanwhile.
static bool activate_beside_columns(bool dual)
{
    bench *b = bench_new();
    b->c.dram.dual_bus = dual;
    b->c.dram.ccd = b->c.dram.ccdl = 1;
    b->c.dram.data_ratio = b->c.dram.burst;
    start(b);
    open_row(b, 0, 0);
    for (uint64_t i = 0; i < 6; i++) {
        ask(b, MREQ_READ, address(0, 0, 2 * i), 128);
        if (i == 0) ask(b, MREQ_READ, address(8, 0, 0), 128);
    }
    run(b, 200);
    CU_ASSERT_EQUAL_FATAL(b->n_act, 1);
    CU_ASSERT_EQUAL_FATAL(b->n_column, 14);
    CU_ASSERT_EQUAL(b->column[11] - b->column[0], 11);
    const bool beside = b->act[0] <= b->column[11];
    stop(b);
    return beside;
}

TEST(dram_two_buses_issue_a_row_command_beside_a_column_command)
{
    CU_ASSERT_FALSE(activate_beside_columns(false));
    CU_ASSERT_TRUE(activate_beside_columns(true));
}

// ---- infinite DRAM

TEST(dram_infinite_answers_everything_after_the_fixed_latency)
{
    bench *b = bench_new();
    b->c.dram.fixed_latency = 100;
    b->c.limits.infinite_dram = true;
    start(b);
    for (uint64_t i = 0; i < 8; i++) ask_read(b, 0, i, 0); // eight rows of one bank
    ask_write(b, 1, 0, 0);
    commit(b);
    const uint64_t at = b->now;
    for (int i = 0; i < 100; i++) tick(b);
    CU_ASSERT_PTR_NULL(next_reply(b));
    for (int i = 0; i < 8; i++) {
        tick(b);
        CU_ASSERT_PTR_NOT_NULL_FATAL(next_reply(b));
        CU_ASSERT_EQUAL(next_reply(b)->addr, address(0, (uint64_t)i, 0));
        chan_pop(&b->up[0]);
    }
    CU_ASSERT_EQUAL(b->now - at, 100 + 8);
    CU_ASSERT_TRUE(dram_idle(b->d));
    CU_ASSERT_EQUAL(dram_get_stats(b->d, b->now).ideal, 9);
    stop(b);
}

UNIT_MAIN("dram", T(dram_read_not_before_trcd_and_at_trcd),
          T(dram_trrd_between_activates_of_two_banks), T(dram_trc_between_activates_of_one_bank),
          T(dram_tras_and_trp_between_activates_of_one_bank), T(dram_tccd_between_bank_groups),
          T(dram_tccdl_within_a_bank_group), T(dram_group_of_low_bits_spreads_neighbours),
          T(dram_tccdl_within_a_bank), T(dram_write_to_read_takes_twtr),
          T(dram_read_to_write_takes_trtw), T(dram_write_to_precharge_takes_twtp),
          T(dram_read_to_precharge_takes_trtpl),
          T(dram_line_comes_cl_and_a_burst_after_its_last_command),
          T(dram_row_hit_first_out_of_order), T(dram_fcfs_keeps_the_order),
          T(dram_counts_row_hits_conflicts_and_empty), T(dram_pending_cycles_of_a_lone_read),
          T(dram_queue_sum_is_what_all_wait_for_their_bank),
          T(dram_bank_level_parallelism_is_banks_with_a_request_over_ticks_with_any),
          T(dram_fixed_latency_counts_l2_ticks), T(dram_slices_take_turns),
          T(dram_outstanding_is_bounded), T(dram_write_back_needs_no_reply),
          T(dram_tfaw_from_one_activate_to_the_fifth), T(dram_write_not_before_trcdw_and_at_trcdw),
          T(dram_two_buses_issue_a_row_command_beside_a_column_command),
          T(dram_infinite_answers_everything_after_the_fixed_latency))
