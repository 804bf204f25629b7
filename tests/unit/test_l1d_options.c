// test_l1d_options.c : first-level data cache: allocation on fill, no cache, sizes, banks,
// locality, laws of its counters.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_l1d_bench.h"

#include <string.h>

// ---- allocation on fill

TEST(on_fill_a_full_set_keeps_its_lines_until_the_data_comes)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.ways = 1;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, stride)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 2 * stride)),
                    L1D_MISS); // no line to reserve: no LINE failure
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0)), L1D_HIT);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, stride)), L1D_PENDING);
    come_back(&b, sent(&b));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, stride)), L1D_HIT);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->fail_line, 0);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 2);
    end(&b);
}

TEST(on_fill_mshrs_and_merges_limit_as_on_miss)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.mshrs = b.c.l1d.merges = 2;
    start(&b);
    access_now(&b, request(MREQ_READ, 0));
    access_now(&b, request(MREQ_READ, 0));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_FAIL_MERGE);
    access_now(&b, request(MREQ_READ, LINE));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 2 * LINE)), L1D_FAIL_MSHR);
    serve(&b);
    end(&b);
}

// A reply never waits: the write-back of the line that it replaces finds its place beyond a full
// queue.
TEST(on_fill_a_write_back_finds_its_place_in_a_full_queue)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.ways = b.c.l1d.miss_queue = 1;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, request(MREQ_READ, (uint64_t)b.c.l1d.sets * LINE));
    const mreq reply = sent(&b);
    access_now(&b, request(MREQ_READ, LINE)); // the queue is full
    come_back(&b, reply);
    CU_ASSERT_EQUAL(sent(&b).addr, LINE);
    const mreq back = sent(&b);
    CU_ASSERT_EQUAL(back.load, MREQ_FROM_L1D);
    come_back(&b, back);
    come_back(&b, request(MREQ_READ, LINE));
    serve(&b);
    end(&b);
}

// ---- no cache

TEST(without_a_cache_each_request_goes_to_l2_as_it_is)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.enable = false;
    b.c.l1d.miss_queue = 3;
    start(&b);
    for (unsigned k = 0; k < 2; k++)
        CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 96)), L1D_MISS); // no merging
    CU_ASSERT_EQUAL(access_now(&b, local(request(MREQ_WRITE, 32))), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_FAIL_MISSQ);
    const mreq r = sent(&b);
    CU_ASSERT_EQUAL(r.addr, 96);
    CU_ASSERT_EQUAL(r.bytes, 32);
    CU_ASSERT_EQUAL(r.flags, MREQ_BYPASS);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->uncached_reads, 2);
    CU_ASSERT_EQUAL(stats(&b)->read_misses, 2);
    end(&b);
}

// ---- large caches

TEST(a_cache_of_a_thousand_times_the_size_holds_all_lines)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.ways = 4096;
    start(&b);
    const uint64_t lines = (uint64_t)b.c.l1d.sets * b.c.l1d.ways;
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < lines; i++) load_line(&b, i * LINE);
    }
    CU_ASSERT_EQUAL(stats(&b)->read_misses, lines);
    CU_ASSERT_EQUAL(stats(&b)->read_hits, lines);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 0);
    end(&b);
}

TEST(a_fully_associative_cache_has_no_conflicts)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.sets = 1;
    b.c.l1d.ways = 128;
    start(&b);
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < 128; i++) load_line(&b, i << 20);
    }
    CU_ASSERT_EQUAL(stats(&b)->read_hits, 128);
    load_line(&b, (uint64_t)128 << 20); // one more: the oldest goes
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 1 << 20)), L1D_HIT);
    end(&b);
}

// ---- banks

TEST(a_bank_is_the_set_modulo_banks)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.sets = 64;
    b.c.l1d.banks = 8;
    start(&b);
    unsigned sets[8] = {0};
    for (uint64_t set = 0; set < 64; set++) {
        const mreq r = request(MREQ_READ, set * LINE);
        CU_ASSERT_EQUAL(l1d_bank(b.l, r.addr), set % 8);
        sets[l1d_bank(b.l, r.addr)]++;
    }
    for (unsigned k = 0; k < 8; k++) CU_ASSERT_EQUAL(sets[k], 8); // WarpPool 4.1: eight sets a bank
    end(&b);
}

// ---- locality (DWT-PRIC Figure 3)

static mreq by(unsigned warp, uint32_t lanes, uint64_t addr)
{
    mreq r = request(MREQ_READ, addr);
    r.warp = (uint8_t)warp;
    r.lanes = lanes;
    return r;
}

static void offer_by(bench *b, mreq r, unsigned cta) { l1d_offer(b->l, &r, cta, false); }

static void is(const bench *b, uint64_t intra, uint64_t inter, uint64_t block, uint64_t core)
{
    CU_ASSERT_EQUAL(stats(b)->locality_intra_thread, intra);
    CU_ASSERT_EQUAL(stats(b)->locality_inter_thread, inter);
    CU_ASSERT_EQUAL(stats(b)->locality_block, block);
    CU_ASSERT_EQUAL(stats(b)->locality_core, core);
}

