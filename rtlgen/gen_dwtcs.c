// gen_dwtcs.c : dynamic warp throttling by core sampling: the counters of an SM with their test, the vote, the top module.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdlib.h>

static const char METER[] =
    "// The counter of one SM (DWT-PRIC, GPGPU-8 2015, section 4.2), and the test of a period: 1000 misses > @{THRESHOLD} instructions,\n"
    "// both sides without their common factor, kept as one running score, whose sign is the answer: neither divider nor comparator\n"
    "// stands behind the last cycle of a period. In a round of sampling the instructions add up over its periods. Both registers hold\n"
    "// the largest sum that there can be.\n"
    "@{HEAD}\n"
    "module @{NAME}_dwtcs_meter #(\n"
    "  parameter integer INSN_W  = @{INSN_W},     // bits of the instructions of a cycle\n"
    "  parameter integer COUNT_W = @{COUNT_W}      // of the instructions of a round, >= INSN_W\n"
    ") (\n"
    "  input  wire               clk_i,\n"
    "  input  wire               rst_ni,     // synchronous, active low\n"
    "  input  wire               clear_i,    // a kernel begins: nothing is counted, no period was over\n"
    "  input  wire               first_i,    // the first cycle of a period, or one that does not count: the score begins anew\n"
    "  input  wire               restart_i,  // and of a round, or there is none: instructions too\n"
    "  input  wire               test_i,     // the score is that of a period to be tested\n"
    "  input  wire [INSN_W-1:0]  insn_i,     // instructions of this cycle\n"
    "  input  wire               miss_i,     // a miss in this cycle\n"
    "  output wire               fired_o,    // the last of @{N} periods running that are over the threshold; defined with test_i\n"
    "  output wire [COUNT_W-1:0] insns_o     // from state only\n"
    ");\n"
    "  localparam integer PERIODS_OVER = @{N};\n"
    "  localparam integer RUN_LAST     = PERIODS_OVER - 1;\n"
    "  localparam integer RUN_W        = @{RUN_W};\n"
    "  localparam integer SCORE_W      = @{SCORE_W};   // sign, and the larger side of the test over a period\n"
    "  localparam [RUN_W-1:0]   RUN_1  = {{(RUN_W-1){1'b0}}, 1'b1};\n"
    "  localparam [SCORE_W-1:0] LEVEL  = {SCORE_W{1'b1}}; // -1: at the threshold is not over it\n"
    "  localparam [SCORE_W-1:0] A_MISS = @{SCORE_W}'d@{MISS_TIMES};\n"
    "  `WL_PARAM_CHECK(INSN_W_must_be_at_most_COUNT_W_and_below_SCORE_W,\n"
    "    INSN_W >= 1 && INSN_W <= COUNT_W && INSN_W < SCORE_W)\n"
    "\n"
    "  // State\n"
    "  reg [COUNT_W-1:0] insns_q;\n"
    "  reg [SCORE_W-1:0] score_q;             // of the period so far, below 0 while it is not over the threshold\n"
    "  reg [RUN_W-1:0]   run_q;               // periods over the threshold so far, running\n"
    "\n"
    "  // Next state\n"
    "  wire over = !score_q[SCORE_W-1];\n"
    "  wire [SCORE_W-1:0] insns   = {{(SCORE_W-INSN_W){1'b0}}, insn_i};\n"
    "  wire [SCORE_W-1:0] lost    = miss_i ? A_MISS : {SCORE_W{1'b0}};\n"
    "  wire [SCORE_W-1:0] allowed = @{INSN_SUM};\n"
    "  wire [SCORE_W-1:0] gain    = lost - allowed;\n"
    "  wire [COUNT_W-1:0] insns_base = restart_i ? {COUNT_W{1'b0}} : insns_q;\n"
    "  wire [SCORE_W-1:0] score_base = first_i ? LEVEL : score_q;\n"
    "  wire [SCORE_W-1:0] score_d    = score_base + gain;\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (!rst_ni || clear_i) begin\n"
    "      insns_q <= {COUNT_W{1'b0}};\n"
    "      score_q <= LEVEL;\n"
    "      run_q   <= {RUN_W{1'b0}};\n"
    "    end else begin\n"
    "      insns_q <= insns_base + {{(COUNT_W-INSN_W){1'b0}}, insn_i};\n"
    "      score_q <= score_d;\n"
    "      if (test_i) run_q <= over ? run_q + RUN_1 : {RUN_W{1'b0}};\n"
    "    end\n"
    "\n"
    "  // Outputs\n"
    "  assign fired_o = over && run_q == RUN_LAST[RUN_W-1:0];\n"
    "  assign insns_o = insns_q;\n"
    "\n"
    "  // Checks\n"
    "  `WL_ASSERT(a_no_wrap, insns_base <= ~{{(COUNT_W-INSN_W){1'b0}}, insn_i}, \"the count of instructions wraps\")\n"
    "  `WL_ASSERT(a_no_score_wrap, score_base[SCORE_W-1] != gain[SCORE_W-1] || score_d[SCORE_W-1] == gain[SCORE_W-1],\n"
    "    \"the score wraps\")\n"
    "endmodule\n";

