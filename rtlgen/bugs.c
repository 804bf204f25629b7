// bugs.c : see bugs.h. Each is an edit of the text that the paper's configurations are emitted as; in a configuration whose text
// has no such place (no flush, no bypass, ...) injecting it is refused.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/bugs.h"

#include <stddef.h>
#include <string.h>

const rtl_bug rtl_bugs[] = {
    {"rtl-full-off-by-one", "mrpb_ctl", "in_free == in_young + 3'd1", "in_free == in_young + 3'd2", "a queue counts as full one entry early"},
    {"rtl-slot-never-wraps", "lib_slot_bank", "(bit_q ^ toggle) & ~(inc_i & {N{WRAPS}} & g_bit[W-1].at_last)",
     "((bit_q ^ toggle) & ~(inc_i & {N{WRAPS}})) | (inc_i & g_bit[W-1].at_last)",
     "a read pointer stays at the last slot instead of wrapping round"},
    {"rtl-flush-ignores-write", "mrpb_ctl", "(in_write_i || in_full)", "(!in_write_i && in_full)",
     "a waiting write gives its queue no drain priority"},
    {"rtl-flush-ignores-age", "mrpb_ctl", "in_full) && in_aged", "in_full) && in_any",
     "a flush drains an entry that is not old enough"},
    {"rtl-order-reversed", "lib_first", "prefix_or | (prefix_or << s)", "prefix_or | (prefix_or << s) | (s == 1 ? (prefix_or >> 1) : {N{1'b0}})",
     "the choice falls one queue too low"},
    {"rtl-latency-short", "mrpb_ctl", "line_valid_q[STAGES-2]}} & (QUEUE_0 << line_queue_q[(STAGES-2)*QUEUE_W", "line_valid_q[STAGES-3]}} & (QUEUE_0 << line_queue_q[(STAGES-3)*QUEUE_W",
     "an entry is drained one cycle early"},
    {"rtl-bypass-writes", "mrpb_out", "valid0_q && !write0 && !req_ready_i", "valid0_q && !req_ready_i", "a stalled write bypasses too"},
    {"rtl-bypass-keeps", "mrpb_out", "(req_ready_i || byp_pulse_o)", "req_ready_i", "a bypassed read also stays on offer"},
    {"rtl-bypass-wrong-cause", "mrpb_out", "req_stall_i == STALL_LINE", "(req_stall_i == STALL_LINE || req_stall_i[0])",
     "a read bypasses when it stalls for an MSHR or the miss queue"},
    {"rtl-outbound-overwrite", "mrpb_out", "room_o        = !valid1_q", "room_o        = !valid1_q || req_ready_i",
     "the outbound buffer counts its own dequeue as room"},
    {"rtl-flush-keeps-queue", "mrpb_ctl", "{QUEUES{out_room_i}} & in_onehot & one_q", "{QUEUES{out_room_i}} & pick & one_q",
     "a queue that a flush has emptied still counts as having an entry"},
    {"rtl-reset-forgets-choice", "mrpb_ctl", "      pick_any_q   <= 1'b0;\n", "", "reset leaves the drain choice valid"},
    {"rtl-write-not-pending", "mrpb_out", "({QUEUES{valid1_q}} & (QUEUE_0 << queue1_q))", "({QUEUES{valid1_q && !write1_q}} & (QUEUE_0 << queue1_q))",
     "pending_o misses a write behind the outbound head"},
    {"rtl-young-uncounted", "mrpb_ctl", "free_slot = in_tail + in_young", "free_slot = in_tail + {2'd0, in_line[0]}",
     "the free slot is found without the entries in the later stages of the latency line"},
    {"rtl-idle-early", "mrpb_ctl", "busy_o = pick_any || |line_valid_q", "busy_o = pick_any", "idle_o does not see entries in the latency line"},
    {"rtl-through-loses-slot", "mrpb_ctl", "push_queue_o = through ? in_queue_i : load_queue", "push_queue_o = load_queue",
     "a write that goes through is pending for the queue that would be drained"},
    {"rtl-rr-stays", "mrpb_sel", ".req_i(elig_i & above_i)", ".req_i(elig_i & (above_i | (above_i >> 1)))",
     "round robin starts at the queue drained last instead of behind it"},
    {"rtl-rr-flush-moves", "mrpb_ctl", "drain_by_policy = drain && !flush", "drain_by_policy = drain", "a flush item moves the round-robin position"},
    {"rtl-longest-blind", "mrpb_sel", "k = COUNT_W - 1; k >= 0", "k = COUNT_W - 1; k > 0", "longest first does not see the lowest bit of the counts"},
    {"rtl-count-both", "lib_count_bank", "step = inc_i ^ dec_i", "step = inc_i | dec_i", "a count that goes up and down at once does not stay as it is"},
    {"rtl-greedy-leaves", "mrpb_sel", "pick_o = stays ? last_i : base", "pick_o = (stays && (elig_i & ~last_i) == {QUEUES{1'b0}}) ? last_i : base",
     "greedy stays only where there is no other queue"},
    {"rtl-run-long", "mrpb_ctl", "left_q - 2'd1 : MORE", "left_q - 2'd1 : MORE + 2'd1", "a run of drain_n is one request too long"},
    {"rtl-run-kept", "mrpb_ctl", "left_q != {LEFT_W{1'b0}} && |(pick & last_q)", "left_q != {LEFT_W{1'b0}}",
     "a run of drain_n goes on when the queue changes"},
    {"rtl-block-by-warp", "mrpb", "{{QUEUE_W{1'b0}}, in_cta_i}", "{{QUEUE_W{1'b0}}, in_warp_i[CTA_W-1:0]}", "the queue is the warp's, not the thread block's"},
    {"rtl-line-shifted", "mrpb", "{{QUEUE_W{1'b0}}, in_line_i}", "{{QUEUE_W{1'b0}}, in_line_i >> 1}", "the line signature leaves out the lowest line bit"},
    {"rtl-pc-write-early", "mrpb_ctl", "(!busy_o && out_room_i)", "(!in_aged && out_room_i)", "a write waits for its own queue only"},
    {"rtl-stored-as-read", "mrpb", ".load_write_i(loaded_write)", ".load_write_i(loaded_write && !loaded_line[0])",
     "a stored write to an odd line comes out as a read"},
    {"rtl-data-cut", "mrpb", "in_meta_i, in_data_i};\n  wire [ENTRY_W-1:0]   loaded", "in_meta_i, in_data_i & {1'b0, {(DATA_W-1){1'b1}}}};\n  wire [ENTRY_W-1:0]   loaded",
     "the data of a write is stored without its top bit"},
    {"rtl-slot-overrun", "mrpb", "assign in_ready_o = room", "assign in_ready_o = room || req_ready_i", "the single slot counts its own dequeue as room"},
    {"rtl-flush-unqualified", "mrpb_ctl", "in_valid_i && (in_write_i || in_full) && in_aged", "(in_write_i || in_full) && in_aged",
     "what stands at the input without being valid flushes a queue"},
    {"rtl-pending-unqualified", "mrpb_out", "({QUEUES{valid0_q}} & (QUEUE_0 << queue0_q))", "(QUEUE_0 << queue0_q)",
     "pending_o shows the queue of the outbound head that has left"},
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
    {"rtl-dwtcs-at-threshold", "dwtcs_meter", "lost > allowed", "lost >= allowed", "an MPKI that is at the threshold counts as over it"},
    {"rtl-dwtcs-term-lost", "dwtcs_meter", "(misses << 2) + ", "", "the test of a period lacks a shifted term"},
    {"rtl-dwtcs-not-running", "dwtcs_meter", "run_q + RUN_1 : {RUN_W{1'b0}}", "run_q + RUN_1 : run_q",
     "a period below the threshold does not end a run of periods over it"},
    {"rtl-dwtcs-begin-keeps-run", "dwtcs_meter", "      run_q    <= {RUN_W{1'b0}};", "      if (!rst_ni) run_q <= {RUN_W{1'b0}};",
     "a kernel that begins keeps the run of periods of the one before"},
    {"rtl-dwtcs-tie-to-more", "dwtcs_vote", "g_there.count > g_node", "g_there.count >= g_node",
     "of two SMs with as many instructions the one with more warps wins"},
    {"rtl-dwtcs-later-wins-tie", "dwtcs_ctl", "most_i > best_q", "most_i >= best_q", "of two rounds with as many instructions the later one wins"},
    {"rtl-dwtcs-no-further-round", "dwtcs_ctl", "done    = votes && !further", "done    = votes", "the last SM's win ends the sampling though more warps remain"},
    {"rtl-dwtcs-rounds-add-up", "dwtcs_ctl", "restart_o   = tests || votes", "restart_o   = tests", "a further round counts the instructions of the one before too"},
    {"rtl-dwtcs-end-stores", "dwtcs_ctl", "store_o     = done && !ends", "store_o     = done", "a kernel that ends in the cycle of the vote stores its winner"},
    {"rtl-dwtcs-long-period", "dwtcs_ctl", "TICK_LAST = PERIOD - 1", "TICK_LAST = PERIOD", "a period has a cycle too many"},
    {"rtl-dwtcs-reset-keeps", "dwtcs_winners", "if (!rst_ni)   valid_q[k] <= 1'b0;\n        else if (fill)", "if (fill)", "reset does not forget the winners"},
    {"rtl-dwtcs-keeps-newest", "dwtcs_winners", "{SLOT_W{1'b0}} : next_q + SLOT_1;", "LAST[SLOT_W-1:0] : next_q + SLOT_1;",
     "when all places are taken the newest winner is replaced, not the oldest"},
    {"rtl-dwtcs-tries-one-less", "dwtcs", "MORE = i + 1", "MORE = i", "SM i tries i - 1 warps"},
    {NULL, NULL, NULL, NULL, NULL},
};

static const struct {
    const char *id, *settings;
} needed[] = {
    {"rtl-rr-stays", "drain=rr"},
    {"rtl-rr-flush-moves", "drain=rr"},
    {"rtl-longest-blind", "drain=longest"},
    {"rtl-count-both", "drain=longest"},
    {"rtl-greedy-leaves", "greedy=true"},
    {"rtl-run-long", "drain_n=3"},
    {"rtl-run-kept", "drain_n=3"},
    {"rtl-block-by-warp", "signature=block queues=8"},
    {"rtl-line-shifted", "signature=line queues=32"},
    {"rtl-pc-write-early", "signature=pc queues=16"},
    {"rtl-stored-as-read", "flush=false"},
    {"rtl-data-cut", "flush=false data_bits=40"},
    {"rtl-slot-overrun", "single_slot=true"},
};

const char *rtl_bug_settings(const char *id)
{
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (strcmp(needed[i].id, id) == 0) return needed[i].settings;
    }
    return "";
}
