// together.c : rows of the page that no paper has: each structure alone, and several together, on
// one machine and the same programs, with area and clock beside the IPC. See paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {
    {"G", "GTX480", "gtx480"}, {"C", "the CART paper's machine", "cart"}, {0}};

#define NO_CART "structures.cart.enable=false"
#define ON(structure) "structures." structure ".enable=true"
#define PRIC "l1d.index=pric", "l1d.index_polynomial=37"
#define DWT PRIC, ON("streambypass"), ON("dwtcs")

// clang-format off
#define SHIFTED(id, text, set) \
    {.name = "base-" id, .what = text, .sets = {NO_CART, set}}, \
    {.name = "mrpb-" id, .what = text "; MRPB", .sets = {NO_CART, ON("mrpb"), set}}, \
    {.name = "cart-" id, .what = text "; CART", .sets = {ON("cart"), set}}
// clang-format on

static const paper_variant variants[] = {
    {.name = "base", .what = "none of them", .sets = {NO_CART}},
    {.name = "mrpb", .what = "MRPB, as its paper's final design", .sets = {NO_CART, ON("mrpb")}},
    {.name = "pric", .what = "PRIC as set index of L1D", .sets = {NO_CART, PRIC}},
    {.name = "stream",
     .what = "streaming bypass of L1D and L2",
     .sets = {NO_CART, ON("streambypass")}},
    {.name = "dwtcs", .what = "DWT-CS", .sets = {NO_CART, ON("dwtcs")}},
    {.name = "warppool", .what = "WarpPool", .sets = {NO_CART, ON("warppool")}},
    {.name = "cart",
     .what =
         "CART before each L2 slice, offered two cycles after placing at the earliest (latency 2)",
     .sets = {ON("cart")}},
    {.name = "dwt-pric",
     .what = "DWT-PRIC: PRIC, streaming bypass and DWT-CS",
     .sets = {NO_CART, DWT}},
    {.name = "mrpb-pric", .what = "MRPB and PRIC", .sets = {NO_CART, ON("mrpb"), PRIC}},
    {.name = "all-mrpb",
     .what = "all, with MRPB before L1D",
     .sets = {ON("mrpb"), DWT, ON("cart")}},
    {.name = "all-warppool",
     .what = "all, with WarpPool before L1D",
     .sets = {ON("warppool"), DWT, ON("cart")}},
    SHIFTED("sooner", "DRAM a cycle sooner", "dram.fixed_latency=99"),
    SHIFTED("later", "DRAM a cycle later", "dram.fixed_latency=101"),
    {.name = "whole-base",
     .what = "none of them, to the program's end",
     .sets = {NO_CART, "gpu.insn_limit=0"}},
    {.name = "whole-mrpb",
     .what = "MRPB, to the program's end",
     .sets = {NO_CART, ON("mrpb"), "gpu.insn_limit=0"}},
    {.name = "whole-dwt-pric",
     .what = "DWT-PRIC, to the program's end",
     .sets = {NO_CART, DWT, "gpu.insn_limit=0"}},
    {0},
};

// Of each paper's classes some. checked: more than a third of them, which the cut ends early and
// which run to their end too.
static const paper_program programs[] = {
    {"atax", "atax", "all contention checked", SIZE_PAPER, ""},
    {"mvt", "mvt", "all contention checked", SIZE_PAPER, ""},
    {"gesummv", "gesummv", "all contention checked", SIZE_PAPER, ""},
    {"syrk", "syrk", "all contention", SIZE_PAPER, ""},
    {"kmeans", "kmeans", "all contention checked", SIZE_PAPER, ""},
    {"spmv_csr", "spmv_csr", "all contention", SIZE_PAPER, ""},
    {"bfs", "bfs", "all contention checked", SIZE_PAPER, ""},
    {"srad", "srad", "all contention", SIZE_PAPER, ""},
    {"stencil", "stencil", "all contention", SIZE_PAPER, ""},
    {"transpose", "transpose", "all bandwidth checked", SIZE_PAPER, ""},
    {"spmv", "spmv", "all bandwidth", SIZE_PAPER, ""},
    {"lbm", "lbm", "all bandwidth", SIZE_PAPER, ""},
    {"fastWalsh", "fastWalsh", "all bandwidth", SIZE_PAPER, ""},
    {"streamcluster", "streamcluster", "all bandwidth checked", SIZE_PAPER, ""},
    {"gemm", "gemm", "all others checked", SIZE_PAPER, ""},
    {"b+tree", "b+tree", "all others checked", SIZE_PAPER, ""},
    {"blackscholes", "blackscholes", "all others checked", SIZE_PAPER, ""},
    {0},
};

static const paper_word groups[] = {{"all", "all"},
                                    {"contention", "contention in L1D"},
                                    {"bandwidth", "bandwidth"},
                                    {"others", "cache-friendly and streaming"},
                                    {"checked", "those that run to their end too"},
                                    {0}};

static const paper_word absent[] = {
    {"wires, layout", "areas are of cells before layout, storage of flip-flops or a modelled SRAM "
                      "as its command says"},
    {"clock in the machine",
     "the machine's clocks do not follow from the structures': all run at 700 MHz here"},
    {0},
};

