// test_lsu.c : the load/store unit alone: timing of replies, order, ends, laws.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu.h"
#include "unit.h"

#include <string.h>

enum { BASE = 0x40000000, WARP = 5 };

static const winst load_inst = {
    .kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, .regs = {1, 2}};
static const winst store_inst = {
    .kind = W_STORE, .unit = UNIT_MEM, .lane_bytes = 4, .n_src = 2, .regs = {1, 2}};
static const winst shared_inst = {.kind = W_LOAD,
                                  .unit = UNIT_MEM,
                                  .space = SPACE_SHARED,
                                  .lane_bytes = 4,
                                  .n_dst = 1,
                                  .n_src = 1,
                                  .regs = {1, 2}};
static const winst atom_inst = {
    .kind = W_ATOMIC, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1, .regs = {1, 2}};

static const winst tex_inst = {.kind = W_LOAD,
                               .unit = UNIT_MEM,
                               .lane_bytes = 4,
                               .n_dst = 1,
                               .n_src = 1,
                               .regs = {1, 2},
                               .texture = true};

typedef struct bed {
    config c;
    l1d *l1;
    lsu *l;
    readonly_cache l1i, l1c;
    texture_cache l1t;
    chan request, reply;
    uint8_t cta_of[64], warp_in_cta[64];
    sm_stats stats;
    unsigned warp; // that issues
    uint64_t now;
    lsu_out out;
    err e;
} bed;

static void configure(bed *b)
{
    *b = (bed){.now = 1000, .warp = WARP};
    config_defaults(&b->c);
    b->c.l1d.index = INDEX_LINEAR;
}

static void build(bed *b)
{
    b->l1 = l1d_new(&b->c, 0, &b->e);
    chan_init(&b->request, 4, sizeof(mreq));
    chan_init(&b->reply, 4, sizeof(mreq));
    readonly_cache_init(&b->l1i, &READONLY_CACHE_CFG(&b->c.l1i));
    readonly_cache_init(&b->l1c, &READONLY_CACHE_CFG(&b->c.l1c));
    const texture_cache_cfg textures = texture_cache_cfg_of(&b->c);
    texture_cache_init(&b->l1t, &textures);
    lsu_wiring w = {.l1 = b->l1,
                    .l1i = &b->l1i,
                    .l1c = &b->l1c,
                    .l1t = &b->l1t,
                    .request = &b->request,
                    .reply = &b->reply,
                    .cta_of = b->cta_of,
                    .warp_in_cta = b->warp_in_cta,
                    .stats = &b->stats};
    b->l = lsu_new(&b->c, NULL, &w, &b->e);
}

static void setup(bed *b)
{
    configure(b);
    build(b);
}

static void teardown(bed *b)
{
    lsu_free(b->l);
    l1d_free(b->l1);
    readonly_cache_free(&b->l1i);
    readonly_cache_free(&b->l1c);
    texture_cache_free(&b->l1t);
    chan_free(&b->request);
    chan_free(&b->reply);
    err_free(&b->e);
}

static void tick(bed *b)
{
    lsu_cycle(b->l, ++b->now, &b->out);
    chan_commit(&b->request);
    chan_commit(&b->reply);
}

static void issue_lanes(bed *b, const winst *i, uint32_t active, uint64_t base, uint64_t stride)
{
    wexec x = {.active = active, .space = i->space, .word_step = 128};
    for (unsigned k = 0; k < WARP_LANES; k++) x.addr[k] = base + k * stride;
    lsu_issue(b->l, b->warp, i, &x, b->now, i->n_src);
}

static void issue(bed *b, const winst *i, uint64_t base, uint64_t stride)
{
    issue_lanes(b, i, ~0u, base, stride);
}

// Ticks until a request leaves for the crossbar; takes it.
static mreq sent(bed *b)
{
    for (unsigned t = 0; t < 50 && !chan_front(&b->request); t++) tick(b);
    mreq r = {0};
    if (chan_front(&b->request)) {
        r = *(const mreq *)chan_front(&b->request);
        chan_pop(&b->request);
    }
    return r;
}

static void come_back(bed *b, mreq r)
{
    r.flags |= MREQ_REPLY;
    chan_push(&b->reply, &r);
    chan_commit(&b->reply);
}

static unsigned ticks_until_done(bed *b)
{
    for (unsigned t = 1; t < 50; t++) {
        tick(b);
        if (b->out.n_done) return t;
    }
    return 0;
}

