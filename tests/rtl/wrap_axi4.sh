#!/usr/bin/env bash
# wrap_axi4.sh : CART's adapter to AXI4 (`rtl --wrap axi4`): clean in Verilator, Icarus and Yosys;
# what does not fit is refused; it passes its bench (tb/wrap/cart_axi4.v), which catches each of the
# bugs named here; between the bench's two hosts it gains row hits.
# Its rules are proved in tests/formal/axi4.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
BENCH=$PWD/tb/wrap/cart_axi4.v

emit() { # NAME OPTION...: into $WORK/NAME
    local dir=$WORK/$1; shift
    "$WARPLOOM" rtl -q -c cart --set name=ax "$@" --wrap axi4 -o "$dir"
}
said() { local out; out=$("$@" 2>&1) && [ -z "$out" ] || { head -c 600 <<<"$out"; return 1; }; }
clean() { # DIR
    local define
    cd "$1" || return 1
    for define in WL_PLAIN WL_ASSERT_ON; do
        said verilator --lint-only -Wall --default-language 1364-2005 -D$define --top-module \
            ax_cart_axi4 -f ax.f || return 1
        said iverilog -g2005 -Wall -D$define -I. -s ax_cart_axi4 -o lint.vvp ./*.v || return 1
    done
    said yosys -q -p \
        "read_verilog -I. *.v; hierarchy -check -top ax_cart_axi4; proc; check -assert" || return 1
    ! awk 'length > 99 && !/^\/\/ (config   |regen    ):/' ax_cart_axi4.v | grep .
}
emitted() {
    local name=$1; shift
    expect "emit_$name" emit "$name" "$@"
    expect "clean_$name" clean "$WORK/$name"
}
emitted tree
emitted early --set structures.cart.latency=1
emitted fifos --set structures.cart.design=bank_fifo
emitted small --set structures.cart.branches=4 --set structures.cart.rows=2

wrong() { expect_status "$1" 2 "$2" "$WARPLOOM" rtl "${@:3}" --wrap axi4 -o "$WORK/refused"; }
wrong memory_rejects_nothing 'structures.cart.design: must not be nonblocking' -c cart --set \
    structures.cart.design=nonblocking
wrong one_clock 'rtl.storage: must not be sram_1rw' -c cart --set rtl.storage=sram_1rw
wrong nothing_to_wrap 'all of these are false: structures.cart.enable' -c mrpb-base-s
expect nothing_half_written test ! -e "$WORK/refused"

refuses() { # PARAMETER VALUE RULE: elaboration ends in each tool, which names the rule
    local tool text files
    files=$(cd "$WORK/tree" && echo ./*.v)
    for tool in \
        "verilator --lint-only --default-language 1364-2005 --top-module ax_cart_axi4 -G$1=$2 -f ax.f" \
        "iverilog -g2005 -I. -s ax_cart_axi4 -Pax_cart_axi4.$1=$2 -o illegal.vvp $files"; do
        # shellcheck disable=SC2086 # words of a command
        if text=$(cd "$WORK/tree" && $tool 2>&1) || [[ $text != *$3* ]]; then echo \
            "${tool%% *}: ${text:0:300}"; return 1; fi
    done
}
expect address_is_not_too_narrow refuses ADDR_W 28 ADDR_W_must_be_at_least_29
expect ids_are_not_too_many refuses ID_W 9 ID_W_must_be_from_1_to_8
expect data_is_in_bytes refuses DATA_W 12 DATA_W_must_be_a_multiple_of_8

# bench DIR OPTION...: the adapter in DIR, its assertions on
bench() {
    local dir=$1; shift
    (cd "$dir" && iverilog -g2005 -DTOP=ax_cart_axi4 -DADDR_BITS=29 -DWL_ASSERT_ON -I. -s bench \
        -o bench.vvp ./*.v "$BENCH" &&
        limited 60 vvp -n bench.vvp "$@") >"$dir.log" 2>&1
}
passes() { bench "$WORK/$1" +CYCLES=10000 "+SEED=$2" || { tail -n 3 "$WORK/$1.log"; return 1; }; }
expect bench_tree passes tree 1

expect bench_fifos passes fifos 4
expect bench_small passes small 5
if bench "$WORK/tree" +CYCLES=50; then not_ok short_run_is_told 'it passed'
elif grep -q 'too short' "$WORK/tree.log"; then ok short_run_is_told
else not_ok short_run_is_told "$(tail -n 2 "$WORK/tree.log")"; fi

# The same reads, four rows of a bank in turn, without and with the block: no two in a row share
# a row, so without it there is no hit.
iverilog -g2005 -DWITHOUT -DADDR_BITS=29 -s bench -o "$WORK/without.vvp" "$BENCH"
without=$(limited 60 vvp -n "$WORK/without.vvp" +STREAM=2000 +CYCLES=100000 | grep reads)
bench "$WORK/tree" +STREAM=2000 +CYCLES=100000
with=$(grep reads "$WORK/tree.log")
echo "# without: $without"
echo "# with: $with"
read -r n _ hits_without _ _ cycles_without _ <<<"$without"
read -r _ _ hits_with _ _ cycles_with _ <<<"$with"
expect without_it_no_row_hits test "$n $hits_without" = '2000 0'
expect with_it_half_the_reads_hit test "${hits_with:-0}" -ge 1000
expect and_the_stream_ends_earlier test "${cycles_with:-1000000}" -lt "${cycles_without:-0}"

# Named bugs, each a sed edit of the adapter: the bench must fail, or an assertion must stop it.
bugs=0
bug() { # NAME EDIT
    local dir=$WORK/bug
    rm -rf "$dir"
    cp -r "$WORK/small" "$dir"
    sed -Ei "$2" "$dir/ax_cart_axi4.v"
    bugs=$((bugs + 1))
    if cmp -s "$dir/ax_cart_axi4.v" "$WORK/small/ax_cart_axi4.v"; then
        not_ok "bug_$1" 'the edit changes nothing'
    elif bench "$dir" +CYCLES=10000; then not_ok "bug_$1" 'the bench passes'
    elif grep -qE 'too short|error|Unable' "$dir.log"; then
        not_ok "bug_$1" "$(head -n 2 "$dir.log" | tr '\n' ' ')"
    else ok "bug_$1"; fi
}
bug same_id_may_overtake '/ open /s/ \|\| inside_q\[wait_id\]//'
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
    's/\.req_valid_o\(m_axi_arvalid\)/.req_valid_o(block_valid)/; s/  wire                unused_idle;/  wire block_valid; assign m_axi_arvalid = block_valid \&\& m_axi_arready; wire unused_idle;/'
bug no_reset_of_the_ids 's/      inside_q         <= \{IDS.*//'
bug last_of_a_write_lost 's/m_axi_wlast *= s_axi_wlast/m_axi_wlast = 1'"'b1"'/'
bug write_ready_ignored 's/s_axi_wready *= m_axi_wready/s_axi_wready = 1'"'b1"'/'
bug response_of_another_id 's/s_axi_bid *= m_axi_bid/s_axi_bid = m_axi_bid ^ 1'"'b1"'/'
bug last_beat_is_not_told 's/s_axi_rlast *= m_axi_rlast/s_axi_rlast = 1'"'b0"'/'
bug read_data_waits 's/s_axi_rvalid *= m_axi_rvalid/s_axi_rvalid = m_axi_rvalid \&\& s_axi_rready/'
bug write_address_changed 's/m_axi_awaddr *= s_axi_awaddr/m_axi_awaddr = s_axi_awaddr \& ~1/'
expect twenty_bugs_or_more test "$bugs" -ge 20
finish
