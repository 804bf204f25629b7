// gen_mrpb.c : the top: ports from the port table, the signature, payloads, and the wiring of its parts.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char INTERFACE[] =
    "// Memory request prioritization buffer (Jia, Shaw, Martonosi, HPCA 2014): a FIFO a signature value between coalescer and L1D, a\n"
    "// drain selector, a two-entry outbound buffer@{AND_BYPASS}. A read accepted in cycle t is offered in t + @{LATENCY} at the\n"
    "// earliest, @{WRITE_LATENCY}; one request comes in and one goes out a cycle.\n"
    "@{HEAD}\n"
    "module @{NAME}_mrpb #(\n"
    "@{TOP_PARAMS}\n"
    ") (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "  localparam integer QUEUES    = @{QUEUES};\n"
    "  localparam integer ENTRIES   = @{ENTRIES};            // of all queues, @{DEPTH} each\n"
    "  localparam integer QUEUE_W   = @{QUEUE_W};              // ceil(log2(QUEUES)), at least 1\n"
    "  localparam integer ADDR_W    = @{ADDR_W};              // ceil(log2(ENTRIES)), at least 1\n"
    "@-{ONE}  localparam integer SIG_W     = @{SIG_WIDTH};         // of the signature\n"
    "  localparam integer PAYLOAD_W = @{PAYLOAD_WIDTH};\n"
    "  localparam integer ENTRY_W   = @{ENTRY_WIDTH}; // what a queue stores of a request\n"
    "\n"
    "@{TOP_CHECKS}\n"
    "@+{WARP_IS_QUEUE}  `WL_PARAM_CHECK(p_warp_queue, WARP_W <= QUEUE_W,\n"
    "@+{WARP_IS_QUEUE}    \"@{NAME}_mrpb: WARP_W must be <= @{QUEUE_W}, the queue number stands for the warp\")\n"
    "\n"
    "@-{ONE}  // Queue of a request: its @{SIG_TEXT}, cut or extended to a queue number (MRPB section 3.2)\n"
    "@-{ONE}  wire [SIG_W+QUEUE_W-1:0] signature = {{QUEUE_W{1'b0}}, @{SIG_PORT}};\n"
    "@-{ONE}  wire [QUEUE_W-1:0]       in_queue  = signature[QUEUE_W-1:0];\n"
    "@-{ONE}  wire unused_signature = &{1'b0, signature[SIG_W+QUEUE_W-1:QUEUE_W]};\n"
    "@+{ONE}  wire [QUEUE_W-1:0] in_queue = 1'b0;  // there is one queue\n"
    "@+{ONE}@-{SIG_IS_WARP}  wire unused_signature = &{1'b0, @{SIG_PORT}};\n"
    "\n"
    "  wire               store_en, room, push_valid, busy;\n"
    "  wire [QUEUE_W-1:0] push_queue;\n"
    "  wire [ADDR_W-1:0]  store_addr, load_addr;\n"
    "  wire [QUEUES-1:0]  held, outbound;\n"
    "\n"
    "  // Payload of a request; what a queue stores of it@{ENTRY_WHY}\n"
    "  wire [PAYLOAD_W-1:0] in_payload = {@{IN_PAYLOAD}};\n"
    "  wire [ENTRY_W-1:0]   stored     = {@{IN_ENTRY}};\n"
    "  wire [ENTRY_W-1:0]   loaded;\n"
    "@-{FLUSH}  wire                 loaded_write;\n"
    "  wire [LINE_W-1:0]    loaded_line;\n"
    "@-{WARP_IS_QUEUE}  wire [WARP_W-1:0]    loaded_warp;\n"
    "@+{META}  wire [META_W-1:0]    loaded_meta;\n"
    "  assign {@{LOADED_ENTRY}} = loaded;\n"
    "@+{WARP_IS_QUEUE}  wire [WARP_W-1:0]    loaded_warp = push_queue[WARP_W-1:0];\n"
    "\n"
    "  // What enters the outbound buffer\n"
    "@+{THROUGH}  wire                 push_through;\n"
    "@+{THROUGH}  wire [PAYLOAD_W-1:0] push_payload = push_through ? in_payload : {@{LOADED_PAYLOAD}};\n"
    "@-{THROUGH}  wire [PAYLOAD_W-1:0] push_payload = {@{LOADED_PAYLOAD}};\n"
    "@-{THROUGH}  wire unused_payload = &{1'b0, in_payload};\n"
    "@+{FLUSH}  wire                 push_write   = push_through && in_write_i;\n"
    "@-{FLUSH}@+{THROUGH}  wire                 push_write   = push_through ? in_write_i : loaded_write;\n"
    "@-{FLUSH}@-{THROUGH}  wire                 push_write   = loaded_write;\n"
    "\n";

