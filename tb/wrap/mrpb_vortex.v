// mrpb_vortex.v : bench of the adapter NAME_mrpb_vortex (rtlgen/wrap/mrpb_vortex.v.in): a core that
// asks, an L1 that accepts when it likes and answers late and out of order, and a scoreboard.
//
// The core draws requests of four warps: reads, writes, and ordered ones. A warp writes and reads
// addresses of its own, so a read must return the last write that this warp issued before it.
// L1 performs each write when it accepts it, and reads at acceptance too; so the data that come
// back tell in which order L1 saw the requests. Tags are unique among requests under way.
//
// Checked: every request leaves exactly once and as it came; requests of a warp (with BY_ADDRESS
// defined: of an address) leave in order; an
// ordered request leaves after all earlier ones and before all later ones; data of every answer;
// an answer belongs to a read under way; an offer holds until it is accepted; neither ready waits
// for the valid that it answers, and neither valid for its ready; nothing is left at the end.
// A run that has not seen every event that it counts fails.
//
// TOP is the emitted module, CYCLES and SEED are given on the command line of vvp.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module bench;
  localparam integer WARP_LSB = 2, WARP_W = 2, SLOTS_W = 4;
  localparam integer ADDR_W = 10, TAG_W = SLOTS_W + WARP_W, PAYLOAD_W = 9, DATA_W = 32;
  localparam integer WORDS = 1 << ADDR_W;
  localparam integer PHASE = 500, DRAIN = 4000; // cycles: of one profile, to empty the block

  reg                  clk = 0, reset = 1;
  reg                  req_valid = 0, req_rw = 0, req_ordered = 0;
  reg  [ADDR_W-1:0]    req_addr = 0;
  reg  [PAYLOAD_W-1:0] req_payload = 0;
  reg  [DATA_W-1:0]    req_data = 0;
  reg  [TAG_W-1:0]     req_tag = 0;
  wire                 req_ready, rsp_valid;
  wire [DATA_W-1:0]    rsp_data;
  wire [TAG_W-1:0]     rsp_tag;
  reg                  rsp_ready = 0;
  wire                 l1_valid, l1_rw;
  wire [ADDR_W-1:0]    l1_addr;
  wire [PAYLOAD_W-1:0] l1_payload;
  wire [DATA_W-1:0]    l1_data;
  wire [TAG_W-1:0]     l1_tag;
  reg                  l1_ready = 0, ans_valid = 0;
  reg  [DATA_W-1:0]    ans_data = 0;
  reg  [TAG_W-1:0]     ans_tag = 0;
  wire                 ans_ready;

  `TOP #(
    .ADDR_W(ADDR_W), .TAG_W(TAG_W), .WARP_LSB(WARP_LSB), .WARP_W(WARP_W), .PAYLOAD_W(PAYLOAD_W),
    .DATA_W(DATA_W), .RSP_W(DATA_W)
  ) dut (
    .clk_i(clk), .reset_i(reset),
    .core_req_valid_i(req_valid), .core_req_rw_i(req_rw), .core_req_ordered_i(req_ordered),
    .core_req_addr_i(req_addr), .core_req_payload_i(req_payload), .core_req_data_i(req_data),
    .core_req_tag_i(req_tag), .core_req_ready_o(req_ready),
    .core_rsp_valid_o(rsp_valid), .core_rsp_data_o(rsp_data), .core_rsp_tag_o(rsp_tag),
    .core_rsp_ready_i(rsp_ready),
    .cache_req_valid_o(l1_valid), .cache_req_rw_o(l1_rw), .cache_req_addr_o(l1_addr),
    .cache_req_payload_o(l1_payload), .cache_req_data_o(l1_data), .cache_req_tag_o(l1_tag),
    .cache_req_ready_i(l1_ready),
    .cache_rsp_valid_i(ans_valid), .cache_rsp_data_i(ans_data), .cache_rsp_tag_i(ans_tag),
    .cache_rsp_ready_o(ans_ready)
  );
  always #5 clk = !clk;

  // The scoreboard, by tag
  reg                  queued [0:WORDS-1], asked [0:WORDS-1]; // in the block; waits for an answer
  reg                  was_rw [0:WORDS-1], was_ordered [0:WORDS-1];
  reg  [ADDR_W-1:0]    was_addr [0:WORDS-1];
  reg  [PAYLOAD_W-1:0] was_payload [0:WORDS-1];
  reg  [DATA_W-1:0]    was_data [0:WORDS-1]; // written, or due
  integer              serial [0:WORDS-1];
  // What the core and L1 believe to be in memory
  reg  [DATA_W-1:0]    core_memory [0:WORDS-1], l1_memory [0:WORDS-1];
  integer              entered, left, newest [0:WORDS-1]; // requests; serial of a stream's last one
  // Answers that L1 has ready
  reg                  due [0:WORDS-1];
  reg  [DATA_W-1:0]    due_data [0:WORDS-1];

  // Events
  integer saw_full = 0, saw_ordered = 0, saw_ordered_waits = 0, saw_waits_behind = 0;
  integer saw_overtaking = 0, saw_write = 0, saw_read = 0, saw_late_answer = 0, saw_reset = 0;
  integer saw_stuck_l1 = 0, saw_refused_answer = 0;

  integer cycles, seed, first_seed, i, cycle, p_valid, p_accept, p_answer, p_take, quiet, at;
  reg     may_ask, last_ordered, was_ready, was_valid, accepted;
  reg                           held;
  reg [ADDR_W+PAYLOAD_W+TAG_W:0] offer, held_offer;

  task fail(input [8*64-1:0] what);
    begin
      $display("cycle %0d: %0s", cycle, what);
      $fatal(1);
    end
  endtask

  function chance(input integer percent);
    chance = $unsigned($random(seed)) % 100 < percent;
  endfunction

  task forget; // at a reset
    begin
      entered = 0;
      left = 0;
      last_ordered = 0;
      held = 0;
      for (i = 0; i < WORDS; i = i + 1) begin
        newest[i] = -1;
        {queued[i], asked[i], due[i]} = 3'b000;
        core_memory[i] = i * 3;
        l1_memory[i] = i * 3;
      end
    end
  endtask

  task profile; // how eager each side is, for the next cycles
    begin
      case ($unsigned($random(seed)) % 5)
        0: begin p_valid = 100; p_accept = 100; p_answer = 100; p_take = 100; end
        1: begin p_valid = 90; p_accept = 10; p_answer = 50; p_take = 75; end
        2: begin p_valid = 25; p_accept = 90; p_answer = 10; p_take = 25; end
        3: begin p_valid = 100; p_accept = 50; p_answer = 25; p_take = 50; end
        default: begin p_valid = 100; p_accept = 0; p_answer = 100; p_take = 100; end // L1 is stuck
      endcase
      if (p_accept == 0) saw_stuck_l1 = saw_stuck_l1 + 1;
    end
  endtask

  // A new request, if one is to come and its tag is free
  task draw;
    reg [WARP_W-1:0] warp;
    begin
      warp = $random(seed);
      req_tag = $random(seed);
      req_tag[WARP_LSB +: WARP_W] = warp;
      req_addr = {warp, {(ADDR_W-WARP_W){1'b0}}} | ($unsigned($random(seed)) % 24);
      if (chance(5)) req_addr = {warp, {(ADDR_W-WARP_W){1'b1}}};
      req_rw = chance(40);
      req_ordered = chance(4);
      req_payload = $random(seed);
      req_data = $random(seed);
      req_valid = may_ask && chance(p_valid) && !queued[req_tag] && !asked[req_tag];
    end
  endtask

  // L1 answers with any of the reads that it has performed
  task answer;
    begin
      ans_valid = 0;
      if (chance(p_answer)) begin
        at = $unsigned($random(seed)) % (1 << TAG_W);
        for (i = 0; i < (1 << TAG_W) && !ans_valid; i = i + 1) begin
          if (due[(at + i) % (1 << TAG_W)]) begin
            ans_valid = 1;
            ans_tag = (at + i) % (1 << TAG_W);
            ans_data = due_data[ans_tag];
          end
        end
      end
    end
  endtask

  // Neither side's answer may depend on the question
  task probe;
    begin
      was_ready = req_ready;
      req_valid = !req_valid;
      #1 if (req_ready !== was_ready) fail("core_req_ready_o depends on core_req_valid_i");
      req_valid = !req_valid;
      was_valid = l1_valid;
      l1_ready = !l1_ready;
      #1 if (l1_valid !== was_valid) fail("cache_req_valid_o depends on cache_req_ready_i");
      l1_ready = !l1_ready;
      was_valid = rsp_valid;
      rsp_ready = !rsp_ready;
      #1 if (rsp_valid !== was_valid) fail("core_rsp_valid_o depends on core_rsp_ready_i");
      rsp_ready = !rsp_ready;
      was_ready = ans_ready;
      ans_valid = !ans_valid;
      #1 if (ans_ready !== was_ready) fail("cache_rsp_ready_o depends on cache_rsp_valid_i");
      ans_valid = !ans_valid;
      #1 ;
    end
  endtask

  task enter;
    begin
      saw_read = saw_read + !req_rw;
      saw_write = saw_write + req_rw;
      saw_ordered = saw_ordered + req_ordered;
      queued[req_tag] = 1;
      asked[req_tag] = !req_rw;
      was_rw[req_tag] = req_rw;
      was_ordered[req_tag] = req_ordered;
      was_addr[req_tag] = req_addr;
      was_payload[req_tag] = req_payload;
      was_data[req_tag] = req_rw ? req_data : core_memory[req_addr];
      if (req_rw) core_memory[req_addr] = req_data;
      serial[req_tag] = entered;
      entered = entered + 1;
      last_ordered = req_ordered;
    end
  endtask

  task leave;
    reg [ADDR_W-1:0] stream; // the requests among which order is kept
    begin
      if ((^{l1_rw, l1_tag}) === 1'bx || !queued[l1_tag]) fail("L1 is offered what nobody asked");
      if (l1_rw !== was_rw[l1_tag]) fail("a read became a write, or a write a read");
      if (l1_addr !== was_addr[l1_tag]) fail("an address changed");
      if (l1_payload !== was_payload[l1_tag]) fail("a payload changed");
      if (l1_rw && l1_data !== was_data[l1_tag]) fail("the data of a write changed");
`ifdef BY_ADDRESS
      stream = l1_addr;
