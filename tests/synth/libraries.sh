#!/usr/bin/env bash
# libraries.sh : cell libraries written as others write them, made from OSU018: with a test_cell and
# functions whose expressions have no quotes (GF180MCU) and a cell that has a bus (SKY130 hdll);
# with latches that invert their data on the way in and out (GF180MCU), or once, or that are open
# while their enable is low; with flip-flops that have an inverted output alone (ASAP7). The bench
# and the proofs take the functions of the cells from the library itself.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/equiv.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$osu018" ] || osu018=build/liberty$osu018
stream=(-c dwt-pric-full --set structures.streambypass.period=6)
words=(-c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=2
    --set structures.mrpb.address_bits=16 --module lib_ram --set rtl.storage=latch)
synth() { # NAME LIBRARY
    "$WARPLOOM" synth "${stream[@]}" --module streambypass -q --json -o "$WORK/s_$1" \
        --liberty "$2" >"$WORK/$1.json"
}

# library NAME SED...: $WORK/NAME.lib, made from OSU018; each SED changes something
library() {
    local name=$1 script
    cp "$osu018" "$WORK/$name.lib"
    for script in "${@:2}"; do
        sed "$script" "$WORK/$name.lib" >"$WORK/changed.lib"
        if cmp -s "$WORK/$name.lib" "$WORK/changed.lib"; then
            not_ok "library_$name" "not changed by $script"
        fi
        mv "$WORK/changed.lib" "$WORK/$name.lib"
    done
}
library dialects \
    '/^cell (DFFPOSX1)/ a\
  test_cell () { pin(D) { direction : input; }\
    ff (IQ,IQN) { clocked_on : CLK ; next_state : D ; preset : !SETN ; } }' \
    '/^cell (NAND2X1)/,/^cell/ s/function : "\(.*\)";/function : \1 ;/' \
    '/^cell (AND2X1)/ i\
cell (MUXB2) { area : 1;\
  bus (D) { bus_type : two; direction : input; capacitance : 0.01; }\
  pin (Y) { direction : output; function : "(D[0]\&D[1])"; }\
}' \
    '/^  lu_table_template(delay_template_5x1)/ i\
  type (two) { base_type : array; data_type : bit; bit_width : 2; bit_from : 1; bit_to : 0; }'
synth plain "$osu018"
synth dialects "$WORK/dialects.lib"
figures() { jq 'del(.wall_seconds, .directory)' "$WORK/$1.json"; }
expect there_are_figures test -s "$WORK/dialects.json"
expect dialects_change_no_figure [ "$(figures plain)" = "$(figures dialects)" ]
expect gates_of_a_library_of_dialects_pass_the_bench "$WARPLOOM" bench "${stream[@]}" \
    --block streambypass --gates --sim icarus --cycles 2000 -q --liberty "$WORK/dialects.lib"

# latch NAME SED...: words in such latches are proven to be what the RTL says
latch() {
    local name=$1 script scripts=()
    for script in "${@:2}"; do scripts+=("/^cell (LATCH)/,/^cell/ $script"); done
    library "$name" "${scripts[@]}"
    proven "latches_$name" "${words[@]}" --liberty "$WORK/$name.lib"
    fact "latches_${name}_are_used" '.flops >= 64' "$WORK/latches_$name.json"
}
latch inverted_twice 's/data_in : "D"/data_in : "(!D)"/' 's/function : "DS0000"/function : "P0000"/'
latch inverted_in "s/data_in : \"D\"/data_in : \"D'\"/"
[ "${COUNT:-}" = all ] && # tests/long/samples.sh
    latch low_inverted_out 's/function : "DS0000"/function : "(!DS0000)"/' \
        's/enable : "CLK"/enable : "(!CLK)"/'
inverters() { grep -c '^  INV' "$WORK/latches_$1/storage.v"; }
expect data_inverted_twice_needs_no_inverter \
    [ "$(inverters inverted_in)" -gt "$(inverters inverted_twice)" ]
# An inverting latch that is taken for a plain one would be found.
cp -r "$WORK/latches_inverted_in" "$WORK/latches_wrong"
sed -i "s|$WORK/latches_inverted_in|$WORK/latches_wrong|g" "$WORK/latches_wrong/params.tcl"
cp "$osu018" "$WORK/latches_wrong/cells.lib"
if prove "$WORK/latches_wrong" mrpb_base_s_lib_ram; then
    not_ok inverting_latches_taken_for_plain_ones_are_found 'the proof passed'
else ok inverting_latches_taken_for_plain_ones_are_found; fi

# Registers with an inverted output alone have their RTL names in paths. The state is the inverted
# data (ASAP7), or the output is the inverted state.
library qn '/^cell (DFFPOSX1)/,/^cell/ s/next_state : "D"/next_state : "!D"/' \
    '/^cell (DFFNEGX1)/,/^cell/ s/function : "DS0000"/function : "P0002"/' \
    '/^cell (DFFSR)/,/^cell/ s/function : "P0002"/function : "P0003"/'
synth qn "$WORK/qn.lib"
fact registers_with_inverted_outputs_have_rtl_names '.target | .from == "period_start_q" and
    (.to | test("^(score_negative|score_q.*|cycle_q.*)$")) and .path[0] == .from' "$WORK/qn.json"
expect those_registers_have_no_net_of_their_name \
    bash -c "! grep -q '^  wire period_start_q;' '$WORK/s_qn/logic.v'"

# A gate without delays is named, with the file, before a tool meets it. One that synth.avoid leaves
# out may have none.
library no_delays '/^cell (NOR3X1)/,/^cell/ s/cell_\(rise\|fall\)/other_\1/' \
    '/^cell (AND2X1)/,/^cell/ s/cell_\(rise\|fall\)/other_\1/'
expect_status gate_without_delays_is_named 2 \
    "$WORK/no_delays.lib: cell NOR3X1 has no table of delays" synth no_delays "$WORK/no_delays.lib"
finish
