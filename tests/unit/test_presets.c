// test_presets.c : the papers' machines: every figure that a paper's table states, against the
// preset as it is read.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool.h"
#include "config/config.h"
#include "config/rows.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct figure {
    const char *key, *value; // as the table states it, in the unit of the key
} figure;

static config preset(const char *name)
{
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, name, NULL, 0, &e), ST_OK);
    err_print(&e);
    err_free(&e);
    return c;
}

// Figures that the tables give and the configuration only implies.
static uint64_t derived(const config *c, const char *what)
{
    const uint64_t banks = (uint64_t)c->dram.channels * c->l2.slices_per_channel;
    if (strcmp(what, "threads") == 0) return c->sm.warps * 32u;
    if (strcmp(what, "l1d bytes") == 0)
        return (uint64_t)c->l1d.sets * c->l1d.ways * c->l1d.line_bytes;
    if (strcmp(what, "l1c bytes") == 0)
        return (uint64_t)c->l1c.sets * c->l1c.ways * c->l1c.line_bytes;
    if (strcmp(what, "l2 bytes") == 0) return banks * c->l2.sets * c->l2.ways * c->l1d.line_bytes;
    if (strcmp(what, "l2 bytes a channel") == 0)
        return (uint64_t)c->l2.slices_per_channel * c->l2.sets * c->l2.ways * c->l1d.line_bytes;
    if (strcmp(what, "l2 banks") == 0) return banks;
    if (strcmp(what, "bus bits") == 0)
        return (uint64_t)c->dram.channels * c->dram.chips * c->dram.chip_bytes * 8;
    CU_FAIL("a figure of which nothing is known");
    return 0;
}

static void check_one(const char *name, const config *c, const figure *f)
{
    const cfg_row *row = cfg_find(f->key, NULL);
    char *text = row ? cfg_text(c, row) : wl_format("%llu", (unsigned long long)derived(c, f->key));
    if (strcmp(text, f->value) != 0)
        printf("# %s: %s = %s, the paper says %s\n", name, f->key, text, f->value);
    CU_ASSERT_STRING_EQUAL(text, f->value);
    free(text);
}

#define FIGURES(name, ...) figures(name, (const figure[]){__VA_ARGS__, {NULL, NULL}})
static void figures(const char *name, const figure *f)
{
    const config c = preset(name);
    for (; f->key; f++) check_one(name, &c, f);
}

// Spec 21: the machine that all presets stand on, GPGPU-Sim's GTX480, key by key.
// clang-format off
#define UNIT_TIMES(unit, add, max, mul, mad, div, add_i, max_i, mul_i, mad_i, div_i) \
    {"latency." unit "_add", add}, {"latency." unit "_max", max}, \
    {"latency." unit "_mul", mul}, {"latency." unit "_mad", mad}, {"latency." unit "_div", div}, \
     {"latency." unit "_add_init", add_i},  \
    {"latency." unit "_max_init", max_i}, {"latency." unit "_mul_init", mul_i}, \
     {"latency." unit "_mad_init", mad_i}, {"latency." unit "_div_init", div_i}
#define CACHE(name, s, w, line, mshr, merge, missq) \
    {name ".sets", s}, {name ".ways", w}, {name ".line_bytes", line}, {name ".mshrs", mshr}, \
    {name ".merges", merge}, {name ".miss_queue", missq}
// clang-format on
TEST(gtx480_as_gpgpu_sim_configures_it)
{
    FIGURES("gtx480", {"sm.warps", "48"}, {"sm.shared_bytes", "49152"}, {"sm.schedulers", "2"},
            {"sm.scheduler", "gto"}, {"sm.sp_units", "2"}, {"sm.sfu_units", "1"},
            {"gpu.core_mhz", "700"}, {"gpu.icnt_mhz", "700"}, {"gpu.l2_mhz", "700"},
            {"gpu.dram_mhz", "924"},
            UNIT_TIMES("int", "4", "13", "4", "5", "145", "1", "2", "2", "1", "8"),
            UNIT_TIMES("fp", "4", "13", "4", "5", "39", "1", "2", "1", "1", "4"),
            UNIT_TIMES("dp", "8", "19", "8", "8", "330", "8", "16", "8", "8", "130"),
            CACHE("l1d", "32", "4", "128", "32", "8", "8"), {"l1d.allocate", "miss"},
            {"l1d.write_allocate", "false"}, {"l1d.index", "fermi"}, {"l1d.latency", "1"},
            CACHE("l1i", "4", "4", "128", "2", "32", "4"),
            CACHE("l1c", "64", "2", "64", "2", "32", "4"), {"l2.sets", "64"}, {"l2.ways", "8"},
            {"l2.mshrs", "32"}, {"l2.merges", "4"}, {"l2.miss_queue", "4"}, {"l2.port_bytes", "32"},
            {"l2.write", "miss_through"}, {"l1c.flush", "false"}, {"sm.fetch_pair", "true"},
            {"sm.code_packed", "true"}, {"l2.allocate", "miss"}, {"dram.channels", "6"},
            {"l2.slices_per_channel", "2"}, {"l2.rop_latency", "120"}, {"l2.icnt_to_l2_queue", "8"},
            {"l2.l2_to_dram_queue", "8"}, {"l2.dram_to_l2_queue", "8"},
            {"l2.l2_to_icnt_queue", "8"}, {"dram.scheduler", "frfcfs"}, {"dram.queue", "16"},
            {"dram.return_queue", "116"}, {"dram.chips", "2"}, {"dram.chip_bytes", "4"},
            {"dram.burst", "8"}, {"dram.fixed_latency", "100"}, {"dram.banks", "16"},
            {"dram.ccd", "2"}, {"dram.rrd", "6"}, {"dram.rcd", "12"}, {"dram.ras", "28"},
            {"dram.rp", "12"}, {"dram.rc", "40"}, {"dram.cl", "12"}, {"dram.wl", "4"},
            {"dram.cdlr", "5"}, {"dram.wr", "12"}, {"dram.bank_groups", "4"}, {"dram.ccdl", "3"},
            {"dram.rtpl", "2"}, {"icnt.arbiter", "islip"}, {"icnt.latency", "5"},
            {"icnt.input_buffer", "8"});
}