// Issued in t, its one register read, enters t + issue_latency + n_src, to L1D a cycle later, from
// the miss queue a cycle after that.
TEST(a_miss_leaves_operand_read_and_two_cycles_after_issue)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 4);
    uint64_t from = b.now;
    mreq r = sent(&b);
    CU_ASSERT_EQUAL(b.now - from, b.c.sm.issue_latency + load_inst.n_src + 2);
    CU_ASSERT_EQUAL(r.addr, BASE);
    CU_ASSERT_EQUAL(r.born, from);
    CU_ASSERT_EQUAL(r.warp, WARP);
    teardown(&b);
}

// Seen in cycle 1 it goes to the reply register, 2 fills, 3 to the write-back register, 4 done.
TEST(a_reply_is_done_two_cycles_after_its_fill)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 4);
    come_back(&b, sent(&b));
    CU_ASSERT_EQUAL(ticks_until_done(&b), 4);
    CU_ASSERT_EQUAL(b.out.done[0].i, &load_inst);
    CU_ASSERT_EQUAL(b.out.done[0].warp, WARP);
    CU_ASSERT_EQUAL(b.out.done[0].at, b.now);
    CU_ASSERT(lsu_idle(b.l));
    CU_ASSERT_EQUAL(lsu_check(b.l, true, &b.e), ST_OK);
    teardown(&b);
}

TEST(a_load_is_done_when_its_last_request_is_back)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 8); // two segments
    mreq high = sent(&b), low = sent(&b);
    CU_ASSERT_EQUAL(high.addr, BASE + 128);
    CU_ASSERT_EQUAL(low.addr, BASE);
    come_back(&b, high);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 0);
    CU_ASSERT_EQUAL(lsu_loads(b.l, WARP), 1);
    come_back(&b, low);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 4);
    CU_ASSERT_EQUAL(lsu_loads(b.l, WARP), 0);
    teardown(&b);
}

TEST(requests_leave_from_the_highest_address_down_one_a_cycle)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 128);
    uint64_t last = 0;
    for (unsigned k = 0; k < 32; k++) {
        mreq r = sent(&b);
        CU_ASSERT_EQUAL(r.addr, BASE + 128 * (31 - k));
        if (k) CU_ASSERT_EQUAL(b.now - last, 1);
        last = b.now;
    }
    teardown(&b);
}

// Two words a lane are two whole lines; of a line of 256 bytes, where a bit of the mask is 8, each
// covers a bit in part only.
TEST(doubles_in_local_memory_are_words)
{
    for (unsigned line_bytes = 128; line_bytes <= 256; line_bytes *= 2) {
        winst wide = store_inst;
        wide.space = SPACE_LOCAL;
        wide.lane_bytes = 8;
        bed b;
        configure(&b);
        b.c.l1d.local_write = L1_WRITE_THROUGH;
        b.c.l1d.line_bytes = line_bytes;
        build(&b);
        issue(&b, &wide, BASE, 4);
        mreq high = sent(&b), low = sent(&b);
        CU_ASSERT_EQUAL(high.addr, BASE + 128);
        CU_ASSERT_EQUAL(low.addr, BASE);
        CU_ASSERT(high.bytes == 128 && low.bytes == 128);
        CU_ASSERT_EQUAL(high.flags & MREQ_PARTIAL, line_bytes == 256 ? MREQ_PARTIAL : 0);
        CU_ASSERT_EQUAL(lsu_stores(b.l, WARP), 2);
        teardown(&b);
    }
}

TEST(write_backs_of_misses_come_one_a_cycle)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 4);
    mreq r = sent(&b);
    issue(&b, &load_inst, BASE, 4); // merge with the first
    issue(&b, &load_inst, BASE, 4);
    for (unsigned k = 0; k < 10; k++) tick(&b);
    come_back(&b, r);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 4);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 1);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 1);
    CU_ASSERT(lsu_idle(b.l));
    teardown(&b);
}

TEST(stores_wait_for_their_acknowledgements_and_end_nothing)
{
    bed b;
    setup(&b);
    issue(&b, &store_inst, BASE, 8);
    mreq high = sent(&b), low = sent(&b);
    CU_ASSERT_EQUAL(high.kind, MREQ_WRITE);
    CU_ASSERT_EQUAL(lsu_stores(b.l, WARP), 2);
    come_back(&b, high);
    come_back(&b, low);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 0);
    CU_ASSERT_EQUAL(lsu_stores(b.l, WARP), 0);
    CU_ASSERT_EQUAL(lsu_check(b.l, true, &b.e), ST_OK);
    teardown(&b);
}

TEST(an_atomic_follows_the_store_before_it)
{
    bed b;
    setup(&b);
    issue(&b, &store_inst, BASE, 4);
    issue(&b, &atom_inst, BASE, 4);
    CU_ASSERT_EQUAL(sent(&b).kind, MREQ_WRITE);
    mreq a = sent(&b);
    CU_ASSERT_EQUAL(a.kind, MREQ_ATOMIC);
    come_back(&b, a);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 4);
    teardown(&b);
}

