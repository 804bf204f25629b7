// gen_mrpb_ctl.c : control of the MRPB: acceptance, latency line, flush rules, drain, addresses.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdio.h>

static const char PORTS[] =
    "// Control: which queue takes the incoming request, which queue is drained (the flush rules before the drain policy), and when\n"
    "// an accepted entry is old enough. The entries themselves are in lib_ram.\n"
    "@{HEAD}\n"
    "module @{NAME}_mrpb_ctl (\n"
    "  input  wire @{PAD} clk_i,\n"
    "  input  wire @{PAD} rst_ni,                          // synchronous, active low\n"
    "  // in: beat when in_valid_i && in_ready_o; ready depends on @{READY_ON}, never on in_valid_i\n"
    "  input  wire @{PAD} in_valid_i,\n"
    "@+{FLUSH}  input  wire @{PAD} in_write_i,\n"
    "  input  wire @{QUEUE_RANGE} in_queue_i,\n"
    "  output wire @{PAD} in_ready_o,\n"
    "  // store: the incoming request goes into its queue\n"
    "  output wire @{PAD} store_en_o,\n"
    "  output wire @{ADDR_RANGE} store_addr_o,\n"
    "  // push: a request enters the outbound buffer when push_valid_o; only while out_room_i\n"
    "  input  wire @{PAD} out_room_i,                      // from state: the buffer's dequeue of this cycle does not count\n"
    "  output wire @{PAD} push_valid_o,\n"
    "@+{THROUGH}  output wire @{PAD} push_through_o,                  // it is the incoming request itself\n"
    "  output wire @{QUEUE_RANGE} push_queue_o,\n"
    "  output wire @{PAD} load_en_o,                       // its payload is that of an entry, and comes in the next cycle\n"
    "  output wire @{ADDR_RANGE} load_addr_o,               // where the entry stands in lib_ram\n"
    "  // status, from state only\n"
    "  output wire @{PAD} busy_o,                          // some queue holds something\n"
    "  output wire @{QUEUES_RANGE} held_o                   // queues that hold something\n"
    ");\n";

static const char CONSTANTS[] =
    "  localparam integer QUEUES  = @{QUEUES};\n"
    "  localparam integer QUEUE_W = @{QUEUE_W};               // ceil(log2(QUEUES)), at least 1\n"
    "@+{DEEP}  localparam integer DEPTH   = @{DEPTH};               // entries a queue\n"
    "@+{SLOTS}  localparam integer SLOT_W  = @{SLOT_W};               // ceil(log2(DEPTH)), at least 1\n"
    "@+{RUN}  localparam integer LEFT_W  = @{LEFT_W};               // bits of a number 0..MORE\n"
    "@+{RUN}  localparam [LEFT_W-1:0] MORE = @{LEFT_W}'d@{MORE};     // requests of a run after its first one\n"
    "@+{LONGEST}  localparam integer COUNT_W = @{COUNT_W};               // bits of a count 0..DEPTH\n"
    "@+{LINE}  localparam integer STAGES  = @{STAGES};               // of the latency line: latency - 2\n"
    "@+{LAST}  localparam [SLOT_W-1:0] LAST = @{SLOT_W}'d@{LAST_SLOT}; // the highest slot\n"
    "@-{DECODES}`ifdef WL_CHECKING\n"
    "  localparam [QUEUES-1:0] QUEUE_0 = {{(QUEUES-1){1'b0}}, 1'b1};\n"
    "@-{DECODES}`endif\n"
    "\n";

