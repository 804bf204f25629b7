// test_trace.c : Accel-Sim traces: what a line means in each tracer version, spaces, CTAs.
//
// links: trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "trace_rig.h"

#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

// The first instruction of CTA 0, executed.
static winst first_of(place *p, wexec *x)
{
    const winst *i;
    p->f.cta_start(p->f.self, 0, 0, 0);
    void *w = p->f.warp(p->f.self, 0, 0, 0, &i);
    if (i->kind == W_FAULT) fprintf(stderr, "%s", p->e.text);
    CU_ASSERT_NOT_EQUAL_FATAL(i->kind, W_FAULT);
    const winst out = *i;
    *x = (wexec){.barrier = 9, .barrier_warps = 9, .barrier_pass = true};
    p->f.issue(w, x);
    return out;
}

static winst line_of(const char *text, wexec *x)
{
    place p;
    open_trace(&p, text);
    const winst i = first_of(&p, x);
    close_trace(&p);
    return i;
}

// ---- versions and formats

TEST(versions_2_to_5_tell_the_same)
{
    static const char *const texts[] = {
        HEAD("2", "70", "")
            CTA("0", "1", "0 0 0 0 0010 0000ffff 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f0000001000 8 \n"),
        ONE("3", "70", "", "0010 0000ffff 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f0000001000 8 "),
        ONE("4", "70", "", "0010 0000ffff 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f0000001000 8 "),
        ONE("5", "70", "", "0010 0000ffff 1 R4 LDG.E.64.SYS 1 R2 8 1 0x7f0000001000 8 0 ")};
    for (unsigned k = 0; k < 4; k++) {
        wexec x;
        const winst i = line_of(texts[k], &x);
        CU_ASSERT_EQUAL(i.kind, W_LOAD);
        CU_ASSERT_EQUAL(i.unit, UNIT_MEM);
        CU_ASSERT_EQUAL(i.lane_bytes, 8);
        CU_ASSERT_EQUAL(i.pc, 1);
        CU_ASSERT_EQUAL(x.active, 0xffff);
        CU_ASSERT_EQUAL(x.space, SPACE_GLOBAL);
        for (unsigned l = 0; l < 16; l++) CU_ASSERT_EQUAL(x.addr[l], 0x7f0000001000 + 8 * l);
    }
}

TEST(line_numbers_stand_first_when_enabled)
{
    wexec x;
    const winst i =
        line_of(ONE("4", "70", "-enable lineinfo = 1\n", "77 0010 ffffffff 1 R4 MOV 1 R2 0"), &x);
    CU_ASSERT_EQUAL(i.line, 77);
    CU_ASSERT_EQUAL(i.pc, 1);
}

TEST(address_formats_tell_the_same)
{
    static const char *const texts[] = {
        ONE("4", "70", "", "0000 0000001e 0 STG.E 2 R2 R4 4 0 0x2000 0x2008 0x2010 0x2018 "),
        ONE("4", "70", "", "0000 0000001e 0 STG.E 2 R2 R4 4 1 0x2000 8 "),
        ONE("4", "70", "", "0000 0000001e 0 STG.E 2 R2 R4 4 2 0x2000 8 8 8 ")};
    for (unsigned k = 0; k < 3; k++) {
        wexec x;
        const winst i = line_of(texts[k], &x);
        CU_ASSERT_EQUAL(i.kind, W_STORE);
        for (unsigned l = 1; l < 5; l++) CU_ASSERT_EQUAL(x.addr[l], 0x2000 + 8 * (l - 1));
    }
}

TEST(differences_are_from_lane_to_lane_and_skip_idle_lanes)
{
    wexec x;
    line_of(ONE("5", "70", "", "0000 80000011 0 STG.E 2 R2 R4 4 2 0x2000 -4096 64 0 "), &x);
    CU_ASSERT_EQUAL(x.addr[0], 0x2000);
    CU_ASSERT_EQUAL(x.addr[4], 0x1000);
    CU_ASSERT_EQUAL(x.addr[31], 0x1040);
}

