// test_stuck.c : a machine that is stuck says where the line is that is waited for, whoever waits.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/memsys.h"
#include "machine/run/stuck.h"
#include "test_sm_front.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

static const step one_load[] = {LOAD(1, 9, .base = 0xC0000100, .lane_stride = 4), ALU(2, 1)};

// The machine takes longer somewhere than it may be without progress: there the request is when it
// is called stuck.
static void program_stuck_at(const config *c, const step *prog, unsigned steps, const char *chain)
{
    script s = script_make(prog, steps, (script_size){.ctas = 1});
    run r = run_script(c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.e.text);
    if (!strstr(r.e.text, chain)) printf("# not said: %s\n%s", chain, r.e.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, chain));
    run_end(&r, &s);
}

static void stuck_at(const config *c, const char *chain)
{
    program_stuck_at(c, STEPS(one_load), chain);
}

static config impatient(void)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 1;
    c.gpu.stuck_cycles = 1000;
    c.l1i.perfect = c.l1c.perfect = true;
    return c;
}

// 0xC0000100: channel 1 of 6 by A >> 8, slice 0 or 1 of it by rest[8]
static unsigned channel(void) { return (0xC0000100u >> 8) % 6; }
static unsigned slice(void) { return channel() * 2 + ((0xC0000100u >> 8) / 6 & 1); }

TEST(a_request_in_the_rop_delay_is_found_there)
{
    config c = impatient();
    c.l2.rop_latency = 10000;
    char *chain = wl_format(
        "SM 0, warp 0, load 0 -> line 0xc0000100 -> MSHR of L1D 0 -> ROP delay of L2 slice %u\n",
        slice());
    stuck_at(&c, chain);
    free(chain);
}

TEST(a_request_on_its_way_to_dram_is_found_there)
{
    config c = impatient();
    c.dram.fixed_latency = 10000;
    char *chain = wl_format("SM 0, warp 0, load 0 -> line 0xc0000100 -> MSHR of L1D 0 -> MSHR of "
                            "L2 slice %u -> fixed delay of DRAM channel %u\n",
                            slice(), channel());
    stuck_at(&c, chain);
    free(chain);
}

TEST(a_request_at_a_bank_is_found_there)
{
    config c = impatient();
    c.dram.rcd = c.dram.rcdw = 1000;
    c.gpu.dram_mhz = 400; // 1000 cycles of 400 MHz are more than 1000 of 700
    char *chain =
        wl_format("-> MSHR of L2 slice %u -> a bank of DRAM channel %u\n", slice(), channel());
    stuck_at(&c, chain);
    free(chain);
}

static bool allowed(config *c, uint32_t stuck_cycles, const char *const sets[4])
{
    err e = {0};
    char *patience = wl_format("gpu.stuck_cycles=%u", stuck_cycles);
    const bool good =
        config_load(c, "gtx480",
                    (const char *const[]){sets[0], sets[1], sets[2], sets[3], patience}, 5,
                    &e) == ST_OK;
    free(patience);
    err_free(&e);
    return good;
}

// The least gpu.stuck_cycles that the rules allow: the machine comes to its end.
static void patient_enough(const char *a, const char *b, const char *d)
{
    const char *const sets[] = {"gpu.sms=1", a, b, d};
    config c;
    uint32_t no = 999, yes = 1000000;
    while (yes - no > 1) {
        const uint32_t half = no + (yes - no) / 2;
        *(allowed(&c, half, sets) ? &yes : &no) = half;
    }
    CU_ASSERT_FATAL(allowed(&c, yes, sets));
    script s = script_of(one_load, .ctas = 1);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    err_print(&r.e);
    run_end(&r, &s);
}

TEST(a_slow_machine_is_not_stuck_as_long_as_the_rules_allow_it)
{
    patient_enough("dram.queue=16", "dram.queue=16", "dram.queue=16");
    patient_enough("dram.fixed_latency=10000", "dram.queue=16", "dram.queue=16");
    patient_enough("dram.fixed_latency=10000", "l2.rop_latency=10000", "icnt.latency=1000");
    patient_enough("dram.refi=1100", "dram.rfc=1000", "gpu.dram_mhz=50");
    patient_enough("latency.int_add=1000", "sm.issue_latency=64", "sm.writeback_latency=64");
}

