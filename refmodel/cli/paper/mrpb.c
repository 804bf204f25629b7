// mrpb.c : rows of "MRPB: Memory Request Prioritization for Massively Parallel Processors" (HPCA
// 2014). See paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {
    {"S", "Base-S: 16 KB of L1D, 4-way", "mrpb-base-s"},
    {"L", "Base-L: 48 KB of L1D, 6-way", "mrpb-base-l"},
    {0},
};

#define OFF "structures.mrpb.enable=false"
#define HASH "l1d.index=fermi"
#define GTO "sm.scheduler=gto"
#define SWL "sm.gate=swl"
// Sections 5.1 to 5.3: 3 cycles, no bypass
#define REORDER "structures.mrpb.bypass=none", "structures.mrpb.latency=3"
// 5.1 and 5.2: queues that hold reads and writes and do not end; the longest there are stand for
// them
#define UNLIMITED REORDER, "structures.mrpb.flush=false", "structures.mrpb.depth=64"
#define DRAIN(kind, stays) UNLIMITED, "structures.mrpb.drain=" kind, "structures.mrpb.greedy=" stays
#define DEPTH(n, flush) REORDER, "structures.mrpb.depth=" n, "structures.mrpb.flush=" flush
#define LATENCY(n) "structures.mrpb.bypass=none", "structures.mrpb.latency=" n
#define SLOT(bypass) "structures.mrpb.single_slot=true", "structures.mrpb.bypass=" bypass

// Warps per scheduler. The paper tries all 24; these are nine of them, dense where a limit matters
// most.
static const unsigned limits[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 0};

// A change of the machine without and with MRPB.
// clang-format off
#define PAIR(name_is, text, set) \
    {.name = "base-" name_is, .what = text "; no MRPB", .sets = {OFF, set}}, \
    {.name = "mrpb-" name_is, .what = text "; MRPB", .sets = {set}}
// clang-format on

