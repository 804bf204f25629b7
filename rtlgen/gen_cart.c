// gen_cart.c : the top of CART, and of the FIFOs by bank that it is compared with.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char CART[] =
    "@+{TAGS}// Cache access reordering tree (Gu, Chen, ICCD 2018) before the tags of an L2 slice. A request comes into the incoming\n"
    "@+{TAGS}// register, is placed in a leaf queue by its bank, row and column, and is offered in an order that keeps lines and DRAM\n"
    "@+{TAGS}// rows together and banks apart. Queues have tags, so an entry is the metadata alone.\n"
    "@-{TAGS}// FIFOs by DRAM bank before the tags of an L2 slice (Gu, Chen, \"CART\", ICCD 2018, section III.C).\n"
    "@{HEAD}\n"
    "module @{NAME}_cart #(\n"
    "@{TOP_PARAMS}\n"
    ") (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "  localparam integer BRANCHES = @{BRANCHES};\n"
    "  localparam integer ROWS     = @{ROWS};      // row groups of a branch\n"
    "  localparam integer COLUMNS  = @{COLUMNS};      // leaf queues of a group\n"
    "  localparam integer ENTRIES  = @{ENTRIES};      // of a queue\n"
    "  localparam integer BRANCH_W = @{BRANCH_W};      // bits of a branch's number\n"
    "  localparam integer LOCAL_W  = @{LOCAL_W};      // bits of a queue's number in its branch\n"
    "@+{TAGS}  localparam integer QUEUE_W  = @{QUEUE_W};      // bits of a queue's number\n"
    "  localparam integer SLOT_W   = @{SLOT_W};      // bits of a slot's number in its queue\n"
    "  localparam integer COUNT_W  = @{COUNT_W};      // bits of a length\n"
    "  localparam integer ADDR_W   = @{ADDR_W};      // bits of an entry's address\n"
    "  localparam integer TAG_W    = LINE_W - @{BRANCH_BITS}; // row and column\n"
    "@+{TAGS}  localparam integer COL_W    = @{COL_W};      // of these, column\n"
    "  localparam integer LOCAL    = ROWS * COLUMNS;\n"
    "  localparam integer QUEUES   = BRANCHES * LOCAL;\n"
    "@+{TAGS}  localparam integer ENTRY_W  = META_W;\n"
    "@-{TAGS}  localparam integer ENTRY_W  = TAG_W + META_W;\n"
    "@+{WORDS}  localparam integer WORD_W   = @{WORD_W};      // bits of an entry's address in its branch's share of the storage\n"
    "\n"
    "@{TOP_CHECKS}\n"
    "  `WL_PARAM_CHECK(LINE_W_must_be_at_least_@{LINE_BITS}, LINE_W >= @{LINE_BITS})\n"
    "\n"
    "  // What comes in\n"
    "  wire [BRANCHES-1:0] in_branch;\n"
    "  wire [TAG_W-1:0]    in_tag;\n"
    "  @{NAME}_cart_split #(.LINE_W(LINE_W), .TAG_W(TAG_W), .BRANCHES(BRANCHES)) u_split (\n"
    "    .line_i(in_line_i), .branch_o(in_branch), .tag_o(in_tag)\n"
    "  );\n"
    "\n"
    "  // Placing\n"
    "  wire                fresh;\n"
    "@+{TAGS}  wire                opens;\n"
    "  wire [BRANCHES-1:0] fill_branch;\n"
    "  wire [LOCAL-1:0]    fill_place;\n"
    "  wire [TAG_W-1:0]    fill_tag;\n"
    "  wire [META_W-1:0]   fill_meta;\n"
    "  wire [SLOT_W-1:0]   fill_slot;\n"
    "  wire [QUEUES-1:0]   full;\n"
    "@+{CHAINS}  wire [COLUMNS-1:0]  waits_for;\n"
    "@+{TAGS}  wire                forgets;\n"
    "@+{EARLY}@+{HISTORY}  wire                wins, fill_first;\n"
    "@+{EARLY}@+{HISTORY}  wire [LOCAL-1:0]    win, left;\n"
    "@+{EARLY}@+{HISTORY}  wire [ROWS-1:0]     win_back;\n"
    "@+{TAGS}  wire [QUEUES-1:0]   some;\n"
    "@+{CHAINS}  wire [(COLUMNS-1)*QUEUES-1:0] waits;\n"
    "@+{TAGS}  wire [BRANCHES*ROWS-1:0]  last_group;\n"
    "  wire [BRANCH_W-1:0] fill_number;\n"
    "@+{TAGS}  @{NAME}_cart_place #(\n"
    "@+{TAGS}    .BRANCHES(BRANCHES), .BRANCH_W(BRANCH_W), .ROWS(ROWS), .COLUMNS(COLUMNS), .TAG_W(TAG_W), .COL_W(COL_W), .META_W(META_W)\n"
    "@+{TAGS}  ) u_place (\n"
    "@-{TAGS}  @{NAME}_cart_place #(\n"
    "@-{TAGS}    .BRANCHES(BRANCHES), .BRANCH_W(BRANCH_W), .ROWS(ROWS), .COLUMNS(COLUMNS), .TAG_W(TAG_W), .META_W(META_W)\n"
    "@-{TAGS}  ) u_place (\n"
    "@+{TAGS}@+{SPLIT}    .clk2x_i(clk2x_i),\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "    .in_valid_i(in_valid_i), .in_ready_o(in_ready_o), .in_branch_i(in_branch), .in_tag_i(in_tag), .in_meta_i(in_meta_i),\n"
    "@+{CHAINS}    .waits_i(waits), .waits_for_o(waits_for),\n"
    "@+{TAGS}    .some_i(some), .last_group_i(last_group), .forgets_o(forgets),\n"
    "    .full_i(full),\n"
    "@+{TAGS}    .opens_o(opens),\n"
    "@+{EARLY}@+{HISTORY}    .win_i(win), .win_back_i(win_back), .left_i(left), .wins_o(wins), .first_o(fill_first),\n"
    "    .fresh_o(fresh), .branch_o(fill_branch), .number_o(fill_number), .place_o(fill_place), .tag_o(fill_tag), .meta_o(fill_meta)\n"
    "  );\n"
    "\n";

