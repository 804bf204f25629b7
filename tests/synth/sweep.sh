#!/usr/bin/env bash
# sweep.sh : `warploom synth --sweep`: a row a value or a combination of values, as a run of it
# alone says it; tables and page; bad input.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(-c mrpb-base-s --set structures.mrpb.depth=2 --module mrpb_ctl)
sweep() { "$WARPLOOM" synth "${small[@]}" -o "$WORK/s" --sweep "$@"; }

expect sweep_runs bash -c \
    "'$WARPLOOM' synth ${small[*]} --json -o '$WORK/s' --sweep structures.mrpb.queues=2,4 >'$WORK/s.json'"
"$WARPLOOM" synth "${small[@]}" --json -o "$WORK/one" --set structures.mrpb.queues=4 \
    >"$WORK/one.json"
expect a_row_is_what_its_value_alone_gives jq -en --slurpfile s "$WORK/s.json" \
    --slurpfile o "$WORK/one.json" \
    '$s[0].rows[1] as $r | $o[0] | $r.values == ["4"] and $r.area_um2 == .area_um2 and $r.fmax_mhz == .fmax_mhz and $r.to == .timing.reg_to_reg.to and .area_um2 > 0'
"$WARPLOOM" synth "${small[@]}" --json -o "$WORK/area" --set structures.mrpb.queues=4 \
    --set rtl.goal=area >"$WORK/area.json"
expect goal_area_is_smaller jq -en --slurpfile s "$WORK/area.json" \
    --slurpfile o "$WORK/one.json" \
    '$s[0].area_um2 < 0.9 * $o[0].area_um2 and $s[0].flops < $o[0].flops'
expect more_queues_cost_more jq -e \
    '.rows | length == 2 and .[0].area_um2 < .[1].area_um2 and .[0].flops < .[1].flops' \
    "$WORK/s.json"
expect tools_are_named jq -e \
    '.tools.yosys and .tools.opensta and .library == "osu018_stdcells" and
     .axes == ["structures.mrpb.queues"]' "$WORK/s.json"
expect table_has_a_row_a_value bash -c \
    "[ \"\$(cut -d, -f1 '$WORK/s/data/sweep.csv' | tr '\n' ' ')\" = 'structures.mrpb.queues 2 4 ' ]"
rows=$(tr -d '\n' <"$WORK/s/index.html" | grep -oE '<tr><th scope="row">.</th><td>.</td>' |
    tr -dc '0-9')
if [ "$rows" = 1224 ]; then ok page_has_a_row_a_value
else not_ok page_has_a_row_a_value "$rows"; fi
expect picture_names_the_key grep -q 'structures.mrpb.queues (logarithmic)' \
    "$WORK/s/pictures/sweep.svg"

# Two keys, one of them with words: all combinations, the last key first. A clock that nothing
# reaches is missed, a slow one is met, and the verdict stands in text, CSV and page.
two() {
    "$WARPLOOM" synth -c mrpb-base-s --set structures.mrpb.queues=2 \
        --set structures.mrpb.depth=2 --module mrpb_out -o "$WORK/two" \
        --sweep rtl.goal=clock,area --sweep synth.clock_ns=0.01,1000 "$@"
}
two --json >"$WORK/two.json" 2>"$WORK/two.err"
page=$WORK/two/index.html table=$WORK/two/data/sweep.csv modules=$WORK/two/data/modules.csv
fact all_combinations_are_made '.axes == ["rtl.goal", "synth.clock_ns"] and
    [.rows[].values | join(" ")] == ["clock 0.01", "clock 1000", "area 0.01", "area 1000"]' \
    "$WORK/two.json"
fact each_has_its_verdict '[.rows[].target.met] == [false, true, false, true] and
    all(.rows[]; (.target.clock_ns - .target.slack_ns - .period_ns | fabs) < 1e-5)' "$WORK/two.json"
fact each_has_its_modules 'all(.rows[];
    (([.hierarchy[].area_um2] | add) - .area_um2 | fabs) < 0.01)' "$WORK/two.json"
fact each_has_its_path 'all(.rows[]; .target.path[0] == .from and .target.path[-1] == .to)' \
    "$WORK/two.json"
