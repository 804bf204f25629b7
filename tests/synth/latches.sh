#!/usr/bin/env bash
# latches.sh : the constraints of a WarpPool whose queues' words are in latches. The lines' latches
# have a cycle more, since nothing uses them in the cycle in which they are written, and their hold
# is checked at the edge behind the opening one still; no other path gains anything. Hold of what
# goes into latches is checked too, and met as long as what opens them is as early as the registers
# before them. The constraints of one-port storage name storage that there is. With SRAM and latches
# side by side each is what it is alone; with COUNT=all (tests/long/samples.sh) their netlist, too.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(
    -c warppool --set structures.warppool.data=false --set structures.warppool.coalescers=1
    --set structures.warppool.lanes=2 --set structures.warppool.insn_queues=1
    --set structures.warppool.insn_depth=1 --set structures.warppool.maps=1
    --set structures.warppool.queues=2 --set structures.warppool.merges=2
    --set structures.warppool.select=oldest --set structures.warppool.address_bits=16
    --set sm.warps=2 --set l1d.mshrs=1 --set l1d.merges=1
)
sdc=warppool.sdc SLACKS=s
"$WARPLOOM" synth -q "${small[@]}" --set rtl.storage=latch -o "$WORK/s" >/dev/null ||
    not_ok synthesis 'failed'

