// plan.h : what is decided before a line of a block is printed, and what the generator knows of
// each block. Inside rtlgen only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_PLAN_H
#define WL_RTLGEN_ENGINE_PLAN_H

#include "config/index_fn.h"
#include "config/ports/adapter.h"
#include "config/ports/blocks.h"
#include "config/ports/side.h"
#include "rtlgen/engine/writer.h"
#include "rtlgen/engine/xor_net.h"
#include "rtlgen/rtlgen.h"

typedef struct rtl_plan rtl_plan;

// One emitted module.
typedef struct rtl_module {
    const char *stem;     // file and module are NAME_stem
    const char *template; // "rtlgen/mrpb/mrpb_sel.v.in"
    void (*values)(const rtl_plan *p,
                   writer *w);         // those that this template alone needs; NULL: none
    bool (*wanted)(const rtl_plan *p); // NULL: in every configuration
} rtl_module;

// The channels of a port table in the order in which they are printed: what a beat is, what each
// ready depends on.
typedef struct rtl_channel {
    const char *name;
    const char *text; // comment lines without the slashes, newline-terminated
} rtl_channel;

// A parameter of the top, by which its ports' widths are expressed. Verilog-2005 has no localparam
// ahead of a port list, so a number that the configuration bakes is a parameter there, too; a check
// in the module refuses any other value.
typedef struct rtl_width {
    char name[32];   // "LINE_W"
    uint64_t value;  // default; 0 = no such port here
    const char *doc; // "line address, bits"
    bool baked;      // false: the user may choose another value, at least `least`
    uint64_t least;
    char formula[120]; // of a baked one, by those before it: "$clog2(WARPS + 1)"; empty: its number
} rtl_width;

// The ports whose width is the expression `width` of the top's parameters.
typedef struct rtl_range {
    const char *port; // "pending_o"; or without channel and direction: "line" of in_line_i
    const char *width;
} rtl_range;

// A block: one top module NAME_stem, its leaves, and what goes with it.
typedef struct rtl_block {
    const char *stem;
    const char *key; // of the configuration: KEY.enable asks for it
    bool (*enabled)(const config *c);
    const rtl_module *modules;   // leaves first, the top last; NULL-stem-terminated
    const rtl_channel *channels; // NULL-name-terminated
    void (*plan)(rtl_plan *p);   // ports, widths, clocked, the block's own member
    void (*values)(const rtl_plan *p, writer *w); // those that all of its templates may use
    const char *page;                             // template of its page
} rtl_block;

#define RTL_BLOCK(name, stem, PORTS, bench, cycles) extern const rtl_block rtl_##name;
BLOCKS(RTL_BLOCK)
#undef RTL_BLOCK
extern const rtl_block *const rtl_blocks[]; // NULL-terminated

// The tops of the sides (config/ports/side.h), after the blocks that they hold.
extern const rtl_block *const rtl_sides[]; // NULL-terminated

// An adapter of one block to the interface of a host: modules that are emitted beside the block's
// own when the host is asked for.
typedef struct rtl_wrap {
    const char *host;                   // "vortex"
    const char *block;                  // stem of the wrapped block
    const rtl_module *modules;          // leaves first, the wrapped top last; NULL-stem-terminated
    char *(*refuse)(const rtl_plan *p); // malloc'd reason why this configuration does not fit the
                                        // host; NULL: it does
} rtl_wrap;

extern const rtl_wrap rtl_wraps[]; // NULL-host-terminated

// The adapter that the plan's options ask for; NULL: none.
const rtl_wrap *plan_wrap(const rtl_plan *p);

const rtl_block *plan_block(const char *stem); // of both lists; NULL: no such block

typedef struct mrpb_plan {
    unsigned queues, depth, entries, latency; // entries = queues * depth
    unsigned stages;                          // of the latency line: latency - 2, or 0
    unsigned queue_w, addr_w;                 // bits of a queue number, of an entry's address
    unsigned count_w;                         // bits that hold 0..depth
    unsigned line_w, warp_w, cta_w, pc_w, meta_w, data_w;
    unsigned drain_n;
    bool flush, greedy, rr, longest, bypass, by_pc;
    bool single;      // no queues: the outbound buffer alone
    bool sticky;      // greedy or drain_n: the policy may stay with its queue
    bool data;        // a write brings data
    bool stores_data; // and a queue's entry keeps it
    bool slots;       // a queue is a ring with pointers (depth >= 2)
    bool depth_is_pow2;
    bool small; // rtl.goal = area: one outcome of a cycle at a time, decoders in place of registers
    bool lookahead;     // the drain choice stands in a register (latency >= 2); else it sees this
                        // cycle's arrival
    bool pipelined;     // three registers at the input, a control of its own
    bool warp_is_queue; // the queue number is the warp number: entries do not store it
} mrpb_plan;

