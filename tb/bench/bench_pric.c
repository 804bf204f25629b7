// bench_pric.c: pric_index alone against its golden model: line addresses of every kind, with both
// outputs compared for each.
//
// Traffic: zero, every single bit, every pair of bits, all ones, all ones except one or two bits,
// ones from either end on, runs of power-of-two strides (DWT-PRIC 4.3), then random addresses.
//
// Laws, checked on the RTL without the model: the outputs are linear over GF(2) (f(a) ^ f(b) = f(a
// ^ b)), and (tag, index) of the single bits are linearly independent, so that no two lines have
// the same pair.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "base/stats.h"
#include "blocks/pric.h"
#include "tb/bench/conclude.h"
#include "tb/bench/identity_coverage.h"
#include "tb/lockstep/lockstep_pair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PRIC_EVENTS(X) \
    X(cycles, "cycles", "line addresses looked up") \
    X(single_bits, "addresses", "with one bit set") \
    X(bit_pairs, "addresses", "with two bits set") \
    X(many_ones, "addresses", \
      "all ones, or with one or two bits clear, or ones from either end on") \
    X(strided, "addresses", "of runs with a stride of a power of two lines") \
    X(random, "addresses", "drawn at random") \
    X(hashed, "addresses", "whose index is not that of the linear function")
typedef struct pric_events {
    PRIC_EVENTS(STAT_FIELD)
} pric_events;
STAT_TABLE(pric_event_table, "events", PRIC_EVENTS);

typedef struct bench {
    const bench_job *job;
    port ports[PRIC_N_PORTS];
    index_fn fn;
    pric model;
    lockstep_pair pair;
    unsigned line_w;
    pric_events seen;
    identity_coverage lines;
    uint64_t held;    // bits of the line that are kept at 0: bench_job.hold
    char broken[128]; // law
    bool failed;
} bench;

static uint64_t line_mask(const bench *b)
{
    return b->line_w < 64 ? ((uint64_t)1 << b->line_w) - 1 : UINT64_MAX;
}

// One address: what the RTL says.
static pric_out look_up(bench *b, uint64_t line)
{
    const pric_in in = {.line_i = {line & line_mask(b) & ~b->held}};
    pric_out model = {0}, rtl;
    pric_eval(&b->model, &in, &model);
    memcpy(&rtl, lockstep_pair_eval(&b->pair, (const uint64_t *)&in), sizeof rtl);
    if (!lockstep_pair_compare(&b->pair, (const uint64_t *)&in, (const uint64_t *)&model))
        b->failed = true;
    lockstep_pair_clock(&b->pair);
    b->seen.cycles++;
    b->seen.hashed += model.index_o[0] != (in.line_i[0] >> (b->fn.low - b->fn.line_bit) &
                                           (((uint64_t)1 << b->fn.bits) - 1));
    return rtl;
}

static void law(bench *b, const char *text, uint64_t x, uint64_t y)
{
    if (b->failed) return;
    snprintf(b->broken, sizeof b->broken, "%s: line addresses 0x%" PRIx64 " and 0x%" PRIx64, text,
             x, y);
    b->failed = true;
}

// (tag, index) as one number of line_w bits; the tag has line_w - bits of them.
static uint64_t whole(const bench *b, const pric_out *o)
{
    return o->tag_o[0] << b->fn.bits | o->index_o[0];
}

static void expect_linear(bench *b, uint64_t x, uint64_t y)
{
    const pric_out fx = look_up(b, x), fy = look_up(b, y), both = look_up(b, x ^ y);
    if ((whole(b, &fx) ^ whole(b, &fy)) != whole(b, &both))
        law(b, "f(a) ^ f(b) is not f(a ^ b)", x, y);
}

