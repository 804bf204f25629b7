#!/usr/bin/env bash
# streambypass.sh : proofs of the streaming bypass' monitor at points of periods 1 to 5 and one to
# three accesses a cycle, by induction with z3; every witness reached, every property broken by its
# mutant.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/streambypass.sh

for p in "${BYPASS_POINTS[@]}"; do
    read -ra point <<<"$p"
    expect "proved_${point[0]}" prove_bypass "${point[@]}"
done
for m in "${BYPASS_MUTANTS[@]}"; do
    name=${m%%|*}
    expect "refuted_${name#* }" kill_bypass_mutant "$m"
done
finish
