// crossbar.v : what is proved of the crossbar, for any traffic and resets.
//
// turn     one grant, of a request; a request that stays waits for at most N - 1 grants to others:
// with one virtual channel, when every
// grant is taken, these are packets of its output (a head that waits asks in every cycle in which
// the output can be granted)
// output   the consumer is never sent what it has no place for, and places never come to more than
// there are
// crossbar one flow of the whole, from input FLOW_I to output FLOW_O: a packet of it comes out
// once, there, after those of the flow that
//            came in before it; and what is idle has sent on all that came in
//
// The consumer of an output, which gives back places of packets that it has, is modelled here. A
// packet of the flow is marked in its header when it comes in, any one of them. The script gives
// TOP, sizes, and connects h_ wires to the block's registers.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
`ifdef TURN
module turn_properties (
  input wire         clk_i,
  input wire         rst_ni,
  input wire [`N-1:0] req_i,
  input wire         move_i
);
  localparam integer N = `N, W = 5;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire         move = move_i && (|req_i);
  wire [N-1:0] grant;
  `TOP #(.N(N)) u_dut (.clk_i(clk_i), .rst_ni(rst_ni), .req_i(req_i), .advance_i(move),
    .grant_o(grant));
  (* keep *) wire [N-1:0] h_above;

  // Any request, and the grants to others since it has been there
  (* anyconst *) reg [W-1:0] who;
  always @* assume (who < N);
  reg  [W-1:0] waited;
  wire [N-1:0] of_who = {{(N-1){1'b0}}, 1'b1} << who;
  wire         asks = |(req_i & of_who), served = |(grant & of_who);
  always @(posedge clk_i)
    if (!rst_ni || !asks || (move && served)) waited <= 0;
    else if (move)                            waited <= waited + 1'b1;

  // The turn is behind the lowest `zeros` requests; so many come before `who`.
  reg     [W-1:0] zeros;
  integer k;
  always @* begin
    zeros = 0;
    for (k = 0; k < N; k = k + 1) zeros = zeros + {{(W-1){1'b0}}, !h_above[k]};
  end
  wire [N-1:0] holes  = (h_above << 1) & ~h_above;
  wire [W-1:0] before = who >= zeros ? who - zeros : who + N - zeros;

  `PROVE(1, one_grant, (grant & (grant - 1'b1)) == 0 && (grant & ~req_i) == 0 &&
    (|grant) == (|req_i))
  `PROVE(2, wait_bound, waited <= N - 1)
  `HELPER(upper_part, !h_above[0] && holes == 0)
  `HELPER(distance, waited + before <= N - 1)

  `WITNESS(1, all_ask, &req_i && grant[N-1])
  `WITNESS(2, at_the_bound, waited == N - 1 && move && served)
endmodule
`endif
`ifdef OUTPUT
module output_properties (
  input wire                clk_i,
  input wire                rst_ni,
  input wire                want_i,
  input wire [`FLITS_W-1:0] flits_i,
  input wire [`CREDIT_W-1:0] credit_i
);
  localparam integer W = 8; // of counts
  localparam [W-1:0] PLACES = `PLACES;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire free, pulse, unused_meta, held;
  wire give = want_i && free && (|flits_i);
  wire [`FLITS_W-1:0] flits = give ? flits_i : {`FLITS_W{1'b0}};
  `TOP #(.PLACES(`PLACES), .CREDIT_W(`CREDIT_W), .FLITS_W(`FLITS_W), .META_W(1),
    .PIPE(`PIPE)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .credit_i(credit_i), .ready_o(free), .grant_i(give),
    .flits_i(flits), .meta_i(1'b0),
    .pulse_o(pulse), .meta_o(unused_meta), .busy_o(held)
  );
  (* keep *) wire [`CREDIT_W-1:0] h_credit;
  (* keep *) wire [`FLITS_W-1:0]  h_left;
  (* keep *) wire [`PIPE:0]       h_done;

  // Packets inside the output, and at the consumer
  reg [W-1:0] inside, at, stages;
  always @(posedge clk_i)
    if (!rst_ni) begin
      inside <= 0;
      at     <= 0;
    end else begin
      inside <= inside + give - pulse;
      at     <= at + pulse - credit_i;
    end
  always @* assume (credit_i <= at);
  integer k;
  always @* begin
    stages = {{(W-1){1'b0}}, |h_left};
    for (k = 0; k <= `PIPE; k = k + 1) stages = stages + h_done[k];
  end

  `PROVE(3, credits_never_overflow, h_credit + credit_i <= PLACES)
  `PROVE(4, place_for_each, inside + at <= PLACES && (!pulse || inside != 0) &&
    (held || h_left != 0) == (inside != 0))
  `HELPER(places, h_credit + inside + at == PLACES && inside <= PLACES && at <= PLACES)
  `HELPER(stages, inside == stages)

  `WITNESS(3, all_given_back, h_credit == 0 && credit_i != 0 && at == PLACES)
  `WITNESS(4, no_place, inside + at == PLACES && inside != 0)
endmodule
`endif
`ifdef CROSSBAR
module crossbar_properties (
  input wire                        clk_i,
  input wire                        rst_ni,
  input wire [`INS-1:0]             valid_i,
  input wire [`INS*`DEST_W-1:0]     dest_i,
  input wire [`INS*`FLITS_W-1:0]    flits_i,
  input wire [`OUTS*`CREDIT_W-1:0]  credit_i,
  input wire                        mark_i
);
  localparam integer INS = `INS, OUTS = `OUTS, M = `META_W, W = 4;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  // Lengths that there are
  integer i, o;
  always @*
    for (i = 0; i < INS; i = i + 1)
      assume (flits_i[i*`FLITS_W +: `FLITS_W] >= `LEAST && flits_i[i*`FLITS_W +: `FLITS_W] <=
        `MOST);

  // Headers: bit 0 the mark, bit 1 of the flow
  reg  marked, left;
  wire [INS-1:0]   ready;
  wire [OUTS-1:0]  pulse;
  wire [OUTS*M-1:0] arrived;
  wire             idle;
  wire             flow_comes = valid_i[`FLOW_I] && ready[`FLOW_I] &&
    dest_i[`FLOW_I*`DEST_W +: `DEST_W] == `FLOW_O;
  wire             mark_comes = flow_comes && mark_i && !marked;
  reg  [INS*M-1:0] meta;
  always @* begin
    meta = 0;
    meta[`FLOW_I*M]     = mark_i && !marked && dest_i[`FLOW_I*`DEST_W +: `DEST_W] == `FLOW_O;
    meta[`FLOW_I*M + 1] = dest_i[`FLOW_I*`DEST_W +: `DEST_W] == `FLOW_O;
  end
  `TOP u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .in_valid_i(valid_i), .in_dest_i(dest_i),
    .in_flits_i(flits_i), .in_meta_i(meta),
    .out_credit_i(credit_i), .in_ready_o(ready), .out_pulse_o(pulse), .out_meta_o(arrived),
    .idle_o(idle)
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

  // The flow: packets inside, and those before the marked one
  reg  [W-1:0]    inside, ahead;
  reg  [OUTS-1:0] marks, flows;
  always @*
    for (o = 0; o < OUTS; o = o + 1) begin
      marks[o] = pulse[o] && arrived[o*M];
      flows[o] = pulse[o] && arrived[o*M + 1];
    end
  wire flow_goes = flows[`FLOW_O], mark_goes = marks[`FLOW_O];
  always @(posedge clk_i)
    if (!rst_ni) begin
      inside <= 0;
      ahead  <= 0;
      marked <= 1'b0;
      left   <= 1'b0;
    end else begin
      inside <= inside + flow_comes - flow_goes;
      ahead  <= mark_comes ? inside - flow_goes : ahead - (flow_goes && ahead != 0);
      marked <= marked || mark_comes;
      left   <= left || mark_goes;
    end
  reg [OUTS-1:0] others;
  always @* begin
    others = {OUTS{1'b1}};
    others[`FLOW_O] = 1'b0;
  end

  `PROVE(5, once_and_there, (marks == 0 || (marked && !left)) &&
    ((marks | flows) & others) == 0 && (!flow_goes || inside != 0))
  `PROVE(6, order_of_the_flow, !flow_goes || !marked || left || mark_goes == (ahead == 0))
  `PROVE(7, nothing_lost, !idle || (inside == 0 && marked == left))

  `WITNESS(5, goes_while_others_wait, mark_goes && !(&ready))
  `WITNESS(6, passes_in_order, mark_goes && inside >= 2)
  `WITNESS(7, idle_again, idle && left)
endmodule
`endif
`default_nettype wire
