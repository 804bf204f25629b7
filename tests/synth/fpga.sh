#!/usr/bin/env bash
# fpga.sh : `warploom synth --target`: its counts are those of the netlist that nextpnr reads,
# storage goes into RAM blocks, a routed clock is nextpnr's slowest, a missing nextpnr is said,
# other tools' ends are errors. The counts of xc7 with COUNT=all (tests/long/samples.sh); what
# nextpnr itself says: tests/long/fpga.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(-c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=4)
synth() { "$WARPLOOM" synth "${small[@]}" -q "$@"; }

# A path with all programs but nextpnr.
mkdir "$WORK/bin" "$WORK/empty"
ln -s /usr/bin/* "$WORK/bin"
rm -f "$WORK"/bin/nextpnr-*
export PATH_WITHOUT=$WORK/bin

# number DIR REGEX: cells of the netlist whose type matches
number() {
    jq --arg r "^($2)" \
        '[.modules[] | select(.attributes.top) | .cells[].type | select(test($r))] | length' \
        "$WORK/$1/fpga.json"
}
mapped() { # TARGET LUTS FLOPS RAMS
    local t=$1
    PATH=$PATH_WITHOUT "$WARPLOOM" synth "${small[@]}" --set rtl.storage=sram_1r1w --target "$t" \
        --json -o "$WORK/$t" >"$WORK/$t.json"
    fact "counts_are_the_netlists_$t" \
        ".luts == $(number "$t" "$2") and .flops == $(number "$t" "$3") and
        .block_rams == $(number "$t" "$4") and .luts > 50 and .flops > 20 and
        .target == \"$t\" and .top == \"mrpb_base_s_mrpb\"" "$WORK/$t.json"
    fact "ram_in_tables_is_the_netlists_$t" \
        ".lut_rams == $(number "$t" 'TRELLIS_DPR16X4$|RAM[0-9]+.*|SRL.*')" "$WORK/$t.json"
    fact "types_add_up_$t" '([.cells_by_type[]] | add) == .cells' "$WORK/$t.json"
    fact "no_route_without_a_router_$t" '.fmax_mhz == null and .not_routed != null' "$WORK/$t.json"
}
mapped ice40 'SB_LUT4$' 'SB_DFF' 'SB_RAM40_4K'
fact storage_is_in_ram_blocks '.block_rams >= 1' "$WORK/ice40.json"
mapped ecp5 'LUT4$' 'TRELLIS_FF$' 'DP16KD$|PDPW16KD$'
# Yosys takes twice as long for it as for the others.
[ "${COUNT:-}" = all ] && mapped xc7 'LUT[1-6]$' 'F(DRE|DSE|DCE|DPE)$|LD' 'RAMB(18|36)E1$'
said=$(PATH=$PATH_WITHOUT synth --target ice40 --module mrpb_out -o "$WORK/ice40")
expect missing_router_is_said grep -q 'not routed: nextpnr-ice40 is not installed' <<<"$said"

# A router that says what it was given, and reports two clocks.
cat >"$WORK/bin/nextpnr-ice40" <<'EOT'
#!/bin/sh
[ "$1" != --version ] || { echo 'nextpnr-ice40 -- Next Generation Place and Route (Version 0.4)' >&2; exit 0; }
echo "$*" >given
[ ! -e broken ] || { echo 'ERROR: too many pins'; exit 1; }
echo '{"fmax": {"a": {"achieved": 81.5}, "b": {"achieved": 40.25}}}' >fpga_route.json
EOT
chmod +x "$WORK/bin/nextpnr-ice40"
route() {
    PATH=$PATH_WITHOUT synth --target ice40 --module mrpb_out --clock-ns 8 --json -o "$WORK/routed"
}
route >"$WORK/routed.json"
fact fmax_is_that_of_the_slowest_clock \
    '.fmax_mhz == 40.25 and .not_routed == null and .device == "hx8k ct256" and
     .tools["nextpnr-ice40"] == "0.4"' "$WORK/routed.json"
expect router_aims_at_the_clock grep -q -- '--freq 125.000' "$WORK/routed/given"
touch "$WORK/routed/broken"
expect_status router_that_fails_is_an_error 3 'too many pins' route

expect_status unknown_target 2 '--target ice41: must be one of ice40, ecp5, xc7' synth \
    --target ice41
expect_status library_and_target 2 '--liberty: is of cell libraries' synth --target ice40 \
    --liberty x.lib
expect_status sweep_and_target 2 '--sweep: is of cell libraries' synth --target ice40 \
    --sweep structures.mrpb.depth=1,2
expect_status timing_and_target 2 '--require-timing: is of cell libraries' synth --target ice40 \
    --require-timing
expect_status apart_and_target 2 '--apart: is of cell libraries' synth --target ice40 --apart
expect_status unknown_module 2 'no such module' synth --target ice40 --module mrpb_outt -o "$WORK/x"
expect unknown_module_leaves_nothing [ ! -e "$WORK/x" ]
no_yosys() { PATH=$WORK/empty "$WARPLOOM" synth "${small[@]}" -q --target ice40 -o "$WORK/x"; }
expect_status missing_yosys 3 'yosys' no_yosys
finish
