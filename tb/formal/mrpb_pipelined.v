// mrpb_pipelined.v : the pipelined MRPB is the MRPB of latency 2, of which mrpb.v proves what it
// does, behind three registers: all outputs are the same in each cycle, for any traffic that keeps
// the rules of the input channel, with resets at any time.
//
// The script that calls this gives the point: QUEUES DEPTH LINE_W META_W WARPS WARP_W, TOP and
// PLAIN, and connects the wires h_* (of the pipelined one) and p_* (of the other) to registers.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module mrpb_pipelined_properties (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               in_valid_i, in_write_i,
  input wire [`LINE_W-1:0] in_line_i,
  input wire [`WARP_W-1:0] in_warp_i,
  input wire [`META_W-1:0] in_meta_i,
  input wire               req_ready_i,
  input wire [1:0]         req_stall_i,
  input wire               byp_ready_i
);
  localparam integer Q = `QUEUES, D = `DEPTH, Q_W = (Q > 1) ? $clog2(Q) : 1;
  localparam integer S_W = (D > 1) ? $clog2(D) : 1, N_W = 8;
  localparam integer PAY_W = `LINE_W + `WARP_W + `META_W, E_W = 1 + PAY_W;
  localparam integer GROUPS = (Q + 7) / 8;
  localparam integer ONE = 1;

  wire             ready, valid, write, idle, bypasses;
  wire             p_ready, p_valid, p_write, p_idle, p_bypasses;
  wire [PAY_W-1:0] payload, p_payload;
  wire [Q-1:0]     pending, p_pending;

  // The three registers of the specification
  reg              look_v, next_v, act_v;
  reg  [E_W-1:0]   look, next, act;
  wire             act_step  = !act_v || p_ready;
  wire             next_step = !next_v || act_step;
  wire             look_step = !look_v || next_step;
  always @(posedge clk_i) begin
    if (look_step) {look_v, look} <= {in_valid_i, in_write_i, in_line_i, in_warp_i, in_meta_i};
    if (next_step) {next_v, next} <= {look_v, look};
    if (act_step)  {act_v, act}   <= {next_v, next};
    if (!rst_ni)   {look_v, next_v, act_v} <= 3'b000;
  end
  wire [Q_W-1:0] look_q = look[`META_W +: Q_W], next_q = next[`META_W +: Q_W];
  wire [Q_W-1:0] act_q  = act[`META_W +: Q_W];

  `TOP #(.LINE_W(`LINE_W), .WARP_W(`WARP_W), .META_W(`META_W)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .in_valid_i(in_valid_i), .in_write_i(in_write_i), .in_line_i(in_line_i),
    .in_warp_i(in_warp_i), .in_meta_i(in_meta_i), .in_ready_o(ready),
    .req_ready_i(req_ready_i), .req_stall_i(req_stall_i),
    .req_valid_o(valid), .req_write_o(write),
    .req_line_o(payload[PAY_W-1 -: `LINE_W]), .req_warp_o(payload[`META_W +: `WARP_W]),
    .req_meta_o(payload[`META_W-1:0]),
    .byp_ready_i(byp_ready_i), .byp_pulse_o(bypasses),
    .idle_o(idle), .pending_o(pending)
  );
  `PLAIN #(.LINE_W(`LINE_W), .WARP_W(`WARP_W), .META_W(`META_W)) u_plain (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .in_valid_i(act_v), .in_write_i(act[PAY_W]), .in_line_i(act[PAY_W-1 -: `LINE_W]),
    .in_warp_i(act[`META_W +: `WARP_W]), .in_meta_i(act[`META_W-1:0]), .in_ready_o(p_ready),
    .req_ready_i(req_ready_i), .req_stall_i(req_stall_i),
    .req_valid_o(p_valid), .req_write_o(p_write),
    .req_line_o(p_payload[PAY_W-1 -: `LINE_W]), .req_warp_o(p_payload[`META_W +: `WARP_W]),
    .req_meta_o(p_payload[`META_W-1:0]),
    .byp_ready_i(byp_ready_i), .byp_pulse_o(p_bypasses),
    .idle_o(p_idle), .pending_o(p_pending)
  );

  // Registers of both, connected by the script
  localparam integer ENTRY_W = `LINE_W + `META_W; // the queue stands for the warp
  localparam integer R_W = 1 + ENTRY_W;            // kind, and what of a request travels
  (* keep *) wire [1:0]           h_valid, p_valid_out; // outbound buffer: the first in bit 0
  (* keep *) wire [1:0]           h_write, p_write_out;
  (* keep *) wire [2*Q_W-1:0]     h_queue, p_queue;
  (* keep *) wire [2*ENTRY_W-1:0] h_payload, p_payload_out;
  (* keep *) wire [Q*D*ENTRY_W-1:0] h_mem, p_mem; // entries
  (* keep *) wire [Q-1:0]       h_eligible, p_eligible, h_single, p_single, p_full, p_pick, h_first;
  (* keep *) wire               p_pick_valid;
  (* keep *) wire [S_W*Q-1:0]   h_head, p_head, h_tail, p_tail;
  (* keep *) wire [GROUPS-1:0]  h_group, h_group_n, h_act_group, h_read_group;
  (* keep *) wire [3*R_W-1:0]   h_requests;             // look, next, act
  (* keep *) wire [3*Q-1:0]     h_onehots;
  (* keep *) wire [3*Q_W-1:0]   h_queues;
  (* keep *) wire [1:0]         h_valids;
  (* keep *) wire [2*S_W-1:0]   h_next, h_act;          // head, tail
  (* keep *) wire [3:0]         h_facts;                // held, drained, stored, same
  (* keep *) wire [2:0]         h_does;                 // store, direct, flush
  (* keep *) wire [3:0]         h_copies;               // of not store, not flush, policy, waits

  // Rules of the environment
  reg started = 1'b0;
  reg waits_q;
  reg [E_W-1:0] in_q;
  always @(posedge clk_i) begin
    started <= 1'b1;
    waits_q <= rst_ni && in_valid_i && !ready;
    in_q    <= {in_write_i, in_line_i, in_warp_i, in_meta_i};
  end
  always @* begin
    assume (started || !rst_ni);
    assume (!waits_q || !started || !rst_ni ||
      (in_valid_i && {in_write_i, in_line_i, in_warp_i, in_meta_i} == in_q));
    assume (in_warp_i < `WARPS);
  end

  function [Q-1:0] onehot(input is_there, input [Q_W-1:0] queue);
    onehot = is_there ? ONE << queue : 0;
  endfunction
  wire [Q-1:0] look_onehot = onehot(look_v, look_q), next_onehot = onehot(next_v, next_q);
  wire [Q-1:0] act_onehot  = onehot(act_v, act_q);
  wire [Q-1:0] inputs = look_onehot | next_onehot | act_onehot;
  `PROVE(1, ready_is_that_of_the_first_register, ready == look_step)
  `PROVE(2, offer_is_the_same, valid == p_valid &&
    (!valid || {write, payload} == {p_write, p_payload}))
  `PROVE(3, bypass_is_the_same, bypasses == p_bypasses)
  `PROVE(4, pending_has_the_input, pending == (p_pending | inputs))
  `PROVE(5, idle_has_the_input, idle == (p_idle && inputs == 0))

  // Helpers: the same state
  `HELPER(is_outbound, h_valid == p_valid_out && (!p_valid_out[1] || p_valid_out[0]))
  `HELPER(is_outbound_first, !p_valid_out[0] || (h_write[0] == p_write_out[0] &&
    h_queue[Q_W-1:0] == p_queue[Q_W-1:0] && h_payload[ENTRY_W-1:0] == p_payload_out[ENTRY_W-1:0]))
  `HELPER(is_outbound_second, !p_valid_out[1] || (h_write[1] == p_write_out[1] &&
    h_queue[2*Q_W-1:Q_W] == p_queue[2*Q_W-1:Q_W] &&
    h_payload[2*ENTRY_W-1:ENTRY_W] == p_payload_out[2*ENTRY_W-1:ENTRY_W]))
  `HELPER(is_eligible, h_eligible == p_eligible && h_single == p_single)
  `HELPER(is_pointers, h_head == p_head && h_tail == p_tail)

  // Numbers of entries, and the plain one's flags
  wire [Q*N_W-1:0] count;
  wire [Q*S_W-1:0] head, tail;
  wire [Q+7:0] eligible = {8'b0, p_eligible};
  genvar j, k;
  generate
    for (j = 0; j < Q; j = j + 1) begin : g_queue
      for (k = 0; k < S_W; k = k + 1) begin : g_bit
        assign head[j*S_W+k] = p_head[k*Q+j];
        assign tail[j*S_W+k] = p_tail[k*Q+j];
      end
      wire [N_W-1:0] h = {{(N_W-S_W){1'b0}}, head[j*S_W +: S_W]};
      wire [N_W-1:0] t = {{(N_W-S_W){1'b0}}, tail[j*S_W +: S_W]};
      assign count[j*N_W +: N_W] = !p_eligible[j] ? 0 : t > h ? t - h : D + t - h;
      `HELPER(is_sane, h < D && t < D && (p_eligible[j] || h == t) && p_single[j] ==
        (count[j*N_W +: N_W] == 1) && p_full[j] == (count[j*N_W +: N_W] == D))
      for (k = 0; k < D; k = k + 1) begin : g_slot
        wire [N_W-1:0] behind = k >= h ? k - h : D + k - h; // the head
        `HELPER(is_entry, behind >= count[j*N_W +: N_W] ||
          h_mem[(j*D + k)*ENTRY_W +: ENTRY_W] == p_mem[(j*D + k)*ENTRY_W +: ENTRY_W])
      end
      `HELPER(is_first, h_first[j] == (p_eligible[j] &&
        (eligible[j/8*8 +: 8] & ((ONE << (j % 8)) - ONE)) == 0))
    end
    for (j = 0; j < GROUPS; j = j + 1) begin : g_group
      `HELPER(is_group, h_group[j] == (p_pick_valid && eligible[j*8 +: 8] != 0 &&
        (p_eligible & ((ONE << j*8) - ONE)) == 0))
      `HELPER(is_group_of_act, h_act_group[j] == (act_v && act_q / 8 == j) &&
        h_read_group[j] == (h_act_group[j] && !act[PAY_W]))
    end
  endgenerate
  `HELPER(is_pick, p_pick == (p_eligible & (~p_eligible + ONE)) &&
    p_pick_valid == (p_eligible != 0))
  `HELPER(is_inverted, h_group_n == ~h_group)

  // The requests on their way
  function [R_W-1:0] travels(input [E_W-1:0] request);
    travels = {request[E_W-1 -: 1 + `LINE_W], request[`META_W-1:0]};
  endfunction
  `HELPER(is_requests, (!look_v || h_requests[2*R_W +: R_W] == travels(look)) &&
    (!next_v || h_requests[R_W +: R_W] == travels(next)) &&
    (!act_v || h_requests[0 +: R_W] == travels(act)))
  `HELPER(is_valids, h_valids == {look_v, next_v})
  `HELPER(is_onehots, h_onehots == {look_onehot, next_onehot, act_onehot})
  `HELPER(is_queues, (!look_v || h_queues[2*Q_W +: Q_W] == look_q) &&
    (!next_v || h_queues[Q_W +: Q_W] == next_q) && (!act_v || h_queues[0 +: Q_W] == act_q))
  `HELPER(is_warps, (!look_v || look_q < Q) && (!next_v || next_q < Q) && (!act_v || act_q < Q))

  // What `act` does, and what `next` knows
  reg  [N_W-1:0] act_n, next_n, was;
  reg  [S_W-1:0] act_head, act_tail, next_head, next_tail;
  integer i;
  always @* begin
    {act_n, next_n, act_head, act_tail, next_head, next_tail} = 0;
    for (i = 0; i < Q; i = i + 1) begin
      if (act_q == i)  {act_n, act_head, act_tail} =
        {count[i*N_W +: N_W], head[i*S_W +: S_W], tail[i*S_W +: S_W]};
      if (next_q == i) {next_n, next_head, next_tail} =
        {count[i*N_W +: N_W], head[i*S_W +: S_W], tail[i*S_W +: S_W]};
    end
    was = !h_facts[3] ? 0 : h_next[S_W-1:0] > h_next[2*S_W-1:S_W] ?
      h_next[S_W-1:0] - h_next[2*S_W-1:S_W] : D + h_next[S_W-1:0] - h_next[2*S_W-1:S_W];
  end
  function [S_W-1:0] after(input [S_W-1:0] slot, input step);
    after = !step ? slot : slot == D - 1 ? 0 : slot + 1;
  endfunction
  wire stores = act_v && !act[PAY_W] && act_n != D;
  wire direct = act_v && act[PAY_W] && act_n == 0;
  `HELPER(is_does, h_does == {stores, direct, act_v && !stores && !direct})
  `HELPER(is_copies, h_copies == {!h_does[2], !h_does[0], !(h_does[1] || h_does[0]),
    h_does[1] || h_does[0]})
  `HELPER(is_act_pointers, !act_v || h_act == {act_head, act_tail})
  `HELPER(is_next_pointers, !next_v || {next_head, next_tail} ==
    {after(h_next[2*S_W-1:S_W], h_facts[2]), after(h_next[S_W-1:0], h_facts[1])})
  `HELPER(is_next_count, !next_v || (next_n == was + h_facts[1] - h_facts[2] &&
    (!h_facts[2] || was != 0) && (!h_facts[1] || was != D) && h_next[S_W-1:0] < D &&
    h_next[2*S_W-1:S_W] < D && (h_facts[3] || h_next[S_W-1:0] == h_next[2*S_W-1:S_W])))
  `HELPER(is_next_same, !next_v || !act_v || h_facts[0] == (next_q == act_q))

  `WITNESS(1, waits, started && rst_ni && in_valid_i && !ready)
  `WITNESS(2, all_registers_hold, look_v && next_v && act_v)
  `WITNESS(3, second_group_is_chosen, h_group[GROUPS-1])
  `WITNESS(4, read_flushes, h_does[0] && !act[PAY_W])
  `WITNESS(5, drained_on_the_way, next_v && h_facts[2] && h_facts[1])
endmodule
`default_nettype wire