typedef struct pric_plan {
    index_fn fn;
    unsigned line_w;
    xor_net plain, shared; // inputs: line bits; sums: index bits
} pric_plan;

typedef struct streambypass_plan {
    uint64_t period;
    uint32_t up, down; // what a miss adds to the score, what a hit takes from it: threshold = down
                       // / (up + down), in lowest terms
    unsigned accesses, score_w;
} streambypass_plan;

typedef struct dwtcs_plan {
    unsigned sms, warps, winners;    // warps of a scheduler
    unsigned miss_times, insn_times; // over: miss_times misses > insn_times instructions, both
                                     // sides without their common factor
    unsigned limit_w, count_w;       // bits of a number of warps, of the instructions of a round
} dwtcs_plan;

typedef struct cart_plan {
    cart_map map;
    unsigned branches, rows, columns, entries, buffer;
    unsigned local, queues; // queues of a branch, of all
    unsigned count_w;       // bits that hold 0..entries
    unsigned word_w;        // of a word's number in its branch's share of the storage
    unsigned tag_w; // of a line address of the default width: bank bits above the branch count as
                    // row; row and column
    bool tags, rotate, longest, keeps; // design tree; drains; a rejected request stays on offer
    bool nonblocking;
    bool early; // latency 1: the choice sees what is placed in its cycle
    bool ahead; // latency 3: a place is found a cycle before the request goes there
    bool words; // a word's number is more than its queue's and its slot's side by side
} cart_plan;
typedef struct warppool_plan {
    unsigned tags, rows; // tags of all queues; merged loads of an MSHR
    unsigned word_w, queue_w, map_w;
    unsigned up, down;    // of the score that judges a quantum
    bool by_age, by_warp; // policies that there are
    bool latches;         // for the words of the inter-warp queues
} warppool_plan;

typedef struct crossbar_plan {
    const char *network;
    unsigned inputs, outputs, flit_bytes, least, most; // flits of a packet
    unsigned vcs;                                      // that an input has
    unsigned pipe;                                     // stages behind the switch, but one
    unsigned depth;                                    // flits of a channel that can be inside
    bool data;
    bool hold;      // flits wait in their buffers, not in registers on the way
    bool on_accept; // the turn of an output moves when its grant is accepted
} crossbar_plan;

typedef struct side_plan {
    side of;
    bool clocked[SIDE_PARTS], split[SIDE_PARTS]; // [structure]
} side_plan;

enum { RTL_WIDTHS = 24, RTL_WIDTH_OF = 48 };
struct rtl_plan {
    const rtl_block *block;
    const config *c;
    const char *source; // what -c named
    const char *folder; // what -o named; NULL: not told
    const char *host;   // what --wrap named; NULL: no adapter
    bool index_c;       // the index function as C goes along
    digest hw;
    bool clocked; // false: combinational, no clk_i, rst_ni
    bool split;   // lib_ram within has one port: clk2x_i beside clk_i (plan_is_split)
    const char
        *rams;    // of a block that is split: instances of lib_ram, patterns with spaces between
    unsigned ram; // of a side that is split: which of its structures is
    const char *late; // instances of words in latches that nothing uses in the cycle in which they
                      // are written, as `rams`; NULL: none
    unsigned late_in; // of a side: which of its structures has them
    port ports[PORTS_MAX];
    unsigned n_ports;
    rtl_width widths[RTL_WIDTHS];
    unsigned n_widths;
    char width_of[PORTS_MAX][RTL_WIDTH_OF]; // see plan_width
    union {
        mrpb_plan mrpb;
        pric_plan pric;
        streambypass_plan streambypass;
        dwtcs_plan dwtcs;
        cart_plan cart;
        warppool_plan warppool;
        crossbar_plan crossbar;
        side_plan side;
    };
};