// factor * NAME as shifts and additions, one a bit that is set; the lines that it needs come on their own.
static void set_product(writer *w, const char *hole, const char *name, unsigned factor)
{
    enum { TERMS_A_LINE = 4 };
    char *sum = wl_strdup("");
    unsigned terms = 0;
    for (unsigned bit = 0; factor >> bit; bit++) {
        if (!(factor >> bit & 1)) continue;
        const char *join = !terms ? "" : terms % TERMS_A_LINE ? " + " : " +\n    ";
        char *longer = bit ? wl_format("%s%s(%s << %u)", sum, join, name, bit) : wl_format("%s%s%s", sum, join, name);
        free(sum);
        sum = longer;
        terms++;
    }
    writer_set(w, hole, "%s", sum);
    free(sum);
}

void gen_dwtcs_meter(const rtl_plan *p, writer *w)
{
    writer_set(w, "MISS_TIMES", "%u", p->dwtcs.miss_times);
    set_product(w, "INSN_SUM", "insns", p->dwtcs.insn_times);
    writer_put(w, METER);
}

static const char VOTE[] =
    "// The SM with most instructions, by a tree of comparisons; of equals the lowest, which has fewer warps.\n"
    "@{HEAD}\n"
    "module @{NAME}_dwtcs_vote #(\n"
    "  parameter integer N       = 15,       // SMs, >= 1\n"
    "  parameter integer SM_W    = 4,        // bits of an SM's number: ceil(log2(N)), at least 1\n"
    "  parameter integer COUNT_W = 21        // bits of a count, >= 1\n"
    ") (\n"
    "  input  wire [N*COUNT_W-1:0] insns_i,  // SM 0 in the lowest bits\n"
    "  output wire [SM_W-1:0]      winner_o, // its number, from 0\n"
    "  output wire [COUNT_W-1:0]   most_o    // what it has\n"
    ");\n"
    "  localparam integer LEAVES = 1 << SM_W;\n"
    "  `WL_PARAM_CHECK(SM_W_bits_must_number_N_SMs, N >= 1 && COUNT_W >= 1 && LEAVES >= N)\n"
    "\n"
    "  // Nodes 0..LEAVES-1 are the SMs; node LEAVES + k joins nodes 2k and 2k + 1; the last one is the root. A node whose lowest SM\n"
    "  // is not there is not there itself.\n"
    "  function integer lowest_sm(input integer node);\n"
    "    begin\n"
    "      lowest_sm = node;\n"
    "      while (lowest_sm >= LEAVES) lowest_sm = 2 * (lowest_sm - LEAVES);\n"
    "    end\n"
    "  endfunction\n"
    "\n"
    "  genvar k;\n"
    "  generate\n"
    "    for (k = 0; k < 2 * LEAVES - 1; k = k + 1) begin : g_node\n"
    "      if (lowest_sm(k) < N) begin : g_there\n"
    "        wire [COUNT_W-1:0] count;\n"
    "        wire [SM_W-1:0]    sm;\n"
    "        if (k < LEAVES) begin : g_leaf\n"
    "          localparam integer NUMBER = k;\n"
    "          assign count = insns_i[k*COUNT_W +: COUNT_W];\n"
    "          assign sm    = NUMBER[SM_W-1:0];\n"
    "        end else if (lowest_sm(2 * (k - LEAVES) + 1) < N) begin : g_join\n"
    "          wire upper = g_node[2*(k-LEAVES)+1].g_there.count > g_node[2*(k-LEAVES)].g_there.count;\n"
    "          assign count = upper ? g_node[2*(k-LEAVES)+1].g_there.count : g_node[2*(k-LEAVES)].g_there.count;\n"
    "          assign sm    = upper ? g_node[2*(k-LEAVES)+1].g_there.sm : g_node[2*(k-LEAVES)].g_there.sm;\n"
    "        end else begin : g_pass\n"
    "          assign count = g_node[2*(k-LEAVES)].g_there.count;\n"
    "          assign sm    = g_node[2*(k-LEAVES)].g_there.sm;\n"
    "        end\n"
    "      end\n"
    "    end\n"
    "  endgenerate\n"
    "\n"
    "  assign winner_o = g_node[2*LEAVES-2].g_there.sm;\n"
    "  assign most_o   = g_node[2*LEAVES-2].g_there.count;\n"
    "endmodule\n";

void gen_dwtcs_vote(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, VOTE);
}

