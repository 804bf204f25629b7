// cart_state.vh : CART's own registers as numbers, and the invariants that speak of nothing else,
// part of cart.v's module, where they are proved with its properties, and of cart_invariants.v's.
// Expects localparams B, R, C, E, L, Q, T_W, C_W, R_W, M_W, WORD_W, N_W and `HELPER.
//
// SPDX-License-Identifier: Apache-2.0
  // The block's registers, which the script connects
  (* keep *) wire [`COUNT_W*Q-1:0] h_counts; // bit k of all at k*Q
  (* keep *) wire [`SLOT_W*Q-1:0]  h_heads;
`ifdef CHAINS
  (* keep *) wire [(C-1)*Q-1:0]    h_waits;
`endif
  // by queue and slot, whatever their order in the memories, in which
  (* keep *) wire [Q*E*M_W-1:0]    h_mem;
  // the branch stands below, then the slot, then the queue in its branch
  (* keep *) wire [Q*T_W-1:0]      h_lines;
  (* keep *) wire [B*WORD_W-1:0]   h_tags;
  (* keep *) wire [WORD_W-1:0]     h_word;
  (* keep *) wire                  h_kept, h_busy, h_valid;
`ifdef EARLY
  (* keep *) wire                  h_bypass; // what is on offer went round the storage
  (* keep *) wire [M_W-1:0]        h_by_entry;
  (* keep *) wire [T_W-1:0]        h_by_tag;
`else
  (* keep *) wire                  h_placed;
