// gen_cart_pick.c : the drain policy: which request is offered next.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char PICK[] =
    "// Drain policy (CART section IV.D): @{POLICY}.\n"
    "// The choice stands in a register; selection is by trees.\n"
    "@{HEAD}\n"
    "module @{NAME}_cart_pick #(\n"
    "  parameter integer UNITS   = @{UNITS},    // what is chosen in turn: @{UNIT}\n"
    "  parameter integer LOCAL   = @{LOCAL},      // queues of it\n"
    "  parameter integer COUNT_W = @{COUNT_W}       // bits of a length\n"
    ") (\n"
    "  input  wire                         clk_i,\n"
    "  input  wire                         rst_ni,       // synchronous, active low\n"
    "  input  wire [UNITS*LOCAL-1:0]       eligible_i,   // queues that may be drained\n"
    "@+{LENGTHS}  input  wire [COUNT_W*UNITS*LOCAL-1:0] lengths_i, // bit k of all at k*UNITS*LOCAL\n"
    "@+{HISTORY}  input  wire [UNITS*LOCAL-1:0]       last_i,       // last queues\n"
    "@+{HISTORY}  input  wire [UNITS*LOCAL-1:0]       row_i,        // queues of the last groups\n"
    "  input  wire [UNITS-1:0]             fill_unit_i,  // one-hot: where a request is placed in this cycle\n"
    "  input  wire [LOCAL-1:0]             fill_place_i, // one-hot or 0: its queue\n"
    "  input  wire                         accept_i,\n"
    "  input  wire                         reject_i,\n"
    "  output wire                         valid_o,      // a request is on offer\n"
    "  output wire                         leaves_o,     // and leaves\n"
    "  output wire [UNITS*LOCAL-1:0]       offer_o       // one-hot: its queue; 0: none\n"
    ");\n"
    "  `WL_PARAM_CHECK(p_size, UNITS >= 1 && LOCAL >= 1 && COUNT_W >= 1, \"@{NAME}_cart_pick: all sizes must be >= 1\")\n"
    "\n"
    "  // State\n"
    "  reg             valid_q;\n"
    "  reg [UNITS-1:0] unit_q;  // one-hot\n"
    "@+{TURNS}  reg [UNITS-1:0] above_q; // all units above the one that was last in turn\n"
    "@+{HISTORY}  reg [LOCAL-1:0] local_q; // one-hot\n"
    "\n"
    "@+{LENGTHS}  // From the top bit of the lengths down: where some of the queues left have the bit set, the others are out.\n"
    "@+{LENGTHS}  function [@{SPAN}-1:0] longest_of(input [@{SPAN}-1:0] among, input [COUNT_W*@{SPAN}-1:0] lengths);\n"
    "@+{LENGTHS}    integer i;\n"
    "@+{LENGTHS}    reg [@{SPAN}-1:0] longer;\n"
    "@+{LENGTHS}    begin\n"
    "@+{LENGTHS}      longest_of = among;\n"
    "@+{LENGTHS}      for (i = COUNT_W - 1; i >= 0; i = i - 1) begin\n"
    "@+{LENGTHS}        longer = longest_of & lengths[i*@{SPAN} +: @{SPAN}];\n"
    "@+{LENGTHS}        if (|longer) longest_of = longer;\n"
    "@+{LENGTHS}      end\n"
    "@+{LENGTHS}    end\n"
    "@+{LENGTHS}  endfunction\n"
    "@+{LENGTHS}\n"
    "  wire [UNITS-1:0] some;   // units with a queue that may be drained\n"
    "@+{HISTORY}  // What each branch would drain: its last queue; else the longest of its last group; else the longest; ties to the lowest.\n"
    "@+{HISTORY}  wire [UNITS*LOCAL-1:0] candidates;\n"
    "@+{HISTORY}  genvar u, k;\n"
    "@+{HISTORY}  generate\n"
    "@+{HISTORY}    for (u = 0; u < UNITS; u = u + 1) begin : g_unit\n"
    "@+{HISTORY}      wire [LOCAL-1:0] eligible = eligible_i[u*LOCAL +: LOCAL];\n"
    "@+{HISTORY}      wire [LOCAL-1:0] last     = eligible & last_i[u*LOCAL +: LOCAL];\n"
    "@+{HISTORY}      wire [LOCAL-1:0] row      = eligible & row_i[u*LOCAL +: LOCAL];\n"
    "@+{HISTORY}      wire [LOCAL-1:0] first, unused_above;\n"
    "@+{HISTORY}      wire             any;\n"
    "@+{HISTORY}      wire [COUNT_W*LOCAL-1:0] lengths;\n"
    "@+{HISTORY}      for (k = 0; k < COUNT_W; k = k + 1) begin : g_bit\n"
    "@+{HISTORY}        assign lengths[k*LOCAL +: LOCAL] = lengths_i[k*UNITS*LOCAL + u*LOCAL +: LOCAL];\n"
    "@+{HISTORY}      end\n"
    "@+{HISTORY}      wire [LOCAL-1:0] longest = longest_of((|row) ? row : eligible, lengths);\n"
    "@+{HISTORY}      @{NAME}_lib_first #(.N(LOCAL)) u_first (.req_i(longest), .first_o(first), .above_o(unused_above), .any_o(any));\n"
    "@+{HISTORY}      assign some[u] = any;\n"
    "@+{HISTORY}      assign candidates[u*LOCAL +: LOCAL] = (|last) ? last : first;\n"
    "@+{HISTORY}    end\n"
    "@+{HISTORY}  endgenerate\n"
    "@-{HISTORY}  assign some = eligible_i;\n"
    "\n";

