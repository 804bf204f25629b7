#!/usr/bin/env bash
# place.sh : `warploom synth --place`: the smallest block is placed and routed; wirelength and
# loads are those of the DEF file; a stage that ended is not run again, and one that was killed
# leaves no layout; what cannot be placed, a missing tool, and nets that are not routed are errors.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

pric=(-c dwt-pric --set structures.pric.enable=true --module pric_index)
place() { "$WARPLOOM" synth "${pric[@]}" --registers --place "$@" --json -o "$WORK/p"; }

expect_status other_library_is_refused 2 'synth.liberty = x.lib: must be osu018' \
    "$WARPLOOM" synth "${pric[@]}" --place --liberty x.lib
for storage in latch sram_1rw; do
    expect_status "${storage}_is_refused" 2 'rtl.storage must be flop or sram_1r1w' \
        "$WARPLOOM" synth -c mrpb-base-s --place --set rtl.storage=$storage -o "$WORK/x"
done
for option in place registers; do
    expect_status "${option}_and_target" 2 "--$option: is of cell libraries" \
        "$WARPLOOM" synth "${pric[@]}" --target ice40 --$option
    expect_status "${option}_and_sweep" 2 "--$option: is of one synthesis" \
        "$WARPLOOM" synth "${pric[@]}" --$option --sweep synth.clock_ns=1,2 -o "$WORK/x"
done
expect_status fill_without_place 2 '--fill: needs --place' \
    "$WARPLOOM" synth "${pric[@]}" --fill 60
expect_status fill_and_sweep 2 '--fill: needs --place' \
    "$WARPLOOM" synth "${pric[@]}" --fill 60 --sweep synth.clock_ns=1,2 -o "$WORK/x"
for percent in 19 101 60.5 '' dense; do
    expect_status "fill_of_'$percent'" 2 'must be a plain decimal number, 20..100' \
        "$WARPLOOM" synth "${pric[@]}" --place --fill "$percent"
done
expect_status registers_beside_registers 2 'has a clock, clk_i' \
    "$WARPLOOM" synth -c dwt-pric-full --module streambypass --registers -o "$WORK/x"

# With registers: one a bit of each port, and a clock from register to register, slower than the
# paths from port to port alone.
"$WARPLOOM" synth "${pric[@]}" --json -o "$WORK/bare" >"$WORK/bare.json"
"$WARPLOOM" synth "${pric[@]}" --registers --json -o "$WORK/p" >"$WORK/registers.json"
line=$(sed -n 's/.*LINE_W *= \([0-9]*\),.*/\1/p' "$WORK/p/rtl/dwt_pric_pric_index.v")
fact registers_are_those_of_the_ports ".flops == 2 * $line" "$WORK/registers.json"
fact registers_take_their_time \
    ".fmax_mhz < $(jq .fmax_mhz "$WORK/bare.json")" "$WORK/registers.json"

missing=
for tool in /usr/lib/qflow/scripts/blif2cel.tcl graywolf qrouter tclsh; do
    command -v "$tool" >/dev/null || missing=$tool
done
if [ -n "$missing" ]; then
    echo "# skipped: place and route: $missing is not here (make deps full)"
    finish
    exit
fi

place >"$WORK/p.json"
def=$WORK/p/layout/routed.def
fact block_is_placed_and_routed '.layout | .cells > 100 and .wire_um > 1000 and .vias > 200 and
    .filled > 0.5 and .filled <= 1' "$WORK/p.json"
fact all_cells_are_those_of_the_netlist ".layout.cells == .cells" "$WORK/p.json"
fact clock_with_routed_wires_is_below_that_without \
    '.layout.timing | .routed.min_period_ns > .none.min_period_ns' "$WORK/p.json"
fact flat_netlist_has_the_clock_of_the_other \
    '(1000 / .layout.timing.none.min_period_ns / .fmax_mhz - 1 | fabs) < 1e-4 and
     (1000 / .layout.timing.per_fanout.min_period_ns / .wire.per_fanout.fmax_mhz - 1 | fabs)
        < 1e-4' "$WORK/p.json"
expect picture_is_xml xmllint --noout "$WORK/p/layout/layout.svg"

# The wires once more, from the text: lengths, and one net's load by the LEF's own formula, area x
# CPERSQDIST + outline x EDGECAPACITANCE, in pF.
cat >"$WORK/wires.awk" <<'EOT'
FNR == NR {
    if ($1 == "LAYER") layer = $2
    if ($1 == "WIDTH") width[layer] = $2
    if ($1 == "CAPACITANCE") area[layer] = $3
    if ($1 == "EDGECAPACITANCE") edge[layer] = $2
    next
}
/^(SPECIAL)?NETS/ { nets = 1; special = /^SPECIAL/ }
/^END/ { nets = 0 }
nets && $1 == "-" { net = $2 }
nets && (/ROUTED/ || /NEW/) && net != "vdd" && net != "gnd" {
    at = /ROUTED/ ? 3 : 2; l = $at; w = special ? $(at + 1) / 100 : width[l]; n = 0
    for (i = at; i <= NF; i++) if ($i == "(") {
        x = $(i + 1) == "*" ? px : $(i + 1); y = $(i + 2) == "*" ? py : $(i + 2)
        if (n++) {
            um = ((x > px ? x - px : px - x) + (y > py ? y - py : py - y)) / 100
            all += um; pf[net] += um * w * area[l] + 2 * (um + w) * edge[l]
        }
        px = x; py = y
    }
}
END { printf "%.3f %.6f\n", all, 1000 * pf[of] }
EOT
net=$(sort -k2 -n -r "$WORK/p/layout/loads.txt" | grep -vE '^(vdd|gnd) ' | head -n 1 |
    cut -d' ' -f1)
