#!/usr/bin/env bash
# inject.sh : named bugs, all of the models and a third of the RTL's (all with COUNT=all,
# tests/long/samples.sh), are caught by the bench, and some of either side by a workload; clean runs
# are clean. Prints the cycles to detection.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

CONFIG=mrpb-base-s
CYCLES=200000

bench_one() { # ID MODULE SETTING...: of structures.mrpb
    local config=(-c "$CONFIG") setting
    for setting in "${@:3}"; do config+=(--set "structures.mrpb.$setting"); done
    if [ "$2" = pric_index ]; then config=(-c gtx480 --set structures.pric.enable=true); fi
    if [ "$2" = streambypass ]; then
        config=(-c gtx480 --set structures.streambypass.enable=true \
        --set structures.streambypass.period=16); fi
    # What is compiled for one bug alone runs in Icarus, which starts in no time.
    [[ $1 = rtl-* || $# -gt 2 ]] && config+=(--sim icarus)
    # DWT-CS always; six SMs divide the 24 warps of a scheduler, so that a round's last SM may have
    # all of them.
    case $2 in dwtcs*) config=(-c gtx480 --set structures.dwtcs.enable=true \
        --set structures.dwtcs.period=20 --set gpu.sms=6)
        [[ $1 = rtl-* ]] && config+=(--sim icarus) ;;
    esac
    "$WARPLOOM" bench "${config[@]}" --cycles "$CYCLES" --inject "$1" --json >"$WORK/$1.json" \
        2>"$WORK/$1.err"
    echo "$?" >"$WORK/$1.status"
}
export -f bench_one
export CONFIG CYCLES

"$WARPLOOM" bench --inject list --json >"$WORK/list.json"
twenty_bugs_or_more mrpb '^(mrpb|lib_)'
# DWT-CS: each bug is in the RTL and in the model, with the same words and settings.
bugs_of_dwtcs() { # SIDE
    jq -r --arg side "$1" '[.bugs[] | select(.side == $side and (.module | test("^dwtcs"))) |
        [(.id | sub("^[a-z]*-"; "")), .what, .settings] | join("; ")] | sort[]' "$WORK/list.json"
}
expect same_bugs_of_dwtcs_on_both_sides diff <(bugs_of_dwtcs rtl) <(bugs_of_dwtcs model)

# Plug-ins take seconds to compile: two at a time.
jq -r '.bugs[] | select(.module | test("^(cart|warppool|crossbar|sm)") | not) |
    [.id, .side, .module, .settings] | join(" ")' "$WORK/list.json" |
    awk -v count="${COUNT:-}" 'count == "all" || $2 == "model" || $1 == "rtl-order-reversed" ||
        n++ % 3 == 0' >"$WORK/chosen"
awk '{ $2 = ""; print }' "$WORK/chosen" | sed 's, *$,,' |
    xargs -P 2 -L 1 bash -c 'bench_one "$@"' bench_one
while read -r id side _; do caught_by_the_bench "$id" "$side"; done <"$WORK/chosen"

expect clean_bench_passes "$WARPLOOM" bench -c "$CONFIG" --cycles "$CYCLES"
expect clean_bench_of_pric_passes "$WARPLOOM" bench -c gtx480 --set structures.pric.enable=true \
    --cycles "$CYCLES"
expect clean_bench_of_streambypass_passes "$WARPLOOM" bench -c gtx480 \
    --set structures.streambypass.enable=true --cycles "$CYCLES"
expect clean_bench_of_dwtcs_passes "$WARPLOOM" bench -c gtx480 --set structures.dwtcs.enable=true \
    --set structures.dwtcs.period=20 --cycles "$CYCLES"
expect_status model_bug_of_another_structure_is_refused 2 'is about dwtcs' "$WARPLOOM" bench \
    -c "$CONFIG" --inject model-dwtcs-all-sms
expect_status bug_of_another_structure_is_refused 2 'which this configuration does not have' \
    "$WARPLOOM" bench -c "$CONFIG" --inject rtl-tag-too-high
# The RTL's own assertions see it too, where one is about it.
out=$("$WARPLOOM" bench -c "$CONFIG" --inject rtl-order-reversed --assertions 2>&1); status=$?
if [ "$status" -ne 0 ] && [[ $out == *"WL_ASSERT "*"without an entry old enough is"* ]]; then
    ok assertion_names_its_rule; else
    not_ok assertion_names_its_rule "status $status: ${out:0:200}"; fi

expect_status unknown_bug_gets_the_nearest 2 'did you mean model-latency-short' "$WARPLOOM" bench \
    -c "$CONFIG" --inject model-latency-shrot
expect_status bug_without_a_place_is_refused 2 '' "$WARPLOOM" bench -c "$CONFIG" \
    --set structures.mrpb.bypass=none --inject rtl-bypass-writes

# Queues of one entry never differ in length. That nothing was found is said, and is in the JSON.
expect_status bug_that_a_size_cannot_show_is_told_so 1 \
    'rtl-cart-count-both was injected, and no output differed' "$WARPLOOM" bench -c cart --set \
    structures.cart.branches=1 --set structures.cart.entries=1 --inject rtl-cart-count-both \
    --sim icarus --cycles 2000
expect found_is_in_the_json jq -e .found "$WORK/rtl-order-reversed.json"

for id in rtl-full-off-by-one rtl-order-reversed rtl-latency-short model-order-reversed \
    model-latency-short; do
    "$WARPLOOM" cosim -c "$CONFIG" atax --inject "$id" --json >"$WORK/cosim-$id.json" \
        2>"$WORK/cosim-$id.err"
    status=$?
    if [ "$status" = 1 ] && [ "$(jq '.mismatches == 1' "$WORK/cosim-$id.json")" = true ]; then
        echo "# $id: atax shows it in cycle $(jq .first_mismatch.cycle "$WORK/cosim-$id.json")"
        ok "cosim_catches_$id"
    else
        not_ok "cosim_catches_$id" "status $status: $(head -n 2 "$WORK/cosim-$id.err" |
            tr '\n' ' ')"
    fi
done
finish
