// test_memsys.c : the whole memory side, SMs played by the test.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "machine/memory/memsys.h"
#include "machine/run/laws.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 128 };

typedef struct bench {
    config c;
    memsys *m;
    rng r;
    uint64_t cycle, dram_phase, sent, got;
    bool skip;        // quiet ticks are skipped
    unsigned shuffle; // seed: components and clocks in random order, all evaluated
} bench;

static void start(bench *b, unsigned seed)
{
    err e = {0};
    b->r = (rng){seed};
    b->m = memsys_new(&b->c, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->m);
    memsys_shuffle(b->m, b->shuffle);
}

static void tick_clock(bench *b, clock_domain d)
{
    if (b->skip && memsys_quiet_ticks(b->m, d)) memsys_skip(b->m, d, 1);
    else memsys_eval(b->m, d, b->cycle);
}

// One core cycle: core, crossbar and L2 tick together (700 MHz), DRAM 924 times in 700 of them.
static void step(bench *b)
{
    const clock_domain orders[2][3] = {{CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM},
                                       {CLOCK_DRAM, CLOCK_L2, CLOCK_ICNT}};
    const clock_domain *order = orders[b->shuffle & 1];
    b->dram_phase += b->c.gpu.dram_mhz;
    for (int i = 0; i < 3; i++) {
        if (order[i] != CLOCK_DRAM || b->dram_phase >= b->c.gpu.core_mhz) tick_clock(b, order[i]);
    }
    if (b->dram_phase >= b->c.gpu.core_mhz) b->dram_phase -= b->c.gpu.core_mhz;
    for (unsigned i = 0; i < b->c.gpu.sms; i++)
        memsys_sms_moved(b->m, i / 64, (uint64_t)1 << i % 64);
    memsys_commit(b->m);
    while (b->dram_phase >= b->c.gpu.core_mhz) {
        b->dram_phase -= b->c.gpu.core_mhz;
        tick_clock(b, CLOCK_DRAM);
        memsys_commit(b->m);
    }
    b->cycle++;
}

static mreq request(mreq_kind kind, uint64_t addr, unsigned sm)
{
    return (mreq){.addr = addr,
                  .bytes = kind == MREQ_READ ? LINE : 32,
                  .kind = (uint8_t)kind,
                  .sm = (uint8_t)sm};
}

// Core cycles from the push to the pop of a lone request.
static uint64_t lone(bench *b, mreq_kind kind, uint64_t addr)
{
    const mreq r = request(kind, addr, 3);
    const uint64_t at = b->cycle;
    chan_push(memsys_request(b->m, 3), &r);
    step(b);
    while (!chan_front(memsys_reply(b->m, 3)) && b->cycle < at + 5000) step(b);
    const uint64_t taken = b->cycle - at;
    CU_ASSERT_PTR_NOT_NULL_FATAL(chan_front(memsys_reply(b->m, 3)));
    chan_pop(memsys_reply(b->m, 3));
    for (int i = 0; i < 500; i++) step(b);
    return taken;
}

// Request 5 cycles, ROP 120, reply 5 for its head and 4 more for the tail of 5 flits (8 + 128 bytes
// in 32-byte flits).
TEST(lone_l2_hit_latency)
{
    bench b = {0};
    config_defaults(&b.c);
    start(&b, 1);
    lone(&b, MREQ_READ, 0xc0000000u);
    CU_ASSERT_EQUAL(lone(&b, MREQ_READ, 0xc0000000u), 5 + 120 + 5 + 4);
    CU_ASSERT_EQUAL(lone(&b, MREQ_WRITE, 0xc0000000u),
                    5 + 1 + 120 + 5); // 8 + 32 bytes are 2 flits, the reply one
    memsys_free(b.m);
}

static uint64_t memory_stat(const bench *b, const char *name)
{
    json_t *o = memsys_stats_json(b->m);
    const uint64_t v =
        (uint64_t)json_integer_value(json_object_get(json_object_get(o, "memory"), name));
    json_decref(o);
    return v;
}