static const char TOP_STATE[] =
    "// Dynamic warp throttling by core sampling (DWT-PRIC, GPGPU-8 2015, section 4.2), for @{SMS} SMs of @{WARPS} warps a scheduler.\n"
    "@{HEAD}\n"
    "module @{TOP} #(\n"
    "@{TOP_PARAMS}\n"
    ") (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "  localparam integer SMS      = @{SMS};\n"
    "  localparam integer WARPS    = @{WARPS};     // of a scheduler: the limit that limits nothing\n"
    "  localparam integer INSN_W   = @{INSN_W};\n"
    "  localparam integer LIMIT_W  = @{LIMIT_W};\n"
    "  localparam integer COUNT_W  = @{COUNT_W};\n"
    "  localparam integer SM_W     = @{SM_W};\n"
    "  localparam integer SUM_W    = @{SUM_W};      // holds WARPS + SMS\n"
    "@{TOP_CHECKS}\n"
    "\n"
    "  wire                   clear, first, restart, test;\n"
    "  wire [SMS-1:0]         fired;\n"
    "  wire [SMS*COUNT_W-1:0] insns;\n"
    "  wire [SM_W-1:0]        best_sm;\n"
    "  wire [COUNT_W-1:0]     most;\n"
    "  wire                   known, store;\n"
    "  wire [LIMIT_W-1:0]     known_warps, won_warps, limit;\n"
    "  wire [KERNEL_W-1:0]    kernel;\n"
    "  wire [SUM_W-1:0]       base;             // warps tried in earlier rounds\n"
    "  wire [SMS*INSN_W-1:0]  insn   = sm_insn_i;\n"
    "  wire [SMS-1:0]         misses = sm_miss_i;\n"
    "  wire [SMS*LIMIT_W-1:0] limits;\n"
    "\n";

static const char TOP_PARTS[] =
    "  genvar i;\n"
    "  generate\n"
    "    for (i = 0; i < SMS; i = i + 1) begin : g_sm\n"
    "      @{NAME}_dwtcs_meter #(.INSN_W(INSN_W), .COUNT_W(COUNT_W)) u_meter (\n"
    "        .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear), .first_i(first), .restart_i(restart), .test_i(test),\n"
    "        .insn_i(insn[i*INSN_W +: INSN_W]), .miss_i(misses[i]), .fired_o(fired[i]), .insns_o(insns[i*COUNT_W +: COUNT_W]));\n"
    "\n"
    "      // SM i, counted from 1, tries i warps more than were tried before, as far as there are so many.\n"
    "      localparam integer MORE = i + 1;\n"
    "      wire [SUM_W-1:0] tried = base + MORE[SUM_W-1:0];\n"
    "      assign limits[i*LIMIT_W +: LIMIT_W] =\n"
    "        throttled_o ? limit : sampling_o && tried < WARPS[SUM_W-1:0] ? tried[LIMIT_W-1:0] : WARPS[LIMIT_W-1:0];\n"
    "    end\n"
    "  endgenerate\n"
    "\n"
    "  @{NAME}_dwtcs_vote #(.N(SMS), .SM_W(SM_W), .COUNT_W(COUNT_W)) u_vote (\n"
    "    .insns_i(insns), .winner_o(best_sm), .most_o(most));\n"
    "\n"
    "  @{NAME}_dwtcs_winners #(.KERNEL_W(KERNEL_W), .LIMIT_W(LIMIT_W)) u_winners (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni), .kernel_i(kernel), .known_o(known), .warps_o(known_warps),\n"
    "    .store_i(store), .store_warps_i(won_warps));\n"
    "\n"
    "  @{NAME}_dwtcs_ctl #(.KERNEL_W(KERNEL_W), .LIMIT_W(LIMIT_W), .COUNT_W(COUNT_W), .SM_W(SM_W), .SUM_W(SUM_W)) u_ctl (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "    .kernel_begin_pulse_i(kernel_begin_pulse_i), .kernel_end_pulse_i(kernel_end_pulse_i), .kernel_id_i(kernel_id_i),\n"
    "    .fired_i(|fired), .best_sm_i(best_sm), .most_i(most), .known_i(known), .known_warps_i(known_warps),\n"
    "    .clear_o(clear), .first_o(first), .restart_o(restart), .test_o(test),\n"
    "    .kernel_o(kernel), .store_o(store), .won_warps_o(won_warps), .base_o(base), .limit_o(limit),\n"
    "    .sampling_o(sampling_o), .throttled_o(throttled_o), .idle_o(idle_o));\n"
    "\n"
    "  // Outputs\n"
    "  assign sm_limit_o = limits;\n"
    "\n"
    "  // Checks\n"
    "  `WL_ASSERT_KNOWN(a_pulses_known, {kernel_begin_pulse_i, kernel_end_pulse_i}, \"a pulse is X\")\n"
    "endmodule\n";

void gen_dwtcs(const rtl_plan *p, writer *w)
{
    gen_top_interface(p, w);
    writer_put(w, TOP_STATE);
    writer_put(w, TOP_PARTS);
}
