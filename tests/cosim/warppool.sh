#!/usr/bin/env bash
# warppool.sh : WarpPool in the machine: the emitted pipeline in lockstep and driving alone, data
# included; the same statistics whoever drives; seeded bugs seen; the direction of the paper's
# claims. The pipeline has 8 queues, with COUNT=all (tests/long/samples.sh) its preset's 32.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# Short quanta, so that the policy changes, also while the SM waits; tags of two requests, so that
# lines need a second one.
ONE=(-c warppool --set gpu.sms=1 --set structures.warppool.quantum=50 \
    --set structures.warppool.miss_rate_percent=50 --set structures.warppool.merges=2)
BUGS=(model-warppool-range-word model-warppool-count-soon)
if [ "${COUNT:-}" = all ]; then BUGS+=(model-warppool-hash-short) # 8 queues do not show it
else ONE+=(--set structures.warppool.queues=8); fi
# shellcheck disable=SC2034
shows=.warppool # of a result that is wrong

"$WARPLOOM" sim "${ONE[@]}" spmv --json >"$WORK/model.json" 2>"$WORK/model.err"
for mode in lockstep rtl; do
    "$WARPLOOM" cosim "${ONE[@]}" spmv --mode "$mode" --json >"$WORK/$mode.json" \
        2>"$WORK/$mode.err"; status=$?
    if [ "$status" = 0 ]; then ok "spmv_runs_in_mode_$mode"; else
        not_ok "spmv_runs_in_mode_$mode" "status $status: $(head -n 2 "$WORK/$mode.err" |
        tr '\n' ' ')"; fi
    holds "${mode}_compares_every_cycle" \
        '.mismatches == 0 and .blocks.warppool.cycles_compared == .cycles and .check == "passed"' \
        "$WORK/$mode.json"
    same_statistics "${mode}_statistics_are_the_models" "$WORK/model.json" "$WORK/$mode.json"
done
holds policy_changes '.warppool.switches > 10' "$WORK/model.json"
holds spmv_merges_in_every_way \
    '.warppool | .merged > 0 and .late_merges > 0 and .split_tags > 0 and .map_single > 0 and .map_range > 0 and .map_table > 0 and .map_consecutive > 0 and .accepted_stores > 0' \
    "$WORK/model.json"

# Atomics go round it.
"$WARPLOOM" cosim "${ONE[@]}" histo --json >"$WORK/histo.json" 2>"$WORK/histo.err"
holds histo_runs_in_lockstep '.mismatches == 0 and .warppool.pipeline_bypasses > 0' \
    "$WORK/histo.json"

for id in "${BUGS[@]}"; do
    "$WARPLOOM" cosim "${ONE[@]}" spmv --inject "$id" --json >"$WORK/$id.json" 2>"$WORK/$id.err";
        status=$?
    if [ "$status" = 1 ] && [ "$(jq '.mismatches == 1 and .first_mismatch.block == "warppool"' \
        "$WORK/$id.json")" = true ]; then ok "cosim_catches_$id"
    else not_ok "cosim_catches_$id" "status $status: $(head -n 2 "$WORK/$id.err" | tr '\n' ' ')"; fi
done

# Figure 14: the straightforward transpose, with column-wise loads, runs faster. Section 4.2.2: more
# than one request in an access of L1D where warps share lines.
"$WARPLOOM" sim -c warppool transpose_l --json >"$WORK/transpose.json" 2>&1
"$WARPLOOM" sim -c warppool --set structures.warppool.enable=false transpose_l \
    --json >"$WORK/base.json" 2>&1
naive() { jq '[.kernels[] | select(.name == "transpose_loads").cycles] | add' "$1"; }
if [ "$(naive "$WORK/transpose.json")" -lt "$(naive "$WORK/base.json")" ]; then
    ok the_straightforward_transpose_runs_faster
else not_ok the_straightforward_transpose_runs_faster \
    "$(naive "$WORK/transpose.json") against $(naive "$WORK/base.json") cycles"; fi
"$WARPLOOM" sim -c warppool gemm --json >"$WORK/gemm.json" 2>&1
holds warps_of_gemm_share_lines '.sm.load_requests > 1.1 * .l1d.read_accesses' "$WORK/gemm.json"
finish
