// bugs.c : see bugs.h. Each is an edit of the text that the paper's configurations are emitted as; in a configuration whose text
// has no such place (no flush, no bypass, ...) injecting it is refused.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/bugs.h"

#include <stddef.h>

const rtl_bug rtl_bugs[] = {
    {"rtl-full-off-by-one", "mrpb_ctl", "free_slot == in_head", "after(free_slot) == in_head", "a queue counts as full one entry early"},
    {"rtl-slot-never-wraps", "lib_slot_bank", "(bit_q ^ toggle) & ~(inc_i & {N{WRAPS}} & g_bit[W-1].at_last)",
     "((bit_q ^ toggle) & ~(inc_i & {N{WRAPS}})) | (inc_i & g_bit[W-1].at_last)",
     "a read pointer stays at the last slot instead of wrapping round"},
    {"rtl-flush-ignores-write", "mrpb_ctl", "(in_write_i || in_full)", "(!in_write_i && in_full)",
     "a waiting write gives its queue no drain priority"},
    {"rtl-flush-ignores-age", "mrpb_ctl", "in_full) && in_aged", "in_full) && in_any",
     "a flush drains an entry that is not old enough"},
    {"rtl-order-reversed", "lib_first", "prefix_or | (prefix_or << s)", "prefix_or | (prefix_or << s) | (s == 1 ? (prefix_or >> 1) : {N{1'b0}})",
     "the choice falls one queue too low"},
    {"rtl-latency-short", "mrpb_ctl", "line_valid_q[STAGES-1]}} & (QUEUE_0 << line_queue_q[(STAGES-1)*QUEUE_W", "line_valid_q[STAGES-2]}} & (QUEUE_0 << line_queue_q[(STAGES-2)*QUEUE_W",
     "an entry is drained one cycle early"},
    {"rtl-bypass-writes", "mrpb_out", "valid0_q && !write0_q && !req_ready_i", "valid0_q && !req_ready_i", "a stalled write bypasses too"},
    {"rtl-bypass-keeps", "mrpb_out", "(req_ready_i || byp_pulse_o)", "req_ready_i", "a bypassed read also stays on offer"},
    {"rtl-bypass-wrong-cause", "mrpb_out", "req_stall_i == STALL_LINE", "(req_stall_i == STALL_LINE || req_stall_i[0])",
     "a read bypasses when it stalls for an MSHR or the miss queue"},
    {"rtl-outbound-overwrite", "mrpb_out", "room_o        = !valid1_q", "room_o        = !valid1_q || req_ready_i",
     "the outbound buffer counts its own dequeue as room"},
    {"rtl-flush-keeps-queue", "mrpb_ctl", "flush ? after(in_head) == in_tail : after(pick_head) == pick_tail", "after(pick_head) == pick_tail",
     "a queue that a flush has emptied still counts as having an entry"},
    {"rtl-reset-forgets-choice", "mrpb_ctl", "      pick_any_q   <= 1'b0;\n", "", "reset leaves the drain choice valid"},
    {"rtl-write-not-pending", "mrpb_out", "({QUEUES{valid1_q}} & (QUEUE_0 << queue1_q))", "({QUEUES{valid1_q && !write1_q}} & (QUEUE_0 << queue1_q))",
     "pending_o misses a write behind the outbound head"},
    {"rtl-index-term-lost", "pric_index", "wire t0 = line_i[14] ^ line_i[15];", "wire t0 = line_i[14];", "a shared term lacks an address bit"},
    {"rtl-index-wrong-bit", "pric_index", "(line_i[0] ^ line_i[16])", "(line_i[0] ^ line_i[15])", "index bit 0 takes the neighbouring address bit"},
    {"rtl-index-or-for-xor", "pric_index", "(line_i[3] ^ line_i[13])", "(line_i[3] | line_i[13])", "an OR where a XOR belongs"},
    {"rtl-tag-too-high", "pric_index", "assign tag_o = line_i[24:5];", "assign tag_o = {line_i[24:6], line_i[6]};", "the tag misses the lowest bit that the index does not give"},
    {"rtl-stream-closes-at-threshold", "streambypass", "above || (bypass_q && !below)", "!below", "a period at the threshold, or without an access, closes the cache"},
    {"rtl-stream-quiet-opens", "streambypass", "above || (bypass_q && !below)", "above", "a period at the threshold, or without an access, opens the cache"},
    {"rtl-stream-never-opens", "streambypass", "above || (bypass_q && !below)", "above || bypass_q", "a cache that was closed stays closed"},
    {"rtl-stream-period-long", "streambypass", "first_q  <= last;", "first_q  <= count_q == {COUNT_W{1'b0}};", "a period is judged one cycle late"},
    {"rtl-stream-loses-first", "streambypass", "(first_q ? {SCORE_W{1'b0}} : score_q) + change", "first_q ? {SCORE_W{1'b0}} : score_q + change",
     "what is served in the first cycle of a period is not counted"},
    {"rtl-stream-keeps-score", "streambypass", "(first_q ? {SCORE_W{1'b0}} : score_q) + change", "(first_q && bypass_q ? {SCORE_W{1'b0}} : score_q) + change",
     "an open cache's score goes on from one period to the next"},
    {"rtl-stream-hit-for-nothing", "streambypass", "miss_i ? UP : -DOWN", "miss_i ? UP : {SCORE_W{1'b0}}", "hits do not lower the score"},
    {"rtl-stream-sign-lost", "streambypass", "wire below = score_q[SCORE_W-1];", "wire below = score_q[SCORE_W-2];", "the sign is taken one bit too low"},
    {"rtl-stream-reset-keeps-mode", "streambypass", "      bypass_q <= 1'b0;\n", "", "reset leaves the cache closed"},
    {"rtl-stream-reset-keeps-score", "streambypass", "      score_q  <= {SCORE_W{1'b0}};\n", "", "reset leaves the score of the period it cuts"},
    {NULL, NULL, NULL, NULL, NULL},
};
