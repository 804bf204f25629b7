// gen_streambypass.c : the monitor of the streaming bypass: period counter, score, mode.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char STREAMBYPASS[] =
    "// Streaming bypass (DWT-PRIC, GPGPU-8 2015, section 4.1): closes a cache whose miss rate over a period is above @{PERCENT} %,\n"
    "// opens it when it is below. No divider: the threshold is @{RATIO}, so the sign of misses * UP - hits * DOWN tells.\n"
    "@{HEAD}\n"
    "module @{TOP} (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "  localparam integer COUNT_W = @{COUNT_W};    // bits of the cycle's number in its period\n"
    "  localparam integer SCORE_W = @{SCORE_W};    // bits of the score of a period of nothing but misses or hits, and a sign\n"
    "@+{MANY}  localparam integer ACC_W   = @{ACC_W};    // bits of a number of accesses\n"
    "  localparam [COUNT_W-1:0] LAST = @{COUNT_W}'d@{LAST}; // cycle of a period of @{PERIOD}\n"
    "  localparam [SCORE_W-1:0] UP   = @{SCORE_W}'d@{UP};\n"
    "  localparam [SCORE_W-1:0] DOWN = @{SCORE_W}'d@{DOWN};\n"
    "\n"
    "  // State\n"
    "  reg [COUNT_W-1:0] count_q;\n"
    "  reg               first_q;  // the first cycle of a period: the score is that of the one before\n"
    "  reg [SCORE_W-1:0] score_q;  // two's complement\n"
    "  reg               bypass_q;\n"
    "\n"
    "  // Next state\n"
    "  wire last  = count_q == LAST;\n"
    "  wire below = score_q[SCORE_W-1];\n"
    "  wire above = !below && (|score_q);\n"
    "@+{MANY}  // A miss is an access too: it adds UP and gives back the DOWN that every access takes.\n"
    "@+{MANY}  wire [SCORE_W-1:0] accesses = {{(SCORE_W-ACC_W){1'b0}}, acc_i};\n"
    "@+{MANY}  wire [SCORE_W-1:0] misses   = {{(SCORE_W-ACC_W){1'b0}}, miss_i};\n"
    "@+{MANY}  wire [SCORE_W-1:0] change   = misses * (UP + DOWN) - accesses * DOWN;\n"
    "@-{MANY}  wire [SCORE_W-1:0] change   = !acc_i ? {SCORE_W{1'b0}} : miss_i ? UP : -DOWN;\n"
    "  wire [COUNT_W-1:0] count_d  = last ? {COUNT_W{1'b0}} : count_q + {{(COUNT_W-1){1'b0}}, 1'b1};\n"
    "  wire [SCORE_W-1:0] score_d  = (first_q ? {SCORE_W{1'b0}} : score_q) + change;\n"
    "  wire               bypass_d = first_q ? above || (bypass_q && !below) : bypass_q;\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (!rst_ni) begin\n"
    "      count_q  <= {COUNT_W{1'b0}};\n"
    "      first_q  <= 1'b1;\n"
    "      score_q  <= {SCORE_W{1'b0}};\n"
    "      bypass_q <= 1'b0;\n"
    "    end else begin\n"
    "      count_q  <= count_d;\n"
    "      first_q  <= last;\n"
    "      score_q  <= score_d;\n"
    "      bypass_q <= bypass_d;\n"
    "    end\n"
    "\n"
    "  // Outputs\n"
    "  assign bypass_o = bypass_q;\n"
    "\n"
    "  // Checks\n"
    "  `WL_ASSERT(a_miss, miss_i <= acc_i, \"@{TOP}: a miss is an access\")\n"
    "@+{SOME}  `WL_ASSERT(a_acc, acc_i <= @{ACC_W}'d@{ACCESSES}, \"@{TOP}: at most @{ACCESSES} accesses a cycle\")\n"
    "  `WL_ASSERT(a_first, first_q ? count_q == {COUNT_W{1'b0}} : |count_q, \"@{TOP}: the first cycle is number 0\")\n"
    "  `WL_ASSERT_KNOWN(a_known, bypass_o, \"@{TOP}: the mode is known\")\n"
    "endmodule\n";

void gen_streambypass(const rtl_plan *p, writer *w)
{
    const unsigned accesses = p->streambypass.accesses;
    gen_top_interface(p, w);
    writer_flag(w, "SOME", accesses & (accesses + 1)); // its bits could say more
    writer_put(w, STREAMBYPASS);
}
