#!/usr/bin/env bash
# energy.sh : `warploom energy`: netlists on the traffic of workloads, in lockstep with the golden
# model. The clock's energy is that of the Liberty file by hand; parts add up; SRAM accesses are
# those of the model's events; a wrong model is noticed; bad input. The sums themselves:
# tests/unit/test_energy.c.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

STREAM=(-c dwt-pric-full --block streambypass --set structures.streambypass.period=1000)
MRPB=(-c mrpb-base-s --set structures.mrpb.queues=4 --set structures.mrpb.depth=2
    --set rtl.storage=sram_1r1w)
energy() { "$WARPLOOM" energy "$@"; }
energy "${STREAM[@]}" --cycles 3000 --json atax gemm >"$WORK/s.json"
energy "${STREAM[@]}" --cycles 3000 --json atax gemm >"$WORK/again.json"
energy "${MRPB[@]}" --cycles 2000 --json atax >"$WORK/m.json"
energy "${MRPB[@]}" --set structures.pric.enable=true --set l1d.index=pric --cycles 2000 --json \
    atax >"$WORK/p.json"
"$WARPLOOM" synth "${STREAM[@]:0:2}" "${STREAM[@]:4}" --module streambypass --json \
    -o "$WORK/synth" >"$WORK/synth.json"

# A flip-flop's clock pin: 0.0279235 pF at 1.8 V, and internal_power of both edges at a slew of 0,
# beyond the table's first two entries.
flop=$(awk 'BEGIN {
    rise = 0.006865 - (0.006943 - 0.006865) / 0.18 * 0.06
    fall = 0.11034 - (0.129769 - 0.11034) / 0.18 * 0.06
    print 0.0279235 * 1.8 * 1.8 + rise + fall
}')
flops=$(jq .flops "$WORK/synth.json")
fact clock_is_that_of_the_flip_flops \
    "(.runs | length == 2 and
        all(.energy.clock_pj / .cycles / $flops / $flop - 1 | fabs < 1e-4))" "$WORK/s.json"
fact netlist_is_the_one_that_synth_counts ".cells == $(jq .cells "$WORK/synth.json")" \
    "$WORK/s.json"
fact a_run_ends_at_its_cycles 'all(.runs[]; .cycles >= 3000)' "$WORK/s.json"
expect the_same_run_gives_the_same_energy diff <(jq -S 'del(.wall_seconds)' "$WORK/s.json") \
    <(jq -S 'del(.wall_seconds)' "$WORK/again.json")
fact wire_takes_energy 'all(.runs[]; .with_wire.switching_pj > .energy.switching_pj and
    .with_wire.sram_pj == .energy.sram_pj)' "$WORK/s.json"
fact parts_add_up '.runs[0] as $r |
    all("internal_pj", "switching_pj", "sram_pj", "leakage_mw"; . as $k |
        (([$r.parts[][$k]] | add) - $r.energy[$k] | fabs) <= 1e-9 * $r.energy[$k])' "$WORK/m.json"
fact power_is_energy_over_time '. as $r | .runs[0].energy |
    (.dynamic_pj / $r.runs[0].cycles / $r.clock_ns + .leakage_mw) / .power_mw - 1 | fabs < 1e-9' \
    "$WORK/m.json"
fact windows_cover_the_runs '.fit as $f | $f.windows == ([.runs[].cycles / 64 | floor] | add) and
    $f.solved and $f.residual < $f.mean_only' "$WORK/s.json"
fact events_of_windows_are_those_of_the_model \
    '[.fit.events[] | select(.event == "accepted_reads" or .event == "sent") | .count] |
        length == 2 and all(. > 0)' "$WORK/m.json"
fact an_event_within_others_has_no_energy \
    '.fit.events | any(.within != []) and all((.pj == null) == (.within != [] or .rare))' \
    "$WORK/m.json"
fact sram_is_a_part_of_its_own \
    '.srams == 1 and ([.runs[0].parts[] | select(.sram_pj > 0) | .part] == ["u_ram"])' \
    "$WORK/m.json"
fact the_index_function_is_a_part_without_a_clock '[.runs[0].parts[] |
    select(.part == "u_pric_index") | .clock_pj == 0 and .internal_pj > 0 and .switching_pj > 0 and
        .leakage_mw > 0] == [true]' "$WORK/p.json"

refuses() { # NAME TEXT OPTION...
    expect_status "$1" 2 "$2" energy "${@:3}"
}
expect_status a_model_that_differs_is_noticed 1 "in_ready_o: model 0x1, netlist 0x0" \
    energy "${MRPB[@]}" --inject model-full-one-late atax
refuses an_unknown_workload nosuch "${STREAM[@]}" nosuch
refuses no_workload WORKLOAD "${STREAM[@]}"
refuses no_structure 'has no structure in the machine' -c gtx480 atax
refuses a_block_that_is_not_enabled 'a side (sm, slice) with several; there are: mrpb' \
    -c mrpb-base-s --block cart atax
listed=$("$WARPLOOM" energy -c tests/cosim/compose/all.yaml --block list | paste -sd ' ')
expect blocks_are_listed [ "$listed" = 'sm slice dwtcs crossbar_request crossbar_reply' ]
refuses a_list_of_no_structure 'has no structure in the machine' -c gtx480 --block list
refuses blocks_of_no_structure_are_none 'there are: none' -c gtx480 --block mrpb atax
refuses one_structure_of_a_side 'must be sm or slice' \
    -c tests/cosim/compose/all.yaml --block cart atax
refuses pric_without_a_side 'must be sm or slice, where it is behind' \
    -c gtx480 --set structures.pric.enable=true --block pric atax
refuses pric_of_a_side 'must be sm or slice, whose energy' \
    -c tests/cosim/compose/all.yaml --block pric atax
refuses a_second_clock 'must be flop, latch or sram_1r1w' \
    -c mrpb-base-s --set rtl.storage=sram_1rw atax
refuses an_instance_that_is_not_there --instance "${STREAM[@]}" --instance 1000 atax
finish
