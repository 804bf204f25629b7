#!/usr/bin/env bash
# target.sh : what `warploom synth` says of the clock that is asked for, and --require-timing; the
# technology node that modelled SRAM is scaled to.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$osu018" ] || osu018=build/liberty$osu018
small=(-c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=2)
synth() { "$WARPLOOM" synth "${small[@]}" -q "$@"; }
out() { synth --module mrpb_out --json -o "$WORK/$1" "${@:2}" >"$WORK/$1.json" 2>"$WORK/$1.err"; }
# ends NAME STATUS GOT
ends() { if [ "$3" -eq "$2" ]; then ok "$1"; else not_ok "$1" "status $3, not $2"; fi; }

# A clock a hundredth above what the block reaches is missed, one a hundredth below it is met.
out a
fast=$(jq '1000 / .fmax_mhz / 1.01 * 1000 | floor / 1000' "$WORK/a.json")
slow=$(jq '1000 / .fmax_mhz * 1.01 * 1000 | ceil / 1000' "$WORK/a.json")
out met --clock-ns "$slow" --require-timing
ends a_clock_that_is_met_ends_with_0 0 $?
fact a_clock_that_is_met_is_said ".target.met and .target.clock_ns == $slow and
    .target.slack_ns > 0 and ((1000 / .fmax_mhz + .target.slack_ns - $slow) | fabs < 1e-5)" \
    "$WORK/met.json"
out missed --clock-ns "$fast"
ends without_require_timing_a_missed_clock_ends_with_0 0 $?
fact a_clock_that_is_missed_is_said '.target | .met == false and .slack_ns < 0' "$WORK/missed.json"
fact its_path_is_of_the_rtl '.target as $t | .timing.reg_to_reg as $r |
    $t.from == $r.from and $t.to == $r.to and $t.path[0] == $t.from and $t.path[-1] == $t.to and
    all($t.path[]; test("(^|/)_[0-9]+_$") | not)' "$WORK/missed.json"
fact wire_and_ports_have_their_own '.target.with_wire.slack_ns < .target.slack_ns and
    .target.ports.slack_ns == ([.timing | .in_to_reg, .reg_to_out, .in_to_out |
        select(. != null).slack_ns] | min)' "$WORK/missed.json"
missing=(--module mrpb_out -o "$WORK/missed" --clock-ns "$fast" --require-timing)
expect_status require_timing_ends_with_1 1 "the clock of $fast ns is missed by" \
    synth "${missing[@]}"
said=$(synth "${missing[@]}" 2>/dev/null)
expect the_figures_are_printed_all_the_same \
    grep -qE "^  clock of $fast ns, no wire +missed by [0-9.]+ ns$" <<<"$said"
path=$(jq -r '.target.path | join(" -> ")' "$WORK/missed.json")
expect the_path_is_printed grep -qF "path without wire        $path" <<<"$said"
synth --module lib_first -o "$WORK/first" --clock-ns 0.01 --require-timing >/dev/null 2>&1
ends a_module_without_registers_is_judged_from_port_to_port 1 $?
out sweep --clock-ns "$fast" --require-timing --sweep structures.mrpb.queues=2,4
ends a_sweep_that_misses_ends_with_1 1 $?
fact a_sweep_judges_each_value '[.rows[].target.met] == [false, false]' "$WORK/sweep.json"
expect a_sweep_names_the_values_that_miss grep -q '2: the clock of' "$WORK/sweep.err"
expect the_help_names_the_keys \
    bash -c "'$WARPLOOM' synth --help | grep -q 'clock_ns, met, slack_ns, from, to, path'"

# SRAM: the stated fit at 45 nm, area with the square of the node, times with it.
sed 's/library(osu018_stdcells)/library(my_cells)/' "$osu018" >"$WORK/my.lib"
ram=(--set rtl.storage=sram_1r1w --module lib_ram)
sram() { synth "${ram[@]}" --json -o "$WORK/$1" "${@:2}" >"$WORK/$1.json"; }
sram known
sram given --set synth.node_nm=45
sram mine --liberty "$WORK/my.lib" --set synth.node_nm=65
# scaled FILE NODE WHENCE
scaled() {
    fact "sram_of_$1" "([.hierarchy[] | select(.part == \"macro\")][0]) as \$m | \$m.sram as \$s |
        ($2 / 45) as \$k | (\$k * \$k * (1757 + 0.6985 * \$s.words * \$s.width)) as \$area |
        (\$k * (-0.0328 + 0.03406 * (\$s.words | log2))) as \$access |
        .sram_model.node_nm == $2 and .sram_model.node_from == \"$3\" and
        (.sram_model.source | test(\"CACTI\")) and .sram_model.rules != null and
        ((\$m.area_um2 / \$area - 1) | fabs < 0.001) and
        ((\$s.access_ns / \$access - 1) | fabs < 0.002)" "$WORK/$1.json"
}
scaled known 180 'the table of known libraries'
scaled given 45 synth.node_nm
scaled mine 65 synth.node_nm
expect_status a_node_that_nobody_knows_is_asked_for 2 'synth.node_nm: the design has SRAM' \
    synth "${ram[@]}" --liberty "$WORK/my.lib" -o "$WORK/x"
expect without_sram_nobody_asks synth --module lib_first --liberty "$WORK/my.lib" -o "$WORK/y"
fact without_sram_there_is_no_model '.sram_model == null' "$WORK/y/synth.json"
said=$(synth "${ram[@]}" -o "$WORK/known")
expect the_model_is_printed_with_its_source grep -qE 'SRAM model: .*CACTI 6.5' <<<"$said"
expect the_model_is_printed_with_its_node \
    grep -qE 'scaled to 180 nm \(the table of known libraries\) by 4' <<<"$said"
finish
