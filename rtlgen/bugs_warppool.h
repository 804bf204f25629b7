// bugs_warppool.h : the named bugs of WarpPool's Verilog. X("id", "module", "from", "to", "what is
// wrong", "settings"); see bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_BUGS_WARPPOOL_H
#define WL_RTLGEN_BUGS_WARPPOOL_H

#define WARPPOOL_RTL_BUGS(X) \
    X("rtl-warppool-insn-twice", "warppool_insn", "FIRST = (q * WARPS + QUEUES - 1) / QUEUES", \
      "FIRST = (q * WARPS) / QUEUES", \
      "the last warp of an instruction queue is in the next one too", "insn_queues=5") \
    X("rtl-warppool-insn-ahead", "warppool_insn", "in_flight_q < flight_limit", \
      "in_flight_q <= flight_limit", \
      "an instruction leaves its queue before a coalescer waits for it", "") \
    X("rtl-warppool-load-early", "warppool", \
      "(counter_zero | last_load) & counter_room & queue_room", \
      "(counter_zero | last_load | ~counter_zero) & counter_room & queue_room", \
      "a load does not wait for the stores of its warp", "") \
    X("rtl-warppool-store-early", "warppool", "store_ok  = counter_zero & queue_room", \
      "store_ok  = (counter_zero | last_load) & queue_room", \
      "a store does not wait for the loads of its warp", "") \
    X("rtl-warppool-done-kept", "warppool_order", \
      "    if (!rst_ni) accept_q <= {ACCEPTS{1'b0}};\n    else         accept_q", "    accept_q", \
      "what L1D accepted in the cycle of a reset still lowers a counter", "") \
    X("rtl-warppool-flag-sticks", "warppool_order", "(last_load_q & ~issue_warp_i) |", \
      "last_load_q |", "a store does not end the run of loads behind which loads may issue", "") \
    X("rtl-warppool-issue-most", "warppool_order", "ISSUE_LIMIT = LINE_LIMIT - 1", \
      "ISSUE_LIMIT = LINE_LIMIT", "an instruction issues that the counter has no room for", \
      "counter_bits=3") \
    X("rtl-warppool-last-waits", "warppool_coalescer", "(last_line || line_ok_i)", "line_ok_i", \
      "an instruction's last line waits for the counter too", "counter_bits=3") \
    X("rtl-warppool-last-counted", "warppool_coalescer", \
      "extra_line_pulse_o   = b_load && !last_line", \
      "extra_line_pulse_o   = b_load && (!last_line || last_line)", \
      "an instruction's last line raises the counter too", "") \
    X("rtl-warppool-merged-once", "warppool", "{MERGES{req_fire}} & out_present", \
      "{{(MERGES-1){1'b0}}, req_fire} & out_present", \
      "a merged load lowers the counter of its first request only", "") \
    X("rtl-warppool-lanes-again", "warppool_coalescer", \
      "b_lanes_q   <= lanes_left_q & line_match", "b_lanes_q   <= line_match", \
      "a line takes lanes that are not active", "") \
    X("rtl-warppool-line-short", "warppool_coalescer", \
      "addr[l*ADDR_W + OFFSET_W +: LINE_W] == line;", \
      "addr[l*ADDR_W + OFFSET_W +: LINE_W-1] == line[LINE_W-2:0];", \
      "lanes of one line are found without its highest address bit", "") \
    X("rtl-warppool-range-open", "warppool_map", "words_only_i && (&in_range)", \
      "words_only_i && (&(in_range | ~lanes_i))", "a range need not run to the last lane or word", \
      "") \
    X("rtl-warppool-single-narrow", "warppool_map", "single      = words_only_i && ", \
      "single      = ", "one lane of any size counts as a word", "") \
    X("rtl-warppool-broadcast-part", "warppool_map", "words_only_i && all_lanes && same_word_i", \
      "words_only_i && same_word_i", "broadcast although lanes are missing", "") \
    X("rtl-warppool-range-overruns", "warppool_unmap", \
      "in_range = lanes_from[l] && !(|sum[SUM_W-1:WORD_W])", \
      "in_range = lanes_from[l] && !sum[SUM_W-1]", \
      "a range goes on behind the last word of the line", "") \
    X("rtl-warppool-hash-short", "warppool_hash", "b < 3 ? b + 6", "b < 3 ? b + 7", \
      "a queue bit is mixed with the neighbour of its line bit", "") \
    X("rtl-warppool-late-merge", "warppool_queues", "!(queue_leave && rd_way[t]) && key_match[t]", \
      "(!queue_leave || leave_i) && key_match[t]", \
      "a request merges into the tag that leaves, and is lost", "") \
    X("rtl-warppool-lowest-lost", "warppool_queues", "warp < tag_lowest", "warp > tag_lowest", \
      "a tag knows its highest warp", "select=warp") \
    X("rtl-warppool-tie-empty", "warppool_queues", "conflict[d] = req_valid_i[d] &&\n", \
      "conflict[d] =\n", "a coalescer without a request holds up those above it", "") \
    X("rtl-warppool-places-all", "warppool_queues", "(present_q << 1 | PLACE_0)", \
      "{MERGES{1'b1}}", "a request takes every free place of its tag", "merges=4") \
    X("rtl-warppool-age-tie", "warppool_age", "alloc_i[c] ? number : rest[0 +: TAG_W]", \
      "rest[0 +: TAG_W]", "of two new tags of a cycle the second one stands in both places", "") \
    X("rtl-warppool-skips-nothing", "warppool_age", "skipped ? rest : valid_q[0]", "valid_q[0]", \
      "S takes a tag when only the one that it named is there", "") \
    X("rtl-warppool-warp-blind", "warppool_choice", \
      "candidates[t] && (|(value_match & none_below))", \
      "candidates[t] && (s + 1 == STEPS || (|(value_match & none_below)))", \
      "warp first does not see the lowest bits of the warps", "select=warp") \
    X("rtl-warppool-age-late", "warppool_select", ">= STORE_AGE[AGE_W-1:0]", \
      "> STORE_AGE[AGE_W-1:0]", "a store waits one grant too long", "") \
    X("rtl-warppool-named-kept", "warppool_select", \
      "    if (!rst_ni)            selected_q <= {TAGS{1'b0}};\n    else if (tag_grant || " \
      "!selected_valid) selected_q", \
      "    if (tag_grant || !selected_valid) selected_q", "reset leaves the tag that S names", "") \
    X("rtl-warppool-age-of-loads", "warppool_select", "else if (grant && store_wait_i[c]", \
      "else if (tag_grant && store_wait_i[c]", "a store's grant does not make other stores older", \
      "") \
    X("rtl-warppool-two-eldest", "warppool_select", "ages_q[d*AGE_W +: AGE_W] >= ages_q", \
      "ages_q[d*AGE_W +: AGE_W] > ages_q", "of two stores of one age both are granted", "") \
    X("rtl-warppool-switch-at", "warppool_quantum", "!score_q[SCORE_W-1] && (|score_q)", \
      "!score_q[SCORE_W-1]", "the selection changes at exactly the miss rate", "") \
    X("rtl-warppool-quantum-first", "warppool_quantum", \
      "(quantum_start_q ? {SCORE_W{1'b0}} : score_q) + score_step", \
      "quantum_start_q ? {SCORE_W{1'b0}} : score_q + score_step", \
      "what is accepted in the first cycle of a quantum is not counted", "") \
    X("rtl-warppool-store-lowest", "warppool_store", "if (h > l)", "if (h < l)", \
      "the lowest lane wins a byte that two lanes store", "") \
    X("rtl-warppool-half-place", "warppool_store", "4'b0011 << {offset[1], 1'b0}", "4'b0011", \
      "two bytes are stored in the lower half of their word", "") \
    X("rtl-warppool-rows-kept", "warppool_mshr", "!rst_ni || (free_pulse_i && rd_onehot[m])", \
      "!rst_ni", "an MSHR's rows are not forgotten when they are written back", "") \
    X("rtl-warppool-high-first", "warppool_wb", "number = half_q ?", "number = !half_q ?", \
      "the high half of 8 bytes comes first", "lane_bytes=8") \
    X("rtl-warppool-map-early", "warppool_wb", "entry_free_pulse_o = request_done && table_map", \
      "entry_free_pulse_o = wb_fire && table_map", \
      "an entry is freed with the first of two beats", "lane_bytes=8") \
    X("rtl-warppool-sign", "warppool_wb", "size[0] ? high : {BYTE_BITS{1'b0}}", \
      "size[0] ? high : {BYTE_BITS{low[7]}}", "a byte is sign-extended", "") \
    X("rtl-warppool-hit-frees", "warppool_wb", "mshr_free_pulse_o  = line_pop && fill0_q", \
      "mshr_free_pulse_o  = line_pop", "a hit forgets the rows of an MSHR", "") \
    X("rtl-warppool-map-twice", "warppool_maps", "assign rank = want[c-1] ?", \
      "assign rank = want[c-1] && c != 1 ?", \
      "two coalescers get the same entry of the thread map table", "") \
    X("rtl-warppool-store-row", "warppool", "req_fire && !out_store && req_miss_i", \
      "req_fire && req_miss_i", "what L1D says beside a store counts as a miss", "") \
    X("rtl-warppool-store-beside", "warppool", "else if (req_fire && out_store) out_store_q", \
      "else if (req_fire) out_store_q", "a load that leaves makes room for a second store", "") \
    X("rtl-warppool-one-copy", "warppool_coalescer", "!insn_valid && !(b_valid_q && b_store_q)", \
      "!insn_valid", "an instruction comes in while a store in B needs the data of the last one", \
      "narrow=true") \
    X("rtl-warppool-laid-early", "warppool_select", "lay_ready = lay_valid && !lay_left", \
      "lay_ready = lay_valid && !has_store_i", "a store is granted before it is laid out", \
      "narrow=true") \
    X("rtl-warppool-laid-over", "warppool_select", "lay_pulse = lay_valid && !has_store_i && ", \
      "lay_pulse = lay_valid && ", "a store is laid out over the one on offer", "narrow=true") \
    X("rtl-warppool-bytes-kept", "warppool_layout", "(mask | {BYTES{first_i}})", "mask", \
      "bytes that a store does not write keep what the store before wrote", "narrow=true") \
    X("rtl-warppool-mask-kept", "warppool_layout", "first_i ? mask : mask_q | mask", \
      "mask_q | mask", "a store's mask has the bytes of the store before", "narrow=true") \
    X("rtl-warppool-upper-always", "warppool_wb", "last_lanes  = upper || !halves[1]", \
      "last_lanes  = upper", "a request without lanes in the upper half takes a beat for them", \
      "narrow=true") \
    X("rtl-warppool-lower-always", "warppool_wb", "upper_q || !halves[0]", "upper_q", \
      "a request without lanes in the lower half takes a beat for them", "narrow=true") \
    X("rtl-warppool-range-ends", "warppool_beats", "(!single && !(|sum[SUM_W-1:WORD_W]))", \
      "(!single && !(|sum[SUM_W-1:WORD_W]) && 1'b0)", \
      "a range that begins in the lower half of the warp ends there", "narrow=true") \
    X("rtl-warppool-halves-first", "warppool_mshr", "{put_beats, put_present_i", \
      "{{MERGES{put_beats[BEATS_W-1:0]}}, put_present_i", \
      "the halves of a merged load's first request count for the others", "narrow=true") \
    X("rtl-warppool-match-kept", "warppool_match", "put_alloc_i[d*TAGS + t];", \
      "put_alloc_i[d*TAGS + t] && 1'b0;", \
      "a line in R does not see that a tag was allocated for it meanwhile", "narrow=true") \
    X("rtl-warppool-match-second", "warppool_queues", \
      "!head_load ? key_match :", "!head_load ? head_match_q :", \
      "a line that waits in R forgets the tags that were allocated two cycles before", \
      "narrow=true") \
    X("rtl-warppool-entry-twice", "warppool_maps", "want = ~reserved_q | taken_i", \
      "want = ~reserved_q", "an entry that is taken stays reserved", "narrow=true") \
    X("rtl-warppool-opens-full", "warppool_coalescer", "open_q        <= idle && !adr_pulse_i", \
      "open_q        <= idle", "an instruction comes in over the one of the cycle before", \
      "narrow=true") \
    X("rtl-warppool-group-kept", "warppool_choice", "group = used_i & group_q", "group = group_q", \
      "warp first names a tag that has left", "narrow=true select=warp") \
    X("rtl-warppool-merge-leaves", "warppool_select", "|(selected_q & ~fresh_i)", \
      "|(selected_q | fresh_i) && selected_valid", \
      "a tag leaves in the cycle after a request was merged into it", "narrow=true") \
    X("rtl-warppool-fresh-first", "warppool_queues", "fresh_q <= |put", "fresh_q <= put[0]", \
      "a tag does not wait for a request that a higher coalescer merged into it", "narrow=true") \
    X("rtl-warppool-idle-early", "warppool_order", "busy_o        = |accept_q", \
      "busy_o        = accept_q[0]", "idle_o does not see all counters that are about to change", \
      "")

#endif
