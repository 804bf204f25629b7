// leaves.v : what is proved of the leaf modules, at each size by itself: lib_first gives the
// lowest request, one-hot, and all places above it; lib_encode gives the number of a one-hot bit,
// lib_onehot the bit of a number; a pointer of lib_slot_bank counts 0..DEPTH-1 and round.
//
// TOP is the emitted module, N and DEPTH its sizes, one of LEAF_FIRST, LEAF_ENCODE, LEAF_SLOT_BANK
// which it is.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module leaf_properties (
  input wire          clk_i,
  input wire          rst_ni,
  input wire [`N-1:0] in_i
);
  localparam integer W = (`N > 1) ? $clog2(`N) : 1;
  localparam [`N:0] ONE = 1;
  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  (* anyconst *) reg [W-1:0] at; // any place
  always @* assume (at < `N);
  wire [`N-1:0] below_at = (ONE << at) - ONE; // the places below it

`ifdef LEAF_FIRST
  wire [`N-1:0] first, above;
  wire          any;
  `TOP #(.N(`N)) u_dut (.req_i(in_i), .first_o(first), .above_o(above), .valid_o(any));
  `PROVE(1, first_is_lowest, first[at] == (in_i[at] && (in_i & below_at) == 0))
  `PROVE(2, above_is_all_above, above[at] == ((in_i & below_at) != 0))
  `PROVE(3, any_is_exact, any == (in_i != 0))
  `WITNESS(1, last_alone, first[`N-1])
  `WITNESS(2, none, !any)
  `WITNESS(3, all, &in_i)
`endif
`ifdef LEAF_ENCODE
  wire [W-1:0] index;
  `TOP #(.N(`N), .W(W)) u_dut (.onehot_i(in_i), .index_o(index));
  `PROVE(1, number_of_the_bit, in_i != ONE << at || index == at)
  `PROVE(2, none_gives_0, in_i != 0 || index == 0)
  `WITNESS(1, last, index == `N - 1 && in_i[`N-1])
  `WITNESS(2, none, in_i == 0)
`endif
`ifdef LEAF_ONEHOT
  (* anyseq *) wire [W-1:0] index;
  wire [`N-1:0] onehot;
  `TOP #(.N(`N), .W(W)) u_dut (.index_i(index), .onehot_o(onehot));
  `PROVE(1, bit_of_the_number, onehot[at] == (index == at))
  `WITNESS(1, last, onehot[`N-1])
`endif
`ifdef LEAF_SLOT_BANK
  localparam integer S_W = (`DEPTH > 1) ? $clog2(`DEPTH) : 1;
  wire [S_W-1:0] a;
  wire [S_W*`N-1:0] all;
  reg  [S_W-1:0] b;
  integer        i;
  always @* for (i = 0; i < S_W; i = i + 1) b[i] = all[i*`N + at];
  reg  [S_W-1:0] count;
  reg            wrapped;
  wire [`N-1:0] sel = ONE << at;
  `TOP #(.N(`N), .DEPTH(`DEPTH), .W(S_W)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .inc_i(in_i), .sel_i(sel), .slot_o(a), .slots_o(all)
  );
  always @(posedge clk_i)
    if (!rst_ni) begin
      count   <= 0;
      wrapped <= 1'b0;
    end else if (in_i[at]) begin
      count   <= count == `DEPTH - 1 ? 0 : count + 1'b1;
      wrapped <= wrapped || count == `DEPTH - 1;
    end
  `PROVE(1, counts_round, a == count && b == count)
  `HELPER(in_range, count < `DEPTH && a == count)
  `WITNESS(1, wraps, wrapped && count == `DEPTH - 1)
`endif
endmodule
`default_nettype wire
