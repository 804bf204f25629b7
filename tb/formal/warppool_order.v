// warppool_order.v : what is proved of the whole WarpPool, for a warp W, any traffic, any L1D and
// any way in which addresses are made and lines come back: no load of W goes to L1D past an older
// store or atomic of W, no store or atomic past anything older of W, and what W has on its way is
// counted exactly, so that nothing of it is lost or doubled (WarpPool 3.8).
//
// What W has on its way is found here in the registers of the pipeline, one by one: an instruction
// whose last line is not made stands for one, and so does each line that is made and not accepted.
// The only rules for the outside: an instruction comes on adr once, behind ag, as it was, with at
// least one lane; bypass_pulse_i comes once for each of kind 2. The script gives the sizes and
// connects h_* to the registers.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module warppool_order_properties (
  input wire                 clk_i, rst_ni,
  input wire                 iss_valid_i, ag_ready_i, adr_valid_i, adr_store_i, req_ready_i,
    req_miss_i, bypass_pulse_i,
  input wire                 ret_valid_i, ret_fill_i, wb_ready_i,
  input wire [1:0]           iss_kind_i, adr_size_i,
  input wire [`WARP_W-1:0]   iss_warp_i, adr_warp_i, bypass_warp_i,
  input wire [`SEQ_W-1:0]    iss_seq_i, adr_seq_i,
  input wire [`LANES-1:0]    adr_mask_i,
`ifdef DATA
  input wire [`LANES*32-1:0] adr_data_i,
  input wire [255:0]         ret_data_i, // a line
`endif
  input wire [`LANES*16-1:0] adr_addr_i,
  input wire [`MSHR_W-1:0]   req_mshr_i, ret_mshr_i,
  input wire [`COUNT_W-1:0]  ret_count_i,
  input wire [`MERGES*`META_W-1:0] ret_meta_i
);
  localparam integer WW = `WARP_W, C = `COALESCERS, L = `LANES, M = `MERGES, T = `TAGS, Q =
    `INSN_QUEUES, D = `INSN_DEPTH;
  localparam integer N = `COUNTER_W + 3; // bits of what is on its way

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire                 iss_ready, ag_valid, ag_store, adr_ready, req_valid, req_load, req_store,
    idle;
  wire [WW-1:0]        ag_warp, req_warp;
  wire [`SEQ_W-1:0]    ag_seq;
  wire [`COUNT_W-1:0]  req_count;
  wire [M*`META_W-1:0] req_meta;
  wire [`WARPS-1:0]    load_ok, store_ok, pending;
  `TOP u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .iss_valid_i(iss_valid_i), .iss_kind_i(iss_kind_i),
    .iss_warp_i(iss_warp_i), .iss_seq_i(iss_seq_i),
    .iss_ready_o(iss_ready), .ag_ready_i(ag_ready_i), .ag_valid_o(ag_valid),
    .ag_store_o(ag_store), .ag_warp_o(ag_warp), .ag_seq_o(ag_seq),
    .adr_valid_i(adr_valid_i), .adr_store_i(adr_store_i), .adr_warp_i(adr_warp_i),
    .adr_seq_i(adr_seq_i), .adr_size_i(adr_size_i),
    .adr_mask_i(adr_mask_i), .adr_addr_i(adr_addr_i), .adr_ready_o(adr_ready),
`ifdef DATA
    .adr_data_i(adr_data_i), .ret_data_i(ret_data_i), .req_data_o(), .wb_data_o(),
`endif
    .req_ready_i(req_ready_i), .req_miss_i(req_miss_i),
    .req_mshr_i(req_mshr_i), .req_valid_o(req_valid), .req_load_o(req_load),
    .req_store_o(req_store), .req_line_o(), .req_count_o(req_count),
    .req_meta_o(req_meta), .req_warp_o(req_warp), .req_mask_o(), .bypass_pulse_i(bypass_pulse_i),
    .bypass_warp_i(bypass_warp_i),
    .ret_valid_i(ret_valid_i), .ret_fill_i(ret_fill_i), .ret_mshr_i(ret_mshr_i),
    .ret_count_i(ret_count_i), .ret_meta_i(ret_meta_i),
    .ret_ready_o(), .wb_ready_i(wb_ready_i), .wb_valid_o(), .wb_warp_o(), .wb_seq_o(),
    .wb_last_o(), .wb_mask_o(), .free_valid_o(),
    .free_mshr_o(), .warp_first_o(), .load_ok_o(load_ok), .store_ok_o(store_ok),
    .pending_o(pending), .idle_o(idle)
  );

  (* keep *) wire [`WARPS*`COUNTER_W-1:0] h_counter;
  (* keep *) wire [`WARPS-1:0]  h_behind;
  (* keep *) wire [M:0]         h_done;                    // accepted in the cycle before
  (* keep *) wire [(M+1)*WW-1:0] h_done_warp;
  (* keep *) wire [Q*`PTR_W-1:0] h_head, h_tail;           // instruction queues
  (* keep *) wire [Q*`FILL_W-1:0] h_fill;
  (* keep *) wire [Q*D-1:0]     h_insn_store;
  (* keep *) wire [Q*D*WW-1:0]  h_insn_warp;
  (* keep *) wire [1:0]         h_ag_valid, h_ag_store;
  (* keep *) wire [2*WW-1:0]    h_ag_warp;
  (* keep *) wire [C*L-1:0]     h_left;                    // A
  (* keep *) wire [C-1:0]       h_a_store, h_b_valid, h_b_store;
  (* keep *) wire [C*WW-1:0]    h_a_warp, h_b_warp;
  (* keep *) wire [2*C-1:0]     h_r_valid;
  (* keep *) wire [2*C*WW-1:0]  h_r_warp;
  (* keep *) wire [T*M-1:0]     h_there;                   // tags
  (* keep *) wire [T*M*WW-1:0]  h_tag_warp;
  (* keep *) wire [T*`KEY_W-1:0] h_key;  // a line's bits beside its queue's number
  (* keep *) wire [T-1:0]       h_named;
  (* keep *) wire [1:0]         h_out_valid, h_out_store;
  (* keep *) wire [2*M-1:0]     h_out_there;
  (* keep *) wire [2*M*WW-1:0]  h_out_warp;
  (* keep *) wire               h_has_store;
  // what moves: A to B, not its last; B to R; B out; R to its tag
  (* keep *) wire [C-1:0]       h_enters, h_more, h_to_r, h_store_leaves, h_r_taken;
  (* keep *) wire               h_tag_leaves;
`ifdef BY_AGE
  (* keep *) wire [T-1:0]       h_place;
  (* keep *) wire [T*`TAG_W-1:0] h_place_tag;
`ifdef NARROW
  (* keep *) wire [C-1:0]       h_alloc; // tags that enter the order, allocated in the cycle before
  (* keep *) wire [C*`QUEUE_W-1:0] h_alloc_queue;
  (* keep *) wire [C*`PER_QUEUE-1:0] h_alloc_way;
`endif
`endif
`ifdef NARROW
  (* keep *) wire [C-1:0]       h_open;      // takes an instruction
  (* keep *) wire [C-1:0]       h_lay_store; // the store that is laid out, its groups that are left
  (* keep *) wire [L-1:0]       h_lay_left;
  (* keep *) wire [C*L-1:0]     h_b_lanes;
  (* keep *) wire               h_line_ok;   // of W
  (* keep *) wire [2*C*11-1:0]  h_r_line;    // queue and key of the lines in R
  (* keep *) wire [C*`PER_QUEUE-1:0] h_head_match, h_next_match; // the tags that have them
`ifdef QUEUED
  // the queues of the lines in B and, one-hot, of these and of the heads of R
  (* keep *) wire [C*(11-`KEY_W)-1:0] h_b_queue;
  (* keep *) wire [C*(T/`PER_QUEUE)-1:0] h_b_onehot, h_r_onehot;
`endif
  // what was put in the cycle before, its key inverted
  (* keep *) wire [C*(T/`PER_QUEUE)-1:0] h_put_queue;
  (* keep *) wire [C*`PER_QUEUE-1:0] h_put_alloc;
  (* keep *) wire [C*`KEY_W-1:0] h_put_key;
