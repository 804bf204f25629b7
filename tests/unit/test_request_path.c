// test_request_path.c : the request path between coalescer and L1D: plain, and MRPB.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d.h"
#include "machine/structures/request_path.h"
#include "unit.h"

#include <string.h>

enum { NO_LOAD = 0xffff, BASE = 0x40000000 };

typedef struct bed {
    config c;
    l1d *l1;
    request_path *p;
    uint8_t cta_of[64], warp_in_cta[64];
    uint16_t stores_in_l1[64];
    uint32_t head_pc;
    err e;
} bed;

static void setup(bed *b, bool with_mrpb)
{
    *b = (bed){0};
    config_defaults(&b->c);
    b->c.mrpb.enable = with_mrpb;
    b->c.l1d.index = INDEX_LINEAR;
    b->l1 = l1d_new(&b->c, 3, &b->e);
    request_path_sm sm = {.sm = 3,
                          .l1 = b->l1,
                          .cta_of = b->cta_of,
                          .warp_in_cta = b->warp_in_cta,
                          .stores_in_l1 = b->stores_in_l1,
                          .head_pc = &b->head_pc};
    b->p = request_path_new(&b->c, NULL, &sm, &b->e);
}

static void teardown(bed *b)
{
    request_path_free(b->p);
    l1d_free(b->l1);
    err_free(&b->e);
}

static mreq request(unsigned kind, uint64_t addr, unsigned bytes, unsigned warp, unsigned load)
{
    return (mreq){.addr = addr,
                  .born = 77,
                  .mask = 0x5a,
                  .bytes = (uint16_t)bytes,
                  .load = (uint16_t)load,
                  .kind = (uint8_t)kind,
                  .sm = 3,
                  .warp = (uint8_t)warp};
}

static bool same(const mreq *a, const mreq *b)
{
    return a->addr == b->addr && a->born == b->born && a->mask == b->mask && a->bytes == b->bytes &&
           a->load == b->load && a->kind == b->kind && a->sm == b->sm && a->warp == b->warp;
}

// Cycles until something is offered to L1D, the head offered until taken; the cycle count of the
// offer, 0 for the first cycle.
static unsigned pass(bed *b, const mreq *head, request_path_out *out)
{
    for (unsigned t = 0; t < 100; t++) {
        request_path_cycle(b->p, head, out);
        if (out->taken) head = NULL;
        if (out->event != REQUEST_PATH_NONE) return t;
    }
    return 100;
}

TEST(plain_offers_the_head_in_the_same_cycle)
{
    bed b;
    request_path_out o;
    setup(&b, false);
    mreq r = request(MREQ_READ, BASE, 128, 5, 161);
    CU_ASSERT_EQUAL(pass(&b, &r, &o), 0);
    CU_ASSERT(o.taken && o.event == REQUEST_PATH_ACCEPTED && o.answer == L1D_MISS && same(o.r, &r));
    CU_ASSERT(request_path_idle(b.p) && !request_path_must_step(b.p) &&
              !request_path_pending(b.p, 5));
    teardown(&b);
}

TEST(plain_counts_a_reservation_failure_each_cycle)
{
    bed b;
    request_path_out o;
    setup(&b, false);
    b.stores_in_l1[0] = 0;
    for (unsigned k = 0; k < b.c.l1d.ways; k++) {
        mreq r = request(MREQ_READ, BASE + k * 4096u, 128, 0, k);
        pass(&b, &r, &o);
    }
    mreq r = request(MREQ_READ, BASE + 4 * 4096u, 128, 0, 4);
    for (unsigned k = 1; k <= 3; k++) {
        request_path_cycle(b.p, &r, &o);
        CU_ASSERT(!o.taken && o.event == REQUEST_PATH_FAILED && o.answer == L1D_FAIL_LINE);
    }
    l1d_count_fail(b.l1, &r, o.answer, 10);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->fail_line, 13);
    teardown(&b);
}

