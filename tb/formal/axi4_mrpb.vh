// axi4_mrpb.vh : where the reads are in mrpb_axi4, whose block has two queues of two (axi4.v). With
// BY_USER defined the signature is of aruser, and the adapter counts the reads of each ID.
//
// SPDX-License-Identifier: Apache-2.0
  (* keep *) wire [1:0]        h_held0, h_held1;
  (* keep *) wire [`REQ_W-1:0] h_e00, h_e01, h_e10, h_e11;
  wire [`REQ_W-1:0] e00 = as_request(h_e00), e01 = as_request(h_e01);
  wire [`REQ_W-1:0] e10 = as_request(h_e10), e11 = as_request(h_e11);
  function of_id(input [`REQ_W-1:0] request, input [`ID_W-1:0] id);
    of_id = request[`REQ_W-1 -: `ID_W] == id;
  endfunction
  wire x00 = h_held0 > 0 && of_id(e00, x), x01 = h_held0 > 1 && of_id(e01, x);
  wire x10 = h_held1 > 0 && of_id(e10, x), x11 = h_held1 > 1 && of_id(e11, x);
  wire y00 = h_held0 > 0 && of_id(e00, y), y01 = h_held0 > 1 && of_id(e01, y);
  wire y10 = h_held1 > 0 && of_id(e10, y), y11 = h_held1 > 1 && of_id(e11, y);
  wire [2:0] inside_x = x00 + x01 + x10 + x11, inside_y = y00 + y01 + y10 + y11;
  wire tok_held = tok_in && before_x < inside_x; // else it waits
  `HELPER(queues_have_two, h_held0 <= 2 && h_held1 <= 2)
  `HELPER(number_x, n_x == inside_x + wait_x)
  `HELPER(number_y, n_y == inside_y + wait_y)
  `HELPER(x_is_in_one_queue, !((x00 || x01) && (x10 || x11)))
  `HELPER(held_is_first, inside_x == 0 || first == (x00 ? e00 : x01 ? e01 : x10 ? e10 : e11))
  `HELPER(held_is_second, inside_x < 2 || second == (x00 ? e01 : e11))
  `HELPER(waits_is_last, !wait_x ||
    waiting == (inside_x == 0 ? first : inside_x == 1 ? second : third))
  `HELPER(token_is_there, !tok_in || before_x < n_x)
  `HELPER(token_is_ordered, !tok_in ||
    tok_ordered == ordered(before_x == 0 ? first : before_x == 1 ? second : third))
  `HELPER(token_before_y, !tok_in || tok_held || before_y == inside_y || x == y)
  `HELPER(token_held_alone, !(tok_held && tok_ordered) || (h_behind && h_held0 + h_held1 == 1))
  `HELPER(token_held_before, !(tok_held && tok_ordered && x != y) || before_y == 0)
  `HELPER(behind, !(tok_held && !tok_ordered && x != y) || before_y <= n_y)
`ifdef BY_USER
  (* keep *) wire [4*`COUNT_W-1:0] h_counts;
  (* keep *) wire [3:0]            h_signatures; // of each ID: its queue
  `HELPER(counted, h_counts[x*`COUNT_W +: `COUNT_W] == inside_x)
  `HELPER(queue_is_known, inside_x == 0 || h_signatures[x] == (x10 || x11))
  `WITNESS(2, waits_for_another_signature, wait_x && inside_x == 2 && h_signatures[x] != waiting[0])
`else
  `HELPER(queue_is_of_the_id, !((x00 || x01) && x[0]) && !((x10 || x11) && !x[0]))
`endif
  `WITNESS(2, two_of_an_id_inside, inside_x == 2)
