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

static const paper_variant variants[] = {
    {.name = "base", .what = "Table 1", .sets = {LOCALITY}},
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
     .what = "CCWS as Table 4: K = 8, 16 victim tags a warp in 8 ways, base score 100",
     .sets = {"sm.gate=ccws"}},
    {.name = "mrpb-32",
     .what = "MRPB with queues of 32 (Table 4)",
     .sets = {MRPB, "structures.mrpb.depth=32"}},
    {.name = "mrpb-8", .what = "MRPB with queues of 8 (MRPB's own choice)", .sets = {MRPB}},
    {.name = "swl",
     .what = "static warp limit, the best of all",
     .sets = {"sm.gate=swl"},
     .search = "sm.swl_warps",
     .low = 1,
     .high = 24},
    {.name = "uncached",
     .what = "no L1D, and an L2 that is closed from its first miss on",
     .sets = {"l1d.enable=false", "structures.streambypass.enable=true",
              "structures.streambypass.l1=false", "structures.streambypass.period=1",
              "structures.streambypass.threshold_percent=0"}},
    {.name = "unbounded",
     .what =
         "L1D of 8 MB, fully associative; L2 of 6 x 64 MB, 1024-way; MSHRs and queues as they are",
     .sets = {LOCALITY, SETS("1", "65536"), "l2.sets=512", "l2.ways=1024"}},
    {.name = "unbounded-l2",
     .what = "L2 of 6 x 64 MB, 1024-way; L1D as it is",
     .sets = {LOCALITY, "l2.sets=512", "l2.ways=1024"}},
    {.name = "16-way", .what = "16 KB, 16-way, hit in one cycle", .sets = {SETS("8", "16")}},
    {.name = "32-way", .what = "16 KB, 32-way, hit in one cycle", .sets = {SETS("4", "32")}},
    {.name = "64-way", .what = "16 KB, 64-way, hit in one cycle", .sets = {SETS("2", "64")}},
    {.name = "full-way",
     .what = "16 KB, fully associative, hit in one cycle",
     .sets = {SETS("1", "128")}},
    {0},
};

