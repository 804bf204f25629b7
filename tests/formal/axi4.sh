#!/usr/bin/env bash
# axi4.sh : proofs of CART's and MRPB's AXI4 adapters (tb/formal/axi4.v), by induction: an offer
# holds; an ID's reads leave in order and unchanged, and none is made up; exclusive and device reads
# are alone; writes and responses pass unchanged. MRPB's is proved with a signature of arid and with
# one of aruser. A third of the properties are seen to fail; with COUNT=all each is, and witnesses
# are reached.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
BIND='connect -set h_waits u_dut.waits_q; connect -set h_behind u_dut.behind_ordered_q; connect -set h_line u_dut.wait_line_q; connect -set h_meta u_dut.wait_meta_q; '
BIND_CART='connect -set h_inside u_dut.inside_q; connect -set h_held u_dut.u_cart.held; connect -set h_mine u_dut.u_cart.mine; '
BIND_MRPB='connect -set h_held0 u_dut.u_mrpb.held0; connect -set h_held1 u_dut.u_mrpb.held1; connect -set h_e00 u_dut.u_mrpb.e00
    connect -set h_e01 u_dut.u_mrpb.e01; connect -set h_e10 u_dut.u_mrpb.e10; connect -set h_e11 u_dut.u_mrpb.e11; '
BIND_USER='connect -set h_counts u_dut.g_user.counts; connect -set h_signatures u_dut.g_user.signatures; '

expect emit_cart "$WARPLOOM" rtl -q -c cart --set name=ax --wrap axi4 -o "$WORK/cart"
expect emit_mrpb "$WARPLOOM" rtl -q -c mrpb-base-s --set name=ax --set sm.warps=4 \
    --set structures.mrpb.queues=4 --set structures.mrpb.bypass=none --wrap axi4 -o "$WORK/mrpb"
COUNT_W=$(sed -n 's/.* COUNT_W = \([0-9]*\);.*/\1/p' "$WORK/mrpb/ax_mrpb_axi4.v")

# smt NAME DIR KIND DEFINE...: KIND cart, id or user, the adapter and where its signature is from
smt() {
    local name=$1 dir=$2 kind=$3 block=mrpb bind=$BIND_MRPB defines=-DMRPB=ax_mrpb; shift 3
    case $kind in
        cart) block=cart bind=$BIND_CART defines=-DCART=ax_cart ;;
        id) defines+=' -DSIGNATURE=,.SIG_W(1)' ;;
        user)
            bind+=$BIND_USER
            defines+=" -DBY_USER -DCOUNT_W=$COUNT_W -DSIGNATURE=,.SIG_IS_USER(1),.SIG_W(1)"
            ;;
    esac
    elaborate "$name" "$dir" axi4_properties \
        "read_verilog -I. ax_${block}_axi4.v; read_verilog -formal -DTOP=ax_${block}_axi4 $defines $* -I$FORMAL_DIR $FORMAL_DIR/axi4_$block.v $FORMAL_DIR/axi4.v" \
        "$BIND$bind"
}
whole() { smt "$2" "$WORK/$1" "$2" || { tail -n 3 "$WORK/$2.yosys.log"; return 1; }; }
for kind in cart id user; do
    if [ $kind = cart ]; then dir=cart; else dir=mrpb; fi
    expect "elaborates_$kind" whole $dir $kind
    expect "properties_hold_$kind" proved $kind 1
    [ "${COUNT:-}" = all ] && expect "witnesses_are_reached_$kind" reached $kind 8
done

mutant() { # DIR MODULE KIND ID PROPERTY EDIT
    local dir=$WORK/mutant_$3_$4
    cp -r "$WORK/$1" "$dir"
    edited -E "$6" "$dir/$2.v" && smt "mutant_$3_$4" "$dir" "$3" "-DONLY=$4" &&
        refuted "mutant_$3_$4" "$5" 10
}
expect_refuted() { # NAME, and what mutant takes
    in_sample || return 0
    expect "$1" mutant "${@:2}"
}
expect_refuted cart_refutes_1 cart ax_cart_axi4 cart 1 offer_holds \
    's/assign m_axi_araddr = \{line/assign m_axi_araddr = {line ^ {LINE_W{m_axi_arready}}/'
expect_refuted cart_refutes_2 cart ax_cart_axi4 cart 2 in_order_and_unchanged \
    '/ admit /s/!inside_q\[wait_id\]/1'"'b1"'/'
expect_refuted cart_refutes_3 cart ax_cart_axi4 cart 3 ordered_overtakes_nothing \
    '/ ordered /s/ \|\| !wait_modify//'
expect_refuted cart_refutes_4 cart ax_cart_axi4 cart 4 ordered_is_not_overtaken \
    '/ open /s/ \|\| behind_ordered_q//'
expect_refuted cart_refutes_5 cart ax_cart_axi4 cart 5 write_requests_pass \
    's/m_axi_awlen *= s_axi_awlen/m_axi_awlen = s_axi_awlen ^ 8'"'d1"'/'
expect_refuted cart_refutes_6 cart ax_cart_axi4 cart 6 write_data_pass \
    's/m_axi_wlast *= s_axi_wlast/m_axi_wlast = 1'"'b1"'/'
expect_refuted cart_refutes_7 cart ax_cart_axi4 cart 7 write_responses_pass \
    's/s_axi_bresp *= m_axi_bresp/s_axi_bresp = 2'"'d0"'/'
expect_refuted cart_refutes_8 cart ax_cart_axi4 cart 8 read_data_pass \
    's/s_axi_rlast *= m_axi_rlast/s_axi_rlast = 1'"'b1"'/'
expect_refuted id_refutes_2 mrpb ax_mrpb_axi4 id 2 in_order_and_unchanged \
    's/signature = wait_id\[/signature = s_axi_arid[/'
expect_refuted id_refutes_3 mrpb ax_mrpb_axi4 id 3 ordered_overtakes_nothing \
    '/ ordered /s/ \|\| !wait_modify//'
expect_refuted id_refutes_4 mrpb ax_mrpb_axi4 id 4 ordered_is_not_overtaken \
    '/ open /s/ \|\| behind_ordered_q//'
expect_refuted user_refutes_2 mrpb ax_mrpb_axi4 user 2 in_order_and_unchanged \
    's/else if \(enters && !leaves\) count_q <= .*//'
finish
