// test_warppool_narrow.c : WarpPool with structures.warppool.narrow: stores are laid out a quarter
// of the warp a cycle before they are granted, write-back gives half of the warp a beat, a
// coalescer keeps one copy of a store's data, and an entry of the thread map table is reserved for
// each.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "unit.h"
#include "warppool_rig.h"

static void narrow(config *c) { c->warppool.narrow = true; }
static void one_coalescer(config *c) { c->warppool.narrow = true, c->warppool.coalescers = 1; }
static void aged_at_once(config *c) { c->warppool.narrow = true, c->warppool.store_age = 0; }

// ---- warppool_select.h: stores

TEST(a_store_is_at_req_eight_cycles_after_its_addresses)
{
    rig r = rig_of(narrow);
    rig_to_ag(&r, WARPPOOL_STORE, 2, 0);
    rig_whole(&r, WARPPOOL_STORE, 2, 0, 5); // u; in B u + 2, laid out u + 3 to u + 6
    rig_run(&r, 7);
    CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
    CU_ASSERT_EQUAL(r.out.req_warp_o[0], 2);
    CU_ASSERT_EQUAL(r.out.req_mask_o[0], 0xffff);
    CU_ASSERT_EQUAL(r.out.req_data_o[0], 0x1111111110101010u);
    CU_ASSERT_EQUAL(r.out.req_data_o[1], 0x1313131312121212u);
    CU_ASSERT_EQUAL(r.out.req_data_o[2], 0);
    rig_free(&r);
}

TEST(a_quarter_of_the_warp_without_lanes_takes_no_cycle)
{
    const uint64_t addr[] = {0, 4, 8, 12}, masks[] = {1, 8, 9, 14};
    const unsigned cycles[] = {5, 5, 6, 7};
    for (unsigned k = 0; k < 4; k++) {
        rig r = rig_of(narrow);
        rig_to_ag(&r, WARPPOOL_STORE, 2, 0);
        rig_addresses(&r, WARPPOOL_STORE, 2, 0, 2, masks[k], addr);
        rig_run(&r, cycles[k] - 1);
        CU_ASSERT_EQUAL(r.out.req_valid_o[0], 0);
        rig_step(&r);
        CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
        uint64_t mask = 0;
        for (unsigned l = 0; l < 4; l++) mask |= masks[k] >> l & 1 ? (uint64_t)15 << (4 * l) : 0;
        CU_ASSERT_EQUAL(r.out.req_mask_o[0], mask);
        rig_free(&r);
    }
}

TEST(lines_of_one_lane_leave_in_every_third_cycle)
{
    rig r = rig_of(narrow);
    rig_to_ag(&r, WARPPOOL_STORE, 0, 0);
    rig_lines(&r, WARPPOOL_STORE, 0, 0, 4);
    rig_run(&r, 5);
    for (unsigned k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], 4 + k);
        for (unsigned wait = 0; wait < 3; wait++) {
            rig_l1(&r, 0); // taken at once; the next is picked meanwhile and laid out then
            rig_step(&r);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], wait == 2 && k < 3);
        }
    }
    rig_free(&r);
}

TEST(an_instruction_waits_for_the_store_before_it_to_leave_its_coalescer)
{
    rig r = rig_of(one_coalescer);
    rig_to_ag(&r, WARPPOOL_STORE, 0, 0);
    rig_whole(&r, WARPPOOL_STORE, 0, 0, 5); // u
    rig_step(&r);
    for (unsigned k = 1; k < 9; k++) { // its line leaves A in u + 1, B in u + 7
        CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 0);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 1); // u + 9
    rig_free(&r);
}

TEST(a_load_in_b_keeps_no_instruction_out)
{
    rig r = rig_of(one_coalescer);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 5);
    rig_run(&r, 2);
    CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 0); // u + 2: the load is in B
    rig_step(&r);
    CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 1);
    rig_free(&r);
}

// A load is named by S while a store is laid out. Returns whether the load is offered first.
static bool load_goes_first(void (*set)(config *c))
{
    rig r = rig_of(set);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_to_ag(&r, WARPPOOL_STORE, 1, 0);
    rig_whole(&r, WARPPOOL_STORE, 1, 0, 5); // u: granted in u + 7 at the earliest
    rig_step(&r);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 6); // u + 1: named in u + 7
    rig_step(&r);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    const bool load = r.out.req_load_o[0];
    rig_free(&r);
    return load;
}

TEST(a_load_goes_before_a_store_that_is_laid_out_but_not_before_an_aged_one)
{
    CU_ASSERT_TRUE(load_goes_first(narrow));
    CU_ASSERT_FALSE(load_goes_first(aged_at_once));
}

// The number of cycles until something is offered.
static unsigned offered_after(rig *r)
{
    unsigned cycles = 0;
    for (; !r->out.req_valid_o[0]; cycles++) rig_step(r);
    return cycles;
}

