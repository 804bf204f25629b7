// cart.v : what is proved of the emitted tree of CART with its own drain (Gu, Chen, ICCD 2018,
// section IV), for any traffic that keeps the rule of the input channel and any answers of L2,
// never both at once, with resets at any time.
//
// Two requests to one line are followed, any two of any line: A, and B that comes in after it.
// They are known at the output by their metadata, 1 and 2, which no other request has; so what the
// properties say of them is said from the ports: no B is offered while A is inside, both leave as
// they came in, each is inside until it leaves and not after.
//
// The script gives the point: TOP, BRANCHES, ROWS, COLUMNS, ENTRIES, BANK_BITS, LINE_W and the
// widths. Wires called h_* are the block's own registers, which the script connects, for the
// helper invariants without which induction does not close. The bound of the rotation counts
// answers of L2, with no promise of when they come (spec: output fairness is assumed): a branch
// that holds something is passed over by at most BRANCHES - 1 offers. Within a branch a queue
// starves while another is kept filled: a run is shown that comes back to its own state, L2
// accepting always, and never serves a queue that holds something and waits for nobody, so that it
// can go on for ever. With finite refill it does not: while A waits in a queue, no more requests
// of its branch are accepted than were there when it was placed and have been placed since (for up
// to REFILLS of these).
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module cart_properties (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               in_valid_i,
  input wire [`LINE_W-1:0] in_line_i,
  input wire [1:0]         in_meta_i,
  input wire               req_accept_i,
  input wire               req_reject_i,
  // remember the state: a run that comes back to it can go on for ever
  input wire               snap_i
);
  localparam integer B = `BRANCHES, R = `ROWS, C = `COLUMNS, E = `ENTRIES, L = R*C, Q = B*L;
  localparam integer T_W = `LINE_W - `BANK_BITS; // of a tag
  localparam integer C_W = 1;                    // its column
  localparam integer R_W = T_W - C_W;
  localparam integer M_W = 2;                    // metadata
  localparam integer WORD_W = R*R_W + L*C_W;     // tags of a branch
  localparam integer N_W = 6;                    // of every number here

  wire               in_ready, req_valid, idle;
  wire [`LINE_W-1:0] req_line;
  wire [1:0]         req_meta;
  `TOP #(.LINE_W(`LINE_W), .META_W(2)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .in_valid_i(in_valid_i), .in_line_i(in_line_i), .in_meta_i(in_meta_i), .in_ready_o(in_ready),
    .req_valid_o(req_valid), .req_line_o(req_line), .req_meta_o(req_meta),
    .req_accept_i(req_accept_i), .req_reject_i(req_reject_i),
    .idle_o(idle)
  );

  // Rules of the environment
  reg  ever_two = 1'b0; // two have been inside
  wire comes  = in_valid_i && in_ready;
  wire leaves = req_valid && req_accept_i;
  reg  [`LINE_W-1:0] line; // of A and B
  reg                a_in = 1'b0, b_in = 1'b0, started = 1'b0, waits_q = 1'b0;
  reg  [`LINE_W+1:0] in_q;
  wire marks_a = in_meta_i == 2'd1, marks_b = in_meta_i == 2'd2;
  always @(posedge clk_i) begin
    started <= 1'b1;
    waits_q <= rst_ni && in_valid_i && !in_ready;
    in_q    <= {in_line_i, in_meta_i};
  end
  always @* begin
    assume (started || !rst_ni);
    assume (!waits_q || !started || !rst_ni || (in_valid_i && {in_line_i, in_meta_i} == in_q));
    assume (!(req_accept_i && req_reject_i));
    assume (in_meta_i != 2'd3);
    assume (!marks_a || (!a_in && !b_in));
    assume (!marks_b || (a_in && !b_in && in_line_i == line));
  end

  // What is inside
  wire a_leaves = leaves && req_meta == 2'd1, b_leaves = leaves && req_meta == 2'd2;
  reg  [N_W-1:0] n;
  always @(posedge clk_i) begin
    if (comes && marks_a) line <= in_line_i;
    a_in <= rst_ni && ((a_in && !a_leaves) || (comes && marks_a));
    b_in <= rst_ni && ((b_in && !b_leaves) || (comes && marks_b));
    n    <= rst_ni ? n + comes - leaves : 0;
    if (n == 2) ever_two <= 1'b1;
  end

`include "cart_state.vh"

  // Where A and B are, as they move: in the incoming register, or the how-manieth of a queue
  reg          a_new, b_new;
  reg  [Q-1:0] a_q, b_q;
  reg  [N_W-1:0] a_i, b_i;
  reg  [N_W-1:0] fill_n; // requests of the queue that is filled, this cycle's departure taken off
  wire in_a = h_busy && a_in && a_new, in_b = h_busy && b_in && b_new;
  always @* begin
    fill_n = 0;
    for (k = 0; k < Q; k = k + 1)
      if (filled[k]) fill_n = count[k*N_W +: N_W] - (leaves && offered[k]);
  end
  always @(posedge clk_i) begin
    if (comes && marks_a) a_new <= 1'b1;
    else if (in_a && h_fill != 0) begin
      a_new <= 1'b0;
      a_q   <= filled;
      a_i   <= fill_n;
    end else if (leaves && (offered & a_q) != 0) a_i <= a_i - 1;
    if (comes && marks_b) b_new <= 1'b1;
    else if (in_b && h_fill != 0) begin
      b_new <= 1'b0;
      b_q   <= filled;
      b_i   <= fill_n;
    end else if (leaves && (offered & b_q) != 0) b_i <= b_i - 1;
  end

  // Turns: how many offers of others have been answered since the branch `w` has something, and
  // the branch of the last offer
  (* anyconst *) reg [N_W-1:0] w;
  always @* assume (w < B);
  reg  [N_W-1:0] turn, passed;
  reg  [B-1:0]   holds;
  reg  [N_W-1:0] turn_now;
  always @* begin
    turn_now = turn;
    for (k = 0; k < B; k = k + 1) begin
      holds[k] = |seen[k*L +: L];
      if (h_branch[k]) turn_now = k;
    end
  end
  wire answered = req_valid && (req_accept_i || req_reject_i);
  wire w_holds  = |(holds & (1 << w)), w_offered = |(h_branch & (1 << w));
  always @(posedge clk_i) begin
    turn   <= rst_ni ? turn_now : B - 1;
    passed <= !rst_ni || !w_holds || w_offered ? 0 : passed + answered;
  end
  // from w up to the last in turn
  wire [N_W-1:0] far = turn_now >= w ? turn_now - w : B + turn_now - w;

  // What A's branch owes to others before it must serve A, and what it has served
  localparam integer REFILLS = 5;
  reg  [N_W-1:0] owed, served, refills, others;
  reg            in_a_branch; // what is placed, while A is in the register or in a queue
  wire           a_waits = a_in && !a_new;
  wire           others_leave = leaves && a_waits && |(h_branch & a_branch) && !a_leaves;
  reg  [B-1:0]   a_branch;
  always @* begin
    others = 0;
    for (k = 0; k < B; k = k + 1) a_branch[k] = |a_q[k*L +: L];
    for (k = 0; k < Q; k = k + 1)
      if (a_waits ? a_branch[k/L] : h_in_branch[k/L])
        others = others + count[k*N_W +: N_W] - (leaves && offered[k] && !a_waits);
    in_a_branch = a_waits && h_fill != 0 && |(h_in_branch & a_branch);
  end
  always @(posedge clk_i)
    if (in_a && h_fill != 0) begin
      owed    <= others;
      served  <= 0;
      refills <= 0;
    end else if (refills <= REFILLS) begin
      owed    <= owed + in_a_branch;
      refills <= refills + in_a_branch;
      served  <= served + others_leave;
    end

  // Properties
  reg                held_q, had_q;
  reg  [`LINE_W+1:0] req_q;
  reg  [Q-1:0]       rest; // hold something when this cycle's departure is off
  always @* for (k = 0; k < Q; k = k + 1) rest[k] =
    count[k*N_W +: N_W] - pending[k] > (leaves && offered[k]);
  always @(posedge clk_i) begin
    held_q <= rst_ni && req_valid && !req_accept_i && !req_reject_i;
    req_q  <= {req_line, req_meta};
