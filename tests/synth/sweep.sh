#!/usr/bin/env bash
# sweep.sh : `warploom synth --sweep`: a row a value, as a run of that value alone says it; a picture; bad input.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(-c mrpb-base-s --set structures.mrpb.depth=2 --module mrpb_ctl)
sweep() { "$WARPLOOM" synth "${small[@]}" -o "$WORK/s" --sweep "$@"; }

expect sweep_runs bash -c "'$WARPLOOM' synth ${small[*]} --json -o '$WORK/s' --sweep structures.mrpb.queues=2,4 >'$WORK/s.json'"
"$WARPLOOM" synth "${small[@]}" --json -o "$WORK/one" --set structures.mrpb.queues=4 >"$WORK/one.json"
expect a_row_is_what_its_value_alone_gives jq -en --slurpfile s "$WORK/s.json" --slurpfile o "$WORK/one.json" \
    '$s[0].rows[1] as $r | $o[0] | $r.value == 4 and $r.area_um2 == .area_um2 and $r.fmax_mhz == .fmax_mhz and $r.to == .timing.reg_to_reg.to and .area_um2 > 0'
"$WARPLOOM" synth "${small[@]}" --json -o "$WORK/area" --set structures.mrpb.queues=4 --set rtl.goal=area >"$WORK/area.json"
expect goal_area_is_smaller jq -en --slurpfile s "$WORK/area.json" --slurpfile o "$WORK/one.json" '$s[0].area_um2 < 0.9 * $o[0].area_um2 and $s[0].flops < $o[0].flops'
expect more_queues_cost_more jq -e '.rows | length == 2 and .[0].area_um2 < .[1].area_um2 and .[0].flops < .[1].flops' "$WORK/s.json"
expect tools_are_named jq -e '.tools.yosys and .tools.opensta and .library == "osu018_stdcells" and .sweep == "structures.mrpb.queues"' "$WORK/s.json"
expect table_has_a_row_a_value bash -c "[ \"\$(cut -d, -f1 '$WORK/s/data/sweep.csv' | tr '\n' ' ')\" = 'value 2 4 ' ]"
expect picture_names_the_key grep -q 'structures.mrpb.queues (logarithmic)' "$WORK/s/pictures/sweep.svg"

# Stopped by SIGKILL after its first value, it continues: that value is not synthesized again, and the table is that of a run that was
# never stopped. Its results are kept as those of a sweep are.
cp -r "$WORK/s" "$WORK/whole"
export WARPLOOM_CACHE=$WORK/cache
made() { find "$WORK/cache/runs" -name '*.json' -printf '%f %T@ %i\n' 2>/dev/null | sort | grep .; }
setsid "$WARPLOOM" synth "${small[@]}" -o "$WORK/k" -j 1 --sweep structures.mrpb.queues=2,4 >/dev/null 2>&1 &
awaits $! made >/dev/null
kill -9 -- -$! && wait $! 2>/dev/null
first=$(made)
if [ "$(wc -l <<<"$first")" = 1 ] && [ -n "$first" ] && [ ! -e "$WORK/k/sweep.json" ]; then ok a_killed_sweep_has_its_first_value; else not_ok a_killed_sweep_has_its_first_value "$first"; fi
expect a_killed_sweep_goes_on "$WARPLOOM" synth "${small[@]}" -o "$WORK/k" --sweep structures.mrpb.queues=2,4 -q
expect its_first_value_is_not_made_again grep -qxF "$first" <<<"$(made)"
expect its_table_is_that_of_a_whole_run diff "$WORK/whole/data/sweep.csv" "$WORK/k/data/sweep.csv"
"$WARPLOOM" synth "${small[@]}" -o "$WORK/k" --set structures.mrpb.latency=2 --sweep structures.mrpb.queues=2,4 >/dev/null
expect other_hardware_is_made_anew [ "$(made | wc -l)" = 4 ]

rm -rf "$WORK/s"
expect_status sweep_without_key 2 '--sweep 2,3: must be KEY=a,b,...: there is no key' sweep 2,3
expect_status sweep_of_one_value 2 'at least two numbers' sweep structures.mrpb.queues=2
expect_status sweep_that_falls 2 'each above the one before it' sweep structures.mrpb.queues=4,2
expect_status sweep_of_words 2 'positive numbers' sweep structures.mrpb.drain=fixed,rr
expect_status sweep_out_of_range 2 'structures.mrpb.queues = 2000: must be' sweep structures.mrpb.queues=2,2000
expect_status sweep_of_no_key 2 'did you mean' sweep structures.mrpb.queus=2,4
expect_status sweep_without_directory 2 '-o DIR is missing' "$WARPLOOM" synth "${small[@]}" --sweep structures.mrpb.queues=2,4
expect_status jobs_without_sweep 2 '--jobs: needs --sweep' "$WARPLOOM" synth "${small[@]}" --jobs 2
if [ ! -e "$WORK/s" ]; then ok bad_sweeps_write_nothing; else not_ok bad_sweeps_write_nothing 'a directory is there'; fi
finish