// clang-format off
#define OVER_BASE(name, variant) {.label = name, .machine = "G/" variant, .reference = "G/base"}
#define OVER_C(name, variant) {.label = name, .machine = "C/" variant, .reference = "C/base"}
#define SHIFT(text, variant, id) \
    {.label = text, .machine = "G/" variant "-" id, .reference = "G/base-" id}
#define ALL_SERIES(OVER) \
    {OVER("MRPB", "mrpb"), OVER("PRIC", "pric"), \
     OVER("streaming bypass", "stream"), OVER("DWT-CS", "dwtcs"), \
     OVER("WarpPool", "warppool"), OVER("CART", "cart"), \
     OVER("DWT-PRIC", "dwt-pric"), OVER("MRPB and PRIC", "mrpb-pric"), \
     OVER("all with MRPB", "all-mrpb"), OVER("all with WarpPool", "all-warppool")}
#define MEANS {"all", "contention", "bandwidth", "others"}
// clang-format on

static const paper_figure figures[] = {
    {.id = "ipc",
     .title = "IPC over the machine without any of them",
     .source = "all structures",
     .metric = "ipc",
     .programs = "all",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = MEANS,
     .series = ALL_SERIES(OVER_BASE)},
    {.id = "ipc-cart",
     .title = "IPC over the machine without any of them, on the CART paper's machine",
     .source = "all structures",
     .metric = "ipc",
     .programs = "all",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = MEANS,
     .series = ALL_SERIES(OVER_C)},
    {.id = "dram",
     .title = "DRAM row conflicts",
     .source = "all structures",
     .metric = "row_conflicts",
     .programs = "bandwidth",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_ARITHMETIC,
     .means = {"bandwidth"},
     .note = "Change in percent.",
     .series = {OVER_BASE("MRPB", "mrpb"), OVER_BASE("CART", "cart"),
                OVER_BASE("all with MRPB", "all-mrpb")}},
    {.id = "scatter",
     .title = "IPC with MRPB and with CART, and with DRAM a cycle sooner and later",
     .source = "all structures",
     .metric = "ipc",
     .programs = "bandwidth",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"bandwidth"},
     .note = "What a cycle of DRAM's latency changes is no effect of the structure.",
     .series = {SHIFT("MRPB sooner", "mrpb", "sooner"), OVER_BASE("MRPB", "mrpb"),
                SHIFT("MRPB later", "mrpb", "later"), SHIFT("CART sooner", "cart", "sooner"),
                OVER_BASE("CART", "cart"), SHIFT("CART later", "cart", "later")}},
    {.id = "cut",
     .title = "Does the cut change the answer? IPC cut and to the program's end",
     .source = "all structures",
     .metric = "ipc",
     .programs = "checked",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"checked"},
     .series = {OVER_BASE("MRPB cut", "mrpb"),
                {.label = "MRPB whole", .machine = "G/whole-mrpb", .reference = "G/whole-base"},
                OVER_BASE("DWT-PRIC cut", "dwt-pric"),
                {.label = "DWT-PRIC whole",
                 .machine = "G/whole-dwt-pric",
                 .reference = "G/whole-base"}}},
    {0},
};

// CART of the GTX480 sees the banks of half a partition, that of its paper's machine all of one.
#define PARTS(cart_is) \
    {"mrpb", "mrpb", "MRPB", PART_SM}, {"pric", "pric", "PRIC", PART_SM}, \
        {"streambypass", "streambypass", "bypass monitor", PART_SM | PART_SLICE}, \
        {"dwtcs", "dwtcs", "DWT-CS", PART_CHIP}, {"warppool", "warppool", "WarpPool", PART_SM}, \
    { \
        "cart", cart_is, "CART", PART_SLICE \
    }
static const paper_part parts[] = {PARTS("cart"), {0}},
                        parts_of_cart[] = {PARTS("cart_of_paper"), {0}};

static const paper_chip chips[] = {
    {"builds", "the GTX480", "ipc", parts},
    {"builds-cart", "the CART paper's machine", "ipc-cart", parts_of_cart},
    {0}};

static const paper_build builds[] = {{"MRPB", "mrpb"},
                                     {"PRIC", "pric"},
                                     {"streaming bypass", "streambypass"},
                                     {"DWT-CS", "dwtcs"},
                                     {"WarpPool", "warppool"},
                                     {"CART", "cart"},
                                     {"DWT-PRIC", "pric streambypass dwtcs"},
                                     {"MRPB and PRIC", "mrpb pric"},
                                     {"all with MRPB", "mrpb pric streambypass dwtcs cart"},
                                     {"all with WarpPool", "warppool pric streambypass dwtcs cart"},
                                     {0}};

static const paper_stated stated[] = {{0}};
static const paper_claim claims[] = {{0}};

const paper paper_together = {
    .name = "together",
    .title = "Each structure alone and all together: what to build",
    .citation = "MRPB, PRIC, streaming bypass, DWT-CS, WarpPool and CART on one GTX480 and on one "
                "machine of the CART paper, on the same programs",
    .about = "IPC relative to the machine without any of them; means are geometric.",
    .bases = bases,
    .variants = variants,
    .programs = programs,
    .groups = groups,
    .absent = absent,
    .figures = figures,
    .stated = stated,
    .claims = claims,
    .builds = builds,
    .build_set = "all",
    .chips = chips,
    .silicon = "reports/silicon/blocks.csv",
    .insn_limit = 100000000,
};
