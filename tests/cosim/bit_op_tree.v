// bit_op_tree.v : four gates that Verilator 5.006 computes wrong when it optimizes trees of bit operations, and their table.
//
// Of y = ~((a[0] & a[2]) ^ a[1]), mapped so that an input comes back further down the tree: the inversions of g1 and g2 meet there.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module nor2(input wire a, input wire b, output wire y);
  assign y = ~(a | b);
endmodule
module xor2(input wire a, input wire b, output wire y);
  assign y = a ^ b;
endmodule
module xnor2(input wire a, input wire b, output wire y);
  assign y = ~(a ^ b);
endmodule

module netlist(input wire [2:0] a, output wire y);
  wire neither, only, odd;
  nor2  g1(.a(a[0]), .b(a[2]), .y(neither));
  xnor2 g2(.a(neither), .b(a[2]), .y(only)); // a[0] & ~a[2]
  xor2  g3(.a(only), .b(a[1]), .y(odd));
  xnor2 g4(.a(odd), .b(a[0]), .y(y));
endmodule

module table_of_netlist;
  reg [2:0] a;
  wire      y;
  integer   i;
  netlist dut(.a(a), .y(y));
  initial begin
    for (i = 0; i < 8; i = i + 1) begin
      a = i[2:0];
      #1 $display("row %b %b", a, y);
    end
    $finish;
  end
endmodule
`default_nettype wire