TEST(mrpb_offers_a_read_after_its_latency)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    mreq r = request(MREQ_READ, BASE, 128, 5, 161);
    CU_ASSERT_EQUAL(pass(&b, &r, &o), b.c.mrpb.latency);
    CU_ASSERT(same(o.r, &r));
    teardown(&b);
}

// Every segment of a 128-byte line, every kind: what goes in comes out.
TEST(mrpb_carries_segment_load_and_what_travels_beside)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    for (unsigned bytes = 32; bytes <= 128; bytes *= 2) {
        for (unsigned at = 0; at < 128; at += bytes) {
            for (unsigned warp = 0; warp < 48; warp += 47) {
                mreq r = request(MREQ_READ, BASE + at + bytes * 4096u + warp * 128, bytes, warp,
                                 warp * b.c.sm.loads_per_warp + at % 31);
                mreq w = request(MREQ_WRITE, BASE + at, bytes, warp, NO_LOAD);
                CU_ASSERT(pass(&b, &r, &o) < 100);
                CU_ASSERT(same(o.r, &r));
                while (l1d_miss_front(b.l1)) l1d_miss_pop(b.l1);
                CU_ASSERT(pass(&b, &w, &o) < 100);
                CU_ASSERT(same(o.r, &w));
                while (l1d_miss_front(b.l1)) l1d_miss_pop(b.l1);
            }
        }
    }
    CU_ASSERT_EQUAL(request_path_check(b.p, &b.e), ST_OK);
    teardown(&b);
}

TEST(mrpb_tells_which_warp_has_requests_inside)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    mreq r = request(MREQ_READ, BASE, 128, 5, 161);
    request_path_cycle(b.p, &r, &o);
    CU_ASSERT(o.taken && request_path_pending(b.p, 5) && !request_path_pending(b.p, 6) &&
              request_path_must_step(b.p));
    CU_ASSERT_EQUAL(request_path_inside(b.p, 5), 1);
    pass(&b, NULL, &o);
    CU_ASSERT_EQUAL(request_path_inside(b.p, 5), 0);
    request_path_cycle(b.p, NULL, &o);
    CU_ASSERT(!request_path_pending(b.p, 5) && !request_path_must_step(b.p) &&
              request_path_idle(b.p));
    teardown(&b);
}

// All ways of set 0 reserved, the next read of the set comes to the block's head.
static void fill_set(bed *b, request_path_out *o)
{
    for (unsigned k = 0; k < b->c.l1d.ways; k++) {
        mreq r = request(MREQ_READ, BASE + k * 4096u, 128, 0, k);
        pass(b, &r, o);
    }
    while (l1d_miss_front(b->l1)) l1d_miss_pop(b->l1);
}

TEST(a_read_stalled_by_associativity_bypasses)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    fill_set(&b, &o);
    mreq r = request(MREQ_READ, BASE + 4 * 4096u, 32, 1, 33);
    pass(&b, &r, &o);
    CU_ASSERT_EQUAL(o.event, REQUEST_PATH_BYPASSED);
    CU_ASSERT(l1d_miss_front(b.l1) && l1d_miss_front(b.l1)->flags & MREQ_BYPASS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->bypassed_reads, 1);
    teardown(&b);
}

TEST(no_bypass_past_a_store_of_the_warp_in_the_miss_queue)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    fill_set(&b, &o);
    b.stores_in_l1[1] = 1;
    mreq r = request(MREQ_READ, BASE + 4 * 4096u, 32, 1, 33);
    pass(&b, &r, &o);
    CU_ASSERT_EQUAL(o.event, REQUEST_PATH_FAILED);
    b.stores_in_l1[1] = 0;
    b.stores_in_l1[2] = 1; // another warp's
    request_path_cycle(b.p, NULL, &o);
    CU_ASSERT_EQUAL(o.event, REQUEST_PATH_BYPASSED);
    teardown(&b);
}