TEST(an_instruction_of_no_lane_has_no_address)
{
    wexec x;
    line_of(ONE("4", "70", "", "0000 00000000 0 STG.E 2 R2 R4 4 1 0x0 0 "), &x);
    CU_ASSERT_EQUAL(x.active, 0);
}

// ---- lanes behind their EXIT

// Executes warp 0 of CTA 0 until it ends; what the instructions did goes to x, their kinds to
// kinds. Returns how many there were.
static unsigned run_warp(place *p, wexec *x, uint8_t *kinds, unsigned most)
{
    const winst *i;
    unsigned n = 0;
    p->f.cta_start(p->f.self, 0, 0, 0);
    void *w = p->f.warp(p->f.self, 0, 0, 0, &i);
    for (; i && n < most; n++) {
        if (i->kind == W_FAULT) fprintf(stderr, "%s", p->e.text);
        CU_ASSERT_NOT_EQUAL_FATAL(i->kind, W_FAULT);
        kinds[n] = i->kind;
        x[n] = (wexec){0};
        i = p->f.issue(w, &x[n]);
    }
    return n;
}

// clang-format off
#define BEHIND(n, lines) \
    HEAD("4", "70", "") CTA("0", n, lines) CTA("1", "1", "0000 ffffffff 0 EXIT 0 0\n")
// clang-format on
enum { SOME = 8 };

TEST(lanes_behind_their_exit_are_taken_out_of_all_address_formats)
{
    static const char *const formats[] = {"0 0x2000 0x2008 0x2010 0x2018", "1 0x2000 8",
                                          "2 0x2000 8 8 8"};
    for (unsigned k = 0; k < 3; k++) {
        char text[1024];
        place p;
        wexec x[SOME];
        uint8_t kinds[SOME];
        snprintf(text, sizeof text,
                 BEHIND("3", "0000 00000004 0 EXIT 0 0\n0010 0000001e 0 STG.E 2 R2 R4 4 %s\n0020 "
                             "fffffffb 0 EXIT 0 0\n"),
                 formats[k]);
        open_trace(&p, text);
        CU_ASSERT_EQUAL(run_warp(&p, x, kinds, SOME), 3);
        CU_ASSERT_EQUAL(kinds[1], W_STORE);
        CU_ASSERT_EQUAL(x[1].active, 0x1a);
        CU_ASSERT(x[1].addr[1] == 0x2000 && x[1].addr[3] == 0x2010 && x[1].addr[4] == 0x2018);
        CU_ASSERT_EQUAL(x[2].active, 0xfffffffb);
        CU_ASSERT_EQUAL(trace_ignored_of(p.t)->insns_after_exit, 1);
        close_trace(&p);
    }
}

TEST(addresses_of_lanes_behind_their_exit_are_not_looked_at)
{
    place p;
    wexec x[SOME];
    uint8_t kinds[SOME];
    // Lane 0 would be of global memory and misaligned; the space is that of the first lane that is
    // left.
    open_trace(
        &p,
        BEHIND(
            "2",
            "0000 00000001 0 EXIT 0 0\n0010 00000003 1 R4 LD.E 1 R2 4 0 0x2001 0x7f4000000010\n"));
    CU_ASSERT_EQUAL(run_warp(&p, x, kinds, SOME), 2);
    CU_ASSERT(kinds[1] == W_LOAD && x[1].active == 2 && x[1].space == SPACE_SHARED &&
              x[1].addr[1] == 0x10);
    close_trace(&p);
}

TEST(instructions_of_lanes_all_behind_their_exit_are_left_out)
{
    place p;
    wexec x[SOME];
    uint8_t kinds[SOME];
    open_trace(&p, BEHIND("6", "0000 0000ffff 0 EXIT 0 0\n0010 00000f00 0 BAR.SYNC 0 0\n0020 "
                               "00000000 0 BRA 0 0\n0030 ffff0000 0 EXIT 0 0\n"
                               "0040 00000000 0 BRA 0 0\n0050 ffffffff 1 R4 MOV 1 R2 0\n"));
    CU_ASSERT_EQUAL(run_warp(&p, x, kinds, SOME), 3); // EXIT, a branch that no lane takes, EXIT
    CU_ASSERT(kinds[0] == W_ALU && kinds[1] == W_ALU && x[1].active == 0 &&
              x[2].active == 0xffff0000);
    CU_ASSERT_EQUAL(trace_ignored_of(p.t)->insns_after_exit, 3);
    const char *first = trace_ignored_of(p.t)->first;
    CU_ASSERT(first && strstr(first, "kernel-1.traceg:23")); // the barrier's line
    close_trace(&p);
}

