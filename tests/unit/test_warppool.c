// test_warppool.c : the golden model of WarpPool, one rule a test, cycle by cycle
// (blocks/warppool.h; MICRO 2015).
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_coalesce.h"
#include "blocks/warppool_queues.h"
#include "unit.h"
#include "warppool_rig.h"

static const warppool_events *events(const rig *r) { return warppool_get_events(r->w); }
static bool ok(uint64_t word, unsigned bit) { return word >> bit & 1; }

// ---- warppool.h: from iss to req

TEST(a_load_is_at_ag_two_cycles_after_iss_and_at_req_six_after_its_addresses)
{
    rig r = rig_of(NULL);
    CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_LOAD, 3, 5, 0xab)); // t
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.ag_valid_o[0], 0); // t + 1
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.ag_valid_o[0], 1); // t + 2
    CU_ASSERT_EQUAL(r.out.ag_warp_o[0], 3);
    CU_ASSERT_EQUAL(r.out.ag_seq_o[0], 5);
    CU_ASSERT_EQUAL(r.out.ag_insn_o[0], 0xab);
    r.in.ag_ready_i[0] = 1;
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.ag_valid_o[0], 0);
    rig_whole(&r, WARPPOOL_LOAD, 3, 5, 9); // u
    for (unsigned k = 1; k < 6; k++) {
        rig_step(&r);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0); // u + k
    }
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.req_load_o[0], 1); // u + 6
    CU_ASSERT_EQUAL(r.out.req_line_o[0], 9);
    CU_ASSERT_EQUAL(r.out.req_count_o[0], 1);
    CU_ASSERT_EQUAL(rig_meta_warp(&r, 0), 3);
    rig_free(&r);
}

TEST(a_store_is_at_req_three_cycles_after_its_addresses)
{
    rig r = rig_of(NULL);
    rig_to_ag(&r, WARPPOOL_STORE, 2, 0);
    rig_whole(&r, WARPPOOL_STORE, 2, 0, 5);
    rig_run(&r, 2);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
    CU_ASSERT_EQUAL(r.out.req_warp_o[0], 2);
    CU_ASSERT_EQUAL(r.out.req_mask_o[0], 0xffff); // 4 lanes of 4 bytes
    CU_ASSERT_EQUAL(r.out.req_data_o[0], 0x1111111110101010u);
    CU_ASSERT_EQUAL(r.out.req_data_o[1], 0x1313131312121212u);
    CU_ASSERT_EQUAL(r.out.req_data_o[2], 0);
    rig_free(&r);
}

// ---- warppool_insn.h

TEST(lower_queues_go_first_and_a_queue_holds_its_depth)
{
    rig r = rig_of(NULL); // 8 warps in 4 queues of 2: warps 0, 1 in queue 0
    for (unsigned k = 0; k < 4; k++) {
        CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_LOAD, 6, k, k)); // two go on to ag, two fill queue 3
        rig_step(&r);
    }
    CU_ASSERT_FALSE(rig_issues(&r, WARPPOOL_LOAD, 6, 4, 4));
    CU_ASSERT_FALSE(ok(r.out.load_ok_o[0], 7)); // shares the queue
    CU_ASSERT_TRUE(ok(r.out.load_ok_o[0], 5));
    memset(&r.in, 0, sizeof r.in);
    rig_issues(&r, WARPPOOL_LOAD, 0, 0, 9);
    rig_step(&r);
    static const struct {
        unsigned insn, warp;
    } order[] = {{0, 6}, {1, 6}, {9, 0}, {2, 6}, {3, 6}};
    for (unsigned k = 0; k < 5; k++) {
        while (!r.out.ag_valid_o[0]) rig_step(&r);
        CU_ASSERT_EQUAL(r.out.ag_insn_o[0], order[k].insn);
        r.in.ag_ready_i[0] = 1;
        rig_step(&r);
        rig_whole(&r, WARPPOOL_LOAD, order[k].warp, 0, 4 * k);
        rig_step(&r);
    }
    rig_free(&r);
}

// Steps with ag_ready_i; whether something left at ag.
static unsigned leaves(rig *r)
{
    r->in.ag_ready_i[0] = 1;
    const unsigned n = r->out.ag_valid_o[0] != 0;
    rig_step(r);
    return n;
}

