// gen_lib.c : wl_check.vh, and selection in logarithmic depth: lowest request of a vector, one-hot to number and back.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char CHECK[] =
    "// wl_check.vh : checks used by every emitted module. Two families, deliberately apart:\n"
    "//   WL_PARAM_CHECK  legality of parameters; always on, in every tool. Verilog-2005 has no message at elaboration, so a\n"
    "//                   broken rule instantiates a module that does not exist and whose name is the rule: every tool stops\n"
    "//                   there and prints it.\n"
    "//   WL_ASSERT       run-time rule; on with +define+WL_ASSERT_ON (simulation; Yosys leaves it out) or FORMAL.\n"
    "//                   WL_CHECKING is defined when it is on.\n"
    "//   WL_ASSERT_KNOWN no X or Z; simulation only, a formal tool is two-valued.\n"
    "// SPDX-License-Identifier: Apache-2.0\n"
    "`ifndef WL_CHECK_VH\n"
    "`define WL_CHECK_VH\n"
    "`define WL_PARAM_CHECK(RULE, COND) \\\n"
    "  generate if (!(COND)) begin : RULE RULE illegal_parameter (); end endgenerate\n"
    "`ifdef FORMAL\n"
    "`define WL_CHECKING\n"
    "`define WL_ASSERT(NM, COND, MSG) always @(posedge clk_i) if (rst_ni) assert (COND);\n"
    "`define WL_ASSERT_KNOWN(NM, SIG, MSG)\n"
    "`elsif YOSYS\n"
    "`define WL_ASSERT(NM, COND, MSG)\n"
    "`define WL_ASSERT_KNOWN(NM, SIG, MSG)\n"
    "`elsif WL_ASSERT_ON\n"
    "`define WL_CHECKING\n"
    "`ifdef __ICARUS__\n"
    "`define WL_STOP $fatal(1) // after $stop, vvp waits for commands or ends with status 0\n"
    "`else\n"
    "`define WL_STOP $stop     // Verilog-2005 has no $fatal\n"
    "`endif\n"
    "`define WL_ASSERT(NM, COND, MSG) \\\n"
    "  always @(posedge clk_i) if (rst_ni === 1'b1) begin : NM \\\n"
    "    if ((COND) !== 1'b1) begin $display(\"WL_ASSERT %m t=%0t: %0s\", $time, MSG); `WL_STOP; end \\\n"
    "  end\n"
    "`define WL_ASSERT_KNOWN(NM, SIG, MSG) `WL_ASSERT(NM, (^(SIG)) !== 1'bx, MSG)\n"
    "`else\n"
    "`define WL_ASSERT(NM, COND, MSG)\n"
    "`define WL_ASSERT_KNOWN(NM, SIG, MSG)\n"
    "`endif\n"
    "`endif\n";

void gen_check(writer *w) { writer_put(w, CHECK); }

