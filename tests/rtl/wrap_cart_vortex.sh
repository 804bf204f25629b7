#!/usr/bin/env bash
# wrap_cart_vortex.sh : CART's adapter to Vortex (`rtl -c cart --wrap vortex`): clean in Verilator,
# Icarus and Yosys; what does not fit is refused; beside its model it passes the bench, which
# catches each of the bugs named here. Its rules are proved in tests/formal/cart_vortex.sh; what it
# gains stands in tests/unit/test_wrapped_vortex.c.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/rtl/wrap/adapter.sh

few=(-c cart --set name=vx --set structures.cart.branches=2 --set structures.cart.rows=2)
emitted small vortex vx_cart_vortex "${few[@]}"
also() { # NAME OPTION...: the adapter is the same text, but for the least time
    expect "emit_$1" "$WARPLOOM" rtl -q "${few[@]}" "${@:2}" --wrap vortex -o "$WORK/$1"
    printf '%s\n' "${few[@]}" "${@:2}" --block cart_vortex >"$WORK/$1.config"
}
also early --set structures.cart.latency=1
also ahead --set structures.cart.latency=3
also fifos --set structures.cart.design=bank_fifo
expect emit_of_the_preset "$WARPLOOM" rtl -q -c cart --wrap vortex -o "$WORK/preset"
expect preset_has_its_name test -s "$WORK/preset/cart_vortex.v"
slots_are_clean() {
    cd "$WORK/small" && said verilator --lint-only -Wall --default-language 1364-2005 \
        -DWL_ASSERT_ON --top-module vx_cart_vortex "-GDATA_SLOTS=$1" -f vx.f
}
expect clean_with_one_slot slots_are_clean 1
expect clean_with_slots_that_are_no_power_of_two slots_are_clean 5
for shape in early:two small:three ahead:four; do
    expect "header_tells_the_least_time_${shape%:*}" grep -q \
        "A request takes ${shape#*:} cycles at least" "$WORK/${shape%:*}/vx_cart_vortex.v"
done

