#!/usr/bin/env bash
# hpdcache.sh : proofs of MRPB's HPDcache adapter (tb/formal/hpdcache.v), by induction: a response
# always has a place, keeps its order and its bits and holds until it is taken; atomics, fences and
# uncacheable requests are alone in the block; an offer holds. Each property is seen to fail.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
BIND='connect -set h_reserved u_dut.reserved_q; connect -set h_number u_dut.number_q; connect -set h_head u_dut.head_q; connect -set h_tail u_dut.tail_q
    connect -set h_behind u_dut.behind_ordered_q; connect -set h_held u_dut.u_mrpb.held; connect -set h_needing u_dut.u_mrpb.needing
    connect -set h_slot0 \u_dut.mem_q[0]; connect -set h_slot1 \u_dut.mem_q[1]; connect -set h_slot2 \u_dut.mem_q[2]; '

expect emit "$WARPLOOM" rtl -q -c mrpb-base-s --set name=hp --set sm.warps=4 \
    --set structures.mrpb.queues=4 --set structures.mrpb.bypass=none \
    --set structures.mrpb.data_bits=72 --wrap hpdcache -o "$WORK/hp"

smt() { # NAME DIR DEFINE...
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" hpdcache_properties \
        "read_verilog -I. hp_mrpb_hpdcache.v; read_verilog -formal -DTOP=hp_mrpb_hpdcache -DMRPB=hp_mrpb $* -I$FORMAL_DIR $FORMAL_DIR/hpdcache.v" \
        "$BIND"
}
whole() { smt whole "$WORK/hp" || { tail -n 3 "$WORK/whole.yosys.log"; return 1; }; }
expect elaborates whole
expect properties_hold proved whole 1
expect witnesses_are_reached reached whole 8

mutant() { # ID PROPERTY EDIT
    local dir=$WORK/mutant_$1
    cp -r "$WORK/hp" "$dir"
    edited -E "$3" "$dir/hp_mrpb_hpdcache.v" && smt "mutant_$1" "$dir" "-DONLY=$1" &&
        refuted "mutant_$1" "$2" 12
}
expect refutes_1 mutant 1 response_has_a_place \
    's/\(slot_free \|\| !core_req_need_rsp_i\)/1'"'b1"'/'
expect refutes_2 mutant 2 response_holds \
    's/none_stored \? response : mem_q\[head_q\]/cache_rsp_valid_i ? response : mem_q[head_q]/'
expect refutes_3 mutant 3 response_in_order_and_unchanged 's/next_slot\(head_q\)/next_slot(tail_q)/'
expect refutes_4 mutant 4 response_passes_at_once \
    's/core_rsp_valid_o = cache_rsp_valid_i/core_rsp_valid_o = core_rsp_ready_i \&\& cache_rsp_valid_i/'
expect refutes_5 mutant 5 no_response_without_a_request \
    '/ reserves /s/ && core_req_need_rsp_i/ \&\& !core_req_need_rsp_i/'
expect refutes_6 mutant 6 ordered_enters_alone \
    's/core_req_pma_i\[4\] \|\| core_req_pma_i\[3\]/core_req_pma_i[3]/'
expect refutes_7 mutant 7 nothing_enters_behind_ordered '/ open /s/ \|\| behind_ordered_q//'
expect refutes_8 mutant 8 offer_holds \
    's/assign cache_req_phys/assign cache_req_pma_o[0] = cache_req_ready_i; assign cache_req_phys/; s/cache_req_need_rsp_o, cache_req_pma_o\}/cache_req_need_rsp_o, cache_req_pma_o[4:1], unused_bit}/; s/^  wire +unused_write;/  wire unused_write, unused_bit;/'
expect refutes_9 mutant 9 physically_indexed 's/phys_indexed_o = 1.b1/phys_indexed_o = 1'"'b0"'/'
finish
