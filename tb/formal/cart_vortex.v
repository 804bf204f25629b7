// cart_vortex.v : what is proved of the emitted cart_vortex (rtlgen/wrap/cart_vortex.v.in). In
// CART's place stands a module of two requests that may do all that CART's own proofs allow
// (tests/formal/cart.sh): it accepts when it likes, offers either of the two, the younger one of a
// line behind the older, holds an offer, and is idle when it holds nothing.
//
// x is any address, so what is proved of its requests is proved of all. The memory behind the port
// keeps what was written to x last; a token marks any read of x.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
`define ADDR_W 9
`define DATA_W 2
`define META_W 4 // {tag, payload, write, slot}
`define HELD_W (`ADDR_W + `META_W)

module `CART #(
  parameter integer LINE_W = `ADDR_W,
  parameter integer META_W = `META_W
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
  (* anyseq *) wire any_ready, any_valid, any_younger;
  reg                      v0, v1; // the older one, the younger one
  reg [LINE_W+META_W-1:0]  e0, e1;
  reg                      waits, younger_q;
  wire differ  = e0[META_W +: LINE_W] != e1[META_W +: LINE_W];
  wire younger = waits ? younger_q : any_younger && v1 && differ;
  assign in_ready_o  = any_ready && !v1;
  assign req_valid_o = waits || (any_valid && v0);
  assign {req_line_o, req_meta_o} = younger ? e1 : e0;
  assign idle_o = !v0;
  wire enters = in_valid_i && in_ready_o, leaves = req_valid_o && req_accept_i;
  wire left   = v0 && !(leaves && !v1); // one of the two is left
  always @(posedge clk_i) begin
    waits     <= rst_ni && req_valid_o && !req_accept_i && !req_reject_i;
    younger_q <= younger;
    if (leaves && !younger) e0 <= e1;
    v0 <= left || enters;
    v1 <= (v1 && !leaves) || (enters && left);
    if (enters && left) e1 <= {in_line_i, in_meta_i};
    else if (enters) e0 <= {in_line_i, in_meta_i};
    if (!rst_ni) {v0, v1} <= 2'b00;
  end
endmodule

module cart_vortex_properties (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               mark_i,
  input wire               core_valid, core_ordered, core_rw, core_tag, core_payload,
  input wire [`ADDR_W-1:0] core_addr,
  input wire [`DATA_W-1:0] core_data,
  input wire               mem_ready,
  input wire               rsp_valid, rsp_ready, rsp_tag,
  input wire [1:0]         rsp_data
);
  (* anyconst *) wire [`ADDR_W-1:0] x;
  wire               core_ready, mem_valid, mem_rw, mem_tag, mem_payload, idle;
  wire [`ADDR_W-1:0] mem_addr;
  wire [`DATA_W-1:0] mem_data;
  wire               out_rsp_valid, out_rsp_ready, out_rsp_tag;
  wire [1:0]         out_rsp_data;
  `TOP #(.ADDR_W(`ADDR_W), .TAG_W(1), .PAYLOAD_W(1), .DATA_W(`DATA_W), .RSP_W(2),
         .DATA_SLOTS(2)) u_dut (
    .clk_i(clk_i), .reset_i(!rst_ni),
    .core_req_valid_i(core_valid), .core_req_rw_i(core_rw), .core_req_ordered_i(core_ordered),
    .core_req_addr_i(core_addr), .core_req_payload_i(core_payload), .core_req_data_i(core_data),
    .core_req_tag_i(core_tag), .core_req_ready_o(core_ready),
    .core_rsp_valid_o(out_rsp_valid), .core_rsp_data_o(out_rsp_data),
    .core_rsp_tag_o(out_rsp_tag), .core_rsp_ready_i(rsp_ready),
    .mem_req_valid_o(mem_valid), .mem_req_rw_o(mem_rw), .mem_req_addr_o(mem_addr),
    .mem_req_payload_o(mem_payload), .mem_req_data_o(mem_data), .mem_req_tag_o(mem_tag),
    .mem_req_ready_i(mem_ready),
    .mem_rsp_valid_i(rsp_valid), .mem_rsp_data_i(rsp_data), .mem_rsp_tag_i(rsp_tag),
    .mem_rsp_ready_o(out_rsp_ready), .idle_o(idle)
  );

  reg started = 0;
  always @(posedge clk_i) started <= started || !rst_ni;
  always @* assume (started || !rst_ni);

  // What a request is, data apart
  localparam integer REQ_W = 3 + `ADDR_W;
  wire [REQ_W-1:0] request = {core_rw, core_tag, core_payload, core_addr};
  wire [REQ_W-1:0] offer   = {mem_rw, mem_tag, mem_payload, mem_addr};
  wire core_fire = core_valid && core_ready, mem_fire = mem_valid && mem_ready;

  // The host keeps the rules: a request that waits holds.
  reg                      core_waits, offered_q;
  reg [REQ_W+`DATA_W:0]    request_q;
  reg [REQ_W-1:0]          offer_q;
  reg [`DATA_W-1:0]        offer_data_q;
  always @(posedge clk_i) begin
    core_waits   <= rst_ni && core_valid && !core_ready;
    request_q    <= {core_ordered, request, core_data};
    offered_q    <= rst_ni && mem_valid && !mem_ready;
    offer_q      <= offer;
    offer_data_q <= mem_data;
  end
  always @* assume (!core_waits ||
    (core_valid && {core_ordered, request, core_data} == request_q));

  // Requests of x that have entered and not left, in order
  reg [1:0]         n;
  reg [REQ_W-1:0]   first, second;
  reg [`DATA_W-1:0] first_data, second_data;
  wire in_x = core_fire && core_addr == x, out_x = mem_fire && mem_addr == x;
  always @(posedge clk_i) begin
    n <= n + in_x - out_x;
    if (out_x) {first, first_data} <= {second, second_data};
    if (in_x && n == {1'b0, out_x}) {first, first_data} <= {request, core_data};
    else if (in_x) {second, second_data} <= {request, core_data};
    if (!rst_ni) n <= 2'd0;
  end

  // The memory at x, and what whoever reads x now must get
  reg [`DATA_W-1:0] stored, latest;
  always @(posedge clk_i) begin
    if (out_x && mem_rw) stored <= mem_data;
    if (in_x && core_rw) latest <= core_data;
    if (!rst_ni) {stored, latest} <= {(2*`DATA_W){1'b0}};
  end

  // The token: a read of x, what it must get, and whether another one of x is before it
  reg               tok_in, tok_second;
  reg [`DATA_W-1:0] expected;
  wire marked = in_x && !core_rw && mark_i && !tok_in;
  wire tok_leaves = tok_in && out_x && !tok_second;
  always @(posedge clk_i) begin
    if (tok_leaves) tok_in <= 1'b0;
    if (out_x) tok_second <= 1'b0;
    if (marked) begin
      tok_in     <= 1'b1;
      tok_second <= n != {1'b0, out_x};
      expected   <= latest;
    end
    if (!rst_ni) tok_in <= 1'b0;
  end

  // An ordered request inside
  reg ordered_inside;
  always @(posedge clk_i) begin
    if (core_fire) ordered_inside <= core_ordered;
    else if (mem_fire && !h_v1) ordered_inside <= 1'b0;
    if (!rst_ni) ordered_inside <= 1'b0;
  end

  `PROVE(1, offer_holds, !offered_q || (mem_valid && offer == offer_q &&
    (!mem_rw || mem_data == offer_data_q)))
  `PROVE(2, line_in_order_and_unchanged, !(mem_valid && mem_addr == x) ||
    (n != 0 && offer == first && (!mem_rw || mem_data == first_data)))
  `PROVE(3, read_gets_what_was_written, !tok_leaves || stored == expected)
  `PROVE(4, ordered_enters_alone, !(core_fire && core_ordered) || !h_v0)
  `PROVE(5, nothing_enters_behind_ordered, !(core_fire && ordered_inside) || !h_v0)
  `PROVE(6, idle_is_exact, !idle || n == 0)
  `PROVE(7, answers_pass, out_rsp_valid == rsp_valid && out_rsp_data == rsp_data &&
    out_rsp_tag == rsp_tag && out_rsp_ready == rsp_ready)

  // Where the requests and the data of writes are
  (* keep *) wire               h_v0, h_v1, h_waits, h_younger, h_behind, h_slot, h_slot_valid;
  (* keep *) wire [`HELD_W-1:0] h_e0, h_e1;
  (* keep *) wire [1:0]         h_used;
  (* keep *) wire [`DATA_W-1:0] h_data0, h_data1;
  wire w0 = h_v0 && h_e0[1], w1 = h_v1 && h_e1[1], s0 = h_e0[0], s1 = h_e1[0];
  wire x0 = h_v0 && h_e0[`META_W +: `ADDR_W] == x, x1 = h_v1 && h_e1[`META_W +: `ADDR_W] == x;
  function [REQ_W-1:0] as_request(input [`HELD_W-1:0] from);
    as_request = {from[1], from[3], from[2], from[`META_W +: `ADDR_W]};
  endfunction
  wire [`DATA_W-1:0] d0 = s0 ? h_data1 : h_data0, d1 = s1 ? h_data1 : h_data0;
  wire first_writes = first[REQ_W-1], second_writes = second[REQ_W-1];
  `HELPER(older_is_there, !h_v1 || h_v0)
  `HELPER(offer_is_there, !h_waits ||
    (h_v0 && (!h_younger || (h_v1 && h_e0[`META_W +: `ADDR_W] != h_e1[`META_W +: `ADDR_W]))))
  `HELPER(used_is_exact, h_used == ((w0 << s0) | (w1 << s1) | (h_slot_valid << h_slot)))
  `HELPER(slots_differ, !(w0 && w1 && s0 == s1) && !(w0 && h_slot_valid && s0 == h_slot) &&
    !(w1 && h_slot_valid && s1 == h_slot))
  `HELPER(number, n == x0 + x1)
  `HELPER(older_is_first, !x0 || (first == as_request(h_e0) && (!w0 || first_data == d0)))
  `HELPER(younger_is_next, !x1 || (x0 ? second == as_request(h_e1) && (!w1 || second_data == d1)
                                      : first == as_request(h_e1) && (!w1 || first_data == d1)))
  `HELPER(latest_is_on_its_way, latest == (n == 2 && second_writes ? second_data :
    n != 0 && first_writes ? first_data : stored))
  `HELPER(token_is_there, !tok_in || n > tok_second)
  `HELPER(token_reads, !tok_in || !(tok_second ? second_writes : first_writes))
  `HELPER(token_gets, !tok_in || expected == (tok_second && first_writes ? first_data : stored))
  `HELPER(ordered_is_remembered, !ordered_inside || (h_behind && h_v0 && !h_v1))

  `WITNESS(1, offer_waits, offered_q)
  `WITNESS(2, younger_of_a_line_leaves, out_x && n == 2)
  `WITNESS(2, another_line_overtakes, mem_fire && !out_x && x0 && h_v1)
  `WITNESS(3, read_waits_behind_a_write, tok_in && tok_second && first_writes &&
    first_data != stored)
  `WITNESS(4, ordered_waits, core_valid && core_ordered && h_v0)
  `WITNESS(5, another_waits_behind_ordered, core_valid && !core_ordered && ordered_inside)
  `WITNESS(6, idle_again, idle && stored != 0)
  `WITNESS(2, all_slots_are_taken, core_valid && core_rw && !h_slot_valid)
endmodule
`default_nettype wire
