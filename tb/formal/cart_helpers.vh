// cart_helpers.vh : invariants of CART's own registers, part of cart.v's module; proved with its
// properties.
//
// SPDX-License-Identifier: Apache-2.0
  // numbers: what is inside is in the register or in a queue
  reg [N_W-1:0] inside;
  always @* begin
    inside = h_busy;
    for (k = 0; k < Q; k = k + 1) begin
      inside = inside + count[k*N_W +: N_W];
    end
  end
  `HELPER(inside, n == inside)
  `HELPER(had, h_valid == had_q)

  // A and B: where they are said to be, and nobody else with their metadata
  reg [Q*E-1:0] told;
  reg [N_W-1:0] at;
  reg           is_a, is_b;
  always @* for (k = 0; k < Q; k = k + 1) for (j = 0; j < E; j = j + 1) begin
    at = head[k*N_W +: N_W] + j < E ? head[k*N_W +: N_W] + j : head[k*N_W +: N_W] + j - E;
    is_a = a_in && !a_new && a_q[k] && a_i == j;
    is_b = b_in && !b_new && b_q[k] && b_i == j;
    told[k*E + j] = j >= count[k*N_W +: N_W] ||
      h_mem[(k*E + at)*2 +: 2] == (is_a ? 2'd1 : is_b ? 2'd2 : 2'd0);
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
    inside_a[k] = !a_q[k] || (a_i < count[k*N_W +: N_W] && k/L == line_branch &&
      tags[k*T_W +: T_W] == line_tag);
    inside_b[k] = !b_q[k] || (b_i < count[k*N_W +: N_W] && k/L == line_branch &&
      tags[k*T_W +: T_W] == line_tag);
  end
  wire in_line = h_in_tag == line_tag && h_in_branch == 1 << line_branch;
  `HELPER(a_place, !a_in || (a_new ? h_busy && h_in_meta == 2'd1 && in_line
                                   : (a_q & (a_q - 1'b1)) == 0 && a_q != 0 && &inside_a))
  `HELPER(b_place, !b_in || (b_new ? h_busy && h_in_meta == 2'd2 && in_line
                                   : (b_q & (b_q - 1'b1)) == 0 && b_q != 0 && &inside_b))
  `HELPER(register_meta, !h_busy || ((h_in_meta == 2'd1) == (a_in && a_new) &&
    (h_in_meta == 2'd2) == (b_in && b_new) && h_in_meta != 2'd3))
  // B is behind A in its queue, or in a queue that waits for A's, at once or by another
  reg  [Q-1:0] behind;
  always @* begin
    behind = 0;
    for (k = 0; k < Q; k = k + 1) for (j = 0; j < Q; j = j + 1) begin
      if (before[k*Q + j] && a_q[j]) behind[k] = 1'b1;
      for (i = 0; i < Q; i = i + 1) if (before[k*Q + i] && before[i*Q + j] && a_q[j]) behind[k] =
        1'b1;
    end
  end
  `HELPER(order, !(a_in && b_in) || b_new || (!a_new &&
    (b_q == a_q ? a_i < b_i : (b_q & ~behind) == 0)))
  `HELPER(register_line, !(a_in && b_in && b_new) || !a_new)

  // A's branch holds A and what it still owes
  `HELPER(owes, !a_waits || refills > REFILLS ||
    (others == owed - served + 1 && owed <= L*E + refills))

  // turns
  `HELPER(above, h_above == ({B{1'b1}} << turn_now) << 1 && turn_now < B)
  `HELPER(passed, passed == 0 || (w_offered ? passed <= B - 1 : w_holds && passed < far))
