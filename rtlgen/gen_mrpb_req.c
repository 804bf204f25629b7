// gen_mrpb_req.c : a request's fields, and the end of the top: outbound buffer, outputs, checks; the same with queues and without.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include <stdlib.h>
#include <string.h>

static const char END[] =
    "  wire [PAYLOAD_W-1:0] req_payload;\n"
    "  @{NAME}_mrpb_out #(.QUEUES(QUEUES), .QUEUE_W(QUEUE_W), .PAYLOAD_W(PAYLOAD_W)) u_out (\n"
    "    .clk_i(clk_i), .rst_ni(rst_ni),\n"
    "    .push_valid_i(push_valid), .push_queue_i(push_queue), .room_o(room),\n"
    "@+{THROUGH}    .push_write_i(push_write), .push_payload_i(in_payload),\n"
    "@-{SINGLE}    .push_load_i(load_en), .load_payload_i(load_payload),\n"
    "@+{LOADS_WRITE}    .load_write_i(loaded_write),\n"
    "@+{WARP_IS_QUEUE}    .req_queue_o(req_queue),\n"
    "@+{BY_CAUSE}    .req_stall_i(req_stall_i),\n"
    "@+{BYPASS}    .byp_ready_i(byp_ready_i), .byp_pulse_o(byp_pulse_o),\n"
    "    .req_valid_o(req_valid_o), .req_write_o(req_write_o), .req_payload_o(req_payload), .req_ready_i(req_ready_i),\n"
    "    .pending_o(outbound)\n"
    "  );\n"
    "@-{BY_CAUSE}  wire unused_stall = &{1'b0, req_stall_i}; // the cause makes no difference\n"
    "\n"
    "  // Outputs\n"
    "  assign {@{REQ_PAYLOAD}} = req_payload;\n"
    "@+{WARP_IS_QUEUE}  assign req_warp_o = req_queue[WARP_W-1:0];\n"
    "@+{WARP_IS_QUEUE}  wire unused_queue = &{1'b0, req_queue}; // a warp number may be narrower\n"
    "@-{THROUGH}  wire unused_payload = &{1'b0, in_payload};\n"
    "@-{SINGLE}  assign idle_o    = !busy && !req_valid_o;\n"
    "@-{SINGLE}  assign pending_o = held | outbound;\n"
    "@+{SINGLE}  assign idle_o    = !req_valid_o;\n"
    "@+{SINGLE}  assign pending_o = outbound;\n"
    "\n"
    "  // Checks: once valid, a request holds until it is taken, or (req) bypassed (===: data of a read may be X)\n"
    "`ifdef WL_CHECKING\n"
    "  localparam integer CHK_IN_W  = @{CHK_IN_WIDTH};\n"
    "  localparam integer CHK_REQ_W = 1 + @{CHK_QUEUE_WIDTH}PAYLOAD_W;\n"
    "  reg                  chk_in_waits_q, chk_req_waits_q;\n"
    "  reg  [CHK_IN_W-1:0]  chk_in_q;\n"
    "  reg  [CHK_REQ_W-1:0] chk_req_q;\n"
    "  wire [CHK_IN_W-1:0]  chk_in  = {in_write_i, @{CHK_SIG}in_payload};\n"
    "  wire [CHK_REQ_W-1:0] chk_req = {req_write_o, @{CHK_QUEUE}req_payload};\n"
    "  always @(posedge clk_i) begin\n"
    "    chk_in_waits_q  <= rst_ni && in_valid_i && !in_ready_o;\n"
    "    chk_req_waits_q <= rst_ni && req_valid_o && !req_ready_i@{CHK_NOT_BYP};\n"
    "    chk_in_q        <= chk_in;\n"
    "    chk_req_q       <= chk_req;\n"
    "  end\n"
    "  `WL_ASSERT(a_in_held, !chk_in_waits_q || (in_valid_i && chk_in === chk_in_q),\n"
    "    \"in: a waiting request is withdrawn or changed\")\n"
    "  `WL_ASSERT(a_req_held, !chk_req_waits_q || (req_valid_o && chk_req === chk_req_q),\n"
    "    \"req: an offered request is withdrawn or changed\")\n"
    "`endif\n"
    "endmodule\n";