TEST(a_conflict_holds_the_unit_for_each_pass)
{
    bed b;
    setup(&b);
    issue(&b, &shared_inst, 0, 16); // 4 lanes a bank
    issue(&b, &shared_inst, 0, 4);
    uint64_t from = b.now;
    ticks_until_done(&b);
    CU_ASSERT_EQUAL(b.now - from, b.c.sm.issue_latency + shared_inst.n_src + 3);
    CU_ASSERT_EQUAL(b.out.done[0].at - b.now, b.c.sm.shared_latency - 1 + b.c.sm.writeback_latency);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 1);
    teardown(&b);
}

// A word a lane: 32 words on so many banks.
TEST(shared_memory_has_as_many_banks_as_configured)
{
    static const unsigned counts[] = {1, 2, 16, 24, 31, 32, 64};
    for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        const unsigned banks = counts[k], passes = (WARP_LANES + banks - 1) / banks;
        bed b;
        configure(&b);
        b.c.sm.shared_banks = banks;
        build(&b);
        issue(&b, &shared_inst, 0, 4);
        CU_ASSERT_EQUAL(ticks_until_done(&b),
                        b.c.sm.issue_latency + shared_inst.n_src + passes - 1);
        CU_ASSERT_EQUAL(b.stats.shared_conflict_cycles, passes - 1);
        teardown(&b);
    }
}

TEST(the_unit_holds_a_bounded_number_of_instructions)
{
    bed b;
    setup(&b);
    for (unsigned k = 0; k < b.c.sm.mem_pipeline; k++) {
        CU_ASSERT(lsu_room(b.l));
        issue(&b, &load_inst, BASE, 128);
    }
    CU_ASSERT(!lsu_room(b.l));
    teardown(&b);
}

TEST(a_miss_that_waits_for_the_crossbar_calls_when_there_is_room)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 128);
    for (unsigned k = 0; k < 20; k++) tick(&b);
    CU_ASSERT_EQUAL(chan_count(&b.request), 4); // as many as the channel holds
    CU_ASSERT(!lsu_has_input(lsu_get_signals(b.l)));
    CU_ASSERT_EQUAL(lsu_next(b.l, b.now), UINT64_MAX); // 8 in the miss queue, the head refused
    CU_ASSERT(l1d_get_stats(b.l1)->fail_missq > 0);
    uint64_t failed = l1d_get_stats(b.l1)->fail_missq;
    lsu_skip(b.l, 100);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->fail_missq, failed + 100);
    chan_pop(&b.request);
    chan_commit(&b.request);
    CU_ASSERT(lsu_has_input(lsu_get_signals(b.l)));
    teardown(&b);
}

// ---- banks behind a way of several cycles

static void tick_and_take(bed *b)
{
    if (chan_front(&b->request)) chan_pop(&b->request);
    tick(b);
}

// A line a bank is present. Misses fill the way to the crossbar, so that those of a load with one
// in each bank are refused; behind it come `hits` loads, to bank after bank.
static void fill_banks(bed *b, unsigned banks, unsigned hits)
{
    const uint64_t first = BASE + 0x10000, second = BASE + 0x20000;
    for (unsigned k = 0; k < banks; k++) {
        issue(b, &load_inst, BASE + 128 * k, 0);
        come_back(b, sent(b));
        ticks_until_done(b);
    }
    issue_lanes(b, &load_inst, 0x1f, first, 128 * banks);
    for (unsigned k = 0; k < 50; k++) tick(b);
    issue_lanes(b, &load_inst, (1u << banks) - 1, second, 128);
    for (unsigned k = 0; k < hits; k++) {
        while (!lsu_room(b->l)) tick(b);
        b->warp = k / banks;
        issue(b, &load_inst, BASE + 128 * (k % banks), 0);
    }
    for (unsigned k = 0; k < 50; k++) tick(b);
}

// Once the way is free the misses leave one a cycle, the hits of all banks one load a cycle behind
// the last of them.
TEST(the_head_registers_of_all_banks_are_of_one_instruction)
{
    bed b;
    configure(&b);
    b.c.l1d.banks = 8;
    b.c.l1d.latency = 20;
    b.c.l1d.miss_queue = 1;
    build(&b);
    fill_banks(&b, 8, 64);
    CU_ASSERT_EQUAL(lsu_next(b.l, b.now),
                    UINT64_MAX); // all heads refused, and what lies behind them waits
    CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->read_hits, 0);
    while (l1d_get_stats(b.l1)->read_misses < 8 + 5 + 8) tick_and_take(&b);
    for (unsigned k = 0; k < 64; k++) {
        CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->read_hits, k);
        tick_and_take(&b);
        CU_ASSERT_EQUAL(b.out.n_done, 1);
        CU_ASSERT_EQUAL(b.out.done[0].warp, k / 8);
    }
    CU_ASSERT_EQUAL(lsu_check(b.l, false, &b.e), ST_OK);
    teardown(&b);
}