static const paper_variant variants[] = {
    {.name = "base", .what = "no MRPB", .sets = {OFF}},
    {.name = "mrpb",
     .what = "the final design (Table 4): signature warp, 48 queues of 8, fixed order, flush, 5 "
             "cycles, bypass on associativity stalls"},
    {.name = "full-s",
     .what = "fully associative L1D of 16 KB",
     .sets = {OFF, "l1d.sets=1", "l1d.ways=128"}},
    {.name = "full-l",
     .what = "fully associative L1D of 48 KB",
     .sets = {OFF, "l1d.sets=1", "l1d.ways=384"}},
    {.name = "huge-s",
     .what = "L1D of 16 MB in two sets",
     .sets = {OFF, "l1d.sets=2", "l1d.ways=65536"}},
    {.name = "huge-l",
     .what = "L1D of 48 MB in eight sets",
     .sets = {OFF, "l1d.sets=8", "l1d.ways=49152"}},
    {.name = "block",
     .what = "8 queues by block",
     .sets = {UNLIMITED, "structures.mrpb.signature=block", "structures.mrpb.queues=8"}},
    {.name = "block-warp",
     .what = "32 queues by the warp's number in its block",
     .sets = {UNLIMITED, "structures.mrpb.signature=block_warp", "structures.mrpb.queues=32"}},
    {.name = "warp", .what = "48 queues by warp, fixed order", .sets = {DRAIN("fixed", "false")}},
    {.name = "rr", .what = "round robin", .sets = {DRAIN("rr", "false")}},
    {.name = "longest", .what = "longest queue first", .sets = {DRAIN("longest", "false")}},
    {.name = "greedy-fixed", .what = "greedy, then fixed order", .sets = {DRAIN("fixed", "true")}},
    {.name = "greedy-rr", .what = "greedy, then round robin", .sets = {DRAIN("rr", "true")}},
    {.name = "greedy-longest", .what = "greedy, then longest", .sets = {DRAIN("longest", "true")}},
    {.name = "depth-32", .what = "32 entries per queue, no flush", .sets = {DEPTH("32", "false")}},
    {.name = "depth-16", .what = "16 entries per queue, no flush", .sets = {DEPTH("16", "false")}},
    {.name = "depth-8", .what = "8 entries per queue, no flush", .sets = {DEPTH("8", "false")}},
    {.name = "depth-4", .what = "4 entries per queue, no flush", .sets = {DEPTH("4", "false")}},
    {.name = "flush-32", .what = "32 entries per queue, flush", .sets = {DEPTH("32", "true")}},
    {.name = "flush-16", .what = "16 entries per queue, flush", .sets = {DEPTH("16", "true")}},
    {.name = "flush-8",
     .what = "8 entries per queue, flush, 3 cycles",
     .sets = {DEPTH("8", "true")}},
    {.name = "flush-4", .what = "4 entries per queue, flush", .sets = {DEPTH("4", "true")}},
    {.name = "latency-4", .what = "8 entries, flush, 4 cycles", .sets = {LATENCY("4")}},
    {.name = "latency-6", .what = "8 entries, flush, 6 cycles", .sets = {LATENCY("6")}},
    {.name = "latency-10", .what = "8 entries, flush, 10 cycles", .sets = {LATENCY("10")}},
    {.name = "latency-18", .what = "8 entries, flush, 18 cycles", .sets = {LATENCY("18")}},
    {.name = "bypass-all", .what = "no queues; a stalled read bypasses L1D", .sets = {SLOT("all")}},
    {.name = "bypass-assoc",
     .what = "no queues; a read stalled by associativity bypasses L1D",
     .sets = {SLOT("associativity")}},
    {.name = "ways-64",
     .what = "16 KB, 64-way, hit in one cycle",
     .sets = {OFF, "l1d.sets=2", "l1d.ways=64"}},
    {.name = "20-KB", .what = "20 KB, 5-way", .sets = {OFF, "l1d.ways=5"}},
    {.name = "swl",
     .what = "static warp limit, the best of nine",
     .sets = {OFF, SWL},
     .search = "sm.swl_warps",
     .settings = limits},
    PAIR("575", "the network at 575 MHz, L2's clock", "gpu.icnt_mhz=575"),
    PAIR("port-32", "an L2 data port of 32 B", "l2.port_bytes=32"),
    PAIR("back", "an L2 that writes back only", "l2.write=back"),
    {.name = "whole-base",
     .what = "no MRPB, to the program's end",
     .sets = {OFF, "gpu.insn_limit=0"},
     .of = "srad"},
    {.name = "whole-mrpb",
     .what = "MRPB, to the program's end",
     .sets = {"gpu.insn_limit=0"},
     .of = "srad"},
    {.name = "base-hash",
     .what = "a hashed set index of L1D; no MRPB",
     .sets = {OFF, HASH},
     .of = "XW shared"},
    {.name = "mrpb-hash",
     .what = "a hashed set index of L1D; MRPB",
     .sets = {HASH},
     .of = "shared"},
    {.name = "base-hash-srad",
     .what = "a hashed set index of L1D; no MRPB",
     .sets = {OFF, HASH},
     .of = "srad"},
    {.name = "mrpb-hash-srad",
     .what = "a hashed set index of L1D; MRPB",
     .sets = {HASH},
     .of = "srad"},
    {.name = "latency-1",
     .what = "MRPB with a latency of 1 cycle",
     .sets = {"structures.mrpb.latency=1"},
     .of = "bfs gaussian pathfinder_u"},
    {.name = "all-575",
     .what = "no queues; a stalled read bypasses L1D; the network at 575 MHz",
     .sets = {SLOT("all"), "gpu.icnt_mhz=575"}},
    {.name = "gto", .what = "greedy-then-oldest", .sets = {OFF, GTO}},
    {.name = "gto-mrpb", .what = "greedy-then-oldest with MRPB", .sets = {GTO}},
    {.name = "gto-swl",
     .what = "greedy-then-oldest with the best of nine static warp limits",
     .sets = {OFF, GTO, SWL},
     .search = "sm.swl_warps",
     .settings = limits},
    {0},
};

