// mrpb.v : what is proved of every emitted MRPB (Jia, Shaw, Martonosi, HPCA 2014, sections 3.2 to
// 3.4 and 6), for any traffic that keeps the rules of the input channel, with resets at any time.
//
// One queue `q`, any of them, is followed from the ports: how many of its requests are inside
// (n_q), and one of them, any of them, the token: how many stand before it (tok_pos) and what it
// is. That the token leaves when none stands before it, unchanged, says for every k that the k-th
// request of a queue to come in is the k-th of it to leave: order, nothing lost, made up or
// doubled.
//
// The scripts that call this give the point: QUEUES DEPTH LATENCY, RR LONGEST GREEDY FLUSH (0 or
// 1), RUNS (drain_n), BYPASS (0 none, 1 associativity, 2 all), SIGNATURES and one of SIG_WARP,
// SIG_CTA, SIG_CTA_WARP, SIG_PC, SIG_LINE, WARPS and the widths; SLOT without queues (5.4): of one
// queue, whose requests all go through as a write does with flush. Wires called h_* are the
// block's own registers, which the script connects: helper invariants tie what is followed to
// them, and the block's registers to one another. What a property says uses the ports, the h_*
// that hold the block's occupancy, and nothing of its logic.
//
// Bounded waits count grants, with no promise of when the output grants: a queue with an entry old
// enough waits in round robin for at most QUEUES - 1 choices of other queues, in runs of RUNS for
// a run of each. Fixed, longest and greedy orders starve: a run is shown that comes back to its
// own state, the output always ready, and never serves `q`, so that it can go on for ever. So can,
// with flush, writes in round robin: they take the drain's place (section 3.3, flush part 2).
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module mrpb_properties (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               in_valid_i, in_write_i,
  input wire [`LINE_W-1:0] in_line_i,
  input wire [`WARP_W-1:0] in_warp_i,
`ifdef SIG_CTA
  input wire [`SIG_W-1:0]  in_cta_i,
`elsif SIG_CTA_WARP
  input wire [`SIG_W-1:0]  in_cta_warp_i,
`elsif SIG_PC
  input wire [`SIG_W-1:0]  in_pc_i,
`endif
  input wire [`META_W-1:0] in_meta_i,
  input wire               req_ready_i,
  input wire [1:0]         req_stall_i,
  input wire               byp_ready_i,
  input wire               mark_i, // the request accepted in this cycle becomes the token
  // remember the state: a run that comes back to it can go on for ever
  input wire               snap_i
);
  localparam integer Q = `QUEUES, D = `DEPTH, L = `LATENCY;
  localparam integer Q_W = (Q > 1) ? $clog2(Q) : 1;
  localparam integer S_W = (D > 1) ? $clog2(D) : 1;
  localparam integer STAGES = (L > 2) ? L - 2 : 1; // of the latency line, if there is one
  localparam integer C_W = $clog2(D + 1);          // of the counts of longest first
  localparam integer PAY_W = `LINE_W + `WARP_W + `META_W;
  localparam integer E_W = 1 + PAY_W;              // write and payload
  localparam integer N_W = 4;                      // of every number here
  // most choices of a queue before it is another's turn
  localparam integer RUN = `RUNS ? `RUNS : 1;
`ifdef SLOT
  localparam SLOT = 1;
`else
  localparam SLOT = 0;
`endif
`ifdef SIG_PC
  localparam BY_PC = 1;                            // a write waits for all queues, not for its own
`else
  localparam BY_PC = 0;
`endif

  wire              in_ready, req_valid, req_write, idle;
  wire [PAY_W-1:0]  req_payload;
  wire [Q-1:0]      pending;
  wire [PAY_W-1:0]  in_payload = {in_line_i, in_warp_i, in_meta_i};
`ifdef SIG_CTA
  wire [`SIG_W-1:0] signature = in_cta_i;
`elsif SIG_CTA_WARP
  wire [`SIG_W-1:0] signature = in_cta_warp_i;
`elsif SIG_PC
  wire [`SIG_W-1:0] signature = in_pc_i;
