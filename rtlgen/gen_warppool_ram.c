// gen_warppool_ram.c : what WarpPool's inter-warp queues keep of their requests.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char RAM[] =
    "// Metadata of the requests in the inter-warp queues (WarpPool section 3.4), in @{WORDS}: a word a request, of which a\n"
    "// queue writes one a cycle; the words of one tag are read together.\n"
    "@{HEAD}\n"
    "module @{NAME}_warppool_ram #(\n"
    "  parameter integer QUEUES     = @{QUEUES},\n"
    "  parameter integer TAGS       = @{TAGS},    // of a queue\n"
    "  parameter integer MERGES     = @{MERGES},    // requests of a tag\n"
    "  parameter integer COALESCERS = @{COALESCERS},\n"
    "  parameter integer META_W     = @{META_W}    // bits of a request's metadata\n"
    ") (\n"
    "  input  wire                          clk_i,\n"
    "  input  wire [QUEUES*TAGS*MERGES-1:0] wr_i,      // this word is written; of a queue at most one\n"
    "  input  wire [COALESCERS*QUEUES-1:0]  wr_by_i,   // and by which coalescer: one-hot for each queue that is written\n"
    "  input  wire [COALESCERS*META_W-1:0]  wr_meta_i,\n"
    "  input  wire [QUEUES*TAGS-1:0]        rd_i,      // the tag that is read, one-hot or 0\n"
    "  output wire [MERGES*META_W-1:0]      rd_meta_o  // what is written in cycle t is read from t + 1 on\n"
    ");\n"
    "  localparam integer SLOTS = TAGS * MERGES; // of a queue\n"
    "  wire [QUEUES*SLOTS*META_W-1:0] metas;\n"
    "\n";

static const char FLOPS[] =
    "  wire [COALESCERS*QUEUES-1:0] by   = wr_by_i;\n"
    "  wire [COALESCERS*META_W-1:0] data = wr_meta_i;\n"
    "\n";

static const char LATCHES[] =
    "  // A write waits in registers until the clock is low, and the word's latches are open then, as in lib_ram.\n"
    "  reg [QUEUES*SLOTS-1:0]      wr_q;\n"
    "  reg [COALESCERS*QUEUES-1:0] by;\n"
    "  reg [COALESCERS*META_W-1:0] data;\n"
    "  always @(posedge clk_i) begin\n"
    "    wr_q <= wr_i;\n"
    "    by   <= wr_by_i;\n"
    "    data <= wr_meta_i;\n"
    "  end\n"
    "\n";

static const char WORDS[] =
    "  wire unused_by = |by[QUEUES-1:0]; // coalescer 0's is what no other one has\n"
    "  genvar c, q, s;\n"
    "  generate\n"
    "    for (q = 0; q < QUEUES; q = q + 1) begin : g_queue\n"
    "      for (c = 0; c < COALESCERS; c = c + 1) begin : g_upto\n"
    "        wire [META_W-1:0] meta;\n"
    "        if (c == 0) begin : g_lowest\n"
    "          assign meta = data[0 +: META_W];\n"
    "        end else begin : g_other\n"
    "          assign meta = by[c*QUEUES + q] ? data[c*META_W +: META_W] : g_upto[c-1].meta;\n"
    "        end\n"
    "      end\n"
    "      wire [META_W-1:0] meta = g_upto[COALESCERS-1].meta;\n"
    "      for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
    "        reg [META_W-1:0] meta_q; // never reset: the queues know which requests are there\n"
    "@-{LATCH}        always @(posedge clk_i)\n"
    "@-{LATCH}          if (wr_i[q*SLOTS + s]) meta_q <= meta;\n"
    "@+{LATCH}        wire open = wr_q[q*SLOTS + s] && !clk_i;\n"
    "@+{LATCH}        always @(open or meta)\n"
    "@+{LATCH}          if (open) meta_q <= meta;\n"
    "        assign metas[(q*SLOTS + s)*META_W +: META_W] = meta_q;\n"
    "      end\n"
    "    end\n"
    "  endgenerate\n"
    "\n"
    "  @{NAME}_lib_select #(.N(QUEUES*TAGS), .WIDTH(MERGES*META_W)) u_rd (.sel_i(rd_i), .words_i(metas), .word_o(rd_meta_o));\n"
    "endmodule\n";

void gen_warppool_ram(const rtl_plan *p, writer *w)
{
    const bool latch = p->c->rtl.storage == STORAGE_LATCH;
    writer_set(w, "WORDS", "%s", latch ? "latches" : "flip-flops");
    writer_flag(w, "LATCH", latch);
    writer_put(w, RAM);
    writer_put(w, latch ? LATCHES : FLOPS);
    writer_put(w, WORDS);
}