static const char CART_QUEUES[] =
    "  // Leaf queues\n"
    "  wire                leaves, next_valid;\n"
    "@-{HISTORY}  wire [QUEUES-1:0]   offer, next, eligible; // offer: one-hot; 0: nothing is on offer\n"
    "@+{HISTORY}  wire                last_one;\n"
    "@+{HISTORY}  wire [BRANCHES-1:0] offer_branch, next_branch;\n"
    "@+{HISTORY}  wire [LOCAL-1:0]    offer_place;\n"
    "@+{HISTORY}  wire [LOCAL_W-1:0]  next_local;\n"
    "  wire [SLOT_W-1:0]   next_slot;\n"
    "@+{EARLY}  wire                bypass; // what is placed is on offer next\n"
    "@+{EARLY}@+{HISTORY}  wire [SLOT_W-1:0]   fill_head;\n"
    "@+{WORDS}  wire [WORD_W-1:0]   fill_word, next_word;\n"
    "@+{WORDS}@+{EARLY}@+{HISTORY}  wire [WORD_W-1:0]   fill_head_word;\n"
    "@-{HISTORY}  wire [BRANCHES-1:0] next_branch;\n"
    "@-{HISTORY}  wire [LOCAL_W-1:0]  next_local;\n"
    "@+{LENGTHS}  wire [COUNT_W*QUEUES-1:0] lengths;\n"
    "@+{HISTORY}  wire [SLOT_W*QUEUES-1:0]  heads;\n"
    "@+{HISTORY}  wire [BRANCHES*COLUMNS-1:0] last_column;\n"
    "  @{NAME}_cart_queues #(\n"
    "    .BRANCHES(BRANCHES), .ROWS(ROWS), .COLUMNS(COLUMNS), .ENTRIES(ENTRIES), .COUNT_W(COUNT_W), @{SLOT_PARAMS}\n"
    "  ) u_queues (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "    .fill_branch_i(fill_branch), .fill_place_i(fill_place), .fill_slot_o(fill_slot),\n"
    "@+{CHAINS}    .fill_waits_for_i(waits_for), .waits_o(waits),\n"
    "@+{TAGS}    .forgets_i(forgets), .some_o(some), .last_group_o(last_group),\n"
    "    .leaves_i(leaves),\n"
    "@-{HISTORY}    .offer_i(offer), .next_i(next), .next_slot_o(next_slot), .eligible_o(eligible),\n"
    "@+{HISTORY}    .offer_branch_i(offer_branch), .offer_place_i(offer_place), .last_one_i(last_one),\n"
    "@+{HISTORY}    .heads_o(heads), .last_column_o(last_column),\n"
    "@+{LENGTHS}    .lengths_o(lengths),\n"
    "@+{EARLY}@+{HISTORY}    .fill_head_o(fill_head),\n"
    "@+{WORDS}    .fill_word_o(fill_word),\n"
    "@+{WORDS}@-{HISTORY}    .next_word_o(next_word),\n"
    "@+{WORDS}@+{EARLY}@+{HISTORY}    .fill_head_word_o(fill_head_word),\n"
    "@+{EARLY}@-{HISTORY}    .bypass_o(bypass),\n"
    "    .full_o(full)\n"
    "  );\n"
    "\n";