static void kinds_of_locality(allocate_kind allocate)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.allocate = allocate;
    b.c.stats.locality = true;
    start(&b);
    l1d_place(b.l, 0);
    l1d_place(b.l, 1);
    offer_by(&b, by(3, 0xff, 0), 0);
    is(&b, 0, 0, 0, 0);              // a miss re-references nothing
    offer_by(&b, by(3, 0x80, 0), 0); // a pending hit, lane 7 again
    is(&b, 1, 0, 0, 0);
    serve(&b);
    offer_by(&b, by(3, 0x0f, 0), 0); // the last reference was lane 7's
    is(&b, 1, 1, 0, 0);
    offer_by(&b, by(4, 0x0f, 0), 0);
    is(&b, 1, 1, 1, 0);
    offer_by(&b, by(4, 0x0f, 0), 1); // another block
    is(&b, 1, 1, 1, 1);
    l1d_place(b.l, 1); // a new block in the same slot
    offer_by(&b, by(4, 0x0f, 0), 1);
    is(&b, 1, 1, 1, 2);
    end(&b);
}

TEST(a_re_reference_is_classed_by_the_reference_before_it) { kinds_of_locality(ALLOCATE_MISS); }
TEST(locality_is_the_same_with_allocation_on_fill) { kinds_of_locality(ALLOCATE_FILL); }

TEST(locality_is_not_counted_unless_asked_for)
{
    bench b = bench_of(L1_WRITE_EVICT);
    start(&b);
    load_line(&b, 0);
    load_line(&b, 0);
    is(&b, 0, 0, 0, 0);
    end(&b);
}

// ---- refusals

// One thing that may happen to a cache while its head is refused: a miss leaves, a line comes, a
// request that waited is taken.
static void something(bench *b, mreq *away, unsigned *n, unsigned which)
{
    if (which == 0 && l1d_miss_front(b->l)) {
        away[*n] = sent(b);
        *n += away[*n].kind == MREQ_READ;
    } else if (which == 1 && *n) {
        come_back(b, away[--*n]);
    } else if (which == 2 && l1d_ready_front(b->l)) {
        l1d_ready_pop(b->l);
    }
}

// The load/store unit does not offer a refused head again while l1d_still_refuses.
static void refusals(allocate_kind allocate, l1_write_kind kind)
{
    bench b = bench_of(kind);
    mreq away[64];
    unsigned n = 0, same = 0, other = 0;
    uint64_t x = 1;
    b.c.l1d.allocate = allocate;
    b.c.l1d.mshrs = 6;
    b.c.l1d.merges = 2;
    b.c.l1d.write_allocate = kind == L1_WRITE_BACK;
    start(&b);
    for (unsigned i = 0; i < 4000; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        const mreq r = request(x >> 33 & 7 ? MREQ_READ : MREQ_WRITE, (x >> 40 & 15) * 32 * LINE);
        l1d_answer a;
        for (unsigned k = (unsigned)(x >> 60); (a = probe(&b, r)) >= L1D_FAIL_LINE; k++) {
            l1d_note_refusal(b.l);
            something(&b, away, &n, k % 3);
            if (l1d_still_refuses(b.l, a)) CU_ASSERT_EQUAL(probe(&b, r), a);
            same += l1d_still_refuses(b.l, a);
            other += probe(&b, r) != a;
        }
        access_now(&b, r);
    }
    CU_ASSERT(other > 100 && same > 100);
    l1d_free(b.l);
}

TEST(what_was_refused_is_refused_until_something_changes)
{
    const l1_write_kind kinds[] = {L1_WRITE_EVICT, L1_WRITE_THROUGH, L1_WRITE_BACK};
    for (unsigned k = 0; k < 3; k++) {
        refusals(ALLOCATE_MISS, kinds[k]);
        refusals(ALLOCATE_FILL, kinds[k]);
    }
}

// ---- laws

static void breaks(size_t field, const char *law)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    b.c.stats.locality = true;
    start(&b);
    for (uint64_t i = 0; i < 300; i++) {
        access_now(&b, request(i % 3 ? MREQ_READ : MREQ_WRITE, i * 2654435761u % 999 * LINE));
        serve(&b);
    }
    err e = {0};
    CU_ASSERT_EQUAL(l1d_check(b.l, &e), ST_OK);
    ++*(uint64_t *)((char *)&b.l->s + field);
    CU_ASSERT_EQUAL(l1d_check(b.l, &e), ST_CHECK);
    CU_ASSERT(e.text && strstr(e.text, law));
    err_free(&e);
    l1d_free(b.l);
}

TEST(each_law_is_found_broken)
{
    breaks(offsetof(l1d_stats, read_hits), "read accesses = hits + pending hits + misses");
    breaks(offsetof(l1d_stats, write_hits), "write accesses = hits + pending hits + misses");
    breaks(offsetof(l1d_stats, writes_sent), "a write is sent on, stored or waits for its line");
    breaks(offsetof(l1d_stats, fills), "each miss fills a line");
    breaks(offsetof(l1d_stats, contention_cross_cta),
           "each read miss is cold or a contention of one class");
    breaks(offsetof(l1d_stats, locality_core),
           "an access that finds its line has one kind of locality");
    breaks(offsetof(l1d_stats, writeback_acks), "each write-back is acknowledged");
}

UNIT_MAIN("l1d_options", T(on_fill_a_full_set_keeps_its_lines_until_the_data_comes),
          T(on_fill_mshrs_and_merges_limit_as_on_miss),
          T(on_fill_a_write_back_finds_its_place_in_a_full_queue),
          T(without_a_cache_each_request_goes_to_l2_as_it_is),
          T(a_cache_of_a_thousand_times_the_size_holds_all_lines),
          T(a_fully_associative_cache_has_no_conflicts), T(a_bank_is_the_set_modulo_banks),
          T(a_re_reference_is_classed_by_the_reference_before_it),
          T(locality_is_the_same_with_allocation_on_fill),
          T(locality_is_not_counted_unless_asked_for),
          T(what_was_refused_is_refused_until_something_changes), T(each_law_is_found_broken))
