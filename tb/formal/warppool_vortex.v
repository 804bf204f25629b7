// warppool_vortex.v : what is proved of the emitted warppool_vortex
// (rtlgen/wrap/warppool_vortex.v.in). In WarpPool's place stands a module that may do all that its
// contract allows (refmodel/blocks/warppool.h), with one request of an MSHR: it takes
// instructions, asks for their addresses, offers requests of any of them in any order and number,
// holds an offer, and writes an MSHR back in any number of beats.
//
// x is any word of the cache, so what is proved of the requests that touch it is proved of all.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
`define LANES 2
`define ADDR_W 11
`define WORD_W 10
`define LINE_BITS 512

module `POOL (
  input  wire                  clk_i,
  input  wire                  rst_ni,
  input  wire                  iss_valid_i,
  input  wire [1:0]            iss_kind_i,
  input  wire                  iss_warp_i,
  input  wire                  iss_seq_i,
  output wire                  iss_ready_o,
  input  wire                  ag_ready_i,
  output wire                  ag_valid_o, ag_store_o, ag_warp_o, ag_seq_o,
  input  wire                  adr_valid_i, adr_store_i, adr_warp_i, adr_seq_i,
  input  wire [1:0]            adr_size_i,
  input  wire [`LANES-1:0]     adr_mask_i,
  input  wire [31:0]           adr_addr_i,
  input  wire [63:0]           adr_data_i,
  output wire                  adr_ready_o,
  input  wire                  req_ready_i, req_miss_i, req_mshr_i,
  output wire                  req_valid_o, req_load_o, req_store_o,
  output wire [`WORD_W-1:0]    req_line_o,
  output wire                  req_count_o,
  output wire [9:0]            req_meta_o,
  output wire                  req_warp_o,
  output wire [63:0]           req_mask_o,
  output wire [`LINE_BITS-1:0] req_data_o,
  input  wire                  bypass_pulse_i, bypass_warp_i,
  input  wire                  ret_valid_i, ret_fill_i, ret_mshr_i,
  input  wire                  ret_count_i,
  input  wire [9:0]            ret_meta_i,
  input  wire [`LINE_BITS-1:0] ret_data_i,
  output wire                  ret_ready_o,
  input  wire                  wb_ready_i,
  output wire                  wb_valid_o, wb_warp_o, wb_seq_o, wb_last_o,
  output wire [`LANES-1:0]     wb_mask_o,
  output wire [63:0]           wb_data_o,
  output wire                  free_valid_o, free_mshr_o, warp_first_o,
  output wire [1:0]            load_ok_o, store_ok_o, pending_o,
  output wire                  idle_o
);
  (* anyseq *) wire any_iss, any_ag, any_adr, any_req, any_slot, any_more, any_ret, any_last;
  (* anyseq *) wire [`LANES-1:0]  any_mask;
  (* anyseq *) wire [`WORD_W-1:0] any_line;
  (* anyseq *) wire [15:0]        any_bytes, any_data; // a word's bytes; some of its data
  reg [1:0] queued, asked, active, store; // by slot: its instruction is there
  reg [1:0] mshr_slot;                    // by MSHR
  reg       waits, slot_q, back, back_mshr;
  reg [`WORD_W-1:0] line_q;
  reg [15:0] bytes_q, data_q;
  assign iss_ready_o = any_iss;
  wire iss = iss_valid_i && iss_ready_o;
  assign ag_warp_o  = !queued[0];
  assign ag_valid_o = any_ag && |queued;
  assign ag_store_o = store[ag_warp_o];
  wire ag = ag_valid_o && ag_ready_i;
  assign adr_ready_o = any_adr;
  wire adr = adr_valid_i && adr_ready_o;
  wire slot = waits ? slot_q : any_slot;
  assign req_valid_o = waits || (any_req && active[slot]);
  assign req_store_o = req_valid_o && store[slot];
  assign req_load_o  = req_valid_o && !store[slot];
  assign req_line_o  = waits ? line_q : any_line;
  assign req_warp_o  = slot;
  assign req_mask_o  = {48'd0, waits ? bytes_q : any_bytes};
  assign req_data_o  = {496'd0, waits ? data_q : any_data};
  wire req = req_valid_o && req_ready_i;
  assign ret_ready_o = any_ret && !back;
  assign wb_valid_o  = back;
  assign wb_warp_o   = mshr_slot[back_mshr];
  assign wb_mask_o   = any_mask;
  assign free_valid_o = back && any_last;
  assign free_mshr_o  = back_mshr;
  wire wb = back && wb_ready_i;
  assign pending_o = queued | asked | active;
  (* anyseq *) wire [63:0] any_words;
  assign wb_data_o = any_words;
  assign {ag_seq_o, wb_seq_o, wb_last_o, warp_first_o, load_ok_o, store_ok_o, idle_o, req_count_o,
    req_meta_o} = 20'd0; // the adapter does not look
  always @(posedge clk_i) begin
    if (iss) queued[iss_warp_i] <= 1'b1;
    if (iss) store[iss_warp_i] <= iss_kind_i[0];
    if (ag) queued[ag_warp_o] <= 1'b0;
    if (ag) asked[ag_warp_o] <= 1'b1;
    if (adr) asked[adr_warp_i] <= 1'b0;
    if (adr) active[adr_warp_i] <= 1'b1;
    if (req && !any_more) active[slot] <= 1'b0;
    if (req && req_load_o) mshr_slot[req_mshr_i] <= slot;
    waits   <= req_valid_o && !req_ready_i;
    slot_q  <= slot;
    line_q  <= req_line_o;
    bytes_q <= req_mask_o[15:0];
    data_q  <= req_data_o[15:0];
    if (ret_valid_i && ret_ready_o) {back, back_mshr} <= {1'b1, ret_mshr_i};
    if (wb && any_last) back <= 1'b0;
    if (!rst_ni) queued <= 2'd0;
    if (!rst_ni) asked <= 2'd0;
    if (!rst_ni) active <= 2'd0;
    if (!rst_ni) {waits, back} <= 2'd0;
  end
endmodule

module warppool_vortex_properties (
  input wire                      clk_i,
  input wire                      rst_ni,
  input wire                      in_valid, in_rw, out_ready, rsp_ready, out_rsp_valid,
  input wire [`LANES-1:0]         in_mask, in_atype,
  input wire [4*`LANES-1:0]       in_byteen,
  input wire [`ADDR_W*`LANES-1:0] in_addr,
  input wire [32*`LANES-1:0]      in_data,
  input wire [1:0]                in_tag,
  input wire [63:0]               out_rsp_data,
  input wire [1:0]                out_rsp_tag
);
  (* anyconst *) wire [`WORD_W-1:0] x;
  wire               in_ready, rsp_valid, out_valid, out_rw, out_mask, out_rsp_ready, idle;
  wire               out_atype;
  wire [`LANES-1:0]  rsp_mask;
  wire [63:0]        rsp_data, out_data;
  wire [1:0]         rsp_tag, out_tag;
  wire [7:0]         out_byteen;
  wire [`WORD_W-1:0] out_addr;
  `TOP #(.ATYPE_WIDTH(1), .TAG_WIDTH(2), .UUID_WIDTH(1), .QUEUE_SIZE(2)) u_dut (
    .clk(clk_i), .reset(!rst_ni),
    .in_req_valid(in_valid), .in_req_rw(in_rw), .in_req_mask(in_mask), .in_req_byteen(in_byteen),
    .in_req_addr(in_addr), .in_req_atype(in_atype), .in_req_data(in_data), .in_req_tag(in_tag),
    .in_req_ready(in_ready), .in_rsp_valid(rsp_valid), .in_rsp_mask(rsp_mask),
    .in_rsp_data(rsp_data), .in_rsp_tag(rsp_tag), .in_rsp_ready(rsp_ready),
    .out_req_valid(out_valid), .out_req_rw(out_rw), .out_req_mask(out_mask),
    .out_req_byteen(out_byteen), .out_req_addr(out_addr), .out_req_atype(out_atype),
    .out_req_data(out_data), .out_req_tag(out_tag), .out_req_ready(out_ready),
    .out_rsp_valid(out_rsp_valid), .out_rsp_mask(1'b1), .out_rsp_data(out_rsp_data),
    .out_rsp_tag(out_rsp_tag), .out_rsp_ready(out_rsp_ready), .idle(idle)
  );

  reg started = 0;
  always @(posedge clk_i) started <= started || !rst_ni;
  always @* assume (started || !rst_ni);

  // What the adapter and the block hold
  (* keep *) wire       h_slot, h_slot_valid, h_ordered, h_ordered_slot, h_waits, h_mshr;
  (* keep *) wire       h_mshr_valid, h_adr_valid, h_adr_slot, h_back, h_back_mshr, h_rsp_slot;
  (* keep *) wire       h_pool_waits, h_pool_slot;
  (* keep *) wire       h_freed, h_is_ordered;
  (* keep *) wire [1:0] h_used, h_mshr_used, h_queued, h_asked, h_active, h_store, h_mshr_slot;
  (* keep *) wire [1:0] h_pool_store, h_tag0, h_tag1, h_to_send, h_awaited;
  (* keep *) wire [`ADDR_W*`LANES-1:0] h_addr0, h_addr1;
  (* keep *) wire [3:0] h_left;
  (* keep *) wire [31:0] h_hashes;
  wire [1:0] next    = h_slot_valid << h_slot;
  wire [1:0] pending = h_queued | h_asked | h_active;
  // lanes of reads that wait, of slots that are taken
  wire [1:0] taken = h_used & ~next;
  wire [3:0] h_left_all = h_left & {{2{taken[1]}}, {2{taken[0]}}};
  wire h_left_of_slot = h_slot ? |h_left_all[3:2] : |h_left_all[1:0];

  // The host keeps the rules: a request has a lane, and holds while it waits; an answer comes to a
  // read that has left, and holds.
  wire in_fire  = in_valid && in_ready, out_fire = out_valid && out_ready;
  wire rsp_fire = rsp_valid && rsp_ready;
  reg  [1:0] outside;  // MSHRs whose reads L1D has
  reg  [1:0] numbers;  // those, and those that are being written back
  reg  alone_outside;  // a read beside the block
  wire answered = out_rsp_valid && out_rsp_ready;
  always @* assume (!in_valid || |in_mask);
  always @* assume (!out_rsp_valid || (h_waits ? alone_outside : outside[out_rsp_tag[0]]));
  // what the block writes back are lanes that wait, and the last of a request with its last MSHR
  wire [1:0] back_left = h_rsp_slot ? h_left[3:2] : h_left[1:0];
  wire       others    = numbers[!h_back_mshr] && h_mshr_slot[!h_back_mshr] == h_rsp_slot;
  always @* assume (!(h_back && !h_waits) || ((rsp_mask & ~back_left) == 0 &&
    ((back_left & ~rsp_mask) != 0) == (pending[h_rsp_slot] || others || !h_freed)));
  always @(posedge clk_i) begin
    if (answered && !h_waits) outside[out_rsp_tag[0]] <= 1'b0;
    if (out_fire && !out_rw && !h_ordered) outside[out_tag[0]] <= 1'b1;
    if (out_fire && !out_rw && !h_ordered) numbers[out_tag[0]] <= 1'b1;
    if (rsp_fire && h_freed) numbers[h_back_mshr] <= 1'b0;
    if (answered && h_waits) alone_outside <= 1'b0;
    if (out_fire && !out_rw && h_ordered) alone_outside <= 1'b1;
    if (!rst_ni) outside <= 2'd0;
    if (!rst_ni) numbers <= 2'd0;
    if (!rst_ni) alone_outside <= 1'b0;
  end

  // By slot: the request that took it touches x; it writes; its tag
  wire [`LANES-1:0] lanes_x = in_mask & {in_addr[`ADDR_W+1 +: `WORD_W] == x,
                                         in_addr[1 +: `WORD_W] == x};
  reg [1:0] touches, writes, tag0, tag1;
  always @(posedge clk_i) if (in_fire) begin
    touches[h_slot] <= |lanes_x;
    writes[h_slot]  <= in_rw;
    if (h_slot) tag1 <= in_tag;
    else tag0 <= in_tag;
  end

  // The ordered request inside: from its beat until its last lane has left or been answered
  reg               ordered_inside;
  reg               ordered_rw;
  reg [`LANES-1:0]  to_send, unanswered;
  reg [`ADDR_W*`LANES-1:0] ordered_addr;
  wire [`LANES-1:0] leave = {ordered_addr[`ADDR_W+1 +: `WORD_W] == out_addr,
                             ordered_addr[1 +: `WORD_W] == out_addr};
  always @(posedge clk_i) begin
    if (ordered_inside && out_fire) to_send <= to_send & ~leave;
    if (ordered_inside && rsp_fire) unanswered <= unanswered & ~rsp_mask;
    if (ordered_inside && to_send == 0 && (ordered_rw || unanswered == 0)) ordered_inside <= 1'b0;
    if (in_fire && h_is_ordered) begin
      ordered_inside <= 1'b1;
      {ordered_rw, to_send, unanswered, ordered_addr} <= {in_rw, in_mask, in_mask, in_addr};
    end
    if (!rst_ni) ordered_inside <= 1'b0;
  end

  reg        offered_q;
  reg [86:0] offer_q;
  wire [86:0] offer = {out_rw, out_byteen, out_addr, out_atype, out_tag, {64{out_rw}} & out_data};
  always @(posedge clk_i) begin
    offered_q <= rst_ni && out_valid && !out_ready;
    offer_q   <= offer;
  end

  `PROVE(1, offer_holds, !offered_q || (out_valid && offer == offer_q))
  `PROVE(2, read_behind_writes, !(in_fire && |lanes_x && !in_rw) ||
    !(|(pending & touches & writes)))
  `PROVE(3, write_behind_all, !(in_fire && |lanes_x && in_rw) || !(|(pending & touches)))
  `PROVE(4, ordered_enters_alone, !(in_fire && h_is_ordered) ||
    (pending == 0 && numbers == 0 && h_left_all == 0))
  `PROVE(5, nothing_enters_beside_ordered, !(in_fire && ordered_inside))
  `PROVE(6, attributed_is_ordered, !(in_fire && |(in_mask & in_atype)) || h_is_ordered)
  `PROVE(7, number_is_free, !(out_valid && !out_rw && !h_ordered) || !numbers[out_tag[0]])
  `PROVE(8, slot_is_free, !in_fire || !(pending[h_slot] || h_left_of_slot))
  `PROVE(9, answer_has_its_tag, !rsp_valid || rsp_tag == (h_rsp_slot ? tag1 : tag0))
  `PROVE(10, idle_is_exact, !idle || (pending == 0 && numbers == 0 && !ordered_inside))

  `HELPER(stages_differ, (h_queued & h_asked) == 0 && (h_queued & h_active) == 0 &&
    (h_asked & h_active) == 0)
  `HELPER(pending_is_taken, (pending & ~taken) == 0)
  `HELPER(next_is_used, !h_slot_valid || h_used[h_slot])
  `HELPER(address_is_asked, h_adr_valid ? h_asked == (2'b01 << h_adr_slot) : h_asked == 0)
  `HELPER(kind, (pending & (h_store ^ h_pool_store)) == 0 && (taken & (h_store ^ writes)) == 0)
  `HELPER(write_awaits_nothing, !(taken[0] && h_store[0] && h_left[1:0] != 0) &&
    !(taken[1] && h_store[1] && h_left[3:2] != 0))
  `HELPER(hash_is_there, (!(taken[0] && touches[0]) || h_hashes[x[3:0] ^ x[7:4]]) &&
    (!(taken[1] && touches[1]) || h_hashes[{1'b1, x[3:0] ^ x[7:4]}]))
  `HELPER(number_waits, (!numbers[0] || (taken[h_mshr_slot[0]] && !h_store[h_mshr_slot[0]] &&
    h_left[2*h_mshr_slot[0] +: 2] != 0)) && (!numbers[1] || (taken[h_mshr_slot[1]] &&
    !h_store[h_mshr_slot[1]] && h_left[2*h_mshr_slot[1] +: 2] != 0)))
  `HELPER(read_waits, (!(pending[0] && !h_store[0]) || h_left[1:0] != 0) &&
    (!(pending[1] && !h_store[1]) || h_left[3:2] != 0))
  `HELPER(outside_is_a_number, (outside & ~numbers) == 0 &&
    (!h_back || (numbers[h_back_mshr] && !outside[h_back_mshr])))
  `HELPER(numbers_are_used, (numbers & ~(h_mshr_used & ~(h_mshr_valid << h_mshr))) == 0 &&
    (!h_mshr_valid || h_mshr_used[h_mshr]))
  `HELPER(ordered_is_alone, !h_ordered || (pending == 0 && numbers == 0 &&
    taken == (2'b01 << h_ordered_slot)))
  `HELPER(waits_is_ordered, !h_waits || (h_ordered && h_awaited != 0))
  `HELPER(alone_is_awaited, alone_outside == h_waits)
  `HELPER(ordered_is_inside, ordered_inside ? h_ordered : !h_ordered)
  `HELPER(ordered_lanes, !h_ordered || (to_send == h_to_send &&
    ordered_rw == h_store[h_ordered_slot] &&
    ordered_addr == (h_ordered_slot ? h_addr1 : h_addr0)))
  `HELPER(ordered_answers, !h_ordered || (ordered_rw ? !h_waits : unanswered ==
    (to_send | ({2{h_waits}} & h_awaited)) && unanswered ==
    (h_ordered_slot ? h_left[3:2] : h_left[1:0]) && (to_send & h_awaited & {2{h_waits}}) == 0))
  `HELPER(offer_is_active, !h_pool_waits || h_active[h_pool_slot])
  `HELPER(tags, (!taken[0] || tag0 == h_tag0) && (!taken[1] || tag1 == h_tag1))

  `WITNESS(1, offer_waits, offered_q)
  `WITNESS(2, read_waits_behind_a_write, in_valid && !in_rw && |(lanes_x) && !in_ready &&
    |(pending & touches & writes) && !h_is_ordered)
  `WITNESS(3, write_waits_behind_a_read, in_valid && in_rw && |(lanes_x) && !in_ready &&
    |(pending & touches & ~writes) && !h_is_ordered)
  `WITNESS(4, ordered_waits, in_valid && h_is_ordered && |(numbers))
  `WITNESS(5, another_waits_beside_ordered, in_valid && !h_is_ordered && ordered_inside)
  `WITNESS(5, ordered_leaves_in_two_pieces, ordered_inside && h_waits && |(to_send))
  `WITNESS(7, all_numbers_are_taken, numbers == 2'b11)
  `WITNESS(8, all_slots_are_taken, in_valid && !h_slot_valid)
  `WITNESS(9, younger_is_answered_first, rsp_fire && h_rsp_slot && taken == 2'b11)
  `WITNESS(10, idle_again, idle && |(touches))
endmodule
`default_nettype wire
