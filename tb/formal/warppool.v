// warppool.v : what is proved of WarpPool's request selector (warppool_select), for any tags,
// stores, room and resets: a store waits for at most STORE_AGE + COALESCERS - 1 grants to others
// (blocks/warppool_select.h), one grant a cycle, and no load goes before a store that has waited
// out its age.
//
// The grants that a store has seen are counted here, from the ports. The script gives TOP,
// COALESCERS, STORE_AGE, AGE_W and connects h_ages to the block's registers. With NARROW stores are
// laid out before they are granted, in four groups of lanes; that this is so is shown as well.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module warppool_properties (
  input wire                   clk_i,
  input wire                   rst_ni,
  // a line enters B if it can; it is a store; a load leaves B
  input wire [`COALESCERS-1:0] enter_i, kind_i, load_leaves_i,
`ifdef NARROW
  input wire [`COALESCERS*4-1:0] groups_i,
  input wire [3:0]               fresh_i, // tags that do not leave yet
`endif
  input wire                   oldest_any_i, room_i, has_store_i,
  input wire [1:0]             oldest_i
);
  localparam integer C = `COALESCERS, AGE = `STORE_AGE, BOUND = AGE + C - 1;
  localparam integer W = 6; // of counts

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  // B of each coalescer
  reg  [C-1:0] valid, kind;
  wire [C-1:0] store = valid & kind;
  wire [C-1:0] granted;
  wire [C-1:0] leaves = granted | (valid & ~kind & load_leaves_i);
  wire [C-1:0] enters = enter_i & (~valid | leaves);
  wire [3:0]   named;
  wire         tag;
`ifdef NARROW
  wire         lays;
  wire [C-1:0] laid;
  wire [3:0]   group;
`endif
  `TOP u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .oldest_valid_i(oldest_any_i), .oldest_i(oldest_i),
    .store_wait_i(store), .enter_pulse_i(enters),
    .room_i(room_i), .has_store_i(has_store_i), .selected_o(named), .tag_grant_o(tag),
`ifdef NARROW
    .fresh_i(fresh_i), .groups_i(needs), .lay_pulse_o(lays), .lay_first_o(), .lay_store_o(laid),
    .lay_group_o(group),
`endif
    .store_grant_o(granted)
  );
  (* keep *) wire [C*`AGE_W-1:0] h_ages;

  always @(posedge clk_i)
    if (!rst_ni) valid <= 0;
    else         valid <= enters | (valid & ~leaves);
  always @(posedge clk_i) kind <= (enters & kind_i) | (~enters & kind);

  // Grants to others since the store entered, and how many stores have seen AGE + k of them
  reg  [C*W-1:0] waited;
  wire           some = tag || (|granted);
  integer c, k;
  always @(posedge clk_i)
    for (c = 0; c < C; c = c + 1)
      if (enters[c])                              waited[c*W +: W] <= 0;
      else if (some && store[c] && !granted[c])   waited[c*W +: W] <= waited[c*W +: W] + 1'b1;

  reg [C-1:0]     late, out, equal; // beyond the bound; waited out; the block's age is ours
  reg [(C+1)*W-1:0] seen;
  reg [C:0]       few;
  always @* begin
    seen = 0;
    for (c = 0; c < C; c = c + 1) begin
      late[c]  = store[c] && waited[c*W +: W] > BOUND;
      out[c]   = store[c] && waited[c*W +: W] >= AGE;
      equal[c] = !store[c] || waited[c*W +: W] == h_ages[c*`AGE_W +: `AGE_W];
      for (k = 0; k <= C; k = k + 1) seen[k*W +: W] = seen[k*W +: W] +
        (store[c] && waited[c*W +: W] >= AGE + k);
    end
    for (k = 0; k <= C; k = k + 1) few[k] = seen[k*W +: W] <= C - k;
  end
  wire [C:0] grants = {tag, granted};

`ifdef NARROW
  // Groups of the store in B: those that have lanes, those that have been laid out
  reg  [C*4-1:0] needs, groups;
  reg  [C-1:0]   unlaid, younger, progress, none, without;
  (* keep *) wire [3:0] h_left; // of the store that is laid out
  integer d;
  always @(posedge clk_i)
    for (c = 0; c < C; c = c + 1)
      if (enters[c]) needs[c*4 +: 4] <= groups_i[c*4 +: 4];
  always @(posedge clk_i)
    for (c = 0; c < C; c = c + 1)
      if (enters[c])            groups[c*4 +: 4] <= 0;
      else if (lays && laid[c]) groups[c*4 +: 4] <= groups[c*4 +: 4] | group;
  always @* begin
    younger = 0;
    for (c = 0; c < C; c = c + 1) begin
      none[c] = enters[c] && groups_i[c*4 +: 4] == 0;
      without[c] = store[c] && needs[c*4 +: 4] == 0;
      unlaid[c] = granted[c] && (groups[c*4 +: 4] | (lays ? group : 4'd0)) != needs[c*4 +: 4];
      progress[c] = !store[c] ||
        (!laid[c] ? groups[c*4 +: 4] == 0 : groups[c*4 +: 4] == (needs[c*4 +: 4] & ~h_left) &&
          (h_left & ~needs[c*4 +: 4]) == 0);
      for (d = 0; d < C; d = d + 1)
        if (laid[c] && store[d] && waited[d*W +: W] > waited[c*W +: W]) younger[c] = 1'b1;
    end
  end
  // The outbound buffer has a store only behind a grant.
  reg had_store = 1'b0;
  always @(posedge clk_i) had_store <= rst_ni && (has_store_i || granted != 0);
  always @* assume (had_store || !has_store_i);
  `PROVE(4, laid_out_first, unlaid == 0 && !(lays && has_store_i) && !(granted != 0 && has_store_i))
  `HELPER(stores_have_lanes, without == 0)
  `HELPER(none_is_on_offer_beside_one_that_is_laid_out, !(laid != 0 && h_left == 0 && had_store))
  `HELPER(a_store_that_waits_is_laid_out, (laid & ~store) == 0 && (laid & (laid - 1'b1)) == 0)
  `HELPER(none_is_older_than_it, younger == 0)
  `HELPER(its_groups_are_those_that_are_not_left, &progress)
  always @* assume (none == 0);
`endif

  `PROVE(1, store_bound, late == 0)
  `PROVE(2, one_grant, (grants & (grants - 1'b1)) == 0)
  `PROVE(3, aged_store_first, !tag || out == 0)
  `HELPER(ages, &equal)
  `HELPER(fewer_wait_longer, &few)

  `WITNESS(1, at_the_bound, store[C-1] && waited[(C-1)*W +: W] == BOUND && granted[C-1])
  `WITNESS(2, two_stores_wait, &store && granted != 0)
  `WITNESS(3, aged_store_before_a_load, named != 0 && out != 0 && granted != 0)
endmodule
`default_nettype wire