// Table 2 has lost its inputs. Figure 2 has atax'; bicg, gesummv and mvt have at most one block an
// SM as it has (2.4); 2mm, syr2k and syrk are scaled below 3.7 billion instructions, the longest
// run (section 4). Of Table 3's inputs the sizes are left. checked: those that the
// cut ends early, but syr2k. They run to their end too, fdtd with as many of its 500 steps as stay
// below those 3.7 billion instructions.
static const paper_program programs[] = {
    {"2dconv", "2dconv", "polybench CI checked", SIZE_PAPER, ""},
    {"2mm", "2mm", "polybench CI checked", SIZE_MRPB, ""},
    {"3dconv", "3dconv", "polybench CI checked", SIZE_PAPER, ""},
    {"3mm", "3mm", "polybench CI checked", SIZE_PAPER, ""},
    {"fdtd2d", "fdtd", "polybench CI checked", SIZE_PAPER, ""},
    {"gemm", "gemm", "polybench CI checked", SIZE_PAPER, ""},
    {"atax", "atax", "polybench IW", SIZE_MRPB, "2048 x 2048"},
    {"bicg", "bicg", "polybench IW", SIZE_MRPB, ""},
    {"gesummv", "gesummv", "polybench IW", SIZE_MRPB, ""},
    {"mvt", "mvt", "polybench IW", SIZE_MRPB, ""},
    {"syr2k", "syr2k", "polybench XW", SIZE_MRPB, ""},
    {"syrk", "syrk", "polybench XW checked", SIZE_MRPB, ""},
    {"backprop", "BP", "rodinia shared checked", SIZE_PAPER, "65536 nodes"},
    {"backprop_u", "BP/U", "rodinia checked", SIZE_PAPER, "65536 nodes"},
    {"bfs", "BFS", "rodinia checked", SIZE_PAPER, "1M nodes"},
    {"gaussian", "GS", "rodinia checked", SIZE_PAPER, "208 x 208 elements"},
    {"hotspot", "HS", "rodinia shared", SIZE_PAPER, "512 x 512 elements"},
    {"hotspot_u", "HS/U", "rodinia", SIZE_PAPER, "512 x 512 elements"},
    {"kmeans_t", "KM", "rodinia checked", SIZE_PAPER, "204800 34D points"},
    {"lud", "LUD", "rodinia shared checked", SIZE_PAPER, "512 x 512 elements"},
    {"lud_u", "LUD/U", "rodinia checked", SIZE_PAPER, "512 x 512 elements"},
    {"nw", "NW", "rodinia shared checked", SIZE_PAPER, "2048 x 2048 elements"},
    {"nw_u", "NW/U", "rodinia checked", SIZE_PAPER, "2048 x 2048 elements"},
    {"pathfinder", "PF", "rodinia shared checked", SIZE_PAPER, "100K x 100 elements"},
    {"pathfinder_u", "PF/U", "rodinia checked", SIZE_PAPER, "100K x 100 elements"},
    {"srad", "SRAD", "rodinia shared checked", SIZE_MRPB, "1024 x 1024 pixels"},
    {"srad_u", "SRAD/U", "rodinia checked", SIZE_MRPB, "1024 x 1024 pixels"},
    {0},
};

static const paper_word groups[] = {
    {"polybench", "PolyBench"},
    {"rodinia", "Rodinia"},
    {"CI", "CI: cache-insensitive"},
    {"IW", "IW: intra-warp contention"},
    {"XW", "XW: cross-warp contention"},
    {"shared", "the six that have an unshared twin"},
    {"polybench rodinia", "all"},
    {"checked", "those that run to their end too"},
    {0},
};

static const paper_word cut_sizes[] = {{"fdtd2d", "mrpb"}, {0}};

static const paper_word absent[] = {
    {"further Rodinia programs",
     "Table 3 of the text has lost its names: those are taken whose inputs it kept"},
    {0},
};

// Designs of sections 5.1 to 5.4 in front of Base-S, and of the two of Base-L that the paper shows.
// clang-format off
#define ON_S(word, variant) {.label = word, .machine = "S/" variant, .reference = "S/base"}
#define ON_L(word, variant) {.label = word, .machine = "L/" variant, .reference = "L/base"}
#define MEANS {"CI", "IW", "XW", "polybench"}
#define DESIGN(name, what, where, series_s, series_l) \
    {.id = name "-s", .title = what ", Base-S", .source = where, .metric = "ipc", \
     .programs = "polybench", .shape = SHAPE_RATIO, .mean = MEAN_GEOMETRIC, \
     .series = series_s, .means = MEANS},  \
    {.id = name "-l", .title = what ", Base-L", .source = where, .metric = "ipc", \
     .programs = "XW", .shape = SHAPE_RATIO, .mean = MEAN_GEOMETRIC, \
     .series = series_l, .means = {"XW"}}
#define LIST(...) {__VA_ARGS__}
// clang-format on
#define SIGNATURES(ON) \
    LIST(ON("block", "block"), ON("in-block warp", "block-warp"), ON("warp", "warp"))
#define DRAINS(ON) \
    LIST(ON("fixed", "warp"), ON("round robin", "rr"), ON("longest", "longest"), \
         ON("greedy fixed", "greedy-fixed"), ON("greedy round robin", "greedy-rr"), \
         ON("greedy longest", "greedy-longest"))
#define DEPTHS(ON) \
    LIST(ON("32", "depth-32"), ON("16", "depth-16"), ON("8", "depth-8"), ON("4", "depth-4"))
#define FLUSHES(ON) \
    LIST(ON("32", "flush-32"), ON("16", "flush-16"), ON("8", "flush-8"), ON("4", "flush-4"))
#define LATENCIES(ON) \
    LIST(ON("3 cycles", "flush-8"), ON("4 cycles", "latency-4"), ON("6 cycles", "latency-6"), \
         ON("10 cycles", "latency-10"), ON("18 cycles", "latency-18"))
#define BYPASSES(ON) \
    LIST(ON("all stalls", "bypass-all"), ON("associativity stalls", "bypass-assoc"))
// clang-format off
#define OVERALL_MEANS {"polybench", "CI", "IW", "XW", "rodinia", "polybench rodinia"}
#define OVERALL(name, what, where, key, kind, series_list) \
    {.id = name, .title = what, .source = where, .metric = key, .programs = "polybench rodinia", \
     .shape = kind, .mean = MEAN_GEOMETRIC, .series = series_list, .means = OVERALL_MEANS}
