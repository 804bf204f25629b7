#!/usr/bin/env bash
# workloads.sh : every workload at its small size on the reference machine gives the C reference's
# results, and the list of them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

mapfile -t names < <("$WARPLOOM" workloads --json | jq -r '.workloads[].name')
if [ "${#names[@]}" -ge 14 ]; then ok workloads_lists_all; else
    not_ok workloads_lists_all "only ${#names[@]}"; fi

# Every folder is in the list, and nothing else is.
folders=$(find refmodel/workloads -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
if [ "$(printf '%s\n' "${names[@]}" | sort)" = "$folders" ]; then ok workloads_are_the_folders;
    else not_ok workloads_are_the_folders "${names[*]}"; fi

# The page that holds them against their originals has a row for each, and for nothing else.
rows=$(sed -n 's/^| `\([^`]*\)` | .*/\1/p' docs/explanation/workloads.md | sort)
if [ "$rows" = "$folders" ]; then ok workloads_are_on_their_page; else
    not_ok workloads_are_on_their_page "$(diff <(echo "$rows") <(echo "$folders") |
    tr '\n' ' ')"; fi

run() { # CONFIG NAME: the results pass, and the counters tell of a run
    local out
    # shellcheck disable=SC2034 # for holds
    local shows='{check, cycles, warp_insns, ipc}'
    if ! out=$("$WARPLOOM" sim -c "$1" "$2" --size small --json 2>&1 >"$WORK/result.json"); then
        not_ok "sim_$1_$2" "$(tail -n 2 <<<"$out" | tr '\n' ' ')"
    else holds "sim_$1_$2" \
        '.check == "passed" and .cycles > 0 and .warp_insns > 0 and .ipc > 0 and (.kernels | length) > 0' \
        "$WORK/result.json"; fi
}
for name in "${names[@]}"; do run gtx480 "$name"; done
for name in atax gesummv syrk transpose; do run mrpb-base-s "$name"; done

# The largest machine that must fit in 2 GiB, full of warps, which it is after 3 million
# instructions. (A sanitizer needs more.)
limit=2097152; [ -z "${SAN:-}" ] || limit=unlimited
large=(sim -q -j 2 -c warppool --set gpu.sms=128 --set sm.warps=64 --set sm.ctas=8 --size medium \
    --set gpu.insn_limit=3000000 vectoradd)
expect sim_128_sms_of_64_warps_take_less_than_2_gib bash -c 'ulimit -v "$0"; exec "$@"' $limit \
    "$WARPLOOM" "${large[@]}"

# The text and the object say the same.
cycles=$("$WARPLOOM" sim --json vectoradd | jq .cycles)
expect sim_text_shows_the_cycles bash -c \
    '"$WARPLOOM" sim vectoradd | grep -qE "^  cycles +'"$cycles"'  core cycles$"'
expect sim_verbose_lists_every_counter bash -c \
    '"$WARPLOOM" sim -v vectoradd | grep -qE "^l1d.read_accesses = [0-9]+$"'
expect workloads_text bash -c '"$WARPLOOM" workloads | grep -qE "^polybench +atax +256 x 256 "'
expect workloads_text_has_the_classes bash -c \
    '"$WARPLOOM" workloads | grep -qE "^polybench +syrk +XW +thrashing\+conflict +divergent +- +-"'
finish
