#!/usr/bin/env bash
# wrap_axi4.sh : the adapters of CART and MRPB to AXI4 (`rtl --wrap axi4`): clean in Verilator,
# Icarus and Yosys; what does not fit is refused; beside its model each passes the bench, which
# catches each of the bugs named here. Their rules are proved in tests/formal/axi4.sh; what they
# gain stands in tests/unit/test_wrapped.c.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/rtl/wrap/adapter.sh
mrpb=(-c mrpb-base-s --set sm.warps=4 --set structures.mrpb.queues=4 \
    --set structures.mrpb.bypass=none)

axi4() { emitted "$1" axi4 "$2" --set name=ax "${@:3}"; }
axi4 small ax_cart_axi4 -c cart --set structures.cart.branches=4 --set structures.cart.rows=2
axi4 tree ax_cart_axi4 -c cart
axi4 early ax_cart_axi4 -c cart --set structures.cart.latency=1
axi4 ahead ax_cart_axi4 -c cart --set structures.cart.latency=3
axi4 fifos ax_cart_axi4 -c cart --set structures.cart.design=bank_fifo
axi4 queues ax_mrpb_axi4 "${mrpb[@]}"
axi4 runs ax_mrpb_axi4 "${mrpb[@]}" --set structures.mrpb.drain=rr \
    --set structures.mrpb.drain_n=8 --set structures.mrpb.latency=2
axi4 odd ax_mrpb_axi4 -c mrpb-base-s --set structures.mrpb.bypass=none --set sm.warps=11 \
    --set structures.mrpb.queues=11
axi4 slot ax_mrpb_axi4 "${mrpb[@]}" --set structures.mrpb.single_slot=true
# File, module and what packages name are one name, also where the configuration's begins it.
expect emit_of_the_preset "$WARPLOOM" rtl -q -c cart --wrap axi4 -o "$WORK/preset"
expect clean_under_the_presets_name clean_adapter "$WORK/preset" cart_axi4
user_is_clean() {
    cd "$WORK/queues" && said verilator --lint-only -Wall --default-language 1364-2005 \
        -DWL_ASSERT_ON --top-module ax_mrpb_axi4 -GSIG_IS_USER=1 -GUSER_W=5 -GSIG_LSB=3 -f ax.f
}
expect clean_signature_of_user user_is_clean

