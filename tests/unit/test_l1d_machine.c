// test_l1d_machine.c : the options of L1D in the whole machine: laws, skipping, order of
// evaluation, timing of limits.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// clang-format off
#define LOCAL_STORE(a, v, ...) \
    {INST(.kind = W_STORE, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 4, .n_src = 2, \
     .regs = {a, v}), .lanes = EVERY_LANE, __VA_ARGS__}
#define LOCAL_LOAD(d, s, ...) \
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_LOCAL, .lane_bytes = 4, .n_dst = 1, \
     .n_src = 1, .regs = {d, s}), .lanes = EVERY_LANE, __VA_ARGS__}
// clang-format on

// Divergent and coalesced loads, global and local stores to lines that are read, atomics, a
// barrier, a fence.
static const step prog[] = {
    PARAM(1),
    LOAD(2, 1, .base = 0xC0000000, .lane_stride = 132, .warp_stride = 512, .cta_stride = 8192,
         .round_stride = 4),
    LOCAL_STORE(1, 2, .base = 0xD0000000, .lane_stride = 4, .warp_stride = 1024, .cta_stride = 8192,
                .round_stride = 128),
    LOAD(3, 1, .base = 0xC0200000, .lane_stride = 4, .round_stride = 128),
    ALU(4, 3),
    STORE(1, 4, .base = 0xC0200000, .lane_stride = 8, .warp_stride = 128, .cta_stride = 4096,
          .round_stride = 64),
    LOCAL_LOAD(5, 1, .base = 0xD0000000, .lane_stride = 4, .warp_stride = 1024, .cta_stride = 8192,
               .round_stride = 64),
    STORE(1, 5, .base = 0xC0300000, .lane_stride = 4, .warp_stride = 128, .round_stride = 4096),
    BARRIER(),
    LOOP(1, 10),
    FENCE(),
    ATOM(7, 1, .base = 0xC0200000, .lane_stride = 4)};

static config machine(void)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 3;
    c.l1d.index = INDEX_LINEAR;
    return c;
}

static run run_prog(const config *c, const gpu_hooks *h, script *s)
{
    *s = script_of(prog, .ctas = 12, .warps = 6, .regs = 20, .shared = 4096);
    return run_script(c, h, s);
}

static void same(const config *c, const gpu_hooks *h)
{
    script a, b;
    run p = run_prog(c, NULL, &a), q = run_prog(c, h, &b);
    err_print(&p.e);
    CU_ASSERT_EQUAL(p.status, ST_OK); // the laws hold too
    CU_ASSERT_EQUAL(q.status, ST_OK);
    CU_ASSERT(json_equal(p.stats, q.stats));
    run_end(&p, &a);
    run_end(&q, &b);
}

static void good(const config *c)
{
    same(c, &(gpu_hooks){.no_skip = true});
    same(c, &(gpu_hooks){.shuffle_seed = 5});
}

TEST(skipping_and_order_change_nothing_with_gtx480)
{
    config c = machine();
    c.stats.locality = true;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_write_through)
{
    config c = machine();
    c.l1d.global_write = c.l1d.local_write = L1_WRITE_THROUGH;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_write_back)
{
    config c = machine();
    c.l1d.global_write = L1_WRITE_BACK;
    good(&c);
    c.l1d.write_allocate = true;
    good(&c);
    c.l1d.allocate = ALLOCATE_FILL;
    c.l1d.miss_queue = 1;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_allocation_on_fill)
{
    config c = machine();
    c.l1d.allocate = ALLOCATE_FILL;
    good(&c);
}

TEST(skipping_and_order_change_nothing_without_a_cache)
{
    config c = machine();
    c.l1d.enable = false;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_banks)
{
    config c = machine();
    c.l1d.sets = 64;
    c.l1d.banks = 8;
    good(&c);
    c.l1d.bypass = RACB_ON;
    c.l1d.global_write = L1_WRITE_BACK;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_a_pipeline_before_the_tags)
{
    config c = machine();
    for (unsigned banks = 1; banks <= 4; banks *= 4) {
        c.l1d.banks = banks;
        for (c.l1d.latency = 2; c.l1d.latency < 40; c.l1d.latency += 12) good(&c);
    }
}