#define STUDY(name, what, where, set, mean_sets, series_list) \
    {.id = name, .title = what, .source = where, .metric = "ipc", .programs = set, \
     .shape = SHAPE_RATIO, .mean = MEAN_GEOMETRIC, .series = series_list, \
     .means = mean_sets}
#define RELATIVE(name, machine_is, reference_is) \
    {.label = name, .machine = machine_is, .reference = reference_is}
#define COUNTED(name, key) \
    {.label = name, .machine = "S/mrpb", .reference = "S/base", .metric = key}
// clang-format on

static const paper_figure figures[] = {
    OVERALL("overall-s", "IPC of the final MRPB, Base-S", "Figure 14", "ipc", SHAPE_RATIO,
            LIST(ON_S("MRPB", "mrpb"))),
    OVERALL("overall-l", "IPC of the final MRPB, Base-L", "Figure 14", "ipc", SHAPE_RATIO,
            LIST(ON_L("MRPB", "mrpb"))),
    STUDY("combined", "Reordering and bypass, Base-S, and both, Base-L", "section 5.5",
          "polybench rodinia", OVERALL_MEANS,
          LIST(ON_S("both", "mrpb"), ON_S("reordering alone", "flush-8"),
               ON_S("bypass alone", "bypass-assoc"), ON_L("both on Base-L", "mrpb"))),
    STUDY("swl-s", "MRPB and the best static warp limit, Base-S", "Figure 14", "polybench rodinia",
          OVERALL_MEANS, LIST(ON_S("MRPB", "mrpb"), ON_S("SWL", "swl"))),
    STUDY("swl-l", "MRPB and the best static warp limit, Base-L", "Figure 14", "polybench rodinia",
          OVERALL_MEANS, LIST(ON_L("MRPB", "mrpb"), ON_L("SWL", "swl"))),
    {.id = "swl-limits",
     .title = "Limits that the search found",
     .source = "section 5.5",
     .programs = "polybench rodinia",
     .note =
         "Warps per scheduler, of 1, 2, 3, 4, 6, 8, 12, 16 and 24, which is no limit. Of limits "
         "that are equally fast the lowest.",
     .series = LIST({.label = "Base-S", .machine = "S/swl", .found = true},
                    {.label = "Base-L", .machine = "L/swl", .found = true})},
    OVERALL("traffic", "Packets from L2 to L1 and misses with MRPB, change in percent, Base-S",
            "section 5.5", "packets", SHAPE_PERCENT,
            LIST(COUNTED("packets", "packets"), COUNTED("misses", "misses"),
                 COUNTED("misses and bypassed reads", "misses_bypassed"))),
    {.id = "contention-s",
     .title = "Misses by kind of contention, Base-S",
     .source = "Figure 4",
     .programs = "polybench",
     .stacked = true,
     .note = "Misses of lines that the cache has evicted, per thousand thread instructions, by who "
             "evicted them last.",
     .series =
         LIST({.label = "intra-warp", .machine = "S/base", .metric = "intra_warp"},
              {.label = "cross-warp intra-block", .machine = "S/base", .metric = "cross_warp"},
              {.label = "cross-warp cross-block", .machine = "S/base", .metric = "cross_block"})},
    {.id = "mpki",
     .title = "L1D misses per thousand thread instructions, Base-S",
     .source = "Figure 4",
     .metric = "mpki",
     .programs = "polybench",
     .mean = MEAN_ARITHMETIC,
     .means = {"CI", "IW", "XW"},
     .note = "Also those of lines that the cache never held.",
     .series = LIST({.label = "misses", .machine = "S/base"})},
    {.id = "fails",
     .title = "Requests that L1D refuses, per thousand cycles, Base-S",
     .source = "not in the paper",
     .programs = "polybench",
     .stacked = true,
     .mean = MEAN_ARITHMETIC,
     .means = {"CI", "IW", "XW"},
     .note = "All SMs together, by what is lacking.",
     .series = LIST({.label = "line", .machine = "S/base", .metric = "fail_line"},
                    {.label = "MSHR", .machine = "S/base", .metric = "fail_mshr"},
                    {.label = "merge entry", .machine = "S/base", .metric = "fail_merge"},
                    {.label = "miss queue", .machine = "S/base", .metric = "fail_missq"})},
    {.id = "associative-s",
     .title = "Full associativity and 1024 times the capacity, Base-S",
     .source = "Figure 5",
     .metric = "ipc",
     .programs = "IW XW",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .series = LIST(ON_S("128-way", "full-s"), ON_S("1024 x", "huge-s")),
     .means = {"IW", "XW"}},
    {.id = "associative-l",
     .title = "Full associativity and 1024 times the capacity, Base-L",
     .source = "Figure 5",
     .metric = "ipc",
     .programs = "IW XW",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .series = LIST(ON_L("384-way", "full-l"), ON_L("1024 x", "huge-l")),
     .means = {"IW", "XW"}},
    DESIGN("signature", "Signatures", "Figure 8", SIGNATURES(ON_S), SIGNATURES(ON_L)),
    DESIGN("drain", "Drain policies", "Figure 9", DRAINS(ON_S), DRAINS(ON_L)),
    DESIGN("depth", "Entries per queue without flush", "Figure 10", DEPTHS(ON_S), DEPTHS(ON_L)),
    DESIGN("flush", "Entries per queue with flush", "Figure 11", FLUSHES(ON_S), FLUSHES(ON_L)),
    DESIGN("latency", "Latency of the buffer", "Figure 12", LATENCIES(ON_S), LATENCIES(ON_L)),
    DESIGN("bypass", "Bypass without reordering", "Figure 13", BYPASSES(ON_S), BYPASSES(ON_L)),
    {.id = "unshared",
     .title = "Programs with and without shared memory, speed relative to the shared one on Base-S "
              "without MRPB",
     .source = "Figure 15",
     .metric = "speed",
     .programs = "shared",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"shared"},
     .series = LIST(
         {.label = "S", .machine = "S/base", .reference = "S/base"},
         {.label = "S unshared", .machine = "S/base", .reference = "S/base", .twin = "_u"},
         {.label = "S MRPB", .machine = "S/mrpb", .reference = "S/base"},
         {.label = "S MRPB unshared", .machine = "S/mrpb", .reference = "S/base", .twin = "_u"},
         {.label = "L", .machine = "L/base", .reference = "S/base"},
         {.label = "L unshared", .machine = "L/base", .reference = "S/base", .twin = "_u"},
         {.label = "L MRPB", .machine = "L/mrpb", .reference = "S/base"},
         {.label = "L MRPB unshared", .machine = "L/mrpb", .reference = "S/base", .twin = "_u"})},
    STUDY(
        "schedulers-s", "Warp schedulers with and without MRPB, relative to round robin, Base-S",
        "Figure 16", "polybench rodinia", OVERALL_MEANS,
        LIST(ON_S("RR with MRPB", "mrpb"), ON_S("GTO", "gto"), ON_S("GTO with MRPB", "gto-mrpb"))),
    STUDY("gto-swl-s",
          "MRPB and the best static warp limit on GTO, relative to round robin, Base-S",
          "Figure 16", "polybench", MEANS,
          LIST(ON_S("GTO", "gto"), ON_S("GTO with SWL", "gto-swl"),
               ON_S("GTO with MRPB", "gto-mrpb"))),
    STUDY(
        "schedulers-l", "Warp schedulers with and without MRPB, relative to round robin, Base-L",
        "Figure 16", "polybench rodinia", OVERALL_MEANS,
        LIST(ON_L("RR with MRPB", "mrpb"), ON_L("GTO", "gto"), ON_L("GTO with MRPB", "gto-mrpb"))),
    STUDY("gto-swl-l",
          "MRPB and the best static warp limit on GTO, relative to round robin, Base-L",
          "Figure 16", "polybench", MEANS,
          LIST(ON_L("GTO", "gto"), ON_L("GTO with SWL", "gto-swl"),
               ON_L("GTO with MRPB", "gto-mrpb"))),
    STUDY("64-way", "MRPB against a 64-way L1D of 16 KB", "section 5.8", "polybench rodinia",
          OVERALL_MEANS,
          LIST(ON_S("64-way", "ways-64"), RELATIVE("MRPB over 64-way", "S/mrpb", "S/ways-64"))),
    STUDY("bounds", "What ideal caches gain without any reordering before L1D", "not in the paper",
          "polybench rodinia", OVERALL_MEANS,
          LIST(ON_S("Base-S 128-way", "full-s"), ON_S("Base-S 1024 x", "huge-s"),
               ON_L("Base-L 384-way", "full-l"), ON_L("Base-L 1024 x", "huge-l"))),
    {.id = "cut",
     .title = "Does the cut change the answer? IPC cut and to the program's end",
     .source = "not in the paper",
     .note = "fdtd: whole with 7 of its 500 steps.",
     .metric = "ipc",
     .sizes = cut_sizes,
     .programs = "checked",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"checked"},
     .series = LIST({.label = "cut", .machine = "S/mrpb", .reference = "S/base"},
                    {.label = "whole", .machine = "S/whole-mrpb", .reference = "S/whole-base"})},
    STUDY("20-KB", "An L1D that is larger by MRPB's storage and more", "section 6",
          "polybench rodinia", OVERALL_MEANS, LIST(ON_S("20 KB 5-way", "20-KB"))),
    {0},
};