TEST(instructions_leave_as_coalescers_wait_for_them)
{
    rig r = rig_of(NULL); // two coalescers
    unsigned left = 0;
    for (unsigned w = 0; w < 6; w++) {
        CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_LOAD, w, 0, w));
        left += leaves(&r);
    }
    for (unsigned k = 0; k < 10; k++) left += leaves(&r);
    CU_ASSERT_EQUAL(left, 3); // one for each, and one more while both are empty

    // Warps 0, 1 and 2 with four lines each, taken in cycles 0, 1 and 5: a coalescer has one that
    // was taken in t from t + 1 to t + 4. So one is empty in 5 (the third is on its way to it) and
    // in 6, and both are from 10 on.
    static const uint8_t leaves_in[] = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0};
    for (unsigned t = 0; t < sizeof leaves_in; t++) {
        if (t < 2 || t == 5) rig_lines(&r, WARPPOOL_LOAD, t < 2 ? t : 2, 0, 4 * t);
        CU_ASSERT_EQUAL(leaves(&r), leaves_in[t]);
    }
    rig_free(&r);
}

static void three_queues(config *c) { c->warppool.insn_queues = 3; }

TEST(a_warp_is_in_queue_floor_of_warp_times_queues_over_warps)
{
    rig r = rig_of(three_queues); // 8 warps: 0 0 0 1 1 1 2 2
    static const uint64_t shares[] = {0x07, 0x07, 0x07, 0x38, 0x38, 0x38, 0xc0, 0xc0};
    for (unsigned w = 0; w < 8; w++) {
        warppool_reset(r.w);
        rig_valid(&r);
        for (unsigned k = 0; k < 4; k++) {
            rig_issues(&r, WARPPOOL_LOAD, w, k, 0);
            rig_step(&r);
        }
        CU_ASSERT_EQUAL(r.out.load_ok_o[0], 0xff & ~shares[w]);
    }
    rig_free(&r);
}

// ---- warppool_order.h

TEST(stores_wait_for_loads_and_loads_for_stores_until_the_cycle_after_next)
{
    rig r = rig_of(NULL);
    rig_to_ag(&r, WARPPOOL_LOAD, 1, 0);
    CU_ASSERT_TRUE(ok(r.out.load_ok_o[0], 1));
    CU_ASSERT_FALSE(ok(r.out.store_ok_o[0], 1));
    CU_ASSERT_TRUE(ok(r.out.store_ok_o[0], 2)); // another warp
    rig_whole(&r, WARPPOOL_LOAD, 1, 0, 9);
    rig_run(&r, 6);
    rig_l1(&r, 0); // accepted in v
    rig_step(&r);
    CU_ASSERT_FALSE(ok(r.out.store_ok_o[0], 1)); // v + 1
    CU_ASSERT_TRUE(ok(r.out.pending_o[0], 1));
    rig_step(&r);
    CU_ASSERT_TRUE(ok(r.out.store_ok_o[0], 1)); // v + 2
    CU_ASSERT_FALSE(ok(r.out.pending_o[0], 1));
    CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_STORE, 1, 0, 0));
    rig_step(&r);
    CU_ASSERT_FALSE(ok(r.out.load_ok_o[0], 1));
    CU_ASSERT_FALSE(ok(r.out.store_ok_o[0], 1));
    rig_free(&r);
}

TEST(the_counter_counts_lines_not_instructions)
{
    rig r = rig_of(NULL);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_lines(&r, WARPPOOL_LOAD, 0, 0, 0);
    for (unsigned k = 0; k < 4; k++) { // four lines, the last one answered in v
        while (!r.out.req_valid_o[0]) rig_step(&r);
        CU_ASSERT_TRUE(ok(r.out.pending_o[0], 0));
        rig_l1(&r, (int)k);
        rig_step(&r);
    }
    CU_ASSERT_TRUE(ok(r.out.pending_o[0], 0));
    rig_step(&r);
    CU_ASSERT_FALSE(ok(r.out.pending_o[0], 0));
    rig_free(&r);
}

TEST(what_goes_round_the_pipeline_is_only_counted)
{
    rig r = rig_of(NULL);
    CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_BYPASS, 4, 0, 0));
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    CU_ASSERT_FALSE(ok(r.out.load_ok_o[0], 4));
    CU_ASSERT_FALSE(rig_issues(&r, WARPPOOL_BYPASS, 4, 0, 0));
    memset(&r.in, 0, sizeof r.in);
    r.in.bypass_pulse_i[0] = 1;
    r.in.bypass_warp_i[0] = 4;
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 0);
    rig_step(&r);
    CU_ASSERT_TRUE(ok(r.out.load_ok_o[0], 4));
    CU_ASSERT_EQUAL(r.out.ag_valid_o[0], 0);
    rig_free(&r);
}

