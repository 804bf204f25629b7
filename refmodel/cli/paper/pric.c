// pric.c : rows of DWT-PRIC, "Efficient Utilization of GPGPU Cache Hierarchy" (GPGPU-8 2015). See
// paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {{"G", "Table 1", "dwt-pric"}, {0}};

#define LOCALITY "stats.locality=true" // counts only; the run is the same
#define PRIC "l1d.index=pric", "l1d.index_polynomial=37"
#define MRPB "structures.mrpb.enable=true"
#define SETS(n, w) "l1d.sets=" n, "l1d.ways=" w

// A change of the machine without and with DWT-PRIC.
// clang-format off
#define PAIR(name_is, text, set) \
    {.name = "base-" name_is, .what = text, .sets = {set}}, \
    {.name = "full-" name_is, .what = text "; DWT-PRIC", .sets = {set}, .preset = "dwt-pric-full"}
// The machines of Figure 2 with a change, for the programs that a sentence on it goes wrong with.
#define CACHES(name_is, text, set) \
    {.name = "caches-" name_is, .what = text, .sets = {set}, .of = WRONG_CACHES}, \
    {.name = "uncached-" name_is, .what = text "; no cache", .sets = {UNCACHED, set}, \
     .of = WRONG_CACHES}, \
    {.name = "unbounded-" name_is, .what = text "; unbounded caches", .sets = {UNBOUNDED, set}, \
     .of = WRONG_CACHES}
// clang-format on

#define UNCACHED \
    "l1d.enable=false", "structures.streambypass.enable=true", "structures.streambypass.l1=false", \
        "structures.streambypass.period=1", "structures.streambypass.threshold_percent=0"
#define UNBOUNDED SETS("1", "65536"), "l2.sets=512", "l2.ways=1024"
#define WRONG_CACHES "blackscholes scalarprod vectoradd srad"
#define CACHED "structures.streambypass.enable=false"
#define RR "sm.scheduler=rr"
#define BILLION "gpu.insn_limit=1000000000"

static const unsigned few_limits[] = {1, 2, 3, 4, 24, 0};

// Warps per scheduler
static const unsigned limits[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                  14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 0};

