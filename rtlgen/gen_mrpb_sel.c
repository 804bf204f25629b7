// gen_mrpb_sel.c : the drain selector: fixed order, round robin or longest first, each greedy, in runs of drain_n, or neither.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char MRPB_SEL[] =
    "// Drain policy (MRPB section 3.3, part 3): @{POLICY}. Combinational; its depth grows with the\n"
    "// logarithm of the number of queues.\n"
    "@{HEAD}\n"
    "module @{NAME}_mrpb_sel #(\n"
    "@-{LONGEST}  parameter integer QUEUES  = @{QUEUES}\n"
    "@+{LONGEST}  parameter integer QUEUES  = @{QUEUES},\n"
    "@+{LONGEST}  parameter integer COUNT_W = @{COUNT_W}      // bits of a count\n"
    ") (\n"
    "  input  wire [QUEUES-1:0] elig_i,   // queues with an entry old enough\n"
    "@+{LONGEST}  input  wire [COUNT_W*QUEUES-1:0] counts_i, // entries old enough: bit k of all counts at k*QUEUES\n"
    "@+{STICKY}  input  wire [QUEUES-1:0] last_i,   // one-hot: the queue that this policy drained last; 0 after reset\n"
    "@+{RUN}  input  wire              more_i,   // its run may go on\n"
    "@+{RR}  input  wire [QUEUES-1:0] above_i,  // all queues above the one that this policy drained last; 0 after reset\n"
    "@+{RR}  output wire [QUEUES-1:0] above_o,  // all queues above pick_o\n"
    "  output wire [QUEUES-1:0] pick_o,   // one-hot: the queue to drain; 0 when there is none\n"
    "  output wire              any_o     // there is one\n"
    ");\n"
    "@+{STICKY}  wire [QUEUES-1:0] base;            // what the policy takes when it may leave its queue\n"
    "@+{STICKY}@+{RR}  wire [QUEUES-1:0] base_above;\n"
    "@+{RUN}@-{RR}  // When a run is over, the other queues come first.\n"
    "@+{RUN}@-{RR}  wire [QUEUES-1:0] others = elig_i & ~last_i;\n"
    "@+{RUN}@-{RR}  wire [QUEUES-1:0] choice = (|others) ? others : elig_i;\n"
    "@+{RUN}@-{RR}\n"
    "@+{FIXED}  wire [QUEUES-1:0] unused_above;\n"
    "@+{FIXED}  @{NAME}_lib_first #(.N(QUEUES)) u_first (.req_i(@{CHOICE}), .first_o(@{BASE}), .above_o(unused_above), .any_o(any_o));\n"
    "@+{RR}  // The first queue above the one drained last; when there is none, the first of all.\n"
    "@+{RR}  wire              ahead_any;\n"
    "@+{RR}  wire [QUEUES-1:0] ahead, ahead_above, wrap, wrap_above;\n"
    "@+{RR}  @{NAME}_lib_first #(.N(QUEUES)) u_ahead (\n"
    "@+{RR}    .req_i(elig_i & above_i), .first_o(ahead), .above_o(ahead_above), .any_o(ahead_any)\n"
    "@+{RR}  );\n"
    "@+{RR}  @{NAME}_lib_first #(.N(QUEUES)) u_wrap (\n"
    "@+{RR}    .req_i(elig_i), .first_o(wrap), .above_o(wrap_above), .any_o(any_o)\n"
    "@+{RR}  );\n"
    "@+{RR}  assign @{BASE} = ahead_any ? ahead : wrap;\n"
    "@+{RR}  assign @{BASE_ABOVE} = ahead_any ? ahead_above : wrap_above;\n"
    "@+{LONGEST}  // From the top bit of the counts down: where some of the queues left have the bit set, the others are out.\n"
    "@+{LONGEST}  function [QUEUES-1:0] longest_of(input [QUEUES-1:0] elig, input [COUNT_W*QUEUES-1:0] counts);\n"
    "@+{LONGEST}    integer k;\n"
    "@+{LONGEST}    reg [QUEUES-1:0] longer;\n"
    "@+{LONGEST}    begin\n"
    "@+{LONGEST}      longest_of = elig;\n"
    "@+{LONGEST}      for (k = COUNT_W - 1; k >= 0; k = k - 1) begin\n"
    "@+{LONGEST}        longer = longest_of & counts[k*QUEUES +: QUEUES];\n"
    "@+{LONGEST}        if (|longer) longest_of = longer;\n"
    "@+{LONGEST}      end\n"
    "@+{LONGEST}    end\n"
    "@+{LONGEST}  endfunction\n"
    "@+{LONGEST}\n"
    "@+{LONGEST}  // Ties go to the lowest queue.\n"
    "@+{LONGEST}  wire [QUEUES-1:0] unused_above;\n"
    "@+{LONGEST}  @{NAME}_lib_first #(.N(QUEUES)) u_first (\n"
    "@+{LONGEST}    .req_i(longest_of(@{CHOICE}, counts_i)), .first_o(@{BASE}), .above_o(unused_above), .any_o(any_o)\n"
    "@+{LONGEST}  );\n"
    "@+{STICKY}\n"
    "@+{GREEDY}  // Greedy: stay with a queue until it has no entry old enough.\n"
    "@+{GREEDY}  wire stays = |(elig_i & last_i);\n"
    "@+{RUN}  // Stay with a queue until its run is over or it has no entry old enough.\n"
    "@+{RUN}  wire stays = more_i && |(elig_i & last_i);\n"
    "@+{STICKY}  assign pick_o = stays ? last_i : base;\n"
    "@+{STICKY}@+{RR}  assign above_o = stays ? above_i : base_above;\n"
    "endmodule\n";

void gen_mrpb_sel(const rtl_plan *p, writer *w)
{
    const char *order = p->mrpb.rr ? "round robin" : p->mrpb.longest ? "longest first" : "fixed order";
    if (p->mrpb.drain_n) writer_set(w, "POLICY", "%s, runs of %u", order, p->mrpb.drain_n);
    else writer_set(w, "POLICY", "%s%s", order, p->mrpb.greedy ? ", greedy" : "");
    writer_set(w, "CHOICE", "%s", p->mrpb.drain_n ? "choice" : "elig_i");
    writer_set(w, "BASE", "%s", p->mrpb.sticky ? "base" : "pick_o");
    writer_set(w, "BASE_ABOVE", "%s", p->mrpb.sticky ? "base_above" : "above_o");
    writer_put(w, MRPB_SEL);
}