static void short_counter(config *c)
{
    c->warppool.counter_bits = 3; // M = 7, C = 2: issue at 3 at most, lines at 4 at most
    c->warppool.insn_depth = 8;
}

TEST(issue_waits_before_the_counter_wraps)
{
    rig r = rig_of(short_counter);
    unsigned n = 0;
    for (unsigned k = 0; k < 10; k++) {
        n += rig_issues(&r, WARPPOOL_LOAD, 0, k, 0);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(n, 4); // at counters 0, 1, 2, 3
    rig_free(&r);
}

// ---- warppool_coalesce.h: mappings (Figure 8)

static warppool_shape shape32(void)
{
    return (warppool_shape){.lanes = 32, .words = 32, .lane_bits = 5, .all_lanes = 0xffffffff};
}

static warppool_map mapping(uint64_t lanes, unsigned first_word, int step, unsigned size,
                            unsigned *payload)
{
    const warppool_shape s = shape32();
    uint8_t offset[64] = {0};
    int word = (int)first_word;
    for (unsigned l = 0; l < 32; l++) {
        if (!(lanes >> l & 1)) continue;
        offset[l] = (uint8_t)(4 * word);
        word += step;
    }
    return warppool_mapping(&s, lanes, offset, size, payload);
}

TEST(each_of_the_papers_patterns_has_its_kind)
{
    unsigned p;
    CU_ASSERT_EQUAL(mapping(0xffffffff, 0, 1, 2, &p), WARPPOOL_CONSECUTIVE);
    CU_ASSERT_EQUAL(p, 0);
    CU_ASSERT_EQUAL(mapping(0xffffffff, 17, 0, 2, &p), WARPPOOL_BROADCAST);
    CU_ASSERT_EQUAL(p, 17);
    CU_ASSERT_EQUAL(mapping(1u << 9, 3, 1, 2, &p), WARPPOOL_SINGLE);
    CU_ASSERT_EQUAL(p, 9 | 3 << 5);
    CU_ASSERT_EQUAL(mapping(0xffffff00, 2, 1, 2, &p),
                    WARPPOOL_RANGE); // lanes 8..31 on words 2..25: to the last lane
    CU_ASSERT_EQUAL(p, 8 | 2 << 5);
    CU_ASSERT_EQUAL(mapping(0x0000ffff, 16, 1, 2, &p),
                    WARPPOOL_RANGE); // lanes 0..15 on words 16..31: to the last word
    CU_ASSERT_EQUAL(p, 16 << 5);
}

TEST(all_else_takes_the_table)
{
    unsigned p;
    CU_ASSERT_EQUAL(mapping(0x0000ffff, 0, 1, 2, &p), WARPPOOL_TABLE);   // ends at lane 15, word 15
    CU_ASSERT_EQUAL(mapping(0x7fffffff, 5, 0, 2, &p), WARPPOOL_TABLE);   // broadcast to 31 lanes
    CU_ASSERT_EQUAL(mapping(0x55555555, 0, 1, 2, &p), WARPPOOL_TABLE);   // every other lane
    CU_ASSERT_EQUAL(mapping(0xffffffff, 31, -1, 2, &p), WARPPOOL_TABLE); // backwards
    CU_ASSERT_EQUAL(mapping(0xffffffff, 0, 1, 1, &p), WARPPOOL_TABLE);   // two bytes a lane
    CU_ASSERT_EQUAL(mapping(1u << 9, 3, 1, 0, &p), WARPPOOL_TABLE);      // one lane of one byte
}

TEST(lines_of_a_store_leave_in_every_other_cycle)
{
    rig r = rig_of(NULL);
    rig_to_ag(&r, WARPPOOL_STORE, 0, 0);
    rig_lines(&r, WARPPOOL_STORE, 0, 0, 4);
    rig_run(&r, 3);
    for (unsigned k = 0; k < 4; k++) {
        // a store's line leaves when the outbound buffer holds none: every other cycle
        CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], 4 + k);
        rig_l1(&r, -1);
        rig_step(&r);
        CU_ASSERT_EQUAL(r.out.req_store_o[0], 0);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(events(&r)->lines, 4);
    rig_free(&r);
}

static void one_entry(config *c) { c->warppool.maps = 1; }