// L1I and L1C wait for lines in sectors too, stores for as many acknowledgements.
TEST(skipping_and_order_change_nothing_with_sectors)
{
    config c = machine();
    c.l2.sector_bytes = 32;
    c.l2.intake_room = 4;
    c.l1d.latency = 20;
    good(&c);
    c.l1d.bypass = RACB_ON;
    c.l1d.global_write = L1_WRITE_BACK;
    good(&c);
    c.l1d.enable = false;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_racb)
{
    config c = machine();
    c.l1d.bypass = RACB_ON;
    good(&c);
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    good(&c);
}

TEST(skipping_and_order_change_nothing_with_a_fixed_latency)
{
    config c = machine();
    c.limits.l1_miss_latency = 300;
    good(&c);
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    good(&c);
}

TEST(write_back_goes_with_mrpb)
{
    config c = machine();
    c.mrpb.enable = true;
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    good(&c);
}

static uint64_t counted(const config *c, const char *group, const char *name)
{
    script s;
    run r = run_prog(c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    const uint64_t n = count_of(&r, group, name);
    run_end(&r, &s);
    return n;
}

// 12 CTAs of 6 warps, 11 rounds: of GTX480 only local stores may stay in L1D, and only those that
// hit.
TEST(local_stores_that_hit_stay_in_l1d)
{
    config c = machine();
    const uint64_t stored = counted(&c, "l1d", "writes_stored");
    CU_ASSERT(stored > 0 && stored <= 12 * 6 * 11);
    c.l1d.local_write = L1_WRITE_EVICT;
    CU_ASSERT_EQUAL(counted(&c, "l1d", "writes_stored"), 0);
}

TEST(dirty_global_lines_reach_l2_after_the_last_block_local_ones_do_not)
{
    config c = machine();
    c.l1d.ways = 64; // nothing is replaced
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    script s;
    run r = run_prog(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "evictions"), 0);
    CU_ASSERT(count_of(&r, "l1d", "writebacks") > 0);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "writebacks"), count_of(&r, "l1d", "writeback_acks"));
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "dirty_dropped"), 0); // the next kernel's begin drops them
    run_again(&r, &s, "script");
    CU_ASSERT(count_of(&r, "l1d", "dirty_dropped") > 0);
    run_end(&r, &s);
}

// ---- the fixed latency (Bandwidth, Figure 3)

// A miss that L1D accepts in cycle t fills in t + latency and is returned two cycles later; a hit
// is returned in t.
TEST(a_miss_takes_the_fixed_latency_and_two_cycles_more_than_a_hit)
{
    static const step two[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1),
                               LOAD(3, 2, .base = 0xC0000000), ALU(4, 3)};
    static const unsigned latencies[] = {1, 2, 100, 9999};
    for (unsigned k = 0; k < sizeof latencies / sizeof *latencies; k++) {
        config c = machine();
        c.limits.l1_miss_latency = latencies[k];
        script s = script_of(two, .ctas = 1);
        run r = run_script(&c, NULL, &s);
        const uint64_t miss = issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                       hit = issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0);
        CU_ASSERT_EQUAL(miss - hit, latencies[k] + 2);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "left_out"), 1);
        CU_ASSERT_EQUAL(count_of(&r, "memory", "requests"), count_of(&r, "l1i", "misses"));
        run_end(&r, &s);
    }
}

TEST(the_fixed_latency_serves_any_number_at_a_time)
{
    static const step one[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128), ALU(2, 1)};
    config c = machine();
    c.limits.l1_miss_latency = 500;
    script s = script_of(one, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    // 32 misses accepted in 32 cycles; each fills 500 later and is returned 2 after that, one a
    // cycle
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    c.sm.issue_latency + 1 + 1 + 31 + 500 + 2);
    run_end(&r, &s);
}

// ---- the latency of misses (Bandwidth, Figure 1)

// A load's registers are free two cycles after its line has come, and its user is issued in the
// next cycle: what lies between the two issues beyond that, and the way to L1D, is the latency.
static uint64_t seen_latency(const config *c, const script *s)
{
    return issued_at(s, 0, 1, 0) - issued_at(s, 0, 0, 0) - (c->sm.issue_latency + 1) - (2 + 1);
}