// The paper names no input. Its programs run to their end but for SYRK, GESUMMV (100 million
// instructions) and SCLUSTER (300 million).
static const paper_program programs[] = {
    {"blackscholes", "BLK", "streaming", SIZE_MEDIUM, ""},
    {"scalarprod", "SProd", "streaming", SIZE_MEDIUM, ""},
    {"vectoradd", "VAdd", "streaming", SIZE_MEDIUM, ""},
    {"fastWalsh", "FWT", "streaming kernel", SIZE_MEDIUM, ""},
    {"nw", "NW", "streaming kernel", SIZE_MEDIUM, ""},
    {"hotspot", "HS", "streaming streaming-l1", SIZE_MEDIUM, ""},
    {"convSeparable", "CONV", "streaming streaming-l1", SIZE_MEDIUM, ""},
    {"srad", "SRAD", "contention conflict", SIZE_MEDIUM, ""},
    {"stencil", "3DS", "contention conflict", SIZE_MEDIUM, ""},
    {"2dconv", "2DCONV", "contention conflict", SIZE_MEDIUM, ""},
    {"2mm", "MM", "contention conflict", SIZE_MEDIUM, ""},
    {"streamcluster", "SCLUSTER", "contention conflict", SIZE_MEDIUM, ""},
    {"bfs", "BFS", "contention thrashing", SIZE_MEDIUM, ""},
    {"spmv_csr", "SPMV", "contention thrashing", SIZE_MEDIUM, ""},
    {"iix", "IIX", "contention thrashing", SIZE_MEDIUM, ""},
    {"kmeans", "KM", "contention thrashing", SIZE_MEDIUM, ""},
    {"syrk", "SYRK", "contention both", SIZE_MEDIUM, ""},
    {"gesummv", "GESUMMV", "contention both", SIZE_MEDIUM, ""},
    {"montecarlo", "PEst", "friendly", SIZE_MEDIUM, ""},
    {"b+tree", "B+tree", "friendly", SIZE_MEDIUM, ""},
    {"backprop", "BP", "friendly", SIZE_MEDIUM, ""},
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
     .title = "Active warps a scheduler: the exhaustive search and DWT-CS",
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
     .title = "L1D reservation failures a thousand cycles relative to the baseline",
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
     .title = "L1D misses a thousand instructions, baseline",
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

static const char why_syrk[] = "SYRK's matrix has 128 columns here: its rows begin in 8 of 32 "
                               "sets; in the paper's larger one, whose size is not stated, in one";
static const char why_means[] = "mostly SYRK, whose matrix is smaller here; see its row";
static const char why_both[] = "of two programs: SYRK's matrix is smaller here, and MRPB's bypass "
                               "serves GESUMMV as well as the closed cache does";
static const char why_gesummv[] = "its miss rate is above 90 %, so streaming bypass closes L1D "
                                  "before PRIC and DWT-CS show what they do";
static const char why_streaming[] =
    "FWT: L2 slices that are closed lose the locality between kernels";
static const char why_spmv[] =
    "SPMV: its miss rate is above 90 %, so streaming bypass closes L1D, which CCWS does not do";
static const char why_bfs[] =
    "its launches are short: the one that is sampled decides for those after it";
static const char why_few[] = "GESUMMV has four CTAs of eight warps here: a scheduler has four "
                              "warps at most, and four SMs take part in the sampling";
static const char why_static[] = "SYRK: its sampling finds 1 warp where 4 are best, since its "
                                 "matrix is smaller here; GESUMMV has four warps a scheduler at "
                                 "most, and four SMs take part in the sampling";
static const char why_iix[] =
    "its kernels end while they are sampled (dwtcs.aborted), so nothing is throttled";
static const char why_ways[] = "SYRK and the conflict programs run smaller problems here, and "
                               "conflict less; the order is the paper's";

static const paper_stated stated[] = {
    {"IPC with DWT-PRIC, all programs", "section 5", "overall", "DWT-PRIC", ALL, 1.54, false,
     why_means},
    {"IPC with DWT-PRIC, streaming programs", "section 5", "overall", "DWT-PRIC", "streaming", 1.2,
     false, why_streaming},
    {"IPC with DWT-PRIC, contention programs", "section 5", "overall", "DWT-PRIC", "contention",
     2.3, false, why_means},
    {"IPC with DWT-PRIC, SYRK", "section 5", "overall", "DWT-PRIC", "syrk", 21, false, why_syrk},
    {"IPC with DWT-PRIC, GESUMMV", "section 5", "overall", "DWT-PRIC", "gesummv", 16.8, false,
     why_gesummv},
    {"DWT-PRIC over CCWS, contention", "section 5", "against", "over CCWS", "contention", 1.7,
     false, ""},
    {"DWT-PRIC over MRPB, contention", "section 5", "against", "over MRPB 32", "contention", 1.5,
     false, why_means},
    {"DWT-PRIC over CCWS, conflict", "section 5", "against", "over CCWS", "conflict", 2.1, false,
     why_ways},
    {"DWT-PRIC over MRPB, conflict", "section 5", "against", "over MRPB 32", "conflict", 1.37,
     false, why_ways},
    {"DWT-PRIC over CCWS, thrashing", "section 5", "against", "over CCWS", "thrashing", 1.02, false,
     why_spmv},
    {"DWT-PRIC over MRPB, thrashing", "section 5", "against", "over MRPB 32", "thrashing", 1.25,
     false, ""},
    {"DWT-PRIC over CCWS, both", "section 5", "against", "over CCWS", "both", 18, false, why_both},
    {"DWT-PRIC over MRPB, both", "section 5", "against", "over MRPB 32", "both", 4, false,
     why_both},
    {"warps found by the search, SPMV", "Table 3", "warps", "SWL search", "spmv_csr", 1, false, ""},
    {"warps found by the search, KM", "Table 3", "warps", "SWL search", "kmeans", 1, false, ""},
    {"warps found by the search, BFS", "Table 3", "warps", "SWL search", "bfs", 5, false, ""},
    {"warps found by the search, IIX", "Table 3", "warps", "SWL search", "iix", 2, false, ""},
    {"warps found by the search, SYRK", "Table 3", "warps", "SWL search", "syrk", 2, false,
     why_syrk},
    {"warps found by the search, GESUMMV", "Table 3", "warps", "SWL search", "gesummv", 1, false,
     why_few},
    {"warps found by DWT-CS, SPMV", "Table 3", "warps", "DWT-CS", "spmv_csr", 1, false, ""},
    {"warps found by DWT-CS, KM", "Table 3", "warps", "DWT-CS", "kmeans", 1, false, ""},
    {"warps found by DWT-CS, BFS", "Table 3", "warps", "DWT-CS", "bfs", 7, false, why_bfs},
    {"warps found by DWT-CS, IIX", "Table 3", "warps", "DWT-CS", "iix", 2, false, why_iix},
    {"warps found by DWT-CS, SYRK", "Table 3", "warps", "DWT-CS", "syrk", 2, false, why_syrk},
    {"warps found by DWT-CS, GESUMMV", "Table 3", "warps", "DWT-CS", "gesummv", 1, false, why_few},
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
     "blackscholes scalarprod vectoradd", 1, ""},
    {"FWT and NW are best with unbounded caches", "section 3.2", "caches", TEST_EVERY, "unbounded",
     "no cache", "kernel", 1, ""},
    {"FWT and NW gain from unbounded caches", "section 3.2", "caches", TEST_EVERY, "unbounded",
     NULL, "kernel", 1, ""},
    {"contention programs are best with unbounded caches", "section 3.2", "caches", TEST_EVERY,
     "unbounded", "no cache", "contention", 1, ""},
    {"by an order of magnitude for several: SCLUSTER, IIX, SYRK", "section 3.2", "caches",
     TEST_EVERY, "unbounded", NULL, "streamcluster iix syrk", 2,
     "IIX: unbounded caches take away two thirds of its misses; what bounds it then is not found"},
    {"friendly programs run with bounded caches nearly as with unbounded ones", "section 3.2",
     "caches", TEST_BELOW, "unbounded", NULL, "friendly", 1.1, ""},
    {"friendly programs need their caches", "section 3.2", "caches", TEST_BELOW, "no cache", NULL,
     "friendly", 0.95, ""},
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
     TEST_MOST, "intra-thread", NULL, "thrashing", 0.5,
     "BFS: half of its locality is between warps and blocks, which visit the same nodes"},
    {"FWT and NW are full of inter-kernel locality at an unbounded L2", "section 3.2",
     "locality-l2-unbounded", TEST_MOST, "inter-kernel", NULL, "kernel", 0.5,
     "FWT: a little less than half, since its SMs read each line and then write it, which is "
     "locality in the core"},
    {"a bounded L2 cannot keep it", "section 3.2", "locality-l2-bounded", TEST_BELOW,
     "inter-kernel", NULL, "kernel", 10, ""},
    {"HS and CONV are full of inter-core locality at L2", "section 3.2", "locality-l2-bounded",
     TEST_MOST, "inter-core", NULL, "streaming-l1", 0.5, ""},
    {"DWT-PRIC slows no friendly program down (1 % left)", "section 5", "overall", TEST_EVERY,
     "DWT-PRIC", NULL, "friendly", 0.99, ""},
    {"neither technique alone does for SYRK and GESUMMV what both do: PRIC", "section 5", "overall",
     TEST_ABOVE, "DWT-PRIC", "PRIC", "both", 1.05, ""},
    {"neither technique alone does for SYRK and GESUMMV what both do: DWT-CS", "section 5",
     "overall", TEST_ABOVE, "DWT-PRIC", "DWT-CS", "both", 1.05, ""},
    {"CCWS does slightly better on SPMV and BFS", "section 5", "against", TEST_BELOW, "over CCWS",
     NULL, "spmv_csr bfs", 1, why_spmv},
    {"DWT-PRIC is ahead of CCWS and MRPB on IIX and KM: CCWS", "section 5", "against", TEST_ABOVE,
     "over CCWS", NULL, "iix kmeans", 1, ""},
    {"DWT-PRIC is ahead of CCWS and MRPB on IIX and KM: MRPB", "section 5", "against", TEST_ABOVE,
     "over MRPB 32", NULL, "iix kmeans", 1, ""},
    {"more than 80 % fewer misses in 3DS, KM, SYRK and GESUMMV", "section 5", "misses", TEST_BELOW,
     "DWT-PRIC", NULL, "stencil kmeans syrk gesummv", -80,
     "GESUMMV: L1D is closed (above). 3DS: unbounded caches themselves save a fifth of its misses"},
    {"up to 60 % fewer misses in 2DCONV and MM", "section 5", "misses", TEST_BELOW, "DWT-PRIC",
     NULL, "2dconv 2mm", -50, ""},
    {"and in IIX", "section 5", "misses", TEST_BELOW, "DWT-PRIC", NULL, "iix", -20, why_iix},
    {"the miss rate of SRAD, 3DS, 2DCONV and KM is nearly that of unbounded caches", "section 5",
     "misses", TEST_BELOW, "DWT-PRIC", "unbounded", "srad stencil 2dconv kmeans", 0.85, ""},
    {"reservation failures fall by up to 90 % in 2DCONV, KM, GESUMMV", "section 5", "fails",
     TEST_BELOW, "DWT-PRIC", NULL, "2dconv kmeans gesummv", -60, ""},
    {"and considerably, up to 60 %, in MM and SYRK", "section 5", "fails", TEST_BELOW, "DWT-PRIC",
     NULL, "2mm syrk", -20, ""},
    {"and in IIX", "section 5", "fails", TEST_BELOW, "DWT-PRIC", NULL, "iix", -20, why_iix},
    {"the best static limit is not far above DWT-CS", "section 4.2", "static", TEST_ABOVE, "DWT-CS",
     "SWL search", "thrashing both", 0.9, why_static},
    {"DWT-CS is slightly ahead of CCWS on thrashing programs", "section 4.2", "throttling",
     TEST_ABOVE, "DWT-CS", "CCWS", "thrashing", 1, ""},
    {0},
};

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
};
