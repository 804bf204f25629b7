// streambypass.v : what is proved of every emitted streambypass (DWT-PRIC, GPGPU-8 2015, section
// 4.1), for any accesses, with resets at any time: the mode changes only behind a period, by the
// sign of misses x 100 % - threshold x accesses, and the score never overflows.
//
// The sums of a period are counted here from the ports, in as many bits as they need, and judged
// by the threshold in thousandths of a percent: neither the block's ratio nor its widths. The
// script gives TOP, PERIOD, ACCESSES, ACC_W, THRESHOLD, UP, DOWN and connects h_score, h_count and
// h_first to the block's registers.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module streambypass_properties (
  input wire              clk_i,
  input wire              rst_ni,
  input wire [`ACC_W-1:0] acc_i, miss_i
);
  localparam integer WHOLE = 100000; // thousandths of a percent
  localparam integer P = `PERIOD, MOST = `PERIOD * `ACCESSES;
  localparam integer N_W = 8;        // of sums
  localparam integer W = 28;         // of products

  wire bypass;
  `TOP u_dut (.clk_i(clk_i), .rst_ni(rst_ni), .acc_i(acc_i), .miss_i(miss_i), .bypass_o(bypass));

  // The block's registers, connected by the script
  (* keep *) wire [`SCORE_W-1:0] h_score;
  (* keep *) wire [`COUNT_W-1:0] h_count;
  (* keep *) wire                h_first;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* begin
    assume (started || !rst_ni);
    assume (acc_i <= `ACCESSES && miss_i <= acc_i);
  end

  // Sums of the period so far; in the first cycle of a period, of the one before
  reg [N_W-1:0] at, accesses, misses;
  reg           mode, was, was_first;
  wire          first = at == 0;
  wire [W-1:0]  missed = misses * WHOLE, allowed = accesses * `THRESHOLD;
  always @(posedge clk_i) begin
    at        <= at == P - 1 ? 0 : at + 1'b1;
    accesses  <= (first ? 0 : accesses) + acc_i;
    misses    <= (first ? 0 : misses) + miss_i;
    if (first) mode <= missed > allowed || (missed == allowed && mode);
    was       <= bypass;
    was_first <= first;
    if (!rst_ni) begin
      at        <= 0;
      accesses  <= 0;
      misses    <= 0;
      mode      <= 1'b0;
      was       <= 1'b0;
      was_first <= 1'b0;
    end
  end
  wire signed [W-1:0] score = $signed(misses * `UP) - $signed((accesses - misses) * `DOWN);

  `PROVE(1, changes_only_behind_a_period, bypass == was || was_first)
  `PROVE(2, mode_by_the_sign_rule, bypass == mode)
  `PROVE(3, score_never_overflows, $signed(h_score) == score)
  `HELPER(cycle_of_the_period, at < P && h_count == at && h_first == first)
  `HELPER(sums_in_range, misses <= accesses && accesses <= `ACCESSES * (first ? P : at))
  `HELPER(mode_before, mode == bypass && (was_first || was == bypass))

  `WITNESS(1, opens_again, was && !bypass)
`ifdef CAN_BE_AT
  `WITNESS(2, at_the_threshold_closed, first && mode && missed == allowed && accesses != 0)
`endif
  `WITNESS(3, nothing_but_misses, first && misses == MOST)
endmodule
`default_nettype wire