static const paper_variant variants[] = {
    {.name = "base", .what = "the baseline", .sets = {LOCALITY}},
    {.name = "full",
     .what = "DWT-PRIC as Table 4: streaming bypass, DWT-CS and PRIC",
     .sets = {LOCALITY},
     .preset = "dwt-pric-full"},
    {.name = "stream",
     .what = "streaming bypass alone",
     .sets = {"structures.streambypass.enable=true"}},
    {.name = "dwtcs", .what = "DWT-CS alone", .sets = {"structures.dwtcs.enable=true"}},
    {.name = "pric", .what = "PRIC alone", .sets = {PRIC}},
    {.name = "ccws",
     .what = "CCWS as Table 4: K = 8, 16 victim tags per warp in 8 ways, base score 100",
     .sets = {"sm.gate=ccws"}},
    {.name = "mrpb-32",
     .what = "MRPB with queues of 32 (Table 4)",
     .sets = {MRPB, "structures.mrpb.depth=32"}},
    {.name = "mrpb-8", .what = "MRPB with queues of 8 (MRPB's own choice)", .sets = {MRPB}},
    {.name = "swl",
     .what = "static warp limit, the best of all",
     .sets = {"sm.gate=swl"},
     .search = "sm.swl_warps",
     .settings = limits},
    {.name = "uncached",
     .what = "no L1D, and an L2 that is closed from its first miss on",
     .sets = {UNCACHED}},
    {.name = "unbounded",
     .what =
         "L1D of 8 MB, fully associative; L2 of 6 x 64 MB, 1024-way; MSHRs and queues as they are",
     .sets = {LOCALITY, UNBOUNDED}},
    {.name = "unbounded-l2",
     .what = "L2 of 6 x 64 MB, 1024-way; L1D as it is",
     .sets = {LOCALITY, "l2.sets=512", "l2.ways=1024"}},
    PAIR("700", "the network at 700 MHz, L2's clock", "gpu.icnt_mhz=700"),
    PAIR("port-32", "an L2 data port of 32 B", "l2.port_bytes=32"),
    PAIR("back", "an L2 that writes back only", "l2.write=back"),
    {.name = "whole-base",
     .what = "the baseline, to the program's end",
     .sets = {"gpu.insn_limit=0"}},
    {.name = "whole-full",
     .what = "DWT-PRIC, to the program's end",
     .sets = {"gpu.insn_limit=0"},
     .preset = "dwt-pric-full"},
    {.name = "cached",
     .what = "DWT-PRIC without its streaming bypass",
     .sets = {LOCALITY, CACHED},
     .preset = "dwt-pric-full",
     .of = "contention"},
    {.name = "cached-6",
     .what = "DWT-PRIC without its streaming bypass, and with M = 6 periods of sampling",
     .sets = {LOCALITY, CACHED, "structures.dwtcs.periods_sampled=6"},
     .preset = "dwt-pric-full",
     .of = "contention"},
    {.name = "swl-pric",
     .what = "static warp limit behind PRIC, the best of 1 to 4 and none",
     .sets = {"sm.gate=swl", PRIC},
     .search = "sm.swl_warps",
     .settings = few_limits,
     .of = "gesummv"},
    {.name = "pric-700",
     .what = "the network at 700 MHz, L2's clock; PRIC alone",
     .sets = {PRIC, "gpu.icnt_mhz=700"},
     .of = "both"},
    {.name = "pric-port-32",
     .what = "an L2 data port of 32 B; PRIC alone",
     .sets = {PRIC, "l2.port_bytes=32"},
     .of = "both"},
    {.name = "pric-back",
     .what = "an L2 that writes back only; PRIC alone",
     .sets = {PRIC, "l2.write=back"},
     .of = "both"},
    {.name = "base-rr", .what = "round-robin warp schedulers", .sets = {RR}, .of = "both"},
    {.name = "pric-rr",
     .what = "round-robin warp schedulers; PRIC alone",
     .sets = {PRIC, RR},
     .of = "both"},
    {.name = "unbounded-whole",
     .what = "unbounded caches, to the program's end",
     .sets = {LOCALITY, UNBOUNDED, "gpu.insn_limit=0"},
     .of = "bfs"},
    {.name = "unbounded-l2-longer",
     .what = "L2 of 6 x 64 MB, to a billion instructions",
     .sets = {LOCALITY, "l2.sets=512", "l2.ways=1024", BILLION},
     .of = "fastWalsh"},
    {.name = "longer",
     .what = "the baseline, to a billion instructions",
     .sets = {LOCALITY, BILLION},
     .of = "convSeparable"},
    CACHES("700", "the network at 700 MHz, L2's clock", "gpu.icnt_mhz=700"),
    CACHES("rr", "round-robin warp schedulers", RR),
    {.name = "16-way", .what = "16 KB, 16-way, hit in one cycle", .sets = {SETS("8", "16")}},
    {.name = "32-way", .what = "16 KB, 32-way, hit in one cycle", .sets = {SETS("4", "32")}},
    {.name = "64-way", .what = "16 KB, 64-way, hit in one cycle", .sets = {SETS("2", "64")}},
    {.name = "full-way",
     .what = "16 KB, fully associative, hit in one cycle",
     .sets = {SETS("1", "128")}},
    {0},
};