`ifdef EARLY
    had_q  <= rst_ni && (rest != 0 || h_fill != 0); // what is placed counts
`else
    had_q  <= rst_ni && rest != 0;
`endif
  end

  `PROVE(1, same_line_order, !(req_valid && req_meta == 2'd2 && a_in))
  `PROVE(2, leaves_as_it_came, !req_valid || req_meta == 2'd0 ||
    ((req_meta == 2'd1 ? a_in : b_in) && req_line == line))
  `PROVE(3, idle_is_exact, idle == (n == 0))
  `PROVE(4, an_offer_holds, !held_q || (req_valid && {req_line, req_meta} == req_q))
  `PROVE(5, one_request_offered, (offered & (offered - 1'b1)) == 0 && (offered != 0) == req_valid)
  `PROVE(6, no_overflow, &fits && n <= Q*E + 1)
  `PROVE(7, bank_rotation_bound, passed <= B - 1)
  `PROVE(8, offered_when_there, req_valid == had_q)
  `PROVE(10, served_with_finite_refill, !a_waits || refills > REFILLS || served <= owed)
`include "cart_helpers.vh"

  `WITNESS(1, b_waits_in_another_queue, a_in && b_in && !a_new && !b_new && (a_q & b_q) == 0)
  `WITNESS(2, b_leaves, b_leaves)
  `WITNESS(3, idle_again, ever_two && idle)
  `WITNESS(4, offer_waits, held_q && req_meta == 2'd1)
  `WITNESS(5, last_queue_offered, offered[Q-1])
  `WITNESS(6, full, n == Q*E + 1)
  `WITNESS(7, at_the_bound, passed == B - 1 && w_holds)
  `WITNESS(8, offered_a_cycle_later, n == 1 && req_valid)
  `WITNESS(10, passed_by_a_refill, a_waits && refills != 0 && refills <= REFILLS && served == owed)
`ifdef HAS_LOOP
  (* keep *) wire [`STATE_W-1:0] h_state;
  (* anyconst *) reg [N_W-1:0] starved;
  always @* assume (starved < Q);
  reg               snapped = 1'b0, moved = 1'b0;
  reg [`STATE_W-1:0] snap;
  wire hungry = |(some & ~blocked & ~offered & (1 << starved)) &&
    (holds & ~(1 << (starved / L))) == 0;
  always @(posedge clk_i)
    if (snap_i && !snapped) begin
      snapped <= rst_ni && hungry && (!req_valid || req_accept_i);
      moved   <= leaves;
      snap    <= h_state;
    end else begin
      snapped <= snapped && rst_ni && hungry && (!req_valid || req_accept_i);
      moved   <= moved || leaves;
    end
  `WITNESS(9, starves_for_ever, snapped && moved && hungry && h_state == snap)
`endif
endmodule
`default_nettype wire
