// warppool.c : rows of "WarpPool: Sharing Requests with Inter-Warp Coalescing for Throughput
// Processors" (MICRO 2015). See paper.h.
//
// The paper's bars are kernels, named PROGRAM_NUMBER; here each is measured alone within its
// program's run.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {{"W", "Table 2", "warppool"}, {0}};

// What is changed, in the words of the machines and of the changes that are tried.
#define IN_ORDER "a DRAM that serves requests in their order"
#define LINEAR "a linear set index of L1D"
#define QUEUES_OWN "48 instruction queues of 2"
#define ROUND_ROBIN "round-robin warp schedulers"
#define SMALLER "an L1D of 16 KB"
#define WRITE_BACK "an L2 that writes back only"
#define DEEPER "queues of 32"

#define OFF "structures.warppool.enable=false"
#define MRPB OFF, "structures.mrpb.enable=true", "structures.mrpb.bypass=none"
// The kernels for which the paper has MRPB's misses and speed otherwise than ours.
#define MRPB_ELSE "spmv/spmv_jds streamcluster/pgain syrk/syrk_kernel syr2k/syr2k_kernel"
#define WINDOW "stats.window=true"
#define SELECT(policy) "structures.warppool.select=" policy

// clang-format off
#define QUEUES_48 "structures.warppool.insn_queues=48", "structures.warppool.insn_depth=2"
#define PAIR(id, with, set) \
    {.name = id, .what = "WarpPool, " with, .sets = {set}}, \
    {.name = "base-" id, .what = "no WarpPool, " with, .sets = {OFF, set}}
// clang-format on

static const paper_variant variants[] = {
    {.name = "base",
     .what = "no WarpPool; coalescing windows counted (the run is the same)",
     .sets = {OFF, WINDOW}},
    {.name = "warppool", .what = "WarpPool as Tables 1 and 2"},
    {.name = "banked",
     .what = "L1D of eight banks: 8 sets per bank, 8 hits but one miss per cycle, one warp at a "
             "time (4.1)",
     .sets = {OFF, "l1d.banks=8"}},
    {.name = "mrpb",
     .what = "MRPB as its paper's final design, without bypass (4.1)",
     .sets = {MRPB}},
    {.name = "mrpb-back",
     .what = "MRPB without bypass, " WRITE_BACK,
     .sets = {MRPB, "l2.write=back"},
     .of = MRPB_ELSE},
    {.name = "mrpb-32",
     .what = "MRPB without bypass, " DEEPER,
     .sets = {MRPB, "structures.mrpb.depth=32"},
     .of = MRPB_ELSE},
    {.name = "oldest", .what = "WarpPool, always the oldest request", .sets = {SELECT("oldest")}},
    {.name = "warp-id", .what = "WarpPool, always the lowest warp", .sets = {SELECT("warp")}},
    {.name = "one",
     .what = "WarpPool with one coalescer instead of two",
     .sets = {"structures.warppool.coalescers=1"}},
    {.name = "own",
     .what = "WarpPool with " QUEUES_OWN " instructions instead of 16 of 8",
     .sets = {QUEUES_48}},
    {.name = "huge", .what = "no WarpPool; L1D of 32 MB", .sets = {OFF, "l1d.ways=4096"}},
    {.name = "huge-banked",
     .what = "no WarpPool; L1D of 32 MB whose eight banks serve 8 hits per cycle",
     .sets = {OFF, "l1d.ways=4096", "l1d.banks=8"}},
    {.name = "back", .what = "WarpPool, " WRITE_BACK, .sets = {"l2.write=back"}},
    {.name = "base-back", .what = "no WarpPool, " WRITE_BACK, .sets = {OFF, "l2.write=back"}},
    {.name = "whole-base",
     .what = "no WarpPool, to the program's end",
     .sets = {OFF, "gpu.insn_limit=0"}},
    {.name = "whole", .what = "WarpPool, to the program's end", .sets = {"gpu.insn_limit=0"}},
    {.name = "own-back",
     .what = "WarpPool with " QUEUES_OWN ", " WRITE_BACK,
     .sets = {QUEUES_48, "l2.write=back"}},
    {.name = "own-oldest",
     .what = "WarpPool with " QUEUES_OWN ", always the oldest request",
     .sets = {QUEUES_48, SELECT("oldest")}},
    {.name = "window-rr",
     .what = "no WarpPool, " ROUND_ROBIN "; windows counted",
     .sets = {OFF, WINDOW, "sm.scheduler=rr"},
     .of = "cache"},
    {.name = "window-linear",
     .what = "no WarpPool, " LINEAR "; windows counted",
     .sets = {OFF, WINDOW, "l1d.index=linear"},
     .of = "cache"},
    {.name = "window-back",
     .what = "no WarpPool, " WRITE_BACK "; windows counted",
     .sets = {OFF, WINDOW, "l2.write=back"},
     .of = "cache"},
    PAIR("linear", LINEAR, "l1d.index=linear"),
    PAIR("16k", SMALLER, "l1d.sets=32"),
    PAIR("fcfs", IN_ORDER, "dram.scheduler=fcfs"),
    {.name = "maps",
     .what = "WarpPool with 64 entries of the thread map table instead of 8",
     .sets = {"structures.warppool.maps=64"}},
    {0},
};