// The paper names no input. Its programs run to their end but for SYRK, GESUMMV (100 million
// instructions) and SCLUSTER (300 million). checked: a third of them, which the cut ends early and
// which run to their end too.
static const paper_program programs[] = {
    {"blackscholes", "BLK", "streaming checked", SIZE_PAPER, ""},
    {"scalarprod", "SProd", "streaming", SIZE_PAPER, ""},
    {"vectoradd", "VAdd", "streaming", SIZE_PAPER, ""},
    {"fastWalsh", "FWT", "streaming kernel", SIZE_PAPER, ""},
    {"nw", "NW", "streaming kernel", SIZE_PAPER, ""},
    {"hotspot", "HS", "streaming streaming-l1", SIZE_PAPER, ""},
    {"convSeparable", "CONV", "streaming streaming-l1", SIZE_PAPER, ""},
    {"srad", "SRAD", "contention conflict", SIZE_PAPER, ""},
    {"stencil", "3DS", "contention conflict", SIZE_PAPER, ""},
    {"2dconv", "2DCONV", "contention conflict", SIZE_PAPER, ""},
    {"2mm", "MM", "contention conflict", SIZE_PAPER, ""},
    {"streamcluster", "SCLUSTER", "contention conflict checked", SIZE_PAPER, ""},
    {"bfs", "BFS", "contention thrashing checked", SIZE_PAPER, ""},
    {"spmv_csr", "SPMV", "contention thrashing", SIZE_PAPER, ""},
    {"iix", "IIX", "contention thrashing checked", SIZE_PAPER, ""},
    {"kmeans", "KM", "contention thrashing checked", SIZE_PAPER, ""},
    {"syrk", "SYRK", "contention both", SIZE_PAPER, ""},
    {"gesummv", "GESUMMV", "contention both checked", SIZE_PAPER, ""},
    {"montecarlo", "PEst", "friendly", SIZE_PAPER, ""},
    {"b+tree", "B+tree", "friendly checked", SIZE_PAPER, ""},
    {"backprop", "BP", "friendly", SIZE_PAPER, ""},
    {0},
};

static const paper_word groups[] = {
    {"streaming", "streaming"},
    {"streaming-l1", "streaming in L1 only"},
    {"kernel", "streaming, with locality between kernels"},
    {"contention", "contention"},
    {"conflict", "conflict"},
    {"thrashing", "thrashing"},
    {"both", "thrashing and conflict"},
    {"conflict both", "conflict, and both"},
    {"thrashing both", "thrashing, and both"},
    {"friendly", "cache-friendly"},
    {"streaming contention friendly", "all"},
    {"checked", "those that run to their end too"},
    {0},
};

static const paper_word absent[] = {
    {"NN (Neural Network)", "among the cache-friendly programs; its source is not at hand. `nn` "
                            "here is Nearest Neighbour, another program"},
    {0},
};

#define ALL "streaming contention friendly"
// clang-format off
#define ALL_MEANS {ALL, "streaming", "contention", "conflict", "thrashing", "both", "friendly"}
#define CONTENTION_MEANS {"contention", "conflict", "thrashing", "both"}
#define LIST(...) {__VA_ARGS__}
#define OVER_BASE(name, variant) {.label = name, .machine = "G/" variant, .reference = "G/base"}
#define FULL_OVER(name, variant) {.label = name, .machine = "G/full", .reference = "G/" variant}
#define PRIC_OVER(name, variant) {.label = name, .machine = "G/pric", .reference = "G/" variant}
#define PART(name, variant, key) {.label = name, .machine = "G/" variant, .metric = key}
// clang-format on
#define LOCALITIES(variant) \
    LIST(PART("intra-thread", variant, "intra_thread"), \
         PART("inter-thread", variant, "inter_thread"), PART("block", variant, "intra_block"), \
         PART("core", variant, "intra_core"))

#define L2_LOCALITIES(variant) \
    LIST(PART("core", variant, "l2_core"), PART("inter-core", variant, "l2_inter_core"), \
         PART("inter-kernel", variant, "l2_inter_kernel"))

