// gen_cart_ram.c : storage of what the leaf queues hold.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char RAM[] =
    "// Entries of all queues: one write port, and one read port that answers in the same cycle.\n"
    "@{HEAD}\n"
    "module @{NAME}_cart_ram #(\n"
    "  parameter integer ENTRIES = @{WORDS},    // words, >= 1\n"
    "  parameter integer ADDR_W  = @{ADDR_W},      // bits of an address: ceil(log2(ENTRIES)), at least 1\n"
    "  parameter integer WIDTH   = 23      // bits of an entry, >= 1\n"
    ") (\n"
    "  input  wire              clk_i,\n"
    "  input  wire              wr_en_i,\n"
    "  input  wire [ADDR_W-1:0] wr_addr_i,\n"
    "  input  wire [WIDTH-1:0]  wr_data_i,\n"
    "  input  wire [ADDR_W-1:0] rd_addr_i,\n"
    "  output wire [WIDTH-1:0]  rd_data_o  // from storage: what is written in this cycle is read from the next one on\n"
    ");\n"
    "  `WL_PARAM_CHECK(p_size, WIDTH >= 1 && ENTRIES >= 1 && (1 << ADDR_W) >= ENTRIES,\n"
    "    \"@{NAME}_cart_ram: ADDR_W bits must address ENTRIES\")\n"
    "\n"
    "  // Never reset: the lengths of cart_queues say which entries are there.\n"
    "  reg [WIDTH-1:0] mem_q [0:ENTRIES-1];\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (wr_en_i) mem_q[wr_addr_i] <= wr_data_i;\n"
    "\n"
    "  assign rd_data_o = mem_q[rd_addr_i];\n"
    "endmodule\n";

void gen_cart_ram(const rtl_plan *p, writer *w)
{
    writer_set(w, "WORDS", "%u", p->cart.queues * p->cart.entries);
    writer_put(w, RAM);
}
