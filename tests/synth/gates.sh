#!/usr/bin/env bash
# gates.sh : `warploom bench --gates`: small blocks' netlists on their benches, in both simulators;
# SRAM macros beside the gates; a wrong gate is found; bad input. All blocks: tests/long/gates.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/mutate/points.sh

# gates NAME POINT ARGUMENT...: the point's netlist passes
gates() {
    local name=$1 point=$2 args; shift 2
    read -ra args <<<"${MUTATE_POINTS[$point]}"
    expect "$name" bash -c '"$@" >"$0"' "$WORK/$name.json" \
        "$WARPLOOM" bench "${args[@]}" --gates --json --cycles 3000 "$@"
}

gates streambypass_in_verilator streambypass
gates dwtcs_in_icarus dwtcs --sim icarus --cycles 20000
gates pric_of_a_compressed_library pric --sim icarus
# wrong at address 0 with trees of bit operations (bit_op_tree.sh)
gates pric_of_16_sets_in_verilator pric --set structures.pric.index_bits=4
gates mrpb_beside_an_sram_in_icarus mrpb_longest --sim icarus --set rtl.storage=sram_1rw
[ "${COUNT:-}" = all ] && # tests/long/samples.sh
    gates cart_with_latency_3 cart_ahead --sim icarus --cycles 20000 \
        --set structures.cart.branches=1 --set structures.cart.rows=1
expect gates_are_compared jq -e \
    '.mismatches == 0 and .compares >= 3000 and .simulator == "verilator" and
     .gates.wrong == null' "$WORK/streambypass_in_verilator.json"
expect icarus_drives_x_into_gates jq -e \
    '.mismatches == 0 and .x_driven > 0 and .simulator == "icarus"' \
    "$WORK/mrpb_beside_an_sram_in_icarus.json"
read -ra stream <<<"${MUTATE_POINTS[streambypass]}"
"$WARPLOOM" synth -c dwt-pric-full --module streambypass "${stream[@]:4}" --json -o "$WORK/s" \
    >"$WORK/s.json"
expect gates_are_those_that_synth_counts bash -c \
    "[ \"\$(jq .cells '$WORK/s.json')\" = \"\$(jq .gates.cells '$WORK/streambypass_in_verilator.json')\" ]"

# wrong POINT NUMBER ARGUMENT...: the bench finds the inverted gate
wrong() {
    local point=$1 number=$2 args; shift 2
    read -ra args <<<"${MUTATE_POINTS[$point]}"
    expect_status "gate_${number}_of_${point}_inverted_is_found" 1 'differs between model and RTL' \
        "$WARPLOOM" bench "${args[@]}" --gates --wrong-gate "$number" "$@"
}
wrong streambypass 5 --sim icarus
wrong streambypass 77 --sim icarus
wrong dwtcs 300 --sim icarus

bench() { "$WARPLOOM" bench -c mrpb-base-s "$@"; }
expect_status coverage_of_gates 2 '--coverage: cannot be used with --gates' bench --gates \
    --coverage "$WORK/x"
expect_status assertions_of_gates 2 '--assertions: cannot be used with --gates' bench --gates \
    --assertions
expect_status rtl_bug_in_gates 2 'a bug of the RTL' bench --gates --inject rtl-full-off-by-one
expect_status wrong_gate_of_the_rtl 2 '--wrong-gate: needs --gates' bench --wrong-gate 1
expect_status wrong_gate_is_no_number 2 '--wrong-gate' bench --gates --wrong-gate one
expect_status cells_of_the_rtl 2 '--liberty: needs --gates' bench --liberty osu018
expect_status gates_of_random_configurations 2 '--gates: cannot be used with --random' bench \
    --gates --random 1
expect_status gates_of_no_library 2 'no such file' bench --gates --liberty /nonexistent.lib
expect_status gates_of_what_is_not_enabled 2 'structures.cart: not enabled' bench --gates \
    --block cart
finish