TEST(bypass_policy_none_never_bypasses)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    request_path_free(b.p);
    b.c.mrpb.bypass = BYPASS_NONE;
    request_path_sm sm = {.sm = 3,
                          .l1 = b.l1,
                          .cta_of = b.cta_of,
                          .warp_in_cta = b.warp_in_cta,
                          .stores_in_l1 = b.stores_in_l1,
                          .head_pc = &b.head_pc};
    b.p = request_path_new(&b.c, NULL, &sm, &b.e);
    fill_set(&b, &o);
    mreq r = request(MREQ_READ, BASE + 4 * 4096u, 32, 1, 33);
    pass(&b, &r, &o);
    CU_ASSERT_EQUAL(o.event, REQUEST_PATH_FAILED);
    teardown(&b);
}

TEST(an_atomic_goes_round_the_block_after_the_requests_of_its_warp)
{
    bed b;
    request_path_out o;
    setup(&b, true);
    mreq r = request(MREQ_READ, BASE, 128, 5, 161),
         a = request(MREQ_ATOMIC, BASE + 4096, 32, 5, 162);
    request_path_cycle(b.p, &r, &o);
    CU_ASSERT_EQUAL(pass(&b, &a, &o) + 1, b.c.mrpb.latency);
    CU_ASSERT_EQUAL(o.r->kind, MREQ_READ);
    CU_ASSERT(!o.taken);
    CU_ASSERT(pass(&b, &a, &o) <= 1);
    CU_ASSERT(o.taken && o.r->kind == MREQ_ATOMIC);
    teardown(&b);
}

TEST(skipped_idle_cycles_count_in_the_block)
{
    bed b;
    setup(&b, true);
    request_path_skip(b.p, 1000);
    CU_ASSERT_EQUAL(request_path_events(b.p)->cycles, 1000);
    teardown(&b);
}

TEST(metadata_too_narrow_for_a_load_is_refused)
{
    config c;
    err e = {0};
    config_defaults(&c);
    c.mrpb.enable = true;
    c.mrpb.meta_bits = 8; // 4 of the segment and log2(32 loads) are 9
    CU_ASSERT_PTR_NULL(request_path_new(&c, NULL, &(request_path_sm){0}, &e));
    CU_ASSERT(e.status == ST_INPUT && strstr(e.text, "structures.mrpb.meta_bits = 8") &&
              strstr(e.text, "at least 9"));
    err_free(&e);
}

// A read that L1D refuses goes round it, unless a store of its warp waits in L1D: that must not be
// overtaken.
TEST(racb_sends_a_refused_read_round_l1d_behind_no_store_of_its_warp)
{
    bed b = {0};
    config_defaults(&b.c);
    b.c.l1d.index = INDEX_LINEAR;
    b.c.l1d.mshrs = 1;
    b.c.l1d.bypass = RACB_ON;
    b.l1 = l1d_new(&b.c, 3, &b.e);
    request_path_sm sm = {.sm = 3,
                          .l1 = b.l1,
                          .cta_of = b.cta_of,
                          .warp_in_cta = b.warp_in_cta,
                          .stores_in_l1 = b.stores_in_l1};
    b.p = request_path_new(&b.c, NULL, &sm, &b.e);
    request_path_out out;
    const mreq first = request(MREQ_READ, BASE, 128, 1, 0),
               second = request(MREQ_READ, BASE + 128, 128, 1, 1);
    const mreq store = request(MREQ_WRITE, BASE + 256, 128, 2, NO_LOAD);
    request_path_cycle(b.p, &first, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_ACCEPTED);
    b.stores_in_l1[1] = 1;
    request_path_cycle(b.p, &second, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_FAILED);
    CU_ASSERT_EQUAL(out.answer, L1D_FAIL_MSHR);
    CU_ASSERT_FALSE(out.taken);
    b.stores_in_l1[1] = 0;
    request_path_cycle(b.p, &second, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_BYPASSED);
    CU_ASSERT_TRUE(out.taken);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l1)->addr, BASE + 128);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l1)->fail_mshr, 2);
    request_path_cycle(b.p, &store, &out); // a store waits for the miss queue only
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_ACCEPTED);
    CU_ASSERT_EQUAL(request_path_check(b.p, &b.e), ST_OK);
    teardown(&b);
}

