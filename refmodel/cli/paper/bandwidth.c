// bandwidth.c : rows of "Evaluating and Mitigating Bandwidth Bottlenecks Across the Memory
// Hierarchy in GPUs" (ISPASS 2017). See paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {{"B", "Tables I and III", "bandwidth"}, {0}};

// Table III, scaled (4x): the rows of its parts as the presets have them, for the pairs that have
// no preset of their own.
#define L1_4X "sm.mem_pipeline=40", "l1d.mshrs=128", "l1d.miss_queue=32"
#define L1_1X "sm.mem_pipeline=10", "l1d.mshrs=32", "l1d.miss_queue=8"
// clang-format off
#define MISS_LATENCY(n) \
    {.name = "miss-" n, .what = "every miss of L1D comes back after " n " cycles (III.A)", \
     .sets = {"limits.l1_miss_latency=" n}}
#define CORE_CLOCK(mhz) \
    {.name = "core-" mhz, .what = "SMs at " mhz " MHz, all other clocks as they are (VI.A)", \
     .sets = {"gpu.core_mhz=" mhz}}
// One thing of the machine changed: in the baseline, and with infinite bandwidth.
#define CHANGE(name_is, text, set) \
    {.name = "base-" name_is, .what = text, .sets = {set}}, \
    {.name = "infinite-" name_is, .what = "infinite bandwidth; " text, \
     .sets = {"limits.infinite_bandwidth=true", set}}
#define HASH "l1d.index=fermi"
#define HASHED(name_is, text, preset_is, set) \
    {.name = name_is "-hash", .what = text "; a hashed set index of L1D", \
     .preset = preset_is, .sets = {HASH, set}}
#define CROSSBAR "icnt.request_flit_bytes=16", "icnt.reply_flit_bytes=48"
// Of Figure 3, for the programs that the text speaks of; and of two programs of Figure 10.
#define AT_LATENCY(n, name_is, text, set) \
    {.name = "miss-" n "-" name_is, .what = "every miss after " n " cycles; " text, \
     .sets = {"limits.l1_miss_latency=" n, set}, .of = "nn streamcluster leukocyte dwt2d"}
#define DRAM_4X(name_is, text, set) \
    {.name = "dram-" name_is, .what = "DRAM scaled four times; " text, \
     .preset = "bandwidth-4x-dram", .sets = {set}, .of = "lbm nn"}
#define WHOLE(name_is, text, set) \
    {.name = "whole-" name_is, .what = text ", to the program's end", \
     .sets = {"gpu.insn_limit=0", set}}
// clang-format on

