#!/usr/bin/env bash
# calibration.sh : `report --calibration`: the page, its data and the terminal say the same; what it refuses.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

"$WARPLOOM" report --calibration --json -o "$WORK/page" >"$WORK/result.json" 2>"$WORK/err" || not_ok calibration_run "$(head -n 2 "$WORK/err")"
# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
q() { jq -r "$1" "$WORK/result.json"; }
same access_counts_are_equal 'equal equal equal' "$(q '[.runs[].rows[] | select(.what | endswith("L1D accesses")) | .verdict] | join(" ")')"
same gemm_and_bicg_are_within_their_bounds '' "$(q '.runs[] | select(.name | test("gemm|bicg")) | .rows[] | select(.verdict == "outside") | .what')"
same csv_has_a_row_a_figure "$(($(q '[.runs[].rows[]] | length') + 1))" "$(wc -l <"$WORK/page/data/calibration.csv")"
same csv_has_the_figures "$(q '.runs[0].rows[0].ours')" "$(sed -n 2p "$WORK/page/data/calibration.csv" | cut -d, -f4)"
same page_has_a_row_a_figure "$(q '[.runs[].rows[]] | length')" "$(grep -c '<th scope="row">' "$WORK/page/index.html")"
expect page_is_well_formed xmllint --noout "$WORK/page/index.html"
same differences_are_of_the_figures '' "$(q '.runs[].rows[] | select(.reference > 0 and (((.ours - .reference) * 100 / .reference) - .difference | fabs) > 1e-6) | .what')"
same bounds_decide_the_verdict '' "$(q '.runs[].rows[] | select(.bound != null) | select((.verdict == "outside") != ((.difference | fabs) > .bound)) | .what')"
# What is published is what this program makes: `warploom report --calibration -o DIR`, DIR/data/calibration.csv.
expect published_figures_are_these diff reports/calibration/figures.csv "$WORK/page/data/calibration.csv"
for option in '--config gtx480' '--set sm.warps=32' '--workload atax' '--size small' '--liberty x.lib' '--programs atax' '--figures ipc' --kept '--jobs 1'; do
    read -ra words <<<"$option"
    expect_status "calibration_refuses_${words[0]#--}" 2 "report: ${words[0]}: not with --calibration, which has its own machine and kernels" "$WARPLOOM" report --calibration "${words[@]}"
done
expect_status calibration_folder_is_a_file 2 'cannot' "$WARPLOOM" report --calibration -o "$WORK/result.json"
finish