TEST(the_thread_map_table_when_it_is_full_holds_a_load_back_until_write_back)
{
    rig r = rig_of(one_entry);
    const uint64_t backwards[] = {12, 8, 4, 0},
                   other[] = {RIG_LINE + 12, RIG_LINE + 8, RIG_LINE + 4, RIG_LINE};
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_to_ag(&r, WARPPOOL_LOAD, 1, 0);
    rig_addresses(&r, WARPPOOL_LOAD, 0, 0, 2, 15, backwards);
    rig_step(&r);
    rig_addresses(&r, WARPPOOL_LOAD, 1, 0, 2, 15, other);
    rig_run(&r, 12);
    CU_ASSERT_EQUAL(r.out.req_line_o[0], 0);
    CU_ASSERT_EQUAL(rig_meta_kind(&r, 0), WARPPOOL_TABLE);
    rig_l1(&r, 2);
    rig_run(&r, 12);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0); // the second waits in B
    CU_ASSERT_TRUE(events(&r)->map_waits > 0);
    rig_fill(&r, 2);
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 1); // the cycle after the line came
    CU_ASSERT_EQUAL(r.out.wb_mask_o[0], 15);
    CU_ASSERT_EQUAL(r.out.wb_data_o[0], 0x8080808280808083u); // lane 0 word 3, lane 1 word 2
    CU_ASSERT_EQUAL(r.out.wb_data_o[1], 0x8080808080808081u);
    CU_ASSERT_EQUAL(r.out.free_valid_o[0], 1);
    CU_ASSERT_EQUAL(r.out.free_mshr_o[0], 2);
    r.in.wb_ready_i[0] =
        1; // v: freed, taken in v + 1, in R v + 2, in its tag v + 3, S v + 4, req v + 5
    rig_run(&r, 5);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 1);
    CU_ASSERT_EQUAL(r.out.req_line_o[0], 1);
    rig_free(&r);
}

// ---- warppool_queues.h

// Loads of warps 0..n-1 for the line, one after the other; L1D refuses.
static void load_line(rig *r, unsigned n, uint64_t line)
{
    for (unsigned w = 0; w < n; w++) {
        rig_to_ag(r, WARPPOOL_LOAD, w, 0);
        rig_whole(r, WARPPOOL_LOAD, w, 0, line);
        rig_step(r);
    }
    rig_run(r, 10);
}

