// axi4.v : bench of the adapters NAME_cart_axi4 and NAME_mrpb_axi4 (rtlgen/wrap/*_axi4.v.in): a
// manager that reads, a memory that accepts when it likes and answers late, beats of different IDs
// mixed, and a scoreboard between them. What passes straight through carries random values.
//
// Checked: every read request leaves once and as it came; requests of one ID leave as they came;
// an exclusive or a device read leaves after all earlier ones and before all later ones; each
// beat of an answer is the one that its ID waits for, and the last one is marked; an offer holds
// until it is accepted; arready depends on no input of its channel, arvalid on no arready; writes
// and responses pass in the same cycle and unchanged; nothing is left at the end. A run that has
// not seen every event that it counts fails.
//
// With SIG_LSB defined, the adapter takes a signature from there, SIG_W bits of arid, or of aruser
// with SIG_IS_USER = 1: reads of one signature leave as they came too, and several of one ID are
// inside at a time.
//
// +STREAM=N: N reads of four rows of one bank in turn instead, all at once, and a memory that takes
// HIT or MISS cycles for each and has one row open; reports row hits and cycles. With WITHOUT
// defined there is no block between the two.
//
// TOP is the emitted module, CYCLES and SEED are given on the command line of vvp.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module bench;
  localparam integer ADDR_W = `ADDR_BITS, ID_W = 4, DATA_W = 32, USER_W = 3;
  localparam integer IDS = 1 << ID_W, DEPTH = 8; // reads of one ID under way
  localparam integer PHASE = 500, DRAIN = 20000, HIT = 4, MISS = 24, ROOM = 4;
  localparam integer PAY_W = ADDR_W + 8 + 3 + 2 + 1 + 4 + 3 + 4 + 4 + USER_W;

  reg clk = 0, resetn = 0;
  reg  [ID_W-1:0]     s_awid;
  reg  [ADDR_W-1:0]   s_awaddr;
  reg  [7:0]          s_awlen;
  reg  [2:0]          s_awsize;
  reg  [1:0]          s_awburst;
  reg                 s_awlock;
  reg  [3:0]          s_awcache;
  reg  [2:0]          s_awprot;
  reg  [3:0]          s_awqos;
  reg  [3:0]          s_awregion;
  reg  [USER_W-1:0]   s_awuser;
  reg                 s_awvalid;
  wire                s_awready;
  wire [ID_W-1:0]     m_awid;
  wire [ADDR_W-1:0]   m_awaddr;
  wire [7:0]          m_awlen;
  wire [2:0]          m_awsize;
  wire [1:0]          m_awburst;
  wire                m_awlock;
  wire [3:0]          m_awcache;
  wire [2:0]          m_awprot;
  wire [3:0]          m_awqos;
  wire [3:0]          m_awregion;
  wire [USER_W-1:0]   m_awuser;
  wire                m_awvalid;
  reg                 m_awready;
  reg  [DATA_W-1:0]   s_wdata;
  reg  [DATA_W/8-1:0] s_wstrb;
  reg                 s_wlast;
  reg  [USER_W-1:0]   s_wuser;
  reg                 s_wvalid;
  wire                s_wready;
  wire [DATA_W-1:0]   m_wdata;
  wire [DATA_W/8-1:0] m_wstrb;
  wire                m_wlast;
  wire [USER_W-1:0]   m_wuser;
  wire                m_wvalid;
  reg                 m_wready;
  wire [ID_W-1:0]     s_bid;
  wire [1:0]          s_bresp;
  wire [USER_W-1:0]   s_buser;
  wire                s_bvalid;
  reg                 s_bready;
  reg  [ID_W-1:0]     m_bid;
  reg  [1:0]          m_bresp;
  reg  [USER_W-1:0]   m_buser;
  reg                 m_bvalid;
  wire                m_bready;
  reg  [ID_W-1:0]     s_arid;
  reg  [ADDR_W-1:0]   s_araddr;
  reg  [7:0]          s_arlen;
  reg  [2:0]          s_arsize;
  reg  [1:0]          s_arburst;
  reg                 s_arlock;
  reg  [3:0]          s_arcache;
  reg  [2:0]          s_arprot;
  reg  [3:0]          s_arqos;
  reg  [3:0]          s_arregion;
  reg  [USER_W-1:0]   s_aruser;
  reg                 s_arvalid;
  wire                s_arready;
  wire [ID_W-1:0]     m_arid;
  wire [ADDR_W-1:0]   m_araddr;
  wire [7:0]          m_arlen;
  wire [2:0]          m_arsize;
  wire [1:0]          m_arburst;
  wire                m_arlock;
  wire [3:0]          m_arcache;
  wire [2:0]          m_arprot;
  wire [3:0]          m_arqos;
  wire [3:0]          m_arregion;
  wire [USER_W-1:0]   m_aruser;
  wire                m_arvalid;
  reg                 m_arready;
  wire [ID_W-1:0]     s_rid;
  wire [DATA_W-1:0]   s_rdata;
  wire [1:0]          s_rresp;
  wire                s_rlast;
  wire [USER_W-1:0]   s_ruser;
  wire                s_rvalid;
  reg                 s_rready;
  reg  [ID_W-1:0]     m_rid;
  reg  [DATA_W-1:0]   m_rdata;
  reg  [1:0]          m_rresp;
  reg                 m_rlast;
  reg  [USER_W-1:0]   m_ruser;
  reg                 m_rvalid;
  wire                m_rready;
  always #5 clk = !clk;

`ifdef WITHOUT
  assign m_awid = s_awid;
  assign m_awaddr = s_awaddr;
  assign m_awlen = s_awlen;
  assign m_awsize = s_awsize;
  assign m_awburst = s_awburst;
  assign m_awlock = s_awlock;
  assign m_awcache = s_awcache;
  assign m_awprot = s_awprot;
  assign m_awqos = s_awqos;
  assign m_awregion = s_awregion;
  assign m_awuser = s_awuser;
  assign m_awvalid = s_awvalid;
  assign s_awready = m_awready;
  assign m_wdata = s_wdata;
  assign m_wstrb = s_wstrb;
  assign m_wlast = s_wlast;
  assign m_wuser = s_wuser;
  assign m_wvalid = s_wvalid;
  assign s_wready = m_wready;
  assign s_bid = m_bid;
  assign s_bresp = m_bresp;
  assign s_buser = m_buser;
  assign s_bvalid = m_bvalid;
  assign m_bready = s_bready;
  assign m_arid = s_arid;
  assign m_araddr = s_araddr;
  assign m_arlen = s_arlen;
  assign m_arsize = s_arsize;
  assign m_arburst = s_arburst;
  assign m_arlock = s_arlock;
  assign m_arcache = s_arcache;
  assign m_arprot = s_arprot;
  assign m_arqos = s_arqos;
  assign m_arregion = s_arregion;
  assign m_aruser = s_aruser;
  assign m_arvalid = s_arvalid;
  assign s_arready = m_arready;
  assign s_rid = m_rid;
  assign s_rdata = m_rdata;
  assign s_rresp = m_rresp;
  assign s_rlast = m_rlast;
  assign s_ruser = m_ruser;
  assign s_rvalid = m_rvalid;
  assign m_rready = s_rready;
