#!/usr/bin/env bash
# wrap_warppool_vortex.sh : WarpPool's adapter to Vortex (`rtl -c warppool --wrap vortex`), in place
# of the host's coalescer: clean in Verilator, Icarus and Yosys; what does not fit is refused;
# beside its model it passes the bench, which catches each of the bugs named here.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/rtl/wrap/adapter.sh

few=(-c warppool --set name=vx --set sm.loads_per_warp=1 --set l1d.index=linear
    --set l1d.line_bytes=64 --set l1i.line_bytes=64 --set l1c.line_bytes=64
    --set structures.warppool.lanes=4 --set structures.warppool.lane_bytes=4
    --set structures.warppool.insn_bits=0 --set structures.warppool.insn_queues=1
    --set structures.warppool.address_bits=18 --set structures.warppool.select=oldest
    --set l1d.merges=1 --set l1d.mshrs=3 --set sm.warps=6 --set sm.ctas=6
    --set structures.warppool.insn_depth=1 --set structures.warppool.coalescers=1
    --set structures.warppool.queues=2 --set structures.warppool.tags=1
    --set structures.warppool.maps=2)
emitted small vortex vx_warppool_vortex "${few[@]}"
# A line of the block that is a word of the cache; two bytes more a lane, and a header.
map='dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS'
emitted whole vortex vx_warppool_vortex "${few[@]}" --set l1d.line_bytes=32 \
    --set l1i.line_bytes=32 --set l1c.line_bytes=32 --set dram.burst=4 \
    --set "dram.address_map=$map" --set structures.warppool.lanes=8 \
    --set structures.warppool.lane_bytes=8 --set structures.warppool.insn_bits=3 \
    --set structures.warppool.insn_queues=2 --set sm.loads_per_warp=3 \
    --set structures.warppool.insn_depth=4 --set structures.warppool.queues=4
expect emit_of_the_preset "$WARPLOOM" rtl -q -c warppool --wrap vortex -o "$WORK/preset"
expect preset_has_its_name test -s "$WORK/preset/warppool_vortex.v"
# The host compiles it as SystemVerilog, which has more reserved words.
expect clean_as_systemverilog eval "cd '$WORK/small' && said verilator --lint-only -Wall \
    --top-module vx_warppool_vortex -f vx.f"

