// test_warppool_options.c : what the golden model of WarpPool says of itself, what it refuses, and
// ports used against their rules.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "unit.h"
#include "warppool_rig.h"

// ---- what it says of itself

// Entries by hand, at the rig's sizes: 3 bits of a warp, 4 of a load's number, 27 of a line, lanes
// of 8 bytes; a request is 3 + 4 + 3 of its mapping's kind and a payload; what a tag has beside its
// requests is the line, a bit and its place among 64.
TEST(storage_is_that_of_the_configuration)
{
    rig r = rig_of(NULL);
    warppool_storage_row rows[WARPPOOL_STORAGE_ROWS];
    warppool_storage(&r.c, rows);
    const unsigned request = 3 + 4 + 3 + warppool_payload_bits(&r.c);
    const unsigned bits[] = {8 + 3 + 4 + 2, 4 * (32 + 64), 4 * request + 27 + 1 + 6,
                             4 * (2 + 3) + 1, request};
    const unsigned entries[] = {4 * 2, 2, 64, 8, 4 * r.c.l1d.merges * 4};
    for (unsigned k = 0; k < WARPPOOL_STORAGE_ROWS; k++) {
        CU_ASSERT_EQUAL(rows[k].entry_bits, bits[k]);
        CU_ASSERT_EQUAL(rows[k].entries, entries[k]);
    }
    rig_free(&r);
}

static void says(const rig *r, const char *line, bool yes)
{
    char *text = rig_dumped(r);
    CU_ASSERT_EQUAL(strstr(text, line) != NULL, yes);
    if ((strstr(text, line) != NULL) != yes) fprintf(stderr, "'%s' in\n%s", line, text);
    free(text);
}

static void one_request_a_tag(config *c)
{
    c->warppool.queues = c->warppool.merges = 1;
    c->warppool.tags = 4;
    c->warppool.store_age = 200;
}

// L1D takes nothing: four lines of warp 2, two of them on offer, the last in the tag that the first
// one left; a store, whose first line waits in B; four lines of warp 4, two of them without a tag;
// of two instructions one at ag, since one coalescer waits.
static rig standing(void)
{
    rig r = rig_of(one_request_a_tag);
    rig_to_ag(&r, WARPPOOL_LOAD, 2, 0);
    rig_lines(&r, WARPPOOL_LOAD, 2, 0, 16);
    rig_run(&r, 12);
    rig_to_ag(&r, WARPPOOL_STORE, 1, 0);
    rig_lines(&r, WARPPOOL_STORE, 1, 0, 32);
    rig_run(&r, 4);
    rig_to_ag(&r, WARPPOOL_LOAD, 4, 0);
    rig_lines(&r, WARPPOOL_LOAD, 4, 0, 48);
    rig_run(&r, 12);
    for (unsigned w = 6; w < 8; w++) {
        rig_issues(&r, WARPPOOL_LOAD, w, 0, 0);
        rig_step(&r);
    }
    return r;
}

TEST(the_dump_names_what_stands_where)
{
    rig r = standing();
    static const char *const lines[] = {
        "    offered to L1D: load of line 0x10\n",
        "    queue 0 tag 2: line 0x12, 1 requests, lowest warp 2, goes next\n",
        "    queue 0 tag 0: line 0x13, 1 requests, lowest warp 2\n",
        "    coalescer 0: store of warp 1, lanes 0xe left; line 0x20 of a store of warp 1, age 0\n",
        "    warp 2: 4 not accepted by L1D\n",
        "    warp 1: 2 not accepted by L1D\n",
        "    instruction queue 3: 1, the first of warp 7\n",
        "    coalescer 1:; 2 requests, the first for line 0x32, queue 0\n",
        "    8 of 8 entries of the thread map table are free\n"};
    for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) says(&r, lines[k], true);
    says(&r, "warp 0:", false);
    says(&r, "write-back", false);
    rig_free(&r);
}

// Another load behind the one of warp 4, whose two requests wait for tags: its first line waits in
// B, with the other three or alone.
static void behind_requests(bool alone, const char *line)
{
    rig r = standing();
    r.in.ag_ready_i[0] = 1;
    rig_step(&r);
    if (alone) rig_whole(&r, WARPPOOL_LOAD, 6, 0, 64);
    else rig_lines(&r, WARPPOOL_LOAD, 6, 0, 64);
    rig_run(&r, 4);
    says(&r, line, true);
    rig_free(&r);
}

TEST(the_dump_of_a_load_that_waits_for_those_before_it)
{
    behind_requests(false, "    coalescer 1: load of warp 6, lanes 0xe left; line 0x40 of a load "
                           "of warp 6; 2 requests, the first for line 0x32, queue 0\n");
    behind_requests(true, "    coalescer 1:; line 0x40 of a load of warp 6; 2 requests, the first "
                          "for line 0x32, queue 0\n");
}