`else
  `TOP #(
    .ADDR_W(ADDR_W), .ID_W(ID_W), .DATA_W(DATA_W), .USER_W(USER_W)
`ifdef SIG_LSB
    , .SIG_IS_USER(`SIG_IS_USER), .SIG_LSB(`SIG_LSB), .SIG_W(`SIG_W)
`endif
  ) dut (
    .aclk(clk), .aresetn(resetn),
    .s_axi_awid(s_awid), .s_axi_awaddr(s_awaddr), .s_axi_awlen(s_awlen),
    .s_axi_awsize(s_awsize), .s_axi_awburst(s_awburst), .s_axi_awlock(s_awlock),
    .s_axi_awcache(s_awcache), .s_axi_awprot(s_awprot), .s_axi_awqos(s_awqos),
    .s_axi_awregion(s_awregion), .s_axi_awuser(s_awuser), .s_axi_awvalid(s_awvalid),
    .s_axi_awready(s_awready), .m_axi_awid(m_awid), .m_axi_awaddr(m_awaddr),
    .m_axi_awlen(m_awlen), .m_axi_awsize(m_awsize), .m_axi_awburst(m_awburst),
    .m_axi_awlock(m_awlock), .m_axi_awcache(m_awcache), .m_axi_awprot(m_awprot),
    .m_axi_awqos(m_awqos), .m_axi_awregion(m_awregion), .m_axi_awuser(m_awuser),
    .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready), .s_axi_wdata(s_wdata),
    .s_axi_wstrb(s_wstrb), .s_axi_wlast(s_wlast), .s_axi_wuser(s_wuser),
    .s_axi_wvalid(s_wvalid), .s_axi_wready(s_wready), .m_axi_wdata(m_wdata),
    .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast), .m_axi_wuser(m_wuser),
    .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready), .s_axi_bid(s_bid), .s_axi_bresp(s_bresp),
    .s_axi_buser(s_buser), .s_axi_bvalid(s_bvalid), .s_axi_bready(s_bready), .m_axi_bid(m_bid),
    .m_axi_bresp(m_bresp), .m_axi_buser(m_buser), .m_axi_bvalid(m_bvalid),
    .m_axi_bready(m_bready), .s_axi_arid(s_arid), .s_axi_araddr(s_araddr),
    .s_axi_arlen(s_arlen), .s_axi_arsize(s_arsize), .s_axi_arburst(s_arburst),
    .s_axi_arlock(s_arlock), .s_axi_arcache(s_arcache), .s_axi_arprot(s_arprot),
    .s_axi_arqos(s_arqos), .s_axi_arregion(s_arregion), .s_axi_aruser(s_aruser),
    .s_axi_arvalid(s_arvalid), .s_axi_arready(s_arready), .m_axi_arid(m_arid),
    .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen), .m_axi_arsize(m_arsize),
    .m_axi_arburst(m_arburst), .m_axi_arlock(m_arlock), .m_axi_arcache(m_arcache),
    .m_axi_arprot(m_arprot), .m_axi_arqos(m_arqos), .m_axi_arregion(m_arregion),
    .m_axi_aruser(m_aruser), .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
    .s_axi_rid(s_rid), .s_axi_rdata(s_rdata), .s_axi_rresp(s_rresp), .s_axi_rlast(s_rlast),
    .s_axi_ruser(s_ruser), .s_axi_rvalid(s_rvalid), .s_axi_rready(s_rready), .m_axi_rid(m_rid),
    .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp), .m_axi_rlast(m_rlast), .m_axi_ruser(m_ruser),
    .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready)
  );
`endif

  wire [PAY_W-1:0] s_pay = {s_araddr, s_arlen, s_arsize, s_arburst, s_arlock, s_arcache, s_arprot,
                            s_arqos, s_arregion, s_aruser};
  wire [PAY_W-1:0] m_pay = {m_araddr, m_arlen, m_arsize, m_arburst, m_arlock, m_arcache, m_arprot,
                            m_arqos, m_arregion, m_aruser};

  // The scoreboard: reads of each ID in order, in a ring. Of an ID, [done, left) are with the
  // memory, [left, asked) have not reached it.
  reg  [PAY_W-1:0] pay [0:IDS*DEPTH-1];
  integer          serial [0:IDS*DEPTH-1];
  integer          done [0:IDS-1], left [0:IDS-1], asked [0:IDS-1], beat [0:IDS-1];
  integer          entered, gone; // of all
  // Of each signature: the serial number of the last one that left
  integer          newest [0:255];

  integer saw_waits = 0, saw_overtaking = 0, saw_ordered = 0, saw_mixed = 0;
  integer saw_burst = 0, saw_reset = 0, saw_refused_beat = 0, saw_held_offer = 0, saw_several = 0;

  integer cycles, seed, first_seed, stream, cycle, i, k, p_ask, p_accept, p_answer, p_take, last_id;
  integer first_ordered, hits, server, queue, quiet;
  reg     may_ask, held, was;
  reg  [ID_W+PAY_W-1:0] held_offer;
  reg  [ADDR_W-1:0]     open_row, fifo [0:ROOM-1];
  reg  [ID_W-1:0]       fifo_id [0:ROOM-1];
  reg                   row_open;

  task fail(input [8*64-1:0] what);
    begin
      $display("cycle %0d: %0s", cycle, what);
      $fatal(1);
    end
  endtask

  function chance(input integer percent);
    chance = $unsigned($random(seed)) % 100 < percent;
  endfunction
  function [DATA_W-1:0] data_of(input [PAY_W-1:0] request, input integer n);
    data_of = request[PAY_W-1 -: ADDR_W] * 32'd2654435761 + n * 40503;
  endfunction
  function integer at(input integer id, input integer n);
    at = id * DEPTH + n % DEPTH;
  endfunction
  task forget;
    begin
      {entered, gone} = 0;
      {held, row_open} = 0;
      {server, queue} = 0;
      last_id = -1;
      for (i = 0; i < 256; i = i + 1) newest[i] = -1;
      for (i = 0; i < IDS; i = i + 1) begin
        done[i] = 0; left[i] = 0; asked[i] = 0; beat[i] = 0;
      end
    end
  endtask

  task profile;
    begin
      case ($unsigned($random(seed)) % 4)
        0: begin p_ask = 100; p_accept = 100; p_answer = 100; p_take = 100; end
        1: begin p_ask = 100; p_accept = 10; p_answer = 60; p_take = 75; end
        2: begin p_ask = 25; p_accept = 90; p_answer = 20; p_take = 30; end
        default: begin p_ask = 100; p_accept = 40; p_answer = 90; p_take = 90; end
      endcase
    end
  endtask

  task draw; // a read, if its ID has room in the scoreboard
    begin
      s_arid     = $random(seed);
      s_araddr   = $random(seed);
      s_arlen    = chance(70) ? 0 : $unsigned($random(seed)) % 5;
      s_arsize   = 2;
      s_arburst  = 1;
      s_arlock   = chance(5);
      s_arcache  = chance(12) ? $random(seed) & 4'b1101 : $random(seed) | 4'b0010;
      s_arprot   = $random(seed);
      s_arqos    = $random(seed);
      s_arregion = $random(seed);
      s_aruser   = $random(seed);
      s_arvalid  = may_ask && chance(p_ask) && asked[s_arid] - done[s_arid] < DEPTH;
    end
  endtask

  task draw_stream; // four rows of bank 0, a column further each time round
    begin
      s_arid    = entered;
      s_araddr  = (entered % 4) << 16 | (entered / 4 % 16) << 9;
      {s_arlen, s_arlock, s_arprot, s_arqos, s_arregion, s_aruser} = 0;
      s_arsize  = 2;
      s_arburst = 1;
      s_arcache = 4'b0011;
      s_arvalid = entered < stream && asked[s_arid] == done[s_arid];
    end
  endtask

  task answer; // a beat of any ID that has been asked
    begin
      m_rvalid = 0;
      k = $unsigned($random(seed)) % IDS;
      for (i = 0; i < IDS && !m_rvalid; i = i + 1) begin
        m_rid = k + i;
        m_rvalid = left[m_rid] > done[m_rid] && (stream == 0 ? chance(p_answer) :
          queue != 0 && fifo_id[0] == m_rid && server == 0);
      end
      m_rdata = data_of(pay[at(m_rid, done[m_rid])], beat[m_rid]);
      m_rlast = beat[m_rid] == pay[at(m_rid, done[m_rid])][PAY_W-ADDR_W-1 -: 8];
      m_rresp = $random(seed);
      m_ruser = $random(seed);
    end
  endtask

  task probe; // no input of a channel is seen at once in what answers it
    begin
      was = s_arready;
      {s_arvalid, s_arid, s_arcache, s_arlock} = ~{s_arvalid, s_arid, s_arcache, s_arlock};
      #1 if (s_arready !== was) fail("s_axi_arready depends on its channel's inputs");
      {s_arvalid, s_arid, s_arcache, s_arlock} = ~{s_arvalid, s_arid, s_arcache, s_arlock};
      was = m_arvalid;
      m_arready = !m_arready;
      #1 if (m_arvalid !== was) fail("m_axi_arvalid depends on m_axi_arready");
      m_arready = !m_arready;
      #1 ;
    end
  endtask

  task straight;
    begin
      if ({m_awid, m_awaddr, m_awlen, m_awsize, m_awburst, m_awlock, m_awcache, m_awprot,
       m_awqos, m_awregion, m_awuser, m_awvalid} !==
      {s_awid, s_awaddr, s_awlen, s_awsize, s_awburst, s_awlock, s_awcache, s_awprot,
       s_awqos, s_awregion, s_awuser, s_awvalid} ||
          s_awready !== m_awready) fail("channel AW does not pass straight through");
      if ({m_wdata, m_wstrb, m_wlast, m_wuser, m_wvalid} !==
      {s_wdata, s_wstrb, s_wlast, s_wuser, s_wvalid} ||
          s_wready !== m_wready) fail("channel W does not pass straight through");
      if ({s_bid, s_bresp, s_buser, s_bvalid} !==
      {m_bid, m_bresp, m_buser, m_bvalid} ||
          m_bready !== s_bready) fail("channel B does not pass straight through");
      if ({s_rid, s_rdata, s_rresp, s_rlast, s_ruser, s_rvalid} !==
      {m_rid, m_rdata, m_rresp, m_rlast, m_ruser, m_rvalid} ||
          m_rready !== s_rready) fail("channel R does not pass straight through");
    end
  endtask

  task drive_others;
    begin
      s_awid = $random(seed);
      s_awaddr = $random(seed);
      s_awlen = $random(seed);
      s_awsize = $random(seed);
      s_awburst = $random(seed);
      s_awlock = $random(seed);
      s_awcache = $random(seed);
      s_awprot = $random(seed);
      s_awqos = $random(seed);
      s_awregion = $random(seed);
      s_awuser = $random(seed);
      s_awvalid = $random(seed);
      m_awready = $random(seed);
      s_wdata = $random(seed);
      s_wstrb = $random(seed);
      s_wlast = $random(seed);
      s_wuser = $random(seed);
      s_wvalid = $random(seed);
      m_wready = $random(seed);
      m_bid = $random(seed);
      m_bresp = $random(seed);
      m_buser = $random(seed);
      m_bvalid = $random(seed);
      s_bready = $random(seed);
    end
  endtask

  task leave; // the memory accepts a read
    begin
      if ((^m_arid) === 1'bx || left[m_arid] >= asked[m_arid]) fail("a read that nobody asked for");
      k = at(m_arid, left[m_arid]);
      if (m_pay !== pay[k]) fail("a read of its ID left out of order, or changed");
      if (order(pay[k]) && serial[k] != gone) fail("an exclusive or device read was reordered");
      for (i = 0; i < IDS; i = i + 1)
        for (first_ordered = left[i]; first_ordered < asked[i]; first_ordered = first_ordered + 1)
          if (order(pay[at(i, first_ordered)]) && serial[at(i, first_ordered)] < serial[k])
            fail("a read overtook an exclusive or device read");
`ifdef SIG_LSB
      if (serial[k] < newest[signature({m_arid, m_aruser})])
        fail("a read of its signature left out of order");
      newest[signature({m_arid, m_aruser})] = serial[k];
`endif
      if (serial[k] != gone) saw_overtaking = saw_overtaking + 1;
      left[m_arid] = left[m_arid] + 1;
      gone = gone + 1;
      fifo[queue] = m_araddr;
      fifo_id[queue] = m_arid;
      if (stream != 0) queue = queue + 1;
    end
  endtask

`ifdef SIG_LSB
  function [7:0] signature(input [ID_W+USER_W-1:0] of);
    signature = ((`SIG_IS_USER ? of[USER_W-1:0] : of >> USER_W) >> `SIG_LSB) % (1 << `SIG_W);
  endfunction
