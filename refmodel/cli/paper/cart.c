// cart.c : rows of "CART: Cache Access Reordering Tree for Efficient Cache and Memory Accesses in
// GPUs" (ICCD 2018). See paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

static const paper_base bases[] = {{"C", "Table II", "cart"}, {0}};

#define ALL "M C"
#define OFF "structures.cart.enable=false"
#define MRPB "structures.mrpb.enable=true"
#define RACB "l1d.bypass=racb", "l2.bypass=racb"
#define RACB_L1 "l1d.bypass=racb"
#define FCFS "dram.scheduler=fcfs"
#define TREE(r, c, e) \
    "structures.cart.rows=" r, "structures.cart.columns=" c, "structures.cart.entries=" e

// A change of the machine without and with CART. In the default address map rows have 4 KB of a
// channel: their highest column bit becomes a bit of the row, or the row's lowest one of the
// column.
// clang-format off
#define PAIR(name_is, text, set) \
    {.name = "base-" name_is, .what = text "; no CART", .sets = {OFF, set}}, \
    {.name = "cart-" name_is, .what = text "; CART", .sets = {set}}
// clang-format on
#define ROWS_2K "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBRCCCB.CCSSSSSS"
#define ROWS_8K "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRC.BBBCCCCB.CCSSSSSS"

static const paper_variant variants[] = {
    {.name = "base", .what = "no CART", .sets = {OFF}},
    {.name = "cart",
     .what =
         "CART as Table I: 16 branches of 4 rows of 2 columns, 2 entries per queue; offered two "
         "cycles after placing at the earliest (latency 2), as all trees here"},
    {.name = "mrpb", .what = "MRPB as its paper's final design", .sets = {OFF, MRPB}},
    {.name = "racb",
     .what = "RACB: a read that any resource refuses goes round L1D, and round L2",
     .sets = {OFF, RACB}},
    {.name = "cart-mrpb", .what = "CART and MRPB", .sets = {MRPB}},
    {.name = "cart-racb", .what = "CART and RACB", .sets = {RACB}},
    {.name = "nonblocking",
     .what = "the incoming buffer of 8, whose requests leave in any order (III.B)",
     .sets = {"structures.cart.design=nonblocking"}},
    {.name = "fifos",
     .what = "a FIFO of 16 per bank, round robin (III.C): CART's number of entries",
     .sets = {"structures.cart.design=bank_fifo", "structures.cart.entries=16"}},
    {.name = "8R8C8E",
     .what = "CART of 8 rows of 8 columns, 8 entries per queue",
     .sets = {TREE("8", "8", "8")}},
    PAIR("fcfs", "DRAM first come, first served", FCFS),
    {.name = "fifos-fcfs",
     .what = "bank FIFOs, DRAM first come, first served",
     .sets = {"structures.cart.design=bank_fifo", "structures.cart.entries=16", FCFS}},
    {.name = "mrpb-fcfs", .what = "MRPB, DRAM first come, first served", .sets = {OFF, MRPB, FCFS}},
    {.name = "cart-mrpb-fcfs",
     .what = "CART and MRPB, DRAM first come, first served",
     .sets = {MRPB, FCFS}},
    {.name = "racb-l1", .what = "RACB at L1D alone", .sets = {OFF, RACB_L1}},
    {.name = "cart-racb-l1", .what = "CART, and RACB at L1D alone", .sets = {RACB_L1}},
    {.name = "ideal-dram",
     .what = "no CART; DRAM answers any number of requests, and L2 has MSHRs for them",
     .sets = {OFF, "limits.infinite_dram=true", "l2.mshrs=1024"}},
    {.name = "ideal-mshrs", .what = "no CART; 1024 L2 MSHRs", .sets = {OFF, "l2.mshrs=1024"}},
    PAIR("700", "the network at 700 MHz, L2's clock", "gpu.icnt_mhz=700"),
    PAIR("port-32", "an L2 data port of 32 B", "l2.port_bytes=32"),
    PAIR("sms-15", "15 SMs", "gpu.sms=15"),
    PAIR("sms-56", "56 SMs", "gpu.sms=56"),
    PAIR("rr", "round-robin warp schedulers", "sm.scheduler=rr"),
    PAIR("two-level", "two-level warp schedulers", "sm.scheduler=two_level"),
    PAIR("no-l1", "no L1D", "l1d.enable=false"),
    PAIR("xor", "the XOR bank hash", "dram.bank_hash=xor"),
    PAIR("rows-2k", "DRAM rows of 2 KB instead of 4", "dram.address_map=" ROWS_2K),
    PAIR("rows-8k", "DRAM rows of 8 KB instead of 4", "dram.address_map=" ROWS_8K),
    PAIR("far", "a network of 21 cycles: the 5.3 hops of a 6 x 6 mesh, 4 cycles each",
         "icnt.latency=21"),
    PAIR("mshrs", "64 L2 MSHRs", "l2.mshrs=64"),
    PAIR("sooner", "DRAM a cycle of L2 sooner", "dram.fixed_latency=49"),
    PAIR("later", "DRAM a cycle of L2 later", "dram.fixed_latency=51"),
    {.name = "whole-base",
     .what = "no CART, to the program's end",
     .sets = {OFF, "gpu.insn_limit=0"}},
    {.name = "whole-cart", .what = "CART, to the program's end", .sets = {"gpu.insn_limit=0"}},
    {.name = "2R2C2E",
     .what = "CART of 2 rows of 2 columns, 2 entries per queue",
     .sets = {TREE("2", "2", "2")}},
    {0},
};

