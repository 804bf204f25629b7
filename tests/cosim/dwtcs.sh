#!/usr/bin/env bash
# dwtcs.sh : DWT-CS in the machine: the emitted RTL in lockstep, alone and beside other structures;
# the same statistics whoever drives; bugs show; and the paper's claim on workloads that thrash.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

DWTCS=(-c dwt-pric --set structures.dwtcs.enable=true --set structures.dwtcs.period=500)
# it has 5 to 10 misses per 1000 instructions
SPMV=("${DWTCS[@]}" --set structures.dwtcs.threshold=5 spmv)

"$WARPLOOM" sim "${SPMV[@]}" --json >"$WORK/model.json" 2>"$WORK/model.err"
for mode in lockstep rtl; do
    "$WARPLOOM" cosim "${SPMV[@]}" --mode "$mode" --json >"$WORK/$mode.json" 2>"$WORK/$mode.err";
        status=$?
    if [ "$status" = 0 ]; then ok "spmv_runs_in_mode_$mode"; else
        not_ok "spmv_runs_in_mode_$mode" "status $status: $(head -n 2 "$WORK/$mode.err" |
        tr '\n' ' ')"; fi
    holds "${mode}_compares_every_cycle_of_the_gpu" \
        '.mismatches == 0 and .blocks.dwtcs.cycles_compared == .cycles and .check == "passed"' \
        "$WORK/$mode.json"
    same_statistics "${mode}_statistics_are_the_models" "$WORK/model.json" "$WORK/$mode.json"
done
holds a_winner_is_found_and_applied \
    '.dwtcs.stored == 1 and .dwtcs.throttled_cycles > 0 and [.throttling[].does] == ["sample", "throttle"]' "$WORK/lockstep.json"
holds events_are_the_statistics_of_the_block \
    '. as $r | [.events | to_entries[] | $r.dwtcs[.key] == .value] | all' "$WORK/lockstep.json"

# Two structures of one configuration.
"$WARPLOOM" cosim -c mrpb-base-s --set structures.dwtcs.enable=true \
    --set structures.dwtcs.period=500 spmv --json >"$WORK/both.json" 2>"$WORK/both.err"; status=$?
if [ "$status" = 0 ]; then ok two_structures_run_in_lockstep; else
    not_ok two_structures_run_in_lockstep "status $status: $(head -n 2 "$WORK/both.err" |
    tr '\n' ' ')"; fi
holds both_are_compared_in_every_cycle \
    '.blocks.mrpb.cycles_compared == 14 * .cycles and .blocks.dwtcs.cycles_compared == .cycles and .cycles_compared == 15 * .cycles' \
    "$WORK/both.json"

for id in rtl-dwtcs-long-period rtl-dwtcs-tries-one-less model-dwtcs-one-period; do
    "$WARPLOOM" cosim "${SPMV[@]}" --inject "$id" --json >"$WORK/$id.json" 2>"$WORK/$id.err";
        status=$?
    if [ "$status" = 1 ] && [ "$(jq '.mismatches == 1 and .first_mismatch.block == "dwtcs"' \
        "$WORK/$id.json")" = true ]; then
        echo "# $id: spmv shows it in cycle $(jq .first_mismatch.cycle "$WORK/$id.json")"
        ok "cosim_catches_$id"
    else
        not_ok "cosim_catches_$id" "status $status: $(head -n 2 "$WORK/$id.err" | tr '\n' ' ')"
    fi
done

# The kernel of a workload that is launched again takes what was found before (4.2).
"$WARPLOOM" sim "${DWTCS[@]}" bfs --json >"$WORK/bfs.json" 2>&1
holds bfs_samples_once_and_applies_after \
    '.dwtcs.samplings == 1 and .dwtcs.stored == 1 and .dwtcs.applied >= 1 and ([.throttling[1:][].warps] | unique | length) == 1' \
    "$WORK/bfs.json"
# Table 3: one active warp a scheduler is found for Kmeans and GESUMMV; Kmeans runs faster for it
# (Figure 9).
for name in kmeans gesummv; do
    "$WARPLOOM" sim "${DWTCS[@]}" --set structures.dwtcs.period=2000 "$name" \
        --json >"$WORK/$name.json" 2>&1
    holds "one_warp_is_found_for_$name" \
        '[.throttling[] | select(.does == "throttle").warps] | unique == [1]' "$WORK/$name.json"
done
"$WARPLOOM" sim -c dwt-pric kmeans --json >"$WORK/base.json" 2>&1
holds kmeans_is_faster ".cycles > 2 * $(jq .cycles "$WORK/kmeans.json")" "$WORK/base.json"

"$WARPLOOM" cosim "${SPMV[@]}" --inject rtl-dwtcs-long-period --waves "$WORK/w.fst" \
    --json >"$WORK/waves.json" 2>"$WORK/waves.err"
if [ -s "$WORK/w.fst" ]; then ok waves_show_the_block; else
    not_ok waves_show_the_block "$(head -n 2 "$WORK/waves.err" | tr '\n' ' ')"; fi
finish
