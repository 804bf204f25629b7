#!/usr/bin/env bash
# wrap_hpdcache.sh : MRPB's adapter to the HPDcache (`rtl --wrap hpdcache`): clean in Verilator,
# Icarus and Yosys; what does not fit is refused; beside its model it passes the bench, which
# catches each of the bugs named here. Its rules are proved in tests/formal/hpdcache.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/rtl/wrap/adapter.sh
TOP=hp_mrpb_hpdcache
fits=(-c mrpb-base-s --set name=hp --set sm.warps=4 --set structures.mrpb.queues=4 \
    --set structures.mrpb.bypass=none --set structures.mrpb.data_bits=72)

hpdcache() { emitted "$1" hpdcache $TOP "${fits[@]}" "${@:2}"; }
hpdcache threads
hpdcache lines --set structures.mrpb.signature=line
hpdcache no_flush --set structures.mrpb.flush=false --set structures.mrpb.latency=2 \
    --set structures.mrpb.depth=2
hpdcache odd --set sm.warps=11 --set structures.mrpb.queues=11
hpdcache slot --set structures.mrpb.single_slot=true

wrong() {
    expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${fits[@]}" "${@:3}" --wrap hpdcache \
        -o "$WORK/refused"
}
wrong stores_bring_data 'structures.mrpb.data_bits = 0: must be at least 1' \
    --set structures.mrpb.data_bits=0
wrong bypass_has_no_path 'structures.mrpb.bypass: must be none' \
    --set structures.mrpb.bypass=associativity
wrong program_counter_is_not_carried 'structures.mrpb.signature: must be warp or line' \
    --set structures.mrpb.signature=pc
wrong transaction_needs_metadata 'structures.mrpb.meta_bits = 0: must be at least 1' \
    --set structures.mrpb.meta_bits=0
wrong host_has_one_clock 'rtl.storage: must not be sram_1rw' --set rtl.storage=sram_1rw
wrong nothing_to_wrap 'structures.mrpb.enable' --set structures.mrpb.enable=false \
    --set structures.pric.enable=true
expect nothing_half_written test ! -e "$WORK/refused"

of_threads() { refuses "$WORK/threads" $TOP "$@"; }
expect tag_is_not_empty of_threads TAG_W_must_be_at_least_1 TAG_W=0
expect offset_is_more_than_a_line of_threads OFFSET_W_must_be_more_than_CL_OFFSET_W OFFSET_W=7
expect line_has_an_offset of_threads CL_OFFSET_W_must_be_at_least_1 CL_OFFSET_W=0
expect data_are_in_bytes of_threads DATA_W_must_be_a_multiple_of_8 DATA_W=36
expect source_is_not_empty of_threads SID_W_must_be_at_least_1 SID_W=0
expect slots_are_at_least_1 of_threads RSP_SLOTS_must_be_from_1_to_256 RSP_SLOTS=0
expect slots_are_at_most_256 of_threads RSP_SLOTS_must_be_from_1_to_256 RSP_SLOTS=257
expect signature_lies_in_tid of_threads the_signature_must_lie_in_tid SIG_LSB=5
expect signature_is_not_empty of_threads the_signature_must_lie_in_tid SIG_W=0
expect signature_has_its_queue refuses "$WORK/odd" $TOP \
    SIG_W_must_number_no_more_than_the_11_queues SIG_W=4

sizes=(--parameters \
    'TAG_W=4 OFFSET_W=9 CL_OFFSET_W=5 DATA_W=32 SID_W=2 TID_W=6 SIG_LSB=2 SIG_W=2 RSP_SLOTS=5')
line_sizes=(--parameters 'TAG_W=4 OFFSET_W=9 CL_OFFSET_W=5 DATA_W=32 SID_W=2 TID_W=6 RSP_SLOTS=5')
expect bench_threads passes threads "${sizes[@]}" --cycles 4000
expect bench_lines passes lines "${line_sizes[@]}" --cycles 4000 --seed 2
expect bench_no_flush passes no_flush --cycles 4000 --seed 3
expect bench_one_response_slot passes odd --parameters 'SIG_LSB=3 RSP_SLOTS=1' --cycles 4000
short_run_is_told threads