TEST(gtx480)
{
    FIGURES("gtx480", {"gpu.sms", "15"}, {"threads", "1536"}, {"sm.ctas", "8"},
            {"sm.registers", "32768"}, {"l1d bytes", "16384"}, {"l2 bytes", "786432"},
            {"l2 banks", "12"}, {"bus bits", "384"}, {"icnt.request_flit_bytes", "32"},
            {"icnt.reply_flit_bytes", "32"});
    FIGURES("gtx480-4x", {"sm.operand_reads", "parallel"}, {"sm.shared_broadcast", "one"},
            {"l1d.l2_only_bytes", "32"}, {"dram.group_bits", "low"},
            {"icnt.request_flit_bytes", "40"}, {"icnt.reply_flit_bytes", "40"});
}

// L2 of GPGPU-Sim 3.2.0 and 3.2.1, and of a machine of that shape: the port is as wide as a line,
// and a write that misses goes to DRAM beside the fetch (write-allocate; 3.2.2 too).
// clang-format off
#define L2_OF_BEFORE_3_2_2 {"l2.port_bytes", "128"}, {"l2.write", "miss_through"}
// clang-format on

// HPCA 2014, Table 1
// clang-format off
#define MRPB_MACHINE \
    {"gpu.sms", "14"}, {"sm.schedulers", "2"}, {"sm.scheduler", "rr"}, {"threads", "1536"}, \
     {"sm.warps", "48"}, {"sm.ctas", "8"},  \
    {"l1d.mshrs", "32"}, {"l2 bytes a channel", "131072"}, {"l2.ways", "16"}, {"dram.channels", \
     "6"}, {"dram.scheduler", "frfcfs"},  \
    {"l1d.line_bytes", "128"}, {"gpu.dram_mhz", "750"}, {"l1d.allocate", "miss"}, \
     {"l1d.global_write", "evict"}, {"l1c.flush", "true"}, {"sm.fetch_pair", \
     "false"}, {"sm.code_packed", "false"}, {"gpu.core_mhz", "575"}, {"gpu.icnt_mhz", "1150"}, \
    {"gpu.l2_mhz", "575"}, L2_OF_BEFORE_3_2_2
// clang-format on
TEST(mrpb_table_1)
{
    FIGURES("mrpb-base-s", MRPB_MACHINE, {"l1d bytes", "16384"}, {"l1d.ways", "4"},
            {"sm.shared_bytes", "49152"}, {"structures.mrpb.queues", "48"},
            {"structures.mrpb.depth", "8"}, {"structures.mrpb.latency", "5"},
            {"structures.mrpb.signature", "warp"});
    FIGURES("mrpb-base-l", MRPB_MACHINE, {"l1d bytes", "49152"}, {"l1d.ways", "6"},
            {"sm.shared_bytes", "16384"});
}

