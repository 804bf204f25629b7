#!/usr/bin/env bash
# streambypass.sh : the streaming bypass in lockstep inside the machine: every L1D's and every L2
# slice's monitor, the same statistics whoever drives, and seeded bugs seen.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# A short period and a low threshold, so that caches close and open in a small workload.
STREAM=(-c dwt-pric --set structures.streambypass.enable=true \
    --set structures.streambypass.period=500 --set structures.streambypass.threshold_percent=30)
# shellcheck disable=SC2034
shows=.blocks.streambypass.events # of a result that is wrong

"$WARPLOOM" sim "${STREAM[@]}" convSeparable --json >"$WORK/model.json" 2>"$WORK/model.err"
for mode in lockstep rtl; do
    "$WARPLOOM" cosim "${STREAM[@]}" convSeparable --mode $mode --json >"$WORK/$mode.json" \
        2>"$WORK/$mode.err"
    # L1D and L2 tick alike in this preset: 15 SMs and 6 slices.
    holds "stream_${mode}_compares_every_cycle_of_every_cache" \
        '.mismatches == 0 and .blocks.streambypass.cycles_compared == .cycles * 21' \
        "$WORK/$mode.json"
    holds "stream_${mode}_closes_and_opens" \
        '.blocks.streambypass.events | .closed > 0 and .opened > 0 and .quiet > 0' \
        "$WORK/$mode.json"
    same_statistics "stream_${mode}_statistics_are_the_models" "$WORK/model.json" "$WORK/$mode.json"
done

# What the configuration excludes is not called unseen: no miss rate is above 100 %. What a run has
# just not reached is.
"$WARPLOOM" cosim "${STREAM[@]}" --set structures.streambypass.threshold_percent=100 vectoradd \
    --json >"$WORK/never.json" 2>"$WORK/never.err"
holds excluded_event_is_not_unseen \
    '.blocks.streambypass | .events.closed == 0 and (.unseen | index("closed") == null)' \
    "$WORK/never.json"
"$WARPLOOM" cosim "${STREAM[@]}" --set structures.streambypass.period=1000000 vectoradd \
    --json >"$WORK/long.json" 2>"$WORK/long.err"
holds event_not_reached_is_unseen \
    '.blocks.streambypass | .events.closed == 0 and (.unseen | index("closed") != null)' \
    "$WORK/long.json"

for id in rtl-stream-never-opens rtl-stream-hit-for-nothing model-stream-quiet-opens \
    model-stream-keeps-misses; do
    "$WARPLOOM" cosim "${STREAM[@]}" convSeparable --inject $id --json >"$WORK/$id.json" \
        2>"$WORK/$id.err"
    status=$?
    if [ "$status" = 1 ] && [ "$(jq '.mismatches == 1' "$WORK/$id.json")" = true ]; then
        ok "stream_cosim_catches_$id"
    else not_ok "stream_cosim_catches_$id" "status $status: $(head -n 2 "$WORK/$id.err" |
        tr '\n' ' ')"; fi
done

# The monitors of the L2 slices come after those of the SMs; a mismatch names its slice, and its
# line shows it again.
L2=(-c gtx480 --set structures.streambypass.enable=true --set structures.streambypass.l1=false \
    --set structures.streambypass.period=64)
"$WARPLOOM" cosim "${L2[@]}" atax --inject rtl-stream-closes-at-threshold \
    --json >"$WORK/slice.json" 2>"$WORK/slice.err"
holds mismatch_in_a_slice_names_it \
    '(.first_mismatch.place | test("^L2 slice [0-5]$")) and .first_mismatch.instance >= 15' \
    "$WORK/slice.json"
finish
