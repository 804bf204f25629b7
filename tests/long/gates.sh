#!/usr/bin/env bash
# gates.sh : `warploom bench --gates` of every block, in both simulators, MRPB with storage of each
# kind. A small form: tests/synth/gates.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/coverage/points.sh

CROSSBAR='-c bandwidth-16-48 --set structures.crossbar.enable=true --set gpu.sms=2 --set dram.channels=2 --set l2.slices_per_channel=1 --set icnt.vcs=1 --set icnt.input_buffer=4 --cycles 20000'

# gates_in SIMULATOR NAME ARGUMENT...: the netlist passes
gates_in() {
    local sim=$1 name=$2; shift 2
    expect "gates_of_${name}_in_$sim" bash -c '"$@" >"$0"' "$WORK/$name.json" \
        "$WARPLOOM" bench "$@" --gates --json --sim "$sim"
    expect "gates_of_${name}_were_compared_in_$sim" jq -e \
        '.mismatches == 0 and .broken_law == null and .compares > 0 and .gates.cells > 0' \
        "$WORK/$name.json"
}

# gates NAME ARGUMENT...: the netlist passes in both simulators
gates() {
    gates_in verilator "$@"
    gates_in icarus "$@"
}

# Every event of WarpPool is seen in these; Icarus simulates its 24,500 gates at some hundred cycles
# a second.
few=(--cycles 8000)
for point in "${!COVERAGE_POINTS[@]}"; do
    read -ra args <<<"${COVERAGE_POINTS[$point]}"
    [ "$point" = warppool ] && args+=("${few[@]}")
    gates "$point" "${args[@]}"
done
read -ra args <<<"${COVERAGE_POINTS[warppool]} ${few[*]}"
expect_status a_wrong_gate_of_warppool_is_found 1 'differs between model and RTL' \
    "$WARPLOOM" bench "${args[@]}" --gates --sim icarus --wrong-gate 2000
read -ra args <<<"${MUTATE_POINTS[mrpb_rr]} --cycles 20000"
for kind in latch sram_1r1w sram_1rw; do
    gates "mrpb_in_$kind" "${args[@]}" --set "rtl.storage=$kind"
done
gates mrpb_area "${args[@]}" --set rtl.goal=area
# CART in which what is placed can be offered in the next cycle, and CART that finds a place a cycle
# before.
for point in cart_early cart_ahead; do
    read -ra args <<<"${MUTATE_POINTS[$point]} --cycles 20000"
    for kind in flop latch sram_1r1w; do
        gates "${point}_in_$kind" "${args[@]}" --set "rtl.storage=$kind"
        expect_status "a_wrong_gate_of_${point}_in_${kind}_is_found" 1 \
            'differs between model and RTL' \
            "$WARPLOOM" bench "${args[@]}" --set "rtl.storage=$kind" --gates --sim icarus \
            --wrong-gate 2000
    done
done
read -ra args <<<"$CROSSBAR"
for block in crossbar_request crossbar_reply; do gates "$block" "${args[@]}" --block "$block"; done
# With data a network of lines of 128 bytes is too large for Icarus, which gets one of 32 bytes, and
# every event all the same.
read -ra lines <<<"${MUTATE_POINTS[crossbar_data]} --cycles 6000"
for kind in flop latch sram_1r1w; do
    for block in crossbar_request crossbar_reply; do
        gates_in verilator "${block}_with_data_in_$kind" "${args[@]}" --block "$block" \
            --set structures.crossbar.data=true --set "rtl.storage=$kind"
        gates_in icarus "${block}_with_data_in_$kind" "${lines[@]}" --block "$block" \
            --set "rtl.storage=$kind"
        expect_status "a_wrong_gate_of_${block}_with_data_in_${kind}_is_found" 1 \
            'differs between model and RTL' \
            "$WARPLOOM" bench "${lines[@]}" --block "$block" --set "rtl.storage=$kind" --gates \
            --sim icarus --wrong-gate 2000
    done
done
finish
