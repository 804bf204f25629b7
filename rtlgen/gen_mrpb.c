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
    "@+{WARP_IS_QUEUE}  `WL_PARAM_CHECK(WARP_W_must_be_at_most_@{QUEUE_W}_as_the_queue_stands_for_the_warp,\n"
    "@+{WARP_IS_QUEUE}    WARP_W <= QUEUE_W)\n"
    "\n"
    "@-{ONE}  // Queue of a request: its @{SIG_TEXT}, cut or extended to a queue number (MRPB section 3.2)\n"
    "@-{ONE}  wire [SIG_W+QUEUE_W-1:0] signature = {{QUEUE_W{1'b0}}, @{SIG_PORT}};\n"
    "@-{ONE}  wire [QUEUE_W-1:0]       in_queue  = signature[QUEUE_W-1:0];\n"
    "@-{ONE}  wire unused_signature = &{1'b0, signature[SIG_W+QUEUE_W-1:QUEUE_W]};\n"
    "@+{ONE}  wire [QUEUE_W-1:0] in_queue = 1'b0;  // there is one queue\n"
    "@+{ONE}@-{SIG_IS_PAYLOAD}  wire unused_signature = &{1'b0, @{SIG_PORT}};\n"
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
    "@+{STORES_DATA}  wire [DATA_W-1:0]    loaded_data;\n"
    "  assign {@{LOADED_ENTRY}} = loaded;\n"
    "@+{WARP_IS_QUEUE}  wire [QUEUE_W-1:0]   req_queue; // of the request on offer\n"
    "\n"
    "  // What enters the outbound buffer: the incoming request itself, or an entry, whose payload follows a cycle later\n"
    "  wire                 load_en;\n"
    "  wire [PAYLOAD_W-1:0] load_payload = {@{LOADED_PAYLOAD}};\n"
    "@+{THROUGH}  wire                 push_through;\n"
    "@+{THROUGH}  wire                 push_write   = push_through && in_write_i;\n"
    "\n";

static const char WIRING[] =
    "  @{NAME}_mrpb_ctl u_ctl (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "@+{FLUSH}    .in_write_i(in_write_i),\n"
    "    .in_valid_i(in_valid_i), .in_queue_i(in_queue), .in_ready_o(in_ready_o),\n"
    "    .store_en_o(store_en), .store_addr_o(store_addr),\n"
    "@+{THROUGH}    .push_through_o(push_through),\n"
    "    .out_room_i(room), .push_valid_o(push_valid), .push_queue_o(push_queue),\n"
    "    .load_en_o(load_en), .load_addr_o(load_addr),\n"
    "    .busy_o(busy), .held_o(held)\n"
    "  );\n"
    "  @{NAME}_lib_ram #(.WORDS(ENTRIES), .ADDR_W(ADDR_W), .WIDTH(ENTRY_W)) u_ram (\n"
    "@-{SPLIT}    .clk_i(clk_i),\n"
    "@+{SPLIT}    .clk_i(clk_i), .clk2x_i(clk2x_i), .rst_ni(rst_ni),\n"
    "    .wr_en_i(store_en), .wr_addr_i(store_addr), .wr_data_i(stored),\n"
    "    .rd_en_i(load_en), .rd_addr_i(load_addr), .rd_data_o(loaded)\n"
    "  );\n";

static void set_signature(const rtl_plan *p, writer *w)
{
    static const struct {
        const char *text, *port, *width;
    } by_kind[] = {[SIG_WARP] = {"warp number", "in_warp_i", "WARP_W"},
                   [SIG_CTA] = {"thread-block slot", "in_cta_i", "CTA_W"},
                   [SIG_CTA_WARP] = {"warp number inside the thread block", "in_cta_warp_i", "WARP_W"},
                   [SIG_PC] = {"program counter", "in_pc_i", "PC_W"},
                   [SIG_LINE] = {"line address", "in_line_i", "LINE_W"}};
    signature_kind k = p->c->mrpb.signature;
    writer_flag(w, "ONE", p->mrpb.queues == 1);
    bool carried = (k == SIG_WARP && !p->mrpb.warp_is_queue) || k == SIG_LINE; // it is payload too
    writer_flag(w, "SIG_IS_PAYLOAD", carried);
    writer_set(w, "SIG_TEXT", "%s", by_kind[k].text);
    writer_set(w, "SIG_PORT", "%s", by_kind[k].port);
    writer_set(w, "SIG_WIDTH", "%s", by_kind[k].width);
    writer_set(w, "CHK_SIG", "%s%s", carried ? "" : by_kind[k].port, carried ? "" : ", ");
    writer_set(w, "CHK_IN_WIDTH", "1 + PAYLOAD_W%s%s", carried ? "" : " + ", carried ? "" : by_kind[k].width);
}

void gen_mrpb(const rtl_plan *p, writer *w)
{
    gen_top_interface(p, w);
    set_signature(p, w);
    gen_mrpb_fields(p, w);
    writer_set(w, "WRITE_LATENCY", "%s", p->mrpb.flush ? "a write in t + 1" : "a write too");
    writer_put(w, INTERFACE);
    writer_put(w, WIRING);
    gen_mrpb_end(p, w);
}
