// cart_ahead.vh : with latency 3, invariants that tie registers which were looked up a cycle ahead
// to the state that they were looked up from; part of cart_state.vh.
//
// SPDX-License-Identifier: Apache-2.0

  // Before the first request the branch of the incoming register, which is not reset, may be
  // anything, and a cycle later that of what is counted; nothing is inside then.
  `HELPER(first_branch, some == 0 && !h_busy || ((h_in_branch & (h_in_branch - 1'b1)) == 0 &&
    h_in_branch != 0))
  `HELPER(fill_branch, some == 0 && h_fill_place == 0 ||
    ((h_fill_branch & (h_fill_branch - 1'b1)) == 0 && h_fill_branch != 0))
  `HELPER(fill_place, (h_fill_place & (h_fill_place - 1'b1)) == 0)

  // Each branch that holds something that is counted is known, and what it would drain: the first
  // of a queue that waits for nobody.
  reg [B-1:0]   known, drains;
  reg [L-1:0]   drain;         // the queue, one-hot
  reg [N_W-1:0] number, slot;
  always @* for (k = 0; k < B; k = k + 1) begin
    known[k] = h_occupied[k] == |seen[k*L +: L];
    number = 0;
    slot   = 0;
    for (i = 0; i < LOCAL_W; i = i + 1) number[i] = h_best_locals[i*B + k];
    for (i = 0; i < `SLOT_W; i = i + 1) slot[i] = h_best_slots[i*B + k];
    for (i = 0; i < L; i = i + 1)
      drain[i] = number == i && seen[k*L + i] && !blocked[k*L + i] &&
        slot == head[(k*L + i)*N_W +: N_W];
    drains[k] = !h_occupied[k] || drain != 0;
  end
  `HELPER(known, &known)
  `HELPER(drains, &drains)

  // The queues of the branch that is filled, with what is counted a cycle later; those of the
  // branch on offer, without
  reg [Q-1:0]   filled_length, filled_head, filled_chain, offer_length, offer_head, offer_chain;
  reg [B-1:0]   filled_history;
  reg [N_W-1:0] length_f, length_o, head_f, head_o;
  always @* begin
    for (k = 0; k < Q; k = k + 1) begin
      length_f = 0;
      length_o = 0;
      head_f   = 0;
      head_o   = 0;
      for (i = 0; i < `COUNT_W; i = i + 1) begin
        length_f[i] = h_filled_lengths[i*L + k%L];
        length_o[i] = h_offer_lengths[i*L + k%L];
      end
      for (i = 0; i < `SLOT_W; i = i + 1) begin
        head_f[i] = h_fill_heads[i*L + k%L];
        head_o[i] = h_offer_heads[i*L + k%L];
      end
      filled_length[k] = !h_fill_branch[k/L] || length_f == count[k*N_W +: N_W];
      offer_length[k]  = !h_branch[k/L] || length_o == count[k*N_W +: N_W] - pending[k];
      filled_head[k]   = !h_fill_branch[k/L] || some == 0 || head_f == head[k*N_W +: N_W];
      offer_head[k]    = !h_branch[k/L] || head_o == head[k*N_W +: N_W];
      filled_chain[k]  = 1'b1;
      offer_chain[k]   = 1'b1;
`ifdef CHAINS
      for (i = 0; i < C - 1; i = i + 1) begin
        if (h_fill_branch[k/L] &&
          h_filled_chain[i*L + k%L] != before[k*Q + (k/C)*C + (k + i + 1) % C])
          filled_chain[k] = 1'b0;
        if (h_branch[k/L] && h_offer_chain[i*L + k%L] != h_waits[i*Q + k]) offer_chain[k] = 1'b0;
      end
`endif
    end
    for (k = 0; k < B; k = k + 1)
      filled_history[k] = !h_fill_branch[k] || some == 0 ||
        (h_fill_group == h_group[k*R +: R] &&
          (h_fill_group == 0 || h_fill_column == h_column[k*C +: C]));
  end
  `HELPER(filled_length, &filled_length)
  `HELPER(filled_head, &filled_head)
  `HELPER(filled_chain, &filled_chain)
  `HELPER(filled_history, &filled_history)
  `HELPER(offer_length, &offer_length && (h_valid || h_offer_lengths == 0))
  `HELPER(offer_head, &offer_head)
  `HELPER(offer_chain, &offer_chain)