TEST(four_requests_share_a_tag_and_a_full_ones_line_gets_the_second)
{
    rig r = rig_of(NULL);
    load_line(&r, 8, 3);
    // The first two find L1D's buffer open: each is granted alone before the next one comes. The
    // others wait in tags.
    CU_ASSERT_EQUAL(events(&r)->allocated + events(&r)->merged, 8);
    CU_ASSERT_EQUAL(events(&r)->granted_loads, 2);
    unsigned counts[4] = {0};
    for (unsigned k = 0; k < 4; k++) {
        while (!r.out.req_valid_o[0]) rig_step(&r);
        counts[k] = (unsigned)r.out.req_count_o[0];
        CU_ASSERT_EQUAL(r.out.req_line_o[0], 3);
        rig_l1(&r, 0);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(counts[0], 1);
    CU_ASSERT_EQUAL(counts[1], 1);
    CU_ASSERT_EQUAL(counts[2], 4);
    CU_ASSERT_EQUAL(counts[3], 2);
    CU_ASSERT_EQUAL(events(&r)->split_tags, 1);
    rig_free(&r);
}

TEST(the_queue_of_a_line_is_the_fermi_hash)
{
    warppool_shape s = {.queues = 64};
    // Nugteren et al.: index bits 0..4 are address bits 7..11 XOR 13, 14, 15, 17, 19; bit 5 is
    // address bit 12. Lines of 128 bytes.
    static const unsigned other[] = {13, 14, 15, 17, 19};
    for (unsigned bit = 7; bit < 32; bit++) {
        unsigned index = bit < 12 ? 1u << (bit - 7) : bit == 12 ? 32 : 0;
        for (unsigned k = 0; k < 5; k++) index |= bit == other[k] ? 1u << k : 0;
        CU_ASSERT_EQUAL(warppool_queue_of(&s, ((uint64_t)1 << bit) >> 7), index);
    }
    s.queues = 1;
    CU_ASSERT_EQUAL(warppool_queue_of(&s, 0x1ffffff), 0);
}

// ---- warppool_select.h

static void warp_first(config *c) { c->warppool.select = SELECT_WARP; }

// Loads of warps 7, 6, .. for lines of their own: the first three are out (two) or named by S
// before the others come.
static void expect_order(void (*set)(config *c), const unsigned *order)
{
    rig r = rig_of(set);
    for (unsigned k = 0; k < 6; k++) {
        rig_to_ag(&r, WARPPOOL_LOAD, 7 - k, 0);
        rig_whole(&r, WARPPOOL_LOAD, 7 - k, 0, 3 * k);
        rig_run(&r, 8);
    }
    for (unsigned k = 0; k < 6; k++) {
        while (!r.out.req_valid_o[0]) rig_step(&r);
        CU_ASSERT_EQUAL(rig_meta_warp(&r, 0), order[k]);
        rig_l1(&r, (int)k % 4);
        rig_step(&r);
    }
    rig_free(&r);
}

TEST(oldest_first_and_lowest_warp_first)
{
    expect_order(NULL, (const unsigned[]){7, 6, 5, 4, 3, 2});
    expect_order(warp_first, (const unsigned[]){7, 6, 5, 2, 3, 4});
}

static void short_quantum(config *c)
{
    c->warppool.quantum = 20;
    c->warppool.miss_rate = 50000;
}

TEST(the_selection_changes_in_the_second_cycle_after_a_quantum_above_the_miss_rate)
{
    rig r = rig_of(short_quantum);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 1);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 0);
    rig_step(&r);
    CU_ASSERT_TRUE(r.cycle < 20);
    rig_run(&r, (unsigned)(21 - r.cycle));
    CU_ASSERT_EQUAL(r.cycle, 21); // cycle 20 is the first of the next quantum and judges
    CU_ASSERT_EQUAL(r.out.warp_first_o[0], 1);
    rig_run(&r, 40);
    CU_ASSERT_EQUAL(r.out.warp_first_o[0], 1); // quanta without an access change nothing
    CU_ASSERT_EQUAL(events(&r)->switches, 1);
    rig_free(&r);
    rig q = rig_of(short_quantum);
    rig_run(&q, 20);
    CU_ASSERT_EQUAL(q.out.warp_first_o[0], 0);
    rig_free(&q);
}

static void two_grants(config *c) { c->warppool.store_age = 2; }

// A store waits while loads are there, for as many grants as its age limit says.
TEST(a_store_waits_for_its_age_and_no_longer)
{
    rig r = rig_of(two_grants);
    for (unsigned w = 1; w < 6; w++) { // loads of other lines: two outbound, one named, two in tags
        rig_to_ag(&r, WARPPOOL_LOAD, w, 0);
        rig_whole(&r, WARPPOOL_LOAD, w, 0, 3 * w);
        rig_run(&r, 8);
    }
    rig_to_ag(&r, WARPPOOL_STORE, 0, 0);
    rig_whole(&r, WARPPOOL_STORE, 0, 0, 1);
    rig_run(&r, 6);
    bool store[6] = {0};
    for (unsigned k = 0; k < 6; k++) {
        while (!r.out.req_valid_o[0]) rig_step(&r);
        store[k] = r.out.req_store_o[0];
        rig_l1(&r, (int)k % 4);
        rig_step(&r);
    }
    static const bool expect[6] = {false, false, false, false,
                                   true,  false}; // two that were out before, two grants, the store
    CU_ASSERT_EQUAL(memcmp(store, expect, sizeof store), 0);
    CU_ASSERT_EQUAL(events(&r)->aged_stores, 1);
    rig_free(&r);
}

// ---- warppool_wb.h, warppool_mshr.h

TEST(every_request_of_every_row_is_written_back_in_order_without_a_gap)
{
    rig r = rig_of(NULL);
    load_line(&r, 8, 3);
    for (unsigned k = 0; k < 4; k++) { // rows of 1, 1, 4, 2 requests of MSHR 1
        while (!r.out.req_valid_o[0]) rig_step(&r);
        rig_l1(&r, 1);
        rig_step(&r);
    }
    rig_fill(&r, 1);
    rig_step(&r);
    for (unsigned w = 0; w < 8; w++) {
        CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 1);
        CU_ASSERT_EQUAL(r.out.wb_warp_o[0], w);
        CU_ASSERT_EQUAL(r.out.wb_last_o[0], 1);
        CU_ASSERT_EQUAL(r.out.wb_data_o[0], 0x8080808180808080u);
        CU_ASSERT_EQUAL(r.out.free_valid_o[0], w == 7);
        rig_step(&r); // the register file takes nothing: it stays
        CU_ASSERT_EQUAL(r.out.wb_warp_o[0], w);
        r.in.wb_ready_i[0] = 1;
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 0);
    rig_free(&r);
}

