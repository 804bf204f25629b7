// gen_mrpb_ram.c : storage of the entries.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char MRPB_RAM[] =
    "// Entries of all queues: one write port, and one read port that answers in the same cycle (MRPB section 6: logical rows of one\n"
    "// memory, a ring a queue).\n"
    "@{HEAD}\n"
    "module @{NAME}_mrpb_ram #(\n"
    "  parameter integer ENTRIES = @{ENTRIES},    // words, >= 1\n"
    "  parameter integer ADDR_W  = @{ADDR_W},      // bits of an address: ceil(log2(ENTRIES)), at least 1\n"
    "  parameter integer WIDTH   = 32      // bits of an entry, >= 1\n"
    ") (\n"
    "  input  wire              clk_i,\n"
    "  input  wire              wr_en_i,\n"
    "  input  wire [ADDR_W-1:0] wr_addr_i,\n"
    "  input  wire [WIDTH-1:0]  wr_data_i,\n"
    "  input  wire [ADDR_W-1:0] rd_addr_i,\n"
    "  output wire [WIDTH-1:0]  rd_data_o  // from storage: what is written in this cycle is read from the next one on\n"
    ");\n"
    "  `WL_PARAM_CHECK(p_size, WIDTH >= 1 && ENTRIES >= 1 && (1 << ADDR_W) >= ENTRIES,\n"
    "    \"@{NAME}_mrpb_ram: ADDR_W bits must address ENTRIES\")\n"
    "\n"
    "  // Never reset: the counts of mrpb_ctl say which entries are there.\n"
    "  reg [WIDTH-1:0] mem_q [0:ENTRIES-1];\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (wr_en_i) mem_q[wr_addr_i] <= wr_data_i;\n"
    "\n"
    "  assign rd_data_o = mem_q[rd_addr_i];\n"
    "endmodule\n";

void gen_mrpb_ram(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, MRPB_RAM);
}
