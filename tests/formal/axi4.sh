#!/usr/bin/env bash
# axi4.sh : proofs of CART's AXI4 adapter (tb/formal/axi4.v), by induction: an offer holds; an ID's
# reads leave in order and unchanged, and none is made up; exclusive and device reads are alone;
# writes and responses pass unchanged. Each property is seen to fail.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
BIND='connect -set h_waits u_dut.waits_q; connect -set h_behind u_dut.behind_ordered_q; connect -set h_inside u_dut.inside_q; connect -set h_line u_dut.wait_line_q
    connect -set h_meta u_dut.wait_meta_q; connect -set h_held u_dut.u_cart.held
    connect -set h_mine u_dut.u_cart.mine; '

expect emit "$WARPLOOM" rtl -q -c cart --set name=ax --wrap axi4 -o "$WORK/ax"

# smt NAME DIR DEFINE...
smt() {
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" axi4_properties \
        "read_verilog -I. ax_cart_axi4.v; read_verilog -formal -DTOP=ax_cart_axi4 -DCART=ax_cart $* -I$FORMAL_DIR $FORMAL_DIR/axi4.v" "$BIND"
}
whole() { smt whole "$WORK/ax" || { tail -n 3 "$WORK/whole.yosys.log"; return 1; }; }
expect elaborates whole
expect properties_hold proved whole 1
expect witnesses_are_reached reached whole 8

mutant() { # ID PROPERTY EDIT
    local dir=$WORK/mutant_$1
    cp -r "$WORK/ax" "$dir"
    edited -E "$3" "$dir/ax_cart_axi4.v" && smt "mutant_$1" "$dir" "-DONLY=$1" &&
        refuted "mutant_$1" "$2" 10
}
expect refutes_1 mutant 1 offer_holds \
    's/assign m_axi_araddr = \{line/assign m_axi_araddr = {line ^ {LINE_W{m_axi_arready}}/'
expect refutes_2 mutant 2 in_order_and_unchanged '/ open /s/ \|\| inside_q\[wait_id\]//'
expect refutes_3 mutant 3 ordered_overtakes_nothing '/ ordered /s/ \|\| !wait_modify//'
expect refutes_4 mutant 4 ordered_is_not_overtaken '/ open /s/ \|\| behind_ordered_q//'
expect refutes_5 mutant 5 write_requests_pass \
    's/m_axi_awlen *= s_axi_awlen/m_axi_awlen = s_axi_awlen ^ 8'"'d1"'/'
expect refutes_6 mutant 6 write_data_pass 's/m_axi_wlast *= s_axi_wlast/m_axi_wlast = 1'"'b1"'/'
expect refutes_7 mutant 7 write_responses_pass \
    's/s_axi_bresp *= m_axi_bresp/s_axi_bresp = 2'"'d0"'/'
expect refutes_8 mutant 8 read_data_pass 's/s_axi_rlast *= m_axi_rlast/s_axi_rlast = 1'"'b1"'/'
finish