TEST(a_reply_that_nobody_waits_for_breaks_a_law)
{
    bed b;
    setup(&b);
    come_back(&b, (mreq){.addr = BASE, .kind = MREQ_WRITE, .warp = WARP});
    tick(&b);
    tick(&b);
    CU_ASSERT_EQUAL(lsu_check(b.l, false, &b.e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(b.e.text ? strstr(b.e.text, "law broken: every reply is awaited")
                                    : NULL);
    teardown(&b);
}

TEST(a_request_that_does_not_return_breaks_laws_at_the_end)
{
    bed b;
    setup(&b);
    issue(&b, &load_inst, BASE, 4);
    sent(&b);
    CU_ASSERT_EQUAL(lsu_check(b.l, false, &b.e), ST_OK);
    CU_ASSERT_EQUAL(lsu_check(b.l, true, &b.e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(
        b.e.text ? strstr(b.e.text, "each request of a load or atomic returns once: SM 0: 1 and 0")
                 : NULL);
    teardown(&b);
}

static void issue_as(bed *b, unsigned warp, const winst *i, uint64_t base)
{
    b->warp = warp;
    issue(b, i, base, 4);
}

// A load that waits for the network since longer is behind it.
TEST(a_texture_leaves_before_the_misses_of_l1d)
{
    bed b;
    setup(&b);
    while (chan_can_push(&b.request))
        chan_push(&b.request, &(mreq){.addr = 1}), chan_commit(&b.request);
    issue_as(&b, 1, &load_inst, BASE);
    issue_as(&b, 2, &tex_inst, BASE + 0x1000);
    for (unsigned t = 0; t < 20; t++) tick(&b); // both wait
    while (chan_front(&b.request)) chan_pop(&b.request);
    chan_commit(&b.request);
    CU_ASSERT_EQUAL(sent(&b).addr, BASE + 0x1000);
    CU_ASSERT_EQUAL(sent(&b).addr, BASE);
    teardown(&b);
}

// Two loads wait for one line, two textures for another, which comes first. Done in this order, one
// a cycle: texture, load, texture, load.
TEST(textures_and_loads_alternate_at_the_write_back)
{
    static const unsigned order[] = {3, 1, 4, 2};
    bed b;
    setup(&b);
    issue_as(&b, 1, &load_inst, BASE);
    issue_as(&b, 2, &load_inst, BASE);
    const mreq load = sent(&b);
    issue_as(&b, 3, &tex_inst, BASE + 0x1000);
    issue_as(&b, 4, &tex_inst, BASE + 0x1000);
    const mreq texture = sent(&b);
    for (unsigned t = 0; t < 20; t++) tick(&b);
    CU_ASSERT_EQUAL(load.addr, BASE);
    CU_ASSERT_EQUAL(mreq_reader(&texture), MREQ_TEXTURE);
    come_back(&b, texture);
    come_back(&b, load);
    CU_ASSERT_EQUAL(ticks_until_done(&b), 4); // the reply register; fill + 2
    for (unsigned k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(b.out.n_done, 1);
        CU_ASSERT_EQUAL(b.out.done[0].warp, order[k]);
        tick(&b);
    }
    CU_ASSERT_EQUAL(b.out.n_done, 0);
    CU_ASSERT(lsu_idle(b.l));
    teardown(&b);
}

UNIT_MAIN("lsu", T(a_miss_leaves_operand_read_and_two_cycles_after_issue),
          T(a_reply_is_done_two_cycles_after_its_fill),
          T(a_load_is_done_when_its_last_request_is_back),
          T(requests_leave_from_the_highest_address_down_one_a_cycle),
          T(doubles_in_local_memory_are_words), T(write_backs_of_misses_come_one_a_cycle),
          T(stores_wait_for_their_acknowledgements_and_end_nothing),
          T(an_atomic_follows_the_store_before_it), T(a_conflict_holds_the_unit_for_each_pass),
          T(shared_memory_has_as_many_banks_as_configured),
          T(the_unit_holds_a_bounded_number_of_instructions),
          T(a_miss_that_waits_for_the_crossbar_calls_when_there_is_room),
          T(the_head_registers_of_all_banks_are_of_one_instruction),
          T(a_reply_that_nobody_waits_for_breaks_a_law),
          T(a_request_that_does_not_return_breaks_laws_at_the_end),
          T(a_texture_leaves_before_the_misses_of_l1d),
          T(textures_and_loads_alternate_at_the_write_back))