static const paper_figure figures[] = {
    {.id = "overall",
     .title = "IPC of DWT-PRIC and of each of its techniques alone",
     .source = "Figure 8",
     .metric = "ipc",
     .programs = ALL,
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = ALL_MEANS,
     .series = LIST(OVER_BASE("DWT-PRIC", "full"), OVER_BASE("streaming bypass", "stream"),
                    OVER_BASE("DWT-CS", "dwtcs"), OVER_BASE("PRIC", "pric"))},
    {.id = "techniques",
     .title = "IPC on the contention programs",
     .source = "Figure 9",
     .metric = "ipc",
     .programs = "contention",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = CONTENTION_MEANS,
     .series = LIST(OVER_BASE("CCWS", "ccws"), OVER_BASE("MRPB 32", "mrpb-32"),
                    OVER_BASE("MRPB 8", "mrpb-8"), OVER_BASE("DWT-PRIC", "full"))},
    {.id = "against",
     .title = "DWT-PRIC relative to CCWS and MRPB",
     .source = "Figure 9",
     .metric = "ipc",
     .programs = "contention",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = CONTENTION_MEANS,
     .series = LIST(FULL_OVER("over CCWS", "ccws"), FULL_OVER("over MRPB 32", "mrpb-32"),
                    FULL_OVER("over MRPB 8", "mrpb-8"))},
    {.id = "warps",
     .title = "Active warps per scheduler: the exhaustive search and DWT-CS",
     .source = "Table 3",
     .programs = "thrashing both",
     .note = "DWT-CS: the mean limit over the cycles in which it throttles; none where no kernel "
             "runs long enough to be sampled.",
     .series = LIST({.label = "SWL search", .machine = "G/swl", .found = true},
                    PART("DWT-CS", "dwtcs", "dwtcs_warps"))},
    {.id = "static",
     .title = "IPC of the best static limit and of DWT-CS",
     .source = "section 4.2",
     .metric = "ipc",
     .programs = "thrashing both",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = {"thrashing", "both", "thrashing both"},
     .series = LIST(OVER_BASE("SWL search", "swl"), OVER_BASE("DWT-CS", "dwtcs"))},
    {.id = "throttling",
     .title = "IPC of DWT-CS and of CCWS",
     .source = "section 4.2",
     .metric = "ipc",
     .programs = "thrashing both",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = {"thrashing", "both", "thrashing both"},
     .series = LIST(OVER_BASE("DWT-CS", "dwtcs"), OVER_BASE("CCWS", "ccws"))},
    {.id = "associativity",
     .title = "4-way PRIC relative to caches of higher associativity",
     .source = "Figure 12",
     .metric = "ipc",
     .programs = "conflict both",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = {"conflict both", "conflict", "both"},
     .series = LIST(PRIC_OVER("over 4-way", "base"), PRIC_OVER("over 16-way", "16-way"),
                    PRIC_OVER("over 32-way", "32-way"), PRIC_OVER("over 64-way", "64-way"),
                    PRIC_OVER("over full", "full-way"))},
    {.id = "caches",
     .title = "IPC without caches and with unbounded ones",
     .source = "Figure 2",
     .metric = "ipc",
     .programs = ALL,
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = ALL_MEANS,
     .series = LIST(OVER_BASE("no cache", "uncached"), OVER_BASE("unbounded", "unbounded"))},
    {.id = "bounds",
     .title = "What ideal caches gain without any management of L1D and L2",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = ALL,
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = ALL_MEANS,
     .note =
         "Machines without the paper's techniques over the base: caches that hold everything, and "
         "none.",
     .series = LIST(OVER_BASE("unbounded", "unbounded"), OVER_BASE("no cache", "uncached"),
                    OVER_BASE("16 KB full", "full-way"))},
    {.id = "cut",
     .title = "Does the cut change the answer? IPC cut and to the program's end",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = "checked",
     .shape = SHAPE_RATIO,
     .mean = MEAN_HARMONIC,
     .means = {"checked"},
     .series = LIST({.label = "cut", .machine = "G/full", .reference = "G/base"},
                    {.label = "whole", .machine = "G/whole-full", .reference = "G/whole-base"})},
    {.id = "misses",
     .title = "Miss rate of reads at L1D relative to the baseline",
     .source = "Figure 10",
     .metric = "read_miss_rate",
     .programs = ALL,
     .shape = SHAPE_PERCENT,
     .mean = MEAN_ARITHMETIC,
     .means = ALL_MEANS,
     .note = "Change in percent; pending hits are no misses, closed caches count by their tags.",
     .series = LIST(OVER_BASE("DWT-PRIC", "full"), OVER_BASE("unbounded", "unbounded"))},
    {.id = "fails",
     .title = "L1D reservation failures per thousand cycles relative to the baseline",
     .source = "Figure 11",
     .metric = "fails",
     .programs = "contention",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_ARITHMETIC,
     .means = CONTENTION_MEANS,
     .note = "Change in percent, per SM and thousand core cycles.",
     .series = LIST(OVER_BASE("DWT-PRIC", "full"))},
    {.id = "fails-base",
     .title = "L1D reservation failures by cause, baseline",
     .source = "Figure 4(a)",
     .programs = ALL,
     .stacked = true,
     .note = "All SMs together.",
     .means = {"streaming", "conflict", "thrashing", "both", "friendly"},
     .mean = MEAN_ARITHMETIC,
     .series =
         LIST(PART("LINE_ALLOC", "base", "fail_line"), PART("MSHR_ENTRY", "base", "fail_mshr"),
              PART("MSHR_MIX", "base", "fail_merge"), PART("MISS_QUEUE", "base", "fail_missq"))},
    {.id = "mpki",
     .title = "L1D misses per thousand instructions, baseline",
     .source = "Figure 4(b)",
     .programs = ALL,
     .mean = MEAN_ARITHMETIC,
     .means = {"streaming", "conflict", "thrashing", "both", "friendly"},
     .series = LIST(PART("misses", "base", "mpki"))},
    {.id = "locality-unbounded",
     .title = "Locality at L1D, unbounded caches",
     .source = "Figure 3(a)",
     .programs = ALL,
     .stacked = true,
     .note = "Accesses that find their line, percent of all, by who referenced the line last.",
     .mean = MEAN_ARITHMETIC,
     .means = ALL_MEANS,
     .series = LOCALITIES("unbounded")},
    {.id = "locality-bounded",
     .title = "Locality at L1D, bounded caches",
     .source = "Figure 3(a)",
     .programs = ALL,
     .stacked = true,
     .note = "As above, for the baseline.",
     .mean = MEAN_ARITHMETIC,
     .means = ALL_MEANS,
     .series = LOCALITIES("base")},
    {.id = "locality-l2-unbounded",
     .title = "Locality at L2, unbounded L2",
     .source = "Figure 3(b)",
     .programs = ALL,
     .stacked = true,
     .note = "Accesses that find their line, percent of all, by who referenced the line last; L1D "
             "is that of the baseline.",
     .mean = MEAN_ARITHMETIC,
     .means = ALL_MEANS,
     .series = L2_LOCALITIES("unbounded-l2")},
    {.id = "locality-l2-bounded",
     .title = "Locality at L2, bounded caches",
     .source = "Figure 3(b)",
     .programs = ALL,
     .stacked = true,
     .note = "As above, for the baseline.",
     .mean = MEAN_ARITHMETIC,
     .means = ALL_MEANS,
     .series = L2_LOCALITIES("base")},
    {0},
};

