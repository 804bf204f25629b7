// cart_helpers.vh : invariants of CART's own registers, part of cart.v's module; proved with its properties.
//
// SPDX-License-Identifier: Apache-2.0
  // numbers: what is inside is in the register or in a queue
  reg [N_W-1:0] inside;
  reg [Q-1:0]   sane;
  always @* begin
    inside = h_busy;
    for (k = 0; k < Q; k = k + 1) begin
      inside  = inside + count[k*N_W +: N_W];
      sane[k] = head[k*N_W +: N_W] < E;
    end
  end
  `HELPER(inside, n == inside && &sane)
  `HELPER(register_branch, !h_busy || ((h_in_branch & (h_in_branch - 1'b1)) == 0 && h_in_branch != 0))
  `HELPER(fresh, h_placed || h_valid || some == 0)
  `HELPER(valid, h_valid == (h_branch != 0) && (h_branch & (h_branch - 1'b1)) == 0)
  `HELPER(place, !h_valid || ((h_place & (h_place - 1'b1)) == 0 && h_place != 0))
  // history: a group and its last queue, which holds something and waits for nobody
  reg [B-1:0] history;
  always @* for (k = 0; k < B; k = k + 1) begin
    history[k] = (h_group[k*R +: R] & (h_group[k*R +: R] - 1'b1)) == 0 &&
                 (h_group[k*R +: R] == 0 || (h_column[k*C +: C] & (h_column[k*C +: C] - 1'b1)) == 0);
    for (i = 0; i < R; i = i + 1) for (j = 0; j < C; j = j + 1)
      if (h_group[k*R + i] && h_column[k*C + j] && (!some[k*L + i*C + j] || blocked[k*L + i*C + j])) history[k] = 1'b0;
  end
  `HELPER(history, &history)
  `HELPER(had, h_valid == had_q)

  // what is on offer is the first of a queue that waits for nobody, and has been read
  reg [Q-1:0] read;
  always @* for (k = 0; k < Q; k = k + 1)
    read[k] = !offered[k] || (some[k] && !blocked[k] && h_slot == head[k*N_W +: N_W] && h_mem_at == k*E + h_slot && h_lines_at == k);
  `HELPER(read, &read)

  // tags: one word a branch, kept or read; of a queue that holds something also in the other memory; a row is in one group
  wire [Q*T_W-1:0] tags; // as the words have them
  wire [B-1:0]     word_there;
  wire [Q-1:0]     line_there;
  wire [Q*Q-1:0]   row_once;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_tag
      localparam integer AT = (q/L)*WORD_W;
      assign tags[q*T_W +: T_W] = {h_tags[AT + ((q%L)/C)*R_W +: R_W], h_tags[AT + R*R_W + q%L]};
      assign line_there[q] = !some[q] || h_lines[q*T_W +: T_W] == tags[q*T_W +: T_W];
      for (p = 0; p < Q; p = p + 1) begin : g_other
        assign row_once[q*Q + p] = q/L != p/L || q/C == p/C || !some[q] || !some[p] || tags[q*T_W+1 +: R_W] != tags[p*T_W+1 +: R_W];
      end
    end
    for (q = 0; q < B; q = q + 1) begin : g_word
      assign word_there[q] = !h_busy || !h_in_branch[q] || (h_kept ? h_word == h_tags[q*WORD_W +: WORD_W] : h_tags_at == q);
    end
  endgenerate
  `HELPER(word, &word_there)
  `HELPER(line, &line_there)
  `HELPER(row_once, &row_once)

  // chains: of the queues of a group with one column all but one wait, each for one that holds something, no two for the same, and
  // none for one that waits for it
  wire [Q*Q-1:0] linked, alike;
  reg  [Q-1:0]   chained;
  reg  [N_W-1:0] lines, links;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_alike
      for (p = 0; p < Q; p = p + 1) begin : g_other
        assign alike[q*Q + p]  = q/C == p/C && some[q] && some[p] && tags[q*T_W] == tags[p*T_W];
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
      for (i = 0; i < Q; i = i + 1) if (i != j && before[i*Q + k] && before[j*Q + k]) chained[k] = 1'b0;
    end
    if (some[k] && links + 1 != lines) chained[k] = 1'b0;
  end
  `HELPER(links, &linked)
  `HELPER(chains, &chained)

  // A and B: where they are said to be, and nobody else with their metadata
  reg [Q*E-1:0] told;
  reg [N_W-1:0] at;
  reg           is_a, is_b;
  always @* for (k = 0; k < Q; k = k + 1) for (j = 0; j < E; j = j + 1) begin
    at = head[k*N_W +: N_W] + j < E ? head[k*N_W +: N_W] + j : head[k*N_W +: N_W] + j - E;
    is_a = a_in && !a_new && a_q[k] && a_i == j;
    is_b = b_in && !b_new && b_q[k] && b_i == j;
    told[k*E + j] = j >= count[k*N_W +: N_W] || h_mem[(k*E + at)*2 +: 2] == (is_a ? 2'd1 : is_b ? 2'd2 : 2'd0);
  end
  `HELPER(told, &told)
  reg [Q-1:0] inside_a, inside_b;
  wire [T_W-1:0] line_tag;
  wire [N_W-1:0] line_branch;
  generate
    if (`BANK_BITS == 0) begin : g_one
      assign line_branch = 0;
      assign line_tag    = line;
    end else begin : g_more
      assign line_branch = line[`BANK_BITS:1];
      assign line_tag    = {line[`LINE_W-1:`BANK_BITS+1], line[0]};
    end
  endgenerate
  always @* for (k = 0; k < Q; k = k + 1) begin
    inside_a[k] = !a_q[k] || (a_i < count[k*N_W +: N_W] && k/L == line_branch && tags[k*T_W +: T_W] == line_tag);
    inside_b[k] = !b_q[k] || (b_i < count[k*N_W +: N_W] && k/L == line_branch && tags[k*T_W +: T_W] == line_tag);
  end
  wire in_line = h_in_tag == line_tag && h_in_branch == 1 << line_branch;
  `HELPER(a_place, !a_in || (a_new ? h_busy && h_in_meta == 2'd1 && in_line
                                   : (a_q & (a_q - 1'b1)) == 0 && a_q != 0 && &inside_a))
  `HELPER(b_place, !b_in || (b_new ? h_busy && h_in_meta == 2'd2 && in_line
                                   : (b_q & (b_q - 1'b1)) == 0 && b_q != 0 && &inside_b))
  `HELPER(register_meta, !h_busy || ((h_in_meta == 2'd1) == (a_in && a_new) && (h_in_meta == 2'd2) == (b_in && b_new) && h_in_meta != 2'd3))
  // B is behind A in its queue, or in a queue that waits for A's, at once or by another
  reg  [Q-1:0] behind;
  always @* begin
    behind = 0;
    for (k = 0; k < Q; k = k + 1) for (j = 0; j < Q; j = j + 1) begin
      if (before[k*Q + j] && a_q[j]) behind[k] = 1'b1;
      for (i = 0; i < Q; i = i + 1) if (before[k*Q + i] && before[i*Q + j] && a_q[j]) behind[k] = 1'b1;
    end
  end
  `HELPER(order, !(a_in && b_in) || b_new || (!a_new && (b_q == a_q ? a_i < b_i : (b_q & ~behind) == 0)))
  `HELPER(register_line, !(a_in && b_in && b_new) || !a_new)

  // turns
  `HELPER(above, h_above == ({B{1'b1}} << turn_now) << 1 && turn_now < B)
  `HELPER(passed, passed == 0 || (w_offered ? passed <= B - 1 : w_holds && passed < far))
