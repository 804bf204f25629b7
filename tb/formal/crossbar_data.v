// crossbar_data.v : what is proved of the crossbar's data path (structures.crossbar.data), for any
// traffic and resets: of a packet from input FLOW_I to output FLOW_O, any one of them, the flits
// arrive at that output and no other, all of them, in order, with no other packet's flit between
// them, the last one together with the packet's header; and no flit arrives as one of it before it
// has come.
//
// The packet is marked in bit 0 of its header; its flits, where the contract of the lanes puts
// them, in bit 0 of each, with their number above it. All other flits are 0. One virtual channel.
// The script gives TOP and sizes.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
// the witnesses as properties that do not hold, for an engine that proves and refutes only
`ifdef REACH
`undef PROVE
`undef WITNESS
`define PROVE(ID, NM, COND)
`define WITNESS(ID, NM, COND) generate if (`ONLY == ID) begin : c_``NM \
  always @* if (started && rst_ni) assert (!(COND)); end endgenerate
`endif
module crossbar_data_properties (
  input wire                        clk_i,
  input wire                        rst_ni,
  input wire [`INS-1:0]             valid_i,
  input wire [`INS*`DEST_W-1:0]     dest_i,
  input wire [`INS*`FLITS_W-1:0]    flits_i,
  input wire [`OUTS*`CREDIT_W-1:0]  credit_i,
  input wire                        mark_i
);
  localparam integer INS = `INS, OUTS = `OUTS, M = `META_W, F = `FLIT_W, N = `FLITS_W, W = 4;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  // Lengths that there are
  integer i, o;
  always @*
    for (i = 0; i < INS; i = i + 1)
      assume (flits_i[i*N +: N] >= `LEAST && flits_i[i*N +: N] <= `MOST);

  // The marked packet comes; flits still to come on its lane before this cycle
  reg          marked;
  reg  [W-1:0] due, before;      // before: of those, ahead of the packet's
  reg  [N-1:0] length, come;     // come: of the packet's flits
  wire [INS-1:0]    ready;
  wire [OUTS-1:0]   pulse, flit_pulse;
  wire [OUTS*M-1:0] arrived;
  wire [OUTS*F-1:0] flits;
  wire              idle;
  wire         beat       = valid_i[`FLOW_I] && ready[`FLOW_I];
  wire [N-1:0] beat_flits = flits_i[`FLOW_I*N +: N];
  wire         of_flow    = dest_i[`FLOW_I*`DEST_W +: `DEST_W] == `FLOW_O;
  wire         mark_comes = beat && of_flow && mark_i && !marked;
  wire         flit_comes = mark_comes ? due == 0 : marked && before == 0 && come != length;
  wire [N-1:0] number     = mark_comes ? {N{1'b0}} : come;
  always @(posedge clk_i)
    if (!rst_ni) begin
      marked <= 1'b0;
      due    <= 0;
      before <= 0;
      length <= 0;
      come   <= 0;
    end else begin
      marked <= marked || mark_comes;
      due    <= due + (beat ? beat_flits : 0) - (beat || due != 0);
      if (mark_comes) length <= beat_flits;
      if (mark_comes) before <= due == 0 ? 0 : due - 1'b1;
      else            before <= before == 0 ? 0 : before - 1'b1;
      come   <= number + flit_comes;
    end

  reg [INS*M-1:0] meta;
  reg [INS*F-1:0] lanes;
  always @* begin
    meta  = 0;
    lanes = 0;
    meta[`FLOW_I*M]             = mark_i && !marked && of_flow;
    lanes[`FLOW_I*F]            = flit_comes;
    lanes[`FLOW_I*F + 1 +: N]   = flit_comes ? number : {N{1'b0}};
  end
  `TOP u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .in_valid_i(valid_i), .in_dest_i(dest_i),
    .in_flits_i(flits_i), .in_meta_i(meta), .out_credit_i(credit_i),
    .in_flit_i(lanes), .in_ready_o(ready), .out_pulse_o(pulse), .out_meta_o(arrived),
    .idle_o(idle), .out_flit_pulse_o(flit_pulse), .out_flit_o(flits)
  );

  // Consumers
  reg [OUTS*`CREDIT_W-1:0] at;
  always @(posedge clk_i)
    for (o = 0; o < OUTS; o = o + 1)
      if (!rst_ni) at[o*`CREDIT_W +: `CREDIT_W] <= 0;
      else         at[o*`CREDIT_W +: `CREDIT_W] <= at[o*`CREDIT_W +: `CREDIT_W] +
        pulse[o] - credit_i[o*`CREDIT_W +: `CREDIT_W];
  always @*
    for (o = 0; o < OUTS; o = o + 1) assume (credit_i[o*`CREDIT_W +: `CREDIT_W] <=
      at[o*`CREDIT_W +: `CREDIT_W]);

  // What has arrived of the packet
  reg  [N-1:0]    got;
  reg  [OUTS-1:0] marks, others;
  always @*
    for (o = 0; o < OUTS; o = o + 1) begin
      marks[o]  = flit_pulse[o] && flits[o*F];
      others[o] = o != `FLOW_O;
    end
  wire         mark_goes = pulse[`FLOW_O] && arrived[`FLOW_O*M];
  wire         flit_goes = marks[`FLOW_O];
  wire         another   = flit_pulse[`FLOW_O] && !flit_goes;
  wire [N-1:0] is_number = flits[`FLOW_O*F + 1 +: N];
  always @(posedge clk_i)
    if (!rst_ni) got <= 0;
    else         got <= got + flit_goes;

  `PROVE(8, flits_in_order, (marks & others) == 0 &&
    (!flit_goes || (marked && is_number == got && got < come)))
  `PROVE(9, none_between, !another || got == 0 || got == length)
  `PROVE(10, last_with_header, mark_goes == (flit_goes && got + 1'b1 == length))

  `WITNESS(8, second_flit, flit_goes && got == 1)
  `WITNESS(9, behind_another, another && marked && got == 0 && come == length)
  `WITNESS(10, after_waiting, mark_goes && length == `MOST && !(&ready))
endmodule
`default_nettype wire