// A request enters the network a cycle after its push, so the latencies are those of a lone request
// less one.
TEST(latencies_are_counted_by_level)
{
    bench b = {0};
    config_defaults(&b.c);
    start(&b, 1);
    const uint64_t miss = lone(&b, MREQ_READ, 0xc0000000u);
    CU_ASSERT_EQUAL(memory_stat(&b, "dram_replies"), 1);
    CU_ASSERT_EQUAL(memory_stat(&b, "dram_latency"), miss - 1);
    const uint64_t hit = lone(&b, MREQ_READ, 0xc0000000u);
    CU_ASSERT_EQUAL(memory_stat(&b, "hit_replies"), 1);
    CU_ASSERT_EQUAL(memory_stat(&b, "hit_latency"), hit - 1);
    const uint64_t write = lone(&b, MREQ_WRITE, 0xc0000000u);
    CU_ASSERT_EQUAL(memory_stat(&b, "write_replies"), 1);
    CU_ASSERT_EQUAL(memory_stat(&b, "write_latency"), write - 1);
    memsys_free(b.m);
}

// A write that fits into one flit, as its reply does: a crossbar's latency each way, the ROP delay
// between.
TEST(a_lone_write_takes_two_crossbars_and_the_rop_delay)
{
    for (uint32_t rop = 1; rop <= 121; rop += 40) {
        bench b = {0};
        config_defaults(&b.c);
        b.c.l2.rop_latency = rop;
        b.c.icnt.latency = 2 + rop % 7;
        b.c.icnt.request_flit_bytes = 40;
        start(&b, 1);
        lone(&b, MREQ_WRITE, 0xc0000000u);
        CU_ASSERT_EQUAL(lone(&b, MREQ_WRITE, 0xc0000000u),
                        2 * b.c.icnt.latency + rop * b.c.gpu.icnt_mhz / b.c.gpu.l2_mhz);
        memsys_free(b.m);
    }
}

// GPGPU-Sim: a row hit in DRAM costs 257 - 142 = 115 cycles more than an L2 hit.
TEST(lone_dram_row_hit_takes_115_cycles_more)
{
    bench b = {0};
    config_defaults(&b.c);
    start(&b, 1);
    lone(&b, MREQ_READ, 0xc0000000u); // opens the row
    const uint64_t dram = lone(&b, MREQ_READ, 0xc0000080u), hit = lone(&b, MREQ_READ, 0xc0000080u);
    CU_ASSERT_TRUE(dram - hit >= 115 - 2 && dram - hit <= 115 + 2); // the phase of the DRAM clock
    memsys_free(b.m);
}

// Random traffic of all SMs to `lines` lines for `cycles`, then until all is answered.
static void sm_traffic(bench *b, unsigned sm, uint64_t lines, unsigned percent)
{
    chan *q = memsys_request(b->m, sm), *p = memsys_reply(b->m, sm);
    if (chan_front(p) && rng_percent(&b->r, 80)) {
        CU_ASSERT_EQUAL(((const mreq *)chan_front(p))->sm, sm);
        chan_pop(p);
        b->got++;
    }
    if (!rng_percent(&b->r, percent)) return;
    const uint64_t kind = rng_below(&b->r, 10), addr = 0xc0000000u + rng_below(&b->r, lines) * LINE;
    if (!chan_can_push(q)) return;
    const mreq r = request(kind < 7 ? MREQ_READ : kind < 9 ? MREQ_WRITE : MREQ_ATOMIC, addr, sm);
    chan_push(q, &r);
    b->sent++;
}

static void drain(bench *b)
{
    for (int i = 0; i < 60000 && !memsys_idle(b->m); i++) {
        for (unsigned s = 0; s < b->c.gpu.sms; s++) sm_traffic(b, s, 1, 0);
        step(b);
    }
}

