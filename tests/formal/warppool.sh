#!/usr/bin/env bash
# warppool.sh : proofs of WarpPool at small points, by induction with z3: its request selector
# (store bound, one grant a cycle, aged stores first), its inter-warp queues (one insertion, nothing
# lost), the order of their tags, and, in the whole pipeline, the order of loads and stores, with
# narrow also when the latches of a store's bytes are open; every
# witness of the modules reached, properties of theirs broken by their mutants. Of the mutants a
# third, and the order with narrow, the selector's point of 16 ages and two coalescers' queues not,
# unless COUNT=all. `make formal` has more points, the witnesses and mutants of the whole.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/warppool.sh

whole() { [ "${COUNT:-}" = all ]; }
points=("${POOL_POINTS[@]:1:3}" 'pool_narrow_2_0 2 0 narrow')
if whole; then points+=("${POOL_POINTS[0]}"); fi
for p in "${points[@]}"; do
    read -ra point <<<"$p"
    expect "proved_${point[0]}" prove_pool "${point[@]}"
done
for m in "${POOL_MUTANTS[@]}"; do
    in_sample || continue
    name=${m%%|*}
    expect "refuted_${name#* }" kill_pool_mutant "$m"
done
for p in "${POOL_MODULE_POINTS[@]}"; do
    read -ra point <<<"$p"
    [ "${point[0]}" = queues_two ] && ! whole && continue
    case ${point[0]} in *_two | *_one) expect "proved_${point[0]}" prove_pool_module "${point[@]}" \
        ;; esac
done
expect proved_order_alone prove_pool_order order_alone merges=1
whole && expect proved_order_narrow prove_pool_order "${POOL_NARROW_POINT[@]}"
for m in "${POOL_MODULE_MUTANTS[@]}"; do
    IFS='|' read -r proof name _ <<<"$m"
    case $proof${name%% *} in order[3-9] | narrow[1-8]) continue ;; esac
    in_sample && expect "refuted_${proof}_${name#* }" kill_pool_module_mutant "$m"
done
finish