// A concatenation of the fields that are there, the first on top.
typedef struct field {
    const char *name; // NULL: not there
} field;

static void set_list(writer *w, const char *hole, const char *between, const field *f, unsigned n)
{
    char *text = wl_strdup("");
    for (unsigned i = 0; i < n; i++) {
        if (!f[i].name) continue;
        char *longer = wl_format("%s%s%s", text, *text ? between : "", f[i].name);
        free(text);
        text = longer;
    }
    writer_set(w, hole, "%s", text);
    free(text);
}

#define LIST(w, hole, between, ...) set_list(w, hole, between, (const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))
#define IF(condition, name) {(condition) ? (name) : NULL}

// What a queue stores of a request: no write bit and no data where writes are not stored, no warp where the queue stands for it.
static void set_entry(const mrpb_plan *m, writer *w)
{
    bool meta = m->meta_w != 0;
    LIST(w, "ENTRY_WIDTH", " + ", IF(!m->flush, "1"), {"LINE_W"}, IF(!m->warp_is_queue, "WARP_W"), IF(meta, "META_W"), IF(m->stores_data, "DATA_W"));
    LIST(w, "IN_ENTRY", ", ", IF(!m->flush, "in_write_i"), {"in_line_i"}, IF(!m->warp_is_queue, "in_warp_i"), IF(meta, "in_meta_i"),
         IF(m->stores_data, "in_data_i"));
    LIST(w, "LOADED_ENTRY", ", ", IF(!m->flush, "loaded_write"), {"loaded_line"}, IF(!m->warp_is_queue, "loaded_warp"), IF(meta, "loaded_meta"),
         IF(m->stores_data, "loaded_data"));
    LIST(w, "LOADED_PAYLOAD", ", ", {"loaded_line"}, IF(!m->warp_is_queue, "loaded_warp"), IF(meta, "loaded_meta"), IF(m->stores_data, "loaded_data"),
         IF(m->data && !m->stores_data, "{DATA_W{1'b0}}"));
    writer_set(w, "ENTRY_WHY", "%s%s%s", m->flush ? ": reads only" : ": reads and writes", m->stores_data ? " with data" : "",
               m->warp_is_queue ? ", and not the warp, which is the queue's number" : "");
    writer_flag(w, "STORES_DATA", m->stores_data);
}

void gen_mrpb_fields(const rtl_plan *p, writer *w)
{
    const mrpb_plan *m = &p->mrpb;
    bool meta = m->meta_w != 0;
    LIST(w, "PAYLOAD_WIDTH", " + ", {"LINE_W"}, IF(!m->warp_is_queue, "WARP_W"), IF(meta, "META_W"), IF(m->data, "DATA_W"));
    LIST(w, "IN_PAYLOAD", ", ", {"in_line_i"}, IF(!m->warp_is_queue, "in_warp_i"), IF(meta, "in_meta_i"), IF(m->data, "in_data_i"));
    LIST(w, "REQ_PAYLOAD", ", ", {"req_line_o"}, IF(!m->warp_is_queue, "req_warp_o"), IF(meta, "req_meta_o"), IF(m->data, "req_data_o"));
    writer_flag(w, "META", meta);
    writer_set(w, "AND_BYPASS", "%s", m->bypass ? ", cache bypass" : "");
    set_entry(m, w);
}

void gen_mrpb_end(const rtl_plan *p, writer *w)
{
    writer_set(w, "CHK_QUEUE", "%s", p->mrpb.warp_is_queue ? "req_queue, " : "");
    writer_set(w, "CHK_QUEUE_WIDTH", "%s", p->mrpb.warp_is_queue ? "QUEUE_W + " : "");
    writer_set(w, "CHK_NOT_BYP", "%s", p->mrpb.bypass ? " && !byp_pulse_o" : "");
    writer_put(w, END);
}