// Table III, as far as the programs are there. The paper names no input: each has its suite's own.
// checked: a third of them, which the cut ends early and
// which run to their end too.
static const paper_program programs[] = {
    {"bfs", "BFS", "M checked", SIZE_PAPER, ""},
    {"b+tree", "B+T", "M", SIZE_PAPER, ""},
    {"cfd", "CFD", "M", SIZE_PAPER, ""},
    {"dwt2d", "DW", "M tree checked", SIZE_PAPER, ""},
    {"nw", "NW", "M checked", SIZE_PAPER, ""},
    {"blackscholes", "BS", "M tree checked", SIZE_PAPER, ""},
    {"convSeparable", "CS", "M", SIZE_PAPER, ""},
    {"fastWalsh", "FWT", "M tree", SIZE_PAPER, ""},
    {"mergesort", "MS", "M checked", SIZE_PAPER, ""},
    {"spmv", "SP", "M tree", SIZE_PAPER, ""},
    {"stencil", "STC", "M", SIZE_PAPER, ""},
    {"transpose", "TRP", "M tree checked", SIZE_PAPER, ""},
    {"scan", "SCN", "M checked", SIZE_PAPER, ""},
    {"lbm", "LBM", "M tree", SIZE_PAPER, ""},
    {"histo", "HIS", "M", SIZE_PAPER, ""},
    {"backprop", "BP", "C", SIZE_PAPER, ""},
    {"kmeans_t", "KMS", "C", SIZE_PAPER, ""},
    {"sad", "SAD", "C checked", SIZE_PAPER, ""},
    {0},
};

static const paper_word groups[] = {{"M", "memory-intensive"},
                                    {"C", "compute-intensive"},
                                    {"M C", "all"},
                                    {"tree", "those of the design space"},
                                    {"checked", "those that run to their end too"},
                                    {0}};

static const paper_word absent[] = {
    {"Aligned Types, AsyncAPI, Radix Sort Thrust, Sorting Network, SobolQRNG",
     "memory-intensive programs of the SDK that are not there"},
    {"Heartwall, CUTCP, TPACF, Convolution Texture, Quasirandom Generator, SGEMM, MRI-Q",
     "compute-intensive programs that are not there"},
    {"a 6 x 6 mesh",
     "there is no mesh; its mean number of hops is tried as a latency of the crossbar "
     "(figure open)"},
    {0},
};