lef=$(sed -n 's/^read_lef //p' "$WORK/p/layout/route.cfg")
read -r um ff <<<"$(awk -v of="$net" -f "$WORK/wires.awk" "$lef" "$def")"
fact wirelength_is_that_of_the_def "(.layout.wire_um - $um | fabs) < 0.01" "$WORK/p.json"
fact layers_add_up \
    '(.layout.wire_um - ([.layout.wire_um_by_layer[]] | add) | fabs) < 0.01' "$WORK/p.json"
expect load_is_that_of_the_lef awk -v net="$net" -v ff="$ff" \
    '$1 == net { d = $2 - ff; found = d * d < 1e-6 } END { exit !found }' \
    "$WORK/p/layout/loads.txt"

# A stage that ended is not run again; one whose input changed is. Both tools say that they ran.
mkdir "$WORK/bin"
for tool in graywolf qrouter; do
    real=$(command -v $tool)
    cat >"$WORK/bin/$tool" <<EOT
#!/bin/sh
if [ "\$1" != -h ]; then
    echo $tool >>"$WORK/ran"
    [ ! -e "$WORK/$tool.first" ] || . "$WORK/$tool.first"
fi
exec $real "\$@"
EOT
    chmod +x "$WORK/bin/$tool"
done
watched() { rm -f "$WORK/ran"; PATH=$WORK/bin:$PATH place "$@"; }
cp "$def" "$WORK/first.def"
watched >"$WORK/again.json"
expect stages_that_ended_are_not_run_again test ! -e "$WORK/ran"
fact figures_of_the_same_layout ".layout == $(jq -c .layout "$WORK/p.json")" "$WORK/again.json"
echo >>"$WORK/p/layout/placed.def"
watched >/dev/null
expect changed_placement_is_routed_again grep -qx qrouter "$WORK/ran"
expect placement_alone_was_kept bash -c '! grep -q graywolf "$1"' - "$WORK/ran"
expect same_netlist_same_layout diff -B "$WORK/first.def" "$def"

# A fill of 50 % places anew: the same cells and nets, and fillers, as wide as all cells together,
# between them.
watched --fill 50 >"$WORK/half.json"
expect another_fill_is_placed_again grep -qx graywolf "$WORK/ran"
fact half_of_the_rows_are_cells \
    ".layout | .filled <= 0.5 and .filled > 0.4 and .cells == $(jq .layout.cells "$WORK/p.json") and
        .nets == $(jq .layout.nets "$WORK/p.json")" "$WORK/half.json"
watched --fill 100 >"$WORK/full.json"
fact fill_of_100_is_the_layout_without ".layout == $(jq -c .layout "$WORK/p.json")" \
    "$WORK/full.json"

# A router that is killed; then one that leaves nets.
echo 'kill -9 $$' >"$WORK/qrouter.first"
rm "$WORK/p/layout/routed.key"
expect_status killed_router_is_an_error 3 qrouter watched
expect killed_router_leaves_no_layout test ! -e "$def"
echo 'printf "n1\nn2\n" >failed.out; exit 0' >"$WORK/qrouter.first"
expect_status unrouted_nets_are_named 1 'qrouter: 2 nets are not routed: n1, n2' watched
expect unrouted_nets_leave_no_layout test ! -e "$def"
echo "sed -i '/^source/i layers 1' route.cfg" >"$WORK/qrouter.first"
expect_status nets_of_one_layer_are_not_all_routed 1 'nets are not routed: clk_i, ' watched
# shellcheck disable=SC2016
echo 'exit 0' >"$WORK/qrouter.first"
expect_status router_without_result 3 'made no layout_route.def' watched

# A layout that is not the netlist: a wire, a pin and a cell fewer.
n=0
for fault in 's/^+ ROUTED.*/;/;T;n;:a;/;/!{N;ba};d' '0,/^  ( .* A ) $/{/^  ( .* A ) $/d}' \
    '0,/^- XNOR2X1_9 XNOR2X1/s//- XNOR2X1_9 XOR2X1/'; do
    sed "$fault" "$WORK/first.def" >"$WORK/fault.def"
    echo "cp '$WORK/fault.def' layout_route.def; exit 0" >"$WORK/qrouter.first"
    cmp -s "$WORK/fault.def" "$WORK/first.def" && not_ok "fault_is_planted" "$fault"
    expect_status "tampered_layout_$((++n))" 1 'layout: ' watched
done

no_router() {
    PATH=$WORK/none "$WARPLOOM" synth "${pric[@]}" --registers --place -q -o "$WORK/p"
}
mkdir "$WORK/none"
for tool in yosys yosys-abc sta tclsh graywolf; do
    ln -s "$(command -v $tool)" "$WORK/none/$tool"
done
expect_status missing_router 3 'qrouter' no_router
finish
