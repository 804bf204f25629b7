// dwtcs.v : what is proved of every emitted dwtcs (DWT-PRIC, GPGPU-8 2015, section 4.2), for any
// SMs and kernels, with resets at any time: limits stay within 1..W; nothing but N periods over
// the threshold running starts a sampling or applies a winner; the begin and the end of a kernel
// end all and store nothing; what is stored for a kernel is what it is throttled with later; no
// count overflows.
//
// The sums of a period are counted here from the ports and judged by the threshold itself. One
// kernel number, any of them, is followed: when its winner is stored, with how many warps, and how
// many winners were stored since. The script gives TOP, SMS, WARPS, PERIOD, OVER (N), SAMPLED (M),
// PLACES, THRESHOLD, INSN_MAX and the widths, and connects the h_* to the block's registers. That
// the winner of a round has most instructions, and of equals the fewest warps, is proved of the
// vote by itself: dwtcs_vote.v.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
module dwtcs_properties (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire                     kernel_begin_pulse_i, kernel_end_pulse_i,
  input wire [`KERNEL_W-1:0]     kernel_id_i,
  input wire [`SMS*`INSN_W-1:0]  sm_insn_i,
  input wire [`SMS-1:0]          sm_miss_i
);
  localparam integer S = `SMS, P = `PERIOD;
  localparam integer N_W = 8; // of sums and numbers
  localparam integer W = 20;  // of products

  wire [S*`LIMIT_W-1:0] limits;
  wire                  sampling, throttled, idle;
  `TOP #(.KERNEL_W(`KERNEL_W)) u_dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .kernel_begin_pulse_i(kernel_begin_pulse_i),
    .kernel_end_pulse_i(kernel_end_pulse_i),
    .kernel_id_i(kernel_id_i), .sm_insn_i(sm_insn_i), .sm_miss_i(sm_miss_i),
    .sm_limit_o(limits), .sampling_o(sampling), .throttled_o(throttled), .idle_o(idle)
  );

  // The block's registers, connected by the script
  (* keep *) wire [`TICK_W-1:0]           h_tick;
  (* keep *) wire                         h_first;
  (* keep *) wire                         h_voting, h_decides;
  (* keep *) wire [`SM_W-1:0]             h_turn;
  (* keep *) wire                         h_wins;    // of the vote so far
  (* keep *) wire [`SM_W-1:0]             h_winner;
  (* keep *) wire [2*S-1:0]               h_restarts; // of each score, of each count
  (* keep *) wire [`LEFT_W-1:0]           h_left;
  (* keep *) wire [`SUM_W-1:0]            h_base;
  (* keep *) wire [`KERNEL_W-1:0]         h_kernel;
  (* keep *) wire [`LIMIT_W-1:0]          h_limit;
  (* keep *) wire [S*`COUNT_W-1:0]        h_insns;
  (* keep *) wire [S*`SCORE_W-1:0]        h_scores;
  (* keep *) wire [S*`RUN_W-1:0]          h_runs;
  (* keep *) wire [`PLACES-1:0]           h_valid;
  (* keep *) wire [`PLACES*`KERNEL_W-1:0] h_kernels;
  (* keep *) wire [`PLACES*`LIMIT_W-1:0]  h_warps;
  (* keep *) wire [`SLOT_W-1:0]           h_next;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* assume (started || !rst_ni);

  // The kernel's periods; the state by the ports
  wire watching = !idle && !sampling && !throttled;
  wire pulse    = kernel_begin_pulse_i || kernel_end_pulse_i;
  reg  [N_W-1:0] at;      // cycle of the period
  reg            fresh;   // the kernel's first period
  wire           tests = watching && at == 0 && !fresh;
  wire           round_over = sampling && h_first && h_left == 1; // the first cycle of the vote
  wire           votes = round_over || h_voting;
  wire           begins = watching && at == 0 && fresh; // the kernel's first cycle
  wire [S-1:0]   fires, ranged;
  // cycles of the round that is sampled
  wire [N_W-1:0] elapsed = (`SAMPLED - h_left) * P + (at == 0 ? P : at);
  wire signed [W-1:0] of_period = at == 0 && !fresh ? P : at; // cycles in the score
  genvar i, j;
  generate
    for (i = 0; i < S; i = i + 1) begin : g_sm
      wire [`INSN_W-1:0]  insn  = sm_insn_i[i*`INSN_W +: `INSN_W];
      wire [`LIMIT_W-1:0] limit = limits[i*`LIMIT_W +: `LIMIT_W];
      always @* assume (insn <= `INSN_MAX);
      reg  [N_W-1:0] insns, misses, run;
      wire [W-1:0]   lost = misses * 1000, allowed = insns * `THRESHOLD;
      wire [`SCORE_W-1:0] h_score = h_scores[i*`SCORE_W +: `SCORE_W];
      wire signed [W-1:0] score   = {{(W-`SCORE_W){h_score[`SCORE_W-1]}}, h_score};
      wire [W-1:0]        scaled  = score * `FACTOR, due = lost - allowed - `FACTOR;
      assign fires[i]  = lost > allowed && run + 1 >= `OVER;
      assign ranged[i] = limit >= 1 && limit <= `WARPS;
      always @(posedge clk_i)
        if (!rst_ni || kernel_begin_pulse_i) begin
          insns  <= 0;
          misses <= 0;
          run    <= 0;
        end else if (watching) begin
          insns  <= (tests ? 0 : insns) + insn;
          misses <= (tests ? 0 : misses) + sm_miss_i[i];
          if (tests) run <= lost > allowed ? run + 1'b1 : 0;
        end
      `HELPER(counts, !watching || begins ||
        (h_insns[i*`COUNT_W +: `COUNT_W] == insns && scaled == due))
      `HELPER(run_length, !watching || h_runs[i*`RUN_W +: `RUN_W] == run)
      `HELPER(sums_in_range, !watching || (insns <= `INSN_MAX * (tests ? P : at) && misses <=
        (tests ? P : at) && run < `OVER))
      // What is added to leaves room for a cycle's most: the counter's top bit stands for a full
      // round alone.
      `PROVE(7, count_has_room, !(watching && !tests && !begins) &&
        !(sampling && !votes && !h_decides) ||
        h_insns[i*`COUNT_W +: `COUNT_W] + `INSN_MAX <= `INSN_MAX * `SAMPLED * P)
      `WITNESS(7, full_count, round_over &&
        h_insns[i*`COUNT_W +: `COUNT_W] == `INSN_MAX * `SAMPLED * P)
      `HELPER(round_in_range, !sampling || (h_insns[i*`COUNT_W +: `COUNT_W] <= `INSN_MAX * elapsed))
      `HELPER(score_in_range, !(watching || sampling) || begins ||
        (score * `FACTOR + `FACTOR <= 1000 * of_period && score * `FACTOR +
        `FACTOR >= -`THRESHOLD * `INSN_MAX * of_period))
    end
  endgenerate

  reg watched, tested_over, ended, was_idle, was_sampling;
  reg [`PLACES-1:0]          valid_before;
  reg [`PLACES*`LIMIT_W-1:0] warps_before;
  always @(posedge clk_i) begin
    if (kernel_begin_pulse_i) begin
      at    <= 0;
      fresh <= 1'b1;
    end else if (watching || sampling) begin
      at    <= votes || at == P - 1 ? 0 : at + 1'b1;
      fresh <= fresh && at != P - 1;
    end
    watched      <= rst_ni && watching && !pulse;
    tested_over  <= tests && |fires;
    ended        <= rst_ni && pulse;
    was_idle     <= !rst_ni || (!kernel_begin_pulse_i && (kernel_end_pulse_i || idle));
    was_sampling <= rst_ni && sampling;
    valid_before <= h_valid;
    warps_before <= h_warps;
  end

  // The kernel number that is followed. A winner is stored when sampling turns into throttling.
  (* anyconst *) reg [`KERNEL_W-1:0] k;
  reg  [`KERNEL_W-1:0] kernel;
  reg                  known_q;
  reg  [`LIMIT_W-1:0]  warps_q;
  reg  [N_W-1:0]       age_q;   // winners stored since
  wire                 stored = was_sampling && throttled;
  wire                 is_k   = kernel == k;
  wire                 known  = stored && is_k ? 1'b1 : known_q &&
    !(stored && age_q + 1 == `PLACES);
  wire [`LIMIT_W-1:0]  warps  = stored && is_k ? limits[`LIMIT_W-1:0] : warps_q;
  wire [N_W-1:0]       age    = stored && is_k ? 0 : age_q + stored;
  always @(posedge clk_i) begin
    if (kernel_begin_pulse_i) kernel <= kernel_id_i;
    known_q <= rst_ni && known;
    warps_q <= warps;
    age_q   <= age;
  end
  wire [N_W-1:0] place = h_next + 2 * `PLACES - 1 - age;
  wire [N_W-1:0] slot  = place >= `PLACES ? (place - `PLACES >= `PLACES ? place - 2 * `PLACES :
    place - `PLACES) : place;

  `PROVE(1, limits_within_1_and_w, &ranged)
  `PROVE(2, starts_after_n_periods_over, !watched || (sampling || throttled) == tested_over)
  `PROVE(3, begin_and_end_store_nothing, !ended ||
    (h_valid == valid_before && h_warps == warps_before))
  `PROVE(4, begin_and_end_end_all, !ended || (!sampling && !throttled && idle == was_idle))
  `PROVE(5, returns_what_was_stored, !watched || !is_k || !throttled ||
    (known && limits[`LIMIT_W-1:0] == warps))
  `PROVE(6, samples_only_what_is_not_kept, !watched || !is_k || !sampling || !known)

  `HELPER(one_state, idle + sampling + throttled <= 1)
  `HELPER(period, idle || throttled || (at < P && h_tick == at &&
    h_first == (at == 0 && !fresh && !h_voting &&
    !h_decides)))
  `HELPER(sampled, !sampling || !fresh)
  `HELPER(vote, !(h_voting || h_decides) || (sampling && at == 0 && h_left == 1 &&
    !(h_voting && h_decides)))
  `HELPER(turn, !(watching && !begins) && !sampling || (h_voting ? h_turn != 0 && h_turn < S :
    h_turn == 0))
  `HELPER(winner, !(h_voting || h_decides) || (h_wins ? h_winner < S : h_base != 0))
  `HELPER(restarts, h_restarts == {S{begins || !watching || tests,
    begins || !(watching || sampling) || tests || h_decides}})
  `HELPER(base, !sampling || h_base < `WARPS)
  `HELPER(left, !sampling || (h_left >= 1 && h_left <= `SAMPLED))
  `HELPER(limit, !throttled || (h_limit >= 1 && h_limit <= `WARPS))
  `HELPER(kernel_is, idle || h_kernel == kernel)
  `HELPER(next, h_next < `PLACES)
  `HELPER(not_kept, !sampling || !is_k || !known)
  `HELPER(ages, !known || age < `PLACES)
  generate
    for (i = 0; i < `PLACES; i = i + 1) begin : g_place
      wire match = h_valid[i] && h_kernels[i*`KERNEL_W +: `KERNEL_W] == k;
      wire [`LIMIT_W-1:0] holds = h_warps[i*`LIMIT_W +: `LIMIT_W];
      `HELPER(place, match == (known && slot == i) && (!match || holds == warps))
      `HELPER(new, !sampling || !h_valid[i] || h_kernels[i*`KERNEL_W +: `KERNEL_W] != h_kernel)
      for (j = 0; j < i; j = j + 1) begin : g_other
        `HELPER(once, !h_valid[i] || !h_valid[j] ||
          h_kernels[i*`KERNEL_W +: `KERNEL_W] != h_kernels[j*`KERNEL_W +: `KERNEL_W])
      end
      `HELPER(holds, !h_valid[i] || (holds >= 1 && holds <= `WARPS))
    end
  endgenerate

  `WITNESS(1, throttled_below_w, throttled && (`WARPS == 1 || limits[`LIMIT_W-1:0] < `WARPS))
  `WITNESS(2, sampling_begins, watched && sampling)
  `WITNESS(3, end_while_sampled, ended && was_sampling)
  `WITNESS(4, begin_in_throttling, ended && watching && !was_sampling && fresh && h_valid != 0)
  `WITNESS(5, winner_returns, watched && throttled && is_k && age_q == `PLACES - 1)
  `WITNESS(6, winner_forgotten, stored && known_q && !known)
endmodule
`default_nettype wire