// ---- warppool_queues.h: age

TEST(a_tag_enters_the_order_of_ages_a_cycle_after_it_is_allocated)
{
    void (*const sets[])(config *) = {NULL, narrow};
    for (unsigned k = 0; k < 2; k++) { // A, B, R, its tag, with narrow the order, S
        rig r = rig_of(sets[k]);
        rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
        rig_whole(&r, WARPPOOL_LOAD, 0, 0, 5);
        CU_ASSERT_EQUAL(offered_after(&r), 6 + k);
        rig_free(&r);
    }
}

// ---- warppool_queues.h: a request is written before its tag leaves

TEST(a_tag_leaves_a_cycle_later_when_a_request_has_just_been_merged_into_it)
{
    // The first load is chosen in u + 5 and can leave from u + 6 on; the second one, `behind`
    // cycles later, is merged in u + 4, in u + 5, or in u + 6 not at all.
    const unsigned behind[] = {1, 2, 3}, offered[] = {7, 8, 7}, count[] = {2, 2, 1};
    for (unsigned k = 0; k < 3; k++) {
        rig r = rig_of(narrow);
        rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
        rig_to_ag(&r, WARPPOOL_LOAD, 1, 0);
        rig_whole(&r, WARPPOOL_LOAD, 0, 0, 5); // u
        rig_run(&r, behind[k]);
        rig_whole(&r, WARPPOOL_LOAD, 1, 0, 5);
        CU_ASSERT_EQUAL(offered_after(&r) + behind[k], offered[k]);
        CU_ASSERT_EQUAL(r.out.req_count_o[0], count[k]);
        CU_ASSERT_EQUAL(warppool_get_events(r.w)->late_merges, k == 1);
        rig_free(&r);
    }
}

// ---- warppool_maps.h: entries of the thread map table

static void one_entry(config *c) { one_coalescer(c), c->warppool.maps = 1; }

TEST(a_line_behind_one_that_takes_an_entry_waits_a_cycle)
{
    for (unsigned table = 0; table < 2; table++) {
        // lanes 0 and 1 on one line, in the table's order or in that of a range; 2 and 3 on another
        const uint64_t addr[] = {table ? 12 : 24, table ? 4 : 28, RIG_LINE + 24, RIG_LINE + 28};
        rig r = rig_of(one_coalescer);
        rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
        rig_addresses(&r, WARPPOOL_LOAD, 0, 0, 2, 15, addr);
        CU_ASSERT_EQUAL(offered_after(&r), 7);
        CU_ASSERT_EQUAL(rig_meta_kind(&r, 0), table ? WARPPOOL_TABLE : WARPPOOL_RANGE);
        rig_l1(&r, 0);
        rig_step(&r);
        CU_ASSERT_EQUAL(offered_after(&r), table);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], 1);
        rig_free(&r);
    }
}

// A load that takes the only entry misses in MSHR 2; then another one comes. How many cycles later
// is that offered, when the entry is freed `freed` cycles after its addresses come (0: never)?
static unsigned behind_a_taken_entry(const uint64_t *addr, unsigned freed)
{
    const uint64_t backwards[] = {12, 8, 4, 0};
    rig r = rig_of(one_entry);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_addresses(&r, WARPPOOL_LOAD, 0, 0, 2, 15, backwards);
    (void)offered_after(&r);
    rig_l1(&r, 2);
    rig_step(&r);
    rig_fill(&r, 2);
    rig_step(&r);
    rig_to_ag(&r, WARPPOOL_LOAD, 1, 0);
    CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 1);
    rig_addresses(&r, WARPPOOL_LOAD, 1, 0, 2, 15, addr);
    unsigned cycles = 0;
    for (; !r.out.req_valid_o[0]; cycles++) {
        r.in.wb_ready_i[0] = freed && cycles + 2 > freed; // two beats
        rig_step(&r);
    }
    rig_free(&r);
    return cycles;
}

TEST(without_a_reserved_entry_a_load_that_needs_none_goes_a_cycle_later)
{
    const uint64_t range[] = {16, 20, 24, 28};
    CU_ASSERT_EQUAL(behind_a_taken_entry(range, 0), 8);
}

TEST(an_entry_is_reserved_in_the_cycle_after_it_was_freed)
{
    const uint64_t backwards[] = {12, 8, 4, 0};
    for (unsigned v = 5; v < 9; v++) // freed in v, reserved from v + 2 on, in R in v + 3
        CU_ASSERT_EQUAL(behind_a_taken_entry(backwards, v), v + 7);
}

// ---- warppool_order.h

static void three_bits(config *c) { one_coalescer(c), c->warppool.counter_bits = 3; }