`endif

  function order(input [PAY_W-1:0] request);
    reg [ADDR_W-1:0] a; reg [7:0] l; reg [2:0] z, p; reg [1:0] b; reg x; reg [3:0] c, q, r;
    reg [USER_W-1:0] u;
    begin
      {a, l, z, b, x, c, p, q, r, u} = request;
      order = x || !c[1];
    end
  endfunction

  task take; // the manager accepts a beat
    begin
      if ((^s_rid) === 1'bx || done[s_rid] >= left[s_rid]) fail("an answer without a request");
      k = at(s_rid, done[s_rid]);
      if (s_rdata !== data_of(pay[k], beat[s_rid])) fail("wrong data, or an ID's answers mixed up");
      if (s_rlast !== (beat[s_rid] == pay[k][PAY_W-ADDR_W-1 -: 8])) fail("rlast at another beat");
      if (last_id >= 0 && last_id != s_rid && beat[last_id] != 0) saw_mixed = saw_mixed + 1;
      last_id = s_rid;
      beat[s_rid] = beat[s_rid] + 1;
      if (beat[s_rid] > 1) saw_burst = saw_burst + 1;
      if (s_rlast) begin
        beat[s_rid] = 0;
        done[s_rid] = done[s_rid] + 1;
      end
    end
  endtask

  task look; // just before the edge
    begin
      if (m_arvalid !== 1'b0 && m_arvalid !== 1'b1) fail("m_axi_arvalid is unknown");
      if (s_arready !== 1'b0 && s_arready !== 1'b1) fail("s_axi_arready is unknown");
      if (held && (!m_arvalid || {m_arid, m_pay} !== held_offer)) fail("an offer changed");
      held = m_arvalid && !m_arready;
      held_offer = {m_arid, m_pay};
      saw_held_offer = saw_held_offer + held;
      saw_waits = saw_waits + (s_arvalid && !s_arready);
      if (s_rvalid && !s_rready) saw_refused_beat = saw_refused_beat + 1;
      if (s_arvalid && s_arready) begin
        k = at(s_arid, asked[s_arid]);
        pay[k] = s_pay;
        serial[k] = entered;
        saw_ordered = saw_ordered + order(s_pay);
        asked[s_arid] = asked[s_arid] + 1;
        if (asked[s_arid] - left[s_arid] > 2) saw_several = saw_several + 1; // and one waits
        entered = entered + 1;
      end
      if (m_arvalid && m_arready) leave;
      if (s_rvalid && s_rready) take;
    end
  endtask

  task one_cycle;
    begin
      #1 if (!was_waiting) begin if (stream != 0) draw_stream; else draw; end
      if (!beat_waits) answer;
      m_arready = stream != 0 ? queue < ROOM : chance(p_accept);
      s_rready = stream != 0 || chance(p_take);
      drive_others;
      #1 probe;
      straight;
      look;
      was_waiting = s_arvalid && !s_arready;
      beat_waits = m_rvalid && !m_rready;
      popped = m_rvalid && m_rready;
      @(posedge clk);
      cycle = cycle + 1;
      if (stream != 0) begin
        if (popped) begin
          queue = queue - 1;
          for (i = 0; i < ROOM - 1; i = i + 1) begin
            fifo[i] = fifo[i+1];
            fifo_id[i] = fifo_id[i+1];
          end
          served = 0;
        end
        if (server != 0) server = server - 1;
        else if (queue != 0 && !served) begin
          hits = hits + (row_open && open_row == fifo[0] >> 16);
          server = row_open && open_row == fifo[0] >> 16 ? HIT : MISS;
          open_row = fifo[0] >> 16;
          row_open = 1;
          served = 1;
        end
      end
    end
  endtask
  reg was_waiting = 0, beat_waits = 0, popped, served = 0;

  task restart;
    begin
      resetn = 0;
      {s_arvalid, m_rvalid, was_waiting, beat_waits} = 0;
      repeat (2) @(posedge clk);
      forget;
      #1 resetn = 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("CYCLES=%d", cycles)) cycles = 20000;
    if (!$value$plusargs("SEED=%d", seed)) seed = 1;
    if (!$value$plusargs("STREAM=%d", stream)) stream = 0;
    first_seed = seed;
    cycle = 0;
    hits = 0;
    may_ask = 1;
    forget;
    restart;
    if (stream != 0) begin
      p_answer = 100;
      while (cycle < cycles && (gone < stream || done_all(0) == 0)) one_cycle;
      if (gone < stream) fail("the stream has not ended");
      $display("%0d reads, %0d row hits, %0d cycles", stream, hits, cycle);
      $finish;
    end
    while (cycle < cycles) begin
      if (cycle % PHASE == 0) profile;
      if (cycle % (10 * PHASE) == 7 * PHASE + 31) begin
        restart;
        saw_reset = saw_reset + 1;
      end
      one_cycle;
    end
    may_ask = 0; // and everything must come out
    {p_accept, p_answer, p_take} = {32'd90, 32'd90, 32'd90};
    quiet = 0;
    while (quiet < DRAIN && done_all(0) == 0) begin
      one_cycle;
      quiet = quiet + 1;
    end
    if (gone != entered) fail("reads are left in the block");
    if (done_all(0) == 0) fail("a read was never answered");
    $display("waits %0d overtaking %0d ordered %0d mixed %0d burst %0d", saw_waits,
      saw_overtaking, saw_ordered, saw_mixed, saw_burst);
    $display("reset %0d refused_beat %0d held_offer %0d several %0d reads %0d", saw_reset,
      saw_refused_beat, saw_held_offer, saw_several, entered);
`ifdef SIG_LSB
    if (!saw_several) fail("the run is too short: no two reads of an ID were inside");
`endif
    if (!saw_waits || !saw_overtaking || !saw_ordered || !saw_mixed || !saw_burst || !saw_reset ||
        !saw_refused_beat || !saw_held_offer)
      fail("the run is too short: it has not seen every event");
    $display("passed: %0d cycles, seed %0d", cycle, first_seed);
    $finish;
  end

  function integer done_all(input integer none);
    integer j;
    begin
      done_all = none == 0 && !was_waiting;
      for (j = 0; j < IDS; j = j + 1) if (done[j] != asked[j]) done_all = 0;
    end
  endfunction
endmodule
`default_nettype wire
