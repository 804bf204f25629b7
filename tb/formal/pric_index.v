// pric_index.v : what is proved of every emitted pric_index: (tag, index) is injective, and 2^BITS
// lines with a stride of 2^K lines from a base whose bits K..K+BITS-1 are clear have different
// sets (DWT-PRIC 4.3). For Yosys `sat -prove`: both outputs are 1.
//
// TOP is the emitted module; a and b are two line addresses, i and j two places in a strided run.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module pric_properties (
  input  wire [`LINE_W-1:0] a, b,
  input  wire [`BITS-1:0]   i, j,
  output wire               injective,
  output wire               spreads
);
  wire [`BITS-1:0]         index_a, index_b, index_i, index_j;
  wire [`LINE_W-`BITS-1:0] tag_a, tag_b, unused_i, unused_j;
  localparam [`LINE_W-1:0] RUN = ((1 << `BITS) - 1) << `K;
  wire [`LINE_W-1:0] base = a & ~RUN;

  `TOP u_a (.line_i(a), .index_o(index_a), .tag_o(tag_a));
  `TOP u_b (.line_i(b), .index_o(index_b), .tag_o(tag_b));
  `TOP u_i (.line_i(base | (i << `K)), .index_o(index_i), .tag_o(unused_i));
  `TOP u_j (.line_i(base | (j << `K)), .index_o(index_j), .tag_o(unused_j));

  assign injective = a == b || index_a != index_b || tag_a != tag_b;
  assign spreads   = i == j || index_i != index_j;
endmodule
`default_nettype wire
