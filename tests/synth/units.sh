#!/usr/bin/env bash
# units.sh : cell libraries whose units are not 1 ns, 1 pF and 1 nW, or that have a default wire
# load: OSU018 with other unit lines. Clock, power, arrivals and the emitted constraints are what
# OpenSTA says by hand of the same netlist and the library as it was given.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$osu018" ] || osu018=build/liberty$osu018
top=dwt_pric_full_streambypass
small=(-c dwt-pric-full --module streambypass --set structures.streambypass.period=6)
run() { "$WARPLOOM" synth "${small[@]}" -q "$@"; }
synth() { # NAME: with $WORK/NAME.lib
    run --json -o "$WORK/$1" --liberty "$WORK/$1.lib" >"$WORK/$1.json" 2>"$WORK/$1.err" ||
        not_ok "synthesis_with_$1" "$(head -n 2 "$WORK/$1.err")"
}

# by_hand NAME LIBRARY SCRIPT: what OpenSTA prints of the netlist of NAME, linked with LIBRARY.
by_hand() {
    printf 'read_liberty %s\nread_verilog logic.v\nlink_design %s\n%s\nexit\n' "$2" "$top" "$3" \
        >"$WORK/$1/hand.tcl"
    (cd "$WORK/$1" && sta -no_init -no_splash -exit hand.tcl 2>&1)
}
# The worst slack from register to register at 5 ns, in ps.
# shellcheck disable=SC2016 # Tcl's
WORST='set_cmd_units -time ps
create_clock -name clk_i -period 5000 [get_ports clk_i]
set starts [all_registers -clock_pins]
set paths [find_timing_paths -from $starts -to [all_registers -data_pins] -path_delay max]
puts "slack [expr {[[lindex $paths 0] slack] * 1e12}]"'
slack_by_hand() { by_hand "$1" "$2" "$WORST" | sed -n 's/^slack //p'; }

# close NAME A B RELATIVE: two numbers are the same but for so much.
close() {
    local same='BEGIN { d = a - b; m = b; if (d < 0) d = -d; if (m < 0) m = -m
        exit !(a != "" && b != "" && d <= r * m) }'
    if awk -v a="$2" -v b="$3" -v r="$4" "$same"; then ok "$1"; else not_ok "$1" "'$2' and '$3'"; fi
}
figure() { jq -r "$2" "$WORK/$1.json"; }
times() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.9g\n", a * b }'; }

# library NAME SED...: $WORK/NAME.lib, which differs from OSU018, and what synth says of it
library() {
    sed "$2" "$osu018" >"$WORK/$1.lib"
    if cmp -s "$osu018" "$WORK/$1.lib"; then not_ok "library_$1" 'is OSU018 as it was'
    else synth "$1"; fi
}
cp "$osu018" "$WORK/ns1.lib"
synth ns1
for unit in 100 10 1; do library "ps$unit" "s/time_unit : \"1ns\"/time_unit : \"${unit}ps\"/"; done
library ff 's/capacitive_load_unit (1,pf)/capacitive_load_unit (1000,FF)/
    s/time_unit : "1ns"/time_unit : 1 NS/'
library uw 's/leakage_power_unit : "1nW"/leakage_power_unit : 1uW/'
library wire '/^  default_operating_conditions/ a\
  wire_load ("long") { capacitance : 0.1; resistance : 1; slope : 1; fanout_length (1, 1); }\
  default_wire_load : "long";\
  default_wire_load_mode : top;'

# Cells ten times as fast make the clock ten times as fast, at each step.
for step in '100 10' '10 100' '1 1000'; do
    read -r unit faster <<<"$step"
    close "clock_with_a_unit_of_${unit}_ps" "$(figure "ps$unit" .fmax_mhz)" \
        "$(times "$(figure ns1 .fmax_mhz)" "$faster")" 0.005
    close "clock_with_wire_and_a_unit_of_${unit}_ps" \
        "$(figure "ps$unit" .wire.per_fanout.fmax_mhz)" \
        "$(times "$(figure ns1 .wire.per_fanout.fmax_mhz)" "$faster")" 0.005
    close "power_with_a_unit_of_${unit}_ps" "$(figure "ps$unit" .power_mw)" \
        "$(figure ns1 .power_mw)" 0.01