// clang-format off
#define LIST(...) {__VA_ARGS__}
#define OVER_BASE(name, variant) {.label = name, .machine = "C/" variant, .reference = "C/base"}
#define PAIRED(name, variant) \
    {.label = name, .machine = "C/cart-" variant, .reference = "C/base-" variant}
// clang-format on
#define SCHEMES \
    LIST(OVER_BASE("CART", "cart"), OVER_BASE("MRPB", "mrpb"), OVER_BASE("RACB", "racb"), \
         OVER_BASE("CART and MRPB", "cart-mrpb"), OVER_BASE("CART and RACB", "cart-racb"))
// clang-format off
#define IPC_PERCENT(name, what, where, of, series_list) \
    {.id = name, .title = what, .source = where, .metric = "ipc", .programs = of, \
     .shape = SHAPE_PERCENT, .mean = MEAN_GEOMETRIC, .means = {of}, \
     .note = "Change in percent.", .series = series_list}
#define CHANGE(name, what, where, key, text, series_list) \
    {.id = name, .title = what, .source = where, .metric = key, .programs = "M", \
     .shape = SHAPE_PERCENT, .mean = MEAN_ARITHMETIC, .means = {"M"}, .note = text, \
     .series = series_list}
// clang-format on

static const paper_figure figures[] = {
    IPC_PERCENT("memory", "IPC on the memory-intensive programs", "Figure 8", "M", SCHEMES),
    IPC_PERCENT("compute", "IPC on the compute-intensive programs", "Figure 9", "C", SCHEMES),
    {.id = "all",
     .title = "IPC with CART alone",
     .source = "section VI.B",
     .metric = "ipc",
     .programs = ALL,
     .shape = SHAPE_PERCENT,
     .mean = MEAN_GEOMETRIC,
     .means = {"M", "C", ALL},
     .note = "Change in percent.",
     .series = LIST(OVER_BASE("CART", "cart"))},
    IPC_PERCENT("size", "IPC with larger and smaller trees", "Figure 7", "tree",
                LIST(OVER_BASE("8R8C8E", "8R8C8E"), OVER_BASE("4R2C2E", "cart"),
                     OVER_BASE("2R2C2E", "2R2C2E"))),
    {.id = "energy",
     .title = "Energy with CART",
     .source = "section VI.E",
     .metric = "energy",
     .programs = ALL,
     .shape = SHAPE_PERCENT,
     .mean = MEAN_ARITHMETIC,
     .means = {"M", "C", ALL},
     .note =
         "Change in percent. Modelled, not GPUWattch: the rows of docs/reference/energy.md times "
         "the counters of each run, CART's own power included.",
     .series = LIST(OVER_BASE("CART", "cart"))},
    {.id = "cheaper",
     .title = "IPC of 4R2C2E relative to 8R8C8E",
     .source = "section VI.A",
     .metric = "ipc",
     .programs = "tree",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_GEOMETRIC,
     .means = {"tree"},
     .series = LIST({.label = "4R2C2E", .machine = "C/cart", .reference = "C/8R8C8E"})},
    CHANGE("conflicts", "DRAM row conflicts", "Figure 10(a)", "row_conflicts",
           "Change in percent; programs without any in the baseline are left out.",
           LIST(OVER_BASE("CART", "cart"))),
    CHANGE("hits", "Hits in L2", "Figure 10(b)", "l2_hits", "Change in percent.",
           LIST(OVER_BASE("CART", "cart"))),
    CHANGE("banks", "DRAM banks with a request, over the time in which any has one", "Figure 10(c)",
           "bank_parallelism", "Change in percent.", LIST(OVER_BASE("CART", "cart"))),
    CHANGE("nonblocking", "Stalls at L2 with the non-blocking buffer", "Figure 2(c)", "l2_stalls",
           "Change in percent of the L2 cycles in which an offered request found no line, MSHR, "
           "merge entry, miss queue place or room towards DRAM.",
           LIST(OVER_BASE("non-blocking", "nonblocking"))),
    IPC_PERCENT("fifos", "IPC with bank FIFOs and with the non-blocking buffer", "section III", "M",
                LIST(OVER_BASE("bank FIFOs", "fifos"), OVER_BASE("non-blocking", "nonblocking"),
                     OVER_BASE("CART", "cart"))),
    CHANGE("fifos-dram", "DRAM efficiency with bank FIFOs", "section III.C", "dram_active",
           "Change in percent of the part of all DRAM cycles in which data move.",
           LIST(OVER_BASE("bank FIFOs", "fifos"), OVER_BASE("CART", "cart"))),
    CHANGE("fifos-misses", "Miss rate of L2 with bank FIFOs", "section III.C", "l2_miss_rate",
           "Change in percent.", LIST(OVER_BASE("bank FIFOs", "fifos"), OVER_BASE("CART", "cart"))),
    {.id = "bounds",
     .title = "What ideal machines gain without any reordering before L2",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = ALL,
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"M", "C", ALL},
     .note = "Over the base. An ideal machine is no strict bound, and may even be slower than the "
             "base: requests that return earlier also change the order of warps, and so what L1D "
             "holds.",
     .series = LIST(OVER_BASE("infinite DRAM and 1024 L2 MSHRs", "ideal-dram"),
                    OVER_BASE("1024 L2 MSHRs", "ideal-mshrs"))},
    IPC_PERCENT("fcfs", "IPC before a DRAM that serves requests in their order", "not in the paper",
                "M",
                LIST({.label = "CART", .machine = "C/cart-fcfs", .reference = "C/base-fcfs"},
                     {.label = "bank FIFOs", .machine = "C/fifos-fcfs", .reference = "C/base-fcfs"},
                     {.label = "CART before FR-FCFS", .machine = "C/cart", .reference = "C/base"})),
    CHANGE("fcfs-conflicts", "DRAM row conflicts before a DRAM that serves requests in their order",
           "not in the paper", "row_conflicts", "Change in percent.",
           LIST({.label = "CART", .machine = "C/cart-fcfs", .reference = "C/base-fcfs"},
                {.label = "CART before FR-FCFS", .machine = "C/cart", .reference = "C/base"})),
    IPC_PERCENT("open", "IPC with CART on machines that the paper may have meant",
                "not in the paper", "M",
                LIST(PAIRED("15 SMs", "sms-15"), PAIRED("56 SMs", "sms-56"),
                     PAIRED("round robin", "rr"), PAIRED("two-level", "two-level"),
                     PAIRED("no L1D", "no-l1"), PAIRED("XOR bank hash", "xor"),
                     PAIRED("rows of 2 KB", "rows-2k"), PAIRED("rows of 8 KB", "rows-8k"),
                     PAIRED("network of 21 cycles", "far"), PAIRED("64 L2 MSHRs", "mshrs"))),
    IPC_PERCENT(
        "scatter", "IPC with CART, and with DRAM a cycle sooner and later", "not in the paper", "M",
        LIST(PAIRED("sooner", "sooner"), OVER_BASE("as it is", "cart"), PAIRED("later", "later"))),
    {.id = "schedulers",
     .title = "IPC with CART over that without, by warp scheduler",
     .source = "section VII",
     .metric = "ipc",
     .programs = "M",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"M"},
     .series = LIST(OVER_BASE("greedy-then-oldest", "cart"), PAIRED("round robin", "rr"),
                    PAIRED("two-level", "two-level"))},
    {.id = "cut",
     .title = "Does the cut change the answer? IPC with CART, cut and to the program's end",
     .source = "not in the paper",
     .metric = "ipc",
     .programs = "checked",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_GEOMETRIC,
     .means = {"checked"},
     .note = "Change in percent.",
     .series = LIST(OVER_BASE("cut", "cart"),
                    {.label = "whole", .machine = "C/whole-cart", .reference = "C/whole-base"})},
    {.id = "replies",
     .title = "What L2 waits for in the baseline",
     .source = "not in the paper",
     .programs = ALL,
     .stacked = true,
     .mean = MEAN_ARITHMETIC,
     .means = {"M", "C"},
     .note = "Percent of the L2 cycles in which the head of the access queue waits.",
     .series = LIST({.label = "reply network", .machine = "C/base", .metric = "wait_reply"},
                    {.label = "data port", .machine = "C/base", .metric = "wait_port"},
                    {.label = "MSHR or merge", .machine = "C/base", .metric = "wait_mshr"},
                    {.label = "line", .machine = "C/base", .metric = "wait_line"},
                    {.label = "DRAM", .machine = "C/base", .metric = "wait_dram"})},
    {.id = "intensity",
     .title = "Instructions executed per L2 miss in the baseline",
     .source = "Table III",
     .metric = "insts_an_l2_miss",
     .programs = ALL,
     .mean = MEAN_GEOMETRIC,
     .means = {"M", "C"},
     .note =
         "The paper calls a program memory-intensive when they are below 1500; the classes here "
         "are the paper's.",
     .series = LIST({.label = "instructions per L2 miss", .machine = "C/base"})},
    {.id = "load",
     .title = "How busy DRAM is in the baseline",
     .source = "not in the paper",
     .programs = ALL,
     .mean = MEAN_ARITHMETIC,
     .means = {"M", "C"},
     .note = "Percent of all DRAM cycles in which data move.",
     .series = LIST({.label = "DRAM active", .machine = "C/base", .metric = "dram_active"})},
    {0},
};

