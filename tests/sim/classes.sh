#!/usr/bin/env bash
# classes.sh : the workloads contend for L1D as the MRPB paper classes them (section 2.4 and Figure
# 4, machine Base-S), and MRPB helps where the paper says that it does (sections 5.5 and 5.6).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

base=(-c mrpb-base-s --set structures.mrpb.enable=false)
# contention misses a thousand thread instructions: those of lines that were there before
declare -A mpki

stats() { "$WARPLOOM" sim -q --json "$@"; }
holds() { if jq -e "$2" >/dev/null <<<"$3"; then ok "$1"; else
    not_ok "$1" "$(jq -c \
    '.l1d | {read_misses, contention_intra_warp, contention_cross_warp, contention_cross_cta}' \
    <<<"$3")"; fi; }

while read -r name class; do
    out=$(stats "${base[@]}" "$name")
    mpki[$class.$name]=$(jq '(.l1d.read_misses - .l1d.cold_misses) * 1000 / .thread_insns' \
        <<<"$out")
    case $class in
        IW) holds "class_${name}_is_intra_warp" \
            '.l1d | .contention_intra_warp > .contention_cross_warp + .contention_cross_cta' "$out"
            # One block an SM: cross-warp contention is of the intra-block kind.
            holds "class_${name}_has_no_cross_block_contention" '.l1d.contention_cross_cta == 0' \
                "$out" ;;
        XW) holds "class_${name}_is_cross_warp" \
            '.l1d | (.contention_cross_warp + .contention_cross_cta) * 2 > .read_misses' "$out" ;;
    esac
done < <("$WARPLOOM" workloads --json | jq -r \
    '.workloads[] | select(.class_mrpb != "-") | "\(.name) \(.class_mrpb)"')

most=$(for k in "${!mpki[@]}"; do [[ $k == CI.* ]] && echo "${mpki[$k]}"; done | sort -g |
    tail -n 1)
least=$(for k in "${!mpki[@]}"; do [[ $k == CI.* ]] || echo "${mpki[$k]}"; done | sort -g |
    head -n 1)
if awk -v a="$most" -v b="$least" 'BEGIN { exit !(a != "" && b != "" && a + 0 < b + 0) }'; then
    ok class_insensitive_contends_least; else
    not_ok class_insensitive_contends_least "CI up to $most, IW and XW from $least MPKI"; fi

for name in atax bicg gesummv mvt srad srad_u hotspot_u; do
    with=$(stats -c mrpb-base-s "$name" | jq .cycles) without=$(stats "${base[@]}" "$name" |
        jq .cycles)
    if [ "$with" -lt "$without" ]; then ok "mrpb_speeds_up_$name"; else
        not_ok "mrpb_speeds_up_$name" "$with cycles with, $without without"; fi
done
finish