static const char LIB_FIRST[] =
    "// Lowest request of a vector, in log2(N) levels: groups of eight, first in each of them, first among them.\n"
    "@{HEAD}\n"
    "module @{NAME}_lib_first #(\n"
    "  parameter integer N = 8            // requests, >= 1\n"
    ") (\n"
    "  input  wire [N-1:0] req_i,\n"
    "  output wire [N-1:0] first_o,       // one-hot: the lowest request; 0 when there is none\n"
    "  output wire [N-1:0] above_o,       // all places above it; 0 when there is none\n"
    "  output wire         any_o          // there is one\n"
    ");\n"
    "  `WL_PARAM_CHECK(N_must_be_at_least_1, N >= 1)\n"
    "\n"
    "  localparam integer SIZE   = 8;     // of a group\n"
    "  localparam integer GROUPS = (N + SIZE - 1) / SIZE;\n"
    "\n"
    "  // Constants, not functions: Icarus calls a function of constants again at each use.\n"
    "  localparam [GROUPS*SIZE-1:0] BELOW_1 = {GROUPS{8'b0000_0001}};\n"
    "  localparam [GROUPS*SIZE-1:0] BELOW_2 = {GROUPS{8'b0000_0011}};\n"
    "  localparam [GROUPS*SIZE-1:0] BELOW_4 = {GROUPS{8'b0000_1111}};\n"
    "  localparam [GROUPS*SIZE-1:0] TOPS    = {GROUPS{8'b1000_0000}};\n"
    "\n"
    "  // Kogge-Stone: after the step of distance s, a bit holds the OR of the 2*s requests up to and including its own: within the\n"
    "  // groups; over their top places; and what the groups below have is spread over a group.\n"
    "  function [N-1:0] inner_or(input [N-1:0] req);\n"
    "    begin\n"
    "      inner_or = req;\n"
    "      inner_or = inner_or | ((inner_or << 1) & ~BELOW_1[N-1:0]);\n"
    "      inner_or = inner_or | ((inner_or << 2) & ~BELOW_2[N-1:0]);\n"
    "      inner_or = inner_or | ((inner_or << 4) & ~BELOW_4[N-1:0]);\n"
    "    end\n"
    "  endfunction\n"
    "  function [N-1:0] outer_or(input [N-1:0] tops);\n"
    "    integer s;\n"
    "    begin\n"
    "      outer_or = tops;\n"
    "      for (s = SIZE; s < N; s = s * 2) outer_or = outer_or | (outer_or << s);\n"
    "      outer_or = outer_or << 1;\n"
    "      for (s = 1; s < SIZE; s = s * 2) outer_or = outer_or | (outer_or << s);\n"
    "    end\n"
    "  endfunction\n"
    "\n"
    "  wire [N-1:0] inner = inner_or(req_i);\n"
    "  assign above_o = outer_or(inner & TOPS[N-1:0]) | ((inner << 1) & ~BELOW_1[N-1:0]);\n"
    "  assign first_o = req_i & ~above_o;\n"
    "  assign any_o   = req_i[N-1] || above_o[N-1];\n"
    "endmodule\n";

void gen_lib_first(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, LIB_FIRST);
}

static const char LIB_ENCODE[] =
    "// Number of the set bit of a one-hot vector: an OR tree for each bit of the number. No bit set gives 0.\n"
    "@{HEAD}\n"
    "module @{NAME}_lib_encode #(\n"
    "  parameter integer N = 8,           // bits of the one-hot vector, >= 1\n"
    "  parameter integer W = 3            // bits of the number: ceil(log2(N)), at least 1\n"
    ") (\n"
    "  input  wire [N-1:0] onehot_i,\n"
    "  output wire [W-1:0] index_o\n"
    ");\n"
    "  `WL_PARAM_CHECK(W_bits_must_number_N, N >= 1 && (1 << W) >= N)\n"
    "\n"
    "  // The numbers of 0..N-1 that have bit b set.\n"
    "  function [N-1:0] numbers_with(input integer b);\n"
    "    integer i;\n"
    "    begin\n"
    "      numbers_with = {N{1'b0}};\n"
    "      for (i = 0; i < N; i = i + 1) numbers_with[i] = ((i >> b) & 1) == 1;\n"
    "    end\n"
    "  endfunction\n"
    "\n"
    "  genvar b;\n"
    "  generate\n"
    "    for (b = 0; b < W; b = b + 1) begin : g_bit\n"
    "      localparam [N-1:0] MASK = numbers_with(b);\n"
    "      assign index_o[b] = |(onehot_i & MASK);\n"
    "    end\n"
    "  endgenerate\n"
    "endmodule\n";

void gen_lib_encode(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, LIB_ENCODE);
}

static const char LIB_ONEHOT[] =
    "// One-hot vector of a number; a number that is not below N gives 0. A module of its own, so that synthesis maps it by itself.\n"
    "@{HEAD}\n"
    "module @{NAME}_lib_onehot #(\n"
    "  parameter integer N = 8,           // bits of the vector, >= 1\n"
    "  parameter integer W = 3            // bits of the number: ceil(log2(N)), at least 1\n"
    ") (\n"
    "  input  wire [W-1:0] index_i,\n"
    "  output wire [N-1:0] onehot_o\n"
    ");\n"
    "  `WL_PARAM_CHECK(W_bits_must_number_N, N >= 1 && (1 << W) >= N)\n"
    "\n"
    "  localparam [N-1:0] BIT_0 = {{(N-1){1'b0}}, 1'b1};\n"
    "  assign onehot_o = BIT_0 << index_i;\n"
    "endmodule\n";

void gen_lib_onehot(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, LIB_ONEHOT);
}
