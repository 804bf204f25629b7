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
# OSU018 gives LATCH no area: a design with latches is smaller only on paper. It is not comparable
# by area, in page, table and text, and where no other design is done there is no page; by another
# cost it is one as any.
cat >latch.yaml <<'END'
name: latch
config: mrpb-base-s
set: {gpu.sms: 1, structures.mrpb.queues: 4, structures.mrpb.depth: 2}
axes: {rtl.storage: [flop, latch]}
sim: {workloads: [vectoradd]}
synth: {modules: [lib_ram]}
END
sweep plan latch.yaml -o latch >/dev/null
for task in 2 3; do sweep run -m latch --task $task -q; done
expect_status a_page_of_such_areas_only 2 'no design can be compared by area_um2: each has cells' \
    sweep page -m latch -o bad
sweep run -m latch -q
sweep page -m latch -o latches --json >latches.json
fact an_area_that_lacks_cells_is_the_last '[.designs[] | [.values[0], .comparable, .front]] ==
    [["flop", true, true], ["latch", false, false]] and .designs[1].cost < .designs[0].cost' \
    latches.json
bits=$(jq '.designs[1].cells_without_area' latches.json)
expect page_tells_what_is_not_comparable grep -q \
    "not comparable: $bits cells without area" <(tr '\n' ' ' <latches/index.html)
same pictures_leave_it_out 'yes 0 not comparable 256 / front not comparable' \
    "$(sed 1d latches/data/scatter.csv | cut -d, -f7,8 | tr , ' ' | paste -sd ' ') / $(sed 1d \
        latches/data/parallel.csv | cut -d, -f1 | head -n 2 | paste -sd ' ')"
expect text_tells_what_is_not_comparable grep -qx \
    "  not comparable: $bits cells without area: rtl.storage=latch" \
    <(sweep page -m latch -o latches)
sweep page -m latch --cost cells -o latches --json >cells.json
fact cells_are_comparable 'all(.designs[]; .comparable)' cells.json
# MRPB's selector over one queue is wires: a design of no cells is the cheapest of nothing.
cat >wires.yaml <<'END'
name: wires
config: mrpb-base-s
set: {gpu.sms: 1}
axes: {structures.mrpb.queues: [1, 2]}
sim: {workloads: [vectoradd]}
synth: {modules: [mrpb_sel]}
END
sweep plan wires.yaml -o wires >/dev/null
sweep run -m wires -q
sweep page -m wires -o wired --json >wires.json
fact wires_are_on_no_front '[.designs[] | [.values[0], .cost > 0, .fmax_mhz == null, .front,
    .not_comparable]] == [["2", true, false, true, null], ["1", false, true, false, "no cells"]]' \
    wires.json
expect page_tells_that_wires_have_no_cells grep -q 'not comparable: no cells<' \
    <(tr -s ' \n' ' ' <wired/index.html)
sweep plan mixed.yaml -o empty >/dev/null
expect_status page_of_nothing 2 'no design has both ipc and area_um2 yet' sweep page -m empty -o bad
finish
