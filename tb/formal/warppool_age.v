// warppool_age.v : what is proved of the order of WarpPool's tags (warppool_age), for any tags
// that are allocated and leave: it is the order of allocation, of one cycle the lower coalescer's
// first, and the choice is the oldest tag that is not skipped (WarpPool 3.5).
//
// Which of two tags is older is kept here, pair by pair. The script gives the sizes and connects
// h_* to the places.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module warppool_age_properties (
  input wire                       clk_i, rst_ni,
  input wire [`COALESCERS-1:0]     alloc_i,
  input wire [`COALESCERS*`TAG_W-1:0] which_i, // the tag that each gets
  // the tag on its way out leaves; there is one, which is not chosen again
  input wire                       leave_i, skip_i,
  input wire [`TAG_W-1:0]          leave_tag_i
);
  localparam integer C = `COALESCERS, T = `TAGS, TW = `TAG_W, QW = `QUEUE_W, WAYS = `WAYS;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  reg [C*T-1:0]    tags; // one-hot
  reg [C*QW-1:0]   queues;
  reg [C*WAYS-1:0] ways; // one-hot
  integer i;
  always @* begin
    tags = 0; queues = 0; ways = 0;
    for (i = 0; i < C; i = i + 1) begin
      if (alloc_i[i]) tags[i*T +: T] = {{(T-1){1'b0}}, 1'b1} << which_i[i*TW +: TW];
      queues[i*QW +: QW]   = which_i[i*TW +: TW] / WAYS;
      ways[i*WAYS +: WAYS] = {{(WAYS-1){1'b0}}, 1'b1} << (which_i[i*TW +: TW] % WAYS);
    end
  end
  wire          any;
  wire [TW-1:0] tag;
  `TOP #(.TAGS(T), .TAG_W(TW), .QUEUE_W(QW), .WAYS(WAYS), .COALESCERS(C)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .alloc_i(alloc_i), .alloc_queue_i(queues), .alloc_way_i(ways),
    .skip_i(skip_i), .skip_tag_i(leave_tag_i),
    .leave_i(leave_i), .valid_o(any), .tag_o(tag)
  );
  (* keep *) wire [T-1:0]    h_there;
  (* keep *) wire [T*TW-1:0] h_tags;

  // Tags that hold something, and older[x*T+y]: both do, and x was allocated before y
  reg  [T-1:0]   holds, comes;
  reg  [T*T-1:0] older, older_d;
  integer c, d, x, y;
  always @* begin
    comes = 0;
    for (c = 0; c < C; c = c + 1) begin
      assume (!alloc_i[c] || which_i[c*TW +: TW] < T);
      if (alloc_i[c]) begin
        assume ((tags[c*T +: T] & (holds | comes)) == 0);
        comes = comes | tags[c*T +: T];
      end
    end
    assume (!skip_i || (leave_tag_i < T && holds[leave_tag_i]));
    assume (!leave_i || skip_i);
    older_d = older;
    for (c = 0; c < C; c = c + 1)
      for (x = 0; x < T; x = x + 1)
        if (alloc_i[c] && tags[c*T+x])
          for (y = 0; y < T; y = y + 1) begin
            older_d[x*T+y] = 1'b0;
            if (y != x) older_d[y*T+x] = holds[y];
            for (d = 0; d < c; d = d + 1) if (alloc_i[d] && tags[d*T+y]) older_d[y*T+x] = 1'b1;
          end
    for (x = 0; x < T; x = x + 1)
      if (leave_i && leave_tag_i == x)
        for (y = 0; y < T; y = y + 1) begin older_d[x*T+y] = 1'b0; older_d[y*T+x] = 1'b0; end
  end
  wire [T-1:0] left = leave_i ? {{(T-1){1'b0}}, 1'b1} << leave_tag_i : {T{1'b0}};
  always @(posedge clk_i)
    if (!rst_ni) begin holds <= 0; older <= 0; end
    else         begin holds <= (holds & ~left) | comes; older <= older_d; end

  // The places, and the choice
  reg         listed, in_order, oldest;
  reg [T-1:0] seen, others;
  integer     p, q;
  always @* begin
    listed = 1'b1; in_order = 1'b1; seen = 0;
    for (p = 0; p < T; p = p + 1) begin
      if (p > 0) listed = listed && (h_there[p-1] || !h_there[p]);
      if (h_there[p]) begin
        listed = listed && h_tags[p*TW +: TW] < T && !seen[h_tags[p*TW +: TW]];
        if (h_tags[p*TW +: TW] < T) seen[h_tags[p*TW +: TW]] = 1'b1;
        for (q = 0; q < p; q = q + 1)
          in_order = in_order && older[h_tags[q*TW +: TW]*T + h_tags[p*TW +: TW]];
      end
    end
    others = holds;
    if (skip_i) others[leave_tag_i] = 1'b0;
    oldest = !any || others[tag];
    for (p = 0; p < T; p = p + 1)
      oldest = oldest && !(any && others[p] && p != tag && !older[tag*T+p]);
  end

  `PROVE(1, lists_what_holds_something, listed && seen == holds)
  `PROVE(2, order_is_that_of_allocation, in_order)
  `PROVE(3, choice_is_the_oldest, any == (others != 0) && oldest)
`ifdef SEVERAL
  `WITNESS(1, two_in_a_cycle, (alloc_i & (alloc_i - 1'b1)) != 0 && holds != 0)
  `WITNESS(2, the_second_leaves, leave_i && h_there[1] && leave_tag_i == h_tags[TW +: TW] &&
    alloc_i != 0)
  `WITNESS(3, the_second_is_chosen, any && skip_i && h_there[1] && tag == h_tags[TW +: TW])
`else
  `WITNESS(1, holds, holds != 0)
  `WITNESS(2, leaves, leave_i)
  `WITNESS(3, skipped, !any && holds != 0)
`endif
endmodule
`default_nettype wire
