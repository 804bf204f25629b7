// warppool_queues.v : what is proved of WarpPool's inter-warp queues (warppool_queues), for any
// requests and any tag that leaves: one insertion a queue and cycle, of the lowest coalescer; a
// request waits only where there is no place; no request is lost or doubled, and it leaves with
// its line, the whole tag at once, in order of arrival (blocks/warppool_queues.h).
//
// Two requests are followed, told apart by their metadata: any two that differ. The script gives
// the sizes and connects h_* to the tags.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module warppool_queues_properties (
  input wire                              clk_i, rst_ni,
  input wire [`COALESCERS-1:0]            req_valid_i,
  input wire [`COALESCERS*`QUEUE_W-1:0]   req_queue_i,
  input wire [`COALESCERS*`LINE_W-1:0]    req_line_i,
  input wire [`COALESCERS*`META_W-1:0]    req_meta_i,
`ifdef NARROW
  input wire [`COALESCERS-1:0]            next_valid_i, // in R behind what is offered
  input wire [`COALESCERS*`LINE_W-1:0]    next_line_i, enter_line_i,
`endif
  input wire [`QUEUES*`TAGS-1:0]          named_i,  // the tag on its way out, and whether it leaves
  input wire                              leave_i
);
  localparam integer C = `COALESCERS, Q = `QUEUES, QW = `QUEUE_W, T = `TAGS, M = `MERGES, ALL =
    Q * T, LW = `LINE_W, MW = `META_W, WW = `WARP_W;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  wire [C-1:0]      taken, alloc;
  wire [ALL-1:0]    used;
`ifdef NARROW
  wire [ALL-1:0]    fresh;
`endif
  wire [ALL*WW-1:0] lowest;
  wire [C*T-1:0]    alloc_way;
  wire [LW-1:0]     rd_line;
  wire [M-1:0]      rd_there;
  wire [M*MW-1:0]   rd_meta;
  // of a line, the bits above those that its queue stands for
  localparam integer KW = Q > 1 ? LW - QW : LW;
  wire [C*KW-1:0] keys;
`ifdef NARROW
  wire [C*KW-1:0] next_keys, enter_keys;
  wire [C*QW-1:0] next_queues;
  wire [C*Q-1:0]  onehots, enter_onehots;
`endif
  genvar o;
  generate
    for (o = 0; o < C; o = o + 1) begin : g_key
      assign keys[o*KW +: KW] = req_line_i[o*LW + LW - 1 -: KW];
`ifdef NARROW
      assign next_keys[o*KW +: KW]    = next_line_i[o*LW + LW - 1 -: KW];
      assign enter_keys[o*KW +: KW]   = enter_line_i[o*LW + LW - 1 -: KW];
      assign next_queues[o*QW +: QW]  = Q > 1 ? next_line_i[o*LW +: QW] : 0;
      assign onehots[o*Q +: Q]       = 1 << req_queue_i[o*QW +: QW];
      assign enter_onehots[o*Q +: Q] = 1 << (Q > 1 ? enter_line_i[o*LW +: QW] : 0);
`endif
    end
  endgenerate
  `TOP #(.QUEUES(Q), .QUEUE_W(QW), .TAGS(T), .MERGES(M), .COALESCERS(C), .LINE_W(LW), .WARP_W(WW),
    .META_W(MW)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .req_valid_i(req_valid_i), .req_queue_i(req_queue_i),
    .req_key_i(keys), .req_meta_i(req_meta_i),
`ifdef NARROW
    .fresh_o(fresh), .next_valid_i(next_valid_i), .next_queue_i(next_queues),
    .next_key_i(next_keys), .req_onehot_i(onehots), .enter_onehot_i(enter_onehots),
    .enter_key_i(enter_keys),
`endif
    .req_taken_o(taken), .used_o(used), .lowest_o(lowest), .alloc_o(alloc),
    .alloc_way_o(alloc_way), .leave_i(leave_i),
    .rd_i(named_i), .rd_line_o(rd_line), .rd_present_o(rd_there), .rd_meta_o(rd_meta)
  );
  (* keep *) wire [ALL*M-1:0]    h_there;
  (* keep *) wire [ALL*M*MW-1:0] h_meta;
  (* keep *) wire [ALL*LW-1:0]   h_line;
`ifdef NARROW
  (* keep *) wire [C*T-1:0]      h_head_match, h_next_match;

  // R, whose lines come one behind the other: from B, through the second entry if that is taken
  reg [C*LW-1:0] head_line, next_line;
  reg            known_q;
  integer        r;
  initial known_q = 1'b0;
  always @(posedge clk_i) begin
    known_q <= 1'b1;
    for (r = 0; r < C; r = r + 1) begin
      head_line[r*LW +: LW] <= !(taken[r] || !req_valid_i[r]) ? req_line_i[r*LW +: LW] :
        next_valid_i[r] ? next_line_i[r*LW +: LW] : enter_line_i[r*LW +: LW];
      next_line[r*LW +: LW] <= next_valid_i[r] ? next_line_i[r*LW +: LW] :
        enter_line_i[r*LW +: LW];
    end
  end
  always @* assume (!known_q || (req_line_i == head_line && next_line_i == next_line));

  // What is known of these lines: which tags have them
  reg       matched;
  reg [LW-1:0] l;
  integer   y, z;
  always @* begin
    matched = 1'b1;
    for (y = 0; y < C; y = y + 1)
      for (z = 0; z < ALL; z = z + 1) begin
        l = req_line_i[y*LW +: LW];
        if (h_there[z*M] && (Q > 1 ? l[QW-1:0] : 0) == z / T) matched = matched &&
          h_head_match[y*T + z % T] == (h_line[z*LW +: LW] == l);
        l = next_line_i[y*LW +: LW];
        if (h_there[z*M] && (Q > 1 ? l[QW-1:0] : 0) == z / T) matched = matched &&
          h_next_match[y*T + z % T] == (h_line[z*LW +: LW] == l);
      end
  end
  `HELPER(lines_are_matched, matched)
`endif

  // The two requests, their lines; each is offered by one coalescer at a time, and once
  (* anyconst *) reg [2*MW-1:0] meta;
  (* anyconst *) reg [2*LW-1:0] line;
  reg [1:0]   inside, comes, goes, offered, proper; // 0, 1: the request of that number
  reg         first_q;                              // 0 came before 1
  reg [1:0]   at_rd;                                // the tag on its way out holds it
  reg [2*M-1:0] place;                              // and there
  integer     c, d, n, k, x;
  always @* begin
    assume (meta[MW-1:0] != meta[MW +: MW]);
    assume ((named_i & (named_i - 1'b1)) == 0 && (named_i & ~used) == 0 &&
      (!leave_i || named_i != 0));
    offered = 0; comes = 0; proper = 2'b11; at_rd = 0; place = 0;
    for (x = 0; x < 2; x = x + 1) begin
      for (c = 0; c < C; c = c + 1)
        if (req_valid_i[c] && req_meta_i[c*MW +: MW] == meta[x*MW +: MW]) begin
          if (offered[x] || inside[x] || req_line_i[c*LW +: LW] != line[x*LW +: LW]) proper[x] =
            1'b0;
          offered[x] = 1'b1;
          if (taken[c]) comes[x] = 1'b1;
        end
      for (k = 0; k < M; k = k + 1) place[x*M+k] = rd_there[k] &&
        rd_meta[k*MW +: MW] == meta[x*MW +: MW];
      at_rd[x] = place[x*M +: M] != 0;
`ifdef NARROW
      // What is read counts when the tag leaves; it does not while its last request is written.
      at_rd[x] = at_rd[x] && leave_i;
`endif
    end
    // a line's queue, of so few bits
    for (c = 0; c < C; c = c + 1) assume (req_queue_i[c*QW +: QW] == (Q > 1 ?
      req_line_i[c*LW +: QW] : 0));
    assume (proper == 2'b11);
    goes = {2{leave_i}} & at_rd;
  end
`ifdef LATE
  // A tag that gets its first request in a cycle is named two cycles later at the earliest
  // (warppool_select).
`ifdef NARROW
  always @* assume (!leave_i || (named_i & fresh) == 0);
`endif
  reg [ALL-1:0] used_q;
  always @(posedge clk_i) used_q <= rst_ni ? used : {ALL{1'b0}};
  always @* assume ((named_i & ~used_q) == 0);
`endif
  always @(posedge clk_i)
    if (!rst_ni) inside <= 0;
    else         inside <= comes | (inside & ~goes);
  always @(posedge clk_i)
    if (comes[0])      first_q <= 1'b0 | (!inside[1] && !comes[1]);
    else if (comes[1]) first_q <= inside[0];

  // Where they are, as the registers have it
  reg [1:0]   once, none, with_line, ordered, in_tag;
  reg         gapless, lowest_ok, one_open, whole, found;
  reg [WW-1:0] least;
  integer     m, e;
  always @* begin
    once = 2'b11; none = 2'b11; with_line = 2'b11; gapless = 1'b1; lowest_ok = 1'b1; one_open =
      1'b1; whole = 1'b1; ordered = 2'b11;
    for (n = 0; n < ALL; n = n + 1) begin
      in_tag = 0; least = {WW{1'b1}};
      for (m = 0; m < M; m = m + 1) begin
        if (m > 0) gapless = gapless && (h_there[n*M+m-1] || !h_there[n*M+m]);
        if (h_there[n*M+m] && h_meta[(n*M+m+1)*MW-1 -: WW] < least) least =
          h_meta[(n*M+m+1)*MW-1 -: WW];
        for (e = 0; e < 2; e = e + 1)
          if (h_there[n*M+m] && h_meta[(n*M+m)*MW +: MW] == meta[e*MW +: MW]) begin
            if (!none[e]) once[e] = 1'b0;
            none[e] = 1'b0;
            if (h_line[n*LW +: LW] != line[e*LW +: LW]) with_line[e] = 1'b0;
            if (in_tag[!e] && first_q != (e == 1)) ordered = 2'b00;
            in_tag[e] = 1'b1;
          end
      end
      if (h_there[n*M] && lowest[n*WW +: WW] != least) lowest_ok = 1'b0;
      if (named_i[n]) whole = whole && rd_there == h_there[n*M +: M];
      for (e = 0; e < T; e = e + 1) // tags of one queue
        if ((n / T) * T + e < n && h_there[n*M] && !h_there[n*M+M-1] && h_there[((n/T)*T+e)*M] &&
          !h_there[((n/T)*T+e)*M+M-1] &&
            h_line[n*LW +: LW] == h_line[((n/T)*T+e)*LW +: LW]) one_open = 1'b0;
    end
  end

  // What a coalescer finds in its queue
  reg [C-1:0] lower, room;
  integer     b, g;
  always @* begin
    lower = 0; room = 0;
    for (b = 0; b < C; b = b + 1) begin
      for (g = 0; g < b; g = g + 1) lower[b] = lower[b] ||
        (req_valid_i[g] && req_queue_i[g*QW +: QW] == req_queue_i[b*QW +: QW]);
      for (g = 0; g < ALL; g = g + 1)
        if (req_queue_i[b*QW +: QW] == g / T)
          room[b] = room[b] || !used[g] || (!h_there[g*M+M-1] &&
            h_line[g*LW +: LW] == req_line_i[b*LW +: LW] && !(leave_i && named_i[g]));
    end
  end

  wire older_place = (place[0 +: M] < place[M +: M]) == first_q;
  `PROVE(1, one_insertion_of_the_lowest, (taken & lower) == 0 && (taken & ~req_valid_i) == 0)
  `PROVE(2, waits_only_without_a_place, (req_valid_i & ~lower & room & ~taken) == 0)
  `PROVE(3, nothing_lost_or_doubled, once == 2'b11 && none == ~inside)
  `PROVE(4, leaves_with_its_line, (!at_rd[0] || rd_line == line[0 +: LW]) &&
    (!at_rd[1] || rd_line == line[LW +: LW]))
  `PROVE(5, leaves_as_a_whole, whole)
  `PROVE(6, leaves_in_order_of_arrival, !(&at_rd) || older_place)
  `PROVE(7, one_tag_of_a_line_has_room, one_open)
  `PROVE(8, lowest_warp_is_known, lowest_ok)
  `HELPER(no_gap, gapless)
  `HELPER(kept_with_line, with_line == 2'b11)
  `HELPER(kept_in_order, ordered == 2'b11)

`ifdef SEVERAL
  `WITNESS(1, two_for_one_queue, lower != 0 && taken != 0)
`else
  `WITNESS(1, taken, taken != 0)
`endif
  `WITNESS(2, waits_for_a_place, (req_valid_i & ~lower & ~taken) != 0)
  `WITNESS(3, all_that_fits_is_inside, inside == (ALL * M > 1 ? 2'b11 : 2'b01))
  `WITNESS(4, leaves, goes[1])
  `WITNESS(5, full_tag_leaves, leave_i && (&rd_there))
`ifdef MERGING
  `WITNESS(6, both_leave_in_one, leave_i && (&at_rd))
  `WITNESS(8, lowest_is_not_the_first, used[0] && lowest[0 +: WW] != h_meta[MW-1 -: WW])
`else
  `WITNESS(6, leaves_alone, leave_i && at_rd == 2'b01)
  `WITNESS(8, lowest_is_the_first, used[0] && lowest[0 +: WW] == 1)
`endif
`ifdef TWO_TAGS
  `WITNESS(7, a_line_in_two_tags, h_there[M] && h_there[0] && h_line[0 +: LW] == h_line[LW +: LW])
`else
  `WITNESS(7, a_tag_is_full, h_there[M-1])
`endif
endmodule
`default_nettype wire
