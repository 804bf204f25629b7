#!/usr/bin/env bash
# wrap.sh : the adapters that `warploom rtl --wrap HOST` emits: clean in Verilator, Icarus and
# Yosys; parameters and configurations that do not fit are refused; beside its model MRPB's passes
# the bench, which catches each of the bugs named here. PRIC's is proved in tests/formal/pric.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/rtl/wrap/adapter.sh
fits=(-c mrpb-base-s --set name=vx --set sm.warps=4 --set structures.mrpb.queues=4 \
    --set structures.mrpb.bypass=none)
pric=(-c gtx480 --set name=vx --set structures.pric.enable=true)

vortex() { emitted "$1" vortex "$2" "${@:3}"; }
vortex warp vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128
vortex line vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128 \
    --set structures.mrpb.signature=line
vortex no_flush vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128 \
    --set structures.mrpb.flush=false --set structures.mrpb.latency=2
vortex no_data vx_mrpb_vortex "${fits[@]}"
vortex slot vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.single_slot=true \
    --set structures.mrpb.data_bits=8
vortex hash vx_pric_vortex "${pric[@]}"
vortex hash_above_the_line vx_pric_vortex "${pric[@]}" --set structures.pric.low_bit=10
vortex hash_2_sets vx_pric_vortex "${pric[@]}" --set structures.pric.index_bits=1
vortex hash_linear vx_pric_vortex "${pric[@]}" --set structures.pric.kind=linear
vortex hash_one_tag_bit vx_pric_vortex "${pric[@]}" --set structures.pric.kind=linear \
    --set structures.pric.address_bits=13 --set structures.pric.high_bit=12