TEST(a_miss_is_counted_from_its_acceptance_to_its_line)
{
    static const step one[] = {LOAD(1, 9, .base = 0xC0000000), ALU(2, 1)};
    const config c = one_sm();
    script s = script_of(one, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    const uint64_t cold = seen_latency(&c, &s);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "miss_latency"), cold);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "l2_hit_fills"), 0);
    run_again(&r, &s, "script"); // L1D is empty again, L2 has the line
    const uint64_t warm = seen_latency(&c, &s);
    CU_ASSERT(cold > c.l2.rop_latency + c.dram.fixed_latency && warm > c.l2.rop_latency);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "fills"), 2);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "miss_latency"), cold + warm);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "l2_hit_fills"), 1);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "l2_hit_latency"), warm);
    run_end(&r, &s);
}

// Core cycles that the misses of eight warps spend between L1D and the network, after a store of
// each warp or without (the clocks are the same).
static uint64_t before_the_network(bool stores)
{
    static const step steps[] = {
        STORE(1, 2, .base = 0xC0400000, .lane_stride = 4, .warp_stride = 128),
        LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4, .warp_stride = 128), ALU(2, 1)};
    config c = one_sm();
    c.icnt.request_flit_bytes = 8;
    script s = script_make(steps + !stores, 3 - !stores, (script_size){.warps = 8});
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "fills"), 8);
    const uint64_t cycles =
        count_of(&r, "l1d", "miss_latency") - count_of(&r, "memory", "dram_latency");
    run_end(&r, &s);
    return cycles;
}

// A store has 17 flits, of which the network takes one a cycle. The reads behind it wait in the
// miss queue, and that wait is part of their latency.
TEST(the_wait_in_the_miss_queue_is_part_of_the_latency)
{
    CU_ASSERT(before_the_network(true) > before_the_network(false) + 8 * 17);
}

TEST(every_miss_has_the_fixed_latency)
{
    for (unsigned k = 0; k < 2; k++) {
        script s;
        config c = machine();
        c.l1d.allocate = k ? ALLOCATE_FILL : ALLOCATE_MISS;
        c.limits.l1_miss_latency = 300;
        run r = run_prog(&c, NULL, &s);
        const uint64_t fills = count_of(&r, "l1d", "fills");
        CU_ASSERT(fills > 1000);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "miss_latency"), 300 * fills);
        CU_ASSERT_EQUAL(count_of(&r, "l1d", "l2_hit_fills"), fills);
        run_end(&r, &s);
    }
}

// ---- a request that is refused

// One lane a line, all lines of one set: misses are accepted in successive cycles, the first `ways`
// of them at once. The next one is tried from then on until the first line is filled, which is the
// fixed latency after its miss; those behind it find a line filled in their cycle.
TEST(a_refused_request_is_counted_in_every_cycle_of_its_retries_and_keeps_the_head)
{
    static const unsigned latencies[] = {40, 41, 300};
    for (unsigned k = 0; k < sizeof latencies / sizeof *latencies; k++) {
        for (unsigned more = 1; more <= 3; more++) {
            config c = machine();
            c.limits.l1_miss_latency = latencies[k];
            step one[] = {LOAD(1, 9, .base = 0xC0000000,
                               .lane_stride = (uint64_t)c.l1d.sets * c.l1d.line_bytes),
                          ALU(2, 1)};
            one[0].lanes = (1 << (c.l1d.ways + more)) - 1;
            script s = script_of(one, .ctas = 1);
            run r = run_script(&c, NULL, &s);
            CU_ASSERT_EQUAL(count_of(&r, "l1d", "fail_line"), latencies[k] - c.l1d.ways);
            CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), c.l1d.ways + more);
            run_end(&r, &s);
        }
    }
}

// ---- banks (WarpPool 4.1)

static uint64_t busy_of_hits;

static uint64_t cycles_of_hits(unsigned banks, uint64_t lane_stride)
{
    const step two[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = lane_stride), ALU(2, 1),
                        LOAD(3, 2, .base = 0xC0000000, .lane_stride = lane_stride), ALU(4, 3)};
    config c = machine();
    c.l1d.sets = 64;
    c.l1d.banks = banks;
    script s = script_of(two, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_hits"), 32);
    busy_of_hits = count_of(&r, "l1d", "busy_cycles") - 32; // the misses go one a cycle
    const uint64_t cycles =
        issued_at(&s, 0, 3, 0) - issued_at(&s, 0, 2, 0) - c.sm.issue_latency - 1;
    run_end(&r, &s);
    return cycles;
}