`elsif SIG_LINE
  wire [`SIG_W-1:0] signature = in_line_i;
`else
  wire [`SIG_W-1:0] signature = in_warp_i;
`endif
  wire bypasses;

  `TOP #(
    .LINE_W(`LINE_W), .WARP_W(`WARP_W), .META_W(`META_W)
`ifdef SIG_CTA
    , .CTA_W(`SIG_W)
`elsif SIG_PC
    , .PC_W(`SIG_W)
`endif
  ) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .in_valid_i(in_valid_i), .in_write_i(in_write_i), .in_line_i(in_line_i),
    .in_warp_i(in_warp_i), .in_meta_i(in_meta_i),
`ifdef SIG_CTA
    .in_cta_i(in_cta_i),
`elsif SIG_CTA_WARP
    .in_cta_warp_i(in_cta_warp_i),
`elsif SIG_PC
    .in_pc_i(in_pc_i),
`endif
    .in_ready_o(in_ready),
    .req_ready_i(req_ready_i), .req_stall_i(req_stall_i),
    .req_valid_o(req_valid), .req_write_o(req_write),
    .req_line_o(req_payload[PAY_W-1 -: `LINE_W]), .req_warp_o(req_payload[`META_W +: `WARP_W]),
    .req_meta_o(req_payload[`META_W-1:0]),
`ifdef HAS_BYPASS
    .byp_ready_i(byp_ready_i), .byp_pulse_o(bypasses),
`endif
    .idle_o(idle), .pending_o(pending)
  );
`ifndef HAS_BYPASS
  assign bypasses = 1'b0;
`endif

  // The block's registers, connected by the script
`ifdef SLOT
  (* keep *) wire [Q-1:0]       h_aged = {Q{1'b0}}, h_pick = {Q{1'b0}}, h_drain = {Q{1'b0}};
  (* keep *) wire               h_pick_any = 1'b0;
  (* keep *) wire [Q*D*`ENTRY_W-1:0] h_mem = {Q*D*`ENTRY_W{1'b0}};
`else
  (* keep *) wire [Q-1:0]       h_aged, h_pick, h_drain;
  (* keep *) wire               h_pick_any;
  (* keep *) wire [Q*D*`ENTRY_W-1:0] h_mem;
`endif
  (* keep *) wire               h_v0, h_v1, h_w0, h_w1;
  (* keep *) wire [Q_W-1:0]     h_q0, h_q1;
  (* keep *) wire [PAY_W-1:0]   h_p0, h_p1;
`ifdef HAS_LINE
  (* keep *) wire [STAGES-1:0]     h_line_valid;
  (* keep *) wire [STAGES*Q_W-1:0] h_line_queue;
`else
  (* keep *) wire [STAGES-1:0]     h_line_valid = {STAGES{1'b0}};
  (* keep *) wire [STAGES*Q_W-1:0] h_line_queue = {STAGES*Q_W{1'b0}};
`endif
`ifdef HAS_POINTERS
  (* keep *) wire [S_W*Q-1:0] h_head, h_tail; // bit k of all pointers at k*Q
`else
  (* keep *) wire [S_W*Q-1:0] h_head = {S_W*Q{1'b0}}, h_tail = {S_W*Q{1'b0}};
`endif
`ifdef HAS_POINTERS
  (* keep *) wire [Q-1:0] h_one, h_full;
`endif
`ifdef HAS_LINE
  (* keep *) wire [Q-1:0] h_ages, h_young;
`endif
`ifdef HAS_NEWEST
  (* keep *) wire [Q-1:0] h_newest;
`endif
`ifdef HAS_MIDDLE
  (* keep *) wire [Q-1:0] h_middle;
`endif

  // Rules of the environment: a reset comes first; a waiting request holds; warps and blocks are
  // those that there are.
  reg started = 1'b0;
  reg waits_q;
  reg [E_W+`SIG_W-1:0] in_q;
  always @(posedge clk_i) begin
    started <= 1'b1;
    waits_q <= rst_ni && in_valid_i && !in_ready;
    in_q    <= {in_write_i, in_payload, signature};
  end
  always @* begin
    assume (started || !rst_ni);
    assume (!waits_q || !started || !rst_ni ||
      (in_valid_i && {in_write_i, in_payload, signature} == in_q));
    assume (in_warp_i < `WARPS);
    assume (signature < `SIGNATURES);
  end

  // The queue that is followed
  (* anyconst *) reg [Q_W-1:0] q;
  always @* assume (q < Q);

  // MRPB 3.2: all of the signature, or its low bits
  wire [`SIG_W+Q_W-1:0] wide_queue = Q == 1 ? 0 : signature;
  wire [Q_W-1:0] in_queue = wide_queue[Q_W-1:0];
  wire accepts   = in_valid_i && in_ready;
  wire leaves    = req_valid && (req_ready_i || bypasses);
  wire accepts_q = accepts && in_queue == q;
  wire leaves_q  = leaves && h_q0 == q;
  wire through   = accepts && (SLOT || (`FLUSH && in_write_i)); // it is not stored

  reg [N_W-1:0] n_q, tok_pos, tok_age;
  reg [7:0]     n_all;
  reg           tok_in, tok_through, tok_alone;
  reg [E_W-1:0] tok;
  wire          marked = accepts_q && mark_i && !tok_in;
  wire          tok_leaves = leaves_q && tok_in && tok_pos == 0;
  always @(posedge clk_i) begin
    n_q   <= n_q + accepts_q - leaves_q;
    n_all <= n_all + accepts - leaves;
    if (tok_leaves) tok_in <= 1'b0;
    else if (tok_in && leaves_q) tok_pos <= tok_pos - 1;
    if (tok_in && tok_age != 4'd15) tok_age <= tok_age + 1;
    if (accepts) tok_alone <= 1'b0;
    if (marked) begin
      tok_in      <= 1'b1;
      tok_pos     <= n_q - leaves_q;
      tok_age     <= 1;
      tok_through <= through;
      tok_alone   <= n_all == 0;
      tok         <= {in_write_i, in_payload};
    end
    if (!rst_ni) begin
      n_q    <= 0;
      n_all  <= 0;
      tok_in <= 1'b0;
    end
  end

  // Occupancy of every queue: entries old enough (aged), and on the way there (young)
  wire [Q*N_W-1:0] aged_n, young_n, head_n;
  wire [Q-1:0]     sane;
  genvar j, k;
  generate
    for (j = 0; j < Q; j = j + 1) begin : g_queue
      wire [N_W-1:0] head, tail;
      for (k = 0; k < N_W; k = k + 1) begin : g_bit
        if (k < S_W) begin : g_in
          assign head[k] = h_head[k*Q+j];
          assign tail[k] = h_tail[k*Q+j];
        end else begin : g_above
          assign head[k] = 1'b0;
          assign tail[k] = 1'b0;
        end
      end
      reg [N_W-1:0] young;
      integer s;
      always @* begin
        young = 0;
        for (s = 0; s < STAGES; s = s + 1)
          young = young + (h_line_valid[s] && h_line_queue[s*Q_W +: Q_W] == j);
      end
      localparam [N_W-1:0] DEPTH = D;
      assign aged_n[j*N_W +: N_W]  = !h_aged[j] ? {N_W{1'b0}} : tail > head ? tail - head :
        DEPTH + tail - head;
      assign young_n[j*N_W +: N_W] = young;
      assign head_n[j*N_W +: N_W]  = head;
      assign sane[j] = head < D && tail < D && (h_aged[j] || head == tail) &&
        aged_n[j*N_W +: N_W] + young <= D;
    end
  endgenerate
  reg  [N_W-1:0] aged_q, young_q, head_q, in_aged, in_young;
  integer u;
  always @* begin
    {aged_q, young_q, head_q, in_aged, in_young} = 0;
    for (u = 0; u < Q; u = u + 1) begin
      if (q == u) {aged_q, young_q, head_q} =
        {aged_n[u*N_W +: N_W], young_n[u*N_W +: N_W], head_n[u*N_W +: N_W]};
      if (in_queue == u) {in_aged, in_young} = {aged_n[u*N_W +: N_W], young_n[u*N_W +: N_W]};
    end
  end
  generate
    for (j = 0; j < Q; j = j + 1) begin : g_flags // what stands in registers of its own
`ifdef HAS_POINTERS
      `HELPER(one_left, h_one[j] == (aged_n[j*N_W +: N_W] == 1))
      `HELPER(full_flag, h_full[j] == (aged_n[j*N_W +: N_W] + young_n[j*N_W +: N_W] == D))
`endif
`ifdef HAS_LINE
      `HELPER(aging, h_ages[j] == (h_line_valid[STAGES-1] &&
        h_line_queue[(STAGES-1)*Q_W +: Q_W] == j))
      `HELPER(young_flag, h_young[j] == (young_n[j*N_W +: N_W] != 0))
`endif
`ifdef HAS_NEWEST
      `HELPER(newest_flag, h_newest[j] == (h_line_valid[0] && h_line_queue[0 +: Q_W] == j))
`endif
`ifdef HAS_MIDDLE
      `HELPER(middle_flag, h_middle[j] == (h_line_valid[1] && h_line_queue[Q_W +: Q_W] == j))
`endif
    end
  endgenerate
  wire [N_W-1:0] out_q    = (h_v0 && h_q0 == q) + (h_v1 && h_q1 == q);
  wire [N_W-1:0] stored_q = n_q - out_q; // not yet outbound
  reg  [7:0] inside;
  integer a;
  always @* begin
    inside = h_v0 + h_v1;
    for (a = 0; a < Q; a = a + 1) inside = inside + aged_n[a*N_W +: N_W] + young_n[a*N_W +: N_W];
  end

  // The drain that the paper's rules ask for (3.3): flush, a write past its empty queue, the policy
  wire room = !h_v1;
  wire [N_W-1:0] in_n = in_aged + in_young;
  wire flush_full  = `FLUSH != 0 && in_valid_i && !in_write_i && in_n == D && in_aged != 0;
  wire flush_write = `FLUSH != 0 && !BY_PC && in_valid_i && in_write_i && in_aged != 0;
  wire flush = flush_full || flush_write;

  reg            last_any; // what the policy, and only it, chose last
  reg  [Q_W-1:0] last;
  reg  [N_W-1:0] run; // its choices running
  reg  [Q-1:0]   elig, among; // among those whose turn it may be
  reg  [Q*N_W-1:0] elig_n;
  reg              choice_any, behind;
  reg  [Q_W-1:0]   choice;
  reg  [N_W-1:0]   best;
  integer c, d;
  always @* begin
    for (c = 0; c < Q; c = c + 1) begin // with latency 1 what is accepted in this cycle counts
      elig_n[c*N_W +: N_W] = aged_n[c*N_W +: N_W] +
        (L == 1 && accepts && !through && in_queue == c);
      elig[c] = elig_n[c*N_W +: N_W] != 0;
    end
    choice_any = |elig;
    among = elig;
    if (`RUNS && last_any && run >= RUN) among[last] = 1'b0;
    if (among == 0) among = elig;
    choice = 0;
    best = 0;
    // from the last in order to the first: twice round, as round robin starts anywhere
    for (d = 2*Q - 1; d >= 0; d = d - 1) begin
      c = d < Q ? d : d - Q;
      behind = `RR ? (d < Q && last_any && c <= last) : d >= Q;
      if (among[c] && !behind && (!`LONGEST || elig_n[c*N_W +: N_W] >= best)) begin
        choice = c;
        best = elig_n[c*N_W +: N_W];
      end
    end
    if ((`GREEDY || run < RUN) && last_any && elig[last]) choice = last;
  end
  wire chooses = room && choice_any && !flush && !through;
  always @(posedge clk_i)
    if (!rst_ni) last_any <= 1'b0;
    else if (chooses) begin
      last_any <= 1'b1;
      last     <= choice;
      run      <= last_any && choice == last && run < RUN ? run + 1 : 1;
    end

  // Waiting of q: choices of other queues since it has an entry old enough
  reg [N_W-1:0] others;
  wire waits_for_choice = elig[q] && !h_drain[q];
  always @(posedge clk_i)
    if (!rst_ni || !waits_for_choice) others <= 0;
    else if (chooses && others != 4'd15) others <= others + 1;

  // Order, loss, duplication
  localparam integer ONE = 1;
  wire [E_W-1:0] offered = {req_write, req_payload};
  `PROVE(1, order_and_payload, !tok_leaves || offered == tok)
  `PROVE(2, nothing_made_up, !leaves_q || n_q != 0)
  `PROVE(3, pending_is_exact, pending[q] == (n_q != 0))
  `PROVE(4, idle_is_exact, idle == (n_all == 0))
  `PROVE(5, one_queue_drained, (h_drain & (h_drain - ONE)) == 0 && (h_drain & ~elig) == 0)
  `PROVE(6, no_overflow, stored_q <= D && !(accepts_q && !through && stored_q == D))
  `PROVE(7, ready_unless_full, !in_valid_i || in_queue != q || (`FLUSH && in_write_i) ||
    in_ready == (SLOT ? room : stored_q < D))
  reg            held_q;
  reg  [E_W-1:0] offered_q;
  always @(posedge clk_i) begin
    held_q    <= rst_ni && req_valid && !req_ready_i && !bypasses;
    offered_q <= offered;
  end
  `PROVE(8, offered_holds, !held_q || (req_valid && offered == offered_q))
  // Flush
  reg            through_q;
  reg  [E_W-1:0] written_q;
  always @(posedge clk_i) begin
    through_q <= rst_ni && through;
    written_q <= {in_write_i, in_payload};
  end
  wire [E_W-1:0] youngest = h_v1 ? {h_w1, h_p1} : {h_w0, h_p0};
  wire write_at_q = in_valid_i && in_write_i && in_queue == q;
  `PROVE(9, write_waits_for_its_queue, !`FLUSH || !write_at_q ||
    in_ready == ((BY_PC ? n_all == h_v0 + h_v1 : stored_q == 0) && room))
  `PROVE(10, write_takes_the_slot, !through_q || (h_v0 && youngest == written_q))
  `PROVE(11, full_queue_is_flushed, !(flush_full && room) || h_drain == ONE << in_queue)
  `PROVE(12, queue_of_a_write_is_flushed, !(flush_write && room) || h_drain == ONE << in_queue)
  // Policy
  `PROVE(13, policy_choice, !chooses || h_drain == ONE << choice)
  `PROVE(14, drains_when_it_can, (room && !through && elig != 0) == (h_drain != 0))
  // Latency
  wire tok_offered = tok_in && tok_pos == 0 && req_valid && h_q0 == q;
  `PROVE(15, not_before_its_latency, !tok_offered || tok_through || tok_age >= L)
  `PROVE(16, at_its_latency_when_alone, !(tok_in && tok_alone &&
    tok_age == (tok_through ? 1 : L)) || tok_offered)
  // Bypass (3.4)
  wire named_cause = `BYPASS == 2 || (`BYPASS == 1 && req_stall_i == 2'd0);
  `PROVE(17, bypass_rule, bypasses == (named_cause && req_valid && !req_write && !req_ready_i &&
    byp_ready_i))
  // Bounded wait of round robin
  `PROVE(18, round_robin_waits_for_each_other_queue_once, !`RR || `GREEDY || others <= (Q - 1)*RUN)

  // Helpers: numbers
  `HELPER(sane, &sane)
  `HELPER(count, n_q == aged_q + young_q + out_q)
  `HELPER(count_all, n_all == inside)
  `HELPER(queues, (!h_v0 || h_q0 < Q) && (!h_v1 || h_q1 < Q) && (h_v0 || !h_v1))
  `HELPER(token_inside, !tok_in || tok_pos < n_q)
  `HELPER(last, !last_any || last < Q)
  `HELPER(alone, !(tok_in && tok_alone) || (n_all == 1 && tok_pos == 0))
  reg line_sane; // only queues that there are on the latency line
  integer t;
  always @* begin
    line_sane = 1'b1;
    for (t = 0; t < STAGES; t = t + 1) if (h_line_valid[t] &&
      h_line_queue[t*Q_W +: Q_W] >= Q) line_sane = 1'b0;
  end
  `HELPER(line, line_sane)
  // what the policy's registers hold; in terms of this cycle, also for the choice made a cycle
  // before
  `HELPER(pick, h_pick == (choice_any ? ONE << choice : 0) && h_pick_any == choice_any)
`ifdef HAS_LAST
  (* keep *) wire [Q-1:0] h_last;
  `HELPER(last_queue, h_last == (last_any ? ONE << last : 0))
`endif
`ifdef HAS_ABOVE
  (* keep *) wire [Q-1:0] h_above;
  wire [Q-1:0] above_last   = ({Q{1'b1}} << last) << 1;
  wire [Q-1:0] above_choice = ({Q{1'b1}} << choice) << 1;
  `HELPER(above, h_above == (last_any ? above_last : 0))
`endif
`ifdef HAS_PICK_ABOVE
  (* keep *) wire [Q-1:0] h_pick_above;
  `HELPER(pick_above, !choice_any || h_pick_above == above_choice)
`endif
`ifdef HAS_COUNTS
  (* keep *) wire [C_W*Q-1:0] h_counts;
  generate
    for (j = 0; j < Q; j = j + 1) begin : g_count
      for (k = 0; k < C_W; k = k + 1) begin : g_bit
        `HELPER(count, h_counts[k*Q+j] == aged_n[j*N_W+k])
      end
    end
  endgenerate
`endif
  // the token: outbound, or in its slot; and how old it is
  wire [N_W-1:0] tok_back = tok_pos - out_q;
  wire           tok_out  = tok_pos < out_q;
  wire           tok_in_0 = h_v0 && h_q0 == q && tok_pos == 0;
  wire [N_W-1:0] slot_far = head_q + tok_back;
  wire [N_W-1:0] slot     = slot_far >= D ? slot_far - D : slot_far;
  reg  [`ENTRY_W-1:0] in_slot;
  integer i, r;
  always @* begin
    in_slot = 0;
    for (i = 0; i < Q; i = i + 1)
      for (r = 0; r < D; r = r + 1) if (q == i && slot == r) in_slot =
        h_mem[(i*D + r)*`ENTRY_W +: `ENTRY_W];
  end
`ifdef STORES_WRITE
  wire           tok_stored_write = tok[PAY_W];
`endif
`ifdef STORES_WARP
  wire [PAY_W-1:0] tok_entry = tok[PAY_W-1:0];
`else
  wire [`LINE_W+`META_W-1:0] tok_entry = {tok[PAY_W-1 -: `LINE_W], tok[`META_W-1:0]};
  `HELPER(token_warp, !tok_in || tok[`META_W +: `WARP_W] == q)
`endif
`ifdef STORES_WRITE
  `HELPER(token_stored, !tok_in || tok_out || in_slot == {tok_stored_write, tok_entry})
`else
  `HELPER(token_stored, !tok_in || tok_out || (in_slot == tok_entry && !tok[PAY_W]))
`endif
  `HELPER(token_outbound, !tok_in || !tok_out ||
    (tok_in_0 ? {h_w0, h_p0} == tok : {h_w1, h_p1} == tok))
  reg [N_W-1:0] older; // young entries of q that are older than the token, when that is young
  reg           at_stage;
  integer o;
  always @* begin
    older = 0;
    at_stage = 1'b0;
    for (o = 0; o < STAGES; o = o + 1)
      if (h_line_valid[o] && h_line_queue[o*Q_W +: Q_W] == q) begin
        older = older + (o >= tok_age);
        if (tok_age == o + 1) at_stage = 1'b1;
      end
  end
  wire tok_young = tok_in && !tok_through && L > 2 && tok_age <= L - 2;
  `HELPER(token_age, !tok_in || tok_age >= 1)
  `HELPER(token_through, !(tok_in && tok_through) || tok_out)
  `HELPER(token_young, !tok_young || (at_stage && tok_back == aged_q + older && !tok_out))
  `HELPER(token_aged, !tok_in || tok_young || tok_out || tok_back < aged_q)
  `HELPER(token_old, !(tok_in && tok_out) || tok_through || tok_age >= L)
  `HELPER(token_alone_out, !(tok_in && tok_alone && tok_age >= L) || tok_out)
  // round robin: choices that may still be made before q, those of the queues between and what the
  // run of the last has left
  wire [N_W-1:0] turns = !last_any ? q + 1 : last < q ? q - last : q + Q - last;
  wire [N_W-1:0] ahead = (turns - 1)*RUN + (last_any && last != q ? RUN - run : 0);
  `HELPER(run, !last_any || (run >= 1 && run <= RUN))
  `HELPER(turns, !`RR || `GREEDY || others + ahead <= (Q - 1)*RUN)
`ifdef HAS_LEFT
  (* keep *) wire [`LEFT_W-1:0] h_left;
  `HELPER(left, h_left == (last_any ? RUN - run : 0))
`endif

  // Each property's situation can come about.
  reg [N_W-1:0] passed; // requests of q that have left
  always @(posedge clk_i)
    if (!rst_ni) passed <= 0;
    else if (leaves_q && passed != 4'd15) passed <= passed + 1;
  `WITNESS(1, token_behind_others, tok_leaves && passed > D && (SLOT || !tok_through))
  `WITNESS(2, last_of_its_queue_leaves, leaves_q && n_q == 1 && passed != 0)
  `WITNESS(3, pending_then_not, n_q == 0 && passed != 0)
  `WITNESS(4, idle_again, idle && passed != 0)
  `WITNESS(7, read_is_refused, in_valid_i && in_queue == q && !in_write_i && !in_ready)
  `WITNESS(8, offer_held, held_q)
  reg  refused_q;
  always @(posedge clk_i) refused_q <= rst_ni && write_at_q && !in_ready && stored_q != 0;
  `WITNESS(16, alone, tok_in && tok_alone && tok_through == SLOT && tok_age == L)
  generate if (!SLOT) begin : g_stores
    `WITNESS(5, choice_among_all, chooses && &elig)
    `WITNESS(6, full, stored_q == D && n_q == D + 2)
    `WITNESS(13, choice_after_another, chooses && last_any)
    `WITNESS(14, no_room, !room && elig != 0)
    `WITNESS(15, offered_at_its_latency, tok_offered && !tok_through && tok_age == L)
  end endgenerate
  generate if (`FLUSH) begin : g_flush
    `WITNESS(9, write_waited_and_goes, refused_q && write_at_q && in_ready)
    `WITNESS(10, write_behind_another, through_q && h_v1)
    `WITNESS(11, full_flush, flush_full && room)
    if (!BY_PC) begin : g_own
      `WITNESS(12, write_flush, flush_write && room && in_n == D)
    end
    if (Q > 1) begin : g_two
      `WITNESS(11, flush_before_policy, flush_full && room && choice != in_queue)
    end
  end endgenerate
  generate if (`BYPASS) begin : g_bypass
    `WITNESS(17, bypass, bypasses)
  end endgenerate
  generate if (`RR && !`GREEDY) begin : g_bound
    `WITNESS(18, bound_is_met, others == (Q - 1)*RUN)
  end endgenerate

  // Starvation: the state of all that decides, remembered when nothing waits at the input, comes
  // back; meanwhile L1D took every offer, something else was drained, and q, with an entry old
  // enough, was not.
`ifdef HAS_LOOP
  (* keep *) wire [`STATE_W-1:0] h_state;
  wire [`STATE_W+Q_W:0] state = {h_state, last_any, last};
  reg  [`STATE_W+Q_W:0] state_q;
  reg  looping, turned;
  always @(posedge clk_i) begin
    looping <= rst_ni && waits_for_choice && aged_q != 0 && req_ready_i &&
      ((snap_i && !waits_q) || looping);
    if (!looping) state_q <= state;
    turned  <= looping && (turned || |(h_drain & ~(ONE << q)) || through);
  end
  `WITNESS(20, starves_for_ever, looping && turned && !waits_q && state == state_q)
`endif
endmodule
`default_nettype wire