void plan_make(const rtl_block *b, const config *c, const char *source, const char *folder,
               rtl_plan *p);

static inline unsigned plan_bits_to_hold(uint64_t max)
{
    return cfg_index_bits(max + 1);
} // a number 0..max
static inline uint32_t plan_common_divisor(uint32_t a, uint32_t b)
{
    return b ? plan_common_divisor(b, a % b) : a;
}

// Sets the values that every template may use: NAME, TOP, banner texts, storage, the top's
// interface, and the block's own.
void plan_values(const rtl_plan *p, writer *w);

// Modules of a block with lib_ram: is there an SRAM in it, and does it need clk2x_i?
bool plan_has_sram(const rtl_plan *p);
bool plan_is_split(const rtl_plan *p);

const rtl_module *plan_next(
    const rtl_plan *p,
    const rtl_module *m); // m, or the first wanted one after it; its stem is NULL at the end

// A block's plan.c: adds a parameter that the user may set, to 1 or more; one whose default is the
// least; one that is baked; expresses the ports' widths by them (NULL-port-terminated).
void plan_add_width(rtl_plan *p, const char *name, uint64_t value, const char *doc);
void plan_add_least(rtl_plan *p, const char *name, uint64_t least, const char *doc);
void plan_add_baked(rtl_plan *p, const char *name, uint64_t value, const char *formula,
                    const char *doc);
void plan_name_widths(rtl_plan *p, const rtl_range *ranges);

// The width of one of the plan's ports as an expression of the top's parameters ("LINE_W",
// "LANES*ADDR_W"), or NULL: it is a number, and 1 means no vector.
const char *plan_width(const rtl_plan *p, const port *q);

// A comment of one line, "name: ..."; what it is too long for is broken when comments are aligned.
void plan_comment(writer *w, const char *name, const char *text);

// What the blocks' plan.c and gen.c have for the table of blocks.
void mrpb_make_plan(rtl_plan *p);
void mrpb_set_values(const rtl_plan *p, writer *w);
void pric_make_plan(rtl_plan *p);
void pric_set_values(const rtl_plan *p, writer *w);
void pric_set_unindex(const rtl_plan *p, writer *w); // of the module that inverts the function
void pric_set_c(const rtl_plan *p, writer *w);       // of the function as C
void streambypass_make_plan(rtl_plan *p);
void streambypass_set_values(const rtl_plan *p, writer *w);
void dwtcs_make_plan(rtl_plan *p);
void dwtcs_set_values(const rtl_plan *p, writer *w);
void cart_make_plan(rtl_plan *p);
void cart_set_values(const rtl_plan *p, writer *w);
void cart_set_split(const rtl_plan *p, writer *w);
void cart_set_join(const rtl_plan *p, writer *w);
void warppool_make_plan(rtl_plan *p);
void warppool_set_values(const rtl_plan *p, writer *w);
void crossbar_make_request_plan(rtl_plan *p);
void crossbar_make_reply_plan(rtl_plan *p);
void crossbar_set_values(const rtl_plan *p, writer *w);
// The shell of an adapter of the plan's block: a module and its shim, malloc'd.
void shell_make(const rtl_plan *wrapped, const adapter *a, char **module, char **shim);
void side_make_sm_plan(rtl_plan *p);
void side_make_slice_plan(rtl_plan *p);
void side_set_values(const rtl_plan *p, writer *w);

// The top's parameters, their checks and its ports as text: TOP_PARAMS, TOP_CHECKS, TOP_PORTS.
void top_set_values(const rtl_plan *p, writer *w);

// The function as C: a header for simulators.
void export_index_c(const rtl_plan *p, writer *w);

// Adds the names of a list's modules, as far as the plan wants them, to an array that may have
// some.
void export_modules(json_t *modules, const rtl_plan *p, const rtl_module *list);
// Sets MODULES: those of all blocks and of their adapters, each once.
void export_all_modules(const rtl_plan *plans, unsigned n, writer *w);
void export_filelist(const rtl_plan *plans, unsigned n, writer *w); // of all blocks
void export_sdc(const rtl_plan *p, writer *w);
void export_shim(const rtl_plan *p, writer *w);
void export_doc(const rtl_plan *p, writer *w);

#endif