static const char STATE[] =
    "  // State. The pointers of the queues are in the banks below.\n"
    "  reg  [QUEUES-1:0]  aged_q;                   // queues with an entry old enough to be drained\n"
    "@+{SLOTS}  reg  [QUEUES-1:0]  one_q, full_q;            // those with one such entry; queues without a free slot\n"
    "@+{LINE}  reg  [STAGES-1:0]  line_valid_q;             // latency line: entries accepted in the last STAGES cycles, newest in stage 0,\n"
    "@+{LINE}  reg  [STAGES*QUEUE_W-1:0] line_queue_q;      // and their queues\n"
    "@+{LINE}@-{SMALL}  reg  [QUEUES-1:0]  ages_q;                   // queue of the oldest stage, one-hot: its entry is old enough from the next cycle on\n"
    "@+{MIDDLE}  reg  [QUEUES-1:0]  middle_q;                 // that of the stage between it and the newest; 0 when it holds none\n"
    "@+{LONG}  reg  [QUEUES-1:0]  young_q;                  // queues with entries in the latency line\n"
    "@+{LATE}  reg                fills_q;                  // that of the newest stage took the last free slot of its queue, which full_q does not know yet\n"
    "@+{NEWEST}  reg  [QUEUES-1:0]  newest_q;                 // queue of the newest stage, one-hot; 0 when it holds none\n"
    "@+{LOOKAHEAD}  reg  [QUEUES-1:0]  pick_q;                   // the drain policy's choice\n"
    "@+{LOOKAHEAD}  reg                pick_any_q;\n"
    "@+{STICKY}  reg  [QUEUES-1:0]  last_q;                   // the queue that the policy drained last, one-hot\n"
    "@+{RUN}  reg  [LEFT_W-1:0]  left_q;                   // requests that its run has left\n"
    "@+{RR}  reg  [QUEUES-1:0]  above_q;                  // all queues above the one that the policy drained last\n"
    "@+{LOOKAHEAD}@+{RR}  reg  [QUEUES-1:0]  pick_above_q;             // all queues above pick_q\n"
    "\n"
    "@+{LINE}@+{SMALL}  // The latency line by queues, one-hot; decoders are smaller than registers (rtl.goal = area)\n"
    "@+{LINE}@+{SMALL}  function [QUEUES-1:0] at_stage(input valid, input [QUEUE_W-1:0] queue);\n"
    "@+{LINE}@+{SMALL}    at_stage = {QUEUES{valid}} & (QUEUE_0 << queue);\n"
    "@+{LINE}@+{SMALL}  endfunction\n"
    "@+{LINE}@+{SMALL}  wire [QUEUES-1:0]  ages = at_stage(line_valid_q[STAGES-1], line_queue_q[(STAGES-1)*QUEUE_W +: QUEUE_W]); // old enough from\n"
    "@+{LINE}@+{SMALL}                                               // the next cycle on: the oldest stage's\n"
    "@+{LATE}@+{SMALL}  wire [QUEUES-1:0]  newest = at_stage(line_valid_q[0], line_queue_q[0 +: QUEUE_W]);\n"
    "@+{LINE}@+{SMALL}  reg  [QUEUES-1:0]  young;                    // queues with entries in the line\n"
    "@+{LINE}@+{SMALL}  integer t;\n"
    "@+{LINE}@+{SMALL}  always @* begin\n"
    "@+{LINE}@+{SMALL}    young = {QUEUES{1'b0}};\n"
    "@+{LINE}@+{SMALL}    for (t = 0; t < STAGES; t = t + 1)\n"
    "@+{LINE}@+{SMALL}      young = young | at_stage(line_valid_q[t], line_queue_q[t*QUEUE_W +: QUEUE_W]);\n"
    "@+{LINE}@+{SMALL}  end\n"
    "@+{LINE}@+{SMALL}\n"
    "@+{SHORT}  wire [QUEUES-1:0]  young = @{STAGES_HOT}; // queues with entries in the latency line\n"
    "@+{SHORT}\n"
    "  // Choice of the drain policy among the queues of aged_q\n"
    "  wire [QUEUES-1:0]  pick;                     // one-hot; 0 when there is none\n"
    "  wire               pick_any;\n"
    "  wire [QUEUE_W-1:0] pick_queue;\n"
    "@+{RR}  wire [QUEUES-1:0]  pick_above;               // all queues above it\n"
    "@+{LONGEST}  wire [COUNT_W*QUEUES-1:0] counts;            // entries old enough of all queues, as the policy sees them\n"
    "@+{TWO}  wire [SLOT_W-1:0]  pick_head;                // its oldest entry\n"
    "@+{ONE_READ}  wire [SLOT_W-1:0]  pick_head, pick_tail;     // its oldest entry, and behind its youngest one that is old enough\n"
    "@+{SLOTS}  wire [SLOT_W*QUEUES-1:0] heads, tails;       // of all queues: the oldest entry; behind the youngest one that is old enough\n"
    "\n";

