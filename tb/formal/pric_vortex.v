// pric_vortex.v : what is proved of every emitted pric_vortex (rtlgen/wrap/pric_vortex.v.in): its
// two maps invert each other both ways, and the line select that the bank sees is the set index.
// For Yosys `sat -prove`: all outputs are 1.
//
// TOP is the emitted module, INDEX the emitted pric_index, of FULL_W bits; LINE_W is the host's
// width, of which the function's address has zeros above.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module pric_properties (
  input  wire [`LINE_W-1:0] a, // a line address, and a hashed one
  output wire               there_and_back,
  output wire               back_and_there,
  output wire               selects_the_set
);
  wire [`LINE_W-1:0]        hashed, plain, hashed_again, plain_again;
  wire [`FULL_W-1:0]        line = a;
  wire [`BITS-1:0]          index;
  wire [`FULL_W-`BITS-1:0]  unused_tag;

  `TOP #(.LINE_W(`LINE_W)) u_first (
    .core_line_i(a), .bank_line_o(hashed), .bank_line_i(a), .mem_line_o(plain)
  );
  `TOP #(.LINE_W(`LINE_W)) u_second (
    .core_line_i(plain), .bank_line_o(hashed_again), .bank_line_i(hashed), .mem_line_o(plain_again)
  );
  `INDEX u_index (.line_i(line), .index_o(index), .tag_o(unused_tag));

  assign there_and_back  = plain_again == a;
  assign back_and_there  = hashed_again == a;
  assign selects_the_set = hashed[`BITS-1:0] == index;
endmodule
`default_nettype wire
