// gen_mrpb_slot.c : the top without queues: a single slot (MRPB section 5.4).
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

static const char SLOT[] =
    "// Memory request prioritization buffer (Jia, Shaw, Martonosi, HPCA 2014) as a single slot between coalescer and L1D, section 5.4:\n"
    "// requests pass in order@{AND_BYPASS}. The slot is a buffer of two, so that one request a cycle passes although in_ready_o comes\n"
    "// from state. A request accepted in cycle t is offered in t + 1 at the earliest.\n"
    "@{HEAD}\n"
    "module @{NAME}_mrpb #(\n"
    "@{TOP_PARAMS}\n"
    ") (\n"
    "@{TOP_PORTS}\n"
    ");\n"
    "  localparam integer QUEUES    = 1; // all requests are of one queue, which stores none\n"
    "  localparam integer QUEUE_W   = 1;\n"
    "  localparam integer PAYLOAD_W = @{PAYLOAD_WIDTH};\n"
    "\n"
    "@{TOP_CHECKS}\n"
    "\n"
    "  wire                 room, outbound;\n"
    "  wire [PAYLOAD_W-1:0] in_payload   = {@{IN_PAYLOAD}};\n"
    "  wire                 push_valid   = in_valid_i && room;\n"
    "  wire                 push_write   = in_write_i;\n"
    "  wire [QUEUE_W-1:0]   push_queue   = 1'b0;\n"
    "  assign in_ready_o = room;\n"
    "\n";

void gen_mrpb_slot(const rtl_plan *p, writer *w)
{
    gen_top_interface(p, w);
    gen_mrpb_fields(p, w);
    writer_set(w, "CHK_SIG", "%s", "");
    writer_set(w, "CHK_IN_WIDTH", "%s", "1 + PAYLOAD_W");
    writer_put(w, SLOT);
    gen_mrpb_end(p, w);
}
