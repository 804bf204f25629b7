// mrpb_hpdcache.v : bench of the adapter NAME_mrpb_hpdcache (rtlgen/wrap/mrpb_hpdcache.v.in): a
// requester, an HPDcache that accepts when it likes and responds late and out of order, without
// looking at any ready, and a scoreboard.
//
// The requester draws loads, stores, atomic swaps, fences, uncacheable and I/O requests of four
// threads. A thread has lines of its own (with BY_ADDRESS defined, all threads share all lines),
// so that a load must return the last write in front of it. The cache performs each request when
// it accepts it; so the data that come back tell in which order it saw them. Transaction numbers
// are unique among requests under way.
//
// Checked: every request leaves exactly once and as it came; requests of a thread (with BY_ADDRESS:
// of a line) leave in order; an ordered request leaves after all earlier ones and before all later
// ones; data, source and flags of every response; a response belongs to a request that needs one;
// never more are under way than there are slots; an offer and a response hold until they are
// accepted; no ready waits for the valid that it answers, no valid for its ready; nothing is left
// at the end. A run that has not seen every event that it counts fails.
//
// TOP is the emitted module, CYCLES and SEED are given on the command line of vvp.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module bench;
  localparam integer TAG_W = 4, OFFSET_W = 9, CL_OFFSET_W = 5, DATA_W = 32, SID_W = 2, TID_W = 6;
  localparam integer SIG_LSB = 2, SIG_W = 2, RSP_SLOTS = 5;
  localparam integer ADDR_W = TAG_W + OFFSET_W, WORDS = 1 << (ADDR_W - 2), TIDS = 1 << TID_W;
  // cycles: of one profile, to empty the block, that no request waits for
  localparam integer PHASE = 500, DRAIN = 4000, FOR_EVER = 3000;
  localparam [4:0]   LOAD = 5'h00, STORE = 5'h01, SWAP = 5'h06, FENCE = 5'h10;

  reg                 clk = 0, rst_n = 0;
  reg                 req_valid = 0, req_need = 0;
  reg  [ADDR_W-1:0]   req_addr = 0;
  reg  [DATA_W-1:0]   req_wdata = 0;
  reg  [DATA_W/8-1:0] req_be = 0;
  reg  [4:0]          req_op = 0, req_pma = 0;
  reg  [2:0]          req_size = 0;
  reg  [SID_W-1:0]    req_sid = 0;
  reg  [TID_W-1:0]    req_tid = 0;
  wire                req_ready, rsp_valid, rsp_error, rsp_aborted;
  reg                 rsp_ready = 0;
  wire [DATA_W-1:0]   rsp_rdata;
  wire [SID_W-1:0]    rsp_sid;
  wire [TID_W-1:0]    rsp_tid;
  wire                out_valid, out_need, out_physical;
  reg                 out_ready = 0;
  wire [ADDR_W-1:0]   out_addr;
  wire [DATA_W-1:0]   out_wdata;
  wire [DATA_W/8-1:0] out_be;
  wire [4:0]          out_op, out_pma;
  wire [2:0]          out_size;
  wire [SID_W-1:0]    out_sid;
  wire [TID_W-1:0]    out_tid;
  reg                 ans_valid = 0, ans_error = 0, ans_aborted = 0;
  reg  [DATA_W-1:0]   ans_rdata = 0;
  reg  [SID_W-1:0]    ans_sid = 0;
  reg  [TID_W-1:0]    ans_tid = 0;

  `TOP #(
    .TAG_W(TAG_W), .OFFSET_W(OFFSET_W), .CL_OFFSET_W(CL_OFFSET_W), .DATA_W(DATA_W), .SID_W(SID_W),
`ifndef BY_ADDRESS
    .SIG_LSB(SIG_LSB), .SIG_W(SIG_W),
