// cart_invariants.v : invariants of CART's registers for proofs that mutants are equivalent
// (tb/mutate), which prove them first. The script gives the point and connects the registers.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`define HELPER(NM, COND) generate begin : h_``NM \
  always @* assert (COND); end endgenerate
module wl_invariants;
`ifndef NONE
  localparam integer B = `BRANCHES, R = `ROWS, C = `COLUMNS, E = `ENTRIES, L = R*C, Q = B*L;
  localparam integer T_W = `TAG_W, C_W = `COL_W, R_W = T_W - C_W, M_W = `META_W;
  localparam integer WORD_W = R*R_W + L*C_W; // tags of a branch
  localparam integer N_W = 6;                // of every number here
`include "cart_state.vh"

  // A queue that another waits for is as full as it was then, or being drained. With latency 3 it
  // may also have room for one more: what waits for it found its place when the queue was full with
  // a request that is counted a cycle later, and in that cycle another one left. The choice, which
  // looks at what is counted, then took the queue for empty and turned to another one.
`ifdef AHEAD
  localparam integer ROOM = 1;
`else
  localparam integer ROOM = 0;
`endif
  wire [Q*Q-1:0] drained;
  generate
    for (q = 0; q < Q; q = q + 1) begin : g_drained
      for (p = 0; p < Q; p = p + 1) begin : g_other
        assign drained[q*Q + p] = !before[q*Q + p] || count[p*N_W +: N_W] + ROOM >= E ||
                                  (h_group[p/C] && h_column[(p/L)*C + p%C] &&
                                    (!h_branch[p/L] || h_place[p%L]));
      end
    end
  endgenerate
  `HELPER(drained, &drained)
`endif
endmodule
`default_nettype wire
