// mutant.v : a port of a cell that can be mutated: all mutants of one port, the one that `sel` names, or none. See mutants.h.
//
// SPDX-License-Identifier: Apache-2.0
module wl_mutant (sel, s, y);
  parameter W = 1; // bits of the port
  parameter K = 1; // its number
  input  [63:0]  sel;
  input  [W-1:0] s;
  output [W-1:0] y;
  wire [W-1:0] hit  = {{W{1'b0}}, 1'b1} << sel[31:16];
  wire         ctrl = |(s & ({{W{1'b0}}, 1'b1} << sel[47:32]));
  assign y = sel[15:0] != K     ? s :
             sel[50:48] == 3'd0 ? s ^ hit :
             sel[50:48] == 3'd1 ? s & ~hit :
             sel[50:48] == 3'd2 ? s | hit :
             ctrl == sel[48]    ? s ^ hit : s; // 4: inverted where ctrl is 0; 5: where it is 1
endmodule
