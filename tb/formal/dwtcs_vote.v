// dwtcs_vote.v : what is proved of the vote of DWT-CS, at each size by itself, for any counts in
// its cycles: no SM has more instructions than the winner, and none of those below it, which tried
// fewer warps, has as many; the winner of earlier rounds loses to more than it has only (DWT-PRIC,
// GPGPU-8 2015, section 4.2).
//
// TOP is the emitted module, N the SMs, SM_W and COUNT_W its widths. Two SMs, any of them, are
// followed, and what the best of earlier rounds had when the vote began.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module vote_properties (
  input wire                clk_i,
  input wire                rst_ni,
  input wire                voting_i,
  input wire                further_i,
  input wire [`COUNT_W-1:0] insns_i
);
  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire               last, wins;
  wire [`SM_W-1:0]   winner;
  `TOP #(.N(`N), .SM_W(`SM_W), .COUNT_W(`COUNT_W)) u_dut (.clk_i(clk_i), .voting_i(voting_i),
    .further_i(further_i), .insns_i(insns_i), .last_o(last), .wins_o(wins),
    .winner_sm_o(winner));

  // The block's registers, connected by the script
  (* keep *) wire [`SM_W-1:0]    h_turn, h_sm;
  (* keep *) wire [`COUNT_W-1:0] h_best;
  (* keep *) wire                h_wins;

  reg  [`SM_W:0]  turn; // whose count comes
  always @* assume (!voting_i || rst_ni);

  (* anyconst *) reg [`SM_W-1:0] a, b; // any two SMs
  always @* assume (a < `N && b < `N);
  reg [`COUNT_W-1:0] a_has, b_has, earlier;
  reg                further;
  always @(posedge clk_i) begin
    turn  <= voting_i && turn != `N - 1 ? turn + 1'b1 : 0;
    if (voting_i && turn == a) a_has <= insns_i;
    if (voting_i && turn == b) b_has <= insns_i;
    if (voting_i && turn == 0) further <= further_i;
    if (voting_i && turn == 0) earlier <= h_best;
  end
  reg done; // a vote has ended, and none has begun since
  always @(posedge clk_i) done <= rst_ni && (voting_i ? turn == `N - 1 : done);

  wire seen_a = done || turn > a, seen_b = done || turn > b, begun = done || turn != 0;
  `PROVE(1, none_has_more, !done || !wins || winner != a || b_has <= a_has)
  `PROVE(2, of_equals_the_fewest_warps, !done || !wins || winner != a || b_has != a_has || a <= b)
  `PROVE(3, an_earlier_winner_loses_to_more, !done || !further || (wins ? winner != a ||
    a_has > earlier : b_has <= earlier))
  `PROVE(4, the_first_round_has_a_winner, !done || further || (wins && winner < `N))
  `WITNESS(1, last_wins, done && wins && winner == `N - 1 && a == winner && a_has != 0)
  `WITNESS(2, equals, done && wins && winner == 0 && (`N == 1 || a != b) && a_has == b_has &&
    a_has != 0)
  `WITNESS(3, an_earlier_one_wins, done && further && !wins && earlier == b_has)
  `WITNESS(4, first_round, done && !further && a_has == 0 && wins)

  `HELPER(turns, turn < `N && h_turn == turn && !(done && turn != 0))
  `HELPER(best_is_the_winners, !begun || !wins || h_sm != a || (seen_a && h_best == a_has))
  `HELPER(no_better, !begun || !seen_b || (b_has <= h_best && (!wins || b_has != h_best ||
    h_sm <= b)))
  `HELPER(against_earlier, !begun || !further || (wins ? h_best > earlier : h_best == earlier))
  `HELPER(first_round_wins, !begun || further || wins)
  `HELPER(sm_in_range, !begun || !wins || (h_sm < `N && (done || h_sm < turn)))
endmodule
`default_nettype wire