static const char why_ways[] =
    "16 ways hold what our conflict programs use again: PRIC is well ahead of them for MM, SYRK "
    "and "
    "GESUMMV alone (figure associativity); the paper's inputs, and so the strides of its programs, "
    "are not known";

static const paper_stated stated[] = {
    {"IPC with DWT-PRIC, all programs", "section 5", "overall", "DWT-PRIC", ALL, 1.54, false, ""},
    {"IPC with DWT-PRIC, streaming programs", "section 5", "overall", "DWT-PRIC", "streaming", 1.2,
     false, ""},
    {"IPC with DWT-PRIC, contention programs", "section 5", "overall", "DWT-PRIC", "contention",
     2.3, false, ""},
    {"IPC with DWT-PRIC, SYRK", "section 5", "overall", "DWT-PRIC", "syrk", 21, false, ""},
    {"IPC with DWT-PRIC, GESUMMV", "section 5", "overall", "DWT-PRIC", "gesummv", 16.8, false, ""},
    {"DWT-PRIC over CCWS, contention", "section 5", "against", "over CCWS", "contention", 1.7,
     false, ""},
    {"DWT-PRIC over MRPB, contention", "section 5", "against", "over MRPB 32", "contention", 1.5,
     false, ""},
    {"DWT-PRIC over CCWS, conflict", "section 5", "against", "over CCWS", "conflict", 2.1, false,
     ""},
    {"DWT-PRIC over MRPB, conflict", "section 5", "against", "over MRPB 32", "conflict", 1.37,
     false, ""},
    {"DWT-PRIC over CCWS, thrashing", "section 5", "against", "over CCWS", "thrashing", 1.02, false,
     ""},
    {"DWT-PRIC over MRPB, thrashing", "section 5", "against", "over MRPB 32", "thrashing", 1.25,
     false, ""},
    {"DWT-PRIC over CCWS, both", "section 5", "against", "over CCWS", "both", 18, false, ""},
    {"DWT-PRIC over MRPB, both", "section 5", "against", "over MRPB 32", "both", 4, false, ""},
    {"warps found by the search, SPMV", "Table 3", "warps", "SWL search", "spmv_csr", 1, false, ""},
    {"warps found by the search, KM", "Table 3", "warps", "SWL search", "kmeans", 1, false, ""},
    {"warps found by the search, BFS", "Table 3", "warps", "SWL search", "bfs", 5, false, ""},
    {"warps found by the search, IIX", "Table 3", "warps", "SWL search", "iix", 2, false, ""},
    {"warps found by the search, SYRK", "Table 3", "warps", "SWL search", "syrk", 2, false, ""},
    {"warps found by the search, GESUMMV", "Table 3", "warps", "SWL search", "gesummv", 1, false,
     ""},
    {"warps found by DWT-CS, SPMV", "Table 3", "warps", "DWT-CS", "spmv_csr", 1, false, ""},
    {"warps found by DWT-CS, KM", "Table 3", "warps", "DWT-CS", "kmeans", 1, false, ""},
    {"warps found by DWT-CS, BFS", "Table 3", "warps", "DWT-CS", "bfs", 7, false, ""},
    {"warps found by DWT-CS, IIX", "Table 3", "warps", "DWT-CS", "iix", 2, false, ""},
    {"warps found by DWT-CS, SYRK", "Table 3", "warps", "DWT-CS", "syrk", 2, false, ""},
    {"warps found by DWT-CS, GESUMMV", "Table 3", "warps", "DWT-CS", "gesummv", 1, false, ""},
    {"4-way PRIC over 16-way", "section 5", "associativity", "over 16-way", "conflict both", 1.6,
     false, why_ways},
    {"4-way PRIC over 32-way", "section 5", "associativity", "over 32-way", "conflict both", 1.4,
     false, why_ways},
    {"4-way PRIC over 64-way", "section 5", "associativity", "over 64-way", "conflict both", 1.16,
     false, why_ways},
    {"4-way PRIC over full associativity", "section 5", "associativity", "over full",
     "conflict both", 0.97, false, ""},
    {"reservation failures, percent", "section 5", "fails", "DWT-PRIC", "contention", -20, false,
     ""},
    {0},
};