static const paper_variant variants[] = {
    {.name = "base", .what = "the baseline"},
    {.name = "infinite",
     .what = "no request is held up behind L1D: a miss takes the unloaded latency of L2, and of "
             "DRAM if L2 does not hold the line (III.B)",
     .sets = {"limits.infinite_bandwidth=true"}},
    {.name = "infinite-dram",
     .what = "DRAM answers any number of requests after 100 cycles (III.B)",
     .sets = {"limits.infinite_dram=true"}},
    MISS_LATENCY("1"),
    MISS_LATENCY("100"),
    MISS_LATENCY("200"),
    MISS_LATENCY("250"),
    MISS_LATENCY("300"),
    MISS_LATENCY("400"),
    MISS_LATENCY("500"),
    MISS_LATENCY("600"),
    MISS_LATENCY("700"),
    MISS_LATENCY("800"),
    {.name = "l1", .what = "L1 scaled four times: Table III (c)", .preset = "bandwidth-4x-l1"},
    {.name = "l2",
     .what = "L2 and crossbar scaled four times: Table III (b)",
     .preset = "bandwidth-4x-l2"},
    {.name = "dram",
     .what = "DRAM scaled four times: Table III (a), the bandwidth of HBM",
     .preset = "bandwidth-4x-dram"},
    {.name = "l1-l2",
     .what = "L1, L2 and crossbar scaled four times",
     .preset = "bandwidth-4x-l2",
     .sets = {L1_4X}},
    {.name = "l2-dram",
     .what = "L2, crossbar and DRAM scaled four times",
     .preset = "bandwidth-4x",
     .sets = {L1_1X}},
    {.name = "l1-dram",
     .what = "L1 and DRAM scaled four times (not in the paper)",
     .preset = "bandwidth-4x-dram",
     .sets = {L1_4X}},
    {.name = "all", .what = "all levels scaled four times", .preset = "bandwidth-4x"},
    {.name = "16-48",
     .what = "cost-effective: Table III, last column; crossbar 16+48",
     .preset = "bandwidth-16-48"},
    {.name = "16-68", .what = "the same with crossbar 16+68", .preset = "bandwidth-16-68"},
    {.name = "32-52", .what = "the same with crossbar 32+52", .preset = "bandwidth-32-52"},
    {.name = "crossbar",
     .what = "the baseline with crossbar 16+48, nothing else scaled",
     .sets = {CROSSBAR}},
    {.name = "return-8",
     .what =
         "the baseline with 8 instead of 116 places in DRAM's return queue, so that a partition "
         "lets 16 + 8 - 1 requests on their way to DRAM",
     .sets = {"dram.return_queue=8"}},
    CORE_CLOCK("490"),
    CORE_CLOCK("560"),
    CORE_CLOCK("630"),
    CORE_CLOCK("770"),
    CORE_CLOCK("840"),
    CORE_CLOCK("910"),
    CHANGE("hash", "a hashed set index of L1D", HASH),
    CHANGE("fill", "lines of L1D allocated when they arrive", "l1d.allocate=fill"),
    CHANGE("rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    CHANGE("575", "the networks at 575 MHz", "gpu.icnt_mhz=575"),
    HASHED("infinite-dram", "infinite DRAM", NULL, "limits.infinite_dram=true"),
    HASHED("l2", "L2 and crossbar scaled four times", "bandwidth-4x-l2", NULL),
    HASHED("l1", "L1 scaled four times", "bandwidth-4x-l1", NULL),
    HASHED("all", "all levels scaled four times", "bandwidth-4x", NULL),
    HASHED("16-48", "16+48", "bandwidth-16-48", NULL),
    HASHED("16-68", "16+68", "bandwidth-16-68", NULL),
    HASHED("32-52", "32+52", "bandwidth-32-52", NULL),
    HASHED("crossbar", "crossbar 16+48 alone", NULL, CROSSBAR),
    HASHED("l1-l2", "L1, L2 and crossbar scaled four times", "bandwidth-4x-l2", L1_4X),
    HASHED("l2-dram", "L2, crossbar and DRAM scaled four times", "bandwidth-4x", L1_1X),
    DRAM_4X("575", "the networks at 575 MHz", "gpu.icnt_mhz=575"),
    DRAM_4X("hash", "a hashed set index of L1D", HASH),
    DRAM_4X("rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    AT_LATENCY("1", "hash", "a hashed set index of L1D", HASH),
    AT_LATENCY("100", "hash", "a hashed set index of L1D", HASH),
    AT_LATENCY("250", "hash", "a hashed set index of L1D", HASH),
    AT_LATENCY("500", "hash", "a hashed set index of L1D", HASH),
    AT_LATENCY("1", "rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    AT_LATENCY("100", "rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    AT_LATENCY("250", "rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    AT_LATENCY("500", "rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    AT_LATENCY("1", "575", "the networks at 575 MHz", "gpu.icnt_mhz=575"),
    AT_LATENCY("250", "575", "the networks at 575 MHz", "gpu.icnt_mhz=575"),
    AT_LATENCY("500", "575", "the networks at 575 MHz", "gpu.icnt_mhz=575"),
    WHOLE("base", "the baseline", NULL),
    WHOLE("infinite", "infinite bandwidth", "limits.infinite_bandwidth=true"),
    {0},
};

// Table II, as far as the programs are there: program, label, sets besides `all`, speedup with
// infinite bandwidth and with infinite DRAM. The text names no input.
#define TABLE_II(X) \
    X("mm", "mm", " clock", 4.90, 1.01) \
    X("lbm", "lbm", " curve clock", 3.40, 1.87) \
    X("ss", "ss", " curve", 3.23, 1.00) \
    X("nn", "nn", " curve clock", 3.11, 1.84) \
    X("cfd", "cfd", " curve clock whole", 3.08, 1.06) \
    X("pvr", "pvr", "", 2.89, 1.01) \
    X("bfs", "bfs", " whole", 2.84, 1.00) \
    X("lavaMD", "lavaMD", "", 2.70, 1.00) \
    X("streamcluster", "sc", " curve clock whole", 2.70, 1.13) \
    X("iix", "ii", " clock", 1.98, 1.00) \
    X("srad_v1", "sradv1", "", 1.51, 1.19) \
    X("srad", "sradv2", "", 1.49, 1.08) \
    X("nw", "nw", " curve whole", 1.43, 1.09) \
    X("stencil", "stencil", "", 1.23, 1.20) \
    X("dwt2d", "dwt2d", " curve whole", 1.20, 1.14) \
    X("sad", "sad", " whole", 1.16, 1.09) \
    X("leukocyte", "leukocyte", " curve", 1.08, 1.00)

#define PROGRAM(workload, label, sets, infinite, dram) \
    {workload, label, "all" sets, SIZE_PAPER, ""},
static const paper_program programs[] = {TABLE_II(PROGRAM){0}};

static const paper_word groups[] = {
    {"all", "all"}, {"curve", "Figure 3's"}, {"whole", "a third"}, {"clock", "these"}, {0},
};

static const paper_word absent[] = {
    {"Hybrid Sort", "Rodinia's hybridsort is not there; 3.10 and 1.24 in Table II"},
    {"Breadth-First Search of Parboil", "bfs' is not there; 2.10 and 1.00 in Table II"},
    {"the real GTX480", "Figure 11 is measured on a chip; here its core clock is simulated"},
    {"power", "the paper does not report any"},
    {"area of storage, layout, wires",
     "7.48 mm2 of storage by GPUWattch and the 11.6 mm2 of the crossbar's wires are not modelled"},
    {0},
};

// clang-format off
#define LIST(...) {__VA_ARGS__}
#define OVER_BASE(name, variant) {.label = name, .machine = "B/" variant, .reference = "B/base"}
#define PART(name, key) {.label = name, .machine = "B/base", .metric = key}
#define SHORT(name, key) {.label = name, .machine = "B/return-8", .metric = key}
#define IPC_PERCENT(name, what, where, text, series_list) \
    {.id = name, .title = what, .source = where, .metric = "ipc", .programs = "all", \
     .shape = SHAPE_PERCENT, .mean = MEAN_ARITHMETIC, .means = {"all"}, .note = text, \
     .series = series_list}
#define PARTS(name, what, where, text, series_list) \
    {.id = name, .title = what, .source = where, .programs = "all", .stacked = true, \
     .mean = MEAN_ARITHMETIC, .means = {"all"}, .note = text, .series = series_list}
#define VALUES(name, what, where, text, series_list) \
    {.id = name, .title = what, .source = where, .programs = "all", .mean = MEAN_ARITHMETIC, \
     .means = {"all"}, .note = text, .series = series_list}
// clang-format on
#define LEVELS_OF(queue) \
    LIST(PART("to a quarter", queue "_quarter"), PART("to a half", queue "_half"), \
         PART("to three quarters", queue "_three_quarters"), PART("over that", queue "_over"), \
         PART("full", queue "_full"))

static const paper_figure figures[] = {
    {.id = "infinite",
     .title = "IPC with infinite bandwidth and with infinite DRAM over the baseline",
     .source = "Table II",
     .metric = "ipc",
     .programs = "all",
     .shape = SHAPE_RATIO,
     .mean = MEAN_ARITHMETIC,
     .means = {"all"},
     .note = "Where a program is slower than in the baseline, the ideal bounds nothing.",
     .series = LIST(OVER_BASE("infinite bandwidth", "infinite"),
                    OVER_BASE("infinite DRAM", "infinite-dram"))},
    {.id = "ideal-hits",
     .title = "Reads that hit in L1D with either ideal over the baseline",
     .source = "not in the paper",
     .metric = "l1d_hits",
     .programs = "all",
     .shape = SHAPE_RATIO,
     .mean = MEAN_ARITHMETIC,
     .means = {"all"},
     .note = "The ideals change when requests come, and so what L1D holds.",
     .series = LIST(OVER_BASE("infinite bandwidth", "infinite"),
                    OVER_BASE("infinite DRAM", "infinite-dram"))},
    {.id = "cut",
     .title = "Does the cut change the answer? IPC with infinite bandwidth, cut and to the "
              "program's end",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = "whole",
     .shape = SHAPE_RATIO,
     .mean = MEAN_ARITHMETIC,
     .means = {"whole"},
     .note = "Times the baseline, which is cut or whole as well.",
     .series =
         LIST(OVER_BASE("cut", "infinite"),
              {.label = "whole", .machine = "B/whole-infinite", .reference = "B/whole-base"})},
    VALUES(
        "stalls", "Cycles of the schedulers without an issue, baseline", "Figure 1",
        "Percent of the cycles of both schedulers of all SMs; the cycles of an SM without a warp "
        "are not among the stalls.",
        LIST(PART("issue stalls", "issue_stalls"))),
    VALUES("latency", "Average latency of a miss of L1D (AML), baseline", "Figure 1",
           "Core cycles from the acceptance of the miss to its line.", LIST(PART("AML", "aml"))),
    VALUES(
        "hit-latency", "Average latency of a miss of L1D that hits in L2 (L2-AHL), baseline",
        "Figure 1",
        "Core cycles, as above; unloaded it is about 120 (section II.A). Programs that never hit "
        "in L2 are left out.",
        LIST(PART("L2-AHL", "l2_ahl"))),
    {.id = "tolerance",
     .title = "IPC over the baseline with every miss of L1D after a fixed latency",
     .source = "Figure 3",
     .metric = "ipc",
     .programs = "curve",
     .shape = SHAPE_RATIO,
     .mean = MEAN_ARITHMETIC,
     .means = {"curve"},
     .note = "Series: the latency in core cycles. 1, the shortest there is, stands for the paper's "
             "0. Where a curve goes through 1 times is the baseline's average latency.",
     .series = LIST(OVER_BASE("1", "miss-1"), OVER_BASE("100", "miss-100"),
                    OVER_BASE("200", "miss-200"), OVER_BASE("250", "miss-250"),
                    OVER_BASE("300", "miss-300"), OVER_BASE("400", "miss-400"),
                    OVER_BASE("500", "miss-500"), OVER_BASE("600", "miss-600"),
                    OVER_BASE("700", "miss-700"), OVER_BASE("800", "miss-800"))},
    PARTS("l2-queue", "How full the access queues of L2 are while they hold anything", "Figure 4",
          "Percent of the usage lifetime: the cycles in which the queue is not empty.",
          LEVELS_OF("l2_queue")),
    PARTS("dram-queue", "How full the scheduler queues of DRAM are while they hold anything",
          "Figure 5", "Percent of the usage lifetime.", LEVELS_OF("dram_queue")),
    PARTS("issue", "Issue stalls by hazard, baseline", "Figure 7",
          "Percent of the cycles without an issue that a hazard explains: structural where a warp "
          "without a data dependence waits for a unit, else data where a decoded instruction waits "
          "for registers, else fetch.",
          LIST(PART("str-MEM", "issue_str_mem"), PART("data-MEM", "issue_data_mem"),
               PART("fetch", "issue_fetch"), PART("data-ALU", "issue_data_alu"),
               PART("str-ALU", "issue_str_alu"))),
    PARTS("cycles", "What the schedulers do in all their cycles, baseline", "not in the paper",
          "The paper's five classes beside what it does not name: warps at barriers, and SMs "
          "without a warp.",
          LIST(PART("issue", "cycle_issue"), PART("str-MEM", "cycle_str_mem"),
               PART("data-MEM", "cycle_data_mem"), PART("fetch", "cycle_fetch"),
               PART("data-ALU", "cycle_data_alu"), PART("str-ALU", "cycle_str_alu"),
               PART("barrier", "cycle_sync"), PART("no warp", "cycle_idle"))),
    PARTS("l2-stalls", "Stalls of L2 by cause, baseline", "Figure 8",
          "Percent of the L2 cycles in which the head of the access queue waits.",
          LIST(PART("bp-ICNT", "wait_reply"), PART("bp-DRAM", "wait_dram"),
               PART("port", "wait_port"), PART("lines", "wait_line"), PART("MSHR", "wait_mshr"))),
    PARTS("l2-stalls-short", "Stalls of L2 by cause with a short way to DRAM", "not in the paper",
          "As above, with 8 places in DRAM's return queue instead of the 116 of GPGPU-Sim 3.2.2. "
          "The paper states neither; the shares move from MSHRs to DRAM.",
          LIST(SHORT("bp-ICNT", "wait_reply"), SHORT("bp-DRAM", "wait_dram"),
               SHORT("port", "wait_port"), SHORT("lines", "wait_line"),
               SHORT("MSHR", "wait_mshr"))),
    PARTS("l1-stalls", "Stalls of L1D by cause, baseline", "Figure 9",
          "Percent of the cycles in which L1D refuses the request that is offered to it.",
          LIST(PART("bp-L2", "l1_missq"), PART("MSHR", "l1_mshr"), PART("lines", "l1_line"))),
    VALUES("efficiency", "Bandwidth efficiency of DRAM, baseline", "section IV.B",
           "Percent of the DRAM cycles with a pending request in which data move.",
           LIST(PART("efficiency", "dram_efficiency"))),
    IPC_PERCENT("scaling", "IPC with levels scaled four times", "Figure 10", "Change in percent.",
                LIST(OVER_BASE("L1", "l1"), OVER_BASE("L2", "l2"), OVER_BASE("DRAM", "dram"),
                     OVER_BASE("L1+L2", "l1-l2"), OVER_BASE("L2+DRAM", "l2-dram"),
                     OVER_BASE("L1+DRAM", "l1-dram"), OVER_BASE("all", "all"))),
    IPC_PERCENT("synergy", "IPC with L1 and L2 scaled, together and one at a time", "section VI.A",
                "Change in percent.",
                LIST(OVER_BASE("L1+L2", "l1-l2"), OVER_BASE("L1", "l1"), OVER_BASE("L2", "l2"))),
    {.id = "l2-misses",
     .title = "Miss rate of L2 with L1 as it is and scaled four times",
     .source = "section VI.A",
     .metric = "l2_miss_rate",
     .programs = "all",
     .mean = MEAN_ARITHMETIC,
     .means = {"all"},
     .series = LIST({.label = "baseline", .machine = "B/base"},
                    {.label = "L1 scaled", .machine = "B/l1"})},
    {.id = "core-clock",
     .title = "Speed at other core clocks, relative to 700 MHz",
     .source = "Figure 11",
     .metric = "speed_in_time",
     .programs = "clock",
     .shape = SHAPE_RATIO,
     .mean = MEAN_ARITHMETIC,
     .means = {"clock"},
     .note = "Series: the core clock in MHz; network, L2 and DRAM keep theirs. Simulated; the "
             "paper's figure is of a chip.",
     .series = LIST(OVER_BASE("490", "core-490"), OVER_BASE("560", "core-560"),
                    OVER_BASE("630", "core-630"), OVER_BASE("770", "core-770"),
                    OVER_BASE("840", "core-840"), OVER_BASE("910", "core-910"))},
    IPC_PERCENT("cost-effective", "IPC with the cost-effective configurations and with HBM",
                "Figure 12", "Change in percent. HBM: DRAM scaled four times.",
                LIST(OVER_BASE("16+48", "16-48"), OVER_BASE("16+68", "16-68"),
                     OVER_BASE("32+52", "32-52"), OVER_BASE("crossbar 16+48 alone", "crossbar"),
                     OVER_BASE("HBM", "dram"))),
    {0},
};

// clang-format off
#define SPEEDUPS(workload, label, sets, infinite, dram) \
    {label ": IPC with infinite bandwidth", "Table II", "infinite", "infinite bandwidth", \
     workload, infinite, false, ""}, \
    {label ": IPC with infinite DRAM", "Table II", "infinite", "infinite DRAM", workload, dram, \
     false, ""},
#define MEAN(what, where, figure, series, value) \
    {what, where, figure, series, "all", value, false, ""}
#define ONE(what, where, figure, series, program, value) \
    {what, where, figure, series, program, value, false, ""}
// clang-format on

static const char why_mshr[] =
    "a partition lets 16 + 116 - 1 requests on their way to DRAM (scheduler and return queue, "
    "GPGPU-Sim 3.2.2's credits), more than the 64 MSHRs of its two slices hold, so that L2 waits "
    "for an MSHR first; with a shorter way it waits for DRAM instead (figure l2-stalls-short)";

static const paper_stated stated[] = {
    MEAN("IPC with infinite bandwidth", "Table II", "infinite", "infinite bandwidth", 2.37),
    MEAN("IPC with infinite DRAM", "Table II", "infinite", "infinite DRAM", 1.15),
    MEAN("cycles without an issue, percent", "section I", "stalls", "issue stalls", 62),
    MEAN("average memory latency, core cycles", "section I", "latency", "AML", 452),
    MEAN("average latency of hits in L2, core cycles", "section I", "hit-latency", "L2-AHL", 303),
    MEAN("access queues of L2 full, percent of their usage lifetime", "section III.B", "l2-queue",
         "full", 46),
    MEAN("scheduler queues of DRAM full, percent of their usage lifetime", "section III.B",
         "dram-queue", "full", 39),
    MEAN("bandwidth efficiency of DRAM, percent", "section IV.B", "efficiency", "efficiency", 41),
    {"bandwidth efficiency of DRAM, percent, the greatest (in the paper stencil's)", "section IV.B",
     "efficiency", "efficiency", "all", 65, true, ""},
    MEAN("issue stalls: str-MEM, percent", "section IV.A", "issue", "str-MEM", 71),
    MEAN("issue stalls: data-MEM, percent", "section IV.A", "issue", "data-MEM", 15),
    MEAN("issue stalls: fetch, percent", "section IV.A", "issue", "fetch", 8),
    MEAN("issue stalls: data-ALU, percent", "section IV.A", "issue", "data-ALU", 5.5),
    MEAN("issue stalls: str-ALU, percent", "section IV.A", "issue", "str-ALU", 0.5),
    MEAN("stalls of L2: replies (bp-ICNT), percent", "section IV.B", "l2-stalls", "bp-ICNT", 42),
    {"stalls of L2: DRAM (bp-DRAM), percent", "section IV.B", "l2-stalls", "bp-DRAM", "all", 35,
     false, why_mshr},
    MEAN("stalls of L2: data port, percent", "section IV.B", "l2-stalls", "port", 12),
    MEAN("stalls of L2: cache lines, percent", "section IV.B", "l2-stalls", "lines", 8),
    {"stalls of L2: MSHRs, percent", "section IV.B", "l2-stalls", "MSHR", "all", 3, false,
     why_mshr},
    MEAN("stalls of L1D: L2 (bp-L2), percent", "section IV.B", "l1-stalls", "bp-L2", 48),
    MEAN("stalls of L1D: MSHRs, percent", "section IV.B", "l1-stalls", "MSHR", 41),
    MEAN("stalls of L1D: cache lines, percent", "section IV.B", "l1-stalls", "lines", 11),
    MEAN("IPC with L1 scaled", "section VI.A", "scaling", "L1", 4),
    MEAN("IPC with L2 scaled", "section VI.A", "scaling", "L2", 59),
    MEAN("IPC with DRAM scaled", "section VI.A", "scaling", "DRAM", 11),
    MEAN("IPC with L1 and L2 scaled", "section VI.A", "scaling", "L1+L2", 69),
    MEAN("IPC with L2 and DRAM scaled", "section VI.A", "scaling", "L2+DRAM", 76),
    MEAN("IPC with all levels scaled", "section VI.A", "scaling", "all", 90),
    MEAN("IPC with the cost-effective configuration 16+48", "section VII.C", "cost-effective",
         "16+48", 23.4),
    MEAN("IPC with 16+68", "section VII.C", "cost-effective", "16+68", 29),
    MEAN("IPC with 32+52", "section VII.C", "cost-effective", "32+52", 25.7),
    MEAN("IPC with crossbar 16+48 alone", "section VII.C", "cost-effective", "crossbar 16+48 alone",
         15.5),
    ONE("IPC with L1 scaled, mm", "section VI.A", "scaling", "L1", "mm", -33),
    ONE("IPC with L1 scaled, ii", "section VI.A", "scaling", "L1", "iix", -25),
    ONE("IPC with L1 scaled, sc (printed 240; Table II has 2.70 times in all)", "section VI.A",
        "scaling", "L1", "streamcluster", 24),
    ONE("IPC with L1 scaled, cfd", "section VI.A", "scaling", "L1", "cfd", 16),
    ONE("IPC with L2 scaled, mm", "section VI.A", "scaling", "L2", "mm", 266),
    ONE("IPC with L1 and L2 scaled, mm", "section VI.A", "scaling", "L1+L2", "mm", 276),
    ONE("IPC with DRAM scaled, lbm", "section VI.A", "scaling", "DRAM", "lbm", 61),
    ONE("IPC with DRAM scaled, nn", "section VI.A", "scaling", "DRAM", "nn", 60),
    ONE("IPC with 16+48, lavaMD", "section VII.C", "cost-effective", "16+48", "lavaMD", -37),
    ONE("miss rate of L2, mm, percent", "section VI.A", "l2-misses", "baseline", "mm", 16),
    ONE("miss rate of L2 with L1 scaled, mm, percent", "section VI.A", "l2-misses", "L1 scaled",
        "mm", 58),
    ONE("miss rate of L2, ii, percent", "section VI.A", "l2-misses", "baseline", "iix", 15),
    ONE("miss rate of L2 with L1 scaled, ii, percent", "section VI.A", "l2-misses", "L1 scaled",
        "iix", 62),
    ONE("nn: IPC when misses take no time", "section III.A", "tolerance", "1", "nn", 3.3),
    ONE("nn: IPC when misses take 250 cycles", "section III.A", "tolerance", "250", "nn", 3.03),
    ONE("nn: IPC when misses take 500 cycles", "section III.A", "tolerance", "500", "nn", 1.9),
    TABLE_II(SPEEDUPS){0},
};

// One change at a time, for the rows that differ most.
// clang-format off
#define PAIRED_CHANGE(figure, series, what, name, reference) \
    {figure, series, what, "B/" name, "B/base-" reference}
#define INFINITE_WITH(what, name) \
    PAIRED_CHANGE("infinite", "infinite bandwidth", what, "infinite-" name, name)
#define WITH_HASH(figure, series, name) \
    PAIRED_CHANGE(figure, series, hashed, name "-hash", "hash")
#define OF_LATENCY(n, what, name) PAIRED_CHANGE("tolerance", n, what, "miss-" n "-" name, name)
#define AT_LATENCIES(what, name) \
    OF_LATENCY("1", what, name), OF_LATENCY("100", what, name), OF_LATENCY("250", what, name), \
    OF_LATENCY("500", what, name)
#define IN_BASE(figure, series) \
    {figure, series, hashed, "B/base-hash", NULL}, \
    {figure, series, on_fill, "B/base-fill", NULL}, \
    {figure, series, round_robin, "B/base-rr", NULL}, \
    {figure, series, slower, "B/base-575", NULL}
static const char hashed[] = "a hashed set index of L1D",
                  on_fill[] = "lines of L1D allocated when they arrive",
                  round_robin[] = "round-robin warp schedulers",
                  slower[] = "the networks at 575 MHz";

static const paper_ablation ablations[] = {
    INFINITE_WITH(hashed, "hash"),
    INFINITE_WITH(on_fill, "fill"),
    INFINITE_WITH(round_robin, "rr"),
    INFINITE_WITH(slower, "575"),
    WITH_HASH("infinite", "infinite DRAM", "infinite-dram"),
    WITH_HASH("scaling", "L1", "l1"),
    WITH_HASH("scaling", "L2", "l2"),
    WITH_HASH("scaling", "all", "all"),
    PAIRED_CHANGE("scaling", "DRAM", slower, "dram-575", "575"),
    PAIRED_CHANGE("scaling", "DRAM", hashed, "dram-hash", "hash"),
    PAIRED_CHANGE("scaling", "DRAM", round_robin, "dram-rr", "rr"),
    AT_LATENCIES(hashed, "hash"),
    AT_LATENCIES(round_robin, "rr"),
    OF_LATENCY("1", slower, "575"),
    OF_LATENCY("250", slower, "575"),
    OF_LATENCY("500", slower, "575"),
    {"l2-misses", "L1 scaled", hashed, "B/l1-hash", NULL},
    WITH_HASH("cost-effective", "16+48", "16-48"),
    WITH_HASH("cost-effective", "16+68", "16-68"),
    WITH_HASH("cost-effective", "32+52", "32-52"),
    WITH_HASH("cost-effective", "crossbar 16+48 alone", "crossbar"),
    IN_BASE("stalls", "issue stalls"),
    IN_BASE("latency", "AML"),
    IN_BASE("hit-latency", "L2-AHL"),
    IN_BASE("dram-queue", "full"),
    IN_BASE("issue", "str-MEM"),
    IN_BASE("issue", "data-MEM"),
    IN_BASE("issue", "fetch"),
    IN_BASE("issue", "data-ALU"),
    IN_BASE("issue", "str-ALU"),
    IN_BASE("l2-stalls", "bp-ICNT"),
    IN_BASE("l2-stalls", "bp-DRAM"),
    IN_BASE("l2-stalls", "port"),
    IN_BASE("l2-stalls", "lines"),
    IN_BASE("l2-stalls", "MSHR"),
    IN_BASE("l1-stalls", "bp-L2"),
    IN_BASE("l1-stalls", "MSHR"),
    IN_BASE("l1-stalls", "lines"),
    IN_BASE("l2-misses", "baseline"),
    WITH_HASH("scaling", "L1+L2", "l1-l2"),
    WITH_HASH("scaling", "L2+DRAM", "l2-dram"),
    {0}};
// clang-format on

static const char why_ideal[] =
    "the ideal is no bound for such a program: its requests come in another order, with which L1D "
    "holds other lines (figure ideal-hits)";
static const char why_clock[] =
    "ii issues in more than two fifths of all cycles here (figure cycles), so that it gains by the "
    "core's clock; mm hardly changes";

static const paper_claim claims[] = {
    {"infinite bandwidth bounds what can be gained: no program is slower with it", PAPER_OWN,
     "infinite", TEST_EVERY, "infinite bandwidth", NULL, "all", 1, why_ideal},
    {"infinite DRAM bounds what any order of DRAM requests can gain: no program is slower with it",
     PAPER_OWN, "infinite", TEST_EVERY, "infinite DRAM", NULL, "all", 1, why_ideal},
    {"infinite bandwidth gives at least what infinite DRAM gives, program by program", PAPER_OWN,
     "infinite", TEST_EVERY, "infinite bandwidth", "infinite DRAM", "all", 1, why_ideal},
    {"infinite DRAM gives considerably less than infinite bandwidth", "section III.B", "infinite",
     TEST_BELOW, "infinite DRAM", "infinite bandwidth", "all", 0.75, ""},
    {"hits in L2 take critically longer than its unloaded 120 cycles", "section III.A",
     "hit-latency", TEST_ABOVE, "L2-AHL", NULL, "all", 1.5 * 120, ""},
    {"nn, sc and lbm tolerate modest latencies: 100 cycles cost at most a tenth", "section III.A",
     "tolerance", TEST_EVERY, "100", "1", "nn streamcluster lbm", 0.9, ""},
    {"leukocyte is sensitive to small latencies: 100 cycles cost more than a tenth",
     "section III.A", "tolerance", TEST_BELOW, "100", "1", "leukocyte", 0.9, ""},
    {"dwt2d is sensitive to small latencies: 100 cycles cost more than a tenth", "section III.A",
     "tolerance", TEST_BELOW, "100", "1", "dwt2d", 0.9, ""},
    {"structural hazards of the memory stage are the most frequent stall", "section IV.A", "issue",
     TEST_BEST, "str-MEM", NULL, "all", 1, ""},
    {"back pressure of the reply network is the main stall of L2", "section IV.B", "l2-stalls",
     TEST_BEST, "bp-ICNT", NULL, "all", 1, ""},
    {"MSHRs do not block L2: at most 10 % of its stalls", "section IV.B", "l2-stalls", TEST_BELOW,
     "MSHR", NULL, "all", 10, why_mshr},
    {"back pressure of L2 is the main stall of L1D", "section IV.B", "l1-stalls", TEST_BEST,
     "bp-L2", NULL, "all", 1, ""},
    {"lines hold up L1D less than MSHRs do", "section IV.B", "l1-stalls", TEST_BELOW, "lines",
     "MSHR", "all", 1, ""},
    {"lines hold up L1D less than back pressure of L2 does", "section IV.B", "l1-stalls",
     TEST_BELOW, "lines", "bp-L2", "all", 1, ""},
    {"scaling L2 gives more than scaling DRAM", "section VI.A", "scaling", TEST_ABOVE, "L2", "DRAM",
     "all", 1, ""},
    {"L1 and L2 scaled give more than HBM", "section VI.A", "scaling", TEST_ABOVE, "L1+L2", "DRAM",
     "all", 1, ""},
    {"L1 and L2 scaled give more than L2 alone", "section VI.A", "scaling", TEST_ABOVE, "L1+L2",
     "L2", "all", 1, ""},
    {"and more than both alone add up to", "section VI.A", "synergy", TEST_SUM, "L1+L2", NULL,
     "all", 1, ""},
    {"mm is better with both scaled than with L2 alone", "section VI.A", "scaling", TEST_ABOVE,
     "L1+L2", "L2", "mm", 1, ""},
    {"ss is better with both scaled than with L2 alone", "section VI.A", "scaling", TEST_ABOVE,
     "L1+L2", "L2", "ss", 1, ""},
    {"ii is better with L2 alone scaled", "section VI.A", "scaling", TEST_BELOW, "L1+L2", "L2",
     "iix", 1, ""},
    {"all levels scaled give the most", "section VI.A", "scaling", TEST_BEST, "all", NULL, "all", 1,
     ""},
    {"with L1 scaled L2 misses much more of mm and ii: twice", "section VI.A", "l2-misses",
     TEST_EVERY, "L1 scaled", "baseline", "mm iix", 2, ""},
    {"a faster core makes programs slower: mm and ii at 770 MHz", "section VI.A", "core-clock",
     TEST_EVERY_BELOW, "770", NULL, "mm iix", 1, why_clock},
    {"a slower core makes them faster: mm and ii at 630 MHz", "section VI.A", "core-clock",
     TEST_EVERY, "630", NULL, "mm iix", 1, why_clock},
    {"16+48 gives more than HBM", "section VII.C", "cost-effective", TEST_ABOVE, "16+48", "HBM",
     "all", 1, ""},
    {"16+48 gives more than its crossbar alone", "section VII.C", "cost-effective", TEST_ABOVE,
     "16+48", "crossbar 16+48 alone", "all", 1, ""},
    {"more bytes for replies give more than for requests: 16+68 against 32+52", "section VII.C",
     "cost-effective", TEST_ABOVE, "16+68", "32+52", "all", 1, ""},
    {0},
};

static const char why_storage[] =
    "the formula: (entries of the configuration - entries of the baseline) x entry width x 15 SMs "
    "or 12 banks. The paper states the widths, 128 B for a buffer and 8 B for miss queues and "
    "MSHRs, but not which the memory pipeline has; neither gives its 94 KB";
static const char why_crossbar[] =
    "logic and flip-flops before layout, FreePDK45 cells; of the paper's 27 mm2 at 40 nm 11.6 are "
    "wires, and its routers have more buffers and pipeline stages than 8 flits an input";
#define BASE_XBAR "request_32_flop+reply_32_flop"

static const paper_cost costs[] = {
    {"storage added by 16+48, KB; memory pipeline left out", "section VII.C",
     "bandwidth_bytes:queues+mshrs", 1.0 / 1024, 94, why_storage},
    {"the same with 8 B per entry of the memory pipeline", "section VII.C",
     "bandwidth_bytes:queues+mshrs+pipeline_8", 1.0 / 1024, 94, why_storage},
    {"the same with 128 B per entry of the memory pipeline", "section VII.C",
     "bandwidth_bytes:queues+mshrs+pipeline_128", 1.0 / 1024, 94, why_storage},
    {"area of both crossbars, 32+32, mm2", "section VII.C", "silicon_um2:" BASE_XBAR, 1e-6, 27,
     why_crossbar},
    {"area of 16+48 over that of 32+32", "section VII.B",
     "silicon_ratio:request_16_flop+reply_48_flop/" BASE_XBAR, 1, 1, ""},
    {"area added by 16+68, percent of both crossbars (3.62 of 27 mm2, all of it wires)",
     "section VII.C",
     "silicon_ratio:request_16_flop+reply_68_flop-request_32_flop-reply_32_flop/" BASE_XBAR, 100,
     3.62 * 100 / 27, why_crossbar},
    {"area added by 32+52, percent of both crossbars", "section VII.C",
     "silicon_ratio:reply_52_flop-reply_32_flop/" BASE_XBAR, 100, 3.62 * 100 / 27, why_crossbar},
    {0},
};

const paper paper_bandwidth = {
    .name = "bandwidth",
    .title = "Bandwidth bottlenecks: what the paper says and what this machine does",
    .citation = "S. Dublish, V. Nagarajan, N. Topham: Evaluating and Mitigating Bandwidth "
                "Bottlenecks Across the Memory Hierarchy in GPUs. ISPASS 2017",
    .about = "Relative figures are over the baseline; means are arithmetic, as the paper's (its "
             "Table II averages to 2.37 only so).",
    .cost_preset = "bandwidth-16-48",
    .costs = costs,
    .bases = bases,
    .variants = variants,
    .programs = programs,
    .groups = groups,
    .absent = absent,
    .figures = figures,
    .stated = stated,
    .claims = claims,
    .silicon = "reports/silicon/crossbar.csv",
    .insn_limit = 100000000,
    .ablations = ablations,
};