// The text names no input. Classes: the text's where it names a kernel, else by its description of
// the class (sections 2.2, 2.3, 4.2).
static const paper_program programs[] = {
    {"spmv/spmv_jds", "spmv", "divergent inter-warp kernels", SIZE_PAPER, ""},
    {"syrk/syrk_kernel", "SYRK", "divergent inter-warp kernels", SIZE_PAPER, ""},
    {"syr2k/syr2k_kernel", "SYR2K", "divergent inter-warp kernels", SIZE_PAPER, ""},
    {"gemm/gemm_kernel", "GEMM", "bandwidth inter-warp kernels checked", SIZE_PAPER, ""},
    {"2mm/mm2_kernel1", "2MM_1", "bandwidth inter-warp kernels", SIZE_PAPER, ""},
    {"3mm/mm3_kernel1", "3MM_1", "bandwidth inter-warp kernels", SIZE_PAPER, ""},
    {"streamcluster/pgain", "sc", "bandwidth inter-warp kernels checked", SIZE_PAPER, ""},
    {"kmeans_t/kmeans_point", "kmeans_2", "bandwidth inter-warp kernels checked", SIZE_PAPER, ""},
    {"corr/corr_reduce", "CORR_3", "bandwidth inter-warp kernels", SIZE_PAPER, ""},
    {"atax/atax_kernel1", "ATAX_1", "cache kernels", SIZE_PAPER, ""},
    {"mvt/mvt_kernel1", "MVT_1", "cache kernels", SIZE_PAPER, ""},
    {"bicg/bicg_kernel2", "BICG_2", "cache kernels", SIZE_PAPER, ""},
    {"transpose_l/transpose_loads", "transpose", "case", SIZE_PAPER, ""},
    {0},
};

static const paper_word groups[] = {
    {"kernels", "all"},
    {"inter-warp", "with inter-warp locality"},
    {"divergent", "memory-divergent"},
    {"bandwidth", "bandwidth-limited"},
    {"cache", "cache-limited"},
    {"checked", "those that run to their end too"},
    {0},
};

static const paper_word absent[] = {
    {"pf_1", "a kernel of Rodinia's particlefilter; its source is not at hand"},
    {"further kernels",
     "the bars of Figures 3, 5, 9 and 11 to 13 are lost: those are taken that the text names"},
    {"routed area, clock and power",
     "0.36 mm2, 1.2 GHz and 142.3 mW after place and route: nothing is routed here"},
    {0},
};

// clang-format off
#define MEANS {"kernels", "inter-warp", "divergent", "bandwidth", "cache"}
#define LIST(...) {__VA_ARGS__}
#define OVER_BASE(name, variant) {.label = name, .machine = "W/" variant, .reference = "W/base"}
#define PART(name, variant, key) {.label = name, .machine = "W/" variant, .metric = key}
#define OF_KERNELS(name, what, where, key, series_list) \
    {.id = name, .title = what, .source = where, .metric = key, .programs = "kernels", \
     .shape = SHAPE_RATIO, .mean = MEAN_GEOMETRIC, .means = MEANS, .series = series_list}
// clang-format on