`endif
    .TID_W(TID_W), .RSP_SLOTS(RSP_SLOTS)
  ) dut (
    .clk_i(clk), .rst_ni(rst_n),
    .core_req_valid_i(req_valid), .core_req_ready_o(req_ready),
    .core_req_addr_offset_i(req_addr[OFFSET_W-1:0]), .core_req_wdata_i(req_wdata),
    .core_req_op_i(req_op), .core_req_be_i(req_be), .core_req_size_i(req_size),
    .core_req_sid_i(req_sid), .core_req_tid_i(req_tid), .core_req_need_rsp_i(req_need),
    .core_req_phys_indexed_i(1'b1), .core_req_addr_tag_i(req_addr[ADDR_W-1:OFFSET_W]),
    .core_req_pma_i(req_pma),
    .core_rsp_valid_o(rsp_valid), .core_rsp_ready_i(rsp_ready), .core_rsp_rdata_o(rsp_rdata),
    .core_rsp_sid_o(rsp_sid), .core_rsp_tid_o(rsp_tid), .core_rsp_error_o(rsp_error),
    .core_rsp_aborted_o(rsp_aborted),
    .cache_req_valid_o(out_valid), .cache_req_ready_i(out_ready),
    .cache_req_addr_offset_o(out_addr[OFFSET_W-1:0]), .cache_req_wdata_o(out_wdata),
    .cache_req_op_o(out_op), .cache_req_be_o(out_be), .cache_req_size_o(out_size),
    .cache_req_sid_o(out_sid), .cache_req_tid_o(out_tid), .cache_req_need_rsp_o(out_need),
    .cache_req_phys_indexed_o(out_physical), .cache_req_addr_tag_o(out_addr[ADDR_W-1:OFFSET_W]),
    .cache_req_pma_o(out_pma),
    .cache_rsp_valid_i(ans_valid), .cache_rsp_rdata_i(ans_rdata), .cache_rsp_sid_i(ans_sid),
    .cache_rsp_tid_i(ans_tid), .cache_rsp_error_i(ans_error), .cache_rsp_aborted_i(ans_aborted)
  );
  always #5 clk = !clk;

  localparam integer PAY_W = ADDR_W + 5 + 3 + SID_W + 1 + 5;
  wire [PAY_W-1:0] req_pay = {req_addr, req_op, req_size, req_sid, req_need, req_pma};
  wire [PAY_W-1:0] out_pay = {out_addr, out_op, out_size, out_sid, out_need, out_pma};
  wire [DATA_W+SID_W+TID_W+1:0] rsp = {rsp_rdata, rsp_sid, rsp_tid, rsp_error, rsp_aborted};

  // The scoreboard, by transaction
  reg                       queued [0:TIDS-1], asked [0:TIDS-1]; // in the block; to be answered
  reg                       due [0:TIDS-1], given [0:TIDS-1]; // by the cache: to be given; given
  reg                       was_ordered [0:TIDS-1], was_error [0:TIDS-1], was_aborted [0:TIDS-1];
  reg  [PAY_W-1:0]          was_pay [0:TIDS-1];
  reg  [DATA_W+DATA_W/8-1:0] was_data [0:TIDS-1];
  reg  [DATA_W-1:0]         want [0:TIDS-1], got [0:TIDS-1]; // what a load returns
  integer                   serial [0:TIDS-1], newest [0:WORDS-1];
  reg  [DATA_W-1:0]         core_memory [0:WORDS-1], cache_memory [0:WORDS-1];
  integer                   entered, left, reserved, waited;

  integer saw_full = 0, saw_ordered = 0, saw_ordered_waits = 0, saw_waits_behind = 0, saw_reset = 0;
  integer saw_overtaking = 0, saw_store = 0, saw_load = 0, saw_swap = 0, saw_uncacheable = 0;
  integer saw_no_slot = 0, saw_stored_response = 0, saw_unanswered = 0, saw_late = 0, saw_io = 0;

  integer cycles, seed, first_seed, i, cycle, p_valid, p_accept, p_answer, p_take, quiet, at;
  reg     may_ask, last_ordered, was, accepted, held, rsp_held;
  reg [PAY_W+TID_W-1:0] held_offer;
  reg [DATA_W+SID_W+TID_W+1:0] held_rsp;

  task fail(input [8*64-1:0] what);
    begin
      $display("cycle %0d: %0s", cycle, what);
      $fatal(1);
    end
  endtask

  function chance(input integer percent);
    chance = $unsigned($random(seed)) % 100 < percent;
  endfunction
  function order(input [4:0] op, input [4:0] pma);
    order = op > STORE || pma[4] || pma[3];
  endfunction
  function [DATA_W-1:0] written(input [DATA_W-1:0] old, data, input [DATA_W/8-1:0] be);
    integer b;
    for (b = 0; b < DATA_W / 8; b = b + 1)
      written[8*b +: 8] = be[b] ? data[8*b +: 8] : old[8*b +: 8];
  endfunction

  task forget; // at a reset
    begin
      {entered, left, reserved, waited} = 0;
      {last_ordered, held, rsp_held} = 0;
      for (i = 0; i < TIDS; i = i + 1) {queued[i], asked[i], due[i], given[i]} = 4'd0;
      for (i = 0; i < WORDS; i = i + 1) begin
        newest[i] = -1;
        core_memory[i] = i * 3;
        cache_memory[i] = i * 3;
      end
    end
  endtask

  task profile; // how eager each side is, for the next cycles
    case ($unsigned($random(seed)) % 5)
      0: begin p_valid = 100; p_accept = 100; p_answer = 100; p_take = 100; end
      1: begin p_valid = 90; p_accept = 10; p_answer = 50; p_take = 75; end
      2: begin p_valid = 25; p_accept = 90; p_answer = 10; p_take = 100; end
      3: begin p_valid = 100; p_accept = 50; p_answer = 90; p_take = 10; end
      default: begin p_valid = 100; p_accept = 3; p_answer = 100; p_take = 100; end
    endcase
  endtask

  task draw; // a new request, if one is to come and its transaction is free
    begin
      req_tid = $random(seed);
      req_addr = $random(seed);
`ifdef BY_ADDRESS
      req_addr[ADDR_W-1:CL_OFFSET_W+2] = 0;
