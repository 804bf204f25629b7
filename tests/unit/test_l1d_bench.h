// test_l1d_bench.h : an L1D alone for tests, linear, so that a test can name its sets.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_TEST_L1D_BENCH_H
#define WL_TESTS_TEST_L1D_BENCH_H

#include "machine/core/l1d.h"
#include "machine/core/l1d_state.h"
#include "tests/unit/unit.h"

enum { LINE = 128, WARP = 5, CTA = 2 };

typedef struct bench {
    config c;
    l1d *l;
} bench;

static inline bench bench_of(l1_write_kind global)
{
    bench b;
    config_defaults(&b.c);
    b.c.l1d.index = INDEX_LINEAR;
    b.c.l1d.global_write = global;
    b.l = NULL;
    return b;
}

static inline void start(bench *b)
{
    err e = {0};
    b->l = l1d_new(&b->c, 0, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->l);
}

// Nothing is left and all laws hold.
static inline void end(bench *b)
{
    err e = {0};
    CU_ASSERT_TRUE(l1d_idle(b->l));
    CU_ASSERT_EQUAL(l1d_check(b->l, &e), ST_OK);
    err_print(&e);
    err_free(&e);
    l1d_free(b->l);
}

static inline mreq request(mreq_kind kind, uint64_t addr)
{
    return (mreq){.addr = addr,
                  .bytes = 32,
                  .mask = 1u << (addr % LINE / 4),
                  .kind = (uint8_t)kind,
                  .warp = WARP,
                  .load = kind == MREQ_READ ? 0 : MREQ_NO_LOAD};
}

static inline mreq local(mreq r)
{
    r.flags |= MREQ_LOCAL;
    return r;
}

static inline mreq whole_line(uint64_t addr)
{
    return (mreq){
        .addr = addr, .bytes = LINE, .mask = UINT32_MAX, .kind = MREQ_WRITE, .load = MREQ_NO_LOAD};
}
static inline l1d_answer probe(const bench *b, mreq r) { return l1d_probe(b->l, &r); }

static inline l1d_answer access_now(bench *b, mreq r)
{
    const l1d_answer said = l1d_probe(b->l, &r), done = l1d_offer(b->l, &r, CTA, false);
    CU_ASSERT_EQUAL(said, done);
    return done;
}

static inline mreq sent(bench *b)
{
    CU_ASSERT_PTR_NOT_NULL_FATAL(l1d_miss_front(b->l));
    const mreq r = *l1d_miss_front(b->l);
    l1d_miss_pop(b->l);
    return r;
}

static inline void come_back(bench *b, mreq r)
{
    if (r.load == MREQ_FROM_L1D) l1d_writeback_acked(b->l);
    else if (r.kind == MREQ_READ && !(r.flags & MREQ_BYPASS)) l1d_fill(b->l, &r);
}

// All that waits goes to L2 and comes back; what waited for it is taken.
static inline void serve(bench *b)
{
    while (l1d_miss_front(b->l)) come_back(b, sent(b));
    while (l1d_ready_front(b->l)) l1d_ready_pop(b->l);
}

static inline void load_line(bench *b, uint64_t addr)
{
    access_now(b, request(MREQ_READ, addr));
    serve(b);
}

static inline const l1d_stats *stats(const bench *b) { return l1d_get_stats(b->l); }

#endif