static const paper_figure figures[] = {
    OF_KERNELS("speedup", "IPC of WarpPool, MRPB without bypass and a banked L1D over the baseline",
               "Figure 11", "ipc",
               LIST(OVER_BASE("WarpPool", "warppool"), OVER_BASE("MRPB", "mrpb"),
                    OVER_BASE("banked", "banked"))),
    {.id = "requests",
     .title = "Requests of instructions in an access of L1D, and requests that the banked L1D "
              "serves per busy cycle",
     .source = "Figure 12",
     .programs = "kernels",
     .mean = MEAN_ARITHMETIC,
     .means = MEANS,
     .series = LIST(PART("WarpPool", "warppool", "loads_per_access"),
                    PART("banked", "banked", "requests_per_cycle"))},
    OF_KERNELS("mpki", "L1D misses per thousand instructions relative to the baseline", "Figure 13",
               "mpki",
               LIST(OVER_BASE("WarpPool", "warppool"), OVER_BASE("MRPB", "mrpb"),
                    OVER_BASE("banked", "banked"))),
    OF_KERNELS(
        "selection-mpki",
        "L1D misses per thousand instructions with either selection, relative to the baseline",
        "section 4.2.3", "mpki",
        LIST(OVER_BASE("switch", "warppool"), OVER_BASE("oldest", "oldest"),
             OVER_BASE("warp ID", "warp-id"))),
    OF_KERNELS("selection", "IPC with either selection and with the switch between them",
               "section 3.5", "ipc",
               LIST(OVER_BASE("switch", "warppool"), OVER_BASE("oldest", "oldest"),
                    OVER_BASE("warp ID", "warp-id"))),
    OF_KERNELS("maps", "IPC with 8 and with 64 entries of the thread map table", "section 3.6",
               "ipc", LIST(OVER_BASE("8 entries", "warppool"), OVER_BASE("64 entries", "maps"))),
    {.id = "bounds",
     .title = "What an L1D that loses no line gains without merging and reordering",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = "kernels case",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = MEANS,
     .note = "Over the base.",
     .series = LIST(OVER_BASE("32 MB", "huge"), OVER_BASE("32 MB banked", "huge-banked"))},
    {.id = "cut",
     .title = "Does the cut change the answer? IPC cut and to the program's end",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = "checked",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"checked"},
     .series = LIST({.label = "cut", .machine = "W/warppool", .reference = "W/base"},
                    {.label = "whole", .machine = "W/whole", .reference = "W/whole-base"})},
    {.id = "front",
     .title = "IPC of the cache-limited kernels with other ways to the inter-warp queues",
     .source = "section 3.9",
     .metric = "ipc",
     .programs = "cache",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"cache"},
     .series = LIST(OVER_BASE("2 coalescers 16 queues", "warppool"),
                    OVER_BASE("1 coalescer", "one"), OVER_BASE("48 queues", "own"))},
    {.id = "transpose",
     .title = "Time of the transpose, relative to the naive one of the baseline",
     .source = "Figure 14",
     .metric = "cycles",
     .programs = "case",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .series = LIST(OVER_BASE("naive", "base"), OVER_BASE("naive with WarpPool", "warppool"),
                    {.label = "shared memory",
                     .machine = "W/base",
                     .reference = "W/base",
                     .kernel = "transpose_tiles"})},
    {.id = "window",
     .title = "Requests of loads to L1D that are left with a coalescing window of so many requests",
     .source = "Figure 5",
     .note = "Percent of those without a window, of the requests that the baseline's L1D accepted.",
     .programs = "kernels",
     .mean = MEAN_ARITHMETIC,
     .means = MEANS,
     .series = LIST(PART("0", "base", "window_0"), PART("8", "base", "window_8"),
                    PART("16", "base", "window_16"), PART("32", "base", "window_32"),
                    PART("64", "base", "window_64"), PART("128", "base", "window_128"))},
    {.id = "mappings",
     .title = "Requests of loads by how their lanes lie on the line's words",
     .source = "Figure 9",
     .programs = "kernels",
     .stacked = true,
     .mean = MEAN_ARITHMETIC,
     .means = MEANS,
     .note = "Percent of the coalescer's requests.",
     .series =
         LIST(PART("single", "base", "map_single"), PART("consecutive", "base", "map_consecutive"),
              PART("broadcast", "base", "map_broadcast"), PART("range", "base", "map_range"),
              PART("table entry", "base", "map_other"))},
    {.id = "filter",
     .title = "Requests left of one per lane, level by level",
     .source = "Figure 2",
     .programs = "kernels",
     .mean = MEAN_ARITHMETIC,
     .means = MEANS,
     .note = "Percent of the active lanes of loads and stores, baseline.",
     .series = LIST(PART("behind the coalescer", "base", "left_coalescer"),
                    PART("behind L1D", "base", "left_l1"), PART("behind L2", "base", "left_l2"))},
    {0},
};