static const char REQUEST[] =
    "  // The queue of the incoming request, and what it holds\n"
    "  wire [QUEUES-1:0]  in_onehot;\n"
    "  @{NAME}_lib_onehot #(.N(QUEUES), .W(QUEUE_W)) u_in (.index_i(in_queue_i), .onehot_o(in_onehot));\n"
    "@+{AGED}  wire               in_aged   = |(in_onehot & aged_q);\n"
    "@+{SLOTS}  wire [SLOT_W-1:0]  in_head, in_tail;         // of heads and tails\n"
    "@+{LINE}  reg  [STAGES-1:0]  in_line;                  // stages of the latency line with an entry of this queue\n"
    "@+{LINE}  integer s;\n"
    "@+{LINE}  always @*\n"
    "@+{LINE}    for (s = 0; s < STAGES; s = s + 1)\n"
    "@+{LINE}      in_line[s] = line_valid_q[s] && line_queue_q[s*QUEUE_W +: QUEUE_W] == in_queue_i;\n"
    "@+{LINE}@+{SLOTS}  reg  [SLOT_W-1:0]  in_young;                 // their number\n"
    "@+{LINE}@+{SLOTS}  integer n;\n"
    "@+{LINE}@+{SLOTS}  always @* begin\n"
    "@+{LINE}@+{SLOTS}    in_young = {SLOT_W{1'b0}};\n"
    "@+{LINE}@+{SLOTS}    for (n = 0; n < STAGES; n = n + 1)\n"
    "@+{LINE}@+{SLOTS}      in_young = in_young + @{YOUNG_HIT};\n"
    "@+{LINE}@+{SLOTS}  end\n"
    "@+{SLOTS}\n"
    "@+{SLOTS}  // The first free slot lies behind all entries\n"
    "@+{SLOTS}@-{LINE}  wire [SLOT_W-1:0]  free_slot = in_tail;\n"
    "@+{SLOTS}@+{LINE}@+{POW2}  wire [SLOT_W-1:0]  free_slot = in_tail + in_young;\n"
    "@+{SLOTS}@+{LINE}@-{POW2}  wire [SLOT_W:0]    free_sum  = {1'b0, in_tail} + {1'b0, in_young};\n"
    "@+{SLOTS}@+{LINE}@-{POW2}  wire [SLOT_W-1:0]  free_slot = in_tail + in_young - ((free_sum > {1'b0, LAST}) ? DEPTH[SLOT_W-1:0] : {SLOT_W{1'b0}});\n"
    "@+{BY_LINE}  wire               in_any    = in_aged || |in_line;\n"
    "@+{ANY}@-{LINE}  wire               in_any    = in_aged; // with a latency this short, none is on its way\n"
    "@+{SLOTS}@-{LATE}  wire               in_full   = |(in_onehot & full_q);\n"
    "@+{LATE}  wire               in_full   = |(in_onehot & full_q) || (fills_q && @{IN_NEWEST});\n"
    "@-{SLOTS}  wire               in_full   = in_any;\n"
    "\n"
    "@+{FLUSH}  // A read needs a free slot; this cycle's dequeue does not make one. A write is never stored: it waits until its queue is\n"
    "@+{FLUSH}  // empty, and then takes the drain's place in the outbound buffer (MRPB section 3.3, flush part 2).\n"
    "@+{FLUSH}@-{PC}  assign in_ready_o = in_write_i ? (!in_any && out_room_i) : !in_full;\n"
    "@+{PC}  // Its program counter is not the reads': it waits until all queues are empty.\n"
    "@+{PC}  assign in_ready_o = in_write_i ? (!busy_o && out_room_i) : !in_full;\n"
    "@-{FLUSH}  // Reads and writes need a free slot; this cycle's dequeue does not make one.\n"
    "@-{FLUSH}  assign in_ready_o = !in_full;\n"
    "  wire in_fire = in_valid_i && in_ready_o;\n"
    "@+{FLUSH}  wire store   = in_fire && !in_write_i;\n"
    "@+{FLUSH}  wire through = in_fire && in_write_i;\n"
    "@-{FLUSH}  wire store   = in_fire;\n"
    "\n";

static const char DRAIN[] =
    "@+{FLUSH}@-{PC}  // Flush: a read at its full queue (part 1), or a write (part 2), has that queue drained before the policy is asked, once\n"
    "@+{FLUSH}@-{PC}  // its oldest entry is old enough.\n"
    "@+{FLUSH}@-{PC}  wire flush = in_valid_i && (in_write_i || in_full) && in_aged;\n"
    "@+{PC}  // Flush: a read at its full queue has that queue drained before the policy is asked, once its oldest entry is old enough\n"
    "@+{PC}  // (part 1). For a write, the policy empties all queues.\n"
    "@+{PC}  wire flush = in_valid_i && !in_write_i && in_full && in_aged;\n"
    "@+{FLUSH}  wire drain = out_room_i && pick_any && !through; // a flush finds an entry old enough, so there is a choice as well\n"
    "@+{FLUSH}  wire [QUEUES-1:0] drain_onehot = {QUEUES{drain}} & (flush ? in_onehot : pick);\n"
    "@-{FLUSH}  wire drain = out_room_i && pick_any;\n"
    "@-{FLUSH}  wire [QUEUES-1:0] drain_onehot = {QUEUES{drain}} & pick;\n"
    "@+{MEMORY}@+{FLUSH}  wire drain_by_policy = drain && !flush;      // only this moves the policy's memory\n"
    "@+{MEMORY}@-{FLUSH}  wire drain_by_policy = drain;                // moves the policy's memory\n"
    "@+{STICKY}  wire [QUEUES-1:0] last_d  = drain_by_policy ? pick : last_q;\n"
    "@+{RUN}  wire              goes_on = left_q != {LEFT_W{1'b0}} && |(pick & last_q);\n"
    "@+{RUN}  reg  [LEFT_W-1:0] left_d;\n"
    "@+{RUN}  always @* begin\n"
    "@+{RUN}    left_d = left_q;\n"
    "@+{RUN}    if (drain_by_policy) left_d = goes_on ? left_q - @{LEFT_W}'d1 : MORE;\n"
    "@+{RUN}  end\n"
    "@+{RR}  wire [QUEUES-1:0] above_d = drain_by_policy ? pick_above : above_q;\n"
    "\n"
    "@+{LINE}@-{SMALL}  wire [QUEUES-1:0] ages = ages_q;\n"
    "@+{LINE}@-{SMALL}\n"
    "@-{LINE}  // What is accepted in this cycle counts from the next one on.\n"
    "@-{LINE}  wire [QUEUES-1:0] ages = {QUEUES{store}} & in_onehot;\n"
    "@-{LINE}\n";