static const paper_stated stated[] = {
    {"IPC with MRPB, PolyBench, Base-S", "section 5.5", "overall-s", "MRPB", "polybench", 2.65,
     false, ""},
    {"IPC with MRPB, PolyBench, Base-L", "section 5.5", "overall-l", "MRPB", "polybench", 2.23,
     false, ""},
    {"IPC with MRPB, Rodinia, Base-S", "section 5.5", "overall-s", "MRPB", "rodinia", 1.27, false,
     ""},
    {"IPC with MRPB, Rodinia, Base-L", "section 5.5", "overall-l", "MRPB", "rodinia", 1.15, false,
     ""},
    {"the best program's", "section 5.5", "overall-s", "MRPB", "polybench rodinia", 17.2, true, ""},
    {"L2-to-L1 packets, PolyBench, percent", "section 5.5", "traffic", "packets", "polybench",
     -26.7, false, ""},
    {"L2-to-L1 packets, Rodinia, percent", "section 5.5", "traffic", "packets", "rodinia", -15.4,
     false, ""},
    {"L1D misses, PolyBench, percent", "section 5.5", "traffic", "misses", "polybench", -54.6,
     false, ""},
    {"L1D misses, Rodinia, percent", "section 5.5", "traffic", "misses", "rodinia", -37.9, false,
     ""},
    {"MRPB over 64-way L1D, all", "section 5.8", "64-way", "MRPB over 64-way", "polybench rodinia",
     1.04, false, ""},
    {"20 KB 5-way L1D, PolyBench", "section 6", "20-KB", "20 KB 5-way", "polybench", 1.2, false,
     ""},
    {"20 KB 5-way L1D, Rodinia", "section 6", "20-KB", "20 KB 5-way", "rodinia", 1.06, false, ""},
    {"SRAD/U without MRPB, speed of SRAD, Base-S", "section 5.6", "unshared", "S unshared", "srad",
     0.82, false, ""},
    {"six unshared programs without MRPB, speed of the shared", "section 5.6", "unshared",
     "S unshared", "shared", 0.63, false, ""},
    {"six unshared programs with MRPB, speed of the shared", "section 5.6", "unshared",
     "S MRPB unshared", "shared", 0.91, false, ""},
    {0},
};