wrong() { expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${@:3}" --wrap axi4 -o "$WORK/refused"; }
wrong memory_rejects_nothing 'structures.cart.design: must not be nonblocking' -c cart --set \
    structures.cart.design=nonblocking
wrong one_clock 'rtl.storage: must not be sram_1rw' -c cart --set rtl.storage=sram_1rw
wrong one_clock_of_mrpb 'rtl.storage: must not be sram_1rw' "${mrpb[@]}" \
    --set rtl.storage=sram_1rw
wrong nothing_to_wrap 'all of these are false: structures.mrpb.enable, structures.cart.enable' \
    -c warppool
wrong signature_is_an_id 'structures.mrpb.signature: must be warp' "${mrpb[@]}" \
    --set structures.mrpb.signature=line
wrong data_do_not_enter 'structures.mrpb.data_bits = 8: must be 0' "${mrpb[@]}" \
    --set structures.mrpb.data_bits=8
wrong bypass_has_no_path 'structures.mrpb.bypass: must be none' -c mrpb-base-s
wrong id_needs_metadata 'structures.mrpb.meta_bits = 0: must be at least 1' "${mrpb[@]}" \
    --set structures.mrpb.meta_bits=0
expect nothing_half_written test ! -e "$WORK/refused"

cart_refuses() { refuses "$WORK/tree" ax_cart_axi4 "$@"; }
expect address_is_not_too_narrow cart_refuses ADDR_W_must_be_at_least_29 ADDR_W=28
expect ids_are_not_too_many cart_refuses ID_W_must_be_from_1_to_8 ID_W=9
expect data_is_in_bytes cart_refuses DATA_W_must_be_a_multiple_of_8 DATA_W=12
mrpb_refuses() { refuses "$WORK/queues" ax_mrpb_axi4 "$@"; }
expect address_is_more_than_an_offset mrpb_refuses ADDR_W_must_be_at_least_8 ADDR_W=7
expect source_is_id_or_user mrpb_refuses SIG_IS_USER_must_be_0_or_1 SIG_IS_USER=2
expect signature_is_not_empty mrpb_refuses SIG_W_must_be_from_1_to_16 SIG_W=0
expect signature_lies_in_the_id mrpb_refuses the_signature_must_lie_in_arid_or_aruser SIG_LSB=3
expect signature_lies_in_the_user_bits mrpb_refuses the_signature_must_lie_in_arid_or_aruser \
    SIG_IS_USER=1 USER_W=1
expect signature_has_its_queue refuses "$WORK/odd" ax_mrpb_axi4 \
    SIG_W_must_number_no_more_than_the_11_queues SIG_W=4

small='DATA_W=32 USER_W=3'
by_id=(--parameters "$small")
by_id_above=(--parameters "$small SIG_LSB=1 SIG_W=2")
by_user=(--parameters "$small SIG_IS_USER=1 SIG_LSB=1 SIG_W=2")
expect bench_tree passes tree "${by_id[@]}" --cycles 4000
expect bench_fifos passes fifos --cycles 4000 --seed 4
expect bench_ahead passes ahead "${by_id[@]}" --cycles 4000 --seed 6
expect bench_small passes small "${by_id[@]}" --cycles 4000 --seed 5
expect bench_signature_of_id passes queues "${by_id_above[@]}" --cycles 4000
expect bench_signature_of_user passes queues "${by_user[@]}" --cycles 4000 --seed 2
expect bench_runs passes runs "${by_id[@]}" --cycles 4000 --seed 3
expect bench_more_ids_than_signatures passes odd --parameters "$small SIG_LSB=1 SIG_W=3" \
    --cycles 4000 --seed 4
short_run_is_told tree
no_bench() { expect_status "$1" 2 "$2" "$WARPLOOM" bench -c cart "${@:3}"; }
no_bench unknown_parameter '--parameters SIG_W=2: must be NAME=VALUE, and the names of cart_axi4' \
    --block cart_axi4 --parameters SIG_W=2
no_bench parameter_is_a_number '--parameters ID_W=9: must be a number of at most 8' \
    --block cart_axi4 --parameters ID_W=9
no_bench address_fits_the_map 'ADDR_W must be at least' --block cart_axi4 --parameters ADDR_W=20
no_bench parameters_of_a_wrapped_top '--block must be a wrapped top' --parameters ID_W=2
no_bench block_is_there '--block mrpb_axi4: configuration cart does not have mrpb' --block mrpb_axi4
no_bench gates_are_of_blocks '--gates: cannot be used with a wrapped top' --block cart_axi4 --gates

# Named bugs, each a sed edit of the adapter.
BUG_BASE=$WORK/small BUG_FILE=ax_cart_axi4.v BUG_RUN=("${by_id[@]}" --cycles 4000)
bug same_id_may_overtake '/ admit /s/!inside_q\[wait_id\]/1'"'b1"'/'
bug exclusive_overtakes '/ ordered /s/wait_lock \|\| //'
bug device_overtakes '/ ordered /s/ \|\| !wait_modify//'
bug ordered_is_overtaken '/ open /s/ \|\| behind_ordered_q//'
bug ordered_waits_for_nothing '/ open /s/\(ordered \|\| /(/'
bug another_cache_bit '/wait_modify /s/META_W-ID_W-4/META_W-ID_W-3/'
bug ordered_is_forgotten 's/if \(in_fire\) behind_ordered_q <= ordered;//'
bug never_leaves 's/\(inside_q & ~leaves\) \| enters/inside_q | enters/'
bug never_inside 's/\(inside_q & ~leaves\) \| enters/inside_q \& ~leaves/'
bug leaves_without_ready '/ out_fire /s/m_axi_arvalid && m_axi_arready/m_axi_arvalid/'
bug ready_while_one_waits 's/s_axi_arready = .*/s_axi_arready = block_ready;/'
bug ready_sees_valid 's/s_axi_arready = /s_axi_arready = s_axi_arvalid \&\& /'
bug waits_for_ever 's/s_fire \|\| \(waits_q && !in_fire\)/s_fire || waits_q/'
bug lost_when_two_meet 's/s_fire \|\| \(waits_q && !in_fire\)/(s_fire || waits_q) \&\& !in_fire/'
bug offset_is_lost 's/s_axi_araddr\[OFFSET_W-1:0\],/{OFFSET_W{1'"'b0"'}},/'
bug length_and_size_swapped 's/s_axi_arlen, s_axi_arsize,/s_axi_arsize, s_axi_arlen,/'
bug quality_is_lost 's/s_axi_arprot, s_axi_arqos,/s_axi_arprot, 4'"'d0,"'/'
bug user_bit_is_lost 's/s_axi_arregion, s_axi_aruser\};/s_axi_arregion, s_axi_aruser ^ 1'"'b1"'};/'
bug line_top_bit_is_lost \
    's/wait_line_q <= s_axi_araddr\[ADDR_W-1:OFFSET_W\]/wait_line_q <= s_axi_araddr[ADDR_W-2:OFFSET_W]/'
bug valid_waits_for_ready \
    's/\.req_valid_o\(m_axi_arvalid\)/.req_valid_o(block_valid)/; s/  wire unused_idle;/  wire block_valid; assign m_axi_arvalid = block_valid \&\& m_axi_arready; wire unused_idle;/'
bug no_reset_of_the_ids 's/if \(!aresetn\) inside_q <= .*/if (1'"'b0"') ;/'
bug last_of_a_write_lost 's/m_axi_wlast *= s_axi_wlast/m_axi_wlast = 1'"'b1"'/'
bug write_ready_ignored 's/s_axi_wready *= m_axi_wready/s_axi_wready = 1'"'b1"'/'
bug response_of_another_id 's/s_axi_bid *= m_axi_bid/s_axi_bid = m_axi_bid ^ 1'"'b1"'/'
bug last_beat_is_not_told 's/s_axi_rlast *= m_axi_rlast/s_axi_rlast = 1'"'b0"'/'
bug read_data_waits 's/s_axi_rvalid *= m_axi_rvalid/s_axi_rvalid = m_axi_rvalid \&\& s_axi_rready/'
bug write_address_changed 's/m_axi_awaddr *= s_axi_awaddr/m_axi_awaddr = s_axi_awaddr \& ~1/'
expect twenty_bugs_or_more test "$bugs" -ge 20

BUG_BASE=$WORK/queues BUG_FILE=ax_mrpb_axi4.v BUG_RUN=("${by_id_above[@]}" --cycles 4000)
bug mrpb_signature_from_bit_0 's/signature = wait_id\[SIG_LSB/signature = wait_id[0/'
bug mrpb_signature_of_the_next_read 's/signature = wait_id\[/signature = s_axi_arid[/'
bug mrpb_never_empty 's/\.idle_o\(empty\)/.idle_o()/; s/^  wire +empty;.*/  wire empty = 0;/'
bug mrpb_always_empty 's/\.idle_o\(empty\)/.idle_o()/; s/^  wire +empty;.*/  wire empty = 1;/'
bug mrpb_device_overtakes '/ ordered /s/ \|\| !wait_modify//'
bug mrpb_ordered_is_overtaken '/ open /s/ \|\| behind_ordered_q//'
bug mrpb_no_reset_of_the_block 's/\.rst_ni\(aresetn\), *$/.rst_ni(1'"'b1"'),/'
bug mrpb_metadata_of_the_next_read \
    's/in_meta_i\(wait_meta_q/in_meta_i({wait_meta_q[META_W-1:1], s_axi_aruser[0]}/'
bug mrpb_line_and_offset_apart \
    's/in_line_i\(wait_line_q/in_line_i(wait_line_q ^ {LINE_W{s_axi_arvalid}}/'
bug mrpb_leaves_unasked 's/req_ready_i\(m_axi_arready/req_ready_i(1'"'b1"'/'
BUG_RUN=("${by_user[@]}" --cycles 4000)
bug mrpb_id_in_two_queues 's/admit +=.*conflicts\[wait_id\];/admit = 1;/'
bug mrpb_single_read_is_overtaken \
    '/conflicts\[i\] =/s/!= \{COUNT_W\{1.b0\}\}/> 1/'
bug mrpb_conflict_of_another_id 's/!conflicts\[wait_id\]/!conflicts[wait_id ^ 1]/'
bug mrpb_signature_is_not_kept 's/if \(enters\) signature_q <= signature;//'
bug mrpb_count_loses_one 's/else if \(enters && !leaves\)/else if (enters)/'
bug mrpb_count_keeps_one 's/else if \(leaves && !enters\) count_q <= .*//'
bug mrpb_no_reset_of_counts 's/if \(!aresetn\) +count_q <= .*/if (0) ;/'
bug mrpb_count_of_another_id 's/out_fire && m_axi_arid == ID/out_fire \&\& (m_axi_arid ^ 1) == ID/'
expect forty_bugs_or_more test "$bugs" -ge 40
finish