static const char AGED[] =
    "  // A queue whose only entry old enough is drained has none, unless one more gets old enough.\n"
    "@+{FORK}  // The flush rules come late in a cycle, so both ways are followed side by side: the policy's choice is drained, if there is\n"
    "@+{FORK}  // room; the flush rules take its place (a write that goes through leaves its queue empty as it is).\n"
    "@+{FORK}  wire taken = (out_room_i && flush) || through;\n"
    "@+{FORK}  wire [QUEUES-1:0] aged_policy = (aged_q & ~({QUEUES{out_room_i}} & pick@{AND_ONE})) | ages;\n"
    "@+{FORK}  wire [QUEUES-1:0] aged_flush  = (aged_q & ~(in_onehot@{AND_ONE})) | ages;\n"
    "@+{FORK}  wire [QUEUES-1:0] aged_d = taken ? aged_flush : aged_policy;\n"
    "@-{FORK}@+{LOOKAHEAD}  wire [QUEUES-1:0] aged_d = (aged_q & ~(drain_onehot@{AND_ONE})) | ages;\n"
    "@-{LOOKAHEAD}  wire [QUEUES-1:0] aged_d = (aged_q & ~(drain_onehot@{AND_ONE} & ~ages)) |\n"
    "@-{LOOKAHEAD}                           (ages & ~(drain_onehot & ~aged_q));\n"
    "@+{SLOTS}\n"
    "@+{TWO}  // Queues with two entries old enough: the head, two slots on, is the tail. Bit-sliced, as the banks are.\n"
    "@+{TWO}  reg  [QUEUES-1:0] two;\n"
    "@+{TWO}  reg  [QUEUES-1:0] carry;                      // into bit k of head + 2\n"
    "@+{TWO}  integer k;\n"
    "@+{TWO}  always @* begin\n"
    "@+{TWO}    two   = ~(heads[0 +: QUEUES] ^ tails[0 +: QUEUES]);\n"
    "@+{TWO}    carry = {QUEUES{1'b1}};\n"
    "@+{TWO}    for (k = 1; k < SLOT_W; k = k + 1) begin\n"
    "@+{TWO}      two   = two & ~(heads[k*QUEUES +: QUEUES] ^ carry ^ tails[k*QUEUES +: QUEUES]);\n"
    "@+{TWO}      carry = carry & heads[k*QUEUES +: QUEUES];\n"
    "@+{TWO}    end\n"
    "@+{TWO}  end\n"
    "@+{ONE_READ}  function [SLOT_W-1:0] after(input [SLOT_W-1:0] slot);\n"
    "@+{ONE_READ}    after = (slot == LAST) ? {SLOT_W{1'b0}} : slot + @{SLOT_W}'d1;\n"
    "@+{ONE_READ}  endfunction\n"
    "@+{ONE_READ}@+{FLUSH}  wire leaves_one = flush ? after(after(in_head)) == in_tail : after(after(pick_head)) == pick_tail; // of two\n"
    "@+{ONE_READ}@-{FLUSH}  wire leaves_one = after(after(pick_head)) == pick_tail; // of two\n"
    "@+{SLOTS}  wire [QUEUES-1:0] one_d = (one_q & (ages ~^ drain_onehot)) | (ages & ~drain_onehot & ~aged_q) |\n"
    "@+{SLOTS}                          (@{TWO_LEFT} & drain_onehot & ~ages);\n"
    "@+{SLOTS}  // A queue is full when its last free slot is taken, and no entry leaves it.\n"
    "@+{SLOTS}@+{POW2}  wire [SLOT_W-1:0]  in_free = in_head - in_tail; // slots without an entry old enough; 0: all\n"
    "@+{SLOTS}@-{POW2}  wire [SLOT_W-1:0]  in_free = in_head - in_tail + ((in_head > in_tail) ? {SLOT_W{1'b0}} : DEPTH[SLOT_W-1:0]);\n"
    "@+{SLOTS}@-{LATE}  wire fills = store && in_free == @{YOUNG_AND_ONE};\n"
    "@+{SLOTS}@-{LATE}  wire [QUEUES-1:0] full_d = (full_q | ({QUEUES{fills}} & in_onehot)) & ~drain_onehot;\n"
    "@+{LATE}  // That takes a while to find out: full_q hears of it a cycle later.\n"
    "@+{LATE}  wire fills_d = store && in_free == @{YOUNG_AND_ONE} && !(out_room_i && |(pick & in_onehot)); // no flush in a cycle with a store\n"
    "@+{LATE}  wire [QUEUES-1:0] full   = full_q | ({QUEUES{fills_q}} & @{NEWEST_QUEUE});\n"
    "@+{LATE}  wire [QUEUES-1:0] full_d = full & ~drain_onehot;\n"
    "\n";