static const paper_claim claims[] = {
    {"caches hurt BLK, SProd and VAdd", "section 3.2", "caches", TEST_EVERY, "no cache", NULL,
     "blackscholes scalarprod vectoradd", 1.01, ""},
    {"FWT and NW are best with unbounded caches", "section 3.2", "caches", TEST_EVERY, "unbounded",
     "no cache", "kernel", 1, ""},
    {"FWT and NW gain from unbounded caches", "section 3.2", "caches", TEST_EVERY, "unbounded",
     NULL, "kernel", 1.01, ""},
    {"contention programs gain from unbounded caches", "section 3.2", "caches", TEST_EVERY,
     "unbounded", NULL, "contention", 1.01, ""},
    {"contention programs are better with unbounded caches than without caches", "section 3.2",
     "caches", TEST_EVERY, "unbounded", "no cache", "contention", 1, ""},
    {"by an order of magnitude for several: SCLUSTER, IIX, SYRK", "section 3.2", "caches",
     TEST_EVERY, "unbounded", NULL, "streamcluster iix syrk", 10,
     "IIX: unbounded caches take away two thirds of its misses, but its schedulers issue in half "
     "of "
     "their cycles then and have no warp in a quarter (cycle_issue and cycle_idle in "
     "data/runs.csv)"},
    {"friendly programs run with bounded caches nearly as with unbounded ones", "section 3.2",
     "caches", TEST_BELOW, "unbounded", NULL, "friendly", 1.1, ""},
    {"friendly programs are much better with their caches than without", "section 3.2", "caches",
     TEST_BELOW, "no cache", NULL, "friendly", 0.8, ""},
    {"conflict programs mostly fail for lines", "section 3.2", "fails-base", TEST_ABOVE,
     "LINE_ALLOC", "MSHR_ENTRY", "conflict", 1, ""},
    {"thrashing programs mostly fail for MSHRs", "section 3.2", "fails-base", TEST_ABOVE,
     "MSHR_ENTRY", "LINE_ALLOC", "thrashing", 1, ""},
    {"SYRK and GESUMMV fail for lines", "section 3.2", "fails-base", TEST_ABOVE, "LINE_ALLOC",
     "MSHR_ENTRY", "both", 1, ""},
    {"thrashing programs have a higher MPKI than streaming ones", "section 3.2", "mpki", TEST_OTHER,
     "misses", "streaming", "thrashing both", 1, ""},
    {"and than conflict ones", "section 3.2", "mpki", TEST_OTHER, "misses", "conflict",
     "thrashing both", 1, ""},
    {"thrashing programs' locality is mostly within a thread", "section 3.2", "locality-unbounded",
     TEST_MOST, "intra-thread", NULL, "thrashing", 0.5, ""},
    {"FWT and NW are full of inter-kernel locality at an unbounded L2", "section 3.2",
     "locality-l2-unbounded", TEST_MOST, "inter-kernel", NULL, "kernel", 0.5, ""},
    {"a bounded L2 cannot keep it", "section 3.2", "locality-l2-bounded", TEST_BELOW,
     "inter-kernel", NULL, "kernel", 10, ""},
    {"HS and CONV are full of inter-core locality at L2", "section 3.2", "locality-l2-bounded",
     TEST_MOST, "inter-core", NULL, "streaming-l1", 0.5, ""},
    {"DWT-PRIC slows no friendly program down (1 % left)", "section 5", "overall", TEST_EVERY,
     "DWT-PRIC", NULL, "friendly", 0.99, ""},
    {"PRIC alone does not improve SYRK and GESUMMV", "section 5", "overall", TEST_EVERY_BELOW,
     "PRIC", NULL, "both", 1.05, ""},
    {"DWT-CS alone does not improve them either", "section 5", "overall", TEST_EVERY_BELOW,
     "DWT-CS", NULL, "both", 1.05, ""},
    {"SYRK and GESUMMV benefit from both: DWT-PRIC is ahead of PRIC alone", "section 5", "overall",
     TEST_EVERY, "DWT-PRIC", "PRIC", "both", 1.05, ""},
    {"and ahead of DWT-CS alone", "section 5", "overall", TEST_EVERY, "DWT-PRIC", "DWT-CS", "both",
     1.05, ""},
    {"CCWS does slightly better on SPMV and BFS", "section 5", "against", TEST_EVERY_BELOW,
     "over CCWS", NULL, "spmv_csr bfs", 1, ""},
    {"DWT-PRIC is ahead of CCWS and MRPB on IIX and KM: CCWS", "section 5", "against", TEST_EVERY,
     "over CCWS", NULL, "iix kmeans", 1, ""},
    {"DWT-PRIC is ahead of CCWS and MRPB on IIX and KM: MRPB", "section 5", "against", TEST_EVERY,
     "over MRPB 32", NULL, "iix kmeans", 1, ""},
    {"more than 80 % fewer misses in 3DS, KM, SYRK and GESUMMV", "section 5", "misses",
     TEST_EVERY_BELOW, "DWT-PRIC", NULL, "stencil kmeans syrk gesummv", -80, ""},
    {"up to 60 % fewer misses in 2DCONV, MM and IIX: half of that in each", "section 5", "misses",
     TEST_EVERY_BELOW, "DWT-PRIC", NULL, "2dconv 2mm iix", -30, ""},
    {"the miss rate of SRAD, 3DS, 2DCONV and KM is nearly that of unbounded caches", "section 5",
     "misses", TEST_EVERY_BELOW, "DWT-PRIC", "unbounded", "srad stencil 2dconv kmeans", 0.85, ""},
    {"reservation failures fall by up to 90 % in 2DCONV, KM, GESUMMV: half of that in each",
     "section 5", "fails", TEST_EVERY_BELOW, "DWT-PRIC", NULL, "2dconv kmeans gesummv", -45, ""},
    {"and by up to 60 % in MM, IIX and SYRK: half of that in each", "section 5", "fails",
     TEST_EVERY_BELOW, "DWT-PRIC", NULL, "2mm iix syrk", -30, ""},
    {"the best static limit is not far above DWT-CS", "section 4.2", "static", TEST_ABOVE, "DWT-CS",
     "SWL search", "thrashing both", 0.9, ""},
    {"DWT-CS is slightly ahead of CCWS on thrashing programs", "section 4.2", "throttling",
     TEST_ABOVE, "DWT-CS", "CCWS", "thrashing", 1, ""},
    {0},
};