# slacks CONSTRAINTS: of the netlist in $WORK/$SLACKS the worst slack, ps, of setup and hold of
# paths from the lines' latches, and of setup of those that cross the lines' storage from a
# flip-flop, and from the requests' latches; and of hold of paths into all latches, twice: with an
# ideal clock, and when it goes through the gates that open the latches, but through nothing before
# the registers. Six numbers.
slacks() {
    cat >"$WORK/$SLACKS/slacks.tcl" <<'END'
source params.tcl
set link_make_black_boxes 0
read_liberty $liberty
if {[file exists macros.lib]} { read_liberty macros.lib }
foreach netlist {logic.v storage.v} { read_verilog $netlist }
link_design $top
read_sdc $::env(CONSTRAINTS)
proc latches_of {words} {
    set found {}
    foreach pin [all_registers -level_sensitive -clock_pins] {
        if {[string match */$words/* [get_full_name $pin]]} { lappend found $pin }
    }
    return $found
}
proc put_slack {paths} {
    set slack [[lindex [find_timing_paths {*}$paths] 0] slack]
    puts "slack [format %.0f [expr {$slack * 1e12}]]"
}
set flops [all_registers -edge_triggered -data_pins]
set line [get_pins u_queues/u_keys/rd_words_o*]
set clocks [all_registers -edge_triggered -clock_pins]
put_slack [list -from [latches_of u_keys] -to $flops -path_delay max]
put_slack [list -from [latches_of u_keys] -to $flops -path_delay min]
put_slack [list -from $clocks -through $line -to $flops -path_delay max]
put_slack [list -from [latches_of u_metas] -to $flops -path_delay max]
set words [list -from $clocks -to [all_registers -level_sensitive -data_pins] -path_delay min]
put_slack $words
set_propagated_clock [get_clocks clk_i]
put_slack $words
exit
END
    (cd "$WORK/$SLACKS" && CONSTRAINTS=$1 sta -exit slacks.tcl 2>"$WORK/sta.err") |
        grep -o 'slack [-0-9]*' | cut -d' ' -f2 | tr '\n' ' '
}
grep -v '^set_multicycle_path' "$WORK/s/rtl/$sdc" >"$WORK/none.sdc"
grep -v '^set_multicycle_path .*-hold' "$WORK/s/rtl/$sdc" >"$WORK/no_hold.sdc"
period=$(sed -nE 's/^create_clock .*-period ([0-9]+)\.([0-9]{3}).*/\1\2/p' "$WORK/s/rtl/$sdc")
read -r setup hold through metas into gated <<<"$(slacks "rtl/$sdc")"
read -r plain_setup plain_hold plain_through plain_metas plain_into _ \
    <<<"$(slacks "$WORK/none.sdc")"
read -r _ late_hold _ <<<"$(slacks "$WORK/no_hold.sdc")"
said="$setup $hold $through $metas $into $gated; without exceptions $plain_setup $plain_hold"
said+=" $plain_through $plain_metas $plain_into; without that of hold $late_hold"

# near NAME A B: two slacks are one, but for rounding.
near() {
    if [ -n "${2:-}" ] && [ -n "${3:-}" ] && [ $(($2 - $3)) -le 1 ] && [ $(($3 - $2)) -le 1 ]; then
        ok "$1"
    else
        not_ok "$1" "$said"
    fi
}
near lines_have_a_cycle_more "$setup" "$((plain_setup + period))"
near hold_of_lines_is_where_it_was "$hold" "$plain_hold"
near without_its_exception_hold_would_be_a_cycle_late "$late_hold" "$((plain_hold - period))"
near what_chooses_a_line_has_no_more "$through" "$plain_through"
near requests_have_no_more "$metas" "$plain_metas"
if [ "${hold:--1}" -ge 0 ]; then ok hold_is_met; else not_ok hold_is_met "$said"; fi
near hold_of_what_is_written_has_no_exception "$into" "$plain_into"
if [ "${into:--1}" -ge 0 ]; then ok hold_of_what_is_written_is_met
else not_ok hold_of_what_is_written_is_met "$said"; fi
if [ "${gated:-0}" -lt 0 ]; then ok latches_that_shut_late_are_seen
else not_ok latches_that_shut_late_are_seen "$said"; fi
expect the_constraints_say_what_hold_wants grep -q 'is no false path' "$WORK/s/rtl/$sdc"

# exists DIR MODULE PATH: there is such an instance, level by level.
exists() {
    local module=$2 instance
    for instance in ${3//\// }; do
        module=$(tr -s '\n ' ' ' <"$1/$module.v" |
            sed -nE "s/.*[; ]([a-z_0-9]+) (#\([^;]*\) )?$instance \(.*/\1/p")
        [ -n "$module" ] || return 1
    done
}
"$WARPLOOM" rtl -q "${small[@]}" --set rtl.storage=sram_1rw -o "$WORK/split" >/dev/null
write=$(grep -oE '\{[^}]*/wr_\*_i\*\}' "$WORK/split/$sdc" | head -n 1 | tr -d '{}')
expect one_port_storage_is_where_the_constraints_say exists "$WORK/split" warppool "${write%/*}"
if exists "$WORK/split" warppool u_ram; then
    not_ok storage_elsewhere_is_seen "u_ram is found in the top"
else
    ok storage_elsewhere_is_seen
fi

# body FILE: without its banner. Both storages at once: of the queues what latches alone give, all
# else what SRAM alone gives.
body() { sed '/^\/\//d' "$1"; }
both=("${small[@]}" --set rtl.storage=sram_1r1w --set structures.warppool.queue_latches=true)
"$WARPLOOM" rtl -q "${both[@]}" -o "$WORK/both" >/dev/null
"$WARPLOOM" rtl -q "${small[@]}" --set rtl.storage=sram_1r1w -o "$WORK/sram" >/dev/null
as_alone() {
    local file of n=0
    for file in "$WORK"/both/*.v; do
        case $file in
            */warppool_ram.v | */warppool_queues.v | */warppool_lib_fifo.v | \
                */warppool_lib_hold_ram.v | */warppool_lib_words_ram.v) of=$WORK/s/rtl ;;
            *) of=$WORK/sram ;;
        esac
        cmp <(body "$file") <(body "$of/$(basename "$file")") || return 1
        n=$((n + 1))
    done
    [ "$n" -ge 20 ]
}
expect with_both_each_storage_is_what_it_is_alone as_alone
if cmp -s <(body "$WORK/both/warppool_ram.v") <(body "$WORK/sram/warppool_ram.v"); then
    not_ok latches_are_not_flip_flops 'the same'
else
    ok latches_are_not_flip_flops
fi
expect the_lines_have_their_cycle_beside_sram cmp <(grep ^set_multicycle "$WORK/both/$sdc") \
    <(grep ^set_multicycle "$WORK/s/rtl/$sdc")
[ "${COUNT:-}" = all ] || finish
"$WARPLOOM" synth -q "${both[@]}" --apart -o "$WORK/s2" >/dev/null ||
    not_ok synthesis_of_both 'failed'
expect words_in_latches_stay_apart_beside_sram grep -qx warppool_ram "$WORK/s2/storage.modules"
expect the_sram_has_no_words_in_cells grep -qx warppool_lib_sram "$WORK/s2/macros.modules"
expect no_wrapper_of_sram_is_storage bash -c "! grep -q lib_ram '$WORK/s2/storage.modules'"
SLACKS=s2
read -r both_setup _ _ _ _ _ <<<"$(slacks "rtl/$sdc")"
read -r both_plain _ _ _ _ _ <<<"$(slacks "$WORK/none.sdc")"
near lines_have_a_cycle_more_beside_sram "$both_setup" "$((both_plain + period))"
"$WARPLOOM" synth -q "${both[@]}" --module warppool_ram --json -o "$WORK/words" >"$WORK/words.json"
# OSU018 gives LATCH no area
expect they_are_mapped jq -e '.flops > 0 and .cells_without_area == .flops' "$WORK/words.json"
finish