static const paper_classes classes = {.figure = "intensity",
                                      .series = "instructions per L2 miss",
                                      .what = "instructions per L2 miss",
                                      .below = "M",
                                      .above = "C",
                                      .bound = 1500};

static const char why_inputs[] = "the paper does not name its inputs; ours are the suites' own";

static const char why_blocked[] =
    "what L2 waits for is mostly an MSHR (figure replies), and any request of the buffer that "
    "misses needs one, so that another one can seldom go; the paper's stalls are of its Figure 2, "
    "whose kinds the text has lost";

static const char why_energy[] =
    "modelled, not GPUWattch: most of our sum is static power times time, so that it follows the "
    "speedup; the paper does not say over which programs its mean is, nor how much of its energy "
    "is static";

// clang-format off
#define INTENSITY(program, label, value) \
    {"instructions per L2 miss, " label, "Table III", "intensity", "instructions per L2 miss", \
     program, value, false, why_inputs}
// clang-format on

static const paper_stated stated[] = {
    {"IPC with CART, memory-intensive", "section VI.B", "all", "CART", "M", 34.2, false, ""},
    {"IPC with MRPB, memory-intensive", "section VI.B", "memory", "MRPB", "M", 23.4, false, ""},
    {"IPC with RACB, memory-intensive", "section VI.B", "memory", "RACB", "M", 12.6, false, ""},
    {"IPC with CART and MRPB, memory-intensive", "section VI.B", "memory", "CART and MRPB", "M",
     38.6, false, ""},
    {"IPC with CART and RACB, memory-intensive", "section VI.B", "memory", "CART and RACB", "M",
     41.5, false, ""},
    {"IPC with CART, transpose", "section VI.B", "all", "CART", "transpose", 126, false, ""},
    {"IPC with CART, SAD", "section VI.B", "all", "CART", "sad", 12.7, false, ""},
    {"IPC with CART, compute-intensive", "section VI.B", "all", "CART", "C", 2.5, false, ""},
    {"IPC with CART, all (printed; 22.7 follows from the two above)", "section VI.B", "all", "CART",
     ALL, 26.5, false, ""},
    {"energy with CART", "section VI.E", "energy", "CART", ALL, -18.9, false, why_energy},
    {"row conflicts with CART", "section VI.C", "conflicts", "CART", "M", -12.3, false, ""},
    {"stalls at L2 with the non-blocking buffer", "section III.B", "nonblocking", "non-blocking",
     "M", -68.8, false, why_blocked},
    {"IPC with bank FIFOs", "section III.C", "fifos", "bank FIFOs", "M", 10.8, false, ""},
    {"DRAM efficiency with bank FIFOs", "section III.C", "fifos-dram", "bank FIFOs", "M", 21.0,
     false, ""},
    {"L2 miss rate with bank FIFOs", "section III.C", "fifos-misses", "bank FIFOs", "M", 20.8,
     false, ""},
    {"IPC of 4R2C2E relative to 8R8C8E", "section VI.A", "cheaper", "4R2C2E", "tree", -2.0, false,
     ""},
    INTENSITY("bfs", "BFS", 62),
    INTENSITY("b+tree", "B+T", 1497),
    INTENSITY("cfd", "CFD", 404),
    INTENSITY("dwt2d", "DW", 530),
    INTENSITY("nw", "NW", 198),
    INTENSITY("blackscholes", "BS", 476),
    INTENSITY("convSeparable", "CS", 701),
    INTENSITY("fastWalsh", "FWT", 641),
    INTENSITY("mergesort", "MS", 1436),
    INTENSITY("spmv", "SP", 568),
    INTENSITY("stencil", "STC", 614),
    INTENSITY("transpose", "TRP", 400),
    INTENSITY("scan", "SCN", 233),
    INTENSITY("lbm", "LBM", 176),
    INTENSITY("histo", "HIS", 751),
    INTENSITY("backprop", "BP", 1718),
    INTENSITY("kmeans_t", "KMS", 19236),
    INTENSITY("sad", "SAD", 2733),
    {0},
};