static const char why_ci[] =
    "the cut, at least for 2mm, 3mm and gemm, which MRPB hardly helps to their end (figure cut); "
    "within it L1D refuses CI programs mostly for lack of a line in the set (figure fails), and "
    "full associativity alone gives them more than MRPB does (figure bounds)";

static const char why_tie[] = "the in-block warp is ahead for 2dconv and fdtd alone, which are "
                              "slower than without queues with "
                              "the warp (figure signature-s); the paper calls both insensitive";

static const paper_claim claims[] = {
    {"CI programs have a low MPKI: at most a tenth of the others'", "section 2.4", "mpki",
     TEST_OTHER, "misses", "CI", "IW XW", 10, ""},
    {"L1D refuses CI programs mostly for lack of a line in the set", PAPER_OWN, "fails", TEST_BEST,
     "line", NULL, "CI", 1, ""},
    {"atax, bicg, gesummv and mvt are mostly in intra-warp contention", "section 2.4",
     "contention-s", TEST_MOST, "intra-warp", NULL, "IW", 0.5, ""},
    {"more than half of the misses of syr2k and syrk are cross-warp: at most half are within a "
     "warp",
     "section 2.4", "contention-s", TEST_LEAST, "intra-warp", NULL, "XW", 0.5, ""},
    {"and across blocks more than within one", "section 5.1", "contention-s", TEST_EVERY,
     "cross-warp cross-block", "cross-warp intra-block", "XW", 1, ""},
    {"full associativity raises the IPC of IW programs substantially", "section 2.4",
     "associative-s", TEST_ABOVE, "128-way", NULL, "IW", 1.1, ""},
    {"and more so on Base-L", "section 2.4", "bounds", TEST_ABOVE, "Base-L 384-way",
     "Base-S 128-way", "IW", 1, ""},
    {"for XW programs a larger cache does more than associativity, Base-S", "section 2.4",
     "associative-s", TEST_ABOVE, "1024 x", "128-way", "XW", 1.05, ""},
    {"over all programs the warp is the best signature", "section 5.1", "signature-s", TEST_BEST,
     "warp", NULL, "polybench", 1, why_tie},
    {"the block as signature has minimal impact on most CI programs: more than half within 10 %",
     "section 5.1", "signature-s", TEST_HALF, "block", NULL, "CI", 1.1, why_ci},
    {"and so has the in-block warp", "section 5.1", "signature-s", TEST_HALF, "in-block warp", NULL,
     "CI", 1.1, why_ci},
    {"and the warp", "section 5.1", "signature-s", TEST_HALF, "warp", NULL, "CI", 1.1, why_ci},
    {"XW programs gain with the block as signature", "section 5.1", "signature-s", TEST_ABOVE,
     "block", NULL, "XW", 1.05, ""},
    {"IW programs gain with the in-block warp", "section 5.1", "signature-s", TEST_ABOVE,
     "in-block warp", NULL, "IW", 1.01, ""},
    {"IW programs do not gain with the block", "section 5.1", "signature-s", TEST_BELOW, "block",
     NULL, "IW", 1.05, ""},
    {"fixed order is the best policy over all programs", "section 5.2", "drain-s", TEST_BEST,
     "fixed", NULL, "polybench", 1, ""},
    {"longest first does very well on XW programs", "section 5.2", "drain-s", TEST_ABOVE, "longest",
     NULL, "XW", 1.2, ""},
    {"most programs are insensitive to the queues' length: means within 15 %", "section 5.3",
     "depth-s", TEST_WITHIN, NULL, NULL, "polybench", 1.15, ""},
    {"with flush, 8 entries do as well as 32", "section 5.3", "flush-s", TEST_ABOVE, "8", "32",
     "polybench", 0.97, ""},
    {"latency of 3 to 18 cycles is tolerated: means within 5 %", "section 5.3", "latency-s",
     TEST_WITHIN, NULL, NULL, "polybench", 1.05, ""},
    {"bypass on associativity stalls works well for IW programs", "section 5.4", "bypass-s",
     TEST_ABOVE, "associativity stalls", NULL, "IW", 1.5, ""},
    {"bypass does little for XW programs of Base-L", "section 5.4", "bypass-l", TEST_LITTLE,
     "all stalls", NULL, "XW", 1.15, ""},
    {"bypass can degrade CI programs: their mean with bypass on all stalls", "section 5.4",
     "bypass-s", TEST_BELOW, "all stalls", NULL, "CI", 1, why_ci},
    {"bypass on associativity stalls costs CI programs less than on all stalls", "section 5.4",
     "bypass-s", TEST_CHEAPER, "associativity stalls", "all stalls", "CI", 1, why_ci},
    {"reordering and bypass together are ahead of reordering alone", "section 5.5", "combined",
     TEST_ABOVE, "both", "reordering alone", "polybench rodinia", 1, ""},
    {"and of bypass alone", "section 5.5", "combined", TEST_ABOVE, "both", "bypass alone",
     "polybench rodinia", 1, ""},
    {"Base-S gains more by MRPB than Base-L", "section 5.5", "combined", TEST_ABOVE, "both",
     "both on Base-L", "polybench rodinia", 1, ""},
    {"MRPB never slows a program down, Base-S (1 % left)", "section 5.5", "overall-s", TEST_EVERY,
     "MRPB", NULL, "polybench rodinia", 0.99, ""},
    {"MRPB never slows a program down, Base-L (1 % left)", "section 5.5", "overall-l", TEST_EVERY,
     "MRPB", NULL, "polybench rodinia", 0.99, ""},
    {"MRPB is ahead of SWL: PolyBench, Base-S", "section 5.5", "swl-s", TEST_ABOVE, "MRPB", "SWL",
     "polybench", 1, ""},
    {"MRPB is ahead of SWL: PolyBench, Base-L", "section 5.5", "swl-l", TEST_ABOVE, "MRPB", "SWL",
     "polybench", 1, ""},
    {"MRPB is ahead of SWL: Rodinia, Base-S", "section 5.5", "swl-s", TEST_ABOVE, "MRPB", "SWL",
     "rodinia", 1, ""},
    {"MRPB is ahead of SWL: Rodinia, Base-L", "section 5.5", "swl-l", TEST_ABOVE, "MRPB", "SWL",
     "rodinia", 1, ""},
    {"on Base-L without MRPB the unshared SRAD is the faster one", "section 5.6", "unshared",
     TEST_ABOVE, "L unshared", "L", "srad", 1, ""},
    {"the unshared SRAD on Base-L with MRPB is the fastest of all eight", "section 5.6", "unshared",
     TEST_BEST, "L MRPB unshared", NULL, "srad", 1, ""},
    {"GTO alone is significantly ahead of round robin, PolyBench, Base-S", "section 5.7",
     "schedulers-s", TEST_ABOVE, "GTO", NULL, "polybench", 1.1, ""},
    {"MRPB raises IPC over GTO, PolyBench, Base-S", "section 5.7", "schedulers-s", TEST_ABOVE,
     "GTO with MRPB", "GTO", "polybench", 1.1, ""},
    {"MRPB is ahead of SWL on GTO, PolyBench, Base-S", "section 5.7", "gto-swl-s", TEST_ABOVE,
     "GTO with MRPB", "GTO with SWL", "polybench", 1, ""},
    {"MRPB is ahead of SWL on GTO, PolyBench, Base-L", "section 5.7", "gto-swl-l", TEST_ABOVE,
     "GTO with MRPB", "GTO with SWL", "polybench", 1, ""},
    {0},
};