static void traffic(bench *b, uint64_t cycles, uint64_t lines, unsigned percent)
{
    for (uint64_t t = 0; t < cycles; t++) {
        const unsigned burst = t % 1000 < 300 ? percent : percent / 20; // bursts and lulls
        for (unsigned s = 0; s < b->c.gpu.sms; s++) sm_traffic(b, s, lines, burst);
        step(b);
    }
    drain(b);
}

static char *run_text(bench *b)
{
    start(b, 7);
    traffic(b, 6000, 20000, 30);
    for (int i = 0; i < 2000; i++) step(b); // idle at the end
    json_t *j = memsys_stats_json(b->m);
    char *text = json_dumps(j, JSON_SORT_KEYS);
    json_decref(j);
    memsys_free(b->m);
    return text;
}

static void same_as_plain(const bench *plain, const bench *other)
{
    bench a = *plain, b = *other;
    char *x = run_text(&a), *y = run_text(&b);
    CU_ASSERT_STRING_EQUAL(x, y);
    CU_ASSERT_TRUE(a.sent > 500);
    CU_ASSERT_EQUAL(a.got, b.got);
    CU_ASSERT_EQUAL(a.cycle, b.cycle);
    free(x);
    free(y);
}

TEST(order_shuffle_same_stats)
{
    bench plain = {0}, other;
    config_defaults(&plain.c);
    for (unsigned seed = 1; seed <= 3; seed++) {
        other = plain;
        other.shuffle = seed;
        same_as_plain(&plain, &other);
    }
}

TEST(quiet_skip_same_stats)
{
    bench plain = {0}, other;
    config_defaults(&plain.c);
    plain.shuffle = 2; // every component in every tick
    other = plain;
    other.shuffle = 0;
    other.skip = true;
    same_as_plain(&plain, &other);
}

TEST(quiet_skip_same_stats_with_small_queues_and_other_clocks)
{
    bench plain = {0}, other;
    config_defaults(&plain.c);
    plain.c.gpu.sms = 5;
    plain.c.gpu.dram_mhz = 300;
    plain.c.icnt.input_buffer = 1;
    plain.c.l2.mshrs = plain.c.l2.merges = 2;
    plain.c.l2.miss_queue = plain.c.l2.l2_to_dram_queue = plain.c.l2.dram_to_l2_queue = 1;
    plain.c.dram.queue = plain.c.dram.return_queue = 2;
    plain.c.dram.scheduler = DRAM_FCFS;
    plain.shuffle = 1;
    other = plain;
    other.shuffle = 0;
    other.skip = true;
    same_as_plain(&plain, &other);
}

TEST(quiet_skip_same_stats_in_every_policy_of_l2)
{
    for (int i = 0; i < 12; i++) {
        bench plain = {0}, other;
        config_defaults(&plain.c);
        plain.c.gpu.sms = 6;
        plain.c.l2.mshrs = plain.c.l2.merges = plain.c.l2.ways = 2;
        plain.c.l2.sector_bytes = i & 1 ? 32 : 0;
        plain.c.l2.allocate = i & 2 ? ALLOCATE_FILL : ALLOCATE_MISS;
        plain.c.l2.write = (write_kind[]){WRITE_BACK, WRITE_THROUGH, WRITE_MISS_THROUGH}[i / 4];
        plain.c.l2.bypass = i % 3 ? L2_BYPASS_RACB : L2_BYPASS_NONE;
        plain.c.icnt.vcs = 1 + (unsigned)i % 4;
        plain.shuffle = 1;
        other = plain;
        other.shuffle = 0;
        other.skip = true;
        same_as_plain(&plain, &other);
    }
}