# is NAME WANTED GOT
is() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3', not '$2'"; fi; }
is the_table_has_the_verdicts \
    'rtl.goal,synth.clock_ns,met clock,0.01,no clock,1000,yes area,0.01,no area,1000,yes' \
    "$(cut -d, -f1,2,15 "$table" | paste -sd ' ')"
is the_table_of_modules_adds_up \
    "$(awk -F, 'NR > 1 { printf "%s %.0f\n", $1 $2, $3 }' "$table" | sort)" \
    "$(awk -F, 'NR > 1 { a[$1 $2] += $6 }
        END { for (k in a) printf "%s %.0f\n", k, a[k] }' "$modules" | sort)"
cell='^<td class="w">' bad='<strong class="bad">'
is the_page_has_what_is_missed 2 \
    "$(grep -c "$cell${bad}missed by [0-9.]* ns</strong></td>" "$page")"
is the_page_has_what_is_met 2 "$(grep -c "${cell}met by [0-9.]* ns</td>\$" "$page")"
expect the_page_counts_what_is_met grep -q '<b>2 of 4</b>' "$page"
expect the_page_is_well_formed xmllint --noout "$page"
path=$(jq -r '.rows[3].target.path | map("<code>\(.)</code>") | join(" ")' "$WORK/two.json")
expect the_page_has_the_paths grep -qF " ns: $path</p>" "$page"
expect the_summary_has_the_verdicts \
    grep -qE '^  area 1000 .* 1000 ns met by [0-9.]+ ns: .* -> ' <<<"$(two -q)"

# OSU018 gives LATCH no area: what has some is not comparable, in text, tables and page, and stands
# on no front; where all have some, there is none.
latches() {
    "$WARPLOOM" synth -c mrpb-base-s --set structures.mrpb.depth=2 --module lib_ram "$@"
}
latches --sweep rtl.storage=flop,latch -o "$WORK/latch" >"$WORK/latch.txt"
bits=$(jq '.rows[1].cells_without_area' "$WORK/latch/sweep.json")
is text_tells_what_is_not_comparable "    not comparable: $bits cells without area" \
    "$(sed -n '/^  latch/{n;p}' "$WORK/latch.txt")"
is the_front_has_no_areas_that_lack_cells '1 yes 2 not comparable' \
    "$(sed 1d "$WORK/latch/data/scatter.csv" | cut -d, -f1,4 | tr , ' ' | paste -sd ' ')"
is both_tables_count_cells_without_area "0 $bits 0 $bits" \
    "$(awk -F, 'FNR > 1 { print $NF }' "$WORK"/latch/data/{sweep,modules}.csv | paste -sd ' ')"
expect page_tells_what_is_not_comparable grep -q "<td><strong class=\"bad\">not comparable: $bits \
cells without area</strong></td>" "$WORK/latch/index.html"
fact some_cells_have_no_area '.rows[0].cells_without_area == 0 and
    .rows[1].cells_without_area > 0' "$WORK/latch/sweep.json"
latches --set rtl.storage=latch --sweep synth.clock_ns=5,10 -o "$WORK/latches" >/dev/null
is without_a_front_there_is_a_curve_only '1 2' \
    "$(grep -c '<svg' "$WORK/latches/index.html") $(grep -c "bad\">not comparable: $bits" \
        "$WORK/latches/index.html")"
expect page_without_a_front_is_well_formed xmllint --noout "$WORK/latches/index.html"

# MRPB's selector over one queue is wires from port to port: no cells, no clock, and on no front.
"$WARPLOOM" synth -c mrpb-base-s --module mrpb_sel --sweep structures.mrpb.queues=1,2 \
    -o "$WORK/wires" >"$WORK/wires.txt"
fact wires_have_no_clock '.rows[0] | .area_um2 == 0 and .fmax_mhz == null and
    .wire_fmax_mhz == null and .target.met == null' "$WORK/wires/sweep.json"
is text_tells_that_wires_have_no_clock \
    '1 0 no path no path 5 ns has no path not comparable: no cells, so no clock' \
    "$(sed -n '/^  1 /{N;p}' "$WORK/wires.txt" | xargs)"
is wires_are_on_no_front '1,0,,not comparable yes' \
    "$(sed 1d "$WORK/wires/data/scatter.csv" | sed '2s/.*,//' | paste -sd ' ')"
