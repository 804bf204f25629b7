#!/usr/bin/env bash
# synth.sh : `warploom synth` on a small MRPB: figures against the netlist and the library, options,
# libraries, bad input.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(-c mrpb-base-s --set structures.mrpb.queues=4 --set structures.mrpb.depth=2)
osu018=build/liberty/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -f "/usr/share/qflow/tech/osu018/osu018_stdcells.lib" ] &&
    osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

synth() { "$WARPLOOM" synth "${small[@]}" --json "$@"; }

expect small_mrpb_synthesizes bash -c \
    "'$WARPLOOM' synth ${small[*]} --json -o '$WORK/a' >'$WORK/a.json'"

# cell instances of a netlist module, submodules followed: "CELL NAME (" lines, summed with the
# library's areas
netlist_area() { # netlists...
    awk -v lib="$osu018" '
        BEGIN {
            while ((getline line < lib) > 0) {
                if (match(line, /^ *cell *\( *"?[A-Za-z0-9_]+/)) { cell = substr(line, RSTART, RLENGTH); sub(/.*[( "]/, "", cell) }
                if (match(line, /^ *area *: *[0-9.]+/)) { area = substr(line, RSTART, RLENGTH); sub(/.*: */, "", area); areas[cell] = area }
            }
        }
        /^module / { module = $2; sub(/\(.*/, "", module); if (!(module in seen)) { seen[module] = 1; order[++n] = module } }
        /^  [A-Za-z_][A-Za-z0-9_]* [^ =]+ *\($/ { count[module, $1]++; types[$1] = 1 }
        /^  [A-Za-z_][A-Za-z0-9_]* \\/ && /\($/ { if ($0 !~ /^  [A-Za-z_][A-Za-z0-9_]* [^ =]+ *\($/) { count[module, $1]++; types[$1] = 1 } }
        function total(m,   t, a) { a = 0; for (t in types) if ((m, t) in count) a += count[m, t] * (t in seen ? total(t) : areas[t]); return a }
        END { printf "%.0f\n", total(top_of()) }
        function top_of(   i, t, used) { for (t in types) if (t in seen) used[t] = 1; for (i = 1; i <= n; i++) if (!(order[i] in used)) return order[i] }
    ' "$@"
}
want=$(netlist_area "$WORK/a/logic.v" "$WORK/a/storage.v")
got=$(jq '.area_um2 | round' "$WORK/a.json")
if [ "$got" = "$want" ] && [ "$got" -gt 0 ]; then ok area_is_the_sum_of_the_netlists_cells
else not_ok area_is_the_sum_of_the_netlists_cells "$got, netlist $want"; fi

flops=$(cat "$WORK/a/logic.v" "$WORK/a/storage.v" | grep -c '^  DFF')
if [ "$(jq .flops "$WORK/a.json")" -ge "$flops" ] && [ "$flops" -gt 0 ]; then
    ok flip_flops_are_counted
else
    not_ok flip_flops_are_counted "$flops lines in the netlist"
fi

fact rows_add_up \
    '(.hierarchy | map(.area_um2) | add) == .area_um2 and
     (.logic_um2 + .storage_um2) == .area_um2' "$WORK/a.json"
fact storage_is_the_ram_alone \
    '.storage_um2 > 0 and
     [.hierarchy[] | select(.part == "storage") | .module] == ["mrpb_base_s_lib_ram"]' \
    "$WORK/a.json"
fact fmax_follows_from_slack \
    '(.fmax_mhz - 1000 / (.clock_ns - .timing.reg_to_reg.slack_ns)) | fabs < 1e-6' "$WORK/a.json"
fact wire_costs_speed '.wire.per_fanout.fmax_mhz < .wire.none.fmax_mhz' "$WORK/a.json"
fact paths_without_storage_are_no_slower '.fmax_logic_mhz >= .fmax_mhz' "$WORK/a.json"
expect digest_is_that_of_the_hardware bash -c \
    "[ -s '$WORK/a.json' ] && [ \"\$(jq -r .digest '$WORK/a.json')\" = \"\$('$WARPLOOM' config print ${small[*]} --json | jq -r .hw_digest)\" ]"

synth -o "$WORK/b" >"$WORK/b.json"
if [ -s "$WORK/a.json" ] &&
    diff <(jq 'del(.wall_seconds, .directory)' "$WORK/a.json") \
        <(jq 'del(.wall_seconds, .directory)' "$WORK/b.json") >/dev/null; then
    ok same_input_same_figures
else
    not_ok same_input_same_figures 'two runs differ'
fi

synth -o "$WORK/c" --module mrpb_out --clock-ns 7.5 >"$WORK/c.json"
fact one_module_alone \
    '.top == "mrpb_base_s_mrpb_out" and .clock_ns == 7.5 and .storage_um2 == 0 and .fmax_mhz > 0' \
    "$WORK/c.json"
synth -o "$WORK/d" --module lib_first >"$WORK/d.json"
fact module_without_registers_is_timed_from_port_to_port \
    '.timing.in_to_out.min_period_ns > 0 and .fmax_mhz == 1000 / .timing.in_to_out.min_period_ns' \
    "$WORK/d.json"

gzip -c "$osu018" >"$WORK/osu018.lib.gz"
synth -o "$WORK/e" --module lib_first --liberty "$WORK/osu018.lib.gz" >"$WORK/e.json"
fact compressed_library_gives_the_same \
    ".area_um2 == $(jq .area_um2 "$WORK/d.json") and .library == \"osu018_stdcells\"" "$WORK/e.json"

expect_status missing_library 2 'synth.liberty = /nonexistent.lib: no such file' \
    "$WARPLOOM" synth "${small[@]}" --liberty /nonexistent.lib -o "$WORK/x"
head -c 20000 "$osu018" >"$WORK/short.lib"
expect_status truncated_library 2 "short.lib:" \
    "$WARPLOOM" synth "${small[@]}" --liberty "$WORK/short.lib" -o "$WORK/x"
expect_status library_of_something_else 2 'not a Liberty file' \
    "$WARPLOOM" synth "${small[@]}" --liberty README.md -o "$WORK/x"
head -c 3000 "$WORK/osu018.lib.gz" >"$WORK/short.lib.gz"
expect_status truncated_compressed_library 2 'cannot be unpacked' \
    "$WARPLOOM" synth "${small[@]}" --liberty "$WORK/short.lib.gz" -o "$WORK/x"
expect_status unknown_module 2 'mrpb_ou: no such module in mrpb_base_s; did you mean mrpb_out?' \
    "$WARPLOOM" synth "${small[@]}" --module mrpb_ou -o "$WORK/nothing"
expect unknown_module_leaves_nothing [ ! -e "$WORK/nothing" ]
expect_status wrong_clock 2 '--clock-ns 0: error: synth.clock_ns = 0: must be' \
    "$WARPLOOM" synth "${small[@]}" --clock-ns 0 -o "$WORK/x"
"$WARPLOOM" synth --json -c gtx480 --set structures.pric.enable=true -o "$WORK/pric" \
    >"$WORK/pric.json"
expect combinational_block_has_a_clock_from_port_to_port jq -e \
    '.top == "gtx480_pric_index" and .fmax_mhz > 100 and .area_um2 > 0 and
     .fmax_mhz > .wire.per_fanout.fmax_mhz' "$WORK/pric.json"
expect_status no_structure_nothing_to_synthesize 2 'has no structure to synthesize' \
    "$WARPLOOM" synth -c gtx480 -o "$WORK/x"
if [ ! -e "$WORK/x/synth.json" ]; then ok failed_runs_leave_no_result
else not_ok failed_runs_leave_no_result 'synth.json is there'; fi

# Of a flip-flop whose clock pin takes 3 pJ to rise and 1 pJ to fall OpenSTA has 0.8 mW at 100 MHz,
# twice what it takes; the power that is printed says so.
awk '/^ *cell *\(/ { n++; keep = /\(DFFPOSX1\)/ }
    /pin ?\(/ { clock = /CLK/ } /rise_power/ { v = clock ? 3 : 0 } /fall_power/ { v = clock ? 1 : 0 }
    /_transition|cell_|_constraint/ && !/power/ { v = -1 }
    /values/ && n && v >= 0 { gsub(/[0-9]+[.][0-9]+/, v ".0") }
    !n || keep' "$osu018" >"$WORK/flop.lib"
echo '}' >>"$WORK/flop.lib"
printf '%s\n' 'module top (input clk_i, input d, output q);' \
    'DFFPOSX1 f (.CLK(clk_i), .D(d), .Q(q));' endmodule >"$WORK/flop.v"
cat >"$WORK/flop.tcl" <<'END'
read_liberty flop.lib
read_verilog flop.v
link_design top
create_clock -name clk_i -period 10 [get_ports clk_i]
set_power_activity -input -activity 0.0 -duty 0.5
puts "internal [format %.3f [expr {1e3 * [lindex [sta::design_power [sta::cmd_corner]] 0]}]]"
END
mw=$(cd "$WORK" && sta -no_init -no_splash -exit flop.tcl 2>&1 | grep '^internal')
if [ "$mw" = 'internal 0.800' ]; then ok opensta_counts_a_clock_pin_twice
else not_ok opensta_counts_a_clock_pin_twice "$mw: change POWER_OF_INPUT_PINS (synth/collect.c)"; fi
fact power_says_what_it_counts_twice '.power.input_pins | startswith("twice the library")' \
    "$WORK/a.json"

# Latches: lib_ram alone has 8 words of 32 bits; what they hold has half of any cycle.
for ns in 5 10; do
    synth -o "$WORK/l$ns" --module lib_ram --set rtl.storage=latch --clock-ns $ns >"$WORK/l$ns.json"
done
flops=$(grep -c '^  DFF' "$WORK/l5/storage.v")
# OSU018 gives LATCH no area
fact latches_are_mapped \
    "(.flops - $flops) == 256 and .cells_without_area == 256 and .storage_um2 > 0" "$WORK/l5.json"
fact clock_of_latches_is_not_that_of_the_constraint \
    ".fmax_mhz > 0 and ((.fmax_mhz / $(jq .fmax_mhz "$WORK/l10.json") - 1) | fabs) < 0.001" \
    "$WORK/l5.json"
expect_status library_without_latches 2 'has no latch without clear and preset' \
    "$WARPLOOM" synth "${small[@]}" --set rtl.storage=latch --set 'synth.avoid=LATCH' -o "$WORK/x"
# SRAM: macro apart from logic, no storage in cells; one port takes less area, and what leaves it
# has half a cycle
for k in sram_1r1w sram_1rw; do synth -o "$WORK/$k" --set "rtl.storage=$k" >"$WORK/$k.json"; done
fact sram_stands_apart \
    '.storage_um2 == 0 and .macro_um2 > 0 and
     ((.logic_um2 + .macro_um2 - .area_um2) | fabs < 1) and
     ([.hierarchy[] | select(.part == "macro") | .sram.words] == [8])' "$WORK/sram_1r1w.json"
fact one_port_is_smaller \
    ".macro_um2 < $(jq '.macro_um2 // 0' "$WORK/sram_1r1w.json") and .fmax_mhz > 0" \
    "$WORK/sram_1rw.json"

# Each module by itself: the same modules, timed as one; stopped after its first, it goes on.
whole() { jq -c '[.hierarchy[] | [.module, .part, .instances, .flops]] | sort' "$1"; }
synth --apart -o "$WORK/apart" >"$WORK/apart.json"
expect apart_has_the_same_modules_and_flops \
    [ "$(whole "$WORK/apart.json")" = "$(whole "$WORK/a.json")" ]
fact apart_is_timed_as_one \
    '.fmax_mhz > 0 and (.hierarchy | length) > 4 and
     (.hierarchy | map(.area_um2) | add) == .area_um2' "$WORK/apart.json"
setsid "$WARPLOOM" synth "${small[@]}" --apart -o "$WORK/killed" >/dev/null 2>&1 &
awaits $! compgen -G "$WORK/killed/map/*.key" >/dev/null
kill -9 -- -$! && wait $! 2>/dev/null
keys=("$WORK"/killed/map/*.key)
made=$(stat -c '%y %i' "${keys[@]}")
synth --apart -o "$WORK/killed" >"$WORK/killed.json"
if [ -n "$made" ] && [ "$made" = "$(stat -c '%y %i' "${keys[@]}")" ]; then
    ok killed_run_keeps_its_modules
else
    not_ok killed_run_keeps_its_modules "$made"
fi
# What is mapped does not depend on the directory.
both() { jq -c '[.area_um2, .fmax_mhz]' "$1"; }
expect killed_run_ends_as_a_whole_one \
    [ "$(both "$WORK/killed.json")" = "$(both "$WORK/apart.json")" ]

# OpenSTA 2.0.17 dies of signal 11 when it propagates activity through many gates that follow gates
# with a constant input: the clock is known all the same, and power of another activity.
mkdir -p "$WORK/chains"
{
    echo 'module mrpb_base_s_lib_first(input a, output y); BUFX2 g(.A(a), .Y(y));'
    for ((i = 0; i < 400; i++)); do
        echo "wire u$i, v$i, w$i; AND2X1 g$i(.A(a), .B(1'b0), .Y(u$i));"
        echo "BUFX2 b$i(.A(u$i), .Y(v$i)); BUFX2 c$i(.A(v$i), .Y(w$i));"
    done
    echo endmodule
} >"$WORK/chains/netlist.v"
printf '#!/bin/sh\n[ ! -e logic.v ] || cp "%s" logic.v\nexec "%s" "$@"\n' \
    "$WORK/chains/netlist.v" "$(command -v sta)" >"$WORK/chains/sta"
chmod +x "$WORK/chains/sta"
PATH="$WORK/chains:$PATH" synth --module lib_first -o "$WORK/dies" >"$WORK/dies.json"
fact opensta_that_dies_of_its_power_leaves_the_clock \
    '.fmax_mhz > 0 and .target.to == "y" and .power_mw > 0 and
     (.power.activity | test("every pin switches 0.1 times"))' "$WORK/dies.json"
fact power_is_of_propagated_activity_else '.power.activity | test("propagated")' "$WORK/a.json"

mkdir -p "$WORK/bin"
ln -sf "$(command -v yosys)" "$WORK/bin/yosys"
expect_status missing_opensta 3 'sta: not found in PATH' \
    env PATH="$WORK/bin" "$WARPLOOM" synth "${small[@]}" -o "$WORK/y"
finish