// 32 lines in 32 sets: banks hits a cycle. Lines in one bank: one a cycle.
TEST(eight_banks_take_eight_hits_a_cycle)
{
    CU_ASSERT_EQUAL(cycles_of_hits(1, 128), 32);
    CU_ASSERT_EQUAL(busy_of_hits, 32);
    CU_ASSERT_EQUAL(cycles_of_hits(2, 128), 16);
    CU_ASSERT_EQUAL(cycles_of_hits(8, 128), 4);
    CU_ASSERT_EQUAL(busy_of_hits, 4);
    CU_ASSERT_EQUAL(cycles_of_hits(8, 2 * 128), 8); // four of the banks
    CU_ASSERT_EQUAL(cycles_of_hits(8, 8 * 128), 32);
}

TEST(eight_banks_take_one_miss_a_cycle)
{
    static const step one[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 128), ALU(2, 1)};
    config c = machine();
    c.l1d.sets = 64;
    c.l1d.banks = 8;
    c.limits.l1_miss_latency = 500;
    script s = script_of(one, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(issued_at(&s, 0, 1, 0) - issued_at(&s, 0, 0, 0),
                    c.sm.issue_latency + 1 + 1 + 31 + 500 + 2);
    // Four lines a bank, the lowest bank goes first: for four cycles each 7, 6, .. 0 other heads
    // are held.
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "bank_waits"), 4 * (7 + 6 + 5 + 4 + 3 + 2 + 1));
    run_end(&r, &s);
}

// ---- locality

TEST(locality_of_a_stream_that_warps_of_a_block_share)
{
    // Each warp reads the line twice: the first warp's first is a miss, then the same lanes, then
    // the other warps.
    static const step twice[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4), ALU(2, 1),
                                 LOAD(3, 2, .base = 0xC0000000, .lane_stride = 4), ALU(4, 3)};
    config c = machine();
    c.gpu.sms = 1;
    c.stats.locality = true;
    script s = script_of(twice, .ctas = 1, .warps = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "locality_intra_thread"), 1);
    run_end(&r, &s);
    s = script_of(twice, .ctas = 1, .warps = 4);
    r = run_script(&c, NULL, &s);
    const uint64_t same = count_of(&r, "l1d", "locality_intra_thread"),
                   block = count_of(&r, "l1d", "locality_block");
    CU_ASSERT_EQUAL(same + block, 7);
    CU_ASSERT(block >= 3); // each further warp comes to the line once at least
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "locality_core"), 0);
    run_end(&r, &s);
}

TEST(counting_locality_changes_nothing_else)
{
    config c = machine();
    script a, b;
    run p = run_prog(&c, NULL, &a);
    c.stats.locality = true;
    run q = run_prog(&c, NULL, &b);
    CU_ASSERT_EQUAL(p.status, ST_OK);
    CU_ASSERT_EQUAL(q.status, ST_OK);
    CU_ASSERT(count_of(&q, "l1d", "locality_core") > 0);
    json_t *o = json_object_get(q.stats, "l1d");
    static const char *const names[] = {"locality_intra_thread", "locality_inter_thread",
                                        "locality_block", "locality_core"};
    for (unsigned k = 0; k < 4; k++) json_object_set_new(o, names[k], json_integer(0));
    CU_ASSERT(json_equal(json_object_get(p.stats, "l1d"), o));
    CU_ASSERT_EQUAL(count_of(&p, NULL, "cycles"), count_of(&q, NULL, "cycles"));
    run_end(&p, &a);
    run_end(&q, &b);
}

// Each of N SMs reads the line once in each of two kernels: one miss, then N - 1 by other SMs, the
// second kernel's first, and N - 1 again.
TEST(locality_at_l2_of_a_line_that_all_sms_read)
{
    static const step once[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4), ALU(2, 1)};
    config c = machine();
    c.gpu.sms = 5;
    c.sm.ctas = 1;
    c.l1i.perfect = c.l1c.perfect = true;
    c.stats.locality = true;
    script s = script_of(once, .ctas = 5, .warps = 1);
    run r = run_script(&c, NULL, &s);
    run_again(&r, &s, "script");
    CU_ASSERT_EQUAL(count_of(&r, "l2", "read_misses"), 1);
    CU_ASSERT_EQUAL(count_of(&r, "l2", "locality_inter_core"), 2 * (5 - 1));
    CU_ASSERT_EQUAL(count_of(&r, "l2", "locality_inter_kernel"), 1);
    CU_ASSERT_EQUAL(count_of(&r, "l2", "locality_core"), 0);
    run_end(&r, &s);
}