static const char CART_2[] =
    "  // The choice of what is offered\n"
    "@+{EARLY}@+{HISTORY}  wire [LOCAL_W-1:0]  fill_local;\n"
    "@+{HISTORY}  @{NAME}_cart_turn #(\n"
    "@+{HISTORY}    .BRANCHES(BRANCHES), .ROWS(ROWS), .COLUMNS(COLUMNS), .ENTRIES(ENTRIES), .COUNT_W(COUNT_W), .LOCAL_W(LOCAL_W),\n"
    "@+{HISTORY}    @{SLOT_PARAMS}\n"
    "@+{HISTORY}  ) u_turn (\n"
    "@-{HISTORY}  @{NAME}_cart_pick #(.UNITS(QUEUES), .COUNT_W(COUNT_W)) u_pick (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "@-{HISTORY}    .eligible_i(eligible),\n"
    "@+{LENGTHS}    .lengths_i(lengths),\n"
    "@+{CHAINS}@+{HISTORY}    .waits_i(waits),\n"
    "@+{HISTORY}    .heads_i(heads), .last_group_i(last_group), .last_column_i(last_column), .last_one_o(last_one),\n"
    "@+{EARLY}@+{HISTORY}    .fresh_i(fresh), .fill_branch_i(fill_branch), .fill_place_i(fill_place), .fill_local_i(fill_local),\n"
    "@+{EARLY}@+{HISTORY}@-{ROOMY}    .placed_i(|fill_place),\n"
    "@+{WORDS}@+{EARLY}@+{HISTORY}    .fill_word_i(fill_head_word),\n"
    "@+{WORDS}@+{HISTORY}    .next_word_o(next_word),\n"
    "@+{EARLY}@+{HISTORY}    .fill_head_i(fill_head), .wins_i(wins), .first_i(fill_first), .bypass_o(bypass),\n"
    "@+{EARLY}@+{HISTORY}    .win_o(win), .win_back_o(win_back), .left_o(left),\n"
    "    .accept_i(req_accept_i), .reject_i(req_reject_i),\n"
    "@+{HISTORY}    .branch_o(offer_branch), .place_o(offer_place),\n"
    "@+{HISTORY}    .next_branch_o(next_branch), .next_local_o(next_local), .next_slot_o(next_slot),\n"
    "@-{HISTORY}    .unit_o(offer), .next_unit_o(next),\n"
    "    .next_valid_o(next_valid), .valid_o(req_valid_o), .leaves_o(leaves)\n"
    "  );\n"
    "\n";