TEST(quiet_skip_same_stats_with_refresh_write_queue_and_two_buses)
{
    for (int i = 0; i < 4; i++) {
        bench plain = {0}, other;
        config_defaults(&plain.c);
        plain.c.gpu.sms = 6;
        plain.c.l2.ways = plain.c.l2.sets = 4;
        plain.c.dram.refi = 700;
        plain.c.dram.rfc = 90;
        plain.c.dram.faw = 40;
        plain.c.dram.dual_bus = i & 1;
        plain.c.dram.write_queue = 8;
        plain.c.dram.write_high = 6;
        plain.c.dram.write_low = 3;
        plain.c.dram.scheduler = i & 2 ? DRAM_FCFS : DRAM_FRFCFS;
        plain.shuffle = 1;
        other = plain;
        other.shuffle = 0;
        other.skip = true;
        same_as_plain(&plain, &other);
    }
}

TEST(quiet_skip_same_stats_with_infinite_dram)
{
    bench plain = {0}, other;
    config_defaults(&plain.c);
    plain.c.limits.infinite_dram = true;
    plain.c.l2.dram_to_l2_queue = 2;
    plain.shuffle = 1;
    other = plain;
    other.shuffle = 0;
    other.skip = true;
    same_as_plain(&plain, &other);
}

TEST(idle_memory_is_quiet_for_ever)
{
    bench b = {0};
    config_defaults(&b.c);
    start(&b, 1);
    lone(&b, MREQ_READ, 0xc0000000u);
    for (int d = CLOCK_ICNT; d < CLOCK_COUNT; d++)
        CU_ASSERT_EQUAL(memsys_quiet_ticks(b.m, (clock_domain)d), UINT64_MAX);
    memsys_free(b.m);
}

TEST(rop_delay_is_quiet)
{
    bench b = {0};
    config_defaults(&b.c);
    start(&b, 1);
    const mreq r = request(MREQ_READ, 0xc0000000u, 0);
    chan_push(memsys_request(b.m, 0), &r);
    for (int i = 0; i < 10; i++) step(&b);
    CU_ASSERT_EQUAL(memsys_quiet_ticks(b.m, CLOCK_ICNT), UINT64_MAX);
    CU_ASSERT_EQUAL(memsys_quiet_ticks(b.m, CLOCK_DRAM), UINT64_MAX);
    CU_ASSERT_EQUAL(memsys_quiet_ticks(b.m, CLOCK_L2),
                    5 + 120 - 10); // taken in at tick 5, served 120 later
    memsys_free(b.m);
}

static int hold(const bench *b, char **text)
{
    err e = {0};
    json_t *stats = memsys_stats_json(b->m);
    const int st = laws_check(stats, &e);
    json_decref(stats);
    *text = e.text ? strdup(e.text) : NULL;
    err_free(&e);
    return st;
}

static void laws_hold(bench *b, uint64_t lines, unsigned percent, uint64_t least)
{
    char *text;
    start(b, 11);
    traffic(b, 4000, lines, percent);
    CU_ASSERT_TRUE(b->sent > least);
    CU_ASSERT_EQUAL(b->sent, b->got);
    CU_ASSERT_EQUAL(hold(b, &text), ST_OK);
    CU_ASSERT_PTR_NULL(text);
    free(text);
    memsys_free(b->m);
}

TEST(laws_hold_after_random_traffic)
{
    bench b = {0};
    config_defaults(&b.c);
    laws_hold(&b, 20000, 40, 1000);
}

TEST(laws_hold_with_one_sm_one_channel_and_queues_of_one)
{
    bench b = {0};
    config_defaults(&b.c);
    b.c.gpu.sms = b.c.dram.channels = b.c.l2.slices_per_channel = b.c.l2.ways = b.c.l2.mshrs =
        b.c.l2.merges = b.c.l2.miss_queue = 1;
    b.c.l2.icnt_to_l2_queue = b.c.l2.l2_to_dram_queue = b.c.l2.dram_to_l2_queue =
        b.c.l2.l2_to_icnt_queue = 1;
    b.c.dram.queue = b.c.dram.return_queue = b.c.icnt.input_buffer = b.c.icnt.latency = 1;
    laws_hold(&b, 40, 100, 100);
}