# Named bugs, each a sed edit of the adapter.
BUG_BASE=$WORK/threads BUG_FILE=$TOP.v BUG_RUN=("${sizes[@]}" --cycles 4000)
bug atomics_do_not_drain '/ ordered =/s/\(core_req_op_i != OP_LOAD.*OP_STORE\)/core_req_op_i[4]/'
bug fences_do_not_drain '/ ordered =/s/\(core_req_op_i != OP_LOAD.*OP_STORE\)/core_req_op_i[2]/'
bug uncacheable_do_not_drain 's/core_req_pma_i\[4\] \|\| core_req_pma_i\[3\]/core_req_pma_i[3]/'
bug io_does_not_drain 's/core_req_pma_i\[4\] \|\| core_req_pma_i\[3\]/core_req_pma_i[4]/'
bug nothing_waits_behind_ordered '/ open /s/ \|\| behind_ordered_q//'
bug ordered_is_forgotten 's/if \(in_fire\) behind_ordered_q <= ordered;//'
bug slots_are_not_counted 's/if \(reserves && !releases\) +reserved_q <= .*/if (0) ;/'
bug slots_are_not_released 's/else if \(releases && !reserves\) reserved_q <= .*//'
bug slot_for_requests_without_response '/ reserves /s/ && core_req_need_rsp_i//'
bug a_slot_too_many '/ slot_free /s/RSP_SLOTS\[COUNT_W-1:0\]/RSP_SLOTS[COUNT_W-1:0] + COUNT_1/'
bug full_slots_let_in 's/\(slot_free \|\| !core_req_need_rsp_i\)/1'"'b1"'/'
bug response_is_lost_when_refused 's/ store = .*/ store = 1'"'b0"';/'
bug response_comes_twice 's/ store = .*/ store = cache_rsp_valid_i;/'
bug stored_responses_are_overtaken \
    's/none_stored \? response : mem_q\[head_q\]/cache_rsp_valid_i ? response : mem_q[head_q]/'
bug response_waits_for_ready \
    's/core_rsp_valid_o = cache_rsp_valid_i/core_rsp_valid_o = core_rsp_ready_i \&\& cache_rsp_valid_i/'
bug ring_is_one_slot_short 's/LAST_SLOT = RSP_SLOTS - 1/LAST_SLOT = RSP_SLOTS - 2/'
bug ring_does_not_turn 's/next_slot = .*/next_slot = slot + SLOT_1;/'
bug error_is_lost 's/cache_rsp_error_i, cache_rsp_aborted_i\};/1'"'b0"', cache_rsp_aborted_i};/'
bug flags_swapped \
    's/cache_rsp_error_i, cache_rsp_aborted_i\}/cache_rsp_aborted_i, cache_rsp_error_i}/'
bug atomics_lose_their_data \
    's/in_write_i\(core_req_op_i != OP_LOAD\)/in_write_i(core_req_op_i == OP_STORE)/'
bug byte_enables_lost 's/core_req_wdata_i, core_req_be_i/core_req_wdata_i, {(DATA_W\/8){1'"'b1"'}}/'
bug source_and_transaction_apart \
    's/core_req_sid_i, core_req_tid_i, core_req_need/core_req_sid_i ^ 1'"'b1"', core_req_tid_i, core_req_need/'
bug offset_in_the_line_lost \
    's/in_meta_i\(\{core_req_addr_offset_i\[CL_OFFSET_W-1:0\]/in_meta_i({{CL_OFFSET_W{1'"'b0"'}}/'
bug tag_bit_lost \
    's/in_line_i\(\{core_req_addr_tag_i,/in_line_i({{core_req_addr_tag_i[TAG_W-1:1], 1'"'b0"'},/'
bug thread_one_bit_lower 's/core_req_tid_i\[SIG_LSB \+:/core_req_tid_i[SIG_LSB-1 +:/'
bug virtually_indexed 's/cache_req_phys_indexed_o = 1/cache_req_phys_indexed_o = 0 \& 1/'
bug ready_waits_for_valid \
    's/core_req_ready_o = block_ready/core_req_ready_o = core_req_valid_i \&\& block_ready/'
bug no_reset_of_the_block 's/\.rst_ni\(rst_ni\),/.rst_ni(1'"'b1"'),/'
bug no_reset_of_slots 's/ +reserved_q +<= \{COUNT_W.*//'
bug no_reset_of_responses 's/ +number_q <= \{COUNT_W.*//'
expect thirty_bugs test "$bugs" -eq 30
BUG_BASE=$WORK/lines BUG_RUN=("${line_sizes[@]}" --cycles 4000)
bug words_of_a_line_apart \
    's/core_req_addr_offset_i\[OFFSET_W-1:CL_OFFSET_W\]\}/core_req_addr_offset_i[OFFSET_W-1:CL_OFFSET_W] ^ core_req_addr_offset_i[2]}/'
finish
