// test_stuck.c : a machine that is stuck says where the line is that a warp waits for. links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/stuck.h"
#include "test_sm_front.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

static const step one_load[] = {LOAD(1, 9, .base = 0xC0000100), ALU(2, 1)};

// The machine takes longer somewhere than it may be without progress: there the request is when it is called stuck.
static void stuck_at(const config *c, const char *chain)
{
    script s = script_of(one_load, .ctas = 1);
    run r = run_script(c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.e.text);
    if (!strstr(r.e.text, chain)) printf("# not said: %s\n%s", chain, r.e.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, chain));
    run_end(&r, &s);
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
    char *chain = wl_format("SM 0, warp 0, load 0 -> line 0xc0000100 -> ROP delay of L2 slice %u\n", slice());
    stuck_at(&c, chain);
    free(chain);
}

TEST(a_request_on_its_way_to_dram_is_found_there)
{
    config c = impatient();
    c.dram.fixed_latency = 10000;
    char *chain = wl_format("SM 0, warp 0, load 0 -> line 0xc0000100 -> MSHR of L2 slice %u -> fixed delay of DRAM channel %u\n", slice(), channel());
    stuck_at(&c, chain);
    free(chain);
}

TEST(a_request_at_a_bank_is_found_there)
{
    config c = impatient();
    c.dram.rcd = c.dram.rcdw = 1000;
    c.gpu.dram_mhz = 400; // 1000 cycles of 400 MHz are more than 1000 of 700
    char *chain = wl_format("-> MSHR of L2 slice %u -> a bank of DRAM channel %u\n", slice(), channel());
    stuck_at(&c, chain);
    free(chain);
}

// A thief takes the request out of the network: nobody has it.
TEST(a_lost_reply_is_called_lost)
{
    config c = impatient();
    err e = {0};
    memsys *m = memsys_new(&c, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    const mreq r = {.addr = 0xC0000100, .bytes = 128, .kind = MREQ_READ, .load = 5, .warp = 3};
    const stuck_line line = {.addr = 0xC0000100, .warp = 3, .load = 5};
    char *text = NULL;
    size_t bytes;
    FILE *f = open_memstream(&text, &bytes);
    chan_push(memsys_request(m, 0), &r);
    stuck_follow(m, &line, 128, f);
    chan_pop(memsys_request(m, 0));
    stuck_follow(m, &line, 128, f);
    fclose(f);
    CU_ASSERT_STRING_EQUAL(text, "  SM 0, warp 3, load 5 -> line 0xc0000100 -> request channel of SM 0\n"
                                 "  SM 0, warp 3, load 5 -> line 0xc0000100 -> nowhere in the memory system: its reply is lost\n");
    free(text);
    memsys_free(m);
    err_free(&e);
}

UNIT_MAIN("stuck", T(a_request_in_the_rop_delay_is_found_there), T(a_request_on_its_way_to_dram_is_found_there), T(a_request_at_a_bank_is_found_there),
          T(a_lost_reply_is_called_lost))
