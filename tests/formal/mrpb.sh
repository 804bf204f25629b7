#!/usr/bin/env bash
# mrpb.sh : proofs of MRPB at two points, by induction with z3: every property, every witness reached, every property broken by its
# mutant. `make formal` proves more points, and keeps the figures.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/mrpb.sh

expect "proved_${MUTANT_POINT[0]}" prove_point "${MUTANT_POINT[@]}"
expect "witnesses_of_${MUTANT_POINT[0]}" reach_point "${MUTANT_POINT[@]}"
point "${MUTANT_POINT[@]}"
bound
for m in "${MUTANTS[@]}"; do
    name=${m%%|*}
    expect "refuted_${name#* }" kill_mutant "$m"
done
expect proved_greedy_longest_stored prove_point greedy_longest queues=3 latency=1 drain=longest greedy=true flush=false bypass=none
finish