wrong() { expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${@:3}" --wrap vortex -o "$WORK/refused"; }
wrong lanes_are_a_power_of_two 'structures.warppool.lanes = 6: must be a power of two' \
    "${few[@]}" --set structures.warppool.lanes=6
wrong line_holds_all_lanes 'l1d.line_bytes = 64: must be at least 128' "${few[@]}" \
    --set structures.warppool.lanes=32
wrong data_travel 'structures.warppool.data: must be true' "${few[@]}" \
    --set structures.warppool.data=false
wrong one_beat 'structures.warppool.narrow: must be false' "${few[@]}" \
    --set structures.warppool.narrow=true
wrong one_clock 'rtl.storage: must not be sram_1rw' "${few[@]}" --set rtl.storage=sram_1rw
expect nothing_half_written test ! -e "$WORK/refused"
pool_refuses() { refuses "$WORK/small" vx_warppool_vortex "$@"; }
expect lanes_are_the_blocks pool_refuses NUM_REQS_must_be_4 NUM_REQS=8
expect address_is_the_blocks pool_refuses ADDR_WIDTH_must_be_14 ADDR_WIDTH=30
expect words_are_of_four_bytes pool_refuses DATA_IN_SIZE_must_be_4 DATA_IN_SIZE=8
expect output_is_one_word pool_refuses DATA_OUT_SIZE_must_be_16 DATA_OUT_SIZE=32
expect tags_number_the_mshrs pool_refuses QUEUE_SIZE_must_be_at_least_2_and_3 QUEUE_SIZE=2
no_bench() {
    expect_status "$1" 2 "$2" "$WARPLOOM" bench "${few[@]}" --block warppool_vortex \
        --parameters "$3"
}
no_bench tags_are_enough 'QUEUE_SIZE must be at least l1d.mshrs = 3' QUEUE_SIZE=2
no_bench unknown_parameter \
    'names of warppool_vortex are ATYPE_WIDTH, TAG_WIDTH, UUID_WIDTH, QUEUE_SIZE' DATA_SLOTS=2

sizes=(--parameters 'TAG_WIDTH=5 QUEUE_SIZE=6 ATYPE_WIDTH=2')
expect bench_small passes small "${sizes[@]}" --cycles 2500 --seed 2
expect bench_whole passes whole --cycles 4000 --seed 3
short_run_is_told small

# Named bugs, each a sed edit of the adapter.
BUG_BASE=$WORK/small BUG_FILE=vx_warppool_vortex.v BUG_RUN=("${sizes[@]}" --cycles 4000 --seed 3)
replace() { bug "$1" "s%$2%$3%"; } # NAME FROM TO
replace read_passes_a_write '\(store_q\[s\] \|\| in_req_rw\)' 'in_req_rw'
replace write_passes_a_read '\(store_q\[s\] \|\| in_req_rw\)' 'store_q[s]'
replace one_lane_is_hashed 'for \(i = 0; i < NUM_REQS; i = i \+ 1\)$' \
    'for (i = 0; i < 1; i = i + 1)'
replace hash_of_lanes_that_take_no_part '\{HASHES\{in_req_mask\[l\]\}\} & ' ''
replace ordered_does_not_drain 'in_ordered \? empty : ' 'in_ordered ? !ordered_q : '
replace enters_beside_an_ordered_one ': !ordered_q && ' ': '
replace attribute_of_idle_lanes 'in_special\[l\] = in_req_mask\[l\] && ' 'in_special[l] = '
replace odd_bytes_enter_the_block ' \|\| !in_regular;' ';'
replace slot_is_free_before_it_is_accepted '&& !pending\[s\] && ' '\&\& '
replace slot_is_free_before_it_is_answered \
    ' && !\(\|left_q\[s\*NUM_REQS \+: NUM_REQS\]\)' ''
replace ordered_slot_is_freed '!\(ordered_q && ordered_slot_q == NUMBER\)' "1'b1"
replace slot_is_taken_twice '\(chooses \? first_free : NO_SLOT\)' 'NO_SLOT'
replace mshr_is_taken_twice '\(chooses_mshr \? first_mshr : NO_MSHR\)' 'NO_MSHR'
replace mshr_is_never_free 'releases_mshr \? MSHR_0 << freed_mshr : NO_MSHR' 'NO_MSHR'
replace write_takes_an_mshr 'takes_mshr    = out_fire && block_load' 'takes_mshr    = out_fire'
replace read_waits_for_no_mshr '\(block_store \|\| mshr_valid_q\);' "1'b1;"
replace block_goes_on_without_an_mshr 'out_req_ready && \(block_store \|\| mshr_valid_q\)' \
    'out_req_ready'
replace tag_changes_while_a_write_waits 'block_load \? mshr_q : \{MSHR_W\{1.b0\}\}' 'mshr_q'
replace address_is_taken_over 'ag_ready = !adr_valid_q \|\| adr_ready' "ag_ready = 1'b1"
replace low_word_of_all_lanes 'addr\[LANE_W-1:0\], lowest' "{LANE_W{1'b0}}, lowest"
replace data_stand_at_their_byte ' >> \{lowest, 3.b000\}' ''
replace halves_are_bytes "2'd1 : 2'd0;" "2'd0 : 2'd0;"
replace reads_are_of_bytes '!adr_store \|\| \|\(adr_words' '|(adr_words'
replace merged_by_the_lane_alone 'to_send_q\[l\] && word == first_word' 'first_lane[l]'
replace merged_whatever_the_word 'to_send_q\[l\] && word == first_word' 'to_send_q[l]'
replace lowest_lane_wins 'merged_data & ~lane_masks\[i\*OUT_W \+: OUT_W\]' 'merged_data'
mask="lane_masks[i*OUT_W +: OUT_W]"
replace last_word_of_a_lane_clears_the_first 'merged_data & ~lane_masks\[i\*OUT_W \+: OUT_W\]' \
    "(merged_data \\& ~($mask \\| $mask >> (OUT_W-WORD_W)))"
replace ordered_write_awaits_an_answer 'waits_q <= !ordered_store' "waits_q <= 1'b1"
replace next_word_before_the_answer 'ordered_q && !waits_q && sends' 'ordered_q \&\& sends'
replace answer_of_no_lane 'awaited_q : wb_mask' 'to_send_q : wb_mask'
replace answer_with_another_tag 'tag_q\[rsp_slot\]' 'tag_q[wb_slot]'
replace answer_waits_for_ready 'waits_q \? out_rsp_valid : wb_valid' \
    'waits_q ? out_rsp_valid \&\& in_rsp_ready : wb_valid'
replace answer_lost_when_refused 'waits_q \? in_rsp_ready : ret_ready' "waits_q ? 1'b1 : ret_ready"
replace lane_answered_for_good '\[s\*NUM_REQS \+: NUM_REQS\] & ~in_rsp_mask' \
    '[s*NUM_REQS +: NUM_REQS] \& {NUM_REQS{1'"'"'b0}}'
replace attribute_lost 'ordered_q \? first_atype' "ordered_q ? {ATYPE_WIDTH{1'b0}}"
replace ready_waits_for_valid 'in_req_ready = open && ' \
    'in_req_ready = in_req_valid \&\& open \&\& '
replace ready_without_the_block '\(in_ordered \|\| block_ready\)' "1'b1"
replace no_reset 'clk_i\(clk_i\), .rst_ni\(rst_ni\)' "clk_i(clk_i), .rst_ni(1'b1)"
replace idle_while_an_answer_waits 'idle         = empty' 'idle         = !(|pending)'
expect thirty_bugs_or_more test "$bugs" -ge 30
finish
