#!/usr/bin/env bash
# coverage.sh : coverage of a small block: all of its points are found and covered, instance by
# instance; a bench with its traffic cut covers less; a point is waived only with a reason, and a
# waiver that nothing needs is refused. The whole: make coverage.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/coverage/points.sh

run() { POINTS=$1 C=no OUT=$WORK/$2 REPORT=$WORK/$2/report bash tb/coverage/run.sh; }
# percent REPORT POINT KIND
percent() { rows_of_page "$WORK/$1/report/index.html" |
    awk -F'|' -v p=" $2 " -v k=" $3 " '$2 == p && $3 == k { print $8 + 0 }'; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a + 0 < b + 0) }'; }

expect bench_is_covered run 'dwtcs streambypass' whole
for kind in toggle line branch; do
    if [ "$(percent whole dwtcs $kind)" = 100 ]; then ok "dwtcs_${kind}_points_covered"; else
        not_ok "dwtcs_${kind}_points_covered" "$(percent whole dwtcs $kind) %"; fi
done
for sm in 0 1 2; do expect "instance_of_sm_$sm" grep \
    -q "^dwtcs,dwtcs.g_sm\[$sm\].u_meter,dwtcs_meter,branch," "$WORK/whole/report/rtl.csv"; done

# The same bench, cut to a few cycles: it fails for what it has not seen, and covers less.
read -ra args <<<"${COVERAGE_POINTS[dwtcs]}"
expect_status traffic_cut_fails 1 'is too short for this configuration' "$WARPLOOM" bench \
    "${args[@]}" --cycles 40 --coverage "$WORK/cut.dat"
mkdir -p "$WORK/cut"
awk -v prefix=dwt_pric_full_ -f tb/coverage/parse.awk "$WORK/cut.dat" |
    awk -F'\t' -v OFS='\t' '{ print "dwtcs," $3, $2, $1, $4, $5, $6 }' >"$WORK/cut/rows"
awk -v counts="$WORK/cut/counts" -v open="$WORK/cut/open" -v used="$WORK/cut/used" \
    -f tb/coverage/count.awk tb/coverage/waivers.tsv "$WORK/cut/rows"
for kind in toggle branch; do
    cut=$(awk -F, -v k=$kind \
        '$4 == k { n += $5 - $7; c += $6 } END { if (n) printf "%.2f", 100 * c / n }' \
        "$WORK/cut/counts")
    if below "$cut" "$(percent whole dwtcs $kind)"; then ok "traffic_cut_covers_less_by_${kind}";
        else not_ok "traffic_cut_covers_less_by_${kind}" "$cut %"; fi
done

# Without the waivers the points are open, and named.
printf '# none\n' >"$WORK/none.tsv"
WAIVERS=$WORK/none.tsv expect runs_without_waivers run streambypass bare
expect open_point_is_named grep -q \
    '^streambypass,streambypass,streambypass,toggle,streambypass.v:[0-9]*,"score_step\[1\]"' \
    "$WORK/bare/report/open.csv"

# A part of the report can be made anew: the rows of other points stay, those of points that there
# are no longer go.
grep '^dwtcs,' "$WORK/whole/report/rtl.csv" >"$WORK/dwtcs.rows"
echo 'gone,gone,gone,toggle,9,9,0,0,100.00' >>"$WORK/whole/report/rtl.csv"
expect part_of_the_report_is_made_anew run streambypass whole
expect other_points_keep_their_rows cmp "$WORK/dwtcs.rows" \
    <(grep '^dwtcs,' "$WORK/whole/report/rtl.csv")
points=$(sed '1d; s/,.*//' "$WORK/whole/report/rtl.csv" | uniq | paste -sd ' ')
if [ "$points" = 'dwtcs streambypass' ] && [ "$(percent whole dwtcs toggle)" = 100 ]; then
    ok each_point_once; else not_ok each_point_once "$points"; fi

# A bench that cannot run leaves the page as it is, whatever data lie there from before.
printf '#!/bin/sh\nexit 3\n' >"$WORK/program" && chmod +x "$WORK/program"
before=$(stat -c '%y %i' "$WORK/bare/report/index.html")
WARPLOOM=$WORK/program expect_status bench_that_cannot_run 3 'streambypass: no result' run \
    streambypass bare
if [ "$before" = "$(stat -c '%y %i' "$WORK/bare/report/index.html")" ]; then
    ok no_page_of_what_was_left; else not_ok no_page_of_what_was_left 'it is made anew'; fi

printf 'toggle\tstreambypass\tchange.*\n' >"$WORK/bad.tsv"
WAIVERS=$WORK/bad.tsv expect_status waiver_needs_a_reason 3 \
    'must have a kind, a place, a name and a reason' run streambypass bad

expect_status coverage_nowhere 2 "cannot write $WORK/no/x: No such file or directory" "$WARPLOOM" \
    bench "${args[@]}" --coverage "$WORK/no/x"
if [ -z "$(find "$WORK" -name '*.tmp*')" ]; then ok nothing_half_written_is_left; else
    not_ok nothing_half_written_is_left "$(find "$WORK" -name '*.tmp*' | head -n 1)"; fi
expect_status not_with_icarus 2 'needs --sim verilator' "$WARPLOOM" bench "${args[@]}" \
    --sim icarus --coverage "$WORK/x"
expect_status not_with_random 2 'cannot be used with --random' "$WARPLOOM" bench "${args[@]}" \
    --random 2 --coverage "$WORK/x"
finish
