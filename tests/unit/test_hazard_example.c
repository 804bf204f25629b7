// test_hazard_example.c : the bandwidth paper's Figure 6 (ISPASS 2017, section IV.A), to the cycle.
//
// links: machine blocks config base
//
// Three load misses (I1 to I3), a load that hits (I4) and an independent multiplication (I5) are
// issued one a cycle; a miss takes 6 cycles, the multiplication 4. With two MSHRs I3 waits for the
// first response, so that I4 hits at 8 and I5 completes at 12; with enough MSHRs I4 hits at 4 and
// I5 completes at 8.
//
// The figure leaves out the pipeline between issue and L1D. Here its places are filled by hits of
// other warps between I3 and I4, without which I4 would have been issued before I3 is refused. They
// take a cycle of L1D each, so that I4 and I5 come FILLERS cycles later in both cases.
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

enum {
    MISS_CYCLES = 6,  // the figure's
    MULTIPLY = 4,     // the figure's
    ISSUE_CYCLES = 4, // from issue to the load/store unit and to the ALU; L1D is a cycle behind
    // sm.mem_pipeline, just enough for an issue a cycle
    FILLERS = ISSUE_CYCLES + 1,
    WARPS = 3 + FILLERS + 2,
    LAST = WARPS - 1
};

// Warps 0 to 2 have I1 to I3, the next ones the fillers, and the last but one has I4 and I5. The
// last one fetches the lines of the hits, while the others wait. Line w belongs to warp w.
#define ONLY(w) .only_warp = (w) + 1
#define LINES 0xC0000000
#define APART 0x10080 // in sets of their own
#define USE(d, s) \
    { \
        INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {d, s}), \
            .lanes = EVERY_LANE, ONLY(LAST - 1) \
    }
// clang-format off
static const step prog[] = {
    {INST(.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = 4, .n_dst = 1, .n_src = 1,
     .regs = {1, 9}), .lanes = (1 << (FILLERS + 1)) - 1, .base = LINES + 3 * APART,
     .lane_stride = APART, ONLY(LAST)},
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {2, 1}),
     .lanes = EVERY_LANE, ONLY(LAST)},
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {3, 9}),
     .lanes = EVERY_LANE, .not_warp = LAST + 1}, // so that I4 and I5 are fetched together
    BARRIER(),
    LOAD(1, 9, .base = LINES, .warp_stride = APART, .not_warp = LAST + 1),
    {INST(.kind = W_ALU, .unit = UNIT_SP, .n_dst = 1, .n_src = 1, .regs = {2, 9},
     .latency = LAT_fp_mul), .lanes = EVERY_LANE, ONLY(LAST - 1)},
    USE(3, 1), USE(4, 2),
};
// clang-format on
enum { ACCESS = 4, USE_OF_I4 = 6, USE_OF_I5 = 7 };

typedef struct times {
    uint64_t hit, complete, refused;
} times;

static config machine(unsigned mshrs)
{
    config c = one_sm();
    c.sm.schedulers = 1;
    c.sm.issue_latency = ISSUE_CYCLES;
    c.sm.mem_pipeline = FILLERS;
    c.latency.fp_mul = MULTIPLY;
    c.l1d.mshrs = mshrs;
    c.limits.l1_miss_latency = MISS_CYCLES - 1; // its MSHR is free a cycle after the line has come
    return c;
}

// Cycles in which MSHRs are missing in the first `steps` steps of the program.
static uint64_t refused(const config *c, unsigned steps)
{
    script s = script_make(prog, steps, (script_size){.warps = WARPS});
    run r = run_script(c, NULL, &s);
    const uint64_t n = count_of(&r, "l1d", "fail_mshr");
    run_end(&r, &s);
    return n;
}

// In the figure's cycles, in which I1 accesses L1D at 1.
static times run_example(unsigned mshrs)
{
    const config c = machine(mshrs);
    script s = script_of(prog, .warps = WARPS);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    const uint64_t at_1 = issued_at(&s, 0, ACCESS, 0) + ISSUE_CYCLES + 1, // I1 is at L1D
        start = at_1 - 1 + FILLERS;
    // The user of a hit is issued in the next cycle, that of a result writeback_latency + 1 after
    // its last cycle; and the ALU is a cycle nearer to issue than L1D, unlike in the figure.
    const times t = {.hit = issued_at(&s, LAST - 1, USE_OF_I4, 0) - 1 - start,
                     .complete =
                         issued_at(&s, LAST - 1, USE_OF_I5, 0) - c.sm.writeback_latency - start,
                     .refused = count_of(&r, "l1d", "fail_mshr") - refused(&c, ACCESS)};
    for (unsigned w = 0; w < 3; w++) // one a cycle
        CU_ASSERT_EQUAL(issued_at(&s, w, ACCESS, 0), issued_at(&s, 0, ACCESS, 0) + w);
    run_end(&r, &s);
    return t;
}

TEST(with_two_mshrs_i4_hits_at_8_and_i5_completes_at_12)
{
    const times t = run_example(2);
    CU_ASSERT_EQUAL(t.hit, 8);
    CU_ASSERT_EQUAL(t.complete, 12);
    CU_ASSERT_EQUAL(t.refused, 7 - 3); // I3, from 3 until the response of I1
}

TEST(with_enough_mshrs_i4_hits_at_4_and_i5_completes_at_8)
{
    const times t = run_example(32);
    CU_ASSERT_EQUAL(t.hit, 4);
    CU_ASSERT_EQUAL(t.complete, 8);
    CU_ASSERT_EQUAL(t.refused, 0);
}

UNIT_MAIN("hazard_example", T(with_two_mshrs_i4_hits_at_8_and_i5_completes_at_12),
          T(with_enough_mshrs_i4_hits_at_4_and_i5_completes_at_8))