TEST(the_dump_of_lines_that_return)
{
    rig r = rig_of(NULL);
    says(&r, "    8 of 8 entries of the thread map table are free\n", true);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 9);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 1);
    rig_step(&r);
    rig_fill(&r, 1);
    rig_step(&r);
    says(&r, "    write-back: 1 lines, row 0, request 0\n", true);
    rig_to_ag(&r, WARPPOOL_STORE, 3, 0);
    rig_whole(&r, WARPPOOL_STORE, 3, 0, 9);
    rig_run(&r, 3);
    says(&r, "    offered to L1D: store of line 0x9\n", true);
    rig_free(&r);
}

TEST(as_a_device_it_knows_whether_it_was_used)
{
    rig r = rig_of(NULL);
    err e = {0};
    const block_model *b = &warppool_block;
    CU_ASSERT_FALSE(b->used((const uint64_t *)(const void *)&r.in));
    CU_ASSERT_EQUAL(b->exercised(b->dev.events(r.w), &e), ST_CHECK);
    rig_to_ag(&r, WARPPOOL_LOAD, 0, 0);
    rig_whole(&r, WARPPOOL_LOAD, 0, 0, 9);
    while (!r.out.req_valid_o[0]) rig_step(&r);
    rig_l1(&r, 0);
    rig_step(&r);
    err_free(&e);
    CU_ASSERT_EQUAL(b->exercised(b->dev.events(r.w), &e), ST_CHECK); // nothing is written back yet
    rig_fill(&r, 0);
    rig_step(&r);
    r.in.wb_ready_i[0] = 1;
    rig_step(&r);
    err_free(&e);
    CU_ASSERT_EQUAL(b->exercised(b->dev.events(r.w), &e), ST_OK);
    rig_issues(&r, WARPPOOL_LOAD, 0, 0, 0);
    CU_ASSERT_TRUE(b->used((const uint64_t *)(const void *)&r.in));
    rig_step(&r);
    b->dev.reset(r.w);
    rig_valid(&r);
    CU_ASSERT_EQUAL(r.out.idle_o[0], 1);
    CU_ASSERT_EQUAL(r.out.pending_o[0], 0);
    rig_free(&r);
}

// ---- what it refuses, and what does not keep to its part

TEST(there_is_no_model_of_a_wrong_configuration)
{
    rig r = rig_of(NULL);
    err e = {0};
    r.c.warppool.queues = 3;
    CU_ASSERT_PTR_NULL(warppool_new(&r.c, &e));
    err_free(&e);
    warppool_free(NULL);
    rig_free(&r);
}

TEST(an_instruction_of_no_kind_does_not_issue)
{
    rig r = rig_of(NULL);
    CU_ASSERT_TRUE(rig_issues(&r, WARPPOOL_BYPASS, 3, 0, 0));
    CU_ASSERT_FALSE(rig_issues(&r, WARPPOOL_BYPASS + 1, 3, 0, 0));
    rig_free(&r);
}

static void two_rows(config *c) { c->l1d.merges = 2; }

TEST(a_miss_beyond_an_mshrs_rows_is_not_kept)
{
    rig r = rig_of(two_rows);
    static const int mshr[] = {0, 0, 0, 9}; // the third is one too many, and there is no tenth
    for (unsigned w = 0; w < 4; w++) {
        rig_to_ag(&r, WARPPOOL_LOAD, w, 0);
        rig_whole(&r, WARPPOOL_LOAD, w, 0, 9);
        while (!r.out.req_valid_o[0]) rig_step(&r);
        rig_l1(&r, mshr[w]);
        rig_step(&r);
    }
    rig_fill(&r, 0);
    rig_step(&r);
    unsigned n = 0;
    for (; r.out.wb_valid_o[0] && n < 4; n++) {
        CU_ASSERT_EQUAL(r.out.wb_warp_o[0], n);
        CU_ASSERT_EQUAL(r.out.free_valid_o[0], n == 1);
        r.in.wb_ready_i[0] = 1;
        rig_step(&r);
    }
    CU_ASSERT_EQUAL(n, 2);
    rig_free(&r);
}

UNIT_MAIN("warppool_options", T(storage_is_that_of_the_configuration),
          T(the_dump_names_what_stands_where), T(the_dump_of_a_load_that_waits_for_those_before_it),
          T(the_dump_of_lines_that_return), T(as_a_device_it_knows_whether_it_was_used),
          T(there_is_no_model_of_a_wrong_configuration),
          T(an_instruction_of_no_kind_does_not_issue), T(a_miss_beyond_an_mshrs_rows_is_not_kept))