// clang-format off
#define CHANGED(base, figure, what, name) \
    {figure, "MRPB", what, base "/mrpb-" name, base "/base-" name}
#define BOTH(what, name) \
    CHANGED("S", "overall-s", what, name), CHANGED("L", "overall-l", what, name)
static const char unchanged[] =
    "the CI programs at no change: sections 2.4, 5.1 and 5.4 have most of them insensitive, ours "
    "are not";

#define COUNTS(what, name) \
    {"traffic", "packets", what, "S/mrpb-" name, "S/base-" name}, \
    {"traffic", "misses", what, "S/mrpb-" name, "S/base-" name}
#define OF_SHARED(what, s_base, s_mrpb, l_base, l_mrpb) \
    {"unshared", "S", what, s_base, s_base}, \
    {"unshared", "S unshared", what, s_base, s_base}, \
    {"unshared", "S MRPB", what, s_mrpb, s_base}, \
    {"unshared", "S MRPB unshared", what, s_mrpb, s_base}, \
    {"unshared", "L", what, l_base, s_base}, \
    {"unshared", "L unshared", what, l_base, s_base}, \
    {"unshared", "L MRPB", what, l_mrpb, s_base}, \
    {"unshared", "L MRPB unshared", what, l_mrpb, s_base}
#define KINDS(series) {"contention-s", series, hashed, "S/base-hash", NULL}
static const char hashed[] = "a hashed set index of L1D", network[] = "the network at 575 MHz",
                  port[] = "an L2 data port of 32 B", at_once[] = "a latency of 1 cycle";