static const char CART_STORAGE[] =
    "  // Storage: ENTRIES words a queue@{LINES}. In an address the branch's number is\n"
    "  // lowest, so that none is a product. What will be on offer is read a cycle before@{BYPASS}.\n"
    "@-{EARLY}  wire [LOCAL_W-1:0]  fill_local;\n"
    "@+{EARLY}@-{HISTORY}  wire [LOCAL_W-1:0]  fill_local;\n"
    "  @{NAME}_lib_encode #(.N(LOCAL), .W(LOCAL_W)) u_fill_local (.onehot_i(fill_place), .index_o(fill_local));\n"
    "@-{HISTORY}  genvar b;\n"
    "@-{HISTORY}  generate\n"
    "@-{HISTORY}    for (b = 0; b < BRANCHES; b = b + 1) begin : g_next_branch\n"
    "@-{HISTORY}      assign next_branch[b] = |next[b*LOCAL +: LOCAL];\n"
    "@-{HISTORY}    end\n"
    "@-{HISTORY}  endgenerate\n"
    "@-{HISTORY}  @{OF_BRANCH}\n"
    "@-{HISTORY}  @{NAME}_lib_encode #(.N(LOCAL), .W(LOCAL_W)) u_next_local (\n"
    "@-{HISTORY}    .onehot_i(of_branch({BRANCHES{1'b1}}, next)), .index_o(next_local));\n"
    "  wire [BRANCH_W-1:0] next_number;\n"
    "  @{NAME}_lib_encode #(.N(BRANCHES), .W(BRANCH_W)) u_next_number (.onehot_i(next_branch), .index_o(next_number));\n"
    "@+{TAGS}  wire [QUEUE_W-1:0]  fill_queue = @{FILL_QUEUE};\n"
    "  wire [ADDR_W-1:0]   fill_at    = @{FILL_AT};\n"
    "@+{TAGS}  wire [QUEUE_W-1:0]  next_queue = @{NEXT_QUEUE};\n"
    "  wire [ADDR_W-1:0]   next_at    = @{NEXT_AT};\n"
    "@+{SPARE}  wire unused_at = &{1'b0, fill_number, fill_local, fill_slot,\n"
    "@+{SPARE}    next_number, next_local, next_slot};\n"
    "@-{EARLY}  wire [ENTRY_W-1:0] offer_entry;\n"
    "@+{EARLY}  wire [ENTRY_W-1:0] read_entry;\n"
    "@+{EARLY}  wire               reads = next_valid && !bypass;\n"
    "  @{NAME}_lib_ram #(.WORDS(QUEUES * ENTRIES), .ADDR_W(ADDR_W), .WIDTH(ENTRY_W)) u_ram (\n"
    "@-{SPLIT}    .clk_i(clk_i),\n"
    "@+{SPLIT}    .clk_i(clk_i), .clk2x_i(clk2x_i), .rst_ni(rst_ni),\n"
    "    .wr_en_i(|fill_place), .wr_addr_i(fill_at), .wr_data_i({@{FILL_ENTRY}}),\n"
    "@-{EARLY}    .rd_en_i(next_valid), .rd_addr_i(next_at), .rd_data_o(offer_entry)\n"
    "@+{EARLY}    .rd_en_i(reads), .rd_addr_i(next_at), .rd_data_o(read_entry)\n"
    "  );\n"
    "@-{EARLY}@+{TAGS}  wire [TAG_W-1:0] offer_tag;\n"
    "@+{EARLY}@+{TAGS}  wire [TAG_W-1:0] read_tag;\n"
    "@+{TAGS}  @{NAME}_lib_ram #(.WORDS(QUEUES), .ADDR_W(QUEUE_W), .WIDTH(TAG_W)) u_lines (\n"
    "@+{TAGS}@-{SPLIT}    .clk_i(clk_i),\n"
    "@+{TAGS}@+{SPLIT}    .clk_i(clk_i), .clk2x_i(clk2x_i), .rst_ni(rst_ni),\n"
    "@+{TAGS}    .wr_en_i(opens), .wr_addr_i(fill_queue), .wr_data_i(fill_tag),\n"
    "@-{EARLY}@+{TAGS}    .rd_en_i(next_valid), .rd_addr_i(next_queue), .rd_data_o(offer_tag)\n"
    "@+{EARLY}@+{TAGS}    .rd_en_i(reads), .rd_addr_i(next_queue), .rd_data_o(read_tag)\n"
    "@+{TAGS}  );\n"
    "\n";

static const char CART_OUTPUTS[] =
    "@+{EARLY}  // Round the storage\n"
    "@+{EARLY}  reg               bypass_q; // what is on offer was placed in the cycle before\n"
    "@+{EARLY}  reg [ENTRY_W-1:0] entry_q;\n"
    "@+{EARLY}@+{TAGS}  reg [TAG_W-1:0]   tag_q;\n"
    "@+{EARLY}  always @(posedge clk_i) begin\n"
    "@+{EARLY}    bypass_q <= bypass;\n"
    "@+{EARLY}    entry_q  <= {@{FILL_ENTRY}};\n"
    "@+{EARLY}@+{TAGS}    tag_q    <= fill_tag;\n"
    "@+{EARLY}  end\n"
    "@+{EARLY}  wire [ENTRY_W-1:0] offer_entry = bypass_q ? entry_q : read_entry;\n"
    "@+{EARLY}@+{TAGS}  wire [TAG_W-1:0]   offer_tag   = bypass_q ? tag_q : read_tag;\n"
    "@+{EARLY}\n"
    "  // Outputs\n"
    "@-{TAGS}  wire [TAG_W-1:0]    offer_tag = offer_entry[ENTRY_W-1:META_W];\n"
    "@+{SELECTS}@-{HISTORY}  wire [BRANCHES-1:0] offer_branch;\n"
    "@+{SELECTS}@-{HISTORY}  genvar q;\n"
    "@+{SELECTS}@-{HISTORY}  generate\n"
    "@+{SELECTS}@-{HISTORY}    for (q = 0; q < BRANCHES; q = q + 1) begin : g_offer_branch\n"
    "@+{SELECTS}@-{HISTORY}      assign offer_branch[q] = |offer[q*LOCAL +: LOCAL];\n"
    "@+{SELECTS}@-{HISTORY}    end\n"
    "@+{SELECTS}@-{HISTORY}  endgenerate\n"
    "@+{SELECTS}  wire [BRANCH_W-1:0] branch_number;\n"
    "@+{SELECTS}  @{NAME}_lib_encode #(.N(BRANCHES), .W(BRANCH_W)) u_branch (.onehot_i(offer_branch), .index_o(branch_number));\n"
    "  @{NAME}_cart_join #(.LINE_W(LINE_W), .TAG_W(TAG_W)) u_join (\n"
    "@+{SELECTS}    .branch_i(branch_number),\n"
    "    .tag_i(offer_tag), .line_o(req_line_o)\n"
    "  );\n"
    "  assign req_meta_o = offer_entry[META_W-1:0];\n"
    "  assign idle_o     = !fresh && !req_valid_o;\n"
    "\n";