TEST(laws_hold_with_128_sms_and_64_channels)
{
    bench b = {0};
    config_defaults(&b.c);
    b.c.gpu.sms = 128;
    b.c.dram.channels = 64;
    b.c.l2.slices_per_channel = 8;
    strcpy(b.c.dram.address_map,
           "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BCCCBBBC.CCSSSSSS");
    laws_hold(&b, 100000, 5, 1000);
}

// A thief takes a request out of the memory system: somebody's load never returns.
TEST(lost_request_breaks_the_laws)
{
    bench b = {0};
    char *text;
    config_defaults(&b.c);
    start(&b, 1);
    lone(&b, MREQ_READ, 0xc0000000u);
    CU_ASSERT_EQUAL(hold(&b, &text), ST_OK);
    const mreq r = request(MREQ_READ, 0xc0000000u, 0);
    chan_push(memsys_request(b.m, 0), &r);
    memsys_sms_moved(b.m, 0, 1);
    memsys_commit(b.m);
    chan_pop(memsys_request(b.m, 0));
    memsys_sms_moved(b.m, 0, 1);
    memsys_commit(b.m);
    CU_ASSERT_EQUAL(hold(&b, &text), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "law broken: each request, or sector of one, has a reply: "
                                        "memory.requests + memory.sector_replies = 2, "
                                        "memory.replies = 1"));
    free(text);
    memsys_free(b.m);
}

TEST(unanswered_request_breaks_the_laws)
{
    bench b = {0};
    char *text;
    config_defaults(&b.c);
    start(&b, 1);
    const mreq r = request(MREQ_READ, 0xc0000000u, 0);
    chan_push(memsys_request(b.m, 0), &r);
    for (int i = 0; i < 50; i++) step(&b);
    CU_ASSERT_FALSE(memsys_idle(b.m));
    CU_ASSERT_EQUAL(hold(&b, &text), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "law broken: nothing is left in the memory system"));
    free(text);
    memsys_free(b.m);
}

// An SM takes no replies: the dump names the full reply channel and those behind it.
TEST(dump_names_who_waits_for_whom)
{
    bench b = {0};
    char *text = NULL;
    size_t n;
    config_defaults(&b.c);
    start(&b, 1);
    for (int i = 0; i < 5000; i++) {
        const mreq r = request(MREQ_READ, 0xc0000000u, 4);
        if (chan_can_push(memsys_request(b.m, 4))) chan_push(memsys_request(b.m, 4), &r);
        step(&b);
    }
    FILE *f = open_memstream(&text, &n);
    memsys_dump(b.m, f);
    fclose(f);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "reply channel of SM 4: 13 of 13 places taken"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "waits for output 4, where 13 of 13 places are taken"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "waits for room in the reply queue"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "request crossbar: input 4 holds"));
    free(text);
    memsys_free(b.m);
}

