#!/usr/bin/env bash
# equiv.sh : every module of a small MRPB's netlist is proven to do what the module did before mapping; a netlist with one
# gate exchanged is not.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

"$WARPLOOM" synth -c mrpb-base-s --set structures.mrpb.queues=8 --set structures.mrpb.depth=2 --json -o "$WORK/s" >"$WORK/s.json" || not_ok synthesis 'failed'

prove() { # directory module
    printf 'source params.tcl\nset module %s\nsource $script_dir/equiv.tcl\n' "$2" >"$1/equiv_run.tcl"
    (cd "$1" && timeout 300 yosys -c equiv_run.tcl >"equiv_$2.log" 2>&1)
}

while read -r module; do
    expect "gates_of_${module#mrpb_base_s_}_equal_its_rtl" prove "$WORK/s" "$module"
done <"$WORK/s/logic.modules"

# the first 2-input NAND of mrpb_out becomes a NOR
cp -r "$WORK/s" "$WORK/wrong"
awk '/^module mrpb_base_s_mrpb_out/ { here = 1 } here && !done && /^  NAND2X1 / { sub("NAND2X1", "NOR2X1"); done = 1 } { print }' "$WORK/s/logic.v" >"$WORK/wrong/logic.v"
sed -i "s|$WORK/s|$WORK/wrong|g" "$WORK/wrong/params.tcl"
if cmp -s "$WORK/s/logic.v" "$WORK/wrong/logic.v"; then not_ok exchanged_gate_is_found 'no gate was exchanged'
elif prove "$WORK/wrong" mrpb_base_s_mrpb_out; then not_ok exchanged_gate_is_found 'the proof passed'
elif grep -q 'unproven $equiv cells' "$WORK/wrong/equiv_mrpb_base_s_mrpb_out.log"; then ok exchanged_gate_is_found
else not_ok exchanged_gate_is_found "the proof failed for another reason: $(tail -n 1 "$WORK/wrong/equiv_mrpb_base_s_mrpb_out.log")"; fi
finish
