#!/usr/bin/env bash
# equiv.sh : what the tests of RTL = gates share (synth/equiv.tcl), beside lib.sh.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# prove DIR MODULE: the module of the netlist in DIR does what its RTL does
prove() {
    printf 'source params.tcl\nset module %s\nsource $script_dir/equiv.tcl\n' "$2" \
        >"$1/equiv_run.tcl"
    (cd "$1" && limited "${EQUIV_SECONDS:-300}" yosys -c equiv_run.tcl >"equiv_$2.log" 2>&1)
}

# proven NAME ARGUMENT...: every module of a netlist is proven, SRAM macros left out
proven() {
    local name=$1 module modules; shift
    expect "${name}_is_mapped" bash -c '"$@" >"$0"' "$WORK/$name.json" "$WARPLOOM" synth "$@" \
        --json -o "$WORK/$name"
    modules=$(cat "$WORK/$name/logic.modules" "$WORK/$name/storage.modules")
    [ -n "$modules" ] || not_ok "$name" 'it has no module'
    for module in $modules; do
        expect "${name}_gates_of_${module}_equal_its_rtl" prove "$WORK/$name" "$module"; done
}

# exchanged NAME MODULE: the first gate of a module of that netlist becomes its dual (a NAND2X1 a
# NOR2X1), and its proof fails
exchanged() {
    local name=$1 module=$2 wrong=$WORK/$1_wrong part
    rm -rf "$wrong" && cp -r "$WORK/$name" "$wrong"
    for part in logic storage; do
        [ -f "$WORK/$name/$part.v" ] || continue
        awk -v module="$module" '
            BEGIN { split("NAND2X1 NOR2X1 NOR2X1 NAND2X1 NAND3X1 NOR3X1 AOI21X1 OAI21X1 AOI22X1 OAI22X1", pair); for (i = 1; i < 10; i += 2) other[pair[i]] = pair[i + 1] }
            $1 == "module" { here = index($2, module "(") == 1 }
            here && !done && ($1 in other) { sub($1, other[$1]); done = 1 }
            { print }' "$WORK/$name/$part.v" >"$wrong/$part.v"
    done
    sed -i "s|$WORK/$name|$wrong|g" "$wrong/params.tcl"
    if [ "$(cat "$WORK/$name"/*.v | cksum)" = "$(cat "$wrong"/*.v |
        cksum)" ]; then not_ok "exchanged_gate_of_${name}_is_found" 'no gate was exchanged'
    elif prove "$wrong" "$module"; then
        not_ok "exchanged_gate_of_${name}_is_found" 'the proof passed'
    elif grep -q 'unproven $equiv cells' "$wrong/equiv_$module.log"; then
        ok "exchanged_gate_of_${name}_is_found"
    else not_ok "exchanged_gate_of_${name}_is_found" \
        "the proof failed for another reason: $(tail -n 1 "$wrong/equiv_$module.log")"; fi
}