static const char CHOICE[] =
    "@+{LOOKAHEAD}  // The policy chooses for the next cycle, on the queues as they will be then: a register stands between choice and storage,\n"
    "@+{LOOKAHEAD}  // and the loop from one choice to the next does not pass the storage.\n"
    "@+{LOOKAHEAD}  wire [QUEUES-1:0] pick_d;\n"
    "@+{LOOKAHEAD}  wire              pick_any_d;\n"
    "@+{LOOKAHEAD}@+{RR}  wire [QUEUES-1:0] pick_above_d;\n"
    "@+{LOOKAHEAD}@+{RR}  assign pick_above = pick_above_q;\n"
    "@+{LOOKAHEAD}  assign pick       = pick_q;\n"
    "@+{LOOKAHEAD}  assign pick_any   = pick_any_q;\n"
    "@-{LOOKAHEAD}  // Latency 1: the policy sees what is accepted in this cycle.\n"
    "@+{FORK}@+{STICKY}  wire [QUEUES-1:0] last_policy = (out_room_i && pick_any) ? pick : last_q;\n"
    "@+{FORK}@+{RUN}  wire more_policy = (out_room_i && pick_any) ? (goes_on ? left_q != @{LEFT_W}'d1 : MORE != {LEFT_W{1'b0}}) : left_q != {LEFT_W{1'b0}};\n"
    "@+{FORK}@+{RR}  wire [QUEUES-1:0] above_policy = (out_room_i && pick_any) ? pick_above : above_q;\n"
    "@+{FORK}@+{RR}  wire [QUEUES-1:0] above_of_policy, above_of_flush;\n"
    "@+{FORK}  wire [QUEUES-1:0] pick_policy, pick_flush;\n"
    "@+{FORK}  wire              any_policy, any_flush;\n"
    "@+{FORK}  @{NAME}_mrpb_sel #(.QUEUES(QUEUES)) u_sel (\n"
    "@+{FORK}@+{STICKY}    .last_i(last_policy),\n"
    "@+{FORK}@+{RUN}    .more_i(more_policy),\n"
    "@+{FORK}@+{RR}    .above_i(above_policy), .above_o(above_of_policy),\n"
    "@+{FORK}    .elig_i(aged_policy), .pick_o(pick_policy), .any_o(any_policy)\n"
    "@+{FORK}  );\n"
    "@+{FORK}  @{NAME}_mrpb_sel #(.QUEUES(QUEUES)) u_sel_flush (\n"
    "@+{FORK}@+{STICKY}    .last_i(last_q),\n"
    "@+{FORK}@+{RUN}    .more_i(left_q != {LEFT_W{1'b0}}),\n"
    "@+{FORK}@+{RR}    .above_i(above_q), .above_o(above_of_flush),\n"
    "@+{FORK}    .elig_i(aged_flush), .pick_o(pick_flush), .any_o(any_flush)\n"
    "@+{FORK}  );\n"
    "@+{FORK}  assign pick_d     = taken ? pick_flush : pick_policy;\n"
    "@+{FORK}  assign pick_any_d = taken ? any_flush : any_policy;\n"
    "@+{FORK}@+{RR}  assign pick_above_d = taken ? above_of_flush : above_of_policy;\n"
    "@-{FORK}  @{NAME}_mrpb_sel #(.QUEUES(QUEUES)@{SEL_PARAM}) u_sel (\n"
    "@+{LONGEST}    .counts_i(counts),\n"
    "@-{FORK}@+{STICKY}    .last_i(@{SEL_LAST}),\n"
    "@-{FORK}@+{RUN}    .more_i(@{SEL_LEFT} != {LEFT_W{1'b0}}),\n"
    "@-{FORK}@+{RR}    .above_i(@{SEL_ABOVE}), .above_o(@{SEL_ABOVE_PICK}),\n"
    "@-{FORK}    .elig_i(@{SEL_ELIG}), .pick_o(@{SEL_PICK}), .any_o(@{SEL_ANY})\n"
    "@-{FORK}  );\n"
    "  @{NAME}_lib_encode #(.N(QUEUES), .W(QUEUE_W)) u_pick_queue (.onehot_i(pick), .index_o(pick_queue));\n";

static const char REGISTERS[] =
    "@+{LONG}\n"
    "@+{LONG}  reg [QUEUES-1:0] young_d;                    // after this cycle: the incoming one, and all but the oldest stage\n"
    "@+{LONG}  integer t;\n"
    "@+{LONG}  always @* begin\n"
    "@+{LONG}    young_d = {QUEUES{store}} & in_onehot | newest_q;\n"
    "@+{LONG}    for (t = 1; t < STAGES - 1; t = t + 1)\n"
    "@+{LONG}      young_d = young_d | ({QUEUES{line_valid_q[t]}} & (QUEUE_0 << line_queue_q[t*QUEUE_W +: QUEUE_W]));\n"
    "@+{LONG}  end\n"
    "\n"
    "  always @(posedge clk_i)\n"
    "    if (!rst_ni) begin\n"
    "      aged_q       <= {QUEUES{1'b0}};\n"
    "@+{SLOTS}      one_q        <= {QUEUES{1'b0}};\n"
    "@+{SLOTS}      full_q       <= {QUEUES{1'b0}};\n"
    "@+{LINE}      line_valid_q <= {STAGES{1'b0}};\n"
    "@+{LINE}@-{SMALL}      ages_q       <= {QUEUES{1'b0}};\n"
    "@+{MIDDLE}      middle_q     <= {QUEUES{1'b0}};\n"
    "@+{LONG}      young_q      <= {QUEUES{1'b0}};\n"
    "@+{LATE}      fills_q      <= 1'b0;\n"
    "@+{NEWEST}      newest_q     <= {QUEUES{1'b0}};\n"
    "@+{LOOKAHEAD}      pick_q       <= {QUEUES{1'b0}};\n"
    "@+{LOOKAHEAD}      pick_any_q   <= 1'b0;\n"
    "@+{STICKY}      last_q       <= {QUEUES{1'b0}};\n"
    "@+{RUN}      left_q       <= {LEFT_W{1'b0}};\n"
    "@+{RR}      above_q      <= {QUEUES{1'b0}};\n"
    "@+{LOOKAHEAD}@+{RR}      pick_above_q <= {QUEUES{1'b0}};\n"
    "    end else begin\n"
    "      aged_q       <= aged_d;\n"
    "@+{SLOTS}      one_q        <= one_d;\n"
    "@+{SLOTS}      full_q       <= full_d;\n"
    "@+{LINE}      line_valid_q <= @{LINE_VALID_D};\n"
    "@+{LINE}@-{SMALL}      ages_q       <= @{AGES_D};\n"
    "@+{MIDDLE}      middle_q     <= newest_q;\n"
    "@+{LONG}      young_q      <= young_d;\n"
    "@+{LATE}      fills_q      <= fills_d;\n"
    "@+{NEWEST}      newest_q     <= {QUEUES{store}} & in_onehot;\n"
    "@+{LOOKAHEAD}      pick_q       <= pick_d;\n"
    "@+{LOOKAHEAD}      pick_any_q   <= pick_any_d;\n"
    "@+{STICKY}      last_q       <= last_d;\n"
    "@+{RUN}      left_q       <= left_d;\n"
    "@+{RR}      above_q      <= above_d;\n"
    "@+{LOOKAHEAD}@+{RR}      pick_above_q <= pick_above_d;\n"
    "    end\n"
    "\n"
    "@+{LINE}  always @(posedge clk_i)                      // qualified by line_valid_q\n"
    "@+{LINE}    line_queue_q <= @{LINE_QUEUE_D};\n"
    "@+{LINE}\n";