// A thief takes the request out of the network: nobody has it.
TEST(a_lost_reply_is_called_lost)
{
    config c = impatient();
    err e = {0};
    memsys *m = memsys_new(&c, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    const mreq r = {.addr = 0xC0000100, .bytes = 128, .kind = MREQ_READ, .load = 100, .warp = 3};
    const mreq_waiter w = {WAITS_LOAD, 0, 100};
    char *text = NULL;
    size_t bytes;
    FILE *f = open_memstream(&text, &bytes);
    stuck_locations *before = stuck_locations_new(), *after = stuck_locations_new();
    chan_push(memsys_request(m, 0), &r);
    memsys_view(m, &(mreq_view){stuck_add_location, before});
    chan_pop(memsys_request(m, 0));
    memsys_view(m, &(mreq_view){stuck_add_location, after});
    stuck_follow(before, &c, &w, f);
    stuck_follow(after, &c, &w, f);
    fclose(f);
    CU_ASSERT_STRING_EQUAL(
        text, "  SM 0, warp 3, load 100 -> line 0xc0000100 -> request channel of SM 0\n"
              "  SM 0, warp 3, load 100 -> nowhere in the machine: its reply is lost\n");
    free(text);
    stuck_locations_free(before);
    stuck_locations_free(after);
    memsys_free(m);
    err_free(&e);
}

// ---- who waits

// DRAM takes its time; the whole way of a request that waits for it.
static config slow_dram(void)
{
    config c = impatient();
    c.dram.fixed_latency = 10000;
    return c;
}

static void waits_for_dram(const config *c, const step *prog, unsigned steps, const char *waiter,
                           const char *in_sm)
{
    char *chain = wl_format("  SM 0, %s -> line 0xc0000100%s -> MSHR of L2 slice %u -> fixed delay "
                            "of DRAM channel %u\n",
                            waiter, in_sm, slice(), channel());
    program_stuck_at(c, prog, steps, chain);
    free(chain);
}

TEST(an_atomic_is_followed)
{
    static const step prog[] = {ATOM(1, 9, .base = 0xC0000100, .lane_stride = 4), ALU(2, 1)};
    const config c = slow_dram();
    waits_for_dram(&c, STEPS(prog), "warp 0, atomic 0", "");
}

TEST(a_load_without_a_cache_is_followed)
{
    config c = slow_dram();
    c.l1d.enable = false;
    waits_for_dram(&c, STEPS(one_load), "warp 0, load 0", "");
}

// The only way is reserved for the first line.
static const step two_loads[] = {LOAD(1, 9, .base = 0xC0010000, .lane_stride = 4),
                                 LOAD(2, 9, .base = 0xC0000100, .lane_stride = 4), ALU(3, 2)};

static config one_way(void)
{
    config c = slow_dram();
    c.l1d.sets = c.l1d.ways = 1;
    c.l1d.index = INDEX_LINEAR;
    return c;
}

TEST(a_load_round_a_full_set_is_followed)
{
    config c = one_way();
    c.l1d.bypass = RACB_ON;
    waits_for_dram(&c, STEPS(two_loads), "warp 0, load 1", "");
}

TEST(a_load_that_mrpb_sends_round_is_followed)
{
    config c = one_way();
    c.mrpb.enable = true;
    c.mrpb.bypass = BYPASS_ALL;
    waits_for_dram(&c, STEPS(two_loads), "warp 0, load 1", "");
}

TEST(a_load_before_l1d_is_found_there)
{
    config c = one_way();
    program_stuck_at(&c, STEPS(two_loads),
                     "  SM 0, warp 0, load 1 -> line 0xc0000100 -> register before L1D of SM 0\n");
    c.mrpb.enable = true;
    c.mrpb.bypass = BYPASS_NONE;
    program_stuck_at(&c, STEPS(two_loads),
                     "  SM 0, warp 0, load 1 -> line 0xc0000100 -> MRPB of SM 0\n");
}

TEST(a_load_in_warppool_is_followed)
{
    config c = slow_dram();
    c.warppool.enable = true;
    waits_for_dram(&c, STEPS(one_load), "warp 0, load 0", " -> WarpPool of SM 0 -> MSHR of L1D 0");
    c.l1d.enable = false;
    waits_for_dram(&c, STEPS(one_load), "warp 0, load 0", " -> WarpPool of SM 0");
}

TEST(a_store_is_followed)
{
    static const step prog[] = {STORE(9, 8, .base = 0xC0000100, .lane_stride = 4), ALU(2, 1)};
    const config c = slow_dram();
    waits_for_dram(&c, STEPS(prog), "warp 0, store", "");
}

TEST(a_store_that_waits_for_its_line_is_followed)
{
    static const step prog[] = {STORE(9, 8, .base = 0xC0000100), ALU(2, 1)};
    config c = slow_dram();
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    waits_for_dram(&c, STEPS(prog), "warp 0, store", " -> MSHR of L1D 0");
}

// A line that is written whole is dirty when the kernel ends.
TEST(a_write_back_is_followed)
{
    static const step prog[] = {STORE(9, 8, .base = 0xC0000100, .lane_stride = 4)};
    config c = slow_dram();
    c.l1d.global_write = L1_WRITE_BACK;
    c.l1d.write_allocate = true;
    waits_for_dram(&c, STEPS(prog), "write-back of L1D", "");
}

TEST(a_load_of_a_constant_is_followed)
{
    static const step prog[] = {{INST(.kind = W_LOAD, .unit = UNIT_MEM, .space = SPACE_CONST,
                                      .lane_bytes = 4, .n_dst = 1, .regs = {1}),
                                 .lanes = EVERY_LANE, .base = 0xC0000100},
                                ALU(2, 1)};
    config c = slow_dram();
    c.l1c.perfect = false;
    waits_for_dram(&c, STEPS(prog), "warp 0, load 0", " -> MSHR of the constant cache of SM 0");
}

TEST(instructions_are_followed)
{
    config c = slow_dram();
    c.l1i.perfect = false;
    stuck_at(&c, "  SM 0, warp 0, instructions -> line 0x2000000 -> MSHR of the instruction cache "
                 "of SM 0 -> MSHR of L2 slice 5 -> fixed delay of DRAM channel 2\n");
}

// Load 33 of warp 1 waits in an MSHR for the line that load 0 has asked for, whose request waits in
// L2 for the fetch of SM 2; another load of SM 0 has gone round L1D, another SM's is elsewhere.
// Places are told by their kind, whatever their name is.
TEST(a_merged_load_waits_for_the_fetch_of_another)
{
    config c;
    config_defaults(&c);
    const mreq first = {.addr = 0x1000, .load = 0},
               merged = {.addr = 0x1040, .load = 33, .warp = 1},
               elsewhere = {.addr = 0x1000, .sm = 1, .load = 7};
    const mreq round = {.addr = 0x1000, .load = 64, .warp = 2, .flags = MREQ_BYPASS},
               of_l2 = {.addr = 0x1000, .load = MREQ_NO_LOAD};
    const mreq fetching = {.addr = 0x1000, .sm = 2, .load = 9};
    stuck_locations *s = stuck_locations_new();
    stuck_add_location(s, &first, PLACE_SM_MSHRS, "lines under way of L1D", 0);
    stuck_add_location(s, &merged, PLACE_SM_MSHRS, "lines under way of L1D", 0);
    stuck_add_location(s, &elsewhere, PLACE_IN_TRANSIT, "request channel of SM", 1);
    stuck_add_location(s, &round, PLACE_IN_TRANSIT, "input of L2 slice", 4);
    stuck_add_location(s, &fetching, PLACE_L2_MSHRS, "lines under way of L2 slice", 4);
    stuck_add_location(s, &first, PLACE_L2_MSHRS, "lines under way of L2 slice", 4);
    stuck_add_location(s, &of_l2, PLACE_DRAM, "memory channel", 2);
    char *text = NULL;
    size_t bytes;
    FILE *f = open_memstream(&text, &bytes);
    stuck_follow(s, &c, &(mreq_waiter){WAITS_LOAD, 0, 33}, f);
    stuck_follow(s, &c, &(mreq_waiter){WAITS_LOAD, 0, 64}, f);
    fclose(f);
    CU_ASSERT_STRING_EQUAL(text, "  SM 0, warp 1, load 33 -> line 0x1000 -> lines under way of L1D "
                                 "0 -> lines under way of L2 slice 4 -> memory channel 2\n"
                                 "  SM 0, warp 2, load 64 -> line 0x1000 -> input of L2 slice 4\n");
    free(text);
    stuck_locations_free(s);
}

UNIT_MAIN("stuck", T(a_request_in_the_rop_delay_is_found_there),
          T(a_request_on_its_way_to_dram_is_found_there), T(a_request_at_a_bank_is_found_there),
          T(a_slow_machine_is_not_stuck_as_long_as_the_rules_allow_it),
          T(a_lost_reply_is_called_lost), T(an_atomic_is_followed),
          T(a_load_without_a_cache_is_followed), T(a_load_round_a_full_set_is_followed),
          T(a_load_that_mrpb_sends_round_is_followed), T(a_load_before_l1d_is_found_there),
          T(a_load_in_warppool_is_followed), T(a_store_is_followed),
          T(a_store_that_waits_for_its_line_is_followed), T(a_write_back_is_followed),
          T(a_load_of_a_constant_is_followed), T(instructions_are_followed),
          T(a_merged_load_waits_for_the_fetch_of_another))