static const char WIRING[] =
    "  @{NAME}_mrpb_ctl u_ctl (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "@+{FLUSH}    .in_write_i(in_write_i),\n"
    "    .in_valid_i(in_valid_i), .in_queue_i(in_queue), .in_ready_o(in_ready_o),\n"
    "    .store_en_o(store_en), .store_addr_o(store_addr),\n"
    "@+{THROUGH}    .push_through_o(push_through),\n"
    "    .out_room_i(room), .push_valid_o(push_valid), .push_queue_o(push_queue), .load_addr_o(load_addr),\n"
    "    .busy_o(busy), .held_o(held)\n"
    "  );\n"
    "  @{NAME}_mrpb_ram #(.ENTRIES(ENTRIES), .ADDR_W(ADDR_W), .WIDTH(ENTRY_W)) u_ram (\n"
    "    .clk_i(clk_i),\n"
    "    .wr_en_i(store_en), .wr_addr_i(store_addr), .wr_data_i(stored),\n"
    "    .rd_addr_i(load_addr), .rd_data_o(loaded)\n"
    "  );\n"
    "  wire [PAYLOAD_W-1:0] req_payload;\n"
    "  @{NAME}_mrpb_out #(.QUEUES(QUEUES), .QUEUE_W(QUEUE_W), .PAYLOAD_W(PAYLOAD_W)) u_out (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "    .push_valid_i(push_valid), .push_write_i(push_write), .push_queue_i(push_queue), .push_payload_i(push_payload),\n"
    "    .room_o(room),\n"
    "@+{BY_CAUSE}    .req_stall_i(req_stall_i),\n"
    "@+{BYPASS}    .byp_ready_i(byp_ready_i), .byp_pulse_o(byp_pulse_o),\n"
    "    .req_valid_o(req_valid_o), .req_write_o(req_write_o), .req_payload_o(req_payload), .req_ready_i(req_ready_i),\n"
    "    .pending_o(outbound)\n"
    "  );\n"
    "@-{BY_CAUSE}  wire unused_stall = &{1'b0, req_stall_i}; // the cause makes no difference\n"
    "\n"
    "  // Outputs\n"
    "  assign {@{REQ_PAYLOAD}} = req_payload;\n"
    "  assign idle_o    = !busy && !req_valid_o;\n"
    "  assign pending_o = held | outbound;\n"
    "\n"
    "  // Checks: once valid, a request holds until it is taken, or (req) bypassed\n"
    "`ifdef WL_CHECKING\n"
    "  localparam integer CHK_IN_W  = @{CHK_IN_WIDTH};\n"
    "  localparam integer CHK_REQ_W = 1 + PAYLOAD_W;\n"
    "  reg                  chk_in_waits_q, chk_req_waits_q;\n"
    "  reg  [CHK_IN_W-1:0]  chk_in_q;\n"
    "  reg  [CHK_REQ_W-1:0] chk_req_q;\n"
    "  wire [CHK_IN_W-1:0]  chk_in  = {in_write_i, @{CHK_SIG}in_payload};\n"
    "  wire [CHK_REQ_W-1:0] chk_req = {req_write_o, req_payload};\n"
    "  always @(posedge clk_i) begin\n"
    "    chk_in_waits_q  <= rst_ni && in_valid_i && !in_ready_o;\n"
    "    chk_req_waits_q <= rst_ni && req_valid_o && !req_ready_i@{CHK_NOT_BYP};\n"
    "    chk_in_q        <= chk_in;\n"
    "    chk_req_q       <= chk_req;\n"
    "  end\n"
    "  `WL_ASSERT(a_in_held, !chk_in_waits_q || (in_valid_i && chk_in == chk_in_q),\n"
    "    \"in: a waiting request is withdrawn or changed\")\n"
    "  `WL_ASSERT(a_req_held, !chk_req_waits_q || (req_valid_o && chk_req == chk_req_q),\n"
    "    \"req: an offered request is withdrawn or changed\")\n"
    "`endif\n"
    "endmodule\n";

