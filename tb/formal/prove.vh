// prove.vh : macros of the property modules. `PROVE(ID, name, condition)` is a property that the
// block must have, `WITNESS(ID, name, condition)` a state that a run can reach, so that the
// property of the same number is not true for want of traffic, and `HELPER(name, condition)` an
// invariant of the block's own state without which induction does not close; it is proved as well.
//
// clk_i, rst_ni and started (there has been a reset) are the module's. With -DONLY=ID the
// properties of other numbers and all helpers are left out: so a mutant shows which property it
// breaks.
//
// SPDX-License-Identifier: Apache-2.0
`ifndef ONLY
`define ONLY 0
`endif
`define PROVE(ID, NM, COND) generate if (`ONLY == 0 || `ONLY == ID) begin : p_``NM \
  always @* if (started && rst_ni) assert (COND); end endgenerate
`define HELPER(NM, COND) generate if (`ONLY == 0) begin : h_``NM \
  always @* if (started) assert (COND); end endgenerate
`define WITNESS(ID, NM, COND) generate if (`ONLY == 0 || `ONLY == ID) begin : c_``NM \
  always @* if (started && rst_ni) cover (COND); end endgenerate