TEST(a_warp_without_instructions_is_one_exit_of_no_lane)
{
    place p;
    wexec x[SOME];
    uint8_t kinds[SOME];
    open_trace(&p, BEHIND("0", ""));
    CU_ASSERT_EQUAL(run_warp(&p, x, kinds, SOME), 1);
    CU_ASSERT(kinds[0] == W_ALU && x[0].active == 0);
    CU_ASSERT_EQUAL(trace_ignored_of(p.t)->empty_warps, 1);
    close_trace(&p);
}

// ---- registers and places

TEST(rz_is_no_register)
{
    wexec x;
    const winst i = line_of(ONE("4", "70", "", "0000 ffffffff 1 R255 IMAD 3 R1 R255 R2 0"), &x);
    CU_ASSERT_EQUAL(i.n_dst, 0);
    CU_ASSERT_EQUAL(i.n_src, 2);
    CU_ASSERT_EQUAL(i.regs[0], 1);
    CU_ASSERT_EQUAL(i.regs[1], 2);
}

TEST(a_wide_load_writes_as_many_registers)
{
    wexec x;
    winst i = line_of(ONE("4", "70", "", "0000 00000001 1 R4 LDG.E.128.SYS 1 R2 16 1 0x100 0"), &x);
    CU_ASSERT_EQUAL(i.n_dst, 4);
    for (unsigned k = 0; k < 4; k++) CU_ASSERT_EQUAL(i.regs[k], 4 + k);
    CU_ASSERT_EQUAL(i.regs[4], 2);
    i = line_of(ONE("4", "70", "", "0000 00000001 1 R253 LDG.E.128.SYS 1 R2 16 1 0x100 0"), &x);
    CU_ASSERT_EQUAL(i.n_dst, 2); // R253, R254
    i = line_of(ONE("4", "70", "-registers named = 300\n",
                    "0000 00000001 1 R299 LDG.E.128.SYS 1 R2 16 1 0x100 0"),
                &x);
    CU_ASSERT_EQUAL(i.n_dst, 1);
}

// Volta: 16 bytes each. Maxwell: three of four words of 8 bytes are instructions; Kepler: seven of
// eight.
TEST(pcs_count_instructions)
{
    wexec x;
    CU_ASSERT_EQUAL(line_of(ONE("4", "75", "", "01a0 ffffffff 0 NOP 0 0"), &x).pc, 0x1a);
    CU_ASSERT_EQUAL(line_of(ONE("4", "61", "", "0008 ffffffff 0 NOP 0 0"), &x).pc, 0);
    CU_ASSERT_EQUAL(line_of(ONE("4", "61", "", "0018 ffffffff 0 NOP 0 0"), &x).pc, 2);
    CU_ASSERT_EQUAL(line_of(ONE("4", "61", "", "0028 ffffffff 0 NOP 0 0"), &x).pc, 3);
    CU_ASSERT_EQUAL(line_of(ONE("4", "35", "", "0038 ffffffff 0 NOP 0 0"), &x).pc, 6);
    CU_ASSERT_EQUAL(line_of(ONE("4", "35", "", "0048 ffffffff 0 NOP 0 0"), &x).pc, 7);
}

// ---- spaces

typedef struct space_case {
    const char *line;
    unsigned space;
    uint64_t addr; // of lane 3
} space_case;