// GPGPU-8 2015, Table 1
TEST(dwt_pric_table_1)
{
    FIGURES(
        "dwt-pric", {"gpu.sms", "15"}, {"gpu.core_mhz", "700"}, {"threads", "1536"},
        {"sm.warps", "48"}, {"sm.registers", "32768"}, {"l1d bytes", "16384"}, {"l1d.ways", "4"},
        {"l1d.line_bytes", "128"}, {"l1d.mshrs", "32"}, {"l2 bytes a channel", "131072"},
        {"l2.ways", "16"}, {"l2.mshrs", "32"}, {"sm.shared_bytes", "49152"}, {"l1c bytes", "8192"},
        {"sm.schedulers", "2"}, {"sm.scheduler", "gto"}, {"icnt.request_flit_bytes", "32"},
        {"icnt.reply_flit_bytes", "32"}, {"gpu.icnt_mhz", "1400"}, {"dram.channels", "6"},
        {"dram.scheduler", "frfcfs"}, {"gpu.dram_mhz", "924"}, {"dram.cl", "12"}, {"dram.rp", "12"},
        {"dram.rc", "40"}, {"dram.ras", "28"}, {"dram.rcd", "12"}, {"dram.rrd", "6"},
        {"gpu.l2_mhz", "700"}, {"l1d.global_write", "evict"}, {"l1d.local_write", "back"},
        {"l1d.write_allocate", "false"}, {"l1d.allocate", "miss"}, L2_OF_BEFORE_3_2_2,
        {"l1c.flush", "true"}, {"sm.fetch_pair", "false"}, {"sm.code_packed", "false"});
}

// GPGPU-8 2015, Table 4, and 4.2: 60K cycles to decide
TEST(dwt_pric_table_4)
{
    FIGURES("dwt-pric-full", {"structures.dwtcs.enable", "true"},
            {"structures.dwtcs.period", "10000"}, {"structures.dwtcs.threshold", "10"},
            {"structures.streambypass.enable", "true"}, {"structures.streambypass.period", "10000"},
            {"structures.streambypass.threshold_percent", "90"}, {"l1d.index", "pric"},
            {"l1d.index_polynomial", "37"}, {"gpu.sms", "15"}, {"l1d bytes", "16384"});
}

// ISPASS 2017, Table I
TEST(bandwidth_table_1)
{
    FIGURES("bandwidth", {"gpu.sms", "15"}, {"sm.scheduler", "gto"}, {"l1d.mshrs", "32"},
            {"l1d.miss_queue", "8"}, {"l2 banks", "12"}, {"l2.mshrs", "32"}, {"l2.miss_queue", "8"},
            {"l2.port_bytes", "32"}, {"l2.icnt_to_l2_queue", "8"}, {"gpu.dram_mhz", "924"},
            {"dram.scheduler", "frfcfs"}, {"bus bits", "384"}, {"dram.channels", "6"},
            {"dram.chips", "2"}, {"dram.chip_bytes", "4"}, {"dram.burst", "8"},
            {"dram.banks", "16"}, {"l2 bytes", "786432"});
}

// What Table I has lost is the GTX480 of GPGPU-Sim 3.2.2, in which nothing else differs from preset
// gtx480 (spelled as its configuration's rows have it).
TEST(the_rest_of_bandwidth_is_gpgpu_sims)
{
    FIGURES("bandwidth", {"gpu.core_mhz", "700"}, {"gpu.icnt_mhz", "700"}, {"gpu.l2_mhz", "700"},
            {"l1d.index", "linear"}, {"l2.write", "miss_through"}, {"l2.rop_latency", "120"},
            {"dram.fixed_latency", "100"}, {"l2.l2_to_dram_queue", "8"},
            {"l2.dram_to_l2_queue", "8"}, {"sm.fetch_pair", "true"}, {"sm.code_packed", "true"},
            {"l1c.flush", "false"});
}

// ISPASS 2017, Table III: baseline, scaled, cost-effective; capacities never change
// clang-format off
#define DRAM(queue, banks, bits) {"dram.queue", queue}, {"dram.banks", banks}, {"bus bits", bits}
#define L2(missq, response, mshrs, access, port, up, down, banks) \
    {"l2.miss_queue", missq}, {"l2.l2_to_dram_queue", missq}, \
    {"l2.l2_to_icnt_queue", response}, {"l2.mshrs", mshrs}, {"l2.icnt_to_l2_queue", access}, \
    {"l2.port_bytes", port}, {"icnt.request_flit_bytes", up}, {"icnt.reply_flit_bytes", down}, \
    {"l2 banks", banks}
#define L1(missq, mshrs, width) \
    {"l1d.miss_queue", missq}, {"l1d.mshrs", mshrs}, {"sm.mem_pipeline", width}