`ifdef DATA
  (* keep *) wire [31:0]        h_written;   // bytes of the store on offer whose latches are open
`endif
`endif

  // What the outside has of W: loads and stores between ag and adr, instructions of kind 2
  localparam [WW-1:0] W = `WATCHED;
  wire         mine_iss = iss_valid_i && iss_ready && iss_warp_i == W;
  wire         mine_ag  = ag_valid && ag_ready_i && ag_warp == W;
  wire         mine_adr = adr_valid_i && adr_ready && adr_warp_i == W;
  wire         mine_round = bypass_pulse_i && bypass_warp_i == W;
  reg  [N-1:0] made_loads, made_stores, rounds;
  always @* begin
    assume (!adr_valid_i || adr_mask_i != 0);
    assume (!adr_valid_i || adr_warp_i != W || (adr_store_i ? made_stores != 0 : made_loads != 0));
    assume (!bypass_pulse_i || bypass_warp_i != W || rounds != 0);
    assume (!iss_valid_i || iss_warp_i < `WARPS);
  end

  // What W has in each stage, as the registers have it: instruction queues and ag, A, B, R, tags,
  // outbound buffer; accepted, not yet counted
  reg [N-1:0] q_loads, q_stores, a_loads, a_stores, b_loads, b_stores, in_r, in_tags, o_loads,
    o_stores, late, insn_at;
  reg         rings, here; // of instruction queues
  integer     q, d, c, k, t, u, p;
  always @* begin
    q_loads = 0; q_stores = 0; rings = 1'b1;
    for (q = 0; q < Q; q = q + 1) begin
      rings = rings && h_fill[q*`FILL_W +: `FILL_W] <= D && h_head[q*`PTR_W +: `PTR_W] < D &&
        h_tail[q*`PTR_W +: `PTR_W] < D;
      insn_at = h_head[q*`PTR_W +: `PTR_W] + h_fill[q*`FILL_W +: `FILL_W];
      rings = rings && h_tail[q*`PTR_W +: `PTR_W] == (insn_at >= D ? insn_at - D : insn_at);
      for (d = 0; d < D; d = d + 1) begin
        insn_at  = d >= h_head[q*`PTR_W +: `PTR_W] ? d - h_head[q*`PTR_W +: `PTR_W] : d +
          D - h_head[q*`PTR_W +: `PTR_W];
        here     = insn_at < h_fill[q*`FILL_W +: `FILL_W] && h_insn_warp[(q*D+d)*WW +: WW] == W;
        q_loads  = q_loads + (here && !h_insn_store[q*D+d]);
        q_stores = q_stores + (here && h_insn_store[q*D+d]);
      end
    end
    for (k = 0; k < 2; k = k + 1) begin
      here     = h_ag_valid[k] && h_ag_warp[k*WW +: WW] == W;
      q_loads  = q_loads + (here && !h_ag_store[k]);
      q_stores = q_stores + (here && h_ag_store[k]);
    end
    a_loads = 0; a_stores = 0; b_loads = 0; b_stores = 0; in_r = 0; in_tags = 0; o_loads = 0;
      o_stores = 0; late = 0;
    for (c = 0; c < C; c = c + 1) begin
      here     = h_left[c*L +: L] != 0 && h_a_warp[c*WW +: WW] == W;
      a_loads  = a_loads + (here && !h_a_store[c]);
      a_stores = a_stores + (here && h_a_store[c]);
      here     = h_b_valid[c] && h_b_warp[c*WW +: WW] == W;
      b_loads  = b_loads + (here && !h_b_store[c]);
      b_stores = b_stores + (here && h_b_store[c]);
      for (k = 0; k < 2; k = k + 1)
        in_r = in_r + (h_r_valid[2*c+k] && h_r_warp[(2*c+k)*WW +: WW] == W);
    end
    for (t = 0; t < T*M; t = t + 1) in_tags = in_tags + (h_there[t] && h_tag_warp[t*WW +: WW] == W);
    for (k = 0; k < 2*M; k = k + 1) begin
      here     = h_out_valid[k/M] && h_out_there[k] && h_out_warp[k*WW +: WW] == W;
      o_loads  = o_loads + (here && !h_out_store[k/M]);
      o_stores = o_stores + (here && h_out_store[k/M]);
    end
    for (k = 0; k <= M; k = k + 1) late = late + (h_done[k] && h_done_warp[k*WW +: WW] == W);
  end
  wire [N-1:0] of_loads = q_loads + made_loads + a_loads + b_loads + in_r + in_tags + o_loads;
  wire [N-1:0] stores = q_stores + made_stores + a_stores; // instructions
  wire [N-1:0] of_stores = stores + b_stores + o_stores, all = of_loads + of_stores + rounds;
  wire [`COUNTER_W-1:0] counter = h_counter[W*`COUNTER_W +: `COUNTER_W];

  // The same by what moves, stage by stage: so induction has to do with one stage at a time.
  reg [N-1:0] n_q_loads, n_q_stores, n_a_loads, n_a_stores, n_b_loads, n_b_stores, n_r, n_tags,
    n_o_loads, n_o_stores;
  reg [N-1:0] a_l, a_s, b_l, b_s, b_to_r, b_out, r_out, t_out, o_out, o_s_out;
  reg         goes;
  integer     i, j;
  always @* begin
    a_l = 0; a_s = 0; b_l = 0; b_s = 0; b_to_r = 0; b_out = 0; r_out = 0; t_out = 0;
    for (i = 0; i < C; i = i + 1) begin
      goes   = h_enters[i] && h_a_warp[i*WW +: WW] == W;
      b_l    = b_l + (goes && !h_a_store[i]);
      b_s    = b_s + (goes && h_a_store[i]);
      a_l    = a_l + (goes && !h_a_store[i] && !h_more[i]);
      a_s    = a_s + (goes && h_a_store[i] && !h_more[i]);
      goes   = h_b_warp[i*WW +: WW] == W;
      b_to_r = b_to_r + (goes && h_to_r[i]);
      b_out  = b_out + (goes && h_store_leaves[i]);
      r_out  = r_out + (h_r_taken[i] && h_r_warp[2*i*WW +: WW] == W);
    end
    for (j = 0; j < T*M; j = j + 1)
      t_out = t_out + (h_tag_leaves && h_named[j/M] && h_there[j] && h_tag_warp[j*WW +: WW] == W);
    o_out = 0;
    for (j = 0; j < M; j = j + 1)
      o_out = o_out + (req_valid && req_ready_i && h_out_there[j] && h_out_warp[j*WW +: WW] == W);
    o_s_out = h_out_store[0] ? o_out : 0;
    o_out   = h_out_store[0] ? 0 : o_out;
  end
  always @(posedge clk_i)
    if (!rst_ni) begin
      made_loads <= 0; made_stores <= 0; rounds <= 0; n_q_loads <= 0; n_q_stores <= 0;
        n_a_loads <= 0; n_a_stores <= 0;
      n_b_loads <= 0; n_b_stores <= 0; n_r <= 0; n_tags <= 0; n_o_loads <= 0; n_o_stores <= 0;
    end else begin
      rounds      <= rounds + (mine_iss && iss_kind_i[1]) - mine_round;
      n_q_loads   <= n_q_loads + (mine_iss && iss_kind_i == 0) - (mine_ag && !ag_store);
      n_q_stores  <= n_q_stores + (mine_iss && iss_kind_i == 1) - (mine_ag && ag_store);
      made_loads  <= made_loads + (mine_ag && !ag_store) - (mine_adr && !adr_store_i);
      made_stores <= made_stores + (mine_ag && ag_store) - (mine_adr && adr_store_i);
      n_a_loads   <= n_a_loads + (mine_adr && !adr_store_i) - a_l;
      n_a_stores  <= n_a_stores + (mine_adr && adr_store_i) - a_s;
      n_b_loads   <= n_b_loads + b_l - b_to_r;
      n_b_stores  <= n_b_stores + b_s - b_out;
      n_r         <= n_r + b_to_r - r_out;
      n_tags      <= n_tags + r_out - t_out;
      n_o_loads   <= n_o_loads + t_out - o_out;
      n_o_stores  <= n_o_stores + b_out - o_s_out;
    end
  wire [N-1:0] n_all = n_q_loads + n_q_stores + made_loads + made_stores + rounds + n_a_loads +
    n_a_stores + n_b_loads + n_b_stores + n_r + n_tags
                     + n_o_loads + n_o_stores;

  // What L1D takes
  reg          takes_load;
  wire         takes = req_valid && req_ready_i;
  wire         takes_store = takes && req_store && req_warp == W;
  reg  [N-1:0] taken_loads;
  always @* begin
    taken_loads = 0;
    for (k = 0; k < M; k = k + 1)
      taken_loads = taken_loads + (k < req_count && req_meta[(k+1)*`META_W-1 -: WW] == W);
    takes_load = takes && req_load && taken_loads != 0;
  end

  // Shape of the queues: requests of a tag without a gap; S names one tag that holds something, or
  // none; buffers fill from the front
  reg shaped, listed, once;
  reg [N-1:0] stands;
  always @* begin
    shaped = (h_named & (h_named - 1'b1)) == 0 && h_has_store == |(h_out_valid & h_out_store) &&
      !(&(h_out_valid & h_out_store));
    shaped = shaped && (h_out_valid[0] || !h_out_valid[1]) && (h_ag_valid[0] || !h_ag_valid[1]);
    for (c = 0; c < C; c = c + 1) shaped = shaped && (h_r_valid[2*c] || !h_r_valid[2*c+1]);
    for (t = 0; t < T; t = t + 1) begin
      shaped = shaped && (!h_named[t] || h_there[t*M]);
      for (u = 0; u < t; u = u + 1) // of a queue's tags for one line at most one has room
        shaped = shaped && (u / `PER_QUEUE != t / `PER_QUEUE || !h_there[t*M] || !h_there[u*M] ||
          h_there[t*M+M-1] || h_there[u*M+M-1] ||
                            h_key[t*`KEY_W +: `KEY_W] != h_key[u*`KEY_W +: `KEY_W]);
      for (k = 1; k < M; k = k + 1) shaped = shaped && (h_there[t*M+k-1] || !h_there[t*M+k]);
    end
    for (k = 0; k < 2; k = k + 1) begin
      for (u = 1; u < M; u = u + 1)
        shaped = shaped && (!h_out_valid[k] || h_out_there[k*M+u-1] || !h_out_there[k*M+u]);
      shaped = shaped && (!h_out_valid[k] || h_out_there[k*M]);
      for (u = 1; u < M; u = u + 1)
        shaped = shaped && (!h_out_valid[k] || !h_out_store[k] || !h_out_there[k*M+u]);
    end
    listed = 1'b1; once = 1'b1;
`ifdef BY_AGE
    // The order has no hole. A tag that holds something stands in one place; with narrow it may
    // enter in this cycle instead, as the only one of its allocation. S names none that enters.
    for (t = 0; t < T; t = t + 1) begin
      stands = 0;
      for (p = 0; p < T; p = p + 1)
        stands = stands + (h_place[p] && h_place_tag[p*`TAG_W +: `TAG_W] == t);
      listed = listed && (!h_named[t] || stands != 0);
`ifdef NARROW
      for (c = 0; c < C; c = c + 1)
        stands = stands + (h_alloc[c] && h_alloc_way[c*`PER_QUEUE + t % `PER_QUEUE] &&
          h_alloc_queue[c*`QUEUE_W +: `QUEUE_W] == t / `PER_QUEUE);
`endif
      once = once && stands == h_there[t*M];
    end
`ifdef NARROW
    for (c = 0; c < C; c = c + 1)
      once = once && (!h_alloc[c] || (h_alloc_queue[c*`QUEUE_W +: `QUEUE_W] < T / `PER_QUEUE &&
        (h_alloc_way[c*`PER_QUEUE +: `PER_QUEUE] & (h_alloc_way[c*`PER_QUEUE +: `PER_QUEUE] - 1'b1))
          == 0 && h_alloc_way[c*`PER_QUEUE +: `PER_QUEUE] != 0));
`endif
    for (p = 0; p < T; p = p + 1)
      listed = listed && (!h_place[p] || (h_place_tag[p*`TAG_W +: `TAG_W] < T &&
        (p == 0 || h_place[p > 0 ? p-1 : 0])));
`endif
  end

`ifdef NARROW
  localparam integer LIMIT = (1 << `COUNTER_W) - 2*C - 2; // up to which a line is made
`else
  localparam integer LIMIT = (1 << `COUNTER_W) - C - 2;
`endif
  wire wide = 3 * (1 << `COUNTER_W) + Q*D + 2 + 4*C + T*M + 3*M + 1 < (1 << N); // no sum wraps
  wire [1:0] kind = iss_kind_i;
  `PROVE(1, no_load_issues_behind_a_store, !(mine_iss && kind == 0) ||
    (of_stores == 0 && rounds == 0))
  `PROVE(2, no_store_issues_behind_anything, !(mine_iss && kind != 0) || all == 0)
  `PROVE(3, accepted_loads_have_no_store_beside, !takes_load || (of_stores == 0 && rounds == 0))
  `PROVE(4, accepted_stores_have_no_other_beside, !takes_store ||
    (of_loads == 0 && rounds == 0 && stores <= 1))
  `PROVE(5, counted_exactly, counter == all + late)
  `PROVE(6, pending_covers_all, all == 0 || pending[W])
  `PROVE(7, idle_holds_nothing, !idle || (all == rounds + made_loads + made_stores && late == 0))
`ifdef BY_AGE
  `PROVE(8, each_tag_stands_in_the_order_once, once)
`endif
`ifdef NARROW
  reg laying; // the store that is laid out is one that waits, and it alone
  reg lanes;  // a line in B has lanes
  reg empty;  // what may take an instruction holds none, nor a store of one
  always @* begin
    laying = (h_lay_store & (h_lay_store - 1'b1)) == 0 && !(h_lay_store != 0 && h_lay_left == 0 &&
      h_has_store) && (h_lay_store & ~(h_b_valid & h_b_store)) == 0;
    lanes = 1'b1; empty = 1'b1;
    for (c = 0; c < C; c = c + 1) begin
      lanes = lanes && (!h_b_valid[c] || h_b_lanes[c*L +: L] != 0);
      empty = empty && (!h_open[c] || (h_left[c*L +: L] == 0 && !(h_b_valid[c] && h_b_store[c])));
    end
  end
`ifdef DATA
  // Nothing looks at the bytes of a store but when it is on offer, so that they may come until
  // their latches shut (synth/sta.tcl).
  `PROVE(9, bytes_have_shut_on_offer, !(h_has_store && h_written != 0))
  `WITNESS(9, bytes_are_written, h_written != 0)
`endif
  // Of the lines in R it is known which tags have them, but for those that are written; those have
  // what was put.
  reg matched, written;
  reg [11:0] r_line; // with a zero above
  always @* begin
    matched = 1'b1; written = 1'b1;
    for (c = 0; c < C; c = c + 1)
      for (t = 0; t < T; t = t + 1) begin
        for (k = 0; k < 2; k = k + 1) begin
          r_line = {1'b0, h_r_line[(2*c+k)*11 +: 11]};
          if (h_r_valid[2*c+k] && h_there[t*M] && r_line >> `KEY_W == t / `PER_QUEUE)
            matched = matched &&
            (k == 0 ? h_head_match[c*`PER_QUEUE + t % `PER_QUEUE] :
              h_next_match[c*`PER_QUEUE + t % `PER_QUEUE]) ==
            (h_key[t*`KEY_W +: `KEY_W] == r_line[`KEY_W-1:0]);
        end
        if (h_there[t*M] && h_put_queue[c*(T/`PER_QUEUE) + t / `PER_QUEUE] &&
          h_put_alloc[c*`PER_QUEUE + t % `PER_QUEUE]) written = written &&
            h_key[t*`KEY_W +: `KEY_W] == ~h_put_key[c*`KEY_W +: `KEY_W];
      end
  end
`ifdef QUEUED
  localparam integer NQ = T / `PER_QUEUE, QB = 11 - `KEY_W;
  reg          onehots;
  reg [NQ-1:0] first_queue;
  always @* begin
    onehots = 1'b1; first_queue = 1;
    for (c = 0; c < C; c = c + 1) onehots = onehots &&
      (!h_b_valid[c] || h_b_onehot[c*NQ +: NQ] == first_queue << h_b_queue[c*QB +: QB]) &&
      (!h_r_valid[2*c] ||
        h_r_onehot[c*NQ +: NQ] == first_queue << h_r_line[2*c*11 + `KEY_W +: QB]);
  end
  `HELPER(queues_of_lines_are_known, onehots)
`endif
  `HELPER(lines_in_r_are_matched, matched)
  `HELPER(what_was_put_is_there, written)
  `HELPER(lays_out_one_that_waits, laying)
  `HELPER(lines_have_lanes, lanes)
  `HELPER(takes_what_it_has_room_for, empty)
  `HELPER(lines_have_room, !h_line_ok || counter <= (1 << `COUNTER_W) - C - 2)
`endif
  `HELPER(instruction_rings, rings)
  `HELPER(queues_hold, n_q_loads == q_loads && n_q_stores == q_stores)
  `HELPER(a_holds, n_a_loads == a_loads && n_a_stores == a_stores)
  `HELPER(b_holds, n_b_loads == b_loads && n_b_stores == b_stores)
  `HELPER(r_holds, n_r == in_r)
  `HELPER(tags_hold, n_tags == in_tags)
  `HELPER(outbound_holds, n_o_loads == o_loads && n_o_stores == o_stores)
  `HELPER(sum_of_stages, counter == n_all + late)
  `HELPER(shapes, shaped)
  `HELPER(order_lists_tags, listed)
  `HELPER(loads_or_a_store, (of_stores == 0 ||
    (of_loads == 0 && rounds == 0 && stores <= 1 && !h_behind[W]))
    && (rounds == 0 || (all == 1 && !h_behind[W])))
  `HELPER(counter_fits, wide && all + late < (1 << `COUNTER_W) &&
    made_loads < (1 << `COUNTER_W) && made_stores < (1 << `COUNTER_W) &&
    rounds < (1 << `COUNTER_W))

  `WITNESS(1, load_issues_behind_loads, mine_iss && kind == 0 && of_loads > 1)
  `WITNESS(2, store_issues_after_a_load, mine_iss && kind == 1 && h_behind[W])
  `WITNESS(3, merged_load_of_one_warp, takes_load && taken_loads > (M > 1 ? 1 : 0))
  `WITNESS(4, store_of_two_lines, takes_store && b_stores + o_stores > 1)
  `WITNESS(5, counter_at_its_limit, counter > LIMIT)
  `WITNESS(6, atomic_waits, rounds != 0 && iss_valid_i && iss_warp_i == W && !iss_ready)
  `WITNESS(7, idle_behind_traffic, idle && h_behind[W])
endmodule
`default_nettype wire
