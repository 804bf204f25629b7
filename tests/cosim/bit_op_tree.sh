#!/usr/bin/env bash
# bit_op_tree.sh : plug-ins are compiled with options under which Verilator computes a netlist right
# that it computes wrong with its optimization of trees of bit operations (bit_op_tree.v).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
DESIGN=$PWD/tests/cosim/bit_op_tree.v

# The options that choose optimizations, as a plug-in's build passes them to Verilator.
mkdir -p "$WORK/bin"
cat >"$WORK/bin/verilator" <<END
#!/bin/sh
printf '%s\\n' "\$@" >>"$WORK/arguments"
exec $(command -v verilator) "\$@"
END
chmod +x "$WORK/bin/verilator"
fresh_cache "$WORK/cache"
expect a_plugin_is_built env PATH="$WORK/bin:$PATH" "$WARPLOOM" bench -q \
    -c gtx480 --set structures.pric.enable=true --cycles 1000
mapfile -t options < <(grep -E -- '^-(O[0-9]|fno-)' "$WORK/arguments")
mapfile -t without < <(printf '%s\n' "${options[@]}" | grep -vxF -- -fno-const-bit-op-tree)

# The function of the netlist, as its opening comment has it.
for a in 0 1 2 3 4 5 6 7; do
    printf 'row %d%d%d %d\n' $((a >> 2)) $((a >> 1 & 1)) $((a & 1)) \
        $((1 - (a & a >> 2 & 1 ^ a >> 1 & 1)))
done >"$WORK/right"

rows_of() { grep '^row ' "$1" >"$1.rows"; }
# NAME OPTION...: its table with these options; Verilator's runtime is compiled for the first only
in_verilator() {
    local name=$1; shift
    verilator --cc --exe --main --timing "$@" -Wno-lint --top-module table_of_netlist \
        -Mdir "$WORK/$name.d" -CFLAGS -O0 "$DESIGN" >"$WORK/$name.log" 2>&1 || return 1
    cp "$WORK"/plugins.d/verilated*.o "$WORK/$name.d" 2>/dev/null # younger than what asks for them
    make -s -C "$WORK/$name.d" -f Vtable_of_netlist.mk OPT_GLOBAL=-O0 >>"$WORK/$name.log" 2>&1 ||
        return 1
    "$WORK/$name.d/Vtable_of_netlist" >"$WORK/$name" || return 1
    rows_of "$WORK/$name"
}

expect icarus_compiles_it iverilog -g2005 -Wall -s table_of_netlist -o "$WORK/netlist.vvp" "$DESIGN"
vvp -n "$WORK/netlist.vvp" >"$WORK/icarus" && rows_of "$WORK/icarus"
expect icarus_is_right diff "$WORK/right" "$WORK/icarus.rows"
expect verilator_runs_with_the_options_of_plugins in_verilator plugins "${options[@]}"
expect verilator_is_right_with_the_options_of_plugins diff "$WORK/right" "$WORK/plugins.rows"

# The check can fail: the same options without the one that matters.
expect verilator_runs_with_the_optimization in_verilator optimized "${without[@]}"
if [ "$(wc -l <"$WORK/optimized.rows")" != 8 ]; then
    not_ok verilator_is_wrong_with_the_optimization 'no table'
elif ! cmp -s "$WORK/right" "$WORK/optimized.rows"; then ok verilator_is_wrong_with_the_optimization
elif [[ $(verilator --version) == 'Verilator 5.006 '* ]]; then
    not_ok verilator_is_wrong_with_the_optimization "right, with ${without[*]}"
else echo "# $(verilator --version) has no such fault: right with the optimization too"; fi
finish
