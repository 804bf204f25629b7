#!/usr/bin/env bash
# power.sh : `make power`: a line is what `warploom energy` alone says; lines that are not asked for
# stay; what was measured is not measured again, unless its cycles change; no library is an error.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r "$library" ] || library=build/liberty$library
export OUT=$WORK/out REPORT=$WORK/report PROGRAMS='atax gemm' PARTS=streambypass
rows() { CYCLES=$1 LIBERTY=$library bash synth/power.sh; }
mkdir "$REPORT"
printf '%s\n' part,power_mw,clock_mhz,command mrpb,1,2,three other,1,2,three >"$REPORT/power.csv"

expect the_line_is_made rows 300
expect lines_of_its_parts_in_their_order [ "$(cut -d, -f1 "$REPORT/power.csv" | paste -sd ' ')" \
    = 'part streambypass mrpb' ]
expect a_line_that_was_not_asked_for_stays grep -qx mrpb,1,2,three "$REPORT/power.csv"
IFS=, read -r _ mw _ command < <(grep ^streambypass, "$REPORT/power.csv")
read -ra words <<<"$command"
for i in "${!words[@]}"; do
    if [ "${words[i]}" = "$(basename "$library")" ]; then words[i]=$library; fi
done
"$WARPLOOM" "${words[@]:1}" --json >"$WORK/alone.json"
fact its_command_gives_the_mean_of_the_programs \
    "(.runs | length == 2) and ([.runs[].energy.power_mw] | add / 2 / $mw - 1 | fabs < 5e-4)" \
    "$WORK/alone.json"

made() { stat -c '%i %y' "$OUT/streambypass.json"; }
before=$(made) table=$(cat "$REPORT/power.csv")
rows 300
expect a_second_run_measures_nothing [ "$before$table" = "$(made)$(cat "$REPORT/power.csv")" ]
rows 400
expect other_cycles_are_measured [ "$before" != "$(made)" ]
expect_status no_library 2 'LIBERTY=osu018: must be a file' env LIBERTY=osu018 bash synth/power.sh
finish