static const char why_banked[] =
    "over the cycles in which L1D serves a request; the paper does not say over which";

static const paper_stated stated[] = {
    {"speedup of WarpPool, geometric mean", "section 4.2.1", "speedup", "WarpPool", "kernels", 1.38,
     false, ""},
    {"requests per access, kernels with inter-warp locality", "section 4.2.2", "requests",
     "WarpPool", "inter-warp", 1.14, false, ""},
    {"requests per access, all kernels", "section 4.2.2", "requests", "WarpPool", "kernels", 1.08,
     false, ""},
    {"requests per cycle of the banked L1D", "section 4.2.2", "requests", "banked", "kernels", 1.18,
     false, why_banked},
    {"MPKI of WarpPool, of the baseline's", "section 4.2.3", "mpki", "WarpPool", "kernels", 0.77,
     false, ""},
    {"transpose with WarpPool, time of the naive one", "section 4.3", "transpose",
     "naive with WarpPool", "case", 0.50, false, ""},
    {"transpose in shared memory, time of the naive one", "section 4.3", "transpose",
     "shared memory", "case", 0.38, false, ""},
    {"spmv: percent left behind the coalescer (less than)", "section 2.1", "filter",
     "behind the coalescer", "spmv/spmv_jds", 60, false, ""},
    {"spmv: percent left behind L1D", "section 2.1", "filter", "behind L1D", "spmv/spmv_jds", 17,
     false, ""},
    {"spmv: percent left behind L2", "section 2.1", "filter", "behind L2", "spmv/spmv_jds", 10,
     false, ""},
    {0},
};

#define FEWER_WITH_MRPB "spmv/spmv_jds streamcluster/pgain mvt/mvt_kernel1 bicg/bicg_kernel2"