static const char BANKS[] =
    "@+{SLOTS}  // Pointers of every queue: head, the oldest entry; tail, behind the youngest one that is old enough\n"
    "@+{SLOTS}  @{NAME}_lib_slot_bank #(.N(QUEUES), .DEPTH(DEPTH), .W(SLOT_W)) u_head (\n"
    "@+{SLOTS}    .clk_i(clk_i), .rst_ni(rst_ni), .inc_i(drain_onehot),\n"
    "@+{SLOTS}    .sel_i(in_onehot), .slot_o(in_head), .slots_o(heads)\n"
    "@+{SLOTS}  );\n"
    "@+{SLOTS}  @{NAME}_lib_slot_bank #(.N(QUEUES), .DEPTH(DEPTH), .W(SLOT_W)) u_tail (\n"
    "@+{SLOTS}    .clk_i(clk_i), .rst_ni(rst_ni), .inc_i(ages),\n"
    "@+{SLOTS}    .sel_i(in_onehot), .slot_o(in_tail), .slots_o(tails)\n"
    "@+{SLOTS}  );\n"
    "@+{SLOTS}  genvar b;\n"
    "@+{SLOTS}  generate\n"
    "@+{SLOTS}    for (b = 0; b < SLOT_W; b = b + 1) begin : g_pick\n"
    "@+{SLOTS}      assign pick_head[b] = |(pick & heads[b*QUEUES +: QUEUES]);\n"
    "@+{ONE_READ}      assign pick_tail[b] = |(pick & tails[b*QUEUES +: QUEUES]);\n"
    "@+{SLOTS}    end\n"
    "@+{SLOTS}  endgenerate\n"
    "@+{LONGEST}  @{NAME}_lib_count_bank #(.N(QUEUES), .W(COUNT_W), .MAX(DEPTH)) u_counts (\n"
    "@+{LONGEST}    .clk_i(clk_i), .rst_ni(rst_ni), .inc_i(ages), .dec_i(drain_onehot), .counts_o(counts)\n"
    "@+{LONGEST}  );\n"
    "\n"
    "  // Storage\n"
    "  assign store_en_o   = store;\n"
    "  assign store_addr_o = @{STORE_ADDR};\n"
    "@+{FLUSH}@+{SLOTS}  wire [SLOT_W-1:0]  load_slot  = flush ? in_head : pick_head;\n"
    "@+{FLUSH}  wire [QUEUE_W-1:0] load_queue = flush ? in_queue_i : pick_queue;\n"
    "  assign load_addr_o  = @{LOAD_ADDR};\n"
    "@+{LOOKAHEAD}  assign load_en_o    = drain;\n"
    "@-{LOOKAHEAD}  assign load_en_o    = push_valid_o && !push_through_o;\n"
    "\n"
    "  // Push\n"
    "@+{FLUSH}  assign push_valid_o = (out_room_i && pick_any) || through;\n"
    "@+{FLUSH}  assign push_queue_o = through ? in_queue_i : load_queue;\n"
    "@-{FLUSH}  assign push_valid_o = drain;\n"
    "@-{FLUSH}  assign push_queue_o = pick_queue;\n"
    "@+{FLUSH}@+{LOOKAHEAD}  assign push_through_o = through;\n"
    "@-{LOOKAHEAD}  // Latency 1: straight through, when the choice falls on the queue that was empty until now.\n"
    "@+{FLUSH}@-{LOOKAHEAD}  assign push_through_o = through || (store && !in_any && |(pick & in_onehot));\n"
    "@-{FLUSH}@-{LOOKAHEAD}  assign push_through_o = store && !in_any && |(pick & in_onehot);\n"
    "\n"
    "  // Status\n"
    "@+{LINE}  assign held_o = aged_q | @{YOUNG};\n"
    "@+{LINE}  assign busy_o = pick_any || |line_valid_q;\n"
    "@-{LINE}  assign held_o = aged_q;\n"
    "@-{LINE}@+{LOOKAHEAD}  assign busy_o = pick_any;\n"
    "@-{LOOKAHEAD}  assign busy_o = |aged_q;\n"
    "\n"
    "  // Checks\n"
    "  `WL_ASSERT(a_pick_onehot, (pick & (pick - QUEUE_0)) == {QUEUES{1'b0}}, \"two queues are chosen\")\n"
    "  `WL_ASSERT(a_pick_aged, (pick & ~@{PICKABLE}) == {QUEUES{1'b0}},\n"
    "    \"a queue without an entry old enough is chosen\")\n"
    "  `WL_ASSERT(a_pick_any, pick_any == |@{PICKABLE}, \"an entry is old enough and no queue is chosen\")\n"
    "  `WL_ASSERT(a_drain_held, (drain_onehot & ~@{PICKABLE}) == {QUEUES{1'b0}},\n"
    "    \"a queue without an entry old enough is drained\")\n"
    "@+{SLOTS}  `WL_ASSERT(a_one, (one_q & ~aged_q) == {QUEUES{1'b0}}, \"one entry is old enough, and none is\")\n"
    "@+{SLOTS}  `WL_ASSERT(a_full, !in_valid_i || in_full == ((@{IN_AGED}@{OR_LINE}) && free_slot == in_head),\n"
    "@+{SLOTS}    \"a queue is full without its entries\")\n"
    "@+{SLOTS}  `WL_ASSERT(a_pointers, !in_valid_i || @{IN_AGED} || in_head == in_tail,\n"
    "@+{SLOTS}    \"pointers of a queue without an entry old enough differ\")\n"
    "  `WL_ASSERT_KNOWN(a_valid_known, in_valid_i, \"in_valid_i is X\")\n"
    "  `WL_ASSERT_KNOWN(a_ready_known, in_ready_o || !in_valid_i, \"in_ready_o is X while a request waits\")\n"
    "endmodule\n";

