#!/usr/bin/env bash
# wrap.sh : the adapters that `warploom rtl --wrap HOST` emits: clean in Verilator, Icarus and
# Yosys; parameters and configurations that do not fit are refused; MRPB's passes its bench
# (tb/wrap), which catches each of the bugs named here. PRIC's is proved in tests/formal/pric.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
BENCH=$PWD/tb/wrap/mrpb_vortex.v
fits=(-c mrpb-base-s --set name=vx --set sm.warps=4 --set structures.mrpb.queues=4 \
    --set structures.mrpb.bypass=none)
pric=(-c gtx480 --set name=vx --set structures.pric.enable=true)

emit() { # NAME OPTION...: into $WORK/NAME, wrapped for Vortex
    local dir=$WORK/$1; shift
    "$WARPLOOM" rtl -q "$@" --wrap vortex -o "$dir"
}

said() { # COMMAND...: fails if the command fails or says anything
    local out
    out=$("$@" 2>&1) && [ -z "$out" ] || { head -c 600 <<<"$out"; return 1; }
}
clean() { # DIR TOP
    local define
    cd "$1" || return 1
    for define in WL_PLAIN WL_ASSERT_ON; do
        said verilator --lint-only -Wall --default-language 1364-2005 -D$define --top-module "$2" \
            -f vx.f || return 1
        said iverilog -g2005 -Wall -D$define -I. -s "$2" -o lint.vvp ./*.v || return 1
    done
    said yosys -q -p "read_verilog -I. *.v; hierarchy -check -top $2; proc; check -assert" ||
        return 1
    said yosys -q -p \
        "read_verilog -formal -DFORMAL -I. *.v; hierarchy -check -top $2; proc; check -assert" ||
        return 1
    ! awk 'length > 99 && !/^\/\/ (config   |regen    ):/' "$2.v" | grep .
}
emitted() { # NAME TOP OPTION...
    local name=$1 top=$2; shift 2
    expect "emit_$name" emit "$name" "$@"
    expect "clean_$name" clean "$WORK/$name" "$top"
}
emitted warp vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128
emitted line vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128 \
    --set structures.mrpb.signature=line
emitted no_flush vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.data_bits=128 \
    --set structures.mrpb.flush=false --set structures.mrpb.latency=2
emitted no_data vx_mrpb_vortex "${fits[@]}"
emitted slot vx_mrpb_vortex "${fits[@]}" --set structures.mrpb.single_slot=true \
    --set structures.mrpb.data_bits=8
emitted hash vx_pric_vortex "${pric[@]}"
emitted hash_above_the_line vx_pric_vortex "${pric[@]}" --set structures.pric.low_bit=10
emitted hash_2_sets vx_pric_vortex "${pric[@]}" --set structures.pric.index_bits=1
emitted hash_linear vx_pric_vortex "${pric[@]}" --set structures.pric.kind=linear
emitted hash_one_tag_bit vx_pric_vortex "${pric[@]}" --set structures.pric.kind=linear \
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
wrong nothing_to_wrap 'all of these are false: structures.mrpb.enable, structures.pric.enable' \
    -c cart --wrap vortex
wrong no_function_as_c 'structures.pric.enable is false' "${fits[@]}" --index-c
expect nothing_half_written test ! -e "$WORK/refused"

refuses() { # DIR TOP PARAMETER VALUE RULE: elaboration ends in each tool, which names the rule
    local tool text
    for tool in \
        "verilator --lint-only --default-language 1364-2005 --top-module $2 -G$3=$4 -f vx.f" \
        "iverilog -g2005 -I. -s $2 -P$2.$3=$4 -o illegal.vvp $(cd "$WORK/$1" && echo ./*.v)"; do
        if text=$(cd "$WORK/$1" && $tool 2>&1); then not_ok "${tool%% *}_refuses_$3_$4" 'it passed'
        elif [[ $text != *"$5"* ]]; then
            not_ok "${tool%% *}_refuses_$3_$4" "$(head -c 300 <<<"$text")"
        else ok "${tool%% *}_refuses_$3_$4"; fi
    done
}
refuses warp vx_mrpb_vortex TAG_W 1 TAG_W_must_contain_the_warp_number
refuses warp vx_mrpb_vortex PAYLOAD_W 0 PAYLOAD_W_must_be_at_least_1
refuses warp vx_mrpb_vortex WARP_W 3 WARP_W_must_be_at_most_2_as_the_queue_stands_for_the_warp
refuses hash vx_pric_vortex INDEX_W 6 INDEX_W_must_be_5
refuses hash vx_pric_vortex LINE_W 26 LINE_W_must_be_more_than_5_and_at_most_25
refuses hash vx_pric_vortex LINE_W 5 LINE_W_must_be_more_than_5_and_at_most_25

bench() { # DIR CYCLES SEED [DEFINE...]
    local dir=$1 cycles=$2 seed=$3; shift 3
    (cd "$dir" && iverilog -g2005 -DTOP=vx_mrpb_vortex -DWL_ASSERT_ON "$@" -I. -s bench \
        -o bench.vvp ./*.v "$BENCH" &&
        vvp -n bench.vvp "+CYCLES=$cycles" "+SEED=$seed") >"$dir.log" 2>&1 &&
            grep -q '^passed' "$dir.log" ||
        { tail -n 2 "$dir.log"; return 1; }
}
expect bench_warp bench "$WORK/warp" 20000 1
expect bench_line bench "$WORK/line" 20000 2 -DBY_ADDRESS
expect bench_no_flush bench "$WORK/no_flush" 20000 3

# Named bugs: each edit of the adapter is caught within the length that the clean one passes.
bugs=0
bug() { # NAME FROM TO: of sed, extended; with % between
    local dir=$WORK/bug_$1
    cp -r "$WORK/warp" "$dir"
    sed -i -E "s%$2%$3%" "$dir/vx_mrpb_vortex.v"
    bugs=$((bugs + 1))
    if cmp -s "$dir/vx_mrpb_vortex.v" "$WORK/warp/vx_mrpb_vortex.v"; then
        not_ok "bench_catches_$1" 'the edit finds no place'
    elif bench "$dir" 20000 1 >/dev/null; then not_ok "bench_catches_$1" 'it passed'
    elif ! grep -qE '^cycle|WL_ASSERT' "$dir.log"; then
        not_ok "bench_catches_$1" "$(head -n 2 "$dir.log" | tr '\n' ' ')"
    else ok "bench_catches_$1"; fi
    rm -rf "$dir"
}
open='idle \|\| !\(core_req_ordered_i \|\| behind_ordered_q\)'
bug nothing_drains "$open" "1'b1"
bug ordered_does_not_wait "$open" 'idle \|\| !behind_ordered_q'
bug nothing_waits_behind_ordered "$open" 'idle \|\| !core_req_ordered_i'
bug ordered_lets_others_in_a_cycle_later 'else if \(in_fire\) behind' 'else behind'
bug ordered_writes_alone_drain "$open" \
    'idle \|\| !(core_req_ordered_i \&\& core_req_rw_i \|\| behind_ordered_q)'
bug ready_while_it_drains 'core_req_ready_o = block_ready && open' 'core_req_ready_o = block_ready'
bug enters_while_it_drains 'in_valid  = core_req_valid_i && open' 'in_valid  = core_req_valid_i'
bug ready_waits_for_valid 'core_req_ready_o = block_ready && open' \
    'core_req_ready_o = block_ready \&\& open \&\& core_req_valid_i'
bug open_only_when_idle "open      = $open" 'open      = idle'
bug warp_one_bit_higher 'WARP_LSB \+: WARP_W\]\)' 'WARP_LSB+1 +: WARP_W])'
bug warp_from_the_payload 'core_req_tag_i\[WARP_LSB' 'core_req_payload_i[WARP_LSB'
bug tag_and_payload_swapped 'in_meta_i\(\{core_req_payload_i, core_req_tag_i\}' \
    'in_meta_i({core_req_tag_i, core_req_payload_i}'
bug payload_bit_lost 'in_meta_i\(\{core_req_payload_i,' \
    "in_meta_i({core_req_payload_i[PAYLOAD_W-1:1], 1'b0,"
bug address_top_bit_lost 'in_line_i\(core_req_addr_i' \
    "in_line_i({1'b0, core_req_addr_i[ADDR_W-2:0]}"
bug writes_become_reads 'in_write_i\(core_req_rw_i' "in_write_i(1'b0"
bug data_of_writes_lost 'in_data_i\(core_req_data_i' 'in_data_i({DATA_W{1'"'b0"'}}'
bug reset_is_active_low 'rst_ni\(!reset_i\)' 'rst_ni(reset_i)'
bug no_reset 'rst_ni\(!reset_i\)' "rst_ni(1'b1)"
bug answer_waits_for_ready 'core_rsp_valid_o  = cache_rsp_valid_i' \
    'core_rsp_valid_o  = cache_rsp_valid_i \&\& core_rsp_ready_i'
bug answer_lost_when_refused 'cache_rsp_ready_o = core_rsp_ready_i' "cache_rsp_ready_o = 1'b1"
bug answer_with_another_tag 'core_rsp_tag_o    = cache_rsp_tag_i' \
    "core_rsp_tag_o    = cache_rsp_tag_i ^ 1'b1"
bug answer_ready_waits_for_valid 'cache_rsp_ready_o = core_rsp_ready_i' \
    'cache_rsp_ready_o = core_rsp_ready_i \&\& cache_rsp_valid_i'
expect twenty_bugs_or_more test "$bugs" -ge 20
# So short a run has not seen everything, and says so.
if bench "$WORK/warp" 100 1 >/dev/null; then not_ok short_run_is_told 'it passed'
elif grep -q 'too short' "$WORK/warp.log"; then ok short_run_is_told; else
    not_ok short_run_is_told "$(tail -n 2 "$WORK/warp.log")"; fi
finish
