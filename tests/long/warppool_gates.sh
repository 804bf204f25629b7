#!/usr/bin/env bash
# warppool_gates.sh : a small WarpPool is synthesized as a whole, its inter-warp queues with latches too, and every module of the netlists is
# proven to do what the module did before mapping; a netlist with one gate exchanged is not.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/coverage/points.sh

read -ra args <<<"${COVERAGE_POINTS[warppool]}" # its bench's arguments: those of the configuration are wanted
config=()
for ((i = 0; i < ${#args[@]}; i++)); do
    case ${args[i]} in -c | --set) config+=("${args[i]}" "${args[i + 1]}") ;; esac
done
"$WARPLOOM" synth "${config[@]}" --json -q -o "$WORK/s" >"$WORK/s.json" || not_ok synthesis 'failed'
"$WARPLOOM" synth "${config[@]}" --set rtl.storage=latch --module warppool_queues --json -q -o "$WORK/latch" >"$WORK/latch.json" || not_ok synthesis_with_latches 'failed'

prove() { # directory module
    printf 'source params.tcl\nset module %s\nsource $script_dir/equiv.tcl\n' "$2" >"$1/equiv_run.tcl"
    (cd "$1" && timeout 600 yosys -c equiv_run.tcl >"equiv_$2.log" 2>&1)
}

while read -r module; do
    expect "gates_of_${module#warppool_}_equal_its_rtl" prove "$WORK/s" "$module"
done < <(cat "$WORK/s/logic.modules" "$WORK/s/storage.modules")
while read -r module; do
    expect "gates_with_latches_of_${module#warppool_}_equal_its_rtl" prove "$WORK/latch" "$module"
done < <(cat "$WORK/latch/logic.modules" "$WORK/latch/storage.modules")

# the first 2-input NAND of warppool_quantum becomes a NOR
cp -r "$WORK/s" "$WORK/wrong"
awk '/^module warppool_warppool_quantum/ { here = 1 } here && !done && /^  NAND2X1 / { sub("NAND2X1", "NOR2X1"); done = 1 } { print }' "$WORK/s/logic.v" >"$WORK/wrong/logic.v"
sed -i "s|$WORK/s|$WORK/wrong|g" "$WORK/wrong/params.tcl"
if cmp -s "$WORK/s/logic.v" "$WORK/wrong/logic.v"; then not_ok exchanged_gate_is_found 'no gate was exchanged'
elif prove "$WORK/wrong" warppool_warppool_quantum; then not_ok exchanged_gate_is_found 'the proof passed'
elif grep -q 'unproven $equiv cells' "$WORK/wrong/equiv_warppool_warppool_quantum.log"; then ok exchanged_gate_is_found
else not_ok exchanged_gate_is_found "the proof failed for another reason: $(tail -n 1 "$WORK/wrong/equiv_warppool_warppool_quantum.log")"; fi
finish
