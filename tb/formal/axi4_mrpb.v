// axi4_mrpb.v : stands in MRPB's place in the proofs of mrpb_axi4 (axi4.v): two queues of two
// reads. It accepts when it likes and has room, and offers the head of any queue, until the offer
// is accepted; it is idle when it holds nothing.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module `MRPB #(
  parameter integer QUEUES = 4, // of the block that it stands for
  parameter integer LINE_W = 1,
  parameter integer WARP_W = 1,
  parameter integer META_W = 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              in_valid_i,
  input  wire              in_write_i,
  input  wire [LINE_W-1:0] in_line_i,
  input  wire [WARP_W-1:0] in_warp_i,
  input  wire [META_W-1:0] in_meta_i,
  output wire              in_ready_o,
  input  wire              req_ready_i,
  input  wire [1:0]        req_stall_i,
  output wire              req_valid_o,
  output wire              req_write_o,
  output wire [LINE_W-1:0] req_line_o,
  output wire [WARP_W-1:0] req_warp_o,
  output wire [META_W-1:0] req_meta_o,
  output wire              idle_o,
  output wire [QUEUES-1:0] pending_o
);
  localparam integer P_W = LINE_W + META_W;
  (* anyseq *) wire              any_ready, any_valid, any_queue, any_write;
  (* anyseq *) wire [QUEUES-1:0] any_pending;
  reg  [1:0]       held0, held1; // reads in each queue
  reg  [P_W-1:0]   e00, e01, e10, e11; // their heads, and those behind
  reg              waits, queue_q;
  wire             in_queue = in_warp_i[0];
  wire [P_W-1:0]   entry    = {in_line_i, in_meta_i};
  wire             leaves   = req_valid_o && req_ready_i;
  wire             enters   = in_valid_i && in_ready_o;
  wire             leaves0 = leaves && !any_queue, leaves1 = leaves && any_queue;
  wire             enters0 = enters && !in_queue,  enters1 = enters && in_queue;
  assign in_ready_o  = any_ready && (in_queue ? held1 : held0) != 2;
  assign req_valid_o = any_valid;
  assign req_write_o = any_write;
  assign req_warp_o  = any_queue;
  assign {req_line_o, req_meta_o} = any_queue ? e10 : e00;
  assign idle_o      = held0 == 0 && held1 == 0;
  assign pending_o   = any_pending;
  always @(posedge clk_i) begin
    held0 <= held0 + enters0 - leaves0;
    held1 <= held1 + enters1 - leaves1;
    if (leaves0) e00 <= e01;
    if (leaves1) e10 <= e11;
    if (enters0 && held0 == {1'b0, leaves0}) e00 <= entry;
    else if (enters0) e01 <= entry;
    if (enters1 && held1 == {1'b0, leaves1}) e10 <= entry;
    else if (enters1) e11 <= entry;
    waits   <= rst_ni && req_valid_o && !req_ready_i;
    queue_q <= any_queue;
    if (!rst_ni) {held0, held1} <= 4'd0;
  end
  always @* begin
    assume (!req_valid_o || (any_queue ? held1 : held0) != 0);
    assume (!waits || (req_valid_o && any_queue == queue_q));
  end
endmodule
`default_nettype wire