`else
      stream = l1_tag[WARP_LSB +: WARP_W];
`endif
      if (serial[l1_tag] < newest[stream]) fail("a stream's requests left out of order");
      if (was_ordered[l1_tag] && serial[l1_tag] != left) fail("an ordered request was reordered");
      for (i = 0; i < (1 << TAG_W); i = i + 1) begin
        if (queued[i] && was_ordered[i] && serial[i] < serial[l1_tag])
          fail("a request overtook an ordered one");
      end
      if (serial[l1_tag] != left) saw_overtaking = saw_overtaking + 1;
      newest[stream] = serial[l1_tag];
      queued[l1_tag] = 0;
      left = left + 1;
      if (l1_rw) l1_memory[l1_addr] = l1_data;
      due[l1_tag] = !l1_rw;
      due_data[l1_tag] = l1_memory[l1_addr];
    end
  endtask

  task take;
    begin
      if ((^rsp_tag) === 1'bx || !asked[rsp_tag]) fail("an answer without a request");
      if (queued[rsp_tag]) fail("an answer before the request reached L1");
      if (rsp_data !== was_data[rsp_tag]) fail("wrong data");
      asked[rsp_tag] = 0;
    end
  endtask

  // What this cycle does, seen just before the edge
  task look;
    begin
      offer = {l1_rw, l1_addr, l1_payload, l1_tag};
      if (l1_valid !== 1'b0 && l1_valid !== 1'b1) fail("cache_req_valid_o is unknown");
      if (req_ready !== 1'b0 && req_ready !== 1'b1) fail("core_req_ready_o is unknown");
      if (held && (!l1_valid || offer !== held_offer)) fail("an offer changed before it was accepted");
      held = l1_valid && !l1_ready;
      held_offer = offer;
      if (req_valid && !req_ready && !req_ordered && !last_ordered) saw_full = saw_full + 1;
      if (req_valid && !req_ready && req_ordered) saw_ordered_waits = saw_ordered_waits + 1;
      if (req_valid && !req_ready && last_ordered) saw_waits_behind = saw_waits_behind + 1;
      if (ans_valid && !ans_ready) saw_refused_answer = saw_refused_answer + 1;
      if (l1_valid && l1_ready) leave;
      if (rsp_valid && rsp_ready) take;
      if (ans_valid && ans_ready) begin
        if (!due[ans_tag]) fail("an answer left twice");
        due[ans_tag] = 0;
        for (i = 0; i < (1 << TAG_W); i = i + 1)
          saw_late_answer = saw_late_answer + (due[i] && serial[i] < serial[ans_tag]);
      end
      if (req_valid && req_ready) enter;
      accepted = req_valid && req_ready;
    end
  endtask

  task one_cycle;
    begin
      #1 if (!req_valid) draw; // just behind the edge
      if (!(ans_valid && due[ans_tag])) answer;
      l1_ready = chance(p_accept);
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
      reset = 1;
      req_valid = 0;
      ans_valid = 0;
      repeat (2) @(posedge clk);
      forget;
      #1 reset = 0;
    end
  endtask

  initial begin
    if (!$value$plusargs("CYCLES=%d", cycles)) cycles = 20000;
    if (!$value$plusargs("SEED=%d", seed)) seed = 1;
    first_seed = seed;
    cycle = 0;
    may_ask = 1;
    forget;
    restart;
    while (cycle < cycles) begin
      if (cycle % PHASE == 0) profile;
      if (cycle % (10 * PHASE) == 10 * PHASE - 1) begin
        restart;
        saw_reset = saw_reset + 1;
      end
      one_cycle;
    end
    may_ask = 0; // and everything must come out
    quiet = 0;
    p_accept = 90;
    p_answer = 90;
    p_take = 90;
    while (quiet < DRAIN) begin
      one_cycle;
      quiet = quiet + 1;
    end
    if (left != entered) fail("requests are left in the block");
    for (i = 0; i < (1 << TAG_W); i = i + 1) if (asked[i]) fail("a read was never answered");
    $display("full %0d ordered %0d ordered_waits %0d waits_behind %0d overtaking %0d write %0d", saw_full,
      saw_ordered, saw_ordered_waits, saw_waits_behind, saw_overtaking, saw_write);
    $display("read %0d late_answer %0d reset %0d stuck_l1 %0d refused_answer %0d", saw_read,
      saw_late_answer, saw_reset, saw_stuck_l1, saw_refused_answer);
    if (!saw_full || !saw_ordered || !saw_ordered_waits || !saw_waits_behind || !saw_overtaking ||
        !saw_write || !saw_read || !saw_late_answer || !saw_reset || !saw_stuck_l1 ||
        !saw_refused_answer) fail("the run is too short: it has not seen every event");
    $display("passed: %0d cycles, seed %0d", cycle, first_seed);
    $finish;
  end
endmodule
`default_nettype wire