TEST(an_instructions_last_line_waits_for_the_counter_of_the_cycle_before)
{
    rig r = rig_of(three_bits);
    for (unsigned k = 0; k < 3; k++) {
        CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_LOAD, 0, k, 0));
        rig_step(&r);
    }
    while (!r.out.ag_valid_o[0]) rig_step(&r);
    r.in.ag_ready_i[0] = 1;
    rig_step(&r);
    rig_lines(&r, WARPPOOL_LOAD, 0, 0, 4); // u
    rig_run(&r, 20);                       // the counter is 3, 4, 5, 6 from u + 1 to u + 4
    CU_ASSERT_EQUAL(warppool_get_events(r.w)->lines, 3);
    for (unsigned k = 0; k < 2; k++) { // 4 in x + 3, the first line was accepted in x
        rig_l1(&r, 0);
        rig_step(&r);
    }
    rig_run(&r, 2);
    CU_ASSERT_EQUAL(warppool_get_events(r.w)->lines, 3);
    rig_step(&r);
    CU_ASSERT_EQUAL(warppool_get_events(r.w)->lines, 4);
    rig_free(&r);
}

// ---- warppool_wb.h

// A load of warp 0, whose line has come back.
static rig returned(unsigned size, uint64_t mask, const uint64_t *addr)
{
    rig r = rig_of(narrow);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_addresses(&r, WARPPOOL_LOAD, 0, 0, size, mask, addr);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 0);
    rig_step(&r);
    rig_fill(&r, 0);
    rig_step(&r);
    return r;
}

// The beat on wb, which is then taken.
static void beat(rig *r, uint64_t mask, unsigned half, bool last, uint64_t words)
{
    CU_ASSERT_EQUAL(r->out.wb_valid_o[0], 1);
    CU_ASSERT_EQUAL(r->out.wb_mask_o[0], mask);
    CU_ASSERT_EQUAL(r->out.wb_half_o[0], half);
    CU_ASSERT_EQUAL(r->out.wb_last_o[0], last);
    CU_ASSERT_EQUAL(r->out.free_valid_o[0], last);
    CU_ASSERT_EQUAL(r->out.wb_data_o[0], words);
    r->in.wb_ready_i[0] = 1;
    rig_step(r);
}

static const uint64_t ascending[] = {0, 4, 8, 12}, backwards[] = {24, 16, 8, 0};

TEST(each_half_of_the_warp_takes_a_beat)
{
    rig r = returned(2, 15, ascending);
    beat(&r, 3, 0, false, 0x8080808180808080u);
    beat(&r, 12, 0, true, 0x8080808380808082u);
    CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 0);
    rig_free(&r);
}

TEST(a_half_without_lanes_takes_none)
{
    const uint64_t masks[] = {1, 3, 4, 12};
    for (unsigned k = 0; k < 4; k++) {
        rig r = returned(2, masks[k], ascending);
        const uint64_t low = k < 2 ? 0x80808080u : 0x80808082u, high = (low + 1) << 32;
        beat(&r, masks[k], 0, true, low | (k % 2 ? high : 0));
        CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 0);
        rig_free(&r);
    }
}

TEST(lanes_of_eight_bytes_take_two_beats_in_each_half)
{
    rig r = returned(3, 15, backwards);
    beat(&r, 3, 0, false, 0x8080808480808086u);
    beat(&r, 3, 1, false, 0x8080808580808087u);
    beat(&r, 12, 0, false, 0x8080808080808082u);
    beat(&r, 12, 1, true, 0x8080808180808083u);
    CU_ASSERT_EQUAL(r.out.wb_valid_o[0], 0);
    rig_free(&r);
}

UNIT_MAIN("warppool_narrow", T(a_store_is_at_req_eight_cycles_after_its_addresses),
          T(a_quarter_of_the_warp_without_lanes_takes_no_cycle),
          T(lines_of_one_lane_leave_in_every_third_cycle),
          T(an_instruction_waits_for_the_store_before_it_to_leave_its_coalescer),
          T(a_load_in_b_keeps_no_instruction_out),
          T(a_load_goes_before_a_store_that_is_laid_out_but_not_before_an_aged_one),
          T(a_tag_enters_the_order_of_ages_a_cycle_after_it_is_allocated),
          T(a_tag_leaves_a_cycle_later_when_a_request_has_just_been_merged_into_it),
          T(a_line_behind_one_that_takes_an_entry_waits_a_cycle),
          T(without_a_reserved_entry_a_load_that_needs_none_goes_a_cycle_later),
          T(an_entry_is_reserved_in_the_cycle_after_it_was_freed),
          T(an_instructions_last_line_waits_for_the_counter_of_the_cycle_before),
          T(each_half_of_the_warp_takes_a_beat), T(a_half_without_lanes_takes_none),
          T(lanes_of_eight_bytes_take_two_beats_in_each_half))