// Local memory of 2 SMs x 4 CTAs x 32 threads is spread word by word; the warp is that of slot 0.
TEST(addresses_tell_the_space)
{
    static const space_case cases[] = {
        {ONE("4", "70", "", "0000 00000008 1 R4 LD.E 1 R2 4 1 0x7f4000000040 0"), SPACE_SHARED,
         0x40},
        {ONE("4", "70", "", "0000 00000008 1 R4 LD.E 1 R2 4 1 0x7f4000fffffc 0"), SPACE_SHARED,
         0xfffffc},
        {ONE("4", "70", "", "0000 00000008 1 R4 LD.E 1 R2 4 1 0x7f4001000000 0"), SPACE_GLOBAL,
         0x7f4001000000},
        {ONE("4", "70", "", "0000 00000008 1 R4 LD.E 1 R2 4 1 0x7f4002000020 0"), SPACE_LOCAL,
         (8 * 256 + 3) * 4},
        {ONE("4", "35", "", "0000 00000008 1 R4 LD.E 1 R2 4 1 0x7f4000000040 0"), SPACE_GLOBAL,
         0x7f4000000040},
        {ONE("4", "70", "", "0000 00000008 1 R4 LDL 1 R2 4 1 0x20 0"), SPACE_LOCAL,
         (8 * 256 + 3) * 4},
        {ONE("4", "70", "", "0000 00000008 1 R4 LDL.U8 1 R2 1 1 0x22 0"), SPACE_LOCAL,
         (8 * 256 + 3) * 4 + 2},
        {ONE("4", "70", "", "0000 00000008 1 R4 LDS 1 R2 4 1 0x7f4000000040 0"), SPACE_SHARED,
         0x40},
        {ONE("4", "70", "", "0000 00000008 1 R4 LDS 1 R2 4 1 0x40 0"), SPACE_SHARED, 0x40},
        {ONE("4", "70", "", "0000 00000008 1 R4 ATOM.E.ADD 2 R2 R3 4 1 0x7f4000000040 0"),
         SPACE_SHARED, 0x40},
        {ONE("4", "70", "", "0000 00000008 0 RED.E.ADD 2 R2 R3 4 1 0x7f5000000040 0"), SPACE_GLOBAL,
         0x7f5000000040},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        wexec x;
        line_of(cases[k].line, &x);
        CU_ASSERT_EQUAL(x.space, cases[k].space);
        CU_ASSERT_EQUAL(x.addr[3], cases[k].addr);
    }
}

TEST(local_memory_of_slots_lies_apart)
{
    place p;
    const winst *i;
    wexec x;
    open_trace(&p, ONE("4", "70", "", "0000 ffffffff 1 R4 LDL 1 R2 4 1 0x20 0"));
    p.f.cta_start(p.f.self, 0, 1, 2);
    void *w = p.f.warp(p.f.self, 1, 2, 0, &i);
    p.f.issue(w, &x);
    for (unsigned l = 0; l < WARP_LANES; l++)
        CU_ASSERT_EQUAL(x.addr[l], (8u * 256 + 6 * 32 + l) * 4); // slot 1 x 4 + 2
    close_trace(&p);
}

// Between the words of a thread are those of all threads that fit the machine; in device addresses
// it is what the header says.
TEST(words_of_local_memory_have_their_step)
{
#define WIDE(more) ONE("4", "70", more, "0000 00000008 1 R4 LDL.64 1 R2 8 1 0x20 0")
    static const char *const texts[] = {
        WIDE(""), WIDE("-local mem base_addr = 0x0"),
        WIDE("-local mem base_addr = 0x0\n-local word step = 1024")};
    static const uint64_t first[] = {(8 * 256 + 3) * 4, 0x20, 0x20}, steps[] = {256 * 4, 128, 1024};
    for (unsigned k = 0; k < 3; k++) {
        place p;
        wexec x;
        open_trace(&p, texts[k]);
        first_of(&p, &x);
        CU_ASSERT_EQUAL(x.addr[3], first[k]);
        CU_ASSERT_EQUAL(p.f.local_step, steps[k]);
        close_trace(&p);
    }
}

TEST(a_kernel_lies_where_the_header_says)
{
    static const char *const texts[] = {ONE("4", "70", "", "0000 00000001 1 R4 MOV 1 R2 0"),
                                        ONE("4", "70",
                                            "-code at = 77\n-code of = 0x12345678abcdef01",
                                            "0000 00000001 1 R4 MOV 1 R2 0")};
    for (unsigned k = 0; k < 2; k++) {
        place p;
        wexec x;
        open_trace(&p, texts[k]);
        CU_ASSERT_EQUAL(first_of(&p, &x).pc, 0);
        CU_ASSERT_EQUAL(p.f.code_at, k ? 77 : 0);
        CU_ASSERT_EQUAL(p.f.program, k ? 0x12345678abcdef01 : 0);
        close_trace(&p);
    }
}

