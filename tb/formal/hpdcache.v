// hpdcache.v : what is proved of the emitted mrpb_hpdcache (rtlgen/wrap/mrpb_hpdcache.v.in). In
// place of MRPB stands a module that may do all that MRPB's own proofs allow (tests/formal/mrpb.sh)
// as far as it matters here: it accepts and offers when it likes, holds an offer, offers only as
// many requests that need a response as have entered, and is idle when it holds nothing.
//
// The HPDcache responds when it likes, once for each request that needs it.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
`define SLOTS 3

// In MRPB's place: numbers only, of at most three requests
module `MRPB #(
  parameter integer QUEUES = 4, // of the block that it stands for
  parameter integer LINE_W = 1,
  parameter integer WARP_W = 1,
  parameter integer META_W = 1,
  parameter integer DATA_W = 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              in_valid_i,
  input  wire              in_write_i,
  input  wire [LINE_W-1:0] in_line_i,
  input  wire [WARP_W-1:0] in_warp_i,
  input  wire [META_W-1:0] in_meta_i,
  input  wire [DATA_W-1:0] in_data_i,
  output wire              in_ready_o,
  input  wire              req_ready_i,
  input  wire [1:0]        req_stall_i,
  output wire              req_valid_o,
  output wire              req_write_o,
  output wire [LINE_W-1:0] req_line_o,
  output wire [WARP_W-1:0] req_warp_o,
  output wire [META_W-1:0] req_meta_o,
  output wire [DATA_W-1:0] req_data_o,
  output wire              idle_o,
  output wire [QUEUES-1:0] pending_o
);
  (* anyseq *) wire any_ready;
  (* anyseq *) wire [1+1+LINE_W+WARP_W+META_W+DATA_W+QUEUES-1:0] any_offer;
  reg  [1:0] held, needing; // requests inside; of these, that need a response
  reg        waits;
  reg  [1+1+LINE_W+WARP_W+META_W+DATA_W+QUEUES-1:0] offer_q;
  wire       enters = in_valid_i && in_ready_o, leaves = req_valid_o && req_ready_i;
  assign in_ready_o = any_ready && held != 3;
  assign {req_valid_o, req_write_o, req_line_o, req_warp_o, req_meta_o, req_data_o, pending_o} =
    any_offer;
  assign idle_o = held == 0;
  always @(posedge clk_i) begin
    held    <= held + enters - leaves;
    needing <= needing + (enters && in_meta_i[5]) - (leaves && req_meta_o[5]);
    waits   <= rst_ni && req_valid_o && !req_ready_i;
    offer_q <= any_offer;
    if (!rst_ni) {held, needing} <= 4'd0;
  end
  always @* begin
    assume (!req_valid_o || held != 0);
    assume (!req_valid_o || (req_meta_o[5] ? needing != 0 : needing != held));
    assume (!waits || any_offer == offer_q);
  end
endmodule

