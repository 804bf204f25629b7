#!/usr/bin/env bash
# synth.sh : simulations, benches and syntheses in one sweep: the rows are what the commands of that
# name say, and the page's front is the one that a second way finds.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

sweep() { "$WARPLOOM" sweep "$@"; }
cat >mixed.yaml <<'END'
name: mixed
config: mrpb-base-s
axes:
  structures.mrpb.queues: [4, 8]
  structures.mrpb.depth: [2, 4]
sim: {workloads: [atax, bicg]}
bench: {blocks: [mrpb], cycles: 100000}
synth: {modules: [mrpb_ctl]}
END
sweep plan mixed.yaml -o mixed >/dev/null
expect a_mixed_sweep_runs sweep run -m mixed
expect it_is_collected sweep collect -m mixed
one=(-c mrpb-base-s --set structures.mrpb.queues=8 --set structures.mrpb.depth=4)
"$WARPLOOM" synth "${one[@]}" --module mrpb_ctl -o one --json -q >synth.json
"$WARPLOOM" sim "${one[@]}" bicg --json -q >sim.json
row() { sqlite3 -separator ' ' mixed/results.db \
    "SELECT $2 FROM run WHERE kind = '$1' AND \"structures.mrpb.queues\" = 8 AND \"structures.mrpb.depth\" = 4 $3"; }
same() { if [ -n "$2" ] && [ "$2" = "$3" ]; then ok "$1"; else
    not_ok "$1" "'$3' instead of '$2'"; fi; }
same a_synthesis_is_that_of_synth "$(jq -r '"\(.cells) \(.flops)"' synth.json)" \
    "$(row synth 'cells, flops' '')"
same its_area_is_that_of_synth "$(jq '.area_um2 * 1000 | round' synth.json)" \
    "$(row synth 'CAST(round(area_um2 * 1000) AS INTEGER)' '')"
same a_simulation_is_that_of_sim "$(jq -r '"\(.cycles) \(.l1d.read_hits)"' sim.json)" \
    "$(row sim 'cycles, "l1d.read_hits"' 'AND program = "bicg"')"

"$WARPLOOM" bench "${one[@]}" --block mrpb --seed 1 --cycles 100000 --json -q >bench.json \
    2>bench.err
same a_bench_is_that_of_bench "$(jq -r \
    '"\(.cycles_compared) \(.events.accepted_reads) \(.mismatches)"' bench.json)" \
    "$(row bench 'cycles_compared, "events.accepted_reads", mismatches' \
    'AND seed = 1 AND program = "mrpb"')"

# The page. Gain: the geometric mean of two IPCs; the front: no other design has at least its gain
# for less, or more for no more.
expect a_page_is_made bash -c "'$WARPLOOM' sweep page -m mixed -o page --json >page.json"
fact blocks_without_the_gain_are_no_programs \
    '.programs == ["atax", "bicg"] and .benches == []' page.json
fact gain_is_the_geometric_mean \
    "(.designs[] | select(.values == [\"8\", \"4\"]) | .gain - ($(row sim 'exp(avg(ln(ipc)))' \
    '')) | fabs) < 1e-9" page.json
fact the_front_is_the_front \
    '.designs as $d | [range($d | length) | . as $i | $d[$i] | .front == ([$d | to_entries[] | select(.key != $i) | .value |
    select((.gain >= $d[$i].gain and .cost < $d[$i].cost) or (.gain > $d[$i].gain and .cost <= $d[$i].cost))] | length == 0)] | length == 4 and all' page.json
for f in index.html pictures/scatter.svg pictures/parallel.svg; do
    expect "well_formed_${f//[\/.]/_}" xmllint --noout "page/$f"; done
same the_csv_has_a_row_a_design 5 "$(wc -l <page/data/scatter.csv)"
"$WARPLOOM" sweep page -m mixed -o again -q >/dev/null
expect the_same_results_give_the_same_page diff -r page again
"$WARPLOOM" sweep page -m mixed -o axis --cost structures.mrpb.depth --json >axis.json
fact an_axis_can_be_the_cost \
    '.cost == "structures.mrpb.depth" and (.designs | map(.cost) | unique == [2, 4])' axis.json
expect_status unknown_gain 2 \
    'no simulation or bench has such a statistic; did you mean l1d.read_hits?' sweep \
    page -m mixed -o bad --gain l1d.read_hit
expect_status unknown_cost 2 'no synthesis has such a statistic; did you mean area_um2?' sweep \
    page -m mixed -o bad --cost area_um
sweep plan mixed.yaml -o empty >/dev/null
expect_status page_of_nothing 2 'no design has both ipc and area_um2 yet' sweep page -m empty -o bad
finish