TEST(map_that_splits_lines_is_refused)
{
    config c;
    err e = {0};
    config_defaults(&c);
    c.l1d.line_bytes = 256; // slices change at bit 8 of the rest, channels at 8: fine; at 7 not
    strcpy(c.dram.address_map,
           "dramid@7;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS");
    CU_ASSERT_PTR_NULL(memsys_new(&c, &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    err_free(&e);
}

// ---- limits.infinite_bandwidth

static bench infinite(void)
{
    bench b = {0};
    config_defaults(&b.c);
    b.c.limits.infinite_bandwidth = true;
    return b;
}

TEST(infinite_bandwidth_keeps_the_unloaded_latencies)
{
    bench b = infinite();
    start(&b, 1);
    CU_ASSERT_EQUAL(lone(&b, MREQ_READ, 0xc0000000u), 2 * 5 + 120 + 100);
    CU_ASSERT_EQUAL(lone(&b, MREQ_READ, 0xc0000000u), 2 * 5 + 120); // packets of any size: one flit
    CU_ASSERT_EQUAL(lone(&b, MREQ_WRITE, 0xc0000000u), 2 * 5 + 120);
    memsys_free(b.m);
}

// Every SM asks for a line in the same slice in the same cycle: each is answered as if alone.
TEST(infinite_bandwidth_answers_all_sms_at_once)
{
    bench b = infinite();
    start(&b, 1);
    lone(&b, MREQ_READ, 0xc0000000u);
    for (unsigned s = 0; s < b.c.gpu.sms; s++) {
        const mreq r = request(MREQ_READ, 0xc0000000u, s);
        chan_push(memsys_request(b.m, s), &r);
    }
    for (int i = 0; i < 2 * 5 + 120 - 1; i++) step(&b);
    for (unsigned s = 0; s < b.c.gpu.sms; s++) CU_ASSERT_PTR_NULL(chan_front(memsys_reply(b.m, s)));
    step(&b);
    for (unsigned s = 0; s < b.c.gpu.sms; s++)
        CU_ASSERT_PTR_NOT_NULL(chan_front(memsys_reply(b.m, s)));
    memsys_free(b.m);
}

// A second request for a line under way waits for the line, not longer.
TEST(infinite_bandwidth_pending_hit_waits_for_its_line)
{
    bench b = infinite();
    start(&b, 1);
    const mreq r = request(MREQ_READ, 0xc0000000u, 0), again = request(MREQ_READ, 0xc0000000u, 1);
    chan_push(memsys_request(b.m, 0), &r);
    for (int i = 0; i < 60; i++) step(&b);
    chan_push(memsys_request(b.m, 1), &again);
    for (int i = 60; i < 2 * 5 + 120 + 100; i++) step(&b);
    CU_ASSERT_PTR_NOT_NULL(chan_front(memsys_reply(b.m, 0)));
    CU_ASSERT_PTR_NOT_NULL(chan_front(memsys_reply(b.m, 1)));
    memsys_free(b.m);
}

TEST(infinite_bandwidth_same_stats_when_skipping)
{
    bench plain = infinite(), other;
    plain.shuffle = 1;
    other = plain;
    other.shuffle = 0;
    other.skip = true;
    same_as_plain(&plain, &other);
}

TEST(infinite_bandwidth_gives_each_request_back)
{
    bench b = infinite();
    start(&b, 1);
    traffic(&b, 4000, 20000, 60);
    CU_ASSERT_TRUE(b.sent > 4000);
    CU_ASSERT_EQUAL(b.sent, b.got);
    CU_ASSERT_TRUE(memsys_idle(b.m));
    memsys_free(b.m);
}

UNIT_MAIN("memsys", T(lone_l2_hit_latency), T(a_lone_write_takes_two_crossbars_and_the_rop_delay),
          T(latencies_are_counted_by_level), T(lone_dram_row_hit_takes_115_cycles_more),
          T(order_shuffle_same_stats), T(quiet_skip_same_stats),
          T(quiet_skip_same_stats_with_small_queues_and_other_clocks),
          T(quiet_skip_same_stats_with_refresh_write_queue_and_two_buses),
          T(quiet_skip_same_stats_with_infinite_dram),
          T(quiet_skip_same_stats_in_every_policy_of_l2), T(idle_memory_is_quiet_for_ever),
          T(rop_delay_is_quiet), T(laws_hold_after_random_traffic),
          T(laws_hold_with_one_sm_one_channel_and_queues_of_one),
          T(laws_hold_with_128_sms_and_64_channels), T(lost_request_breaks_the_laws),
          T(unanswered_request_breaks_the_laws), T(dump_names_who_waits_for_whom),
          T(map_that_splits_lines_is_refused), T(infinite_bandwidth_keeps_the_unloaded_latencies),
          T(infinite_bandwidth_answers_all_sms_at_once),
          T(infinite_bandwidth_pending_hit_waits_for_its_line),
          T(infinite_bandwidth_same_stats_when_skipping),
          T(infinite_bandwidth_gives_each_request_back))
