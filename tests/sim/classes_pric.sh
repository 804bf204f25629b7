#!/usr/bin/env bash
# classes_pric.sh : the workloads load L1D as the DWT-PRIC paper classes them (GPGPU-8 2015, section
# 3.2 and Figures 3 and 4), on its machine without its structures, at the small sizes.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

declare -A mpki
holds() { if jq -e "$2" >/dev/null <<<"$3"; then ok "$1"; else
    not_ok "$1" "$(jq -c '.l1d | {read_accesses, read_misses, fail_line, fail_mshr}' \
    <<<"$3")"; fi; }

while read -r name class; do
    out=$("$WARPLOOM" sim -q --json -c dwt-pric "$name")
    mpki[$class.$name]=$(jq '.l1d.read_misses * 1000 / .thread_insns' <<<"$out")
    case $class in
        # "a high miss rate (up to 99%)"
        streaming) holds "pric_${name}_streams" '.l1d | .read_misses > 0.95 * .read_accesses' \
            "$out" ;;
        # "a streaming behavior in L1, while they exhibit a high hit rate at L2": most of what L1
        # misses is there.
        streaming-l1) holds "pric_${name}_streams_in_l1_and_hits_in_l2" \
            '(.l1d | .read_misses > 0.75 * .read_accesses) and (.l2 | .read_misses < 0.5 * .read_accesses)' "$out" ;;
        # "high levels of MSHR ENTRY FAIL stalls"
        thrashing) holds "pric_${name}_runs_out_of_mshrs" '.l1d | .fail_mshr > .fail_line' "$out" ;;
    esac
done < <("$WARPLOOM" workloads --json | jq -r \
    '.workloads[] | select(.class_dwt_pric != "-") | "\(.name) \(.class_dwt_pric)"')

# "these thrashing applications exhibit a high level of MPKI over other applications"; those of both
# classes are left out.
of() { for k in "${!mpki[@]}"; do [[ $k =~ $1 ]] && echo "${mpki[$k]}"; done | sort -g; }
least=$(of '^thrashing\.' | head -n 1) most=$(of '^(streaming|streaming-l1|conflict|friendly)\.' |
    tail -n 1)
if awk -v a="$most" -v b="$least" 'BEGIN { exit !(a != "" && b != "" && 2 * a < b) }'; then
    ok pric_thrashing_has_most_misses; else
    not_ok pric_thrashing_has_most_misses "others up to $most, thrashing from $least MPKI"; fi

# "a high level of LINE ALLOC FAIL stalls, which means that inter-warp conflict contention occurs":
# sizes that fill the machine, which take longer than all others: with COUNT=all.
[ "${COUNT:-}" = all ] || finish
for name in srad streamcluster; do
    holds "pric_${name}_runs_out_of_lines" \
        '.l1d | .fail_line > .fail_mshr + .fail_merge + .fail_missq' \
        "$("$WARPLOOM" sim -q --json -c dwt-pric --size medium "$name")"
done
finish