`else
      req_addr[ADDR_W-1 -: SIG_W] = req_tid[SIG_LSB +: SIG_W];
      req_addr[ADDR_W-SIG_W-1:CL_OFFSET_W+1] = 0;
`endif
      if (chance(5)) req_addr[OFFSET_W] = 1;
      req_op = chance(60) ? LOAD : STORE;
      if (chance(2)) req_op = SWAP;
      if (chance(1)) req_op = FENCE;
      req_pma = $random(seed) & 5'd7;
      if (chance(2)) req_pma[4] = 1;
      if (chance(2)) req_pma[3] = 1;
      req_size = $random(seed);
      req_sid = $random(seed);
      req_need = req_op == LOAD || req_op == SWAP || chance(20);
      req_wdata = $random(seed);
      req_be = req_op == SWAP ? {DATA_W/8{1'b1}} : $random(seed);
      req_valid = may_ask && chance(p_valid) && !queued[req_tid] && !asked[req_tid];
    end
  endtask

  task answer; // any of the requests that the cache has performed
    begin
      ans_valid = 0;
      at = $unsigned($random(seed)) % TIDS;
      if (chance(p_answer)) begin
        for (i = 0; i < TIDS && !ans_valid; i = i + 1) begin
          ans_tid = at + i;
          ans_valid = due[ans_tid];
        end
      end
      ans_rdata = got[ans_tid];
      ans_sid = was_pay[ans_tid] >> 6;
      ans_error = was_error[ans_tid];
      ans_aborted = was_aborted[ans_tid];
    end
  endtask

  task probe; // neither side's answer may depend on the question
    begin
      was = req_ready;
      req_valid = !req_valid;
      #1 if (req_ready !== was) fail("core_req_ready_o depends on core_req_valid_i");
      req_valid = !req_valid;
      was = out_valid;
      out_ready = !out_ready;
      #1 if (out_valid !== was) fail("cache_req_valid_o depends on cache_req_ready_i");
      out_ready = !out_ready;
      was = rsp_valid;
      rsp_ready = !rsp_ready;
      #1 if (rsp_valid !== was) fail("core_rsp_valid_o depends on core_rsp_ready_i");
      rsp_ready = !rsp_ready;
      #1 ;
    end
  endtask

  task enter;
    begin
      saw_load = saw_load + (req_op == LOAD);
      saw_store = saw_store + (req_op == STORE);
      saw_swap = saw_swap + (req_op == SWAP);
      saw_uncacheable = saw_uncacheable + req_pma[4];
      saw_io = saw_io + req_pma[3];
      saw_unanswered = saw_unanswered + !req_need;
      saw_ordered = saw_ordered + order(req_op, req_pma);
      queued[req_tid] = 1;
      asked[req_tid] = req_need;
      reserved = reserved + req_need;
      if (reserved > RSP_SLOTS) fail("more responses are under way than there are slots");
      was_ordered[req_tid] = order(req_op, req_pma);
      was_pay[req_tid] = req_pay;
      was_data[req_tid] = {req_wdata, req_be};
      was_error[req_tid] = $random(seed);
      was_aborted[req_tid] = $random(seed);
      want[req_tid] = core_memory[req_addr >> 2];
      if (req_op == STORE || req_op == SWAP)
        core_memory[req_addr >> 2] = written(core_memory[req_addr >> 2], req_wdata, req_be);
      serial[req_tid] = entered;
      entered = entered + 1;
      last_ordered = order(req_op, req_pma);
    end
  endtask

  task leave;
    integer stream; // the requests among which order is kept
    begin
      if ((^{out_op, out_tid}) === 1'bx || !queued[out_tid])
        fail("the cache is offered what nobody asked");
      if (out_pay !== was_pay[out_tid]) fail("a request changed");
      if (out_physical !== 1'b1) fail("a request became virtually indexed");
      if (out_op != LOAD && {out_wdata, out_be} !== was_data[out_tid]) fail("write data changed");
`ifdef BY_ADDRESS
      stream = out_addr >> CL_OFFSET_W;
`else
      stream = out_tid[SIG_LSB +: SIG_W];
`endif
      if (serial[out_tid] < newest[stream]) fail("a stream's requests left out of order");
      if (was_ordered[out_tid] && serial[out_tid] != left) fail("an ordered request was reordered");
      for (i = 0; i < TIDS; i = i + 1)
        if (queued[i] && was_ordered[i] && serial[i] < serial[out_tid])
          fail("a request overtook an ordered one");
      if (serial[out_tid] != left) saw_overtaking = saw_overtaking + 1;
      newest[stream] = serial[out_tid];
      queued[out_tid] = 0;
      left = left + 1;
      got[out_tid] = cache_memory[out_addr >> 2];
      if (out_op == STORE || out_op == SWAP)
        cache_memory[out_addr >> 2] = written(cache_memory[out_addr >> 2], out_wdata, out_be);
      due[out_tid] = out_need;
    end
  endtask

  function [4:0] op_of(input [TID_W-1:0] tid);
    reg [PAY_W-1:0] pay;
    begin
      pay = was_pay[tid];
      op_of = pay[PAY_W-ADDR_W-1 -: 5];
    end
  endfunction

  task take;
    begin
      if ((^rsp_tid) === 1'bx || !asked[rsp_tid] || !given[rsp_tid])
        fail("a response that the cache did not give");
      if (rsp_sid !== was_pay[rsp_tid][6 +: SID_W]) fail("another source");
      if ({rsp_error, rsp_aborted} !== {was_error[rsp_tid], was_aborted[rsp_tid]})
        fail("wrong flags");
      if ((op_of(rsp_tid) == LOAD || op_of(rsp_tid) == SWAP) && rsp_rdata !== want[rsp_tid])
        fail("wrong data");
      asked[rsp_tid] = 0;
      given[rsp_tid] = 0;
      reserved = reserved - 1;
    end
  endtask

  task look; // what this cycle does, seen just before the edge
    begin
      if (out_valid !== 1'b0 && out_valid !== 1'b1) fail("cache_req_valid_o is unknown");
      if (req_ready !== 1'b0 && req_ready !== 1'b1) fail("core_req_ready_o is unknown");
      if (rsp_valid !== 1'b0 && rsp_valid !== 1'b1) fail("core_rsp_valid_o is unknown");
      if (held && (!out_valid || {out_pay, out_tid} !== held_offer)) fail("an offer changed");
      held = out_valid && !out_ready;
      held_offer = {out_pay, out_tid};
      if (rsp_held && (!rsp_valid || rsp !== held_rsp))
        fail("a response changed before it was taken");
      rsp_held = rsp_valid && !rsp_ready;
      held_rsp = rsp;
      waited = req_valid && !req_ready ? waited + 1 : 0;
      if (waited == FOR_EVER) fail("a request waits for ever");
      if (req_valid && !req_ready) begin
        if (req_need && reserved == RSP_SLOTS) saw_no_slot = saw_no_slot + 1;
        else if (order(req_op, req_pma)) saw_ordered_waits = saw_ordered_waits + 1;
        else if (last_ordered) saw_waits_behind = saw_waits_behind + 1;
        else saw_full = saw_full + 1;
      end
      if (ans_valid) begin
        due[ans_tid] = 0;
        given[ans_tid] = 1;
        for (i = 0; i < TIDS; i = i + 1)
          saw_late = saw_late + (due[i] && serial[i] < serial[ans_tid]);
        saw_stored_response = saw_stored_response + !(rsp_ready && rsp_tid == ans_tid);
      end
      if (out_valid && out_ready) leave;
      if (rsp_valid && rsp_ready) take;
      if (req_valid && req_ready) enter;
      accepted = req_valid && req_ready;
    end
  endtask

  task one_cycle;
    begin
      #1 if (!req_valid) draw; // just behind the edge
      answer;
      out_ready = chance(p_accept);
      rsp_ready = chance(p_take);
      #1 probe;
      look;
      @(posedge clk);
      if (accepted) req_valid <= 0;
      cycle = cycle + 1;
    end
  endtask

  task restart;
    begin
      rst_n = 0;
      {req_valid, ans_valid} = 0;
      repeat (2) @(posedge clk);
      forget;
      #1 rst_n = 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("CYCLES=%d", cycles)) cycles = 20000;
    if (!$value$plusargs("SEED=%d", seed)) seed = 1;
    first_seed = seed;
    cycle = 0;
    may_ask = 1;
    restart;
    while (cycle < cycles) begin
      if (cycle % PHASE == 0) profile;
      if (cycle % (7 * PHASE) == 7 * PHASE - 1) begin
        restart;
        saw_reset = saw_reset + 1;
      end
      one_cycle;
    end
    may_ask = 0; // and everything must come out
    {p_accept, p_answer, p_take} = {32'd90, 32'd90, 32'd90};
    for (quiet = 0; quiet < DRAIN; quiet = quiet + 1) one_cycle;
    if (left != entered) fail("requests are left in the block");
    for (i = 0; i < TIDS; i = i + 1) if (asked[i]) fail("a request was never answered");
    $display("full %0d ordered %0d ordered_waits %0d waits_behind %0d overtaking %0d reset %0d",
      saw_full, saw_ordered, saw_ordered_waits, saw_waits_behind, saw_overtaking, saw_reset);
    $display("load %0d store %0d swap %0d uncacheable %0d io %0d unanswered %0d", saw_load,
      saw_store, saw_swap, saw_uncacheable, saw_io, saw_unanswered);
    $display("no_slot %0d stored_response %0d late %0d", saw_no_slot, saw_stored_response,
      saw_late);
    if (!saw_full || !saw_ordered || !saw_ordered_waits || !saw_waits_behind || !saw_overtaking ||
        !saw_reset || !saw_load || !saw_store || !saw_swap || !saw_uncacheable || !saw_io ||
        !saw_unanswered || !saw_no_slot || !saw_stored_response || !saw_late)
      fail("the run is too short: it has not seen every event");
    $display("passed: %0d cycles, seed %0d", cycle, first_seed);
    $finish;
  end
endmodule
`default_nettype wire