`endif
  (* keep *) wire [`BRANCH_W-1:0]  h_tags_at;
  (* keep *) wire [`ADDR_W-1:0]    h_mem_at;
  (* keep *) wire [`QUEUE_W-1:0]   h_lines_at;
  (* keep *) wire [B-1:0]          h_in_branch, h_branch, h_above;
  (* keep *) wire [T_W-1:0]        h_in_tag;
  (* keep *) wire [M_W-1:0]        h_in_meta;
  // where the incoming register's request goes; what is on offer
  (* keep *) wire [L-1:0]          h_fill, h_place;
  (* keep *) wire [`SLOT_W-1:0]    h_slot;
  (* keep *) wire [B*R-1:0]        h_group;                // history of the branches
  (* keep *) wire [B*C-1:0]        h_column;

`ifdef AHEAD
  // What found its place in the cycle before and is counted in this one, and what is looked up for
  // it, for the branch on offer, and for what each branch would drain
  localparam integer LOCAL_W = L > 1 ? $clog2(L) : 1;
  (* keep *) wire [B-1:0]          h_fill_branch, h_occupied;
  (* keep *) wire [L-1:0]          h_fill_place;
  (* keep *) wire [LOCAL_W*B-1:0]  h_best_locals; // bit k of all at k*B
  (* keep *) wire [`SLOT_W*B-1:0]  h_best_slots;
  (* keep *) wire [`COUNT_W*L-1:0] h_filled_lengths, h_offer_lengths; // bit k of all at k*L
  (* keep *) wire [`SLOT_W*L-1:0]  h_fill_heads, h_offer_heads;
  (* keep *) wire [R-1:0]          h_fill_group;
  (* keep *) wire [C-1:0]          h_fill_column;
`ifdef CHAINS
  (* keep *) wire [C-1:0]          h_predecessor;
  (* keep *) wire [(C-1)*L-1:0]    h_filled_chain, h_offer_chain;
`endif
`endif

  // A queue as numbers; count: with what is counted a cycle later
  reg [Q*N_W-1:0] count, head;
  reg [Q-1:0]     seen;    // hold something that is counted
  reg [Q-1:0]     pending; // what is counted a cycle later is there
  integer i, j, k;
  always @* begin
    count = 0;
    head  = 0;
    for (i = 0; i < Q; i = i + 1) begin
      for (j = 0; j < `COUNT_W; j = j + 1) count[i*N_W + j] = h_counts[j*Q + i];
      for (j = 0; j < `SLOT_W; j = j + 1)  head[i*N_W + j] = h_heads[j*Q + i];
      seen[i] = count[i*N_W +: N_W] != 0;
`ifdef AHEAD
      pending[i] = h_fill_branch[i/L] && h_fill_place[i%L];
`else
      pending[i] = 1'b0;
`endif
      count[i*N_W +: N_W] = count[i*N_W +: N_W] + pending[i];
    end
  end
  wire [Q-1:0] offered, filled; // queues
  reg  [Q-1:0] some, blocked;   // hold something; wait for another
  reg  [Q*Q-1:0] before;        // bit i*Q + j: i waits for j
  genvar q, p;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_queue
      assign offered[q] = h_branch[q/L] && h_place[q%L];
      assign filled[q]  = h_in_branch[q/L] && h_fill[q%L];
    end
  endgenerate
  always @* begin
    before = 0;
    for (i = 0; i < Q; i = i + 1) begin
      some[i] = count[i*N_W +: N_W] != 0;
`ifdef CHAINS
      for (j = 0; j < C - 1; j = j + 1) before[i*Q + (i/C)*C + (i + j + 1) % C] = h_waits[j*Q + i];
`ifdef AHEAD
      for (j = 0; j < C; j = j + 1)
        if (j != i % C && pending[i] && !seen[i] && h_predecessor[j] && seen[i/C*C + j])
          before[i*Q + i/C*C + j] = 1'b1;
`endif
`endif
      blocked[i] = |before[i*Q +: Q];
    end
  end

  // lengths and heads
  reg [Q-1:0] fits, sane;
  always @* for (k = 0; k < Q; k = k + 1) begin
    fits[k] = count[k*N_W +: N_W] <= E;
    sane[k] = head[k*N_W +: N_W] < E;
  end
  `HELPER(fits, &fits)
  `HELPER(sane, &sane)
  `HELPER(register_branch, !h_busy || ((h_in_branch & (h_in_branch - 1'b1)) == 0 &&
    h_in_branch != 0))
`ifdef EARLY
  `HELPER(fresh, h_valid == (seen != 0))
`else
  `HELPER(fresh, h_placed || h_valid || seen == 0)
`endif
  `HELPER(valid, h_valid == (h_branch != 0) && (h_branch & (h_branch - 1'b1)) == 0)
  `HELPER(place, !h_valid || ((h_place & (h_place - 1'b1)) == 0 && h_place != 0))
  // history: a group and its last queue, which holds something and waits for nobody
  reg [B-1:0] history;
  always @* for (k = 0; k < B; k = k + 1) begin
    history[k] = (h_group[k*R +: R] & (h_group[k*R +: R] - 1'b1)) == 0 &&
                 (h_group[k*R +: R] == 0 || (h_column[k*C +: C] &
                   (h_column[k*C +: C] - 1'b1)) == 0);
    for (i = 0; i < R; i = i + 1) for (j = 0; j < C; j = j + 1)
      if (h_group[k*R + i] && h_column[k*C + j] &&
        (!seen[k*L + i*C + j] || blocked[k*L + i*C + j])) history[k] = 1'b0;
  end
  `HELPER(history, &history)
  // turns: what is above a branch, that on offer if there is one
  reg turned;
  always @* begin
    turned = !h_above[0];
    for (k = 0; k < B; k = k + 1) begin
      if (k != B - 1 && h_above[k] && !h_above[(k + 1) % B]) turned = 1'b0;
      if (h_branch[k] && h_above != ({B{1'b1}} << k) << 1) turned = 1'b0;
    end
  end
  `HELPER(turned, turned)

  // what is on offer is the first of a queue that waits for nobody, and has been read, or is what
  // has been written
  reg [Q-1:0] read, round;
  always @* for (k = 0; k < Q; k = k + 1) begin
    read[k] = !offered[k] || (seen[k] && !blocked[k] && h_slot == head[k*N_W +: N_W]);
`ifdef EARLY
    round[k] = !offered[k] || (h_bypass ? h_by_tag == h_lines[k*T_W +: T_W] :
      h_mem_at == ((k%L)*E + h_slot)*B + k/L && h_lines_at == (k%L)*B + k/L);
    for (i = 0; i < E; i = i + 1)
      if (offered[k] && h_bypass && h_slot == i &&
        h_by_entry != h_mem[(k*E + i)*M_W +: M_W]) round[k] = 1'b0;
`else
    round[k] = !offered[k] || (h_mem_at == ((k%L)*E + h_slot)*B + k/L && h_lines_at == (k%L)*B +
      k/L);
`endif
  end
  `HELPER(read, &read)
  `HELPER(round, &round)

  // tags: one word a branch, kept or read; of a queue that holds something also in the other
  // memory; a row is in one group
  wire [Q*T_W-1:0] tags; // as the words have them
  wire [B-1:0]     word_there;
  wire [Q-1:0]     line_there;
  wire [Q*Q-1:0]   row_once;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_tag
      localparam integer AT = (q/L)*WORD_W;
      assign tags[q*T_W +: T_W] = {h_tags[AT + ((q%L)/C)*R_W +: R_W],
        h_tags[AT + R*R_W + (q%L)*C_W +: C_W]};
      assign line_there[q] = !some[q] || h_lines[q*T_W +: T_W] == tags[q*T_W +: T_W];
      for (p = 0; p < Q; p = p + 1) begin : g_other
        assign row_once[q*Q + p] = q/L != p/L || q/C == p/C || !some[q] || !some[p] ||
          tags[q*T_W+C_W +: R_W] != tags[p*T_W+C_W +: R_W];
      end
    end
    for (q = 0; q < B; q = q + 1) begin : g_word
      assign word_there[q] = !h_busy || !h_in_branch[q] ||
        (h_kept ? h_word == h_tags[q*WORD_W +: WORD_W] : h_tags_at == q);
    end
  endgenerate
  `HELPER(word, &word_there)
  `HELPER(line, &line_there)
  `HELPER(row_once, &row_once)

  // chains: of the queues of a group with one column all but one wait, each for one that holds
  // something, no two for the same, and none for one that waits for it
  wire [Q*Q-1:0] linked, alike;
  reg  [Q-1:0]   chained;
  reg  [N_W-1:0] lines, links;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_alike
      for (p = 0; p < Q; p = p + 1) begin : g_other
        assign alike[q*Q + p]  = q/C == p/C && some[q] && some[p] &&
          tags[q*T_W +: C_W] == tags[p*T_W +: C_W];
        assign linked[q*Q + p] = !before[q*Q + p] || (alike[q*Q + p] && !before[p*Q + q]);
      end
    end
  endgenerate
  always @* for (k = 0; k < Q; k = k + 1) begin
    lines = 0;
    links = 0;
    chained[k] = (before[k*Q +: Q] & (before[k*Q +: Q] - 1'b1)) == 0; // waits for one at most
    for (j = 0; j < Q; j = j + 1) begin
      lines = lines + alike[k*Q + j];
      links = links + (alike[k*Q + j] && blocked[j]);
      for (i = 0; i < Q; i = i + 1) if (i != j && before[i*Q + k] && before[j*Q + k]) chained[k] =
        1'b0;
    end
    if (some[k] && links + 1 != lines) chained[k] = 1'b0;
  end
`ifdef EARLY
  // A queue that is empty, or waits, below one of its group that holds something has been drained
  // since that was taken: so the group is its branch's last, and on offer if the branch is.
  wire [Q*Q-1:0] drained_below;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_lower
      for (p = 0; p < Q; p = p + 1) begin : g_higher
        assign drained_below[q*Q + p] = q >= p || q/C != p/C || !some[p] ||
          (some[q] && !before[q*Q + p]) ||
          (h_group[q/C] && (!h_branch[q/L] || |h_place[(q%L)/C*C +: C]));
      end
    end
  endgenerate
  `HELPER(drained_below, &drained_below)
`endif
  `HELPER(links, &linked)
  `HELPER(chains, &chained)
`ifdef AHEAD
`include "cart_ahead.vh"
`endif