expect page_tells_that_wires_have_no_clock grep -q 'bad">not comparable: no cells, so no clock<' \
    "$WORK/wires/index.html"

# Stopped by SIGKILL after its first value, it continues: that value is not synthesized again, and
# the table is that of a run that was never stopped. Its results are kept as those of a sweep are.
cp -r "$WORK/s" "$WORK/whole"
export WARPLOOM_CACHE=$WORK/cache
made() { find "$WORK/cache/runs" -name '*.json' -printf '%f %T@ %i\n' 2>/dev/null | sort | grep .; }
setsid "$WARPLOOM" synth "${small[@]}" -o "$WORK/k" -j 1 --sweep structures.mrpb.queues=2,4 \
    >/dev/null 2>&1 &
awaits $! made >/dev/null
kill -9 -- -$! && wait $! 2>/dev/null
first=$(made)
if [ "$(wc -l <<<"$first")" = 1 ] && [ -n "$first" ] && [ ! -e "$WORK/k/sweep.json" ]; then
    ok a_killed_sweep_has_its_first_value
else
    not_ok a_killed_sweep_has_its_first_value "$first"
fi
expect a_killed_sweep_goes_on \
    "$WARPLOOM" synth "${small[@]}" -o "$WORK/k" --sweep structures.mrpb.queues=2,4 -q
expect its_first_value_is_not_made_again grep -qxF "$first" <<<"$(made)"
expect its_table_is_that_of_a_whole_run diff "$WORK/whole/data/sweep.csv" "$WORK/k/data/sweep.csv"
"$WARPLOOM" synth "${small[@]}" -o "$WORK/k" --set structures.mrpb.latency=2 \
    --sweep structures.mrpb.queues=2,4 >/dev/null
expect other_hardware_is_made_anew [ "$(made | wc -l)" = 4 ]

rm -rf "$WORK/s"
expect_status sweep_without_key 2 '--sweep 2,3: must be KEY=a,b,...: there is no key' sweep 2,3
expect_status sweep_of_one_value_of_no_key 2 \
    '--sweep structures.mrpb.queue=2: error: unknown key structures.mrpb.queue; did you mean' \
    sweep structures.mrpb.queue=2
expect_status sweep_that_falls_of_no_key 2 'unknown key structures.mrpb.queue; did you mean' \
    sweep structures.mrpb.queue=4,2
expect help_of_sweep_says_what_values bash -c \
    '"$WARPLOOM" synth --help | grep -q "at least two, numbers in rising order"'
expect_status sweep_of_one_value 2 'at least two values' sweep structures.mrpb.queues=2
expect_status sweep_with_a_value_twice 2 'a value stands twice' sweep rtl.goal=area,clock,area
expect_status sweep_with_a_key_twice 2 'the key is swept already' sweep rtl.goal=area,clock \
    --sweep rtl.goal=clock,area
expect_status sweep_with_an_empty_value 2 'a value is empty' sweep rtl.goal=area,
expect_status sweep_of_too_much 2 'more than 256 combinations' sweep \
    "structures.mrpb.queues=$(seq -s, 1 64)" --sweep synth.clock_ns=1,2,3,4,5
expect_status sweep_that_falls 2 'each above the one before it' sweep structures.mrpb.queues=4,2
expect_status sweep_of_a_number_below_0 2 'a number is not positive' sweep synth.clock_ns=-1,2
expect_status sweep_out_of_range 2 \
    '--sweep structures.mrpb.queues=2,2000: error: structures.mrpb.queues = 2000: must be' sweep \
    structures.mrpb.queues=2,2000
expect_status sweep_of_no_module 2 '--module mrpb_cts: no such module in mrpb_base_s; did you' \
    sweep structures.mrpb.queues=2,4 --module mrpb_cts
expect_status sweep_of_no_key 2 'did you mean' sweep structures.mrpb.queus=2,4
expect_status sweep_without_directory 2 '-o DIR is missing' \
    "$WARPLOOM" synth "${small[@]}" --sweep structures.mrpb.queues=2,4
expect_status jobs_without_sweep 2 '--jobs: needs --sweep' "$WARPLOOM" synth "${small[@]}" --jobs 2
if [ ! -e "$WORK/s" ]; then ok bad_sweeps_write_nothing
else not_ok bad_sweeps_write_nothing 'a directory is there'; fi
finish
