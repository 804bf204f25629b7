// axi4_cart.vh : where the reads are in cart_axi4, whose block holds one of an ID at most (axi4.v).
//
// SPDX-License-Identifier: Apache-2.0
  (* keep *) wire [(1<<`ID_W)-1:0] h_inside, h_held;
  (* keep *) wire [`REQ_W*4-1:0]   h_mine;
  wire [`REQ_W-1:0] held_x  = as_request(h_mine[x*`REQ_W +: `REQ_W]);
  wire tok_held = tok_in && before_x == 0 && h_held[x]; // else it waits
  `HELPER(inside_is_held, h_inside == h_held)
  `HELPER(number_x, n_x == h_held[x] + wait_x)
  `HELPER(number_y, n_y == h_held[y] + wait_y)
  `HELPER(held_is_first, !h_held[x] || first == held_x)
  `HELPER(waits_is_last, !wait_x || (h_held[x] ? second : first) == waiting)
  `HELPER(token_is_there, !tok_in || before_x < n_x)
  `HELPER(token_before_y, !tok_in || tok_held || before_y == h_held[y] || x == y)
  `HELPER(token_waits, !tok_in || tok_held || (wait_x && tok_ordered == ordered(waiting)))
  `HELPER(token_held_alone, !(tok_held && tok_ordered) || (h_behind && h_held == (1 << x)))
  `HELPER(token_held_before, !(tok_held && tok_ordered && x != y) || before_y == 0)
  `HELPER(behind, !(tok_held && !tok_ordered && x != y) || before_y <= n_y)
