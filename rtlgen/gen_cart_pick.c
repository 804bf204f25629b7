// gen_cart_pick.c : the drain policies that know no branches, for comparison, and that of FIFOs by bank: which request is offered next.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char PICK[] =
    "// Drain policy (CART section IV.D): @{POLICY}.\n"
    "// The choice stands in a register; selection is by trees.\n"
    "@{HEAD}\n"
    "module @{NAME}_cart_pick #(\n"
    "  parameter integer UNITS   = @{UNITS},    // queues, chosen in turn\n"
    "  parameter integer COUNT_W = @{COUNT_W}       // bits of a length\n"
    ") (\n"
    "  input  wire                     clk_i,\n"
    "  input  wire                     rst_ni,     // synchronous, active low\n"
    "  input  wire [UNITS-1:0]         eligible_i, // queues that may be drained, after this cycle's departure\n"
    "@+{LENGTHS}  input  wire [COUNT_W*UNITS-1:0] lengths_i,  // bit k of all at k*UNITS\n"
    "  input  wire                     accept_i,\n"
    "  input  wire                     reject_i,\n"
    "  output wire                     valid_o,    // a request is on offer\n"
    "  output wire                     leaves_o,   // and leaves\n"
    "  output wire [UNITS-1:0]         unit_o,     // one-hot: its unit; 0: none\n"
    "  output wire                     next_valid_o, // the same of the next cycle\n"
    "  output wire [UNITS-1:0]         next_unit_o\n"
    ");\n"
    "  `WL_PARAM_CHECK(UNITS_and_COUNT_W_must_be_at_least_1, UNITS >= 1 && COUNT_W >= 1)\n"
    "\n"
    "  // State\n"
    "  reg             valid_q;\n"
    "  reg [UNITS-1:0] unit_q;  // one-hot\n"
    "@+{TURNS}  reg [UNITS-1:0] above_q; // all units above the one that was last in turn\n"
    "\n"
    "  wire [UNITS-1:0] offer = unit_q & {UNITS{valid_q}};\n"
    "  wire [UNITS-1:0] some  = eligible_i;\n"
    "\n";

static const char PICK_2[] =
    "@+{TURNS}  // The first one above the last in turn; when there is none, the first of all; itself last.\n"
    "@+{TURNS}  wire [UNITS-1:0] others = some & ~offer;\n"
    "@+{TURNS}  wire [UNITS-1:0] ahead, ahead_above, wrap, wrap_above;\n"
    "@+{TURNS}  wire             ahead_any, others_any;\n"
    "@+{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_ahead (\n"
    "@+{TURNS}    .req_i(others & above_q), .first_o(ahead), .above_o(ahead_above), .any_o(ahead_any));\n"
    "@+{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_wrap (.req_i(others), .first_o(wrap), .above_o(wrap_above), .any_o(others_any));\n"
    "@+{TURNS}  wire             own     = |(some & offer);\n"
    "@+{TURNS}@-{GREEDY}  wire             turns   = others_any;\n"
    "@+{TURNS}@+{GREEDY}  wire             turns   = others_any && !own; // greedy: not before the queue is empty\n"
    "@+{TURNS}  wire [UNITS-1:0] unit_d  = !turns ? unit_q : ahead_any ? ahead : wrap;\n"
    "@+{TURNS}  wire [UNITS-1:0] above_d = !turns ? above_q : ahead_any ? ahead_above : wrap_above;\n"
    "@+{TURNS}  wire             any     = turns || own;\n"
    "@-{TURNS}@{LONGEST}\n"
    "@-{TURNS}  wire [UNITS-1:0] unit_d, unused_above;\n"
    "@-{TURNS}  wire             any;\n"
    "@-{TURNS}  wire [UNITS-1:0] longest = longest_of(some, lengths_i);\n"
    "@-{TURNS}  @{NAME}_lib_first #(.N(UNITS)) u_first (.req_i(longest), .first_o(unit_d), .above_o(unused_above), .any_o(any));\n"
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
    "@+{TURNS}\n"
    "@+{TURNS}  always @(posedge clk_i)\n"
    "@+{TURNS}    if (!rst_ni)   above_q <= {UNITS{1'b0}};\n"
    "@+{TURNS}    else if (load) above_q <= above_d;\n"
    "\n"
    "  // Not reset: valid_q qualifies it.\n"
    "  always @(posedge clk_i) begin\n"
    "    unit_q  <= next_unit_o;\n"
    "  end\n"
    "\n"
    "  // Outputs\n"
    "  assign valid_o      = valid_q;\n"
    "  assign leaves_o     = valid_q && accept_i;\n"
    "  assign unit_o       = offer;\n"
    "  assign next_valid_o = valid_d;\n"
    "  assign next_unit_o  = load ? unit_d : unit_q;\n"
    "@+{KEEPS}  wire unused_reject = &{1'b0, reject_i};\n"
    "\n"
    "  // Checks\n"
    "`ifdef WL_CHECKING\n"
    "  localparam [UNITS-1:0] UNIT_ONE = {{(UNITS-1){1'b0}}, 1'b1};\n"
    "`endif\n"
    "  `WL_ASSERT(a_answer, !(valid_q && accept_i && reject_i), \"req: accepted and rejected\")\n"
    "  `WL_ASSERT(a_onehot, (offer & (offer - UNIT_ONE)) == {UNITS{1'b0}} && (!valid_q || |offer),\n"
    "    \"not exactly one request is on offer\")\n"
    "endmodule\n";

static const char *policy(const cart_plan *m)
{
    if (m->longest) return "longest first, of all queues";
    if (m->keeps) return "a queue until it is empty, then the next one round";
    return m->tags ? "round robin over all queues" : "round robin over the banks' FIFOs (section III.C)";
}

void gen_cart_pick(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    writer_set(w, "POLICY", "%s", policy(m));
    writer_set(w, "UNITS", "%u", m->queues);
    gen_cart_longest(w, "UNITS");
    writer_put(w, PICK);
    writer_put(w, PICK_2);
}