static const paper_claim claims[] = {
    {"WarpPool is ahead of the banked L1D", "section 4.2.1", "speedup", TEST_ABOVE, "WarpPool",
     "banked", "kernels", 1, ""},
    {"WarpPool is ahead of MRPB on the memory-divergent kernels", "section 4.2.1", "speedup",
     TEST_ABOVE, "WarpPool", "MRPB", "divergent", 1, ""},
    {"WarpPool is ahead of MRPB on the bandwidth-limited kernels", "section 4.2.1", "speedup",
     TEST_ABOVE, "WarpPool", "MRPB", "bandwidth", 1, ""},
    {"MRPB is ahead of WarpPool on some of the cache-limited kernels: on their mean",
     "section 4.2.1", "speedup", TEST_ABOVE, "MRPB", "WarpPool", "cache", 1, ""},
    {"the cache-limited kernels have significantly fewer misses", "section 4.2.1", "mpki",
     TEST_BELOW, "WarpPool", NULL, "cache", 0.9, ""},
    {"banking achieves no speedup", "section 4.2.1", "speedup", TEST_BELOW, "banked", NULL,
     "kernels", 1.05, ""},
    {"SYR2K has more requests per access than 1, and so has SYRK", "section 4.2.2", "requests",
     TEST_EVERY, "WarpPool", NULL, "syrk/syrk_kernel syr2k/syr2k_kernel", 1.01, ""},
    {"SYR2K has more requests per access than SYRK", "section 4.2.2", "requests", TEST_OTHER,
     "WarpPool", "syrk/syrk_kernel", "syr2k/syr2k_kernel", 1, ""},
    {"the banked L1D serves more requests per cycle than WarpPool merges", "section 4.2.2",
     "requests", TEST_ABOVE, "banked", "WarpPool", "kernels", 1, ""},
    {"it serves more than one for the cache-limited kernels, where WarpPool cannot merge",
     "section 4.2.2", "requests", TEST_EVERY, "banked", "WarpPool", "cache", 1.01, ""},
    {"banking does nothing for sc, which does not diverge", "section 4.2.2", "speedup", TEST_BELOW,
     "banked", NULL, "streamcluster/pgain", 1.02, ""},
    {"misses of CORR_3 increase", "section 4.2.3", "mpki", TEST_ABOVE, "WarpPool", NULL,
     "corr/corr_reduce", 1.01, ""},
    {"WarpPool has fewer misses than MRPB", "section 4.2.3", "mpki", TEST_BELOW, "WarpPool", "MRPB",
     "kernels", 1, ""},
    {"MRPB hurts SYRK and SYR2K", "section 4.2.3", "mpki", TEST_EVERY, "MRPB", NULL,
     "syrk/syrk_kernel syr2k/syr2k_kernel", 1.01, ""},
    {"MRPB has fewer misses than WarpPool in spmv, sc, MVT_1 and BICG_2", "section 4.2.3", "mpki",
     TEST_EVERY_BELOW, "MRPB", "WarpPool", FEWER_WITH_MRPB, 1, ""},
    {"and MRPB is ahead of WarpPool in these four", "section 4.2.3", "speedup", TEST_EVERY, "MRPB",
     "WarpPool", FEWER_WITH_MRPB, 1, ""},
    {"the warp ID selection has fewer misses in ATAX_1, MVT_1 and BICG_2", "section 4.2.3",
     "selection-mpki", TEST_EVERY_BELOW, "warp ID", "oldest", "cache", 1, ""},
    {"oldest first is the better one elsewhere", "section 3.5", "selection", TEST_ABOVE, "oldest",
     "warp ID", "inter-warp", 1, ""},
    {"16 instruction queues of 8 do as well as 48 of 2 for the cache-limited kernels",
     "section 3.9", "front", TEST_ABOVE, "2 coalescers 16 queues", "48 queues", "cache", 0.98, ""},
    {"a large window finds locality between the warps of the divergent kernels", "section 2.3",
     "window", TEST_BELOW, "128", "0", "divergent", 0.9, ""},
    {"which begins to show at the larger windows only: at 16 requests not yet", "section 2.3",
     "window", TEST_ABOVE, "16", "0", "divergent", 0.95, ""},
    {"the bandwidth-limited kernels have it to a high degree", "section 2.3", "window", TEST_BELOW,
     "128", "0", "bandwidth", 0.7, ""},
    {"the cache-limited kernels have little of it", "section 2.3", "window", TEST_ABOVE, "128", "0",
     "cache", 0.9, ""},
    {"single mappings are the most frequent", "section 3.6", "mappings", TEST_BEST, "single", NULL,
     "kernels", 1, ""},
    {0},
};

// clang-format off
#define OF_WARPPOOL(figure, base, base_back) \
    {figure, "WarpPool", "always the lowest warp", "W/warp-id", base}, \
    {figure, "WarpPool", "always the oldest request", "W/oldest", base}, \
    {figure, "WarpPool", "64 entries of the thread map table", "W/maps", base}, \
    {figure, "WarpPool", "one coalescer", "W/one", base}, \
    {figure, "WarpPool", QUEUES_OWN, "W/own", base}, \
    {figure, "WarpPool", WRITE_BACK, "W/back", base_back}
#define OF_MRPB(figure) \
    {figure, "MRPB", WRITE_BACK, "W/mrpb-back", "W/base-back"}, \
    {figure, "MRPB", DEEPER, "W/mrpb-32", "W/base"}, \
    {figure, "WarpPool", DEEPER, "W/warppool", "W/base"}
#define OF_WINDOW(what, name) \
    {"window", "0", what, "W/window-" name, NULL}, \
    {"window", "128", what, "W/window-" name, NULL}
#define OF_TRANSPOSE(what, name) \
    {"transpose", "naive with WarpPool", what, "W/" name, "W/base-" name}, \
    {"transpose", "shared memory", what, "W/base-" name, "W/base-" name}
// clang-format on

static const paper_ablation ablations[] = {
    OF_WARPPOOL("speedup", "W/base", "W/base-back"),
    OF_WARPPOOL("mpki", "W/base", "W/base-back"),
    OF_WARPPOOL("requests", NULL, NULL),
    OF_MRPB("speedup"),
    OF_MRPB("mpki"),
    {"front", "2 coalescers 16 queues", "always the oldest request", "W/oldest", "W/base"},
    {"front", "48 queues", "always the oldest request", "W/own-oldest", "W/base"},
    {"front", "2 coalescers 16 queues", WRITE_BACK, "W/back", "W/base-back"},
    {"front", "48 queues", WRITE_BACK, "W/own-back", "W/base-back"},
    OF_TRANSPOSE(LINEAR, "linear"),
    OF_TRANSPOSE(SMALLER, "16k"),
    OF_TRANSPOSE(IN_ORDER, "fcfs"),
    OF_TRANSPOSE(WRITE_BACK, "back"),
    OF_WINDOW(ROUND_ROBIN, "rr"),
    OF_WINDOW(LINEAR, "linear"),
    OF_WINDOW(WRITE_BACK, "back"),
    {"filter", "behind L1D", WRITE_BACK, "W/base-back", NULL},
    {"filter", "behind L2", WRITE_BACK, "W/base-back", NULL},
    {0}};

