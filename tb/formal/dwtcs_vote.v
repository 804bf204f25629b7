// dwtcs_vote.v : what is proved of the vote of DWT-CS, at each size by itself: no SM has more
// instructions than the winner, and none of those below it, which tried fewer warps, has as many
// (DWT-PRIC, GPGPU-8 2015, section 4.2).
//
// TOP is the emitted module, N the SMs, SM_W and COUNT_W its widths.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module vote_properties (
  input wire                   clk_i,
  input wire                   rst_ni,
  input wire [`N*`COUNT_W-1:0] insns_i
);
  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire [`SM_W-1:0]    winner;
  wire [`COUNT_W-1:0] most;
  `TOP #(.N(`N), .SM_W(`SM_W), .COUNT_W(`COUNT_W)) u_dut (.insns_i(insns_i), .winner_sm_o(winner),
    .winner_insns_o(most));

  (* anyconst *) reg [`SM_W-1:0] at; // any SM
  always @* assume (at < `N);
  wire [`COUNT_W-1:0] own = insns_i[at*`COUNT_W +: `COUNT_W];

  `PROVE(1, none_has_more, winner < `N && own <= most && (at != winner || own == most))
  `PROVE(2, of_equals_the_fewest_warps, own != most || winner <= at)
  `WITNESS(1, last_wins, winner == `N - 1 && (`N == 1 || most != 0))
  `WITNESS(2, equals, winner == 0 && insns_i == {`N{most}} && most != 0)
endmodule
`default_nettype wire
