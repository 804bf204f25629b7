// axi4_cart.v : stands in CART's place in the proofs of cart_axi4 (axi4.v): it accepts when it
// likes, and offers in any order what it holds, unchanged, until the offer is accepted.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`define ID_W 2

// In CART's place: `mine` is what it holds of one ID, of which there is one at most.
module `CART #(
  parameter integer LINE_W = 1,
  parameter integer META_W = `ID_W
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              in_valid_i,
  input  wire [LINE_W-1:0] in_line_i,
  input  wire [META_W-1:0] in_meta_i,
  output wire              in_ready_o,
  input  wire              req_accept_i,
  input  wire              req_reject_i,
  output wire              req_valid_o,
  output wire [LINE_W-1:0] req_line_o,
  output wire [META_W-1:0] req_meta_o,
  output wire              idle_o
);
  localparam integer P_W = LINE_W + META_W, IDS = 1 << `ID_W;
  (* anyseq *) wire             any_ready, any_valid, any_idle;
  (* anyseq *) wire [P_W-1:0]   any_offer;
  reg  [IDS-1:0]     held;
  reg  [IDS*P_W-1:0] mine; // of each ID
  reg                waits;
  reg  [P_W-1:0]     offer_q;
  wire [`ID_W-1:0]   in_id  = in_meta_i[META_W-1 -: `ID_W];
  wire [`ID_W-1:0]   out_id = req_meta_o[META_W-1 -: `ID_W];
  assign in_ready_o = any_ready;
  assign req_valid_o = any_valid;
  assign {req_line_o, req_meta_o} = any_offer;
  assign idle_o = any_idle;
  always @(posedge clk_i) begin
    if (req_valid_o && req_accept_i) held[out_id] <= 1'b0;
    if (in_valid_i && in_ready_o) begin
      held[in_id] <= 1'b1;
      mine[in_id*P_W +: P_W] <= {in_line_i, in_meta_i};
    end
    waits   <= rst_ni && req_valid_o && !req_accept_i && !req_reject_i;
    offer_q <= any_offer;
    if (!rst_ni) held <= {IDS{1'b0}};
  end
  always @* begin
    assume (!req_valid_o || (held[out_id] && mine[out_id*P_W +: P_W] == any_offer));
    assume (!waits || (req_valid_o && any_offer == offer_q));
  end
endmodule
`default_nettype wire
