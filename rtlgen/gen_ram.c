// gen_ram.c : storage of entries, of any block: one write port and one read port that answers in the next cycle. Four kinds behind the same
// ports (rtl.storage): flip-flops, latches, an SRAM with two ports, an SRAM with one port in two phases a cycle.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char RAM[] =
    "// Words with one write port and one read port (MRPB section 6: logical rows of one memory, a ring a queue), in @{KIND}.\n"
    "// The address of a read is registered, so what chooses it and what uses the word have a cycle each.\n"
    "@{HEAD}\n"
    "module @{NAME}_lib_ram #(\n"
    "  parameter integer WORDS  = 8,      // >= 1\n"
    "  parameter integer ADDR_W = 3,      // bits of an address: ceil(log2(WORDS)), at least 1\n"
    "  parameter integer WIDTH  = 32      // bits of a word, >= 1\n"
    ") (\n"
    "  input  wire              clk_i,\n"
    "@+{SPLIT}  input  wire              clk2x_i,   // twice as fast; rises with clk_i\n"
    "@+{SPLIT}  input  wire              rst_ni,    // synchronous, active low\n"
    "  input  wire              wr_en_i,\n"
    "  input  wire [ADDR_W-1:0] wr_addr_i,\n"
    "  input  wire [WIDTH-1:0]  wr_data_i,\n"
    "  input  wire              rd_en_i,   // read of cycle t: rd_data_o in cycle t + 1, and in no other\n"
    "  input  wire [ADDR_W-1:0] rd_addr_i, // not the word that is written in the same cycle\n"
    "  output wire [WIDTH-1:0]  rd_data_o  // what is written in cycle t is read from t + 1 on\n"
    ");\n"
    "  `WL_PARAM_CHECK(ADDR_W_bits_must_address_WORDS,\n"
    "    WIDTH >= 1 && WORDS >= 1 && (1 << ADDR_W) >= WORDS)\n"
    "\n";

static const char FLOPS[] =
    "  reg [WIDTH-1:0]  mem_q [0:WORDS-1]; // never reset: its user knows which words are there\n"
    "  reg [ADDR_W-1:0] rd_addr_q;\n"
    "\n"
    "  always @(posedge clk_i) begin\n"
    "    if (wr_en_i) mem_q[wr_addr_i] <= wr_data_i;\n"
    "    if (rd_en_i) rd_addr_q <= rd_addr_i;\n"
    "  end\n"
    "\n"
    "  assign rd_data_o = mem_q[rd_addr_q];\n"
    "endmodule\n";

static const char LATCHES[] =
    "  // A write waits in registers until the clock is low, and the word's latches are open then. So what opens them changes only\n"
    "  // while the high clock holds them shut, and no glitch of the address decoder reaches them.\n"
    "  reg              wr_en_q;\n"
    "  reg [ADDR_W-1:0] wr_addr_q, rd_addr_q;\n"
    "  reg [WIDTH-1:0]  wr_data_q;\n"
    "\n"
    "  always @(posedge clk_i) begin\n"
    "    wr_en_q <= wr_en_i;\n"
    "    if (wr_en_i) wr_addr_q <= wr_addr_i;\n"
    "    if (wr_en_i) wr_data_q <= wr_data_i;\n"
    "    if (rd_en_i) rd_addr_q <= rd_addr_i;\n"
    "  end\n"
    "\n"
    "  // The word read: half of them are left after each bit of the address.\n"
    "  genvar w, k;\n"
    "  generate\n"
    "    for (w = 0; w < WORDS; w = w + 1) begin : g_word\n"
    "      wire            open = wr_en_q && wr_addr_q == w[ADDR_W-1:0] && !clk_i;\n"
    "      reg [WIDTH-1:0] word_q;\n"
    "      always @(open or wr_data_q)\n"
    "        if (open) word_q <= wr_data_q;\n"
    "    end\n"
    "    for (k = 0; k <= ADDR_W; k = k + 1) begin : g_level\n"
    "      for (w = 0; (w << k) < WORDS; w = w + 1) begin : g_left\n"
    "        wire [WIDTH-1:0] word;\n"
    "        if (k == 0) begin : g_leaf\n"
    "          assign word = g_word[w].word_q;\n"
    "        end else if (((2 * w + 1) << (k - 1)) < WORDS) begin : g_two\n"
    "          assign word = rd_addr_q[k-1] ? g_level[k-1].g_left[2*w+1].word : g_level[k-1].g_left[2*w].word;\n"
    "        end else begin : g_one\n"
    "          assign word = g_level[k-1].g_left[2*w].word;\n"
    "        end\n"
    "      end\n"
    "    end\n"
    "  endgenerate\n"
    "  wire unused_addr = &{1'b0, rd_addr_q}; // of a single word\n"
    "\n"
    "  assign rd_data_o = g_level[ADDR_W].g_left[0].word;\n"
    "endmodule\n";

static const char TWO_PORTS[] =
    "  @{NAME}_lib_sram #(.WORDS(WORDS), .ADDR_W(ADDR_W), .WIDTH(WIDTH)) u_sram (\n"
    "    .clk_i(clk_i), .wr_en_i(wr_en_i), .wr_addr_i(wr_addr_i), .wr_data_i(wr_data_i),\n"
    "    .rd_en_i(rd_en_i), .rd_addr_i(rd_addr_i), .rd_data_o(rd_data_o)\n"
    "  );\n"
    "endmodule\n";