# Without --wrap, and with none, not a byte differs from what there was.
expect emit_none "$WARPLOOM" rtl -q -c mrpb-base-s --wrap none -o "$WORK/none"
expect none_adds_nothing diff -r rtl/mrpb-base-s "$WORK/none"
regenerates() {
    local line
    (cd "$WORK" && "$WARPLOOM" rtl -q "${pric[@]}" --wrap vortex --index-c -o first) || return 1
    line=$(sed -n 's,^// regen    : warploom ,,p' "$WORK/first/vx_pric_vortex.v")
    (cd "$WORK" && cp -r first kept && rm first/* && eval "\"$WARPLOOM\" $line -q" &&
        diff -r kept first)
}
expect banner_names_the_options regenerates

# What does not fit is refused, and nothing is written.
wrong() { expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${@:3}" -o "$WORK/refused"; }
wrong unknown_host '--wrap votrex: must be one of none, vortex' "${fits[@]}" --wrap votrex
wrong bypass_has_no_path 'structures.mrpb.bypass: must be none' -c mrpb-base-s --wrap vortex
wrong program_counter_is_not_carried 'structures.mrpb.signature: must be warp or line' \
    "${fits[@]}" --set structures.mrpb.signature=pc --wrap vortex
wrong tag_needs_metadata 'structures.mrpb.meta_bits = 0: must be at least 1' "${fits[@]}" \
    --set structures.mrpb.meta_bits=0 --wrap vortex
wrong host_has_one_clock 'rtl.storage: must not be sram_1rw' "${fits[@]}" \
    --set rtl.storage=sram_1rw --wrap vortex
wrong hash_needs_a_tag 'leaves no tag' "${pric[@]}" --set structures.pric.kind=linear \
    --set structures.pric.address_bits=12 --set structures.pric.high_bit=11 --wrap vortex
wrong nothing_to_wrap "all of these are false: structures.mrpb.enable, structures.pric.enable, $(
    )structures.cart.enable, structures.warppool.enable" \
    -c gtx480 --set structures.crossbar.enable=true --wrap vortex
wrong no_function_as_c 'structures.pric.enable is false' "${fits[@]}" --index-c
expect nothing_half_written test ! -e "$WORK/refused"

expect tag_w_1_is_refused refuses "$WORK/warp" vx_mrpb_vortex \
    TAG_W_must_contain_the_warp_number TAG_W=1
expect payload_w_0_is_refused refuses "$WORK/warp" vx_mrpb_vortex \
    PAYLOAD_W_must_be_at_least_1 PAYLOAD_W=0
expect warp_w_3_is_refused refuses "$WORK/warp" vx_mrpb_vortex \
    WARP_W_must_be_at_most_2_as_the_queue_stands_for_the_warp WARP_W=3
# Three queues, and a number of two bits: there is no fourth queue for warp 3.
"$WARPLOOM" rtl -q "${fits[@]}" --set name=v3 --set sm.warps=3 --set structures.mrpb.queues=3 \
    --wrap vortex -o "$WORK/three"
expect warp_w_2_of_three_queues_is_refused refuses "$WORK/three" v3_mrpb_vortex \
    WARP_W_must_number_no_more_than_the_3_queues WARP_W=2
expect index_w_6_is_refused refuses "$WORK/hash" vx_pric_vortex \
    INDEX_W_must_be_5 INDEX_W=6
expect line_w_26_is_refused refuses "$WORK/hash" vx_pric_vortex \
    LINE_W_must_be_more_than_5_and_at_most_25 LINE_W=26
expect line_w_5_is_refused refuses "$WORK/hash" vx_pric_vortex \
    LINE_W_must_be_more_than_5_and_at_most_25 LINE_W=5

# 48 queues tell no more than 5 bits of a warp's number apart: the default is one that fits.
expect parameters_of_a_preset_fit_it "$WARPLOOM" bench -q -c mrpb-base-s \
    --set structures.mrpb.bypass=none --block mrpb_vortex --cycles 20000 --sim icarus
sizes=(--parameters 'ADDR_W=10 TAG_W=6 WARP_LSB=2 WARP_W=2 PAYLOAD_W=9 DATA_W=32 RSP_W=32')
expect bench_warp passes warp "${sizes[@]}" --cycles 4000
expect bench_line passes line "${sizes[@]}" --cycles 4000 --seed 2
expect bench_no_flush passes no_flush --cycles 4000 --seed 3
expect bench_no_data passes no_data --cycles 4000 --seed 4
expect bench_pric passes hash --cycles 2000
expect bench_pric_above_the_line passes hash_above_the_line --parameters LINE_W=20 --cycles 2000
short_run_is_told warp

# Named bugs, each a sed edit of the adapter.
BUG_BASE=$WORK/warp BUG_FILE=vx_mrpb_vortex.v BUG_RUN=("${sizes[@]}" --cycles 4000)
replace() { bug "$1" "s%$2%$3%"; } # NAME FROM TO
open='idle \|\| !\(core_req_ordered_i \|\| behind_ordered_q\)'
replace nothing_drains "$open" "1'b1"
replace ordered_does_not_wait "$open" 'idle \|\| !behind_ordered_q'
replace nothing_waits_behind_ordered "$open" 'idle \|\| !core_req_ordered_i'
replace ordered_lets_others_in_a_cycle_later 'else if \(in_fire\) behind' 'else behind'
replace ordered_writes_alone_drain "$open" \
    'idle \|\| !(core_req_ordered_i \&\& core_req_rw_i \|\| behind_ordered_q)'
replace ready_while_it_drains 'core_req_ready_o = block_ready && open' \
    'core_req_ready_o = block_ready'
replace enters_while_it_drains 'in_valid  = core_req_valid_i && open' \
    'in_valid  = core_req_valid_i'
replace ready_waits_for_valid 'core_req_ready_o = block_ready && open' \
    'core_req_ready_o = block_ready \&\& open \&\& core_req_valid_i'
replace open_only_when_idle "open      = $open" 'open      = idle'
replace warp_one_bit_higher 'WARP_LSB \+: WARP_W\]\)' 'WARP_LSB+1 +: WARP_W])'
replace warp_from_the_payload 'core_req_tag_i\[WARP_LSB' 'core_req_payload_i[WARP_LSB'
replace tag_and_payload_swapped 'in_meta_i\(\{core_req_payload_i, core_req_tag_i\}' \
    'in_meta_i({core_req_tag_i, core_req_payload_i}'
replace payload_bit_lost 'in_meta_i\(\{core_req_payload_i,' \
    "in_meta_i({core_req_payload_i[PAYLOAD_W-1:1], 1'b0,"
replace address_top_bit_lost 'in_line_i\(core_req_addr_i' \
    "in_line_i({1'b0, core_req_addr_i[ADDR_W-2:0]}"
replace writes_become_reads 'in_write_i\(core_req_rw_i' "in_write_i(1'b0"
replace data_of_writes_lost 'in_data_i\(core_req_data_i' 'in_data_i({DATA_W{1'"'b0"'}}'
replace reset_is_active_low 'rst_ni\(!reset_i\)' 'rst_ni(reset_i)'
replace no_reset 'rst_ni\(!reset_i\)' "rst_ni(1'b1)"
replace answer_waits_for_ready 'core_rsp_valid_o  = cache_rsp_valid_i' \
    'core_rsp_valid_o  = cache_rsp_valid_i \&\& core_rsp_ready_i'
replace answer_lost_when_refused 'cache_rsp_ready_o = core_rsp_ready_i' "cache_rsp_ready_o = 1'b1"
replace answer_with_another_tag 'core_rsp_tag_o    = cache_rsp_tag_i' \
    "core_rsp_tag_o    = cache_rsp_tag_i ^ 1'b1"
replace answer_ready_waits_for_valid 'cache_rsp_ready_o = core_rsp_ready_i' \
    'cache_rsp_ready_o = core_rsp_ready_i \&\& cache_rsp_valid_i'
expect twenty_bugs_or_more test "$bugs" -ge 20
BUG_BASE=$WORK/hash BUG_FILE=vx_pric_vortex.v BUG_RUN=(--cycles 2000)
replace pric_tag_and_index_swapped '\{core_tag\[LINE_W-INDEX_W-1:0\], core_index\}' \
    '{core_index, core_tag[LINE_W-INDEX_W-1:0]}'
replace pric_memory_sees_the_hash 'mem_line_o  = mem_line\[LINE_W-1:0\]' \
    'mem_line_o  = bank_line_i'
finish
