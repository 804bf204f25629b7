// test_warppool_narrow.c : WarpPool with structures.warppool.narrow: stores are laid out a quarter
// of the warp a cycle before they are granted, write-back gives half of the warp a beat, and a
// coalescer keeps one copy of a store's data.
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

TEST(a_store_is_at_req_seven_cycles_after_its_addresses)
{
    rig r = rig_of(narrow);
    rig_to_ag(&r, WARPPOOL_STORE, 2, 0);
    rig_whole(&r, WARPPOOL_STORE, 2, 0, 5); // u; in B u + 2, laid out u + 3 to u + 6
    rig_run(&r, 6);
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
    const unsigned cycles[] = {4, 4, 5, 6};
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

TEST(lines_of_one_lane_leave_in_every_other_cycle)
{
    rig r = rig_of(narrow);
    rig_to_ag(&r, WARPPOOL_STORE, 0, 0);
    rig_lines(&r, WARPPOOL_STORE, 0, 0, 4);
    rig_run(&r, 4);
    for (unsigned k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(r.out.req_store_o[0], 1);
        CU_ASSERT_EQUAL(r.out.req_line_o[0], 4 + k);
        for (unsigned wait = 0; wait < 2; wait++) {
            rig_l1(&r, 0); // taken at once; the next is picked meanwhile and laid out then
            rig_step(&r);
            CU_ASSERT_EQUAL(r.out.req_valid_o[0], wait == 1 && k < 3);
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
    for (unsigned k = 1; k < 7; k++) { // its line leaves A in u + 1, B in u + 6
        CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 0);
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 1); // u + 7
    rig_free(&r);
}

TEST(a_load_in_b_keeps_no_instruction_out)
{
    rig r = rig_of(one_coalescer);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 5);
    rig_run(&r, 2);
    CU_ASSERT_EQUAL(r.out.adr_ready_o[0], 1); // u + 2: the load is in B
    rig_free(&r);
}

// A load is named by S while a store is laid out. Returns whether the load is offered first.
static bool load_goes_first(void (*set)(config *c))
{
    rig r = rig_of(set);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_to_ag(&r, WARPPOOL_STORE, 1, 0);
    rig_whole(&r, WARPPOOL_STORE, 1, 0, 5); // u: granted in u + 6 at the earliest
    rig_step(&r);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 6); // u + 1: named in u + 6
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

UNIT_MAIN("warppool_narrow", T(a_store_is_at_req_seven_cycles_after_its_addresses),
          T(a_quarter_of_the_warp_without_lanes_takes_no_cycle),
          T(lines_of_one_lane_leave_in_every_other_cycle),
          T(an_instruction_waits_for_the_store_before_it_to_leave_its_coalescer),
          T(a_load_in_b_keeps_no_instruction_out),
          T(a_load_goes_before_a_store_that_is_laid_out_but_not_before_an_aged_one),
          T(each_half_of_the_warp_takes_a_beat), T(a_half_without_lanes_takes_none),
          T(lanes_of_eight_bytes_take_two_beats_in_each_half))
