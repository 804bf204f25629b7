#!/usr/bin/env bash
# texture.sh : a program that reads textures (kmeans_tex) with the texture cache and without: its
# results, where its reads go, threads, the log, bad keys.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "$(diff <(echo "$2") <(echo "$3") |
    head -n 6 | tr '\n' ' ')"; fi; }
run() { "$WARPLOOM" sim -q --json kmeans_tex "$@"; }
q() { jq -r "$1" "$WORK/$2.json"; }

run --log "$WORK/log" >"$WORK/with.json"
run -j 2 >"$WORK/threads.json"
run --set l1t.enable=false --log "$WORK/log_without" >"$WORK/without.json"

# 8192 points, 34 features, 5 centres, 2 rounds; a warp's fetch is of one line.
fetches=$((8192 / 32 * 34 * 5 * 2))
same right_with_and_without 'passed passed' "$(q .check with) $(q .check without)"
same each_fetch_is_a_read_of_one_line "$fetches $fetches $fetches" \
    "$(q '.l1t | "\(.reads) \(.lines) \(.accesses)"' with)"
same accesses_are_hits_and_misses 0 "$(q '.l1t | .accesses - .hits - .misses' with)"
same loads_are_those_of_the_first_kernel $((8192 / 32 * 34)) "$(q .sm.loads with)"
same without_the_cache_fetches_are_loads "$((8192 / 32 * 34 + fetches)) 0" \
    "$(q '"\(.sm.loads) \(.l1t.reads)"' without)"
run --set gpu.sms=4 --write-trace "$WORK/trace" >"$WORK/recorded.json"
"$WARPLOOM" sim -q --json --set gpu.sms=4 --trace "$WORK/trace"/kernelslist.g >"$WORK/again.json"
same a_recorded_trace_reads_textures "$(q '[.cycles, .l1t.misses]' recorded)" \
    "$(q '[.cycles, .l1t.misses]' again)"
same instructions_are_the_same "$(q .thread_insns with)" "$(q .thread_insns without)"
same threads_change_nothing "$(jq 'del(.wall_seconds)' "$WORK/with.json")" \
    "$(jq 'del(.wall_seconds)' "$WORK/threads.json")"

# last PATTERN LOG: the figure of its last line
last() { sed -nE "s/^\s*$1 = ([0-9]+)$/\1/p" "$WORK/$2" | tail -n 1; }
same log_has_the_texture_cache "$(q '.l1t | "\(.accesses) \(.misses) \(.hits) \(.misses)"' with)" \
    "$(for k in L1T_total_cache_accesses L1T_total_cache_misses \
        'Total_core_cache_stats_breakdown\[TEXTURE_ACC_R\]\[HIT_RESERVED\]' gpgpu_n_mem_texture; do
        last "$k" log; done | xargs)"
same log_without_it_has_none '' "$(last L1T_total_cache_accesses log_without)"

# refused NAME KEY VALUE ALLOWED: in a file, with file and line
refused() {
    printf 'l1t:\n  %s: %s\n' "$2" "$3" >"$WORK/bad.yaml"
    expect_status "$1" 2 "$4" "$WARPLOOM" config print -c "$WORK/bad.yaml"
}
refused three_sets sets 3 \
    "$WORK/bad.yaml:2:9: error: l1t.sets = 3: must be a power of two in 1..4096 (sets)"
refused no_fragments fragment_fifo 0 \
    "$WORK/bad.yaml:2:18: error: l1t.fragment_fifo = 0: must be 1..4096 (accesses)"
refused unknown_fifo fragments 8 "$WORK/bad.yaml:2:3: error: unknown key l1t.fragments"
for line in 16 128; do
    expect_status "lines_of_$line" 2 \
        "l1t.line_bytes = $line: must be 0, or at least 32 and at most l1d.line_bytes = 64" \
        "$WARPLOOM" config print --set l1d.line_bytes=64 --set l1i.line_bytes=64 \
        --set l1t.line_bytes=$line
done
finish