static const char TWO_PHASES[] =
    "  // The one port serves both in turn: the write of cycle t in the even phase of t + 1, which begins with clk_i's edge, the read\n"
    "  // of cycle t in the odd phase behind it. rd_data_o is there in the second half of t + 1.\n"
    "  reg              toggle_q;   // changes with every edge of clk_i\n"
    "  reg              seen_q;     // the same half a cycle later\n"
    "  reg              rd_en_q;\n"
    "  reg [ADDR_W-1:0] rd_addr_q;\n"
    "  wire             even = toggle_q != seen_q;\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (!rst_ni) begin\n"
    "      toggle_q <= 1'b0;\n"
    "      rd_en_q  <= 1'b0;\n"
    "    end else begin\n"
    "      toggle_q <= !toggle_q;\n"
    "      rd_en_q  <= rd_en_i;\n"
    "    end\n"
    "  always @(posedge clk_i)\n"
    "    if (rd_en_i) rd_addr_q <= rd_addr_i;\n"
    "  always @(posedge clk2x_i)\n"
    "    seen_q <= toggle_q;\n"
    "\n"
    "  // In the even phase the read waits at the port for the edge in the middle of the cycle.\n"
    "  @{NAME}_lib_sram #(.WORDS(WORDS), .ADDR_W(ADDR_W), .WIDTH(WIDTH)) u_sram (\n"
    "    .clk_i(clk2x_i), .en_i(even ? rd_en_q : wr_en_i), .wr_i(!even), .addr_i(even ? rd_addr_q : wr_addr_i),\n"
    "    .wr_data_i(wr_data_i), .rd_data_o(rd_data_o)\n"
    "  );\n"
    "endmodule\n";

void gen_lib_ram(const rtl_plan *p, writer *w)
{
    static const struct {
        const char *words, *inside;
    } kinds[] = {[STORAGE_FLOP] = {"flip-flops", FLOPS},
                 [STORAGE_LATCH] = {"latches", LATCHES},
                 [STORAGE_SRAM_1R1W] = {"two-port SRAM", TWO_PORTS},
                 [STORAGE_SRAM_1RW] = {"one-port SRAM", TWO_PHASES}};
    writer_set(w, "KIND", "%s", kinds[p->c->rtl.storage].words);
    writer_flag(w, "SPLIT", plan_is_split(p));
    writer_put(w, RAM);
    writer_put(w, kinds[p->c->rtl.storage].inside);
}

static const char SRAM[] =
    "// SRAM, as it behaves; a macro of these ports and this size takes its place on a chip, and in synthesis a black box does.\n"
    "@{HEAD}\n"
    "module @{NAME}_lib_sram #(\n"
    "  parameter integer WORDS  = 8,      // >= 1\n"
    "  parameter integer ADDR_W = 3,      // bits of an address: ceil(log2(WORDS)), at least 1\n"
    "  parameter integer WIDTH  = 32      // bits of a word, >= 1\n"
    ") (\n"
    "  input  wire              clk_i,\n"
    "@-{SPLIT}  input  wire              wr_en_i,\n"
    "@-{SPLIT}  input  wire [ADDR_W-1:0] wr_addr_i,\n"
    "@-{SPLIT}  input  wire [WIDTH-1:0]  wr_data_i,\n"
    "@-{SPLIT}  input  wire              rd_en_i,\n"
    "@-{SPLIT}  input  wire [ADDR_W-1:0] rd_addr_i,\n"
    "@+{SPLIT}  input  wire              en_i,\n"
    "@+{SPLIT}  input  wire              wr_i,      // this access writes; else it reads\n"
    "@+{SPLIT}  input  wire [ADDR_W-1:0] addr_i,\n"
    "@+{SPLIT}  input  wire [WIDTH-1:0]  wr_data_i,\n"
    "  output wire [WIDTH-1:0]  rd_data_o  // of the last read\n"
    ");\n"
    "  `WL_PARAM_CHECK(ADDR_W_bits_must_address_WORDS,\n"
    "    WIDTH >= 1 && WORDS >= 1 && (1 << ADDR_W) >= WORDS)\n"
    "\n"
    "  reg [WIDTH-1:0] mem_q [0:WORDS-1];\n"
    "  reg [WIDTH-1:0] rd_data_q;\n"
    "\n"
    "  always @(posedge clk_i) begin\n"
    "@-{SPLIT}    if (wr_en_i) mem_q[wr_addr_i] <= wr_data_i;\n"
    "@-{SPLIT}    if (rd_en_i) rd_data_q <= mem_q[rd_addr_i];\n"
    "@+{SPLIT}    if (en_i && wr_i) mem_q[addr_i] <= wr_data_i;\n"
    "@+{SPLIT}    if (en_i && !wr_i) rd_data_q <= mem_q[addr_i];\n"
    "  end\n"
    "\n"
    "  assign rd_data_o = rd_data_q;\n"
    "endmodule\n";

void gen_lib_sram(const rtl_plan *p, writer *w)
{
    writer_flag(w, "SPLIT", plan_is_split(p));
    writer_put(w, SRAM);
}