#define SAME_SIZE {"l1d bytes", "16384"}, {"l2 bytes", "786432"}, {"l2.ways", "8"}
// clang-format on
#define DRAM_1X DRAM("16", "16", "384")
#define DRAM_4X DRAM("64", "64", "1536")
#define L2_1X L2("8", "8", "32", "8", "32", "32", "32", "12")
#define L2_4X L2("32", "32", "128", "32", "128", "128", "128", "48")
#define L1_1X L1("8", "32", "10")
#define L1_4X L1("32", "128", "40")
TEST(bandwidth_table_3)
{
    FIGURES("bandwidth", DRAM_1X, L2_1X, L1_1X, SAME_SIZE);
    FIGURES("bandwidth-4x", DRAM_4X, L2_4X, L1_4X, SAME_SIZE);
    FIGURES("bandwidth-4x-l1", DRAM_1X, L2_1X, L1_4X, SAME_SIZE);
    FIGURES("bandwidth-4x-l2", DRAM_1X, L2_4X, L1_1X, SAME_SIZE);
    FIGURES("bandwidth-4x-dram", DRAM_4X, L2_1X, L1_1X, SAME_SIZE);
    FIGURES("bandwidth-16-48", DRAM_1X, L2("32", "32", "32", "32", "32", "16", "48", "12"),
            L1("32", "48", "40"), SAME_SIZE);
    FIGURES("bandwidth-16-68", DRAM_1X, L2("32", "32", "32", "32", "32", "16", "68", "12"),
            L1("32", "48", "40"), SAME_SIZE);
    FIGURES("bandwidth-32-52", DRAM_1X, L2("32", "32", "32", "32", "32", "32", "52", "12"),
            L1("32", "48", "40"), SAME_SIZE);
}

// MICRO 2015, Table 2
TEST(warppool_table_2)
{
    FIGURES("warppool", {"gpu.sms", "15"}, {"sm.warps", "48"}, {"l1d bytes", "32768"},
            {"l1d.sets", "64"}, {"l1d.line_bytes", "128"}, {"l1d.ways", "4"}, {"l1d.mshrs", "32"},
            {"sm.scheduler", "gto"}, {"structures.warppool.insn_queues", "16"},
            {"structures.warppool.coalescers", "2"}, {"structures.warppool.queues", "32"},
            {"structures.warppool.tags", "2"}, {"structures.warppool.merges", "4"},
            {"l2.write", "miss_through"});
}

// Table 1: 592, 512, 992, 321 bytes and 2.9 KB, 5.23 KB in all
TEST(warppool_table_1)
{
    static const unsigned bits[] = {37, 256 * 8, 124, 321, 23}, entries[] = {128, 2, 64, 8, 1024};
    config c;
    err e = {0};
    warppool_storage_row rows[WARPPOOL_STORAGE_ROWS];
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "warppool", NULL, 0, &e), ST_OK);
    warppool_storage(&c, rows);
    unsigned all = 0;
    for (unsigned k = 0; k < WARPPOOL_STORAGE_ROWS; k++) {
        CU_ASSERT_EQUAL(rows[k].entry_bits, bits[k]);
        CU_ASSERT_EQUAL(rows[k].entries, entries[k]);
        all += rows[k].entry_bits * rows[k].entries / 8;
    }
    CU_ASSERT_EQUAL(all, 592 + 512 + 992 + 321 + 2944);
    CU_ASSERT_EQUAL(all * 100 / 1024, 523);
}

// ICCD 2018, Table II
TEST(cart_table_2)
{
    FIGURES("cart", {"gpu.sms", "28"}, {"sm.scheduler", "gto"}, {"sm.warps", "48"},
            {"sm.ctas", "8"}, {"dram.channels", "8"}, {"l1d bytes", "16384"}, {"l1d.sets", "32"},
            {"l1d.ways", "4"}, {"l1d.mshrs", "32"}, {"l2 bytes a channel", "131072"},
            {"l2.sets", "64"}, {"l2.ways", "16"}, {"l2.mshrs", "32"}, {"l2 banks", "8"},
            {"dram.scheduler", "frfcfs"}, {"dram.banks", "16"}, {"gpu.core_mhz", "1400"},
            {"gpu.l2_mhz", "700"}, {"gpu.icnt_mhz", "1400"}, {"gpu.dram_mhz", "1150"},
            {"l1d.allocate", "miss"}, {"l1d.local_write", "back"}, {"l1d.global_write", "evict"},
            {"l2.allocate", "miss"}, L2_OF_BEFORE_3_2_2, {"l2.rop_latency", "60"},
            {"dram.fixed_latency", "50"}, {"l1c.flush", "true"}, {"sm.fetch_pair", "false"},
            {"sm.code_packed", "false"});
}

TEST(every_preset_is_good)
{
    unsigned n = 0;
    for (const char *const *p = config_presets(); *p; p++, n++) preset(*p);
    CU_ASSERT(n >= 15);
}

UNIT_MAIN("presets", T(gtx480), T(gtx480_as_gpgpu_sim_configures_it), T(mrpb_table_1),
          T(dwt_pric_table_1), T(dwt_pric_table_4), T(bandwidth_table_1),
          T(the_rest_of_bandwidth_is_gpgpu_sims), T(bandwidth_table_3), T(warppool_table_2),
          T(warppool_table_1), T(cart_table_2), T(every_preset_is_good))