// clang-format off
#define CHANGED(figure, series, what, variant, base) \
    {figure, series, what, "C/" variant, "C/" base}
#define PAIRED_CHANGE(figure, what, name) \
    CHANGED(figure, "CART", what, "cart-" name, "base-" name)
#define BOTH(what, name) PAIRED_CHANGE("all", what, name), PAIRED_CHANGE("conflicts", what, name)
#define OF_FIFOS(figure) \
    CHANGED(figure, "bank FIFOs", in_order, "fifos-fcfs", "base-fcfs"), \
    CHANGED(figure, "CART", in_order, "cart-fcfs", "base-fcfs")
static const char in_order[] = "DRAM first come, first served",
                  at_l1[] = "RACB at L1D alone";
static const paper_ablation ablations[] = {
    BOTH(in_order, "fcfs"),
    BOTH("the network at 700 MHz", "700"),
    BOTH("an L2 data port of 32 B", "port-32"),
    BOTH("15 SMs", "sms-15"),
    BOTH("round-robin warp schedulers", "rr"),
    BOTH("no L1D", "no-l1"),
    BOTH("the XOR bank hash", "xor"),
    BOTH("DRAM rows of 2 KB", "rows-2k"),
    BOTH("64 L2 MSHRs", "mshrs"),
    CHANGED("memory", "CART", in_order, "cart-fcfs", "base-fcfs"),
    CHANGED("memory", "MRPB", in_order, "mrpb-fcfs", "base-fcfs"),
    CHANGED("memory", "CART and MRPB", in_order, "cart-mrpb-fcfs", "base-fcfs"),
    CHANGED("memory", "CART", at_l1, "cart", "base"),
    CHANGED("memory", "RACB", at_l1, "racb-l1", "base"),
    CHANGED("memory", "CART and RACB", at_l1, "cart-racb-l1", "base"),
    OF_FIFOS("fifos"),
    OF_FIFOS("fifos-dram"),
    OF_FIFOS("fifos-misses"),
    {0}};