// ---- coalescing windows

// Rounds over 16 lines, one a load: a window of 8 has lost each line when it comes again, one of 16
// and more has not.
TEST(a_window_merges_what_comes_again_within_its_size)
{
    static const step lines[] = {
        LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4, .round_stride = 128), ALU(2, 1),
        LOOP(0, 15)};
    config c = machine();
    c.gpu.sms = 1;
    c.stats.window = true;
    c.sm.ctas = 1; // one block after the other
    script s = script_of(lines, .ctas = 3, .warps = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_accesses"), 3 * 16);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "window_8"), 0);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "window_16"), 2 * 16);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "window_32"), 2 * 16);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "window_64"), 2 * 16);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "window_128"), 2 * 16);
    run_end(&r, &s);
}

// ---- one limit each

TEST(a_1024_times_larger_cache_misses_each_line_once)
{
    config c = machine();
    c.l1d.ways *= 1024;
    c.l1d.local_write = c.l1d.global_write = L1_WRITE_THROUGH;
    script s;
    run r = run_prog(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "evictions"), 0);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "cold_misses") +
                        count_of(&r, "l1d", "contention_intra_warp") +
                        count_of(&r, "l1d", "contention_cross_warp") +
                        count_of(&r, "l1d", "contention_cross_cta"),
                    count_of(&r, "l1d", "read_misses"));
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "fail_line"), 0);
    run_end(&r, &s);
}

TEST(racb_leaves_no_read_waiting_when_nothing_is_stored)
{
    static const step loads[] = {LOAD(1, 9, .base = 0xC0000000, .lane_stride = 4096),
                                 ALU(2, 1)}; // 32 lines in one set
    config c = machine();
    script s = script_of(loads, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT(count_of(&r, "l1d", "fail_line") > 28 * 50); // each of 28 waits for DRAM
    run_end(&r, &s);
    c.l1d.bypass = RACB_ON;
    s = script_of(loads, .ctas = 1);
    r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "read_misses"), 4);
    CU_ASSERT_EQUAL(count_of(&r, "l1d", "bypassed_reads"), 28);
    CU_ASSERT(count_of(&r, "l1d", "fail_line") < 2 * 28 + 28);
    run_end(&r, &s);
}

UNIT_MAIN("l1d_machine", T(skipping_and_order_change_nothing_with_gtx480),
          T(skipping_and_order_change_nothing_with_write_through),
          T(skipping_and_order_change_nothing_with_write_back),
          T(skipping_and_order_change_nothing_with_allocation_on_fill),
          T(skipping_and_order_change_nothing_without_a_cache),
          T(skipping_and_order_change_nothing_with_banks),
          T(skipping_and_order_change_nothing_with_a_pipeline_before_the_tags),
          T(skipping_and_order_change_nothing_with_sectors),
          T(skipping_and_order_change_nothing_with_racb),
          T(skipping_and_order_change_nothing_with_a_fixed_latency), T(write_back_goes_with_mrpb),
          T(local_stores_that_hit_stay_in_l1d),
          T(dirty_global_lines_reach_l2_after_the_last_block_local_ones_do_not),
          T(a_miss_is_counted_from_its_acceptance_to_its_line),
          T(the_wait_in_the_miss_queue_is_part_of_the_latency), T(every_miss_has_the_fixed_latency),
          T(a_miss_takes_the_fixed_latency_and_two_cycles_more_than_a_hit),
          T(the_fixed_latency_serves_any_number_at_a_time),
          T(a_refused_request_is_counted_in_every_cycle_of_its_retries_and_keeps_the_head),
          T(eight_banks_take_eight_hits_a_cycle), T(eight_banks_take_one_miss_a_cycle),
          T(a_1024_times_larger_cache_misses_each_line_once),
          T(locality_of_a_stream_that_warps_of_a_block_share),
          T(counting_locality_changes_nothing_else), T(locality_at_l2_of_a_line_that_all_sms_read),
          T(a_window_merges_what_comes_again_within_its_size),
          T(racb_leaves_no_read_waiting_when_nothing_is_stored))