static const paper_ablation ablations[] = {
    BOTH(network, "575"),
    BOTH(port, "port-32"),
    BOTH("an L2 that writes back only", "back"),
    COUNTS(network, "575"),
    COUNTS(port, "port-32"),
    COUNTS("an L2 that writes back only", "back"),
    OF_SHARED(network, "S/base-575", "S/mrpb-575", "L/base-575", "L/mrpb-575"),
    OF_SHARED("the whole program", "S/whole-base", "S/whole-mrpb", "L/whole-base", "L/whole-mrpb"),
    KINDS("intra-warp"),
    KINDS("cross-warp intra-block"),
    KINDS("cross-warp cross-block"),
    {"overall-s", "MRPB", at_once, "S/latency-1", "S/base"},
    {"overall-l", "MRPB", at_once, "L/latency-1", "L/base"},
    {"bypass-l", "all stalls", network, "L/all-575", "L/base-575"},
    OF_SHARED(hashed, "S/base-hash", "S/mrpb-hash", "L/base-hash-srad", "L/mrpb-hash-srad"),
    {"overall-s", "MRPB", unchanged, NULL, "CI"},
    {"overall-l", "MRPB", unchanged, NULL, "CI"},
    {0}};
// clang-format on

static const paper_cost costs[] = {
    {"storage, KB (less than)", "section 6", "storage_bits", 1.0 / 8 / 1024, 3,
     "an entry holds line address and metadata, no data"},
    {"clock, GHz", "section 6", "fmax_mhz", 1e-3, 2.6,
     "the paper's is CACTI's for the SRAM alone; ours is the whole buffer of mapped cells, before "
     "layout"},
    {"area of the SRAM, mm2", "section 6", "macro_um2", 1e-6, 0.0126,
     "one port here (split cycle), entries without data; by a model fitted to CACTI's points"},
    {"area with its logic, mm2", "section 6", "area_um2", 1e-6, 0.0126,
     "the paper's is CACTI's for the SRAM alone at 45 nm"},
    {0},
};

const paper paper_mrpb = {
    .name = "mrpb",
    .title = "MRPB: what the paper says and what this machine does",
    .citation = "W. Jia, K. A. Shaw, M. Martonosi: MRPB: Memory Request Prioritization for "
                "Massively Parallel Processors. HPCA 2014",
    .about = "Each program's IPC relative to the same machine without MRPB; means are geometric, "
             "as the paper's.",
    .cost_preset = "mrpb-base-s",
    .cost_set = "rtl.storage=sram_1rw",
    .cost_node_nm = 45,
    .costs = costs,
    .bases = bases,
    .variants = variants,
    .programs = programs,
    .groups = groups,
    .absent = absent,
    .figures = figures,
    .stated = stated,
    .claims = claims,
    .insn_limit = 100000000,
    .bounds = "bounds",
    .bounded = {"MRPB"},
    .ablations = ablations,
};