// Address of entry `slot` of ring `queue` in one memory of queues x depth entries.
static void set_address(const rtl_plan *p, writer *w, const char *hole, const char *queue, const char *slot)
{
    if (p->mrpb.depth == 1) {
        writer_set(w, hole, "%s", queue);
    } else if (p->mrpb.queues == 1) {
        writer_set(w, hole, "%s", slot);
    } else if (p->mrpb.depth_is_pow2) {
        writer_set(w, hole, "{%s, %s}", queue, slot);
    } else {
        writer_set(w, hole, "({%u'd0, %s} * %u'd%u) + {%u'd0, %s}", p->mrpb.addr_w - p->mrpb.queue_w, queue, p->mrpb.addr_w, p->mrpb.depth,
                   p->mrpb.addr_w - p->mrpb.slot_w, slot);
    }
}

// What registers hold the latency line by queues, one-hot: those of up to three stages; of more, the newest and the oldest stage, and all together.
static void set_stages(const rtl_plan *p, writer *w)
{
    static const char *const next[] = {"{QUEUES{store}} & in_onehot", "newest_q", "middle_q"};
    static const char *const all[] = {"ages_q", "newest_q | ages_q", "newest_q | middle_q | ages_q"};
    unsigned stages = p->mrpb.stages;
    bool large = stages && !p->mrpb.small, is_short = large && stages <= 3;
    writer_flag(w, "NEWEST", large && stages > 1);
    writer_flag(w, "MIDDLE", is_short && stages == 3);
    writer_flag(w, "SHORT", is_short);
    writer_flag(w, "LONG", large && !is_short);
    writer_set(w, "AGES_D", "%s", is_short ? next[stages - 1] : "{QUEUES{line_valid_q[STAGES-2]}} & (QUEUE_0 << line_queue_q[(STAGES-2)*QUEUE_W +: QUEUE_W])");
    writer_set(w, "STAGES_HOT", "%s", is_short ? all[stages - 1] : "");
    writer_set(w, "YOUNG", "%s", large && !is_short ? "young_q" : "young");
}

static void set_line(const rtl_plan *p, writer *w)
{
    bool wide = p->mrpb.stages > 1;
    writer_set(w, "STAGES", "%u", p->mrpb.stages);
    writer_set(w, "LINE_VALID_D", "%s", wide ? "{line_valid_q[STAGES-2:0], store}" : "store");
    writer_set(w, "LINE_QUEUE_D", "%s", wide ? "{line_queue_q[(STAGES-1)*QUEUE_W-1:0], in_queue_i}" : "in_queue_i");
    bool small = p->mrpb.small;
    writer_flag(w, "LATE", p->mrpb.slots && p->mrpb.stages);
    writer_set(w, "IN_NEWEST", "%s", small ? "in_line[0]" : wide ? "|(in_onehot & newest_q)" : "|(in_onehot & ages_q)");
    writer_set(w, "NEWEST_QUEUE", "%s", small ? "newest" : wide ? "newest_q" : "ages_q"); // with one stage, the newest is the oldest
    writer_set(w, "YOUNG_HIT", "%s", "in_line[n]");
    if (p->mrpb.slot_w > 1) writer_set(w, "YOUNG_HIT", "{%u'd0, in_line[n]}", p->mrpb.slot_w - 1);
}