static const char CART_3[] =
    "  // Checks\n"
    "`ifdef WL_CHECKING\n"
    "  reg                       chk_in_waits_q, chk_req_waits_q;\n"
    "  reg  [LINE_W+META_W-1:0]  chk_in_q, chk_req_q;\n"
    "  always @(posedge clk_i) begin\n"
    "    chk_in_waits_q  <= rst_ni && in_valid_i && !in_ready_o;\n"
    "    chk_req_waits_q <= rst_ni && req_valid_o && !req_accept_i && !req_reject_i;\n"
    "    chk_in_q        <= {in_line_i, in_meta_i};\n"
    "    chk_req_q       <= {req_line_o, req_meta_o};\n"
    "  end\n"
    "  `WL_ASSERT(a_in_held, !chk_in_waits_q || (in_valid_i && {in_line_i, in_meta_i} == chk_in_q),\n"
    "    \"in: a waiting request is withdrawn or changed\")\n"
    "  `WL_ASSERT(a_req_held, !chk_req_waits_q || (req_valid_o && {req_line_o, req_meta_o} == chk_req_q),\n"
    "    \"req: an offered request is withdrawn or changed without an answer\")\n"
    "`endif\n"
    "  `WL_ASSERT_KNOWN(a_answer_known, (req_accept_i ^ req_reject_i) || !req_valid_o, \"the answer to a request on offer is X\")\n"
    "endmodule\n";

// The parts of an address side by side, of those numbers that can differ; one of a single word is the branch's number, which is 0.
static void set_address(writer *w, const char *hole, const cart_plan *m, const char *queue, const char *slot, const char *number)
{
    const char *parts[3];
    unsigned n = 0;
    if (queue && m->local > 1) parts[n++] = queue;
    if (slot && m->entries > 1) parts[n++] = slot;
    if (m->branches > 1 || !n) parts[n++] = number;
    if (n == 1) writer_set(w, hole, "%s", parts[0]);
    else if (n == 2) writer_set(w, hole, "{%s, %s}", parts[0], parts[1]);
    else writer_set(w, hole, "{%s, %s, %s}", parts[0], parts[1], parts[2]);
}

static void set_addresses(writer *w, const cart_plan *m)
{
    set_address(w, "FILL_QUEUE", m, "fill_local", NULL, "fill_number");
    set_address(w, "NEXT_QUEUE", m, "next_local", NULL, "next_number");
    set_address(w, "FILL_AT", m, m->words ? "fill_word" : "fill_local", m->words ? NULL : "fill_slot", "fill_number");
    set_address(w, "NEXT_AT", m, m->words ? "next_word" : "next_local", m->words ? NULL : "next_slot", "next_number");
    writer_flag(w, "SPARE", m->words || !m->tags || m->branches == 1 || m->local == 1 || m->entries == 1);
    writer_set(w, "SLOT_PARAMS", ".SLOT_W(SLOT_W)%s", m->words ? ", .WORD_W(WORD_W)" : "");
}

void gen_cart(const rtl_plan *p, writer *w)
{
    const cart_plan *m = &p->cart;
    gen_top_interface(p, w);
    writer_flag(w, "SELECTS", m->branches > 1);
    set_addresses(w, m);
    writer_set(w, "LINES", "%s", m->tags ? ", its line one word of another memory" : "");
    writer_set(w, "BYPASS", "%s", m->early ? "; what is placed then goes round the storage" : "");
    writer_set(w, "FILL_ENTRY", "%s", m->tags ? "fill_meta" : "fill_tag, fill_meta");
    writer_put(w, CART);
    writer_put(w, CART_QUEUES);
    writer_put(w, CART_2);
    writer_put(w, CART_STORAGE);
    writer_put(w, CART_OUTPUTS);
    writer_put(w, CART_3);
}