module hpdcache_properties (
  input wire       clk_i,
  input wire       rst_ni,
  input wire       mark_i,
  input wire       core_valid, core_ready, cache_ready, cache_valid,
  input wire [4:0] op, pma,
  input wire       need,
  input wire [22:0] payload,  // what else a request carries
  input wire [12:0] response
);
  wire        req_ready, rsp_valid, offered, offered_need, out_physical;
  wire [12:0] taken;
  wire [4:0]  out_op, out_pma;
  wire [3:0]  out_offset;
  wire [7:0]  out_data;
  wire        out_be, out_sid;
  wire [2:0]  out_size, out_tag;
  wire [1:0]  out_tid;
  `TOP #(.TAG_W(3), .OFFSET_W(4), .CL_OFFSET_W(2), .DATA_W(8), .SID_W(1), .TID_W(2), .SIG_W(1),
         .RSP_SLOTS(`SLOTS)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .core_req_valid_i(core_valid), .core_req_ready_o(req_ready),
    .core_req_addr_offset_i(payload[3:0]), .core_req_wdata_i(payload[11:4]), .core_req_op_i(op),
    .core_req_be_i(payload[12]), .core_req_size_i(payload[15:13]), .core_req_sid_i(payload[16]),
    .core_req_tid_i(payload[18:17]), .core_req_need_rsp_i(need), .core_req_phys_indexed_i(1'b1),
    .core_req_addr_tag_i(payload[21:19]), .core_req_pma_i(pma),
    .core_rsp_valid_o(rsp_valid), .core_rsp_ready_i(core_ready), .core_rsp_rdata_o(taken[12:5]),
    .core_rsp_sid_o(taken[4]), .core_rsp_tid_o(taken[3:2]), .core_rsp_error_o(taken[1]),
    .core_rsp_aborted_o(taken[0]),
    .cache_req_valid_o(offered), .cache_req_ready_i(cache_ready),
    .cache_req_addr_offset_o(out_offset), .cache_req_wdata_o(out_data), .cache_req_op_o(out_op),
    .cache_req_be_o(out_be), .cache_req_size_o(out_size), .cache_req_sid_o(out_sid),
    .cache_req_tid_o(out_tid), .cache_req_need_rsp_o(offered_need),
    .cache_req_phys_indexed_o(out_physical), .cache_req_addr_tag_o(out_tag),
    .cache_req_pma_o(out_pma),
    .cache_rsp_valid_i(cache_valid), .cache_rsp_rdata_i(response[12:5]),
    .cache_rsp_sid_i(response[4]), .cache_rsp_tid_i(response[3:2]),
    .cache_rsp_error_i(response[1]), .cache_rsp_aborted_i(response[0])
  );

  reg started = 0;
  always @(posedge clk_i) started <= started || !rst_ni;
  always @* assume (started || !rst_ni);

  // The cache: responses that it owes
  reg  [2:0] owed;
  wire       core_fire = core_valid && req_ready, out_fire = offered && cache_ready;
  always @(posedge clk_i) begin
    owed <= owed + (out_fire && offered_need) - cache_valid;
    if (!rst_ni) owed <= 3'd0;
  end
  always @* assume (!cache_valid || owed != 0);

  // The token: any response; how many came before it and have not been taken
  reg        tok_in;
  reg [2:0]  before;
  reg [12:0] tok;
  wire [2:0] stored = h_number;
  wire       takes = rsp_valid && core_ready;
  wire       marked = cache_valid && mark_i && !tok_in && !(takes && stored == 0);
  wire       tok_taken = tok_in && takes && before == 0;
  always @(posedge clk_i) begin
    if (tok_taken) tok_in <= 1'b0;
    else if (tok_in && takes) before <= before - 1;
    if (marked) begin
      tok_in <= 1'b1;
      tok    <= response;
      before <= stored - takes;
    end
    if (!rst_ni) tok_in <= 1'b0;
  end

  // An ordered request inside
  wire is_ordered = op > 1 || pma[4] || pma[3];
  reg  ordered_inside;
  always @(posedge clk_i) begin
    if (core_fire) ordered_inside <= is_ordered;
    else if (out_fire && h_held == 1) ordered_inside <= 1'b0;
    if (!rst_ni) ordered_inside <= 1'b0;
  end

  reg        held_back, offer_waits;
  reg [12:0] taken_q;
  reg [30:0] offer_q;
  wire [30:0] offer = {out_op, out_pma, out_offset, out_data, out_be, out_sid, out_size, out_tag,
                       offered_need};
  always @(posedge clk_i) begin
    held_back   <= rst_ni && rsp_valid && !core_ready;
    taken_q     <= taken;
    offer_waits <= rst_ni && offered && !cache_ready;
    offer_q     <= offer;
  end

  (* keep *) wire [1:0]  h_reserved, h_number, h_head, h_tail, h_held, h_needing;
  (* keep *) wire        h_behind;
  (* keep *) wire [12:0] h_slot0, h_slot1, h_slot2;
  wire [1:0]  place   = (h_head + before) % `SLOTS; // of the token in the ring
  wire [12:0] in_ring = place == 0 ? h_slot0 : place == 1 ? h_slot1 : h_slot2;

  `PROVE(1, response_has_a_place, !(cache_valid && !core_ready) || h_number < `SLOTS)
  `PROVE(2, response_holds, !held_back || (rsp_valid && taken == taken_q))
  `PROVE(3, response_in_order_and_unchanged, !tok_taken || taken == tok)
  `PROVE(4, response_passes_at_once, !(cache_valid && h_number == 0) ||
    (rsp_valid && taken == response))
  `PROVE(5, no_response_without_a_request, !rsp_valid || h_reserved != 0)
  `PROVE(6, ordered_enters_alone, !(core_fire && is_ordered) || h_held == 0)
  `PROVE(7, nothing_enters_behind_ordered, !(core_fire && ordered_inside) || h_held == 0)
  `PROVE(8, offer_holds, !offer_waits || (offered && offer == offer_q))
  `PROVE(9, physically_indexed, out_physical)

  `HELPER(slots_are_accounted_for, h_reserved == 32'd0 + h_needing + owed + h_number)
  `HELPER(no_more_than_slots, h_reserved <= `SLOTS)
  `HELPER(needing_is_held, h_needing <= h_held)
  `HELPER(ring, h_head < `SLOTS && h_tail < `SLOTS && h_number <= `SLOTS)
  `HELPER(tail_is_behind, h_tail == (h_head + h_number) % `SLOTS)
  `HELPER(token_is_stored, !tok_in || (before < h_number && in_ring == tok))
  `HELPER(ordered_is_remembered, !ordered_inside || (h_behind && h_held == 1))

  `WITNESS(1, all_slots_are_taken, h_reserved == `SLOTS && core_valid && need && !req_ready)
  `WITNESS(3, token_waits_behind_another, tok_taken && h_number == 2)
  `WITNESS(6, ordered_waits, core_valid && is_ordered && h_held == 2)
  `WITNESS(7, another_waits_behind_ordered, core_valid && !is_ordered && ordered_inside)
  `WITNESS(8, offer_is_held, offer_waits)
endmodule
`default_nettype wire