static const char PICK_2[] =
    "  wire             placed = |fill_place_i;\n"
    "  wire [UNITS-1:0] offer  = unit_q & {UNITS{valid_q}};\n"
    "@+{ROTATE}  wire [UNITS-1:0] busy   = some | (fill_unit_i & {UNITS{placed}});\n"
    "@-{ROTATE}  wire [UNITS-1:0] busy   = (|some) ? some : fill_unit_i & {UNITS{placed}}; // what is placed counts where all others are empty\n"
    "@+{TURNS}\n"
    "@+{TURNS}  // The first one above the last in turn; when there is none, the first of all; itself last.\n"
    "@+{TURNS}  wire [UNITS-1:0] others = busy & ~offer;\n"
    "@+{TURNS}  wire [UNITS-1:0] ahead, ahead_above, wrap, wrap_above;\n"
    "@+{TURNS}  wire             ahead_any, others_any;\n"
    "@+{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_ahead (.req_i(others & above_q), .first_o(ahead), .above_o(ahead_above), .any_o(ahead_any));\n"
    "@+{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_wrap (.req_i(others), .first_o(wrap), .above_o(wrap_above), .any_o(others_any));\n"
    "@+{TURNS}  wire             own     = |(busy & offer);\n"
    "@+{TURNS}@-{GREEDY}  wire             turns   = others_any;\n"
    "@+{TURNS}@+{GREEDY}  wire             turns   = others_any && !own; // greedy: not before the queue is empty\n"
    "@+{TURNS}  wire [UNITS-1:0] unit_d  = !turns ? unit_q : ahead_any ? ahead : wrap;\n"
    "@+{TURNS}  wire [UNITS-1:0] above_d = !turns ? above_q : ahead_any ? ahead_above : wrap_above;\n"
    "@+{TURNS}  wire             any     = turns || own;\n"
    "@-{TURNS}\n"
    "@-{TURNS}  wire [UNITS-1:0] unit_d, unused_above;\n"
    "@-{TURNS}  wire             any;\n"
    "@-{TURNS}  wire [UNITS-1:0] longest = (|some) ? longest_of(some, lengths_i) : busy;\n"
    "@-{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_first (.req_i(longest), .first_o(unit_d), .above_o(unused_above), .any_o(any));\n"
    "@+{HISTORY}\n"
    "@+{HISTORY}  function [LOCAL-1:0] of_unit(input [UNITS-1:0] unit, input [UNITS*LOCAL-1:0] all);\n"
    "@+{HISTORY}    integer i;\n"
    "@+{HISTORY}    begin\n"
    "@+{HISTORY}      of_unit = {LOCAL{1'b0}};\n"
    "@+{HISTORY}      for (i = 0; i < UNITS; i = i + 1) of_unit = of_unit | ({LOCAL{unit[i]}} & all[i*LOCAL +: LOCAL]);\n"
    "@+{HISTORY}    end\n"
    "@+{HISTORY}  endfunction\n"
    "@+{HISTORY}  wire [LOCAL-1:0] candidate = of_unit(unit_d, candidates);\n"
    "@+{HISTORY}  wire [LOCAL-1:0] local_d   = |(unit_d & some) ? candidate : fill_place_i;\n"
    "\n"
    "@+{KEEPS}  // A rejected request stays on offer.\n"
    "@+{KEEPS}  wire load    = !valid_q || accept_i;\n"
    "@-{KEEPS}  // A rejected request stays on offer when there is no other.\n"
    "@-{KEEPS}  wire load    = !valid_q || accept_i || (reject_i && others_any);\n"
    "  wire valid_d = load ? any : valid_q;\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (!rst_ni) valid_q <= 1'b0;\n"
    "    else         valid_q <= valid_d;\n"
    "\n"
    "  // Not reset: what is placed in an empty tree is next, whosever turn it is.\n"
    "  always @(posedge clk_i)\n"
    "    if (load) begin\n"
    "      unit_q  <= unit_d;\n"
    "@+{TURNS}      above_q <= above_d;\n"
    "@+{HISTORY}      local_q <= local_d;\n"
    "    end\n"
    "\n"
    "  // Outputs\n"
    "  assign valid_o  = valid_q;\n"
    "  assign leaves_o = valid_q && accept_i;\n"
    "@+{HISTORY}  generate\n"
    "@+{HISTORY}    for (u = 0; u < UNITS; u = u + 1) begin : g_offer\n"
    "@+{HISTORY}      assign offer_o[u*LOCAL +: LOCAL] = local_q & {LOCAL{offer[u]}};\n"
    "@+{HISTORY}    end\n"
    "@+{HISTORY}  endgenerate\n"
    "@-{HISTORY}  assign offer_o  = offer;\n"
    "@+{KEEPS}  wire unused_reject = &{1'b0, reject_i};\n"
    "\n"
    "  // Checks\n"
    "`ifdef WL_CHECKING\n"
    "  localparam [UNITS-1:0] UNIT_ONE = {{(UNITS-1){1'b0}}, 1'b1};\n"
    "`endif\n"
    "  `WL_ASSERT(a_answer, !(accept_i && reject_i), \"req: accepted and rejected\")\n"
    "  `WL_ASSERT(a_onehot, (offer & (offer - UNIT_ONE)) == {UNITS{1'b0}} && (!valid_q || |offer),\n"
    "    \"not exactly one request is on offer\")\n"
    "endmodule\n";

static const char *policy(const cart_plan *m)
{
    if (m->longest) return "longest first, of all queues";
    if (m->keeps) return "a queue until it is empty, then the next one round";
    if (!m->rotate) return "round robin over all queues";
    return m->tags ? "rotating banks and same-or-longest row" : "round robin over the banks' FIFOs (section III.C)";
}

void gen_cart_pick(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    const bool history = m->tags && m->rotate;
    writer_set(w, "POLICY", "%s", policy(m));
    writer_set(w, "UNITS", "%u", m->rotate ? m->branches : m->queues);
    writer_set(w, "UNIT", "%s", m->rotate ? "a branch" : "a queue");
    writer_set(w, "LOCAL", "%u", m->rotate ? m->local : 1);
    writer_set(w, "SPAN", "%s", history ? "LOCAL" : "UNITS");
    writer_flag(w, "HISTORY", history);
    writer_flag(w, "LENGTHS", history || m->longest);
    writer_flag(w, "TURNS", !m->longest);
    writer_put(w, PICK);
    writer_put(w, PICK_2);
}