// Gauss: each image, less those before it, must leave something.
static void single_bits(bench *b)
{
    uint64_t pivot[64] = {0};
    for (unsigned i = 0; i < b->line_w && !b->failed; i++) {
        const pric_out o = look_up(b, (uint64_t)1 << i);
        identity_coverage_pair(&b->lines, 0, ((uint64_t)1 << i) & ~b->held);
        uint64_t image = whole(b, &o);
        b->seen.single_bits++;
        while (image && pivot[63 - __builtin_clzll(image)])
            image ^= pivot[63 - __builtin_clzll(image)];
        if (image) pivot[63 - __builtin_clzll(image)] = image;
        else if (!b->held) law(b, "two lines share tag and index", (uint64_t)1 << i, 0);
    }
}

static void bit_pairs(bench *b)
{
    for (unsigned i = 0; i < b->line_w; i++) {
        for (unsigned k = 0; k < i && !b->failed; k++, b->seen.bit_pairs++)
            expect_linear(b, (uint64_t)1 << i, (uint64_t)1 << k);
    }
}

// A function that is wrong at the last line, or near it, is not linear there, and chance seldom
// comes so near.
static void many_ones(bench *b)
{
    const uint64_t all = line_mask(b);
    for (unsigned i = 0; i < b->line_w && !b->failed; i++) {
        for (unsigned k = 0; k <= i; k++)
            expect_linear(b, all ^ ((uint64_t)1 << i | (uint64_t)1 << k), (uint64_t)1 << k);
        expect_linear(b, all >> i, all << i & all);
        b->seen.many_ones += i + 2;
    }
    identity_coverage_pair(&b->lines, all & ~b->held, all & ~b->held);
}

static void strides(bench *b)
{
    enum { RUN = 64 };
    for (unsigned k = 0; k < b->line_w && !b->failed; k++) {
        for (uint64_t i = 0; i < RUN && !b->failed; i++, b->seen.strided++) look_up(b, i << k);
    }
}

static void random_lines(bench *b)
{
    enum { REPORT = 1 << 14 };
    const bench_job *j = b->job;
    rng r = {j->seed};
    for (uint64_t i = 0; i < j->cycles && !b->failed; i += 3, b->seen.random += 3) {
        expect_linear(b, rng_u64(&r) & line_mask(b), rng_u64(&r) & line_mask(b));
        if (j->progress && i % REPORT < 3)
            j->progress(j->progress_ctx, i, (double)i / (double)j->cycles);
    }
}

static int verdict(const bench *b, err *e)
{
    if (b->pair.bad)
        err_add(e, ST_CHECK, "address %" PRIu64 ": %s differs between model and RTL",
                b->pair.cycle - 1, b->pair.bad->name);
    if (*b->broken) err_add(e, ST_CHECK, "the RTL breaks a law: %s", b->broken);
    if (!b->failed && b->fn.kind != INDEX_LINEAR && b->fn.high >= b->fn.low + b->fn.bits &&
        !b->seen.hashed) {
        return err_add(e, ST_CHECK,
                       "the run never exercised `hashed` (an index that is not that of the linear "
                       "function), so it proves nothing about that case");
    }
    return b->failed ? ST_CHECK : identity_coverage_check(&b->lines, 1, e);
}

int bench_pric(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j, .fn = index_fn_of_pric(j->c), .line_w = pric_line_bits(j->c)};
    pric_ports(j->c, b.ports);
    pric_init(&b.model, &b.fn);
    int status = lockstep_pair_init(&b.pair, j->plugin, b.ports, PRIC_N_PORTS, e);
    if (status != ST_OK) return status;
    identity_coverage_init(&b.lines, "line", b.line_w, 0);
    b.held = bench_held(j, "line");
    look_up(&b, 0);
    single_bits(&b);
    bit_pairs(&b);
    many_ones(&b);
    strides(&b);
    random_lines(&b);
    *result = bench_result(&(bench_end){.job = j,
                                        .pair = &b.pair,
                                        .events = &pric_event_table,
                                        .seen = &b.seen,
                                        .law = b.broken,
                                        .identities = &b.lines,
                                        .n_identities = 1});
    status = verdict(&b, e);
    identity_coverage_free(&b.lines);
    lockstep_pair_free(&b.pair);
    return status;
}