// clang-format off
#define CHANGED(what, name) \
    {"overall", "DWT-PRIC", what, "G/full-" name, "G/base-" name}, \
    {"overall", "PRIC", what, "G/pric-" name, "G/base-" name}
#define WITHOUT_BYPASS(figure, series, reference) \
    {figure, series, cached, "G/cached", reference}, \
    {figure, series, cached_6, "G/cached-6", reference}
#define IN_CACHES(what, name) \
    {"caches", "no cache", what, "G/uncached-" name, "G/caches-" name}, \
    {"caches", "unbounded", what, "G/unbounded-" name, "G/caches-" name}
#define WHOLE_BFS(series) {"locality-unbounded", series, whole, "G/unbounded-whole", NULL}
#define LONGER(figure, series, name) {figure, series, longer, "G/" name, NULL}
static const char cached[] = "no streaming bypass",
                  cached_6[] = "no streaming bypass, and M = 6 periods of sampling",
                  whole[] = "the whole program", longer[] = "a billion instructions";

static const paper_ablation ablations[] = {
    CHANGED("the network at 700 MHz", "700"),
    CHANGED("an L2 data port of 32 B", "port-32"),
    CHANGED("an L2 that writes back only", "back"),
    {"overall", "PRIC", "round-robin warp schedulers", "G/pric-rr", "G/base-rr"},
    WITHOUT_BYPASS("overall", "DWT-PRIC", "G/base"),
    WITHOUT_BYPASS("against", "over CCWS", "G/ccws"),
    WITHOUT_BYPASS("against", "over MRPB 32", "G/mrpb-32"),
    WITHOUT_BYPASS("misses", "DWT-PRIC", "G/base"),
    {"misses", "unbounded", cached, "G/unbounded", "G/base"},
    {"misses", "unbounded", cached_6, "G/unbounded", "G/base"},
    WITHOUT_BYPASS("fails", "DWT-PRIC", "G/base"),
    {"warps", "DWT-CS", "DWT-CS behind PRIC", "G/cached", NULL},
    {"warps", "DWT-CS", "DWT-CS behind PRIC, and M = 6 periods of sampling", "G/cached-6", NULL},
    {"warps", "SWL search", "the search behind PRIC, of limits 1 to 4 and none", "G/swl-pric",
     NULL},
    IN_CACHES("the network at 700 MHz", "700"),
    IN_CACHES("round-robin warp schedulers", "rr"),
    WHOLE_BFS("intra-thread"),
    WHOLE_BFS("inter-thread"),
    WHOLE_BFS("block"),
    WHOLE_BFS("core"),
    LONGER("locality-l2-unbounded", "core", "unbounded-l2-longer"),
    LONGER("locality-l2-unbounded", "inter-core", "unbounded-l2-longer"),
    LONGER("locality-l2-unbounded", "inter-kernel", "unbounded-l2-longer"),
    LONGER("locality-l2-bounded", "core", "longer"),
    LONGER("locality-l2-bounded", "inter-core", "longer"),
    LONGER("locality-l2-bounded", "inter-kernel", "longer"),
    {0}};
// clang-format on

const paper paper_pric = {
    .name = "pric",
    .title = "DWT-PRIC: what the paper says and what this machine does",
    .citation = "M. Khairy, M. Zahran, A. G. Wassal: Efficient Utilization of GPGPU Cache "
                "Hierarchy. GPGPU-8, 2015",
    .about = "Means of IPC ratios are harmonic, as the paper's; those of percents are arithmetic.",
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
    .bounded = {"DWT-PRIC"},
    .ablations = ablations,
};