TEST(barriers_have_numbers_counts_and_arrivals)
{
    wexec x;
    line_of(ONE("4", "70", "", "0000 ffffffff 0 BAR.SYNC 0 0"), &x);
    CU_ASSERT(x.barrier == 0 && x.barrier_warps == 0 && !x.barrier_pass);
    line_of(ONE("5", "70", "", "0000 ffffffff 0 BAR.ARV 0 0 15"), &x);
    CU_ASSERT(x.barrier == 15 && x.barrier_warps == 0 && x.barrier_pass);
    line_of(ONE("5", "70", "", "0000 ffffffff 0 BAR.SYNC 0 0 128"), &x);
    CU_ASSERT(x.barrier == 0 && x.barrier_warps == 4 && !x.barrier_pass);
    line_of(ONE("5", "70", "", "0000 ffffffff 0 BAR.SYNC.T64 0 0 3"), &x);
    CU_ASSERT(x.barrier == 3 && x.barrier_warps == 2 && !x.barrier_pass);
}

// ---- CTAs

TEST(ctas_may_be_placed_in_any_order)
{
    place p;
    const winst *i;
    wexec x;
    open_trace(&p, HEAD("4", "70", "") CTA("0", "1", "0000 00000001 1 R4 LDG.E 1 R2 4 1 0x100 0\n")
                       CTA("1", "1", "0000 00000001 1 R4 LDG.E 1 R2 4 1 0x200 0\n"));
    for (unsigned k = 0; k < 2; k++) {
        p.f.cta_start(p.f.self, 1 - k, k, 0);
        void *w = p.f.warp(p.f.self, k, 0, 0, &i);
        CU_ASSERT_PTR_NULL(p.f.issue(w, &x));
        CU_ASSERT_EQUAL(x.addr[0], 0x100u * (2 - k));
    }
    close_trace(&p);
}

TEST(one_pc_may_hold_several_instructions) // of functions that are called, each with PCs of its own
{
    place p;
    const winst *i;
    wexec x;
    open_trace(&p, HEAD("4", "70", "") CTA("0", "3",
                                           "0000 ffffffff 1 R4 FADD 2 R2 R3 0\n0000 ffffffff 1 R5 "
                                           "DADD 2 R2 R3 0\n0000 ffffffff 1 R4 FADD 2 R2 R3 0\n"));
    p.f.cta_start(p.f.self, 0, 0, 0);
    void *w = p.f.warp(p.f.self, 0, 0, 0, &i);
    const winst *second = p.f.issue(w, &x);
    CU_ASSERT_EQUAL(i->latency, LAT_fp_add);
    CU_ASSERT_EQUAL(second->latency, LAT_dp_add);
    CU_ASSERT_PTR_EQUAL(p.f.issue(w, &x), i);
    close_trace(&p);
}

UNIT_MAIN("trace", T(versions_2_to_5_tell_the_same), T(line_numbers_stand_first_when_enabled),
          T(address_formats_tell_the_same),
          T(differences_are_from_lane_to_lane_and_skip_idle_lanes),
          T(an_instruction_of_no_lane_has_no_address),
          T(lanes_behind_their_exit_are_taken_out_of_all_address_formats),
          T(addresses_of_lanes_behind_their_exit_are_not_looked_at),
          T(instructions_of_lanes_all_behind_their_exit_are_left_out),
          T(a_warp_without_instructions_is_one_exit_of_no_lane), T(rz_is_no_register),
          T(a_wide_load_writes_as_many_registers), T(pcs_count_instructions),
          T(addresses_tell_the_space), T(local_memory_of_slots_lies_apart),
          T(words_of_local_memory_have_their_step), T(a_kernel_lies_where_the_header_says),
          T(barriers_have_numbers_counts_and_arrivals), T(ctas_may_be_placed_in_any_order),
          T(one_pc_may_hold_several_instructions))