TEST(lanes_of_eight_bytes_take_two_beats)
{
    rig r = rig_of(NULL);
    const uint64_t addr[] = {24, 16, 8, 0};
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_addresses(&r, WARPPOOL_LOAD, 0, 0, 3, 15, addr);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 0);
    rig_step(&r);
    rig_fill(&r, 0);
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.wb_half_o[0], 0);
    CU_ASSERT_EQUAL(r.out.wb_last_o[0], 0);
    CU_ASSERT_EQUAL(r.out.wb_data_o[0], 0x8080808480808086u); // words 6 and 4
    r.in.wb_ready_i[0] = 1;
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.wb_half_o[0], 1);
    CU_ASSERT_EQUAL(r.out.wb_last_o[0], 1);
    CU_ASSERT_EQUAL(r.out.wb_data_o[0], 0x8080808580808087u); // words 7 and 5
    rig_free(&r);
}

TEST(the_write_back_queue_holds_two_lines)
{
    rig r = rig_of(NULL);
    for (unsigned k = 0; k < 2; k++) {
        rig_to_ag(&r, WARPPOOL_LOAD, k, 0);
        rig_whole(&r, WARPPOOL_LOAD, k, 0, k);
        while (!r.out.req_valid_o[0]) rig_step(&r);
        rig_l1(&r, (int)k);
        rig_step(&r);
    }
    for (unsigned k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(r.out.ret_ready_o[0], 1);
        rig_fill(&r, k);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(r.out.ret_ready_o[0], 0);
    r.in.wb_ready_i[0] = 1;
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.ret_ready_o[0], 1);
    CU_ASSERT_EQUAL(r.out.wb_warp_o[0], 1);
    rig_free(&r);
}

// ---- skipping

// One load, until nothing is inside.
static rig quiet_after_a_load(void (*set)(config *c))
{
    rig r = rig_of(set);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 1);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 0);
    rig_run(&r, 2);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    return r;
}

TEST(skipping_is_the_same_as_idle_cycles)
{
    void (*const sets[])(config *) = {short_quantum, warp_first};
    for (unsigned k = 0; k < 70; k++) {
        const unsigned n = k / 2 * 3;
        rig a = quiet_after_a_load(sets[k % 2]), b = quiet_after_a_load(sets[k % 2]);
        rig_run(&a, n);
        warppool_skip(b.w, n);
        rig_valid(&b);
        CU_ASSERT_EQUAL(memcmp(&a.out, &b.out, sizeof a.out), 0);
        CU_ASSERT_EQUAL(memcmp(events(&a), events(&b), sizeof(warppool_events)), 0);
        rig_free(&a);
        rig_free(&b);
    }
}

UNIT_MAIN("warppool", T(a_load_is_at_ag_two_cycles_after_iss_and_at_req_six_after_its_addresses),
          T(a_store_is_at_req_three_cycles_after_its_addresses),
          T(lower_queues_go_first_and_a_queue_holds_its_depth),
          T(instructions_leave_as_coalescers_wait_for_them),
          T(a_warp_is_in_queue_floor_of_warp_times_queues_over_warps),
          T(stores_wait_for_loads_and_loads_for_stores_until_the_cycle_after_next),
          T(the_counter_counts_lines_not_instructions),
          T(what_goes_round_the_pipeline_is_only_counted), T(issue_waits_before_the_counter_wraps),
          T(each_of_the_papers_patterns_has_its_kind), T(all_else_takes_the_table),
          T(lines_of_a_store_leave_in_every_other_cycle),
          T(the_thread_map_table_when_it_is_full_holds_a_load_back_until_write_back),
          T(four_requests_share_a_tag_and_a_full_ones_line_gets_the_second),
          T(the_queue_of_a_line_is_the_fermi_hash), T(oldest_first_and_lowest_warp_first),
          T(the_selection_changes_in_the_second_cycle_after_a_quantum_above_the_miss_rate),
          T(a_store_waits_for_its_age_and_no_longer),
          T(every_request_of_every_row_is_written_back_in_order_without_a_gap),
          T(lanes_of_eight_bytes_take_two_beats), T(the_write_back_queue_holds_two_lines),
          T(skipping_is_the_same_as_idle_cycles))
