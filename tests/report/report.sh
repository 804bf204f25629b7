#!/usr/bin/env bash
# report.sh : `warploom report` on a small MRPB in latches, which OSU018 gives no area, and whose
# clock is missed: the page stands, its figures are those of the single commands, bad input.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

small=(-c mrpb-base-s --set structures.mrpb.queues=4 --set structures.mrpb.depth=2
    --set rtl.storage=latch --set synth.clock_ns=0.5)
out=$WORK/page

expect report_runs bash -c \
    "'$WARPLOOM' report ${small[*]} --workload atax --size small --json -o '$out' >'$WORK/r.json'"
fact rtl_equals_model '.lockstep.mismatches == 0 and .lockstep.cycles_compared > 0' "$WORK/r.json"
fact results_equal_the_reference '.without.check == "passed" and .with.check == "passed"' \
    "$WORK/r.json"
fact pages_are_named '.pages == ["index.html"]' "$WORK/r.json"
expect page_is_well_formed xmllint --noout "$out/index.html"
for picture in kernels outcomes failures events modules; do
    expect "picture_${picture}_is_well_formed" xmllint --noout "$out/pictures/$picture.svg"; done

# grouped in threes, as the page writes them
grouped() { sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta' <<<"$1"; }
"$WARPLOOM" sim "${small[@]}" atax --size small --json >"$WORK/with.json"
"$WARPLOOM" sim "${small[@]}" --set structures.mrpb.enable=false atax --size small \
    --json >"$WORK/without.json"
for run in without with; do
    cycles=$(jq .cycles "$WORK/$run.json")
    fact "cycles_${run}_mrpb_are_those_of_sim" ".$run.cycles == $cycles" "$WORK/r.json"
    expect "cycles_${run}_mrpb_stand_on_the_page" grep -q ">$(grouped "$cycles")<" "$out/index.html"
done
if [ -s "$out/with.json" ] && diff <(jq -S 'del(.wall_seconds)' "$WORK/with.json") <(jq \
    -S 'del(.wall_seconds)' "$out/with.json") >/dev/null; then ok lockstep_changes_no_statistic;
    else not_ok lockstep_changes_no_statistic 'with.json differs from sim'; fi
expect fmax_stands_on_the_page grep -q \
    ">$(printf '%.1f' "$(jq .fmax_mhz "$out/synth.json")") MHz<" "$out/index.html"
# The summary names the latches, and says what the areas lack and that the clock is missed. The same
# run again keeps its synthesis.
"$WARPLOOM" report "${small[@]}" --workload atax --size small -o "$out" >"$WORK/r.txt" 2>/dev/null
has() { expect "$1" grep -qE "$2" "$WORK/r.txt"; }
has summary_names_the_latches '^  area .* um2 logic \+ [0-9]+ um2 storage in latches$'
has summary_counts_cells_without_area "^  cells not in these areas +$(jq .cells_without_area \
    "$out/synth.json") \(the library has no area for them\)$"
has summary_judges_the_clock '^  clock of 0.5 ns +missed by [0-9.]+ ns, no wire$'
expect no_picture_calls_them_flip_flops bash -c \
    "grep -q '>storage (latches)<' '$out/pictures/modules.svg'"
expect rtl_is_that_of_the_command bash -c \
    "'$WARPLOOM' rtl ${small[*]} -o '$WORK/rtl' && diff -r '$WORK/rtl' '$out/rtl'"
printf '%s\n' "$WORK" /tmp/ "$(date +%Y-%m-%d)" >"$WORK/places"
# a machine may be called as something that the page tells of
grep -qF "$(hostname)" README.md || hostname >>"$WORK/places"
if [ ! -s "$out/index.html" ]; then not_ok page_names_no_host_path_or_date 'no page'
elif grep -qFf "$WORK/places" "$out/index.html"; then
    not_ok page_names_no_host_path_or_date "$(grep -noFf "$WORK/places" "$out/index.html" |
    head -n 1)"; else ok page_names_no_host_path_or_date; fi

expect_status no_output_directory 2 'report: -o DIR is missing' "$WARPLOOM" report "${small[@]}"
expect_status configuration_without_mrpb 2 'has no MRPB to compare with' "$WARPLOOM" report \
    -c gtx480 -o "$WORK/x"
expect_status unknown_workload 2 'atax' "$WARPLOOM" report "${small[@]}" --workload atux \
    -o "$WORK/x"
expect_status unknown_size 2 'tiny' "$WARPLOOM" report "${small[@]}" --size tiny -o "$WORK/x"
for option in '--liberty x.lib' '--programs atax' '--figures ipc' --stored-only '--jobs 1'; do
    read -ra words <<<"$option"
    expect_status "structures_page_refuses_${words[0]#--}" 2 \
        "report: ${words[0]}: only with --paper" "$WARPLOOM" report "${small[@]}" "${words[@]}" \
        -o "$WORK/x"
done
touch "$WORK/file"
expect_status output_is_a_file 2 "$WORK/file" "$WARPLOOM" report "${small[@]}" -o "$WORK/file"
expect_status synthesis_that_fails_is_told 2 'synth.liberty = /nonexistent.lib' "$WARPLOOM" report \
    "${small[@]}" --size small --set synth.liberty=/nonexistent.lib -o "$WORK/x"
if [ ! -e "$WORK/x/index.html" ]; then ok failed_runs_leave_no_page; else
    not_ok failed_runs_leave_no_page 'index.html is there'; fi
finish