static const char why_area[] =
    "logic and SRAM before layout, FreePDK45 cells, which are about twice as large as common ones "
    "of 45 nm; the paper's is routed. A quarter lays a store's"
    " bytes on its line, a fifth is both coalescers with the addresses and data of all lanes, "
    "nearly another takes a line apart again";
static const char why_clock[] =
    "FreePDK45 cells are about 1.6 times as slow as common ones of 45 nm; the slowest path looks "
    "for the lowest warp among the requests of all tags of all queues, and names its tag, all in "
    "one cycle";

static const char why_narrow[] = "as for the whole pipeline; narrow data paths "
                                 "(structures.warppool.narrow) and words in latches are "
                                 "not the paper's";
// 139.0 mW dynamic at 1.2 GHz and 3.3 static, at the clock of ours
#define PAPER_MW (139.0 * 700 / 1200 + 3.3)
static const char why_power[] = "mean of atax, bfs and gemm, size small, before layout, FreePDK45 "
                                "cells; flip-flops take most of "
                                "it, as nothing gates their clock";

// Table 1, computed from the configuration (blocks/warppool.h).
// clang-format off
#define STORAGE(component, where, bytes) \
    {"storage of the " component ", bytes", where, "warppool_bits:" component, 1.0 / 8, bytes, ""}
// clang-format on
static const paper_cost costs[] = {
    STORAGE("instruction queues", "Table 1", 592),
    STORAGE("intra-warp coalescers", "Table 1", 512),
    STORAGE("inter-warp coalescing queues", "Table 1", 992),
    STORAGE("thread map table", "Table 1", 321),
    STORAGE("MSHR metadata table", "Table 1", 2944),
    {"storage of all, KB", "Table 1", "warppool_bits:", 1.0 / 8 / 1024, 5.23, ""},
    {"area of the whole pipeline, one an SM, mm2", "section 3.10", "silicon_um2:warppool", 1e-6,
     0.36, why_area},
    {"its clock, GHz", "section 3.10", "silicon_mhz:warppool", 1e-3, 1.2, why_clock},
    {"area with narrow data paths and words in latches, mm2", "section 3.10",
     "silicon_um2:warppool_narrow", 1e-6, 0.36, why_narrow},
    {"clock with narrow data paths, GHz", "section 3.10", "silicon_mhz:warppool_narrow", 1e-3, 1.2,
     why_narrow},
    {"power of one, mW; at 700 MHz, to which the paper's 139.0 dynamic at 1.2 GHz are scaled",
     "section 3.10", "power_mw:warppool", 1, PAPER_MW, why_power},
    {"the same with narrow data paths and words in latches", "section 3.10",
     "power_mw:warppool_narrow", 1, PAPER_MW, why_power},
    {0},
};

const paper paper_warppool = {
    .name = "warppool",
    .title = "WarpPool: what the paper says and what this machine does",
    .citation = "J. Kloosterman et al.: WarpPool: Sharing Requests with Inter-Warp Coalescing for "
                "Throughput Processors. MICRO 2015",
    .about = "Each kernel's IPC relative to the same machine without WarpPool; means are "
             "geometric, as the paper's, but for Figure 12's.",
    .cost_preset = "warppool",
    .costs = costs,
    .bases = bases,
    .variants = variants,
    .programs = programs,
    .groups = groups,
    .absent = absent,
    .figures = figures,
    .stated = stated,
    .claims = claims,
    .silicon = "reports/silicon/blocks.csv",
    .power = "reports/silicon/power.csv",
    .insn_limit = 500000000, // kernels that come second in their programs are reached
    .bounds = "bounds",
    .bounded = {"WarpPool"},
    .ablations = ablations,
};
