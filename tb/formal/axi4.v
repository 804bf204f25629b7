// axi4.v : what is proved of the emitted cart_axi4 and mrpb_axi4 (rtlgen/wrap/*_axi4.v.in). In the
// block's place stands a module that may do all that the block's own proofs allow
// (tests/formal/cart.sh, mrpb.sh): axi4_cart.v or axi4_mrpb.v. The invariants that say where the
// reads are stand in axi4_cart.vh and axi4_mrpb.vh; CART, if defined, chooses the former.
//
// x and y are any two IDs, so what is proved of them is proved of all. A token marks any read of x.
//
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
`include "prove.vh"
`define ADDR_W 29
`define ID_W 2
`ifndef SIGNATURE // parameters of the adapter
`define SIGNATURE
`endif
`define REQ_W (`ADDR_W + `ID_W + 8 + 3 + 2 + 1 + 4 + 3 + 4 + 4 + 1)

module axi4_properties (
  input wire clk_i,
  input wire rst_ni,
  input wire mark_i,
  input wire [`REQ_W-1:0] s_req,
  input wire s_arvalid, m_arready
);
  (* anyconst *) wire [`ID_W-1:0] x, y;
  wire               s_arready, m_arvalid;
  wire [`REQ_W-1:0]  m_req;
  wire [`ADDR_W-1:0] s_addr, m_addr;
  wire [7:0] s_len, m_len;
  wire [2:0] s_size, s_prot, m_size, m_prot;
  wire [1:0] s_burst, m_burst;
  wire [3:0] s_cache, s_qos, s_region, m_cache, m_qos, m_region;
  wire       s_lock, s_user, m_lock, m_user;
  wire [`ID_W-1:0] s_id, m_id;
  assign {s_id, s_addr, s_len, s_size, s_burst, s_lock, s_cache, s_prot, s_qos, s_region, s_user} =
    s_req;
  assign m_req =
    {m_id, m_addr, m_len, m_size, m_burst, m_lock, m_cache, m_prot, m_qos, m_region, m_user};

  // What passes straight through: any values
  localparam integer AW_W = `REQ_W, W_W = 8 + 1 + 1 + 1, B_W = `ID_W + 2 + 1;
  localparam integer R_W = `ID_W + 8 + 2 + 1 + 1;
  (* anyseq *) wire [AW_W:0] s_aw;
  (* anyseq *) wire [W_W:0]  s_w;
  (* anyseq *) wire [B_W:0]  m_b;
  (* anyseq *) wire [R_W:0]  m_r;
  (* anyseq *) wire          m_awready, m_wready, s_bready, s_rready;
  wire [AW_W:0] m_aw;
  wire [W_W:0]  m_w;
  wire [B_W:0]  s_b;
  wire [R_W:0]  s_r;
  wire          s_awready, s_wready, m_bready, m_rready;
  wire [`ID_W-1:0]   aid, naid, bid, nbid, rid, nrid;
  wire [`ADDR_W-1:0] aaddr, naaddr;
  wire [7:0]         alen, nalen, wdata, nwdata, rdata, nrdata;
  wire [2:0]         asize, nasize, aprot, naprot;
  wire [1:0]         aburst, naburst, bresp, nbresp, rresp, nrresp;
  wire [3:0]         acache, nacache, aqos, naqos, aregion, naregion;
  wire alock, nalock, auser, nauser, avalid, navalid, wstrb, nwstrb, wlast, nwlast, wuser, nwuser;
  wire wvalid, nwvalid, buser, nbuser, bvalid, nbvalid, rlast, nrlast, ruser, nruser, rvalid;
  wire nrvalid;
  assign {avalid, aid, aaddr, alen, asize, aburst, alock, acache, aprot, aqos, aregion, auser} =
    s_aw;
  assign m_aw = {navalid, naid, naaddr, nalen, nasize, naburst, nalock, nacache, naprot, naqos,
                 naregion, nauser};
  assign {wvalid, wdata, wstrb, wlast, wuser} = s_w;
  assign m_w = {nwvalid, nwdata, nwstrb, nwlast, nwuser};
  assign {bvalid, bid, bresp, buser} = m_b;
  assign s_b = {nbvalid, nbid, nbresp, nbuser};
  assign {rvalid, rid, rdata, rresp, rlast, ruser} = m_r;
  assign s_r = {nrvalid, nrid, nrdata, nrresp, nrlast, nruser};

  `TOP #(.ADDR_W(`ADDR_W), .ID_W(`ID_W), .DATA_W(8), .USER_W(1) `SIGNATURE) u_dut (
    .aclk(clk_i), .aresetn(rst_ni),
    .s_axi_arid(s_id), .s_axi_araddr(s_addr), .s_axi_arlen(s_len), .s_axi_arsize(s_size),
    .s_axi_arburst(s_burst), .s_axi_arlock(s_lock), .s_axi_arcache(s_cache),
    .s_axi_arprot(s_prot), .s_axi_arqos(s_qos), .s_axi_arregion(s_region), .s_axi_aruser(s_user),
    .s_axi_arvalid(s_arvalid), .s_axi_arready(s_arready),
    .m_axi_arid(m_id), .m_axi_araddr(m_addr), .m_axi_arlen(m_len), .m_axi_arsize(m_size),
    .m_axi_arburst(m_burst), .m_axi_arlock(m_lock), .m_axi_arcache(m_cache),
    .m_axi_arprot(m_prot), .m_axi_arqos(m_qos), .m_axi_arregion(m_region), .m_axi_aruser(m_user),
    .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
    .s_axi_awid(aid), .s_axi_awaddr(aaddr), .s_axi_awlen(alen), .s_axi_awsize(asize),
    .s_axi_awburst(aburst), .s_axi_awlock(alock), .s_axi_awcache(acache), .s_axi_awprot(aprot),
    .s_axi_awqos(aqos), .s_axi_awregion(aregion), .s_axi_awuser(auser), .s_axi_awvalid(avalid),
    .s_axi_awready(s_awready),
    .m_axi_awid(naid), .m_axi_awaddr(naaddr), .m_axi_awlen(nalen), .m_axi_awsize(nasize),
    .m_axi_awburst(naburst), .m_axi_awlock(nalock), .m_axi_awcache(nacache),
    .m_axi_awprot(naprot), .m_axi_awqos(naqos), .m_axi_awregion(naregion),
    .m_axi_awuser(nauser), .m_axi_awvalid(navalid), .m_axi_awready(m_awready),
    .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wuser(wuser),
    .s_axi_wvalid(wvalid), .s_axi_wready(s_wready),
    .m_axi_wdata(nwdata), .m_axi_wstrb(nwstrb), .m_axi_wlast(nwlast), .m_axi_wuser(nwuser),
    .m_axi_wvalid(nwvalid), .m_axi_wready(m_wready),
    .m_axi_bid(bid), .m_axi_bresp(bresp), .m_axi_buser(buser), .m_axi_bvalid(bvalid),
    .m_axi_bready(m_bready), .s_axi_bid(nbid), .s_axi_bresp(nbresp), .s_axi_buser(nbuser),
    .s_axi_bvalid(nbvalid), .s_axi_bready(s_bready),
    .m_axi_rid(rid), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast),
    .m_axi_ruser(ruser), .m_axi_rvalid(rvalid), .m_axi_rready(m_rready),
    .s_axi_rid(nrid), .s_axi_rdata(nrdata), .s_axi_rresp(nrresp), .s_axi_rlast(nrlast),
    .s_axi_ruser(nruser), .s_axi_rvalid(nrvalid), .s_axi_rready(s_rready)
  );

  reg started = 0;
  always @(posedge clk_i) started <= started || !rst_ni;
  always @* assume (started || !rst_ni);

  // The manager keeps the rules: a request that waits holds.
  reg               s_waits;
  reg  [`REQ_W-1:0] s_req_q;
  always @(posedge clk_i) begin
    s_waits <= rst_ni && s_arvalid && !s_arready;
    s_req_q <= s_req;
  end
  always @* assume (!s_waits || (s_arvalid && s_req == s_req_q));

  wire s_fire = s_arvalid && s_arready;
  wire m_fire = m_arvalid && m_arready;

  // Reads of x and of y that have entered and not left; those of x in order
  reg [2:0]         n_x, n_y;
  reg [`REQ_W-1:0]  first, second, third;
  wire in_x = s_fire && s_id == x, out_x = m_fire && m_id == x;
  wire in_y = s_fire && s_id == y, out_y = m_fire && m_id == y;
  always @(posedge clk_i) begin
    n_x <= n_x + in_x - out_x;
    n_y <= n_y + in_y - out_y;
    if (out_x) {first, second} <= {second, third};
    if (in_x && n_x == {2'd0, out_x}) first <= s_req;
    else if (in_x && n_x == 3'd1 + out_x) second <= s_req;
    else if (in_x) third <= s_req;
    if (!rst_ni) {n_x, n_y} <= 6'd0;
  end

  // The token: a read of x; how many of x and of y entered before it and are still there
  reg       tok_in, tok_ordered;
  reg [2:0] before_x, before_y;
  wire      marked = in_x && mark_i && !tok_in;
  wire      tok_leaves = tok_in && out_x && before_x == 0;
  always @(posedge clk_i) begin
    if (tok_leaves) tok_in <= 1'b0;
    if (tok_in && out_x && before_x != 0) before_x <= before_x - 1;
    if (tok_in && out_y && before_y != 0) before_y <= before_y - 1;
    if (marked) begin
      tok_in      <= 1'b1;
      tok_ordered <= s_lock || !s_cache[1];
      before_x    <= n_x - out_x;
      before_y    <= n_y - out_y;
    end
    if (!rst_ni) tok_in <= 1'b0;
  end

  reg              offered_q;
  reg [`REQ_W-1:0] offer_q;
  always @(posedge clk_i) begin
    offered_q <= rst_ni && m_arvalid && !m_arready;
    offer_q   <= m_req;
  end

  `PROVE(1, offer_holds, !offered_q || (m_arvalid && m_req == offer_q))
  `PROVE(2, in_order_and_unchanged, !(m_arvalid && m_id == x) || (n_x != 0 && m_req == first))
  `PROVE(3, ordered_overtakes_nothing, !(tok_leaves && tok_ordered && x != y) || before_y == 0)
  `PROVE(4, ordered_is_not_overtaken, !(tok_in && tok_ordered && x != y && out_y) || before_y != 0)
  `PROVE(5, write_requests_pass, m_aw == s_aw && s_awready == m_awready)
  `PROVE(6, write_data_pass, m_w == s_w && s_wready == m_wready)
  `PROVE(7, write_responses_pass, s_b == m_b && m_bready == s_bready)
  `PROVE(8, read_data_pass, s_r == m_r && m_rready == s_rready)

  // Where the reads are
  (* keep *) wire              h_waits, h_behind;
  (* keep *) wire [21:0]       h_line;
  (* keep *) wire [`REQ_W-23:0] h_meta;
  wire [`ID_W-1:0] w_id = h_meta[`REQ_W-23 -: `ID_W];
  // a request as the property module writes it, of the adapter's {line, meta}
  function [`REQ_W-1:0] as_request(input [`REQ_W-1:0] from);
    reg [21:0] line; reg [6:0] offset; reg [`ID_W-1:0] id; reg lock, user; reg [3:0] c, q, g;
    reg [7:0] len; reg [2:0] size, prot; reg [1:0] burst;
    begin
      {line, id, lock, c, offset, len, size, burst, prot, q, g, user} = from;
      as_request = {id, line, offset, len, size, burst, lock, c, prot, q, g, user};
    end
  endfunction
  function ordered(input [`REQ_W-1:0] request); // lock, or not cache[1]
    ordered = request[16] || !request[13];
  endfunction
  wire wait_x = h_waits && w_id == x, wait_y = h_waits && w_id == y;
  wire [`REQ_W-1:0] waiting = as_request({h_line, h_meta});
`ifdef CART
`include "axi4_cart.vh"
`else
`include "axi4_mrpb.vh"
`endif
  `WITNESS(1, offer_waits, offered_q)
  `WITNESS(2, second_of_its_id_leaves, out_x && n_x == 2)
  `WITNESS(3, ordered_waits_for_another, tok_in && tok_ordered && x != y && before_y != 0)
  `WITNESS(4, another_waits_behind_ordered, tok_held && tok_ordered && wait_y && x != y)
  `WITNESS(2, plain_reads_overtake, tok_in && !tok_ordered && x != y && out_y && before_y == 0)
endmodule
`default_nettype wire
