// gen_cart_word.c : where in the storage an entry of CART stands, for queues of a length that is no power of two.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char WORD[] =
    "// The word of a queue's slot in its branch's share of the storage, whose queues lie one behind another. The first word of a queue\n"
    "// is a constant, so each queue's sum is formed before the choice of the queue is known, and nothing is multiplied.\n"
    "@{HEAD}\n"
    "module @{NAME}_cart_word #(\n"
    "  parameter integer N       = @{LOCAL},      // queues, of one branch or of all\n"
    "  parameter integer LOCAL   = @{LOCAL},      // queues of a branch\n"
    "  parameter integer ENTRIES = @{ENTRIES},      // of a queue\n"
    "  parameter integer SLOT_W  = @{SLOT_W},      // bits of a slot's number\n"
    "  parameter integer WORD_W  = @{WORD_W}       // bits of a word's number\n"
    ") (\n"
    "  input  wire [N-1:0]        queue_i, // one-hot; 0 gives word 0\n"
    "  input  wire [SLOT_W*N-1:0] slots_i, // a slot of each queue: bit k of all at k*N\n"
    "  output wire [WORD_W-1:0]   word_o\n"
    ");\n"
    "  `WL_PARAM_CHECK(SLOT_W_bits_must_number_ENTRIES_slots_and_WORD_W_bits_the_words_of_LOCAL_queues,\n"
    "    N >= 1 && LOCAL >= 1 && ENTRIES >= 1 && (1 << SLOT_W) >= ENTRIES && WORD_W >= SLOT_W &&\n"
    "    (1 << WORD_W) >= LOCAL * ENTRIES)\n"
    "\n"
    "  wire [WORD_W*N-1:0] words; // of all queues: bit k of all at k*N\n"
    "  genvar q, k;\n"
    "  generate\n"
    "    for (q = 0; q < N; q = q + 1) begin : g_queue\n"
    "      localparam integer FIRST = (q % LOCAL) * ENTRIES;\n"
    "      wire [WORD_W-1:0] slot;\n"
    "      wire [WORD_W-1:0] word = FIRST[WORD_W-1:0] + slot;\n"
    "      for (k = 0; k < WORD_W; k = k + 1) begin : g_bit\n"
    "        if (k < SLOT_W) begin : g_slot\n"
    "          assign slot[k] = slots_i[k*N + q];\n"
    "        end else begin : g_above\n"
    "          assign slot[k] = 1'b0;\n"
    "        end\n"
    "        assign words[k*N + q] = word[k];\n"
    "      end\n"
    "    end\n"
    "    for (k = 0; k < WORD_W; k = k + 1) begin : g_choice\n"
    "      assign word_o[k] = |(queue_i & words[k*N +: N]);\n"
    "    end\n"
    "  endgenerate\n"
    "endmodule\n";

void gen_cart_word(const rtl_plan *p, writer *w)
{
    writer_set(w, "LOCAL", "%u", p->cart.local);
    writer_put(w, WORD);
}