// clang-format on

static const char why_compute[] =
    "only 3 of the paper's 10 compute-intensive programs are there, and 2 of these wait for memory "
    "here: k-means, which is in the other class by our runs (figure intensity), and backprop, "
    "which keeps DRAM busy for half of the time (figure load)";

static const paper_claim claims[] = {
    {"CART is ahead of MRPB on the memory-intensive programs", "section VI.B", "memory", TEST_ABOVE,
     "CART", "MRPB", "M", 1, ""},
    {"and of RACB", "section VI.B", "memory", TEST_ABOVE, "CART", "RACB", "M", 1, ""},
    {"CART and MRPB together are ahead of CART", "section VI.B", "memory", TEST_ABOVE,
     "CART and MRPB", "CART", "M", 1, ""},
    {"CART and MRPB together are ahead of MRPB", "section VI.B", "memory", TEST_ABOVE,
     "CART and MRPB", "MRPB", "M", 1, ""},
    {"CART and RACB together are ahead of CART", "section VI.B", "memory", TEST_ABOVE,
     "CART and RACB", "CART", "M", 1, ""},
    {"CART and RACB together are ahead of RACB", "section VI.B", "memory", TEST_ABOVE,
     "CART and RACB", "RACB", "M", 1, ""},
    {"MRPB changes compute-intensive programs by at most 1 %", "section VI.B", "compute",
     TEST_LITTLE, "MRPB", NULL, "C", 1, why_compute},
    {"RACB changes compute-intensive programs by at most 1 %", "section VI.B", "compute",
     TEST_LITTLE, "RACB", NULL, "C", 1, why_compute},
    {"CART has fewer row conflicts", "section VI.C", "conflicts", TEST_BELOW, "CART", NULL, "M", 0,
     ""},
    {"the warp scheduler makes little difference to CART: means within 5 %", "section VII",
     "schedulers", TEST_WITHIN, NULL, NULL, "M", 1.05, ""},
    {"more resources give more", "section VI.A", "size", TEST_ABOVE, "8R8C8E", "4R2C2E", "tree", 1,
     ""},
    {"bank FIFOs raise the miss rate more than CART", "section III.C", "fifos-misses", TEST_ABOVE,
     "bank FIFOs", "CART", "M", 1, ""},
    {"CART is ahead of bank FIFOs", "section III.C", "fifos", TEST_ABOVE, "CART", "bank FIFOs", "M",
     1, ""},
    {0},
};

static const char why_cells[] =
    "logic and SRAM of a model, before layout, FreePDK45 cells, which are about twice as large as "
    "common ones of 45 nm; the paper's logic and its cells"
    " are not published";

static const paper_cost costs[] = {
    {"area of one partition's CART, mm2", "section VI.D", "silicon_um2:cart_of_paper", 1e-6, 0.016,
     why_cells},
    {"the same beside an L2 partition, whose area follows from the paper as 0.016 mm2 / 1.7 %, "
     "percent",
     "section VI.D", "silicon_um2:cart_of_paper", 1.7e-6 / 0.016, 1.7, why_cells},
    {0},
};

const paper paper_cart = {
    .name = "cart",
    .title = "CART: what the paper says and what this machine does",
    .citation = "Y. Gu, L. Chen: CART: Cache Access Reordering Tree for Efficient Cache and Memory "
                "Accesses in GPUs. ICCD 2018",
    .about = "Each program's figures relative to the same machine without CART; means of IPC are "
             "geometric, as the paper's, others arithmetic.",
    .cost_preset = "cart",
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
    .insn_limit = 100000000,
    .bounds = "bounds",
    .bounded = {"CART", "bank FIFOs"},
    .classes = &classes,
    .ablations = ablations,
};