wrong() { expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${@:3}" --wrap vortex -o "$WORK/refused"; }
wrong memory_rejects_nothing 'structures.cart.design: must not be nonblocking' -c cart --set \
    structures.cart.design=nonblocking
wrong one_clock 'rtl.storage: must not be sram_1rw' -c cart --set rtl.storage=sram_1rw
expect nothing_half_written test ! -e "$WORK/refused"
cart_refuses() { refuses "$WORK/small" vx_cart_vortex "$@"; }
expect address_is_not_too_narrow cart_refuses ADDR_W_must_be_at_least_22 ADDR_W=21
expect tag_is_not_empty cart_refuses TAG_W_must_be_at_least_1 TAG_W=0
expect payload_is_not_empty cart_refuses PAYLOAD_W_must_be_at_least_1 PAYLOAD_W=0
expect slots_are_not_too_many cart_refuses DATA_SLOTS_must_be_from_1_to_256 DATA_SLOTS=257
no_bench() {
    expect_status "$1" 2 "$2" "$WARPLOOM" bench -c cart --block cart_vortex --parameters "$3"
}
no_bench address_fits_the_map 'ADDR_W must be from 22 to 57' ADDR_W=21
no_bench unknown_parameter 'and the names of cart_vortex are ADDR_W, DATA_W, TAG_W' WARP_W=2
no_bench metadata_fit_the_model 'must leave the metadata 64 bits' 'TAG_W=40 PAYLOAD_W=24'

sizes=(--parameters 'TAG_W=6 PAYLOAD_W=9 DATA_W=32 RSP_W=32 DATA_SLOTS=3')
expect bench_early passes early "${sizes[@]}" --cycles 2500 --seed 2
expect bench_fifos passes fifos "${sizes[@]}" --cycles 2500 --seed 3
expect bench_ahead passes ahead "${sizes[@]}" --cycles 2500 --seed 4
expect bench_small passes small "${sizes[@]}" --cycles 4000
expect bench_one_slot passes small --parameters 'ADDR_W=26 DATA_SLOTS=1' --cycles 2500 --seed 6
# slots for most of the 17 writes that it holds
expect bench_many_slots passes small --parameters 'DATA_SLOTS=14' --cycles 10000
short_run_is_told small

# Named bugs, each a sed edit of the adapter.
BUG_BASE=$WORK/small BUG_FILE=vx_cart_vortex.v BUG_RUN=("${sizes[@]}" --cycles 2500)
replace() { bug "$1" "s%$2%$3%"; } # NAME FROM TO
open='\(idle \|\| !\(core_req_ordered_i \|\| behind_ordered_q\)\)'
replace nothing_drains "$open" "1'b1"
replace ordered_does_not_wait "$open" '(idle \|\| !behind_ordered_q)'
replace nothing_waits_behind_ordered "$open" '(idle \|\| !core_req_ordered_i)'
replace ordered_writes_alone_drain "$open" \
    '(idle \|\| !(core_req_ordered_i \&\& core_req_rw_i \|\| behind_ordered_q))'
replace ordered_lets_others_in_a_cycle_later 'if \(in_fire\) behind' 'behind'
replace write_waits_for_no_slot '\(slot_valid_q \|\| !core_req_rw_i\)' "1'b1"
replace read_waits_for_a_slot '\(slot_valid_q \|\| !core_req_rw_i\)' 'slot_valid_q'
replace slot_is_never_free_again 'releases \? ONE << out_slot : NONE' 'NONE'
replace slot_of_a_read_is_freed 'releases = out_fire && mem_req_rw_o' 'releases = out_fire'
replace slot_is_free_when_offered 'releases = out_fire && mem_req_rw_o' \
    'releases = mem_req_valid_o \&\& mem_req_rw_o'
replace slot_is_taken_twice 'chooses \? first_free : NONE' 'NONE'
replace next_slot_is_kept 'chooses  = takes \|\| !slot_valid_q' 'chooses  = !slot_valid_q'
replace no_slot_is_valid 'slot_valid_q <= any_free' "slot_valid_q <= 1'b1"
replace read_takes_a_slot 'takes    = in_fire && core_req_rw_i' 'takes    = in_fire'
replace refused_write_is_stored 'if \(takes\) data_q' \
    'if (core_req_valid_i \&\& core_req_rw_i) data_q'
replace data_of_another_slot 'data_q\[out_slot\]' 'data_q[slot_q]'
replace waiting_read_changes 'core_req_rw_i \? slot_q : \{SLOT_W\{1.b0\}\}' 'slot_q'
replace used_slots_outlive_a_reset 'used_q           <= ONE' 'used_q           <= used_q'
replace ready_while_it_drains 'core_req_ready_o = block_ready && open' \
    'core_req_ready_o = block_ready'
replace enters_while_it_drains 'in_valid  = core_req_valid_i && open' \
    'in_valid  = core_req_valid_i'
replace ready_waits_for_valid 'core_req_ready_o = block_ready && open' \
    'core_req_ready_o = block_ready \&\& open \&\& core_req_valid_i'
replace leaves_without_ready 'out_fire  = mem_req_valid_o && mem_req_ready_i' \
    'out_fire  = mem_req_valid_o'
replace tag_and_payload_swapped 'in_meta_i\(\{core_req_tag_i, core_req_payload_i' \
    'in_meta_i({core_req_payload_i, core_req_tag_i'
replace write_becomes_a_read 'core_req_payload_i, core_req_rw_i, in_slot' \
    "core_req_payload_i, 1'b0, in_slot"
replace address_top_bit_lost 'in_line_i\(core_req_addr_i' \
    "in_line_i({1'b0, core_req_addr_i[ADDR_W-2:0]}"
replace no_reset 'rst_ni\(!reset_i\)' "rst_ni(1'b1)"
replace never_idle 'idle_o         = idle' "idle_o         = 1'b0"
replace idle_while_a_write_waits 'idle_o         = idle' 'idle_o         = idle \|\| mem_req_rw_o'
replace answer_waits_for_ready 'core_rsp_valid_o = mem_rsp_valid_i' \
    'core_rsp_valid_o = mem_rsp_valid_i \&\& core_rsp_ready_i'
replace answer_lost_when_refused 'mem_rsp_ready_o  = core_rsp_ready_i' "mem_rsp_ready_o  = 1'b1"
replace answer_with_another_tag 'core_rsp_tag_o   = mem_rsp_tag_i' \
    "core_rsp_tag_o   = mem_rsp_tag_i ^ 1'b1"
expect thirty_bugs_or_more test "$bugs" -ge 30
finish