done
for name in ns1 ps100 ps10 ps1 ff uw wire; do
    case $name in ff | wire) library=$osu018 ;; *) library=$WORK/$name.lib ;; esac
    close "slack_of_${name}_is_that_by_hand" "$(figure "$name" '.target.slack_ns * 1000')" \
        "$(slack_by_hand "$name" "$(realpath "$library")")" 0.0001
done
close arrivals_follow_the_unit "$(figure ps10 '.critical_path[-1].arrival_ns * 100')" \
    "$(figure ns1 '.critical_path[-1].arrival_ns')" 0.01
fact arrivals_end_before_the_clock '.timing.reg_to_reg.min_period_ns as $t |
    .critical_path[-1].arrival_ns | . < $t and . > 0.5 * $t' "$WORK/ps1.json"
same='[.fmax_mhz, .power_mw, .wire, .area_um2, .timing]'
expect other_spellings_of_the_same_units \
    [ "$(figure ff "$same | tojson")" = "$(figure ns1 "$same | tojson")" ]

# Leakage is the sum of what the library says of each cell: cell_leakage_power in its unit.
leakage() { # LIBRARY NETLIST: in the library's unit
    awk 'NR == FNR && /^cell \(/ { cell = $2; gsub(/[()]/, "", cell) }
        NR == FNR { if ($1 == "cell_leakage_power") power[cell] = $3 + 0; next }
        $1 in power && /\($/ { sum += power[$1] }
        END { print sum }' "$1" "$2"
}
close leakage_in_nw "$(figure ns1 '.power.leakage_mw * 1e6')" \
    "$(leakage "$WORK/ns1.lib" "$WORK/ns1/logic.v")" 0.001
close leakage_in_uw "$(figure uw '.power.leakage_mw * 1e3')" \
    "$(leakage "$WORK/uw.lib" "$WORK/uw/logic.v")" 0.001

# Without wire there is no wire, though the library brings some: by hand, with it, slack is less.
with=$(slack_by_hand wire "$WORK/wire.lib") without=$(figure wire '.target.slack_ns * 1000')
expect the_default_wire_load_would_be_seen \
    awk -v a="$with" -v b="$without" 'BEGIN { exit !(a != "" && b > 0 && a < b - 100) }'

# The emitted constraints mean ns whatever unit the library has, and OpenSTA has nothing to say
# against them.
"$WARPLOOM" rtl -q -c dwt-pric-full --set structures.streambypass.period=6 -o "$WORK/rtl" >/dev/null
# shellcheck disable=SC2016 # Tcl's
READ='read_sdc ../rtl/dwt_pric_full_streambypass.sdc
puts "period [expr {[[lindex [all_clocks] 0] period] * 1e9}]"
set in [lindex [find_timing_paths -from [get_ports miss_i]] 0]
puts "arrival [expr {[sta::PathRef_arrival [lindex [get_property $in points] 0]] * 1e9}]"'
for name in ns1 ps10 ps1; do
    said=$(by_hand "$name" "$WORK/$name.lib" "$READ")
    period=$(sed -n 's/^period //p' <<<"$said") arrival=$(sed -n 's/^arrival //p' <<<"$said")
    close "constraints_have_their_period_with_$name" "$period" 5 0.0001
    close "constraints_have_their_delays_with_$name" "$arrival" 1 0.0001
    if grep -iE 'warning|error' <<<"$said"; then not_ok "constraints_are_taken_with_$name" "$said"
    else ok "constraints_are_taken_with_$name"; fi
done
grep -v set_cmd_units "$WORK/rtl/dwt_pric_full_streambypass.sdc" >"$WORK/ps10/bare.sdc"
said=$(by_hand ps10 "$WORK/ps10.lib" "${READ/'../rtl/dwt_pric_full_streambypass'/bare}")
expect constraints_without_units_would_be_seen grep -q 'does not match library scale' <<<"$said"

refuse() { # NAME TEXT SED
    sed "$3" "$osu018" >"$WORK/bad.lib"
    expect_status "$1" 2 "$2" run --liberty "$WORK/bad.lib" -o "$WORK/bad"
}
times_are='time_unit must be 1ps, 10ps, 100ps or 1ns'
refuse unit_of_2_ns_is_refused "$times_are" 's/time_unit : "1ns"/time_unit : "2ns"/'
refuse unit_of_seconds_is_refused "$times_are" 's/time_unit : "1ns"/time_unit : "1s"/'
refuse capacitances_in_nf_are_refused 'capacitive_load_unit must be a number of ff or pf' \
    's/(1,pf)/(1,nf)/'
finish
