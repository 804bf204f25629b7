#!/usr/bin/env bash
# calibration.sh : `report --calibration`: the page, its data and the terminal say the same; what it
# refuses.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

"$WARPLOOM" report --calibration --json -o "$WORK/page" >"$WORK/result.json" 2>"$WORK/err" ||
    not_ok calibration_run "$(head -n 2 "$WORK/err")"
# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
q() { jq -r "$1" "$WORK/result.json"; }
same access_counts_are_equal 'equal equal equal' \
    "$(q '[.runs[].rows[] | select(.what | endswith("L1D accesses")) | .verdict] | join(" ")')"
same gemm_and_bicg_are_within_their_bounds '' \
    "$(q \
    '.runs[] | select(.name | test("gemm|bicg")) | .rows[] | select(.verdict == "outside") | .what')"
same csv_has_a_row_a_figure "$(($(q '[.runs[].rows[]] | length') + 1))" \
    "$(wc -l <"$WORK/page/data/calibration.csv")"
same csv_has_the_figures "$(q '.runs[0].rows[0].ours | round')" \
    "$(sed -n 2p "$WORK/page/data/calibration.csv" | cut -d, -f4)"
same micro_has_all_launches "$(($(wc -l <reports/calibration/micro/gpgpusim.csv) - 1))" \
    "$(q '.micro.launches | length')"
same micro_l1d_accesses_are_equal '0 0' "$(q '.micro | "\(.l1d_unequal) \(.l2_beyond)"')"
# The largest difference, and the mean, of what does not differ on purpose: worked out once more
# from the launches.
fact micro_mean_and_most \
    '.micro | [.launches[] | select(.cause == "") | (100 * (.cycles / .cycles_reference - 1) | fabs)] as $off |
    (($off | add) / ($off | length) - .cycles_mean | fabs) < 1e-9 and (($off | max) - .cycles_most | fabs) < 1e-9' "$WORK/result.json"
fact micro_cycles_within_2_percent_on_average '.micro.cycles_mean < 2 and .micro.cycles_most < 13' \
    "$WORK/result.json"
fact figures_are_means_of_runs '[.runs[].rows[] | .least <= .ours and .ours <= .most] | all' \
    "$WORK/result.json"
same runs_that_thrash_have_seven_latencies '7 7 7 7 7 1' "$(q '[.runs[].latencies] | join(" ")')"
fact micro_says_why_only_of_atomics \
    '[.micro.launches[] | select(.cause != "") | .kernel] | unique == ["atom_same", "atom_unit", "shm_atomic"]' "$WORK/result.json"
same micro_csv_has_a_row_a_launch "$(($(q '.micro.launches | length') + 1))" \
    "$(wc -l <"$WORK/page/data/micro.csv")"
same micro_csv_has_the_figures "$(q '.micro.launches[0] | "\(.kernel) \(.cycles)"')" \
    "$(sed -n 2p "$WORK/page/data/micro.csv" | awk -F, '{ print $3, $4 }')"
same page_has_a_row_a_figure "$(q '[.runs[].rows[]] | length')" \
    "$(grep -c '<th scope="row">' "$WORK/page/index.html")"
expect page_is_well_formed xmllint --noout "$WORK/page/index.html"
same differences_are_of_the_figures '' \
    "$(q \
    '.runs[].rows[] | select(.reference > 0 and (((.ours - .reference) * 100 / .reference) - .difference | fabs) > 1e-6) | .what')"
same bounds_decide_the_verdict '' \
    "$(q \
    '.runs[].rows[] | select(.bound != null) | select((.verdict == "outside") != ((.difference | fabs) > .bound)) | .what')"
# What is published is what this program makes: `warploom report --calibration -o DIR`,
# DIR/data/calibration.csv.
expect published_figures_are_these diff reports/calibration/figures.csv \
    "$WORK/page/data/calibration.csv"
for option in '--config gtx480' '--set sm.warps=32' '--workload atax' '--size small' \
    '--liberty x.lib' '--programs atax' '--figures ipc' --stored-only; do
    read -ra words <<<"$option"
    expect_status "calibration_refuses_${words[0]#--}" 2 \
        "report: ${words[0]}: not with --calibration, which has its own machine and kernels" \
        "$WARPLOOM" report --calibration "${words[@]}"
done
# The runs are points of a sweep: with their results kept, nothing is simulated again, and the page
# is the same.
expect kept_runs_give_the_same_page bash -c \
    "'$WARPLOOM' report --calibration -j 1 -q -o '$WORK/again' && diff -r '$WORK/page' '$WORK/again'"
expect_status calibration_folder_is_a_file 2 'cannot' "$WARPLOOM" report \
    --calibration -o "$WORK/result.json"
finish
