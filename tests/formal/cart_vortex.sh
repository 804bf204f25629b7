#!/usr/bin/env bash
# cart_vortex.sh : proofs of CART's adapter to Vortex (tb/formal/cart_vortex.v), by induction: an
# offer holds; requests of an address leave in order, unchanged and with their data, so that a read
# gets what was written before it; flushes and I/O are alone in the block; answers pass unchanged.
# Each property is seen to fail.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
BIND='connect -set h_v0 u_dut.u_cart.v0; connect -set h_v1 u_dut.u_cart.v1; connect -set h_e0 u_dut.u_cart.e0; connect -set h_e1 u_dut.u_cart.e1
    connect -set h_waits u_dut.u_cart.waits; connect -set h_younger u_dut.u_cart.younger_q; connect -set h_behind u_dut.behind_ordered_q
    connect -set h_slot u_dut.slot_q; connect -set h_slot_valid u_dut.slot_valid_q; connect -set h_used u_dut.used_q
    connect -set h_data0 \u_dut.data_q[0]; connect -set h_data1 \u_dut.data_q[1]; '

expect emit "$WARPLOOM" rtl -q -c cart --set name=vx --set structures.cart.address_bits=16 \
    --set dram.channels=1 --set dram.banks=2 --set dram.bank_groups=1 --set "dram.address_map=$(
    )00000000.00000000.00000000.00000000.00000000.00000000.RRRRRRBC.CCSSSSSS" --wrap vortex \
    -o "$WORK/vx"

smt() { # NAME DIR DEFINE...
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" cart_vortex_properties \
        "read_verilog -I. vx_lib_first.v vx_lib_encode.v vx_cart_vortex.v; read_verilog -formal -DTOP=vx_cart_vortex -DCART=vx_cart $* -I$FORMAL_DIR $FORMAL_DIR/cart_vortex.v" \
        "$BIND"
}
whole() { smt whole "$WORK/vx" || { tail -n 3 "$WORK/whole.yosys.log"; return 1; }; }
expect elaborates whole
expect properties_hold proved whole 1
expect witnesses_are_reached reached whole 8

mutant() { # ID PROPERTY EDIT
    local dir=$WORK/mutant_$1_$((++mutants))
    cp -r "$WORK/vx" "$dir"
    edited -E "$3" "$dir/vx_cart_vortex.v" && smt "${dir##*/}" "$dir" "-DONLY=$1" &&
        refuted "${dir##*/}" "$2" 10
}
mutants=0
expect refutes_1 mutant 1 offer_holds \
    's/mem_req_data_o = data_q\[out_slot\]/mem_req_data_o = core_req_valid_i ? data_q[out_slot] : 2'"'d0/"
expect refutes_2 mutant 2 line_in_order_and_unchanged 's/chooses \? first_free : NONE/NONE/'
expect refutes_2_read mutant 2 line_in_order_and_unchanged \
    's/if \(takes\) data_q/if (in_fire) data_q/'
expect refutes_3 mutant 3 read_gets_what_was_written \
    's/mem_req_data_o = data_q\[out_slot\]/mem_req_data_o = data_q[in_slot]/'
expect refutes_4 mutant 4 ordered_enters_alone '/ open /s/core_req_ordered_i \|\| //'
expect refutes_5 mutant 5 nothing_enters_behind_ordered '/ open /s/ \|\| behind_ordered_q//'
expect refutes_6 mutant 6 idle_is_exact 's/idle_o         = idle/idle_o = idle || mem_req_valid_o/'
expect refutes_7 mutant 7 answers_pass 's/core_rsp_tag_o   = mem_rsp_tag_i/core_rsp_tag_o = 1'"'b0/"
finish