// What the selector sees and drives: next state and a register (lookahead), or this cycle's state and the choice itself.
static void set_selector(const rtl_plan *p, writer *w)
{
    bool next = p->mrpb.lookahead;
    writer_set(w, "SEL_PARAM", "%s", p->mrpb.longest ? ", .COUNT_W(COUNT_W)" : "");
    writer_set(w, "SEL_ELIG", "%s", next ? "aged_d" : "aged_q | ages");
    writer_set(w, "SEL_LAST", "%s", next ? "last_d" : "last_q");
    writer_set(w, "SEL_LEFT", "%s", next ? "left_d" : "left_q");
    writer_set(w, "SEL_ABOVE", "%s", next ? "above_d" : "above_q");
    writer_set(w, "SEL_ABOVE_PICK", "%s", next ? "pick_above_d" : "pick_above");
    writer_set(w, "SEL_PICK", "%s", next ? "pick_d" : "pick");
    writer_set(w, "SEL_ANY", "%s", next ? "pick_any_d" : "pick_any");
    writer_set(w, "PICKABLE", "%s", next ? "aged_q" : "(aged_q | ages)");
}

// Ranges of the ports, padded so that the names stand under one another.
static void set_ranges(const rtl_plan *p, writer *w)
{
    const struct {
        const char *hole;
        unsigned bits;
    } ranges[] = {{"QUEUE_RANGE", p->mrpb.queue_w}, {"ADDR_RANGE", p->mrpb.addr_w}, {"QUEUES_RANGE", p->mrpb.queues}};
    char text[16];
    int widest = 0;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        int n = snprintf(text, sizeof text, "[%u:0]", ranges[i].bits - 1);
        if (n > widest) widest = n;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        snprintf(text, sizeof text, "[%u:0]", ranges[i].bits - 1);
        writer_set(w, ranges[i].hole, "%-*s", widest, text);
    }
    writer_set(w, "PAD", "%*s", widest, "");
}

void gen_mrpb_ctl(const rtl_plan *p, writer *w)
{
    set_ranges(p, w);
    set_line(p, w);
    set_stages(p, w);
    set_selector(p, w);
    set_address(p, w, "STORE_ADDR", "in_queue_i", "free_slot");
    set_address(p, w, "LOAD_ADDR", p->mrpb.flush ? "load_queue" : "pick_queue", p->mrpb.flush ? "load_slot" : "pick_head");
    writer_set(w, "READY_ON", "%s", p->mrpb.flush ? "state, in_queue_i and in_write_i" : "state and in_queue_i");
    writer_set(w, "LAST_SLOT", "%u", p->mrpb.depth - 1);
    writer_flag(w, "SLOTS", p->mrpb.slots);
    writer_flag(w, "FORK", p->mrpb.flush && p->mrpb.lookahead && p->mrpb.slots && !p->mrpb.longest && !p->mrpb.small); // longest first would double its counts too
    writer_flag(w, "SMALL", p->mrpb.small);
    bool two = p->mrpb.slots && p->mrpb.depth_is_pow2 && !p->mrpb.small; // of all queues at once is faster and larger
    writer_flag(w, "TWO", two);
    writer_flag(w, "ONE_READ", p->mrpb.slots && !two);
    writer_set(w, "TWO_LEFT", "%s", two ? "two" : "{QUEUES{leaves_one}}");
    writer_flag(w, "LAST", p->mrpb.slots && !two);
    writer_flag(w, "DECODES", p->mrpb.stages && (p->mrpb.small || p->mrpb.stages > 3));
    bool any = !p->mrpb.slots || !p->mrpb.lookahead || (p->mrpb.flush && !p->mrpb.by_pc), aged = any || p->mrpb.flush;
    writer_flag(w, "ANY", any);
    writer_flag(w, "BY_LINE", any && p->mrpb.stages);
    writer_set(w, "YOUNG_AND_ONE", "%s%u'd1", p->mrpb.stages ? "in_young + " : "", p->mrpb.slot_w);
    writer_flag(w, "AGED", aged);
    writer_set(w, "IN_AGED", "%s", aged ? "in_aged" : "|(in_onehot & aged_q)");
    writer_set(w, "OR_LINE", "%s", p->mrpb.stages ? " || |in_line" : "");
    writer_set(w, "AND_ONE", "%s", p->mrpb.slots ? " & one_q" : "");
    writer_flag(w, "DEEP", p->mrpb.slots || p->mrpb.longest); // is the depth said anywhere?
    writer_flag(w, "POW2", p->mrpb.depth_is_pow2);
    writer_flag(w, "MEMORY", p->mrpb.sticky || p->mrpb.rr);
    writer_set(w, "LEFT_W", "%u", p->mrpb.left_w);
    writer_set(w, "MORE", "%u", p->mrpb.drain_n ? p->mrpb.drain_n - 1 : 0);
    writer_put(w, PORTS);
    writer_put(w, CONSTANTS);
    writer_put(w, STATE);
    writer_put(w, REQUEST);
    writer_put(w, DRAIN);
    writer_put(w, AGED);
    writer_put(w, CHOICE);
    writer_put(w, REGISTERS);
    writer_put(w, BANKS);
}
