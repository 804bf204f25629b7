#!/usr/bin/env bash
# warppool.sh : proofs of WarpPool's request selector at points of one to four coalescers and store ages 0 to 16, by induction with z3:
# the store bound, one grant a cycle, aged stores first; every witness reached, every property broken by its mutant.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/warppool.sh

for p in "${POOL_POINTS[@]}"; do
    read -ra point <<<"$p"
    expect "proved_${point[0]}" prove_pool "${point[@]}"
done
for m in "${POOL_MUTANTS[@]}"; do
    name=${m%%|*}
    expect "refuted_${name#* }" kill_pool_mutant "$m"
done
finish