static void set_signature(const rtl_plan *p, writer *w)
{
    static const struct {
        const char *text, *port, *width;
    } by_kind[] = {[SIG_WARP] = {"warp number", "in_warp_i", "WARP_W"},
                   [SIG_CTA] = {"thread-block slot", "in_cta_i", "CTA_W"},
                   [SIG_CTA_WARP] = {"warp number inside the thread block", "in_cta_warp_i", "WARP_W"}};
    signature_kind k = p->c->mrpb.signature;
    writer_flag(w, "ONE", p->mrpb.queues == 1);
    writer_flag(w, "SIG_IS_WARP", k == SIG_WARP);
    writer_set(w, "SIG_TEXT", "%s", by_kind[k].text);
    writer_set(w, "SIG_PORT", "%s", by_kind[k].port);
    writer_set(w, "SIG_WIDTH", "%s", by_kind[k].width);
    writer_set(w, "CHK_SIG", "%s%s", k == SIG_WARP ? "" : by_kind[k].port, k == SIG_WARP ? "" : ", ");
    writer_set(w, "CHK_IN_WIDTH", "1 + PAYLOAD_W%s%s", k == SIG_WARP ? "" : " + ", k == SIG_WARP ? "" : by_kind[k].width);
}

// The fields of a request, in order: what travels as payload, what a queue stores.
static void set_payload(const rtl_plan *p, writer *w)
{
    const char *write = p->mrpb.flush ? "" : "in_write_i, ", *ld_write = p->mrpb.flush ? "" : "loaded_write, ";
    const char *warp = p->mrpb.warp_is_queue ? "" : ", in_warp_i", *ld_warp = p->mrpb.warp_is_queue ? "" : ", loaded_warp";
    bool meta = p->mrpb.meta_w != 0;
    writer_set(w, "PAYLOAD_WIDTH", "LINE_W + WARP_W%s", meta ? " + META_W" : "");
    writer_set(w, "IN_PAYLOAD", "in_line_i, in_warp_i%s", meta ? ", in_meta_i" : "");
    writer_set(w, "REQ_PAYLOAD", "req_line_o, req_warp_o%s", meta ? ", req_meta_o" : "");
    writer_set(w, "LOADED_PAYLOAD", "loaded_line, loaded_warp%s", meta ? ", loaded_meta" : "");
    writer_set(w, "ENTRY_WIDTH", "%sLINE_W%s%s", p->mrpb.flush ? "" : "1 + ", p->mrpb.warp_is_queue ? "" : " + WARP_W", meta ? " + META_W" : "");
    writer_set(w, "IN_ENTRY", "%sin_line_i%s%s", write, warp, meta ? ", in_meta_i" : "");
    writer_set(w, "LOADED_ENTRY", "%sloaded_line%s%s", ld_write, ld_warp, meta ? ", loaded_meta" : "");
    writer_set(w, "ENTRY_WHY", "%s%s", p->mrpb.flush ? ": reads only" : ": reads and writes",
               p->mrpb.warp_is_queue ? ", and not the warp, which is the queue's number" : "");
    writer_flag(w, "META", meta);
}

void gen_mrpb(const rtl_plan *p, writer *w)
{
    gen_top_interface(p, w);
    set_signature(p, w);
    set_payload(p, w);
    writer_flag(w, "WARP_IS_QUEUE", p->mrpb.warp_is_queue);
    writer_set(w, "WRITE_LATENCY", "%s", p->mrpb.flush ? "a write in t + 1" : "a write too");
    writer_set(w, "AND_BYPASS", "%s", p->mrpb.bypass ? ", cache bypass" : "");
    writer_set(w, "CHK_NOT_BYP", "%s", p->mrpb.bypass ? " && !byp_pulse_o" : "");
    writer_put(w, INTERFACE);
    writer_put(w, WIRING);
}