// One of `second` is refused after `first` for each cause alone, and leaves on the bypass, past the
// miss queue; while the bypass is taken the next one is refused in every cycle.
static void refused_goes_round(void (*limit)(config *c), uint64_t second, l1d_answer cause)
{
    bed b = {0};
    config_defaults(&b.c);
    b.c.l1d.index = INDEX_LINEAR;
    b.c.l1d.bypass = RACB_ON;
    limit(&b.c);
    b.l1 = l1d_new(&b.c, 3, &b.e);
    request_path_sm sm = {.sm = 3,
                          .l1 = b.l1,
                          .cta_of = b.cta_of,
                          .warp_in_cta = b.warp_in_cta,
                          .stores_in_l1 = b.stores_in_l1};
    b.p = request_path_new(&b.c, NULL, &sm, &b.e);
    request_path_out out;
    const mreq a = request(MREQ_READ, BASE, 128, 1, 0),
               next = request(MREQ_READ, second, 128, 1, 1),
               third = request(MREQ_READ, second, 128, 2, 2);
    request_path_cycle(b.p, &a, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_ACCEPTED);
    request_path_cycle(b.p, &next, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_BYPASSED);
    CU_ASSERT_EQUAL(out.answer, cause);
    CU_ASSERT(same(&(mreq){.addr = second,
                           .born = 77,
                           .mask = 0x5a,
                           .bytes = 128,
                           .load = 1,
                           .kind = MREQ_READ,
                           .sm = 3,
                           .warp = 1},
                   l1d_miss_front(b.l1)));
    enum { CYCLES = 7 };
    for (unsigned t = 0; t < CYCLES; t++) {
        request_path_cycle(b.p, &third, &out);
        CU_ASSERT_EQUAL(out.event, REQUEST_PATH_FAILED);
    }
    l1d_miss_pop(b.l1);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l1)->addr, BASE); // what was passed
    request_path_cycle(b.p, &third, &out);
    CU_ASSERT_EQUAL(out.event, REQUEST_PATH_BYPASSED);
    const l1d_stats *s = l1d_get_stats(b.l1);
    const uint64_t fails[] = {s->fail_line, s->fail_mshr, s->fail_merge, s->fail_missq};
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(fails[i], i == (unsigned)(cause - L1D_FAIL_LINE) ? 1 + CYCLES + 1 : 0);
    CU_ASSERT_EQUAL(s->bypassed_reads, 2);
    CU_ASSERT_EQUAL(s->read_misses, 1);
    teardown(&b);
}

static void one_way(config *c) { c->l1d.ways = 1; }
static void one_merge(config *c) { c->l1d.merges = 1; }
static void one_place(config *c) { c->l1d.miss_queue = 1; }

TEST(racb_goes_round_a_set_without_a_free_line)
{
    refused_goes_round(one_way, BASE + 32 * 128, L1D_FAIL_LINE); // 32 sets of 128 bytes
}
TEST(racb_goes_round_a_full_merge_list) { refused_goes_round(one_merge, BASE, L1D_FAIL_MERGE); }
TEST(racb_goes_round_a_full_miss_queue)
{
    refused_goes_round(one_place, BASE + 128, L1D_FAIL_MISSQ);
}

UNIT_MAIN("request_path", T(plain_offers_the_head_in_the_same_cycle),
          T(plain_counts_a_reservation_failure_each_cycle), T(mrpb_offers_a_read_after_its_latency),
          T(mrpb_carries_segment_load_and_what_travels_beside),
          T(mrpb_tells_which_warp_has_requests_inside), T(a_read_stalled_by_associativity_bypasses),
          T(no_bypass_past_a_store_of_the_warp_in_the_miss_queue),
          T(bypass_policy_none_never_bypasses),
          T(an_atomic_goes_round_the_block_after_the_requests_of_its_warp),
          T(skipped_idle_cycles_count_in_the_block), T(metadata_too_narrow_for_a_load_is_refused),
          T(racb_sends_a_refused_read_round_l1d_behind_no_store_of_its_warp),
          T(racb_goes_round_a_set_without_a_free_line), T(racb_goes_round_a_full_merge_list),
          T(racb_goes_round_a_full_miss_queue))
