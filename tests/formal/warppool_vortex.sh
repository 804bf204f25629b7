#!/usr/bin/env bash
# warppool_vortex.sh : proofs of WarpPool's adapter to Vortex (tb/formal/warppool_vortex.v), by
# induction: an offer holds; a read enters the block behind all writes of its words, a write behind
# all requests of its words; an ordered request is alone; slots and numbers that are in use are not
# taken again; an answer has its request's tag. A third of the properties are seen to fail;
# all, and witnesses reached, with COUNT=all.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
BIND=
bind() { BIND="$BIND connect -set h_$1 $2;"; } # NAME WIRE
for name in slot slot_valid used ordered waits mshr mshr_valid mshr_used adr_valid adr_slot store \
    left hashes to_send awaited; do
    bind "$name" "u_dut.${name}_q"
done
bind ordered_slot u_dut.ordered_slot_q
bind is_ordered u_dut.in_ordered
bind rsp_slot u_dut.rsp_slot
bind freed u_dut.mshr_freed
for name in queued asked active back back_mshr mshr_slot; do
    bind "$name" "u_dut.u_warppool.$name"
done
bind pool_store u_dut.u_warppool.store
bind pool_waits u_dut.u_warppool.waits
bind pool_slot u_dut.u_warppool.slot_q
bind tag0 '\u_dut.tag_q[0]'
bind tag1 '\u_dut.tag_q[1]'
bind addr0 '\u_dut.addr_q[0]'
bind addr1 '\u_dut.addr_q[1]'

expect emit "$WARPLOOM" rtl -q -c warppool --set name=vx --set sm.warps=2 --set sm.ctas=2 \
    --set sm.loads_per_warp=1 --set l1d.index=linear --set l1d.line_bytes=64 \
    --set l1i.line_bytes=64 --set l1c.line_bytes=64 --set l1d.mshrs=2 --set l1d.merges=1 \
    --set structures.warppool.lanes=2 --set structures.warppool.lane_bytes=4 \
    --set structures.warppool.insn_bits=0 --set structures.warppool.address_bits=16 \
    --set structures.warppool.insn_queues=1 --set structures.warppool.merges=1 \
    --set structures.warppool.maps=2 --wrap vortex -o "$WORK/vx"

smt() { # NAME DIR DEFINE...
    local name=$1 dir=$2; shift 2
    elaborate "$name" "$dir" warppool_vortex_properties \
        "read_verilog -I. vx_lib_first.v vx_lib_encode.v vx_lib_select.v vx_warppool_vortex.v; read_verilog -formal -DTOP=vx_warppool_vortex -DPOOL=vx_warppool $* -I$FORMAL_DIR $FORMAL_DIR/warppool_vortex.v" \
        "$BIND"
}
whole() { smt whole "$WORK/vx" || { tail -n 3 "$WORK/whole.yosys.log"; return 1; }; }
expect elaborates whole
expect properties_hold proved whole 1
if [ "${COUNT:-}" = all ]; then expect witnesses_are_reached reached whole 8; fi

expect_refuted() { # ID PROPERTY EDIT
    in_sample || return 0
    # the longest of all
    [ "${COUNT:-}" != all ] && [[ $1 = [17] ]] && return 0
    expect "refutes_$1" mutant "$@"
}
mutant() { # ID PROPERTY EDIT
    local dir=$WORK/mutant_$1
    cp -r "$WORK/vx" "$dir"
    edited -E "$3" "$dir/vx_warppool_vortex.v" && smt "${dir##*/}" "$dir" "-DONLY=$1" &&
        refuted "${dir##*/}" "$2" 8
}
expect_refuted 1 offer_holds \
    's/out_req_rw     = ordered_q/out_req_rw = in_req_valid \&\& ordered_q/'
expect_refuted 2 read_behind_writes 's/store_q\[s\] \|\| in_req_rw/in_req_rw/'
expect_refuted 3 write_behind_all 's/store_q\[s\] \|\| in_req_rw/store_q[s]/'
expect_refuted 4 ordered_enters_alone 's/in_ordered \? empty/in_ordered ? !ordered_q/'
expect_refuted 5 nothing_enters_beside_ordered 's/: !ordered_q && /: /'
expect_refuted 6 attributed_is_ordered 's/\(\|in_special\) \|\| !in_regular/!in_regular/'
expect_refuted 7 number_is_free 's/\(chooses_mshr \? first_mshr : NO_MSHR\)/NO_MSHR/'
expect_refuted 8 slot_is_free 's/\(chooses \? first_free : NO_SLOT\)/NO_SLOT/'
expect_refuted 9 answer_has_its_tag 's/tag_q\[rsp_slot\]/tag_q[slot_q]/'
expect_refuted 10 idle_is_exact 's/idle         = empty/idle = !(|pending)/'
finish
